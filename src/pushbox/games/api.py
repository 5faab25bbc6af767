"""The interface of games: rules and controls.

`Rules` define a game: static facts and pure functions from states to states. Five functions make a game:
`initial_state`, `problems`, `apply`, `outcome` and `to_level`; the others have defaults based on these, to be
overridden if a game is faster or knows better. `Controls` define how a game is steered: keys, a pointer, notation.
Controls exist for one pusher, for several, and for pieces that are named by their cell. A `Game` combines both.

The laws of `pushbox.conformance` check these promises, on crowded random boards and on all positions of tiny ones.
Among them:

* ``initial_state(to_level(state)) == state``, and the JSON form of the level comes back equal;
* ``successors`` yields exactly the `legal_moves` with the states of their transitions, in one fixed order;
* ``play_line`` plays what the transitions play, and counts as they do;
* the same transition follows from a rebuilt state;
* ``board(state).apply(transition.changes) == board(transition.state)``, where every `original_piece` is a piece of the
  board before and its changes chain, and nothing moves two cells in a tick but by the causes ``teleport`` and ``jump``;
* ``parse(state, format(state, moves)) == moves`` over whole walks;
* ``initial_state`` takes the level of every view;
* ``lower_bound`` never exceeds the true number, ``is_deadlock`` is true of nothing that can be solved, and positions of
  one ``search_key`` are solved by the same moves;
* a key, a pointer or both players at once can make every legal move.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast, get_args

from ..board import Board, Change, Piece
from ..deadline import NEVER, Deadline
from ..errors import OptionError, UnsupportedError
from ..grid import Cell, Grid
from ..level import Level, Problem, Scalar
from ..metrics import Metrics, MetricStep, measure_steps
from ..sentence import counted, listed, say
from ..tiling import SQUARE, UPRIGHT, Direction, Symmetry
from .palette import Palette

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

Key = Literal["left", "up", "right", "down", "act", "next", "previous"]
KEYS: tuple[Key, ...] = get_args(Key)


class Option(NamedTuple):
    """A variant of a game's rules, written into the level's header.

    `choices` are the values that it takes; where there are none and no `minimum` either, any like its default.  Where
    there is a `minimum`, it also takes whole numbers from that on.
    """

    name: str
    default: Scalar
    summary: str
    choices: tuple[Scalar, ...] = ()
    minimum: int | None = None

    def takes(self, value: Scalar) -> bool:
        """Return whether the option accepts a value."""
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if self.minimum is not None and is_number:
            return value >= self.minimum  # type: ignore[operator]  # a number
        if self.choices or self.minimum is not None:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        return type(value) is type(self.default)

    def checked(self, value: Scalar) -> Scalar:
        """Return a value that the option takes.  Raises OptionError for any other."""
        if self.takes(value):
            return value
        if self.choices or self.minimum is not None:
            raise OptionError.said("option-values", name=self.name, value=value, values=self.values)
        raise OptionError.said("option-value-like", name=self.name, value=value, example=self.default)

    @property
    def values(self) -> str:
        """The accepted values, for people."""
        numbers = [] if self.minimum is None else [say("whole-from", minimum=self.minimum)]
        return listed([*map(str, self.choices), *numbers]) or say("any-of-type", type=type(self.default).__name__)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The static facts of a game.

    `players` is the number of people who play, at the same time if `simultaneous`. With `imperfect_information` a game
    has a `view` that differs from its board. Under `gravity` only mirroring left to right preserves the rules, apart
    from the order in which a row settles; otherwise all eight symmetries do. `facts` are sentences for people: sourced
    rules and the project's defaults.

    The rest is for the rooms above. A game `has_normal_form` if nothing unseen or frozen matters in a level without
    options (see `pushbox.identity.normalize`). `native_solver` is the search of the core that plays its levels by the
    same rules: ``boxes`` searches those without options and with only walls, goals, boxes and pushers, `numbered` or
    not; ``rules`` searches everything that the native rules under the game's key know, and the other levels of a game
    of boxes. `optimizable` levels are among those of ``boxes``, and so are generated ones, whose minimum and maximum
    number of pushers is `generated_pushers`. A game that claims these without having the rules gets wrong proofs;
    `pushbox.conformance.check` fails it.
    """

    key: str
    name: str
    summary: str
    source: str
    palette: Palette
    players: int = 1
    simultaneous: bool = False
    imperfect_information: bool = False
    gravity: bool = False
    options: tuple[Option, ...] = ()
    facts: tuple[str, ...] = ()
    has_normal_form: bool = False
    native_solver: Literal["none", "boxes", "rules"] = "none"
    numbered: bool = False
    optimizable: bool = False
    generated_pushers: tuple[int, int] | None = None

    def option_values(self, level: Level) -> dict[str, Scalar]:
        """Return every option of the game with its value in a level, its default where the level does not set it.

        Raises OptionError for an option that the game does not have or a value that it does not take.
        """
        known = {option.name: option for option in self.options}
        values = {option.name: option.default for option in self.options}
        for name, value in level.options:
            if name not in known:
                expected = say("one-of", names=", ".join(known)) if known else say("no-options")
                raise OptionError.said("unknown-option", name=name, game=self.key, expected=expected)
            values[name] = known[name].checked(value)
        return values


