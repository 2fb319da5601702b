#include <xattention/stages/positional_encoding.hpp>

#include <support/compare.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Columns 2j and 2j + 1 are the sine and cosine of i / 10000^(2j/num_hiddens), odd widths included") {
  for (const std::size_t num_hiddens : {1, 2, 3, 8, 31, 64}) {
    const auto P = positional_encoding(1000, num_hiddens);
    CHECK(P.shape() == std::array<std::size_t, 2>{1000, num_hiddens});
    Expected expected;
    for (std::size_t i = 0; i < 1000; ++i)
      for (std::size_t e = 0; e < num_hiddens; ++e) {
        const double exponent = static_cast<double>(2 * (e / 2)) / static_cast<double>(num_hiddens);
        const double angle = static_cast<double>(i) / std::pow(10000.0, exponent);
        const double value = e % 2 == 0 ? std::sin(angle) : std::cos(angle);
        // one rounding, and 1e-12 for pow and sin of another library in float64
        expected.add(value, once(value) + 1e-12);
      }
    CHECK(difference(P, expected) == "");
  }
}

TEST_CASE("Each pair has length 1, and position 0 is 0, 1, 0, 1 …") {
  const auto P = positional_encoding(50, 16);
  for (std::size_t i = 0; i < 50; ++i)
    for (std::size_t e = 0; e < 16; e += 2)
      CHECK(std::abs(P(i, e) * P(i, e) + P(i, e + 1) * P(i, e + 1) - 1) < 4 * rounding);  // two squares and a sum
  for (std::size_t e = 0; e < 16; ++e) CHECK(P(0, e) == static_cast<float>(e % 2));
}

TEST_CASE("The same position has the same encoding in a longer sequence, and no positions have none") {
  const auto few = positional_encoding(5, 7), more = positional_encoding(9, 7);
  CHECK(std::equal(few.begin(), few.end(), more.begin()));
  CHECK(positional_encoding(0, 4).shape() == std::array<std::size_t, 2>{0, 4});
}

TEST_CASE("A width of 0 is refused") {
  CHECK(refused([] { positional_encoding(3, 0); }) == "num_hiddens: expected at least 1, got 0");
}
