// 512-bit vectors. Compiled with flags of its own: see CMakeLists.txt.

#include "../simd.hpp"
#include "../variants.hpp"

namespace xattention::kernels {

constinit const Table avx512 = table_of<xsimd::avx512f>();

}  // namespace xattention::kernels
