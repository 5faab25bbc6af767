#!/bin/sh
# Makes .venv ready: an environment, the locked dependencies, the Rust extension built in place.
# Does only what is not done yet; a step leaves its stamp when it has succeeded, so it is safe to repeat and to interrupt.
#
#   scripts/setup.sh            everything
#   scripts/setup.sh deps       stops before the extension
#   scripts/setup.sh cargo      everything, and cargo must be there even where nothing is to build
#
# PYTHON names the interpreter to use; without it the newest one that works is taken.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
python=$venv/bin/python
venv_stamp=$venv/.stamp-venv
deps_stamp=$venv/.stamp-deps
build_stamp=$venv/.stamp-build
lock=requirements/dev.txt

fail() {
    printf 'pushbox: %s\n' "$1" >&2
    exit 1
}

say() {
    printf '== %s\n' "$1"
}

# Prints version and home of an interpreter that is new enough; the home is that of the base where it is a venv.
identity() {
    "$1" -I -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1); print(sys.version.split()[0], sys.base_prefix)' \
        2>/dev/null </dev/null
}

has_venv() {
    "$1" -I -c 'import ensurepip, venv' >/dev/null 2>&1 </dev/null
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        command -v "$PYTHON" >/dev/null 2>&1 ||
            fail "PYTHON=$PYTHON is not there; name a Python 3.11 or newer, as in make PYTHON=/path/to/python3."
        "$PYTHON" -c '' >/dev/null 2>&1 </dev/null ||
            fail "PYTHON=$PYTHON does not run; name a Python 3.11 or newer that does, or leave PYTHON out."
        identity "$PYTHON" >/dev/null ||
            fail "PYTHON=$PYTHON is $("$PYTHON" --version 2>&1 | head -n 1), but pushbox needs Python 3.11 or newer; name a newer one or leave PYTHON out."
        has_venv "$PYTHON" ||
            fail "PYTHON=$PYTHON lacks the modules venv and ensurepip; install them (on Debian: apt install python3-venv) or name another Python."
        found=$PYTHON
        return
    fi
    bare=
    # A shim may stand for an interpreter that is not installed, so each is run.
    for found in python3.14 python3.13 python3.12 python3.11 python3; do
        if identity "$found" >/dev/null; then
            if has_venv "$found"; then return; fi
            bare=${bare:-$found}
        fi
    done
    [ -z "$bare" ] ||
        fail "$bare lacks the modules venv and ensurepip; install them (on Debian: apt install $bare-venv) or name another Python with make PYTHON=/path/to/python3."
    fail "Python 3.11 or newer is needed and none was found; install it (on Debian: apt install python3 python3-venv; else from python.org) or name it with make PYTHON=/path/to/python3."
}

check_cargo() {
    need=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml | head -n 1)
    get="get it from rustup.rs or from your system's packages"
    have=$(cargo --version 2>/dev/null </dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
    [ -n "$have" ] || fail "cargo (Rust ${need:-stable} or newer) is needed and none was found that runs; $get."
    [ -n "$need" ] || return 0
    rest=${need#*.}
    if [ "${have%%.*}" -lt "${need%%.*}" ] ||
        { [ "${have%%.*}" -eq "${need%%.*}" ] && [ "${have#*.}" -lt "${rest%%.*}" ]; }; then
        fail "cargo is of Rust $have, but pushbox needs Rust $need or newer; $get."
    fi
}

# Is there an environment that works, made here, with the interpreter that PYTHON names?
venv_fresh() {
    [ -f "$venv_stamp" ] && [ "$(cat "$venv_stamp")" = "$PWD" ] || return 1
    own=$(identity "$python") && has_pip=$("$python" -I -c 'import pip' 2>&1) && [ -z "$has_pip" ] || return 1
    [ -z "${PYTHON:-}" ] || [ "$own" = "$(identity "$PYTHON")" ]
}

deps_fresh() {
    [ -f "$deps_stamp" ] && [ "$(cat "$deps_stamp")" = "$(cksum <"$lock")" ]
}

build_fresh() {
    [ -f "$build_stamp" ] || return 1
    for library in src/pushbox/_core*.so src/pushbox/_core*.pyd; do
        [ -f "$library" ] && break
    done
    [ -f "$library" ] || return 1
    # A folder is newer too where a file in it was added or removed.
    [ -z "$(find pyproject.toml Cargo.toml Cargo.lock crates -newer "$build_stamp" | head -n 1)" ]
}

make_venv() {
    say "environment: $venv with $("$found" --version)"
    rm -rf "$venv"
    "$found" -m venv "$venv"
    printf '%s\n' "$PWD" >"$venv_stamp.new"
    mv "$venv_stamp.new" "$venv_stamp"
}

install_deps() {
    say "dependencies: $lock"
    rm -f "$deps_stamp"
    sum=$(cksum <"$lock")
    "$python" -m pip --disable-pip-version-check install --quiet --require-hashes -r "$lock"
    printf '%s\n' "$sum" >"$deps_stamp.new"
    mv "$deps_stamp.new" "$deps_stamp"
}

build() {
    say "extension: maturin develop --release"
    rm -f "$build_stamp"
    : >"$build_stamp.new" # older than any source that is saved while the build runs
    if ! PIP_QUIET=1 PYO3_PYTHON=$PWD/$python VIRTUAL_ENV=$PWD/$venv PATH=$PWD/$venv/bin:$PATH \
        "$python" -m maturin develop --release --locked; then
        command -v cc >/dev/null 2>&1 ||
            fail "Rust needs cc to link and there is none; install a C compiler (on Debian: apt install gcc libc6-dev)."
        exit 1
    fi
    mv "$build_stamp.new" "$build_stamp"
}

goal=${1:-build}

# What is missing on the machine is printed before the work starts.
venv_fresh || find_python
case $goal in
    deps) ;;
    cargo) check_cargo ;;
    *) build_fresh || check_cargo ;;
esac

venv_fresh || make_venv
deps_fresh || install_deps
[ "$goal" = deps ] || build_fresh || build
