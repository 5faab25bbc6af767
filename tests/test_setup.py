"""``scripts/setup.sh``: all that a machine lacks is printed at once, with the one command that installs it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
TOOLS = [
    "awk", "cat", "cksum", "cp", "cut", "date", "dirname", "du", "env", "find", "grep", "head", "id", "mkdir", "mktemp",
    "mv", "rm", "sed", "sh", "sleep", "touch",
]  # fmt: skip

PYTHON = """case "$*" in
    --version) echo Python 3.13.5 ;;
    *ensurepip* | -c*) exit 0 ;;
    *version_info*) echo 3.13.5 /usr ;;
    *) exit 7 ;;
esac"""
SHARED_PYTHON = """case "$*" in
    --version) echo Python 3.13.4 ;;
    *libpython* | *ensurepip* | -c*) exit 0 ;;
    *version_info*) echo 3.13.4 /opt ;;
    *) exit 7 ;;
esac"""
WITHOUT_VENV = 'case "$*" in *ensurepip*) exit 1;; *version_info*) echo 3.13.5 /usr;; esac'
OLD_PYTHON = 'case "$*" in --version) echo Python 3.9.2;; -c*) exit 0;; *) exit 1;; esac'
CARGO = "echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)'"
OLD_CARGO = "echo 'cargo 1.63.0'"
CC = "exit 0"
FAILING_CC = "echo 'cannot find crt1.o' >&2; exit 1"

# What Debian offers: an apt-cache that knows versions by package.
TRIXIE = 'echo "Version: 1.85.1+dfsg1"'
BOOKWORM = 'case "$*" in *cargo-web) echo "Version: 1.96.0+dfsg1";; *) echo "Version: 0.66.0+ds1";; esac'
BULLSEYE = 'case "$*" in *cargo-web) exit 100;; *) echo "Version: 0.47.0";; esac'

NO_PYTHON = "Python 3.11 or newer (or name one: make PYTHON=/path/to/python3)"
NO_VENV = "the modules venv and ensurepip of python3 (or another Python: make PYTHON=/path/to/python3)"
NO_CARGO = "cargo (Rust 1.85 or newer)"
NO_CC = "cc, a C compiler that works, by which Rust links (on macOS: xcode-select --install)"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="make and sh are POSIX")


class Machine:
    """A machine that has but the programs that a test gives it."""

    def __init__(self, folder: Path) -> None:
        self.project, self._programs, self.later = folder / "project", folder / "bin", folder / "later"
        self._programs.mkdir()
        self.later.mkdir()
        for name in ("scripts", "requirements"):
            shutil.copytree(PROJECT / name, self.project / name)
        shutil.copy(PROJECT / "Cargo.toml", self.project)
        for name in TOOLS:
            (self._programs / name).symlink_to(shutil.which(name) or "")

    def add(self, folder: Path, **programs: str) -> None:
        """Write programs into a folder of the path."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, script in programs.items():
            program = folder / name.replace("_", "-")
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)

    def setup(self, goal: str = "run", *, python: str = "", **programs: str) -> subprocess.CompletedProcess[str]:
        """Run the script on a machine with some programs; `python` is what PYTHON names."""
        self.add(self._programs, **programs)
        environment = {"PATH": f"{self._programs}:{self.later}"} | ({"PYTHON": python} if python else {})
        command = ["/bin/sh", "scripts/setup.sh", goal]
        return subprocess.run(
            command, cwd=self.project, env=environment, capture_output=True, text=True, check=False, timeout=300
        )

    def prepare(self, **programs: str) -> None:
        """Make an environment with some programs, in which the packages of run.txt are installed."""
        environment = self.project / ".venv"
        self.add(environment / "bin", **programs)
        (environment / ".stamp-venv").write_text(f"{self.project}\n")
        checksum = subprocess.run(
            ["cksum"], input=(self.project / "requirements" / "run.txt").read_bytes(), capture_output=True, check=True
        )
        (environment / ".stamp-run").write_bytes(checksum.stdout)

    def lacks(self, goal: str = "run", **programs: str) -> list[str]:
        """Return the lines on what is missing, without `sudo`, which root does not need."""
        done = self.setup(goal, **programs)
        assert (done.returncode, done.stdout) == (1, "")
        head, *lines = done.stderr.splitlines()
        assert head == "pushbox: this machine lacks"
        assert not (self.project / ".venv").exists()
        return [line.strip().replace("sudo ", "") for line in lines]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt_get", "apt install python3 python3-venv cargo gcc libc6-dev"),
        ("dnf", "dnf install python3 cargo gcc"),
        ("pacman", "pacman -S python rust gcc"),
        ("apk", "apk add python3 cargo gcc musl-dev"),
        ("brew", "brew install python rust"),
    ],
)
def test_a_bare_machine(machine: Machine, manager: str, command: str) -> None:
    """Everything is missing, and one command of its package manager brings it."""
    programs = {manager: "exit 1"} | ({"apt_cache": TRIXIE} if manager == "apt_get" else {})
    assert machine.lacks(**programs) == [NO_PYTHON, NO_CARGO, NO_CC, f"Install it by: {command}"]


