#!/bin/sh
# Tries what a release would give people, and prints what it tried: the wheel in empty environments, with each extra alone;
# a server from the wheel, every page of it; the source archive, built again; and, as root where debootstrap is there,
# README's commands on a bare Debian. Nothing outside the folder target/release-trial is changed.
#
#   scripts/try_release.sh          all but Debian
#   scripts/try_release.sh debian   Debian too, which takes a quarter of an hour
set -eu
cd "$(dirname "$0")/.."
trial=$PWD/target/release-trial
python=$PWD/.venv/bin/python
tried=''

done_with() {
    tried="$tried
  $1"
    printf '== %s\n' "$1"
}

venv() { # venv NAME: an empty environment, its programs in $bin
    rm -rf "${trial:?}/$1"
    "$python" -m venv "$trial/$1"
    bin=$trial/$1/bin
}

sh scripts/setup.sh
rm -rf "$trial"
mkdir -p "$trial"
make --no-print-directory wheel DIST="$trial/dist"
.venv/bin/maturin sdist --out "$trial/dist"
wheel=$(ls "$trial"/dist/*.whl)
source=$(ls "$trial"/dist/*.tar.gz)
done_with "built $(basename "$wheel") ($(wc -c <"$wheel") bytes) and $(basename "$source") ($(wc -c <"$source") bytes)"

cd "$trial" # so that nothing is taken from the source by chance

venv bare
"$bin/pip" --disable-pip-version-check install --quiet "$wheel"
"$bin/pushbox" solve builtin:lessons >solved
"$bin/pushbox" doctor >doctor
grep -q '^missing  web' doctor
done_with "without extras: $(tail -n 1 solved)"

extras=$("$bin/python" -c 'from importlib.metadata import metadata as m; print(*m("pushbox").get_all("Provides-Extra"))')
for extra in $extras; do
    venv "extra-$extra"
    "$bin/pip" --disable-pip-version-check install --quiet "$wheel[$extra]"
    "$bin/pip" --disable-pip-version-check check >/dev/null
    "$bin/pushbox" doctor >doctor
    [ "$extra" = all ] || grep -q "^works    $extra" doctor
    ! grep -q '^broken' doctor
    done_with "[$extra]: $(grep -c '^works' doctor) things work"
    [ "$extra" = all ] || rm -rf "$trial/extra-$extra"
done

"$trial/extra-all/bin/pushbox" serve --port 0 --database "sqlite:///$trial/library.sqlite" >address 2>faults &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
for _ in $(seq 100); do [ -s address ] && break; sleep 0.2; done
"$trial/extra-all/bin/python" - "$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' address)" >pages <<'END'
import sys, urllib.request
from pushbox.web.pages import PAGES
for path in [*PAGES, "/health", "/openapi.json", "/api/games"]:
    with urllib.request.urlopen(sys.argv[1].rstrip("/") + path, timeout=20) as answer:
        assert answer.status == 200 and len(answer.read()) > 2, path
print(len(PAGES))
END
kill "$server"
wait "$server" || true
[ ! -s faults ]
done_with "a server from the wheel answers all $(cat pages) pages"

mkdir source && tar -xzf "$source" -C source --strip-components 1
for needed in README.md CHANGELOG.md LICENSE docs/index.md tests/conftest.py Cargo.lock; do [ -e "source/$needed" ]; done
venv source-build
"$bin/pip" --disable-pip-version-check install --quiet ./source
"$bin/pushbox" solve builtin:lessons >/dev/null
done_with "the source archive builds, and has docs, tests and changelog"

if [ "${1:-}" = debian ]; then
    command -v debootstrap >/dev/null || { echo "no debootstrap here: apt install debootstrap" >&2; exit 1; }
    root=$trial/debian
    debootstrap --variant=minbase --include=ca-certificates stable "$root" >/dev/null
    mkdir -p "$root/src" && tar -xzf "$source" -C "$root/src" --strip-components 1
    # What this machine's network needs; the mounts go with their namespace.
    for file in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        [ ! -e "$file" ] || cp -L "$file" "$root$file"
    done
    unshare --mount sh -ec 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" sh -ec "$1"' "$root" '
        export DEBIAN_FRONTEND=noninteractive
        apt-get -qq update; apt-get -qq install -y python3 python3-venv cargo make >/dev/null
        cd /src; make run ARGS="solve builtin:lessons"; make test'
    done_with "Debian stable: make run and make test with the packages of the README alone"
fi

printf '\nTried:%s\n' "$tried"
