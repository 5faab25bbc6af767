"""The credits: complete, and as the packages themselves say."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from pushbox import about, formats, games

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

ROOT = Path(__file__).parents[2]


def test_games_formats_and_libraries_are_credited(run: Runner) -> None:
    """Every game and format with its source, what is installed with its version and licence."""
    page = run("about").out
    assert page.startswith(f"pushbox {metadata.version('pushbox')}\n")
    for info in [games.find(key).info for key in games.keys()] + [formats.find(key).info for key in formats.keys()]:
        assert any(info.name in line and line.endswith(f"  {info.source}") for line in page.splitlines()), info.key
    assert ["click", metadata.version("click"), "BSD-3-Clause"] in [line.split() for line in page.splitlines()]
    fields = json.loads(run("about", "--json").out)
    assert list(fields) == ["version", "summary", "license", "authors", "games", "formats", "libraries", "crates"]
    libraries = {one["name"]: one for one in fields["libraries"]}
    assert libraries["click"] == {"name": "click", "version": metadata.version("click"), "license": "BSD-3-Clause"}
    assert {"rich", "sqlalchemy", "textual"} <= libraries.keys()
    assert "pushbox" not in libraries


def test_a_library_that_is_not_installed_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name in a requirement is no credit; a licence may be in any of three places, and too long for a line."""
    site = {
        "free": {"version": "1", "license": "A" * 999, "classifier": ["License :: OSI Approved :: MIT License"]},
        "new": {"version": "2", "license_expression": "0BSD", "license": "old"},
        "mute": {"version": "3", "classifier": ["Typing :: Typed"]},
    }

    def found(name: str) -> SimpleNamespace:
        if name not in site:
            raise metadata.PackageNotFoundError(name)
        return SimpleNamespace(json=site[name])

    monkeypatch.setattr("pushbox.about.metadata.metadata", found)
    monkeypatch.setattr("pushbox.about.metadata.requires", lambda _: ["new>=1; extra == 'x'", "free", "mute", "gone"])
    assert [(one.name, one.license) for one in about.collect().libraries] == [
        ("free", "MIT License"),
        ("mute", "not stated"),
        ("new", "0BSD"),
    ]


def test_the_crates_are_those_of_the_lock() -> None:
    """Run `make docs` after a change of Cargo.lock."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    crates = {(one.name, one.version) for one in about.collect().crates}
    assert crates == {(one["name"], one["version"]) for one in lock if "source" in one}


@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
def test_the_licences_of_the_crates_are_their_own() -> None:
    """Cargo knows them, where the sources of the crates are on this machine."""
    try:
        text = runpy.run_path(str(ROOT / "scripts" / "crates.py"))["text"]()
    except subprocess.CalledProcessError:
        pytest.skip("cargo has no sources of the crates, as after an installation of a wheel")
    assert text == (ROOT / "src" / "pushbox" / "crates.json").read_text("utf-8")


def test_the_licences_are_of_what_is_locked(run: Runner) -> None:
    """Run `make docs` after a change of the lock; each has one, and those that ask for more than a notice are named."""
    lock = (ROOT / "requirements" / "server.txt").read_text("utf-8")
    locked = re.findall(r"^([a-z][\w.-]*)==(\S+)", lock, re.MULTILINE)
    packages = about.third_party()
    assert [(one.name, one.version) for one in packages[: len(locked)]] == locked
    assert {(one.name, one.version) for one in packages[len(locked) :]} == {
        (one.name, one.version) for one in about.collect().crates
    }
    assert not [one.name for one in packages if one.license in {"", "not stated"}]
    page = run("about", "--licences").out
    assert "Under the LGPL: psycopg, psycopg-binary." in page
    rows = [line.split()[0] for line in page.splitlines() if line.startswith("  ")]
    assert rows == [one.name for one in packages]
    assert json.loads(run("about", "--licences", "--json").out)["packages"][0]["name"] == "alembic"


def test_the_bill_of_materials_has_all_that_is_locked() -> None:
    """Each with its version, its licence and the hashes of its files; the same whenever it is written."""
    bill = runpy.run_path(str(ROOT / "scripts" / "sbom.py"))["bill"]
    components = bill()["components"]
    assert [(one["name"], one["version"]) for one in components] == [
        (one.name, one.version) for one in about.third_party()
    ]
    assert all(one["licenses"] and one["externalReferences"][0]["hashes"] for one in components)
    assert len({one["bom-ref"] for one in components}) == len(components)
    assert json.dumps(bill()) == json.dumps(bill())