def test_a_machine_without_a_package_manager(machine: Machine) -> None:
    """What is missing is named all the same."""
    assert machine.lacks() == [NO_PYTHON, NO_CARGO, NO_CC]


def test_debian_with_python_alone(machine: Machine) -> None:
    """Debian packs venv apart; a compiler without the files of the C library is none."""
    missing = machine.lacks(python3=WITHOUT_VENV, cc=FAILING_CC, apt_get="exit 1", apt_cache=TRIXIE)
    command = "Install it by: apt install python3-venv cargo gcc libc6-dev"
    assert missing == [NO_VENV, NO_CARGO, NO_CC, command]


@pytest.mark.parametrize(
    ("offer", "help_"),
    [
        (TRIXIE, ["", "Install it by: apt install cargo"]),
        (BOOKWORM, ["", "Install it by: apt install cargo-web"]),
        (BULLSEYE, [", and the packages of this system are older: get it from rustup.rs"]),
    ],
    ids=["trixie", "bookworm", "bullseye"],
)
def test_a_rust_that_is_too_old(machine: Machine, offer: str, help_: list[str]) -> None:
    """The package that is named is one that is new enough, where the system has one."""
    missing = machine.lacks("test", python3=PYTHON, cargo=OLD_CARGO, cc=CC, apt_get="exit 1", apt_cache=offer)
    assert missing == [f"{NO_CARGO}, as cargo is of Rust 1.63.0{help_[0]}", *help_[1:]]


def test_a_python_that_is_too_old(machine: Machine) -> None:
    """Its version is named."""
    old = "Python 3.11 or newer, as python3 is Python 3.9.2 (or name one: make PYTHON=/path/to/python3)"
    assert machine.lacks(python3=OLD_PYTHON, cargo=CARGO, cc=CC) == [old]


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (None, "is not there; name a Python 3.11 or newer, as in make PYTHON=/path/to/python3"),
        ("exit 1", "does not run; name a Python 3.11 or newer that does, or leave PYTHON out"),
        (OLD_PYTHON, "is Python 3.9.2; name a newer one or leave PYTHON out"),
    ],
)
def test_a_python_that_is_named(machine: Machine, script: str | None, fault: str) -> None:
    """What is wrong with it is said, beside what else is missing."""
    named = {} if script is None else {"mine": script}
    lines = machine.lacks(python="mine", python3=PYTHON, cc=CC, **named)
    assert lines[0].endswith(f"PYTHON=mine {fault}")
    assert lines[1:] == [NO_CARGO]


def test_what_is_not_used_is_not_missed(machine: Machine) -> None:
    """Without the extension neither Rust nor a compiler is needed, and where all is there the work begins."""
    assert machine.setup("deps", python3=PYTHON).stdout.startswith("== environment: .venv with Python 3.13.5")
    assert machine.setup("run", cargo=CARGO, cc=CC).stdout.startswith("== environment: .venv with Python 3.13.5")
    assert NO_CC in machine.setup("run", cc=FAILING_CC).stderr


@pytest.mark.parametrize(("other", "taken"), [("3.13.2", "3.13.2"), ("3.12.9", "3.13.4")])
def test_a_python_that_is_no_shared_library_is_preferred(machine: Machine, other: str, taken: str) -> None:
    """It is quicker, and taken though it stands later on the path, if it is of the same version."""
    machine.add(machine.later, python3=PYTHON.replace("3.13.5", other))
    done = machine.setup("deps", python3=SHARED_PYTHON)
    assert done.stdout.startswith(f"== environment: .venv with Python {taken}\n")


# Python in an environment whose packages are there: it builds the core, and serves until that is built.
BUILDING_PYTHON = """case "$*" in
    *os.setsid*) shift 3; exec "$@" ;;
    "-m maturin "*) {build} ;;
    "-m pushbox serve --open")
        echo "it serves from $PYTHONPATH"
        until [ -e over ]; do sleep 0.05; done ;;
    *pip*) ;;
    *version_info*) echo 3.13.5 /usr ;;
    *) exit 7 ;;
esac"""


