#include <kernels/weight_tiles.hpp>
#include <xattention/attention.hpp>
#include <xattention/errors.hpp>
#include <xattention/summarize.hpp>

#include <cmath>
#include <limits>

namespace xattention::core {
namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// NaN counts as the largest weight: a row that went wrong must not look like one that did not.
bool heavier(float a, float b) { return a > b || (std::isnan(a) && !std::isnan(b)); }

// The keys of a row that any query of its tile may attend to, from `key` on.
struct Row {
  std::span<const float> masked, attention_weights;
  std::size_t key;
  const kernels::Table& kernels;

  [[nodiscard]] float maximum() const {
    return attention_weights.empty() ? 0.0F : kernels.largest(attention_weights.data(), attention_weights.size());
  }

  // As w = exp(masked − max) / Z and the largest is 1/Z, −Σ w ln w = ln Z + Σ w (max − masked): one logarithm a
  // row, and no term is negative.
  [[nodiscard]] float entropy(float heaviest) const {
    if (heaviest == 0) return 0;
    const double log_of_sum = -std::log(static_cast<double>(heaviest));
    const float origin = kernels.largest(masked.data(), masked.size());
    if (origin == minus_infinity) return static_cast<float>(log_of_sum);  // 1/num_kv_pairs each, though none is allowed
    return static_cast<float>(log_of_sum +
                              kernels.depth_below(masked.data(), attention_weights.data(), masked.size(), origin));
  }

  // Sorted as it grows, the earlier key first among equals. A key that was forbidden and got nothing does not stand
  // in the list.
  void top_k(std::span<std::int32_t> indices, std::span<float> largest) const {
    std::size_t found = 0;
    const auto next = [&](std::size_t j) {  // that may be one of the largest
      if (found < indices.size()) return j;
      return kernels.first_above(attention_weights.data(), j, attention_weights.size(), largest.back());
    };
    for (std::size_t j = 0; !indices.empty() && (j = next(j)) < attention_weights.size(); ++j) {
      const float weight = attention_weights[j];
      if (found == indices.size() && !heavier(weight, largest.back())) continue;
      if (weight == 0 && masked[j] == minus_infinity) continue;
      if (found < indices.size()) ++found;
      std::size_t place = found - 1;
      for (; place > 0 && heavier(weight, largest[place - 1]); --place) {
        indices[place] = indices[place - 1];
        largest[place] = largest[place - 1];
      }
      indices[place] = static_cast<std::int32_t>(key + j);
      largest[place] = weight;
    }
    std::fill(indices.begin() + static_cast<std::ptrdiff_t>(found), indices.end(), -1);
    std::fill(largest.begin() + static_cast<std::ptrdiff_t>(found), largest.end(), 0.0F);
  }
};

// `extent` indices shared out among cells, as evenly as whole numbers allow.
struct Cells {
  std::size_t extent, count;

  [[nodiscard]] std::size_t first(std::size_t cell) const {
    return static_cast<std::size_t>(std::uint64_t{cell} * extent / count);
  }
  [[nodiscard]] std::size_t size(std::size_t cell) const { return first(cell + 1) - first(cell); }
  // The cell that an index falls into: the largest whose first index does not exceed it.
  [[nodiscard]] std::size_t of(std::size_t index) const {
    auto cell = static_cast<std::size_t>(std::uint64_t{index} * count / extent);
    while (cell + 1 < count && first(cell + 1) <= index) ++cell;
    return cell;
  }
};

// The map of one call: a tile is added up in float32, the tiles in float64.
class Map {
 public:
  Map(std::size_t num_heads, Cells rows, Cells cols, std::size_t first_key, Reduce reduce)
      : rows_(rows), cols_(cols), first_key_(first_key), reduce_(reduce), cells_(num_heads * rows.count * cols.count) {}

  // Rows of a tile that fall into the same row of the map become one, in the place of the first; then its cells.
  void add(std::size_t head, const kernels::WeightTile& tile, const kernels::Table& kernels) {
    for (std::size_t i = 0; rows_.count > 0 && i < tile.num_queries;) {
      const std::size_t row = rows_.of(tile.query + i),
                        end = std::min(rows_.first(row + 1) - tile.query, tile.num_queries);
      float* together = tile.attention_weights + i * tile.num_keys;
      while (++i < end) gather(tile.attention_weights + i * tile.num_keys, together, tile.num_keys);
      add_row(cells_.data() + (head * rows_.count + row) * cols_.count, tile, together, kernels);
    }
  }

  void write(std::span<float> map) const {
    for (std::size_t cell = 0; cell < map.size(); ++cell) {
      const std::size_t r = cell / cols_.count % rows_.count, c = cell % cols_.count;
      const auto covered = static_cast<double>(rows_.size(r) * cols_.size(c));
      map[cell] = static_cast<float>(reduce_ == Reduce::max ? cells_[cell] : cells_[cell] / covered);
    }
  }

