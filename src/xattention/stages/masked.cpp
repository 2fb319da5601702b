#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/stages/masked.hpp>

#include <algorithm>
#include <limits>

namespace xattention::core {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

template <class Array>
std::vector<std::size_t> shape_of(const Array& array) {
  return {array.shape().begin(), array.shape().end()};
}

}  // namespace

void AllowedRow::apply(const float* scaled, float* masked, std::size_t first, std::size_t count) const noexcept {
  const auto inside = [&](std::size_t key) { return std::clamp(key, first, first + count) - first; };
  const std::size_t from = inside(begin), to = inside(end);
  std::fill(masked, masked + from, minus_infinity);
  if (masked != scaled) std::copy(scaled + from, scaled + to, masked + from);
  apply_masks(masked + from, first + from, to - from);
  std::fill(masked + to, masked + count, minus_infinity);
}

namespace {

// The two strides that matter, each a constant for the compiler: a mask has a value for each key, or one for all.
template <class T, class F>
void for_each_key(const MaskRow<T>& mask, std::size_t first, std::size_t count, F&& f) {
  const T* values = mask.first + static_cast<std::ptrdiff_t>(first) * mask.stride;
  if (mask.stride == 1)
    for (std::size_t j = 0; j < count; ++j) f(j, values[j]);
  else
    for (std::size_t j = 0; j < count; ++j) f(j, *values);
}

}  // namespace

void AllowedRow::apply_masks(float* x, std::size_t first, std::size_t count) const noexcept {
  const auto& [from, to, keep, drop, attention_bias] =
      *this;  // all there is: a mask that is added does not compile here
  // A bias of −∞ on a NaN would be a NaN: forbidding comes after adding.
  if (attention_bias)
    for_each_key(attention_bias, first, count,
                 [x](std::size_t j, float bias) { x[j] = bias == minus_infinity ? bias : x[j] + bias; });
  if (keep) for_each_key(keep, first, count, [x](std::size_t j, bool kept) { x[j] = kept ? x[j] : minus_infinity; });
  if (drop)
    for_each_key(drop, first, count, [x](std::size_t j, bool dropped) { x[j] = dropped ? minus_infinity : x[j]; });
}

ResolvedMask::ResolvedMask(const Mask& mask, const Shape& scores, Axes axes)
    : mask_(mask),
      scores_(scores),
      axes_(axes),
      keep_(broadcast("keep", mask.keep)),
      drop_(broadcast("drop", mask.drop)),
      attention_bias_(broadcast("attention_bias", mask.attention_bias)) {
  check_valid_lens();
  check_window();
  resolve_query_offset();
}

// Right-aligned, as NumPy does: the mask's last axis is the keys, and so on; an axis of size 1, or one
// that the mask does not have, repeats.
template <class T>
ResolvedMask::Broadcast<T> ResolvedMask::broadcast(const char* name, const std::optional<xt::xarray<T>>& array) const {
  if (!array) return {};
  const auto fail = [&] {
    throw shape_error(name, "a shape that broadcasts to scores " + to_string(axes_.lower(scores_)),
                      "shape " + to_string(shape_of(*array)));
  };
  std::vector<std::size_t> visible_axes;
  if (axes_.batch) visible_axes.push_back(0);
  if (axes_.heads) visible_axes.push_back(1);
  visible_axes.insert(visible_axes.end(), {2, 3});
  if (array->dimension() > visible_axes.size()) fail();

  // An empty mask has no first element to point at, and none of its elements is ever asked for.
  static constexpr T nothing{};
  Broadcast<T> result{array->size() == 0 ? &nothing : array->data(), {}};
  std::ptrdiff_t stride = 1;
  for (std::size_t back = 1; back <= array->dimension(); ++back) {
    const std::size_t extent = array->shape()[array->dimension() - back];
    const std::size_t axis = visible_axes[visible_axes.size() - back];
    if (extent != 1 && extent != scores_[axis]) fail();
    result.strides[axis] = extent == 1 ? 0 : stride;
    stride *= static_cast<std::ptrdiff_t>(extent);
  }
  return result;
}

template <class T>
MaskRow<T> ResolvedMask::Broadcast<T>::row(std::size_t batch, std::size_t head, std::size_t query) const {
  if (data == nullptr) return {};
  return {data + static_cast<std::ptrdiff_t>(batch) * strides[0] + static_cast<std::ptrdiff_t>(head) * strides[1] +
              static_cast<std::ptrdiff_t>(query) * strides[2],
          strides[3]};
}

