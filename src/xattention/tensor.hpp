#pragma once
// Tensors: concrete, row-major xt::xtensor<float, N> in and out.
//
// Inside, every tensor of rank 2, 3 or 4 is seen as (batch_size, num_heads, num_steps, size): a
// TensorView with strides, which serves an xtensor, one head of a projection, and a block of the
// WebAssembly heap alike. `Axes` remembers which of the four the caller sees, so that rank in is
// rank out.

#if __has_include(<xtensor/containers/xtensor.hpp>)  // xtensor >= 0.26
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>
#endif

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace xattention {

/// The tensor of this library: float32, row-major, rank known at compile time.
template <std::size_t N>
using Tensor = xt::xtensor<float, N, xt::layout_type::row_major>;

/// An xtensor container, view or expression whose rank is known at compile time.
template <class E>
concept TensorExpression = requires { std::tuple_size<typename std::remove_cvref_t<E>::shape_type>::value; };

/// Rank of a TensorExpression.
template <TensorExpression E>
inline constexpr std::size_t rank_of = std::tuple_size<typename std::remove_cvref_t<E>::shape_type>::value;

/// A TensorExpression that attention takes: rank 2 (steps, size), 3 (batch, steps, size) or
/// 4 (batch, heads, steps, size).
template <class E>
concept AttentionTensor = TensorExpression<E> && (rank_of<E> >= 2 && rank_of<E> <= 4);

/// The expression itself where it is a row-major float tensor already, else its evaluated copy:
/// views, transposes and column-major tensors keep their meaning, and nothing lazy goes further.
template <TensorExpression E>
decltype(auto) row_major(const E& expression) {
  if constexpr (std::is_same_v<E, Tensor<rank_of<E>>>) {
    return (expression);
  } else {
    return Tensor<rank_of<E>>(expression);
  }
}

namespace core {

using Shape = std::array<std::size_t, 4>;

/// Which of the four axes the caller sees; steps and size are always there.
struct Axes {
  bool batch = true;
  bool heads = true;

  [[nodiscard]] constexpr std::size_t rank() const { return 2U + (batch ? 1U : 0U) + (heads ? 1U : 0U); }
  friend constexpr bool operator==(const Axes&, const Axes&) = default;

  /// The axes of a plain tensor of rank 2, 3 or 4.
  [[nodiscard]] static constexpr Axes of_rank(std::size_t rank) { return {.batch = rank >= 3, .heads = rank == 4}; }

  /// The part of a 4-D shape that the caller sees.
  [[nodiscard]] std::vector<std::size_t> lower(const Shape& shape) const;
};

/// A borrowed matrix with strides, in elements.
struct MatrixView {
  const float* data;
  std::size_t rows, cols;
  std::ptrdiff_t row_stride, col_stride;

  [[nodiscard]] MatrixView transposed() const { return {data, cols, rows, col_stride, row_stride}; }
  [[nodiscard]] MatrixView middle_rows(std::size_t first, std::size_t count) const {
    return {data + static_cast<std::ptrdiff_t>(first) * row_stride, count, cols, row_stride, col_stride};
  }
  [[nodiscard]] float operator()(std::size_t i, std::size_t j) const {
    return data[static_cast<std::ptrdiff_t>(i) * row_stride + static_cast<std::ptrdiff_t>(j) * col_stride];
  }
};

/// A borrowed tensor (batch_size, num_heads, num_steps, size) with strides, in elements.
template <class Float>
struct BasicTensorView {
  Float* data;
  Shape shape;
  std::array<std::ptrdiff_t, 4> strides;
  Axes axes;

  [[nodiscard]] std::size_t batch_size() const { return shape[0]; }
  [[nodiscard]] std::size_t num_heads() const { return shape[1]; }
  [[nodiscard]] std::size_t num_steps() const { return shape[2]; }
  [[nodiscard]] std::size_t size() const { return shape[3]; }

  /// Rows of every batch and head, as many as there are.
  [[nodiscard]] std::size_t count_rows() const { return shape[0] * shape[1] * shape[2]; }
  /// Batch, head and step of one of these rows, in the order in which a row-major tensor has them.
  [[nodiscard]] std::array<std::size_t, 3> place_of_row(std::size_t row) const {
    return {row / shape[2] / shape[1], row / shape[2] % shape[1], row % shape[2]};
  }

  [[nodiscard]] Float* row(std::size_t batch, std::size_t head, std::size_t step) const {
    return data + static_cast<std::ptrdiff_t>(batch) * strides[0] + static_cast<std::ptrdiff_t>(head) * strides[1] +
           static_cast<std::ptrdiff_t>(step) * strides[2];
  }
  [[nodiscard]] MatrixView matrix(std::size_t batch, std::size_t head) const {
    return {row(batch, head, 0), shape[2], shape[3], strides[2], strides[3]};
  }
  /// Heads cut out of the last axis, without a copy: (B, 1, L, H·d) seen as (B, H, L, d).
  [[nodiscard]] BasicTensorView split_heads(std::size_t num_heads) const {
    const std::size_t head_size = shape[3] / num_heads;
    return {data,
            {shape[0], num_heads, shape[2], head_size},
            {strides[0], static_cast<std::ptrdiff_t>(head_size) * strides[3], strides[2], strides[3]},
            {.batch = axes.batch, .heads = true}};
  }
  /// The shape the caller knows.
  [[nodiscard]] std::vector<std::size_t> visible_shape() const { return axes.lower(shape); }

  operator BasicTensorView<const float>() const  // NOLINT(google-explicit-constructor): adding const
    requires(!std::is_const_v<Float>)
  {
    return {data, shape, strides, axes};
  }
};

using TensorView = BasicTensorView<const float>;
using MutableTensorView = BasicTensorView<float>;

/// Strides of a row-major tensor.
std::array<std::ptrdiff_t, 4> row_major_strides(const Shape& shape);

/// A computed tensor: four axes inside, `axes` of them for the caller.
class Stage {
 public:
  Stage() = default;
  /// Uninitialised values. Throws std::bad_alloc where the size exceeds the address space.
  Stage(const Shape& shape, Axes axes);
  /// A copy of what a view shows.
  explicit Stage(const TensorView& view);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] Axes axes() const { return axes_; }
  [[nodiscard]] std::span<float> values() { return {values_.data(), values_.size()}; }
  [[nodiscard]] std::span<const float> values() const { return {values_.data(), values_.size()}; }
  [[nodiscard]] std::vector<std::size_t> visible_shape() const { return axes_.lower(shape_); }

  [[nodiscard]] TensorView view() const { return {values_.data(), shape_, row_major_strides(shape_), axes_}; }
  [[nodiscard]] MutableTensorView view() { return {values_.data(), shape_, row_major_strides(shape_), axes_}; }

  /// The values as an xtensor of the visible rank, moved out.
  template <std::size_t N>
  [[nodiscard]] Tensor<N> take() && {
    const auto visible = visible_shape();
    typename Tensor<N>::shape_type shape{};
    std::copy_n(visible.begin(), N, shape.begin());
    typename Tensor<N>::strides_type strides{};
    xt::compute_strides(shape, xt::layout_type::row_major, strides);
    return Tensor<N>(std::move(values_), std::move(shape), std::move(strides));
  }

 private:
  Tensor<1>::storage_type values_;
  Shape shape_{};
  Axes axes_;
};

/// An xtensor of rank 2 to 4 seen with four axes; borrows it.
template <std::size_t N>
TensorView lift(const Tensor<N>& tensor, Axes axes = Axes::of_rank(N)) {
  Shape shape{1, 1, tensor.shape()[N - 2], tensor.shape()[N - 1]};
  std::size_t next = 0;
  if (axes.batch) shape[0] = tensor.shape()[next++];
  if (axes.heads) shape[1] = tensor.shape()[next++];
  return {tensor.data(), shape, row_major_strides(shape), axes};
}

inline MatrixView matrix(const Tensor<2>& tensor) { return lift(tensor).matrix(0, 0); }

/// `(2, 3, 4)`: how errors write a shape.
std::string to_string(std::span<const std::size_t> shape);

}  // namespace core
}  // namespace xattention
