"""Limits of steps and of seconds, which every game has: a position in which they are over is lost.

A step is a move, whatever the game calls one.  A level that the last step of the limit solves is solved.  The seconds
are no part of a position: `pushbox.play.session` counts them.

Source: Thinking Rabbit's limits of steps and time, as anian tells of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from ..board import Board, Change, NamedCounter
from ..level import Level, Problem
from ..sentence import say
from .api import Game, Option, Outcome, Status, Transition
from .family import Family, Member
from .wrapped import Wrapped, WrappedRules

STEPS = "steps"  # the option, and the counter
OPTIONS = (
    Option(STEPS, 0, "lost when so many steps are made and the level is not solved; 0: no limit", minimum=0),
    Option("seconds", 0, "lost so many seconds after the first step; 0: no limit", minimum=0),
)
_FACT = "A level that its last step of the limit solves is solved."


class State(NamedTuple):
    """A position, how many steps were made, and how many may be."""

    inner: Any
    steps: int
    limit: int


class LimitedRules(WrappedRules):
    """The rules of a game in which steps are counted and limited."""

    def initial_state(self, level: Level) -> State:
        limit = int(self.info.option_values(level)[STEPS])
        steps = dict(level.board.counters).get(STEPS, 0)
        inner = self.base.rules.initial_state(level.with_board(_uncounted(level.board)))
        if steps and STEPS in dict(self.base.rules.board(inner).counters):  # the game counts them too
            inner = self.base.rules.initial_state(level)
        return State(inner, max(steps, 0), limit)

    def problems(self, level: Level) -> list[Problem]:
        return self.base.rules.problems(level.with_board(_uncounted(level.board)))

    def apply(self, state: State, move: Any) -> Transition[State] | None:
        transition = self.base.rules.apply(state.inner, move)
        if transition is None:
            return None
        after = State(transition.state, state.steps + 1, state.limit)
        changes = transition.changes
        if not any(isinstance(change.after, NamedCounter) and change.after.name == STEPS for change in changes):
            count = Change(0, "step", NamedCounter(STEPS, state.steps), NamedCounter(STEPS, after.steps))
            changes = (count, *changes)
        return Transition(after, changes, transition.pushes)

    def outcome(self, state: State) -> Outcome:
        outcome = self.base.rules.outcome(state.inner)
        over = state.steps > state.limit or (state.steps == state.limit and not outcome.solved)
        if over and outcome.status is not Status.LOST:
            return Outcome(Status.LOST, say("limit-steps", count=state.limit))
        return outcome

    def to_level(self, state: State) -> Level:
        level = self.base.rules.to_level(state.inner)
        return replace(level, board=_counted(level.board, state.steps))

    def view(self, state: State, player: int = 0) -> Board:
        return _counted(self.base.rules.view(state.inner, player), state.steps)

    def is_deadlock(self, state: State) -> bool:
        return self.lower_bound(state) > max(state.limit - state.steps, 0) or self.base.rules.is_deadlock(state.inner)


def _uncounted(board: Board) -> Board:
    counters = tuple(counter for counter in board.counters if counter.name != STEPS)
    return board if counters == board.counters else replace(board, counters=counters)


def _counted(board: Board, steps: int) -> Board:
    return replace(board, counters=(*_uncounted(board).counters, NamedCounter(STEPS, steps)))


def with_limits(game: Game) -> Game:
    """Return a game whose levels may limit steps and seconds."""
    info = replace(game.info, options=(*game.info.options, *OPTIONS), facts=(*game.info.facts, _FACT))
    limited = Member(Wrapped(LimitedRules, game, info), State, lambda level: dict(level.options).get(STEPS, 0) != 0)
    return Family(info, (limited, Member(game, object, lambda _: True)))
