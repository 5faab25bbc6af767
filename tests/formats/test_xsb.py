from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.worded import LEVEL, WORD, lines

from pushbox import formats
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece, Terrain
from pushbox.errors import FormatError
from pushbox.level import Collection, Level, SavedMoves, Scalar


def read(text: str) -> Collection:
    return formats.read(text, format="xsb")


# Cases of the peers


def test_board_cases(shared: Path) -> None:
    """The peers' boards are read as the decisions of formats.md say."""
    readings = {}
    for case in json.loads((shared / "parser_cases" / "xsb_board.json").read_text("utf-8")):
        try:
            collection = read(case["input"])
        except FormatError as error:
            readings[case["input"]] = str(error)
        else:
            boards = ["\n".join([level.game, str(level.board)]) for level in collection.levels]
            readings[case["input"]] = " | ".join(boards + [str(problem) for problem in collection.problems])
    none = "found no level, expected at least one board drawn with walls #, or --symbols with what other signs mean"
    assert readings == {
        # no player, no box, unlike counts: faults of the position, which the game reports; the level stays
        "#####\n# $.#\n#####": "sokoban\n#####\n# $.#\n#####",
        "###\n#@#\n###": "sokoban\n###\n#@#\n###",
        "######\n#@$$.#\n######": "sokoban\n######\n#@$$.#\n######",
        "########\n#@$.#$.#\n########": "sokoban\n########\n#@$.#$.#\n########",
        # two players are Multiban
        "######\n#@@$.#\n######": "multiban\n######\n#@@$.#\n######",
        "######\n#@$.+#\n######": "multiban\n######\n#@$.+#\n######",
        "######\n#@!$.#\n######": "line 2, column 3: found '!', expected one of # @ + $ * . space - _;"
        " crossoban has this sign, if it is named (--from crossoban); this level was left out",
        "#######\n#pm PM#\n#   Bb#\n#-_obb#\n#######": "multiban\n#######\n#@@ ++#\n#   *$#\n#  .$$#\n#######",
        "*###*\n#@$.#\n*###*": "sokoban\n*###*\n#@$.#\n*###*",
        "* ** *\n  **\n**@$.*\n  **\n* ** *": "sokoban\n########\n#* ** *#\n#  **  #\n#**@$.*#\n#  **  #\n#* ** *#"
        "\n######## | line 3, column 1: the player can leave the board here, expected walls all around;"
        " a frame of walls was added",
        ">#####\n>#@$.#\n>#####": "sokoban\n#####\n#@$.#\n#####",
        # JSoko breaks every such line; here only where boards are written so, as a title may hold a backslash
        "line1\\nline2": none,
        "30-8-55": none,
        "+|+": none,
        "----": none,
        "....": none,
        "#####": none,
    }


def test_run_length_levels(shared: Path) -> None:
    """Levels in run lengths are read; a stray digit at the end is dropped with a warning."""
    for text, _, _ in json.loads((shared / "parser_cases" / "rle.json").read_text("utf-8"))["levels"]:
        (level,) = read(text).levels
        assert len(level.board.of_kind("pusher")) == 1
        again = read(text + "8")
        assert again == read(text)
        assert str(again.problems[0]) == "line 1: found 8 at the end of a row, expected a sign after a count; dropped"
        assert read(formats.write(again, "xsb")) == again
        assert level.source is not None
        assert level.source.where(20) == (1, 1)


FILES = [
    "skinner/Microban.txt",
    "skinner/Microban II.txt",
    "skinner/Sasquatch.txt",
    "xsokoban_90/XSokoban_90.xsb",
    "large_test_suite/SokEvo_107.xsb",
    "boxoban/hard_000.txt",
    "boxoban/medium_train_000.txt",
    "boxoban/unfiltered_train_000.txt",
]


