#pragma once
// Stage 4: masked = scaled + attention_bias, forbidden positions −∞.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/tensor.hpp>

#include <cstdint>

namespace xattention {
namespace core {

/// A broadcast mask as seen from one row of scores.
template <class T>
struct MaskRow {
  const T* first = nullptr;
  std::ptrdiff_t stride = 0;

  explicit operator bool() const { return first != nullptr; }
  T operator[](std::size_t key) const { return first[static_cast<std::ptrdiff_t>(key) * stride]; }
};

/// What one query may attend to: keys begin … end, less what the masks forbid.
struct AllowedRow {
  std::size_t begin, end;
  MaskRow<bool> keep, drop;
  MaskRow<float> attention_bias;

  /// One row: masked = scaled + attention_bias where allowed, −∞ elsewhere. May be done in place.
  void apply(const float* scaled, float* masked, std::size_t num_kv_pairs) const noexcept {
    apply(scaled, masked, 0, num_kv_pairs);
  }
  /// The same of the keys first … first + count.
  void apply(const float* scaled, float* masked, std::size_t first, std::size_t count) const noexcept;

  /// Whether a mask says something of single keys, beside begin and end.
  [[nodiscard]] bool has_masks() const noexcept {
    const auto& [from, to, kept, dropped, bias] = *this;  // all there is: a mask that is added does not compile here
    return kept || dropped || bias;
  }

  /// These masks alone, on `x` of the keys first … first + count.
  void apply_masks(float* x, std::size_t first, std::size_t count) const noexcept;
};

/// A Mask checked against one shape of scores, then asked row by row. Borrows the mask.
class ResolvedMask {
 public:
  /// Throws shape_error or argument_error where the mask does not fit scores of this shape.
  ResolvedMask(const Mask& mask, const Shape& scores, Axes axes);

  [[nodiscard]] AllowedRow row(std::size_t batch, std::size_t head, std::size_t query) const;
  [[nodiscard]] EmptyRow empty_row() const { return mask_.empty_row; }

 private:
  template <class T>
  struct Broadcast {
    const T* data = nullptr;
    std::array<std::ptrdiff_t, 4> strides{};

    [[nodiscard]] MaskRow<T> row(std::size_t batch, std::size_t head, std::size_t query) const;
  };

  template <class T>
  Broadcast<T> broadcast(const char* name, const std::optional<xt::xarray<T>>& array) const;
  void check_valid_lens() const;
  void check_window() const;
  void resolve_query_offset();

  const Mask& mask_;
  Shape scores_;
  Axes axes_;
  std::vector<std::int64_t> query_offset_;  // one for all or one per batch; empty where nothing depends on it
  Broadcast<bool> keep_, drop_;
  Broadcast<float> attention_bias_;
};

Stage masked(const TensorView& scaled, const ResolvedMask& mask, const Execution& execution);

}  // namespace core

/// Sets what a query must not see to −∞ and adds the attention bias elsewhere. Valid lengths, causal,
/// window, keep, drop and a bias of −∞ intersect; a forbidden value is never read.
///
///     masked[b, h, i, j] = scaled[b, h, i, j] + attention_bias[b, h, i, j] where allowed, else −∞
///
/// scaled: (batch_size, num_heads, num_queries, num_kv_pairs), or without heads, or without batch. Rank and
/// shape as scaled.
/// Throws shape_error where a mask does not broadcast to scaled; argument_error where a valid length is
/// not 0 … num_kv_pairs, or causal or window needs a query_offset that is not said.
/// Accuracy: one rounding of the sum; −∞ exactly.
/// Source: Vaswani et al. (2017), §3.2.3.
template <AttentionTensor E>
Tensor<rank_of<E>> masked(const E& scaled, const Mask& mask, const Execution& execution = {}) {
  const auto& scaled_ = row_major(scaled);
  const core::TensorView view = core::lift(scaled_);
  return core::masked(view, core::ResolvedMask(mask, view.shape, view.axes), execution).template take<rank_of<E>>();
}

}  // namespace xattention
