#include <xattention/threads.hpp>

#include <support/compare.hpp>
#include <support/inputs.hpp>
#include <support/masks.hpp>
#include <support/variants.hpp>
#include <xattention/additive_attention.hpp>
#include <xattention/attention.hpp>
#include <xattention/layers/multi_head_attention.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <thread>

using namespace xattention;
using namespace xattention::test;

namespace {

using Stages = std::map<std::string, std::vector<float>>;

template <class T>
std::vector<float> values_of(const T& tensor) {
  return {tensor.data(), tensor.data() + tensor.size()};
}
std::vector<float> values_of(const core::Stage& stage) { return {stage.values().begin(), stage.values().end()}; }

Stages stages_of(const core::Trace& trace) {
  Stages stages;
  trace.for_each_stage(
      [&](std::string_view name, const core::Stage& stage) { stages[std::string(name)] = values_of(stage); });
  return stages;
}

Stages stages_of(const core::Summary& summary) {
  return {{"row_max", values_of(summary.row_max)},
          {"entropy", values_of(summary.entropy)},
          {"indices", {summary.indices.begin(), summary.indices.end()}},
          {"attention_weights", values_of(summary.attention_weights)},
          {"map", values_of(summary.map)}};
}

/// The names of the stages that differ in a bit.
std::string differing(const Stages& a, const Stages& b) {
  std::string names = a.size() == b.size() ? "" : "the number of stages, ";
  for (const auto& [name, values] : a) {
    const std::vector<float>& others = b.at(name);
    const auto same_bits = [](float a, float b) {
      return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    };
    if (!std::equal(values.begin(), values.end(), others.begin(), others.end(), same_bits)) names += name + ", ";
  }
  return names;
}

/// compute(execution) for every variant: with 2, 3 and 5 threads, woken for the least work, what it is with one.
template <class Compute>
void check_same_bits(Compute&& compute) {
  Threads alone(1), two(2, 0), three(3, 0), five(5, 0);
  for_each_variant([&](const Variant& variant) {
    const Stages expected = compute(Execution(variant, alone));
    for (Threads* threads : {&two, &three, &five}) {
      INFO(threads->count() << " threads");
      CHECK(differing(compute(Execution(variant, *threads)), expected) == "");
    }
  });
}

}  // namespace

TEST_CASE("Threads do every unit once, and tell themselves apart") {
  for (const std::size_t count : {1, 2, 5}) {
    Threads threads(count, 0);
    for (const std::size_t units : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> done(units);
      std::vector<std::atomic<int>> at_work(count);
      std::atomic<bool> alone = true;
      threads.share(units, threads.workers(units, 1), [&](std::size_t unit, std::size_t worker) noexcept {
        if (++at_work[worker] != 1) alone = false;
        ++done[unit];
        --at_work[worker];
      });
      CHECK(alone);
      CHECK(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
    }
  }
}

TEST_CASE("Threads take part: two units that wait for each other are done") {
  Threads threads(2, 0);
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> here = 0;
    threads.share(2, 2, [&](std::size_t, std::size_t) noexcept {
      ++here;
      while (here < 2) std::this_thread::yield();
    });
    CHECK(here == 2);
  }
}

TEST_CASE("Threads may be asked by several at once, and while they are at work") {
  Threads threads(3, 0);
  std::atomic<int> done = 0;
  const auto ask = [&] {
    for (int call = 0; call < 300; ++call)
      threads.share(5, 3, [&](std::size_t, std::size_t) noexcept {
        threads.share(2, 2, [&](std::size_t, std::size_t) noexcept { ++done; });
      });
  };
  std::thread another(ask), third(ask);
  ask();
  another.join();
  third.join();
  CHECK(done == 3 * 300 * 5 * 2);
}

