#include <xattention/execution.hpp>

#include <kernels/table.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/variants.hpp>
#include <xattention/additive_attention.hpp>
#include <xattention/attention.hpp>
#include <xattention/layers/multi_head_attention.hpp>
#include <xattention/summarize.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;
using namespace xattention::test;

namespace {

constexpr float mark = 42;

/// Kernels that compute nothing and leave a mark wherever they should have written.
const kernels::Table marking{
    [](const core::MatrixView& B) { return kernels::Packed(B.rows, B.cols, 0); },
    [](const core::MatrixView& A, const kernels::Packed& B, float* C, std::ptrdiff_t C_stride) noexcept {
      for (std::size_t i = 0; i < A.rows; ++i)
        std::fill_n(C + static_cast<std::ptrdiff_t>(i) * C_stride, B.cols(), mark);
    },
    [](const float*, float* scaled, std::size_t count, double, double) noexcept { std::fill_n(scaled, count, mark); },
    [](const float*, float* weights, std::size_t count) noexcept { std::fill_n(weights, count, mark); },
    [](const float*, std::size_t) noexcept { return mark; },
    [](const float*, std::size_t) noexcept { return double{mark}; },
    [](const float*, const float*, std::size_t, float) noexcept { return double{mark}; },
    [](const float*, std::size_t, std::size_t count, float) noexcept { return count; },
    [](const float*, const core::MatrixView& keys, const float*, float* scores) noexcept {
      std::fill_n(scores, keys.rows, mark);
    },
    [](const kernels::AttentionTask&, std::size_t) noexcept { return std::size_t{0}; },
    [](const kernels::AttentionTask& task, const kernels::AttentionPart& part, float*) noexcept {
      const std::size_t group = task.Q.num_heads() / task.K.num_heads();
      for (std::size_t head = part.kv_head * group; head < (part.kv_head + 1) * group; ++head)
        for (std::size_t i = 0; i < part.num_queries; ++i)
          std::fill_n(task.output.row(part.batch, head, part.query + i), task.V.size(), mark);
    },
    {1, 1, 1, 1, 1}};

const Variant marks{"marks", "Leaves marks.", []() noexcept { return true; }, &marking};

template <class T>
bool all_marked(const T& values) {
  return std::all_of(values.begin(), values.end(), [](float x) { return x == mark; });
}

}  // namespace

TEST_CASE("A call runs on the variant and the threads it is given, else on the best and on the machine's") {
  Threads threads(3);
  const Variant& reference = variant("reference");
  CHECK(&Execution().variant() == &best_variant());
  CHECK(&Execution().threads() == &Threads::of_machine());
  CHECK(&Execution(reference).variant() == &reference);
  CHECK(&Execution(threads).threads() == &threads);
  CHECK(Execution(reference, threads).kernels == reference.kernels);
}

TEST_CASE("No mask and no option makes a call fall to kernels of another variant than the one it was given") {
  const core::Shape shape{2, 4, 9, 7};
  const auto Q = numbers<4>({2, 4, 9, 5}, 1), K = numbers<4>({2, 2, 7, 5}, 2), V = numbers<4>({2, 2, 7, 3}, 3);
  for (const auto& [name, mask] : masks_for(shape, 4))
    for (const Options& options :
         {Options{.mask = mask}, Options{.mask = mask, .scale = 0.0}, Options{.mask = mask, .softcap = 0.5},
          Options{.mask = mask, .dropout = Dropout{0.3, 11}}}) {
      INFO(name << ", softcap " << options.softcap);
      CHECK(all_marked(dot_product_attention(Q, K, V, options, marks)));
      const auto t = trace(Q, K, V, options, {}, marks);
      CHECK(all_marked(t.scores));
      CHECK(all_marked(*t.scaled));
      CHECK(all_marked(t.output));
      const auto marked_or_empty = [](float x) { return x == mark || x == 0 || x == 1.0F / 7; };
      CHECK(std::all_of(t.attention_weights.begin(), t.attention_weights.end(), marked_or_empty));
    }
}

TEST_CASE("Layers, summaries and additive attention run on the variant they are given") {
  const auto X = numbers<3>({2, 9, 8}, 1);
  const MultiHeadAttention layer({.num_hiddens = 8, .num_heads = 4, .num_kv_heads = 2});
  CHECK(all_marked(layer.forward(X, {}, marks)));
  CHECK(all_marked(*layer.trace(X, {}, {}, marks).V));
  CHECK(all_marked(layer.summarize(X, {}, {}, marks).row_max.values()));
  const AdditiveParameters parameters{numbers<2>({8, 5}, 2), numbers<2>({8, 5}, 3), numbers<1>({5}, 4)};
  const auto t = additive_attention(X, X, X, parameters, {}, {}, marks);
  CHECK(all_marked(t.scores));
  CHECK(all_marked(t.attention_weights));
  CHECK(all_marked(t.output));
}
