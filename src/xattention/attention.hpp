#pragma once
// xattention: softmax(Q Kᵀ / √d) V, every number of it.
//
//   batch_size, num_steps, num_hiddens       sizes of the input X
//   num_heads, num_kv_heads, head_size       heads of Q, heads of K and V, d
//   num_queries, num_kv_pairs                L and S; both num_steps in self-attention
//   X (or queries, keys, values)             (batch_size, num_steps, num_hiddens)
//   W_q W_k W_v W_o, b_q b_k b_v b_o         parameters; projections are (in, out): Q = X W_q
//   Q K V                                    (batch_size, heads, num_steps, head_size)
//   scores                                   Q Kᵀ before anything else
//   scaled                                   scores × scale (1/√head_size), then softcap
//   masked                                   scaled + attention_bias, forbidden positions −∞
//   attention_weights                        softmax of masked over the last axis
//   dropped                                  attention_weights after dropout
//   heads, concat                            attention_weights V per head; heads side by side
//   output                                   concat W_o; without W_o, concat
//
// One stage per header, in this order; this file composes them.

#include <xattention/errors.hpp>
#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/stages/dropout.hpp>
#include <xattention/stages/heads.hpp>
#include <xattention/stages/masked.hpp>
#include <xattention/stages/projection.hpp>
#include <xattention/stages/scores.hpp>
#include <xattention/stages/softmax.hpp>
#include <xattention/stages/weighted_sum.hpp>
#include <xattention/tensor.hpp>
#include <xattention/trace.hpp>

namespace xattention {
namespace core {

/// Everything about a call that can be wrong is found here, from shapes alone, before anything is computed. Borrows the
/// masks of `options`.
struct CheckedOptions {
  CheckedOptions(const AttentionInputs& inputs, const Options& options);

  double scale, softcap;
  ResolvedMask mask;
  std::optional<Dropout> dropout;  // absent where p is 0
};

/// Throws shape_error unless every edited stage has the shape of scores.
void check_replace(const Replace& replace, const Shape& scores, Axes axes);

/// The formula, one stage per line.
inline Trace trace(const AttentionInputs& inputs, const CheckedOptions& checked, const Replace& replace,
                   const Execution& execution) {
  const auto& [Q, K, V, side_by_side] = inputs;
  check_replace(replace, inputs.scores(), Q.axes);

  // An edited stage is copied by name: beside a const one, what is computed would be copied too.
  Trace t;
  t.scores = replace.scores ? Stage(*replace.scores) : scores(Q, K, execution);
  t.scaled = scaled(t.scores->view(), checked.scale, checked.softcap, execution);
  t.masked = replace.masked ? Stage(*replace.masked) : masked(t.scaled->view(), checked.mask, execution);
  t.attention_weights = replace.attention_weights ? Stage(*replace.attention_weights)
                                                  : softmax(t.masked->view(), checked.mask.empty_row(), execution);
  if (checked.dropout) t.dropped = dropout(t.attention_weights->view(), *checked.dropout, execution);
  t.output = weighted_sum((t.dropped ? t.dropped : t.attention_weights)->view(), V, &*t.masked, execution);
  if (!side_by_side) return t;
  t.heads = std::move(t.output);
  t.concat = concat_heads(t.heads->view());
  t.output = t.concat;
  return t;
}

/// The same output without storing any other stage.
Stage attention(const AttentionInputs& inputs, const CheckedOptions& checked, const Execution& execution);

inline Trace trace(const AttentionInputs& inputs, const Options& options, const Replace& replace,
                   const Execution& execution) {
  return trace(inputs, CheckedOptions(inputs, options), replace, execution);
}
inline Stage attention(const AttentionInputs& inputs, const Options& options, const Execution& execution) {
  return attention(inputs, CheckedOptions(inputs, options), execution);
}

}  // namespace core

/// Scaled dot-product attention, every stage kept.
///
///     output = softmax(scale · Q Kᵀ + attention_bias, forbidden positions −∞) V
///
/// Q: (batch_size, num_heads, num_queries, head_size); K: (batch_size, num_kv_heads, num_kv_pairs, head_size);
/// V: (batch_size, num_kv_heads, num_kv_pairs, value size); or all without heads, or without batch. Stages:
/// (batch_size, num_heads, num_queries, num_kv_pairs); output: as Q, with the size of V; rank as Q.
/// `replace` continues from edited stages instead of computing them.
/// Throws shape_error or argument_error, naming the argument, before anything is read.
/// Accuracy: each stage as its own header says; on unit-scale data 1e-6 + 1e-5·|x| end to end.
/// Source: Vaswani et al., Attention Is All You Need (2017), §3.2.1.
template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV>
Trace<rank_of<EQ>> trace(const EQ& Q, const EK& K, const EV& V, const Options& options = {},
                         const Replace<rank_of<EQ>>& replace = {}, const Execution& execution = {}) {
  const auto& Q_ = row_major(Q);
  const auto& K_ = row_major(K);
  const auto& V_ = row_major(V);
  return core::trace({core::lift(Q_), core::lift(K_), core::lift(V_)}, options, core::Replace(replace), execution)
      .template take<rank_of<EQ>>();
}

/// The output of `trace` alone; nothing of the size of scores is stored. Arguments, errors, accuracy and
/// source as `trace`.
template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV>
Tensor<rank_of<EQ>> dot_product_attention(const EQ& Q, const EK& K, const EV& V, const Options& options = {},
                                          const Execution& execution = {}) {
  const auto& Q_ = row_major(Q);
  const auto& K_ = row_major(K);
  const auto& V_ = row_major(V);
  return core::attention({core::lift(Q_), core::lift(K_), core::lift(V_)}, options, execution)
      .template take<rank_of<EQ>>();
}

}  // namespace xattention
