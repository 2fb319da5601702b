#pragma once
// What stands around attention in one block of a Transformer encoder: add & norm, and feed-forward.
// Outside the public API: it is built for the page alone.

#include <xattention/tensor.hpp>

#include <cstdint>

namespace xattention::lesson {

struct AddNorm {
  Tensor<2> sum, output;
};

/// A residual connection, then layer normalisation of each row.
///
///     sum = X + Y;  output[i, :] = γ (sum[i, :] − mean) / √(variance + 1e-5) + β
///
/// X, Y: (num_steps, num_hiddens); gamma, beta: (num_hiddens). Mean and variance are those of one row, the variance
/// divided by num_hiddens. Throws shape_error where a shape differs.
/// Accuracy: each output within 1e-6 + 1e-5·|x| of exact from the sum.
/// Source: Ba et al., Layer Normalization (2016); Vaswani et al. (2017), §3.1.
AddNorm add_norm(const Tensor<2>& X, const Tensor<2>& Y, const Tensor<1>& gamma, const Tensor<1>& beta);

/// W_1: (num_hiddens, width); b_1: (width); W_2: (width, num_hiddens); b_2: (num_hiddens).
struct FeedForwardParameters {
  Tensor<2> W_1;
  Tensor<1> b_1;
  Tensor<2> W_2;
  Tensor<1> b_2;

  /// Drawn from seed, as PyTorch's nn.Linear starts.
  static FeedForwardParameters drawn(std::size_t num_hiddens, std::size_t width, std::uint64_t seed);
};

struct FeedForward {
  Tensor<2> hidden, rectified, output;
};

/// The same small network for every row; no row sees another.
///
///     hidden = X W_1 + b_1;  rectified = max(0, hidden);  output = rectified W_2 + b_2
///
/// X: (num_steps, num_hiddens). Throws shape_error where the parameters do not fit.
/// Accuracy: products within 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| of exact from their own inputs.
/// Source: Vaswani et al. (2017), §3.3.
FeedForward feed_forward(const Tensor<2>& X, const FeedForwardParameters& parameters);

}  // namespace xattention::lesson
