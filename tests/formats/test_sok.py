from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.worded import LEVEL, TRICKY, WORD, bare, collections, lines, records, respelled

from pushbox import formats
from pushbox.errors import FormatError, PushboxError
from pushbox.formats.detection import detect
from pushbox.formats.sok import FORMAT, macros
from pushbox.formats.sok.writing import spelled
from pushbox.level import Collection, SavedMoves
from pushbox.notation import tokens
from pushbox.play.verify import ReplayStatus, verify

FILES = [
    "sok/SokEvo.sok",
    "sok/YASGen.sok",
    "sok/Chrysalis Collection 01.sok",
    "sok/Original, first ten.sok",
    "deadlocks/Freeze.sok",
    "deadlocks/bipartite.sok",
    "deadlocks/Closed diagonal deadlocks.sok",
]


def read(text: str) -> Collection:
    return formats.read(text, format="sok")


# Real files


@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read_whole_and_written_back(shared: Path, name: str) -> None:
    """A real file has as many levels as counts.tsv says, no problem, and is written back with every line; what was
    read reads back equal when it is written anew, too."""
    counts = dict(line.split("\t") for line in (shared / "counts.tsv").read_text("utf-8").splitlines()[1:])
    data = (shared / name).read_bytes()
    collection = formats.read(data, name=name)
    assert (collection.format, len(collection.levels), collection.problems) == ("sok", int(counts[name]), ())
    assert lines(formats.write(collection, "sok")) == lines(data.decode("utf-8"))
    assert read(formats.write(bare(collection), "sok")) == collection
    for level in collection.levels:
        assert level.source is not None
        for piece in level.board.pieces:
            line, column = level.source.where(piece.anchor)
            assert data.decode("utf-8").splitlines()[line - 1][column - 1] in "@+$*"


def test_solutions_and_saved_games(shared: Path) -> None:
    """Titles, moves and notes of solutions stand with their level; numbers of boxes make it `plus`."""
    collection = formats.read_file(shared / "sok" / "Original, first ten.sok")
    assert (collection.title, collection.author, collection.notes) == (
        "Original & Extra",
        "Thinking Rabbit",
        "Some collection notes",
    )
    assert collection.headers == (
        ("Date Created", "2022-07-01  01:05:06"),
        ("Date of Last Change", "2022-07-02  09:48:22"),
        ("Originate from", "original.slc"),
    )
    first, second = collection.levels[:2]
    assert (first.title, first.author, first.notes, first.game) == (
        "Level 1",
        "author name",
        "Some puzzle notes",
        "plus",
    )
    assert [box.number for box in first.board.of_kind("box")] == [1, 2, 3, 4, 5, 6]
    assert [t.number for t in first.board.terrain if t.kind == "goal"] == [6, 5, 4, 3, 2, 1]
    assert [record.title for record in first.saved_moves] == [
        "Best Solution 230/97 (YASS 2.86 Optimizer)",
        "Solution 230/97 (YASS 2.36 Optimizer)",
        "Tomo",
        "Solution 264/97 (BoxSearch Solver)",
        "Solution 260/97 (PocoSolv 8-bit Solver)",
        "Solution 270/97 (YASS 2.36 Solver)",
    ]
    assert len(first.saved_moves[0].text) == 230
    assert first.saved_moves[0].notes == "Solver: only human\nSome snapshot notes\nOptimizer: YASS 2.86\nTime: 00:00:47"
    assert second.game == "sokoban"


def test_solutions_of_real_files_verify(shared: Path) -> None:
    """Every solution verifies but the six of level 1, which solve its board and not its numbers; saved games do not."""
    collection = formats.read_file(shared / "sok" / "Original, first ten.sok")
    for number, level in enumerate(collection.levels, start=1):
        for record in level.saved_moves:
            replay = verify(level, record.text)
            if number > 1:
                assert replay.solved, (number, record.title)
            else:
                assert replay.status is ReplayStatus.UNSOLVED
                assert replay.message.startswith("the board is solved but not the numbers")
    saved = formats.read_file(shared / "deadlocks" / "bipartite.sok").levels[2]
    assert [verify(saved, record.text).status for record in saved.saved_moves] == [ReplayStatus.UNSOLVED] * 2


def test_reverse_mode_and_marks_stay_raw(shared: Path) -> None:
    """Saved games with jumps and the mark of the current position are kept as they are."""
    collection = formats.read_file(shared / "deadlocks" / "bipartite.sok")
    games = [record.text for level in collection.levels for record in level.saved_moves]
    assert games[2] == "[r]RuuDDDlluuurrdUUUUrdR"
    assert games[-1].count("*") == 1
    for game in games:
        assert tokens(game)
        assert spelled(game) == game


# Titles


