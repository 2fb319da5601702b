#pragma once
// Reads the golden values of tests/golden; write.py there describes the format.
//
//   for (const GoldenCase& golden : read_golden("masks.txt")) {
//     const Tensor<3> Q = golden.tensor<3>("Q");
//     ... golden.expected.at("output") ...
//   }
//
// XATTENTION_GOLDEN_DIR is the folder, as a string. A malformed line throws GoldenError, which says
// file and line.

#include <xattention/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace xattention::test {

struct GoldenError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What is known of a result too large to list: enough to catch a lost tail or a wrong sum.
struct GoldenDigest {
  std::size_t count = 0;
  double sum = 0, sum_abs = 0;
  std::vector<double> first, last;

  static constexpr std::size_t first_count = 8, last_count = 4;

  /// The same digest of a result.
  template <class Values>
  static GoldenDigest of(const Values& values) {
    const std::vector<double> flat(values.begin(), values.end());
    GoldenDigest digest;
    digest.count = flat.size();
    for (const double x : flat) digest.sum += x, digest.sum_abs += std::abs(x);
    digest.first.assign(flat.begin(), flat.begin() + std::ptrdiff_t(std::min(first_count, flat.size())));
    digest.last.assign(flat.end() - std::ptrdiff_t(std::min(last_count, flat.size())), flat.end());
    return digest;
  }
};

struct GoldenCase {
  std::string id;
  std::string about;  ///< one sentence: the property that the case states
  std::string op;
  std::map<std::string, xt::xarray<float>> tensors;  ///< Q K V, X, W_q, attention_bias …
  std::map<std::string, xt::xarray<bool>> bools;     ///< keep, drop
  std::map<std::string, xt::xarray<int>> ints;       ///< valid_lens, query_offset where it is one per batch
  std::map<std::string, std::vector<std::string>> options;
  std::map<std::string, xt::xarray<double>> expected;  ///< stage by stage, in float64
  std::map<std::string, GoldenDigest> digests;
  std::optional<std::string> throws;  ///< the argument that the error has to name

  [[nodiscard]] bool has(const std::string& name) const {
    return tensors.contains(name) || bools.contains(name) || ints.contains(name) || options.contains(name);
  }

  /// Rank of a tensor, to choose the N of tensor<N>.
  [[nodiscard]] std::size_t rank(const std::string& name) const { return of(tensors, name).dimension(); }

  template <std::size_t N>
  [[nodiscard]] Tensor<N> tensor(const std::string& name) const {
    const auto& array = of(tensors, name);
    if (array.dimension() != N) throw GoldenError(id + ": " + name + " is not of rank " + std::to_string(N));
    return Tensor<N>(array);
  }

  /// An option of one word, e.g. `causal top-left`; empty where it is not given.
  [[nodiscard]] std::string word(const std::string& name) const {
    return options.contains(name) ? options.at(name).at(0) : std::string();
  }
  /// Word number `place` of an option as a number, e.g. 0 and 1 of `window 2 -1`.
  [[nodiscard]] double number(const std::string& name, std::size_t place = 0) const {
    return std::stod(of(options, name).at(place));
  }
  /// The same where it has to be whole.
  [[nodiscard]] std::int64_t integer(const std::string& name, std::size_t place = 0) const {
    const double value = number(name, place);
    if (value != std::floor(value)) throw GoldenError(id + ": " + name + " is not whole");
    return static_cast<std::int64_t>(value);
  }

 private:
  template <class Map>
  [[nodiscard]] const typename Map::mapped_type& of(const Map& map, const std::string& name) const {
    const auto found = map.find(name);
    if (found == map.end()) throw GoldenError(id + ": no " + name);
    return found->second;
  }
};

/// float32 values in [-1, 1): mulberry32, the generator of `gen` lines.
inline std::vector<float> mulberry32(std::uint32_t seed, std::size_t count) {
  std::vector<float> values(count);
  for (float& value : values) {
    seed += 0x6D2B79F5U;
    std::uint32_t t = (seed ^ (seed >> 15)) * (seed | 1U);
    t ^= t + (t ^ (t >> 7)) * (t | 61U);
    value = static_cast<float>((t ^ (t >> 14)) / 4294967296.0 * 2 - 1);
  }
  return values;
}

namespace golden_detail {

/// A line with its continuations, taken word by word. Every complaint says where it is.
class Line {
 public:
  Line(std::string file, std::size_t number, std::string text)
      : file_(std::move(file)), number_(number), text_(std::move(text)), words_(text_) {}

  void append(const std::string& continuation) {
    text_ += continuation;
    words_.str(text_);
  }

  [[noreturn]] void fail(const std::string& complaint) const {
    throw GoldenError(file_ + ":" + std::to_string(number_) + ": " + complaint);
  }

  bool more() { return !(words_ >> std::ws).eof(); }

  std::string word(const char* what) {
    std::string word;
    if (!(words_ >> word)) fail(std::string("expected ") + what);
    return word;
  }

  std::string rest(const char* what) {
    std::string rest;
    if (!more() || !std::getline(words_, rest)) fail(std::string("expected ") + what);
    return rest;
  }

  /// strtod and its kind read nan and inf, and need no more of a standard library than C's.
  template <class T, class Parse>
  T parsed(const char* what, Parse parse) {
    const std::string text = word(what);
    char* end = nullptr;
    const T value = static_cast<T>(parse(text.c_str(), &end));
    if (end != text.c_str() + text.size()) fail(std::string("expected ") + what + ", got " + text);
    return value;
  }

