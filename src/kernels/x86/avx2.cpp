// 256-bit vectors with fused multiply-add. Compiled with flags of its own: see CMakeLists.txt.

#include "../simd.hpp"
#include "../variants.hpp"

namespace xattention::kernels {

constinit const Table avx2 = table_of<xsimd::fma3<xsimd::avx2>>();

}  // namespace xattention::kernels
