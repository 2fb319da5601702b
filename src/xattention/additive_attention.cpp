#include <kernels/table.hpp>
#include <xattention/additive_attention.hpp>
#include <xattention/attention.hpp>
#include <xattention/errors.hpp>

namespace xattention::core {
namespace {

void check_inputs(const TensorView& queries, const TensorView& keys, const TensorView& values,
                  const AdditiveParameters& parameters) {
  const auto& [W_q, W_k, w_v] = parameters;
  check_batch_and_heads(queries, "keys", keys);
  check_batch_and_heads(queries, "values", values);
  if (values.num_heads() != keys.num_heads() || values.num_steps() != keys.num_steps())
    throw shape_error("values", "the heads and num_kv_pairs of keys " + to_string(keys.visible_shape()),
                      "shape " + to_string(values.visible_shape()));
  const auto check = [](const char* name, auto&& shape, std::vector<std::size_t> expected) {
    if (!std::equal(shape.begin(), shape.end(), expected.begin(), expected.end()))
      throw shape_error(name, "shape " + to_string(expected), "shape " + to_string(shape));
  };
  check("W_q", W_q.shape(), {queries.size(), W_q.shape()[1]});
  check("W_k", W_k.shape(), {keys.size(), W_q.shape()[1]});
  check("w_v", w_v.shape(), {W_q.shape()[1]});
}

Stage additive_scores(const Stage& queries, const Stage& keys, const Tensor<1>& w_v, const Variant& variant) {
  const TensorView Q = queries.view(), K = keys.view();
  Stage scores({Q.batch_size(), Q.num_heads(), Q.num_steps(), K.num_steps()}, Q.axes);
  const MutableTensorView result = scores.view();
  for (std::size_t batch = 0; batch < Q.batch_size(); ++batch)
    for (std::size_t head = 0; head < Q.num_heads(); ++head)
      for (std::size_t i = 0; i < Q.num_steps(); ++i)
        variant.kernels->additive_scores(Q.row(batch, head, i), K.matrix(batch, kv_head(Q, K, head)), w_v.data(),
                                         result.row(batch, head, i));
  return scores;
}

}  // namespace

Trace additive_attention(const TensorView& queries, const TensorView& keys, const TensorView& values,
                         const AdditiveParameters& parameters, const Mask& mask, const std::optional<Dropout>& dropout,
                         const Variant& variant) {
  check_inputs(queries, keys, values, parameters);
  if (dropout) check_dropout(*dropout);
  const ResolvedMask resolved(mask, {queries.batch_size(), queries.num_heads(), queries.num_steps(), keys.num_steps()},
                              queries.axes);
  Trace t;
  t.scores = additive_scores(projection(queries, parameters.W_q, {}, variant, "queries"),
                             projection(keys, parameters.W_k, {}, variant, "keys"), parameters.w_v, variant);
  t.masked = masked(t.scores->view(), resolved);
  t.attention_weights = softmax(t.masked->view(), resolved.empty_row(), variant);
  if (dropout && dropout->p > 0) t.dropped = core::dropout(t.attention_weights->view(), *dropout);
  t.output = weighted_sum((t.dropped ? t.dropped : t.attention_weights)->view(), values, &*t.masked, variant);
  return t;
}

}  // namespace xattention::core
