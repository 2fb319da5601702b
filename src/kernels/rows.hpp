#pragma once
// What can be said of a row of scores or weights: its largest number, its sum, which of its numbers are large.

#include "vector.hpp"

namespace xattention::kernels {

/// Many numbers added up: in float32 for 64 batches, then carried in float64.
template <class Arch>
class Sum {
 public:
  void add(Batch<Arch> x) noexcept {
    part_ += x;
    if (++batches_ % 64 == 0) carry();
  }
  double total() noexcept {
    carry();
    return total_;
  }

 private:
  void carry() noexcept {
    total_ += static_cast<double>(xsimd::reduce_add(part_));
    part_ = Batch<Arch>(0.0F);
  }

  double total_ = 0;
  Batch<Arch> part_{0.0F};
  std::size_t batches_ = 0;
};

template <class Arch>
float largest(const float* x, std::size_t count) noexcept {
  Batch<Arch> largest(-infinity);
  auto not_a_number = Batch<Arch>(0.0F) != Batch<Arch>(0.0F);
  for_each_batch<Arch>(x, count, -infinity, [&](Batch<Arch> some, std::size_t, std::size_t) {
    not_a_number = not_a_number | (some != some);
    largest = xsimd::max(largest, some);
  });
  return xsimd::any(not_a_number) ? std::numeric_limits<float>::quiet_NaN() : xsimd::reduce_max(largest);
}

template <class Arch>
double total(const float* x, std::size_t count) noexcept {
  Sum<Arch> sum;
  for_each_batch<Arch>(x, count, 0.0F, [&](Batch<Arch> some, std::size_t, std::size_t) { sum.add(some); });
  return sum.total();
}

template <class Arch>
double depth_below(const float* masked, const float* attention_weights, std::size_t count, float origin) noexcept {
  const Batch<Arch> zero(0.0F);
  Sum<Arch> sum;
  for_each_batch<Arch>(attention_weights, count, 0.0F, [&](Batch<Arch> weight, std::size_t j, std::size_t n) {
    const Batch<Arch> depth = Batch<Arch>(origin) - load<Arch>(masked + j, n, 0.0F);
    sum.add(xsimd::select(weight == zero, zero, weight * depth));  // 0 · ∞ is NaN
  });
  return sum.total();
}

template <class Arch>
std::size_t first_above(const float* x, std::size_t first, std::size_t count, float limit) noexcept {
  const Batch<Arch> most(limit);
  std::size_t j = first;
  while (j + lanes<Arch> <= count && xsimd::all(Batch<Arch>::load_unaligned(x + j) <= most)) j += lanes<Arch>;
  while (j < count && x[j] <= limit) ++j;
  return j;
}

}  // namespace xattention::kernels
