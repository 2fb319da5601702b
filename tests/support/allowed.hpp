#pragma once
// Which positions a mask allows, said once more: position by position, as the contract words it.

#include <xattention/options.hpp>

#include <vector>

namespace xattention::test {

/// One position of 4-D scores of the given shape.
struct Position {
  std::size_t batch, head, query, key;
};

/// The element of a mask that broadcasts, right-aligned, to 4-D scores.
template <class T>
T element(const xt::xarray<T>& mask, const Position& p) {
  const std::array<std::size_t, 4> index{p.batch, p.head, p.query, p.key};
  std::size_t flat = 0;
  for (std::size_t axis = 0; axis < mask.dimension(); ++axis) {
    const std::size_t extent = mask.shape()[axis];
    flat = flat * extent + (extent == 1 ? 0 : index[axis + 4 - mask.dimension()]);
  }
  return mask.data()[flat];
}

/// The bias added to a position, 0 where there is none.
inline float bias_at(const Mask& mask, const Position& p) {
  return mask.attention_bias ? element(*mask.attention_bias, p) : 0.0F;
}

inline bool allowed(const Mask& mask, const core::Shape& scores, const Position& p) {
  const auto num_queries = static_cast<std::int64_t>(scores[2]), num_kv_pairs = static_cast<std::int64_t>(scores[3]);
  const auto key = static_cast<std::int64_t>(p.key);
  std::int64_t position = static_cast<std::int64_t>(p.query);
  if (const auto* number = std::get_if<std::int64_t>(&mask.query_offset)) position += *number;
  if (const auto* each = std::get_if<std::vector<std::int64_t>>(&mask.query_offset)) position += (*each)[p.batch];
  if (const auto* named = std::get_if<Alignment>(&mask.query_offset))
    position += *named == Alignment::bottom_right ? num_kv_pairs - num_queries : 0;

  if (mask.causal && key > position) return false;
  if (mask.window && mask.window->left >= 0 && key < position - mask.window->left) return false;
  if (mask.window && mask.window->right >= 0 && key > position + mask.window->right) return false;
  if (mask.valid_lens) {
    const auto& lens = *mask.valid_lens;
    const std::size_t flat = lens.dimension() == 1 ? p.batch : p.batch * scores[2] + p.query;
    if (key >= lens.data()[flat]) return false;
  }
  if (mask.keep && !element(*mask.keep, p)) return false;
  if (mask.drop && element(*mask.drop, p)) return false;
  return bias_at(mask, p) != -std::numeric_limits<float>::infinity();
}

/// Calls f(position, flat index) for every position of 4-D scores.
template <class F>
void for_each_position(const core::Shape& scores, F&& f) {
  std::size_t flat = 0;
  for (std::size_t b = 0; b < scores[0]; ++b)
    for (std::size_t h = 0; h < scores[1]; ++h)
      for (std::size_t i = 0; i < scores[2]; ++i)
        for (std::size_t j = 0; j < scores[3]; ++j) f(Position{b, h, i, j}, flat++);
}

}  // namespace xattention::test
