#include <kernels/share.hpp>
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
  const auto check_size = [](const char* name, const TensorView& tensor) {
    if (tensor.size() == 0) throw shape_error(name, "size of at least 1", "shape " + to_string(tensor.visible_shape()));
  };
  check_size("queries", queries);
  check_size("keys", keys);
  check_size("values", values);
  if (w_v.size() == 0) throw shape_error("w_v", "num_hiddens of at least 1", "shape " + to_string(w_v.shape()));
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

Stage additive_scores(const Stage& queries, const Stage& keys, const Tensor<1>& w_v, const Execution& execution) {
  const TensorView Q = queries.view(), K = keys.view();
  Stage scores({Q.batch_size(), Q.num_heads(), Q.num_steps(), K.num_steps()}, Q.axes);
  const MutableTensorView result = scores.view();
  const double work = 16 * static_cast<double>(K.num_steps()) * static_cast<double>(K.size());
  kernels::share_rows(execution, Q.count_rows(), work, 1, [&](std::size_t first, std::size_t count) {
    for (std::size_t row = first; row < first + count; ++row) {
      const auto [batch, head, i] = Q.place_of_row(row);
      execution.kernels->additive_scores(Q.row(batch, head, i), K.matrix(batch, kv_head(Q, K, head)), w_v.data(),
                                         result.row(batch, head, i));
    }
  });
  return scores;
}

}  // namespace

Trace additive_attention(const TensorView& queries, const TensorView& keys, const TensorView& values,
                         const AdditiveParameters& parameters, const Mask& mask, const std::optional<Dropout>& dropout,
                         const Execution& execution) {
  check_inputs(queries, keys, values, parameters);
  if (dropout) check_dropout(*dropout);
  const ResolvedMask resolved(mask, {queries.batch_size(), queries.num_heads(), queries.num_steps(), keys.num_steps()},
                              queries.axes);
  Trace t;
  t.scores = additive_scores(projection(queries, parameters.W_q, {}, execution, "queries"),
                             projection(keys, parameters.W_k, {}, execution, "keys"), parameters.w_v, execution);
  t.masked = masked(t.scores->view(), resolved, execution);
  t.attention_weights = softmax(t.masked->view(), resolved.empty_row(), execution);
  if (dropout && dropout->p > 0) t.dropped = core::dropout(t.attention_weights->view(), *dropout, execution);
  t.output = weighted_sum((t.dropped ? t.dropped : t.attention_weights)->view(), values, &*t.masked, execution);
  return t;
}

}  // namespace xattention::core
