#include "encoder.hpp"

#include <xattention/errors.hpp>
#include <xattention/random.hpp>
#include <xattention/stages/projection.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace xattention::lesson {
namespace {

constexpr double epsilon = 1e-5;

void expect(const char* name, std::span<const std::size_t> expected, std::span<const std::size_t> got) {
  if (!std::ranges::equal(expected, got))
    throw shape_error(name, "shape " + core::to_string(expected), "shape " + core::to_string(got));
}

void normalise(std::span<const float> row, const Tensor<1>& gamma, const Tensor<1>& beta, float* output) {
  const auto size = static_cast<double>(row.size());
  double mean = 0, variance = 0;
  for (const double x : row) mean += x / size;
  for (const double x : row) variance += (x - mean) * (x - mean) / size;
  const double scale = 1 / std::sqrt(variance + epsilon);
  for (std::size_t e = 0; e < row.size(); ++e)
    output[e] = static_cast<float>(static_cast<double>(gamma(e)) * (static_cast<double>(row[e]) - mean) * scale +
                                   static_cast<double>(beta(e)));
}

}  // namespace

AddNorm add_norm(const Tensor<2>& X, const Tensor<2>& Y, const Tensor<1>& gamma, const Tensor<1>& beta) {
  const std::size_t num_hiddens = X.shape()[1];
  expect("Y", X.shape(), Y.shape());
  expect("gamma", std::array{num_hiddens}, gamma.shape());
  expect("beta", std::array{num_hiddens}, beta.shape());

  AddNorm result{Tensor<2>(X.shape()), Tensor<2>(X.shape())};
  std::transform(X.begin(), X.end(), Y.begin(), result.sum.begin(), std::plus<>());
  for (std::size_t i = 0; i < X.shape()[0]; ++i)
    normalise({result.sum.data() + i * num_hiddens, num_hiddens}, gamma, beta, result.output.data() + i * num_hiddens);
  return result;
}

FeedForwardParameters FeedForwardParameters::drawn(std::size_t num_hiddens, std::size_t width, std::uint64_t seed) {
  return {initial_weight(num_hiddens, width, Init::linear, seed, 1),
          initial_bias(num_hiddens, width, Init::linear, seed, 2),
          initial_weight(width, num_hiddens, Init::linear, seed, 3),
          initial_bias(width, num_hiddens, Init::linear, seed, 4)};
}

FeedForward feed_forward(const Tensor<2>& X, const FeedForwardParameters& parameters) {
  const auto& [W_1, b_1, W_2, b_2] = parameters;
  const Tensor<2> hidden = projection(X, W_1, b_1);
  Tensor<2> rectified(hidden.shape());
  std::transform(hidden.begin(), hidden.end(), rectified.begin(), [](float x) { return x < 0 ? 0.0F : x; });
  const Tensor<2> output = projection(rectified, W_2, b_2);
  return {hidden, rectified, output};
}

}  // namespace xattention::lesson
