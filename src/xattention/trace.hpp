#pragma once
// The record of every stage of the formula, in its order and under its names.

#include <xattention/tensor.hpp>

#include <optional>

namespace xattention {

/// Every stage of attention over tensors of rank N; `Stages` is the rank of the stages, one more than N
/// where a layer splits heads. What a computation does not have is std::nullopt.
template <std::size_t N, std::size_t Stages = N>
struct Trace {
  std::optional<Tensor<N>> X, queries, keys, values;
  std::optional<Tensor<Stages>> Q, K, V;
  /// Q Kᵀ before anything else.
  Tensor<Stages> scores;
  /// scores × scale, then softcap; additive attention has none.
  std::optional<Tensor<Stages>> scaled;
  /// scaled + attention_bias, forbidden positions −∞.
  Tensor<Stages> masked;
  /// Softmax of masked over the last axis.
  Tensor<Stages> attention_weights;
  /// attention_weights after dropout.
  std::optional<Tensor<Stages>> dropped;
  /// attention_weights V per head, and heads side by side.
  std::optional<Tensor<Stages>> heads;
  std::optional<Tensor<N>> concat;
  Tensor<N> output;
};

namespace core {

/// The same with four axes inside.
struct Trace {
  std::optional<Stage> X, queries, keys, values, Q, K, V, scores, scaled, masked, attention_weights, dropped, heads,
      concat, output;

  /// Calls f(name, stage) for every input there is, in order; a layer's parameters come next.
  template <class F>
  void for_each_input(F&& f) const {
    visit(f, {{"X", &X}, {"queries", &queries}, {"keys", &keys}, {"values", &values}});
  }
  /// The same for every stage from Q to output.
  template <class F>
  void for_each_stage(F&& f) const {
    visit(f, {{"Q", &Q},
              {"K", &K},
              {"V", &V},
              {"scores", &scores},
              {"scaled", &scaled},
              {"masked", &masked},
              {"attention_weights", &attention_weights},
              {"dropped", &dropped},
              {"heads", &heads},
              {"concat", &concat},
              {"output", &output}});
  }

  template <std::size_t N, std::size_t Stages = N>
  xattention::Trace<N, Stages> take() && {
    const auto sequence = [](std::optional<Stage>& stage) -> std::optional<Tensor<N>> {
      if (!stage) return std::nullopt;
      return std::move(*stage).template take<N>();
    };
    const auto step = [](std::optional<Stage>& stage) -> std::optional<Tensor<Stages>> {
      if (!stage) return std::nullopt;
      return std::move(*stage).template take<Stages>();
    };
    return {sequence(X),
            sequence(queries),
            sequence(keys),
            sequence(values),
            step(Q),
            step(K),
            step(V),
            *step(scores),
            step(scaled),
            *step(masked),
            *step(attention_weights),
            step(dropped),
            step(heads),
            sequence(concat),
            *sequence(output)};
  }

 private:
  struct Named {
    const char* name;
    const std::optional<Stage>* stage;
  };
  template <class F>
  static void visit(F&& f, std::initializer_list<Named> stages) {
    for (const auto& [name, stage] : stages)
      if (*stage) f(name, **stage);
  }
};

}  // namespace core
}  // namespace xattention
