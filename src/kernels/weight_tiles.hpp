#pragma once
// Attention weights a few queries at a time: what is computed without ever storing (L, S).

#include "share.hpp"

#include <xattention/stages/masked.hpp>
#include <xattention/stages/scores.hpp>
#include <xattention/stages/softmax.hpp>

#include <algorithm>
#include <vector>

namespace xattention::kernels {

using core::ResolvedMask;
using core::TensorView;

/// Rows `query` … `query + num_queries` of one head, of the keys `key` … `key + num_keys`, one row after the other. All
/// other keys are forbidden to all of these queries, and have weight 0. Whoever is shown a tile may overwrite it.
struct WeightTile {
  std::size_t batch, head, query, num_queries, key, num_keys;
  float* masked;
  float* attention_weights;
};

/// Kᵀ of one head, packed so that scores of some keys can be had without those of all.
class KeyBlocks {
 public:
  static constexpr std::size_t keys = 128;

  KeyBlocks(const MatrixView& K, const Execution& execution) : kernels_(execution.kernels) {
    for (std::size_t first = 0; first < K.rows; first += keys)
      packed_.push_back(kernels_->pack(K.middle_rows(first, std::min(keys, K.rows - first)).transposed()));
  }

  /// The scores of a tile, into `masked`. Its keys begin and end where blocks do.
  void scores(const MatrixView& Q, const WeightTile& tile) const noexcept {
    for (std::size_t key = tile.key; key < tile.key + tile.num_keys; key += keys)
      kernels_->multiply(Q, packed_[key / keys], tile.masked + (key - tile.key),
                         static_cast<std::ptrdiff_t>(tile.num_keys));
  }

 private:
  const Table* kernels_;
  std::vector<Packed> packed_;
};

/// Sets the keys of a tile: whole blocks, of those that any of its queries may attend to.
inline void set_keys(WeightTile& tile, const ResolvedMask& mask, std::size_t num_kv_pairs) noexcept {
  std::size_t begin = num_kv_pairs, end = 0;
  for (std::size_t i = 0; i < tile.num_queries; ++i) {
    const core::AllowedRow row = mask.row(tile.batch, tile.head, tile.query + i);
    if (row.begin >= row.end) continue;
    begin = std::min(begin, row.begin);
    end = std::max(end, row.end);
  }
  if (mask.empty_row() == EmptyRow::uniform) begin = 0, end = num_kv_pairs;  // a row with no allowed key has every one
  if (begin > end) begin = end = 0;
  tile.key = begin / KeyBlocks::keys * KeyBlocks::keys;
  tile.num_keys = std::min((end + KeyBlocks::keys - 1) / KeyBlocks::keys * KeyBlocks::keys, num_kv_pairs) - tile.key;
}

/// Calls visit(tile) for every tile of every head. Those whose queries are between the same two of `borders`
/// (ascending, from 0 to num_queries) go by one after the other, others perhaps at the same time. Q and K are checked
/// already.
template <class Visit>
void for_each_weight_tile(const std::vector<std::size_t>& borders, const TensorView& Q, const TensorView& K,
                          double scale, double softcap, const ResolvedMask& mask, const Execution& execution,
                          Visit&& visit) {
  if (Q.num_steps() == 0) return;
  constexpr std::size_t tile_queries = 32;
  const std::size_t num_kv_pairs = K.num_steps(), parts = borders.size() - 1;
  // A product, an exponential, and as much again to look at each weight.
  const double work =
      static_cast<double>(Q.num_steps()) * static_cast<double>(num_kv_pairs) * static_cast<double>(Q.size() + 32);
  const std::size_t workers = execution.threads().workers(parts, work);
  const std::size_t tile_size = std::min(tile_queries, Q.num_steps()) * num_kv_pairs;
  std::vector<float> masked(workers * tile_size), attention_weights(workers * tile_size);
  for (std::size_t batch = 0; batch < Q.batch_size(); ++batch)
    for (std::size_t head = 0; head < Q.num_heads(); ++head) {
      const KeyBlocks blocks(K.matrix(batch, core::kv_head(Q, K, head)), execution);
      execution.threads().share(parts, workers, [&](std::size_t part, std::size_t worker) noexcept {
        for (std::size_t query = borders[part]; query < borders[part + 1]; query += tile_queries) {
          WeightTile tile{batch,
                          head,
                          query,
                          std::min(tile_queries, borders[part + 1] - query),
                          0,
                          0,
                          masked.data() + worker * tile_size,
                          attention_weights.data() + worker * tile_size};
          set_keys(tile, mask, num_kv_pairs);
          blocks.scores(Q.matrix(batch, head).middle_rows(query, tile.num_queries), tile);
          execution.kernels->scale(tile.masked, tile.masked, tile.num_queries * tile.num_keys, scale, softcap);
          for (std::size_t i = 0; i < tile.num_queries; ++i) {
            float* row = tile.masked + i * tile.num_keys;
            mask.row(batch, head, query + i).apply(row, row, tile.key, tile.num_keys);
            core::softmax_row(row, tile.attention_weights + i * tile.num_keys, tile.num_keys, mask.empty_row(),
                              execution.kernels->softmax);
          }
          visit(tile);
        }
      });
    }
}

}  // namespace xattention::kernels
