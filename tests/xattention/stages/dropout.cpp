#include <xattention/stages/dropout.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Element i is dropped where uniform(seed, i) < p, else divided by 1 - p") {
  const auto weights = numbers<4>({2, 3, 5, 7}, 1);
  for (const double p : {0.1, 0.5, 0.9, uniform(42, 3)}) {  // the last is met exactly: that element stays
    const auto dropped = dropout(weights, {.p = p, .seed = 42});
    CHECK(dropped.shape() == weights.shape());
    Expected expected;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double kept = uniform(42, i) < p ? 0 : weights.data()[i] / (1 - p);
      expected.add(kept, once(kept));
    }
    CHECK(difference(dropped, expected) == "");
  }
}

TEST_CASE("p = 0 changes nothing, p = 1 drops everything, NaN included") {
  auto weights = numbers<2>({4, 5}, 2);
  CHECK(tensor_difference(dropout(weights, {.p = 0, .seed = 1}), weights, exactly) == "");
  weights(1, 2) = not_a_number;
  CHECK(tensor_difference(dropout(weights, {.p = 1, .seed = 1}), zeros<2>({4, 5}), exactly) == "");
}

TEST_CASE("The share dropped is p, and the mean stays") {
  constexpr std::size_t count = 100 * 400;
  const Tensor<2> ones(std::array<std::size_t, 2>{100, 400}, 1.0F);
  for (const double p : {0.1, 0.3, 0.5, 0.9}) {
    const auto dropped = dropout(ones, {.p = p, .seed = 7});
    double share = 0, mean = 0;
    for (const float x : dropped) share += x == 0, mean += x;
    // five standard errors of a share, and of its multiple by 1/(1 − p)
    const double error = 5 * std::sqrt(p * (1 - p) / count);
    CHECK(std::abs(share / count - p) < error);
    CHECK(std::abs(mean / count - 1) < error / (1 - p));
  }
}

TEST_CASE("A seed says which elements are dropped, and another seed says others") {
  const Tensor<2> ones(std::array<std::size_t, 2>{8, 8}, 1.0F);
  const auto first = dropout(ones, {.p = 0.5, .seed = 1});
  CHECK(tensor_difference(dropout(ones, {.p = 0.5, .seed = 1}), first, exactly) == "");
  CHECK(tensor_difference(dropout(ones, {.p = 0.5, .seed = 2}), first, exactly) != "");
  CHECK(tensor_difference(dropout(ones, {.p = 0.5, .seed = 1ULL << 40}), dropout(ones, {.p = 0.5, .seed = 0}),
                          exactly) != "");
}

TEST_CASE("A p that is no probability is refused") {
  for (const double p : {-0.1, 1.1, std::nan("")})
    CHECK(refused_argument([&] { dropout(zeros<2>({1, 1}), {.p = p}); }) == "dropout.p");
}
