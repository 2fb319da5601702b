#pragma once
// What it means to be right: float32 results beside float64 ones, with the room that rounding needs.
//
//   CHECK(difference(actual, expected, near) == "");
//
// One check per tensor, whose failure says where and by how much.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace xattention::test {

/// Half the distance from 1 to the next float32: the most that one rounding is off, relatively.
inline constexpr double rounding = 0x1p-24;

/// 1e-6 + 1e-5·|x|: softmax, and attention end to end on data of unit scale. It leaves room for exp and for
/// sums of some hundred terms in float32; a lost term, a wrong mask or a wrong scale is far outside.
inline double near(double expected) { return 1e-6 + 1e-5 * std::abs(expected); }

/// The rounding of a single operation.
inline double once(double expected) { return rounding * std::abs(expected); }

/// Bit for bit, but that NaN is NaN.
inline double exactly(double) { return 0; }

/// float64 values, and how far a float32 result may be from each.
struct Expected {
  std::vector<double> values, tolerances;

  void add(double value, double tolerance) {
    values.push_back(value);
    tolerances.push_back(tolerance);
  }
};

/// NaN is alike NaN, and an infinity itself.
inline bool alike(double actual, double expected, double tolerance) {
  if (std::isnan(expected) || std::isnan(actual)) return std::isnan(expected) && std::isnan(actual);
  return actual == expected || std::abs(actual - expected) <= tolerance;
}

/// Empty where all are alike, else the first that is not.
template <class Actual>
std::string difference(const Actual& actual, const Expected& expected) {
  std::ostringstream text;
  text.precision(10);
  const auto count = static_cast<std::size_t>(std::distance(actual.begin(), actual.end()));
  if (count != expected.values.size()) {
    text << count << " values, expected " << expected.values.size();
    return text.str();
  }
  std::size_t i = 0;
  for (const double x : actual) {
    if (!alike(x, expected.values[i], expected.tolerances[i])) {
      text << "[" << i << "] is " << x << ", expected " << expected.values[i] << " within " << expected.tolerances[i];
      return text.str();
    }
    ++i;
  }
  return {};
}

/// The same with one tolerance for all, a function of what is expected.
template <class Actual, class Values>
std::string difference(const Actual& actual, const Values& expected, double (*tolerance)(double)) {
  Expected all;
  for (const double x : expected) all.add(x, tolerance(x));
  return difference(actual, all);
}

/// Shape and values of two tensors.
template <class A, class B>
std::string tensor_difference(const A& actual, const B& expected, double (*tolerance)(double)) {
  if (!std::equal(actual.shape().begin(), actual.shape().end(), expected.shape().begin(), expected.shape().end()))
    return "the shapes differ";
  return difference(actual, expected, tolerance);
}

}  // namespace xattention::test
