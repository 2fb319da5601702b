#pragma once
// What SelfAttention and MultiHeadAttention have in common: parameters, and the way from X to output.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/random.hpp>
#include <xattention/stages/heads.hpp>
#include <xattention/summarize.hpp>
#include <xattention/tensor.hpp>
#include <xattention/trace.hpp>

#include <memory>
#include <optional>

namespace xattention {

/// W_q: (query_size, num_hiddens); W_k: (key_size, num_kv_heads·head_size); W_v: (value_size, the same);
/// W_o: (num_hiddens, num_hiddens), absent in SelfAttention. Biases have the length of their projection.
/// Projections are (in, out): transpose the weight of PyTorch's nn.Linear.
struct Parameters {
  Tensor<2> W_q, W_k, W_v;
  std::optional<Tensor<2>> W_o = {};
  std::optional<Tensor<1>> b_q = {}, b_k = {}, b_v = {}, b_o = {};
};

/// Sizes of a multi-head layer; those left 0 default to num_hiddens, num_kv_heads to num_heads.
struct MultiHeadSizes {
  std::size_t num_hiddens, num_heads;
  std::size_t num_kv_heads = 0, query_size = 0, key_size = 0, value_size = 0;
};

namespace core {

struct CheckedOptions;

/// Every size of a layer. Without `heads` there is one head, no head axis and no W_o.
struct LayerSizes {
  std::size_t num_hiddens, query_size, key_size, value_size;
  std::optional<Heads> heads;

  /// The lesson's layer. Throws argument_error where num_hiddens is 0.
  static LayerSizes single_head(std::size_t num_hiddens);
  /// Throws argument_error where num_heads does not divide num_hiddens, or num_kv_heads num_heads.
  static LayerSizes multi_head(const MultiHeadSizes& sizes);

  /// Columns of W_k and W_v: num_kv_heads·head_size.
  [[nodiscard]] std::size_t kv_hiddens() const {
    return heads ? num_hiddens / heads->num_heads * heads->num_kv_heads : num_hiddens;
  }
};

/// Parameters drawn from seed: W_q W_k W_v W_o b_q b_k b_v b_o are streams 1 … 8.
Parameters initial_parameters(const LayerSizes& sizes, bool bias, std::uint64_t seed, Init init);

/// What a layer reads: one X three times, or queries, keys and values.
struct Inputs {
  TensorView queries, keys, values;
  bool self;

  static Inputs of(const TensorView& X) { return {X, X, X, true}; }
  static Inputs of(const TensorView& queries, const TensorView& keys, const TensorView& values) {
    return {queries, keys, values, false};
  }
};

class Layer {
 public:
  /// Throws shape_error where a parameter has not the shape that the sizes ask for. The parameters are packed once,
  /// for the variant of `execution`; calls with another one pack them anew.
  Layer(const LayerSizes& sizes, Parameters parameters, const Execution& execution = {});

  [[nodiscard]] Stage forward(const Inputs& inputs, const Options& options, const Execution& execution) const;
  [[nodiscard]] Trace trace(const Inputs& inputs, const Options& options, const Replace& replace,
                            const Execution& execution) const;
  [[nodiscard]] Summary summarize(const Inputs& inputs, const Options& options, const SummaryRequest& request,
                                  const Execution& execution) const;
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  /// The axes of the stages of inputs with these axes.
  [[nodiscard]] Axes stage_axes(Axes inputs) const {
    return {.batch = inputs.batch, .heads = sizes_.heads.has_value()};
  }

 private:
  struct Projected {
    Stage Q, K, V;
  };
  struct Packed;
  [[nodiscard]] std::shared_ptr<const Packed> packed_for(const Execution& execution) const;
  [[nodiscard]] CheckedOptions check(const Inputs& inputs, const Options& options) const;
  [[nodiscard]] Projected project(const Inputs& inputs, const Execution& execution) const;
  [[nodiscard]] Stage project_output(Stage concat, const Execution& execution) const;

