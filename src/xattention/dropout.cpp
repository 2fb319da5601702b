#include <xattention/dropout.hpp>
#include <xattention/errors.hpp>
#include <xattention/random.hpp>

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

Stage dropout(const TensorView& attention_weights, const Dropout& dropout) {
  Stage dropped(attention_weights);
  dropout_row(dropped.values().data(), dropped.values().data(), dropped.values().size(), 0, dropout);
  return dropped;
}

}  // namespace xattention::core
