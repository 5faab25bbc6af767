"""What people really bring: small inputs of the field, and what is right for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.play.verify import verify
from pushbox.render.image_skin import ImageSkin

L1, L2, L3, L4 = (8, 3, 1), (7, 5, 2), (7, 5, 1), (8, 5, 2)  # columns, rows, boxes


@pytest.mark.parametrize(
    ("name", "levels", "warned"),
    [
        ("f01-slc-doctype-system.slc", [L1, L3], ""),
        ("f03-html-pre.html", [L4, L1], ""),
        ("f03-js-template.js", [L1, L4], ""),
        ("f03-bbcode.txt", [L2], ""),
        ("f04-bom-between-files.txt", [L1, L4], ""),
        ("f04-form-feed.txt", [L1, L4], ""),
        ("f04-no-break-space.txt", [L4], ""),
        ("f04-cr-cr-lf.txt", [L4], ""),
        ("f05-line-numbers-blank.txt", [(10, 11, 1)], ""),
        ("f05-ruler-and-bar.txt", [L4], ""),
        ("f05-cat-n.txt", [L4], ""),
        ("f06-no-blank-line.txt", [L1, L4], "boards that touch"),
        ("f06-dashes-between.txt", [L1, L4, L3], "boards that touch"),
        ("f06-hashes-between.txt", [L1, L4], "boards that touch"),
        ("f06-one-multiban.txt", [(8, 5, 2)], ""),
        ("f07-spaced-plus-walls.txt", [L4], "reasoning-gym"),
        ("f07-amp-B-X.txt", [(7, 5, 3)], "& player"),
        ("f07-spaced-xsb.txt", [L4], ""),
        ("f07-doubled-signs.txt", [L1], ""),
        ("f08-own-picture.txt", [L4], "pushbox render"),
        ("f08-hash-O-X-P.txt", [L4], "TextArena"),
        ("f08-X-walls.txt", [L4, L1], "pusher.exe"),
        ("f08-full-width.txt", [L4], ""),
        ("f09-rows.json", [L1, L4], ""),
        ("f09-map-and-lurd.json", [L1], ""),
        ("f09-strings.js", [L4], ""),
        ("f09-list.yaml", [L4], ""),
        ("f10-cp1252-quotes.txt", [L1], "read as cp1252"),
        ("f10-gbk.txt", [L1], "read as GB18030"),
        ("f10-shift-jis.txt", [L1], "read as cp932"),
        ("f10-slc-windows-1251.slc", [L1], ""),
        ("f10-utf16-no-mark.txt", [L1], "read as UTF-16-LE"),
        ("f12-two-files.zip", [L1, L4], "readme.txt: found no level"),
    ],
)
def test_levels_are_read_as_they_are_drawn(shared: Path, name: str, levels: list[tuple[int, ...]], warned: str) -> None:
    """Each level is there, no other, and what was guessed or left out is a warning."""
    collection = formats.read_file(shared / "field" / name)
    assert [(one.board.width, one.board.height, len(one.board.of_kind("box"))) for one in collection] == levels
    assert all(problem.severity == "warning" for problem in collection.problems)
    assert warned in " ".join(map(str, collection.problems))
    assert bool(warned) == bool(collection.problems)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("f10-cp1252-quotes.txt", "“Maze” – Bob’s 3rd…"),
        ("f10-gbk.txt", "推箱子第一关"),
        ("f10-shift-jis.txt", "倉庫番ソフト"),
        ("f10-slc-windows-1251.slc", "Один"),
        ("f10-utf16-no-mark.txt", "Größe"),
    ],
)
def test_titles_are_whole(shared: Path, name: str, title: str) -> None:
    """A title is what its author wrote, in whatever encoding."""
    assert formats.read_file(shared / "field" / name).levels[0].title == title


@pytest.mark.parametrize(
    ("name", "solutions"),
    [
        ("f11-arrows.xsb", 1), ("f11-commas.xsb", 1), ("f11-words.xsb", 1), ("f11-title-with-colon.sok", 1),
        ("f11-title-in-brackets.sok", 1), ("f11-short-bare-moves.txt", 1), ("f11-words-no-moves.xsb", 0),
        ("f11-count-of-moves.xsb", 0),
    ],
)  # fmt: skip
def test_solutions_are_those_that_replay(shared: Path, name: str, solutions: int) -> None:
    """Moves in any notation are one solution, and words about one are none."""
    (level,) = formats.read_file(shared / "field" / name)
    assert [verify(level, saved.text).text for saved in level.saved_moves] == ["rRRR"] * solutions


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("f01-slc-doctype-entity.slc", "the declaration of the entity a,"),
        ("f14-banner.sh", "^found no level"),
        ("f14-banner.mk", "^found no level"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(shared: Path, name: str, message: str) -> None:
    """The declaration of an entity is refused by its name, and frames around comments are no levels."""
    with pytest.raises(FormatError, match=message):
        formats.read_file(shared / "field" / name)


@pytest.mark.parametrize(
    ("name", "levels", "problem"),
    [
        ("f02-row-of-word.txt", [L1], "line 5, column 3: found 'e'"),
        ("f02-row-of-questions.txt", [], "line 3, column 3: found '?'"),
        ("f15-letter-O-boxes.txt", [], "line 2, column 4: found 'O'"),
    ],
)
def test_a_spoiled_row_costs_its_level_and_no_other(
    shared: Path, name: str, levels: list[tuple[int, ...]], problem: str
) -> None:
    """The error has the line and the sign, and no part of the board is a level."""
    collection = formats.read_file(shared / "field" / name)
    assert [(one.board.width, one.board.height, len(one.board.of_kind("box"))) for one in collection] == levels
    (error,) = collection.problems
    assert str(error).startswith(problem)


def test_skins_are_doubted_or_refused(shared: Path) -> None:
    """Tiles of 6 x 9 may be ours by their pixels, which is said; what is no image is refused in a sentence."""
    assert "or 6 x 9 of 32" in ImageSkin((shared / "field" / "f13-skin-6x9-tiles.png").read_bytes()).doubt
    with pytest.raises(FormatError, match=r"^found no image, expected one of tiles, such as a PNG$"):
        ImageSkin((shared / "field" / "f13-no-image.skn").read_bytes())
