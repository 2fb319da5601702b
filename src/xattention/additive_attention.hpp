#pragma once
// Additive attention: the scores of a one-layer perceptron instead of a dot product.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/tensor.hpp>
#include <xattention/trace.hpp>

namespace xattention {

/// W_q: (query size, num_hiddens); W_k: (key size, num_hiddens); w_v: (num_hiddens).
struct AdditiveParameters {
  Tensor<2> W_q, W_k;
  Tensor<1> w_v;
};

namespace core {

Trace additive_attention(const TensorView& queries, const TensorView& keys, const TensorView& values,
                         const AdditiveParameters& parameters, const Mask& mask, const std::optional<Dropout>& dropout,
                         const Execution& execution);

}  // namespace core

/// Attention whose queries and keys may have different sizes.
///
///     scores[b, i, j] = w_vᵀ tanh(W_qᵀ queries[b, i] + W_kᵀ keys[b, j]), then masked, softmax, dropout, · values
///
/// queries: (batch_size, num_queries, query size); keys: (batch_size, num_kv_pairs, key size); values:
/// (batch_size, num_kv_pairs, value size); or with heads, or without batch. No scale: `scaled` is absent.
/// Throws shape_error or argument_error, naming the argument, before anything is read.
/// Accuracy: scores within 1e-6 + 4·√num_hiddens·2⁻²⁴·Σ|w_v| of exact on their projections.
/// Source: Bahdanau et al., Neural Machine Translation by Jointly Learning to Align and Translate (2014), §A.1.2.
template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV>
Trace<rank_of<EQ>> additive_attention(const EQ& queries, const EK& keys, const EV& values,
                                      const AdditiveParameters& parameters, const Mask& mask = {},
                                      const std::optional<Dropout>& dropout = {}, const Execution& execution = {}) {
  const auto& queries_ = row_major(queries);
  const auto& keys_ = row_major(keys);
  const auto& values_ = row_major(values);
  return core::additive_attention(core::lift(queries_), core::lift(keys_), core::lift(values_), parameters, mask,
                                  dropout, execution)
      .template take<rank_of<EQ>>();
}

}  // namespace xattention
