#pragma once
// What self-attention is compared with in the lesson: a network that reads one position after the other.
// Outside the public API: it is built for the page alone.

#include <xattention/tensor.hpp>

#include <cstdint>

namespace xattention::lesson {

/// W_xh: (in, num_hiddens); W_hh: (num_hiddens, num_hiddens); b: (num_hiddens).
struct RnnParameters {
  Tensor<2> W_xh, W_hh;
  Tensor<1> b;

  /// Drawn from seed, as PyTorch's nn.Linear starts.
  static RnnParameters drawn(std::size_t in, std::size_t num_hiddens, std::uint64_t seed);
};

/// The hidden states of a recurrent network.
///
///     h_t = tanh(x_t W_xh + h_{t−1} W_hh + b), h_{−1} = 0
///
/// X: (num_steps, in); returns (num_steps, num_hiddens), row t is h_t. What does not depend on the step before,
/// X W_xh + b, is one product of the core for all steps; only h_{t−1} W_hh has to wait.
/// Throws shape_error where the parameters do not fit X or each other.
/// Accuracy: each h_t within the bound of its products, 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ|, of exact from h_{t−1}.
/// Source: Elman, Finding Structure in Time (1990).
Tensor<2> rnn(const Tensor<2>& X, const RnnParameters& parameters);

}  // namespace xattention::lesson
