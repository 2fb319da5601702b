#pragma once
// Stages 2 and 3: scores = Q Kᵀ, scaled = scores × scale, then softcap.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/tensor.hpp>

namespace xattention {
namespace core {

/// Throws shape_error, naming `name`, unless K has the rank and batch of Q and heads that Q's can share.
void check_batch_and_heads(const TensorView& Q, const char* name, const TensorView& K);

/// Throws shape_error unless Q and K can be multiplied: heads as above, same head size of at least 1.
void check_queries_and_keys(const TensorView& Q, const TensorView& K);

/// The head of K and V that a head of Q uses: ⌊head·num_kv_heads/num_heads⌋.
std::size_t kv_head(const TensorView& Q, const TensorView& K, std::size_t head);

Stage scores(const TensorView& Q, const TensorView& K, const Execution& execution);

/// The factor of `scaled`: what the options say, or 1/√head_size. Throws argument_error where scale or
/// softcap is not finite in float32, or softcap negative.
double scale_of(const Options& options, std::size_t head_size);

Stage scaled(const TensorView& scores, double scale, double softcap, const Execution& execution);

}  // namespace core

/// How well each query matches each key.
///
///     scores[b, h, i, j] = Σₑ Q[b, h, i, e] K[b, ⌊h·num_kv_heads/num_heads⌋, j, e]
///
/// Q: (batch_size, num_heads, num_queries, head_size); K: (batch_size, num_kv_heads, num_kv_pairs,
/// head_size); or both without heads, or without batch. Returns (batch_size, num_heads, num_queries,
/// num_kv_pairs), rank as Q.
/// Throws shape_error where ranks, batch sizes or head sizes differ, the head size is 0, or num_heads is
/// no multiple of num_kv_heads.
/// Accuracy: within 1e-6 + 4·√head_size·2⁻²⁴·Σ|qₑkₑ| of exact.
/// Source: Vaswani et al. (2017), §3.2.1; grouped heads: Ainslie et al., GQA (2023).
template <AttentionTensor EQ, AttentionTensor EK>
Tensor<rank_of<EQ>> scores(const EQ& Q, const EK& K, const Execution& execution = {}) {
  const auto& Q_ = row_major(Q);
  const auto& K_ = row_major(K);
  return core::scores(core::lift(Q_), core::lift(K_), execution).template take<rank_of<EQ>>();
}

/// Keeps the size of scores independent of head_size, so that softmax does not saturate.
///
///     scaled = scale · scores, or softcap · tanh(scale · scores / softcap) where softcap > 0
///
/// The default scale of attention is 1/√head_size. Rank and shape as scores.
/// Throws argument_error where scale or softcap is not finite in float32, or softcap negative.
/// Accuracy: within 2⁻²²·|scaled| of exact.
/// Source: Vaswani et al. (2017), §3.2.1; softcap: Gemma Team, Gemma 2 (2024), §2.
template <AttentionTensor E>
Tensor<rank_of<E>> scaled(const E& scores, double scale, double softcap = 0, const Execution& execution = {}) {
  const auto& scores_ = row_major(scores);
  const Options options{.scale = scale, .softcap = softcap};
  return core::scaled(core::lift(scores_), core::scale_of(options, 1), softcap, execution).template take<rank_of<E>>();
}

}  // namespace xattention
