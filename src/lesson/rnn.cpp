#include "rnn.hpp"

#include "vector_matrix.hpp"

#include <kernels/table.hpp>
#include <xattention/errors.hpp>
#include <xattention/random.hpp>
#include <xattention/stages/projection.hpp>
#include <xattention/variants.hpp>

namespace xattention::lesson {

RnnParameters RnnParameters::drawn(std::size_t in, std::size_t num_hiddens, std::uint64_t seed) {
  return {initial_weight(in, num_hiddens, Init::linear, seed, 1),
          initial_weight(num_hiddens, num_hiddens, Init::linear, seed, 2),
          initial_bias(num_hiddens, num_hiddens, Init::linear, seed, 3)};
}

Tensor<2> rnn(const Tensor<2>& X, const RnnParameters& parameters) {
  const auto& [W_xh, W_hh, b] = parameters;
  const std::size_t num_hiddens = W_xh.shape()[1];
  if (W_hh.shape()[0] != num_hiddens || W_hh.shape()[1] != num_hiddens)
    throw shape_error("W_hh", "shape " + core::to_string(std::array{num_hiddens, num_hiddens}),
                      "shape " + core::to_string(W_hh.shape()));

  const Variant& variant = best_variant();
  Tensor<2> H = projection(X, W_xh, b, variant);
  const core::MatrixView recurrent = core::matrix(W_hh);
  for (std::size_t t = 0; t < H.shape()[0]; ++t) {
    float* h = H.data() + t * num_hiddens;
    if (t > 0) add_vector_matrix<xsimd::default_arch>(h - num_hiddens, recurrent, h);
    variant.kernels->scale(h, h, num_hiddens, 1, 1);  // softcap·tanh(scale·x / softcap) is tanh where both are 1
  }
  return H;
}

}  // namespace xattention::lesson