class Status(Enum):
    """The status of a position."""

    PLAYING = "playing"
    SOLVED = "solved"
    LOST = "lost"


class Outcome(NamedTuple):
    """The outcome of a position: its status, the reason of a loss, and the winner if people compete (0 for none).

    If people compete the status is that of player 1, because a solution is a win of theirs: ``SOLVED`` if they have
    won, and ``LOST`` if the game has ended otherwise, a draw included.
    """

    status: Status
    reason: str = ""
    winner: int = 0

    @property
    def solved(self) -> bool:
        """Whether the position is solved."""
        return self.status is Status.SOLVED


PLAYING = Outcome(Status.PLAYING)
SOLVED = Outcome(Status.SOLVED)


class Transition(NamedTuple, Generic[State]):
    """The result of a legal move: the next state, and the changes of the board.

    `pushes` has for each pushed box its cells before and after, -1 if it has left the board; a move that pushes nothing
    is a plain move.
    """

    state: State
    changes: tuple[Change, ...]
    pushes: tuple[tuple[Cell, Cell], ...] = ()

    def __repr__(self) -> str:
        return f"<Transition: {counted(len(self.changes), 'change')}, {counted(len(self.pushes), 'push')}>"


class Push(NamedTuple):
    """A push along a line of play: the number of its move, from 1, the box, and its cells before and after.

    `box` is the box as it stood before the line, whatever has happened to it since: the same value for all its pushes.
    `end` is -1 if it has left the board.
    """

    step: int
    box: Piece
    start: Cell
    end: Cell


def moved_pieces(changes: Iterable[Change]) -> dict[Piece, Piece | None]:
    """Map each piece in the changes of a move, as it was before, to what it is after, or None if it has gone."""
    return {
        change.original_piece: change.after if isinstance(change.after, Piece) else None
        for change in changes
        if change.original_piece is not None
    }


@dataclass(frozen=True, slots=True)
class PlayedLine(Generic[State]):
    """The result of moves played one after the other, up to the first illegal one.

    `state` is the final position, `pushed` tells of each played move whether it pushed, and `metrics` counts them.
    `solved_at` is the number of moves after which the level was first solved, or None.
    """

    state: State
    pushed: Sequence[bool]
    metrics: Metrics
    solved_at: int | None

    @property
    def played(self) -> int:
        """The number of moves played."""
        return len(self.pushed)


class Focus(NamedTuple):
    """The answer to a key that selects: the piece that the keys steer from now on."""

    piece: Piece


class PlayerAction(NamedTuple):
    """The answer to a key where two play at once: one player's part of a tick."""

    player: int
    action: Hashable


