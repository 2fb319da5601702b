// Kernels over the vectors of the build: written once, for any width.

#include "simd.hpp"

#include "matmul.hpp"
#include "vector.hpp"

#include <cmath>

namespace xattention::kernels {
namespace {

void scale(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept {
  if (softcap > 0) {
    const Batch factor(static_cast<float>(scale)), cap(static_cast<float>(softcap));
    for_each_batch(scores, count, 0.0F, [&](Batch x, std::size_t j, std::size_t n) {
      const Batch product = x * factor / cap;  // scale / softcap might overflow where no score does
      // a NaN stays one, whatever tanh makes of it
      store(xsimd::select(xsimd::isnan(product), product, cap * xsimd::tanh(product)), scaled + j, n);
    });
  } else {
    const Batch factor(static_cast<float>(scale));
    for_each_batch(scores, count, 0.0F, [&](Batch x, std::size_t j, std::size_t n) { store(x * factor, scaled + j, n); });
  }
}

// Numbers of a row are added in float32 for this many batches, then carried in float64.
constexpr std::size_t batches_per_carry = 64;

void softmax(const float* masked, float* attention_weights, std::size_t count) noexcept {
  Batch maximum(-infinity);
  auto not_a_number = Batch(0.0F) != Batch(0.0F);
  for_each_batch(masked, count, -infinity, [&](Batch x, std::size_t, std::size_t) {
    not_a_number = not_a_number | xsimd::isnan(x);
    maximum = xsimd::max(maximum, x);
  });
  const float row_maximum = xsimd::reduce_max(maximum);

  if (xsimd::any(not_a_number) || row_maximum == infinity) {
    for (std::size_t j = 0; j < count; ++j)
      attention_weights[j] = masked[j] == -infinity ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    return;
  }

  double sum = 0;
  Batch part(0.0F);
  std::size_t batches = 0;
  for_each_batch(masked, count, -infinity, [&](Batch x, std::size_t j, std::size_t n) {
    const Batch e = xsimd::select(x == Batch(-infinity), Batch(0.0F), xsimd::exp(x - Batch(row_maximum)));
    store(e, attention_weights + j, n);
    part += e;
    if (++batches % batches_per_carry == 0) {
      sum += static_cast<double>(xsimd::reduce_add(part));
      part = Batch(0.0F);
    }
  });
  sum += static_cast<double>(xsimd::reduce_add(part));

  const Batch divisor(static_cast<float>(sum));
  for_each_batch(attention_weights, count, 0.0F,
                 [&](Batch e, std::size_t j, std::size_t n) { store(e / divisor, attention_weights + j, n); });
}

void additive_scores(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept {
  for (std::size_t j = 0; j < keys.rows; ++j) {
    const float* key = keys.data + static_cast<std::ptrdiff_t>(j) * keys.row_stride;
    Batch sum(0.0F);
    for_each_batch(key, keys.cols, 0.0F, [&](Batch k, std::size_t h, std::size_t n) {
      const bool whole = n == lanes;
      const Batch q = whole ? Batch::load_unaligned(query + h) : load_part(query + h, n, 0.0F);
      const Batch w = whole ? Batch::load_unaligned(w_v + h) : load_part(w_v + h, n, 0.0F);
      const Batch x = q + k;
      sum = madd(w, xsimd::select(xsimd::isnan(x), x, xsimd::tanh(x)), sum);
    });
    scores[j] = xsimd::reduce_add(sum);
  }
}

}  // namespace

const Table simd = {matmul, scale, softmax, additive_scores};

}  // namespace xattention::kernels
