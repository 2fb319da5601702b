#pragma once
// Masks of every kind for scores of one shape: each alone, and all of them together.

#include <support/inputs.hpp>
#include <xattention/options.hpp>

#include <string>
#include <vector>

namespace xattention::test {

struct NamedMask {
  std::string name;
  Mask mask;
};

/// Whole numbers from `low` to `high`.
inline xt::xarray<std::int32_t> integers(const std::vector<std::size_t>& shape, std::uint64_t seed, std::size_t low,
                                         std::size_t high) {
  auto array = xt::xarray<std::int32_t>::from_shape(shape);
  for (std::size_t i = 0; i < array.size(); ++i) {
    const double share = uniform(seed, i, 1002);
    array.data()[i] = static_cast<std::int32_t>(static_cast<double>(low) + share * static_cast<double>(high - low + 1));
  }
  return array;
}

/// A bias in [-2, 2) that is −∞ with probability `forbidden`.
inline xt::xarray<float> bias(const std::vector<std::size_t>& shape, std::uint64_t seed, double forbidden) {
  auto array = xt::xarray<float>::from_shape(shape);
  const auto none = coins(shape, seed, forbidden);
  for (std::size_t i = 0; i < array.size(); ++i) array.data()[i] = none.data()[i] ? -infinity : number(seed, i, 2);
  return array;
}

/// For scores (B, H, L, S).
inline std::vector<NamedMask> masks_for(const core::Shape& scores, std::uint64_t seed) {
  const auto [B, H, L, S] = scores;
  const auto offset = static_cast<std::int64_t>(S) - static_cast<std::int64_t>(L);
  std::vector<std::int64_t> offsets(B);
  for (std::size_t b = 0; b < B; ++b) offsets[b] = offset + static_cast<std::int64_t>(b) - 1;

  std::vector<NamedMask> masks{
      {"none", {}},
      {"causal, top-left", {.causal = true, .query_offset = Alignment::top_left}},
      {"causal, bottom-right", {.causal = true, .query_offset = Alignment::bottom_right}},
      {"causal, before the first key", {.causal = true, .query_offset = std::int64_t{-2}}},
      {"causal, one offset per batch", {.causal = true, .query_offset = offsets}},
      {"window on both sides", {.query_offset = Alignment::bottom_right, .window = Window{2, 1}}},
      {"window to the left", {.query_offset = offsets, .window = Window{1, -1}}},
      {"window of the position itself", {.query_offset = std::int64_t{1}, .window = Window{0, 0}}},
      {"a length per batch", {.valid_lens = integers({B}, seed, 0, S)}},
      {"a length per query", {.valid_lens = integers({B, L}, seed, 0, S)}},
      {"keep", {.keep = coins({B, H, L, S}, seed, 0.6)}},
      {"keep, one per key", {.keep = coins({B, 1, 1, S}, seed, 0.6)}},
      {"drop", {.drop = coins({H, L, S}, seed, 0.4)}},
      {"drop, one per query", {.drop = coins({L, 1}, seed, 0.3)}},
      {"bias", {.attention_bias = bias({L, S}, seed, 0)}},
      {"bias with -infinity", {.attention_bias = bias({B, 1, L, S}, seed, 0.3)}},
  };
  Mask all{.causal = true,
           .query_offset = offsets,
           .window = Window{std::max<std::int64_t>(0, static_cast<std::int64_t>(S) - 2), 0},
           .valid_lens = integers({B, L}, seed + 1, S / 2, S),
           .keep = coins({B, H, L, S}, seed + 2, 0.9),
           .drop = coins({H, 1, S}, seed + 3, 0.1),
           .attention_bias = bias({S}, seed + 4, 0.1)};
  masks.push_back({"all kinds", all});
  all.empty_row = EmptyRow::uniform;
  masks.push_back({"all kinds, empty rows uniform", all});
  return masks;
}

}  // namespace xattention::test
