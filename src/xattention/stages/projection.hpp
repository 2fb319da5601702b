#pragma once
// Stage 1: Q = X W_q, K = X W_k, V = X W_v.

#include <xattention/execution.hpp>
#include <xattention/tensor.hpp>

#include <optional>
#include <span>
#include <vector>

namespace xattention {

namespace kernels {
class Packed;
}

namespace core {

/// `name` is what errors call X.
Stage projection(const TensorView& X, const Tensor<2>& W, const std::optional<Tensor<1>>& b, const Execution& execution,
                 const char* name = "X");

/// W, packed by the kernels of the variant that is to read it, and b. Borrows both.
struct Linear {
  const kernels::Packed& W;
  const std::optional<Tensor<1>>& b;
};
/// What each of several W makes of one X: X [W_q W_k W_v] as one product, in as many stages. Sizes must fit.
std::vector<Stage> projections(const TensorView& X, std::span<const Linear> linear, const Execution& execution);
Stage projection(const TensorView& X, const Linear& linear, const Execution& execution);

}  // namespace core

/// A linear projection of every position.
///
///     projection[…, i, :] = X[…, i, :] W + b
///
/// X: (…, num_steps, in); W: (in, out), the transpose of PyTorch's nn.Linear.weight; b: (out) or none.
/// Returns (…, num_steps, out), rank as X.
/// Throws shape_error where X's last axis is not `in`, or b's length not `out`.
/// Accuracy: within 1e-6 + 4·√in·2⁻²⁴·Σ|xᵢwᵢ| of exact.
/// Source: Vaswani et al., Attention Is All You Need (2017), §3.2.2.
template <AttentionTensor E>
Tensor<rank_of<E>> projection(const E& X, const Tensor<2>& W, const std::optional<Tensor<1>>& b = {},
                              const Execution& execution = {}) {
  const auto& X_ = row_major(X);
  return core::projection(core::lift(X_), W, b, execution).template take<rank_of<E>>();
}

}  // namespace xattention
