#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/stages/projection.hpp>

#include <algorithm>
#include <utility>

namespace xattention::core {
namespace {

/// y = x W + b, rows of y one after the other.
void multiply_add(const MatrixView& x, const Linear& linear, float* y, const Execution& execution) noexcept {
  const std::size_t out = linear.W.cols();
  execution.kernels->multiply(x, linear.W, y, static_cast<std::ptrdiff_t>(out));
  if (!linear.b) return;
  const float* b = linear.b->data();
  for (std::size_t i = 0; i < x.rows; ++i, y += out)
    for (std::size_t j = 0; j < out; ++j) y[j] += b[j];
}

}  // namespace

Stage projection(const TensorView& X, const Tensor<2>& W, const std::optional<Tensor<1>>& b, const Execution& execution,
                 const char* name) {
  const std::size_t in = W.shape()[0], out = W.shape()[1];
  if (X.size() != in)
    throw shape_error(name, "last axis " + std::to_string(in) + " to be projected by " + to_string(W.shape()),
                      "shape " + to_string(X.visible_shape()));
  if (b && b->size() != out)
    throw shape_error("b", "shape (" + std::to_string(out) + ",)", "shape " + to_string(b->shape()));

  const kernels::Packed packed = execution.kernels->pack(matrix(W));
  return projection(X, {packed, b}, execution);
}

Stage projection(const TensorView& X, const Linear& linear, const Execution& execution) {
  return std::move(projections(X, {&linear, 1}, execution).front());
}

std::vector<Stage> projections(const TensorView& X, std::span<const Linear> linear, const Execution& execution) {
  std::vector<Stage> projected;
  double work = 0;
  for (const auto& [W, b] : linear) {
    projected.emplace_back(Shape{X.batch_size(), X.num_heads(), X.num_steps(), W.cols()}, X.axes);
    work += static_cast<double>(W.rows()) * static_cast<double>(W.cols());
  }

  // As many rows of x as stay in the cache while every W goes by. They become the rows from `row` on.
  const std::size_t block = execution.kernels->sizes.matmul_rows;
  const auto project = [&](const MatrixView& x, std::size_t row) {
    kernels::share_rows(
        execution, x.rows, work, execution.kernels->sizes.tile_rows, [&](std::size_t begin, std::size_t count) {
          for (std::size_t first = begin; first < begin + count; first += block) {
            const MatrixView rows = x.middle_rows(first, std::min(block, begin + count - first));
            for (std::size_t n = 0; n < linear.size(); ++n)
              multiply_add(rows, linear[n], projected[n].view().data + (row + first) * linear[n].W.cols(), execution);
          }
        });
  };
  // Batches that lie one after the other are one long matrix.
  if (X.num_heads() == 1 && X.strides[0] == static_cast<std::ptrdiff_t>(X.num_steps()) * X.strides[2]) {
    project({X.data, X.batch_size() * X.num_steps(), X.size(), X.strides[2], X.strides[3]}, 0);
  } else {
    for (std::size_t batch = 0; batch < X.batch_size(); ++batch)
      for (std::size_t head = 0; head < X.num_heads(); ++head)
        project(X.matrix(batch, head), (batch * X.num_heads() + head) * X.num_steps());
  }
  return projected;
}

}  // namespace xattention::core
