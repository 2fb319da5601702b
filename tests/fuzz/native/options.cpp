// libFuzzer over what the C++ API is asked: shapes and options out of bytes. Each call is refused by every variant
// alike, naming the same argument, or done by each, and then all agree; memory and undefined behaviour are the
// sanitizers' part.

#include <xattention/attention.hpp>
#include <xattention/summarize.hpp>

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace {

using namespace xattention;

constexpr float infinity = std::numeric_limits<float>::infinity();

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

/// Random bytes as what a call is made of.
class Given {
 public:
  Given(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  std::size_t size() { return bytes_.ConsumeIntegralInRange<std::size_t>(0, 9); }
  bool chance() { return bytes_.ConsumeIntegralInRange(0, 2) == 0; }
  int integer(int low, int high) { return bytes_.ConsumeIntegralInRange(low, high); }
  std::int64_t any_integer() { return bytes_.ConsumeIntegral<std::int64_t>(); }
  double any_number() {
    return bytes_.PickValueInArray<double>({0.0, -0.0, 1.0, -0.7, 1e300, 1e-300, 1e30, NAN, INFINITY, -1.0, 0.5});
  }

  float number() {
    constexpr float special[] = {0.0F, -0.0F, NAN, infinity, -infinity, 3.4e38F, -3.4e38F, 1e-45F, 88.0F, -104.0F};
    const int kind = integer(0, 40);
    return kind < 10 && is_wild_ ? special[kind] : static_cast<float>(integer(-64, 64)) / 32;
  }
  void be_wild(bool is_wild) { is_wild_ = is_wild; }

  Tensor<4> tensor(const core::Shape& shape) {
    Tensor<4> tensor(shape);
    for (float& x : tensor) x = number();
    return tensor;
  }
  template <class T, class Draw>
  xt::xarray<T> array(std::vector<std::size_t> shape, Draw&& draw) {
    auto array = xt::xarray<T>::from_shape(shape);
    for (auto& x : array) x = static_cast<T>(draw());
    return array;
  }
  /// A shape that broadcasts to this one, or nearly.
  std::vector<std::size_t> mask_shape(const core::Shape& scores) {
    std::vector<std::size_t> shape(scores.begin() + integer(0, 4), scores.end());
    for (std::size_t& extent : shape) extent = chance() ? 1 : integer(0, 30) == 0 ? extent + 1 : extent;
    return shape;
  }

  Options options(const core::Shape& scores) {
    const int keys = static_cast<int>(scores[3]);
    Options o;
    o.mask.causal = chance();
    switch (integer(0, 4)) {
      case 0:
        o.mask.query_offset = chance() ? Alignment::top_left : Alignment::bottom_right;
        break;
      case 1:
        o.mask.query_offset = any_integer();
        break;
      case 2:
        o.mask.query_offset = std::int64_t{integer(-9, 9)};
        break;
      case 3:
        o.mask.query_offset = std::vector<std::int64_t>(scores[0] + (chance() && chance() ? 1U : 0U), any_integer());
        break;
      default:
        break;
    }
    if (chance())
      o.mask.window = chance() ? Window{any_integer(), any_integer()} : Window{integer(-1, 9), integer(-1, 9)};
    if (chance()) {
      std::vector<std::size_t> shape{scores[0]};
      if (chance()) shape.push_back(scores[2]);
      o.mask.valid_lens = array<std::int32_t>(shape, [&] { return integer(0, 60) == 0 ? keys + 1 : integer(0, keys); });
    }
    const auto truth = [&] { return chance(); };
    if (chance()) o.mask.keep = array<bool>(mask_shape(scores), [&] { return !truth(); });
    if (chance()) o.mask.drop = array<bool>(mask_shape(scores), truth);
    if (chance())
      o.mask.attention_bias = array<float>(mask_shape(scores), [&] { return chance() ? -infinity : number(); });
    if (chance()) o.mask.empty_row = EmptyRow::uniform;
    if (chance()) o.scale = any_number();
    if (chance()) o.softcap = any_number();
    if (chance()) o.dropout = Dropout{chance() ? any_number() : 0.5, static_cast<std::uint64_t>(any_integer())};
    return o;
  }

 private:
  FuzzedDataProvider bytes_;
  bool is_wild_ = false;
};

/// The argument that a call refuses; empty where it does not.
template <class Call>
std::string refused(Call&& call) {
  try {
    call();
    return "";
  } catch (const error& e) {
    return e.argument();
  }
}

bool is_near(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-4F + 1e-4F * std::abs(b);
}

void compare(const char* what, const Variant& variant, const Tensor<4>& actual, const Tensor<4>& expected) {
  if (actual.shape() != expected.shape()) fail(std::string(what) + ": another shape");
  for (std::size_t i = 0; i < actual.size(); ++i)
    if (!is_near(actual.data()[i], expected.data()[i]))
      fail(std::string(what) + " of " + std::string(variant.name) + ": [" + std::to_string(i) + "] " +
           std::to_string(actual.data()[i]) + ", expected " + std::to_string(expected.data()[i]));
}

/// What is forbidden weighs exactly 0.
void check_weights(const Trace<4>& trace) {
  for (std::size_t i = 0; i < trace.masked.size(); ++i)
    if (trace.masked.data()[i] == -infinity) {
      const float weight = trace.attention_weights.data()[i];
      const bool is_spread = std::abs(weight - 1.0F / static_cast<float>(trace.masked.shape()[3])) < 1e-6F;
      if (weight != 0 && !is_spread) fail("a weight of " + std::to_string(weight) + " where it is forbidden");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Given given(data, size);
  const bool is_wild = given.chance();
  given.be_wild(is_wild);
  const core::Shape scores{static_cast<std::size_t>(given.integer(0, 2)), static_cast<std::size_t>(given.integer(0, 4)),
                           given.size(), given.chance() ? given.size() * 33 : given.size()};
  const auto kv_heads = static_cast<std::size_t>(given.integer(0, 3));
  const std::size_t head_size = given.size(), value_size = given.size();
  const Options options = given.options(scores);
  const Tensor<4> Q = given.tensor({scores[0], scores[1], scores[2], head_size}),
                  K = given.tensor({scores[0], kv_heads, scores[3], head_size}),
                  V = given.tensor({scores[0], kv_heads, scores[3], value_size});

  std::optional<Trace<4>> right;
  const std::string reason = refused([&] { right = trace(Q, K, V, options, {}, xattention::variant("reference")); });
  for (const Variant& variant : variants()) {
    if (!variant.supported()) continue;
    std::optional<Trace<4>> traced;
    Tensor<4> output;
    const std::string traced_reason = refused([&] { traced = trace(Q, K, V, options, {}, variant); });
    const std::string fused_reason = refused([&] { output = dot_product_attention(Q, K, V, options, variant); });
    if (traced_reason != reason || fused_reason != reason)
      fail("refused '" + traced_reason + "' and '" + fused_reason + "', where the reference refuses '" + reason + "'");
    if (!traced) continue;
    check_weights(*traced);
    // Wild numbers overflow where the order of a sum decides; scales that are large make much of a rounding.
    if (is_wild || std::abs(options.scale.value_or(1)) > 1) continue;
    compare("scores", variant, traced->scores, right->scores);
    compare("attention_weights", variant, traced->attention_weights, right->attention_weights);
    compare("output", variant, traced->output, right->output);
    compare("the output alone", variant, output, right->output);
  }
  return 0;
}
