#pragma once
// The lesson's layer, exactly: one head, three projections without bias, no output projection.

#include <xattention/layers/layer.hpp>

namespace xattention {

/// Self-attention: every position of X looks at every position of X.
///
///     Q = X W_q, K = X W_k, V = X W_v;  output = softmax(Q Kᵀ / √num_hiddens) V
///
/// X: (batch_size, num_steps, num_hiddens) or (num_steps, num_hiddens); output alike, stages without a head
/// axis: attention_weights (batch_size, num_steps, num_steps).
/// Source: Zhang et al., Dive into Deep Learning, §11.6; Vaswani et al. (2017), §3.2.
class SelfAttention : public TypedLayer<0> {
 public:
  /// Parameters drawn from seed. Throws argument_error where num_hiddens is 0.
  explicit SelfAttention(std::size_t num_hiddens, std::uint64_t seed = 0, Init init = Init::linear);

  /// Parameters given: three (num_hiddens, num_hiddens). Throws shape_error where they are not, and
  /// argument_error where there is a W_o or a bias.
  explicit SelfAttention(Parameters parameters);
};

}  // namespace xattention
