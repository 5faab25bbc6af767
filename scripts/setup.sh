#!/bin/sh
# Makes .venv ready: an environment, the locked dependencies, the Rust extension built in place, and the core for browsers,
# which goes on being built where pushbox is only to run.
# Does only what is not done yet; a step leaves its stamp when it has succeeded, so it is safe to repeat and to interrupt.
#
#   scripts/setup.sh            what running needs: requirements/run.txt and the extension
#   scripts/setup.sh open       the same, and the web app, which is opened before the extension is built
#   scripts/setup.sh wheel      as run; cargo must be there even where nothing is to build
#   scripts/setup.sh dev        what developing needs: requirements/dev.txt and the extension
#   scripts/setup.sh test       the same; cargo must be there even where nothing is to build
#   scripts/setup.sh deps       requirements/dev.txt without the extension
#
# PYTHON names the interpreter to use; without it the newest one that works is taken. EXTRAS names extras of
# pyproject.toml to install besides, in the releases of requirements/dev.txt.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
python=$venv/bin/python
venv_stamp=$venv/.stamp-venv
build_stamp=$venv/.stamp-build

missing='' apt='' dnf='' pacman='' apk='' brew=''

say() {
    printf '== %s\n' "$1"
}

# Notes what the machine lacks: what it is, and the packages that bring it by apt, dnf, pacman, apk and brew.
lack() {
    missing="$missing
  $1"
    apt="$apt $2" dnf="$dnf $3" pacman="$pacman $4" apk="$apk $5" brew="$brew $6"
}

# Notes what no package helps against: what PYTHON names, a package that is too old.
fault() {
    missing="$missing
  $1"
}

# Prints version and home of an interpreter that is new enough; the home is that of the base where it is a venv.
identity() {
    "$1" -I -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1); print(sys.version.split()[0], sys.base_prefix)' \
        2>/dev/null </dev/null
}

has_venv() {
    "$1" -I -c 'import ensurepip, venv' >/dev/null 2>&1 </dev/null
}

# Does it run out of a shared library? All of Python then takes a sixth longer. Asked on Linux; elsewhere it counts as no.
is_shared() {
    "$1" -I -c 'import sys; sys.exit("libpython" not in open("/proc/self/maps").read())' 2>/dev/null </dev/null
}

# If `found` does, sets it to an interpreter of the same name and version elsewhere on the path that does not.
prefer_faster() {
    is_shared "$found" || return 0
    minor=$(identity "$found") minor=${minor%% *} minor=${minor%.*}
    folders=$PATH:
    while [ -n "$folders" ]; do
        other=${folders%%:*}/$found folders=${folders#*:}
        case $(identity "$other") in
            "$minor".*) if has_venv "$other" && ! is_shared "$other"; then found=$other && return; fi ;;
        esac
    done
}

# Sets `found` to the interpreter to use.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        found=$PYTHON
        if ! command -v "$PYTHON" >/dev/null 2>&1; then
            fault "Python: PYTHON=$PYTHON is not there; name a Python 3.11 or newer, as in make PYTHON=/path/to/python3"
        elif ! "$PYTHON" -c '' >/dev/null 2>&1 </dev/null; then
            fault "Python: PYTHON=$PYTHON does not run; name a Python 3.11 or newer that does, or leave PYTHON out"
        elif ! identity "$PYTHON" >/dev/null; then
            fault "Python 3.11 or newer: PYTHON=$PYTHON is $("$PYTHON" --version 2>&1 | head -n 1); name a newer one or leave PYTHON out"
        elif ! has_venv "$PYTHON"; then
            lack "the modules venv and ensurepip of PYTHON=$PYTHON" python3-venv "" "" "" ""
        fi
        return
    fi
    bare=
    # A shim may stand for an interpreter that is not installed, so each is run.
    for found in python3.14 python3.13 python3.12 python3.11 python3; do
        if identity "$found" >/dev/null; then
            if has_venv "$found"; then prefer_faster && return; fi
            bare=${bare:-$found}
        fi
    done
    if [ -n "$bare" ]; then
        lack "the modules venv and ensurepip of $bare (or another Python: make PYTHON=/path/to/python3)" "$bare-venv" "" "" "" ""
    else
        old=$(python3 --version 2>/dev/null </dev/null | head -n 1)
        lack "Python 3.11 or newer${old:+, as python3 is $old} (or name one: make PYTHON=/path/to/python3)" \
            "python3 python3-venv" python3 python python3 python
    fi
}

# Is the first version, as in 1.85.1, at least the second?
at_least() {
    awk -v have="$1" -v need="$2" 'BEGIN {
        split(have, h, "."); split(need, n, ".")
        for (i = 1; i <= 3; i++) if (h[i] + 0 != n[i] + 0) exit h[i] + 0 < n[i] + 0
    }' </dev/null
}

