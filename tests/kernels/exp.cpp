#include <kernels/exp.hpp>

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

using namespace xattention;

namespace {

using Arch = xsimd::default_arch;

float exp_of(float x) { return kernels::exp_of_nonpositive<Arch>(kernels::Batch<Arch>(x)).get(0); }
float exp2_of(float x) { return kernels::exp2_of_nonpositive<Arch>(kernels::Batch<Arch>(x)).get(0); }

/// How far a float is from the exact value, in units of its last place.
double ulps(float got, double exact) {
  const auto nearest = static_cast<float>(exact);
  const double ulp = static_cast<double>(std::nextafter(nearest, 2.0F)) - static_cast<double>(nearest);
  return std::abs(static_cast<double>(got) - exact) / ulp;
}

}  // namespace

TEST_CASE("exp is within 1 ULP of exact from 0 down to -87, and exactly 1 at 0") {
  CHECK(exp_of(0.0F) == 1.0F);
  CHECK(exp_of(-0.0F) == 1.0F);
  double worst = 0;
  // Even steps, and magnitudes from the smallest subnormal on: both ends of the range in fine grain.
  for (int i = 0; i <= 870'000; ++i) {
    const float x = static_cast<float>(i) * -1e-4F;
    worst = std::max(worst, ulps(exp_of(x), std::exp(static_cast<double>(x))));
  }
  for (float x = -std::numeric_limits<float>::denorm_min(); x >= -87.0F; x *= 1.01F) {
    const float next = std::nextafter(x, -100.0F);  // a step of 1 % is none at all among the smallest
    worst = std::max(worst, ulps(exp_of(x), std::exp(static_cast<double>(x))));
    if (x * 1.01F == x) x = next;
  }
  CHECK(worst <= 1.0);
}

TEST_CASE("exp is exactly 0 below -87 and at -infinity, and keeps NaN") {
  for (const float x : {std::nextafter(-87.0F, -88.0F), -100.0F, -1e4F, -3e38F, -kernels::infinity})
    CHECK(exp_of(x) == 0.0F);
  CHECK(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
}

TEST_CASE("2^x is within 1.1 ULP of exact from 0 down to -126, and exact at whole numbers") {
  for (int n = 0; n <= 126; ++n) CHECK(exp2_of(static_cast<float>(-n)) == std::ldexp(1.0F, -n));
  CHECK(exp2_of(-0.0F) == 1.0F);
  double worst = 0;
  for (int i = 0; i <= 1'260'000; ++i) {
    const float x = static_cast<float>(i) * -1e-4F;
    worst = std::max(worst, ulps(exp2_of(x), std::exp2(static_cast<double>(x))));
  }
  for (float x = -1.0F; x <= -std::numeric_limits<float>::min(); x *= 0.999F)
    worst = std::max(worst, ulps(exp2_of(x), std::exp2(static_cast<double>(x))));
  CHECK(worst <= 1.1);
}

TEST_CASE("2^x is exactly 0 below -126.5 and at -infinity, and keeps NaN") {
  for (const float x : {std::nextafter(-126.5F, -127.0F), -127.0F, -200.0F, -1e4F, -3e38F, -kernels::infinity})
    CHECK(exp2_of(x) == 0.0F);
  CHECK(std::isnan(exp2_of(std::numeric_limits<float>::quiet_NaN())));
}
