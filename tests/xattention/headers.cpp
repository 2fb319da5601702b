// Every public header compiles by itself: the compiler meets each one first of all in a test of its name.

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <string>

TEST_CASE("Every public header is the first include of the test of its name") {
  const std::filesystem::path tests = std::filesystem::path(XATTENTION_GOLDEN_DIR).parent_path();
  const std::filesystem::path sources = tests.parent_path() / "src";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sources / "xattention")) {
    if (entry.path().extension() != ".hpp") continue;
    ++count;
    std::filesystem::path name = std::filesystem::relative(entry.path(), sources);
    const std::string header = name.generic_string();
    INFO("the test of " << header);
    std::ifstream test(tests / name.replace_extension(".cpp"));
    std::string line;
    while (std::getline(test, line) && !line.starts_with("#include")) {
    }
    CHECK(line == "#include <" + header + ">");
  }
  CHECK(count > 0);
}
