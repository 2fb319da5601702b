#pragma once
// Attention weights a few queries at a time: what is computed without ever storing (L, S).

#include "table.hpp"

#include <xattention/masked.hpp>
#include <xattention/scores.hpp>
#include <xattention/softmax.hpp>

#include <algorithm>
#include <vector>

namespace xattention::core {

/// Rows `query` … `query + count` of one head, each num_kv_pairs long.
struct Tile {
  std::size_t batch, head, query, count;
  const float* masked;
  float* attention_weights;
};

/// Calls visit(tile) for every tile of every head, in order. Q and K are checked already.
template <class Visit>
void for_each_tile(const TensorView& Q, const TensorView& K, double scale, double softcap, const ResolvedMask& mask,
                   const Variant& variant, Visit&& visit) {
  constexpr std::size_t tile_queries = 32;
  const std::size_t num_kv_pairs = K.num_steps();
  std::vector<float> masked(std::min(tile_queries, Q.num_steps()) * num_kv_pairs);
  std::vector<float> attention_weights(masked.size());
  for (std::size_t batch = 0; batch < Q.batch_size(); ++batch)
    for (std::size_t head = 0; head < Q.num_heads(); ++head) {
      const kernels::Packed packed = variant.kernels->pack(K.matrix(batch, kv_head(Q, K, head)).transposed());
      for (std::size_t query = 0; query < Q.num_steps(); query += tile_queries) {
        const std::size_t count = std::min(tile_queries, Q.num_steps() - query);
        variant.kernels->multiply(Q.matrix(batch, head).middle_rows(query, count), packed, masked.data(),
                                  static_cast<std::ptrdiff_t>(num_kv_pairs));
        variant.kernels->scale(masked.data(), masked.data(), count * num_kv_pairs, scale, softcap);
        for (std::size_t i = 0; i < count; ++i) {
          float* row = masked.data() + i * num_kv_pairs;
          mask.row(batch, head, query + i).apply(row, row, num_kv_pairs);
          softmax_row(row, attention_weights.data() + i * num_kv_pairs, num_kv_pairs, mask.empty_row(),
                      variant.kernels->softmax);
        }
        visit(Tile{batch, head, query, count, masked.data(), attention_weights.data()});
      }
    }
}

}  // namespace xattention::core
