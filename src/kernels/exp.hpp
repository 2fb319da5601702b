#pragma once
// The exponential of softmax, whose arguments are never positive.

#include "vector.hpp"

namespace xattention::kernels {

/// exp(x) for x ≤ 0, −∞ and NaN included. Within 1 ULP of exact down to x = −87; exactly 0 below, where the
/// exact value is under 1.7e-38.
///
/// x = n·ln2 + r with |r| ≤ ln2/2; exp(r) = 1 + p, p = r + r²·q(r), q of degree 4 minimax in relative error (3e-9);
/// exp(x) = 2ⁿ + p·2ⁿ. A NaN is one in p, whatever has become of 2ⁿ.
template <class Arch>
inline Batch<Arch> exp_of_nonpositive(Batch<Arch> x) noexcept {
  const Batch<Arch> log2e(1.44269504F), ln2_high(0.693359375F), ln2_low(-2.12194440e-4F);
  // 1.5·2²³ + 127: adding it leaves the nearest integer in the low bits, as a float's exponent has it.
  const Batch<Arch> round(12583039.0F);

  const Batch<Arch> rounded = madd<Arch>(x, log2e, round);
  const Batch<Arch> n = rounded - round;
  const Batch<Arch> power = xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(rounded) << 23);
  const Batch<Arch> r = madd<Arch>(n, -ln2_low, madd<Arch>(n, -ln2_high, x));

  Batch<Arch> q(0x1.6a23d0p-10F);
  q = madd<Arch>(q, r, Batch<Arch>(0x1.123a20p-7F));
  q = madd<Arch>(q, r, Batch<Arch>(0x1.5558f2p-5F));
  q = madd<Arch>(q, r, Batch<Arch>(0x1.555492p-3F));
  q = madd<Arch>(q, r, Batch<Arch>(0x1.fffffcp-2F));
  const Batch<Arch> p = madd<Arch>(q, r * r, r);

  return xsimd::select(x < Batch<Arch>(-87.0F), Batch<Arch>(0.0F), madd<Arch>(p, power, power));
}

}  // namespace xattention::kernels
