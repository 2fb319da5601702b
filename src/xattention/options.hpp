#pragma once
// How `scores` become `attention_weights`: scale, softcap, what is forbidden, dropout.

#include <xattention/tensor.hpp>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace xattention {

/// Where the first query stands among the keys: at key 0, or so that the last query meets the last key.
enum class Alignment { top_left, bottom_right };

/// The position of the first query among the keys: not said, said by name, a number, or one per batch.
using QueryOffset = std::variant<std::monostate, Alignment, std::int64_t, std::vector<std::int64_t>>;

/// Positions around the query's own; −1 is unbounded on that side.
struct Window {
  std::int64_t left = -1;
  std::int64_t right = -1;
};

/// What becomes of a query with no allowed key: weights 0, or 1/num_kv_pairs over every key.
enum class EmptyRow { zero, uniform };

/// Which positions a query may attend to. Every part intersects with every other; a forbidden
/// position is never read and its weight is exactly 0. Masks broadcast right-aligned to `scores`.
struct Mask {
  /// j ≤ i + query_offset. With num_queries ≠ num_kv_pairs, `query_offset` must be said.
  bool causal = false;
  QueryOffset query_offset = {};
  /// i + query_offset − left ≤ j ≤ i + query_offset + right.
  std::optional<Window> window = {};
  /// (batch_size) or (batch_size, num_queries), each 0 … num_kv_pairs.
  std::optional<xt::xarray<std::int32_t>> valid_lens = {};
  /// true: may attend.
  std::optional<xt::xarray<bool>> keep = {};
  /// true: must not attend.
  std::optional<xt::xarray<bool>> drop = {};
  /// Added to `scaled`; −infinity forbids, any finite number is arithmetic.
  std::optional<xt::xarray<float>> attention_bias = {};
  EmptyRow empty_row = EmptyRow::zero;
};

/// Element i is dropped by Philox4×32-10 of (seed, i); the rest is multiplied by 1/(1 − p).
struct Dropout {
  /// Probability of dropping, 0 … 1.
  double p = 0;
  std::uint64_t seed = 0;
};

struct Options {
  Mask mask = {};
  /// Default 1/√head_size; 0 and negative numbers are honoured, if they are normal in float32.
  std::optional<double> scale = {};
  /// scaled = softcap · tanh(scale · scores / softcap); 0 is none.
  double softcap = 0;
  /// Off unless given.
  std::optional<Dropout> dropout = {};
};

/// Stages to continue from instead of computing them.
template <std::size_t N>
struct Replace {
  std::optional<Tensor<N>> scores = {};
  std::optional<Tensor<N>> masked = {};
  std::optional<Tensor<N>> attention_weights = {};
};

namespace core {

struct Replace {
  std::optional<Stage> scores, masked, attention_weights;

  Replace() = default;
  template <std::size_t N>
  explicit Replace(const xattention::Replace<N>& edited, Axes axes = Axes::of_rank(N))
      : scores(stage(edited.scores, axes)),
        masked(stage(edited.masked, axes)),
        attention_weights(stage(edited.attention_weights, axes)) {}

 private:
  template <std::size_t N>
  static std::optional<Stage> stage(const std::optional<Tensor<N>>& tensor, Axes axes) {
    if (!tensor) return std::nullopt;
    return Stage(lift(*tensor, axes));
  }
};

}  // namespace core
}  // namespace xattention