# Prints Debian's package of a Rust that is new enough; older releases have it under another name.
debian_cargo() {
    for package in cargo cargo-web; do
        version=$(apt-cache show --no-all-versions "$package" 2>/dev/null | sed -n 's/^Version: \([0-9.]*\).*/\1/p' | head -n 1)
        if [ -n "$version" ] && at_least "$version" "$1"; then
            printf '%s\n' "$package"
            return
        fi
    done
}

check_cargo() {
    need=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml | head -n 1)
    have=$(cargo --version 2>/dev/null </dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')
    if [ -n "$have" ] && at_least "$have" "$need"; then return; fi
    what="cargo (Rust $need or newer)${have:+, as cargo is of Rust $have}"
    package=$(debian_cargo "$need")
    if command -v apt-get >/dev/null 2>&1 && [ -z "$package" ]; then
        fault "$what, and the packages of this system are older: get it from rustup.rs"
    else
        lack "$what" "$package" cargo rust cargo rust
    fi
}

# Rust links by cc, with the headers and start files of C; a linker of one's own stands in the settings of cargo.
check_cc() {
    if env | grep -q '^CARGO_TARGET_.*_LINKER='; then return; fi
    scratch=$(mktemp -d)
    printf '#include <stddef.h>\nint main(void) { return 0; }\n' >"$scratch/main.c"
    cc -o "$scratch/main" "$scratch/main.c" >/dev/null 2>&1 </dev/null ||
        lack "cc, a C compiler that works, by which Rust links (on macOS: xcode-select --install)" \
            "gcc libc6-dev" gcc gcc "gcc musl-dev" ""
    rm -rf "$scratch"
}

# Ends where something is missing, with all of it at once and the command that installs it.
report_missing() {
    [ -n "$missing" ] || return 0
    printf 'pushbox: this machine lacks%s\n' "$missing" >&2
    command=
    if command -v apt-get >/dev/null 2>&1; then command="apt install" packages=$apt
    elif command -v dnf >/dev/null 2>&1; then command="dnf install" packages=$dnf
    elif command -v pacman >/dev/null 2>&1; then command="pacman -S" packages=$pacman
    elif command -v apk >/dev/null 2>&1; then command="apk add" packages=$apk
    elif command -v brew >/dev/null 2>&1; then command="brew install" packages=$brew
    fi
    [ "$(id -u)" = 0 ] || [ "$command" = "brew install" ] || command="sudo $command"
    # shellcheck disable=SC2086  # a word each
    set -- ${packages:-}
    [ $# = 0 ] || printf 'Install it by: %s %s\n' "$command" "$*" >&2
    exit 1
}

# Is there an environment that works, made here, with the interpreter that PYTHON names?
venv_fresh() {
    [ -f "$venv_stamp" ] && [ "$(cat "$venv_stamp")" = "$PWD" ] || return 1
    own=$(identity "$python") && has_pip=$("$python" -I -c 'import pip' 2>&1) && [ -z "$has_pip" ] || return 1
    [ -z "${PYTHON:-}" ] || [ "$own" = "$(identity "$PYTHON")" ]
}

# Is what this lock names installed?
lock_fresh() {
    [ -f "$venv/.stamp-$1" ] && [ "$(cat "$venv/.stamp-$1")" = "$(cksum <"requirements/$1.txt")" ]
}

# All of run.txt stands in dev.txt too.
deps_fresh() {
    lock_fresh dev || { [ "$lock" = run ] && lock_fresh run; }
}

has_extension() {
    for library in src/pushbox/_core*.so src/pushbox/_core*.pyd; do
        if [ -f "$library" ]; then return; fi
    done
    return 1
}

build_fresh() {
    [ -f "$build_stamp" ] && has_extension || return 1
    # A folder is newer too where a file in it was added or removed.
    [ -z "$(find pyproject.toml Cargo.toml Cargo.lock crates -newer "$build_stamp" | head -n 1)" ]
}

make_venv() {
    say "environment: $venv with $("$found" --version)"
    rm -rf "$venv"
    "$found" -m venv "$venv"
    # Python 3.11 puts in what no package here needs.
    "$python" -m pip --disable-pip-version-check uninstall --quiet --yes setuptools >/dev/null 2>&1 || true
    printf '%s\n' "$PWD" >"$venv_stamp.new"
    mv "$venv_stamp.new" "$venv_stamp"
}

# Installs with uv, which takes seconds, or with pip if that fails: uv does not read the private indexes of pip's settings.
# Compiles the core meanwhile if the extension is still to be built. Compiles Python modules for `make run` alone, where a
# user waits for the first start; tests and checks import only half of theirs.
install_deps() {
    if [ "$goal" != deps ] && ! build_fresh; then
        # What needs no interpreter: PyO3's macros, then the core, which takes one processor beside the packages. Cargo
        # finds a package of others only where the members that are built use it, so each has its own command.
        {
            cargo build --release --locked --quiet -p pyo3-macros
            exec cargo build --release --locked --quiet -p pushbox-core
        } >/dev/null 2>&1 </dev/null &
        core=$!
        trap 'kill $core 2>/dev/null || true' EXIT
        trap 'exit 130' INT TERM
    fi
    file=requirements/$lock.txt
    say "dependencies: $(grep -c '^[a-z].*==' "$file") packages of $file"
    rm -f "$venv"/.stamp-run "$venv"/.stamp-dev
    sum=$(cksum <"$file")
    compile=
    [ "$lock" != run ] || compile=--compile-bytecode
    set -- install --quiet --require-hashes -r
    sed -n '/^uv==/,/[^\\]$/p' "$file" >"$venv/uv.txt"
    if ! {
        "$python" -m pip --disable-pip-version-check "$@" "$venv/uv.txt" &&
            "$venv/bin/uv" pip "$@" "$file" --python "$python" $compile
    }; then
        say "dependencies once more, by pip"
        "$python" -m pip --disable-pip-version-check "$@" "$file"
    fi
    printf '%s\n' "$sum" >"$venv/.stamp-new"
    mv "$venv/.stamp-new" "$venv/.stamp-$lock"
}

install_extras() {
    say "extras: $EXTRAS"
    set --
    for extra in $EXTRAS; do set -- "$@" --extra "$extra"; done
    "$venv/bin/uv" pip install --quiet --python "$python" --compile-bytecode -r pyproject.toml "$@" \
        --constraint requirements/dev.txt
}

build() {
    say "extension: the core in Rust, compiled since the last step, then maturin develop"
    [ -z "$core" ] || wait "$core" || true # maturin says what went wrong
    rm -f "$build_stamp"
    : >"$build_stamp.new" # older than any source that is saved while the build runs
    PIP_QUIET=1 PYO3_PYTHON=$PWD/$python VIRTUAL_ENV=$PWD/$venv PATH=$PWD/$venv/bin:$PATH \
        "$python" -m maturin develop --release --locked
    mv "$build_stamp.new" "$build_stamp"
}

# Builds the core for browsers as scripts/wasm.sh does, meanwhile where somebody wants to run pushbox: nobody who plays waits
# for it, and a server finds it when it is there.
build_for_browsers() {
    case $goal in
        run | open)
            if sh scripts/wasm.sh wanted; then
                say "the core for browsers is compiled meanwhile: until it is there pages search on the server"
                nice sh scripts/wasm.sh >"$venv/wasm.log" 2>&1 </dev/null &
                return
            fi
            ;;
    esac
    sh scripts/wasm.sh "$@" || say "pages search on the server alone: the core for browsers could not be built"
}

