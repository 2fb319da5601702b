#pragma once
// Attention weights a few queries at a time: what is computed without ever storing (L, S).

#include "share.hpp"

#include <xattention/masked.hpp>
#include <xattention/scores.hpp>
#include <xattention/softmax.hpp>

#include <algorithm>
#include <vector>

namespace xattention::core {

/// Rows `query` … `query + count` of one head, each num_kv_pairs long.
struct Tile {
  std::size_t batch, head, query, count;
  float* masked;
  float* attention_weights;
};

/// Calls visit(tile) for every tile of every head. Those whose queries are between the same two of `borders`
/// (ascending, from 0 to num_queries) go by one after the other, others perhaps at the same time. Q and K are checked
/// already.
template <class Visit>
void for_each_tile(const std::vector<std::size_t>& borders, const TensorView& Q, const TensorView& K, double scale,
                   double softcap, const ResolvedMask& mask, const Execution& execution, Visit&& visit) {
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
      const kernels::Packed packed = execution.kernels->pack(K.matrix(batch, kv_head(Q, K, head)).transposed());
      execution.threads().share(parts, workers, [&](std::size_t part, std::size_t worker) noexcept {
        for (std::size_t query = borders[part]; query < borders[part + 1]; query += tile_queries) {
          const Tile tile{batch,
                          head,
                          query,
                          std::min(tile_queries, borders[part + 1] - query),
                          masked.data() + worker * tile_size,
                          attention_weights.data() + worker * tile_size};
          execution.kernels->multiply(Q.matrix(batch, head).middle_rows(query, tile.count), packed, tile.masked,
                                      static_cast<std::ptrdiff_t>(num_kv_pairs));
          execution.kernels->scale(tile.masked, tile.masked, tile.count * num_kv_pairs, scale, softcap);
          for (std::size_t i = 0; i < tile.count; ++i) {
            float* row = tile.masked + i * num_kv_pairs;
            mask.row(batch, head, query + i).apply(row, row, num_kv_pairs);
            softmax_row(row, tile.attention_weights + i * num_kv_pairs, num_kv_pairs, mask.empty_row(),
                        execution.kernels->softmax);
          }
          visit(tile);
        }
      });
    }
}

}  // namespace xattention::core
