#include <kernels/table.hpp>

#include <support/compare.hpp>
#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

#include <numeric>

using namespace xattention;
using namespace xattention::test;

namespace {

/// Softmax of a row between NaN, into a row between NaN, beside the float64 softmax.
std::string softmax_difference(const Variant& variant, Guarded& masked) {
  const std::size_t count = masked.values().size();
  Guarded weights(count);
  variant.kernels->softmax(masked.data(), weights.data(), count);
  if (!weights.intact()) return "something beside the weights was written";
  Expected expected;
  add_softmax(expected, masked.values());
  return difference(weights.values(), expected);
}

Guarded row_of(std::initializer_list<float> values) {
  Guarded row(values.size());
  std::copy(values.begin(), values.end(), row.data());
  return row;
}

std::vector<float> weights_of(const Variant& variant, std::initializer_list<float> values) {
  std::vector<float> weights(values.size());
  variant.kernels->softmax(std::data(values), weights.data(), weights.size());
  return weights;
}

}  // namespace

TEST_CASE("A row of any length around the lanes is the float64 softmax") {
  for_each_variant([](const Variant& variant) {
    std::vector<std::size_t> lengths = edges(variant.kernels->sizes.lanes);
    for (std::size_t length = 1; length <= 70; ++length) lengths.push_back(length);
    for (const std::size_t length : edges(64 * variant.kernels->sizes.lanes))
      lengths.push_back(length);  // sums carry there
    for (const std::size_t length : lengths)
      for (const double spread : {0.0, 1.0, 30.0, 1e4}) {
        INFO(length << " scores within ±" << spread);
        Guarded masked(length, length, spread);
        CHECK(softmax_difference(variant, masked) == "");
        for (std::size_t j = 0; j + 1 < length; j += 3) masked[j] = -infinity;
        INFO("every third forbidden");
        CHECK(softmax_difference(variant, masked) == "");
      }
  });
}

TEST_CASE("The exponential is accurate wherever a weight is not 0 in float32, and 0 far below") {
  for_each_variant([](const Variant& variant) {
    Guarded pair(2);
    for (int step = 0; step <= 13'000; ++step) {
      pair[0] = 0;
      pair[1] = static_cast<float>(-0.01 * step);
      std::array<float, 2> weights{};
      variant.kernels->softmax(pair.data(), weights.data(), 2);
      const double exact = std::exp(static_cast<double>(pair[1]));
      INFO("exp(" << pair[1] << ")");
      // Relative: 1 ULP of the exponential is two roundings, and each of the two divisions is one. Absolute below the
      // smallest normal number.
      CHECK(std::abs(static_cast<double>(weights[1]) / static_cast<double>(weights[0]) - exact) <=
            4 * rounding * exact + 2e-38);
      CHECK(std::abs(static_cast<double>(weights[0]) - 1 / (1 + exact)) <= 1e-6);
    }
  });
}

TEST_CASE("Scores of any size neither overflow nor vanish") {
  constexpr float lowest = std::numeric_limits<float>::lowest(), highest = std::numeric_limits<float>::max();
  for_each_variant([](const Variant& variant) {
    for (Guarded row :
         {row_of({-249.873093F, -424.126709F, -460.292542F, 378.097443F, -292.614532F}), row_of({1e8F, 1e8F, 1e8F}),
          row_of({-1e8F, -1e8F, -1e8F}), row_of({1e30F, -1e30F}), row_of({-1e30F, -1e30F, -1e30F, -1e30F, -1e30F}),
          row_of({lowest, highest}), row_of({lowest, lowest}), row_of({highest, highest}), row_of({lowest, -infinity}),
          row_of({-16384, -16385}), row_of({-65536, -65537}), row_of({0, -200}), row_of({1e-42F, 0}),
          row_of({-2e6F, -infinity, -infinity, -infinity})})
      CHECK(softmax_difference(variant, row) == "");
  });
}

TEST_CASE("NaN or +infinity anywhere makes every weight NaN, but where it is forbidden") {
  for_each_variant([](const Variant& variant) {
    for (std::size_t length = 2; length <= 2 * variant.kernels->sizes.lanes + 3; ++length)
      for (std::size_t bad = 1; bad < length; ++bad)
        for (const float value : {not_a_number, -not_a_number, infinity}) {
          INFO(value << " at " << bad << " of " << length);
          Guarded masked(length, 1);
          masked[0] = -infinity;
          masked[bad] = value;
          Guarded weights(length);
          variant.kernels->softmax(masked.data(), weights.data(), length);
          CHECK((weights[0] == 0 &&
                 std::all_of(weights.data() + 1, weights.data() + length, [](float x) { return std::isnan(x); })));
        }
  });
}

TEST_CASE("A row adds up to 1 whatever its length: 20,000 keys") {
  for_each_variant([](const Variant& variant) {
    for (const double spread : {0.0, 1.0, 20.0}) {
      Guarded masked(20'000, 2, spread);
      std::vector<float> weights(20'000);
      variant.kernels->softmax(masked.data(), weights.data(), weights.size());
      // the error of exp and of the divisor is common to the row, the rest averages out
      CHECK(std::abs(std::accumulate(weights.begin(), weights.end(), 0.0) - 1) < 1e-6);
      CHECK(softmax_difference(variant, masked) == "");
    }
  });
}

TEST_CASE("Softmax may be done in place, and a single allowed key has weight 1") {
  for_each_variant([](const Variant& variant) {
    Guarded masked(37, 3), weights(37);
    variant.kernels->softmax(masked.data(), weights.data(), 37);
    variant.kernels->softmax(masked.data(), masked.data(), 37);
    CHECK(difference(masked.values(), weights.values(), exactly) == "");
    CHECK(weights_of(variant, {-infinity, -3e38F, -infinity}) == std::vector<float>{0, 1, 0});
    CHECK(weights_of(variant, {5}) == std::vector<float>{1});
  });
}
