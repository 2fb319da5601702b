#pragma once
// What can be said of attention weights without storing them: for sequences too long to look at whole.

#include <xattention/execution.hpp>
#include <xattention/options.hpp>
#include <xattention/stages/heads.hpp>
#include <xattention/tensor.hpp>

#include <cstdint>
#include <optional>

namespace xattention {

/// What a cell of the map says of the attention weights it covers.
enum class Reduce { max, mean };

/// Keys from … to − 1.
struct KeyRange {
  std::int64_t from, to;
};

struct SummaryRequest {
  /// Keys to list per query.
  std::size_t top_k = 8;
  /// Size of the map, at most num_queries and the keys it covers.
  std::size_t map_rows = 64, map_cols = 64;
  Reduce reduce = Reduce::max;
  /// The keys that the map covers, 0 ≤ from < to ≤ num_kv_pairs; all of them where left out. Everything else a
  /// summary says is of all keys, and so are the sums that the weights are divided by.
  std::optional<KeyRange> map_keys = {};
};

namespace core {

struct CheckedOptions;

/// Of attention_weights before dropout. `row_max`, `entropy`: (…, num_queries, 1); `indices` and
/// `attention_weights`: (…, num_queries, top_k); `map`: (…, map_rows, map_cols).
struct Summary {
  /// Largest weight of each query.
  Stage row_max;
  /// −Σ w ln w of each query, in nats.
  Stage entropy;
  /// The largest weights of each query, largest first, and their keys; where fewer are allowed, −1 and 0.
  std::vector<std::int32_t> indices;
  Stage attention_weights;
  /// Cell (r, c) covers queries ⌊r·L/map_rows⌋ … ⌊(r+1)·L/map_rows⌋, and the map's keys likewise.
  Stage map;
};

/// Throws argument_error where map_keys is no range of this many keys.
void check_map_keys(const SummaryRequest& request, std::size_t num_kv_pairs);

/// Arguments and errors as `trace`, and argument_error where map_keys is no range of keys; a map larger than what it
/// covers is cut down to it. A long input can be asked about some queries at a time: `query_offset` then says where
/// they stand.
Summary summarize(const AttentionInputs& inputs, const CheckedOptions& checked, const SummaryRequest& request,
                  const Execution& execution);
Summary summarize(const AttentionInputs& inputs, const Options& options, const SummaryRequest& request,
                  const Execution& execution);

}  // namespace core
}  // namespace xattention
