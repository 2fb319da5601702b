#include <kernels/table.hpp>
#include <xattention/attention.hpp>
#include <xattention/errors.hpp>
#include <xattention/layers/layer.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace xattention::core {
namespace {

void expect_positive(const char* name, std::size_t size) {
  if (size == 0) throw argument_error(name, "at least 1", "0");
}

template <std::size_t N>
void expect_shape(const char* name, const Tensor<N>& parameter, const std::array<std::size_t, N>& expected) {
  if (!std::equal(expected.begin(), expected.end(), parameter.shape().begin()))
    throw shape_error(name, "shape " + to_string(expected), "shape " + to_string(parameter.shape()));
}

template <std::size_t N>
void expect_shape(const char* name, const std::optional<Tensor<N>>& parameter,
                  const std::array<std::size_t, N>& expected) {
  if (parameter) expect_shape(name, *parameter, expected);
}

}  // namespace

LayerSizes LayerSizes::single_head(std::size_t num_hiddens) {
  expect_positive("num_hiddens", num_hiddens);
  return {num_hiddens, num_hiddens, num_hiddens, num_hiddens, std::nullopt};
}

LayerSizes LayerSizes::multi_head(const MultiHeadSizes& sizes) {
  expect_positive("num_hiddens", sizes.num_hiddens);
  expect_positive("num_heads", sizes.num_heads);
  if (sizes.num_hiddens % sizes.num_heads != 0)
    throw argument_error("num_heads", "a divisor of num_hiddens " + std::to_string(sizes.num_hiddens),
                         std::to_string(sizes.num_heads));
  const auto given = [](std::size_t size, std::size_t otherwise) { return size != 0 ? size : otherwise; };
  const std::size_t num_kv_heads = given(sizes.num_kv_heads, sizes.num_heads);
  if (sizes.num_heads % num_kv_heads != 0)
    throw argument_error("num_kv_heads", "a divisor of num_heads " + std::to_string(sizes.num_heads),
                         std::to_string(num_kv_heads));
  return {sizes.num_hiddens, given(sizes.query_size, sizes.num_hiddens), given(sizes.key_size, sizes.num_hiddens),
          given(sizes.value_size, sizes.num_hiddens), Heads{sizes.num_heads, num_kv_heads}};
}

Parameters initial_parameters(const LayerSizes& sizes, bool bias, std::uint64_t seed, Init init) {
  const std::size_t hiddens = sizes.num_hiddens, kv_hiddens = sizes.kv_hiddens();
  Parameters p{.W_q = initial_weight(sizes.query_size, hiddens, init, seed, 1),
               .W_k = initial_weight(sizes.key_size, kv_hiddens, init, seed, 2),
               .W_v = initial_weight(sizes.value_size, kv_hiddens, init, seed, 3)};
  if (sizes.heads) p.W_o = initial_weight(hiddens, hiddens, init, seed, 4);
  if (bias) {
    p.b_q = initial_bias(sizes.query_size, hiddens, init, seed, 5);
    p.b_k = initial_bias(sizes.key_size, kv_hiddens, init, seed, 6);
    p.b_v = initial_bias(sizes.value_size, kv_hiddens, init, seed, 7);
    p.b_o = initial_bias(hiddens, hiddens, init, seed, 8);
  }
  return p;
}

/// The parameters in the order in which the kernels of one variant read them.
struct Layer::Packed {
  Packed(const Parameters& p, const kernels::Table& table)
      : kernels(&table),
        W_q(table.pack(matrix(p.W_q))),
        W_k(table.pack(matrix(p.W_k))),
        W_v(table.pack(matrix(p.W_v))) {
    if (p.W_o) W_o = table.pack(matrix(*p.W_o));
  }

  const kernels::Table* kernels;
  kernels::Packed W_q, W_k, W_v;
  std::optional<kernels::Packed> W_o;
};

Layer::Layer(const LayerSizes& sizes, Parameters parameters, const Execution& execution)
    : sizes_(sizes), parameters_(std::move(parameters)) {
  const std::size_t hiddens = sizes.num_hiddens, kv_hiddens = sizes.kv_hiddens();
  expect_shape<2>("W_q", parameters_.W_q, {sizes.query_size, hiddens});
  expect_shape<2>("W_k", parameters_.W_k, {sizes.key_size, kv_hiddens});
  expect_shape<2>("W_v", parameters_.W_v, {sizes.value_size, kv_hiddens});
  expect_shape<2>("W_o", parameters_.W_o, {hiddens, hiddens});
  expect_shape<1>("b_q", parameters_.b_q, {hiddens});
  expect_shape<1>("b_k", parameters_.b_k, {kv_hiddens});
  expect_shape<1>("b_v", parameters_.b_v, {kv_hiddens});
  expect_shape<1>("b_o", parameters_.b_o, {hiddens});
  packed_ = std::make_shared<const Packed>(parameters_, *execution.kernels);
}

