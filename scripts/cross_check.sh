#!/bin/sh
# Checks that the core compiles where a pointer has 32 bits; scripts/wasm.sh compiles it for browsers. rustup gets the
# standard library of the target if it is missing; where neither rustup nor a package of the system has it, that is printed,
# and nothing is checked. `--emit=mir`: cargo check alone accepts a shift by more bits than there are.
set -eu
cd "$(dirname "$0")/.."

target=i686-unknown-linux-gnu

has_target() {
    folder=$(rustc --print target-libdir --target $target 2>/dev/null) && [ -d "$folder" ]
}

# Another checkout may be getting it at the same time, which rustup takes for a conflict.
get_target() {
    for pause in 5 20 60; do
        if rustup target add $target; then return; fi
        sleep "$pause"
    done
    has_target
}

if ! has_target && command -v rustup >/dev/null 2>&1; then
    get_target || [ "${PUSHBOX_TESTS:-}" != all ] || exit 1
fi
if has_target; then
    cargo rustc --quiet --locked -p pushbox-core --lib --profile check --target $target -- --emit=mir
else
    echo "pushbox: 32 bits are not checked: no standard library (rustup target add $target, or Debian's libstd-rust-dev:i386)."
fi
