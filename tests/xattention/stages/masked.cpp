#include <xattention/stages/masked.hpp>

#include <support/allowed.hpp>
#include <support/compare.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

const Tensor<2> zero_scores = zeros<2>({3, 4});

/// Which keys each query may see, as rows of 1 and 0.
using Rows = std::vector<std::string>;

Rows seen(const Tensor<2>& scaled, const Mask& mask) {
  const auto result = masked(scaled, mask);
  Rows rows(result.shape()[0]);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < result.shape()[1]; ++j) rows[i] += result(i, j) == -infinity ? '0' : '1';
  return rows;
}

Mask causal(QueryOffset offset) { return {.causal = true, .query_offset = std::move(offset)}; }
Mask window(std::int64_t left, std::int64_t right, std::int64_t offset) {
  return {.query_offset = offset, .window = Window{left, right}};
}

}  // namespace

TEST_CASE("masked is scaled + bias where allowed and -infinity elsewhere, for every kind of mask") {
  for (const core::Shape& shape : {core::Shape{2, 2, 3, 4}, core::Shape{2, 3, 5, 5}, core::Shape{3, 1, 7, 2}}) {
    const auto scaled = numbers<4>(shape, 1);
    for (const auto& [name, mask] : masks_for(shape, 2)) {
      INFO(name << " on " << core::to_string(shape));
      Expected expected;
      for_each_position(shape, [&](const Position& p, std::size_t flat) {
        const double sum = static_cast<double>(scaled.data()[flat]) + bias_at(mask, p);
        expected.add(allowed(mask, shape, p) ? sum : -infinity, once(sum));
      });
      CHECK(difference(masked(scaled, mask), expected) == "");
    }
  }
}

TEST_CASE("Causal is j ≤ i + query_offset, wherever the first query stands") {
  CHECK(seen(zero_scores, causal(Alignment::top_left)) == Rows{"1000", "1100", "1110"});
  CHECK(seen(zero_scores, causal(Alignment::bottom_right)) == Rows{"1100", "1110", "1111"});
  CHECK(seen(zero_scores, causal(std::int64_t{-1})) == Rows{"0000", "1000", "1100"});
  CHECK(seen(zero_scores, causal(std::int64_t{9})) == Rows{"1111", "1111", "1111"});
  CHECK(seen(zeros<2>({3, 3}), causal({})) == Rows{"100", "110", "111"});
}

TEST_CASE("A window is i + query_offset - left ≤ j ≤ i + query_offset + right, -1 without end") {
  CHECK(seen(zero_scores, window(1, 0, 0)) == Rows{"1000", "1100", "0110"});
  CHECK(seen(zero_scores, window(0, 1, 1)) == Rows{"0110", "0011", "0001"});
  CHECK(seen(zero_scores, window(-1, 0, 0)) == Rows{"1000", "1100", "1110"});
  CHECK(seen(zero_scores, window(0, -1, 0)) == Rows{"1111", "0111", "0011"});
  CHECK(seen(zero_scores, window(-1, -1, 0)) == Rows{"1111", "1111", "1111"});
  CHECK(seen(zero_scores, window(1, 1, -9)) == Rows{"0000", "0000", "0000"});
}

TEST_CASE("Offsets and windows of any size mean what they say and overflow nothing") {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  const Rows all{"1111", "1111", "1111"}, none{"0000", "0000", "0000"};
  CHECK(seen(zero_scores, causal(highest)) == all);
  CHECK(seen(zero_scores, causal(lowest)) == none);
  CHECK(seen(zero_scores, causal(std::vector<std::int64_t>{highest})) == all);
  CHECK(seen(zero_scores, window(highest, highest, 0)) == all);
  CHECK(seen(zero_scores, window(highest, 0, highest)) == all);
  CHECK(seen(zero_scores, window(0, highest, lowest)) == all);
  CHECK(seen(zero_scores, window(highest, 0, lowest)) == none);
  CHECK(seen(zero_scores, window(0, highest, highest)) == none);
  CHECK(seen(zero_scores, window(highest, 0, 0)) == Rows{"1000", "1100", "1110"});
}

TEST_CASE("A finite bias, however low, forbids nothing") {
  constexpr float lowest = std::numeric_limits<float>::lowest();
  const auto result = masked(zeros<2>({1, 3}), {.attention_bias = xt::xarray<float>{-1e6F, lowest, -infinity}});
  CHECK(tensor_difference(result, Tensor<2>{{-1e6F, lowest, -infinity}}, exactly) == "");
}

