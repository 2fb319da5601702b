#include <xattention/variants.hpp>

#include <support/refused.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <string>

using namespace xattention;
using namespace xattention::test;

TEST_CASE("Variants have names and descriptions of their own, and the last is the reference") {
  std::set<std::string_view> names;
  for (const Variant& variant : variants()) {
    CHECK(!variant.description.empty());
    CHECK(variant.kernels != nullptr);
    CHECK(names.insert(variant.name).second);
  }
  CHECK(variants().size() >= 2);
  CHECK(variants().back().name == "reference");
  CHECK(variants().back().supported());
}

TEST_CASE("A supported variant can be had by its name, the best is the first, and any other name is refused") {
  bool first = true;
  for (const Variant& each : variants()) {
    if (!each.supported()) continue;
    CHECK(&variant(each.name) == &each);
    if (first) CHECK(&best_variant() == &each);
    first = false;
  }
  const std::string said = refused([] { (void)variant("fastest"); });
  CHECK(said.starts_with("variant: expected one of "));
  CHECK(said.ends_with("reference, got fastest"));
}
