"""The words of the solver protocol: what is written is read again, and no line is more than refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats, games, levels
from pushbox.conformance import random_levels
from pushbox.errors import FormatError
from pushbox.level import Level, SavedMoves
from pushbox.line_buffer import MAX_LINE, LineBuffer
from pushbox.solver.engine.protocol import (
    COMMANDS,
    STATUSES,
    Capabilities,
    Command,
    Done,
    EngineName,
    Go,
    Handshake,
    Info,
    InfoString,
    Ok,
    OptionSpec,
    Position,
    Quit,
    Reply,
    SetLevel,
    SetOption,
    SolutionFound,
    Stop,
    format_line,
    parse_command,
    parse_reply,
)

SAID: list[Command] = [
    Handshake(1),
    SetOption("Threads", "2"),
    SetOption("Path", "a b"),
    Position("rrU"),
    Position("1,2 3,4"),
    Position(""),
    Go(),
    Go("pushes", 60_000, 5, 2048),
    Stop(),
    Quit(),
]
ANSWERED: list[Reply] = [
    EngineName("a solver 2.0"),
    Capabilities(),
    Capabilities(("any", "moves"), ("plus",), ("time",)),
    OptionSpec("Threads", "int", "1", 1, 64),
    OptionSpec("Book"),
    Ok(),
    Info(),
    Info(1000, 182_344, 4410, 37),
    InfoString("a level has no string"),
    SolutionFound("rrU"),
    SolutionFound("1,2 3,4", 1, 2, "pushes"),
    SolutionFound("", 0, 0),
    *map(Done, STATUSES),
]


@pytest.mark.parametrize("command", SAID, ids=repr)
def test_commands_are_read_as_they_were_written(command: Command) -> None:
    """A command is one line, and reading it gives the command."""
    assert parse_command(format_line(command)) == command


@pytest.mark.parametrize("reply", ANSWERED, ids=repr)
def test_replies_are_read_as_they_were_written(reply: Reply) -> None:
    """A reply is one line, and reading it gives the reply."""
    assert parse_reply(format_line(reply)) == reply


@pytest.mark.parametrize("key", games.keys())
def test_levels_of_every_game(key: str) -> None:
    """Board, game and options arrive, on one line; the solutions that a file holds do not."""
    shipped = [level for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    for level in [*random_levels(games.find(key), 60), *(level for level in shipped if level.game == key)]:
        line = format_line(SetLevel(level.with_saved_moves(SavedMoves("", "secret"))))
        assert "\n" not in line
        assert "secret" not in line
        assert parse_command(line) == SetLevel(Level(level.board, level.game, level.options))


def test_run_lengths_are_preferred() -> None:
    """They are used for every level that they can hold all of, as most engines read no more."""
    for level in formats.read_file(levels.path("lessons")).levels:
        assert format_line(SetLevel(level)).startswith("level rle ")


def test_what_is_unknown_is_ignored() -> None:
    """Words and fields that a later version may add."""
    assert parse_reply("") is None
    assert parse_reply("registration checking") is None
    assert parse_reply("id author A. B.") is None
    assert parse_reply("info depth 3 nodes 5 time - colour blue") == Info(nodes=5)
    assert parse_reply("solution lines 3 lurd rR") == SolutionFound("rR")
    assert parse_command("go depth 3 objective pushes") == Go("pushes")


@given(st.sampled_from(["", *COMMANDS, "level rle", "level json", "id", "caps", "option", "info", "solution", "done"]),
       st.text(st.characters(exclude_characters="\n"), max_size=40))  # fmt: skip
def test_no_line_is_more_than_refused(word: str, rest: str) -> None:
    """Reading any line raises nothing but an error of one line."""
    for read in (parse_command, parse_reply):
        try:
            read(f"{word} {rest}")
        except FormatError as error:
            sentence = str(error)
        else:
            sentence = ""
        assert len(sentence.splitlines()) <= 1


@given(st.binary(max_size=60), st.lists(st.integers(0, 60)))
def test_lines_do_not_depend_on_how_the_bytes_arrive(data: bytes, cuts: list[int]) -> None:
    """The lines are those of the whole."""
    data = data.replace(b"\r", b"").replace(b"\x07", b"\n")
    lines = LineBuffer()
    read: list[bytes | None] = []
    bounds = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    for start, end in pairwise(bounds):
        read += lines.feed(data[start:end])
    assert [*read, lines.unfinished()] == data.split(b"\n")


def test_a_line_beyond_all_bounds_is_reported_once_and_not_kept() -> None:
    """As soon as it is too long; the next line is read as ever."""
    lines = LineBuffer()
    chunk = b"x" * 65_536
    read = [line for _ in range(MAX_LINE // len(chunk) * 3) for line in lines.feed(chunk)]
    assert read == [None]
    assert lines.unfinished() == b""
    assert list(lines.feed(b"\r\nok\r\n")) == [b"ok"]
    assert list(lines.feed(b"x" * MAX_LINE + b"\n")) == [b"x" * MAX_LINE]
