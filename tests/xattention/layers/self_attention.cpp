#include <xattention/layers/self_attention.hpp>

#include <support/compare.hpp>
#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>
#include <xattention/attention.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Self-attention is three projections of X and attention between them, without a head axis") {
  const SelfAttention layer(6, 1);
  const auto X = numbers<3>({2, 5, 6}, 2);
  for_each_variant([&](const Variant& variant) {
    const auto t = layer.trace(X, {}, {}, variant);
    CHECK(tensor_difference(*t.X, X, exactly) == "");
    CHECK(difference(*t.Q, exact_projection(core::lift(X), layer.parameters().W_q)) == "");
    CHECK(difference(*t.K, exact_projection(core::lift(X), layer.parameters().W_k)) == "");
    CHECK(difference(*t.V, exact_projection(core::lift(X), layer.parameters().W_v)) == "");
    const auto between = trace(*t.Q, *t.K, *t.V, {}, {}, variant);
    CHECK(tensor_difference(t.attention_weights, between.attention_weights, exactly) == "");
    CHECK(tensor_difference(t.output, between.output, exactly) == "");
    CHECK(t.attention_weights.shape() == std::array<std::size_t, 3>{2, 5, 5});
    CHECK((!t.queries && !t.heads && !t.concat && !t.dropped));
    CHECK(tensor_difference(layer.forward(X, {}, variant), t.output, near) == "");
  });
}

TEST_CASE("X without a batch gives stages and output without one") {
  const SelfAttention layer(4);
  const auto two = numbers<2>({3, 4}, 3);
  const auto t = layer.trace(two);
  CHECK(t.attention_weights.shape() == std::array<std::size_t, 2>{3, 3});
  CHECK(difference(t.output, layer.trace(numbers<3>({1, 3, 4}, 3)).output, exactly) == "");
}

TEST_CASE("A seed says the parameters: streams 1, 2 and 3 of the same seed") {
  const SelfAttention layer(5, 9), again(5, 9), other(5, 10);
  const Parameters& p = layer.parameters();
  CHECK(tensor_difference(p.W_q, initial_weight(5, 5, Init::linear, 9, 1), exactly) == "");
  CHECK(tensor_difference(p.W_k, initial_weight(5, 5, Init::linear, 9, 2), exactly) == "");
  CHECK(tensor_difference(p.W_v, initial_weight(5, 5, Init::linear, 9, 3), exactly) == "");
  CHECK((!p.W_o && !p.b_q && !p.b_k && !p.b_v && !p.b_o));
  CHECK(tensor_difference(again.parameters().W_v, p.W_v, exactly) == "");
  CHECK(tensor_difference(other.parameters().W_v, p.W_v, exactly) != "");
  CHECK(tensor_difference(SelfAttention(5, 9, Init::xavier).parameters().W_v, initial_weight(5, 5, Init::xavier, 9, 3),
                          exactly) == "");
}

TEST_CASE("A lone token takes its own value, and none takes none") {
  const SelfAttention layer(4, 5);
  const auto t = layer.trace(numbers<2>({1, 4}, 6));
  CHECK(t.attention_weights(0, 0) == 1);
  CHECK(tensor_difference(t.output, *t.V, exactly) == "");
  CHECK(layer.forward(zeros<2>({0, 4})).shape() == std::array<std::size_t, 2>{0, 4});
  CHECK(layer.forward(zeros<3>({0, 3, 4})).shape() == std::array<std::size_t, 3>{0, 3, 4});
}

TEST_CASE("Self-attention refuses an X of another width and parameters that are not its own, and stays usable") {
  const SelfAttention layer(4);
  const auto X = numbers<2>({3, 4}, 7);
  const auto before = layer.forward(X);
  CHECK(refused([&] { layer.forward(zeros<2>({3, 5})); }) == "X: expected last axis 4, got shape (3, 5)");
  CHECK(refused([&] { layer.trace(zeros<2>({3, 5})); }) == "X: expected last axis 4, got shape (3, 5)");
  CHECK(refused_argument([&] { layer.forward(X, {.softcap = -1}); }) == "softcap");
  CHECK(tensor_difference(layer.forward(X), before, exactly) == "");
  CHECK(refused([] { SelfAttention(0); }) == "num_hiddens: expected at least 1, got 0");

  const Parameters given = layer.parameters();
  Parameters biased = given, projected = given, narrow = given;
  biased.b_q = zeros<1>({4});
  projected.W_o = given.W_q;
  narrow.W_k = zeros<2>({4, 3});
  CHECK(refused_argument([&] { SelfAttention{biased}; }) == "parameters");
  CHECK(refused_argument([&] { SelfAttention{projected}; }) == "parameters");
  CHECK(refused([&] { SelfAttention{narrow}; }) == "W_k: expected shape (4, 4), got shape (4, 3)");
}
