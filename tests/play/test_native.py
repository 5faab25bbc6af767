"""Native and Python rules are the same rules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.depth import scaled

from pushbox import _core, formats, games
from pushbox.conformance import random_levels
from pushbox.level import Level
from pushbox.play import native, perft
from pushbox.tiling import SQUARE

GAME = games.find("sokoban")


def test_random_walks_agree() -> None:
    """On random walks over random crowded boards every step has the same fate, and the boards end alike."""
    rng = random.Random(10_000)
    steps = pushes = refused = 0
    for level in random_levels(GAME, scaled(10_000), seed=5, largest=8, plain=True):
        text = "".join(rng.choices(SQUARE.letters, k=40))
        fates, cells = native.replay(level, text)
        state = GAME.rules.initial_state(level)
        for letter, fate in zip(text, fates, strict=True):
            transition = GAME.rules.apply(state, SQUARE.letters.index(letter))
            expected = "-" if transition is None else letter.upper() if transition.pushes else letter
            assert fate == expected, (str(level.board), text)
            state = state if transition is None else transition.state
            pushes += fate.isupper()
            refused += fate == "-"
            steps += 1
        assert native.cells(GAME.rules.board(state))[2] == cells
    assert steps == 40 * scaled(10_000)
    assert pushes > scaled(5_000)
    assert refused > scaled(100_000)


def test_perft_counts_agree() -> None:
    """Python and native perft give the same counts on random crowded boards."""
    for level in random_levels(GAME, 60, seed=6, plain=True):
        assert _core.perft(native.cells(level.board), 6) == perft.perft(level, 6)


def test_perft_splits_by_first_move() -> None:
    """The parts of a split add up to the whole."""
    for level in random_levels(GAME, 20, seed=7, plain=True):
        assert sum(perft.split(level, 4).values()) == perft.perft(level, 4)


def test_what_native_rules_lack_is_refused() -> None:
    """A level that is not plain Sokoban is no input of the native rules."""
    from pushbox.board import Board, Piece, Terrain

    level = Level(Board(2, 1, (Terrain("ice"), Terrain("floor")), (Piece("pusher", (0,)),)))
    with pytest.raises(ValueError, match="found ice"):
        native.replay(level, "r")
    (level,) = formats.read("####\n#@ #\n####", format="xsb").levels
    with pytest.raises(ValueError, match="character 2: found 'é', expected one of l, u, r, d in either case"):
        native.replay(level, "rlé")


def test_golden_perft_counts() -> None:
    """The golden counts, which the native tests read too, hold for the Python rules."""
    golden = (Path(__file__).parents[1] / "golden" / "perft" / "sokoban.perft").read_text(encoding="utf-8")
    checked = 0
    for block in re.sub(r"^;.*\n", "", golden, flags=re.MULTILINE).strip().split("\n\n"):
        board, *counts = re.split(r"^perft ", block.strip("\n"), flags=re.MULTILINE)
        (level,) = formats.read(board, format="xsb").levels
        for count in counts:
            depth, lines = map(int, count.split())
            assert perft.perft(level, depth) == lines
            checked += 1
    assert checked >= 30
