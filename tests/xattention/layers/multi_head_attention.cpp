#include <xattention/layers/multi_head_attention.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/stages.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

constexpr MultiHeadSizes sizes{
    .num_hiddens = 8, .num_heads = 4, .num_kv_heads = 2, .query_size = 5, .key_size = 3, .value_size = 6};

const Tensor<1>* bias_of(const std::optional<Tensor<1>>& b) { return b ? &*b : nullptr; }

/// A projection, seen head by head.
void check_heads(const Tensor<4>& heads, const Expected& projected, std::size_t num_steps) {
  Expected by_head;
  const std::size_t num_heads = heads.shape()[1], head_size = heads.shape()[3];
  for_each_position(heads.shape(), [&](const Position& p, std::size_t) {
    const std::size_t flat = ((p.batch * num_steps + p.query) * num_heads + p.head) * head_size + p.key;
    by_head.add(projected.values[flat], projected.tolerances[flat]);
  });
  CHECK(difference(heads, by_head) == "");
}

}  // namespace

TEST_CASE("Every stage of a layer with grouped heads, biases and three input sizes is right, and forward agrees") {
  const auto queries = numbers<3>({2, 4, 5}, 1), keys = numbers<3>({2, 6, 3}, 2), values = numbers<3>({2, 6, 6}, 3);
  for_each_variant([&](const Variant& variant) {
    for (const bool bias : {false, true}) {
      const MultiHeadAttention layer(sizes, bias, 4);
      const Parameters& p = layer.parameters();
      for (const auto& [name, mask] : masks_for({2, 4, 4, 6}, 5)) {
        INFO(name << (bias ? ", with bias" : ""));
        const Options options{.mask = mask};
        const auto t = layer.trace(queries, keys, values, options, {}, variant);
        CHECK(tensor_difference(*t.queries, queries, exactly) == "");
        CHECK(!t.X);
        check_heads(*t.Q, exact_projection(core::lift(queries), p.W_q, bias_of(p.b_q)), 4);
        check_heads(*t.K, exact_projection(core::lift(keys), p.W_k, bias_of(p.b_k)), 6);
        check_heads(*t.V, exact_projection(core::lift(values), p.W_v, bias_of(p.b_v)), 6);
        check_stages(t, *t.Q, *t.K, *t.V, options);
        CHECK(tensor_difference(*t.concat, concat_heads(*t.heads), exactly) == "");
        CHECK(difference(t.output, exact_projection(core::lift(*t.concat), *p.W_o, bias_of(p.b_o))) == "");
        CHECK(tensor_difference(layer.forward(queries, keys, values, options, variant), t.output, near) == "");
      }
    }
  });
}

TEST_CASE("One X serves as queries, keys and values, and is in the trace under its own name") {
  const MultiHeadAttention layer({.num_hiddens = 6, .num_heads = 3}, true, 1);
  const auto X = numbers<3>({2, 5, 6}, 2);
  const auto self = layer.trace(X), cross = layer.trace(X, X, X);
  CHECK(tensor_difference(*self.X, X, exactly) == "");
  CHECK((!self.queries && !self.keys && !self.values));
  CHECK(tensor_difference(self.attention_weights, cross.attention_weights, exactly) == "");
  CHECK(tensor_difference(self.output, cross.output, exactly) == "");
  CHECK(tensor_difference(layer.forward(X), layer.forward(X, X, X), exactly) == "");
}

TEST_CASE("Stages have a head axis even for one head, output has the rank of X") {
  const MultiHeadAttention layer({.num_hiddens = 4, .num_heads = 1});
  const auto three = layer.trace(numbers<3>({2, 3, 4}, 1));
  CHECK(three.attention_weights.shape() == std::array<std::size_t, 4>{2, 1, 3, 3});
  CHECK(three.output.shape() == std::array<std::size_t, 3>{2, 3, 4});
  const auto two = layer.trace(numbers<2>({3, 4}, 1));
  CHECK(two.attention_weights.shape() == std::array<std::size_t, 3>{1, 3, 3});
  CHECK(two.output.shape() == std::array<std::size_t, 2>{3, 4});
}

TEST_CASE("Every head of a sequence sees that sequence's valid length") {
  const MultiHeadAttention layer({.num_hiddens = 4, .num_heads = 2});
  const auto t = layer.trace(numbers<3>({2, 3, 4}, 1), {.mask = {.valid_lens = xt::xarray<std::int32_t>{1, 3}}});
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(t.attention_weights(0, h, i, 0) == 1);
      CHECK(t.attention_weights(0, h, i, 1) == 0);
      CHECK(t.attention_weights(1, h, i, 2) > 0);
    }
}

