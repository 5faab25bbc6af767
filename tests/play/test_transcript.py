"""Transcripts: every registered game has golden ones, and they play back to the letter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pushbox import conformance, formats, games
from pushbox.board import Piece
from pushbox.errors import FormatError, IllegalMove
from pushbox.play.transcript import check, transcript

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "transcripts").glob("*.txt"))
LEVEL = formats.read("######\n#@$ .#\n######", format="xsb").levels[0]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_transcripts_play_back(path: Path) -> None:
    """Playing a golden transcript again gives every line of it."""
    check(path.read_text(encoding="utf-8"))


def test_every_game_has_a_transcript() -> None:
    """A game without a golden transcript is not finished."""
    assert {path.stem.split("-")[0] for path in GOLDEN} >= set(games.keys())


def test_a_transcript_shows_every_ply() -> None:
    """Picture, legal moves and outcome stand at each ply."""
    text = transcript(LEVEL, "RR")
    assert text.count("\nply ") == 3
    assert "> R\n" in text
    assert text.endswith("ply 2\n  ######\n  #  @*#\n  ######\nmoves: l\noutcome: solved\n")
    check(text)


def test_a_changed_line_is_found() -> None:
    """A transcript in which something else happened is refused at the line that differs."""
    text = transcript(LEVEL, "RR").replace("outcome: solved", "outcome: playing")
    with pytest.raises(FormatError, match="found 'outcome: playing', but playing it gives 'outcome: solved'"):
        check(text)
    with pytest.raises(FormatError, match="line 1: expected a transcript"):
        check("hello\n")


def test_transcripts_of_version_1_are_read() -> None:
    """Their pictures were the plain ones, which hide the number of a box and what lies below it."""
    pieces = (*LEVEL.board.of_kind("pusher"), Piece("box", (8,), number=12))
    terrain = tuple(sort._replace(number=12) if sort.kind == "goal" else sort for sort in LEVEL.board.terrain)
    board = replace(LEVEL.board, pieces=pieces, terrain=terrain)
    old = transcript(replace(LEVEL, board=board, game="plus")).replace("transcript 2", "transcript 1")
    with pytest.raises(FormatError, match="found 'marks: E2 goal number 12; C2 number 12'"):
        check(old)
    check(old.replace("marks: E2 goal number 12; C2 number 12\n", ""))


def test_an_illegal_step_is_named() -> None:
    """A transcript cannot be made of an illegal line."""
    with pytest.raises(IllegalMove, match="step 3: "):
        transcript(LEVEL, "RRR")


@pytest.mark.parametrize("key", [key for key in games.keys() if games.find(key).info.imperfect_information])
def test_nothing_hidden_is_written(key: str) -> None:
    """Picture, counters and legal moves are those of what is seen: a level and its view have the same first ply."""
    game = games.find(key)
    hiding = 0
    for level in conformance.random_levels(game, 300, seed=11):
        state = game.rules.initial_state(level)
        view = game.rules.view_level(state)
        hiding += view.board != game.rules.board(state)
        lines, seen = (transcript(one).splitlines()[3:] for one in (level, view))
        assert lines[:-1] == seen[:-1]
        assert lines[-1].startswith("outcome: ")
    assert hiding > 40


def test_a_push_into_the_dark_is_not_offered_but_written() -> None:
    """A box that is not seen is no reason for a capital letter, until it has been pushed."""
    hidden = Piece("box", (8,), hidden=True)
    board = replace(LEVEL.board, pieces=(hidden, *LEVEL.board.of_kind("pusher")))
    text = transcript(replace(LEVEL, board=board), "R")
    assert "  #@  .#\n  ######\nmoves: r\n" in text
    assert "> R\n" in text
    assert "  # @$.#\n" in text
    check(text)
