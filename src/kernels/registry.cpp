// The registry: a new variant is one line here.

#include "variants.hpp"

#include <xattention/errors.hpp>
#include <xattention/variants.hpp>

#include <array>
#include <string>

namespace xattention {
namespace {

bool always() noexcept { return true; }

constexpr std::array registry{
#ifdef __wasm_relaxed_simd__
    Variant{"relaxed", "128-bit vectors with relaxed multiply-add.", always, &kernels::simd},
#else
    Variant{"simd", "The widest vectors this build was compiled for.", always, &kernels::simd},
#endif
    Variant{"reference", "Each kernel as its formula, in float64, rounded once.", always, &kernels::reference},
};

}  // namespace

std::span<const Variant> variants() noexcept { return registry; }

const Variant& best_variant() noexcept {
  for (const Variant& variant : registry)
    if (variant.supported()) return variant;
  return registry.back();
}

const Variant& variant(std::string_view name) {
  std::string names;
  for (const Variant& variant : registry) {
    if (!variant.supported()) continue;
    if (variant.name == name) return variant;
    names += (names.empty() ? "" : ", ") + std::string(variant.name);
  }
  throw argument_error("variant", "one of " + names, std::string(name));
}

}  // namespace xattention
