#include <xattention/summarize.hpp>

#include <support/compare.hpp>
#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>
#include <xattention/attention.hpp>

#include <catch2/catch_test_macros.hpp>

#include <numeric>

using namespace xattention;
using namespace xattention::test;

namespace {

struct Inputs {
  Tensor<4> Q, K, V;
};

Inputs inputs(const core::Shape& scores) {
  const auto [B, H, L, S] = scores;
  return {numbers<4>({B, H, L, 5}, 1, 3), numbers<4>({B, 1, S, 5}, 2, 3), numbers<4>({B, 1, S, 2}, 3)};
}

core::Summary summarize(const Inputs& in, const Options& options, const SummaryRequest& request,
                        const Variant& variant = best_variant()) {
  return core::summarize({core::lift(in.Q), core::lift(in.K), core::lift(in.V)}, options, request, variant);
}

/// What a summary says, worked out from weights that are stored whole. Rows of all batches and heads in turn.
struct Whole {
  Tensor<4> attention_weights, masked;

  [[nodiscard]] std::size_t L() const { return attention_weights.shape()[2]; }
  [[nodiscard]] std::size_t S() const { return attention_weights.shape()[3]; }
  [[nodiscard]] std::size_t rows() const { return S() == 0 ? 0 : attention_weights.size() / S(); }
  [[nodiscard]] std::span<const float> row(std::size_t r) const { return {attention_weights.data() + r * S(), S()}; }

  [[nodiscard]] std::vector<double> row_max() const {
    std::vector<double> result;
    for (std::size_t r = 0; r < rows(); ++r) result.push_back(*std::max_element(row(r).begin(), row(r).end()));
    return result;
  }
  [[nodiscard]] std::vector<double> entropy() const {
    std::vector<double> result;
    for (std::size_t r = 0; r < rows(); ++r) {
      double sum = 0;
      for (const double w : row(r)) sum -= w > 0 ? w * std::log(w) : 0;
      result.push_back(sum);
    }
    return result;
  }
  /// Cell (r, c) of one head's map.
  [[nodiscard]] double cell(std::size_t head, std::size_t r, std::size_t c, std::size_t map_rows, std::size_t map_cols,
                            Reduce reduce) const {
    double largest = 0, sum = 0, count = 0;
    for (std::size_t i = r * L() / map_rows; i < (r + 1) * L() / map_rows; ++i)
      for (std::size_t j = c * S() / map_cols; j < (c + 1) * S() / map_cols; ++j) {
        const double w = row(head * L() + i)[j];
        largest = std::max(largest, w), sum += w, ++count;
      }
    return reduce == Reduce::max ? largest : sum / count;
  }
};

Whole whole(const Inputs& in, const Options& options, const Variant& variant) {
  auto t = trace(in.Q, in.K, in.V, options, {}, variant);
  return {std::move(t.attention_weights), std::move(t.masked)};
}

/// Largest first, the earlier key first among equals, none that is forbidden; −1 and 0 where there are too few.
void check_top_k(const core::Summary& summary, const Whole& whole, std::size_t top_k) {
  for (std::size_t r = 0; r < whole.rows(); ++r) {
    const auto row = whole.row(r);
    std::vector<std::int32_t> keys;
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] > 0 || whole.masked.data()[r * row.size() + j] > -infinity)
        keys.push_back(static_cast<std::int32_t>(j));
    std::stable_sort(keys.begin(), keys.end(), [&](std::int32_t a, std::int32_t b) {
      return row[static_cast<std::size_t>(a)] > row[static_cast<std::size_t>(b)];
    });
    keys.resize(top_k, -1);
    std::vector<double> weights;
    for (const std::int32_t key : keys) weights.push_back(key < 0 ? 0 : row[static_cast<std::size_t>(key)]);
    CHECK(std::equal(keys.begin(), keys.end(), summary.indices.begin() + static_cast<std::ptrdiff_t>(r * top_k)));
    CHECK(difference(summary.attention_weights.values().subspan(r * top_k, top_k), weights, near) == "");
  }
}

