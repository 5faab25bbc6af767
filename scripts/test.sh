#!/bin/sh
# Runs the tests of Rust, of the web client and of Python, and prints how long each took.
#
#   scripts/test.sh normal [ARGS]   without the tests that are marked e2e, servers or deep
#   scripts/test.sh all [ARGS]      all; random tests go deeper, and a test without a marker has 10 s of processor time
#
# Rust compiles and runs beside the others; its output follows theirs. ARGS go to pytest. PUSHBOX_DEPTH and WORKERS
# stand above what is chosen here.
set -eu
cd "$(dirname "$0")/.."

which=$1
shift

# A test starts many programs, each of which would compile its modules anew.
unset PYTHONDONTWRITEBYTECODE

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

# Prints how many GiB files in memory may take.
room_in_memory() {
    awk '$1 == "MemAvailable:" { print int($2 / 1048576) }' /proc/meminfo
    df -Pk /dev/shm | awk 'NR == 2 { print int($4 / 1048576) }'
}

# Makes what tests write go into memory where that has room: thousands of libraries on a disk took a tenth of all
# processor time. PostgreSQL runs as another user, so others may enter the folder, though not list it.
write_into_memory() {
    [ -z "${TMPDIR:-}" ] && [ -d /dev/shm ] || return 0
    [ "$(room_in_memory 2>/dev/null | sort -n | head -n 1)" -ge 6 ] 2>/dev/null || return 0
    memory=$(mktemp -d /dev/shm/pushbox-tests.XXXXXX) || return 0
    chmod 711 "$memory"
    printf '#!/bin/sh\n' >"$memory/program"
    chmod 700 "$memory/program"
    "$memory/program" 2>/dev/null || return 0 # mounted without programs, which tests write and start
    export TMPDIR="$memory"
}

memory='' rust='' example='' first='' second=''
clean() {
    kill $rust $example $first $second 2>/dev/null || true
    [ -z "$memory" ] || rm -rf "$memory" || true
}
trap clean EXIT
trap 'exit 130' INT TERM
write_into_memory

[ "$which" = normal ] || export PUSHBOX_DEPTH="${PUSHBOX_DEPTH:-deep}"

mkdir -p target
cargo test --locked -p pushbox-core --lib >target/cargo-test.log 2>&1 &
rust=$!
# The example of the documentation takes the core that make setup has built.
cargo test --locked -p pushbox-core --doc --release >target/cargo-doc.log 2>&1 &
example=$!
failed=''

step 'node --test'
sh scripts/client.sh test || failed="$failed node"

step 'pytest'
case $which in
    normal)
        # What waits leaves a processor to what computes.
        .venv/bin/python -m pytest -n "${WORKERS:-3}" --dist worksteal -m 'not e2e and not servers and not deep' "$@" ||
            failed="$failed pytest"
        ;;
    all)
        if [ $# = 0 ]; then # two browsers, each with half of their tests in order, beside the others
            .venv/bin/python -m pytest tests/e2e/test_[a-l]*.py -n 0 --slowest 10 >target/e2e-first.log 2>&1 &
            first=$!
            .venv/bin/python -m pytest tests/e2e/test_[m-z]*.py -n 0 --slowest 10 >target/e2e-second.log 2>&1 &
            second=$!
            set -- -m 'not e2e'
        fi
        .venv/bin/python -m pytest -n "${WORKERS:-3}" --dist worksteal --slowest 25 -o processor_seconds_limit=10 "$@" ||
            failed="$failed pytest"
        if [ "$first" ]; then
            step 'pytest in browsers, after the others'
            wait $first || failed="$failed browsers"
            wait $second || failed="$failed browsers"
            cat target/e2e-first.log target/e2e-second.log
        fi
        ;;
esac

step 'cargo test, after the others'
wait $rust || failed="$failed cargo"
wait $example || failed="$failed cargo-doc"
cat target/cargo-test.log target/cargo-doc.log

sh scripts/client.sh missing
step ''
printf '%s%5d s  in all\n' "$times" "$(now)"
[ -z "$failed" ] || { printf 'failed:%s\n' "$failed" >&2; exit 1; }
