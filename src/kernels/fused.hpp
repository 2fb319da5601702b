#pragma once
// Fused attention: the output alone, never a row of scores longer than a tile.
//
// Keys and values go by in tiles of `key_tile`. For each tile, `query_tile` queries at a time: scores of the tile,
// their exponentials relative to the largest score of the row so far, and the values added up in these shares. Where a
// later tile holds a larger score, what has been added up is scaled down (online softmax). Division by the sum of
// the row comes last.
// Source: Milakov & Gimelshein, Online normalizer calculation for softmax (2018); Dao et al., FlashAttention
// (2022), §3.1, whose loop over keys is the outer one, as here.
//
// Beyond the output, memory is the tiles, two floats a query and two a key.

#include "exp.hpp"
#include "table.hpp"
#include "tile.hpp"

#include <xattention/stages/dropout.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace xattention::kernels {

inline constexpr std::size_t key_tile = 256;
template <class Arch>
inline constexpr std::size_t query_tile = 8 * tile_rows<Arch>;

/// Where everything of one part lies in its scratch, in floats from its start.
template <class Arch>
struct ScratchLayout {
  std::size_t K_panels, V_panels, scores, allowed, maximum, sum, row, size = 0;

  ScratchLayout(const AttentionTask& task, std::size_t num_queries) {
    const std::size_t rows = num_queries * (task.Q.num_heads() / task.K.num_heads());
    K_panels = take(task.K.size() * key_tile);
    V_panels = take(key_tile * padded<Arch>(task.V.size()));
    scores = take(query_tile<Arch> * key_tile);
    allowed = take(query_tile<Arch> * key_tile);
    maximum = take(rows);
    sum = take(rows);
    row = take(2 * task.K.num_steps());
  }

 private:
  std::size_t take(std::size_t count) {
    const std::size_t at = size;
    size += padded<Arch>(count);
    return at;
  }
};

template <class Arch>
std::size_t attention_scratch(const AttentionTask& task, std::size_t num_queries) noexcept {
  return ScratchLayout<Arch>(task, num_queries).size;
}

/// Columns begin … end of a tile; none where begin ≥ end.
struct Columns {
  std::size_t begin, end;
  [[nodiscard]] bool none() const { return begin >= end; }
};

template <class Arch>
class FusedAttention {
 public:
  FusedAttention(const AttentionTask& task, const AttentionPart& part, float* scratch) : task_(task), part_(part) {
    const ScratchLayout<Arch> layout(task, part.num_queries);
    K_panels_ = scratch + layout.K_panels;
    V_panels_ = scratch + layout.V_panels;
    scores_ = scratch + layout.scores;
    allowed_ = scratch + layout.allowed;
    maximum_ = scratch + layout.maximum;
    sum_ = scratch + layout.sum;
    row_ = scratch + layout.row;
  }

  void run() noexcept {
    const std::size_t group = task_.Q.num_heads() / task_.K.num_heads();
    const std::size_t rows = part_.num_queries * group;
    std::fill_n(maximum_, rows, -infinity);
    std::fill_n(sum_, rows, 0.0F);
    for (std::size_t g = 0; g < group; ++g) clear(part_.kv_head * group + g);

    for (first_key_ = 0; first_key_ < task_.K.num_steps(); first_key_ += key_tile) {
      num_keys_ = std::min(key_tile, task_.K.num_steps() - first_key_);
      packed_ = false;
      for (std::size_t g = 0; g < group; ++g)
        for (std::size_t query = 0; query < part_.num_queries; query += query_tile<Arch>)
          visit(part_.kv_head * group + g, query, std::min(query_tile<Arch>, part_.num_queries - query),
                g * part_.num_queries + query);
    }
    for (std::size_t g = 0; g < group; ++g) finish(part_.kv_head * group + g, g * part_.num_queries);
  }

 private:
  static constexpr std::size_t strips = query_tile<Arch> / tile_rows<Arch>;

  float* output_row(std::size_t head, std::size_t query) const {
    return task_.output.row(part_.batch, head, part_.query + query);
  }

  void clear(std::size_t head) const {
    for (std::size_t i = 0; i < part_.num_queries; ++i) std::fill_n(output_row(head, i), task_.V.size(), 0.0F);
  }

