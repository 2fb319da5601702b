#pragma once
// Every kernel over the vectors of one architecture. Included by one small file per architecture.

#include "exp.hpp"
#include "fused.hpp"
#include "matmul.hpp"
#include "table.hpp"
#include "vector.hpp"

namespace xattention::kernels {

template <class Arch>
void scale(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept {
  const Batch<Arch> factor(static_cast<float>(scale)), cap(static_cast<float>(softcap));
  if (softcap > 0)
    for_each_batch<Arch>(scores, count, 0.0F, [&](Batch<Arch> x, std::size_t j, std::size_t n) {
      store<Arch>(capped<Arch>(x * factor, cap), scaled + j, n);
    });
  else
    for_each_batch<Arch>(scores, count, 0.0F,
                         [&](Batch<Arch> x, std::size_t j, std::size_t n) { store<Arch>(x * factor, scaled + j, n); });
}

template <class Arch>
void softmax(const float* masked, float* attention_weights, std::size_t count) noexcept {
  Batch<Arch> largest(-infinity);
  auto not_a_number = Batch<Arch>(0.0F) != Batch<Arch>(0.0F);
  for_each_batch<Arch>(masked, count, -infinity, [&](Batch<Arch> x, std::size_t, std::size_t) {
    not_a_number = not_a_number | (x != x);
    largest = xsimd::max(largest, x);
  });
  const float row_maximum = xsimd::reduce_max(largest);
  if (xsimd::any(not_a_number) || row_maximum == infinity) {
    for (std::size_t j = 0; j < count; ++j)
      attention_weights[j] = masked[j] == -infinity ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    return;
  }
  const Batch<Arch> maximum(row_maximum);

  // Added up in float32 for 64 batches, then carried in float64.
  double sum = 0;
  Batch<Arch> part(0.0F);
  std::size_t batches = 0;
  for_each_batch<Arch>(masked, count, -infinity, [&](Batch<Arch> x, std::size_t j, std::size_t n) {
    const Batch<Arch> e = exp_of_nonpositive<Arch>(x - maximum);
    store<Arch>(e, attention_weights + j, n);
    part += e;
    if (++batches % 64 == 0) {
      sum += static_cast<double>(xsimd::reduce_add(part));
      part = Batch<Arch>(0.0F);
    }
  });
  sum += static_cast<double>(xsimd::reduce_add(part));

  const Batch<Arch> divisor(static_cast<float>(sum));
  for_each_batch<Arch>(attention_weights, count, 0.0F, [&](Batch<Arch> e, std::size_t j, std::size_t n) {
    store<Arch>(e / divisor, attention_weights + j, n);
  });
}

template <class Arch>
void additive_scores(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept {
  for (std::size_t j = 0; j < keys.rows; ++j) {
    const float* key = keys.data + static_cast<std::ptrdiff_t>(j) * keys.row_stride;
    Batch<Arch> sum(0.0F);
    for_each_batch<Arch>(key, keys.cols, 0.0F, [&](Batch<Arch> k, std::size_t h, std::size_t n) {
      const Batch<Arch> x = load<Arch>(query + h, n, 0.0F) + k;
      sum = madd<Arch>(load<Arch>(w_v + h, n, 0.0F), tanh_or_nan<Arch>(x), sum);
    });
    scores[j] = xsimd::reduce_add(sum);
  }
}

template <class Arch>
constexpr Table table_of() {
  return {pack<Arch>,
          multiply<Arch>,
          scale<Arch>,
          softmax<Arch>,
          additive_scores<Arch>,
          attention_scratch<Arch>,
          attention<Arch>,
          {lanes<Arch>, panel<Arch>, tile_rows<Arch>, matmul_rows<Arch>}};
}

}  // namespace xattention::kernels
