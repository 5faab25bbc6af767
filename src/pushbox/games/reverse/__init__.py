"""Reverse play (`reverse`, `jumps`): boxes are pulled from the goals to where they began, and never pushed.

A pusher may step, which leaves every box where it is, pull along the box behind them, or jump.  A pusher who has no
cell yet, as a box lies on the one where they end, has to jump before anybody else moves.  Solved: every box is on a
goal, and the pushers can walk to the cells of player 1, if there are any.  Nobody tells pushers apart: as they make way
for each other, they can where each region of the floor has as many of them as it has such cells.

An action below `PULL` is a step in that direction, ``PULL + direction`` a step that pulls, ``JUMP + cell`` a jump; with
one pusher it is the move, with several the move also holds the pusher's cell, the sentinel off the board for one who
has none.  In notation a step is a small letter, a pull a capital, and a jump ``[...]`` holds the steps that it would be
without walls and boxes, first those to the side; a selection ``{...}`` chooses another pusher.

Source: the SOK format and YASC for jumps, their notation and when reverse play is solved; sokoenginepy for pulling as a
choice.  That several pushers may change places is the project's reading.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ...board import Change, NamedCounter, Piece
from ...grid import Cell
from ...level import Level, Problem
from ...path.walk import reachable
from ...sentence import say, word
from ...tiling import SQUARE
from .. import variants
from ..api import PLAYING, SOLVED, GameInfo, Option, Outcome, Status, Transition
from ..parts import level_checks, validation
from ..parts.field import Field
from ..parts.push_distance import BoxRules
from ..parts.single_pusher import plain_move

PULL = len(SQUARE.directions)
JUMP = 2 * PULL
Action = int
PusherAction = tuple[Cell, Action]
Move = TypeVar("Move", bound="Action | PusherAction")

OPTIONS = (
    Option("reverse", "no", "boxes are pulled and never pushed: the level is played backwards", ("no", "yes")),
    Option("jumps", "first", "in reverse play jumps are made before the first pull, or always", ("first", "always")),
)
FACTS = (
    "Reverse play is solved when every box is on a goal and the pushers can walk to the cells of player 1, if any.",
    "Backwards, a pusher whose cell a box lies on has to jump onto the board before anybody moves.",
    "A jump after the first pull, where it is allowed, helps to look around: reverse play is not solved after it.",
)


class ReverseField(Field):
    """A field that is played backwards; `homes` are the cells where pushers end, `always` whether they always jump."""

    __slots__ = ("always", "homes")

    def prepare(self) -> None:
        self.always = dict(self.options).get("jumps") == "always"
        self.homes = frozenset(cell for cell, ground in enumerate(self.terrain) if ground.player)


class State(NamedTuple):
    """The pushers, the boxes, and their field.

    `waiting` is the number of pushers not on the board yet. `pulled` is 1 after the first pull and 2 once a jump has
    followed it.
    """

    pushers: frozenset[Cell]
    boxes: frozenset[Cell]
    waiting: int
    pulled: int
    field: ReverseField


class SoloState(State):
    """The position of one player."""

    __slots__ = ()


class ReverseRules(BoxRules[State, Move], Generic[Move]):
    """The rules of reverse play; `actor` is the word for a pusher in messages."""

    pulls = True
    actor: ClassVar[str]
    state_type: ClassVar[type[Any]]  # a State

    def __init__(self, info: GameInfo) -> None:
        self.info = info

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level, _mixed(level))
        board = level.board
        pushers, boxes = (frozenset(piece.anchor for piece in board.of_kind(kind)) for kind in ("pusher", "box"))
        field = ReverseField.of(board, level.options)
        pulled = dict(board.counters).get("pulled", 0)
        state: State = self.state_type(
            pushers, boxes, max(self.team(field) - len(pushers), 0), min(max(pulled, 0), 2), field
        )
        return state

    @abstractmethod
    def team(self, field: ReverseField) -> int:
        """Return the minimum number of pushers, those not on the board yet included."""

    @abstractmethod
    def split(self, state: State, move: Move) -> PusherAction:
        """Split a move into its pusher and its action."""

    @abstractmethod
    def join(self, pusher: Cell, action: Action) -> Move:
        """Return the move of a pusher; the inverse of `split`."""

    def problems(self, level: Level) -> list[Problem]:
        return level_checks.problems(self, level, _position_problems, _mixed)

    def actions(self, state: State) -> list[PusherAction]:
        """Return for each pusher steps, pulls and, where they may jump, a jump to every cell that is free."""
        may_jump = not state.pulled or state.field.always
        jumps = [JUMP + cell for cell in range(state.field.grid.outside) if is_free(state, cell)] if may_jump else []
        if state.waiting:
            return [(state.field.grid.outside, jump) for jump in jumps]
        return [(pusher, action) for pusher in sorted(state.pushers) for action in (*range(JUMP), *jumps)]

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        pusher, action = self.split(state, move)
        grid, comes = state.field.grid, pusher == state.field.grid.outside
        target = action - JUMP if action >= JUMP else grid.step[action % PULL][pusher]
        if comes != bool(state.waiting) or not (comes or pusher in state.pushers):
            return None
        if not 0 <= target < grid.outside or not is_free(state, target):
            return None
        after = state._replace(pushers=state.pushers - {pusher} | {target})
        if action >= JUMP:
            if state.pulled and not state.field.always:
                return None
            lands = Change(0, "jump", None, Piece("pusher", (target,)))
            change = lands if comes else plain_move("pusher", pusher, target, "jump")
            after = after._replace(waiting=state.waiting - comes, pulled=2 if state.pulled else 0)
            return Transition(after, (change, *_count(state, after)))
        step = plain_move("pusher", pusher, target, "walk")
        if action < PULL:
            return Transition(after, (step,))
        behind = grid.step[grid.opposite[action % PULL]][pusher]
        if behind not in state.boxes:
            return None
        pull = plain_move("box", behind, pusher, "pull")
        after = after._replace(boxes=state.boxes - {behind} | {pusher}, pulled=max(state.pulled, 1))
        return Transition(after, (step, pull, *_count(state, after)), ((behind, pusher),))

    def outcome(self, state: State) -> Outcome:
        if not state.boxes <= state.field.goals:
            return PLAYING
        if state.pulled == 2:
            return Outcome(Status.PLAYING, say("jump-after-pull"))
        wanted = min(len(state.field.homes), len(state.pushers) + state.waiting)
        if sum(min(len(homes), len(pushers)) for homes, pushers in _regions(state)) < wanted:
            return Outcome(Status.PLAYING, say("no-walk-end"))
        return SOLVED

    def to_level(self, state: State) -> Level:
        pieces = (*(Piece("box", (box,)) for box in state.boxes), *(Piece("pusher", (at,)) for at in state.pushers))
        counters = (NamedCounter("pulled", state.pulled),) if state.pulled else ()
        return state.field.level(self.info.key, pieces, counters)

    def explain_illegal(self, state: State, move: Move) -> str:
        pusher, action = self.split(state, move)
        comes, who = pusher == state.field.grid.outside, word("who", self.actor)
        if state.waiting and not (comes and action >= JUMP):
            return say("must-jump", who=who)
        if not comes and pusher not in state.pushers:
            return say("no-pusher-here")
        if action >= JUMP:
            if state.pulled and not state.field.always:
                why = say("why-pulled")
            else:
                why = say("why-not-free")
            return say("cannot-jump", who=who, why=why)
        direction = action % PULL
        grid = state.field.grid
        target, towards = grid.step[direction][pusher], word("direction", grid.tiling.names[direction])
        if is_free(state, target):
            return say("nothing-to-pull", who=who, direction=towards)
        if target in state.boxes:
            why = say("why-box")
        elif target in state.pushers:
            why = say("why-pusher")
        else:
            why = say("why-wall")
        return say("who-cannot-go", who=who, direction=towards, why=why)


class SingleReverseRules(ReverseRules[Action]):
    """Reverse play of one player; a move is the action."""

    actor = "player"
    state_type = SoloState

    def team(self, field: ReverseField) -> int:
        return 1

    def split(self, state: State, move: Action) -> PusherAction:
        return min(state.pushers, default=state.field.grid.outside), move

    def join(self, pusher: Cell, action: Action) -> Action:
        return action

    def pseudo_legal_moves(self, state: State) -> Sequence[Action]:
        return [action for _, action in self.actions(state)]


class MultiReverseRules(ReverseRules[PusherAction]):
    """Reverse play of several pushers; a move is a pusher's cell and the action."""

    actor = "pusher"
    state_type = State

    def team(self, field: ReverseField) -> int:
        return max(len(field.homes), 1)

    def split(self, state: State, move: PusherAction) -> PusherAction:
        return move

    def join(self, pusher: Cell, action: Action) -> PusherAction:
        return pusher, action

    def pseudo_legal_moves(self, state: State) -> Sequence[PusherAction]:
        return self.actions(state)


