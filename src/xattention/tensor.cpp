#include <xattention/tensor.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>

namespace xattention::core {

std::vector<std::size_t> Axes::lower(const Shape& shape) const {
  std::vector<std::size_t> visible;
  if (batch) visible.push_back(shape[0]);
  if (heads) visible.push_back(shape[1]);
  visible.insert(visible.end(), {shape[2], shape[3]});
  return visible;
}

std::array<std::ptrdiff_t, 4> row_major_strides(const Shape& shape) {
  const auto steps = static_cast<std::ptrdiff_t>(shape[3]);
  const auto heads = static_cast<std::ptrdiff_t>(shape[2]) * steps;
  return {static_cast<std::ptrdiff_t>(shape[1]) * heads, heads, steps, 1};
}

namespace {

// 65,537² floats fit in no 32-bit address space, and their count does not even fit in a size_t there.
std::size_t checked_count(const Shape& shape) {
  constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(float);
  if (std::ranges::find(shape, std::size_t{0}) != shape.end()) return 0;  // however large the other sizes are
  std::uint64_t count = 1;
  for (const std::size_t extent : shape) {
    if (count > limit / extent) throw std::bad_alloc();
    count *= extent;
  }
  return static_cast<std::size_t>(count);
}

}  // namespace

Stage::Stage(const Shape& shape, Axes axes) : values_(checked_count(shape)), shape_(shape), axes_(axes) {}

Stage::Stage(const TensorView& view) : Stage(view.shape, view.axes) {
  if (values_.empty()) return;
  float* out = values_.data();
  for (std::size_t b = 0; b < view.batch_size(); ++b)
    for (std::size_t h = 0; h < view.num_heads(); ++h)
      for (std::size_t i = 0; i < view.num_steps(); ++i) {
        const MatrixView row = view.matrix(b, h).middle_rows(i, 1);
        if (row.col_stride == 1)
          out = std::copy_n(row.data, row.cols, out);
        else
          for (std::size_t e = 0; e < row.cols; ++e) *out++ = row(0, e);
      }
}

std::string to_string(std::span<const std::size_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace xattention::core
