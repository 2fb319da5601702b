#include <xattention/attention.hpp>
#include <xattention/summarize.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/stages.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <limits>

using namespace xattention;
using namespace xattention::test;

namespace {

struct Inputs {
  Tensor<4> Q, K, V;
};

Inputs inputs(const core::Shape& scores, std::size_t num_kv_heads, std::size_t size, std::size_t value_size) {
  const auto [B, H, L, S] = scores;
  return {numbers<4>({B, H, L, size}, 1), numbers<4>({B, num_kv_heads, S, size}, 2),
          numbers<4>({B, num_kv_heads, S, value_size}, 3)};
}

/// Trace, fused output and, between variants, trace again.
void check(const Inputs& in, const Options& options, const Variant& variant) {
  const auto t = trace(in.Q, in.K, in.V, options, {}, variant);
  check_stages(t, in.Q, in.K, in.V, options);
  CHECK(tensor_difference(dot_product_attention(in.Q, in.K, in.V, options, variant), t.output, near) == "");
}

std::vector<Options> options_with(const Mask& mask) {
  return {{.mask = mask},
          {.mask = mask, .scale = -0.7},
          {.mask = mask, .scale = 0.0, .softcap = 1},
          {.mask = mask, .softcap = 0.5, .dropout = Dropout{0.3, 11}}};
}

}  // namespace

TEST_CASE("Every stage is right and the output alone agrees, for every mask, options and shape") {
  for_each_variant([](const Variant& variant) {
    for (const core::Shape& shape : {core::Shape{1, 1, 1, 1}, core::Shape{2, 2, 3, 4}, core::Shape{2, 4, 9, 7},
                                     core::Shape{3, 2, 35, 33}, core::Shape{1, 2, 5, 70}})
      for (const auto& [name, mask] : masks_for(shape, 4)) {
        const Inputs in = inputs(shape, shape[1] / 2 + shape[1] % 2, 5, 3);
        for (const Options& options : options_with(mask)) {
          INFO(name << " on " << core::to_string(shape) << ", scale " << options.scale.value_or(1) << ", softcap "
                    << options.softcap);
          check(in, options, variant);
        }
      }
  });
}

TEST_CASE("Head and value sizes of 1 to 9 and 257 lose no tail") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 257})
      for (const std::size_t value_size : {1, 3, 8, 257}) {
        INFO("head size " << size << ", value size " << value_size);
        check(inputs({1, 1, 3, 10}, 1, size, value_size), {}, variant);
      }
  });
}

TEST_CASE("Variants agree from the inputs to the output") {
  const Inputs in = inputs({2, 2, 37, 41}, 1, 20, 12);
  const auto best = dot_product_attention(in.Q, in.K, in.V);
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(dot_product_attention(in.Q, in.K, in.V, {}, variant), best, near) == "");
  });
}

TEST_CASE("A tensor of lower rank is a batch of one, and a batch of one head") {
  const Inputs in = inputs({1, 1, 4, 6}, 1, 5, 3);
  const auto four = trace(in.Q, in.K, in.V);
  const auto check_same = [&](const auto& t) {
    CHECK(difference(t.scores, four.scores, exactly) == "");
    CHECK(difference(t.attention_weights, four.attention_weights, exactly) == "");
    CHECK(difference(t.output, four.output, exactly) == "");
  };
  const auto two = trace(numbers<2>({4, 5}, 1), numbers<2>({6, 5}, 2), numbers<2>({6, 3}, 3));
  CHECK(two.attention_weights.shape() == std::array<std::size_t, 2>{4, 6});
  check_same(two);
  const auto three = trace(numbers<3>({1, 4, 5}, 1), numbers<3>({1, 6, 5}, 2), numbers<3>({1, 6, 3}, 3));
  CHECK(three.output.shape() == std::array<std::size_t, 3>{1, 4, 3});
  check_same(three);
}

TEST_CASE("A key that every mask forbids may hold anything: no NaN and no infinity leaks") {
  const core::Shape shape{2, 2, 5, 6};
  const Inputs clean = inputs(shape, 2, 3, 4);
  for_each_variant([&](const Variant& variant) {
    for (const auto& [name, given] : masks_for(shape, 6)) {
      Mask mask = given;
      mask.empty_row = EmptyRow::zero;  // a uniform row reads V, forbidden or not
      const Options options{.mask = mask};
      const auto expected = dot_product_attention(clean.Q, clean.K, clean.V, options, variant);
      // poison whatever key no query of its head may see
      Inputs dirty = clean;
      std::array<bool, 2 * 2 * 6> seen{};
      for_each_position(shape, [&](const Position& p, std::size_t) {
        if (allowed(mask, shape, p)) seen[(p.batch * 2 + p.head) * 6 + p.key] = true;
      });
      for (std::size_t row = 0; row < seen.size(); ++row) {
        if (seen[row]) continue;
        std::fill_n(dirty.K.data() + row * 3, 3, row % 2 != 0 ? not_a_number : infinity);
        std::fill_n(dirty.V.data() + row * 4, 4, row % 2 != 0 ? -infinity : not_a_number);
      }
      INFO(name);
      CHECK(tensor_difference(dot_product_attention(dirty.Q, dirty.K, dirty.V, options, variant), expected, exactly) ==
            "");
      const auto traced = trace(clean.Q, clean.K, clean.V, options, {}, variant).output;
      CHECK(tensor_difference(trace(dirty.Q, dirty.K, dirty.V, options, {}, variant).output, traced, exactly) == "");
    }
  });
}

