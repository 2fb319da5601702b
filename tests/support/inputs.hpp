#pragma once
// Inputs: the same numbers in every run, and the sizes at which loops over vectors go wrong.

#include <xattention/random.hpp>
#include <xattention/tensor.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace xattention::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// 1, N − 1, N, N + 1 and 4N + 3, ascending.
inline std::vector<std::size_t> edges(std::size_t n) {
  std::vector<std::size_t> lengths{1, n - 1, n, n + 1, 4 * n + 3};
  std::erase(lengths, 0U);
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  return lengths;
}

/// Numbers in [-spread, spread). A stream that no parameter and no dropout has.
inline float number(std::uint64_t seed, std::size_t index, double spread = 1) {
  return static_cast<float>(spread * (2 * uniform(seed, index, 1000) - 1));
}

/// A tensor of such numbers.
template <std::size_t N>
Tensor<N> numbers(const std::array<std::size_t, N>& shape, std::uint64_t seed, double spread = 1) {
  Tensor<N> tensor(shape);
  for (std::size_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = number(seed, i, spread);
  return tensor;
}

template <std::size_t N>
Tensor<N> zeros(const std::array<std::size_t, N>& shape) {
  return Tensor<N>(shape, 0.0F);
}

/// A mask of any shape, true with probability `share`.
inline xt::xarray<bool> coins(const std::vector<std::size_t>& shape, std::uint64_t seed, double share) {
  auto mask = xt::xarray<bool>::from_shape(shape);
  for (std::size_t i = 0; i < mask.size(); ++i) mask.data()[i] = uniform(seed, i, 1001) < share;
  return mask;
}

/// Values with NaN before and after them: who reads past either end shows it, who writes there is found out.
class Guarded {
 public:
  explicit Guarded(std::size_t count) : buffer_(count + 2 * guard, not_a_number), count_(count) {}
  Guarded(std::size_t count, std::uint64_t seed, double spread = 1) : Guarded(count) {
    for (std::size_t i = 0; i < count; ++i) data()[i] = number(seed, i, spread);
  }

  [[nodiscard]] float* data() { return buffer_.data() + guard; }
  [[nodiscard]] std::span<float> values() { return {data(), count_}; }
  float& operator[](std::size_t i) { return data()[i]; }

  [[nodiscard]] bool intact() const {
    const auto is_nan = [](float x) { return x != x; };
    return std::all_of(buffer_.begin(), buffer_.begin() + guard, is_nan) &&
           std::all_of(buffer_.end() - guard, buffer_.end(), is_nan);
  }

 private:
  static constexpr std::ptrdiff_t guard = 64;  // wider than any panel

  std::vector<float> buffer_;
  std::size_t count_;
};

}  // namespace xattention::test
