#pragma once
// y += x A for one row x: what a recurrent network does at every step, and all it can do before the next one.

#include <kernels/vector.hpp>
#include <xattention/tensor.hpp>

namespace xattention::lesson {

/// Columns j … j + Vectors · lanes of y += x A. The sums stay in registers while x goes by once.
template <std::size_t Vectors, class Arch>
inline void add_columns(const float* x, const core::MatrixView& A, float* y, std::size_t j) noexcept {
  constexpr std::size_t lanes = kernels::lanes<Arch>;
  std::array<kernels::Batch<Arch>, Vectors> sum;
  for (std::size_t v = 0; v < Vectors; ++v) sum[v] = kernels::Batch<Arch>::load_unaligned(y + j + v * lanes);
  for (std::size_t k = 0; k < A.rows; ++k) {
    const kernels::Batch<Arch> x_k(x[k]);
    const float* row = A.data + static_cast<std::ptrdiff_t>(k) * A.row_stride + j;
    for (std::size_t v = 0; v < Vectors; ++v)
      sum[v] = kernels::madd<Arch>(x_k, kernels::Batch<Arch>::load_unaligned(row + v * lanes), sum[v]);
  }
  for (std::size_t v = 0; v < Vectors; ++v) sum[v].store_unaligned(y + j + v * lanes);
}

/// y[j] += Σₖ x[k] A[k, j] for an A with contiguous rows. The core's product keeps two sums for each row of its left
/// factor, which is right for many rows; with one row each addition would wait for the one before, so here are eight.
template <class Arch>
inline void add_vector_matrix(const float* x, const core::MatrixView& A, float* y) noexcept {
  constexpr std::size_t lanes = kernels::lanes<Arch>;
  std::size_t j = 0;
  for (; j + 8 * lanes <= A.cols; j += 8 * lanes) add_columns<8, Arch>(x, A, y, j);
  for (; j + lanes <= A.cols; j += lanes) add_columns<1, Arch>(x, A, y, j);
  for (; j < A.cols; ++j)
    for (std::size_t k = 0; k < A.rows; ++k) y[j] += x[k] * A(k, j);
}

}  // namespace xattention::lesson