# Opens the web app at once and builds the extension meanwhile, in a session of its own that ends with the web app.
open_while_building() {
    say "the web app opens; hints, solver and generator come with the core, which is built meanwhile"
    # shellcheck disable=SC2016  # the inner shell expands it
    "$python" -I -c 'import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])' nice sh -c '
        if sh scripts/setup.sh run >"$0/build.log" 2>&1; then echo "== the core is built: everything works now"
        else echo "== the core could not be built: $0/build.log says why" >&2; fi' "$venv" </dev/null &
    building=$!
    trap 'kill -TERM -- "-$building" ${core:+"$core"} 2>/dev/null || true' EXIT
    trap : INT # which ends the web app
    trap 'exit 143' TERM
    PYTHONPATH=src "$python" -m pushbox serve --open
}

goal=${1:-run} core='' begin=$(date +%s)
case $goal in run | open | wheel) lock=run ;; *) lock=dev ;; esac

# What the machine lacks is printed before the work starts.
venv_fresh || find_python
case $goal in
    deps) ;;
    wheel | test)
        check_cargo
        check_cc
        ;;
    *)
        if ! build_fresh; then
            check_cargo
            check_cc
        fi
        ;;
esac
report_missing

venv_fresh || make_venv
deps_fresh || install_deps
[ -z "${EXTRAS:-}" ] || install_extras
if [ "$goal" = open ] && ! has_extension; then # one of older sources may not fit these: it is built anew first
    open_while_building
    exit
fi
[ "$goal" = deps ] || if build_fresh; then
    build_for_browsers quietly
else
    build
    say "ready after $(($(date +%s) - begin)) s; $venv has $(du -sm "$venv" | cut -f 1) MB"
    build_for_browsers
fi
[ "$goal" != open ] || exec "$venv/bin/pushbox" serve --open
