// What the page's lesson needs beside attention; a module of its own, which the package does not have.
// web/page/lesson/core/module.ts is the same seen from JavaScript.

#include "convert.hpp"

#include <lesson/encoder.hpp>
#include <lesson/rnn.hpp>
#include <xattention/layers/self_attention.hpp>

using namespace xattention;
using namespace xattention::bindings;

namespace {

Tensor<2> random_matrix(std::size_t rows, std::size_t cols) {
  return initial_weight(rows, cols, Init::xavier, 1, 9);  // a stream that no parameter has
}

/// One sequence and the two ways to read it, with the same kernels on the same thread: to be timed from outside.
class Reading {
 public:
  Reading(std::size_t num_steps, std::size_t num_hiddens)
      : X_(random_matrix(num_steps, num_hiddens)),
        rnn_(lesson::RnnParameters::drawn(num_hiddens, num_hiddens, 1)),
        attention_(num_hiddens, 1) {}

  /// Reads it `times` times; what is returned depends on every result, so that none is left out.
  [[nodiscard]] float by_rnn(unsigned times) const {
    return repeated(times, [&] { return lesson::rnn(X_, rnn_); });
  }
  [[nodiscard]] float by_attention(unsigned times) const {
    return repeated(times, [&] { return attention_.forward(X_); });
  }

 private:
  template <class Read>
  static float repeated(unsigned times, Read&& read) {
    float sum = 0;
    for (unsigned i = 0; i < times; ++i) sum += *read().crbegin();
    return sum;
  }

  Tensor<2> X_;
  lesson::RnnParameters rnn_;
  SelfAttention attention_;
};

val add_norm(val x, val y) {
  const auto X = parameter_of<2>("X", x);
  const std::array size{X.shape()[1]};
  const auto [sum, output] = lesson::add_norm(X, parameter_of<2>("Y", y), Tensor<1>(size, 1.0F), Tensor<1>(size, 0.0F));
  val result = val::object();
  result.set("sum", to_js(sum));
  result.set("output", to_js(output));
  return result;
}

val feed_forward(val x, std::size_t width, double seed) {
  const auto X = parameter_of<2>("X", x);
  const auto [hidden, rectified, output] = lesson::feed_forward(
      X, lesson::FeedForwardParameters::drawn(X.shape()[1], width, static_cast<std::uint64_t>(seed)));
  val result = val::object();
  result.set("hidden", to_js(hidden));
  result.set("rectified", to_js(rectified));
  result.set("output", to_js(output));
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(lesson) {
  emscripten::function("addNorm", add_norm);
  emscripten::function("feedForward", feed_forward);
  emscripten::class_<Reading>("Reading")
      .constructor<std::size_t, std::size_t>()
      .function("byRnn", &Reading::by_rnn)
      .function("byAttention", &Reading::by_attention);
}