def test_title_cases(shared: Path) -> None:
    """The peers' cases on titles are read as the SOK format says."""
    cases = json.loads((shared / "parser_cases" / "sok_titles.json").read_text("utf-8"))
    titles = {
        case["text"]: ([level.title for level in read(case["text"]).levels], read(case["text"]).notes)
        for case in cases
        if "text" in case
    }
    assert titles == {
        f"{LEVEL}\n\nnote A\n\n{LEVEL}": (["", "note A"], ""),
        f"level title\n\tline that destroys the level title\n{LEVEL}": (
            [""],
            "level title\nline that destroys the level title",
        ),
        f"Title 1\n\n{LEVEL}": (["Title 1"], ""),
        "Title 2\n######\n#@$. #\n######": (["Title 2"], ""),
        f"#50 (3)\n\n{LEVEL}": (["#50 (3)"], ""),
        f"{LEVEL}\nTITLE: xxx": (["xxx"], ""),
    }
    (tags,) = [case["tags"].split(";")[0] for case in cases if "tags" in case]
    for tag in tags.split(", "):
        for text in (f"{tag}: x", f"{tag.upper()}:x"):
            (level,) = read(f"{LEVEL}\n\n{text}\n\n{LEVEL}").levels[1:]
            assert level.title == "", text


def test_a_title_key_overrules_the_line() -> None:
    """Where the notes have `Title:`, the line above is a note of what stands above it."""
    first, second = read(f"One\n\n{LEVEL}\n\nline\n\n{LEVEL}\nTitle: Two").levels
    assert (first.title, first.notes, second.title, second.notes) == ("One", "line", "Two", "")


def test_notes_of_records_and_levels() -> None:
    """Notes go with what stands above them; each block of moves is a record of its own."""
    text = f"One\n\n{LEVEL}\n\nfirst\n\nnote\n:: aside\n\nSolution 1/1\nR\n\nSolver: x\nwhy\n\nrl\nrl\n\n[]L"
    (level,) = read(text).levels
    assert (level.notes, level.headers) == ("first\n\nnote", (("", ":: aside"),))
    assert level.saved_moves == (
        SavedMoves("Solution 1/1", "R", "Solver: x\nwhy"),
        SavedMoves("", "rlrl"),
        SavedMoves("", "[]L"),
    )


def test_moves_under_keys_are_records_too() -> None:
    """`Solution: lurd` and `;LURD lurd`, which XSB has, are records in a SOK file as well."""
    (level,) = read(f"{LEVEL}\nSolution: r\nl\nSavegame 2: R\n;LURD u\n\nAuthor: me").levels
    assert level.saved_moves[:2] == (SavedMoves("", "rl"), SavedMoves("Savegame 2", "R"))
    assert level.saved_moves[2] == SavedMoves("", "u", "Author: me")


def test_moves_above_the_first_board_are_text() -> None:
    """A word such as "Dull" above the first board is no solution of nothing."""
    collection = read(f"Dull\n\nmore\n\n{LEVEL}")
    assert (collection.notes, collection.levels[0].title, collection.levels[0].saved_moves) == ("Dull", "more", ())


def test_snapshot_cases(shared: Path) -> None:
    """The peers' saved games are records with their raw text, in lines joined; what is no notation is a note."""
    cases = json.loads((shared / "parser_cases" / "snapshot_lurd.json").read_text("utf-8"))
    for case in cases:
        collection = read(f"{LEVEL}\n\nSnapshot\n{case['input']}\n")
        (level,) = collection.levels
        if case["input"] in ("ZOMG!", "lUrDL!uRd"):
            assert level.saved_moves == ()
            assert level.notes == f"Snapshot\n{case['input']}"
            continue
        joined = "".join(line.strip() for line in case["input"].replace("\r", "\n").split("\n"))
        expected = [SavedMoves("Snapshot", joined)]
        if "\n\n" in case["input"].replace("\r", "\n"):  # a blank line ends a block of moves
            first, second = (part.replace("\n", "") for part in ("lu \t\nrdLU", "RDL"))
            assert [record.text for record in level.saved_moves] == [first.replace(" \t", ""), second]
        else:
            assert [*level.saved_moves] == expected
        assert lines(formats.write(collection, "sok")) == lines(
            f"{LEVEL}\nSnapshot\n" + case["input"].replace("\r", "\n")
        )
        assert read(formats.write(bare(collection), "sok")) == respelled(collection)


# Header and macros


def test_macros() -> None:
    """`<#Key#/>` in notes is what the file's `Key=Value` says; an unknown one stays; nothing is expanded twice."""
    text = f"Me=A <#You#/>\nYou=B\n\nOne\n\n{LEVEL}\n\nBy <#me#/> and <#Nobody#/>\nAuthor: <#You#/>\n\nR\n\n<#You#/>"
    (level,) = (collection := read(text)).levels
    assert (level.notes, level.author) == ("By A <#You#/> and <#Nobody#/>", "B")
    assert level.saved_moves == (SavedMoves("", "R", "B"),)
    assert lines(formats.write(collection, "sok")) == lines(text)
    changed = replace(collection, headers=(("Nobody", "C"),))
    with pytest.raises(FormatError, match="would not read back"):
        formats.write(changed, "sok")  # the notes hold a macro that the keys would now change


