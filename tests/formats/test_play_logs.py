"""Pages with maps of the console exercise, and logs of play: the level, its moves, or why there is none."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from pushbox import formats, levels, verify
from pushbox.errors import FormatError
from pushbox.games import load
from pushbox.level import Collection, Level
from pushbox.play.transcript import transcript
from pushbox.tui import console

MAP = "#######\n#.....#\n#...+.#\n##..+.#\n#--.#P#\n#######\n"
ASKED = "Enter command: "
AS_XSB = "#######\n#     #\n#   $ #\n##  $ #\n#.. #@#\n#######\n"
COMMANDS = "w2 a2 w1 a1 s2 d1 s1 a1 w2 d3 s1 a2 w1 a1 s1".split()
TRANSCRIPTS = sorted((Path(__file__).parents[1] / "golden" / "transcripts").glob("*.txt"))
CHOOSING = {"crossoban-elements", "multiban-reverse", "multiban-selection"}
SIGNS = "found the signs of the console exercise, expected boards as XSB draws them; read as such"


def rows(level: Level) -> str:
    """Return the rows of a level as XSB draws them, or nothing where it cannot."""
    plain = Level(level.board, level.game)
    return "" if formats.losses(Collection((plain,)), "xsb") else formats.write(plain, "xsb")


def said(collection: Collection) -> list[str]:
    """Return the problems as sentences."""
    return [str(problem) for problem in collection.problems]


def session(level: Level, commands: list[str], *, typed: bool) -> str:
    """Play a map in the console game; return what the screen shows, with what was typed or without, as from a file."""
    out = io.StringIO()

    console.play(level, io.StringIO("".join(f"{command}\n" for command in commands)), out)
    parts = out.getvalue().split(ASKED)
    lines = [f"{ASKED}{command}\n" if typed else ASKED for command in commands]
    return parts[0] + "".join(line + part for line, part in zip(lines, parts[1:], strict=False))


def test_the_page_of_the_exercise_pasted_whole(shared: Path) -> None:
    """The map is the level; the sample run below it is its solution."""
    page = next((shared.parent / "seeds").glob("001_*")).read_text(encoding="utf-8")
    collection = formats.read(page)
    (level,) = collection.levels
    assert (rows(level), level.game) == (AS_XSB, "sokoban")
    assert said(collection) == [
        f"line 10: {SIGNS}",
        "line 39: found 18 pictures more of the same room; taken for its play, with the moves saved",
    ]
    assert [saved.title for saved in level.saved_moves] == [""]
    assert verify(level, level.saved_moves[0].text).solved
    assert formats.read(page.encode()) == formats.read(page.replace("\n", "\r\n")) == collection


@pytest.mark.parametrize("name", ["000", "002", "003", "004"])
def test_a_map_within_another_page(shared: Path, name: str) -> None:
    """In the middle of the pages of other games the map is found, beside the levels that are drawn there."""
    page = next((shared.parent / "seeds").glob(f"{name}_*")).read_text(encoding="utf-8").split("\n")
    half = len(page) // 2
    collection = formats.read("\n".join([*page[:half], *MAP.splitlines(), *page[half:]]))
    assert AS_XSB in map(rows, collection.levels)
    assert f"line {half + 1}: {SIGNS}" in said(collection)
    assert sum(level.game == "plus" for level in collection.levels) == 3 * (name == "000")


@pytest.mark.parametrize("typed", [True, False])
def test_sessions_of_the_console_game(typed: bool) -> None:
    """What a screen shows of a session is the level, and the moves that were made, whatever was typed."""
    rng = random.Random(4)
    played = 0
    for start in formats.read_file(levels.path("lessons")).levels:
        level = Level(start.board)
        commands = [f"{rng.choice('wasd')}{rng.randint(0, 3)}" for _ in range(rng.randint(1, 12))]
        shown = session(level, [*commands, "x", "e"], typed=typed)
        collection = formats.read(f"I played this:\n\n{shown}\nWhat now?\n")
        (again,) = collection.levels
        assert rows(again) == rows(level)
        moves = again.saved_moves[0].text if again.saved_moves else ""
        _, line = load(again).play(moves)
        end = f"Enter command: {'e' + chr(10) if typed else ''}Bye!\n"
        board = formats.find("console").write_level(Level(load(again).rules.board(line.state)), collection)
        assert shown.endswith((f"{board}\n{end}", f"{board}\nWin!\n"))
        played += bool(moves)
    assert played >= 8


def test_logs_in_the_signs_of_xsb() -> None:
    """With prompts, counts of moves or plies between pictures of one room; without them there are two levels."""
    first, second, third = (f"######\n{row}\n######\n" for row in ("#@ $.#", "# @$.#", "#  @*#"))
    for between in (
        "> r\n",
        "\n> right\n\n",
        "Enter command: d1\n",
        "1 move, 0 pushes.\n",
        "\nply 1\n",
        "Your move? r\n",
        "> ",
        "Enter command: ",
    ):
        collection = formats.read(f"{first}{between}{second}{between}{third}")
        (level,) = collection.levels
        assert (rows(level), level.saved_moves[0].text) == (first, "rR"), between
        assert said(collection)[0].endswith(
            ": found 2 pictures more of the same room; taken for its play, with the moves saved"
        )
    assert len(formats.read(f"{first}\n{second}").levels) == 2
    other_goal = "######\n#@.$ #\n######\n"
    assert len(formats.read(f"{first}> r\n{other_goal}").levels) == 2
    # No run in one direction leads from one to the other.
    first, second = (f"######\n{one}\n{two}\n######\n" for one, two in (("#@ $.#", "#    #"), ("#  $.#", "# @  #")))
    collection = formats.read(f"{first}> r\n{second}")
    assert (rows(collection.levels[0]), collection.levels[0].saved_moves) == (first, ())
    assert said(collection) == [
        "line 6: found 1 picture more of the same room; taken for its play, whose moves are unknown"
    ]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcripts_are_their_level_and_its_moves(path: Path) -> None:
    """Pasted with words around, each golden transcript is the level that it names, and its play.

    Where moves choose one of several pushers they are left out, with a warning.
    """
    text = path.read_text("utf-8")
    collection = formats.read(f"Look:\n\n{text}\nThat was it.")
    assert str(collection.evidence) == "a transcript of pushbox"
    (level,) = collection.levels
    if path.stem in CHOOSING:
        (problem,) = said(collection)
        assert problem.startswith("line 5: found")
        assert problem.endswith("taken for its play, whose moves are unknown")
        assert transcript(level).splitlines()[3:9] == text.splitlines()[3:9]
        return
    moves = next((saved.text for saved in reversed(level.saved_moves)), "")
    assert said(collection) == []
    assert transcript(level, moves).splitlines()[3:] == text.splitlines()[3:]


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        (MAP.replace("+.#\n##", "+P#\n##"), "line 6, column 6: found a second player, expected one P"),
        (
            MAP.replace("#.....#", "#....#"),
            "line 3, column 7: found a row of 6 cells, expected 7 as in the first row",
        ),
        (MAP.replace("...+", ".x.+"), "line 4, column 3: found 'x', expected one of # . - + O P"),
        (
            MAP.replace("#.....#", "#......"),
            "line 3, column 7: the player can leave the map here, expected walls all around",
        ),
        (MAP.replace("-", "."), "line 2, column 1: found no goal, expected at least one - or O"),
    ],
)
def test_a_map_that_is_none_says_why(drawn: str, fault: str) -> None:
    """By line, column and sign, below words, with a prompt before its first row, and beside a level."""
    for above in ("The map:\n", "Enter command: "):
        text = f"{above}{drawn}That was it.\n"
        with pytest.raises(FormatError) as caught:
            formats.read(text if above.endswith("\n") else f"\n{text}")
        assert str(caught.value).startswith(fault.split(",", maxsplit=1)[0])
    with pytest.raises(FormatError) as caught:
        formats.read(f"The map:\n{drawn}That was it.\n")
    assert str(caught.value) == fault
    collection = formats.read(f"The map:\n{drawn}\n######\n#@ $.#\n######\n")
    assert [rows(level) for level in collection.levels] == ["######\n#@ $.#\n######\n"]
    assert said(collection) == [f"{fault}; this level was left out"]


def test_what_is_no_map_stays_what_it_is() -> None:
    """A map alone is a file of the format; boards with letters of XSB and banners are no maps."""
    assert formats.read(MAP).format == "console"
    assert formats.read("Words\n\n#####\n#P$.#\n#####\n").format == "xsb"
    collection = formats.read("#######\n#HELP!#\n#######\n\n######\n#@ $.#\n######\n")
    assert len(collection.levels) == 1
    assert said(collection) == ["line 2: found lines that look like rows, expected rows of a board as XSB draws them"]


@pytest.mark.parametrize("page", ["<pre>{}</pre>", "<p>Map:</p><p>{}</p>", "```\n{}\n```", "<code>\n{}\n</code>"])
def test_maps_in_markup(page: str) -> None:
    """In the source of a page, in one line with breaks too, and with pictures that touch each other."""
    second = MAP.replace(".#P#", "P#.#").replace("#...+.#", "#.+..P#").replace("P#.#", ".#.#")
    for text in (MAP.rstrip("\n"), MAP.rstrip("\n").replace("\n", "<br>") if "<p>" in page else MAP.rstrip("\n")):
        (level,) = formats.read(f"<html>\n{page.format(text)}\nWords.\n").levels
        assert rows(level) == AS_XSB
    collection = formats.read(page.format(f"{MAP}{second}".rstrip("\n")) + "\nWords.\n")
    assert [rows(level) for level in collection.levels] == [AS_XSB]
    assert len(collection.problems) == 2
