# Sourced by setup.sh where the system is not Debian: nothing is installed, what is missing is named.
# The headers of xtensor and xsimd, and Catch2, are CMake's to find or to fetch.
[ -n "$own_emscripten" ] ||
  fail "emcc 3.1.69 or later is missing on PATH: install the Emscripten SDK, https://emscripten.org/docs/getting_started"

missing=()
for command in cmake ninja python3; do command -v "$command" > /dev/null || missing+=("$command"); done
if [ "$goal" = fuzz ]; then command -v clang++-19 > /dev/null || missing+=(clang++-19); fi
if [ "$goal" = test ]; then command -v c++ > /dev/null || missing+=(c++); fi
[ ${#missing[@]} -eq 0 ] ||
  fail "missing on PATH: ${missing[*]}. Install them with your system's package manager (macOS: brew install cmake ninja)"
