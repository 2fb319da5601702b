#pragma once
// The exponentials of softmax, whose arguments are never positive.

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

inline constexpr float log2_e = 1.44269504F;

/// 2^x for x ≤ 0, −∞ and NaN included: fewer steps than exp, and exp(x) = 2^(x·log2(e)) where an error that grows with
/// |x| does no harm, as in shares that are added up. Within 1.1 ULP of exact down to x = −126; exactly 0 below −126.5,
/// where the exact value is under 8.3e-39.
///
/// x = n + f with |f| ≤ 1/2; 2^f = 1 + f·q(f), q of degree 5 minimax in relative error (3e-9); n = −127, the exponent
/// of zero, makes 2ⁿ and thereby everything 0.
template <class Arch>
inline Batch<Arch> exp2_of_nonpositive(Batch<Arch> x) noexcept {
  const Batch<Arch> round(12583039.0F);  // as above

  const Batch<Arch> clamped = at_least<Arch>(x, Batch<Arch>(-127.0F));
  const Batch<Arch> rounded = clamped + round;
  const Batch<Arch> f = clamped - (rounded - round);
  const Batch<Arch> power = xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(rounded) << 23);

  Batch<Arch> q(0x1.416b50p-13F);
  q = madd<Arch>(q, f, Batch<Arch>(0x1.5f082ep-10F));
  q = madd<Arch>(q, f, Batch<Arch>(0x1.3b2de0p-7F));
  q = madd<Arch>(q, f, Batch<Arch>(0x1.c6af7cp-5F));
  q = madd<Arch>(q, f, Batch<Arch>(0x1.ebfbdcp-3F));
  q = madd<Arch>(q, f, Batch<Arch>(0x1.62e430p-1F));
  return madd<Arch>(q * f, power, power);
}

}  // namespace xattention::kernels
