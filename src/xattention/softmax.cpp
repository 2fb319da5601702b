#include <kernels/table.hpp>
#include <xattention/softmax.hpp>

#include <algorithm>
#include <limits>

namespace xattention::core {

void softmax_row(const float* masked, float* attention_weights, std::size_t count, EmptyRow empty_row,
                 void (*softmax)(const float*, float*, std::size_t) noexcept) noexcept {
  constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
  if (std::all_of(masked, masked + count, [](float x) { return x == minus_infinity; }))
    std::fill_n(attention_weights, count, empty_row == EmptyRow::uniform ? 1.0F / static_cast<float>(count) : 0.0F);
  else
    softmax(masked, attention_weights, count);
}

Stage softmax(const TensorView& masked, EmptyRow empty_row, const Variant& variant) {
  Stage attention_weights(masked.shape, masked.axes);
  const MutableTensorView result = attention_weights.view();
  for (std::size_t batch = 0; batch < masked.batch_size(); ++batch)
    for (std::size_t head = 0; head < masked.num_heads(); ++head)
      for (std::size_t query = 0; query < masked.num_steps(); ++query)
        softmax_row(masked.row(batch, head, query), result.row(batch, head, query), masked.size(), empty_row,
                    variant.kernels->softmax);
  return attention_weights;
}

}  // namespace xattention::core
