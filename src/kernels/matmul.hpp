#pragma once
// Matrix product: B packed once, then C a tile at a time.

#include "table.hpp"
#include "tile.hpp"

namespace xattention::kernels {

/// Sums run over at most this many terms in float32 before they are added to C, which keeps the error of long
/// sums near that of short ones, and a panel of B in the first-level cache.
inline constexpr std::size_t matmul_depth = 256;

/// One block of rows of B after the other, each as panels.
template <class Arch>
Packed pack(const MatrixView& B) {
  Packed packed(B.rows, B.cols, B.rows * padded<Arch>(B.cols));
  float* out = packed.data();
  for (std::size_t k = 0; k < B.rows; k += matmul_depth) {
    const MatrixView rows = B.middle_rows(k, std::min(matmul_depth, B.rows - k));
    pack_panels<Arch>(rows, out);
    out += rows.rows * padded<Arch>(B.cols);
  }
  return packed;
}

/// Rows of A that are visited for one panel of B before the next, 200 KB for each 256 numbers of a row: they stay in
/// the second-level cache, and B, where it is too large for that, is fetched once for all of them.
template <class Arch>
inline constexpr std::size_t matmul_rows = 200 / tile_rows<Arch> * tile_rows<Arch>;

/// Some rows of one panel of C, from one block of rows of B.
template <class Arch, class Finish>
void multiply_panel(TileRows A, std::size_t rows, const float* packed, std::size_t depth, float* C,
                    std::ptrdiff_t C_stride, std::size_t width) noexcept {
  for (std::size_t i = 0, count; i < rows; i += count) {
    count = next_rows<Arch>(rows - i);
    const auto row = static_cast<std::ptrdiff_t>(i);
    tile<Arch, Finish>(count, {A.data + row * A.stride, A.stride}, packed, depth, C + row * C_stride, C_stride, width);
  }
}

template <class Arch>
void multiply(const MatrixView& A, const Packed& B, float* C, std::ptrdiff_t C_stride) noexcept {
  if (B.rows() == 0)
    for (std::size_t i = 0; i < A.rows; ++i) std::fill_n(C + static_cast<std::ptrdiff_t>(i) * C_stride, B.cols(), 0.0F);
  for (std::size_t i = 0; i < A.rows; i += matmul_rows<Arch>) {
    const std::size_t rows = std::min(matmul_rows<Arch>, A.rows - i);
    const auto row = static_cast<std::ptrdiff_t>(i);
    for (std::size_t j = 0; j < B.cols(); j += panel<Arch>) {
      const std::size_t width = std::min(panel<Arch>, B.cols() - j);
      float* to = C + row * C_stride + j;
      for (std::size_t k = 0; k < B.rows(); k += matmul_depth) {
        const std::size_t depth = std::min(matmul_depth, B.rows() - k);
        const TileRows from{A.data + row * A.row_stride + k, A.row_stride};
        const float* packed = B.data() + k * padded<Arch>(B.cols()) + j * depth;
        if (k == 0)
          multiply_panel<Arch, Store>(from, rows, packed, depth, to, C_stride, width);
        else
          multiply_panel<Arch, Add>(from, rows, packed, depth, to, C_stride, width);
      }
    }
  }
}

}  // namespace xattention::kernels
