from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.depth import scaled
from tests.formats.pictures import check_round_trip, collections, plain_levels

from pushbox import formats
from pushbox.board import Board, Piece, Terrain
from pushbox.errors import FormatError
from pushbox.level import Collection, Level

FILES = ["Easy_5_boxes", "Learning_Sokoban", "Microban_01_Arranged", "SokoMind", "Solvers_Unsolvable"]

TEXT = """<?xml version="1.0" encoding="utf-8"?>
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">
  <!-- of the file -->
  <Title>A &amp; B</Title>
  <Description>
two
lines
  </Description>
  <Url>http://example.org</Url>
  <LevelCollection Copyright="Me" MaxWidth="9" MaxHeight="9">
    <!-- above -->
    <Level Id="One" Width="6" Height="3" Copyright="You" Rating="3">
      <!-- inside -->
      <Hint>none</Hint>
      <L> #####</L>
      <L> #@$.#</L>
      <L> #####</L>
    </Level>
    <!-- below -->
  </LevelCollection>
</SokobanLevels>
"""


@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read_whole_and_written_back(shared: Path, name: str) -> None:
    """A real file has as many levels as counts.tsv says, no problem, and is written back with every sign."""
    counts = dict(line.split("\t") for line in (shared / "counts.tsv").read_text("utf-8").splitlines()[1:])
    data = (shared / "slc" / f"{name}.slc").read_bytes()
    collection = formats.read(data)
    assert collection.format == "slc"
    assert len(collection.levels) == int(counts[f"slc/{name}.slc"])
    assert collection.problems == ()
    assert formats.write(collection, "slc").split() == data.decode("utf-8").split()
    bare = replace(collection, header="", levels=tuple(replace(level, source=None) for level in collection.levels))
    assert check_round_trip(bare, "slc")
    lines = data.decode("utf-8").splitlines()
    for level in collection.levels[:5]:
        assert level.source is not None
        for piece in level.board.pieces:
            line, column = level.source.where(piece.anchor)
            assert lines[line - 1][column - 1] in "@+$*"


def test_words() -> None:
    """Titles, copyright, comments and elements that the format does not have come where they belong, in file order."""
    collection = formats.read(TEXT)
    assert (collection.title, collection.author, collection.notes) == ("A & B", "Me", "two\nlines")
    assert collection.headers == (("", "of the file"), ("Url", "http://example.org"), ("", "below"))
    (level,) = collection.levels
    assert level.title == "One"
    assert level.headers == (("Copyright", "You"), ("Rating", "3"), ("", "above"), ("", "inside"), ("Hint", "none"))
    assert level.board.width == 6  # blanks at the start of rows count
    written = formats.write(collection, "slc")
    assert formats.read(written) == collection
    assert sorted(written.split()) == sorted(TEXT.split())  # only the comment at the end stands elsewhere


def test_changed_levels_are_written_anew() -> None:
    """A level that has changed is written in the canonical form, and the header and the others as they were."""
    collection = formats.read(TEXT.replace("</Level>", '</Level>\n<Level Id="Two"><L>#@*#</L></Level>', 1))
    one, two = collection.levels
    written = formats.write(replace(collection, levels=(replace(one, title="New"), two)), "slc")
    assert '<Level Id="New" Width="6" Height="3" Copyright="You">' in written
    assert '<Level Id="Two"><L>' in written
    assert "<!-- of the file -->" in written


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("<L>###</L>\n<L>#x#</L>", "line 2, column 5: found 'x', expected one of # @ + $ * . "),
        ("", "line 1: found a level without rows, expected <L>..</L>"),
        ("<L></L>", "line 1: found a board without cells, expected at least one; this level was left out"),
        ("<L>#@#</L><L># #</L>", "line 1: the player can leave the board here, expected walls all around; a frame"),
    ],
)
def test_problems(rows: str, message: str) -> None:
    """Problems of a board are reported with line and column."""
    collection = formats.read(
        f"<SokobanLevels><LevelCollection><Level Id='1'>{rows}</Level></LevelCollection></SokobanLevels>"
    )
    assert re.sub("line 1, column [0-9]+", "line 1", str(collection.problems[0])).startswith(message)


def test_a_wrong_size_is_a_warning() -> None:
    """The rows are believed where Width and Height say something else."""
    (problem,) = formats.read(TEXT.replace('Height="3"', 'Height="4"')).problems
    assert str(problem) == "line 12, column 5: found Height '4', expected 3 as in the rows; the rows count"


@given(collections(plain_levels("title", "headers"), "title", "author", "notes", "headers"))
@settings(max_examples=scaled(100))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection for what SLC can hold."""
    check_round_trip(collection, "slc")


@given(collections(plain_levels("title"), "title", "author"))
def test_boards_and_titles_are_always_held(collection: Collection) -> None:
    """Every closed board of plain parts with a title can be written, rows of floor at its edges too."""
    assert check_round_trip(collection, "slc")


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ({"author": "x"}, "level 1: found an author, which SLC cannot hold"),
        ({"title": " x"}, "level 1: found the title with blanks around it, expected it without"),
        ({"title": "\x07"}, "level 1: found the title with the character '\\x07', which XML cannot hold"),
        ({"headers": (("", "a--b"),)}, "level 1: found a comment with two dashes, which XML cannot hold"),
        (
            {"headers": (("a b", "c"),)},
            "level 1: found the key 'a b', expected a name of letters, digits, '.', '-' and",
        ),
        ({"headers": (("L", "####"),)}, "what was written does not read back from SLC"),
        ({"game": "plus"}, "level 1: found the game plus, expected sokoban, as SLC names no game"),
        ({"board": Board(1, 1, (Terrain("ice"),))}, "level 1: A1: found ice, expected plain wall, floor or goal"),
        ({"board": Board(1, 1, (Terrain("floor"),), (Piece("pusher", (0,)),))}, "level 1: A1: the player can leave"),
    ],
)
def test_what_slc_cannot_hold(level: dict[str, str], message: str) -> None:
    """What SLC cannot hold is refused with level and reason, and listed by `losses` before."""
    plain = formats.read(TEXT).levels[0]
    collection = Collection((replace(Level(plain.board), **level),))  # type: ignore[arg-type]
    loss = formats.losses(collection, "slc")[0]
    assert loss.startswith(message) or "board" in loss
    with pytest.raises(FormatError):
        formats.write(collection, "slc")
