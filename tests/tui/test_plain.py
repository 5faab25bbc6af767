"""Playing line by line."""

from __future__ import annotations

import io

from pushbox import formats
from pushbox.tui import plain

LEVEL = formats.read("#######\n#@ $ .#\n#     #\n#######\nTitle: Room\n", format="xsb").levels[0]


def game(*commands: str) -> list[str]:
    """Play commands and return the printed lines after the first picture."""
    out = io.StringIO()
    plain.play(LEVEL, io.StringIO("".join(f"{command}\n" for command in commands)), out)
    return out.getvalue().splitlines()


def test_moves_are_played_and_counted() -> None:
    """Moves in notation change the picture; the counts and the solution are told."""
    printed = game("rRR", "text", "quit")
    assert printed[0] == "Sokoban: Room"
    assert "#   @*#" in printed
    assert "moves: 3, pushes: 2, solved" in printed
    assert "> rRR" in printed


def test_history_is_a_tree() -> None:
    """Undo takes moves back, branches lists what was played from here, redo chooses among it."""
    printed = "\n".join(game("rR", "undo", "d", "undo", "branches", "redo 1", "text"))
    assert "  redo 1: R" in printed
    assert "  redo 2: d" in printed
    assert printed.rstrip().endswith("> rR\n>")


def test_refusals_are_sentences() -> None:
    """An illegal move, nonsense and a bad number are told, and play goes on."""
    printed = "\n".join(game("l", "hello", "undo x", "undo 5", "redo", "redo 9", "moves", "restart", "show", "help"))
    assert "step 1: the player cannot go left, a wall is in the way" in printed
    assert "found 'h'" in printed
    assert "found 'x', expected a number" in printed
    assert "nothing to undo" in printed
    assert "nothing to redo" in printed
    assert "> r d" in printed
    assert "undo [N]" in printed


def test_the_end_of_the_input_ends_the_game() -> None:
    """End of file is quit."""
    assert game()[-1] == "> "
