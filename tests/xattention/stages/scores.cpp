#include <xattention/stages/scores.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Scores are every query times every key, for every head size") {
  for_each_variant([](const Variant& variant) {
    for (const std::size_t head_size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 64, 128, 129, 257})
      for (const std::size_t num_kv_pairs : {1, 4, 7, 8, 9, 33, 70}) {
        INFO("head_size " << head_size << ", num_kv_pairs " << num_kv_pairs);
        const auto Q = numbers<3>({2, 5, head_size}, 1), K = numbers<3>({2, num_kv_pairs, head_size}, 2);
        CHECK(difference(scores(Q, K, variant), exact_scores(core::lift(Q), core::lift(K))) == "");
      }
  });
}

TEST_CASE("Scores of whole numbers are exact") {
  const Tensor<2> Q{{1, 2}, {3, 4}}, K{{5, 6}, {7, 8}};
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(scores(Q, K, variant), Tensor<2>{{17, 23}, {39, 53}}, exactly) == "");
  });
}

TEST_CASE("Query head h meets kv head ⌊h·num_kv_heads/num_heads⌋: neighbours share") {
  const auto Q = numbers<4>({2, 6, 3, 4}, 3);
  for (const std::size_t num_kv_heads : {1, 2, 3, 6}) {
    const auto K = numbers<4>({2, num_kv_heads, 5, 4}, 4);
    const auto shared = scores(Q, K);
    CHECK(shared.shape() == std::array<std::size_t, 4>{2, 6, 3, 5});
    CHECK(difference(shared, exact_scores(core::lift(Q), core::lift(K))) == "");
  }
}

TEST_CASE("The default scale is 1/√head_size, and what is given is honoured: 0 and negative numbers too") {
  CHECK(core::scale_of({}, 64) == 0.125);
  CHECK(core::scale_of({.scale = 0.0}, 64) == 0);
  CHECK(core::scale_of({.scale = -2.0}, 64) == -2);
}

TEST_CASE("Scaling keeps the shape and leaves the scores as they were") {
  const auto before = numbers<4>({2, 3, 4, 5}, 5);
  const Tensor<4> after = before;
  const auto scaled_scores = scaled(after, -0.5);
  CHECK(tensor_difference(after, before, exactly) == "");
  CHECK(tensor_difference(scaled_scores, Tensor<4>(-0.5F * before), exactly) == "");
}

TEST_CASE("A softcap bounds what was scaled: softcap · tanh(scale · scores / softcap)") {
  const Tensor<2> raw{{0, 1, -1, 100, -1000}};
  for_each_variant([&](const Variant& variant) {
    const auto capped = scaled(raw, 2, 3, variant);
    std::vector<double> expected;
    for (const double x : raw) expected.push_back(3 * std::tanh(2 * x / 3));
    CHECK(difference(capped, expected, near) == "");
    CHECK(capped(0, 3) == 3);
    CHECK(capped(0, 4) == -3);
  });
}

TEST_CASE("Scores refuse queries and keys that do not meet, and say why") {
  const auto Q = numbers<4>({2, 4, 3, 5}, 6);
  const auto against = [&](std::array<std::size_t, 4> K) { return refused([&] { scores(Q, zeros<4>(K)); }); };
  CHECK(against({1, 4, 3, 5}) == "K: expected batch_size 2 beside (2, 4, 3, 5), got shape (1, 4, 3, 5)");
  CHECK(against({2, 3, 3, 5}) ==
        "K: expected num_kv_heads that divides num_heads 4 beside (2, 4, 3, 5), got shape (2, 3, 3, 5)");
  CHECK(against({2, 8, 3, 5}) ==
        "K: expected num_kv_heads that divides num_heads 4 beside (2, 4, 3, 5), got shape (2, 8, 3, 5)");
  CHECK(against({2, 0, 3, 5}) == "K: expected at least one head beside (2, 4, 3, 5), got shape (2, 0, 3, 5)");
  CHECK(against({2, 4, 3, 6}) == "K: expected head_size 5 as Q, got shape (2, 4, 3, 6)");
  CHECK(refused([&] { scores(Q, zeros<3>({2, 3, 5})); }) ==
        "K: expected rank 4 beside (2, 4, 3, 5), got shape (2, 3, 5)");
  CHECK(refused([] { scores(zeros<2>({3, 0}), zeros<2>({3, 0})); }) ==
        "Q: expected head_size of at least 1, got shape (3, 0)");
}

TEST_CASE("A scale or softcap that float32 does not have is refused") {
  const Tensor<2> raw{{1}};
  for (const double scale : {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e300, 1e-300, -1e-39})
    CHECK(refused_argument([&] { scaled(raw, scale); }) == "scale");
  for (const double softcap : {HUGE_VAL, std::nan(""), -1.0, 1e300, 1e-300, 1e-39})
    CHECK(refused_argument([&] { scaled(raw, 1, softcap); }) == "softcap");
}