@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read_whole_and_written_back(shared: Path, name: str) -> None:
    """A real file has as many levels as counts.tsv says, no problem, and is written back with every line."""
    counts = dict(line.split("\t") for line in (shared / "counts.tsv").read_text("utf-8").splitlines()[1:])
    data = (shared / name).read_bytes()
    collection = formats.read(data, name=name)
    assert len(collection.levels) == int(counts[name])
    assert collection.problems == ()
    assert collection.format == "xsb"
    written = formats.write(collection, "xsb")
    assert lines(written) == lines(data.decode("utf-8"))
    for level in collection.levels[:5]:
        assert level.source is not None
        for piece in level.board.pieces:
            line, column = level.source.where(piece.anchor)
            assert data.decode("utf-8").splitlines()[line - 1][column - 1] in "@+$*"
    plain = replace(collection, header="", levels=tuple(replace(level, source=None) for level in collection.levels))
    assert read(formats.write(plain, "xsb")) == collection


def test_header_of_a_collection(shared: Path) -> None:
    """Lines above the first level that do not touch it belong to the collection."""
    collection = formats.read_file(shared / "large_test_suite" / "SokEvo_107.xsb")
    assert collection.author == "Lee J Haywood"
    assert collection.notes == "Designs generated using SokEvo"
    assert collection.headers == (("e-mail", "sokoban@dsl.pipex.com"),)
    assert collection.levels[0].title == "Claire"


def test_solution_in_a_comment(shared: Path) -> None:
    """`;LURD` below a board is a record."""
    (level,) = formats.read_file(shared / "falcon" / "perfect_178.xsb").levels
    assert len(level.saved_moves[0].text) == 1066


# Words


@pytest.mark.parametrize(
    "text",
    [
        f"{LEVEL}\nTitle: T\nAuthor: A",
        f"{LEVEL}\ntitle = T\n\nAUTHOR: A",
        f"; T\n\n{LEVEL}\nAuthor: A",
        f"; T\n{LEVEL}\nAuthor: A",
        f"T\n{LEVEL}\n\nauthor=A",
        f"Title: T\nAuthor: A\n{LEVEL}",
        f"{LEVEL}\n> Title: T\n> Author:A",
    ],
)
def test_title_and_author(text: str) -> None:
    """A title is a key, or else the first `;` line above the board or the only line of text there."""
    (level,) = read(f"{LEVEL}\n\n{text}").levels[1:]
    assert (level.title, level.author, level.headers) == ("T", "A", ())


def test_comment_beside_a_title_is_kept() -> None:
    """Where `Title:` is given, the `;` line above the board is a comment."""
    (level,) = read(f"; 1\n\n{LEVEL}\nTitle: T\nDifficulty: hard\n:: aside ::").levels
    assert level.title == "T"
    assert level.headers == (("", "1"), ("Difficulty", "hard"), ("", ":: aside ::"))


@pytest.mark.parametrize("end", ["Comment-End:", "comment end:", "COMMENT_END", "CommentEnd="])
def test_comment_blocks(end: str) -> None:
    """A block of comment is the notes as they stand, boards in it included."""
    (level,) = read(f"{LEVEL}\nComment: one\n\n  {LEVEL}\n{end}\nAuthor: A").levels
    assert level.notes == f"one\n\n  {LEVEL}"
    assert level.author == "A"


def test_comment_without_end_is_one_line() -> None:
    """`Comment:` without its end is a comment of one line, and swallows no level."""
    collection = read(f"{LEVEL}\nComment: one\n\n{LEVEL}\nComment: two\nx\nComment-End:")
    assert [level.notes for level in collection.levels] == ["one", "two\nx"]


def test_records() -> None:
    """Solutions and saved games are raw text, with the lines of moves that follow."""
    text = f"{LEVEL}\nSolution: rR\nlur\nSolution (1/2): 3r\nSavegame 2: R*\nSnapshot = l\n;LURD uu\nSolution:\nR"
    (level,) = read(text).levels
    assert level.saved_moves == (
        SavedMoves("", "rRlur"),
        SavedMoves("1/2", "3r"),
        SavedMoves("Savegame 2", "R*"),
        SavedMoves("Snapshot", "l"),
        SavedMoves("", "uu"),
        SavedMoves("", "R"),
    )


