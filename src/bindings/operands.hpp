#pragma once
// What a call works on, copied out of its JavaScript arguments.

#include "convert.hpp"

namespace xattention::bindings {

/// Q, K and V of a call, and the heads they are to be split into.
struct Operands {
  core::Stage Q, K, V;
  std::optional<core::Heads> heads;

  Operands(const val& q, const val& k, const val& v, const val& options)
      : Q(stage_of("Q", q)), K(stage_of("K", k)), V(stage_of("V", v)) {
    const std::size_t num_heads = size_of(options, "numHeads"),
                      num_kv_heads = size_of(options, "numKvHeads", num_heads);
    if (Q.axes().heads) {  // has heads already: what is said of them must be so
      expect("num_heads", num_heads, Q);
      expect("num_kv_heads", num_kv_heads, K);
    } else if (num_heads != 0) {
      heads = core::Heads{num_heads, num_kv_heads};
    } else if (num_kv_heads != 0) {
      throw argument_error("num_kv_heads", "num_heads beside it", "num_heads left out");
    }
  }
  [[nodiscard]] core::AttentionInputs view() const { return {Q.view(), K.view(), V.view(), heads}; }

 private:
  static void expect(const char* name, std::size_t said, const core::Stage& tensor) {
    if (said != 0 && said != tensor.shape()[1])
      throw argument_error(name, std::to_string(tensor.shape()[1]) + ", as the 4-D tensor has", std::to_string(said));
  }
};

/// One X, or queries, keys and values.
struct LayerOperands {
  core::Stage first;
  std::optional<core::Stage> keys, values;

  explicit LayerOperands(const val& inputs)
      : first(self(inputs) ? stage_of("X", inputs["X"]) : stage_of("queries", inputs["queries"])) {
    if (self(inputs)) return;
    keys = stage_of("keys", inputs["keys"]);
    values = stage_of("values", inputs["values"]);
  }
  [[nodiscard]] core::Inputs view() const {
    return keys ? core::Inputs::of(first.view(), keys->view(), values->view()) : core::Inputs::of(first.view());
  }

 private:
  static bool self(const val& inputs) { return !inputs["X"].isUndefined(); }
};

inline Parameters parameters_of(const core::LayerSizes& sizes, const val& spec) {
  const val given = spec["parameters"];
  if (given.isUndefined()) return core::initial_parameters(sizes, spec["bias"].isTrue(), seed_of(spec), init_of(spec));
  const auto bias = [&](const char* name) {
    return optional_of(given, name, [&](const val& v) { return parameter_of<1>(name, v); });
  };
  return {.W_q = parameter_of<2>("W_q", given["W_q"]),
          .W_k = parameter_of<2>("W_k", given["W_k"]),
          .W_v = parameter_of<2>("W_v", given["W_v"]),
          .W_o = optional_of(given, "W_o", [](const val& v) { return parameter_of<2>("W_o", v); }),
          .b_q = bias("b_q"),
          .b_k = bias("b_k"),
          .b_v = bias("b_v"),
          .b_o = bias("b_o")};
}

}  // namespace xattention::bindings
