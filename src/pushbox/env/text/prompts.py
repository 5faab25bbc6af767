"""What a language model is asked."""

from __future__ import annotations

from ...arguments import check_choice, refused
from ...games.position import Position
from ...level import Level
from ...sentence import say
from ...sim.native import cells_of
from .boards import STYLES

RULES = (
    "You are the player of a Sokoban level. A step left, up, right or down moves you to a free cell, or pushes the box "
    "there one cell on if the cell behind it is free: no wall and no other box. Boxes cannot be pulled. "
    "The level is solved when every box stands on a goal."
)
HOW = {
    "lurd": "with the letters l, u, r, d, without anything between them",
    "words": "with the words Left, Up, Right, Down",
    "arrows": "with the arrows ← ↑ → ↓",
}
CELLS = "Cells are named by column and row: columns are A, B, C ... from the left, rows 1, 2, 3 ... from the top."
_TURNS = (
    "You have {turns} turns to solve it, with as few pushes as possible. In each turn, write one of these between "
    "<answer> and </answer>:\n"
    "* moves, such as rrul: l, u, r, d for left, up, right, down;\n"
    "* pushes, such as C4 right, D5 up 2: the box on C4 one cell to the right, then the box on D5 two cells up; you "
    "walk to each push by yourself;\n"
    "* undo, which takes back the last push and the walk to it; undo 3 takes back three.\n"
    "{cells} A step that is not possible ends the turn; the board and the reason are shown after each."
)


def prompt(level: Level | Position, *, style: str = "spaced", moves: str = "lurd", fewest: bool = False) -> str:
    """Return the task to solve a level: rules, board in a style of `STYLES`, and how to answer.

    `moves` is how moves are to be written: ``lurd``, ``words`` or ``arrows``.  With `fewest`, the solution is to have
    as few pushes as possible.  Raises ArgumentError for a level that is not plain Sokoban with one player, and for
    other arguments.
    """
    check_choice("moves", moves, [*HOW])
    aim = "Solve it with as few pushes as possible." if fewest else "Solve it."
    how = f"{aim} Give all moves of the solution {HOW[moves]}, once, between <answer> and </answer>."
    return prompt_with(level, style, how)


def prompt_of_turns(level: Level | Position, *, style: str, turns: int) -> str:
    """Return the task to solve a level in turns.  Raises ArgumentError as `prompt` does."""
    return prompt_with(level, style, _TURNS.format(turns=turns, cells=CELLS))


def prompt_with(level: Level | Position, style: str, *parts: str) -> str:
    """Return rules and board with other paragraphs below them.  Raises ArgumentError as `prompt` does."""
    cells_of("level", level)
    check_choice("style", style, [*STYLES])
    board = level.board
    if len(board.of_kind("pusher")) != 1:
        raise refused("level", level, say("level-one-player"))
    shown = STYLES[style]
    return "\n\n".join((RULES, f"The board ({shown.legend}):", shown.show(board), *parts))
