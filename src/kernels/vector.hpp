#pragma once
// The vectors kernels are written over, and the few operations xsimd does not have.

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>
#endif

namespace xattention::kernels {

using Batch = xsimd::batch<float>;
inline constexpr std::size_t lanes = Batch::size;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// a·b + c, in one instruction where the target has one: xsimd's own `fma` is a multiply and an add
/// on WebAssembly even in a relaxed build.
inline Batch madd(Batch a, Batch b, Batch c) noexcept {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return xsimd::fma(a, b, c);
#endif
}

/// The first `count` < lanes values, the other lanes `filler`: nothing past them is read.
inline Batch load_part(const float* values, std::size_t count, float filler) noexcept {
  std::array<float, lanes> lane;
  lane.fill(filler);
  std::copy_n(values, count, lane.begin());
  return Batch::load_unaligned(lane.data());
}

/// Writes the first `count` < lanes lanes.
inline void store_part(Batch batch, float* values, std::size_t count) noexcept {
  std::array<float, lanes> lane;
  batch.store_unaligned(lane.data());
  std::copy_n(lane.begin(), count, values);
}

/// Calls f(batch, store) over all values, the last ones filled up with `filler`.
template <class F>
void for_each_batch(const float* values, std::size_t count, float filler, F&& f) noexcept {
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) f(Batch::load_unaligned(values + j), j, lanes);
  if (j < count) f(load_part(values + j, count - j, filler), j, count - j);
}

inline void store(Batch batch, float* values, std::size_t count) noexcept {
  if (count == lanes)
    batch.store_unaligned(values);
  else
    store_part(batch, values, count);
}

}  // namespace xattention::kernels
