"""Sokoban: push every box onto a goal.

The player walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is free.
One box at a time, never pulled, never undone by the rules.

Solved: every box stands on a goal.  More boxes than goals is an error of the level; fewer is not.

The twists that Thinking Rabbit tried are options, and parts of a board that other levels do not have:

* several boxes are pushed at once (`max_push`);
* a limit of steps, pushes being steps (`steps`), or of seconds (`seconds`);
* hidden passages look like wall until the player presses against them or, if `passages=walkable`, has entered them;
* ghosts: boxes that are not drawn until something touches them, goals that are not drawn until a box stands on them;
* boxes with fuses, which explode when they are pushed too often (`fuses`);
* a circuit: the wires on the boxes must connect the terminals in the wall (`circuit`);
* a bomb that wires are to join with its battery, or must not (`bomb`);
* reverse play: boxes are pulled from the goals to where they began (`reverse`, `jumps`).

Source: Thinking Rabbit (Hiroyuki Imabayashi), 1982; the Sokoban Wiki for what the field has agreed on since.  The
twists are named by anian; sourced are the pressed passages (the PC-8801 game of 1982), that an explosion ends the game,
the count of steps and the wires of one level; T.N.T. Bomb Bomb (1984) is taken for the bomb, YASC for reverse play.
When a box explodes, how ghosts show, and that boxes need not join the terminals to one another are the project's
defaults.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..grid import LETTERS, Cell, Direction
from ..level import Level, Problem
from ..metrics import measure
from ..path.go_through import go_through_paths
from .api import (
    PLAYING,
    SOLVED,
    Focus,
    GameInfo,
    Key,
    Outcome,
    Palette,
    PieceSpec,
    PlayedLine,
    PlayerAction,
    Transition,
)
from .parts import faults, goals, hidden, position, pull, push, setup, twists
from .parts.bound import NEVER, at_least, never, pushes
from .parts.hero import HeroGame, moved, step
from .parts.judge import judge
from .parts.pointer import Ways
from .parts.position import State

INFO = GameInfo(
    key="sokoban",
    name="Sokoban",
    summary="Push every box onto a goal.",
    source="Thinking Rabbit, 1982",
    palette=twists.palette(
        Palette((WALL, FLOOR, GOAL), (PieceSpec(Piece("pusher", (0,)), 1, 1), PieceSpec(Piece("box", (0,)), 1, 9)))
    ),
    imperfect_information=True,
    has_normal_form=True,
    options=twists.OPTIONS,
    facts=(
        "A level that starts solved is solved by the empty solution.",
        "More boxes than goals is an error; fewer is not: solved means that every box stands on a goal.",
        *twists.FACTS,
    ),
)

_PUSHES = LETTERS.upper()


class Sokoban(HeroGame[State]):
    """The rules of Sokoban; a move is a direction, in reverse play also a pull or a jump."""

    info = INFO

    def initial_state(self, level: Level) -> State:
        setup.check(self.info, level)
        return position.state_of(level)

    def problems(self, level: Level) -> list[Problem]:
        return goals.problems(self, level, faults.problems)

    def apply(self, state: State, move: Direction) -> Transition[State] | None:
        player, boxes, extra, field = state
        if not field.plain:
            return pull.turn(state, move) if field.twists.reverse else push.turn(state, move)
        if (way := step(state, move)) is None:
            return None
        target, beyond = way
        walked = moved(Piece("pusher", (player,)), Piece("pusher", (target,)), "walk")
        if beyond < 0:
            return Transition(State(target, boxes, extra, field), (walked,))
        box = extra.box(target)
        pushed = moved(box, box._replace(cells=(beyond,)), "push")
        if extra.special:
            extra = extra.carried(target, beyond)
        return Transition(
            State(target, boxes - {target} | {beyond}, extra, field), (pushed, walked), ((target, beyond),)
        )

    def successors(self, state: State) -> Iterator[tuple[Direction, State]]:
        player, boxes, extra, field = state
        if not field.plain:
            yield from super().successors(state)
            return
        free = field.free
        for move, towards in enumerate(field.grid.step):
            target = towards[player]
            if free[target]:
                if target not in boxes:
                    yield move, State(target, boxes, extra, field)
                elif free[beyond := towards[target]] and beyond not in boxes:
                    carried = extra.carried(target, beyond) if extra.special else extra
                    yield move, State(target, boxes - {target} | {beyond}, carried, field)

    def play_line(self, state: State, moves: Sequence[Direction]) -> PlayedLine[State]:
        player, start, extra, field = state
        if not field.plain or extra.special:
            return super().play_line(state, moves)
        free, goals, step = field.free, field.goals, field.grid.step
        boxes = set(start)
        off = len(boxes - goals)
        solved_at = 0 if self.placed(state).solved else None
        text: list[str] = []
        for move in moves:
            target = step[move][player]
            if target in boxes:
                beyond = step[move][target]
                if not free[beyond] or beyond in boxes:
                    break
                boxes.remove(target)
                boxes.add(beyond)
                off += (target in goals) - (beyond in goals)
                text.append(_PUSHES[move])
                if not off and solved_at is None:
                    here = State(target, frozenset(boxes), extra, field)
                    solved_at = len(text) if self.placed(here).solved else None
            elif free[target]:
                text.append(LETTERS[move])
            else:
                break
            player = target
        played = "".join(text)
        return PlayedLine(State(player, frozenset(boxes), extra, field), played, measure(played), len(text), solved_at)

    def outcome(self, state: State) -> Outcome:
        placed = self.placed(state)
        return placed if state.field.plain else judge(state, placed)

    def placed(self, state: State) -> Outcome:
        """Return whether the boxes stand where they have to, twists left out."""
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def lower_bound(self, state: State) -> int:
        return at_least(self.distances(state), together=state.field.twists.max_push > 1)

    def is_deadlock(self, state: State) -> bool:
        return NEVER in self.distances(state)

    def dead_squares(self, state: State) -> frozenset[Cell]:
        tables = set(self.tables(state).values())
        return never(state.field.free, tables) if tables else frozenset()

    def distances(self, state: State) -> Iterator[float]:
        """Yield the pushes that each box needs to a goal by itself; nothing where something else than boxes wins."""
        return (table[box] for box, table in self.tables(state).items())

    def tables(self, state: State) -> dict[Cell, tuple[float, ...]]:
        """Return for each box the pushes that it needs from any cell; nothing where something else than boxes wins."""
        field = state.field
        if not field.goals and field.bombs:
            return {}
        return dict.fromkeys(state.boxes, pushes(field.grid, field.free, field.goals, pulls=field.twists.reverse))

    def to_level(self, state: State) -> Level:
        return Level(position.board_of(state), self.info.key, state.field.options)

    def view(self, state: State, player: int = 0) -> Board:
        return hidden.view(state) if hidden.is_hiding(state) else super().view(state, player)

    def search_key(self, state: State) -> Hashable:
        return state if state.field.plain else position.essence(state)

    def pseudo_legal_moves(self, state: State) -> Sequence[Direction]:
        return pull.tries(state) if state.field.twists.reverse else super().pseudo_legal_moves(state)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        if state.field.plain:
            return super().reach(state, origin, limit)
        reach = pull.reach if state.field.twists.reverse else push.reach
        return reach(state, origin, limit)

    def reach_moving_boxes(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        player, boxes, _, field = state
        if origin != player or not field.plain or player == field.grid.outside:
            return self.reach(state, origin, limit)
        found = go_through_paths(field.grid, field.free, boxes, player, limit=limit)
        return Ways(found.cells, found.path, found.moves)

    def focus(self, state: State) -> list[Piece]:
        return pull.focus(state) if state.field.twists.reverse else super().focus(state)

    def key(self, state: State, focus: Piece | None, key: Key) -> Direction | Focus | PlayerAction | None:
        return pull.key(state, focus, key) if state.field.twists.reverse else super().key(state, focus, key)

    def explain_illegal(self, state: State, move: Direction) -> str:
        if state.field.plain:
            return super().explain_illegal(state, move)
        return pull.refusal(state, move) if state.field.twists.reverse else push.refusal(state, move)

    def parse(self, state: State, text: str) -> list[Direction]:
        return pull.parse(state, text) if state.field.twists.reverse else super().parse(state, text)

    def format(self, state: State, moves: Sequence[Direction]) -> str:
        return pull.format(state, moves) if state.field.twists.reverse else super().format(state, moves)


game = Sokoban()
