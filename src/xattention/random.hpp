#pragma once
// Randomness that depends on nothing but (seed, index): the same on every platform and thread count.

#include <xattention/tensor.hpp>

#include <array>
#include <cstdint>

namespace xattention {

/// Philox4×32-10: four 32-bit words from a 64-bit key and a 128-bit counter.
/// Source: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (2011), §3.
std::array<std::uint32_t, 4> philox(std::uint64_t key, const std::array<std::uint32_t, 4>& counter) noexcept;

/// Element `index` of the stream of `seed`: uniform in [0, 1), a multiple of 2⁻²⁴. `stream` tells apart what
/// is drawn with one seed: 0 is dropout, the parameters of a layer follow in order from 1.
double uniform(std::uint64_t seed, std::uint64_t index, std::uint32_t stream = 0) noexcept;

/// Parameters a layer starts from: `linear` as PyTorch's nn.Linear, U(±1/√fan_in), biases alike;
/// `xavier` U(±√(6/(fan_in + fan_out))), biases 0 (Glorot & Bengio, 2010).
enum class Init { linear, xavier };

/// A projection (fan_in, fan_out), element i drawn at index i.
Tensor<2> initial_weight(std::size_t fan_in, std::size_t fan_out, Init init, std::uint64_t seed, std::uint32_t stream);

/// A bias (fan_out).
Tensor<1> initial_bias(std::size_t fan_in, std::size_t fan_out, Init init, std::uint64_t seed, std::uint32_t stream);

}  // namespace xattention
