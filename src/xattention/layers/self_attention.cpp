#include <xattention/errors.hpp>
#include <xattention/layers/self_attention.hpp>

namespace xattention {
namespace {

core::Layer layer_of(Parameters parameters) {
  if (parameters.W_o || parameters.b_q || parameters.b_k || parameters.b_v || parameters.b_o)
    throw argument_error("parameters", "W_q, W_k and W_v only", "an output projection or a bias");
  return {core::LayerSizes::single_head(parameters.W_q.shape()[1]), std::move(parameters)};
}

}  // namespace

SelfAttention::SelfAttention(std::size_t num_hiddens, std::uint64_t seed, Init init)
    : SelfAttention(core::initial_parameters(core::LayerSizes::single_head(num_hiddens), false, seed, init)) {}

SelfAttention::SelfAttention(Parameters parameters) : TypedLayer(layer_of(std::move(parameters))) {}

}  // namespace xattention
