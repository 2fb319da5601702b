// Every case of tests/golden, in every variant: stage by stage, and the output alone.

#include <support/compare.hpp>
#include <support/golden_inputs.hpp>
#include <support/variants.hpp>
#include <xattention/additive_attention.hpp>
#include <xattention/attention.hpp>
#include <xattention/errors.hpp>
#include <xattention/layers/multi_head_attention.hpp>
#include <xattention/layers/self_attention.hpp>
#include <xattention/stages/positional_encoding.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace xattention;
using namespace xattention::test;

namespace {

enum class Route { traced, fused };

struct Result {
  std::vector<std::size_t> shape;
  std::vector<float> values;
};

/// Stages under their names; of the fused route, `output` alone.
using Results = std::map<std::string, Result>;

template <std::size_t N>
Result result_of(const Tensor<N>& tensor) {
  return {{tensor.shape().begin(), tensor.shape().end()}, {tensor.begin(), tensor.end()}};
}

Result result_of(const core::Stage& stage) {
  return {stage.visible_shape(), {stage.values().begin(), stage.values().end()}};
}

template <std::size_t N, std::size_t Stages>
Results results_of(const Trace<N, Stages>& t) {
  Results results;
  const auto put = [&](const char* name, const auto& stage) {
    if (stage) results.emplace(name, result_of(*stage));
  };
  put("Q", t.Q), put("K", t.K), put("V", t.V), put("scores", &t.scores), put("scaled", t.scaled);
  put("masked", &t.masked), put("attention_weights", &t.attention_weights), put("heads", t.heads);
  put("concat", t.concat), put("output", &t.output);
  return results;
}

// --- one function per operation ----------------------------------------------------------------------------------

/// Heads side by side in the last axis, as the bindings give them.
Results attention_of_heads(const GoldenCase& golden, const Variant& variant, Route route) {
  const AnyTensor Q = any_tensor(golden, "Q"), K = any_tensor(golden, "K"), V = any_tensor(golden, "V");
  const auto view = [](const AnyTensor& any) { return std::visit([](const auto& x) { return core::lift(x); }, any); };
  const std::size_t num_heads = size_of(golden, "num_heads"), num_kv_heads = size_of(golden, "num_kv_heads");
  const core::Heads heads{num_heads, num_kv_heads != 0 ? num_kv_heads : num_heads};
  const Options options = options_of(golden);
  if (route == Route::fused)
    return {{"output", result_of(core::attention({view(Q), view(K), view(V), heads}, options, variant))}};
  Results results;
  core::trace({view(Q), view(K), view(V), heads}, options, {}, variant)
      .for_each_stage([&](const char* name, const core::Stage& stage) { results.emplace(name, result_of(stage)); });
  return results;
}

Results attention(const GoldenCase& golden, const Variant& variant, Route route) {
  if (golden.has("num_heads")) return attention_of_heads(golden, variant, route);
  const Options options = options_of(golden);
  return std::visit(
      [&](const auto& Q, const auto& K, const auto& V) -> Results {
        if (route == Route::fused) return {{"output", result_of(dot_product_attention(Q, K, V, options, variant))}};
        return results_of(trace(Q, K, V, options, {}, variant));
      },
      any_tensor(golden, "Q"), any_tensor(golden, "K"), any_tensor(golden, "V"));
}

Results masked_softmax_alone(const GoldenCase& golden, const Variant& variant, Route) {
  return std::visit(
      [&](const auto& scores) -> Results {
        return {{"attention_weights", result_of(masked_softmax(scores, mask_of(golden), variant))}};
      },
      any_tensor(golden, "scores"));
}

template <std::size_t N>
Results additive_of(const GoldenCase& golden, const Variant& variant) {
  const AdditiveParameters parameters{golden.tensor<2>("W_q"), golden.tensor<2>("W_k"), golden.tensor<1>("w_v")};
  return results_of(additive_attention(golden.tensor<N>("queries"), golden.tensor<N>("keys"),
                                       golden.tensor<N>("values"), parameters, mask_of(golden), {}, variant));
}

Results additive(const GoldenCase& golden, const Variant& variant, Route) {
  return golden.rank("queries") == 2 ? additive_of<2>(golden, variant) : additive_of<3>(golden, variant);
}

template <std::size_t N, class Layer>
Results layer_of(const Layer& layer, const GoldenCase& golden, const Variant& variant, Route route) {
  const Options options = options_of(golden);
  if (golden.has("X")) {
    const auto X = golden.tensor<N>("X");
    if (route == Route::fused) return {{"output", result_of(layer.forward(X, options, variant))}};
    return results_of(layer.trace(X, options, {}, variant));
  }
  const auto queries = golden.tensor<N>("queries"), keys = golden.tensor<N>("keys"),
             values = golden.tensor<N>("values");
  if (route == Route::fused) return {{"output", result_of(layer.forward(queries, keys, values, options, variant))}};
  return results_of(layer.trace(queries, keys, values, options, {}, variant));
}

template <class Layer>
Results layer(const Layer& layer, const GoldenCase& golden, const Variant& variant, Route route) {
  const std::size_t rank = golden.rank(golden.has("X") ? "X" : "queries");
  return rank == 2 ? layer_of<2>(layer, golden, variant, route) : layer_of<3>(layer, golden, variant, route);
}

Results self_attention(const GoldenCase& golden, const Variant& variant, Route route) {
  return layer(SelfAttention(parameters_of(golden)), golden, variant, route);
}

Results multi_head_attention(const GoldenCase& golden, const Variant& variant, Route route) {
  return layer(MultiHeadAttention(sizes_of(golden), parameters_of(golden)), golden, variant, route);
}

Results encoding(const GoldenCase& golden, const Variant&, Route) {
  return {{"output", result_of(positional_encoding(size_of(golden, "num_steps"), size_of(golden, "num_hiddens")))}};
}

Results head_size(const GoldenCase& golden, const Variant&, Route) {
  const MultiHeadSizes sizes = sizes_of(golden);
  const auto t = MultiHeadAttention(sizes).trace(Tensor<2>({1, sizes.num_hiddens}, 0.0F));
  return {{"head_size", {{1}, {static_cast<float>(t.Q->shape()[2])}}}};
}

const std::map<std::string, Results (*)(const GoldenCase&, const Variant&, Route)> operations{
    {"attention", attention},
    {"masked_softmax", masked_softmax_alone},
    {"additive_attention", additive},
    {"self_attention", self_attention},
    {"multi_head_attention", multi_head_attention},
    {"positional_encoding", encoding},
    {"split_heads", head_size}};

// --- what the results are held against ---------------------------------------------------------------------------

/// Exactly 0 in float64 is forbidden, empty or a product with 0, and exactly 0 in float32 too.
double near_or_exactly_zero(double expected) { return expected == 0 ? 0 : near(expected); }

/// Each value is off by `near` at most, so a sum of `count` of them is by the sum of that.
void check_digest(const GoldenDigest& actual, const GoldenDigest& expected) {
  const double sum_tolerance = 1e-6 * static_cast<double>(expected.count) + 1e-5 * expected.sum_abs;
  CHECK(actual.count == expected.count);
  CHECK(alike(actual.sum, expected.sum, sum_tolerance));
  CHECK(alike(actual.sum_abs, expected.sum_abs, sum_tolerance));
  CHECK(difference(actual.first, expected.first, near) == "");
  CHECK(difference(actual.last, expected.last, near) == "");
}

void check_results(const GoldenCase& golden, const Variant& variant, Route route) {
  const Results results = operations.at(golden.op)(golden, variant, route);
  std::size_t compared = 0;
  for (const auto& [name, result] : results) {
    INFO(name);
    if (const auto found = golden.expected.find(name); found != golden.expected.end()) {
      ++compared;
      CHECK(std::vector<std::size_t>(found->second.shape().begin(), found->second.shape().end()) == result.shape);
      CHECK(difference(result.values, found->second, near_or_exactly_zero) == "");
    }
    if (const auto found = golden.digests.find(name); found != golden.digests.end()) {
      ++compared;
      check_digest(GoldenDigest::of(result.values), found->second);
    }
  }
  const std::size_t outputs = golden.expected.count("output") + golden.digests.count("output");
  CHECK(compared == (route == Route::fused ? outputs : golden.expected.size() + golden.digests.size()));
}

void check_refusal(const GoldenCase& golden, const Variant& variant, Route route) {
  try {
    operations.at(golden.op)(golden, variant, route);
    FAIL_CHECK("nothing was thrown");
  } catch (const error& e) {
    INFO(e.what());
    CHECK(e.argument() == *golden.throws);
  }
}

/// Wrong calls that cannot be written in C++, or are right there.
const std::set<std::string> elsewhere{
    "C06.d",                            // std::size_t has no 2.5
    "layers/refuses-rank",              // forward() does not compile with a 4-D tensor,
    "options/refuses-heads-beside-4d",  // nor does split_heads()
    "layers/refuses-missing-bias"       // each bias is optional by itself
};

template <class E>
concept LayerTakes = requires(const MultiHeadAttention& layer, const E& X) { layer.forward(X); };
static_assert(LayerTakes<Tensor<2>> && LayerTakes<Tensor<3>> && !LayerTakes<Tensor<4>>);
template <class E>
concept HeadsCanBeSplit = requires(const E& X) { split_heads(X, 2); };
static_assert(HeadsCanBeSplit<Tensor<2>> && HeadsCanBeSplit<Tensor<3>> && !HeadsCanBeSplit<Tensor<4>>);

/// What can be had without its stages.
const std::set<std::string> fused{"attention", "self_attention", "multi_head_attention"};

void check_file(const std::string& file) {
  const std::vector<GoldenCase> cases = read_golden(file);
  CHECK(!cases.empty());
  for_each_variant([&](const Variant& variant) {
    for (const GoldenCase& golden : cases)
      for (const Route route : {Route::traced, Route::fused}) {
        if (route == Route::fused && !fused.contains(golden.op)) continue;
        INFO(golden.id << ": " << golden.about << (route == Route::fused ? " (output alone)" : ""));
        if (!golden.throws)
          check_results(golden, variant, route);
        else if (!elsewhere.contains(golden.id))
          check_refusal(golden, variant, route);
      }
  });
}

}  // namespace

TEST_CASE("Golden: real faults of other implementations are not ours") { check_file("cases.txt"); }
TEST_CASE("Golden: the lesson's recipe, as PyTorch computes it") { check_file("lesson.txt"); }
TEST_CASE("Golden: every kind of mask, alone and in company") { check_file("masks.txt"); }
TEST_CASE("Golden: scale, softcap, heads, groups, ranks and sizes") { check_file("options.txt"); }
TEST_CASE("Golden: layers with their parameters") { check_file("layers.txt"); }
TEST_CASE("Golden: positional encoding") { check_file("encoding.txt"); }
