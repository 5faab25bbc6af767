"""Files that are missing, broken or of no format: one sentence for every fault, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.rooms import ROOM, lines

BAD = {  # content, and the fault of the level where there is a level
    "empty": (b"", ""),
    "binary": (b"\x00\x01\x02\xff" * 100, ""),
    "huge line": (b"#" * 10_000_000, ""),
    "prose": (b"Dear diary,\ntoday I pushed no box.\n", ""),
    "no player": (b"#####\n# $.#\n#####\n", "found no player, expected one"),
    "two players": (b"######\n#@@$.#\n######\nGame: sokoban\n", "found 2 pushers, expected 1 in Sokoban"),
    "more boxes than goals": (b"######\n#@$$.#\n######\n", "found 2 boxes and 1 goal, expected as many goals as boxes"),
    "no box": (b"####\n#@.#\n####\n", "found no box, expected at least one"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["solve", "info", "verify", "transcript", "path", "play"])
def test_bad_input_is_one_sentence(run: Callable[..., Any], tmp_path: Path, name: str, command: str) -> None:
    """Bad files end with 2 and a sentence for each fault, never with a traceback."""
    file = tmp_path / "bad.xsb"
    content, sentence = BAD[name]
    file.write_bytes(content)
    more = {"verify": ["--solution", "r"], "path": ["--box", "1,1"]}.get(command, [])
    result = run(command, file, *more)
    assert "Traceback" not in result.err
    if command == "info" and sentence:
        assert result.code == 0
        assert sentence in result.out
    else:
        assert result.code == 2
        assert len((result.out + result.err).splitlines()) == 1
        assert sentence in result.out + result.err


@pytest.mark.parametrize(
    ("text", "key"), [("5AHABDFAH5A\n", "elm"), ("11111\n12341\n11111\n", "letslogic"), ('{"map": "1"}', "letslogic")]
)
@pytest.mark.parametrize("command", ["info", "solve", "verify"])
def test_a_file_that_needs_from_is_told_so(
    run: Callable[..., Any], tmp_path: Path, text: str, key: str, command: str
) -> None:
    """The sentence names the format that could be meant; a file of no format gets no such hint."""
    file = tmp_path / "level.txt"
    file.write_text(text)
    result = run(command, file)
    assert result.code == 2
    assert result.err.endswith(f"; try --from {key}\n")
    file.write_text("Dear diary\n")
    assert "--from" not in run(command, file).err


def test_standard_input_that_is_no_text_is_refused_in_a_sentence(run: Callable[..., Any]) -> None:
    """Bytes that are no UTF-8 are moves and commands like any other wrong ones."""
    result = run("metrics", stdin=b"R\xff")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("pushbox: metrics: character 2: found ")
    assert run("reconstruct", stdin=b"R\xff").code == 0
    played = run("play", "builtin:lessons", stdin=b"\xff\nquit\n")
    assert played.code == 0
    assert "help lists the commands\n" in played.out


def test_a_missing_file_is_one_sentence(run: Callable[..., Any]) -> None:
    """A file that does not exist, or a folder, is reported as such."""
    assert run("solve", "nothing.xsb").err == "pushbox: nothing.xsb: No such file or directory\n"
    assert run("solve", ".").code == 2
    assert run("solve", "builtin:nothing").code == 2


def test_an_unclosed_board_is_read_framed_and_said(run: Callable[..., Any]) -> None:
    """A board that is open to the outside is framed with walls, solved, and the repair is reported."""
    result = run("solve", "-", "--json", stdin=b"#####\n#@$.\n#####\n")
    assert result.code == 0
    assert lines(result.out)[0]["moves_text"] == "R"
    assert "wall" in result.err


def test_good_levels_survive_a_bad_one(run: Callable[..., Any]) -> None:
    """A level that cannot be read is reported with its line, the others are solved, and the run ends with 2."""
    result = run("solve", "-", "--json", stdin=f"; a\n{ROOM}\n; b\n#####\n#@?.#\n#####\n\n; c\n{ROOM}".encode())
    assert result.code == 2
    assert [row["title"] for row in lines(result.out) if row["status"] == "solved"] == ["a", "c"]
    assert "'?'" in result.err