@pytest.mark.usefixtures("soon")
def test_macros_are_bounded() -> None:
    """Macros that would grow a file beyond reason stay as they are."""
    text = f"A={'x' * 100_000}\n\n{LEVEL}\n\n" + "<#A#/>" * 10_000
    (level,) = read(text).levels
    assert len(level.notes) < macros.MOST_GROWN + len(text)


def test_game_of_a_file() -> None:
    """`Game:` above the first level is that of all levels without their own; games without boards of ours are left out
    with a sentence."""
    first, second = read(f"Game: Multiban\n\n{LEVEL}\n\n{LEVEL}\n\nGame: Sokoban").levels
    assert (first.game, second.game) == ("multiban", "sokoban")
    collection = read(f"{LEVEL}\n\n{LEVEL}\nGame: Hexoban")
    assert len(collection.levels) == 1
    (problem,) = collection.problems
    assert str(problem).startswith("line 5: found the game hexoban, expected a game on squares, as there are no boards")


def test_a_lost_board_costs_no_other() -> None:
    """A board with a strange sign is reported, its moves are nobody's, and every line is written back."""
    lost = LEVEL.replace("$", "%")
    for text, titles in (
        (f"One\n\n{LEVEL}\n\nR\n\nTwo\n\n{lost}\n\nrrrr\n\nThree\n\n{LEVEL}\n\nnote\nmore", ["One", "Three"]),
        (f"head\n\nOne\n\n{lost}\n\nrrr\n\nTwo\n\n{LEVEL}", ["Two"]),
    ):
        collection = read(text)
        assert [level.title for level in collection.levels] == titles
        assert [problem.severity for problem in collection.problems] == ["error"]
        assert sum(len(level.saved_moves) for level in collection.levels) == text.count("R")
        assert lines(formats.write(collection, "sok")) == lines(text)


def test_run_lengths_are_read() -> None:
    """Boards and moves in run lengths, 0.17 to 0.19, are read; moves stay raw, and are written out in a new text."""
    collection = read("T\n\n5#|#@$.#\n5#\n\n2(r)3l\n")
    (level,) = collection.levels
    assert (str(level.board), level.saved_moves) == (LEVEL, (SavedMoves("", "2(r)3l"),))
    assert lines(formats.write(collection, "sok")) == ["T", "5#|#@$.#", "5#", "2(r)3l"]
    assert lines(formats.write(bare(collection), "sok"))[-6:] == ["T", *lines(LEVEL), "Solution", "rrlll"]


# Writing


def test_added_records_are_titled_blocks_below() -> None:
    """A record that is added leaves every old line as it was, and its moves are in lines of 70."""
    text = f"header:  line\n\nOne\n\n{LEVEL}\n\nsome note\n\nTwo\n{LEVEL}\n"
    collection = read(text)
    first, second = collection.levels
    more = first.with_saved_moves(SavedMoves("Solution/Moves 80/1", "R" * 80, "Solver: pushbox"))
    written = formats.write(replace(collection, levels=(more, second)), "sok")
    added = ["Solution/Moves 80/1", "R" * 70, "R" * 10, "Solver: pushbox"]
    assert lines(written) == [*lines(text)[:6], *added, *lines(text)[6:]]
    assert read(written).levels == (more, second)


def test_a_new_file_says_its_version() -> None:
    """A level of another format gets a page of explanation above it, with version 0.20, which is nobody's comment."""
    collection = formats.read(f"; A\n{LEVEL}\nTitle: T\n", format="xsb")
    text = formats.write(collection, "sok")
    assert "File Format 0.20" in text
    assert read(text) == collection
    assert detect(text).format == "sok"


PLAIN_RECORD = records(
    st.sampled_from(["", "Solution 230/97", "Savegame"]) | WORD,
    st.text("lurdLURD", min_size=1, max_size=150),
    st.lists(WORD, max_size=2).map("\n".join),
)
TRICKY_RECORD = records(
    WORD | TRICKY,
    st.text("lurdLURD3() []{}*!", max_size=99) | TRICKY,
    st.lists(WORD | TRICKY, max_size=3).map("\n".join),
)


def _notes_are_moves(collection: Collection) -> bool:
    words = [record.notes for level in collection.levels for record in level.saved_moves]
    return any(set(line) <= set("lurdLURD() ") for note in words for line in note.split("\n") if line)


