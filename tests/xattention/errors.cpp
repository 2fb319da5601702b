#include <xattention/errors.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace xattention;

TEST_CASE("An error says which argument, what was expected and what came") {
  const shape_error e("V", "num_kv_pairs 5 as K", "shape (2, 6, 3)");
  CHECK(e.argument() == "V");
  CHECK(e.expected() == "num_kv_pairs 5 as K");
  CHECK(e.got() == "shape (2, 6, 3)");
  CHECK(std::string(e.what()) == "V: expected num_kv_pairs 5 as K, got shape (2, 6, 3)");
}

TEST_CASE("Shape and argument errors are one kind of error, and a standard one") {
  CHECK_THROWS_AS(throw shape_error("Q", "", ""), error);
  CHECK_THROWS_AS(throw argument_error("scale", "", ""), error);
  CHECK_THROWS_AS(throw argument_error("scale", "", ""), std::invalid_argument);
}
