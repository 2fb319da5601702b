#include <xattention/tensor.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/views.hpp>
#include <xattention/attention.hpp>

#include <catch2/catch_test_macros.hpp>

#include <new>

using namespace xattention;
using namespace xattention::test;

namespace {

using Shape = std::vector<std::size_t>;

// What attention makes of Q, K and V stored like this must be what it makes of their contiguous copies.
template <class EQ, class EK, class EV>
void check_as_contiguous(const EQ& Q, const EK& K, const EV& V) {
  constexpr std::size_t N = rank_of<EQ>;
  Tensor<N> contiguous_Q(Q), contiguous_K(K), contiguous_V(V);
  const auto from_layout = trace(Q, K, V), from_copy = trace(contiguous_Q, contiguous_K, contiguous_V);
  CHECK(tensor_difference(from_layout.scores, from_copy.scores, exactly) == "");
  CHECK(tensor_difference(from_layout.output, from_copy.output, exactly) == "");
  CHECK(tensor_difference(dot_product_attention(Q, K, V),
                          dot_product_attention(contiguous_Q, contiguous_K, contiguous_V), exactly) == "");
}

}  // namespace

TEST_CASE("A tensor of rank 2, 3 or 4 is seen with four axes, and shown with its own") {
  const Tensor<2> two(std::array<std::size_t, 2>{3, 4});
  const Tensor<3> three(std::array<std::size_t, 3>{2, 3, 4});
  const Tensor<4> four(std::array<std::size_t, 4>{5, 2, 3, 4});
  CHECK(core::lift(two).shape == core::Shape{1, 1, 3, 4});
  CHECK(core::lift(three).shape == core::Shape{2, 1, 3, 4});
  CHECK(core::lift(three, {.batch = false, .heads = true}).shape == core::Shape{1, 2, 3, 4});
  CHECK(core::lift(four).shape == core::Shape{5, 2, 3, 4});
  CHECK(core::lift(two).visible_shape() == Shape{3, 4});
  CHECK(core::lift(three).visible_shape() == Shape{2, 3, 4});
  CHECK(core::lift(three, {.batch = false, .heads = true}).visible_shape() == Shape{2, 3, 4});
  CHECK(core::lift(four).visible_shape() == Shape{5, 2, 3, 4});
}

TEST_CASE("A row-major tensor is used where it lies, everything else is evaluated once") {
  const Tensor<2> tensor = numbers<2>({3, 4}, 1);
  CHECK(&row_major(tensor) == &tensor);
  const Tensor<2> evaluated = row_major(xt::transpose(tensor));
  CHECK(evaluated.shape() == std::array<std::size_t, 2>{4, 3});
  CHECK(evaluated(3, 1) == tensor(1, 3));
}

TEST_CASE("Heads cut out of the last axis are strided views of the same numbers") {
  const Tensor<3> X = numbers<3>({2, 3, 8}, 2);
  const core::TensorView heads = core::lift(X).split_heads(4);
  CHECK(heads.shape == core::Shape{2, 4, 3, 2});
  CHECK(heads.visible_shape() == Shape{2, 4, 3, 2});
  for (std::size_t h = 0; h < 4; ++h) CHECK(heads.matrix(1, h)(2, 1) == X(1, 2, h * 2 + 1));
}

TEST_CASE("A stage copies what a strided view shows, and its xtensor is the stage's own storage") {
  const Tensor<3> X = numbers<3>({2, 3, 8}, 2);
  core::Stage stage(core::lift(X).split_heads(4));
  const float* storage = stage.values().data();
  const Tensor<4> taken = std::move(stage).take<4>();
  CHECK(taken.data() == storage);
  CHECK(taken(1, 3, 2, 1) == X(1, 2, 7));
}

TEST_CASE("A size beyond the address space is bad_alloc, not a small buffer") {
  const std::size_t huge = std::size_t{1} << (sizeof(std::size_t) * 4);
  CHECK_THROWS_AS(core::Stage({huge, huge, 1, 1}, {}), std::bad_alloc);
  CHECK_THROWS_AS(core::Stage({huge, huge, huge, huge}, {}), std::bad_alloc);
}

TEST_CASE("Errors write shapes as tuples") {
  CHECK(core::to_string(Shape{2, 3, 4}) == "(2, 3, 4)");
  CHECK(core::to_string(Shape{2}) == "(2,)");
  CHECK(core::to_string(Shape{}) == "()");
}

TEST_CASE("Views with a step and an offset give what their contiguous copies give") {
  const Tensor<3> buffer = numbers<3>({2, 12, 12}, 3);
  check_as_contiguous(xt::view(buffer, xt::all(), xt::range(1, 12, 2), xt::range(0, 4)),
                      xt::view(buffer, xt::all(), xt::range(0, 12, 3), xt::range(1, 12, 3)),
                      xt::view(buffer, xt::all(), xt::range(4, 8), xt::range(5, 12)));
}

TEST_CASE("Steps and heads stored the other way round give what their contiguous copies give") {
  const Tensor<4> memory = numbers<4>({2, 5, 3, 4}, 4);  // batch, steps, heads, size
  const auto heads_first = xt::transpose(memory, {0, 2, 1, 3});
  check_as_contiguous(heads_first, heads_first, heads_first);
}

TEST_CASE("Column-major tensors give what their row-major copies give") {
  const xt::xtensor<float, 2, xt::layout_type::column_major> Q = numbers<2>({5, 3}, 5), K = numbers<2>({7, 3}, 6),
                                                             V = numbers<2>({7, 6}, 7);
  CHECK(Q(4, 1) == numbers<2>({5, 3}, 5)(4, 1));
  check_as_contiguous(Q, K, V);
}

TEST_CASE("Transposes give what their contiguous copies give, that of a 1 by 4 row included") {
  const Tensor<2> row = numbers<2>({1, 4}, 8), V = numbers<2>({3, 4}, 9);
  const auto column = xt::transpose(row);
  check_as_contiguous(column, column, xt::transpose(V));
  for (std::size_t i = 0; i < 4; ++i) CHECK(scores(column, column)(i, 2) == row(0, i) * row(0, 2));
  check_as_contiguous(row, row, row);
}

TEST_CASE("A lazy expression is evaluated before it is attended to") {
  const Tensor<2> X = numbers<2>({4, 3}, 10);
  check_as_contiguous(2.0F * X, X + 1.0F, -X);
}