  template <class T>
  T value() {
    if constexpr (std::is_same_v<T, float>) {
      return parsed<float>("a number", [](const char* text, char** end) { return std::strtof(text, end); });
    } else if constexpr (std::is_same_v<T, double>) {
      return parsed<double>("a number", [](const char* text, char** end) { return std::strtod(text, end); });
    } else {
      const auto integer =
          parsed<long long>("an integer", [](const char* t, char** e) { return std::strtoll(t, e, 10); });
      if (std::is_same_v<T, bool> && integer != 0 && integer != 1)
        fail("expected 0 or 1, got " + std::to_string(integer));
      return static_cast<T>(integer);
    }
  }

  /// 2x3x4
  std::vector<std::size_t> shape() {
    const std::string text = word("a shape");
    std::vector<std::size_t> shape;
    std::istringstream sizes(text + "x");
    for (std::string size; std::getline(sizes, size, 'x');) {
      if (size.empty() || size.find_first_not_of("0123456789") != std::string::npos)
        fail("expected a shape, got " + text);
      shape.push_back(std::stoul(size));
    }
    return shape;
  }

  template <class T>
  xt::xarray<T> array() {
    auto array = xt::xarray<T>::from_shape(shape());
    for (auto& value : array) value = this->value<T>();
    return array;
  }

  void finish() {
    if (more()) fail("nothing expected after that, got " + word("a word"));
  }

 private:
  std::string file_;
  std::size_t number_;
  std::string text_;
  std::istringstream words_;
};

inline std::vector<Line> lines_of(const std::string& file) {
  const std::string path = std::string(XATTENTION_GOLDEN_DIR) + "/" + file;
  std::ifstream stream(path);
  if (!stream) throw GoldenError("cannot read " + path);
  std::vector<Line> lines;
  std::size_t number = 0;
  for (std::string text; std::getline(stream, text);) {
    ++number;
    if (text.starts_with(' ') && !lines.empty()) {
      lines.back().append(text);
    } else if (!text.empty() && !text.starts_with('#')) {
      lines.emplace_back(file, number, text);
    }
  }
  return lines;
}

/// A tensor that one line describes instead of listing.
inline xt::xarray<float> made(const std::string& kind, Line& line) {
  auto array = xt::xarray<float>::from_shape(line.shape());
  if (kind == "gen") {
    const auto values = mulberry32(line.value<std::uint32_t>(), array.size());
    std::copy(values.begin(), values.end(), array.begin());
  } else if (kind == "const") {
    array.fill(line.value<float>());
  } else {
    std::iota(array.begin(), array.end(), 0.0F);
  }
  return array;
}

inline GoldenDigest digest(Line& line) {
  GoldenDigest digest;
  digest.count = line.value<std::size_t>();
  digest.sum = line.value<double>();
  digest.sum_abs = line.value<double>();
  while (digest.first.size() < std::min(GoldenDigest::first_count, digest.count)) {
    digest.first.push_back(line.value<double>());
  }
  if (line.word("|") != "|") line.fail("expected | before the last values");
  while (digest.last.size() < std::min(GoldenDigest::last_count, digest.count)) {
    digest.last.push_back(line.value<double>());
  }
  return digest;
}

inline std::vector<std::string> words(Line& line) {
  std::vector<std::string> words;
  while (words.empty() || line.more()) words.push_back(line.word("the value of the option"));
  return words;
}

/// One line of a case.
inline void take(Line& line, const std::string& keyword, GoldenCase& golden) {
  const auto put = [&line](auto& map, auto read) {
    const std::string name = line.word("a name");
    if (!map.emplace(name, read(line)).second) line.fail(name + " is given twice");
  };
  if (keyword == "about") {
    golden.about = line.rest("a sentence");
  } else if (keyword == "op") {
    golden.op = line.word("an operation");
  } else if (keyword == "tensor") {
    put(golden.tensors, [](Line& l) { return l.array<float>(); });
  } else if (keyword == "gen" || keyword == "const" || keyword == "iota") {
    put(golden.tensors, [&keyword](Line& l) { return made(keyword, l); });
  } else if (keyword == "bools") {
    put(golden.bools, [](Line& l) { return l.array<bool>(); });
  } else if (keyword == "ints") {
    put(golden.ints, [](Line& l) { return l.array<int>(); });
  } else if (keyword == "option") {
    put(golden.options, words);
  } else if (keyword == "expect") {
    put(golden.expected, [](Line& l) { return l.array<double>(); });
  } else if (keyword == "digest") {
    put(golden.digests, digest);
  } else if (keyword == "throws") {
    golden.throws = line.word("the name of an argument");
  } else {
    line.fail("unknown keyword " + keyword);
  }
}

}  // namespace golden_detail

/// Every case of one file, in its order.
inline std::vector<GoldenCase> read_golden(const std::string& file) {
  std::vector<GoldenCase> cases;
  bool open = false;
  for (golden_detail::Line& line : golden_detail::lines_of(file)) {
    const std::string keyword = line.word("a keyword");
    if (open == (keyword == "case")) line.fail(open ? "this case has no end" : "expected a case, got " + keyword);
    if (keyword == "case") {
      open = true;
      cases.emplace_back().id = line.word("an id");
    } else if (keyword == "end") {
      open = false;
      const GoldenCase& golden = cases.back();
      const bool expects = !golden.expected.empty() || !golden.digests.empty();
      if (golden.op.empty()) line.fail(golden.id + " has no op");
      if (expects == golden.throws.has_value())
        line.fail(golden.id + " has to expect a result or an error, and not both");
    } else {
      golden_detail::take(line, keyword, cases.back());
    }
    line.finish();
  }
  if (open) throw GoldenError(file + ": the last case has no end");
  return cases;
}

}  // namespace xattention::test
