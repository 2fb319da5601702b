#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/projection.hpp>

namespace xattention::core {

Stage projection(const TensorView& X, const Tensor<2>& W, const std::optional<Tensor<1>>& b, const Execution& execution,
                 const char* name) {
  const std::size_t in = W.shape()[0], out = W.shape()[1];
  if (X.size() != in)
    throw shape_error(name, "last axis " + std::to_string(in) + " to be projected by " + to_string(W.shape()),
                      "shape " + to_string(X.visible_shape()));
  if (b && b->size() != out)
    throw shape_error("b", "shape (" + std::to_string(out) + ",)", "shape " + to_string(b->shape()));

  return projection(X, execution.kernels->pack(matrix(W)), b, execution);
}

Stage projection(const TensorView& X, const kernels::Packed& W, const std::optional<Tensor<1>>& b,
                 const Execution& execution) {
  const std::size_t out = W.cols();
  Stage projected({X.batch_size(), X.num_heads(), X.num_steps(), out}, X.axes);
  const MutableTensorView result = projected.view();
  const auto project = [&](const MatrixView& x, float* y) {
    const double work = static_cast<double>(W.rows()) * static_cast<double>(out);
    const auto rows_of = [&](std::size_t first, std::size_t count) {
      float* rows = y + first * out;
      execution.kernels->multiply(x.middle_rows(first, count), W, rows, result.strides[2]);
      if (b)
        for (std::size_t i = 0; i < count * out; ++i) rows[i] += (*b)[i % out];
    };
    kernels::share_rows(execution, x.rows, work, execution.kernels->sizes.tile_rows, rows_of);
  };
  // Batches that lie one after the other are one long matrix.
  if (X.num_heads() == 1 && X.strides[0] == static_cast<std::ptrdiff_t>(X.num_steps()) * X.strides[2]) {
    project({X.data, X.batch_size() * X.num_steps(), X.size(), X.strides[2], X.strides[3]}, result.data);
  } else {
    for (std::size_t batch = 0; batch < X.batch_size(); ++batch)
      for (std::size_t head = 0; head < X.num_heads(); ++head)
        project(X.matrix(batch, head), result.row(batch, head, 0));
  }
  return projected;
}

}  // namespace xattention::core
