#pragma once
// The tile kernel: a few rows of C, one panel wide, stay in registers while a panel of B goes by.

#include "packing.hpp"

namespace xattention::kernels {

/// Rows of a tile: as many as leave no accumulator outside the registers. 4 × 2 vectors is the best shape in
/// WebAssembly engines, which spill beyond 8 accumulators.
template <class Arch>
inline constexpr std::size_t tile_rows = 4;
#if XSIMD_WITH_AVX2
template <>
inline constexpr std::size_t tile_rows<xsimd::fma3<xsimd::avx2>> = 6;
#endif
#if XSIMD_WITH_AVX512F
template <>
inline constexpr std::size_t tile_rows<xsimd::avx512f> = 12;
#endif

/// Rows of a matrix that a tile reads: row i begins at data + i · stride, its elements are contiguous.
struct TileRows {
  const float* data;
  std::ptrdiff_t stride;
};

/// What becomes of a finished tile: `sum` of columns 0 … count of a row of C.
struct Store {
  template <class Arch>
  static void write(Batch<Arch> sum, float* C, std::size_t count) noexcept {
    store<Arch>(sum, C, count);
  }
};
struct Add {
  template <class Arch>
  static void write(Batch<Arch> sum, float* C, std::size_t count) noexcept {
    store<Arch>(load<Arch>(C, count, 0.0F) + sum, C, count);
  }
};

/// C[0 … Rows, 0 … width] = or += A[0 … Rows, 0 … depth] · panel.
template <class Arch, std::size_t Rows, class Finish>
inline void tile(TileRows A, const float* packed, std::size_t depth, float* C, std::ptrdiff_t C_stride,
                 std::size_t width) noexcept {
  std::array<std::array<Batch<Arch>, 2>, Rows> sum;
  std::array<const float*, Rows> a;
  for (std::size_t i = 0; i < Rows; ++i) {
    sum[i] = {Batch<Arch>(0.0F), Batch<Arch>(0.0F)};
    a[i] = A.data + static_cast<std::ptrdiff_t>(i) * A.stride;
  }
  for (std::size_t k = 0; k < depth; ++k) {
    const auto b0 = Batch<Arch>::load_unaligned(packed);
    const auto b1 = Batch<Arch>::load_unaligned(packed + lanes<Arch>);
    packed += panel<Arch>;
    for (std::size_t i = 0; i < Rows; ++i) {
      const Batch<Arch> x(a[i][k]);
      sum[i][0] = madd<Arch>(x, b0, sum[i][0]);
      sum[i][1] = madd<Arch>(x, b1, sum[i][1]);
    }
  }
  const std::size_t left = std::min(width, lanes<Arch>), right = width - left;
  for (std::size_t i = 0; i < Rows; ++i, C += C_stride) {
    Finish::template write<Arch>(sum[i][0], C, left);
    if (right > 0) Finish::template write<Arch>(sum[i][1], C + lanes<Arch>, right);
  }
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
