#include <xattention/stages/heads.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Head h takes the h-th part of the last axis") {
  const auto X = numbers<3>({2, 3, 8}, 1);
  const auto heads = split_heads(X, 4);
  CHECK(heads.shape() == std::array<std::size_t, 4>{2, 4, 3, 2});
  for (std::size_t b = 0; b < 2; ++b)
    for (std::size_t h = 0; h < 4; ++h)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t e = 0; e < 2; ++e) CHECK(heads(b, h, i, e) == X(b, i, h * 2 + e));
}

TEST_CASE("Concatenating what was split gives it back, with a batch and without, of any size") {
  for (const std::size_t num_heads : {1, 2, 3, 6}) {
    const auto three = numbers<3>({2, 3, 6}, 2);
    CHECK(tensor_difference(concat_heads(split_heads(three, num_heads)), three, exactly) == "");
    const auto two = numbers<2>({5, 6}, 3);
    const auto heads = split_heads(two, num_heads);
    CHECK(heads.shape() == std::array<std::size_t, 3>{num_heads, 5, 6 / num_heads});
    CHECK(tensor_difference(concat_heads(heads), two, exactly) == "");
  }
  CHECK(concat_heads(split_heads(zeros<3>({0, 3, 6}), 2)).shape() == std::array<std::size_t, 3>{0, 3, 6});
  CHECK(concat_heads(split_heads(zeros<3>({2, 0, 6}), 2)).shape() == std::array<std::size_t, 3>{2, 0, 6});
}

TEST_CASE("A last axis that does not split evenly is refused, and so are no heads") {
  CHECK(refused([] { split_heads(zeros<3>({2, 3, 5}), 2); }) ==
        "X: expected last axis divisible by 2 heads, got shape (2, 3, 5)");
  CHECK(refused([] { split_heads(zeros<2>({3, 4}), 0); }) ==
        "X: expected last axis divisible by 0 heads, got shape (3, 4)");
}
