"""Versus: two players push on one board, each for their own goals.

A tick is what both do at once: each chooses a step in a direction, or stands still.  Each walks and pushes as in
Sokoban, and both actions are judged on the position before the tick:

* an action fails where Sokoban refuses it, and where a pusher stands on the cell that its pusher or its box would come
  to, even one who is about to leave;
* of what is left, both fail if they want the same cell, be it for a pusher or for a box, or push the same box.

Whose action fails stands still.  So the order of the players never matters; a tick in which nobody moves is none.

Goals belong to player 1, to player 2 or to nobody.  The game is over when every goal is filled, or every box on a goal
where there are fewer boxes.  Who has more of their own goals filled has won; equal is a draw.  Solved means that
player 1 has won: a solution is a series of ticks, of both players, after which they have.

Source: Thinking Rabbit had a Sokoban that two play against each other at the same time (anian's page on the plus
format, which tells no rules): all of these are the project's.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, cast

from ..board import FLOOR, GOAL, WALL, Board, Piece, moved_to
from ..errors import NotationError
from ..grid import Cell
from ..level import Level, Problem
from ..notation import MOVE_LETTERS
from ..sentence import say
from ..tiling import SQUARE
from .api import PLAYING, Game, GameInfo, Key, Outcome, PlayerAction, Rules, Status, Transition
from .palette import Palette, PieceSpec
from .parts import level_checks, validation
from .parts.cell_moves import PieceControls
from .parts.field import Field
from .parts.reach import pushers_reach
from .parts.single_pusher import moved, plain_move

INFO = GameInfo(
    key="versus",
    name="Versus",
    summary="Two players push at once on one board; who fills more goals of their own wins.",
    source="Thinking Rabbit's game for two, of which only the name is known",
    palette=Palette(
        (WALL, FLOOR, GOAL, GOAL._replace(player=1), GOAL._replace(player=2)),
        (
            PieceSpec(Piece("pusher", (0,), player=1), 1, 1),
            PieceSpec(Piece("pusher", (0,), player=2), 1, 1),
            PieceSpec(Piece("box", (0,)), 1, 9),
        ),
    ),
    players=2,
    simultaneous=True,
    facts=(
        "All rules are the project's own, as no source tells them.",
        "Both actions are judged on the position before the tick: nobody follows into a cell that is being left.",
        "An action that fails by itself does not hinder the other player.",
        "With fewer boxes than goals the game is over when every box is on a goal.",
        "A solution is a series of ticks after which player 1 has won.",
    ),
    native_solver="rules",
)

Action = int  # a direction, or STAY
Move = tuple[Action, Action]
Step = tuple[Cell, Cell]  # where a pusher goes, and where the box that they push does, -1 for none

STAY: Action = -1
_ACTIONS = (STAY, *SQUARE.directions)
_TICKS: tuple[Move, ...] = tuple(tick for tick in product(_ACTIONS, _ACTIONS) if tick != (STAY, STAY))
_SIGNS = SQUARE.letters + "-"  # so that the sign of STAY is the last one
_NO_SIGN = re.compile(f"[^{MOVE_LETTERS}-]")


class VersusField(Field):
    """The field with the goals of each player."""

    __slots__ = ("owned",)

    def prepare(self) -> None:
        self.owned = tuple(
            frozenset(goal for goal in self.goals if self.terrain[goal].player == player) for player in (1, 2)
        )


class State(NamedTuple):
    """The pushers of player 1 and 2 (on the sentinel off the board for none), the boxes, and the field."""

    pushers: tuple[Cell, Cell]
    boxes: frozenset[Cell]
    field: VersusField


class Versus(Rules[State, Move]):
    """The rules of versus; a move is the pair of both players' actions."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        board = level.board
        validation.check(self.info, level, _strangers(board))
        at = {pusher.player: pusher.anchor for pusher in board.of_kind("pusher")}
        pushers = (at.get(1, board.grid.outside), at.get(2, board.grid.outside))
        boxes = frozenset(box.anchor for box in board.of_kind("box"))
        return State(pushers, boxes, VersusField.of(board, level.options))

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, self._problems(level), _strangers(level.board))

    def _problems(self, level: Level) -> Iterator[Problem]:
        state = self.initial_state(level)
        faults = [*_missing(state), *level_checks.access_problems(level.board)]
        yield from faults
        if not faults and self.outcome(state) != PLAYING:
            yield Problem.warning(say("over-at-start"))

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        return _TICKS

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        steps = _agreed(_step(state, 0, move[0]), _step(state, 1, move[1]))
        if steps == (None, None):
            return None
        pushes = [step for step in steps if step is not None and step[1] >= 0]
        changes = [plain_move("box", box, rest, "push") for box, rest in pushes]
        for player, (pusher, step) in enumerate(zip(state.pushers, steps, strict=True), start=1):
            if step is not None:
                before = Piece("pusher", (pusher,), player=player)
                changes.append(moved(before, moved_to(before, step[0]), "walk"))
        return Transition(_after(state, *steps), tuple(changes), tuple(pushes))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        first, second = ([_step(state, player, action) for action in _ACTIONS] for player in (0, 1))
        for move in _TICKS:
            steps = _agreed(first[move[0] + 1], second[move[1] + 1])
            if steps != (None, None):
                yield move, _after(state, *steps)

    def outcome(self, state: State) -> Outcome:
        boxes, field = state.boxes, state.field
        if not (boxes <= field.goals or field.goals <= boxes):
            return PLAYING
        first, second = (len(boxes & owned) for owned in field.owned)
        if first == second:
            return Outcome(Status.LOST, say("draw", count=first))
        winner = 1 if first > second else 2
        reason = say("more-goals", player=winner, most=max(first, second), fewest=min(first, second))
        return Outcome(Status.SOLVED if winner == 1 else Status.LOST, reason, winner)

    def to_level(self, state: State) -> Level:
        boxes = (Piece("box", (box,)) for box in state.boxes)
        return state.field.level(self.info.key, (*boxes, *_pushers(state)))

    def explain_illegal(self, state: State, move: Move) -> str:
        return say("tick-refused")