TEST_CASE("What is forbidden is not read, in the scores and in the bias") {
  const Tensor<2> scaled{{not_a_number, infinity, 1, 2}};
  const xt::xarray<bool> keep{false, false, true, false};
  const xt::xarray<float> bias{0, 0, 0.5F, not_a_number};
  CHECK(tensor_difference(masked(scaled, {.keep = keep, .attention_bias = bias}),
                          Tensor<2>{{-infinity, -infinity, 1.5F, -infinity}}, exactly) == "");
}

TEST_CASE("A mask has the axes it has: beside 3-D scores (B, L, S) is per batch, beside 4-D ones (H, L, S) per head") {
  xt::xarray<bool> keep = xt::xarray<bool>::from_shape({2, 1, 2});
  keep.fill(true);
  keep(0, 0, 1) = false;
  const auto by_batch = masked(zeros<3>({2, 1, 2}), {.keep = keep});
  CHECK((by_batch(0, 0, 1) == -infinity && by_batch(1, 0, 1) == 0));
  const auto by_head = masked(zeros<4>({2, 2, 1, 2}), {.keep = keep});
  for (std::size_t b = 0; b < 2; ++b) CHECK((by_head(b, 0, 0, 1) == -infinity && by_head(b, 1, 0, 1) == 0));
}

TEST_CASE("Masks of no elements fit scores of none") {
  const core::Shape no_keys{2, 2, 3, 0}, no_batch{0, 2, 3, 4}, no_queries{2, 2, 0, 4};
  for (const core::Shape& shape : {no_keys, no_batch, no_queries})
    for (const auto& [name, mask] : masks_for(shape, 3)) {
      INFO(name << " on " << core::to_string(shape));
      CHECK(masked(zeros<4>(shape), mask).shape() == shape);
    }
}

TEST_CASE("A mask that does not broadcast is refused by name") {
  const auto scaled = zeros<3>({2, 3, 4});
  CHECK(refused([&] { masked(scaled, {.keep = coins({2, 4}, 0, 1)}); }) ==
        "keep: expected a shape that broadcasts to scores (2, 3, 4), got shape (2, 4)");
  CHECK(refused([&] { masked(scaled, {.drop = coins({2, 1, 3, 4}, 0, 1)}); }) ==
        "drop: expected a shape that broadcasts to scores (2, 3, 4), got shape (2, 1, 3, 4)");
  CHECK(refused([&] { masked(scaled, {.attention_bias = bias({3, 3, 4}, 0, 0)}); }) ==
        "attention_bias: expected a shape that broadcasts to scores (2, 3, 4), got shape (3, 3, 4)");
  CHECK(refused_argument([&] { masked(scaled, {.keep = coins({0}, 0, 1)}); }) == "keep");
  CHECK(refused_argument([&] { masked(zeros<3>({1, 1, 1}), {.keep = coins({2}, 0, 1)}); }) == "keep");
}

TEST_CASE("Valid lengths that do not fit are refused with what was expected") {
  const auto scaled = zeros<3>({2, 3, 4});
  const auto lens = [](xt::xarray<std::int32_t> lens) { return Mask{.valid_lens = std::move(lens)}; };
  CHECK(refused([&] { masked(scaled, lens({1, 5})); }) ==
        "valid_lens: expected integers from 0 to num_kv_pairs 4, got 5");
  CHECK(refused([&] { masked(scaled, lens({-1, 4})); }) ==
        "valid_lens: expected integers from 0 to num_kv_pairs 4, got -1");
  CHECK(refused([&] { masked(scaled, lens({1, 2, 3})); }) ==
        "valid_lens: expected shape (2,) or (2, 3), (batch_size) or (batch_size, num_queries), got shape (3,)");
  CHECK(refused_argument([&] { masked(scaled, lens({{1, 2}, {3, 4}})); }) == "valid_lens");
  CHECK(refused_argument([&] { masked(zeros<2>({3, 4}), lens({1, 2})); }) == "valid_lens");
}

TEST_CASE(
    "Causal and window ask for the offset where queries and keys differ in number, and where it is one per batch") {
  CHECK(refused([] { masked(zero_scores, causal({})); }) ==
        "query_offset: expected 'top-left', 'bottom-right', a number, or one per batch, because causal and window are "
        "ambiguous with num_queries 3 and num_kv_pairs 4, got nothing");
  CHECK(refused_argument([] { masked(zero_scores, {.window = Window{1, 1}}); }) == "query_offset");
  CHECK(refused_argument([] { masked(zero_scores, causal(std::vector<std::int64_t>{0, 0})); }) == "query_offset");
  CHECK(refused([] { masked(zero_scores, window(-2, 0, 0)); }) ==
        "window: expected [left, right] of at least -1 each, got [-2, 0]");
}
