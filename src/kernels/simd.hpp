#pragma once
// Every kernel over the vectors of one architecture. Included by one small file per architecture.

#include "exp.hpp"
#include "fused.hpp"
#include "matmul.hpp"
#include "rows.hpp"
#include "table.hpp"
#include "vector.hpp"

#include <cmath>

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
  const float row_maximum = largest<Arch>(masked, count);
  if (std::isnan(row_maximum) || row_maximum == infinity) {
    for (std::size_t j = 0; j < count; ++j)
      attention_weights[j] = masked[j] == -infinity ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    return;
  }
  const Batch<Arch> maximum(row_maximum);

  Sum<Arch> sum;
  for_each_batch<Arch>(masked, count, -infinity, [&](Batch<Arch> x, std::size_t j, std::size_t n) {
    const Batch<Arch> e = exp_of_nonpositive<Arch>(x - maximum);
    store<Arch>(e, attention_weights + j, n);
    sum.add(e);
  });

  const Batch<Arch> divisor(static_cast<float>(sum.total()));
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
  return {
      .pack = pack<Arch>,
      .multiply = multiply<Arch>,
      .scale = scale<Arch>,
      .softmax = softmax<Arch>,
      .largest = largest<Arch>,
      .total = total<Arch>,
      .depth_below = depth_below<Arch>,
      .first_above = first_above<Arch>,
      .additive_scores = additive_scores<Arch>,
      .attention_scratch = attention_scratch<Arch>,
      .attention = attention<Arch>,
      .sizes = {lanes<Arch>, panel<Arch>, tile_rows<Arch>, matmul_rows<Arch>, query_tile<Arch>},
  };
}

}  // namespace xattention::kernels
