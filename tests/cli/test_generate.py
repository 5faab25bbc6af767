"""``pushbox generate``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pushbox import formats
from pushbox.cli import generate
from pushbox.generator import graded_levels
from pushbox.identity import canonical_id
from pushbox.play.verify import verify


def test_levels_go_to_standard_output_as_xsb(run: Callable[..., Any]) -> None:
    """The output is a file: its levels have the size and boxes of the options, and solutions that replay."""
    result = run("generate", "--size", "9x7", "--boxes", "3", "--count", "5", "--seed", "4")
    assert result.code == 0
    assert not result.err
    collection = formats.read(result.out)
    assert (collection.format, len(collection.levels)) == ("xsb", 5)
    assert not collection.problems
    for level in collection.levels:
        assert (level.board.height, level.board.width, len(level.board.of_kind("box"))) == (7, 9, 3)
        assert verify(level, level.saved_moves[0].text).solved
    assert run("generate", "--size", "9x7", "--boxes", "3", "--count", "5", "--seed", "4", "--threads", "2") == result


def test_how_hard_for_people(run: Callable[..., Any]) -> None:
    """--difficulty takes a class or bounds of the number of rate, and names both where it gets something else."""
    result = run("generate", "--size", "7x7", "--boxes", "2", "--difficulty", "1-10", "--json")
    assert result.code == 0
    assert 1 <= json.loads(result.out)["rating"] <= 10
    bad = run("generate", "--difficulty", "60-40")
    assert bad.code == 2
    assert "expected easy, medium, hard, extreme, or numbers up to 100 such as 30-50" in bad.err


@pytest.mark.parametrize(("game", "key"), [("plus", "plus"), ("multiban", "xsb")])
def test_other_games_are_written_as_they_need(run: Callable[..., Any], game: str, key: str) -> None:
    """Numbers and several pushers survive the way through the file."""
    result = run("generate", "--game", game, "--count", "3", "--boxes", "3")
    assert result.code == 0
    assert not result.err
    collection = formats.read(result.out)
    assert collection.format == key
    assert [level.game for level in collection.levels] == [game] * 3
    assert all(verify(level, level.saved_moves[0].text).solved for level in collection.levels)


@pytest.mark.parametrize("key", ["xsb", "sok", "json", "slc", "rle"])
def test_a_file_of_any_format(run: Callable[..., Any], tmp_path: Path, key: str) -> None:
    """--out and --to write the same boards in every format; what a format cannot hold is reported once."""
    plain = formats.read(run("generate", "--count", "4", "--boxes", "2", "--size", "6x6").out)
    out = tmp_path / "new.txt"
    result = run("generate", "--count", "4", "--boxes", "2", "--size", "6x6", "--out", out, "--to", key)
    assert result.code == 0
    assert result.out.startswith(f"{out}: 4 levels, ")
    assert len(set(result.err.splitlines())) == len(result.err.splitlines())
    collection = formats.read_file(out, format=key)
    assert [str(level.board) for level in collection.levels] == [str(level.board) for level in plain.levels]


def test_json_has_the_documented_fields(run: Callable[..., Any]) -> None:
    """One object a level, with the counts that the other commands use."""
    result = run("generate", "--json", "--count", "2", "--difficulty", "easy")
    assert result.code == 0
    rows = [json.loads(line) for line in result.out.splitlines()]
    assert [row["level"] for row in rows] == [1, 2]
    for row in rows:
        assert row["difficulty"] == "easy"
        assert 0 <= row["nodes"] <= 29
        assert len(row["moves_text"]) == row["moves"] > row["box_lines"] > 0
        assert [len(line) for line in row["board"]] == [10] * 10
        assert row["shape"] in ("walk", "blocks", "hall", "cave", "rooms")


def test_what_cannot_be_found_ends_with_three(run: Callable[..., Any], tmp_path: Path) -> None:
    """One sentence, exit code 3, and no empty file."""
    out = tmp_path / "new.xsb"
    result = run("generate", "--size", "5x5", "--boxes", "1", "--pushes", "99", "--attempts", "64", "--out", out)
    assert result.code == 3
    assert re.fullmatch(
        r"pushbox: found 0 of 1 levels of 5x5, 1 box, at least 99 pushes: 64 attempts gave no other one; "
        r"\d+ such levels without these demands: \d+ to \d+ pushes, .*\n",
        result.err,
    )
    assert not out.exists()
    few = run("generate", "--size", "4x5", "--boxes", "1", "--count", "500", "--attempts", "200", "--out", out)
    assert few.code == 3
    assert len(formats.read_file(out).levels) > 0


def test_the_size_is_columns_by_rows_as_in_all_output(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint names the new order on a terminal if columns and rows differ."""
    monkeypatch.setattr(generate, "on_terminal", lambda: True)
    wide = run("generate", "--size", "9x5", "--boxes", "1")
    board = formats.read(wide.out)[0].board
    assert (board.width, board.height) == (9, 5)
    assert wide.err == "--size 9x5 is 9 columns by 5 rows; before 0.1 it was rows by columns\n"
    assert not run("generate", "--size", "6x6", "--boxes", "1").err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--size", "10"), "found --size '10', expected columns by rows, such as 12x10"),
        (("--size", "2x9"), "found a size of 2x9, expected 3 to 100 columns and rows"),
        (("--game", "hanano"), "found the game 'hanano', expected one of: sokoban, plus, multiban"),
        (("--to", "nothing"), "nothing"),
        (("--size", "4x4", "--boxes", "9"), "expected no more of all than cells"),
        (("--json", "--to", "sok"), "both go to standard output"),
    ],
)
def test_bad_arguments_are_a_sentence(run: Callable[..., Any], arguments: tuple[str, ...], sentence: str) -> None:
    """Bad input ends with 2 and says what was found and what was expected."""
    result = run("generate", *arguments)
    assert result.code == 2
    assert sentence in result.err
    assert not result.out


def test_levels_of_a_band(run: Callable[..., Any]) -> None:
    """--band has the fewest pushes between two bounds, the same levels as the library, for each game."""
    result = run("generate", "--band", "3", "--seed", "7", "--count", "4")
    assert (result.code, result.err) == (0, "")
    made = [graded_levels(7, band=3)[index] for index in range(4)]
    levels = formats.read(result.out).levels
    assert [canonical_id(level) for level in levels] == [one.id for one in made]
    assert [level.saved_moves[0].text for level in levels] == [one.solution for one in made]
    fields = json.loads(run("generate", "--band", "2", "--game", "plus", "--json").out)
    assert (fields["game"], fields["band"], fields["pushes"] in (2, 3)) == ("plus", 2, True)
    assert fields["moves"] == len(fields["moves_text"])


@pytest.mark.parametrize("option", ["--size=9x9", "--boxes=4", "--pushes=3", "--unlike", "--seconds=1"])
def test_a_band_decides_what_other_options_would(run: Callable[..., Any], option: str) -> None:
    """So one with another is refused, and a band that does not exist."""
    result = run("generate", "--band", "3", option)
    assert result.code == 2
    assert f"found {option.partition('=')[0]} with --band, expected one of the two" in result.err
    assert run("generate", "--band", "11").code == 2
