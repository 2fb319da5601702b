#include <kernels/table.hpp>

#include <xattention/attention.hpp>

namespace xattention::core {
namespace {

const TensorView& checked(const TensorView& Q, const TensorView& K, const TensorView& V) {
  check_queries_and_keys(Q, K);
  check_keys_and_values(K, V);
  return Q;
}

void check_edited(const char* name, const std::optional<Stage>& stage, const Shape& scores, Axes axes) {
  if (!stage) return;
  if (stage->axes() != axes || stage->shape() != scores)
    throw shape_error(name, "shape " + to_string(axes.lower(scores)) + " as scores",
                      "shape " + to_string(stage->visible_shape()));
}

void attention_into(const MutableTensorView& output, const TensorView& Q, const TensorView& K, const TensorView& V,
                    const CheckedOptions& options, const Variant& variant) {
  const kernels::AttentionTask task{
      Q, K, V, output, options.scale, options.softcap, options.mask, options.dropout ? &*options.dropout : nullptr};
  const kernels::Buffer scratch(variant.kernels->attention_scratch(task, Q.num_steps()));
  for (std::size_t batch = 0; batch < K.batch_size(); ++batch)
    for (std::size_t kv_head = 0; kv_head < K.num_heads(); ++kv_head)
      variant.kernels->attention(task, {batch, kv_head, 0, Q.num_steps()}, scratch.data());
}

}  // namespace

CheckedOptions::CheckedOptions(const TensorView& Q, const TensorView& K, const TensorView& V, const Options& options)
    : scale(scale_of(options, checked(Q, K, V).size())),
      softcap(options.softcap),
      mask(options.mask, {Q.batch_size(), Q.num_heads(), Q.num_steps(), K.num_steps()}, Q.axes) {
  if (!options.dropout) return;
  check_dropout(*options.dropout);
  if (options.dropout->p > 0) dropout = options.dropout;
}

void check_replace(const Replace& replace, const Shape& scores, Axes axes) {
  check_edited("replace.scores", replace.scores, scores, axes);
  check_edited("replace.masked", replace.masked, scores, axes);
  check_edited("replace.attention_weights", replace.attention_weights, scores, axes);
}

Stage attention(const TensorView& Q, const TensorView& K, const TensorView& V, const Options& options,
                const Variant& variant) {
  const CheckedOptions checked(Q, K, V, options);
  Stage output({Q.batch_size(), Q.num_heads(), Q.num_steps(), V.size()}, Q.axes);
  attention_into(output.view(), Q, K, V, checked, variant);
  return output;
}

Stage attention(const TensorView& Q, const TensorView& K, const TensorView& V, const Heads& heads,
                const Options& options, const Variant& variant) {
  const SplitInputs split(Q, K, V, heads);
  const CheckedOptions checked(split.Q, split.K, split.V, options);
  Stage concat({Q.batch_size(), 1, Q.num_steps(), heads.num_heads * split.V.size()}, Q.axes);
  attention_into(concat.view().split_heads(heads.num_heads), split.Q, split.K, split.V, checked, variant);
  return concat;
}

Trace trace(const TensorView& Q, const TensorView& K, const TensorView& V, const Heads& heads, const Options& options,
            const Replace& replace, const Variant& variant) {
  const SplitInputs split(Q, K, V, heads);
  Trace t = trace(split.Q, split.K, split.V, options, replace, variant);
  t.heads = std::move(t.output);
  t.concat = concat_heads(t.heads->view());
  t.output = t.concat;
  return t;
}

}  // namespace xattention::core
