#include <xattention/random.hpp>

#include <cmath>
#include <span>

namespace xattention {
namespace {

// Only operations that IEEE 754 rounds correctly: the numbers are alike to the last bit everywhere.
void fill_uniform(std::span<float> values, double bound, std::uint64_t seed, std::uint32_t stream) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(bound * (2.0 * uniform(seed, i, stream) - 1.0));
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::uint64_t key, const std::array<std::uint32_t, 4>& counter) noexcept {
  constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  auto [c0, c1, c2, c3] = counter;
  auto k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = multiplier0 * c0, product1 = multiplier1 * c2;
    c0 = static_cast<std::uint32_t>(product1 >> 32) ^ c1 ^ k0;
    c1 = static_cast<std::uint32_t>(product1);
    c2 = static_cast<std::uint32_t>(product0 >> 32) ^ c3 ^ k1;
    c3 = static_cast<std::uint32_t>(product0);
    k0 += weyl0;
    k1 += weyl1;
  }
  return {c0, c1, c2, c3};
}

double uniform(std::uint64_t seed, std::uint64_t index, std::uint32_t stream) noexcept {
  const std::uint64_t block = index / 4;
  const auto words =
      philox(seed, {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), stream, 0});
  return static_cast<double>(words[index % 4] >> 8) * 0x1p-24;
}

Tensor<2> initial_weight(std::size_t fan_in, std::size_t fan_out, Init init, std::uint64_t seed, std::uint32_t stream) {
  Tensor<2> weight = core::Stage({1, 1, fan_in, fan_out}, {.batch = false, .heads = false}).take<2>();
  const double bound = init == Init::linear ? 1.0 / std::sqrt(static_cast<double>(fan_in))
                                            : std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
  fill_uniform({weight.data(), weight.size()}, bound, seed, stream);
  return weight;
}

Tensor<1> initial_bias(std::size_t fan_in, std::size_t fan_out, Init init, std::uint64_t seed, std::uint32_t stream) {
  Tensor<1> bias(Tensor<1>::shape_type{fan_out}, 0.0F);
  if (init == Init::linear)
    fill_uniform({bias.data(), bias.size()}, 1.0 / std::sqrt(static_cast<double>(fan_in)), seed, stream);
  return bias;
}

}  // namespace xattention
