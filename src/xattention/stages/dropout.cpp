#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/random.hpp>
#include <xattention/stages/dropout.hpp>

namespace xattention::core {

void check_dropout(const Dropout& dropout) {
  if (!(dropout.p >= 0 && dropout.p <= 1))
    throw argument_error("dropout.p", "a probability from 0 to 1", std::to_string(dropout.p));
}

void dropout_row(const float* attention_weights, float* dropped, std::size_t count, std::uint64_t index,
                 const Dropout& dropout) noexcept {
  for (std::size_t j = 0; j < count; ++j) {
    const bool kept = uniform(dropout.seed, index + j) >= dropout.p;
    dropped[j] = kept ? static_cast<float>(static_cast<double>(attention_weights[j]) / (1.0 - dropout.p)) : 0.0F;
  }
}

Stage dropout(const TensorView& attention_weights, const Dropout& dropout, const Execution& execution) {
  Stage dropped(attention_weights.shape, attention_weights.axes);
  const MutableTensorView result = dropped.view();
  const std::size_t size = attention_weights.size();
  const double work = 256 * static_cast<double>(size);
  kernels::share_rows(execution, attention_weights.count_rows(), work, 1, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [batch, head, query] = attention_weights.place_of_row(i);
      dropout_row(attention_weights.row(batch, head, query), result.row(batch, head, query), size,
                  std::uint64_t{i} * size, dropout);
    }
  });
  return dropped;
}

}  // namespace xattention::core
