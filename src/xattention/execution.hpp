#pragma once
// What a call runs on.

#include <xattention/threads.hpp>
#include <xattention/variants.hpp>

namespace xattention {

/// The kernels of one variant, and the threads that share the work. Made of either or both: where a function takes
/// one, a variant, `Threads`, or `{variant, threads}` can be given. Borrows both.
class Execution {
 public:
  Execution() : Execution(best_variant()) {}
  Execution(const Variant& variant) : Execution(variant, Threads::of_machine()) {}  // NOLINT: converts
  Execution(Threads& threads) : Execution(best_variant(), threads) {}               // NOLINT: converts
  Execution(const Variant& variant, Threads& threads)
      : kernels(variant.kernels), variant_(&variant), threads_(&threads) {}

  /// The one variant that every kernel of the call is taken from.
  [[nodiscard]] const Variant& variant() const noexcept { return *variant_; }
  [[nodiscard]] Threads& threads() const noexcept { return *threads_; }

  const kernels::Table* kernels;

 private:
  const Variant* variant_;
  Threads* threads_;
};

}  // namespace xattention