std::shared_ptr<const Layer::Packed> Layer::packed_for(const Execution& execution) const {
  return packed_->kernels == execution.kernels ? packed_
                                               : std::make_shared<const Packed>(parameters_, *execution.kernels);
}

CheckedOptions Layer::check(const Inputs& inputs, const Options& options) const {
  const auto check_one = [&](const char* name, const TensorView& input, std::size_t size) {
    const auto fail = [&](const std::string& expected) {
      throw shape_error(name, expected, "shape " + to_string(input.visible_shape()));
    };
    if (input.axes.heads) fail("rank 2 or 3");
    if (input.size() != size) fail("last axis " + std::to_string(size));
    if (input.axes != inputs.queries.axes || input.batch_size() != inputs.queries.batch_size())
      fail("the rank and batch_size of queries " + to_string(inputs.queries.visible_shape()));
  };
  check_one(inputs.self ? "X" : "queries", inputs.queries, sizes_.query_size);
  check_one(inputs.self ? "X" : "keys", inputs.keys, sizes_.key_size);
  check_one(inputs.self ? "X" : "values", inputs.values, sizes_.value_size);
  if (inputs.values.num_steps() != inputs.keys.num_steps())
    throw shape_error("values", "num_kv_pairs " + std::to_string(inputs.keys.num_steps()) + " as keys",
                      "shape " + to_string(inputs.values.visible_shape()));
  // The options are judged by shapes alone, so that nothing is projected in vain.
  const auto projected = [](const TensorView& input, std::size_t size) {
    return TensorView{nullptr, {input.batch_size(), 1, input.num_steps(), size}, {}, input.axes};
  };
  const TensorView keys = projected(inputs.keys, sizes_.kv_hiddens());
  return {{projected(inputs.queries, sizes_.num_hiddens), keys, keys, sizes_.heads}, options};
}

Layer::Projected Layer::project(const Inputs& inputs, const Execution& execution) const {
  const auto packed = packed_for(execution);
  const Linear q{packed->W_q, parameters_.b_q}, k{packed->W_k, parameters_.b_k}, v{packed->W_v, parameters_.b_v};
  if (inputs.self) {
    auto qkv = projections(inputs.queries, std::array{q, k, v}, execution);
    return {std::move(qkv[0]), std::move(qkv[1]), std::move(qkv[2])};
  }
  return {projection(inputs.queries, q, execution), projection(inputs.keys, k, execution),
          projection(inputs.values, v, execution)};
}

Stage Layer::project_output(Stage concat, const Execution& execution) const {
  if (!parameters_.W_o) return concat;
  const auto packed = packed_for(execution);
  return projection(concat.view(), {*packed->W_o, parameters_.b_o}, execution);
}

Stage Layer::forward(const Inputs& inputs, const Options& options, const Execution& execution) const {
  const CheckedOptions checked = check(inputs, options);
  const auto [Q, K, V] = project(inputs, execution);
  return project_output(attention({Q.view(), K.view(), V.view(), sizes_.heads}, checked, execution), execution);
}

Trace Layer::trace(const Inputs& inputs, const Options& options, const Replace& replace,
                   const Execution& execution) const {
  const CheckedOptions checked = check(inputs, options);
  auto [Q, K, V] = project(inputs, execution);
  const AttentionInputs by_head(Q.view(), K.view(), V.view(), sizes_.heads);
  Trace t = core::trace(by_head, checked, replace, execution);
  t.output = project_output(std::move(*t.output), execution);

  if (inputs.self) {
    t.X = Stage(inputs.queries);
  } else {
    t.queries = Stage(inputs.queries);
    t.keys = Stage(inputs.keys);
    t.values = Stage(inputs.values);
  }
  t.Q = Stage(by_head.Q);
  t.K = Stage(by_head.K);
  t.V = Stage(by_head.V);
  return t;
}

Summary Layer::summarize(const Inputs& inputs, const Options& options, const SummaryRequest& request,
                         const Execution& execution) const {
  const CheckedOptions checked = check(inputs, options);
  check_map_keys(request, inputs.keys.num_steps());
  // Weights alone are asked about: V is not projected, and K, of the same shape, stands where it is asked for.
  const auto packed = packed_for(execution);
  const Stage Q = projection(inputs.queries, {packed->W_q, parameters_.b_q}, execution);
  const Stage K = projection(inputs.keys, {packed->W_k, parameters_.b_k}, execution);
  return core::summarize({Q.view(), K.view(), K.view(), sizes_.heads}, checked, request, execution);
}

}  // namespace xattention::core