 private:
  void gather(const float* attention_weights, float* together, std::size_t count) const {
    if (reduce_ == Reduce::max)
      for (std::size_t j = 0; j < count; ++j)
        together[j] = heavier(attention_weights[j], together[j]) ? attention_weights[j] : together[j];
    else
      for (std::size_t j = 0; j < count; ++j) together[j] += attention_weights[j];
  }

  void add_row(double* cells, const kernels::WeightTile& tile, const float* weights,
               const kernels::Table& kernels) const {
    for (std::size_t c = 0; c < cols_.count; ++c) {
      const std::size_t from = std::max(first_key_ + cols_.first(c), tile.key),
                        to = std::min(first_key_ + cols_.first(c + 1), tile.key + tile.num_keys);
      if (from >= to) continue;  // weights of 0
      const float* covered = weights + (from - tile.key);
      if (reduce_ == Reduce::mean)
        cells[c] += kernels.total(covered, to - from);
      else if (const float largest = kernels.largest(covered, to - from);
               heavier(largest, static_cast<float>(cells[c])))
        cells[c] = largest;
    }
  }

  Cells rows_, cols_;
  std::size_t first_key_;
  Reduce reduce_;
  std::vector<double> cells_;
};

// Queries where the work of a head may be cut: between rows of the map, so that each cell is added up in one order, and
// no closer together than a few tiles.
std::vector<std::size_t> borders_of(std::size_t num_queries, Cells rows) {
  constexpr std::size_t apart = 64;
  std::vector<std::size_t> borders{0};
  for (std::size_t query = apart; query < num_queries; query = borders.back() + apart) {
    const std::size_t border = rows.count == 0 ? query : rows.first(rows.of(query - 1) + 1);
    if (border >= num_queries) break;
    borders.push_back(border);
  }
  borders.push_back(num_queries);
  return borders;
}

}  // namespace

void check_map_keys(const SummaryRequest& request, std::size_t num_kv_pairs) {
  if (!request.map_keys) return;
  const auto [from, to] = *request.map_keys;
  if (from < 0 || from >= to || to > static_cast<std::int64_t>(num_kv_pairs))
    throw argument_error("map_keys", "[from, to], 0 ≤ from < to ≤ num_kv_pairs " + std::to_string(num_kv_pairs),
                         "[" + std::to_string(from) + ", " + std::to_string(to) + "]");
}

Summary summarize(const AttentionInputs& inputs, const CheckedOptions& checked, const SummaryRequest& request,
                  const Execution& execution) {
  const auto& [Q, K, V, side_by_side] = inputs;
  const std::size_t L = Q.num_steps(), S = K.num_steps(), num_heads = Q.batch_size() * Q.num_heads();
  check_map_keys(request, S);
  const KeyRange keys = request.map_keys.value_or(KeyRange{0, static_cast<std::int64_t>(S)});
  const auto covered = static_cast<std::size_t>(keys.to - keys.from);
  const Cells rows{L, std::min(request.map_rows, L)}, cols{covered, std::min(request.map_cols, covered)};
  const auto stage = [&](std::size_t steps, std::size_t size) {
    return Stage({Q.batch_size(), Q.num_heads(), steps, size}, Q.axes);
  };
  Summary summary{stage(L, 1), stage(L, 1), {}, stage(L, request.top_k), stage(rows.count, cols.count)};
  summary.indices.resize(summary.attention_weights.values().size());
  Map map(num_heads, rows, cols, static_cast<std::size_t>(keys.from), request.reduce);

  kernels::for_each_weight_tile(
      borders_of(L, rows), Q, K, checked.scale, checked.softcap, checked.mask, execution,
      [&](const kernels::WeightTile& tile) {
        const std::size_t head = tile.batch * Q.num_heads() + tile.head;
        for (std::size_t i = 0; i < tile.num_queries; ++i) {
          const std::size_t at = i * tile.num_keys, query = tile.query + i, flat = head * L + query;
          const Row row{{tile.masked + at, tile.num_keys},
                        {tile.attention_weights + at, tile.num_keys},
                        tile.key,
                        *execution.kernels};
          const float heaviest = row.maximum();
          summary.row_max.values()[flat] = heaviest;
          summary.entropy.values()[flat] = row.entropy(heaviest);
          row.top_k(std::span(summary.indices).subspan(flat * request.top_k, request.top_k),
                    summary.attention_weights.values().subspan(flat * request.top_k, request.top_k));
        }
        map.add(head, tile, *execution.kernels);
      });
  map.write(summary.map.values());
  return summary;
}

Summary summarize(const AttentionInputs& inputs, const Options& options, const SummaryRequest& request,
                  const Execution& execution) {
  return summarize(inputs, CheckedOptions(inputs, options), request, execution);
}

}  // namespace xattention::core
