#include <kernels/tiles.hpp>
#include <xattention/attention.hpp>
#include <xattention/summarize.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace xattention::core {
namespace {

// NaN counts as the largest weight: a row that went wrong must not look like one that did not.
bool heavier(float a, float b) { return std::isnan(b) ? false : std::isnan(a) || a > b; }

struct Row {
  std::span<const float> masked, attention_weights;

  [[nodiscard]] float maximum() const {
    return std::accumulate(attention_weights.begin(), attention_weights.end(), 0.0F,
                           [](float a, float b) { return heavier(b, a) ? b : a; });
  }
  [[nodiscard]] float entropy() const {
    double sum = 0;
    for (const double w : attention_weights)
      if (w != 0) sum -= w * std::log(w);
    return static_cast<float>(sum);
  }
  // A key that was forbidden and got nothing does not stand in the list.
  void top_k(std::span<std::int32_t> indices, std::span<float> largest) const {
    std::vector<std::int32_t> keys;
    for (std::size_t j = 0; j < attention_weights.size(); ++j)
      if (attention_weights[j] != 0 || masked[j] != -std::numeric_limits<float>::infinity())
        keys.push_back(static_cast<std::int32_t>(j));
    const std::size_t found = std::min(indices.size(), keys.size());
    std::partial_sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(found), keys.end(),
                      [&](std::int32_t a, std::int32_t b) {
                        const float wa = weight(a), wb = weight(b);
                        return heavier(wa, wb) || (!heavier(wb, wa) && a < b);
                      });
    for (std::size_t k = 0; k < indices.size(); ++k) {
      indices[k] = k < found ? keys[k] : -1;
      largest[k] = k < found ? weight(keys[k]) : 0.0F;
    }
  }

 private:
  [[nodiscard]] float weight(std::int32_t key) const { return attention_weights[static_cast<std::size_t>(key)]; }
};

std::size_t first_of(std::size_t cell, std::size_t extent, std::size_t cells) {
  return static_cast<std::size_t>(std::uint64_t{cell} * extent / cells);
}

// The cell that an index falls into: the largest whose first index does not exceed it.
std::size_t cell_of(std::size_t index, std::size_t extent, std::size_t cells) {
  auto cell = static_cast<std::size_t>(std::uint64_t{index} * cells / extent);
  while (cell + 1 < cells && first_of(cell + 1, extent, cells) <= index) ++cell;
  return cell;
}

}  // namespace

Summary summarize(const TensorView& Q, const TensorView& K, const TensorView& V, const Options& options,
                  const SummaryRequest& request, const Variant& variant) {
  const CheckedOptions checked(Q, K, V, options);
  const std::size_t L = Q.num_steps(), S = K.num_steps();
  const std::size_t map_rows = std::min(request.map_rows, L), map_cols = std::min(request.map_cols, S);
  const auto stage = [&](std::size_t rows, std::size_t cols) {
    return Stage({Q.batch_size(), Q.num_heads(), rows, cols}, Q.axes);
  };
  Summary summary{stage(L, 1), stage(L, 1), {}, stage(L, request.top_k), stage(map_rows, map_cols)};
  summary.indices.resize(summary.attention_weights.values().size());
  std::vector<double> map(summary.map.values().size(), 0.0);

  for_each_tile(Q, K, checked.scale, checked.softcap, checked.mask, variant, [&](const Tile& tile) {
    const std::size_t head = tile.batch * Q.num_heads() + tile.head;
    for (std::size_t i = 0; i < tile.count; ++i) {
      const Row row{{tile.masked + i * S, S}, {tile.attention_weights + i * S, S}};
      const std::size_t query = tile.query + i, flat = head * L + query;
      summary.row_max.values()[flat] = row.maximum();
      summary.entropy.values()[flat] = row.entropy();
      row.top_k(std::span(summary.indices).subspan(flat * request.top_k, request.top_k),
                summary.attention_weights.values().subspan(flat * request.top_k, request.top_k));
      if (map_rows == 0) continue;
      double* cells = map.data() + (head * map_rows + cell_of(query, L, map_rows)) * map_cols;
      for (std::size_t c = 0; c < map_cols; ++c)
        for (std::size_t j = first_of(c, S, map_cols); j < first_of(c + 1, S, map_cols); ++j) {
          const float weight = row.attention_weights[j];
          if (request.reduce == Reduce::mean)
            cells[c] += weight;
          else if (heavier(weight, static_cast<float>(cells[c])))
            cells[c] = weight;
        }
    }
  });

  for (std::size_t cell = 0; cell < map.size(); ++cell) {
    const std::size_t r = cell / map_cols % map_rows, c = cell % map_cols;
    const std::size_t covered = (first_of(r + 1, L, map_rows) - first_of(r, L, map_rows)) *
                                (first_of(c + 1, S, map_cols) - first_of(c, S, map_cols));
    summary.map.values()[cell] =
        static_cast<float>(request.reduce == Reduce::mean ? map[cell] / static_cast<double>(covered) : map[cell]);
  }
  return summary;
}

Summary summarize(const TensorView& Q, const TensorView& K, const TensorView& V, const Heads& heads,
                  const Options& options, const SummaryRequest& request, const Variant& variant) {
  const SplitInputs split(Q, K, V, heads);
  return summarize(split.Q, split.K, split.V, options, request, variant);
}

}  // namespace xattention::core
