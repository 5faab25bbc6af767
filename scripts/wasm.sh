#!/bin/sh
# Builds the core for browsers, crates/pushbox-wasm, into the files of the web client; quick where nothing is to do.
# Without Rust's standard library for browsers pages search on the server alone.
#
#   scripts/wasm.sh          builds it; where it cannot, that is printed
#   scripts/wasm.sh quietly  builds it if it can
#   scripts/wasm.sh wanted   builds nothing; succeeds where there is something to build, and what builds it
#   scripts/wasm.sh get      gets that library by rustup, where that is there
set -eu
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
module=src/pushbox/client/core/pushbox.wasm
packed=$module.br
pack='
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
const [, from, to] = process.argv;
const bytes = readFileSync(from);
const { BROTLI_PARAM_LGWIN: window, BROTLI_PARAM_SIZE_HINT: size } = constants;
writeFileSync(to, brotliCompressSync(bytes, { params: { [window]: 24, [size]: bytes.length } }));
'

has_target() {
    folder=$(rustc --print target-libdir --target $target 2>/dev/null </dev/null) && [ -d "$folder" ]
}

is_fresh() {
    [ -f $module ] || return 1
    [ -z "$(find Cargo.toml Cargo.lock crates/pushbox-core crates/pushbox-wasm -newer $module | head -n 1)" ]
}

build() {
    printf '== the core for browsers\n'
    began=$(mktemp) # older than any source that is saved while the build runs
    made=${module%.wasm}.$$.wasm
    trap 'rm -f "$began" "$made"' EXIT
    cargo build --profile wasm --locked --quiet -p pushbox-wasm --target $target
    # Under another name first: a server never finds half of it, nor do two builds write one file.
    cp "${CARGO_TARGET_DIR:-target}/$target/wasm/pushbox_wasm.wasm" "$made"
    touch -r "$began" "$made"
    rm -f $packed
    mv "$made" $module
    pack
}

# Packs it for browsers that take Brotli, which is all of them over HTTPS; where there is no Node the server sends it as gzip.
pack() {
    command -v node >/dev/null 2>&1 || return 0
    node --input-type=module --eval "$pack" $module "$packed.$$" && mv "$packed.$$" $packed
}

if [ "${1:-}" = get ]; then
    has_target || ! command -v rustup >/dev/null 2>&1 || rustup target add $target || true
elif [ "${1:-}" = wanted ]; then
    ! is_fresh && has_target
elif is_fresh; then
    :
elif has_target; then
    build
else
    rm -f $module $packed # of older sources
    [ "${1:-}" = quietly ] ||
        echo "pushbox: pages search on the server alone, as Rust has no library for browsers (rustup target add $target, or Debian's libstd-rust-dev-wasm32 and lld)"
fi
