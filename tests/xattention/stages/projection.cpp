#include <xattention/stages/projection.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("A projection is X W + b, for every width around vectors and blocks") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t in : {1, 3, 4, 9, 128, 257})
      for (const std::size_t out : {1, 2, 8, 33}) {
        INFO(in << " to " << out);
        const auto X = numbers<3>({2, 5, in}, 1);
        const auto W = numbers<2>({in, out}, 2);
        const auto b = numbers<1>({out}, 3);
        CHECK(difference(projection(X, W, {}, variant), exact_projection(core::lift(X), W)) == "");
        CHECK(difference(projection(X, W, b, variant), exact_projection(core::lift(X), W, &b)) == "");
      }
  });
}

TEST_CASE("A projection keeps the rank of X, and is that of each of its rows") {
  const auto X = numbers<4>({2, 3, 4, 5}, 4);
  const auto W = numbers<2>({5, 6}, 5);
  const auto projected = projection(X, W);
  CHECK(projected.shape() == std::array<std::size_t, 4>{2, 3, 4, 6});
  Tensor<2> row(std::array<std::size_t, 2>{1, 5});
  std::copy_n(&X(1, 2, 3, 0), 5, row.data());
  CHECK(difference(projection(row, W), std::span(&projected(1, 2, 3, 0), 6), exactly) == "");
}

TEST_CASE("Weights are (in, out): the identity changes nothing, and no transpose hides in a square") {
  const auto X = numbers<2>({3, 2}, 6);
  CHECK(tensor_difference(projection(X, Tensor<2>{{1, 0}, {0, 1}}), X, exactly) == "");
  const Tensor<2> W{{0, 1}, {0, 0}};  // column 1 of the result is column 0 of X
  const auto projected = projection(X, W);
  CHECK(projected(2, 0) == 0);
  CHECK(projected(2, 1) == X(2, 0));
}

TEST_CASE("No positions are projected to no positions, and no width to the bias") {
  const auto W = numbers<2>({4, 3}, 7);
  CHECK(projection(zeros<3>({2, 0, 4}), W).shape() == std::array<std::size_t, 3>{2, 0, 3});
  CHECK(projection(zeros<3>({0, 5, 4}), W).shape() == std::array<std::size_t, 3>{0, 5, 3});
  const Tensor<1> b{1, 2, 3};
  const auto biased = projection(zeros<2>({2, 0}), zeros<2>({0, 3}), b);
  CHECK(tensor_difference(biased, Tensor<2>{{1, 2, 3}, {1, 2, 3}}, exactly) == "");
}

TEST_CASE("A projection refuses an X of another width and a bias of another length") {
  const auto X = numbers<3>({2, 4, 3}, 8);
  CHECK(refused([&] { projection(X, zeros<2>({4, 2})); }) ==
        "X: expected last axis 4 to be projected by (4, 2), got shape (2, 4, 3)");
  CHECK(refused([&] { projection(X, zeros<2>({3, 2}), zeros<1>({3})); }) == "b: expected shape (2,), got shape (3,)");
}