class Rules(ABC, Generic[State, Move]):
    """The rules of a game, as pure functions; an object has no data except its `info`.

    States and moves are frozen, hashable values; a move names the piece that it moves by its cell, and is as small as
    its JSON form.
    """

    info: GameInfo

    @abstractmethod
    def initial_state(self, level: Level) -> State:
        """Return the initial state of a level.

        Raises LevelError only for levels that no state can hold (pieces that overlap, a piece in a wall, an unknown
        kind) and OptionError for a bad option; `problems` reports everything else.
        """

    @abstractmethod
    def problems(self, level: Level) -> list[Problem]:
        """Return every fault of a level as a position of this game, including those that `initial_state` raises for."""

    @abstractmethod
    def apply(self, state: State, move: Move) -> Transition[State] | None:
        """Return the transition of a move, or None if it is illegal. Pure physics: the outcome is ignored."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome:
        """Return the outcome of a position."""

    @abstractmethod
    def to_level(self, state: State) -> Level:
        """Return the position as a level, with its options and without title or notes."""

    def describe(self) -> str:
        """Return the rules in words: the docstring of their module, or the summary."""
        module = inspect.getmodule(type(self))
        return (module and inspect.getdoc(module)) or self.info.summary

    def pseudo_legal_moves(self, state: State) -> Sequence[Move]:
        """Return the legal moves, and cheaply so: perhaps some illegal ones too, always in the same order.

        By default these are the directions of squares, the moves of a game with one pusher.
        """
        del state
        return cast(Sequence[Move], SQUARE.directions)

    def legal_moves(self, state: State) -> list[Move]:
        """Return the legal moves in their fixed order."""
        return [move for move in self.pseudo_legal_moves(state) if self.apply(state, move) is not None]

    def successors(self, state: State) -> Iterator[tuple[Move, State]]:
        """Yield every legal move with the state that it leads to."""
        for move in self.pseudo_legal_moves(state):
            if (transition := self.apply(state, move)) is not None:
                yield move, transition.state

    def play_line(self, state: State, moves: Sequence[Move], deadline: Deadline = NEVER) -> PlayedLine[State]:
        """Play moves from a position, up to the first illegal one.  Raises OutOfTime if it takes long."""
        line = LineBuilder(self, state)
        for move in moves:
            deadline.check()
            transition = self.apply(line.state, move)
            if transition is None:
                break
            line.add(transition)
        return line.played()

    def explain_illegal(self, state: State, move: Move) -> str:
        """Return why an illegal move is illegal, for people."""
        del state, move
        return say("refused")

    def board(self, state: State) -> Board:
        """Return the position as a board."""
        return self.to_level(state).board

    def view(self, state: State, player: int = 0) -> Board:
        """Return the board that a player sees: the board itself, unless the game has imperfect information."""
        del player
        return self.board(state)

    def view_level(self, state: State, player: int = 0) -> Level:
        """Return the level that a player sees, for surfaces that need moves or reach without leaking."""
        return replace(self.to_level(state), board=self.view(state, player))

    def search_key(self, state: State) -> Hashable:
        """Return a key for searches; equal only for states with the same future."""
        return state

    def symmetries(self, state: State) -> Sequence[Symmetry]:
        """Return the symmetries under which a board turned or mirrored plays as this one does.

        By default these are all of a square, or under gravity those that keep up and down.
        """
        del state
        return UPRIGHT if self.info.gravity else SQUARE.symmetries

    def lower_bound(self, state: State) -> int:
        """Return a lower bound of the pushing moves needed to solve the game from here.

        A search relies on it: never more than the true number, 0 if nothing is known.
        """
        del state
        return 0

    def is_deadlock(self, state: State) -> bool:
        """Return whether the state is known to be hopeless; never true of a state that can be solved."""
        del state
        return False

    def dead_squares(self, state: State) -> frozenset[Cell]:
        """Return known dead squares: cells other than walls from which no box of the level can reach a goal."""
        del state
        return frozenset()


class Controls(ABC, Generic[State, Move]):
    """How a game is steered: the meaning of keys and pointer, and the notation of moves.

    An object has the `rules` that it steers by.
    """

    def __init__(self, rules: Rules[State, Move]) -> None:
        self.rules = rules

    @abstractmethod
    def focus(self, state: State) -> list[Piece]:
        """Return the pieces that the keys can steer, in the order in which they are offered."""

    @abstractmethod
    def key(self, state: State, focus: Piece | None, key: Key) -> Move | Focus | PlayerAction | None:
        """Return the meaning of a key while `focus` is steered, or None."""

    @abstractmethod
    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        """Return everything that a pointer can mean from a cell: for each target cell the moves that lead there.

        They bring what stands there to the target; to a cell beside it there may be a single move in that direction.
        Where more than `limit` cells would have to be visited the answer is empty.
        """

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]] | None:
        """Return the boxes that can be pushed, or pulled, without another one moving before, each with the directions.

        None, as by default, where `reach` of each box tells; a game that says it itself does so for less.
        """
        del state, limit
        return None

    @abstractmethod
    def parse(self, state: State, text: str) -> list[Move]:
        """Read moves from the game's notation, whose meaning may depend on the position.

        Spacing is not insisted on, nor is letter case where it means nothing.  Raises NotationError for a text that
        names no moves; moves that are merely illegal are returned all the same where the notation allows that.
        """

    @abstractmethod
    def format(self, state: State, moves: Sequence[Move]) -> str:
        """Write moves in the game's notation; `parse` is the inverse.

        Raises IllegalMove with the first illegal step.
        """

    def format_played(self, state: State, moves: Sequence[Move], line: PlayedLine[State]) -> str:
        """Write the moves that `play_line` has played from `state`, as `format` does."""
        return self.format(state, moves[: line.played])

    def play(self, state: State, text: str, deadline: Deadline = NEVER) -> tuple[list[Move], PlayedLine[State]]:
        """Parse a text and play its moves, in one look at each move if possible.  Raises OutOfTime if it takes long."""
        moves = self.parse(state, text)
        return moves, self.rules.play_line(state, moves, deadline)

    def reach_moving_boxes(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        """Extend `reach` by ways on which boxes are pushed aside and back again.

        It is `reach` itself in a game in which a pushed box seldom returns as it was.
        """
        return self.reach(state, origin, limit)

    def joint_move(self, state: State, actions: Mapping[int, Hashable]) -> Move:
        """Return the move made of simultaneous actions; a player without one stands still.

        Raises UnsupportedError in a game in which players take turns.
        """
        del state, actions
        raise UnsupportedError.said("not-simultaneous", game=self.rules.info.name)

    def focus_after(self, state: State, focus: Piece | None, move: Move) -> Piece | None:
        """Return the steered piece after a move that is played while `focus` is steered; `focus` is its cell before.

        It is the focus itself, unless the move is another piece's.
        """
        del state, move
        return focus

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Move]:
        """Read moves that a player types while `focus` is steered; `parse`, where the notation selects nothing."""
        del focus
        return self.parse(state, text)

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Move]) -> str:
        """Write moves as a player types them while `focus` is steered; `parse_from` is the inverse."""
        del focus
        return self.format(state, moves)


class Game:
    """A game as the registry holds it: its rules, and controls made for them.

    A copy of a game is the game itself. A pickled one has only its key, by which the other process finds the same game:
    it must be registered in both.
    """

    __slots__ = ("controls", "rules")

    def __init__(self, rules: Rules[State, Move], controls: Callable[[Any], Controls[State, Move]]) -> None:
        self.rules: Rules[Any, Any] = rules
        self.controls: Controls[Any, Any] = controls(rules)

    @property
    def info(self) -> GameInfo:
        """The static facts of the game."""
        return self.rules.info

    def with_info(self, info: GameInfo) -> Game:
        """Return the same game with other facts, such as more options."""
        rules = copy(self.rules)
        rules.info = info
        return Game(rules, type(self.controls))

    def for_level(self, level: Level) -> Game:
        """Return the variant of the game that plays a level, if there are several."""
        del level
        return self

    def for_state(self, state: Any) -> Game:
        """Return the game that plays a state of this one."""
        del state
        return self

    def variants(self) -> Iterator[Game]:
        """Yield this game, then all others that `for_level` may return, in a fixed order."""
        yield self

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], Game], tuple[str, int]]:
        from .registry import find_variant, variant_number  # which imports this module

        return find_variant, (self.info.key, variant_number(self))

    def __repr__(self) -> str:
        return f"<game {self.info.key}>"


class LineBuilder(Generic[State]):
    """Moves being played one after the other: the position so far, and the counts."""

    __slots__ = ("_grid", "_outcome", "_solved_at", "_steps", "state")

    def __init__(self, rules: Rules[State, Any], state: State) -> None:
        self.state = state
        self._outcome = rules.outcome
        self._grid = rules.board(state).grid
        self._steps: list[MetricStep] = []
        self._solved_at = 0 if rules.outcome(state).solved else None

    def add(self, transition: Transition[State]) -> None:
        """Add a transition."""
        self.state = transition.state
        self._steps.append(step_of(self._grid, transition))
        if self._solved_at is None and self._outcome(self.state).solved:
            self._solved_at = len(self._steps)

    def played(self) -> PlayedLine[State]:
        """Return the played line."""
        pushed = [bool(step.pushes) for step in self._steps]
        return PlayedLine(self.state, pushed, measure_steps(self._steps), self._solved_at)


def step_of(grid: Grid, transition: Transition[Any]) -> MetricStep:
    """Return a transition as a metric step; its direction is that of the first pusher that moved, if any."""
    for change in transition.changes:
        before, after = change.before, change.after
        if type(before) is Piece and before.kind == "pusher" and type(after) is Piece and before.cells != after.cells:
            return MetricStep(grid.direction(before.cells[0], after.cells[0]), transition.pushes)
    return MetricStep(None, transition.pushes)
