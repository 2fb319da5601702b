#include <xattention/layer.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/refused.hpp>
#include <xattention/multi_head_attention.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

constexpr MultiHeadSizes sizes{
    .num_hiddens = 8, .num_heads = 4, .num_kv_heads = 2, .query_size = 5, .key_size = 3, .value_size = 6};

}  // namespace

TEST_CASE("Sizes not given are num_hiddens, and kv heads are as many as heads") {
  const auto plain = core::LayerSizes::multi_head({8, 2});
  CHECK((plain.query_size == 8 && plain.key_size == 8 && plain.value_size == 8));
  CHECK((plain.heads->num_heads == 2 && plain.heads->num_kv_heads == 2 && plain.kv_hiddens() == 8));
  CHECK(core::LayerSizes::multi_head(sizes).kv_hiddens() == 4);
  const auto single = core::LayerSizes::single_head(7);
  CHECK((!single.heads && single.kv_hiddens() == 7));
}

TEST_CASE("A seed draws W_q W_k W_v W_o b_q b_k b_v b_o as streams 1 to 8, each with its own fan") {
  const auto p = core::initial_parameters(core::LayerSizes::multi_head(sizes), true, 3, Init::linear);
  const auto same = [](const auto& actual, const auto& expected) {
    CHECK(tensor_difference(actual, expected, exactly) == "");
  };
  same(p.W_q, initial_weight(5, 8, Init::linear, 3, 1));
  same(p.W_k, initial_weight(3, 4, Init::linear, 3, 2));
  same(p.W_v, initial_weight(6, 4, Init::linear, 3, 3));
  same(p.W_o.value(), initial_weight(8, 8, Init::linear, 3, 4));
  same(p.b_q.value(), initial_bias(5, 8, Init::linear, 3, 5));
  same(p.b_k.value(), initial_bias(3, 4, Init::linear, 3, 6));
  same(p.b_v.value(), initial_bias(6, 4, Init::linear, 3, 7));
  same(p.b_o.value(), initial_bias(8, 8, Init::linear, 3, 8));
}

TEST_CASE("There are biases only where they are asked for, and W_o only beside heads") {
  const auto without = core::initial_parameters(core::LayerSizes::multi_head(sizes), false, 3, Init::linear);
  CHECK((without.W_o && !without.b_q && !without.b_k && !without.b_v && !without.b_o));
  CHECK(!core::initial_parameters(core::LayerSizes::single_head(4), false, 3, Init::linear).W_o);
}

TEST_CASE("Given parameters are used as they are, and each is refused where it does not fit") {
  const Parameters given = MultiHeadAttention(sizes, true, 1).parameters();
  CHECK(tensor_difference(MultiHeadAttention(sizes, given).parameters().W_k, given.W_k, exactly) == "");
  const auto said = [&](auto&& spoil) {
    Parameters spoilt = given;
    spoil(spoilt);
    return refused([&] { MultiHeadAttention(sizes, spoilt); });
  };
  CHECK(said([](Parameters& p) { p.W_q = zeros<2>({8, 5}); }) == "W_q: expected shape (5, 8), got shape (8, 5)");
  CHECK(said([](Parameters& p) { p.W_k = zeros<2>({3, 8}); }) == "W_k: expected shape (3, 4), got shape (3, 8)");
  CHECK(said([](Parameters& p) { p.W_v = zeros<2>({5, 4}); }) == "W_v: expected shape (6, 4), got shape (5, 4)");
  CHECK(said([](Parameters& p) { p.W_o = zeros<2>({8, 4}); }) == "W_o: expected shape (8, 8), got shape (8, 4)");
  CHECK(said([](Parameters& p) { p.b_q = zeros<1>({5}); }) == "b_q: expected shape (8,), got shape (5,)");
  CHECK(said([](Parameters& p) { p.b_k = zeros<1>({8}); }) == "b_k: expected shape (4,), got shape (8,)");
  CHECK(said([](Parameters& p) { p.b_v = zeros<1>({8}); }) == "b_v: expected shape (4,), got shape (8,)");
  CHECK(said([](Parameters& p) { p.b_o = zeros<1>({4}); }) == "b_o: expected shape (8,), got shape (4,)");
  CHECK(said([](Parameters& p) { p.W_o.reset(); }) == "parameters.W_o: expected an output projection, got nothing");
}
