#pragma once
// Every test of a kernel, and of what is built upon kernels, is a test of every variant.

#include <xattention/variants.hpp>

#include <catch2/catch_test_macros.hpp>

namespace xattention::test {

/// Calls f(variant) for every variant this machine can run; a failure in it names the variant.
template <class F>
void for_each_variant(F&& f) {
  for (const Variant& variant : variants()) {
    if (!variant.supported()) continue;
    INFO("variant " << variant.name);
    f(variant);
  }
}

}  // namespace xattention::test
