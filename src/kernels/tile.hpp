#pragma once
// The tile kernel: a few rows of C, one panel wide, stay in registers while a panel of B goes by.

#include "packing.hpp"

#include <type_traits>

namespace xattention::kernels {

/// Rows of a tile: so many sums that no addition waits for the one before, but all in registers.
template <class Arch>
#ifdef __wasm_relaxed_simd__
inline constexpr std::size_t tile_rows = 5;
#else
inline constexpr std::size_t tile_rows = 4;
#endif
#if XSIMD_WITH_AVX2
template <>
inline constexpr std::size_t tile_rows<xsimd::fma3<xsimd::avx2>> = 6;
#endif
#if XSIMD_WITH_AVX512F
template <>
inline constexpr std::size_t tile_rows<xsimd::avx512f> = 12;
#endif

/// Rows of the next tile where `left` are left: two tiles alike are faster than a whole one and what remains.
template <class Arch>
constexpr std::size_t next_rows(std::size_t left) noexcept {
  constexpr std::size_t most = tile_rows<Arch>;
  return left <= most ? left : left < 2 * most ? (left + 1) / 2 : most;
}

/// Rows of a matrix that a tile reads: row i begins at data + i · stride, its elements are contiguous.
struct TileRows {
  const float* data;
  std::ptrdiff_t stride;
};

/// What becomes of a sum: it is stored, or added to what C has.
struct Store {
  template <class Arch>
  static Batch<Arch> finish(Batch<Arch> sum, const float*) noexcept {
    return sum;
  }
};
struct Add {
  template <class Arch>
  static Batch<Arch> finish(Batch<Arch> sum, const float* C) noexcept {
    return Batch<Arch>::load_unaligned(C) + sum;
  }
};

/// V8 loads everything that a basic block of WebAssembly reads before it computes: what two rows of five read stays in
/// registers beside the sums, what all of them read does not. So a branch that is never taken comes after two rows.
template <class Arch, std::size_t Rows>
constexpr bool begins_block(std::size_t row) noexcept {
#ifdef __wasm_relaxed_simd__
  return Rows > 4 && row > 0 && row % 2 == 0;
#else
  return false && row > 0;
#endif
}

/// C[0 … Rows, 0 … panel] = or += A[0 … Rows, 0 … depth] · panel. A function of its own, as the registers of a larger
/// one would be those of its loops too.
template <class Arch, std::size_t Rows, class Finish>
[[gnu::noinline]] void whole_tile(const float* A, std::ptrdiff_t A_stride, const float* packed, std::size_t depth,
                                  float* C, std::ptrdiff_t C_stride) noexcept {
  std::array<std::array<Batch<Arch>, 2>, Rows> sum;
  for (auto& row : sum) row = {Batch<Arch>(0.0F), Batch<Arch>(0.0F)};
  std::size_t never = SIZE_MAX;
  asm volatile("" : "+r"(never));  // no compiler may know that `left` cannot be it
  for (std::size_t left = depth; left > 0; --left, ++A, packed += panel<Arch>) {
    const auto b0 = Batch<Arch>::load_unaligned(packed);
    const auto b1 = Batch<Arch>::load_unaligned(packed + lanes<Arch>);
    const float* a = A;
    for (std::size_t i = 0; i < Rows; ++i, a += A_stride) {
      if (begins_block<Arch, Rows>(i) && left == never) break;
      const Batch<Arch> x(*a);
      sum[i][0] = madd<Arch>(x, b0, sum[i][0]);
      sum[i][1] = madd<Arch>(x, b1, sum[i][1]);
    }
  }
  for (std::size_t i = 0; i < Rows; ++i, C += C_stride) {
    Finish::template finish<Arch>(sum[i][0], C).store_unaligned(C);
    Finish::template finish<Arch>(sum[i][1], C + lanes<Arch>).store_unaligned(C + lanes<Arch>);
  }
}

/// The same of the first `width` columns.
template <class Arch, std::size_t Rows, class Finish>
inline void tile(TileRows A, const float* packed, std::size_t depth, float* C, std::ptrdiff_t C_stride,
                 std::size_t width) noexcept {
  if (width == panel<Arch>) {
    whole_tile<Arch, Rows, Finish>(A.data, A.stride, packed, depth, C, C_stride);
    return;
  }
  std::array<float, Rows * panel<Arch>> whole;
  if constexpr (std::is_same_v<Finish, Add>)
    for (std::size_t i = 0; i < Rows; ++i)
      std::copy_n(C + static_cast<std::ptrdiff_t>(i) * C_stride, width, whole.data() + i * panel<Arch>);
  whole_tile<Arch, Rows, Finish>(A.data, A.stride, packed, depth, whole.data(), panel<Arch>);
  for (std::size_t i = 0; i < Rows; ++i)
    std::copy_n(whole.data() + i * panel<Arch>, width, C + static_cast<std::ptrdiff_t>(i) * C_stride);
}

/// The same for 1 … tile_rows rows known at run time.
template <class Arch, class Finish, std::size_t Rows = tile_rows<Arch>>
inline void tile(std::size_t rows, TileRows A, const float* packed, std::size_t depth, float* C,
                 std::ptrdiff_t C_stride, std::size_t width) noexcept {
  if (rows == Rows) {
    tile<Arch, Rows, Finish>(A, packed, depth, C, C_stride, width);
  } else if constexpr (Rows > 1) {
    tile<Arch, Finish, Rows - 1>(rows, A, packed, depth, C, C_stride, width);
  }
}

}  // namespace xattention::kernels
