"""``pushbox doctor``: what works, what is missing for what, what is broken, and what helps."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pushbox import doctor, formats, store
from pushbox.extras import install_command
from pushbox.solver import GaveUp
from pushbox.store import migrations

if TYPE_CHECKING:
    from tests.cli.conftest import Runner


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'library.sqlite'}"


def finding(name: str, url: str) -> doctor.Finding:
    return next(finding for finding in doctor.examine(url) if finding.name == name)


def test_every_extra_is_looked_at() -> None:
    """Each of the package's extras has a line; `all` is all of them."""
    extras = set(metadata.metadata("pushbox").get_all("Provides-Extra") or ()) - {"all"}
    assert extras <= {finding.name for finding in doctor.examine()}


def test_what_works_is_said_with_its_version(run: Runner, url: str) -> None:
    """Nothing is broken here: 0, one line a thing, or one object a thing."""
    answer = run("doctor", "--database", url)
    assert answer.code == 0
    assert "works    native core" in answer.out
    assert f"sqlalchemy {metadata.version('sqlalchemy')}" in answer.out
    objects = [json.loads(line) for line in run("doctor", "--database", url, "--json").out.splitlines()]
    assert {"name", "status", "detail", "remedy"} == set(objects[0])
    assert not Path(url.removeprefix("sqlite:///")).exists()


def test_a_package_that_is_missing_is_named_with_the_command(
    run: Runner, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is optional and not there is no fault."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = run("doctor", "--database", url)
    assert answer.code == 0
    assert "missing  plots         pushbox plot: needs matplotlib" in answer.out
    assert f"-> {install_command('plots')}" in answer.out


def test_a_package_that_cannot_be_loaded_is_broken(
    run: Runner, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError('libexample.so.1: no such file')", "utf-8")
    monkeypatch.delitem(sys.modules, "typst", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    answer = run("doctor", "--database", url)
    assert answer.code == 1
    assert "broken   pdf           PDF: typst cannot be loaded: libexample.so.1" in answer.out


def test_a_core_that_does_not_solve_is_broken(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pushbox.solver.solve", lambda *_, **__: GaveUp("seconds", nodes=1, seconds=1.0))
    assert finding("native core", url).status == "broken"


def test_a_library_is_looked_at_and_not_changed(url: str, tmp_path: Path) -> None:
    """One of today, one of an earlier pushbox, and a database of something else keep every byte."""
    with store.open(url) as library:
        store.collections.add(library, formats.read("####\n#@$.#\n####"), name="one")
    file = tmp_path / "library.sqlite"
    before = file.read_bytes()
    assert "is up to date" in finding("your library", url).detail
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    assert "of an earlier pushbox" in finding("your library", url).detail
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    assert migrations.HEAD != "0001"
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    before = other.read_bytes()
    found = finding("your library", f"sqlite:///{other}")
    assert (found.status, found.remedy) == ("broken", "name another one by --database")
    assert "tables of something else" in found.detail
    assert other.read_bytes() == before


def test_a_library_that_cannot_be_made_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    found = finding("your library", f"sqlite:///{tmp_path / 'deep' / 'library.sqlite'}")
    assert found.status == "broken"
    assert f"{tmp_path} cannot be written" in found.detail
    assert not (tmp_path / "deep").exists()
