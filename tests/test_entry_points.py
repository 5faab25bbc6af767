"""What installed packages bring is found wherever Python looks for packages, and costs next to nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from pushbox.entry_points import entry_points, load
from pushbox.errors import UnsupportedError
from pushbox.games import registry

GROUP = "pushbox.things"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder of packages with one that brings two things, one of them broken."""
    info = tmp_path / "bringer-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bringer\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nzwei = bringer_two:THING\neins = json:dumps\n", "utf-8")
    (tmp_path / "bringer_two.py").write_text("raise ZeroDivisionError('never')\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry_points.cache_clear()
    yield tmp_path
    entry_points.cache_clear()


@pytest.mark.usefixtures("site")
def test_entry_points_are_found() -> None:
    """They come by name, in the order of names; another group has none."""
    import json

    points = entry_points(GROUP)
    assert list(points) == ["eins", "zwei"]
    assert load(points["eins"]) is json.dumps
    assert entry_points("pushbox.nothing") == {}


@pytest.mark.usefixtures("site")
def test_a_broken_package_is_one_sentence() -> None:
    """The error names the package, for any exception of its module."""
    with pytest.raises(UnsupportedError, match="'zwei' of the package bringer cannot be loaded: never"):
        load(entry_points(GROUP)["zwei"])


@pytest.mark.parametrize(
    ("value", "message"), [("nowhere:game", "No module named 'nowhere'"), ("json:dumps", "a Game")]
)
def test_a_game_of_a_package_is_checked(monkeypatch: pytest.MonkeyPatch, value: str, message: str) -> None:
    """A game that cannot be loaded, or that is none, is one sentence, and the others are played all the same."""
    points = {"strange": metadata.EntryPoint("strange", value, "pushbox.games")}
    monkeypatch.setattr("pushbox.registry.entry_points", lambda _: points)
    assert registry.keys()[-1] == "strange"
    with pytest.raises(UnsupportedError, match=message):
        registry.find("strange")
    assert registry.find("sokoban").info.key == "sokoban"


def test_reading_does_not_import_what_it_does_not_need() -> None:
    """A level is read without importlib.metadata where no package brings a format."""
    code = "import sys, pushbox; pushbox.read('#####\\n#@$.#\\n#####'); print('importlib.metadata' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == ["False"]
