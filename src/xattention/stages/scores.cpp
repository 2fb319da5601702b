#include <kernels/share.hpp>
#include <xattention/errors.hpp>
#include <xattention/stages/scores.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace xattention::core {

void check_batch_and_heads(const TensorView& Q, const char* name, const TensorView& K) {
  const auto fail = [&](const std::string& expected) {
    throw shape_error(name, expected + " beside " + to_string(Q.visible_shape()),
                      "shape " + to_string(K.visible_shape()));
  };
  if (K.axes != Q.axes) fail("rank " + std::to_string(Q.axes.rank()));
  if (K.batch_size() != Q.batch_size()) fail("batch_size " + std::to_string(Q.batch_size()));
  if (K.num_heads() == 0 || Q.num_heads() == 0) fail("at least one head");
  if (Q.num_heads() % K.num_heads() != 0) fail("num_kv_heads that divides num_heads " + std::to_string(Q.num_heads()));
}

void check_queries_and_keys(const TensorView& Q, const TensorView& K) {
  check_batch_and_heads(Q, "K", K);
  if (Q.size() == 0) throw shape_error("Q", "head_size of at least 1", "shape " + to_string(Q.visible_shape()));
  if (K.size() != Q.size())
    throw shape_error("K", "head_size " + std::to_string(Q.size()) + " as Q", "shape " + to_string(K.visible_shape()));
}

std::size_t kv_head(const TensorView& Q, const TensorView& K, std::size_t head) {
  return head * K.num_heads() / Q.num_heads();
}

Stage scores(const TensorView& Q, const TensorView& K, const Execution& execution) {
  check_queries_and_keys(Q, K);
  Stage scores({Q.batch_size(), Q.num_heads(), Q.num_steps(), K.num_steps()}, Q.axes);
  if (scores.values().empty()) return scores;  // though there may be any number of heads
  const MutableTensorView result = scores.view();
  for (std::size_t batch = 0; batch < Q.batch_size(); ++batch)
    for (std::size_t head = 0; head < Q.num_heads(); ++head) {
      const kernels::Packed packed = execution.kernels->pack(K.matrix(batch, kv_head(Q, K, head)).transposed());
      const auto rows_of = [&](std::size_t first, std::size_t count) {
        execution.kernels->multiply(Q.matrix(batch, head).middle_rows(first, count), packed,
                                    result.row(batch, head, first), result.strides[2]);
      };
      const double work = static_cast<double>(Q.size()) * static_cast<double>(K.num_steps());
      kernels::share_rows(execution, Q.num_steps(), work, execution.kernels->sizes.tile_rows, rows_of);
    }
  return scores;
}

namespace {

// Kernels compute in float32, where 1e300 is infinite and 1e-300 is 0; numbers nearer to 0 than the smallest normal one
// are 0 on many a GPU.
void check_factor(const char* name, double factor, double least) {
  const bool fits = factor == 0 || std::isnormal(static_cast<float>(factor));
  if (fits && factor >= least) return;
  std::array<char, 32> got{};
  std::snprintf(got.data(), got.size(), "%g", factor);  // a stream would make the WebAssembly half as large again
  throw argument_error(name, least == 0 ? "0 or a positive, normal float32 number" : "0 or a normal float32 number",
                       got.data());
}

}  // namespace

double scale_of(const Options& options, std::size_t head_size) {
  if (options.scale) check_factor("scale", *options.scale, -std::numeric_limits<double>::infinity());
  check_factor("softcap", options.softcap, 0);
  return options.scale.value_or(1.0 / std::sqrt(static_cast<double>(head_size)));
}

Stage scaled(const TensorView& scores, double scale, double softcap, const Execution& execution) {
  Stage scaled(scores.shape, scores.axes);
  const MutableTensorView result = scaled.view();
  const double work = static_cast<double>(scores.size()) * (softcap > 0 ? 32 : 4);
  kernels::share_rows(execution, scores.count_rows(), work, 1, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto [batch, head, query] = scores.place_of_row(i);
      execution.kernels->scale(scores.row(batch, head, query), result.row(batch, head, query), scores.size(), scale,
                               softcap);
    }
  });
  return scaled;
}

}  // namespace xattention::core