def is_reverse(level: Level) -> bool:
    """Return whether a level is played backwards."""
    return dict(level.options).get("reverse") == "yes"


def is_free(state: State, cell: Cell) -> bool:
    """Return whether a pusher can step onto a cell."""
    return state.field.free[cell] and cell not in state.boxes and cell not in state.pushers


def _count(before: State, after: State) -> tuple[Change, ...]:
    """Return the change of the counter `pulled`."""
    if before.pulled == after.pulled:
        return ()
    was = NamedCounter("pulled", before.pulled) if before.pulled else None
    return (Change(0, "count", was, NamedCounter("pulled", after.pulled)),)


def _regions(state: State) -> Iterator[tuple[set[Cell], set[Cell]]]:
    """Yield for each region of the floor between the boxes the cells where pushers end, if any, and the pushers."""
    free = [is_open and cell not in state.boxes for cell, is_open in enumerate(state.field.free)]
    left = set(state.field.homes)
    while left:
        home = min(left)
        region = reachable(state.field.grid, free, home) if free[home] else {home}
        yield left & region, set(state.pushers & region)
        left -= region


def _mixed(level: Level) -> Iterator[Problem]:
    if variants.is_variant(level):
        yield Problem.error(say("reverse-mixed"), say("reverse-only"))


def _position_problems(level: Level) -> Iterator[Problem]:
    yield from level_checks.count_problems(level.board, player=False)  # they may jump anywhere
    yield from level_checks.counter_problems(level.board, "pulled")
