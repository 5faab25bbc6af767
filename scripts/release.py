"""Build what a release gives people, and try it as they will.

    python scripts/release.py tag v0.1.0        compare a tag with the version; refuse what is not filled in
    python scripts/release.py wheel [TARGET]    build a wheel for this machine, or for a target of Rust, into dist/
    python scripts/release.py source            build the source archive into dist/
    python scripts/release.py sbom              write the bill of materials into dist/sbom/
    python scripts/release.py test WHEEL [EXTRA ...]
                                                install a wheel in an empty environment, run a part of the tests there
    python scripts/release.py all [debian]      all of this, as far as this machine can, and name what it cannot

It needs Python 3.11 or newer, cargo for wheels, and no package: the workflow of a release runs it on every system.
What is made on the way is in target/release-trial.
"""

# ruff: noqa: S603, S607  # programs of its own, and what it prints is what it is for
from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TRIAL = PROJECT / "target" / "release-trial"
DIST = PROJECT / "dist"

# Tests of what a wheel holds, beside those of rules and formats: the searches of the core, pictures, the command line.
COMMANDS = ("cli/test_solve.py", "cli/test_copies.py", "cli/test_verify.py")
PART = ("formats", "games", "path", "play", "solver", "optimizer", "render", *COMMANDS)
NEEDED = ("pytest", "pytest-timeout", "hypothesis", "sqlalchemy", "alembic", "filelock")  # tests keep libraries
# Those of them that an extra must be there for.
NEEDING = {
    "web": ("games/test_own_game.py", "games/test_own_kinds.py"),
    "render": ("play/test_drawing.py", "render/test_raster.py"),
}

# Rust's name of a target, and how old a system its wheel runs on; Zig links it wherever it is built.
COMPATIBLE = {
    "x86_64-unknown-linux-gnu": "manylinux2014",
    "aarch64-unknown-linux-gnu": "manylinux2014",
    "x86_64-unknown-linux-musl": "musllinux_1_2",
    "aarch64-unknown-linux-musl": "musllinux_1_2",
}

_tried: list[str] = []


def main(arguments: Sequence[str]) -> None:
    """Do what the arguments say."""
    match arguments:
        case ["tag", tag]:
            check_tag(tag)
        case ["wheel"]:
            print(wheel(DIST))
        case ["wheel", target]:
            print(wheel(DIST, target))
        case ["source"]:
            print(source(DIST))
        case ["sbom"]:
            run(sys.executable, PROJECT / "scripts" / "sbom.py", DIST / "sbom" / f"pushbox-{version()}.cdx.json")
        case ["test", file, *extras]:
            test(Path(file), extras)
        case ["all"] | ["all", "debian"]:
            everything(debian="debian" in arguments)
        case _:
            sys.exit((__doc__ or "").strip())


def run(*command: str | Path, folder: Path = PROJECT, variables: Mapping[str, str] | None = None) -> None:
    """Run a program to its end, with variables beside those of the environment; end where it fails."""
    done = subprocess.run(list(map(str, command)), cwd=folder, env={**os.environ, **(variables or {})}, check=False)
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} ended with {done.returncode}: {' '.join(map(str, command))}")


def done_with(what: str) -> None:
    """Note what was tried."""
    _tried.append(what)
    print("==", what, flush=True)


# What is built --------------------------------------------------------------------------------------------------------