  LayerSizes sizes_;
  Parameters parameters_;
  std::shared_ptr<const Packed> packed_;
};

}  // namespace core

/// What both layers offer. Stages of inputs of rank N have rank N + HeadAxes.
template <std::size_t HeadAxes>
class TypedLayer {
 public:
  /// Output alone, of X attending to itself: (batch_size, num_steps, size) or (num_steps, size), rank as X.
  /// Throws shape_error or argument_error, naming the argument, before anything is read.
  template <AttentionTensor E>
    requires(rank_of<E> <= 3)
  Tensor<rank_of<E>> forward(const E& X, const Options& options = {}, const Execution& execution = {}) const {
    const auto& X_ = row_major(X);
    return layer_.forward(core::Inputs::of(core::lift(X_)), options, execution).template take<rank_of<E>>();
  }

  /// The same of queries attending to keys and values.
  template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV>
    requires(rank_of<EQ> <= 3)
  Tensor<rank_of<EQ>> forward(const EQ& queries, const EK& keys, const EV& values, const Options& options = {},
                              const Execution& execution = {}) const {
    const auto& queries_ = row_major(queries);
    const auto& keys_ = row_major(keys);
    const auto& values_ = row_major(values);
    return layer_
        .forward(core::Inputs::of(core::lift(queries_), core::lift(keys_), core::lift(values_)), options, execution)
        .template take<rank_of<EQ>>();
  }

  /// Every stage, of X attending to itself.
  template <AttentionTensor E, std::size_t N = rank_of<E>>
    requires(N <= 3)
  Trace<N, N + HeadAxes> trace(const E& X, const Options& options = {}, const Replace<N + HeadAxes>& replace = {},
                               const Execution& execution = {}) const {
    const auto& X_ = row_major(X);
    return traced<N>(core::Inputs::of(core::lift(X_)), options, replace, execution);
  }

  /// The same of queries attending to keys and values.
  template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV, std::size_t N = rank_of<EQ>>
    requires(N <= 3)
  Trace<N, N + HeadAxes> trace(const EQ& queries, const EK& keys, const EV& values, const Options& options = {},
                               const Replace<N + HeadAxes>& replace = {}, const Execution& execution = {}) const {
    const auto& queries_ = row_major(queries);
    const auto& keys_ = row_major(keys);
    const auto& values_ = row_major(values);
    return traced<N>(core::Inputs::of(core::lift(queries_), core::lift(keys_), core::lift(values_)), options, replace,
                     execution);
  }

  /// What can be said of the attention weights of `trace` without storing them; accuracy as theirs.
  /// Throws as `forward`, and argument_error where request.map_keys is no range of keys.
  template <AttentionTensor E>
    requires(rank_of<E> <= 3)
  core::Summary summarize(const E& X, const Options& options = {}, const SummaryRequest& request = {},
                          const Execution& execution = {}) const {
    const auto& X_ = row_major(X);
    return layer_.summarize(core::Inputs::of(core::lift(X_)), options, request, execution);
  }

  /// The same of queries attending to keys and values. Queries may be some rows of a long X, with
  /// `query_offset` where they begin.
  template <AttentionTensor EQ, AttentionTensor EK, AttentionTensor EV>
    requires(rank_of<EQ> <= 3)
  core::Summary summarize(const EQ& queries, const EK& keys, const EV& values, const Options& options = {},
                          const SummaryRequest& request = {}, const Execution& execution = {}) const {
    const auto& queries_ = row_major(queries);
    const auto& keys_ = row_major(keys);
    const auto& values_ = row_major(values);
    return layer_.summarize(core::Inputs::of(core::lift(queries_), core::lift(keys_), core::lift(values_)), options,
                            request, execution);
  }

  [[nodiscard]] const Parameters& parameters() const { return layer_.parameters(); }

 protected:
  explicit TypedLayer(core::Layer layer) : layer_(std::move(layer)) {}

 private:
  template <std::size_t N>
  Trace<N, N + HeadAxes> traced(const core::Inputs& inputs, const Options& options,
                                const Replace<N + HeadAxes>& replace, const Execution& execution) const {
    const core::Axes axes = layer_.stage_axes(inputs.queries.axes);
    return layer_.trace(inputs, options, core::Replace(replace, axes), execution).template take<N, N + HeadAxes>();
  }

  core::Layer layer_;
};

}  // namespace xattention
