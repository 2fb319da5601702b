#include <kernels/table.hpp>
#include <xattention/errors.hpp>
#include <xattention/projection.hpp>

namespace xattention::core {

Stage projection(const TensorView& X, const Tensor<2>& W, const std::optional<Tensor<1>>& b, const Variant& variant,
                 const char* name) {
  const std::size_t in = W.shape()[0], out = W.shape()[1];
  if (X.size() != in)
    throw shape_error(name, "last axis " + std::to_string(in) + " to be projected by " + to_string(W.shape()),
                      "shape " + to_string(X.visible_shape()));
  if (b && b->size() != out)
    throw shape_error("b", "shape (" + std::to_string(out) + ",)", "shape " + to_string(b->shape()));

  return projection(X, variant.kernels->pack(matrix(W)), b, variant);
}

Stage projection(const TensorView& X, const kernels::Packed& W, const std::optional<Tensor<1>>& b,
                 const Variant& variant) {
  const std::size_t out = W.cols();
  Stage projected({X.batch_size(), X.num_heads(), X.num_steps(), out}, X.axes);
  const MutableTensorView result = projected.view();
  for (std::size_t batch = 0; batch < X.batch_size(); ++batch)
    for (std::size_t head = 0; head < X.num_heads(); ++head)
      variant.kernels->multiply(X.matrix(batch, head), W, result.row(batch, head, 0), result.strides[2]);
  if (b)
    for (std::size_t i = 0; i < projected.values().size(); ++i) projected.values()[i] += (*b)[i % out];
  return projected;
}

}  // namespace xattention::core
