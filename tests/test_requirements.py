"""What is installed: bounds, locks with hashes, and an audit that never takes silence for an answer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def of_extras(*names: str) -> list[Requirement]:
    """Return what pushbox needs with some extras, those that they name in turn among it."""
    needed = set(PROJECT["dependencies"])
    for requirement in (Requirement(text) for name in names for text in EXTRAS[name]):
        own = requirement.name == PROJECT["name"]
        needed |= set(map(str, of_extras(*requirement.extras))) if own else {str(requirement)}
    return [Requirement(text) for text in sorted(needed)]


def locked(name: str) -> dict[str, dict[str, set[str]]]:
    """Return the hashes of a lock by package and version; a package may have several, each for some machines."""
    pins: dict[str, dict[str, set[str]]] = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / "requirements" / name).read_text("utf-8").strip()):
        requirement = Requirement(entry.partition(" \\\n")[0])
        (version,) = (specifier.version for specifier in requirement.specifier)
        pins.setdefault(canonicalize_name(requirement.name), {})[version] = set(
            re.findall(r"sha256:[0-9a-f]{64}", entry)
        )
    return pins


@pytest.mark.parametrize("requirement", of_extras("all"), ids=str)
def test_every_dependency_has_bounds_that_the_lock_keeps(requirement: Requirement) -> None:
    """A release that breaks its promises is not installed by itself; the tested one is within the bounds."""
    assert {"<", ">="} == {specifier.operator for specifier in requirement.specifier}
    versions = locked("dev.txt")[canonicalize_name(requirement.name)]
    assert all(version in requirement.specifier for version in versions)


def test_the_lock_of_a_server_is_whole() -> None:
    """It has all that a server needs, of the tested versions and with all their hashes, and no tool of developers."""
    server, tested = locked("server.txt"), locked("dev.txt")
    needed = of_extras("library", "postgres", "web", "redis")
    assert {canonicalize_name(requirement.name) for requirement in needed} <= set(server)
    assert not set(server) & {"pytest", "mypy", "ruff", "maturin", "playwright", "hypothesis", "pip-audit"}
    for name, versions in server.items():
        for version, hashes in versions.items():
            assert hashes
            assert hashes == tested[name][version], name


def test_what_running_needs_is_a_part_of_what_is_tested() -> None:
    """So `make test` adds to it, and an environment of developers runs."""
    run, tested = locked("run.txt"), locked("dev.txt")
    assert {canonicalize_name(requirement.name) for requirement in of_extras("web", "tui")} <= set(run)
    assert not set(run) & {"matplotlib", "typst", "distributed", "psycopg", "pytest"}
    for name, versions in run.items():
        assert all(hashes == tested[name][version] for version, hashes in versions.items()), name


@pytest.mark.parametrize("lock", ["server.txt", "run.txt"])
def test_a_lock_lacks_no_dependency(lock: str) -> None:
    """What its packages need of each other, as far as they are installed here, is in it."""
    from importlib.metadata import requires

    server = locked(lock)
    for name in server:
        try:
            needed = [Requirement(text) for text in requires(name) or ()]
        except ModuleNotFoundError:  # for another machine
            continue
        for requirement in needed:
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonicalize_name(requirement.name) in server, (name, str(requirement))


# ---------------------------------------------------------------------------------------------------------- make audit

CLEAN = {"name": "click", "version": "8.5.1", "vulns": []}
SKIPPED = {"name": "click", "skip_reason": "Dependency not found"}
VULNERABLE = {"name": "redis", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}

Osv = Callable[[dict[str, Any]], str]


@pytest.fixture
def osv() -> Iterator[Osv]:
    """Yield a function that starts an OSV database with advisories by package, and returns its address."""
    servers = []

    def start(advisories: dict[str, Any]) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
                names = [query["package"]["name"] for query in queries]
                self.answer({"results": [{"vulns": [{"id": name}]} if name in advisories else {} for name in names]})

            def do_GET(self) -> None:
                self.answer(advisories[self.path.rpartition("/")[2]])

            def answer(self, fields: dict[str, Any]) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(fields).encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def program(folder: Path, name: str, body: str) -> str:
    """Return a program that a Python text is."""
    file = folder / name
    file.write_text(f"#!{sys.executable}\nimport json, sys\n{body}\n")
    file.chmod(0o755)
    return str(file)


def pip_audit(folder: Path, first: dict[str, Any], *packages: dict[str, Any]) -> str:
    """Return a pip-audit that answers for one package, and for the whole lock."""
    whole = f"{list(packages or (first,))!r} if '--require-hashes' in sys.argv else [{first!r}]"
    return program(folder, "pip-audit", f"print(json.dumps({{'dependencies': {whole}, 'fixes': []}})); sys.exit(1)")


def audited(*options: str) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / "scripts" / "audit.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def test_an_audit_without_data_says_so(tmp_path: Path) -> None:
    """Where nothing answers, and where pip-audit passes over what it does not find, nothing is called fine."""
    nowhere = ("--osv", "http://127.0.0.1:9", "--cargo-audit", "")
    for tool in (
        str(tmp_path / "missing"),
        pip_audit(tmp_path, SKIPPED),
        program(tmp_path, "broken", "sys.exit('no route to host')"),
    ):
        code, text = audited("--pip-audit", tool, *nowhere)
        assert code == 3
        assert audited("--pip-audit", tool, *nowhere, "--allow-unaudited")[0] == 0
        assert text.count("NOT AUDITED") == 2
        assert text.startswith("Python: NOT AUDITED: pypi: ")
        assert "\nRust: NOT AUDITED: http://127.0.0.1:9" in text
        assert "no known" not in text


def test_an_audit_reports_what_it_finds(tmp_path: Path, osv: Osv) -> None:
    """A vulnerability ends with 1, in either lock; what is only not maintained any more is a note."""
    informational = {"affected": [{"database_specific": {"informational": "unmaintained"}}], "summary": "gone"}
    clean = pip_audit(tmp_path, CLEAN)
    code, text = audited("--pip-audit", clean, "--osv", osv({}), "--cargo-audit", "")
    assert (code, "VULNERABLE" in text, text.count("no known vulnerability in")) == (0, False, 2)
    code, text = audited("--pip-audit", clean, "--osv", osv({"pyo3": informational}), "--cargo-audit", "")
    assert code == 0
    assert ": pyo3, gone" in text
    code, text = audited("--pip-audit", clean, "--osv", osv({"pyo3": {"summary": "bad"}}), "--cargo-audit", "")
    assert code == 1
    assert re.search(r"Rust: VULNERABLE: pyo3 \S+: pyo3, bad\n", text)
    found = pip_audit(tmp_path, CLEAN, VULNERABLE, SKIPPED)
    code, text = audited("--pip-audit", found, "--osv", osv({}), "--cargo-audit", "")
    assert code == 1
    assert "Python: VULNERABLE: redis 1: PYSEC-1, fixed in 2\n" in text
    assert "Python: NOT AUDITED: click: Dependency not found\n" in text


def test_cargo_audit_judges_where_it_is_installed(tmp_path: Path) -> None:
    """Its report counts, and where it cannot reach its advisories that is said."""
    one = {"package": {"name": "slab", "version": "1"}, "advisory": {"id": "RUSTSEC-1"}, "versions": {"patched": []}}
    report = {"lockfile": {"dependency-count": 9}, "vulnerabilities": {"list": [one]}, "warnings": {"yanked": [one]}}
    clean = ("--pip-audit", pip_audit(tmp_path, CLEAN), "--cargo-audit")
    code, text = audited(*clean, program(tmp_path, "found", f"print(json.dumps({report!r})); sys.exit(1)"))
    assert code == 1
    assert "Rust: VULNERABLE: slab 1: RUSTSEC-1, not fixed yet\nRust: slab 1 is yanked\n" in text
    code, text = audited(*clean, program(tmp_path, "broken", "sys.exit('error: could not fetch')"))
    assert code == 3
    assert "Rust: NOT AUDITED: error: could not fetch\n" in text
