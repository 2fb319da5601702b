#pragma once

#include "table.hpp"

namespace xattention::kernels {

/// Each kernel as its formula, in float64, rounded once.
extern const Table reference;

}  // namespace xattention::kernels
