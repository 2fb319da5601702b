#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/stages/scores.hpp>
#include <xattention/stages/weighted_sum.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace xattention::core {

void check_keys_and_values(const TensorView& K, const TensorView& V) {
  const auto fail = [&](const std::string& expected) {
    throw shape_error("V", expected, "shape " + to_string(V.visible_shape()));
  };
  if (V.axes != K.axes) fail("rank " + std::to_string(K.axes.rank()) + " as K");
  if (V.batch_size() != K.batch_size()) fail("batch_size " + std::to_string(K.batch_size()) + " as K");
  if (V.num_heads() != K.num_heads()) fail("num_kv_heads " + std::to_string(K.num_heads()) + " as K");
  if (V.num_steps() != K.num_steps()) fail("num_kv_pairs " + std::to_string(K.num_steps()) + " as K");
  if (V.size() == 0) fail("head_size of at least 1");
}

Values::Values(const MatrixView& V) : V_(V) {
  for (std::size_t j = 0; j < V.rows; ++j)
    for (std::size_t e = 0; e < V.cols; ++e)
      if (!std::isfinite(V(j, e))) {
        not_finite_.push_back(j);
        break;
      }
  if (not_finite_.empty()) return;
  finite_.reserve(V.rows * V.cols);
  for (std::size_t j = 0; j < V.rows; ++j)
    for (std::size_t e = 0; e < V.cols; ++e) finite_.push_back(V(j, e));
  for (const std::size_t j : not_finite_)
    for (std::size_t e = 0; e < V.cols; ++e) finite_[j * V.cols + e] = 0.0F;
}

MatrixView Values::finite() const {
  if (not_finite_.empty()) return V_;
  return {finite_.data(), V_.rows, V_.cols, static_cast<std::ptrdiff_t>(V_.cols), 1};
}

void Values::add_up(const MatrixView& attention_weights, const float* masked, float* output,
                    std::ptrdiff_t output_row_stride, const Execution& execution) const {
  const kernels::Packed packed = execution.kernels->pack(finite());
  const auto rows_of = [&](std::size_t first, std::size_t count) {
    const MatrixView rows = attention_weights.middle_rows(first, count);
    float* to = output + static_cast<std::ptrdiff_t>(first) * output_row_stride;
    execution.kernels->multiply(rows, packed, to, output_row_stride);
    add_not_finite(rows, masked == nullptr ? nullptr : masked + first * V_.rows, to, output_row_stride);
  };
  const double work = static_cast<double>(V_.rows) * static_cast<double>(V_.cols);
  kernels::share_rows(execution, attention_weights.rows, work, execution.kernels->sizes.tile_rows, rows_of);
}

void Values::add_not_finite(const MatrixView& attention_weights, const float* masked, float* output,
                            std::ptrdiff_t output_row_stride) const noexcept {
  constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < attention_weights.rows; ++i) {
    float* row = output + static_cast<std::ptrdiff_t>(i) * output_row_stride;
    const auto add = [&](std::size_t j) {
      const float weight = attention_weights(i, j);
      const bool forbidden = masked != nullptr && masked[i * V_.rows + j] == minus_infinity;
      if (forbidden && weight == 0) return;
      for (std::size_t e = 0; e < V_.cols; ++e) row[e] += weight * V_(j, e);
    };
    // An infinite weight, which only an edited stage has, made NaN of the zeros that stood for what was set aside.
    if (std::ranges::any_of(not_finite_, [&](std::size_t j) { return std::isinf(attention_weights(i, j)); })) {
      std::fill_n(row, V_.cols, 0.0F);
      for (std::size_t j = 0; j < V_.rows; ++j) add(j);
    } else {
      std::ranges::for_each(not_finite_, add);
    }
  }
}

Stage weighted_sum(const TensorView& attention_weights, const TensorView& V, const Stage* masked,
                   const Execution& execution) {
  check_batch_and_heads(attention_weights, "V", V);
  if (V.num_steps() != attention_weights.size())
    throw shape_error("V", "num_kv_pairs " + std::to_string(attention_weights.size()) + " as attention_weights",
                      "shape " + to_string(V.visible_shape()));
  Stage output({attention_weights.batch_size(), attention_weights.num_heads(), attention_weights.num_steps(), V.size()},
               attention_weights.axes);
  if (output.values().empty()) return output;
  const MutableTensorView result = output.view();
  for (std::size_t batch = 0; batch < V.batch_size(); ++batch)
    for (std::size_t head = 0; head < attention_weights.num_heads(); ++head) {
      const Values values(V.matrix(batch, kv_head(attention_weights, V, head)));
      const float* forbidden = masked != nullptr ? masked->view().row(batch, head, 0) : nullptr;
      values.add_up(attention_weights.matrix(batch, head), forbidden, result.row(batch, head, 0), result.strides[2],
                    execution);
    }
  return output;
}

}  // namespace xattention::core
