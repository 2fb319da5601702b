// The readable reference: each kernel as its formula, in float64, rounded once. Every other variant
// is checked against it.

#include "variants.hpp"

#include <xattention/stages/dropout.hpp>
#include <xattention/stages/softmax.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace xattention::kernels {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

Packed pack(const MatrixView& B) {
  Packed packed(B.rows, B.cols, B.rows * B.cols);
  float* out = packed.data();
  for (std::size_t k = 0; k < B.rows; ++k)
    for (std::size_t j = 0; j < B.cols; ++j) *out++ = B(k, j);
  return packed;
}

void multiply(const MatrixView& A, const Packed& B, float* C, std::ptrdiff_t C_stride) noexcept {
  for (std::size_t i = 0; i < A.rows; ++i)
    for (std::size_t j = 0; j < B.cols(); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < B.rows(); ++k)
        sum += static_cast<double>(A(i, k)) * static_cast<double>(B.data()[k * B.cols() + j]);
      C[static_cast<std::ptrdiff_t>(i) * C_stride + static_cast<std::ptrdiff_t>(j)] = static_cast<float>(sum);
    }
}

void scale(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept {
  for (std::size_t j = 0; j < count; ++j) {
    const double product = scale * static_cast<double>(scores[j]);
    scaled[j] = static_cast<float>(softcap > 0 ? softcap * std::tanh(product / softcap) : product);
  }
}

void softmax(const float* masked, float* attention_weights, std::size_t count) noexcept {
  double maximum = minus_infinity;
  for (std::size_t j = 0; j < count; ++j) {
    const double x = masked[j];
    if (std::isnan(x)) maximum = x;  // stays: no comparison with NaN holds
    if (x > maximum) maximum = x;
  }
  double sum = 0;  // NaN where the maximum is NaN or +∞, as ∞ − ∞ is
  for (std::size_t j = 0; j < count; ++j)
    if (masked[j] != minus_infinity) sum += std::exp(masked[j] - maximum);
  for (std::size_t j = 0; j < count; ++j)
    attention_weights[j] = masked[j] == minus_infinity ? 0.0F : static_cast<float>(std::exp(masked[j] - maximum) / sum);
}

float largest(const float* x, std::size_t count) noexcept {
  float largest = minus_infinity;
  for (std::size_t j = 0; j < count; ++j)
    if (!(x[j] <= largest) && !std::isnan(largest)) largest = x[j];
  return largest;
}

double total(const float* x, std::size_t count) noexcept { return std::accumulate(x, x + count, 0.0); }

double depth_below(const float* masked, const float* attention_weights, std::size_t count, float origin) noexcept {
  double sum = 0;
  for (std::size_t j = 0; j < count; ++j)
    if (attention_weights[j] != 0)
      sum += static_cast<double>(attention_weights[j]) * (static_cast<double>(origin) - static_cast<double>(masked[j]));
  return sum;
}

std::size_t first_above(const float* x, std::size_t first, std::size_t count, float limit) noexcept {
  while (first < count && x[first] <= limit) ++first;
  return first;
}

void additive_scores(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept {
  for (std::size_t j = 0; j < keys.rows; ++j) {
    double sum = 0;
    for (std::size_t h = 0; h < keys.cols; ++h)
      sum += static_cast<double>(w_v[h]) * std::tanh(static_cast<double>(query[h]) + static_cast<double>(keys(j, h)));
    scores[j] = static_cast<float>(sum);
  }
}

std::size_t attention_scratch(const AttentionTask& task, std::size_t) noexcept { return 2 * task.K.num_steps(); }

void attention(const AttentionTask& task, const AttentionPart& part, float* scratch) noexcept {
  const std::size_t group = task.Q.num_heads() / task.K.num_heads();
  for (std::size_t head = part.kv_head * group; head < (part.kv_head + 1) * group; ++head)
    for (std::size_t query = part.query; query < part.query + part.num_queries; ++query)
      attend(task, part, head, query, scratch, scratch + task.K.num_steps());
}

}  // namespace

void attend(const AttentionTask& task, const AttentionPart& part, std::size_t head, std::size_t query, float* masked,
            float* attention_weights) noexcept {
  const MatrixView q = task.Q.matrix(part.batch, head).middle_rows(query, 1);
  const MatrixView K = task.K.matrix(part.batch, part.kv_head), V = task.V.matrix(part.batch, part.kv_head);
  const std::size_t num_kv_pairs = K.rows;
  for (std::size_t j = 0; j < num_kv_pairs; ++j) {
    double score = 0;
    for (std::size_t e = 0; e < K.cols; ++e) score += static_cast<double>(q(0, e)) * static_cast<double>(K(j, e));
    masked[j] = static_cast<float>(score);
  }
  scale(masked, masked, num_kv_pairs, task.scale, task.softcap);
  task.mask.row(part.batch, head, query).apply(masked, masked, num_kv_pairs);
  core::softmax_row(masked, attention_weights, num_kv_pairs, task.mask.empty_row(), softmax);
  if (task.dropout) {
    const std::uint64_t row = (std::uint64_t{part.batch} * task.Q.num_heads() + head) * task.Q.num_steps() + query;
    core::dropout_row(attention_weights, attention_weights, num_kv_pairs, row * num_kv_pairs, *task.dropout);
  }
  float* output = task.output.row(part.batch, head, query);
  for (std::size_t e = 0; e < V.cols; ++e) {
    double sum = 0;
    for (std::size_t j = 0; j < num_kv_pairs; ++j)
      if (masked[j] != minus_infinity || attention_weights[j] != 0)
        sum += static_cast<double>(attention_weights[j]) * static_cast<double>(V(j, e));
    output[e] = static_cast<float>(sum);
  }
}

const Table reference = {
    .pack = pack,
    .multiply = multiply,
    .scale = scale,
    .softmax = softmax,
    .largest = largest,
    .total = total,
    .depth_below = depth_below,
    .first_above = first_above,
    .additive_scores = additive_scores,
    .attention_scratch = attention_scratch,
    .attention = attention,
    .sizes = {1, 1, 1, 1, 1},
};

}  // namespace xattention::kernels
