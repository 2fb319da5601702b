#pragma once
// What an error says. Every error of this library names the argument, what was expected and what came.

#include <xattention/errors.hpp>

#include <string>

namespace xattention::test {

/// The words of the error that f throws, or nothing.
template <class F>
std::string refused(F&& f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return {};
}

/// The argument that the error names, or nothing.
template <class F>
std::string refused_argument(F&& f) {
  try {
    f();
  } catch (const error& e) {
    return e.argument();
  }
  return {};
}

}  // namespace xattention::test
