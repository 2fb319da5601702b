#pragma once
// Stage 6, only where asked for: dropped = dropout(attention_weights).

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/tensor.hpp>

namespace xattention {
namespace core {

/// Throws argument_error where p is not 0 … 1.
void check_dropout(const Dropout& dropout);

/// `count` values whose first has flat index `index`. May be done in place.
void dropout_row(const float* attention_weights, float* dropped, std::size_t count, std::uint64_t index,
                 const Dropout& dropout) noexcept;

Stage dropout(const TensorView& attention_weights, const Dropout& dropout, const Execution& execution);

}  // namespace core

/// Sets each weight to 0 with probability p and multiplies the others by 1/(1 − p).
///
///     dropped[i] = attention_weights[i] / (1 − p) where uniform(seed, i) ≥ p, else 0; i the flat index
///
/// Rank and shape as attention_weights. Throws argument_error where p is not 0 … 1.
/// Accuracy: one rounding. The same elements on every platform, variant and thread count.
/// Source: Srivastava et al., Dropout (2014), §10 (scaling while training); Vaswani et al. (2017), §5.4.
template <AttentionTensor E>
Tensor<rank_of<E>> dropout(const E& attention_weights, const Dropout& dropout, const Execution& execution = {}) {
  core::check_dropout(dropout);
  const auto& attention_weights_ = row_major(attention_weights);
  return core::dropout(core::lift(attention_weights_), dropout, execution).template take<rank_of<E>>();
}

}  // namespace xattention
