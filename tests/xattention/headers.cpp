// Every public header compiles by itself: the compiler meets each one first of all in a test of its name.

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <string>

TEST_CASE("Every public header is the first include of the test of its name") {
  const std::filesystem::path tests = std::filesystem::path(XATTENTION_GOLDEN_DIR).parent_path() / "xattention";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(tests.parent_path().parent_path() / "src/xattention")) {
    if (entry.path().extension() != ".hpp") continue;
    ++count;
    const std::string name = entry.path().stem().string();
    INFO("tests/xattention/" << name << ".cpp");
    std::ifstream test(tests / (name + ".cpp"));
    std::string line;
    while (std::getline(test, line) && !line.starts_with("#include")) {
    }
    CHECK(line == "#include <xattention/" + name + ".hpp>");
  }
  CHECK(count > 0);
}
