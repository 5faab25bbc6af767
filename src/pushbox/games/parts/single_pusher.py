"""Games in which one player walks and pushes: the step that they share, and how such a game is steered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol, Self, TypeVar

from ...board import Board, Change, Piece
from ...errors import IllegalMove
from ...grid import Cell
from ...metrics import measure
from ...notation import expand_moves
from ...path.go_through import go_through_paths
from ...sentence import say
from ...tiling import Direction, Tiling
from ..api import Controls, Focus, Key, PlayedLine, PlayerAction
from .field import BoxState, Field
from .reach import pushable_beside, pusher_reach


class PlayerState(BoxState, Protocol):
    """A position with one player (on the sentinel off the board if there is none) and boxes."""

    @property
    def player(self) -> Cell:
        """The cell of the player."""

    def _replace(self, *, player: Cell, boxes: frozenset[Cell]) -> Self:
        """States are named tuples."""


State = TypeVar("State", bound=PlayerState)


class SinglePusherControls(Controls[State, Direction]):
    """Arrows are steps, a pointer walks, and moves are written as LURD."""

    def focus(self, state: State) -> list[Piece]:
        return player_pieces(state.player, state.field)

    def key(self, state: State, focus: Piece | None, key: Key) -> Direction | Focus | PlayerAction | None:
        del focus
        names = state.field.grid.tiling.names
        return names.index(key) if key in names else None

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        field, boxes = state.field, state.boxes
        return {} if origin in boxes else pusher_reach(field.grid, field.free, boxes, state.player, origin, limit)

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]] | None:
        def pushes(cell: Cell, direction: Direction) -> bool:
            transition = self.rules.apply(state._replace(player=cell, boxes=state.boxes), direction)
            box = state.field.grid.step[direction][cell]
            return transition is not None and [start for start, _ in transition.pushes] == [box]

        return pushable_beside(state.field.grid, state.boxes, self.reach(state, state.player, limit), pushes)

    def parse(self, state: State, text: str) -> list[Direction]:
        return [*map(state.field.grid.tiling.letters.index, expand_moves(text).lower())]

    def format(self, state: State, moves: Sequence[Direction]) -> str:
        line = self.rules.play_line(state, moves)
        if line.played < len(moves):
            reason = self.rules.explain_illegal(line.state, moves[line.played])
            raise IllegalMove(reason, step=line.played + 1)
        return lurd(state.field.grid.tiling, moves, line.pushed)

    def format_played(self, state: State, moves: Sequence[Direction], line: PlayedLine[State]) -> str:
        return lurd(state.field.grid.tiling, moves[: line.played], line.pushed)


class SokobanControls(SinglePusherControls[State]):
    """Controls for the plain push of Sokoban: a pointer also carries a box, and pushes boxes aside and back again."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        return pusher_reach(state.field.grid, state.field.free, state.boxes, state.player, origin, limit)

    def reach_moving_boxes(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        player, field = state.player, state.field
        if origin != player or player == field.grid.outside:
            return self.reach(state, origin, limit)
        return go_through_paths(field.grid, field.free, state.boxes, player, limit=limit)


def lurd(tiling: Tiling, moves: Sequence[Direction], pushed: Sequence[bool]) -> str:
    """Return moves as the letters of a tiling, capitals where something was pushed."""
    letters = tiling.letters
    return "".join([letters[move].upper() if push else letters[move] for move, push in zip(moves, pushed, strict=True)])


def player_of(board: Board) -> Cell:
    """Return the cell of the player, or the sentinel off the board."""
    return next((pusher.anchor for pusher in board.of_kind("pusher")), board.grid.outside)


def player_pieces(player: Cell, field: Field) -> list[Piece]:
    """Return the player as a piece, if there is one."""
    return [] if player == field.grid.outside else [Piece("pusher", (player,))]


def step(state: PlayerState, move: Direction) -> tuple[Cell, Cell] | None:
    """Return the target of a step and the target of the box it pushes (-1 for none), or None if it is illegal.

    The player walks to a free cell, or into a box, which is pushed to the cell behind it if that is free.
    """
    field = state.field
    towards = field.grid.step[move]
    target = towards[state.player]
    if not field.free[target]:
        return None
    if target not in state.boxes:
        return target, -1
    beyond = towards[target]
    return (target, beyond) if field.free[beyond] and beyond not in state.boxes else None


def explain_step(state: PlayerState, move: Direction) -> str:
    """Return why a step is illegal."""
    target = state.field.grid.step[move][state.player]
    blocked = say("why-blocked") if target in state.boxes else say("why-wall")
    return say("player-cannot-go", direction=state.field.grid.tiling.names[move], why=blocked)


def moved(before: Piece, after: Piece, cause: str) -> Change:
    """Return the change of a piece that has moved in the first and only tick of a transition."""
    return Change(0, cause, before, after, -1, before)


@lru_cache(maxsize=1 << 14)
def plain_move(kind: str, start: Cell, end: Cell, cause: str) -> Change:
    """Return `moved` for a piece that has no properties; a board has few of these changes, which are made once."""
    return moved(Piece(kind, (start,)), Piece(kind, (end,)), cause)


def play_pushes(state: State, moves: Sequence[Direction]) -> PlayedLine[State]:
    """Play moves of plain Sokoban. O(moves)."""
    player, start, field = state.player, state.boxes, state.field
    free, goals, steps = field.free, field.goals, field.grid.step
    boxes = set(start)
    off = len(boxes - goals)
    solved_at = None if off else 0
    pushed: list[bool] = []
    for move in moves:
        target = steps[move][player]
        if target in boxes:
            beyond = steps[move][target]
            if not free[beyond] or beyond in boxes:
                break
            boxes.remove(target)
            boxes.add(beyond)
            off += (target in goals) - (beyond in goals)
            pushed.append(True)
            if not off and solved_at is None:
                solved_at = len(pushed)
        elif free[target]:
            pushed.append(False)
        else:
            break
        player = target
    end = state._replace(player=player, boxes=frozenset(boxes))
    return PlayedLine(end, pushed, measure(lurd(field.grid.tiling, moves[: len(pushed)], pushed)), solved_at)
