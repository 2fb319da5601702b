#include <xattention/errors.hpp>
#include <xattention/layers/multi_head_attention.hpp>

namespace xattention {
namespace {

Parameters checked(Parameters parameters) {
  if (!parameters.W_o) throw argument_error("parameters.W_o", "an output projection", "nothing");
  return parameters;
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(const MultiHeadSizes& sizes, bool bias, std::uint64_t seed, Init init)
    : MultiHeadAttention(sizes, core::initial_parameters(core::LayerSizes::multi_head(sizes), bias, seed, init)) {}

MultiHeadAttention::MultiHeadAttention(const MultiHeadSizes& sizes, Parameters parameters)
    : TypedLayer(core::Layer(core::LayerSizes::multi_head(sizes), checked(std::move(parameters)))) {}

}  // namespace xattention
