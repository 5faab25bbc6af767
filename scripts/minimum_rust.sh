#!/bin/sh
# Checks that the crates build with the oldest Rust that Cargo.toml names (rust-version), in a target folder of its own.
# That Rust is the one on the path, or a toolchain of rustup, or Debian's package, unpacked in target/ without being
# installed. Where it cannot be had, that is printed, and nothing is checked, which fails under PUSHBOX_TESTS=all.
set -eu
cd "$(dirname "$0")/.."

need=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml | head -n 1)
folder=$PWD/target/minimum-rust
root=$folder/rust-$need
libraries=

# Is this a compiler of the version that is needed?
fits() {
    case $(LD_LIBRARY_PATH="$libraries" "$1" --version 2>/dev/null </dev/null) in
        "rustc $need"[.\ ]*) true ;;
        *) false ;;
    esac
}

# Unpacks Debian's compiler and what it is linked with.
unpack() {
    version=$(apt-cache madison rustc rustc-web 2>/dev/null | awk -v need="$need." 'index($3, need) == 1 { print $1, $3; exit }')
    [ -n "$version" ] || return 1
    package=${version% *} version=${version#* }
    infix=${package#rustc}
    llvm=$(apt-cache show "libstd-rust$infix-$need=$version" | sed -n 's/^Depends:.*\(libllvm[0-9.]*\).*/\1/p' | head -n 1)
    rm -rf "$root.new" "$folder/packages"
    mkdir -p "$folder/packages"
    (cd "$folder/packages" && apt-get download -qq -o APT::Sandbox::User=root \
        "$package=$version" "libstd-rust$infix-dev=$version" "libstd-rust$infix-$need=$version" "$llvm" libz3-4) || return 1
    for file in "$folder"/packages/*.deb; do dpkg -x "$file" "$root.new" || return 1; done
    mv "$root.new" "$root"
    rm -rf "$folder/packages"
}

# Sets `compiler` to the compiler, and `libraries` to the folder with its libraries.
find_compiler() {
    compiler=$(command -v rustc) && fits "$compiler" && return
    compiler=$(rustup which --toolchain "$need" rustc 2>/dev/null) && fits "$compiler" && return
    [ -d "$root" ] || unpack || return 1
    compiler=$root/usr/bin/rustc
    libraries=$(find "$root" -name 'librustc_driver-*.so' -exec dirname {} \; | head -n 1)
    fits "$compiler"
}

if ! find_compiler; then
    echo "pushbox: Rust $need cannot be had on this machine (rustup toolchain install $need): not checked."
    [ "${PUSHBOX_TESTS:-}" != all ] || exit 1
    exit 0
fi
LD_LIBRARY_PATH=$libraries "$compiler" --version
PYO3_PYTHON=${PYO3_PYTHON:-$PWD/.venv/bin/python}
export PYO3_PYTHON
LD_LIBRARY_PATH=$libraries RUSTC=$compiler CARGO_TARGET_DIR=$folder/build \
    cargo check --locked --workspace --quiet
