#pragma once
// B of a product A·B, rearranged so that the tile kernel reads it in one stream.
//
// A panel is `panel` columns wide (two vectors) and holds `depth` rows of B one after the other:
//     panel[k · panel + j] = B[k, j],  zeros where B has no column j.

#include "vector.hpp"

#include <xattention/tensor.hpp>

namespace xattention::kernels {

using core::MatrixView;

template <class Arch>
inline constexpr std::size_t panel = 2 * lanes<Arch>;

/// Columns rounded up to whole panels.
template <class Arch>
constexpr std::size_t padded(std::size_t columns) {
  return (columns + panel<Arch> - 1) / panel<Arch> * panel<Arch>;
}

/// A panel of contiguous columns, as those of Kᵀ are: squares of lanes × lanes are transposed in registers.
template <class Arch>
inline void pack_panel_of_columns(const float* first, std::ptrdiff_t col_stride, std::size_t depth,
                                  float* packed) noexcept {
  constexpr std::size_t side = lanes<Arch>;
  for (std::size_t half = 0; half < panel<Arch>;
       half += side, first += static_cast<std::ptrdiff_t>(side) * col_stride) {
    std::size_t k = 0;
    for (; k + side <= depth; k += side) {
      std::array<Batch<Arch>, side> square;
      for (std::size_t j = 0; j < side; ++j)
        square[j] = Batch<Arch>::load_unaligned(first + static_cast<std::ptrdiff_t>(j) * col_stride + k);
      xsimd::transpose(square.data(), square.data() + side);
      for (std::size_t i = 0; i < side; ++i) square[i].store_unaligned(packed + (k + i) * panel<Arch> + half);
    }
    for (; k < depth; ++k)
      for (std::size_t j = 0; j < side; ++j)
        packed[k * panel<Arch> + half + j] = first[static_cast<std::ptrdiff_t>(j) * col_stride + k];
  }
}

/// The panel of columns j0 … j0 + width of B.
template <class Arch>
inline void pack_panel(const MatrixView& B, std::size_t j0, std::size_t width, float* packed) noexcept {
  const float* first = B.data + static_cast<std::ptrdiff_t>(j0) * B.col_stride;
  if (B.col_stride == 1 && width == panel<Arch>) {
    for (std::size_t k = 0; k < B.rows; ++k, first += B.row_stride, packed += panel<Arch>) {
      Batch<Arch>::load_unaligned(first).store_unaligned(packed);
      Batch<Arch>::load_unaligned(first + lanes<Arch>).store_unaligned(packed + lanes<Arch>);
    }
    return;
  }
  if (B.row_stride == 1 && width == panel<Arch>) {
    pack_panel_of_columns<Arch>(first, B.col_stride, B.rows, packed);
    return;
  }
  if (width < panel<Arch>) std::fill_n(packed, B.rows * panel<Arch>, 0.0F);
  // Column by column: for a transposed B, as K is, the reads are then contiguous.
  for (std::size_t j = 0; j < width; ++j, first += B.col_stride) {
    const float* from = first;
    float* to = packed + j;
    for (std::size_t k = 0; k < B.rows; ++k, from += B.row_stride, to += panel<Arch>) *to = *from;
  }
}

/// Every panel of B: B.rows · padded(B.cols) floats.
template <class Arch>
inline void pack_panels(const MatrixView& B, float* packed) noexcept {
  for (std::size_t j = 0; j < B.cols; j += panel<Arch>, packed += B.rows * panel<Arch>)
    pack_panel<Arch>(B, j, std::min(panel<Arch>, B.cols - j), packed);
}

}  // namespace xattention::kernels
