#pragma once

#include "table.hpp"

namespace xattention::kernels {

/// Each kernel over the vectors this build targets.
extern const Table simd;

}  // namespace xattention::kernels
