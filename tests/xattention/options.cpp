#include <xattention/options.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <xattention/attention.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Options of nothing forbid nothing, scale by 1/√head_size, cap nothing and drop nothing") {
  const auto X = numbers<2>({4, 9}, 1);
  const auto t = trace(X, X, X), said = trace(X, X, X, {.scale = 1.0 / 3, .softcap = 0, .dropout = Dropout{}});
  CHECK(tensor_difference(t.masked, *t.scaled, exactly) == "");
  CHECK(!t.dropped);
  CHECK(tensor_difference(said.output, t.output, exactly) == "");
}

TEST_CASE("A window of -1 on both sides is no window, and all true or all false masks are no masks") {
  const auto X = numbers<2>({4, 3}, 2);
  const auto none = dot_product_attention(X, X, X);
  const Mask every{.window = Window{},
                   .valid_lens = xt::xarray<std::int32_t>{4},
                   .keep = coins({4, 4}, 0, 2),
                   .drop = coins({4, 4}, 0, -1),
                   .attention_bias = xt::xarray<float>({1}, 0.0F)};
  CHECK(tensor_difference(dot_product_attention(X, X, X, {.mask = every}), none, exactly) == "");
}
