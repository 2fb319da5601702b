#include <lesson/encoder.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;
using namespace xattention::lesson;

TEST_CASE("Add & norm adds, then gives every row mean beta and deviation gamma") {
  for (const std::size_t num_hiddens : {1, 3, 8, 65}) {
    INFO(num_hiddens);
    const auto X = numbers<2>({4, num_hiddens}, 1, 3), Y = numbers<2>({4, num_hiddens}, 2, 3);
    const auto gamma = numbers<1>({num_hiddens}, 3), beta = numbers<1>({num_hiddens}, 4);
    const AddNorm result = add_norm(X, Y, gamma, beta);
    Expected sums, outputs;
    for (std::size_t i = 0; i < 4; ++i) {
      double mean = 0, variance = 0;
      for (std::size_t e = 0; e < num_hiddens; ++e) {
        const double sum = static_cast<double>(X(i, e)) + static_cast<double>(Y(i, e));
        sums.add(sum, once(sum));
        mean += static_cast<double>(result.sum(i, e)) / static_cast<double>(num_hiddens);
      }
      for (std::size_t e = 0; e < num_hiddens; ++e)
        variance += std::pow(result.sum(i, e) - mean, 2) / static_cast<double>(num_hiddens);
      for (std::size_t e = 0; e < num_hiddens; ++e) {
        const double x = gamma(e) * (result.sum(i, e) - mean) / std::sqrt(variance + 1e-5) + beta(e);
        outputs.add(x, near(x));
      }
    }
    CHECK(difference(result.sum, sums) == "");
    CHECK(difference(result.output, outputs) == "");
  }
}

TEST_CASE("A row of equal numbers is normalised to beta, not to NaN") {
  const AddNorm result = add_norm({{2, 2, 2}}, {{1, 1, 1}}, {1, 1, 1}, {0, 5, -5});
  CHECK(tensor_difference(result.output, Tensor<2>{{0, 5, -5}}, exactly) == "");
}

TEST_CASE("Feed-forward is two projections with max(0, x) between them") {
  for (const std::size_t width : {1, 9, 32}) {
    INFO(width);
    const auto X = numbers<2>({5, 8}, 5, 2);
    const FeedForwardParameters p{numbers<2>({8, width}, 6), numbers<1>({width}, 7), numbers<2>({width, 8}, 8),
                                  numbers<1>({8}, 9)};
    const FeedForward result = feed_forward(X, p);
    CHECK(difference(result.hidden, exact_projection(core::lift(X), p.W_1, &p.b_1)) == "");
    CHECK(difference(result.output, exact_projection(core::lift(result.rectified), p.W_2, &p.b_2)) == "");
    std::vector<double> rectified(result.hidden.begin(), result.hidden.end());
    for (double& x : rectified) x = std::max(0.0, x);
    CHECK(difference(result.rectified, rectified, exactly) == "");
    CHECK(std::ranges::count_if(rectified, [](double x) { return x > 0; }) > 0);
  }
}

TEST_CASE("max(0, x) hands a NaN on") {
  const Tensor<2> one{{1}};
  const FeedForward result = feed_forward({{not_a_number}}, {one, {0}, one, {0}});
  CHECK(std::isnan(result.rectified(0, 0)));
}

TEST_CASE("The parts of an encoder block refuse shapes that do not fit") {
  const auto X = zeros<2>({2, 3});
  const auto of_size = [](std::size_t size) { return zeros<1>({size}); };
  CHECK(refused([&] { add_norm(X, zeros<2>({3, 2}), of_size(3), of_size(3)); }) ==
        "Y: expected shape (2, 3), got shape (3, 2)");
  CHECK(refused_argument([&] { add_norm(X, X, of_size(2), of_size(3)); }) == "gamma");
  CHECK(refused_argument([&] { add_norm(X, X, of_size(3), of_size(2)); }) == "beta");
  CHECK(refused_argument([&] { feed_forward(X, FeedForwardParameters::drawn(4, 8, 1)); }) == "X");
}
