#pragma once
// The rows of a stage, shared among threads.

#include "table.hpp"

#include <xattention/execution.hpp>

#include <algorithm>

namespace xattention::kernels {

/// Calls f(first, count) for blocks of rows that are all `rows` together; `work` is that of one row, in multiply-adds.
/// A block is a multiple of `granule` rows, but for the last.
template <class F>
void share_rows(const Execution& execution, std::size_t rows, double work, std::size_t granule, F&& f) noexcept {
  constexpr std::size_t blocks_each = 4;  // so that who is done early can help
  Threads& threads = execution.threads();
  const auto up = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
  const std::size_t workers = threads.workers(up(rows, granule), work * static_cast<double>(rows));
  const std::size_t block = workers < 2 ? rows : up(up(rows, workers * blocks_each), granule) * granule;
  if (rows == 0) return;
  threads.share(up(rows, block), workers,
                [&](std::size_t unit, std::size_t) noexcept { f(unit * block, std::min(block, rows - unit * block)); });
}

}  // namespace xattention::kernels
