#include <xattention/layers/layer.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>
#include <support/views.hpp>
#include <xattention/layers/multi_head_attention.hpp>
#include <xattention/layers/self_attention.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

constexpr MultiHeadSizes sizes{
    .num_hiddens = 8, .num_heads = 4, .num_kv_heads = 2, .query_size = 5, .key_size = 3, .value_size = 6};

}  // namespace

TEST_CASE("Sizes not given are num_hiddens, and kv heads are as many as heads") {
  const auto plain = core::LayerSizes::multi_head({8, 2});
  CHECK((plain.query_size == 8 && plain.key_size == 8 && plain.value_size == 8));
  CHECK((plain.heads->num_heads == 2 && plain.heads->num_kv_heads == 2 && plain.kv_hiddens() == 8));
  CHECK(core::LayerSizes::multi_head(sizes).kv_hiddens() == 4);
  const auto single = core::LayerSizes::single_head(7);
  CHECK((!single.heads && single.kv_hiddens() == 7));
}

TEST_CASE("A seed draws W_q W_k W_v W_o b_q b_k b_v b_o as streams 1 to 8, each with its own fan") {
  const auto p = core::initial_parameters(core::LayerSizes::multi_head(sizes), true, 3, Init::linear);
  const auto same = [](const auto& actual, const auto& expected) {
    CHECK(tensor_difference(actual, expected, exactly) == "");
  };
  same(p.W_q, initial_weight(5, 8, Init::linear, 3, 1));
  same(p.W_k, initial_weight(3, 4, Init::linear, 3, 2));
  same(p.W_v, initial_weight(6, 4, Init::linear, 3, 3));
  same(p.W_o.value(), initial_weight(8, 8, Init::linear, 3, 4));
  same(p.b_q.value(), initial_bias(5, 8, Init::linear, 3, 5));
  same(p.b_k.value(), initial_bias(3, 4, Init::linear, 3, 6));
  same(p.b_v.value(), initial_bias(6, 4, Init::linear, 3, 7));
  same(p.b_o.value(), initial_bias(8, 8, Init::linear, 3, 8));
}

TEST_CASE("There are biases only where they are asked for, and W_o only beside heads") {
  const auto without = core::initial_parameters(core::LayerSizes::multi_head(sizes), false, 3, Init::linear);
  CHECK((without.W_o && !without.b_q && !without.b_k && !without.b_v && !without.b_o));
  CHECK(!core::initial_parameters(core::LayerSizes::single_head(4), false, 3, Init::linear).W_o);
}

TEST_CASE("Given parameters are used as they are, and each is refused where it does not fit") {
  const Parameters given = MultiHeadAttention(sizes, true, 1).parameters();
  CHECK(tensor_difference(MultiHeadAttention(sizes, given).parameters().W_k, given.W_k, exactly) == "");
  const auto said = [&](auto&& spoil) {
    Parameters spoilt = given;
    spoil(spoilt);
    return refused([&] { MultiHeadAttention(sizes, spoilt); });
  };
  CHECK(said([](Parameters& p) { p.W_q = zeros<2>({8, 5}); }) == "W_q: expected shape (5, 8), got shape (8, 5)");
  CHECK(said([](Parameters& p) { p.W_k = zeros<2>({3, 8}); }) == "W_k: expected shape (3, 4), got shape (3, 8)");
  CHECK(said([](Parameters& p) { p.W_v = zeros<2>({5, 4}); }) == "W_v: expected shape (6, 4), got shape (5, 4)");
  CHECK(said([](Parameters& p) { p.W_o = zeros<2>({8, 4}); }) == "W_o: expected shape (8, 8), got shape (8, 4)");
  CHECK(said([](Parameters& p) { p.b_q = zeros<1>({5}); }) == "b_q: expected shape (8,), got shape (5,)");
  CHECK(said([](Parameters& p) { p.b_k = zeros<1>({8}); }) == "b_k: expected shape (4,), got shape (8,)");
  CHECK(said([](Parameters& p) { p.b_v = zeros<1>({8}); }) == "b_v: expected shape (4,), got shape (8,)");
  CHECK(said([](Parameters& p) { p.b_o = zeros<1>({4}); }) == "b_o: expected shape (8,), got shape (4,)");
  CHECK(said([](Parameters& p) { p.W_o.reset(); }) == "parameters.W_o: expected an output projection, got nothing");
}

