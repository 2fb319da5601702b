#pragma once
// Matrix product over vectors: B is packed into panels two vectors wide, a tile of four rows of C
// stays in registers while a panel goes by. Sums run over at most `block` terms in float32 before
// they are added to C, which keeps the error of long sums near that of short ones.

#include "table.hpp"
#include "vector.hpp"

#include <algorithm>
#include <array>

namespace xattention::kernels {

inline constexpr std::size_t panel = 2 * lanes;
inline constexpr std::size_t tile_rows = 4;
inline constexpr std::size_t block = 128;

using Panel = std::array<float, block * panel>;

/// Rows k0 … k0 + depth and columns j0 … j0 + width of B, filled up with zeros to a full panel.
inline void pack(const MatrixView& B, std::size_t k0, std::size_t depth, std::size_t j0, std::size_t width,
                 Panel& packed) noexcept {
  for (std::size_t k = 0; k < depth; ++k) {
    float* row = packed.data() + k * panel;
    for (std::size_t j = 0; j < width; ++j) row[j] = B(k0 + k, j0 + j);
    std::fill(row + width, row + panel, 0.0F);
  }
}

/// C[0 … Rows, 0 … width] += A[0 … Rows, k0 … k0 + depth] · packed.
template <std::size_t Rows>
void add_tile(const MatrixView& A, std::size_t k0, std::size_t depth, const Panel& packed, float* C,
              std::ptrdiff_t C_row_stride, std::size_t width) noexcept {
  std::array<std::array<Batch, 2>, Rows> sum;
  for (auto& row : sum) row = {Batch(0.0F), Batch(0.0F)};
  for (std::size_t k = 0; k < depth; ++k) {
    const Batch b0 = Batch::load_unaligned(packed.data() + k * panel);
    const Batch b1 = Batch::load_unaligned(packed.data() + k * panel + lanes);
    for (std::size_t i = 0; i < Rows; ++i) {
      const Batch a(A(i, k0 + k));
      sum[i][0] = madd(a, b0, sum[i][0]);
      sum[i][1] = madd(a, b1, sum[i][1]);
    }
  }
  for (std::size_t i = 0; i < Rows; ++i) {
    float* row = C + static_cast<std::ptrdiff_t>(i) * C_row_stride;
    for (std::size_t half = 0; half < 2; ++half) {
      const std::size_t j = half * lanes;
      if (width >= j + lanes)
        (Batch::load_unaligned(row + j) + sum[i][half]).store_unaligned(row + j);
      else if (width > j)
        store_part(load_part(row + j, width - j, 0.0F) + sum[i][half], row + j, width - j);
    }
  }
}

inline void matmul(const MatrixView& A, const MatrixView& B, float* C, std::ptrdiff_t C_row_stride) noexcept {
  for (std::size_t i = 0; i < A.rows; ++i) std::fill_n(C + static_cast<std::ptrdiff_t>(i) * C_row_stride, B.cols, 0.0F);
  alignas(64) Panel packed;
  for (std::size_t j0 = 0; j0 < B.cols; j0 += panel) {
    const std::size_t width = std::min(panel, B.cols - j0);
    for (std::size_t k0 = 0; k0 < A.cols; k0 += block) {
      const std::size_t depth = std::min(block, A.cols - k0);
      pack(B, k0, depth, j0, width, packed);
      for (std::size_t i = 0; i < A.rows; i += tile_rows) {
        const MatrixView rows = A.middle_rows(i, std::min(tile_rows, A.rows - i));
        float* tile = C + static_cast<std::ptrdiff_t>(i) * C_row_stride + j0;
        switch (rows.rows) {
          case 1: add_tile<1>(rows, k0, depth, packed, tile, C_row_stride, width); break;
          case 2: add_tile<2>(rows, k0, depth, packed, tile, C_row_stride, width); break;
          case 3: add_tile<3>(rows, k0, depth, packed, tile, C_row_stride, width); break;
          default: add_tile<4>(rows, k0, depth, packed, tile, C_row_stride, width);
        }
      }
    }
  }
}

}  // namespace xattention::kernels