@pytest.mark.parametrize(
    ("build", "said"),
    [
        ("mkdir -p src/pushbox crates; touch src/pushbox/_core.abi3.so", "the core is built: everything works now"),
        ("exit 3", "the core could not be built: .venv/build.log says why"),
    ],
    ids=["builds", "fails"],
)
def test_the_web_app_opens_before_the_core_is_built(machine: Machine, build: str, said: str) -> None:
    """The build goes on beside it, and is known to have ended; with the core there, the program itself is run."""
    machine.prepare(python=BUILDING_PYTHON.format(build=build), pushbox='echo "pushbox $*"')
    first = machine.setup("open", cargo=CARGO, cc=CC, nice='"$@"; touch over')
    assert first.returncode == 0, first.stderr
    assert first.stdout.index("the web app opens") < first.stdout.index("it serves from src")
    assert said in first.stdout + first.stderr
    again = machine.setup("open", cargo=CARGO, cc=CC)
    assert ("pushbox serve --open\n" in again.stdout) == (build != "exit 3")


def test_the_readme_names_what_debian_needs(machine: Machine) -> None:
    """Its command brings all that a bare Debian lacks; cargo brings the compiler."""
    lines = (PROJECT / "README.md").read_text(encoding="utf-8").splitlines()
    (command,) = (line.split() for line in lines if line.startswith("    apt install "))
    printed = machine.lacks(apt_get="exit 1", apt_cache=TRIXIE)[-1].split()[3:]
    assert set(printed) - {"gcc", "libc6-dev"} == set(command) - {"make"}


# Cargo with a target for browsers, whose build waits until somebody plays.
CARGO_FOR_BROWSERS = """case "$*" in
    *pushbox-wasm*)
        until [ -e playing ]; do sleep 0.05; done
        mkdir -p target/wasm32-unknown-unknown/wasm
        echo module >target/wasm32-unknown-unknown/wasm/pushbox_wasm.wasm ;;
    *) echo 'cargo 1.85.0 (d73d2caf9 2024-12-31)' ;;
esac"""


@pytest.mark.parametrize(("goal", "waits"), [("run", False), ("test", True)])
def test_who_plays_waits_for_no_core_for_browsers(machine: Machine, goal: str, *, waits: bool) -> None:
    """It is built meanwhile, and there when it is whole; tests, which need it, wait for it."""
    building = BUILDING_PYTHON.format(build="mkdir -p src/pushbox/client/core crates; touch src/pushbox/_core.abi3.so")
    machine.prepare(python=building, pushbox="exit 7")
    machine.add(machine.later, cargo=CARGO_FOR_BROWSERS, cc=CC, rustc="echo .", nice='exec "$@"')
    playing, module = machine.project / "playing", machine.project / "src/pushbox/client/core/pushbox.wasm"
    if waits:
        playing.touch()
    done = machine.setup(goal)
    assert done.returncode == 0, done.stderr
    assert module.exists() == waits
    assert ("compiled meanwhile" in done.stdout) != waits
    playing.touch()
    until = time.monotonic() + 60
    while not module.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert module.read_text() == "module\n"
    assert [*module.parent.iterdir()] == [module]


MAKE_RUN = """#!/bin/sh
echo '== dependencies'
mkdir -p .venv && printf 0123456789 >.venv/file
echo '== the web app opens; hints, solver and generator come with the core, which is built meanwhile'
exec {python} - <<'END'
import http.server, json, threading
class Pages(http.server.BaseHTTPRequestHandler):
    def answer(self, body):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self):
        self.answer(b"<!doctype html><html>")
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        level = asked["level"]
        self.answer(b'{{"status":"solved"}}' if level["board"]["width"] == 7 and asked["solution"] == "rRR" else b"")
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
print(f"http://127.0.0.1:{{server.server_port}}/", flush=True)
threading.Timer(0.5, lambda: print("== the core is built: everything works now", flush=True)).start()
server.serve_forever()
END
"""


@pytest.mark.parametrize("ends", [False, True])
def test_the_first_run_is_timed_as_a_newcomer_sees_it(tmp_path: Path, *, ends: bool) -> None:
    """Until the page is there, a level is played, and the core is built; a run that ends before is an error."""
    make = tmp_path / "make"
    make.write_text(MAKE_RUN.format(python=sys.executable) if not ends else "#!/bin/sh\necho '== dependencies'\n")
    make.chmod(0o755)
    timed = subprocess.run(
        [sys.executable, PROJECT / "scripts" / "first_run.py"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if ends:
        assert (timed.returncode, timed.stderr) == (1, "make run ended with 0 before that\n")
        return
    assert timed.returncode == 0, timed.stderr
    found = re.findall(r"^(\w[\w ]+): after ([\d.]+) s$", timed.stdout, re.MULTILINE)
    assert [what for what, _ in found] == [
        "prints its address",
        "shows its first page",
        "replays the solution of a lesson",
        "has its core",
    ]
    assert [float(seconds) for _, seconds in found] == sorted(float(seconds) for _, seconds in found)
    assert timed.stdout.endswith(".venv: 0 MB\n")
