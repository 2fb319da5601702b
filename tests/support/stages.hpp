#pragma once
// Every stage of a trace held against float64 computed from the stage before it.

#include <support/allowed.hpp>
#include <support/exact.hpp>
#include <support/inputs.hpp>
#include <xattention/trace.hpp>

#include <catch2/catch_test_macros.hpp>

namespace xattention::test {

inline Expected exact_scaled(const Tensor<4>& scores, const Options& options, std::size_t head_size) {
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(head_size)));
  Expected expected;
  for (const double x : scores) {
    const double cap = options.softcap, scaled = cap > 0 ? cap * std::tanh(scale * x / cap) : scale * x;
    expected.add(scaled, 4 * rounding * std::abs(scaled));  // of scale, product, tanh and softcap
  }
  return expected;
}

inline Expected exact_masked(const Tensor<4>& scaled, const Mask& mask) {
  Expected expected;
  for_each_position(scaled.shape(), [&](const Position& p, std::size_t flat) {
    const double sum = static_cast<double>(scaled.data()[flat]) + bias_at(mask, p);
    expected.add(allowed(mask, scaled.shape(), p) ? sum : -infinity, rounding * std::abs(sum));
  });
  return expected;
}

inline Expected exact_dropped(const Tensor<4>& attention_weights, const Dropout& dropout) {
  Expected expected;
  for (std::size_t i = 0; i < attention_weights.size(); ++i) {
    const double kept = uniform(dropout.seed, i) < dropout.p ? 0 : attention_weights.data()[i] / (1 - dropout.p);
    expected.add(kept, rounding * kept);
  }
  return expected;
}

/// From scores to heads (or to output, where the trace has no heads); rank 4 alone, to compile little.
template <std::size_t N>
void check_stages(const Trace<N, 4>& t, const Tensor<4>& Q, const Tensor<4>& K, const Tensor<4>& V,
                  const Options& options) {
  CHECK(difference(t.scores, exact_scores(core::lift(Q), core::lift(K))) == "");
  REQUIRE(t.scaled.has_value());
  CHECK(difference(*t.scaled, exact_scaled(t.scores, options, Q.shape()[3])) == "");
  CHECK(difference(t.masked, exact_masked(*t.scaled, options.mask)) == "");
  CHECK(difference(t.attention_weights, exact_softmax(core::lift(t.masked), options.mask.empty_row)) == "");
  const bool drops = options.dropout && options.dropout->p > 0;
  REQUIRE(t.dropped.has_value() == drops);
  if (drops) CHECK(difference(*t.dropped, exact_dropped(t.attention_weights, *options.dropout)) == "");
  const Tensor<4>& weights = drops ? *t.dropped : t.attention_weights;
  const Expected sums = exact_weighted_sum(core::lift(weights), core::lift(V), core::lift(t.masked));
  if constexpr (N == 4)
    CHECK(difference(t.output, sums) == "");
  else
    CHECK(difference(t.heads.value(), sums) == "");
}

}  // namespace xattention::test
