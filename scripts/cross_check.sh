#!/bin/sh
# Checks that the core compiles where a pointer has 32 bits, and for browsers. rustup gets the standard library of a target
# that is missing; where neither rustup nor a package of the system has it, that is printed, and the target is left out.
# `--emit=mir`: cargo check alone accepts a shift by more bits than there are. Once is enough, as pointers have 32 bits in
# both targets.
set -eu
cd "$(dirname "$0")/.."

# Is the standard library of this target there? A target that is unknown to the compiler has none.
has_target() {
    folder=$(rustc --print target-libdir --target "$1" 2>/dev/null) && [ -d "$folder" ]
}

# Prints Debian's package with the standard library of a target.
package_of() {
    case $1 in
        wasm32-*) echo libstd-rust-dev-wasm32 ;;
        i686-*) echo libstd-rust-dev:i386 ;;
    esac
}

# Another checkout may be getting it at the same time, which rustup takes for a conflict.
get_target() {
    for pause in 5 20 60; do
        if rustup target add "$1"; then return; fi
        sleep "$pause"
    done
    has_target "$1"
}

arithmetic=
for target in wasm32-unknown-unknown i686-unknown-linux-gnu; do
    if ! has_target "$target" && command -v rustup >/dev/null 2>&1; then
        get_target "$target" || [ "${PUSHBOX_TESTS:-}" != all ] || exit 1
    fi
    if has_target "$target"; then
        if [ "$arithmetic" ]; then
            cargo check --quiet --locked -p pushbox-core --lib --target "$target"
        else
            cargo rustc --quiet --locked -p pushbox-core --lib --profile check --target "$target" -- --emit=mir
            arithmetic=checked
        fi
    else
        echo "pushbox: $target is not checked: no standard library (rustup target add $target, or Debian's $(package_of "$target"))."
    fi
done
