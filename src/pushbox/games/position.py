"""A position of a game, as a value that plays: the one way in for whoever has a level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from ..arguments import check_optional, check_text, check_type, refused
from ..board import Board
from ..errors import IllegalMove
from ..level import Level, check_level
from .api import Controls, Game, Move, Outcome, PlayedLine, Rules, State, Transition
from .registry import find


@dataclass(frozen=True, slots=True)
class Position(Generic[State, Move]):
    r"""A state, bound to the game that it belongs to.

    >>> from pushbox import load, read
    >>> position = load(read("#####\n#@$.#\n#####").levels[0])
    >>> [position.format([move]) for move in position.legal_moves]
    ['R']
    >>> position.apply(position.legal_moves[0]).outcome.solved
    True
    """

    game: Game[State, Move]
    state: State

    @property
    def rules(self) -> Rules[State, Move]:
        """What the game is."""
        return self.game.rules

    @property
    def controls(self) -> Controls[State, Move]:
        """How the game is steered."""
        return self.game.controls

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in their fixed order."""
        return self.rules.legal_moves(self.state)

    @property
    def outcome(self) -> Outcome:
        """How the position stands."""
        return self.rules.outcome(self.state)

    @property
    def board(self) -> Board:
        """The board, with all that is hidden on it."""
        return self.rules.board(self.state)

    @property
    def view(self) -> Board:
        """The board as the player may see it."""
        return self.rules.view(self.state)

    @property
    def level(self) -> Level:
        """The position as a level, without title or notes."""
        return self.rules.to_level(self.state)

    def apply(self, move: Move) -> Position[State, Move]:
        """Return the position after a move.  Raises IllegalMove where the rules refuse it."""
        return Position(self.game, self.transition(move).state)

    def transition(self, move: Move) -> Transition[State]:
        """Return what a move leads to, with the changes of the board.  Raises IllegalMove where the rules refuse it."""
        return transition_of(self.game, self.state, move)

    def successors(self) -> Iterator[tuple[Move, Position[State, Move]]]:
        """Yield every legal move with the position that it leads to."""
        for move, state in self.rules.successors(self.state):
            yield move, Position(self.game, state)

    def play_line(self, moves: Sequence[Move]) -> PlayedLine[State]:
        """Return what becomes of moves, up to the first illegal one."""
        return self.rules.play_line(self.state, moves)

    def parse(self, text: str) -> list[Move]:
        """Read moves from the game's notation.  Raises NotationError for a text that names none."""
        check_text("text", text, "the moves as a text")
        return self.controls.parse(self.state, text)

    def format(self, moves: Sequence[Move]) -> str:
        """Write moves in the game's notation.  Raises IllegalMove with the first illegal step."""
        return self.controls.format(self.state, moves)

    def __repr__(self) -> str:
        return f"<Position: {self.game.info.key}, {self.view.summary}, {self.outcome.status.value}>"

    def __str__(self) -> str:
        """Return the plain picture of what the player may see."""
        return str(self.view)


def load(level: Level, game: Game[Any, Any] | None = None) -> Position[Any, Any]:
    """Return the position that a level begins in, of the game that it names unless another is given.

    Raises UnsupportedError for a game that is not registered, LevelError for a level that no state can hold and
    OptionError for a bad option.
    """
    check_level(level)
    check_optional(check_type, "game", game, Game, "a Game, such as pushbox.game('sokoban'), or None")
    found = (find(level.game) if game is None else game).for_level(level)
    return Position(found, found.rules.initial_state(level))


def transition_of(game: Game[Any, Any], state: Any, move: Any, *, step: int = 0) -> Transition[Any]:
    """Return what a move leads to from a state.

    Raises IllegalMove, for the `step` where it is one of several, where the rules refuse it, and ArgumentError for what
    is no move of the game at all.
    """
    try:
        transition = game.rules.apply(state, move)
    except (IndexError, TypeError, ValueError):
        check_move(game, state, move)
        raise
    if transition is None:
        raise IllegalMove(game.rules.explain_illegal(state, move), step=step)
    return transition


def check_move(game: Game[Any, Any], state: Any, move: Any) -> None:
    """Raise ArgumentError for a move that is not one of those that the game has in a state, legal or not."""
    moves = game.rules.pseudo_legal_moves(state)
    if move not in moves:
        example = f", such as {moves[0]!r}" if moves else ""
        raise refused("move", move, f"a move of {game.info.name}{example}; texts are read by parse and play_text")
