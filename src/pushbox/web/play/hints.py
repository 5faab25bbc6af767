"""Hints, a ladder of four steps: whether it can still be won, which box, where to, the moves.

They come from the solver, which is given little: where it gives up, nothing is claimed.  Whether a position can be won
is a claim with a solution that has been replayed, or with a proof.

Source: the ladder is an idea of this project; rewinding to the last position that can be won is a search by halves, as
who cannot win cannot win later either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...board import Board, Piece
from ...errors import PushboxError
from ...games.api import Game, Transition
from ...grid import Cell, cell_name
from ...solver import Limit, Solved, Unsolvable, solve
from .game_view import Position
from .serialize import Object

LIMIT = Limit(seconds=2.0, nodes=100_000, memory=128)

Standing = Literal["winnable", "lost", "unknown"]


@dataclass(frozen=True, slots=True)
class Hint:
    """All that is known of a position: how it stands, and the first push of a solution.

    Where it is lost, `node` is the last position of the line that can be won, as far as it is known, and `since` how
    many pushes had been made when that was over.  `cell` is the box that the solution pushes first, `target` where it
    comes to rest, `text` the moves until it is pushed.
    """

    standing: Standing
    node: int | None = None
    since: int | None = None
    cell: Cell | None = None
    target: Cell | None = None
    text: str = ""

    def told(self, step: int, board: Board) -> Object:
        """Return what a step of the ladder tells, that of the steps before it included; `board` has the size."""
        found: Object = {"is": "hint", "step": step, "status": self.standing, "node": self.node, "since": self.since}
        cell, target = ("" if it is None else cell_name(*board.rc(it)) for it in (self.cell, self.target))
        sentence = self._standing()
        if step >= 2 and self.cell is not None:
            found["cell"] = self.cell
            sentence = f"Look at {cell}."
        if step >= 3 and self.target is not None:
            found["target"] = self.target
            sentence = f"{cell} belongs on {target} next."
        if step >= 4 and self.text:
            found["moves"] = self.text
            sentence = f"Play {self.text}."
        return found | {"text": sentence}

    def _standing(self) -> str:
        match self.standing:
            case "winnable":
                return "You can still win."
            case "lost" if self.since is not None:
                return f"You cannot win since push {self.since}."
            case "lost":
                return "You cannot win any more; it is not known since when."
            case _:
                return "It is not known whether you can still win."


def hint(game: Game[Any, Any], line: Sequence[Position], focus: Piece | None, limit: Limit = LIMIT) -> Hint:
    """Return what there is to say of the last position of a line, which begins with the start of the level.

    Moves are told as they are typed while `focus` is steered.
    """
    here = line[-1]
    standing, solution = _asked(game, here.state, limit)
    if standing == "winnable":
        return _first_push(game, here.state, focus, game.parse(here.state, solution))
    if standing == "unknown":
        return Hint("unknown")
    low, high = -1, len(line) - 1  # the last that can be won, as far as it is known, and the first that is lost
    first, last = 0, high - 1
    sure = True
    while first <= last:
        middle = (first + last) // 2
        match _asked(game, line[middle].state, limit)[0]:
            case "winnable":
                low, first = middle, middle + 1
            case "lost":
                high, last = middle, middle - 1
            case _:
                sure, last = False, middle - 1  # older positions are no easier to prove, but some may be known
    node = line[low].node if low >= 0 else None
    return Hint("lost", node=node, since=line[high].pushes if sure and low >= 0 else None)


def _asked(game: Game[Any, Any], state: Any, limit: Limit) -> tuple[Standing, str]:
    """Return how a position stands, with a solution if there is one."""
    try:
        verdict = solve(game.to_level(state), limit=limit)
    except PushboxError:
        return "unknown", ""  # a level with a fault is one that the solver does not take
    match verdict:
        case Solved(text):
            return "winnable", text
        case Unsolvable():
            return "lost", ""
        case _:
            return "unknown", ""


def _first_push(game: Game[Any, Any], state: Any, focus: Piece | None, moves: Sequence[Any]) -> Hint:
    """Return the hint that a solution gives: the box that it pushes first, as far as it is pushed in one go."""
    start, cell, target, count = state, None, None, 0
    for number, move in enumerate(moves, start=1):
        transition = game.apply(state, move)
        assert transition is not None, "a solution has been replayed"
        went = _went(transition)
        if cell is None and went is not None:
            cell, target = went
            count = number
        elif cell is not None and transition.pushes:
            if went is None or went[0] != target:
                break
            target = went[1]
        state = transition.state
    text = game.format_from(start, focus, moves[: count or len(moves)])
    return Hint("winnable", cell=cell, target=target, text=text)


def _went(transition: Transition[Any]) -> tuple[Cell, Cell] | None:
    """Return from where to where the first thing went that was pushed, or moved in a game in which nothing pushes."""
    if transition.pushes:
        start, end = transition.pushes[0]
        return start, end if end >= 0 else start
    for change in transition.changes:
        match change.before, change.after:
            case (Piece() as before, Piece() as after) if before.kind != "pusher" and before.cells != after.cells:
                return before.anchor, after.anchor
    return None
