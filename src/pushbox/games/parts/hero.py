"""Games in which one player walks and pushes: what does not depend on the boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol, TypeVar

from ...board import Board, Change, Piece
from ...errors import IllegalMove
from ...grid import DIRECTIONS, LETTERS, NAMES, Cell, Direction
from ...notation import expand_moves
from ..api import Focus, Game, Key, PlayerAction
from .field import Field
from .pointer import hero_reach


class HeroState(Protocol):
    """A position with one player, who is on the sentinel off the board where there is none, and boxes."""

    @property
    def player(self) -> Cell:
        """Where the player stands."""

    @property
    def boxes(self) -> AbstractSet[Cell]:
        """The cells with a box."""

    @property
    def field(self) -> Field:
        """What never changes."""

    def __hash__(self) -> int:
        """States are values."""


State = TypeVar("State", bound=HeroState)


class HeroGame(Game[State, Direction]):
    """A game whose moves are the four directions, written as LURD."""

    def pseudo_legal_moves(self, state: State) -> Sequence[Direction]:
        return DIRECTIONS

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        return hero_reach(state.field.grid, state.field.free, state.boxes, state.player, origin, limit)

    def focus(self, state: State) -> list[Piece]:
        return list(player_pieces(state))

    def key(self, state: State, focus: Piece | None, key: Key) -> Direction | Focus | PlayerAction | None:
        return NAMES.index(key) if key in NAMES else None

    def explain_illegal(self, state: State, move: Direction) -> str:
        target = state.field.grid.step[move][state.player]
        blocked = "the box is blocked" if target in state.boxes else "a wall is in the way"
        return f"the player cannot go {NAMES[move]}, {blocked}"

    def parse(self, state: State, text: str) -> list[Direction]:
        return [LETTERS.index(letter) for letter in expand_moves(text).lower()]

    def format(self, state: State, moves: Sequence[Direction]) -> str:
        text = []
        for number, move in enumerate(moves, start=1):
            transition = self.apply(state, move)
            if transition is None:
                raise IllegalMove(self.explain_illegal(state, move), step=number)
            text.append(LETTERS[move].upper() if transition.pushes else LETTERS[move])
            state = transition.state
        return "".join(text)


def player_of(board: Board) -> Cell:
    """Return where the player stands, the sentinel off the board where there is none."""
    return next((pusher.anchor for pusher in board.of_kind("pusher")), board.grid.outside)


def player_pieces(state: HeroState) -> tuple[Piece, ...]:
    """Return the player as a piece, nothing where there is none."""
    return () if state.player == state.field.grid.outside else (Piece("pusher", (state.player,)),)


def step(state: HeroState, move: Direction) -> tuple[Cell, Cell] | None:
    """Return where a step leads to and where the box that it pushes goes, -1 for none; None where it is illegal.

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


def moved(before: Piece, after: Piece, cause: str) -> Change:
    """Return the change of a piece that has moved in the first and only tick of a turn."""
    return Change(0, cause, before, after, -1, before)
