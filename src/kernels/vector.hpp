#pragma once
// The vectors kernels are written over, and the few operations xsimd does not have.

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#ifdef __wasm__
#include <wasm_simd128.h>
#endif

namespace xattention::kernels {

template <class Arch>
using Batch = xsimd::batch<float, Arch>;
template <class Arch>
inline constexpr std::size_t lanes = Batch<Arch>::size;

inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// a·b + c, in one instruction where the target has one: xsimd's own `fma` is a multiply and an add
/// on WebAssembly even in a relaxed build.
template <class Arch>
inline Batch<Arch> madd(Batch<Arch> a, Batch<Arch> b, Batch<Arch> c) noexcept {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return xsimd::fma(a, b, c);
#endif
}

/// The larger of both; a NaN in x stays one, which xsimd's own `max` leaves to its version and the target.
template <class Arch>
inline Batch<Arch> at_least(Batch<Arch> x, Batch<Arch> low) noexcept {
#if defined(__wasm__)
  return wasm_f32x4_pmax(x, low);
#else
  return xsimd::select(x < low, low, x);
#endif
}

/// tanh(x); a NaN stays one, whatever xsimd makes of it.
template <class Arch>
inline Batch<Arch> tanh_or_nan(Batch<Arch> x) noexcept {
  return xsimd::select(x == x, xsimd::tanh(x), x);
}

/// softcap · tanh(x / softcap).
template <class Arch>
inline Batch<Arch> capped(Batch<Arch> x, Batch<Arch> softcap) noexcept {
  return softcap * tanh_or_nan<Arch>(x / softcap);
}

/// The first `count` ≤ lanes values, the other lanes `filler`: nothing past them is read.
template <class Arch>
inline Batch<Arch> load(const float* values, std::size_t count, float filler) noexcept {
  if (count == lanes<Arch>) return Batch<Arch>::load_unaligned(values);
  std::array<float, lanes<Arch>> lane;
  lane.fill(filler);
  std::copy_n(values, count, lane.begin());
  return Batch<Arch>::load_unaligned(lane.data());
}

/// Writes the first `count` ≤ lanes lanes.
template <class Arch>
inline void store(Batch<Arch> batch, float* values, std::size_t count) noexcept {
  if (count == lanes<Arch>) {
    batch.store_unaligned(values);
    return;
  }
  std::array<float, lanes<Arch>> lane;
  batch.store_unaligned(lane.data());
  std::copy_n(lane.begin(), count, values);
}

/// Calls f(batch, j, n) for the n ≤ lanes values from j on, until all have been; the last batch is filled up
/// with `filler`.
template <class Arch, class F>
inline void for_each_batch(const float* values, std::size_t count, float filler, F&& f) noexcept {
  std::size_t j = 0;
  for (; j + lanes<Arch> <= count; j += lanes<Arch>) f(Batch<Arch>::load_unaligned(values + j), j, lanes<Arch>);
  if (j < count) f(load<Arch>(values + j, count - j, filler), j, count - j);
}

}  // namespace xattention::kernels