@given(collections(game="sokoban", record=PLAIN_RECORD, options=("steps", "max_push")))
@settings(max_examples=scaled(150))
def test_read_inverts_write(collection: Collection) -> None:
    """read(write(collection)) == collection, once more after reading, and with a record added to every level."""
    if _notes_are_moves(collection) or any(FORMAT.canonical(level) != level for level in collection.levels):
        return  # such as words that are moves in another notation: they are read as LURD
    assert formats.losses(collection, "sok") == []
    text = formats.write(collection, "sok")
    again = read(text)
    assert again == collection
    assert not [problem for problem in again.problems if problem.severity == "error"]
    assert formats.write(again, "sok") == text
    more = replace(again, levels=tuple(level.with_saved_moves(SavedMoves("", "rrR")) for level in again.levels))
    assert read(formats.write(more, "sok")) == more


@given(collections(game="plus", record=PLAIN_RECORD, numbers=True))
@settings(max_examples=scaled(75))
def test_numbers_are_kept(collection: Collection) -> None:
    """A level of `plus` reads back with its numbers."""
    if _notes_are_moves(collection):
        return
    assert read(formats.write(collection, "sok")) == collection


@given(collections(game="sokoban", record=TRICKY_RECORD, word=WORD | TRICKY))
@settings(max_examples=scaled(300))
def test_nothing_is_lost_in_silence(collection: Collection) -> None:
    """Any texts read back, run lengths written out, or a loss is reported and nothing is written."""
    if lost := formats.losses(collection, "sok"):
        with pytest.raises(FormatError) as caught:
            formats.write(collection, "sok")
        assert str(caught.value) == lost[0]
    else:
        assert read(formats.write(collection, "sok")) == respelled(collection)


FRAGMENTS = st.lists(
    TRICKY | WORD | st.sampled_from([LEVEL, "", "\n", "Me=x", "lurdLURDlurd", "6#", ";", "Solution 1/1", "\x0c", "𝒳"]),
    max_size=12,
).map("\n".join)


@given(FRAGMENTS | st.text(max_size=60))
@settings(max_examples=scaled(400))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text gives a collection or an error of ours, and what was read is written back, every line of it."""
    try:
        collection = read(text)
    except PushboxError:
        return
    if not collection.levels:
        return
    written = formats.write(collection, "sok")
    assert read(written) == collection
    assert lines(written) == lines(text.replace("\r\n", "\n").replace("\r", "\n")) or "Game" in text


@pytest.mark.parametrize(
    "text",
    [
        "r\n\n" * 40_000,
        LEVEL + "\n\n" + "r\n\nx\n\n" * 25_000,
        LEVEL + "\n\nR\n" + "note\n" * 80_000,
        (LEVEL + "\n\n") * 4_000,
        LEVEL + "\n\n" + "Title:\n" * 40_000,
        LEVEL + "\n\n" + "(" * 900_000,
        LEVEL + "\n\n" + "3999999r\n" * 20_000,
        "Solution: r\n" * 40_000 + LEVEL,
        LEVEL + "\n" + "Solution: r\n" * 25_000,
        ":" * 900_000 + "\n" + LEVEL,
    ],
)
@pytest.mark.usefixtures("soon")
def test_hostile_texts_end_quickly(text: str) -> None:
    """Reading costs time in proportion to the text, whatever it repeats."""
    try:
        detect(text)
        read(text)
    except PushboxError:
        pass


def test_run_lengths_that_would_grow_beyond_reason_are_a_loss() -> None:
    """Moves whose run lengths hide gigabytes are not written out, which is reported."""
    records = tuple(SavedMoves("", "3999999r") for _ in range(50))
    collection = bare(read(LEVEL))
    collection = replace(collection, levels=(replace(collection.levels[0], saved_moves=records),))
    (lost,) = formats.losses(collection, "sok")
    assert lost == "level 1: saved moves 5 grow beyond 16,000,000 letters without run lengths"


# Detection


@pytest.mark.parametrize(
    ("text", "name", "key"),
    [
        (LEVEL, "a.SOK", "sok"),
        (f":: comment\n{LEVEL}", "", "sok"),
        (f"{LEVEL}\n\nlurdlurd", "a.txt", "sok"),
        (f"{LEVEL}\n\nSnapshot 1/1\nR", "", "sok"),
        (f"{LEVEL}\n\nboxorder 1\ngoalorder 1\n\nlurdlurd", "", "sok"),
        (f"{LEVEL}\nSolution: lurdlurd\nlurdlurd", "", "xsb"),
        (f"{LEVEL}\n;LURD lurdlurd\nlurdlurd", "", "xsb"),
        (f"{LEVEL}\n\ndull\n", "", "xsb"),
    ],
)
def test_detection(text: str, name: str, key: str) -> None:
    """`::` lines, a block of moves or the ending .sok are signs of a SOK file; moves under a key are not."""
    assert detect(text, name).format == key