TEST_CASE("An edited stage of a layer goes on to its output") {
  const MultiHeadAttention layer({.num_hiddens = 4, .num_heads = 2});
  const auto X = numbers<2>({3, 4}, 1);
  Tensor<3> weights = zeros<3>({2, 3, 3});
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t i = 0; i < 3; ++i) weights(h, i, 0) = 1;  // all look at position 0
  const auto t = layer.trace(X, {}, {.attention_weights = weights});
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t i = 0; i < 3; ++i) CHECK((*t.heads)(h, i, 1) == (*t.V)(h, 0, 1));
  CHECK(difference(t.output, exact_projection(core::lift(*t.concat), *layer.parameters().W_o)) == "");
}

TEST_CASE("A multi-head layer takes no tokens, no keys and no batch") {
  const MultiHeadAttention layer({.num_hiddens = 4, .num_heads = 2}, true);
  CHECK(layer.forward(zeros<2>({0, 4})).shape() == std::array<std::size_t, 2>{0, 4});
  CHECK(layer.trace(zeros<3>({2, 0, 4})).attention_weights.shape() == std::array<std::size_t, 4>{2, 2, 0, 0});
  CHECK(layer.forward(zeros<3>({0, 3, 4})).shape() == std::array<std::size_t, 3>{0, 3, 4});
  const auto of_no_keys = layer.forward(numbers<2>({3, 4}, 1), zeros<2>({0, 4}), zeros<2>({0, 4}));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t e = 0; e < 4; ++e) CHECK(of_no_keys(i, e) == (*layer.parameters().b_o)(e));
}

TEST_CASE("Heads must divide hiddens, and kv heads heads") {
  const auto said = [](const MultiHeadSizes& sizes) { return refused([&] { MultiHeadAttention{sizes}; }); };
  CHECK(said({512, 10}) == "num_heads: expected a divisor of num_hiddens 512, got 10");
  CHECK(said({6, 4}) == "num_heads: expected a divisor of num_hiddens 6, got 4");
  CHECK(said({6, 0}) == "num_heads: expected at least 1, got 0");
  CHECK(said({0, 1}) == "num_hiddens: expected at least 1, got 0");
  CHECK(said({12, 4, 3}) == "num_kv_heads: expected a divisor of num_heads 4, got 3");
  CHECK(said({12, 4, 8}) == "num_kv_heads: expected a divisor of num_heads 4, got 8");
  CHECK(said({12, 4, 2}) == "");
}

TEST_CASE("Inputs that do not fit the layer or each other are refused by name, and the layer stays usable") {
  const MultiHeadAttention layer(sizes);
  const auto queries = numbers<3>({2, 4, 5}, 1), keys = numbers<3>({2, 6, 3}, 2), values = numbers<3>({2, 6, 6}, 3);
  const auto before = layer.forward(queries, keys, values);
  const auto said = [&](const Tensor<3>& q, const Tensor<3>& k, const Tensor<3>& v) {
    const auto by_forward = refused([&] { layer.forward(q, k, v); });
    CHECK(refused([&] { layer.trace(q, k, v); }) == by_forward);
    return by_forward;
  };
  CHECK(said(zeros<3>({2, 4, 6}), keys, values) == "queries: expected last axis 5, got shape (2, 4, 6)");
  CHECK(said(queries, zeros<3>({2, 6, 5}), values) == "keys: expected last axis 3, got shape (2, 6, 5)");
  CHECK(said(queries, keys, zeros<3>({2, 6, 5})) == "values: expected last axis 6, got shape (2, 6, 5)");
  CHECK(said(queries, zeros<3>({1, 6, 3}), values) ==
        "keys: expected the rank and batch_size of queries (2, 4, 5), got shape (1, 6, 3)");
  CHECK(said(queries, keys, zeros<3>({2, 7, 6})) == "values: expected num_kv_pairs 6 as keys, got shape (2, 7, 6)");
  CHECK(refused_argument([&] { layer.forward(queries, zeros<2>({6, 3}), values); }) == "keys");
  CHECK(refused_argument([&] { layer.forward(queries); }) == "X");
  const Replace<4> wrong{.scores = zeros<4>({2, 2, 4, 6})};
  CHECK(refused_argument([&] { layer.trace(queries, keys, values, {}, wrong); }) == "replace.scores");
  CHECK(tensor_difference(layer.forward(queries, keys, values), before, exactly) == "");
}
