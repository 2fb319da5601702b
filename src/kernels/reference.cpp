// The readable reference: each kernel as its formula, in float64, rounded once. Every other variant
// is checked against it.

#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace xattention::kernels {
namespace {

void matmul(const MatrixView& A, const MatrixView& B, float* C, std::ptrdiff_t C_row_stride) noexcept {
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < B.cols; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < A.cols; ++k) sum += static_cast<double>(A(i, k)) * static_cast<double>(B(k, j));
      C[static_cast<std::ptrdiff_t>(i) * C_row_stride + static_cast<std::ptrdiff_t>(j)] = static_cast<float>(sum);
    }
}

void scale(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept {
  for (std::size_t j = 0; j < count; ++j) {
    const double product = scale * static_cast<double>(scores[j]);
    scaled[j] = static_cast<float>(softcap > 0 ? softcap * std::tanh(product / softcap) : product);
  }
}

void softmax(const float* masked, float* attention_weights, std::size_t count) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double maximum = -infinity;
  for (std::size_t j = 0; j < count; ++j) {
    const double x = masked[j];
    if (std::isnan(x)) maximum = x;  // stays: no comparison with NaN holds
    if (x > maximum) maximum = x;
  }
  double sum = 0;  // NaN where the maximum is NaN or +∞, as ∞ − ∞ is
  for (std::size_t j = 0; j < count; ++j) sum += std::exp(masked[j] == -infinity ? -infinity : masked[j] - maximum);
  for (std::size_t j = 0; j < count; ++j)
    attention_weights[j] =
        masked[j] == -infinity ? 0.0F : static_cast<float>(std::exp(masked[j] - maximum) / sum);
}

void additive_scores(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept {
  for (std::size_t j = 0; j < keys.rows; ++j) {
    double sum = 0;
    for (std::size_t h = 0; h < keys.cols; ++h)
      sum += static_cast<double>(w_v[h]) * std::tanh(static_cast<double>(query[h]) + static_cast<double>(keys(j, h)));
    scores[j] = static_cast<float>(sum);
  }
}

}  // namespace

const Table reference = {matmul, scale, softmax, additive_scores};

}  // namespace xattention::kernels
