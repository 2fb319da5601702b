#pragma once
// Stage 5: attention_weights = softmax(masked) over the last axis.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/stages/masked.hpp>
#include <xattention/tensor.hpp>

namespace xattention {
namespace core {

/// One row, which may have no allowed key; `softmax` is a kernel.
void softmax_row(const float* masked, float* attention_weights, std::size_t count, EmptyRow empty_row,
                 void (*softmax)(const float*, float*, std::size_t) noexcept) noexcept;

Stage softmax(const TensorView& masked, EmptyRow empty_row, const Execution& execution);

}  // namespace core

/// Turns what is masked into shares of attention; every row adds up to 1, or to 0 where nothing is allowed.
///
///     attention_weights[…, j] = exp(masked[…, j] − max) / Σₖ exp(masked[…, k] − max)
///
/// masked: (…, num_queries, num_kv_pairs), −∞ where forbidden. Rank and shape as masked.
/// A weight at −∞ is exactly 0. A row of nothing but −∞ is 0, or 1/num_kv_pairs with EmptyRow::uniform.
/// A NaN or +∞ makes the other weights of its row, and of no other row, NaN.
/// Accuracy: within 1e-6 + 1e-5·|x| of exact, for any finite values.
/// Source: Goodfellow et al., Deep Learning (2016), §4.1 for the subtraction of the maximum.
template <AttentionTensor E>
Tensor<rank_of<E>> softmax(const E& masked, EmptyRow empty_row = EmptyRow::zero, const Execution& execution = {}) {
  const auto& masked_ = row_major(masked);
  return core::softmax(core::lift(masked_), empty_row, execution).template take<rank_of<E>>();
}

/// Softmax over the keys that a mask allows: `softmax(masked(scores, mask))`, by itself.
///
/// scores: (batch_size, num_heads, num_queries, num_kv_pairs), or without heads, or without batch. Rank and
/// shape as scores. Throws as `masked`, accuracy as `softmax`.
/// Source: Zhang et al., Dive into Deep Learning, §11.3 (whose valid length 0 is EmptyRow::uniform).
template <AttentionTensor E>
Tensor<rank_of<E>> masked_softmax(const E& scores, const Mask& mask, const Execution& execution = {}) {
  return softmax(masked(scores, mask, execution), mask.empty_row, execution);
}

}  // namespace xattention