void check_summaries(const core::Shape& shape) {
  const auto [B, H, L, S] = shape;
  const Inputs in = inputs(shape);
  for_each_variant([&, B = B, H = H, L = L](const Variant& variant) {
    for (const auto& [name, mask] : masks_for(shape, 4)) {
      const Options options{.mask = mask, .softcap = 4};
      const Whole weights = whole(in, options, variant);
      for (const Reduce reduce : {Reduce::max, Reduce::mean}) {
        INFO(name << (reduce == Reduce::max ? ", max" : ", mean"));
        const SummaryRequest request{.top_k = 3, .map_rows = 5, .map_cols = 7, .reduce = reduce};
        const auto summary = summarize(in, options, request, variant);
        CHECK(summary.row_max.visible_shape() == std::vector<std::size_t>{B, H, L, 1});
        CHECK(difference(summary.row_max.values(), weights.row_max(), near) == "");
        CHECK(difference(summary.entropy.values(), weights.entropy(), near) == "");
        check_top_k(summary, weights, 3);
        std::vector<double> map;
        for (std::size_t head = 0; head < B * H; ++head)
          for (std::size_t r = 0; r < 5; ++r)
            for (std::size_t c = 0; c < 7; ++c) map.push_back(weights.cell(head, r, c, 5, 7, reduce));
        CHECK(summary.map.visible_shape() == std::vector<std::size_t>{B, H, 5, 7});
        CHECK(difference(summary.map.values(), map, near) == "");
      }
    }
  });
}

}  // namespace

TEST_CASE("A summary says of the attention weights what can be said of them when stored whole, under every mask") {
  check_summaries({2, 2, 37, 23});
}

TEST_CASE("A summary is right where there are more keys than are looked at together, and more than any query may see") {
  check_summaries({1, 2, 70, 300});
}

TEST_CASE("A map of the size of the weights is the weights, and a larger one is cut down to it") {
  const Inputs in = inputs({1, 2, 5, 4});
  const Whole weights = whole(in, {}, best_variant());
  for (const Reduce reduce : {Reduce::max, Reduce::mean}) {
    const auto summary = summarize(in, {}, {.map_rows = 99, .map_cols = 99, .reduce = reduce});
    CHECK(summary.map.visible_shape() == std::vector<std::size_t>{1, 2, 5, 4});
    CHECK(difference(summary.map.values(), weights.attention_weights, near) == "");
  }
}

TEST_CASE("Every cell of a map of any size covers something: no row and no column is lost") {
  for (std::size_t L = 1; L <= 9; ++L) {
    const Inputs in = inputs({1, 1, L, 10 - L});
    const Whole weights = whole(in, {}, best_variant());
    for (std::size_t rows = 1; rows <= L; ++rows)
      for (std::size_t cols = 1; cols <= 10 - L; ++cols) {
        const auto summary = summarize(in, {}, {.map_rows = rows, .map_cols = cols});
        for (std::size_t r = 0; r < rows; ++r)
          for (std::size_t c = 0; c < cols; ++c) {
            const double cell = weights.cell(0, r, c, rows, cols, Reduce::max);
            CHECK(alike(summary.map.values()[r * cols + c], cell, near(cell)));
            CHECK(cell > 0);
          }
      }
  }
}

TEST_CASE("A uniform row has entropy ln S, a row of one key 0, and equal weights are listed by key") {
  const Tensor<2> Q{{0}, {0}}, K{{1}, {2}, {3}};
  const xt::xarray<bool> keep{{true, true, true}, {false, true, false}};
  const auto summary = core::summarize({core::lift(Q), core::lift(K), core::lift(K)}, {.mask = {.keep = keep}},
                                       {.top_k = 2}, best_variant());
  CHECK(difference(summary.entropy.values(), std::vector<double>{std::log(3.0), 0}, near) == "");
  CHECK(summary.indices == std::vector<std::int32_t>{0, 1, 1, -1});
}

