#include <kernels/table.hpp>

#include <xattention/attention.hpp>

#include <algorithm>
#include <vector>

namespace xattention::core {
namespace {

const AttentionInputs& checked(const AttentionInputs& inputs) {
  check_queries_and_keys(inputs.Q, inputs.K);
  check_keys_and_values(inputs.K, inputs.V);
  return inputs;
}

void check_edited(const char* name, const std::optional<Stage>& stage, const Shape& scores, Axes axes) {
  if (!stage) return;
  if (stage->axes() != axes || stage->shape() != scores)
    throw shape_error(name, "shape " + to_string(axes.lower(scores)) + " as scores",
                      "shape " + to_string(stage->visible_shape()));
}

// Multiply-adds of both products, and an exponential for each score, which takes as long as 16 of them.
double attention_work(const kernels::AttentionTask& task) {
  const auto scores = static_cast<double>(task.Q.batch_size() * task.Q.num_heads()) *
                      static_cast<double>(task.Q.num_steps()) * static_cast<double>(task.K.num_steps());
  return scores * static_cast<double>(task.Q.size() + task.V.size() + 16);
}

// As many as there are, unless there are too few heads to keep every worker busy: each part packs K and V anew. Whole
// tiles of queries, as the kernel visits them.
std::size_t queries_of_part(std::size_t num_queries, std::size_t heads, std::size_t workers, std::size_t query_tile) {
  constexpr std::size_t parts_each = 4;
  const auto up = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
  const std::size_t parts = workers < 2 ? 1 : up(workers * parts_each, heads);
  return std::min(num_queries, up(up(num_queries, parts), query_tile) * query_tile);
}

void attention_into(const MutableTensorView& output, const AttentionInputs& inputs, const CheckedOptions& options,
                    const Execution& execution) {
  const auto& [Q, K, V, side_by_side] = inputs;
  const kernels::AttentionTask task{
      Q, K, V, output, options.scale, options.softcap, options.mask, options.dropout ? &*options.dropout : nullptr};
  const std::size_t heads = K.batch_size() * K.num_heads(), num_queries = Q.num_steps();
  if (heads == 0 || num_queries == 0) return;
  const double work = attention_work(task);
  const std::size_t size = queries_of_part(num_queries, heads, execution.threads().workers(heads * num_queries, work),
                                           execution.kernels->sizes.query_tile);
  const std::size_t parts = (num_queries + size - 1) / size, workers = execution.threads().workers(heads * parts, work);
  std::vector<kernels::Buffer> scratch;
  for (std::size_t worker = 0; worker < workers; ++worker)
    scratch.emplace_back(execution.kernels->attention_scratch(task, size));
  execution.threads().share(heads * parts, workers, [&](std::size_t unit, std::size_t worker) noexcept {
    // The last queries first: in causal order they are the most work, and what is long should not come last.
    const std::size_t head = unit % heads, query = (parts - 1 - unit / heads) * size;
    execution.kernels->attention(
        task, {head / K.num_heads(), head % K.num_heads(), query, std::min(size, num_queries - query)},
        scratch[worker].data());
  });
}

}  // namespace

CheckedOptions::CheckedOptions(const AttentionInputs& inputs, const Options& options)
    : scale(scale_of(options, checked(inputs).Q.size())),
      softcap(options.softcap),
      mask(options.mask, inputs.scores(), inputs.Q.axes) {
  if (!options.dropout) return;
  check_dropout(*options.dropout);
  if (options.dropout->p > 0) dropout = options.dropout;
}

void check_replace(const Replace& replace, const Shape& scores, Axes axes) {
  check_edited("replace.scores", replace.scores, scores, axes);
  check_edited("replace.masked", replace.masked, scores, axes);
  check_edited("replace.attention_weights", replace.attention_weights, scores, axes);
}

Stage attention(const AttentionInputs& inputs, const CheckedOptions& checked, const Execution& execution) {
  const auto& [Q, K, V, side_by_side] = inputs;
  if (!side_by_side) {
    Stage output({Q.batch_size(), Q.num_heads(), Q.num_steps(), V.size()}, Q.axes);
    attention_into(output.view(), inputs, checked, execution);
    return output;
  }
  Stage concat({Q.batch_size(), 1, Q.num_steps(), Q.num_heads() * V.size()}, {.batch = Q.axes.batch, .heads = false});
  attention_into(concat.view().split_heads(Q.num_heads()), inputs, checked, execution);
  return concat;
}

}  // namespace xattention::core
