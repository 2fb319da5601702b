#pragma once
// The kernel tables that registry.cpp lists, one for each file that ends in its name.

#include "table.hpp"

namespace xattention::kernels {

extern const Table reference;
extern const Table simd;

}  // namespace xattention::kernels