TEST_CASE("Entropy is right for rows of all kinds of sharpness") {
  // From nearly uniform over 3,000 keys to one key that has nearly everything.
  const Tensor<2> Q{{0.001F}, {0.3F}, {3}, {30}, {-300}};
  const auto K = numbers<2>({3000, 1}, 5);
  const auto scores = exact_scores(core::lift(Q), core::lift(K)).values;
  for_each_variant([&](const Variant& variant) {
    const auto summary = core::summarize({core::lift(Q), core::lift(K), core::lift(K)}, {}, {}, variant);
    std::vector<double> entropies;
    for (auto row = scores.begin(); row != scores.end(); row += 3000) {
      const double largest = *std::max_element(row, row + 3000);
      double sum = 0, entropy = 0;
      std::for_each(row, row + 3000, [&](double x) { sum += std::exp(x - largest); });
      std::for_each(row, row + 3000, [&](double x) {
        const double w = std::exp(x - largest) / sum;
        entropy -= w > 0 ? w * std::log(w) : 0;
      });
      entropies.push_back(entropy);
    }
    // Of a score of size 300 rounding leaves 3e-5, and that much of its weight; entropy is of the size of 1.
    CHECK(difference(summary.entropy.values().first(4), std::span(entropies).first(4), near) == "");
    CHECK(std::abs(static_cast<double>(summary.entropy.values()[4]) - entropies[4]) < 1e-4);
  });
}

TEST_CASE("A map of some keys is that part of the whole map, and nothing else of the summary changes") {
  const Inputs in = inputs({2, 2, 6, 11});
  const Options options{.mask = {.causal = true, .query_offset = Alignment::bottom_right}};
  for_each_variant([&](const Variant& variant) {
    const auto all = summarize(in, options, {.map_rows = 6, .map_cols = 11}, variant);
    const auto some = summarize(in, options, {.map_rows = 6, .map_cols = 11, .map_keys = KeyRange{3, 8}}, variant);
    CHECK(some.map.visible_shape() == std::vector<std::size_t>{2, 2, 6, 5});
    std::vector<double> part;
    for (std::size_t row = 0; row < 2 * 2 * 6; ++row)
      for (std::size_t key = 3; key < 8; ++key) part.push_back(all.map.values()[row * 11 + key]);
    CHECK(difference(some.map.values(), part, exactly) == "");
    CHECK(difference(some.row_max.values(), all.row_max.values(), exactly) == "");
    CHECK(difference(some.entropy.values(), all.entropy.values(), exactly) == "");
    CHECK(some.indices == all.indices);

    const auto coarse = summarize(in, options, {.map_rows = 2, .map_cols = 2, .map_keys = KeyRange{3, 8}}, variant);
    for (std::size_t head = 0; head < 4; ++head) {
      float largest = 0;  // queries 3, 4, 5 and keys 5, 6, 7: ⌊5/2⌋ is the first of the second half
      for (std::size_t i = 3; i < 6; ++i)
        for (std::size_t j = 5; j < 8; ++j) largest = std::max(largest, all.map.values()[(head * 6 + i) * 11 + j]);
      CHECK(coarse.map.values()[head * 4 + 3] == largest);
    }
  });
}

TEST_CASE("A map of some keys is that part where a tile holds others, some of them, or none") {
  const Inputs in = inputs({1, 1, 290, 300});
  for (const Mask& mask : {Mask{.query_offset = std::int64_t{0}, .window = Window{20, 5}},
                           Mask{.causal = true, .query_offset = Alignment::bottom_right}})
    for (const Reduce reduce : {Reduce::max, Reduce::mean}) {
      const auto all = summarize(in, {.mask = mask}, {.map_rows = 290, .map_cols = 300, .reduce = reduce});
      const auto some = summarize(in, {.mask = mask},
                                  {.map_rows = 290, .map_cols = 160, .reduce = reduce, .map_keys = KeyRange{100, 260}});
      std::vector<double> part;
      for (std::size_t row = 0; row < 290; ++row)
        for (std::size_t key = 100; key < 260; ++key) part.push_back(all.map.values()[row * 300 + key]);
      CHECK(difference(some.map.values(), part, exactly) == "");
    }
}

