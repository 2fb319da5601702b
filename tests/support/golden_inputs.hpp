#pragma once
// What a golden case gives to attention, in this library's types.

#include <support/golden.hpp>
#include <xattention/layers/layer.hpp>
#include <xattention/options.hpp>

#include <variant>

namespace xattention::test {

inline Alignment alignment_of(const std::string& word) {
  return word == "top-left" ? Alignment::top_left : Alignment::bottom_right;
}

inline bool is_alignment(const std::string& word) { return word == "top-left" || word == "bottom-right"; }

inline Mask mask_of(const GoldenCase& golden) {
  Mask mask;
  const std::string causal = golden.word("causal"), offset = golden.word("query_offset");
  mask.causal = !causal.empty();
  if (is_alignment(causal)) mask.query_offset = alignment_of(causal);
  if (is_alignment(offset))
    mask.query_offset = alignment_of(offset);
  else if (!offset.empty())
    mask.query_offset = golden.integer("query_offset");
  if (golden.ints.contains("query_offset")) {
    const auto& each = golden.ints.at("query_offset");
    mask.query_offset = std::vector<std::int64_t>(each.begin(), each.end());
  }
  if (golden.has("window")) mask.window = Window{golden.integer("window", 0), golden.integer("window", 1)};
  if (golden.has("valid_lens")) mask.valid_lens = golden.ints.at("valid_lens");
  if (golden.has("keep")) mask.keep = golden.bools.at("keep");
  if (golden.has("drop")) mask.drop = golden.bools.at("drop");
  if (golden.has("attention_bias")) mask.attention_bias = golden.tensors.at("attention_bias");
  if (golden.word("empty_row") == "uniform") mask.empty_row = EmptyRow::uniform;
  return mask;
}

inline Options options_of(const GoldenCase& golden) {
  Options options{.mask = mask_of(golden)};
  if (golden.has("scale")) options.scale = golden.number("scale");
  if (golden.has("softcap")) options.softcap = golden.number("softcap");
  return options;
}

inline std::size_t size_of(const GoldenCase& golden, const std::string& name) {
  return golden.has(name) ? static_cast<std::size_t>(golden.integer(name)) : 0;
}

inline MultiHeadSizes sizes_of(const GoldenCase& golden) {
  return {.num_hiddens = size_of(golden, "num_hiddens"),
          .num_heads = size_of(golden, "num_heads"),
          .num_kv_heads = size_of(golden, "num_kv_heads"),
          .query_size = size_of(golden, "query_size"),
          .key_size = size_of(golden, "key_size"),
          .value_size = size_of(golden, "value_size")};
}

/// A missing W_q, W_k or W_v is an empty one.
inline Parameters parameters_of(const GoldenCase& golden) {
  const auto weight = [&](const char* name) { return golden.has(name) ? golden.tensor<2>(name) : Tensor<2>(); };
  const auto bias = [&](const char* name) -> std::optional<Tensor<1>> {
    if (!golden.has(name)) return std::nullopt;
    return golden.tensor<1>(name);
  };
  Parameters parameters{.W_q = weight("W_q"), .W_k = weight("W_k"), .W_v = weight("W_v")};
  if (golden.has("W_o")) parameters.W_o = weight("W_o");
  parameters.b_q = bias("b_q");
  parameters.b_k = bias("b_k");
  parameters.b_v = bias("b_v");
  parameters.b_o = bias("b_o");
  return parameters;
}

/// A tensor whose rank the file says. Layers and lessons take no rank but these.
using AnyTensor = std::variant<Tensor<2>, Tensor<3>, Tensor<4>>;

inline AnyTensor any_tensor(const GoldenCase& golden, const std::string& name) {
  switch (golden.rank(name)) {
    case 2:
      return golden.tensor<2>(name);
    case 3:
      return golden.tensor<3>(name);
    default:
      return golden.tensor<4>(name);
  }
}

}  // namespace xattention::test
