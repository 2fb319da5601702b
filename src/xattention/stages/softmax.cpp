#include <kernels/share.hpp>
#include <xattention/stages/softmax.hpp>

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

Stage softmax(const TensorView& masked, EmptyRow empty_row, const Execution& execution) {
  Stage attention_weights(masked.shape, masked.axes);
  if (attention_weights.values().empty()) return attention_weights;
  const MutableTensorView result = attention_weights.view();
  const double work = 32 * static_cast<double>(masked.size());
  kernels::share_rows(execution, masked.count_rows(), work, 1, [&](std::size_t first, std::size_t count) {
    for (std::size_t row = first; row < first + count; ++row) {
      const auto [batch, head, query] = masked.place_of_row(row);
      softmax_row(masked.row(batch, head, query), result.row(batch, head, query), masked.size(), empty_row,
                  execution.kernels->softmax);
    }
  });
  return attention_weights;
}

}  // namespace xattention::core
