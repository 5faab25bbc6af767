"""What a language model is asked."""

from __future__ import annotations

from ...arguments import check_choice, refused
from ...games.position import Position
from ...level import Level
from ...sim.native import cells_of
from .boards import STYLES

_RULES = (
    "You are the player of a Sokoban level. A step left, up, right or down moves you to a free cell, or pushes the box "
    "there one cell on if the cell behind it is free: no wall and no other box. Boxes cannot be pulled. "
    "The level is solved when every box stands on a goal."
)
_HOW = {
    "lurd": "with the letters l, u, r, d, without anything between them",
    "words": "with the words Left, Up, Right, Down",
    "arrows": "with the arrows ← ↑ → ↓",
}


def prompt(level: Level | Position, *, style: str = "spaced", moves: str = "lurd", fewest: bool = False) -> str:
    """Return the task to solve a level: rules, board in a style of `STYLES`, and how to answer.

    `moves` is how moves are to be written: ``lurd``, ``words`` or ``arrows``.  With `fewest`, the solution is to have
    as few pushes as possible.  Raises ArgumentError for a level that is not plain Sokoban with one player, and for
    other arguments.
    """
    cells_of("level", level)
    check_choice("style", style, [*STYLES])
    check_choice("moves", moves, [*_HOW])
    board = level.board
    if len(board.of_kind("pusher")) != 1:
        raise refused("level", level, "a level with one player")
    shown = STYLES[style]
    aim = "Solve it with as few pushes as possible." if fewest else "Solve it."
    return "\n\n".join(
        (
            _RULES,
            f"The board ({shown.legend}):",
            shown.show(board),
            f"{aim} Give all moves of the solution {_HOW[moves]}, once, between <answer> and </answer>.",
        )
    )
