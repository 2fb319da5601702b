#include <xattention/stages/weighted_sum.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("The weighted sum is attention_weights V, for every value size and number of pairs") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 33, 257})
      for (const std::size_t num_kv_pairs : {1, 5, 8, 127, 128, 129, 300}) {
        INFO(num_kv_pairs << " values of size " << size);
        const auto weights = numbers<3>({2, 5, num_kv_pairs}, 1), V = numbers<3>({2, num_kv_pairs, size}, 2);
        CHECK(difference(weighted_sum(weights, V, variant),
                         exact_weighted_sum(core::lift(weights), core::lift(V), core::lift(weights))) == "");
      }
  });
}

TEST_CASE("Heads of the weights share the heads of V, neighbours the same") {
  const auto weights = numbers<4>({2, 6, 3, 4}, 3);
  for (const std::size_t num_kv_heads : {1, 2, 3, 6}) {
    const auto V = numbers<4>({2, num_kv_heads, 4, 5}, 4);
    const auto output = weighted_sum(weights, V);
    CHECK(output.shape() == std::array<std::size_t, 4>{2, 6, 3, 5});
    CHECK(difference(output, exact_weighted_sum(core::lift(weights), core::lift(V), core::lift(weights))) == "");
  }
}

TEST_CASE("Without values every sum is 0") {
  for_each_variant([](const Variant& variant) {
    const auto output = weighted_sum(zeros<3>({2, 3, 0}), zeros<3>({2, 0, 4}), variant);
    CHECK(tensor_difference(output, zeros<3>({2, 3, 4}), exactly) == "");
  });
}

TEST_CASE("By itself it does not know what was forbidden: 0 times NaN is NaN, in that column alone") {
  const Tensor<2> weights{{1, 0}, {0.5, 0.5}}, V{{1, 2}, {not_a_number, 4}};
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(weighted_sum(weights, V, variant), Tensor<2>{{not_a_number, 2}, {not_a_number, 3}},
                            exactly) == "");
  });
}

TEST_CASE("The weighted sum refuses values that do not fit the weights") {
  const auto weights = zeros<4>({2, 4, 3, 5});
  const auto against = [&](std::array<std::size_t, 4> V) {
    return refused([&] { weighted_sum(weights, zeros<4>(V)); });
  };
  CHECK(against({2, 4, 6, 3}) == "V: expected num_kv_pairs 5 as attention_weights, got shape (2, 4, 6, 3)");
  CHECK(against({1, 4, 5, 3}) == "V: expected batch_size 2 beside (2, 4, 3, 5), got shape (1, 4, 5, 3)");
  CHECK(against({2, 3, 5, 3}) ==
        "V: expected num_kv_heads that divides num_heads 4 beside (2, 4, 3, 5), got shape (2, 3, 5, 3)");
}
