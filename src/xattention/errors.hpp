#pragma once
// What goes wrong, said so that it can be put right: which argument, what was expected, what came.

#include <stdexcept>
#include <string>

namespace xattention {

/// Base of every error this library throws. `what()` reads `argument: expected …, got …`.
class error : public std::invalid_argument {
 public:
  error(std::string argument, std::string expected, std::string got)
      : std::invalid_argument(argument + ": expected " + expected + ", got " + got),
        argument_(std::move(argument)),
        expected_(std::move(expected)),
        got_(std::move(got)) {}

  /// The argument at fault, by its name in the signature, e.g. `valid_lens`.
  [[nodiscard]] const std::string& argument() const noexcept { return argument_; }
  [[nodiscard]] const std::string& expected() const noexcept { return expected_; }
  [[nodiscard]] const std::string& got() const noexcept { return got_; }

 private:
  std::string argument_, expected_, got_;
};

/// A tensor of the wrong rank or size. Thrown before anything is read or written.
class shape_error : public error {
 public:
  using error::error;
};

/// An option out of its range, or two options that contradict each other.
class argument_error : public error {
 public:
  using error::error;
};

}  // namespace xattention
