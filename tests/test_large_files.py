"""What large files broke: each is refused or read in bounded time and memory, as its law says."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from pushbox import _core, formats, grid, metrics, notation
from pushbox.analysis.duplicates import ids
from pushbox.analysis.reconstruct import reconstruct
from pushbox.board import FLOOR, Board, Piece
from pushbox.cli import common, verify
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import bounds, codec, letslogic, lossy
from pushbox.formats.xsb import line_classes, segments
from pushbox.grid import Rectangle
from pushbox.identity import MIRROR, Symmetry, normal_text, normalize, transform
from pushbox.level import Collection, Level
from pushbox.play.validate import require_playable
from pushbox.render import sheet
from pushbox.render.text import draw
from pushbox.store import collections

from .commands import run

LEVEL = "#####\n#@$.#\n#####\n"


def dense(side: int) -> Level:
    """Return a square board that is full of boxes."""
    row = "#" + "$" * (side - 2) + "#\n"
    return formats.read("#" * side + "\n#@" + row[2:] + row * (side - 3) + "#" * side + "\n", format="xsb").levels[0]


def test_solve_beyond_the_core(tmp_path: Path) -> None:
    """A board of more than 65,000 cells is bad input, which is not the answer that it cannot be solved."""
    file = tmp_path / "large.xsb"
    file.write_text("#" * 256 + "\n#@$." + " " * 251 + "#\n" + ("#" + " " * 254 + "#\n") * 253 + "#" * 256 + "\n")
    for options in ((), ("--objective", "pushes"), ("--threads", "2"), ("--json",)):
        answer = run("solve", file, *options)
        assert answer.code == 2
        assert "found a board of 256 x 256, expected at most 65000 cells" in answer.err + answer.out


def test_ids_of_a_dense_board() -> None:
    """Ids cost what the cells cost; a search for each box in all cells took minutes."""
    start = time.process_time()
    ids(dense(150))
    assert time.process_time() - start < 5


def test_normal_form_of_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A corridor whose boxes freeze one a round ends after so many rounds, in every symmetry alike."""
    monkeypatch.setattr(normalize, "MOST_VISITS", 300_000)
    length = 6_000
    rows = "#" * length + "\n#" + "*  " * ((length - 4) // 3) + "@$.#"
    board = formats.read(rows[: 2 * length + 1] + "\n" + "#" * length, format="xsb").levels[0].board
    normal = normal_text(board)
    assert normal is not None
    assert 10 < len(board.of_kind("box")) - normal.count("*") < 30
    assert normal == normal_text(transform(board, MIRROR)) == normal_text(transform(board, Symmetry(2)))


def test_large_tables_are_not_kept() -> None:
    """Tables of many sizes of large boards would fill the memory of a server."""
    assert grid.grid(7, 8) is grid.grid(7, 8)
    first = grid.grid(400, 300)
    for height in (301, 302, 303):
        grid.grid(400, height)
    assert grid.grid(400, 300) is not first
    assert Rectangle(7, 8).origins(MIRROR) is Rectangle(7, 8).origins(MIRROR)
    assert Rectangle(400, 300).origins(MIRROR) is not Rectangle(400, 300).origins(MIRROR)


class Refused(NamedTuple):
    """A file that goes beyond a bound, and what the sentence says of it."""

    text: Callable[[], str]
    found: str


BEYOND = {
    "lines": Refused(lambda: ";\n" * 2001, "found 2,001 lines, expected at most 2,000"),
    "lines of any end": Refused(lambda: LEVEL + "\r" * 2001, "found 2,004 lines, expected at most 2,000"),
    "boards": Refused(lambda: "##\n#@\n\n" * 201, "found 201 boards, expected at most 200"),
    "boards in run lengths": Refused(lambda: "3#|#@#|3#\n" * 201, "line 201: found more than 200 boards"),
    "bad run lengths": Refused(lambda: "9(#|#@#|3#\n" * 201, "line 201: found more than 200 boards"),
    "levels of SLC": Refused(
        lambda: (
            f"<SokobanLevels><LevelCollection>{'<Level><L>#@#</L></Level>' * 201}</LevelCollection></SokobanLevels>"
        ),
        "found more than 200 levels",
    ),
    "cells in run lengths": Refused(
        lambda: ("100#|#@97-#|" + "100#|" * 98 + "\n") * 3, "line 3: found run lengths of more than 20,000 cells"
    ),
    "cells of short rows": Refused(lambda: ("#" * 100 + "\n#@#\n" + "#\n" * 98 + "\n") * 3, "more than 20,000 cells"),
    "solutions": Refused(
        lambda: f"{LEVEL}Solution: R\nSavegame: l\n\n" * 151,
        "found more than 300 solutions and saved games in all levels",
    ),
    "solutions of a level": Refused(
        lambda: LEVEL + "Solution: R\n" * 301, "found more than 300 solutions and saved games in all levels"
    ),
    "keys": Refused(lambda: "a: b\n" * 401 + LEVEL, "found 401 keys and comments, expected at most 400"),
    "comments": Refused(lambda: LEVEL + ";\n" * 401, "found more than 400 keys or comments, expected at most so many"),
    "words": Refused(lambda: LEVEL + "ab\n" * 401, "found more than 400 keys or comments, expected at most so many"),
    "pieces of a board": Refused(
        lambda: "30#|#@27$#|" + "#28$#|" * 27 + "30#\n", "found more than 700 pieces on a board"
    ),
    "pieces": Refused(lambda: ("30#|#@27$#|" + "#28$#|" * 27 + "30#\n") * 3, "found more than 2,000 pieces"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_beyond_a_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that would take more than there is to take is refused; the sentence says what was found and expected."""
    assert (formats.text.MOST_LINES, bounds.MOST_LEVELS) == (2_000_000, 200_000)
    assert (bounds.MOST_CELLS, bounds.MOST_PIECES, bounds.MOST_SAVED_MOVES) == (20_000_000, 2_000_000, 200_000)
    monkeypatch.setattr(formats.text, "MOST_LINES", 2000)
    for module in (bounds, segments, line_classes):
        monkeypatch.setattr(module, "MOST_LEVELS", 200)
    for module in (bounds, line_classes):
        monkeypatch.setattr(module, "MOST_CELLS", 20_000)
    assert (bounds.MOST_HEADERS, bounds.MOST_PIECES_OF_A_BOARD) == (1_000_000, 500_000)
    monkeypatch.setattr(bounds, "MOST_PIECES_OF_A_BOARD", 700 if name == "pieces of a board" else 800)
    for module in (bounds, line_classes):
        monkeypatch.setattr(module, "MOST_HEADERS", 400)
        monkeypatch.setattr(module, "MOST_SAVED_MOVES", 300)
    monkeypatch.setattr(bounds, "MOST_PIECES", 2000)
    with pytest.raises(FormatError) as error:
        formats.read(BEYOND[name].text())
    assert BEYOND[name].found in str(error.value)
    assert "expected at most" in str(error.value)


def test_a_stream_beyond_a_bound_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What more of a file cannot mend is not read again with every piece that follows."""
    monkeypatch.setattr(bounds, "MOST_CELLS", 50_000)
    scanned: list[int] = []
    scan = type(formats.find("xsb")).scan

    def count(format_: Any, text: str) -> Collection:
        scanned.append(len(text))
        return scan(format_, text)

    monkeypatch.setattr(type(formats.find("xsb")), "scan", count)
    data = ("#" * 100 + "\n#@$.#\n" + "#\n" * 98 + "\n").encode() * 2000
    with pytest.raises(FormatError, match=r"found more than 50,000 cells in all levels"):
        list(formats.stream(io.BytesIO(data), format="xsb"))
    assert sum(scanned) < 100_000


def test_blanks_at_the_start_are_looked_at_once() -> None:
    """What precedes the first line is gathered, not looked through from its beginning with every piece of it."""
    start = time.process_time()
    with pytest.raises(FormatError, match="nothing in it"):
        list(formats.stream(io.BytesIO(b" " * (30 << 20)), format="xsb"))
    assert time.process_time() - start < 3


def test_places_of_moves_are_small() -> None:
    """The column of each letter of a line with blanks takes a word of memory, not an object."""
    text = "lr " * 500_000 + "x"
    tracemalloc.start()
    try:
        with pytest.raises(PushboxError, match=r"character 1500001: found 'x'"):
            notation.expand_moves(text)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_boards_without_cells(tmp_path: Path) -> None:
    """A board without cells is refused by every format that draws it."""
    for width, height in ((0, 0), (0, 3)):
        board = {"width": width, "height": height, "palette": {}, "terrain": [""] * height}
        file = tmp_path / "empty.json"
        file.write_text(json.dumps({"pushbox": 1, "levels": [{"game": "sokoban", "board": board}]}))
        losses = json.loads(run("info", "--losses", "--json", file).out)["losses"]
        assert losses.keys() == set(formats.keys()) - {"json"}
        for key in losses:
            answer = run("convert", file, tmp_path / "out", "--to", key)
            assert (answer.code, answer.out) == (2, "")
            assert "no level can be written as" in answer.err
            assert f"found a board of {width} x {height} cells" in answer.err or key in ("hanano", "blockage")


def test_problems_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first problems of a file are kept, and one more says how many there are and whether one is an error."""
    monkeypatch.setattr(bounds, "MOST_PROBLEMS", 10)
    open_board, bad = "#####\n#@$.\n#####\n\n", "#####\n#@x$#\n#####\n\n"
    collection = formats.read(open_board * 12, format="xsb")
    assert len(collection.levels) == 12
    assert [problem.line for problem in collection.problems] == [*range(2, 40, 4), 42]
    assert str(collection.problems[-1]) == "line 42: found 2 problems more, expected at most 10"
    assert collection.problems[-1].severity == "warning"
    last = formats.read(open_board * 11 + bad, format="xsb").problems[-1]
    assert (last.line, last.severity) == (46, "error")


def test_level_numbers_without_end(tmp_path: Path) -> None:
    """A range of numbers is no list of them: the end of a stream is found in it in no time."""
    file = tmp_path / "two.xsb"
    file.write_text(f"{LEVEL}\n{LEVEL}")
    for levels in ("1-99999999999", "2-99999999999999999999", ",".join(["1-2"] * 5000) + ",3"):
        answer = run("solve", file, "--level", levels)
        assert answer.code == 2
        assert "but the file has 2 levels" in answer.err
    assert run("solve", file, "--level", "2-,1", "--json").out.count('"solved"') == 2


def test_selections() -> None:
    """Numbers that overlap, in any order, are the same levels once; a stream is read no further than their end."""
    levels = tuple(formats.read(LEVEL + "\n" + LEVEL, format="xsb").levels) * 5

    class Stream(common.LevelStream):
        read = 0

        def levels(self) -> Iterator[Level]:
            for level in levels:
                self.read += 1
                yield level

    for selection, numbers in (("3", [3]), ("5-7,1,6", [1, 5, 6, 7]), ("2-4,3-5", [2, 3, 4, 5]), ("9-", [9, 10])):
        stream = Stream("", common.ReadAs())
        assert [number for number, _ in common.select_levels(stream, selection)] == numbers
        assert stream.read == numbers[-1]
        size = common.selection_size(stream, selection)
        assert size == (None if selection.endswith("-") else len(numbers))


def test_verify_loads_what_it_replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level without a solution is not set up for a replay."""
    file = tmp_path / "levels.xsb"
    file.write_text(f"{LEVEL}\n{LEVEL}Solution: R\n")
    calls: list[Level] = []

    def count(level: Level) -> object:
        calls.append(level)
        return require_playable(level)

    monkeypatch.setattr(verify, "require_playable", count)
    assert run("verify", file).code == 0
    assert len(calls) == 1


def test_info_looks_for_losses_only_where_they_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other formats cannot hold takes most of the time on a large file, so that only --losses looks for it."""
    monkeypatch.setattr("pushbox.cli.info._MOST_COMPARED", 10_000)
    file = tmp_path / "many.xsb"
    file.write_text(f"{LEVEL}Title: a\n\n" * 80)
    fields = json.loads(run("info", "--json", "--losses", file).out)
    assert fields["losses"]["elm"] == 80
    assert (
        "elm cannot hold all of it: 80 losses, the first: level 1: found a title" in run("info", "--losses", file).out
    )
    assert "losses_of" not in fields
    file.write_text(f"{LEVEL}Title: a\n\n" * 500)
    fields = json.loads(run("info", "--json", "--losses", file).out)
    assert fields["losses"]["elm"] == fields["losses_of"] < 500
    assert "more: convert says what the format of your choice cannot hold of them" in run("info", "--losses", file).out
    monkeypatch.setattr(formats, "losses", lambda *_: pytest.fail("losses are looked for"))
    assert "losses" not in json.loads(run("info", "--json", file).out)
    assert "cannot hold" not in run("info", file).out


def test_info_has_the_rules_check_the_first_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how many others there are, and how many problems people are not shown."""
    monkeypatch.setattr("pushbox.cli.info._MOST_CHECKED", 3)
    monkeypatch.setattr("pushbox.cli.info.MOST_PROBLEMS", 2)
    file = tmp_path / "unsolvable.xsb"
    file.write_text("#####\n#@$ #\n#####\n\n" * 5)
    text = run("info", file).out
    assert text.count("level 2: found no goal") == 1
    assert "level 3" not in text
    assert "  further problems: 1; pushbox info --json lists them all\n" in text
    assert "  2 levels more: verify and solve say what the rules find wrong with them\n" in text
    fields = json.loads(run("info", "--json", file).out)
    assert [problem["level"] for problem in fields["problems"]] == [1, 2, 3]
    assert (fields["levels"], fields["problems_of"]) == (5, 3)
    monkeypatch.undo()
    assert "problems_of" not in json.loads(run("info", "--json", file).out)
    assert "more" not in run("info", file).out


def test_the_first_problems_of_a_file_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels are converted."""
    monkeypatch.setattr("pushbox.cli.common.MOST_PROBLEMS", 2)
    file = tmp_path / "open.xsb"
    for count, further in ((3, f"{file}: further problems: 1; pushbox info --json lists them all\n"), (2, "")):
        file.write_text("#####\n#@$.\n#####\n\n" * count)
        result = run("convert", file, tmp_path / "out.xsb")
        assert (tmp_path / "out.xsb").read_text() == "\n".join(["#####\n#@$.\n#####\n"] * count)
        assert result.err.count("a frame of walls was added") == 2
        assert result.err.endswith(further or "added\n")


def test_run_lengths_without_groups() -> None:
    """Counts alone expand as counts among groups do, up to the same bound."""
    assert notation.decode("5#|#@$.#|5#") == "#####\n#@$.#\n#####"
    assert notation.decode("3999999#") == "#" * 3_999_999
    for text in ("4000001#", "9999999#", "3#0-", "#2", "3|#", "2\n", "2000000#2000001-"):
        with pytest.raises(PushboxError):
            notation.decode(text)


@pytest.mark.parametrize("key", ["json", "letslogic"])
def test_values_of_json(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document of empty values is refused before it is made into objects, which take far more than its text."""
    assert bounds.MOST_VALUES == 5_000_000
    monkeypatch.setattr(bounds, "MOST_VALUES", 1000)
    text = '{"pushbox":1,"levels":[' + "{}," * 500 + "{}]}"
    with pytest.raises(FormatError, match=r"found 1,004 commas and brackets, expected at most 1,000 in JSON"):
        formats.read(text, format=key)


def test_objects_of_letslogic(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of more objects than a file may have levels is refused, be they levels or not."""
    monkeypatch.setattr(letslogic, "MOST_LEVELS", 10)
    with pytest.raises(FormatError, match="found 11 objects, expected at most 10"):
        formats.read("[" + "1," * 10 + "1]", format="letslogic")


def test_last_of_many_fields_twice() -> None:
    """The field that stands twice is found in one look at all of them."""
    fields = ",".join(f'"{number}":0' for number in range(100_000))
    start = time.process_time()
    with pytest.raises(FormatError, match=r"found the field \"99999\" twice"):
        formats.read("{" + fields + ',"99999":1}', format="json")
    assert time.process_time() - start < 5


def test_words_without_a_field_go_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels with words that a format has no place for are not tried one by one, nor their words."""
    calls: list[int] = []
    encode = codec.encode

    def count(format_: formats.Format, collection: Collection) -> codec.Encoded:
        calls.append(len(collection.levels))
        return encode(format_, collection)

    monkeypatch.setattr(codec, "encode", count)
    collection = formats.read(f"{LEVEL}Title: a\nkey: value\nSolution: R\n\n" * 20, format="xsb")
    reduced = lossy.reduce(collection, "elm")
    assert calls == [20, 20]
    assert len(reduced.collection.levels) == 20
    assert len(reduced.lost) == 60
    assert reduced.text == formats.write(reduced.collection, "elm")


def test_what_is_converted_is_read_back_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text that shows that nothing is lost is the one that is written."""
    file, database = tmp_path / "levels.xsb", f"sqlite:///{tmp_path / 'library'}"
    file.write_text(f"{LEVEL}Title: a\n\n" * 20)
    scanned: list[str] = []

    def counted(key: str) -> None:
        scan = type(formats.find(key)).scan

        def count(format_: Any, text: str) -> Collection:
            scanned.append(text)
            return scan(format_, text)

        monkeypatch.setattr(type(formats.find(key)), "scan", count)

    counted("elm")
    assert run("convert", file, tmp_path / "out", "--to", "elm").code == 0
    assert scanned == [(tmp_path / "out").read_text()]
    assert run("library", "--database", database, "add", file).code == 0
    counted("xsb")
    assert run("library", "--database", database, "export", tmp_path / "files").code == 0
    assert scanned.count((tmp_path / "files" / "levels.xsb").read_text()) == 1


def test_duplicates_are_named_together(tmp_path: Path) -> None:
    """What many duplicates are called is asked of the database page by page, not level by level."""
    file, database = tmp_path / "levels.xsb", f"sqlite:///{tmp_path / 'library'}"
    file.write_text("".join(f"{LEVEL}Title: {number}\n\n" for number in range(300)))
    assert run("library", "--database", database, "add", file).code == 0
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        answer = run("library", "--database", database, "duplicates", "1", "--json")
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    assert answer.code == 1
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [(line["level"], line["title"], line["of_level"]) for line in lines] == [
        (number, str(number - 1), 1) for number in range(2, 301)
    ]
    assert len(statements) < 50


def test_many_headers_of_which_some_are_lost() -> None:
    """Of a long list what can be held stays, though not each is tried by itself."""
    headers = tuple((f"key{number}", "blank " if number in (7, 250) else "value") for number in range(300))
    level = replace(formats.read(LEVEL).levels[0], headers=headers)
    reduced = lossy.reduce(Collection((level,)), "slc")
    assert reduced.collection.levels[0].headers == tuple(header for header in headers if header[1] == "value")
    assert not formats.losses(reduced.collection, "slc")


def test_sheets_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet of more pages than anybody prints, or of more cells than are soon drawn, is refused in a sentence."""
    assert (sheet.MAX_PAGES, sheet.MAX_CELLS) == (1000, 4_000_000)
    file = tmp_path / "levels.xsb"
    file.write_text(f"{LEVEL}\n" * 13)
    for name, most, sentence in (
        ("MAX_PAGES", 2, "found 3 pages of 6 boards, expected at most 2 pages"),
        ("MAX_CELLS", 194, "found boards of 195 cells together, expected at most 194 to draw"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sheet, name, most)
            answer = run("render", file, "--level", "1-", "--out", tmp_path / "sheet.svg")
        assert (answer.code, answer.out) == (2, "")
        assert sentence in answer.err
        assert not list(tmp_path.glob("sheet*"))
    assert run("render", file, "--level", "1-", "--out", tmp_path / "sheet.svg").out.count("sheet-") == 3


def test_collections_of_a_library_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More levels than a collection of a library may have are refused, also those of a file that has changed."""
    assert collections.MOST_LEVELS == 50_000
    monkeypatch.setattr(collections, "MOST_LEVELS", 2)
    file, database = tmp_path / "levels.xsb", f"sqlite:///{tmp_path / 'library'}"
    statuses = []
    for count in (3, 2, 3):
        file.write_text(f"{LEVEL}\n" * count)
        fields = json.loads(run("library", "--database", database, "add", "--json", file).out)
        statuses.append((fields["status"], fields["problems"]))
    refused = ("failed", ["found 3 levels, expected at most 2 in a collection of a library"])
    assert statuses == [refused, ("added", []), refused]


def test_long_moves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves beyond what they may expand to are not counted one by one, nor taken apart bracket by bracket."""
    assert notation.LONGEST == 4_000_000
    monkeypatch.setattr(notation, "LONGEST", 1000)
    assert metrics.measure("lr" * 500).moves == 1000
    with pytest.raises(PushboxError, match="found 1,002 moves, expected at most 1,000"):
        metrics.measure("lr" * 501)
    assert len(notation.tokens("[]" * 500)) == 500
    with pytest.raises(PushboxError, match="the text grows beyond 1,000 characters"):
        notation.tokens("[]" * 501)


def test_jumps_are_skipped_once(soon: None) -> None:
    """Jumps at the start cost what they take to read; to copy the rest for each of them took a minute."""
    del soon
    assert reconstruct("[]" * 150_000 + "Ur").saved_moves == reconstruct("[]Ur").saved_moves


def test_pieces_on_one_cell_are_drawn_in_layers(monkeypatch: pytest.MonkeyPatch, soon: None) -> None:
    """A cell of many pieces is drawn once for each, the last of them on top, up to so many signs in all."""
    del soon
    piece = Piece("box", (0,) * 100_000)
    picture = draw(Board(1, 1, (FLOOR,), (piece, Piece("pusher", (0,)))), "ascii")
    assert len(picture.layers) == 100_001
    assert [picture.rows(layer) for layer in (0, 1, 100_000)] == [["$"], ["$"], ["@"]]
    monkeypatch.setattr("pushbox.render.text.MOST_SIGNS", 200_000)
    with pytest.raises(PushboxError, match=r"found 100,000 pieces on one of 4 cells, expected at most 200,000 signs"):
        draw(Board(2, 2, (FLOOR,) * 4, (piece,)))


def test_lines_are_not_split_to_look_at_the_first() -> None:
    """What recognises a console map looks at the beginning of a file, and makes no list of all its lines."""
    text = "ab\n" * 2_000_000
    tracemalloc.start()
    try:
        formats.find("console").recognise(text, "")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_transcripts_are_bounded(tmp_path: Path) -> None:
    """A transcript that nobody reads, of a million moves, is refused in a sentence."""
    file = tmp_path / "long.xsb"
    file.write_text(f"#######\n#@ $ .#\n#     #\n#######\nSolution: {'du' * 30_000}\n")
    answer = run("transcript", file)
    assert answer.code == 2
    assert "found 60,000 moves on a board of 28 cells, expected at most 50,000 moves" in answer.err


def test_core_refuses_boards_beyond_its_limits() -> None:
    """The core raises a sentence for a board that it cannot hold, whoever calls it."""
    cells = bytes(65_001)
    for width, height in ((65_001, 1), (1, 65_001), (2**63, 2**63), (0, 0), (3, 3)):
        with pytest.raises((ValueError, OverflowError)):
            _core.replay((width, height, cells), "r")
        with pytest.raises((ValueError, OverflowError)):
            _core.perft((width, height, cells), 1)
