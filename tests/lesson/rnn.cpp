#include <lesson/rnn.hpp>
#include <lesson/vector_matrix.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;
using lesson::rnn;
using lesson::RnnParameters;

namespace {

/// h_t in float64 from the h_{t−1} that was computed, with the room of its three sums: tanh makes no error larger.
Expected exact_states(const Tensor<2>& X, const RnnParameters& p, const Tensor<2>& H) {
  Expected expected;
  const std::size_t num_hiddens = H.shape()[1];
  for (std::size_t t = 0; t < H.shape()[0]; ++t)
    for (std::size_t j = 0; j < num_hiddens; ++j) {
      double sum = p.b(j), magnitude = std::abs(sum);
      const auto add = [&](double a, double b) {
        sum += a * b;
        magnitude += std::abs(a * b);
      };
      for (std::size_t k = 0; k < X.shape()[1]; ++k) add(X(t, k), p.W_xh(k, j));
      for (std::size_t k = 0; t > 0 && k < num_hiddens; ++k) add(H(t - 1, k), p.W_hh(k, j));
      const auto terms = static_cast<double>(X.shape()[1] + num_hiddens + 1);
      expected.add(std::tanh(sum), near(std::tanh(sum)) + 4 * std::sqrt(terms) * rounding * magnitude);
    }
  return expected;
}

}  // namespace

TEST_CASE("Every hidden state of the RNN is tanh of its input and the state before, for every width around vectors") {
  for (const std::size_t in : {1, 5, 64})
    for (const std::size_t num_hiddens : edges(8 * kernels::lanes<xsimd::default_arch>)) {
      INFO(in << " to " << num_hiddens);
      const auto X = numbers<2>({9, in}, 1, 2);
      const RnnParameters p{numbers<2>({in, num_hiddens}, 2), numbers<2>({num_hiddens, num_hiddens}, 3),
                            numbers<1>({num_hiddens}, 4)};
      const auto H = rnn(X, p);
      CHECK(difference(H, exact_states(X, p, H)) == "");
    }
}

TEST_CASE("The RNN carries the first position to the last, and nothing backwards") {
  const auto X = numbers<2>({6, 3}, 5);
  const RnnParameters p = RnnParameters::drawn(3, 8, 6);
  auto first = X, last = X;
  first(0, 0) += 1;
  last(5, 0) += 1;
  const auto H = rnn(X, p), from_first = rnn(first, p), from_last = rnn(last, p);
  CHECK(H(5, 0) != from_first(5, 0));
  CHECK(std::equal(H.begin(), H.begin() + 5 * 8, from_last.begin()));
  CHECK(H(5, 0) != from_last(5, 0));
}

TEST_CASE("A row times a matrix is added to what is there, and nothing beside it is written") {
  for (const std::size_t cols : edges(8 * kernels::lanes<xsimd::default_arch>))
    for (const std::size_t rows : {1, 7, 40}) {
      INFO(rows << " by " << cols);
      const auto x = numbers<2>({1, rows}, 7);
      const auto A = numbers<2>({rows, cols}, 8);
      Guarded y(cols, 9);
      const std::vector<float> before(y.values().begin(), y.values().end());
      lesson::add_vector_matrix<xsimd::default_arch>(x.data(), core::matrix(A), y.data());
      Expected expected;
      add_products(expected, core::matrix(x), core::matrix(A));
      for (std::size_t j = 0; j < cols; ++j) expected.values[j] += before[j];
      for (double& tolerance : expected.tolerances) tolerance += rounding * 4;
      CHECK(difference(y.values(), expected) == "");
      CHECK(y.intact());
    }
}

TEST_CASE("No positions have no hidden states") {
  CHECK(rnn(zeros<2>({0, 3}), RnnParameters::drawn(3, 4, 1)).shape() == std::array<std::size_t, 2>{0, 4});
}

TEST_CASE("The RNN refuses parameters that do not fit") {
  const auto X = zeros<2>({2, 3});
  CHECK(refused([&] { rnn(X, {zeros<2>({3, 4}), zeros<2>({4, 3}), zeros<1>({4})}); }) ==
        "W_hh: expected shape (4, 4), got shape (4, 3)");
  CHECK(refused_argument([&] { rnn(X, {zeros<2>({2, 4}), zeros<2>({4, 4}), zeros<1>({4})}); }) == "X");
  CHECK(refused_argument([&] { rnn(X, {zeros<2>({3, 4}), zeros<2>({4, 4}), zeros<1>({3})}); }) == "b");
}
