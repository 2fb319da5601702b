#pragma once
// The kernel variants of this build: which there are, which one computes.

#include <span>
#include <string_view>

namespace xattention {

namespace kernels {
struct Table;
}

/// One way of computing every kernel. All variants agree within the stated accuracy.
struct Variant {
  std::string_view name;
  /// One sentence.
  std::string_view description;
  /// Whether this machine can run it.
  bool (*supported)() noexcept;
  const kernels::Table* kernels;
};

/// Every variant of this build, fastest first; the last is the readable `reference`.
std::span<const Variant> variants() noexcept;

/// The first supported variant.
const Variant& best_variant() noexcept;

/// The variant of that name, for tests and benchmarks. Throws argument_error where this build has
/// none, or the machine cannot run it.
const Variant& variant(std::string_view name);

}  // namespace xattention