TEST_CASE("A map of keys that are none is refused") {
  const Inputs in = inputs({1, 1, 3, 4});
  const auto said = [&](std::int64_t from, std::int64_t to) {
    return refused([&] { summarize(in, {}, {.map_keys = KeyRange{from, to}}); });
  };
  CHECK(said(0, 4) == "");
  CHECK(said(3, 4) == "");
  CHECK(said(2, 2) == "map_keys: expected [from, to], 0 ≤ from < to ≤ num_kv_pairs 4, got [2, 2]");
  CHECK(said(-1, 2) != "");
  CHECK(said(0, 5) != "");
  CHECK(said(3, 1) != "");
}

TEST_CASE("A row that went wrong does not look like one that did not") {
  Inputs in = inputs({1, 1, 3, 4});
  in.Q(0, 0, 1, 0) = not_a_number;
  for (const Reduce reduce : {Reduce::max, Reduce::mean}) {
    const auto summary = summarize(in, {}, {.top_k = 1, .map_rows = 3, .map_cols = 1, .reduce = reduce});
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::isnan(summary.row_max.values()[i]) == (i == 1));
      CHECK(std::isnan(summary.entropy.values()[i]) == (i == 1));
      CHECK(std::isnan(summary.attention_weights.values()[i]) == (i == 1));
      CHECK(std::isnan(summary.map.values()[i]) == (i == 1));
    }
    CHECK(std::isnan(summarize(in, {}, {.map_rows = 1, .map_cols = 1, .reduce = reduce}).map.values()[0]));
  }
}

TEST_CASE("There is a summary of nothing, and one that asks for nothing") {
  for (const core::Shape& shape : {core::Shape{0, 2, 3, 4}, core::Shape{2, 2, 0, 4}, core::Shape{2, 2, 3, 0}}) {
    const auto summary = summarize(inputs(shape), {}, {.top_k = 2});
    CHECK(summary.row_max.visible_shape() == std::vector<std::size_t>{shape[0], 2, shape[2], 1});
    CHECK(summary.indices.size() == shape[0] * 2 * shape[2] * 2);
    CHECK(std::all_of(summary.indices.begin(), summary.indices.end(), [](std::int32_t key) { return key == -1; }));
    CHECK(summary.map.values().size() == shape[0] * 2 * shape[2] * shape[3]);
  }
  const auto nothing = summarize(inputs({1, 1, 3, 4}), {}, {.top_k = 0, .map_rows = 0, .map_cols = 0});
  CHECK((nothing.indices.empty() && nothing.map.values().empty()));
  CHECK(nothing.row_max.values().size() == 3);
}

TEST_CASE("Heads side by side are summarized head by head") {
  const auto Q = numbers<3>({2, 5, 6}, 1), K = numbers<3>({2, 7, 6}, 2);
  const auto packed =
      core::summarize({core::lift(Q), core::lift(K), core::lift(K), core::Heads{2, 2}}, {}, {}, best_variant());
  const auto Q_heads = split_heads(Q, 2), K_heads = split_heads(K, 2);
  const auto split =
      core::summarize({core::lift(Q_heads), core::lift(K_heads), core::lift(K_heads)}, {}, {}, best_variant());
  CHECK(difference(packed.map.values(), split.map.values(), exactly) == "");
  CHECK(packed.indices == split.indices);
}

TEST_CASE("A summary refuses what attention refuses") {
  Inputs in = inputs({1, 1, 3, 4});
  CHECK(refused_argument([&] { summarize(in, {.mask = {.causal = true}}, {}); }) == "query_offset");
  in.V = zeros<4>({1, 1, 5, 2});
  CHECK(refused_argument([&] { summarize(in, {}, {}); }) == "V");
}
