"""``pushbox reconstruct``: the level of a solution, as XSB or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pushbox import formats
from pushbox.play.verify import verify


def test_outline_and_solid(run: Callable[..., Any]) -> None:
    """The level is printed as XSB; the solid style ends with its size, as the first lurd2xsb did."""
    assert tuple(run("reconstruct", "RR")) == (0, "######\n#@$ .#\n######\n", "")
    assert run("reconstruct", "rRdD", "--style", "outline").out == "######\n#@ $.#\n### ##\n  #$#\n  #.#\n  ###\n"
    solid = run("reconstruct", "rRdD", "--style", "solid").out
    assert solid == "######\n#@ $.#\n### ##\n###$##\n###.##\n######\nsize: 6 x 6\n"


def test_the_output_is_a_level_with_its_solution(run: Callable[..., Any]) -> None:
    """The output with --solution reads back as XSB, and the solution solves it."""
    text = "DuLLrUUdrR"
    (level,) = formats.read(run("reconstruct", text, "--solution").out).levels
    assert verify(level, level.saved_moves[0].text).text == text


def test_standard_input_and_noise(run: Callable[..., Any]) -> None:
    """Run lengths are read, line ends mean nothing, and anything else is skipped and reported."""
    assert (
        run("reconstruct", stdin=b"2(R)\n").out
        == run("reconstruct", "RR").out
        == run("reconstruct", "-", stdin=b"R\nR").out
    )
    result = run("reconstruct", "R-R.")
    assert result.out == run("reconstruct", "RR").out
    assert result.err == "reconstruct: found '-.', expected letters lurdLURD and run lengths; skipped\n"


def test_reverse_mode(run: Callable[..., Any]) -> None:
    """A line that begins with a jump pulls; the level is that of the line run forwards."""
    body = json.loads(run("reconstruct", "[u]LL", "--json").out)
    assert body == {"board": ["######", "#@$ .#", "######"], "game": "sokoban", "moves_text": "RR"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RL", "pushbox: reconstruct: step 2: L pushes a box from a cell that was seen empty\n"),
        ("rr", "pushbox: reconstruct: found no push, as no letter is a capital, expected at least one: "),
        ("R(", "pushbox: reconstruct: character 2: found '(' without its ')'\n"),
    ],
)
def test_bad_lines(run: Callable[..., Any], text: str, expected: str) -> None:
    """A line that no level allows ends with 2 and one sentence that names the step."""
    result = run("reconstruct", text)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(expected)