def test_game_and_options() -> None:
    """`Game:` and `Options:` are typed; a game above the first level is that of all without their own."""
    text = f"Game: Plus\n\n{LEVEL}\nOptions: max_push=2, passages=pressed, x=true, y=1.5\n\n{LEVEL}\nGame: sokoban"
    first, second = read(text).levels
    assert (first.game, second.game) == ("plus", "sokoban")
    assert first.options == (("max_push", 2), ("passages", "pressed"), ("x", True), ("y", 1.5))
    collection = read(f"{LEVEL}\nOptions: nonsense")
    assert collection.levels[0].headers == (("Options", "nonsense"),)
    assert str(collection.problems[0]).startswith("line 4: found 'nonsense', expected options such as name=value")


# Boards


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("  ####\n  #@ #\n  ####", "####\n#@ #\n####"),
        ("> ####\n> #@-#\n> ####", "####\n#@ #\n####"),
        ("\t####\n\t#@ #\n\t####", "####\n#@ #\n####"),
        ("####\\n#@ #\\n####\\nTitle: x", "####\n#@ #\n####"),
        ("###\n#@#\n###\n---\n###", "###\n#@#\n###\n\n###"),
        ("4#|#@-#|4#|", "####\n#@ #\n####"),
        ("4#\n#@-#\n2(2#)", "####\n#@ #\n####"),
        ("note\n-----\n####\n#@ #\n####\n-----", "####\n#@ #\n####"),
    ],
)
def test_shapes_of_boards(text: str, board: str) -> None:
    """A board is found however it is indented, quoted or shortened."""
    (level,) = read(text).levels
    assert str(level.board) == board


def test_several_run_length_levels() -> None:
    """Whole levels in run lengths, a line each, are as many levels."""
    assert len(read("4#|#@.#|4#\n4#|#@$#|4#\n5#|#@$.#|5#").levels) == 3


def test_a_lost_board_costs_no_other() -> None:
    """A board with a strange sign is reported with line and column, and everything else is read and written back."""
    text = f"{LEVEL}\nTitle: one\n\n{LEVEL.replace('$', '%')}\nTitle: lost\n\n{LEVEL}\nTitle: two"
    collection = read(text)
    assert [level.title for level in collection.levels] == ["one", "two"]
    assert [(problem.line, problem.column, problem.severity) for problem in collection.problems] == [(7, 3, "error")]
    assert lines(formats.write(collection, "xsb")) == lines(text)
    with pytest.raises(FormatError, match=r"^line 7, column 3: found '%', expected one of"):
        formats.read_strict(text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5#|#@$.#|999999999#", "column 10: found the count 999999999..., expected at most 4,000,000"),
        ("5#|3(#@$.|5#", "column 10: found the end of a row in a group, expected ')'"),
    ],
)
def test_run_lengths_that_stand_for_nothing(line: str, message: str) -> None:
    """A board in run lengths that cannot be written out is left out with the reason; the others stay."""
    collection = formats.read(f"#####\n#@$.#\n#####\n\n{line}\n", format="xsb")
    assert len(collection.levels) == 1
    assert str(collection.problems[0]) == f"line 5, {message}; this level was left out"
    with pytest.raises(FormatError, match="found the"):
        formats.read_strict(line, format="xsb")


def test_letters_count_only_between_walls() -> None:
    """A board with letters is read only if every row begins and ends with # or *."""
    assert len(read("####\n#pb#\n####").levels) == 1
    (problem,) = read("####\n#pb#\n@###\n#b##\n####").problems
    assert (problem.line, problem.column) == (2, 2)


def test_huge_board_is_refused() -> None:
    """A board of more than a million cells is lost before it is made."""
    (problem,) = read("#" * 900_000 + "\n" + "#\n" * 900).problems
    assert str(problem) == "line 1: found 900000 x 901 cells, expected at most 1,000,000; this level was left out"


# Writing

