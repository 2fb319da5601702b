// The vectors that every processor of this build's kind has.

#include "simd.hpp"
#include "variants.hpp"

namespace xattention::kernels {

#ifdef __x86_64__
using Baseline = xsimd::sse2;  // by name: with flags for a newer processor the default would be one of the others
#else
using Baseline = xsimd::default_arch;
#endif

constinit const Table simd = table_of<Baseline>();

}  // namespace xattention::kernels
