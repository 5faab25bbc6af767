#!/bin/sh
# What checks the web client: Node and the packages of package-lock.json. The client itself has no build and no package.
#
#   scripts/client.sh           makes node_modules ready, which `make check` and the tests in a browser use
#   scripts/client.sh test      runs the tests of the web client; where Node or npm is not installed it prints what is
#                               left out and goes on, unless PUSHBOX_TESTS=all
#   scripts/client.sh missing   prints that once more
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.stamp
lock=package-lock.json

# Prints why there is no Node to use, nothing where there is one.
node_fault() {
    have=$(node --version 2>/dev/null </dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p')
    if [ -z "$have" ]; then
        echo "node 18 or newer was not found; install it (on Debian: apt install nodejs npm)"
    elif [ "$have" -lt 18 ]; then
        echo "node is $(node --version), but 18 or newer is needed; get it from your system's packages or nodejs.org"
    fi
}

npm_fault() {
    command -v npm >/dev/null 2>&1 || echo "npm was not found; install it (on Debian: apt install npm)"
}

packages() {
    sum=$(cksum <"$lock")
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$sum" ]; then
        printf '== packages of the client: %s\n' "$lock"
        npm ci --silent
        printf '%s\n' "$sum" >"$stamp"
    fi
}

# Prints what cannot be tested and why, nothing where all can.
left_out() {
    fault=$(npm_fault)
    [ -z "$fault" ] || printf 'pushbox: the checks of accessibility in a browser are left out: %s.\n' "$fault"
    fault=$(node_fault)
    [ -z "$fault" ] || printf 'pushbox: the tests of the web client are left out: %s.\n' "$fault"
}

case ${1:-} in
    missing) left_out ;;
    test)
        missing=$(left_out)
        if [ -n "$missing" ]; then
            printf '%s\n' "$missing"
            [ "${PUSHBOX_TESTS:-}" != all ] || exit 1
        fi
        [ -n "$(npm_fault)" ] || packages
        [ -n "$(node_fault)" ] || node --test tests/client/*.test.js
        ;;
    *)
        fault=$(node_fault)
        fault=${fault:-$(npm_fault)}
        if [ -n "$fault" ]; then
            printf 'pushbox: the checks of the web client need Node: %s.\n' "$fault" >&2
            exit 1
        fi
        packages
        ;;
esac
