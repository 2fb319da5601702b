#include <kernels/table.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

/// Lengths around the lanes, and around the 64 batches after which sums carry.
std::vector<std::size_t> lengths(const Variant& variant) {
  std::vector<std::size_t> lengths = edges(variant.kernels->sizes.lanes);
  for (const std::size_t length : edges(64 * variant.kernels->sizes.lanes)) lengths.push_back(length);
  return lengths;
}

}  // namespace

TEST_CASE("The largest of a row is found wherever it is, and a NaN anywhere is the largest") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t length : edges(2 * variant.kernels->sizes.lanes))
      for (std::size_t at = 0; at < length; ++at)
        for (const float value : {-0.5F, 7.0F, infinity, not_a_number, -not_a_number}) {
          INFO(value << " at " << at << " of " << length);
          Guarded row(length, 1);
          for (std::size_t j = 0; j < length; ++j) row[j] -= 2;
          row[at] = value;
          CHECK(alike(variant.kernels->largest(row.data(), length), value, 0));
        }
    CHECK(variant.kernels->largest(nullptr, 0) == -infinity);
    const std::array<float, 3> nothing{-infinity, -infinity, -infinity};
    CHECK(variant.kernels->largest(nothing.data(), 3) == -infinity);
  });
}

TEST_CASE("A row of any length adds up within 5e-6 of its magnitude") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t length : lengths(variant)) {
      INFO(length << " numbers");
      Guarded row(length, length);
      double sum = 0, magnitude = 0;
      for (const double x : row.values()) sum += x, magnitude += std::abs(x);
      CHECK(std::abs(variant.kernels->total(row.data(), length) - sum) <= 5e-6 * magnitude);
      row[length - 1] = not_a_number;
      CHECK(std::isnan(variant.kernels->total(row.data(), length)));
    }
    CHECK(variant.kernels->total(nullptr, 0) == 0);
  });
}

TEST_CASE("Many numbers too small to be seen beside one large are not lost but for 64 at a time") {
  for_each_variant([](const Variant& variant) {
    const std::size_t length = 64 * 1000, lanes = variant.kernels->sizes.lanes;
    std::vector<float> row(length, 0x1p-25F);
    std::fill_n(row.begin(), lanes, 1.0F);
    const double sum = static_cast<double>(lanes) + static_cast<double>(length - lanes) * 0x1p-25;
    CHECK(std::abs(variant.kernels->total(row.data(), length) - sum) <= 5e-6 * sum);
  });
}

TEST_CASE("The depth of a row counts what has a weight, and reads no score of what has none") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t length : lengths(variant)) {
      INFO(length << " keys");
      Guarded masked(length, 1, 20), weights(length, 2);
      double sum = 0;
      for (std::size_t j = 0; j < length; ++j) {
        weights[j] = j % 3 == 1 ? 0 : std::abs(weights[j]);
        if (j % 3 == 1) masked[j] = j % 2 == 0 ? -infinity : not_a_number;
        if (weights[j] != 0) sum += static_cast<double>(weights[j]) * (20.0 - static_cast<double>(masked[j]));
      }
      CHECK(std::abs(variant.kernels->depth_below(masked.data(), weights.data(), length, 20) - sum) <= 5e-6 * sum);
    }
    CHECK(variant.kernels->depth_below(nullptr, nullptr, 0, 1) == 0);
  });
}

TEST_CASE("The first above a limit is the first, a NaN among them, from wherever one looks") {
  for_each_variant([](const Variant& variant) {
    const std::size_t length = 4 * variant.kernels->sizes.lanes + 3;
    for (const float value : {0.75F, infinity, not_a_number})
      for (std::size_t at = 0; at < length; ++at) {
        INFO(value << " at " << at << " of " << length);
        std::vector<float> row(length, 0.5F);
        row[at] = value;
        for (std::size_t first = 0; first <= length; ++first)
          CHECK(variant.kernels->first_above(row.data(), first, length, 0.5F) == (first <= at ? at : length));
        CHECK(variant.kernels->first_above(row.data(), 0, length, not_a_number) == 0);
      }
    Guarded row(length, 1);  // NaN on both sides is not looked at
    CHECK(variant.kernels->first_above(row.data(), 0, length, 1) == length);
  });
}
