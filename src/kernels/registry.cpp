// The registry: a new variant is one line here.

#include "variants.hpp"

#include <xattention/errors.hpp>
#include <xattention/variants.hpp>

#include <array>
#include <string>
#include <xsimd/xsimd.hpp>

namespace xattention {
namespace {

bool always() noexcept { return true; }

#ifdef __x86_64__
template <class Arch>
bool available() noexcept {
  return xsimd::available_architectures().has(Arch{});
}
#endif

constexpr std::array registry{
#if defined(__wasm_relaxed_simd__)
    Variant{"relaxed", "128-bit vectors with relaxed multiply-add.", always, &kernels::simd},
#elif defined(__x86_64__)
    Variant{"avx512", "512-bit vectors (AVX-512).", available<xsimd::avx512f>, &kernels::avx512},
    Variant{"avx2", "256-bit vectors with fused multiply-add (AVX2, FMA3).", available<xsimd::fma3<xsimd::avx2> >,
            &kernels::avx2},
    Variant{"sse2", "128-bit vectors, which every x86-64 processor has.", always, &kernels::simd},
#elif defined(__ARM_NEON)
    Variant{"neon", "128-bit vectors (NEON).", always, &kernels::simd},
#else
    Variant{"simd", "The vectors this build was compiled for.", always, &kernels::simd},
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
