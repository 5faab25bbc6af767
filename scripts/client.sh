#!/bin/sh
# Makes node_modules ready, which only the checks of the web client need: the client itself has no build and no package.
# Does nothing where the locked packages are there already.
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.stamp
lock=package-lock.json

fail() {
    printf 'pushbox: %s\n' "$1" >&2
    exit 1
}

have=$(node --version 2>/dev/null </dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p')
[ -n "$have" ] || fail "node 18 or newer is needed to check the web client and none was found; install it (on Debian: apt install nodejs npm)."
[ "$have" -ge 18 ] || fail "node is $(node --version), but the checks of the web client need 18 or newer; get it from your system's packages or nodejs.org."
command -v npm >/dev/null 2>&1 || fail "npm is needed to check the web client and was not found; install it (on Debian: apt install npm)."

sum=$(cksum <"$lock")
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$sum" ]; then
    printf '== packages of the client: %s\n' "$lock"
    npm ci --silent
    printf '%s\n' "$sum" >"$stamp"
fi
