#include <kernels/table.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

double exact(double score, double scale, double softcap) {
  return softcap > 0 ? softcap * std::tanh(scale * score / softcap) : scale * score;
}

/// Two roundings of the factor and the product, four more of tanh.
double few_roundings(double expected) { return 4 * rounding * std::abs(expected) + 1e-44; }

std::string scale_difference(const Variant& variant, Guarded& scores, double scale, double softcap,
                             double (*tolerance)(double) = few_roundings) {
  const std::size_t count = scores.values().size();
  Guarded scaled(count);
  variant.kernels->scale(scores.data(), scaled.data(), count, scale, softcap);
  if (!scaled.intact()) return "something beside scaled was written";
  std::vector<double> expected;
  for (const float score : scores.values()) expected.push_back(exact(score, scale, softcap));
  return difference(scaled.values(), expected, tolerance);
}

}  // namespace

TEST_CASE("Scores of any number around the lanes are scaled and capped within 2⁻²²") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t count : edges(variant.kernels->sizes.lanes))
      for (const double spread : {1e-3, 1.0, 100.0, 1e6})
        for (const double scale : {0.0, 1.0, -0.5, 0.57735026918962576, 1e-6, 1e6})
          for (const double softcap : {0.0, 1.0, 0.3, 50.0, 1e6}) {
            INFO(count << " scores within ±" << spread << ", scale " << scale << ", softcap " << softcap);
            Guarded scores(count, count, spread);
            CHECK(scale_difference(variant, scores, scale, softcap) == "");
          }
  });
}

TEST_CASE("The cap is accurate from the smallest scores to the largest") {
  for_each_variant([](const Variant& variant) {
    Guarded scores(2 * 4000);
    for (int step = 0; step < 4000; ++step) {
      scores[2 * static_cast<std::size_t>(step)] = static_cast<float>(std::pow(10.0, -10 + step * 0.005));
      scores[2 * static_cast<std::size_t>(step) + 1] = -scores[2 * static_cast<std::size_t>(step)];
    }
    CHECK(scale_difference(variant, scores, 1, 1) == "");
    CHECK(scale_difference(variant, scores, 0.125, 30) == "");
  });
}

TEST_CASE("Scale and softcap of extreme size give what the formula gives, never NaN from numbers") {
  for_each_variant([](const Variant& variant) {
    for (const double scale : {1e-30, 1e30, -1e30, 1e-38, 1e38})
      for (const double softcap : {0.0, 1e-30, 1e30, 1e-38, 1e38}) {
        INFO("scale " << scale << ", softcap " << softcap);
        Guarded scores(9, 1);
        scores[4] = 0;
        // near: a score may vanish below 1e-38 on its way to 1e-30
        CHECK(scale_difference(variant, scores, scale, softcap, near) == "");
      }
  });
}

TEST_CASE("NaN stays NaN and infinity follows the formula, each in its place") {
  for_each_variant([](const Variant& variant) {
    for (const double softcap : {0.0, 2.0})
      for (std::size_t bad = 0; bad < 2 * variant.kernels->sizes.lanes + 1; ++bad)
        for (const float value : {not_a_number, -not_a_number, infinity, -infinity}) {
          INFO(value << " at " << bad << ", softcap " << softcap);
          Guarded scores(2 * variant.kernels->sizes.lanes + 1, 2);
          scores[bad] = value;
          CHECK(scale_difference(variant, scores, 0.5, softcap) == "");
        }
  });
}

TEST_CASE("Scaling may be done in place") {
  for_each_variant([](const Variant& variant) {
    Guarded scores(19, 3), scaled(19);
    variant.kernels->scale(scores.data(), scaled.data(), 19, 0.7, 3);
    variant.kernels->scale(scores.data(), scores.data(), 19, 0.7, 3);
    CHECK(difference(scores.values(), scaled.values(), exactly) == "");
  });
}
