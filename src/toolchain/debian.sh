# Sourced by setup.sh on Debian. What can be is only unpacked, under .toolchain/; the rest is installed, after being shown.

packages=(cmake ninja-build python3)
[ -n "$own_emscripten" ] || packages+=(clang-19 lld-19 llvm-19)
[ "$goal" != fuzz ] || packages+=(clang-19 libclang-rt-19-dev)
[ "$goal" != test ] || packages+=(g++ pkgconf clang-format-19 chromium-headless-shell fonts-dejavu-core fonts-noto-cjk)

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }

install_packages() {
  local missing=() package
  for package in "${packages[@]}"; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "setup: Debian packages to install: ${missing[*]}"
  local by_hand="install them as root: apt-get install --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then command -v sudo > /dev/null || fail "neither root nor sudo here; $by_hand"; fi
  if [ -t 0 ]; then
    local answer
    read -r -p "setup: install them now with apt-get? [Y/n] " answer
    case $answer in [Nn]*) fail "nothing was installed; $by_hand" ;; esac
  fi
  if [ "$(id -u)" != 0 ]; then sudo -v || fail "sudo was refused; $by_hand"; fi
  step "reading Debian's package lists" as_root apt-get -qq -o DPkg::Lock::Timeout=600 update
  step "installing ${#missing[@]} Debian packages" as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${missing[@]}"
}

# The archive this machine already uses, so that a mirror nearby is used here too.
mirror() {
  local uri
  uri=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" 'Created-By: Packages' | sed -n 1p)
  echo "${uri:-http://deb.debian.org/debian/}"
}

# unpack SUITE FOLDER PACKAGE...: fetched and verified by apt, but unpacked under FOLDER instead of installed.
unpack() {
  local suite=$1 folder=$2; shift 2
  local stamp=$folder/.unpacked-$1
  [ "$(cat "$stamp" 2> /dev/null)" != "$suite $*" ] || return 0
  step "unpacking $* of Debian $suite" fetch_and_unpack "$suite" "$folder" "$@"
  echo "$suite $*" > "$stamp"
}

fetch_and_unpack() (
  suite=$1 folder=$2; shift 2
  apt=$(mktemp -d "$toolchain/apt.XXXXXX")
  trap 'rm -rf "$apt"' EXIT
  mkdir -p "$folder" "$apt"/{lists,archives}/partial
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) $suite main" > "$apt/sources.list"
  options=(-qq -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::PreferencesParts=/dev/null -o Dir::State::Lists="$apt/lists" -o Dir::State::Status=/dev/null
    -o Dir::Cache="$apt" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update && cd "$apt/archives" && apt-get "${options[@]}" download "$@" || return 1
  for deb in *.deb; do dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$folder" "${never_read[@]}" || return 1; done
)

# Left out of what is unpacked: documents, tests, and libraries for LTO, dynamic linking and wasm workers.
never_read=(--exclude=./usr/share/doc --exclude='*/emscripten/test' --exclude='*/wasm32-emscripten/lto*'
  --exclude='*/wasm32-emscripten/pic' --exclude='*-ww*.a' --exclude='libwasmfs*.a')

configure_emscripten() {
  echo '{}' > "$toolchain/package.json" # Emscripten's scripts are CommonJS; our "type": "module" above them would break them
  cat > "$toolchain/usr/share/emscripten/.emscripten" << CONFIG
import shutil
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = CLANG_ADD_VERSION = '19'
BINARYEN_ROOT = '$PWD/node_modules/binaryen'
NODE_JS = shutil.which('node')
FROZEN_CACHE = True
CONFIG
}

install_packages
unpack trixie "$toolchain" libxtensor-dev xtl-dev libxsimd-dev
if [ -z "$own_emscripten" ]; then
  unpack trixie "$toolchain" emscripten
  configure_emscripten
fi
if [ "$goal" = test ]; then
  newer=$VERSION_CODENAME
  [ "$VERSION_CODENAME" != bookworm ] || newer=bookworm-backports # bookworm's own are Catch2 2 and a Mesa without WebGPU
  unpack "$newer" "$toolchain" libcatch2-dev
  # Not worth failing for: without them, the tests that need them are skipped.
  (unpack forky "$toolchain/xtensor-next" libxtensor-dev xtl-dev libxsimd-dev) || echo "setup: going on without a newer xtensor"
  (unpack "$newer" "$toolchain/mesa" mesa-vulkan-drivers) || echo "setup: going on without a second WebGPU adapter"
fi