def version() -> str:
    """Return the version that Cargo.toml names."""
    found = tomllib.loads((PROJECT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]
    return str(found)


def check_tag(tag: str) -> None:
    """End where a tag is not the version with a v before it, or something that the release shows is not filled in."""
    name = version()
    if tag != f"v{name}":
        sys.exit(f"found the tag {tag}, expected v{name}, the version of Cargo.toml")
    notes = rf"^## {re.escape(name)} \(\d{{4}}-\d\d-\d\d\)$"
    if not re.search(notes, (PROJECT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE):
        sys.exit(f"found no notes of {name} in CHANGELOG.md, expected a heading such as ## {name} (2027-01-31)")
    if not has_address():
        sys.exit(
            "found no address of the repository, expected https://... as Repository in [project.urls] of pyproject.toml"
        )


def has_address() -> bool:
    """Return whether the page of a package index will say where the source is."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project.get("urls", {}).get("Repository", "")).startswith("https://")


def environment(name: str) -> Path:
    """Make an empty environment; return its Python."""
    folder = TRIAL / name
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", folder)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def install(python: Path, *what: str | Path) -> None:
    """Install packages, of the tested releases where those are known."""
    TRIAL.mkdir(parents=True, exist_ok=True)
    constraints = TRIAL / "constraints.txt"
    lock = (PROJECT / "requirements" / "dev.txt").read_text("utf-8")
    constraints.write_text("\n".join(re.findall(r"^([a-z].*?) \\$", lock, re.MULTILINE)), "utf-8")
    run(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--constraint", constraints, *what)


def maturin(*arguments: str | Path) -> None:
    """Run maturin, with the linker of Zig, in an environment of its own; what Zig keeps stays in target."""
    folder = PROJECT / ".venv" / "wheel"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        run(sys.executable, "-m", "venv", folder)
    install(python, "maturin[zig]" if sys.platform == "linux" else "maturin")
    target = PROJECT / "target"
    variables = {
        "PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}",
        "PYO3_PYTHON": sys.executable,
        "ZIG_GLOBAL_CACHE_DIR": str(target / "zig"),
        "CARGO_ZIGBUILD_CACHE_DIR": str(target / "zigbuild"),
    }
    run(python, "-m", "maturin", *arguments, variables=variables)


def search_module() -> None:
    """Build the core for browsers, which is the same on every machine, or say how it can be built."""
    shell = shutil.which("sh") or "bash"
    run(shell, "scripts/wasm.sh", "get")
    run(shell, "scripts/wasm.sh")


def wheel(out: Path, target: str = "") -> Path:
    """Build a wheel, with the core for browsers where it can be built; return its file.

    It is one for all Pythons from 3.11 on, except where this Python runs threads freely: then for its version alone.
    """
    if target and not has_target(target):
        sys.exit(f"found no library of Rust for {target}, expected it to be there: rustup target add {target}")
    search_module()
    options = ["--interpreter", sys.executable]
    if sys.platform == "linux":
        target = target or f"{platform.machine()}-unknown-linux-gnu"
        options += ["--target", target, "--zig", "--compatibility", COMPATIBLE[target]]
    elif target:
        options += ["--target", target]
    maturin("build", "--quiet", "--release", "--locked", *options, "--out", out)
    return max(out.glob("*.whl"), key=lambda file: file.stat().st_mtime)


def source(out: Path) -> Path:
    """Build the source archive; return its file."""
    maturin("sdist", "--out", out)
    return max(out.glob("*.tar.gz"), key=lambda file: file.stat().st_mtime)


# How it is tried ------------------------------------------------------------------------------------------------------


def program(python: Path, *arguments: str, folder: Path = TRIAL) -> str:
    """Return what pushbox of an environment prints, from a folder that has none of its sources."""
    command = [str(python), "-m", "pushbox", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"pushbox ended with {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def test(file: Path, extras: Sequence[str]) -> None:
    """Install a wheel in an empty environment, and run the tests of what it holds against it alone."""
    python = environment("test")
    extra = f"[{','.join(extras)}]" if extras else ""
    install(python, f"{file.resolve()}{extra}", *NEEDED)
    program(python, "solve", "builtin:lessons")
    findings = program(python, "doctor")
    if "broken" in findings:
        sys.exit(f"pushbox doctor of {file.name}{extra} says\n{findings}")
    folder = TRIAL / "tests"  # without src, so that it is the wheel that is tested
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("tests", "docs", "scripts", "requirements"):
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml", "Cargo.toml"):
        shutil.copy(PROJECT / name, folder)
    rooms = [f"tests/{room}" for room in PART]
    there = NEEDING.keys() if {"all", "web"} & {*extras} else {*extras}
    ignored = [f"--ignore=tests/{name}" for extra, names in NEEDING.items() if extra not in there for name in names]
    run(python, "-m", "pytest", "-q", "-m", "not e2e and not servers and not deep", *rooms, *ignored, folder=folder)
    done_with(f"{file.name}{extra}: its tests pass")


def everything(*, debian: bool) -> None:
    """Build and try all that this machine can."""
    shutil.rmtree(TRIAL, ignore_errors=True)
    built, archive = wheel(TRIAL / "dist"), source(TRIAL / "dist")
    run(sys.executable, PROJECT / "scripts" / "sbom.py", TRIAL / "dist" / "sbom" / f"pushbox-{version()}.cdx.json")
    done_with(
        f"built {built.name} ({built.stat().st_size:,} bytes) and {archive.name} ({archive.stat().st_size:,} bytes)"
    )
    not_tried = ["macOS and Windows", "a Python without the GIL", f"other processors than {platform.machine()}"]
    musl = f"{platform.machine()}-unknown-linux-musl"
    if sys.platform == "linux" and has_target(musl):
        done_with(f"built {wheel(TRIAL / 'dist', musl).name}")
        not_tried.append("the wheel for musl, which is built and not run")
    else:
        not_tried.append(f"a wheel for musl, as Rust has no library for it here (rustup target add {musl})")
    try_extras(built)
    test(built, ["all"])
    shutil.unpack_archive(archive, TRIAL / "source")
    (unpacked,) = (TRIAL / "source").iterdir()
    python = environment("source-build")
    install(python, unpacked)
    program(python, "solve", "builtin:lessons")
    done_with("the source archive builds, and what it builds solves its lessons")
    if debian:
        try_debian(unpacked)
    else:
        not_tried.append("the README on a bare Debian (scripts/release.py all debian, as root)")
    not_tried.append("attesting and publishing, which only the workflow does")
    if not has_address():
        not_tried[-1] += "; it will refuse while pyproject.toml has no Repository in [project.urls]"
    print("\nTried:", *_tried, "\nNot tried here:", *not_tried, sep="\n  ")


def has_target(target: str) -> bool:
    """Return whether Rust has the standard library of a target."""
    asked = subprocess.run(
        ["rustc", "--print", "target-libdir", "--target", target], capture_output=True, text=True, check=False
    )
    return asked.returncode == 0 and Path(asked.stdout.strip()).is_dir()


def try_extras(built: Path) -> None:
    """Install a wheel alone, and with each of its extras; serve every page from the one with all."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    python = Path()
    for extra in ["", *project["optional-dependencies"]]:  # "all" is the last
        python = environment("extra")
        install(python, f"{built}[{extra}]" if extra else built)
        run(python, "-m", "pip", "check")
        program(python, "solve", "builtin:lessons")
        findings = program(python, "doctor").splitlines()
        working = [line for line in findings if line.startswith("works")]
        if any(line.startswith("broken") for line in findings):
            sys.exit(f"pushbox doctor with [{extra}] says\n" + "\n".join(findings))
        if extra not in {"", "all"} and not any(line.split()[1] == extra for line in working):
            sys.exit(f"[{extra}] brings no {extra}:\n" + "\n".join(findings))
        done_with(f"[{extra}]: {len(working)} things work")
    run(python, PROJECT / "scripts" / "try_pages.py", folder=TRIAL)
    done_with("a server from the wheel answers all pages")


DEBIAN = """
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update; apt-get -qq install -y make >/dev/null
cd /src; ! make run || exit 1 # it names what is missing
apt-get -qq install -y python3 python3-venv cargo make >/dev/null
python3 scripts/first_run.py; make run ARGS="solve builtin:lessons"; make test
"""


def try_debian(unpacked: Path) -> None:
    """Type the README's commands in a bare Debian."""
    if not shutil.which("debootstrap"):
        sys.exit("debootstrap is not installed here: apt install debootstrap")
    root = TRIAL / "debian"
    run("debootstrap", "--variant=minbase", "--include=ca-certificates", "stable", root)
    shutil.copytree(unpacked, root / "src", dirs_exist_ok=True)
    for file in ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt"):  # what this network needs
        if Path("/", file).exists():
            (root / file).unlink(missing_ok=True)
            shutil.copy(Path("/", file), root / file)
    inside = 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" bash -ec "$1"'
    run("unshare", "--mount", "sh", "-ec", inside, root, DEBIAN)  # the mounts go with their namespace
    done_with("Debian stable: make run and make test, with the packages of the README alone")


if __name__ == "__main__":
    main(sys.argv[1:])
