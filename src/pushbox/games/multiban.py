"""Multiban: Sokoban with several pushers.

Each move is a step of one of the pushers, who walks and pushes as in Sokoban.  The others are in his way: he can walk
into no other pusher, and push no box into one.  Any pusher may move at any time.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

A level can be played backwards (`reverse`, `jumps`): the boxes are pulled from the goals to where they began, and the
pushers have to end where they did.

Source: Multiban as played by SokME (Lee J Haywood), SokoFan and sokoenginepy.  That pushers block each other, and
cannot be pushed, is inferred from their levels.  Reverse play is YASC's of one player; that several may change places
in it is the project's reading, as nothing tells pushers apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece
from ..grid import NAMES, Cell
from ..level import Level, Problem
from .api import PLAYING, SOLVED, Focus, GameInfo, Key, Outcome, Palette, PieceSpec, PlayerAction, Transition
from .parts import goals, pulls, setup
from .parts.bound import never, pushes
from .parts.hero import moved
from .parts.pulls import PullField, State
from .parts.pushers import Move, PusherGame, pushers_reach

_BRUSHES = (PieceSpec(Piece("pusher", (0,)), 1, 4), PieceSpec(Piece("box", (0,)), 1, 9))

INFO = GameInfo(
    key="multiban",
    name="Multiban",
    summary="Push every box onto a goal with several pushers, one moving at a time.",
    source="Multiban levels of SokME, SokoFan and sokoenginepy",
    palette=Palette(
        (WALL, FLOOR, GOAL, FLOOR._replace(player=1), GOAL._replace(player=1)),
        _BRUSHES,
        plain=Palette((WALL, FLOOR, GOAL), _BRUSHES),
    ),
    options=pulls.OPTIONS,
    facts=(
        "Any pusher may move at any time; a move names him by his cell.",
        "Pushers block each other and the boxes that others push (inferred).",
        "In notation a change of pusher is a selection {...}; at the start the top-left pusher moves.",
        "Reverse play is solved when every box is on a goal and the pushers can walk to the cells of player 1, if any.",
        "Backwards, a pusher whose cell a box lies on has to jump onto the board before anybody moves.",
        "A jump after the first pull, where it is allowed, helps to look around: reverse play is not solved after it.",
    ),
)


class Multiban(PusherGame[State]):
    """The rules of Multiban; a move is the cell of a pusher and a direction, in reverse play also a pull or a jump."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        setup.check(self.info, level)
        pushers, boxes = (frozenset(piece.anchor for piece in level.board.of_kind(kind)) for kind in ("pusher", "box"))
        field = PullField.of(level.board, level.options)
        pulled = dict(level.board.counters).get("pulled", 0) if field.reverse else 0
        return State(pushers, boxes, field, min(max(pulled, 0), 2))

    def problems(self, level: Level) -> list[Problem]:
        return goals.problems(self, level, pulls.problems)

    def leaders(self, state: State) -> Mapping[Cell, Cell]:
        return {pusher: pusher for pusher in sorted(state.pushers)}

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        return pulls.tries(state) if state.field.reverse else super().pseudo_legal_moves(state)

    def apply(self, state: State, move: Move) -> Transition[State] | None:
        pushers, boxes, field, _ = state
        if field.reverse:
            return pulls.turn(state, move)
        pusher, way = move
        towards = field.grid.step[way]
        target = towards[pusher]
        if pusher not in pushers or target in pushers or not field.free[target]:
            return None
        walked = moved(Piece("pusher", (pusher,)), Piece("pusher", (target,)), "walk")
        others = pushers - {pusher} | {target}
        if target not in boxes:
            return Transition(State(others, boxes, field), (walked,))
        beyond = towards[target]
        if beyond in pushers or beyond in boxes or not field.free[beyond]:
            return None
        pushed = moved(Piece("box", (target,)), Piece("box", (beyond,)), "push")
        return Transition(State(others, boxes - {target} | {beyond}, field), (pushed, walked), ((target, beyond),))

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        pushers, boxes, field, _ = state
        if field.reverse:
            yield from super().successors(state)
            return
        free = field.free
        for pusher in sorted(pushers):
            for way, towards in enumerate(field.grid.step):
                target = towards[pusher]
                if not free[target] or target in pushers:
                    continue
                if target not in boxes:
                    yield (pusher, way), State(pushers - {pusher} | {target}, boxes, field)
                elif free[beyond := towards[target]] and beyond not in boxes and beyond not in pushers:
                    yield (pusher, way), State(pushers - {pusher} | {target}, boxes - {target} | {beyond}, field)

    def explain_illegal(self, state: State, move: Move) -> str:
        if state.field.reverse:
            return pulls.refusal(state, move)
        pusher, way = move
        if pusher not in state.pushers:
            return "there is no pusher to move"
        target = state.field.grid.step[way][pusher]
        if target in state.pushers:
            blocked = "another pusher is in the way"
        else:
            blocked = "the box is blocked" if target in state.boxes else "a wall is in the way"
        return f"the pusher cannot go {NAMES[way]}, {blocked}"

    def outcome(self, state: State) -> Outcome:
        if state.field.reverse:
            return pulls.outcome(state)
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def dead_squares(self, state: State) -> frozenset[Cell]:
        field = state.field
        return never(field.free, [pushes(field.grid, field.free, field.goals, pulls=field.reverse)])

    def to_level(self, state: State) -> Level:
        pieces = (*(Piece("box", (box,)) for box in state.boxes), *(Piece("pusher", (at,)) for at in state.pushers))
        grid, terrain, options = state.field.grid, state.field.terrain, state.field.options
        counters = (NamedCounter("pulled", state.pulled),) if state.pulled else ()
        return Level(Board(grid.width, grid.height, terrain, pieces, counters), self.info.key, options)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        if state.field.reverse:
            return pulls.reach(state, origin, limit)
        return pushers_reach(state.field.grid, state.field.free, state.boxes, state.pushers, origin, limit)

    def focus(self, state: State) -> list[Piece]:
        if state.field.reverse:
            return pulls.focus(state)
        return [Piece("pusher", (pusher,)) for pusher in sorted(state.pushers)]

    def focus_after(self, state: State, focus: Piece | None, move: Move) -> Piece | None:
        return (pulls.steers if state.field.reverse else super().focus_after)(state, focus, move)

    def key(self, state: State, focus: Piece | None, key: Key) -> Move | Focus | PlayerAction | None:
        return pulls.key(state, focus, key) if state.field.reverse else super().key(state, focus, key)

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Move]:
        return (pulls.typed if state.field.reverse else super().parse_from)(state, focus, text)

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Move]) -> str:
        return (pulls.spelled if state.field.reverse else super().format_from)(state, focus, moves)


game = Multiban()
