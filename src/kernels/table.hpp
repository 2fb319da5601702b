#pragma once
// What a kernel variant must provide. Kernels are unchecked and noexcept; they see spans and strides.

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "xattention needs NaN and infinity: compile it without -ffast-math, -Ofast and -ffinite-math-only"
#endif

#include <xattention/tensor.hpp>

#include <cstddef>

namespace xattention::kernels {

using core::MatrixView;

struct Table {
  /// C[i, j] = Σₖ A[i, k] B[k, j] for a C of rows `C_row_stride` floats apart. A and B may overlap each
  /// other, not C. Within 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| of exact; row i of C depends on row i of A alone.
  void (*matmul)(const MatrixView& A, const MatrixView& B, float* C, std::ptrdiff_t C_row_stride) noexcept;

  /// scaled[j] = scale·scores[j], or softcap·tanh(scale·scores[j] / softcap) where softcap > 0.
  void (*scale)(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept;

  /// Softmax of one row that is not all −∞: weights exactly 0 where masked is −∞; a NaN or +∞ makes
  /// every other weight NaN. Within 1e-6 + 1e-5·|x| of exact.
  void (*softmax)(const float* masked, float* attention_weights, std::size_t count) noexcept;

  /// scores[j] = Σₕ w_v[h] tanh(query[h] + keys[j, h]); rows of keys contiguous.
  void (*additive_scores)(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept;
};

}  // namespace xattention::kernels