  /// One tile of queries against the current tile of keys; `row` is where its maxima and sums are.
  void visit(std::size_t head, std::size_t query, std::size_t count, std::size_t row) {
    std::array<core::AllowedRow, query_tile<Arch>> allowed;
    std::array<Columns, strips> columns;
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
      allowed[i] = task_.mask.row(part_.batch, head, part_.query + query + i);
      const Columns mine = clip(allowed[i]);
      Columns& strip = columns[i / tile_rows<Arch>];
      if (i % tile_rows<Arch> == 0)
        strip = mine;
      else if (strip.none())
        strip = mine;
      else if (!mine.none())
        strip = {std::min(strip.begin, mine.begin), std::max(strip.end, mine.end)};
      any |= !mine.none();
    }
    if (!any) return;
    if (!packed_) pack();

    for_each_strip(count, columns, [&](std::size_t, std::size_t, Columns& strip) {
      strip.begin = strip.begin / panel<Arch> * panel<Arch>;  // whole panels, from here on
    });
    compute_scores(head, query, count, columns);
    for_each_strip(count, columns, [&](std::size_t first, std::size_t rows, const Columns& strip) {
      for (std::size_t i = first; i < first + rows; ++i)
        take_shares(head, query + i, scores_ + i * key_tile, strip, allowed[i], row + i, allowed_ + i * key_tile);
    });
    add_values(head, query, count, columns);
  }

  [[nodiscard]] Columns clip(const core::AllowedRow& row) const {
    const auto inside = [&](std::size_t key) { return std::min(std::max(key, first_key_) - first_key_, num_keys_); };
    return {inside(row.begin), inside(row.end)};
  }

  template <class F>
  void for_each_strip(std::size_t count, std::array<Columns, strips>& columns, F&& f) const {
    for (std::size_t first = 0; first < count; first += tile_rows<Arch>) {
      Columns& strip = columns[first / tile_rows<Arch>];
      if (!strip.none()) f(first, std::min(tile_rows<Arch>, count - first), strip);
    }
  }

  void pack() {
    const MatrixView keys = task_.K.matrix(part_.batch, part_.kv_head).middle_rows(first_key_, num_keys_);
    const MatrixView values = task_.V.matrix(part_.batch, part_.kv_head).middle_rows(first_key_, num_keys_);
    pack_panels<Arch>(keys.transposed(), K_panels_);
    pack_panels<Arch>(values, V_panels_);
    packed_ = true;
    set_aside_not_finite(values);
  }

  /// 0 × NaN is NaN, but a forbidden value must not be read: rows of V that are not all finite become 0 in the
  /// panels, and are read one by one where they are allowed.
  void set_aside_not_finite(const MatrixView& values) {
    num_not_finite_ = 0;
    for (std::size_t j = 0; j < values.rows; ++j) {
      const float* value = values.data + static_cast<std::ptrdiff_t>(j) * values.row_stride;
      Batch<Arch> zero(0.0F);  // NaN as soon as a value is not finite
      for_each_batch<Arch>(value, values.cols, 0.0F, [&](Batch<Arch> x, std::size_t, std::size_t) {
        zero = madd<Arch>(x, Batch<Arch>(0.0F), zero);
      });
      if (!xsimd::any(zero != zero)) continue;
      not_finite_[num_not_finite_++] = static_cast<std::uint16_t>(j);
      for (std::size_t e = 0; e < padded<Arch>(values.cols); ++e)
        V_panels_[(e / panel<Arch> * num_keys_ + j) * panel<Arch> + e % panel<Arch>] = 0.0F;
    }
  }

  void compute_scores(std::size_t head, std::size_t query, std::size_t count, std::array<Columns, strips>& columns) {
    const std::size_t depth = task_.K.size();
    for_each_strip(count, columns, [&](std::size_t first, std::size_t rows, const Columns& strip) {
      const TileRows Q{task_.Q.row(part_.batch, head, part_.query + query + first), task_.Q.strides[2]};
      // Columns past the keys are zeros of the panel: written, never read. A row of the tile has room for them.
      for (std::size_t j = strip.begin; j < strip.end; j += panel<Arch>)
        tile<Arch, Store>(rows, Q, K_panels_ + j * depth, depth, scores_ + first * key_tile + j, key_tile, panel<Arch>);
    });
  }

  /// Scores of one row become shares relative to the largest score so far.
  void take_shares(std::size_t head, std::size_t query, float* x, Columns strip, const core::AllowedRow& allowed,
                   std::size_t row, float* is_allowed) {
    float* first = x + strip.begin;
    const std::size_t count = padded<Arch>(strip.end) - strip.begin;
    const Columns mine = clip(allowed);
    const bool has_masks = allowed.has_masks();
    // A positive scale leaves the order of scores as it is: then it can wait for the exponential.
    const bool scale_first = has_masks || task_.softcap > 0 || task_.scale <= 0;
    if (scale_first) scale_row(first, count);
    const float scale = scale_first ? 1.0F : static_cast<float>(task_.scale);

    std::fill(x + strip.begin, x + std::max(mine.begin, strip.begin), -infinity);
    if (mine.none())
      std::fill_n(first, count, -infinity);
    else
      std::fill(x + mine.end, first + count, -infinity);
    if (has_masks) allowed.apply_masks(x + mine.begin, first_key_ + mine.begin, mine.end - mine.begin);
    for (std::size_t n = 0; n < num_not_finite_; ++n) is_allowed[n] = x[not_finite_[n]] == -infinity ? 0.0F : 1.0F;

    const float before = maximum_[row];
    const float maximum = std::max(before, largest(first, count) * scale);
    maximum_[row] = maximum;

    // Where nothing was allowed so far there is no largest score, and the exponential of −∞ − 0 is 0 as it should be.
    const float origin = maximum == -infinity ? 0.0F : maximum;
    Batch<Arch> sum(0.0F);
    for (std::size_t j = 0; j < count; j += lanes<Arch>) {
      const Batch<Arch> score = Batch<Arch>::load_unaligned(first + j) * Batch<Arch>(scale);
      const Batch<Arch> share = exp2_of_nonpositive<Arch>((score - Batch<Arch>(origin)) * Batch<Arch>(log2_e));
      share.store_unaligned(first + j);
      sum += share;
    }
    const float shrink = before == maximum ? 1.0F : std::exp2((before - origin) * log2_e);
    sum_[row] = sum_[row] * shrink + xsimd::reduce_add(sum);
    if (shrink != 1.0F) shrink_row(output_row(head, query), shrink);
    if (task_.dropout) {
      const std::uint64_t flat =
          (std::uint64_t{part_.batch} * task_.Q.num_heads() + head) * task_.Q.num_steps() + part_.query + query;
      core::dropout_row(first, first, count, flat * task_.K.num_steps() + first_key_ + strip.begin, *task_.dropout);
    }
  }

  /// Of whole panels. Four vectors at a time, as each maximum waits for the one before.
  static float largest(const float* x, std::size_t count) {
    const auto of_panel = [&](std::size_t j) {
      return xsimd::max(Batch<Arch>::load_unaligned(x + j), Batch<Arch>::load_unaligned(x + j + lanes<Arch>));
    };
    Batch<Arch> even(-infinity), odd(-infinity);
    std::size_t j = 0;
    for (; j + 2 * panel<Arch> <= count; j += 2 * panel<Arch>) {
      even = xsimd::max(even, of_panel(j));
      odd = xsimd::max(odd, of_panel(j + panel<Arch>));
    }
    if (j < count) even = xsimd::max(even, of_panel(j));
    return xsimd::reduce_max(xsimd::max(even, odd));
  }

  void scale_row(float* x, std::size_t count) const {
    const Batch<Arch> factor(static_cast<float>(task_.scale)), softcap(static_cast<float>(task_.softcap));
    for (std::size_t j = 0; j < count; j += lanes<Arch>)
      (Batch<Arch>::load_unaligned(x + j) * factor).store_unaligned(x + j);
    if (task_.softcap > 0)
      for (std::size_t j = 0; j < count; j += lanes<Arch>)
        capped<Arch>(Batch<Arch>::load_unaligned(x + j), softcap).store_unaligned(x + j);
  }

  void shrink_row(float* output, float factor) const {
    for_each_batch<Arch>(output, task_.V.size(), 0.0F, [&](Batch<Arch> x, std::size_t e, std::size_t n) {
      store<Arch>(x * Batch<Arch>(factor), output + e, n);
    });
  }

  void add_values(std::size_t head, std::size_t query, std::size_t count, std::array<Columns, strips>& columns) {
    const std::size_t size = task_.V.size();
    const float* packed = V_panels_;
    for (std::size_t e = 0; e < size; e += panel<Arch>, packed += num_keys_ * panel<Arch>)
      for_each_strip(count, columns, [&](std::size_t first, std::size_t rows, const Columns& strip) {
        tile<Arch, Add>(rows, {scores_ + first * key_tile + strip.begin, key_tile}, packed + strip.begin * panel<Arch>,
                        strip.end - strip.begin, output_row(head, query + first) + e, task_.output.strides[2],
                        std::min(panel<Arch>, size - e));
      });
    if (num_not_finite_ > 0)
      for_each_strip(count, columns, [&](std::size_t first, std::size_t rows, const Columns& strip) {
        for (std::size_t i = first; i < first + rows; ++i) add_not_finite(output_row(head, query + i), i, strip);
      });
  }

  void add_not_finite(float* output, std::size_t i, Columns strip) const {
    const MatrixView V = task_.V.matrix(part_.batch, part_.kv_head);
    for (std::size_t n = 0; n < num_not_finite_; ++n) {
      const std::size_t j = not_finite_[n];
      if (j < strip.begin || j >= strip.end || allowed_[i * key_tile + n] == 0) continue;
      for (std::size_t e = 0; e < V.cols; ++e) output[e] += scores_[i * key_tile + j] * V(first_key_ + j, e);
    }
  }

  void finish(std::size_t head, std::size_t row) {
    for (std::size_t i = 0; i < part_.num_queries; ++i) {
      const float sum = sum_[row + i];
      if (maximum_[row + i] == -infinity && sum == 0.0F) {
        if (task_.mask.empty_row() == EmptyRow::uniform) spread(head, i);
        continue;
      }
      float* output = output_row(head, i);
      Batch<Arch> zero(0.0F);  // NaN as soon as an output is not finite
      for_each_batch<Arch>(output, task_.V.size(), 0.0F, [&](Batch<Arch> x, std::size_t e, std::size_t n) {
        const Batch<Arch> y = x / Batch<Arch>(sum);
        zero = madd<Arch>(y, Batch<Arch>(0.0F), zero);
        store<Arch>(y, output + e, n);
      });
      if (xsimd::any(zero != zero) && may_be_finite(sum))
        attend(task_, part_, head, part_.query + i, row_, row_ + task_.K.num_steps());
    }
  }

  /// Whether a row that came out as NaN or infinite may have to be another. Shares are added up before they are divided
  /// by their sum, and may be too much for float32 where weights are not; and of a row that is NaN dropout may leave
  /// nothing.
  [[nodiscard]] bool may_be_finite(float sum) {
    if (task_.dropout) return true;
    if (std::isnan(sum)) return false;
    if (!has_large_values_) has_large_values_ = find_large_values();
    return *has_large_values_;
  }

  /// Whether so many of the values could add up to more than a float32 holds.
  [[nodiscard]] bool find_large_values() const {
    const MatrixView V = task_.V.matrix(part_.batch, part_.kv_head);
    const float most = std::numeric_limits<float>::max() / static_cast<float>(V.rows);
    for (std::size_t j = 0; j < V.rows; ++j)
      for (std::size_t e = 0; e < V.cols; ++e)
        if (std::isfinite(V(j, e)) && std::abs(V(j, e)) > most) return true;
    return false;
  }

  /// A query with no allowed key attends to every key alike.
  void spread(std::size_t head, std::size_t query) const {
    const MatrixView V = task_.V.matrix(part_.batch, part_.kv_head);
    const std::uint64_t flat =
        (std::uint64_t{part_.batch} * task_.Q.num_heads() + head) * task_.Q.num_steps() + part_.query + query;
    float* output = output_row(head, query);
    for (std::size_t e = 0; e < V.cols; ++e) {
      double sum = 0;
      for (std::size_t j = 0; j < V.rows; ++j) {
        float weight = 1.0F / static_cast<float>(V.rows);
        if (task_.dropout) core::dropout_row(&weight, &weight, 1, flat * V.rows + j, *task_.dropout);
        if (weight == 0) continue;  // forbidden, and dropped: what stands there is not read
        sum += static_cast<double>(weight) * static_cast<double>(V(j, e));
      }
      output[e] = static_cast<float>(sum);
    }
  }

  const AttentionTask& task_;
  const AttentionPart& part_;
  float *K_panels_, *V_panels_, *scores_, *allowed_;  // of the current tile
  float *maximum_, *sum_;                             // of every query so far
  float* row_;                                        // of one query, every key
  std::size_t first_key_ = 0, num_keys_ = 0;
  bool packed_ = false;
  std::size_t num_not_finite_ = 0;
  std::optional<bool> has_large_values_;  // once it was asked for
  std::array<std::uint16_t, key_tile> not_finite_;
};

template <class Arch>
void attention(const AttentionTask& task, const AttentionPart& part, float* scratch) noexcept {
  FusedAttention<Arch>(task, part, scratch).run();
}

}  // namespace xattention::kernels