SCALAR: st.SearchStrategy[Scalar] = st.one_of(
    st.integers(-(10**9), 10**9), st.booleans(), st.floats(-1e6, 1e6), st.sampled_from(["yes", "touch"])
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a crowded board inside a wall frame, perhaps with columns and rows of floor beside it."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    inside = draw(st.lists(st.sampled_from(" #.$*@+"), min_size=width * height, max_size=width * height))
    left, right = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    rows = ["".join(inside[row * width : (row + 1) * width]) for row in range(height)]
    rows = ["#" * (width + 2), *(f"#{row}#" for row in rows), "#" * (width + 2)]
    rows = [" " * left + row + " " * right for row in rows]
    if draw(st.booleans()):  # two boards in one, a row of floor between them
        rows = [*rows, " " * len(rows[0]), *rows]
    cells = "".join(rows)
    terrain = tuple(WALL if sign == "#" else GOAL if sign in ".*+" else FLOOR for sign in cells)
    kinds = {"$": "box", "*": "box", "@": "pusher", "+": "pusher"}
    pieces = tuple(Piece(kinds[sign], (cell,)) for cell, sign in enumerate(cells) if sign in kinds)
    return Board(len(rows[0]), len(rows), terrain, pieces)


RECORDS = st.builds(
    SavedMoves,
    st.sampled_from(["", "Savegame", "Solution 2", "best (230/97)"]),
    st.text("lurdLURD3() []{}*", max_size=99).map(str.strip),
    st.just(""),
)
KEYS = st.lists(st.tuples(st.sampled_from(["", "Difficulty", "Id", "E-mail"]), WORD), max_size=3).map(tuple)
NOTES = st.lists(st.one_of(WORD, st.sampled_from(["", LEVEL, "  Title: x"])), max_size=3).map("\n".join)
LEVELS = st.builds(
    Level,
    boards(),
    game=st.sampled_from(["sokoban", "multiban", "plus"]),
    options=st.lists(st.tuples(st.sampled_from(["steps", "max_push"]), SCALAR), max_size=2).map(tuple),
    title=st.one_of(st.just(""), WORD),
    author=st.one_of(st.just(""), WORD),
    notes=NOTES,
    saved_moves=st.lists(RECORDS, max_size=2).map(tuple),
    headers=KEYS,
)
COLLECTIONS = st.builds(
    Collection,
    st.lists(LEVELS, min_size=1, max_size=3).map(tuple),
    title=st.one_of(st.just(""), WORD),
    author=st.one_of(st.just(""), WORD),
    notes=NOTES,
    headers=KEYS,
)


@given(COLLECTIONS)
@settings(max_examples=scaled(300))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection, once more after reading, and with a record added to every level."""
    text = formats.write(collection, "xsb")
    again = read(text)
    assert again == collection
    assert {problem.found for problem in again.problems} <= {"found two boards that touch"}  # two rooms in one
    assert formats.write(again, "xsb") == text
    more = replace(again, levels=tuple(level.with_saved_moves(SavedMoves("", "rrR")) for level in again.levels))
    assert read(formats.write(more, "xsb")) == more


def test_added_solutions_go_below_the_level_as_it_was() -> None:
    """A record that is added leaves every old line as it was."""
    text = f"header line\n\n;  odd   title\n\n {LEVEL.replace(chr(10), chr(10) + ' ')}\nid =  7\n\n; next\n{LEVEL}\n"
    collection = read(text)
    first, second = collection.levels
    written = formats.write(replace(collection, levels=(first.with_saved_moves(SavedMoves("", "R")), second)), "xsb")
    assert lines(written) == lines(text.replace("id =  7", "id =  7\nSolution: R"))


def test_changed_levels_are_written_anew() -> None:
    """A changed level is written in the canonical form, its neighbours as they were."""
    collection = read(f"{LEVEL}\nauthor=x\n\n{LEVEL}\nauthor=y")
    changed = replace(collection, levels=(replace(collection.levels[0], title="New"), collection.levels[1]))
    assert formats.write(changed, "xsb") == f"{LEVEL}\nTitle: New\nAuthor: x\n\n{LEVEL}\nauthor=y\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"terrain": (Terrain("ice"),)}, "level 1: A1: found ice, expected plain wall, floor or goal"),
        ({"terrain": (Terrain("goal", number=2),)}, "level 1: A1: found goal with more than its kind, expected plain"),
        (
            {"pieces": (Piece("box", (6,), number=3),)},
            "level 1: B2: found a box with more than its kind, expected a plain",
        ),
        ({"pieces": (Piece("stone", (6,)),)}, "level 1: B2: found a stone, expected a plain player or box"),
        ({"pieces": (Piece("box", (0,)),)}, "level 1: A1: found a box in a wall, expected it on a cell of its own"),
        ({"pieces": (Piece("box", (99,)),)}, "level 1: off the board: found a box on 1 cell"),
        ({"counters": (NamedCounter("steps", 3),)}, "level 1: found the counter steps, expected none"),
        ({"height": 4, "terrain": (FLOOR,) * 20}, "level 1: A2: the player can leave the board here"),
        ({"terrain": (WALL,) * 5 + (FLOOR,) * 4 + (WALL,) * 6}, "level 1: A2: the player can leave the board here"),
    ],
)
def test_what_xsb_cannot_hold(change: dict[str, Any], message: str) -> None:
    """What XSB cannot hold is refused by name and cell."""
    (level,) = read(LEVEL).levels
    board = level.board
    if terrain := change.get("terrain"):
        change = change | {"terrain": (*terrain, *board.terrain[len(terrain) :])}
    collection = Collection((replace(level, board=replace(board, **change)),))
    with pytest.raises(FormatError) as caught:
        formats.write(collection, "xsb")
    assert str(caught.value).startswith(message)
    assert formats.losses(collection, "xsb")[0] == str(caught.value)


def test_rows_of_floor_at_the_edge_cannot_be_held() -> None:
    """A first or last row of floor would be text, so it is refused."""
    (level,) = read(LEVEL).levels
    lower = replace(level.board, height=4, terrain=(*level.board.terrain, *(FLOOR,) * 5))
    with pytest.raises(FormatError, match=r"^level 1: A4: found a last row without wall, player and box"):
        formats.write(Collection((replace(level, board=lower),)), "xsb")


@pytest.mark.parametrize(
    "level",
    [
        {"title": "a\nb"},
        {"title": " a"},
        {"author": "a\rb"},
        {"notes": "Comment-End:"},
        {"headers": (("Title", "x"),)},
        {"headers": (("a b: c", "x"),)},
        {"headers": (("", "LURD rr"),)},
        {"saved_moves": (SavedMoves("", "r", "by me"),)},
        {"saved_moves": (SavedMoves("a:b", "r"),)},
        {"options": (("a", "1"),)},
        {"options": (("a", float("inf")),)},
        {"game": "Plus"},
    ],
)
def test_words_that_xsb_cannot_hold(level: dict[str, Any]) -> None:
    """Words that would not read back as they are are refused rather than changed."""
    (plain,) = read(LEVEL).levels
    collection = Collection((replace(plain, **level),))
    with pytest.raises(FormatError, match=r"^level 1: ") as caught:
        formats.write(collection, "xsb")
    assert formats.losses(collection, "xsb")[0] == str(caught.value)


# Made after KSokoban's level.data: collections of boards in one file, the name above the first, a NUL after each board.
LEVEL_DATA = b"Rooms\n#####\n#@$.#\n#####\n\0\n######\n#@ $.#\n######\n\0\nMore rooms\n####\n#@ #\n#$.#\n####\n\0"


def test_level_data_is_read_whole() -> None:
    """Boards with a line of NUL between them are levels, read at once or as a stream, and nothing is wrong."""
    collection = formats.read(LEVEL_DATA)
    assert [level.board.width for level in collection.levels] == [5, 6, 4]
    assert [level.title for level in collection.levels] == ["Rooms", "", "More rooms"]
    assert collection.problems == ()
    assert list(formats.stream(io.BytesIO(LEVEL_DATA))) == list(collection.levels)
    many = (LEVEL_DATA + b"\n") * 2000  # several pieces
    assert list(formats.stream(io.BytesIO(many))) == list(formats.read(many).levels)


@pytest.mark.parametrize("data", [b"#####\n#@\0.#\n#####\n", b"\0#####\n", b"#####\n#@$.#\n#####\0\n"])
def test_a_nul_in_a_line_is_no_text(data: bytes) -> None:
    """Only a line of NUL alone stands between boards."""
    for read in (formats.read, lambda data: list(formats.stream(io.BytesIO(data)))):
        with pytest.raises(FormatError, match="found the character"):
            read(data)
