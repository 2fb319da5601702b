#include <kernels/table.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

/// Rows of keys 2 floats further apart than they need be.
std::string scores_difference(const Variant& variant, Guarded& query, Guarded& keys, Guarded& w_v, std::size_t rows) {
  const std::size_t cols = query.values().size(), row_stride = cols + 2;
  const core::MatrixView K{keys.data(), rows, cols, static_cast<std::ptrdiff_t>(row_stride), 1};
  Guarded scores(rows);
  variant.kernels->additive_scores(query.data(), K, w_v.data(), scores.data());
  if (!scores.intact()) return "something beside the scores was written";
  Expected expected;
  for (std::size_t j = 0; j < rows; ++j) {
    double sum = 0, magnitude = 0;
    for (std::size_t h = 0; h < cols; ++h) {
      sum += static_cast<double>(w_v[h]) * std::tanh(static_cast<double>(query[h]) + K(j, h));
      magnitude += std::abs(w_v[h]);
    }
    // as of a product, with |tanh| < 1
    expected.add(sum, 1e-6 + 4 * std::sqrt(static_cast<double>(cols)) * rounding * magnitude);
  }
  return difference(scores.values(), expected);
}

}  // namespace

TEST_CASE("Additive scores of any width around the lanes are exact to rounding") {
  for_each_variant([](const Variant& variant) {
    std::vector<std::size_t> widths = edges(variant.kernels->sizes.lanes);
    widths.insert(widths.end(), {64, 257});
    for (const std::size_t width : widths)
      for (const std::size_t rows : {0, 1, 3, 8})
        for (const double spread : {0.1, 1.0, 8.0, 1e4}) {
          INFO(rows << " keys of width " << width << " within ±" << spread);
          Guarded query(width, 1, spread), keys(rows * (width + 2), 2, spread), w_v(width, 3);
          CHECK(scores_difference(variant, query, keys, w_v, rows) == "");
        }
  });
}

TEST_CASE("NaN in one key stays in that key's score, and infinity is the end of tanh") {
  for_each_variant([](const Variant& variant) {
    const std::size_t width = variant.kernels->sizes.lanes + 1;
    for (std::size_t bad = 0; bad < width; ++bad)
      for (const float value : {not_a_number, infinity, -infinity}) {
        INFO(value << " at " << bad);
        Guarded query(width, 1), keys(3 * (width + 2), 2), w_v(width, 3);
        keys[width + 2 + bad] = value;
        CHECK(scores_difference(variant, query, keys, w_v, 3) == "");
      }
  });
}
