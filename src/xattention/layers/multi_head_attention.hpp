#pragma once
// Many heads: each attends in its own subspace, their outputs are put side by side and mixed by W_o.

#include <xattention/layers/layer.hpp>

namespace xattention {

/// Multi-head attention, to itself or from queries to keys and values.
///
///     headₕ = attention(queries W_q⁽ʰ⁾ + b_q⁽ʰ⁾, keys W_k⁽ʰ⁾ + b_k⁽ʰ⁾, values W_v⁽ʰ⁾ + b_v⁽ʰ⁾)
///     output = concat(head₀, …) W_o + b_o
///
/// X, or queries, keys, values: (batch_size, num_steps, size) or (num_steps, size); output: (batch_size,
/// num_queries, num_hiddens). Stages always have a head axis. num_kv_heads < num_heads shares keys and values.
/// Source: Vaswani et al. (2017), §3.2.2; grouped heads: Ainslie et al., GQA (2023).
class MultiHeadAttention : public TypedLayer<1> {
 public:
  /// Parameters drawn from seed. Throws argument_error where num_heads does not divide num_hiddens, or
  /// num_kv_heads num_heads.
  explicit MultiHeadAttention(const MultiHeadSizes& sizes, bool bias = false, std::uint64_t seed = 0,
                              Init init = Init::linear);

  /// Parameters given. Throws shape_error where one has not the shape that sizes ask for, argument_error
  /// where W_o is missing.
  MultiHeadAttention(const MultiHeadSizes& sizes, Parameters parameters);
};

}  // namespace xattention
