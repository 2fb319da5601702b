#pragma once
// Stage 7: output = attention_weights V, head by head.

#include <xattention/execution.hpp>
#include <xattention/tensor.hpp>

namespace xattention {
namespace core {

/// Throws shape_error unless V has the batch, heads and steps of K, and a size of at least 1.
void check_keys_and_values(const TensorView& K, const TensorView& V);

/// The values of one head, ready to be summed. 0 × NaN is NaN, but a forbidden value must not be read:
/// rows of V that are not all finite are set aside, and read only where they are allowed.
class Values {
 public:
  explicit Values(const MatrixView& V);

  /// output[i, :] = Σⱼ attention_weights[i, j] V[j, :] over `attention_weights.rows` queries. A position with
  /// weight 0 whose `masked` is −∞ is not read; without `masked`, every position is.
  void add_up(const MatrixView& attention_weights, const float* masked, float* output, std::ptrdiff_t output_row_stride,
              const Execution& execution) const;

 private:
  [[nodiscard]] MatrixView finite() const;
  void add_not_finite(const MatrixView& attention_weights, const float* masked, float* output,
                      std::ptrdiff_t output_row_stride) const noexcept;

  MatrixView V_;
  std::vector<std::size_t> not_finite_;  // rows
  std::vector<float> finite_;            // V with those rows 0; empty where there are none
};

/// `masked` as for Values::add_up, or null.
Stage weighted_sum(const TensorView& attention_weights, const TensorView& V, const Stage* masked,
                   const Execution& execution);

}  // namespace core

/// What each query takes home: the values, in the shares of its attention.
///
///     output[b, h, i, :] = Σⱼ attention_weights[b, h, i, j] V[b, ⌊h·num_kv_heads/num_heads⌋, j, :]
///
/// attention_weights: (batch_size, num_heads, num_queries, num_kv_pairs); V: (batch_size, num_kv_heads,
/// num_kv_pairs, value size); or both without heads, or without batch. Returns (batch_size, num_heads,
/// num_queries, value size). By itself it cannot know what was forbidden: 0 × NaN is NaN. `trace` and
/// `dot_product_attention` never read what is forbidden.
/// Throws shape_error where batch sizes or num_kv_pairs differ, or num_heads is no multiple of num_kv_heads.
/// Accuracy: within 1e-6 + 4·√num_kv_pairs·2⁻²⁴·Σ|wⱼvⱼ| of exact.
/// Source: Vaswani et al. (2017), §3.2.1.
template <AttentionTensor EW, AttentionTensor EV>
Tensor<rank_of<EW>> weighted_sum(const EW& attention_weights, const EV& V, const Execution& execution = {}) {
  const auto& attention_weights_ = row_major(attention_weights);
  const auto& V_ = row_major(V);
  return core::weighted_sum(core::lift(attention_weights_), core::lift(V_), nullptr, execution)
      .template take<rank_of<EW>>();
}

}  // namespace xattention
