"""A position of a game, as a value that plays: the entry point for levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..arguments import Line, check_optional, check_type, line_of, refused
from ..board import Board, Piece
from ..deadline import NEVER, Deadline
from ..errors import IllegalMove
from ..keywords import POSITION_HINTS, naming
from ..level import Level, check_level
from ..rich_display import repr_svg
from .api import Controls, Game, Outcome, PlayedLine, Push, Rules, Transition, moved_pieces
from .registry import find


@naming(POSITION_HINTS)
@dataclass(frozen=True, slots=True)
class Position:
    r"""A state, bound to the game that it belongs to; `source` is the level that it was loaded from, if it was.

    >>> from pushbox import load, read
    >>> position = load(read("#####\n#@$.#\n#####").levels[0])
    >>> [position.format([move]) for move in position.legal_moves]
    ['R']
    >>> position.apply(position.legal_moves[0]).outcome.solved
    True
    """

    game: Game
    state: Any
    source: Level | None = field(default=None, compare=False, repr=False)

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules of the game."""
        return self.game.rules

    @property
    def controls(self) -> Controls[Any, Any]:
        """The controls of the game."""
        return self.game.controls

    @property
    def legal_moves(self) -> list[Any]:
        """The legal moves, in their fixed order."""
        return self.rules.legal_moves(self.state)

    @property
    def outcome(self) -> Outcome:
        """The outcome of the position."""
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
        """The level that the position was loaded from, with its words and places; any other without title or notes."""
        return self.source if self.source is not None else self.rules.to_level(self.state)

    @property
    def visible(self) -> Position:
        """The position as the player sees it; its moves and reach reveal nothing hidden."""
        if not self.game.info.imperfect_information:
            return self
        level = self.rules.view_level(self.state)
        return Position(self.game, self.rules.initial_state(level))

    def apply(self, move: Any) -> Position:
        """Return the position after a move.  Raises IllegalMove where the rules refuse it."""
        return Position(self.game, self.transition(move).state)

    def transition(self, move: Any, *, step: int = 0) -> Transition[Any]:
        """Return the transition of a move, with the changes of the board.

        Raises IllegalMove if the rules refuse it (for the `step`, if it is one of several), and ArgumentError for a
        value that is not a move of the game at all.
        """
        try:
            transition = self.rules.apply(self.state, move)
        except (IndexError, TypeError, ValueError):
            self.check_move(move)
            raise
        if transition is None:
            raise IllegalMove(self.rules.explain_illegal(self.state, move), step=step)
        return transition

    def transitions(self, moves: Iterable[Any]) -> Iterator[Transition[Any]]:
        """Yield the transitions of moves played one after the other. Raises IllegalMove with its step."""
        position = self
        for step, move in enumerate(moves, start=1):
            transition = position.transition(move, step=step)
            yield transition
            position = Position(self.game, transition.state)

    def pushes(self, line: Line) -> Iterator[Push]:
        r"""Yield every push of a line, each with its box as it stood here. Raises as `parse`, and IllegalMove.

        >>> from collections import Counter
        >>> from pushbox import load, read
        >>> position = load(read("#######\n#@$  .#\n# $  .#\n#######")[0])
        >>> Counter(position.level.board.cell_name(push.box.anchor) for push in position.pushes("RRRllldRR"))
        Counter({'C2': 3, 'C3': 2})
        """
        firsts: dict[Piece, Piece] = {}  # of pieces that have changed: as they stood here
        for step, transition in enumerate(self.transitions(self.parse(line)), start=1):
            moved = moved_pieces(transition.changes)
            was = {before: firsts.pop(before, before) for before in moved}
            boxes = {cell: first for before, first in was.items() for cell in before.cells}
            for start, end in transition.pushes:
                yield Push(step, boxes[start], start, end)
            firsts |= {after: was[before] for before, after in moved.items() if after is not None}

    def successors(self) -> Iterator[tuple[Any, Position]]:
        """Yield every legal move with the position that it leads to."""
        for move, state in self.rules.successors(self.state):
            yield move, Position(self.game, state)

    def play_line(self, moves: Sequence[Any], deadline: Deadline = NEVER) -> PlayedLine[Any]:
        """Play moves, up to the first illegal one.  Raises OutOfTime if it takes long."""
        return self.rules.play_line(self.state, moves, deadline)

    def illegal_move(self, moves: Sequence[Any], line: PlayedLine[Any]) -> IllegalMove:
        """Return the error for the first illegal move of some; `line` is the part that was played."""
        reason = self.rules.explain_illegal(line.state, moves[line.played])
        return IllegalMove(reason, step=line.played + 1)

    def parse(self, text: Line) -> list[Any]:
        """Return the moves of a text in the game's notation, or of a value that has one; a list of moves as it is.

        A list of texts is read as these texts one after the other. A blank text has no moves. Raises NotationError for
        any other that names none.
        """
        line = joined(self, line_of("text", text))
        if not isinstance(line, str):
            return line
        return self.controls.parse(self.state, line) if line.strip() else []

    def play(self, text: Line, deadline: Deadline = NEVER) -> tuple[list[Any], PlayedLine[Any]]:
        """Play what `parse` takes, up to the first illegal move; return all moves, and the line that was played.

        Raises NotationError as `parse` does, ArgumentError for a list with a value that is not a move of the game, and
        OutOfTime if it takes long.
        """
        moves = joined(self, line_of("text", text))
        if isinstance(moves, str):
            return self.controls.play(self.state, moves, deadline)
        try:
            return moves, self.play_line(moves, deadline)
        except (IndexError, TypeError, ValueError):
            for _ in self.transitions(moves):  # raises at the one that is no move
                pass
            raise

    def format(self, moves: Sequence[Any]) -> str:
        """Write moves in the game's notation.  Raises IllegalMove with the first illegal step."""
        return self.controls.format(self.state, moves)

    def format_played(self, moves: Sequence[Any], line: PlayedLine[Any]) -> str:
        """Write the played part of a line of moves in the game's notation."""
        return self.controls.format_played(self.state, moves, line)

    def check_move(self, move: object) -> None:
        """Raise ArgumentError for a value that is not a move of the game here, legal or not."""
        moves = self.rules.pseudo_legal_moves(self.state)
        if move not in moves:
            example = f", such as {moves[0]!r}" if moves else ""
            expected = f"a move of {self.game.info.name}{example}; texts are read by parse and play_text"
            raise refused("move", move, expected) from None  # not from what the rules made of it

    def __repr__(self) -> str:
        return f"<Position: {self.game.info.key}, {self.view.summary}, {self.outcome.status.value}>"

    def __str__(self) -> str:
        """Return the plain picture of the visible board."""
        return str(self.view)

    _repr_svg_ = repr_svg


