"""``pushbox site``: the levels of files, what is left out, and files that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pushbox import builtin, formats
from pushbox.client import SEARCH_MODULE
from pushbox.level import Collection, Level

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

pytestmark = pytest.mark.skipif(
    not SEARCH_MODULE.is_file(),
    reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
)

TWO = "; Corner\n\n#####\n#@$.#\n#####\n\n######\n#@-$.#\n######\n"
REVERSED = "#####\n#@$.#\n#####\nGame: sokoban\nOptions: reverse=yes\n"
LIMITED = "#####\n#@$.#\n#####\nGame: sokoban\nOptions: steps=9\n"


def written(out: Path) -> list[tuple[str, list[str]]]:
    """Return the names of the collections of a site, each with the options of its levels."""
    index = json.loads((out / "data" / "index.json").read_text(encoding="utf-8"))
    found = []
    for collection in index["collections"]:
        levels = json.loads((out / "data" / f"{collection['name']}.json").read_text(encoding="utf-8"))
        assert [level["key"] for level in levels] == collection["keys"]
        found.append((collection["name"], [json.dumps(level["level"].get("options")) for level in levels]))
    return found


def odd() -> str:
    """Return a file of a level for two players, one with a limit, and one that is played backwards."""
    (limited,), (backwards,) = (formats.read(text).levels for text in (LIMITED, REVERSED))
    return formats.write(Collection((for_two(), limited, backwards)), format="json")


def for_two() -> Level:
    """Return a level for two players."""
    return next(iter(builtin("versus")))


def test_the_levels_of_files_make_the_site(run: Runner, tmp_path: Path) -> None:
    """Each file is a collection; also backwards and within limits, and what needs a server is left out and named."""
    (tmp_path / "Two Boxes.xsb").write_text(TWO, encoding="utf-8")
    (tmp_path / "odd.json").write_text(odd(), encoding="utf-8")
    out = tmp_path / "site"
    done = run("site", out, "--levels", tmp_path / "Two Boxes.xsb", "--levels", tmp_path / "odd.json", "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    assert report["levels"] == 4
    assert [left["level"] for left in report["left_out"]] == [1]
    options = ['[["steps", 9]]', '[["reverse", "yes"]]']
    assert written(out) == [("1-two-boxes", ["null", "null"]), ("2-odd", options)]
    assert (out / "index.html").is_file()
    assert (out / "embed.js").is_file()


def test_a_file_without_levels_makes_no_site(run: Runner, tmp_path: Path) -> None:
    """The site would be empty, and a file that is not there is named."""
    (tmp_path / "versus.json").write_text(formats.write(Collection((for_two(),)), format="json"), encoding="utf-8")
    assert run("site", tmp_path / "out", "--levels", tmp_path / "versus.json").code == 2
    gone = run("site", tmp_path / "other", "--levels", tmp_path / "gone.xsb")
    assert gone.code == 2
    assert "gone.xsb" in gone.err
    assert not (tmp_path / "other").exists()