TEST_CASE("Little work wakes nobody, and there is never a thread without a unit") {
  const Threads threads(8, 1000);
  CHECK(threads.workers(100, 0) == 1);
  CHECK(threads.workers(100, 1999) == 1);
  CHECK(threads.workers(100, 2000) == 2);
  CHECK(threads.workers(100, 1e30) == 8);
  CHECK(threads.workers(3, 1e30) == 3);
  CHECK(threads.workers(0, 1e30) == 1);
  CHECK(Threads(0).workers(100, 1e30) == 1);
}

TEST_CASE("Attention has the same bits from any number of threads: every mask and option") {
  for (const core::Shape& shape : {core::Shape{1, 2, 130, 40}, core::Shape{2, 4, 33, 35}, core::Shape{1, 1, 1, 7}})
    for (const auto& [name, mask] : masks_for(shape, 4)) {
      const auto [B, H, L, S] = shape;
      const std::size_t num_kv_heads = H / 2 + H % 2;
      const auto Q = numbers<4>({B, H, L, 5}, 1), K = numbers<4>({B, num_kv_heads, S, 5}, 2);
      const auto V = numbers<4>({B, num_kv_heads, S, 3}, 3);
      for (const Options& options :
           {Options{.mask = mask}, Options{.mask = mask, .softcap = 0.5, .dropout = Dropout{0.3, 11}}}) {
        INFO(name << " on " << core::to_string(shape) << ", softcap " << options.softcap);
        check_same_bits([&](const Execution& execution) {
          Stages stages = stages_of(core::trace({core::lift(Q), core::lift(K), core::lift(V)}, options, {}, execution));
          stages["fused"] = values_of(dot_product_attention(Q, K, V, options, execution));
          return stages;
        });
      }
    }
}

TEST_CASE("Attention to many keys has the same bits from any number of threads") {
  const auto Q = numbers<3>({1, 200, 5}, 1), K = numbers<3>({1, 600, 5}, 2), V = numbers<3>({1, 600, 3}, 3);
  const Options options{.mask = {.causal = true, .query_offset = Alignment::bottom_right}};
  check_same_bits([&](const Execution& execution) {
    return Stages{{"fused", values_of(dot_product_attention(Q, K, V, options, execution))}};
  });
}

TEST_CASE("Layers and additive attention have the same bits from any number of threads") {
  const auto X = numbers<3>({2, 70, 24}, 1), Y = numbers<3>({2, 150, 24}, 2);
  const MultiHeadAttention layer({.num_hiddens = 24, .num_heads = 4, .num_kv_heads = 2}, true);
  const AdditiveParameters additive{numbers<2>({24, 9}, 3), numbers<2>({24, 9}, 4), numbers<1>({9}, 5)};
  const Options options{.mask = {.valid_lens = xt::xarray<std::int32_t>{150, 33}}};
  check_same_bits([&](const Execution& execution) {
    const auto t = layer.trace(X, Y, Y, options, {}, execution);
    return Stages{{"forward", values_of(layer.forward(X, Y, Y, options, execution))},
                  {"Q", values_of(*t.Q)},
                  {"K", values_of(*t.K)},
                  {"V", values_of(*t.V)},
                  {"attention_weights", values_of(t.attention_weights)},
                  {"output", values_of(t.output)},
                  {"additive", values_of(additive_attention(X, Y, Y, additive, options.mask, {}, execution).output)}};
  });
}

TEST_CASE("Summaries have the same bits from any number of threads, whatever the map") {
  const auto Q = numbers<4>({1, 2, 500, 5}, 1), K = numbers<4>({1, 2, 90, 5}, 2);
  for (const Reduce reduce : {Reduce::max, Reduce::mean})
    for (const std::size_t map_rows : {0, 1, 7, 64, 500}) {
      INFO(map_rows << " rows of the map");
      const SummaryRequest request{.top_k = 3, .map_rows = map_rows, .map_cols = 9, .reduce = reduce};
      check_same_bits([&](const Execution& execution) {
        const Options options{.mask = {.causal = true, .query_offset = std::int64_t{-20}}};
        return stages_of(core::summarize({core::lift(Q), core::lift(K), core::lift(K)}, options, request, execution));
      });
    }
}
