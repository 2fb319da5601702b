#pragma once
// The kernel tables that registry.cpp lists, one for each file that ends in its name.

#include "table.hpp"

namespace xattention::kernels {

extern const Table reference;
extern const Table simd;
#ifdef __x86_64__
extern const Table avx2, avx512;
#endif

}  // namespace xattention::kernels
