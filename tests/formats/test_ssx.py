from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.pictures import MAYBE_WORD, NOTES, WORD, check_round_trip, collections, plain_levels

from pushbox import formats
from pushbox.level import Collection, Level, SavedMoves
from pushbox.play import verify

TEXT = """<?xml version="1.0"?>
<SokobanLibrary LibraryID="X" MaxID="9" xmlns="http://sokosolve.sourceforge.net/SokoSolveLibrary.xsd">
  <Details License="free"><Name>N</Name><Comments>C</Comments><Author Name="A" Email="a@b"/></Details>
  <Categories><Category CategoryID="C0" Order="1"/></Categories>
  <Puzzles>
    <!-- note -->
    <Puzzle Rating="1.5" PuzzleID="P7" CategoryREF="C0" Order="1">
      <PuzzleDescription><Name>T</Name><Description>D</Description></PuzzleDescription>
      <Maps>
        <Map MapID="M8">
          <Row>#####~</Row>
          <Row>#PXO##</Row>
          <Row>#.$*.#</Row>
          <Row>######</Row>
          <Solutions><Solution StartX="1" StartY="1"><Steps>r</Steps>
            <SolutionDescription Date="2008"><Name>S</Name><Description>one</Description><Author Name="B"/>
            </SolutionDescription></Solution></Solutions>
        </Map>
        <Map MapID="M9"><Row>####</Row><Row>#PX#</Row><Row>####</Row></Map>
      </Maps>
    </Puzzle>
    <Puzzle PuzzleID="P9"><Maps><Map><Row>###</Row><Row>#P#</Row><Row>###</Row></Map></Maps></Puzzle>
  </Puzzles>
</SokobanLibrary>
"""


def test_microban_is_read_whole_and_written_back(shared: Path) -> None:
    """The library has 155 levels, of which 149 have a solution that solves, and is written back with every word."""
    data = (shared / "ssx" / "Microban.ssx").read_bytes()
    collection = formats.read(data)
    assert (collection.format, collection.problems, len(collection.levels)) == ("ssx", (), 155)
    assert (collection.title, collection.author) == ("Microban", "David W. Skinner")
    solved = [level for level in collection.levels if level.saved_moves]
    assert len(solved) == 149
    for level in solved:
        assert verify.verify(level, level.saved_moves[0].text).solved
    assert formats.write(collection, "ssx").split() == data.decode("utf-8").split()
    bare = replace(collection, header="", levels=tuple(replace(level, source=None) for level in collection.levels))
    assert check_round_trip(bare, "ssx")


def test_words_and_signs() -> None:
    """Every element comes where the docstring of the format says, and every map of a puzzle is a level."""
    collection = formats.read(TEXT)
    assert (collection.title, collection.author, collection.notes) == ("N", "A", "")
    assert collection.headers == (("License", "free"), ("Comments", "C"), ("AuthorEmail", "a@b"), ("", "note"))
    one, two, three = collection.levels
    assert str(one.board) == "#####\n#@$.##\n# *+ #\n######"
    assert (one.title, one.notes, one.headers) == ("T", "D", (("Rating", "1.5"),))
    assert one.saved_moves == (SavedMoves("S", "r", "one\nDate: 2008\nAuthor: B"),)
    assert (two.title, three.title) == ("T (2)", "")
    written = formats.write(collection, "ssx")
    assert formats.read(written) == collection
    assert '<Puzzle PuzzleID="P9"><Maps><Map><Row>###' in written  # as it was; the maps of the first are puzzles now
    assert 'PuzzleID="P10"' in written


def test_a_puzzle_without_a_map_is_reported() -> None:
    """What is missing is reported with its place, and the rest is read."""
    collection = formats.read(TEXT.replace("<Map><Row>###</Row><Row>#P#</Row><Row>###</Row></Map>", ""))
    assert len(collection.levels) == 2
    assert str(collection.problems[0]) == "line 22, column 5: found a puzzle without a map, expected <Map>..</Map>"
    (problem,) = formats.read(TEXT.replace("#PXO##", "#@XO##")).problems
    assert str(problem).startswith("line 12, column 17: found '@', expected one of # P * X $ O . space"[:40])


RECORDS = st.lists(st.builds(SavedMoves, MAYBE_WORD, WORD, NOTES), max_size=2).map(tuple)


@given(
    collections(
        st.builds(
            lambda level, records: replace(level, saved_moves=records),
            plain_levels("title", "notes", "headers"),
            RECORDS,
        ),
        "title",
        "author",
        "notes",
        "headers",
    )
)
@settings(max_examples=scaled(100))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection for what SSX can hold."""
    check_round_trip(collection, "ssx")


@given(plain_levels("title", "notes"), RECORDS)
def test_boards_titles_and_solutions_are_always_held(level: Level, records: tuple[SavedMoves, ...]) -> None:
    """Every closed board of plain parts with title, notes and records can be written."""
    assert check_round_trip(Collection((replace(level, saved_moves=records),)), "ssx")


def test_what_ssx_cannot_hold() -> None:
    """Author and options of a level are losses."""
    (level, *_) = formats.read(TEXT).levels
    lossy = Collection((replace(level, author="x", options=(("steps", 3),)),))
    assert formats.losses(lossy, "ssx") == [
        "level 1: found an author, which SSX cannot hold",
        "level 1: found options, which SSX cannot hold",
    ]