TEST_CASE("NaN and infinity in a bias are not read where another mask forbids") {
  const Inputs in = inputs({1, 1, 3, 4}, 1, 2, 2);
  Mask mask{.causal = true, .query_offset = Alignment::bottom_right, .attention_bias = xt::xarray<float>({3, 4}, 0.5F)};
  const auto expected = dot_product_attention(in.Q, in.K, in.V, {.mask = mask});
  (*mask.attention_bias)(0, 2) = not_a_number;
  (*mask.attention_bias)(0, 3) = infinity;
  (*mask.attention_bias)(1, 3) = not_a_number;
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(dot_product_attention(in.Q, in.K, in.V, {.mask = mask}, variant), expected, near) == "");
  });
}

TEST_CASE("NaN at an allowed position is NaN in the rows that may see it, and in no other") {
  const Mask mask{.causal = true};
  for_each_variant([&](const Variant& variant) {
    for (std::size_t bad = 0; bad < 6; ++bad) {
      INFO("step " << bad);
      const auto rows_of_nan = [&](auto&& spoil) {
        Inputs in = inputs({1, 1, 6, 6}, 1, 3, 2);
        spoil(in);
        const auto output = dot_product_attention(in.Q, in.K, in.V, {.mask = mask}, variant);
        CHECK(tensor_difference(trace(in.Q, in.K, in.V, {.mask = mask}, {}, variant).output, output, near) == "");
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < 6; ++i)
          if (std::isnan(output(0, 0, i, 0)) && std::isnan(output(0, 0, i, 1)))
            rows.push_back(i);
          else
            CHECK((std::isfinite(output(0, 0, i, 0)) && std::isfinite(output(0, 0, i, 1))));
        return rows;
      };
      std::vector<std::size_t> from_bad_on;
      for (std::size_t i = bad; i < 6; ++i) from_bad_on.push_back(i);
      CHECK(rows_of_nan([&](Inputs& in) { in.Q(0, 0, bad, 1) = not_a_number; }) == std::vector{bad});
      CHECK(rows_of_nan([&](Inputs& in) { in.K(0, 0, bad, 1) = not_a_number; }) == from_bad_on);
      CHECK(rows_of_nan([&](Inputs& in) { in.V(0, 0, bad, 0) = in.V(0, 0, bad, 1) = not_a_number; }) == from_bad_on);
    }
  });
}

TEST_CASE("A query without an allowed key has weights 0 and output 0, or the mean of V where uniform is asked for") {
  const Inputs in = inputs({1, 2, 3, 4}, 1, 2, 2);
  Mask mask{.keep =
                xt::xarray<bool>{{true, true, true, true}, {false, false, false, false}, {true, false, false, false}}};
  for_each_variant([&](const Variant& variant) {
    mask.empty_row = EmptyRow::zero;
    const auto zero = dot_product_attention(in.Q, in.K, in.V, {.mask = mask}, variant);
    mask.empty_row = EmptyRow::uniform;
    const auto uniform = dot_product_attention(in.Q, in.K, in.V, {.mask = mask}, variant);
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t e = 0; e < 2; ++e) {
        CHECK(zero(0, h, 1, e) == 0);
        double mean = 0;
        for (std::size_t j = 0; j < 4; ++j) mean += in.V(0, 0, j, e) / 4.0;
        CHECK(alike(uniform(0, h, 1, e), mean, near(mean)));
        CHECK(zero(0, h, 0, e) == uniform(0, h, 0, e));
        CHECK(zero(0, h, 2, e) == in.V(0, 0, 0, e));
      }
  });
}

