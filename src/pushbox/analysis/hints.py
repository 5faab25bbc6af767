"""Hints, a ladder of four steps: whether it can still be won, which box, where to, the moves.

They come from the solver, which is given little: where it gives up, nothing is claimed.  Whether a position can be won
is a claim with a solution that has been replayed, or with a proof.

Source: the ladder is an idea of this project; rewinding to the last position that can be won is a search by halves, as
a lost position stays lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..board import Board, Piece
from ..errors import PushboxError
from ..games.api import Transition
from ..games.position import Position
from ..grid import Cell, cell_name
from ..play.recorded_session import LinePosition
from ..solver import Limit, Solved, Unsolvable, solve

LIMIT = Limit(seconds=2.0, nodes=100_000, memory=128)

STEPS = 4  # of the ladder

HintStatus = Literal["winnable", "lost", "unknown"]


@dataclass(frozen=True, slots=True)
class Hint:
    """All that is known of a position: how it stands, and the first push of a solution.

    Where it is lost, `node` is the last position of the line that can be won, as far as it is known, and `since` how
    many pushes had been made when that was over.  `cell` is the box that the solution pushes first, `target` where it
    comes to rest, `text` the moves until it is pushed.
    """

    status: HintStatus
    node: int | None = None
    since: int | None = None
    cell: Cell | None = None
    target: Cell | None = None
    text: str = ""

    def sentence(self, step: int, board: Board) -> str:
        """Return what a step of the ladder, from 1, tells, as far as there is anything; `board` has the size."""
        if step >= 4 and self.text:
            return f"Play {self.text}."
        cell, target = (None if place is None else cell_name(*board.rc(place)) for place in (self.cell, self.target))
        if step >= 3 and target is not None:
            return f"{cell} belongs on {target} next."
        if step >= 2 and cell is not None:
            return f"Look at {cell}."
        match self.status:
            case "winnable":
                return "You can still win."
            case "lost" if self.since is not None:
                return f"You cannot win since push {self.since}."
            case "lost":
                return "You cannot win any more; it is not known since when."
            case _:
                return "It is not known whether you can still win."


def hint(line: Sequence[LinePosition], focus: Piece | None, limit: Limit = LIMIT) -> Hint:
    """Return the hint for the last position of a line, which begins with the start of the level.

    Its moves are in the notation in which they are typed while `focus` is steered.
    """
    position = line[-1].position
    status, solution = _solve(position, limit)
    if status == "winnable":
        return _first_push(position, focus, position.parse(solution))
    if status == "unknown":
        return Hint("unknown")
    low, high = -1, len(line) - 1  # the last that can be won, as far as it is known, and the first that is lost
    first, last = 0, high - 1
    proven = True
    while first <= last:
        middle = (first + last) // 2
        match _solve(line[middle].position, limit)[0]:
            case "winnable":
                low, first = middle, middle + 1
            case "lost":
                high, last = middle, middle - 1
            case _:
                proven, last = False, middle - 1  # older positions are no easier to prove, but some may be known
    node = line[low].node if low >= 0 else None
    return Hint("lost", node=node, since=line[high].pushes if proven and low >= 0 else None)


def _solve(position: Position[Any, Any], limit: Limit) -> tuple[HintStatus, str]:
    """Return how a position stands, with a solution if there is one."""
    try:
        verdict = solve(position, limit=limit)
    except PushboxError:
        return "unknown", ""  # a level with a fault is one that the solver does not take
    match verdict:
        case Solved(text):
            return "winnable", text
        case Unsolvable():
            return "lost", ""
        case _:
            return "unknown", ""


def _first_push(position: Position[Any, Any], focus: Piece | None, moves: Sequence[Any]) -> Hint:
    """Return the hint that a solution gives: the box that it pushes first, as far as it is pushed in one go."""
    cell, target, count = None, None, 0
    for number, transition in enumerate(position.transitions(moves), start=1):
        displacement = _first_displacement(transition)
        if cell is None and displacement is not None:
            cell, target = displacement
            count = number
        elif cell is not None and transition.pushes:
            if displacement is None or displacement[0] != target:
                break
            target = displacement[1]
    text = position.controls.format_from(position.state, focus, moves[: count or len(moves)])
    return Hint("winnable", cell=cell, target=target, text=text)


def _first_displacement(transition: Transition[Any]) -> tuple[Cell, Cell] | None:
    """Return from where to where the first thing went that was pushed, or moved in a game in which nothing pushes."""
    if transition.pushes:
        start, end = transition.pushes[0]
        return start, end if end >= 0 else start
    for change in transition.changes:
        match change.before, change.after:
            case (Piece() as before, Piece() as after) if before.kind != "pusher" and before.cells != after.cells:
                return before.anchor, after.anchor
    return None
