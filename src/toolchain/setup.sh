#!/usr/bin/env bash
# From a bare machine to everything a build needs. Run again, it finds nothing to do and takes no time.
#   setup.sh build   Emscripten, CMake, and the headers of xtensor and xsimd
#   setup.sh fuzz    also Clang and what its sanitizers and libFuzzer link
#   setup.sh test    also a native compiler, Catch2, a newer xtensor, clang-format, Chromium and a WebGPU adapter
# An emcc >= 3.1.69 on PATH is used as it is. Without one, on Debian: Debian's own LLVM 19 is installed, Debian 13's
# emscripten 3.1.69 (the same files for every architecture) is unpacked under .toolchain/, and Binaryen 120 is npm's.
# These three belong together: emcc 3.1.69 expects LLVM 19 and Binaryen 120.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
goal=${1:-build}
toolchain=$PWD/.toolchain
log=$toolchain/setup.log
mkdir -p "$toolchain"
: > "$log"

fail() { echo "setup: $*" >&2; exit 1; }

# step WHAT COMMAND...: one line for a person, everything else into the log.
step() {
  local what=$1 start=$SECONDS; shift
  echo "setup: $what ..."
  if ! "$@" >> "$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "$what failed; is the network there? The whole log: $log"
  fi
  echo "setup: $what: done in $((SECONDS - start)) s"
}

# Prints where the emcc on PATH lives, if it is new enough.
emscripten_on_path() {
  local version
  version=$(emcc -dumpversion 2>/dev/null) || return 1
  printf '%s\n' 3.1.69 "$version" | sort -V -C && em-config EMSCRIPTEN_ROOT
}

own_emscripten=$(emscripten_on_path || true)
if [ -r /etc/os-release ] && . /etc/os-release && [ "${ID:-}" = debian ]; then
  . src/toolchain/debian.sh
else
  . src/toolchain/elsewhere.sh
fi
ln -sfn "${own_emscripten:-$toolchain/usr/share/emscripten}" "$toolchain/emscripten"
