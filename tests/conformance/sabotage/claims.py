"""Games that claim what their rules do not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.conformance.sabotage.table import KNOWS_NOTHING, Walking, breaks, rules

from pushbox.deadline import NEVER, Deadline
from pushbox.games.api import PLAYING, SOLVED, Game, Outcome, Transition
from pushbox.games.parts import single_pusher
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.games.sokoban import game as sokoban
from pushbox.level import Level, Problem
from pushbox.tiling import SQUARE

NATIVE = replace(INFO, native_solver="boxes")
ARROWS, LETTERS = str.maketrans("lurdLURD", "←↑→↓⇐⇑⇒⇓"), str.maketrans("←↑→↓⇐⇑⇒⇓", "lurdLURD")


@breaks("a_level_can_be_solved")
def is_never_solved() -> Game:
    return rules(outcome=lambda self, state: PLAYING)


@breaks("a_level_can_be_solved")
def is_solved_as_it_begins_or_never() -> Game:
    """No push goes onto a goal, nor off one."""
    return rules(
        Walking, apply=lambda self, state, move: None if _scores(state, move) else Sokoban.apply(self, state, move)
    )


def _scores(state: State, move: int) -> bool:
    transition = sokoban.rules.apply(state, move)
    return transition is not None and any(not state.field.goals.isdisjoint(push) for push in transition.pushes)


@breaks("a_level_can_be_solved")
def finds_a_fault_where_a_box_is_no_goal() -> Game:
    def problems(self: Sokoban, level: Level) -> list[Problem]:
        boxes = {box.anchor for box in level.board.of_kind("box")}
        faults = [] if boxes.issubset(level.board.cells_of("goal")) else [Problem(0, 0, "error", "found a box")]
        return [*Sokoban.problems(self, level), *faults]

    return rules(problems=problems)


@breaks("native_searches_play_by_the_rules")
def has_no_native_rules() -> Game:
    return rules(info=replace(INFO, native_solver="rules", key="unknown"))


@breaks("native_searches_play_by_the_rules", boards=40)
def pulls_too() -> Game:
    """A step takes along the box behind the player: solvable where the core finds nothing."""
    return rules(Walking, apply=_pull, info=NATIVE, **KNOWS_NOTHING)


@breaks("native_searches_play_by_the_rules", boards=40)
def cannot_be_solved_at_the_right() -> Game:
    """The core finds a solution where none is."""

    def outcome(self: Sokoban, state: State) -> Outcome:
        width = state.field.grid.width
        at_the_right = any(box % width == width - 1 for box in state.boxes)
        return PLAYING if at_the_right else Sokoban.outcome(self, state)

    return rules(outcome=outcome, info=replace(NATIVE, gravity=True))


@breaks("native_searches_play_by_the_rules", boards=40)
def is_solved_a_push_before() -> Game:
    """The core finds a solution with a push too many."""

    def outcome(self: Sokoban, state: State) -> Outcome:
        after = [state, *(next_state for _, next_state in sokoban.rules.successors(state))]
        return SOLVED if any(sokoban.rules.outcome(each).solved for each in after) else PLAYING

    return rules(outcome=outcome, info=NATIVE, **KNOWS_NOTHING)


@breaks("the_optimizer_takes_every_solution", boards=40)
def writes_arrows() -> Game:
    class Arrows(SokobanControls[State]):
        """Moves are written as arrows; letters are read as well."""

        def format(self, state: State, moves: Sequence[int]) -> str:
            return super().format(state, moves).translate(ARROWS)

        def format_played(self, state: State, moves: Sequence[int], line: Any) -> str:
            return super().format_played(state, moves, line).translate(ARROWS)

        def parse(self, state: State, text: str) -> list[int]:
            return super().parse(state, text.translate(LETTERS))

        def play(self, state: State, text: str, deadline: Deadline = NEVER) -> Any:
            return super().play(state, text.translate(LETTERS), deadline)

    return rules(Arrows, info=replace(NATIVE, optimizable=True))


@breaks("the_normal_form_is_the_same_puzzle", boards=40)
def is_solved_on_small_boards() -> Game:
    """Most boards in normal form are larger, as they have a frame."""

    def outcome(self: Sokoban, state: State) -> Outcome:
        return Sokoban.outcome(self, state) if len(state.field.free) <= 26 else PLAYING

    return rules(outcome=outcome, info=replace(INFO, has_normal_form=True))


def _pull(self: Sokoban, state: State, move: int) -> Transition[State] | None:
    transition = Sokoban.apply(self, state, move)
    behind = state.field.grid.step[SQUARE.opposites[move]][state.player]
    if transition is None or transition.pushes or behind not in state.boxes:
        return transition
    pull = single_pusher.plain_move("box", behind, state.player, "pull")
    after = transition.state._replace(boxes=state.boxes - {behind} | {state.player})
    return Transition(after, (*transition.changes, pull), ((behind, state.player),))