void ResolvedMask::check_valid_lens() const {
  if (!mask_.valid_lens) return;
  const auto& valid_lens = *mask_.valid_lens;
  const auto shape = shape_of(valid_lens);
  const bool per_batch = shape == std::vector{scores_[0]};
  const bool per_query = shape == std::vector{scores_[0], scores_[2]};
  if (!per_batch && !per_query)
    throw shape_error("valid_lens",
                      "shape " + to_string(std::array{scores_[0]}) + " or " +
                          to_string(std::array{scores_[0], scores_[2]}) + ", (batch_size) or (batch_size, num_queries)",
                      "shape " + to_string(shape));
  for (const std::int32_t length : valid_lens)
    if (length < 0 || static_cast<std::size_t>(length) > scores_[3])
      throw argument_error("valid_lens", "integers from 0 to num_kv_pairs " + std::to_string(scores_[3]),
                           std::to_string(length));
}

void ResolvedMask::check_window() const {
  if (!mask_.window) return;
  if (mask_.window->left < -1 || mask_.window->right < -1)
    throw argument_error("window", "[left, right] of at least -1 each",
                         "[" + std::to_string(mask_.window->left) + ", " + std::to_string(mask_.window->right) + "]");
}

void ResolvedMask::resolve_query_offset() {
  if (!mask_.causal && !mask_.window) return;
  const auto num_queries = static_cast<std::int64_t>(scores_[2]);
  const auto num_kv_pairs = static_cast<std::int64_t>(scores_[3]);
  if (const auto* per_batch = std::get_if<std::vector<std::int64_t>>(&mask_.query_offset)) {
    if (per_batch->size() != scores_[0])
      throw shape_error("query_offset", "one per batch, " + std::to_string(scores_[0]),
                        std::to_string(per_batch->size()));
    query_offset_ = *per_batch;
    return;
  }
  std::int64_t offset = 0;
  if (const auto* number = std::get_if<std::int64_t>(&mask_.query_offset)) {
    offset = *number;
  } else if (const auto* alignment = std::get_if<Alignment>(&mask_.query_offset)) {
    offset = *alignment == Alignment::top_left ? 0 : num_kv_pairs - num_queries;
  } else if (num_queries != num_kv_pairs) {
    throw argument_error("query_offset",
                         "'top-left', 'bottom-right', a number, or one per batch, because causal and window are "
                         "ambiguous with num_queries " +
                             std::to_string(num_queries) + " and num_kv_pairs " + std::to_string(num_kv_pairs),
                         "nothing");
  }
  query_offset_ = {offset};
}

AllowedRow ResolvedMask::row(std::size_t batch, std::size_t head, std::size_t query) const {
  std::int64_t begin = 0;
  auto end = static_cast<std::int64_t>(scores_[3]);
  if (!query_offset_.empty()) {
    // So far out an offset leaves every key on one side, and a window twice as wide reaches them all; farther
    // out, the sums below would overflow.
    constexpr std::int64_t far = std::int64_t{1} << 61;
    const std::int64_t position =
        static_cast<std::int64_t>(query) + std::clamp(query_offset_[query_offset_.size() == 1 ? 0 : batch], -far, far);
    if (mask_.causal) end = std::min(end, position + 1);
    if (mask_.window && mask_.window->left >= 0)
      begin = std::max(begin, position - std::min(mask_.window->left, 2 * far));
    if (mask_.window && mask_.window->right >= 0)
      end = std::min(end, position + std::min(mask_.window->right, 2 * far) + 1);
  }
  if (mask_.valid_lens) {
    const auto& valid_lens = *mask_.valid_lens;
    end = std::min<std::int64_t>(end, valid_lens.dimension() == 1 ? valid_lens(batch) : valid_lens(batch, query));
  }
  end = std::max<std::int64_t>(end, 0);
  begin = std::min(begin, end);
  return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end), keep_.row(batch, head, query),
          drop_.row(batch, head, query), attention_bias_.row(batch, head, query)};
}

Stage masked(const TensorView& scaled, const ResolvedMask& mask, const Execution& execution) {
  Stage masked(scaled.shape, scaled.axes);
  if (masked.values().empty()) return masked;  // though there may be any number of rows
  const MutableTensorView result = masked.view();
  const double work = 8 * static_cast<double>(scaled.size());
  kernels::share_rows(execution, scaled.count_rows(), work, 1, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [batch, head, query] = scaled.place_of_row(i);
      mask.row(batch, head, query).apply(scaled.row(batch, head, query), result.row(batch, head, query), scaled.size());
    }
  });
  return masked;
}

}  // namespace xattention::core
