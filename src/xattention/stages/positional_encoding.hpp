#pragma once
// Positional encoding: what tells a position from another, since attention itself does not.

#include <xattention/tensor.hpp>

namespace xattention {

/// Sines and cosines of falling frequency.
///
///     P[i, 2j] = sin(i / 10000^(2j/num_hiddens)),  P[i, 2j + 1] = cos(i / 10000^(2j/num_hiddens))
///
/// Returns (num_steps, num_hiddens); an odd num_hiddens ends with a sine. Added to X by whoever wants it.
/// Throws argument_error where num_hiddens is 0.
/// Accuracy: computed in float64, rounded once.
/// Source: Vaswani et al. (2017), §3.5.
Tensor<2> positional_encoding(std::size_t num_steps, std::size_t num_hiddens);

}  // namespace xattention
