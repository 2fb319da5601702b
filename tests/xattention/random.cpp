#include <xattention/random.hpp>

#include <support/compare.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace xattention;
using namespace xattention::test;

namespace {

using Words = std::array<std::uint32_t, 4>;

template <class Values>
void check_bounds(const Values& values, double bound) {
  double lowest = 1e9, highest = -1e9;
  for (const double x : values) lowest = std::min(lowest, x), highest = std::max(highest, x);
  CHECK(lowest >= -bound);
  CHECK(highest <= bound);
  // of n draws none within 1% of an end has probability 0.995ⁿ: under 1e-8 for the 4,096 here
  CHECK(lowest < -0.99 * bound);
  CHECK(highest > 0.99 * bound);
}

}  // namespace

TEST_CASE("Philox gives the known answers of Random123") {
  CHECK(philox(0, {0, 0, 0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox(0xffffffffffffffff, {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox(0x299f31d0a4093822, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Element i is word i mod 4 of block i / 4, its upper 24 bits") {
  CHECK(uniform(0, 0) == (0x6627e8d5U >> 8) * 0x1p-24);
  CHECK(uniform(0, 3) == (0x9b00dbd8U >> 8) * 0x1p-24);
  const std::uint64_t far = (std::uint64_t{5} << 34) + 1;  // block 5·2³² has a second word of counter
  CHECK(uniform(7, far) == (philox(7, {0, 5, 0, 0})[1] >> 8) * 0x1p-24);
  CHECK(uniform(7, 0, 3) == (philox(7, {0, 0, 3, 0})[0] >> 8) * 0x1p-24);
}

TEST_CASE("Uniform numbers lie from 0 to below 1, with the mean and variance of their kind") {
  constexpr std::size_t count = 40'000;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = uniform(42, i);
    REQUIRE((x >= 0 && x < 1));
    sum += x;
    squares += x * x;
  }
  const double mean = sum / count, variance = squares / count - mean * mean;
  // five standard errors: 1/√(12·count) of the mean, 1/√(180·count) of the variance
  CHECK(std::abs(mean - 0.5) < 5 / std::sqrt(12.0 * count));
  CHECK(std::abs(variance - 1.0 / 12) < 5 / std::sqrt(180.0 * count));
}

TEST_CASE("Seeds and streams differ from the first number on") {
  std::set<double> firsts;
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    for (std::uint32_t stream = 0; stream < 8; ++stream) firsts.insert(uniform(seed, 0, stream));
  CHECK(firsts.size() == 64);
}

TEST_CASE("A linear weight fills U(±1/√fan_in), its bias alike") {
  const auto weight = initial_weight(16, 256, Init::linear, 3, 1);
  CHECK(weight.shape() == std::array<std::size_t, 2>{16, 256});
  check_bounds(weight, 0.25);
  check_bounds(initial_bias(16, 4096, Init::linear, 3, 5), 0.25);
}

TEST_CASE("A Xavier weight fills U(±√(6/(fan_in + fan_out))), its bias is 0 and not -0") {
  check_bounds(initial_weight(32, 128, Init::xavier, 3, 1), std::sqrt(6.0 / 160));
  const auto bias = initial_bias(32, 128, Init::xavier, 3, 5);
  CHECK(bias.size() == 128);
  CHECK(std::none_of(bias.begin(), bias.end(), [](float x) { return x != 0 || std::signbit(x); }));
}

TEST_CASE("A parameter is the same number on every platform") {
  // bound · (2u − 1), u = 0x6627e8 / 2²⁴ and so on: the known answers of Philox, but that the stream is 0
  const auto weight = initial_weight(4, 2, Init::linear, 0, 0);
  const auto expected = [](std::uint32_t word) { return static_cast<float>(0.5 * (2 * (word >> 8) * 0x1p-24 - 1)); };
  CHECK(weight(0, 0) == expected(0x6627e8d5));
  CHECK(weight(0, 1) == expected(0xe169c58d));
  CHECK(weight(1, 0) == expected(0xbc57ac4c));
  CHECK(weight(1, 1) == expected(0x9b00dbd8));
  CHECK(weight(0, 0) == -0.10095357894897461F);  // the same, written out
}
