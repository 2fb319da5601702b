#include <xattention/additive_attention.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/stages.hpp>
#include <support/variants.hpp>
#include <xattention/stages/projection.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

constexpr std::size_t query_size = 6, key_size = 3;

struct Inputs {
  Tensor<4> queries, keys, values;
  AdditiveParameters parameters;
};

Inputs inputs(const core::Shape& scores, std::size_t num_kv_heads, std::size_t num_hiddens) {
  const auto [B, H, L, S] = scores;
  return {
      numbers<4>({B, H, L, query_size}, 1),
      numbers<4>({B, num_kv_heads, S, key_size}, 2),
      numbers<4>({B, num_kv_heads, S, 4}, 3),
      {numbers<2>({query_size, num_hiddens}, 4), numbers<2>({key_size, num_hiddens}, 5), numbers<1>({num_hiddens}, 6)}};
}

/// w_vᵀ tanh(q + k) of the projections that the library computes, itself tested in projection.cpp.
Expected exact_additive_scores(const Inputs& in, const Variant& variant) {
  const auto Q = projection(in.queries, in.parameters.W_q, {}, variant);
  const auto K = projection(in.keys, in.parameters.W_k, {}, variant);
  const std::size_t num_hiddens = in.parameters.w_v.size(), group = Q.shape()[1] / K.shape()[1];
  double magnitude = 0;
  for (const float w : in.parameters.w_v) magnitude += std::abs(w);
  Expected expected;
  for_each_position({Q.shape()[0], Q.shape()[1], Q.shape()[2], K.shape()[2]}, [&](const Position& p, std::size_t) {
    double sum = 0;
    for (std::size_t e = 0; e < num_hiddens; ++e)
      sum += in.parameters.w_v(e) * std::tanh(static_cast<double>(Q(p.batch, p.head, p.query, e)) +
                                              static_cast<double>(K(p.batch, p.head / group, p.key, e)));
    expected.add(sum, 1e-6 + 4 * std::sqrt(static_cast<double>(num_hiddens)) * rounding * magnitude);
  });
  return expected;
}

}  // namespace

TEST_CASE("Additive scores are w_vᵀ tanh(W_qᵀ q + W_kᵀ k), and what follows is as in every attention") {
  const core::Shape shape{2, 4, 5, 7};
  for_each_variant([&](const Variant& variant) {
    for (const std::size_t num_hiddens : {1, 3, 8, 33}) {
      const Inputs in = inputs(shape, 2, num_hiddens);
      const auto& [queries, keys, values, parameters] = in;
      for (const auto& [name, mask] : masks_for(shape, 7)) {
        INFO(name << ", num_hiddens " << num_hiddens);
        const std::optional<Dropout> drop = Dropout{0.4, 3};
        const auto t = additive_attention(queries, keys, values, parameters, mask, drop, variant);
        CHECK(difference(t.scores, exact_additive_scores(in, variant)) == "");
        CHECK(!t.scaled);
        CHECK(difference(t.masked, exact_masked(t.scores, mask)) == "");
        CHECK(difference(t.attention_weights, exact_softmax(core::lift(t.masked), mask.empty_row)) == "");
        REQUIRE(t.dropped.has_value());
        CHECK(difference(*t.dropped, exact_dropped(t.attention_weights, *drop)) == "");
        CHECK(difference(t.output,
                         exact_weighted_sum(core::lift(*t.dropped), core::lift(values), core::lift(t.masked))) == "");
      }
    }
  });
}

TEST_CASE("Additive attention is without dropout unless asked, p = 0 included") {
  const auto [queries, keys, values, parameters] = inputs({1, 1, 2, 3}, 1, 4);
  const auto t = additive_attention(queries, keys, values, parameters);
  CHECK(!t.dropped);
  CHECK(!additive_attention(queries, keys, values, parameters, {}, Dropout{0, 1}).dropped);
  CHECK(difference(t.output, exact_weighted_sum(core::lift(t.attention_weights), core::lift(values),
                                                core::lift(t.masked))) == "");
}

TEST_CASE("Padding of NaN past the valid length reaches nothing in additive attention") {
  auto [queries, keys, values, parameters] = inputs({1, 1, 2, 3}, 1, 4);
  const Mask mask{.valid_lens = xt::xarray<std::int32_t>{2}};
  const auto clean = additive_attention(queries, keys, values, parameters, mask).output;
  for (std::size_t e = 0; e < key_size; ++e) keys(0, 0, 2, e) = not_a_number;
  values(0, 0, 2, 1) = infinity;
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(additive_attention(queries, keys, values, parameters, mask, {}, variant).output, clean,
                            near) == "");
  });
}

TEST_CASE("Additive attention takes no queries, no keys and no batch") {
  for (const core::Shape& shape : {core::Shape{0, 1, 2, 3}, core::Shape{2, 1, 0, 3}, core::Shape{2, 1, 2, 0}}) {
    const auto [queries, keys, values, parameters] = inputs(shape, 1, 4);
    const auto t = additive_attention(queries, keys, values, parameters);
    CHECK(t.attention_weights.shape() == shape);
    CHECK(tensor_difference(t.output, zeros<4>({shape[0], 1, shape[2], 4}), exactly) == "");
  }
}

TEST_CASE("Additive attention refuses what does not fit, by name, and the next call works") {
  const auto [queries, keys, values, parameters] = inputs({2, 2, 3, 4}, 2, 5);
  const auto& p = parameters;
  const auto said = [&, &queries = queries](const Tensor<4>& keys, const Tensor<4>& values,
                                            const AdditiveParameters& p) {
    return refused([&] { additive_attention(queries, keys, values, p); });
  };
  CHECK(said(zeros<4>({1, 2, 4, 3}), values, p) ==
        "keys: expected batch_size 2 beside (2, 2, 3, 6), got shape (1, 2, 4, 3)");
  CHECK(said(keys, zeros<4>({2, 2, 5, 4}), p) ==
        "values: expected the heads and num_kv_pairs of keys (2, 2, 4, 3), got shape (2, 2, 5, 4)");
  CHECK(said(keys, values, {zeros<2>({5, 5}), p.W_k, p.w_v}) == "W_q: expected shape (6, 5), got shape (5, 5)");
  CHECK(said(keys, values, {p.W_q, zeros<2>({3, 6}), p.w_v}) == "W_k: expected shape (3, 5), got shape (3, 6)");
  CHECK(said(keys, values, {p.W_q, p.W_k, zeros<1>({4})}) == "w_v: expected shape (5,), got shape (4,)");
  CHECK(said(keys, values, p) == "");
}