TEST_CASE("Sizes of 0 are ordinary: no batch, no queries, no keys") {
  for_each_variant([](const Variant& variant) {
    for (const core::Shape& shape : {core::Shape{0, 2, 3, 4}, core::Shape{2, 2, 0, 4}, core::Shape{2, 2, 3, 0},
                                     core::Shape{2, 2, 0, 0}, core::Shape{0, 2, 0, 0}})
      for (const EmptyRow empty_row : {EmptyRow::zero, EmptyRow::uniform}) {
        INFO(core::to_string(shape));
        check(inputs(shape, 1, 3, 2), {.mask = {.empty_row = empty_row}}, variant);
        check(inputs(shape, 2, 3, 2), {.mask = {.causal = true, .query_offset = Alignment::bottom_right}}, variant);
      }
  });
}

TEST_CASE("The shares of the output alone are as accurate as its exponential, from the largest to those that vanish") {
  const Tensor<2> Q{{1}}, V{{1, 0}, {0, 1}};
  for_each_variant([&](const Variant& variant) {
    for (int step = 0; step <= 2'600; ++step) {
      const float x = static_cast<float>(-0.05 * step);
      const Tensor<2> K{{0}, {x}};
      const auto output = dot_product_attention(Q, K, V, {.scale = 1.0}, variant);
      const double exact = std::exp(static_cast<double>(x));
      INFO("exp(" << x << ") is " << output(0, 1) / output(0, 0));
      // Roundings: two of 2^y, one of each division, and those of y = x·log2(e) grow with x. Absolute below the
      // smallest normal number.
      CHECK(std::abs(static_cast<double>(output(0, 1)) / static_cast<double>(output(0, 0)) - exact) <=
            (4 + 2 * std::abs(static_cast<double>(x))) * rounding * exact + 2e-38);
    }
  });
}

