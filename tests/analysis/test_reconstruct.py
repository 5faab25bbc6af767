"""Levels from solutions: the peers' cases, every verified solution, reverse mode, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats
from pushbox.analysis.reconstruct import STYLES, Style, reconstruct, without_noise
from pushbox.errors import IllegalMove, LevelError, NotationError, PushboxError
from pushbox.level import Collection
from pushbox.notation import encode
from pushbox.play.verify import verify

BACKWARDS = str.maketrans("lurdLURD", "rdluRDLU")


def backwards(text: str) -> str:
    """Return the line in reverse mode that undoes a line."""
    return text[::-1].translate(BACKWARDS)


def test_cases_of_the_peers(shared: Path) -> None:
    """Every case of lurd2xsb.json is reconstructed as it says, or refused as it says."""
    cases = json.loads((shared / "parser_cases" / "lurd2xsb.json").read_text("utf-8"))
    assert len(cases) >= 8
    for case in cases:
        if case.get("ok") is False:
            with pytest.raises(PushboxError):
                reconstruct(case["lurd"])
            continue
        level = reconstruct(case["lurd"])
        assert verify(level, case["lurd"]).solved
        if "xsb" in case:
            assert str(level.board) == case["xsb"]


@pytest.mark.parametrize("style", STYLES)
def test_every_verified_solution(shared: Path, style: Style) -> None:
    """All 1,026 solutions reconstruct a level that they solve, which XSB holds and has no more boxes than goals."""
    count = 0
    for file in sorted((shared / "verified_solutions").glob("*.tsv")):
        for row in file.read_text("utf-8").splitlines():
            if row.startswith("#"):
                continue
            text = row.split("\t")[9]
            level = reconstruct(text, style=style)
            assert verify(level, text).text == text == level.saved_moves[0].text
            assert len(level.board.of_kind("box")) == len(level.board.cells_of("goal"))
            count += 1
    assert count == 1026


@given(st.integers(0, 10**6))
def test_random_lines(seed: int) -> None:
    """A line is refused with the step at fault, or gives a level that it solves, in both styles and in reverse."""
    rng = random.Random(seed)
    text = "".join(rng.choices("lurdLURD", (3, 3, 3, 3, 1, 1, 1, 1), k=rng.randint(1, 30)))
    try:
        reconstruct(text)
    except LevelError:
        pass
    except IllegalMove as error:
        text = text[: error.step - 1]
        assert text  # the first step is always possible
    if text.islower():
        return
    level = reconstruct(text)
    assert verify(level, text).solved
    assert (level.board.width, level.board.height) == _size(reconstruct(text, style="solid").board)
    assert reconstruct(encode(text)) == level
    assert reconstruct("[]" + backwards(text)) == level
    for board in (level.board, reconstruct(text, style="solid").board):
        assert not board.faults()
        # nothing but wall and unseen floor at the edge
        for cell in board.cells_of("goal"):
            row, column = board.rc(cell)
            assert 0 < row < board.height - 1
            assert 0 < column < board.width - 1


def _size(board: object) -> tuple[int, int]:
    return getattr(board, "width", 0), getattr(board, "height", 0)


def test_styles() -> None:
    """Outline draws walls around what is known; solid fills the rectangle and notes its size."""
    text = "rRdD"
    outline, solid = reconstruct(text), reconstruct(text, style="solid")
    assert str(outline.board) == "######\n#@ $.#\n### ##\n  #$#\n  #.#\n  ###"
    assert str(solid.board) == "######\n#@ $.#\n### ##\n###$##\n###.##\n######"
    written = formats.write(Collection((solid,)), "xsb")
    assert written.splitlines()[-2:] == ["size: 6 x 6", "Solution: rRdD"]
    assert formats.read(written).levels[0] == solid


def test_a_box_may_end_where_it_began() -> None:
    """A box that comes back to its cell stands on a goal from the start, and the player may start on one."""
    assert str(reconstruct("RurrdL").board) == " #####\n##   #\n#@*  #\n######"
    assert str(reconstruct("RurrdLL").board) == " #####\n##   #\n#+$  #\n######"


class TestReverseMode:
    """Solutions that pull."""

    def test_jumps_at_the_start_are_skipped(self) -> None:
        """Any jumps before the first step say that the line pulls; the level comes with the line run forwards."""
        level = reconstruct("[rrd][] LL")
        assert level == reconstruct("RR")
        assert level.saved_moves[0].text == "RR"

    def test_real_solutions_backwards(self, shared: Path) -> None:
        """A solution run backwards in reverse mode reconstructs what it does forwards."""
        rows = (shared / "verified_solutions" / "skinner__Microban.tsv").read_text("utf-8").splitlines()[1:]
        for row in rows[::10]:
            text = row.split("\t")[9]
            assert reconstruct(f"[]{backwards(text)}") == reconstruct(text)

    def test_the_step_at_fault_is_that_of_the_given_text(self) -> None:
        """Run backwards, step 5 of five is step 1."""
        with pytest.raises(IllegalMove, match=r"^step 1: D, run backwards U pushes a box onto another box$"):
            reconstruct("[]" + backwards("RddrU"))

    def test_later_jumps_are_refused(self) -> None:
        """A jump after the first step is an error with its step and place."""
        with pytest.raises(NotationError, match=r"^character 5: step 3: found a jump after the first step"):
            reconstruct("[]LL[u]L")
        with pytest.raises(NotationError, match=r"^character 2: step 2: found a jump"):
            reconstruct("R[u]L")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RddrU", "step 5: U pushes a box onto another box"),
        ("RdU", "step 3: U pushes a box from a cell that was seen empty"),
        ("RL", "step 2: L pushes a box from a cell that was seen empty"),
        ("Rr", "step 2: r walks into a box without pushing it"),
        ("2(R)2r", "step 3: r walks into a box without pushing it"),
        ("llurldd", "found no push, as no letter is a capital, expected at least one: only a push shows a box"),
        ("", "found no push, as there is no step, expected at least one: only a push shows a box"),
        ("{r}R", "character 1: step 1: found a change of pusher, expected the line of one player"),
        ("x", "character 1: found 'x', expected one of lurdLURD, a count, ( ), [ ], { } or *"),
        ("R3000000r", "step 2: r walks into a box without pushing it"),
        ("R400000l", "found a line across 400004 x 3 cells, expected at most 1,000,000"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    """Each fault is one sentence that names the step, or the place in the text."""
    with pytest.raises(PushboxError) as caught:
        reconstruct(text)
    assert str(caught.value) == message


def test_the_mark_of_the_current_position_is_no_step() -> None:
    """A saved game with moves to redo is the whole line."""
    assert reconstruct("R*R") == reconstruct("RR")


def test_noise() -> None:
    """Characters outside the notation are blanked, so that columns stay, and reported."""
    assert without_noise("1. R-r;\n(2u)[]{}*x") == ("1  R r \n(2u)[]{}* ", ".-;x")