namespace {

/// Bit for bit, all that two summaries say.
void check_same(const core::Summary& actual, const core::Summary& expected) {
  CHECK(actual.map.visible_shape() == expected.map.visible_shape());
  CHECK(difference(actual.row_max.values(), expected.row_max.values(), exactly) == "");
  CHECK(difference(actual.entropy.values(), expected.entropy.values(), exactly) == "");
  CHECK(actual.indices == expected.indices);
  CHECK(difference(actual.attention_weights.values(), expected.attention_weights.values(), exactly) == "");
  CHECK(difference(actual.map.values(), expected.map.values(), exactly) == "");
}

}  // namespace

TEST_CASE("A layer's summary says of its trace what can be said of that, under every mask") {
  const MultiHeadAttention multi(sizes, true, 1);
  const auto queries = numbers<3>({2, 5, 5}, 2), keys = numbers<3>({2, 9, 3}, 3), values = numbers<3>({2, 9, 6}, 4);
  const SummaryRequest request{.top_k = 3, .map_rows = 5, .map_cols = 9};
  for_each_variant([&](const Variant& variant) {
    for (const auto& [name, mask] : masks_for({2, 4, 5, 9}, 6)) {
      INFO(name);
      const Options options{.mask = mask, .softcap = 2};
      const auto t = multi.trace(queries, keys, values, options, {}, variant);
      const auto summary = multi.summarize(queries, keys, values, options, request, variant);
      CHECK(summary.map.visible_shape() == std::vector<std::size_t>{2, 4, 5, 9});
      CHECK(difference(summary.map.values(), t.attention_weights, near) == "");
      check_same(summary,
                 core::summarize({core::lift(*t.Q), core::lift(*t.K), core::lift(*t.V)}, options, request, variant));
    }
    const SelfAttention single(6, 1);
    const auto X = numbers<2>({7, 6}, 5);
    const auto t = single.trace(X, {.mask = {.causal = true}}, {}, variant);
    const auto summary = single.summarize(X, {.mask = {.causal = true}}, {}, variant);
    CHECK(summary.map.visible_shape() == std::vector<std::size_t>{7, 7});
    CHECK(difference(summary.map.values(), t.attention_weights, near) == "");
  });
}

TEST_CASE("A layer's summary of some queries is that part of the whole, where query_offset says where they stand") {
  const SelfAttention layer(6, 1);
  const auto X = numbers<3>({2, 70, 6}, 5);
  Options options{.mask = {.causal = true,
                           .query_offset = Alignment::top_left,
                           .window = Window{40, -1},
                           .valid_lens = xt::xarray<std::int32_t>{66, 50}}};
  for_each_variant([&](const Variant& variant) {
    const auto all = layer.summarize(X, options, {.top_k = 4, .map_rows = 70, .map_cols = 70}, variant);
    for (const auto& [first, count] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}, {0, 33}, {33, 37}}) {
      const Tensor<3> queries = xt::view(X, xt::all(), xt::range(first, first + count), xt::all());
      Options here = options;
      here.mask.query_offset = static_cast<std::int64_t>(first);
      const auto some = layer.summarize(queries, X, X, here, {.top_k = 4, .map_rows = 70, .map_cols = 70}, variant);
      const auto expect_part = [&](std::span<const float> part, std::span<const float> whole, std::size_t width) {
        for (std::size_t batch = 0; batch < 2; ++batch)
          CHECK(difference(part.subspan(batch * count * width, count * width),
                           whole.subspan((batch * 70 + first) * width, count * width), exactly) == "");
      };
      expect_part(some.row_max.values(), all.row_max.values(), 1);
      expect_part(some.entropy.values(), all.entropy.values(), 1);
      expect_part(some.attention_weights.values(), all.attention_weights.values(), 4);
      expect_part(some.map.values(), all.map.values(), 70);
    }
  });
}

TEST_CASE("A layer's summary refuses what its trace refuses, and a map of keys that are none") {
  const SelfAttention layer(4);
  const auto X = numbers<2>({3, 4}, 7), two = numbers<2>({2, 4}, 8);
  CHECK(refused([&] { layer.summarize(zeros<2>({3, 5})); }) == "X: expected last axis 4, got shape (3, 5)");
  CHECK(refused_argument([&] { layer.summarize(X, X, two); }) == "values");
  CHECK(refused_argument([&] { layer.summarize(two, X, X, {.mask = {.causal = true}}); }) == "query_offset");
  CHECK(refused_argument([&] { layer.summarize(X, {}, {.map_keys = KeyRange{1, 4}}); }) == "map_keys");
}
