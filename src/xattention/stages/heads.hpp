#pragma once
// Stage 8: heads side by side, and back: how one wide projection holds many heads.

#include <xattention/tensor.hpp>

#include <optional>

namespace xattention {
namespace core {

struct Heads {
  std::size_t num_heads, num_kv_heads;
};

/// Heads cut out of the last axis, without a copy. Throws shape_error where X has heads already, or its
/// last axis is no multiple of num_heads; `name` is what the error calls X.
TensorView split_heads(const TensorView& X, std::size_t num_heads, const char* name);

/// Q, K and V of a call, head by head. With `heads` they lie side by side in the last axis and are cut out of it, and
/// the heads of the output will lie side by side as well.
struct AttentionInputs {
  AttentionInputs(const TensorView& Q, const TensorView& K, const TensorView& V,
                  const std::optional<Heads>& heads = std::nullopt)
      : Q(heads ? split_heads(Q, heads->num_heads, "Q") : Q),
        K(heads ? split_heads(K, heads->num_kv_heads, "K") : K),
        V(heads ? split_heads(V, heads->num_kv_heads, "V") : V),
        side_by_side(heads.has_value()) {}

  TensorView Q, K, V;
  bool side_by_side;

  [[nodiscard]] Shape scores() const { return {Q.batch_size(), Q.num_heads(), Q.num_steps(), K.num_steps()}; }
};

/// (B, H, L, d) as (B, 1, L, H·d), without the head axis.
Stage concat_heads(const TensorView& heads);

}  // namespace core

/// Cuts the last axis into heads: (batch_size, num_steps, num_heads·d) → (batch_size, num_heads, num_steps, d),
/// or (num_steps, num_heads·d) → (num_heads, num_steps, d). Exact.
/// Throws shape_error where the last axis is no multiple of num_heads.
/// Source: Vaswani et al. (2017), §3.2.2.
template <TensorExpression E>
  requires(rank_of<E> == 2 || rank_of<E> == 3)
Tensor<rank_of<E> + 1> split_heads(const E& X, std::size_t num_heads) {
  const auto& X_ = row_major(X);
  return core::Stage(core::split_heads(core::lift(X_), num_heads, "X")).template take<rank_of<E> + 1>();
}

/// Puts heads side by side: (batch_size, num_heads, num_steps, d) → (batch_size, num_steps, num_heads·d),
/// or (num_heads, num_steps, d) → (num_steps, num_heads·d). Exact.
/// Source: Vaswani et al. (2017), §3.2.2.
template <TensorExpression E>
  requires(rank_of<E> == 3 || rank_of<E> == 4)
Tensor<rank_of<E> - 1> concat_heads(const E& heads) {
  const auto& heads_ = row_major(heads);
  const core::Axes axes{.batch = rank_of<E> == 4, .heads = true};
  return core::concat_heads(core::lift(heads_, axes)).template take<rank_of<E> - 1>();
}

}  // namespace xattention
