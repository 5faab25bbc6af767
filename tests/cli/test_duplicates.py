"""``pushbox duplicates``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pushbox import formats

if TYPE_CHECKING:
    from tests.cli.conftest import Runner

FIRST = """\
#####
#@$.#
#####
Title: One
Solution: R

#####
#.$@#
#####
Title: Turned

#######
#@ $ .#
#     #
#######
Title: Other
"""
SECOND = "Again\n\n#####\n#@$.#\n#####\n\nSolution\n\nr\n"


def test_duplicates_of_several_files(run: Runner, tmp_path: Path) -> None:
    """Each duplicate is a line, the sums are the last one, and --out has the others with all their solutions."""
    first, second, out = tmp_path / "first.xsb", tmp_path / "second.sok", tmp_path / "all.sok"
    first.write_text(FIRST, "utf-8")
    second.write_text(SECOND, "utf-8")
    result = run("duplicates", first, second, "--out", out)
    assert result.code == 1
    assert result.out.splitlines() == [
        f"{first}: level 2 Turned: rotated or mirrored, as {first}: level 1 One",
        f"{second}: level 1 Again: equal to {first}: level 1 One",
        f"4 levels, 2 distinct; 1 rotated or mirrored, 1 equal; written into {out}",
    ]
    levels = formats.read_file(out).levels
    assert [(level.title, [moves.text for moves in level.saved_moves]) for level in levels] == [
        ("One", ["R", "r"]), ("Other", []),
    ]  # fmt: skip
    *rows, summary = map(json.loads, run("duplicates", first, second, "--json").out.splitlines())
    assert [(row["level"], row["relation"], row["of_level"]) for row in rows] == [
        (2, "rotated or mirrored", 1), (1, "equal", 1),
    ]  # fmt: skip
    assert summary == {"levels": 4, "distinct": 2, "duplicates": {"rotated or mirrored": 1, "equal": 1}}
    clean = run("duplicates", out)
    assert (clean.code, clean.out) == (0, "2 levels, 2 distinct\n")


def test_one_file_stays_what_it_was(run: Runner, tmp_path: Path) -> None:
    """Of one file without duplicates --out is a copy, and an ending of no format is refused before anything."""
    source, out = tmp_path / "a.xsb", tmp_path / "b.xsb"
    source.write_text(
        "Collection: Mine\n\n" + FIRST.replace("#.$@#", "#.$ @#").replace("#####\nTitle: T", "######\nTitle: T")
    )
    assert run("duplicates", source, "--out", out).code in {0, 1}
    assert formats.read_file(out).title == "Mine"
    refused = run("duplicates", source, "--out", tmp_path / "b.what")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith("; --to names it\n")
    bad = tmp_path / "bad.xsb"
    bad.write_text(FIRST + "\n#####\n#@x$#\n#####\n")
    assert run("duplicates", bad, bad, "--from", "xsb").code == 2


NEAR = """\
#########
#       #
# $ #  .#
#  #  $.#
#@  #   #
#########
Title: Old

#########
#   #  @#
#.$  #  #
#.   #$ #
#       #
#########
Title: New
"""


def test_levels_that_are_nearly_the_same(run: Runner, tmp_path: Path) -> None:
    """--near says what is different, draws it, and leaves them out of what is written."""
    file, out, pictures = tmp_path / "near.xsb", tmp_path / "out.xsb", tmp_path / "pictures"
    file.write_text(NEAR, "utf-8")
    assert run("duplicates", file).code == 0
    result = run("duplicates", file, "--near", "--out", out, "--pictures", pictures)
    assert result.code == 1
    sentence = f"{file}: level 1 Old, turned by 180°, one wall moved"
    assert result.out.splitlines() == [
        f"{file}: level 2 New: nearly {sentence} ({pictures / '2.svg'})",
        f"2 levels, 1 distinct; 1 near; written into {out}",
    ]
    assert [level.title for level in formats.read_file(out).levels] == ["Old"]
    assert "one wall moved" in (pictures / "2.svg").read_text("utf-8")
    row, summary = map(json.loads, run("duplicates", file, "--near", "--json", "--lang", "de").out.splitlines())
    assert (row["relation"], row["of_level"], row["changes"]) == ("near", 1, 2)
    assert row["sentence"] == f"{file}: level 1 Old, um 180° gedreht, eine Wand versetzt"
    assert summary == {"levels": 2, "distinct": 1, "duplicates": {"near": 1}}
    assert run("duplicates", file, "--pictures", pictures).code == 2