TEST_CASE("Long sequences keep their accuracy: 20,000 keys") {
  for_each_variant([](const Variant& variant) {
    const Inputs in = inputs({1, 1, 2, 20'000}, 1, 8, 3);
    check(in, {}, variant);
    check(in, {.mask = {.valid_lens = xt::xarray<std::int32_t>{19'999}}, .scale = 20.0}, variant);
  });
}

TEST_CASE("replace continues from an edited stage, and leaves the stages before it as they were") {
  const Inputs in = inputs({1, 2, 3, 4}, 2, 2, 2);
  const Options options{.mask = {.valid_lens = xt::xarray<std::int32_t>{3}}};
  const auto before = trace(in.Q, in.K, in.V, options);
  const auto edited = numbers<4>({1, 2, 3, 4}, 9);

  const auto from_scores = trace(in.Q, in.K, in.V, options, {.scores = edited});
  CHECK(tensor_difference(from_scores.scores, edited, exactly) == "");
  CHECK(difference(*from_scores.scaled, exact_scaled(edited, options, 2)) == "");
  CHECK(difference(from_scores.masked, exact_masked(*from_scores.scaled, options.mask)) == "");

  const auto from_masked = trace(in.Q, in.K, in.V, options, {.masked = edited});
  CHECK(tensor_difference(*from_masked.scaled, *before.scaled, exactly) == "");
  CHECK(tensor_difference(from_masked.masked, edited, exactly) == "");
  CHECK(difference(from_masked.attention_weights, exact_softmax(core::lift(edited), EmptyRow::zero)) == "");

  const auto from_weights = trace(in.Q, in.K, in.V, options, {.attention_weights = edited});
  CHECK(tensor_difference(from_weights.masked, before.masked, exactly) == "");
  CHECK(tensor_difference(from_weights.attention_weights, edited, exactly) == "");
  CHECK(difference(from_weights.output,
                   exact_weighted_sum(core::lift(edited), core::lift(in.V), core::lift(before.masked))) == "");

  const Replace<4> wrong{.masked = zeros<4>({1, 2, 3, 5})};
  CHECK(refused([&] { trace(in.Q, in.K, in.V, options, wrong); }) ==
        "replace.masked: expected shape (1, 2, 3, 4) as scores, got shape (1, 2, 3, 5)");
}

TEST_CASE("What is wrong with a call is said alike by trace and by the output alone, and the next call works") {
  const Inputs in = inputs({2, 2, 3, 4}, 2, 5, 6);
  const auto expected = dot_product_attention(in.Q, in.K, in.V);
  const auto said = [&](const Tensor<4>& K, const Tensor<4>& V, const Options& options) {
    const auto alone = refused([&] { dot_product_attention(in.Q, K, V, options); });
    CHECK(refused([&] { trace(in.Q, K, V, options); }) == alone);
    CHECK(tensor_difference(dot_product_attention(in.Q, in.K, in.V), expected, exactly) == "");
    return alone;
  };
  CHECK(said(zeros<4>({2, 2, 4, 3}), in.V, {}) == "K: expected head_size 5 as Q, got shape (2, 2, 4, 3)");
  CHECK(said(in.K, zeros<4>({2, 2, 5, 6}), {}) == "V: expected num_kv_pairs 4 as K, got shape (2, 2, 5, 6)");
  CHECK(said(in.K, zeros<4>({1, 2, 4, 6}), {}) == "V: expected batch_size 2 as K, got shape (1, 2, 4, 6)");
  CHECK(said(in.K, zeros<4>({2, 1, 4, 6}), {}) == "V: expected num_kv_heads 2 as K, got shape (2, 1, 4, 6)");
  CHECK(said(in.K, zeros<4>({2, 2, 4, 0}), {}) == "V: expected head_size of at least 1, got shape (2, 2, 4, 0)");
  CHECK(said(in.K, in.V, {.scale = HUGE_VAL}) == "scale: expected 0 or a normal float32 number, got inf");
  CHECK(said(in.K, in.V, {.softcap = -1}) == "softcap: expected 0 or a positive, normal float32 number, got -1");
  CHECK(said(in.K, in.V, {.dropout = Dropout{2, 0}}) == "dropout.p: expected a probability from 0 to 1, got 2.000000");
  CHECK(said(in.K, in.V, {.mask = {.causal = true}}).starts_with("query_offset: expected"));
  CHECK(refused_argument([&] { dot_product_attention(in.Q, zeros<3>({2, 4, 5}), in.V); }) == "K");
  CHECK(refused_argument([&] { dot_product_attention(in.Q, in.K, zeros<2>({4, 6})); }) == "V");
}

TEST_CASE("The output alone is what the trace has where sums of shares are beyond float32 and weights are not") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t num_kv_pairs : {2, 5, 300}) {
      Inputs in = inputs({1, 2, 3, num_kv_pairs}, 1, 4, 5);
      in.V = xt::full_like(in.V, 3.0e38F);
      const auto relative = [](double x) { return 1e-5 * std::abs(x); };
      const auto output = dot_product_attention(in.Q, in.K, in.V, {}, variant);
      CHECK(tensor_difference(output, trace(in.Q, in.K, in.V, {}, {}, variant).output, relative) == "");
    }
  });
}

TEST_CASE("Of a row that is NaN dropout may leave nothing: then its output is 0 in the output alone too") {
  for_each_variant([](const Variant& variant) {
    Inputs in = inputs({1, 1, 4, 3}, 1, 2, 2);
    in.Q(0, 0, 1, 0) = std::numeric_limits<float>::quiet_NaN();
    for (const std::uint64_t seed : {0, 1, 2, 3, 4, 5})
      for (const double p : {0.5, 1.0}) {
        const Options options{.dropout = Dropout{p, seed}};
        const auto output = dot_product_attention(in.Q, in.K, in.V, options, variant);
        CHECK(tensor_difference(output, trace(in.Q, in.K, in.V, options, {}, variant).output, near) == "");
      }
  });
}

TEST_CASE(
    "What a query with no allowed key got by uniform and lost by dropout "
    "is not read") {
  for_each_variant([](const Variant& variant) {
    Inputs in = inputs({1, 1, 2, 5}, 1, 2, 2);
    in.V(0, 0, 3, 1) = std::numeric_limits<float>::quiet_NaN();
    const Mask nothing{.valid_lens = xt::xarray<int>{0}, .empty_row = EmptyRow::uniform};
    for (const double p : {0.5, 1.0}) {
      const Options options{.mask = nothing, .dropout = Dropout{p, 3}};
      const auto output = dot_product_attention(in.Q, in.K, in.V, options, variant);
      CHECK(tensor_difference(output, trace(in.Q, in.K, in.V, options, {}, variant).output, near) == "");
    }
  });
}

TEST_CASE("Where there is nothing to compute, any number of batches and heads takes no time and no memory") {
  const std::size_t many = std::size_t{1} << 40;
  const Options options{.mask = {.causal = true, .query_offset = 3}, .dropout = Dropout{0.5, 1}};
  const Tensor<4> Q = xt::empty<float>({many, std::size_t{2}, std::size_t{0}, std::size_t{3}}),
                  K = xt::empty<float>({many, std::size_t{1}, std::size_t{0}, std::size_t{3}});
  CHECK(trace(Q, K, K, options).output.size() == 0);
  CHECK(dot_product_attention(Q, K, K, options).size() == 0);

  const Tensor<4> heads = xt::empty<float>({std::size_t{1}, many, std::size_t{0}, std::size_t{3}}),
                  keys = xt::ones<float>({1, 1, 5, 3});
  CHECK(trace(heads, keys, keys, options).output.size() == 0);
  CHECK(dot_product_attention(heads, keys, keys, options).size() == 0);
  CHECK(core::summarize({core::lift(heads), core::lift(keys), core::lift(keys)}, options, {}, {}).map.values().empty());
}
