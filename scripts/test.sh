#!/bin/sh
# Runs the tests of Rust, of the web client and of Python, one after the other, and prints how long each took.
#
#   scripts/test.sh normal [ARGS]   without the tests that are marked e2e, servers or deep
#   scripts/test.sh all [ARGS]      all; random tests go deeper, and a test without a marker has 10 s of processor time
#
# ARGS go to pytest. PUSHBOX_DEPTH and WORKERS stand above what is chosen here.
set -eu
cd "$(dirname "$0")/.."

which=$1
shift

times='' step='' started=0 begin=$(date +%s)

now() {
    echo $(($(date +%s) - begin))
}

step() { # notes what the last step took, and begins one
    [ -z "$step" ] || times="$times$(printf '%5d s  %s' $(($(now) - started)) "$step")
"
    step=$1 started=$(now)
    [ -z "$step" ] || printf '== %s\n' "$step"
}

[ "$which" = normal ] || export PUSHBOX_DEPTH="${PUSHBOX_DEPTH:-deep}"

step 'cargo test'
cargo test --workspace --locked

step 'node --test'
sh scripts/client.sh test

step 'pytest'
case $which in
    normal)
        # What waits leaves a processor to what computes.
        .venv/bin/python -m pytest -n "${WORKERS:-3}" --dist worksteal -m 'not e2e and not servers and not deep' "$@"
        ;;
    all)
        .venv/bin/python -m pytest -n "${WORKERS:-4}" --dist worksteal --slowest 25 -o processor_seconds_limit=10 "$@"
        ;;
esac

sh scripts/client.sh missing
step ''
printf '%s%5d s  in all\n' "$times" "$(now)"