def load(level: Level, game: Game | None = None) -> Position:
    """Return the position that a level begins in, of the game that it names unless another is given.

    Raises UnsupportedError for a game that is not registered, LevelError for a level that no state can hold and
    OptionError for a bad option.
    """
    game = game_for(level, game)
    return Position(game, game.rules.initial_state(level), level)


def position_of(start: Level | Position, game: Game | None = None) -> Position:
    """Return a position as it is, and of a level the one that it begins in, as `load` does."""
    if not isinstance(start, Position):
        return load(start, game)
    if game is not None:
        raise refused("game", game, "None, as a position has its game")
    return start


def joined(position: Position, line: str | list[Any]) -> str | list[Any]:
    """Return moves as `line_of` does, but a list of texts, as `Session.legal_moves` has them, as one text.

    It stays a list if texts are moves of the game themselves.
    """
    if isinstance(line, str) or not line or not all(isinstance(move, str) for move in line):
        return line
    if any(isinstance(move, str) for move in position.rules.pseudo_legal_moves(position.state)):
        return line
    return " ".join(line)


def game_for(level: Level, game: Game | None = None) -> Game:
    """Return the game that plays a level: the one that it names unless another is given.

    Raises UnsupportedError for a game that is not registered.
    """
    check_level(level)
    check_optional(check_type, "game", game, Game, "a Game, such as pushbox.game('sokoban'), or None")
    return (find(level.game) if game is None else game).for_level(level)
