// The vectors this build was compiled for.

#include "simd.hpp"

#include "variants.hpp"

namespace xattention::kernels {

const Table simd = table_of<xsimd::default_arch>();

}  // namespace xattention::kernels
