#include <xattention/trace.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <xattention/attention.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace xattention;
using namespace xattention::test;

namespace {

std::vector<std::string> names(const core::Trace& t) {
  std::vector<std::string> names;
  const auto add = [&](const char* name, const core::Stage&) { names.emplace_back(name); };
  t.for_each_input(add);
  t.for_each_stage(add);
  return names;
}

}  // namespace

TEST_CASE("A trace lists the stages it has, in the order of the formula") {
  const auto X = numbers<2>({3, 4}, 1);
  const core::TensorView view = core::lift(X);
  using Names = std::vector<std::string>;
  CHECK(names(core::trace({view, view, view}, {}, {}, best_variant())) ==
        Names{"scores", "scaled", "masked", "attention_weights", "output"});
  CHECK(names(core::trace({view, view, view, core::Heads{2, 2}}, {.dropout = Dropout{0.5, 1}}, {}, best_variant())) ==
        Names{"scores", "scaled", "masked", "attention_weights", "dropped", "heads", "concat", "output"});
  core::Trace all;
  all.X = all.queries = all.keys = all.values = all.Q = all.K = all.V = all.scores = all.output = core::Stage(view);
  CHECK(names(all) == Names{"X", "queries", "keys", "values", "Q", "K", "V", "scores", "output"});
}

TEST_CASE("Stages are never overwritten: scores stay Q Kᵀ, weights stay without dropout") {
  const auto X = numbers<2>({3, 4}, 2);
  const Mask mask{.causal = true, .attention_bias = xt::xarray<float>({3, 3}, 1.0F)};
  const auto plain = trace(X, X, X), t = trace(X, X, X, {.mask = mask, .softcap = 1, .dropout = Dropout{0.5, 1}});
  CHECK(tensor_difference(t.scores, plain.scores, exactly) == "");
  CHECK(tensor_difference(t.attention_weights, trace(X, X, X, {.mask = mask, .softcap = 1}).attention_weights,
                          exactly) == "");
  CHECK(tensor_difference(*t.dropped, dropout(t.attention_weights, {0.5, 1}), exactly) == "");
}
