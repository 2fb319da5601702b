// One token attends to itself alone: the output is its value.

#include <xattention/attention.hpp>

bool output_is_value() {
  const xattention::Tensor<2> X{{1.0F, 2.0F, 3.0F}};
  return xattention::dot_product_attention(X, X, X) == X;
}