class VersusControls(PieceControls[State, Move]):
    """Controls of two players, each with keys of their own."""

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        # While one player goes the other stands still; a box is player 1's to push where both can.
        return ChainMap(*(_paths(state, player, origin, limit) for player in (0, 1)))  # type: ignore[arg-type]

    def pushable(self, state: State, limit: int) -> None:
        """Leave it to `reach`: what the keys move are the players."""
        del state, limit

    def focus(self, state: State) -> list[Piece]:
        return _pushers(state)

    def piece_key(self, state: State, piece: Piece, key: Key) -> PlayerAction:
        return PlayerAction(piece.player, STAY if key == "act" else SQUARE.direction(key))

    def joint_move(self, state: State, actions: Mapping[int, Hashable]) -> Move:
        first, second = actions.get(1, STAY), actions.get(2, STAY)
        return cast(Action, first), cast(Action, second)

    def parse(self, state: State, text: str) -> list[Move]:
        if bad := _NO_SIGN.search(re.sub(r"\s", "-", text)):
            raise NotationError.said("two-signs", found=bad[0], letters=MOVE_LETTERS, column=bad.start() + 1)
        actions = [STAY if sign == "-" else SQUARE.letters.index(sign) for sign in "".join(text.split()).lower()]
        if len(actions) % 2:
            raise NotationError.said("sign-alone", column=len(text.rstrip()))
        return list(zip(actions[::2], actions[1::2], strict=True))

    def format_move(self, state: State, move: Move) -> str:
        steps = _agreed(_step(state, 0, move[0]), _step(state, 1, move[1]))
        return "".join(_sign(action, step) for action, step in zip(move, steps, strict=True))


def _pushers(state: State) -> list[Piece]:
    outside = state.field.grid.outside
    pushers = enumerate(state.pushers, start=1)
    return [Piece("pusher", (cell,), player=player) for player, cell in pushers if cell != outside]


def _step(state: State, player: int, action: Action) -> Step | None:
    """Return the result of an action of player 0 or 1 if the other stands still, or None if it fails by itself."""
    if action == STAY:
        return None
    pushers, boxes, field = state
    towards, other = field.grid.step[action], pushers[1 - player]
    target = towards[pushers[player]]
    if target == other or not field.free[target]:
        return None
    if target not in boxes:
        return target, -1
    beyond = towards[target]
    return (target, beyond) if field.free[beyond] and beyond not in boxes and beyond != other else None


def _agreed(first: Step | None, second: Step | None) -> tuple[Step | None, Step | None]:
    """Return both steps if they are compatible, else none: they need the same cell or push the same box."""
    if first is None or second is None:
        return first, second
    box, other = first[1], second[1]
    clash = first[0] in second or box == second[0] or (box == other >= 0)
    return (None, None) if clash else (first, second)


def _after(state: State, first: Step | None, second: Step | None) -> State:
    pushers, boxes, field = state
    for step in (first, second):
        if step is not None and step[1] >= 0:
            boxes = boxes - {step[0]} | {step[1]}
    ends = (pushers[0] if first is None else first[0], pushers[1] if second is None else second[0])
    return State(ends, boxes, field)


def _paths(state: State, player: int, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
    """Return the cells that one player alone can walk to, or push a box to."""
    field, other = state.field, state.pushers[1 - player]
    floor = [free and cell != other for cell, free in enumerate(field.free)]
    pushers = {state.pushers[player]} - {field.grid.outside}

    def ticks(_: Cell, steps: Sequence[Action]) -> list[Move]:
        return [(step, STAY) if player == 0 else (STAY, step) for step in steps]

    return pushers_reach(field.grid, floor, state.boxes, pushers, origin, limit, ticks)


def _sign(action: Action, step: Step | None) -> str:
    sign = _SIGNS[action]
    return sign.upper() if step is not None and step[1] >= 0 else sign


def _strangers(board: Board) -> Iterator[Problem]:
    """Yield pushers and goals of players that do not exist, and additional pushers of a player."""
    seen = set()
    for pusher in board.of_kind("pusher"):
        if pusher.player not in {1, 2}:
            yield Problem.error(say("pusher-of", player=pusher.player), say("player-one-two"), cell=pusher.anchor)
        elif pusher.player in seen:
            yield Problem.error(say("second-pusher-of", player=pusher.player), say("each-player"), cell=pusher.anchor)
        seen.add(pusher.player)
    for cell, tile in enumerate(board.terrain):
        if tile.player not in {0, 1, 2}:
            yield Problem.error(say("goal-of", player=tile.player), say("player-or-none"), cell=cell)


def _missing(state: State) -> Iterator[Problem]:
    for player, (pusher, owned) in enumerate(zip(state.pushers, state.field.owned, strict=True), start=1):
        if pusher == state.field.grid.outside:
            yield Problem.error(say("no-pusher-of", player=player), say("each-player"))
        if not owned:
            # A solution is player 1's win; lessons may do without goals of player 2.
            problem = Problem.error if player == 1 else Problem.warning
            yield problem(say("no-goal-of", player=player))
    if not state.boxes:
        yield Problem.error(say("no-box"), say("at-least-one"))


game = Game(Versus(), VersusControls)
