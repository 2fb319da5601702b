#pragma once
// Each stage in float64 from its own float32 inputs, with its accuracy: what a stage must give.

#include <support/compare.hpp>
#include <xattention/options.hpp>
#include <xattention/tensor.hpp>

#include <cmath>
#include <limits>

namespace xattention::test {

/// Adds A·B, row by row, within 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ|. Rounding errors of a sum of k terms grow as √k; the
/// 4 covers an unlucky draw and the rounding of each product, the 1e-6 denormals and what follows the sum.
/// A position where skip(i, k) holds is not read.
template <class Skip>
void add_products(Expected& expected, const core::MatrixView& A, const core::MatrixView& B, Skip&& skip) {
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < B.cols; ++j) {
      double sum = 0, magnitude = 0;
      for (std::size_t k = 0; k < A.cols; ++k) {
        if (skip(i, k)) continue;
        const double term = static_cast<double>(A(i, k)) * static_cast<double>(B(k, j));
        sum += term;
        magnitude += std::abs(term);
      }
      expected.add(sum, 1e-6 + 4 * std::sqrt(static_cast<double>(A.cols)) * rounding * magnitude);
    }
}

inline void add_products(Expected& expected, const core::MatrixView& A, const core::MatrixView& B) {
  add_products(expected, A, B, [](std::size_t, std::size_t) { return false; });
}

/// Adds the softmax of one row: exactly 0 at −∞; nothing but −∞ is an empty row.
inline void add_softmax(Expected& expected, std::span<const float> masked, EmptyRow empty_row = EmptyRow::zero) {
  double maximum = -std::numeric_limits<double>::infinity();
  for (const double x : masked) maximum = std::isnan(x) || x > maximum ? x : maximum;
  double sum = 0;
  for (const double x : masked)
    if (!std::isinf(x) || x > 0) sum += std::exp(x - maximum);
  const bool empty = maximum == -std::numeric_limits<double>::infinity();
  for (const double x : masked) {
    const double weight = empty_row == EmptyRow::uniform ? 1.0 / static_cast<double>(masked.size()) : 0.0;
    if (empty)
      expected.add(weight, near(weight) * (weight != 0));
    else if (std::isinf(x) && x < 0)
      expected.add(0, 0);
    else
      expected.add(std::exp(x - maximum) / sum, near(std::exp(x - maximum) / sum));
  }
}

/// scores = Q Kᵀ of every batch and head.
inline Expected exact_scores(const core::TensorView& Q, const core::TensorView& K) {
  Expected expected;
  for (std::size_t b = 0; b < Q.batch_size(); ++b)
    for (std::size_t h = 0; h < Q.num_heads(); ++h)
      add_products(expected, Q.matrix(b, h), K.matrix(b, h * K.num_heads() / Q.num_heads()).transposed());
  return expected;
}

/// X W + b, whose sum is one term longer where there is a b.
inline Expected exact_projection(const core::TensorView& X, const Tensor<2>& W, const Tensor<1>* b = nullptr) {
  Expected expected;
  for (std::size_t batch = 0; batch < X.batch_size(); ++batch)
    for (std::size_t h = 0; h < X.num_heads(); ++h) add_products(expected, X.matrix(batch, h), core::matrix(W));
  for (std::size_t i = 0; b != nullptr && i < expected.values.size(); ++i) {
    expected.values[i] += (*b)[i % b->size()];
    expected.tolerances[i] += rounding * std::abs(expected.values[i]);
  }
  return expected;
}

/// attention_weights over the last axis of masked.
inline Expected exact_softmax(const core::TensorView& masked, EmptyRow empty_row) {
  Expected expected;
  for (std::size_t b = 0; b < masked.batch_size(); ++b)
    for (std::size_t h = 0; h < masked.num_heads(); ++h)
      for (std::size_t i = 0; i < masked.num_steps(); ++i)
        add_softmax(expected, {masked.row(b, h, i), masked.size()}, empty_row);
  return expected;
}

/// attention_weights V. What is forbidden in `masked` and has weight 0 is not read.
inline Expected exact_weighted_sum(const core::TensorView& weights, const core::TensorView& V,
                                   const core::TensorView& masked) {
  Expected expected;
  for (std::size_t b = 0; b < V.batch_size(); ++b)
    for (std::size_t h = 0; h < weights.num_heads(); ++h) {
      const core::MatrixView w = weights.matrix(b, h), m = masked.matrix(b, h);
      add_products(expected, w, V.matrix(b, h * V.num_heads() / weights.num_heads()),
                   [&](std::size_t i, std::size_t j) { return w(i, j) == 0 && std::isinf(m(i, j)) && m(i, j) < 0; });
    }
  return expected;
}

}  // namespace xattention::test
