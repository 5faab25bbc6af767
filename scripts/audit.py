"""Says whether the locked packages, of Python and of Rust, have known vulnerabilities: ``make audit``.

pip-audit judges requirements/dev.txt, which holds all of requirements/server.txt; cargo-audit judges Cargo.lock where
it is installed, else the same advisories are looked up in the OSV database.  Ends with 1 for a vulnerability, with 3 if
something could not be judged, as the data cannot be reached for instance, unless --allow-unaudited, else with 0.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTHON_LOCK = ROOT / "requirements" / "dev.txt"
RUST_LOCK = ROOT / "Cargo.lock"
SERVICES = ("pypi", "osv")  # of pip-audit, the first that answers
OSV = "https://api.osv.dev"
PROBE_SECONDS = 60.0
SECONDS = 600.0


class NotAudited(Exception):
    """The data cannot be reached, or the tool does not run; the message says why."""


class Report(NamedTuple):
    """What was found of some packages: `findings` are sentences, as are the `skipped` packages and `notes`."""

    packages: int
    by: str
    findings: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit both locks, print what was found, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pip-audit", default=str(Path(sys.executable).with_name("pip-audit")), metavar="PROGRAM")
    parser.add_argument("--cargo-audit", default=shutil.which("cargo-audit"), metavar="PROGRAM")
    parser.add_argument("--osv", default=OSV, metavar="URL", help="default: %(default)s")
    parser.add_argument("--allow-unaudited", action="store_true", help="end with 0 though something was not audited")
    options = parser.parse_args(arguments)
    audits = {
        "Python": lambda: audit_python(options.pip_audit, PYTHON_LOCK),
        "Rust": lambda: (
            audit_rust(options.cargo_audit, RUST_LOCK) if options.cargo_audit else look_up_rust(options.osv, RUST_LOCK)
        ),
    }
    found = unaudited = False
    for name, audit in audits.items():
        try:
            report = audit()
        except NotAudited as error:
            print(f"{name}: NOT AUDITED: {error}")
            unaudited = True
            continue
        found |= bool(report.findings)
        unaudited |= bool(report.skipped)
        print("\n".join(f"{name}: {line}" for line in sentences(report)))
    if found:
        return 1
    return 3 if unaudited and not options.allow_unaudited else 0


def sentences(report: Report) -> list[str]:
    """Return what a report says, line by line."""
    judged = report.packages - len(report.skipped)
    count = len(report.findings)
    verdict = f"{count or 'no'} known vulnerabilit{'ies' if count > 1 else 'y'}"
    return [
        *(f"VULNERABLE: {finding}" for finding in report.findings),
        *(f"NOT AUDITED: {reason}" for reason in report.skipped),
        *report.notes,
        f"{verdict} in {judged} packages, by {report.by}",
    ]


def audit_python(program: str, lock: Path) -> Report:
    """Judge a lock by pip-audit.  Raises NotAudited where none of its services answers."""
    pins = [line.split(" ")[0] for line in lock.read_text(encoding="utf-8").splitlines() if "==" in line[:80]]
    reasons = []
    with tempfile.TemporaryDirectory() as folder:
        # One package says whether a service answers: pip-audit itself passes over what it cannot find.
        probe = Path(folder, "probe.txt")
        probe.write_text(f"{pins[0]}\n", encoding="utf-8")
        for service in SERVICES:
            try:
                (first,) = _pip_audit(program, service, probe, "--no-deps", seconds=PROBE_SECONDS)
            except NotAudited as error:
                reasons.append(f"{service}: {error}")
                continue
            if "skip_reason" in first:
                reasons.append(f"{service}: {first['skip_reason']}")
                continue
            packages = _pip_audit(program, service, lock, "--require-hashes", seconds=SECONDS)
            return _judged(packages, f"pip-audit ({service})")
    raise NotAudited("; ".join(reasons))


def _pip_audit(program: str, service: str, lock: Path, *options: str, seconds: float) -> list[dict[str, Any]]:
    command = [program, "--vulnerability-service", service, "--requirement", str(lock), "--disable-pip", *options]
    report = _run([*command, "--format", "json", "--progress-spinner", "off"], seconds)
    packages: list[dict[str, Any]] = report["dependencies"]
    return packages


def _judged(packages: list[dict[str, Any]], by: str) -> Report:
    findings = [
        f"{package['name']} {package['version']}: {one['id']}, {_fixed(one['fix_versions'])}"
        for package in packages
        for one in package.get("vulns", ())
    ]
    skipped = [f"{package['name']}: {package['skip_reason']}" for package in packages if "skip_reason" in package]
    return Report(len(packages), by, tuple(findings), tuple(skipped))


def _fixed(versions: Sequence[str]) -> str:
    return f"fixed in {', '.join(versions)}" if versions else "not fixed yet"


def audit_rust(program: str, lock: Path) -> Report:
    """Judge a lock by cargo-audit.  Raises NotAudited where it cannot reach its data."""
    report = _run([program, "audit", "--json", "--file", str(lock)], SECONDS)
    findings = [
        f"{one['package']['name']} {one['package']['version']}: {one['advisory']['id']}, "
        f"{_fixed(one['versions']['patched'])}"
        for one in report["vulnerabilities"]["list"]
    ]
    notes = [
        f"{one['package']['name']} {one['package']['version']} is {kind}"
        for kind, ones in report.get("warnings", {}).items()
        for one in ones
    ]
    return Report(report["lockfile"]["dependency-count"], "cargo-audit", tuple(findings), notes=tuple(notes))


def look_up_rust(url: str, lock: Path) -> Report:
    """Judge a lock by the advisories that an OSV database has.  Raises NotAudited where it does not answer."""
    packages = [
        (package["name"], package["version"])
        for package in tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
        if "source" in package  # not one of this repository
    ]
    queries = [{"package": {"name": name, "ecosystem": "crates.io"}, "version": version} for name, version in packages]
    results = _fetch(f"{url}/v1/querybatch", {"queries": queries})["results"]
    if len(results) != len(packages):
        raise NotAudited(f"{url}: found answers on {len(results)} packages, expected {len(packages)}")
    findings, notes = [], []
    for (name, version), result in zip(packages, results, strict=True):
        for vulnerability in result.get("vulns", ()):
            details = _fetch(f"{url}/v1/vulns/{vulnerability['id']}")
            kinds = [one.get("database_specific", {}).get("informational") for one in details.get("affected", ())]
            sentence = f"{name} {version}: {vulnerability['id']}, {details.get('summary', 'without a summary')}"
            (notes if kinds and all(kinds) else findings).append(sentence)
    return Report(len(packages), "OSV", tuple(findings), notes=tuple(notes))


def _run(command: Sequence[str], seconds: float) -> dict[str, Any]:
    """Return the JSON that a program writes, whatever its exit code.  Raises NotAudited where it writes none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)  # noqa: S603
        report: dict[str, Any] = json.loads(done.stdout)
    except OSError as error:
        raise NotAudited(f"{command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise NotAudited(f"{command[0]}: no answer within {seconds:g} s") from None
    except ValueError:
        reason = (done.stderr.strip().splitlines() or ["no report"])[-1]
        raise NotAudited(reason if len(reason) < 200 else f"{reason[:200]} ...") from None
    return report


def _fetch(url: str, query: object = None) -> Any:
    """Return the JSON at an address, or the answer to a query in JSON.  Raises NotAudited where there is none."""
    data = None if query is None else json.dumps(query).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=PROBE_SECONDS) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.URLError as error:
        raise NotAudited(f"{url}: {error.reason}") from None
    except (OSError, ValueError) as error:
        raise NotAudited(f"{url}: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
