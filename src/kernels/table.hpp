#pragma once
// What a kernel variant must provide. Kernels are unchecked; they see spans and strides.

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "xattention needs NaN and infinity: compile it without -ffast-math, -Ofast and -ffinite-math-only"
#endif

#include <xattention/options.hpp>
#include <xattention/stages/masked.hpp>
#include <xattention/tensor.hpp>

#include <cstddef>
#include <memory>
#include <new>

namespace xattention::kernels {

using core::MatrixView;

/// Floats aligned to a cache line, uninitialised.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : data_(static_cast<float*>(::operator new(size * sizeof(float), alignment))) {}
  [[nodiscard]] float* data() const noexcept { return data_.get(); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Delete {
    void operator()(float* data) const noexcept { ::operator delete(data, alignment); }
  };
  std::unique_ptr<float, Delete> data_;
};

/// B of a product A·B, in the order in which one variant reads it: made once for parameters.
class Packed {
 public:
  Packed(std::size_t rows, std::size_t cols, std::size_t size) : rows_(rows), cols_(cols), data_(size) {}
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t cols() const noexcept { return cols_; }
  [[nodiscard]] float* data() noexcept { return data_.data(); }
  [[nodiscard]] const float* data() const noexcept { return data_.data(); }

 private:
  std::size_t rows_, cols_;
  Buffer data_;
};

/// Attention of whole tensors, checked already, and one part of it: some queries of the heads that share one
/// head of K and V. Parts are independent; how a call is cut into parts does not change a bit of the result.
struct AttentionTask {
  core::TensorView Q, K, V;
  core::MutableTensorView output;
  double scale, softcap;
  const core::ResolvedMask& mask;
  const Dropout* dropout;  // or null
};
struct AttentionPart {
  std::size_t batch, kv_head, query, num_queries;
};

/// One row of output, stage by stage in float64 as the formula has it, for a query that goes beyond the float32 of a
/// faster way. `masked` and `attention_weights` have room for num_kv_pairs each.
void attend(const AttentionTask& task, const AttentionPart& part, std::size_t head, std::size_t query, float* masked,
            float* attention_weights) noexcept;

struct Table {
  /// Throws std::bad_alloc.
  Packed (*pack)(const MatrixView& B);

  /// C[i, j] = Σₖ A[i, k] B[k, j] for an A with contiguous rows and a C of rows `C_stride` floats apart. Within
  /// 1e-6 + 4·√k·2⁻²⁴·Σ|aᵢbᵢ| of exact; row i of C depends on row i of A alone.
  void (*multiply)(const MatrixView& A, const Packed& B, float* C, std::ptrdiff_t C_stride) noexcept;

  /// scaled[j] = scale·scores[j], or softcap·tanh(scale·scores[j] / softcap) where softcap > 0.
  void (*scale)(const float* scores, float* scaled, std::size_t count, double scale, double softcap) noexcept;

  /// Softmax of one row that is not all −∞: weights exactly 0 where masked is −∞; a NaN or +∞ makes
  /// every other weight NaN. Within 1e-6 + 1e-5·|x| of exact.
  void (*softmax)(const float* masked, float* attention_weights, std::size_t count) noexcept;

  /// The largest of some numbers, −∞ of none; NaN where one of them is.
  float (*largest)(const float* x, std::size_t count) noexcept;

  /// Σⱼ x[j], within 5e-6·Σ|x[j]| of exact: no more than 64 numbers are added up in float32.
  double (*total)(const float* x, std::size_t count) noexcept;

  /// Σⱼ attention_weights[j] (origin − masked[j]) over the weights that are not 0: how far below `origin` the scores of
  /// a row are, as its weights see it. Within 5e-6·Σ|wⱼ (origin − maskedⱼ)| of exact.
  double (*depth_below)(const float* masked, const float* attention_weights, std::size_t count, float origin) noexcept;

  /// The first j ≥ first whose x[j] is above the limit, or NaN; any j where the limit is NaN. `count` where there is
  /// none.
  std::size_t (*first_above)(const float* x, std::size_t first, std::size_t count, float limit) noexcept;

  /// scores[j] = Σₕ w_v[h] tanh(query[h] + keys[j, h]); rows of keys contiguous.
  void (*additive_scores)(const float* query, const MatrixView& keys, const float* w_v, float* scores) noexcept;

  /// Floats that `attention` needs of scratch for one part.
  std::size_t (*attention_scratch)(const AttentionTask& task, std::size_t num_queries) noexcept;

  /// The rows of output of one part, without storing scores.
  void (*attention)(const AttentionTask& task, const AttentionPart& part, float* scratch) noexcept;

  /// Sizes at which kernels change their course: what is tested is tested around them.
  struct {
    std::size_t lanes, panel, tile_rows, matmul_rows, query_tile;
  } sizes;
};

}  // namespace xattention::kernels
