#include <xattention/stages/softmax.hpp>

#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/refused.hpp>
#include <support/variants.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Softmax goes over the last axis of tensors of any rank") {
  for_each_variant([](const Variant& variant) {
    const auto scores = numbers<4>({2, 3, 4, 5}, 1, 5);
    const auto weights = softmax(scores, EmptyRow::zero, variant);
    CHECK(weights.shape() == scores.shape());
    CHECK(difference(weights, exact_softmax(core::lift(scores), EmptyRow::zero)) == "");
    const auto three = numbers<3>({6, 4, 5}, 1, 5);
    CHECK(difference(softmax(three, EmptyRow::zero, variant), weights, exactly) == "");
    const auto two = numbers<2>({24, 5}, 1, 5);
    CHECK(difference(softmax(two, EmptyRow::zero, variant), weights, exactly) == "");
  });
}

TEST_CASE("A row of nothing but -infinity is 0, or uniform where that is asked for, and no other row knows") {
  const Tensor<2> scores{{0, 0, -infinity, -infinity}, {-infinity, -infinity, -infinity, -infinity}, {1, 1, 1, 1}};
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(softmax(scores, EmptyRow::zero, variant),
                            Tensor<2>{{0.5, 0.5, 0, 0}, {0, 0, 0, 0}, {0.25, 0.25, 0.25, 0.25}}, exactly) == "");
    CHECK(tensor_difference(softmax(scores, EmptyRow::uniform, variant),
                            Tensor<2>{{0.5, 0.5, 0, 0}, {0.25, 0.25, 0.25, 0.25}, {0.25, 0.25, 0.25, 0.25}},
                            exactly) == "");
  });
}

TEST_CASE("NaN or +infinity makes its row NaN but where it is forbidden, and no other row") {
  const Tensor<2> scores{{1, not_a_number, -infinity}, {0, 0, -infinity}, {infinity, 0, 0}};
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(
              softmax(scores, EmptyRow::zero, variant),
              Tensor<2>{{not_a_number, not_a_number, 0}, {0.5, 0.5, 0}, {not_a_number, not_a_number, not_a_number}},
              exactly) == "");
  });
}

TEST_CASE("Rows without keys, and no rows at all, are softmaxed to themselves") {
  for (const EmptyRow empty_row : {EmptyRow::zero, EmptyRow::uniform})
    for (const auto& shape : {std::array<std::size_t, 3>{2, 3, 0}, {2, 0, 3}, {0, 2, 3}})
      CHECK(softmax(zeros<3>(shape), empty_row).shape() == shape);
}

TEST_CASE("Every row adds up to 1, or to 0 where nothing is allowed, under every mask") {
  const core::Shape shape{2, 2, 9, 11};
  const auto scores = numbers<4>(shape, 2, 4);
  for_each_variant([&](const Variant& variant) {
    for (const auto& [name, mask] : masks_for(shape, 3)) {
      INFO(name);
      const auto weights = masked_softmax(scores, mask, variant), stage = masked(scores, mask);
      for (std::size_t row = 0; row < weights.size() / 11; ++row) {
        double sum = 0;
        bool empty = mask.empty_row == EmptyRow::zero;
        for (std::size_t j = 0; j < 11; ++j) {
          sum += weights.data()[row * 11 + j];
          empty = empty && stage.data()[row * 11 + j] == -infinity;
        }
        CHECK((empty ? sum == 0 : std::abs(sum - 1) < 1e-6));
      }
    }
  });
}

TEST_CASE("masked_softmax is the softmax of masked") {
  const core::Shape shape{2, 2, 5, 6};
  const auto scores = numbers<4>(shape, 4, 4);
  for_each_variant([&](const Variant& variant) {
    for (const auto& [name, mask] : masks_for(shape, 5)) {
      INFO(name);
      const auto weights = masked_softmax(scores, mask, variant);
      CHECK(difference(weights, exact_softmax(core::lift(masked(scores, mask)), mask.empty_row)) == "");
    }
  });
}

TEST_CASE("A score far below any stand-in for -infinity beats what is masked") {
  const Tensor<3> scores{{{-2e6F, 5, 7, 1}}};
  for_each_variant([&](const Variant& variant) {
    CHECK(tensor_difference(masked_softmax(scores, {.valid_lens = xt::xarray<std::int32_t>{1}}, variant),
                            Tensor<3>{{{1, 0, 0, 0}}}, exactly) == "");
  });
}

TEST_CASE("masked_softmax refuses what masked refuses") {
  CHECK(refused_argument([] { masked_softmax(zeros<2>({2, 3}), {.valid_lens = xt::xarray<std::int32_t>{4}}); }) ==
        "valid_lens");
}
