"""Write a bill of materials (CycloneDX 1.6) of what a server is installed from: the locked packages and crates.

    python scripts/sbom.py FILE

Versions and hashes are those of requirements/server.txt and Cargo.lock, licences those of src/pushbox.  It has no time
and no random number: the same sources give the same file.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def bill() -> dict[str, Any]:
    """Return the bill of materials."""
    version = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]
    program = {"type": "application", "name": "pushbox", "version": version, "bom-ref": f"pkg:pypi/pushbox@{version}"}
    program |= {"purl": program["bom-ref"], "licenses": [{"expression": "MIT"}]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": [*_packages(), *_crates()],
    }


def _packages() -> Iterator[dict[str, Any]]:
    licences = _licences("licences.json")
    lock = (ROOT / "requirements" / "server.txt").read_text("utf-8")
    for name, version, rest in re.findall(r"^([a-z][\w.-]*)==(\S+)(.*(?:\n    .*)*)", lock, re.MULTILINE):
        yield _component("pypi", name, version, licences, re.findall(r"sha256:([0-9a-f]{64})", rest))


def _crates() -> Iterator[dict[str, Any]]:
    licences = _licences("crates.json")
    for crate in tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]:
        if "source" in crate:
            yield _component("cargo", crate["name"], crate["version"], licences, [crate["checksum"]])


def _licences(file: str) -> dict[tuple[str, str], str]:
    values = json.loads((ROOT / "src" / "pushbox" / file).read_text("utf-8"))
    return {(one["name"], one["version"]): one["license"] for one in values}


def _component(
    kind: str, name: str, version: str, licences: dict[tuple[str, str], str], hashes: list[str]
) -> dict[str, Any]:
    """Return a component; the hashes are those of all its files, for each system."""
    purl = f"pkg:{kind}/{name}@{version}"
    return {
        "type": "library",
        "name": name,
        "version": version,
        "bom-ref": purl,
        "purl": purl,
        "licenses": [{"license": {"name": licences[name, version]}}],
        "externalReferences": [
            {
                "type": "distribution",
                "url": purl,
                "hashes": [{"alg": "SHA-256", "content": one} for one in hashes],
            }
        ],
    }


def write(file: Path) -> Path:
    """Write the bill of materials to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(bill(), indent=1) + "\n", "utf-8")
    return file


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
