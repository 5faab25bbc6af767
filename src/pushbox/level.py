"""Levels and collections as read from a file, not yet checked by any game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, cast, overload

from .arguments import check_optional, check_text, check_type, refused
from .board import Board
from .grid import Cell
from .reprs import abridged, brief_repr
from .rich_display import repr_html, repr_svg
from .sentence import counted, expecting, located, place, say

Scalar = str | int | float | bool
Severity = Literal["error", "warning"]


class SavedMoves(NamedTuple):
    """Moves that a file keeps for a level: a solution or a saved game, as raw text, with its title and notes.

    Only a replay tells which of the two it is: see `pushbox.play.verify`.
    """

    title: str
    text: str
    notes: str = ""

    def __repr__(self) -> str:
        return f"<SavedMoves {abridged(self.title)}: {abridged(self.text)}>"

    def _repr_html_(self) -> str | None:
        return repr_html(self)


class Source(NamedTuple):
    """The text of a level as it was read, so that it can be written back while nothing has changed, and its place.

    `text` is every line that belongs to the level, `line` the number (from 1) of its first in the file.  The cell
    (`row`, `left`) of `board`, the board that was read, stands at line `top` and column `column` (from 1); `pitch` is
    how many characters a cell takes, and `leading` how many lines a row; both are 0 for a board in run lengths, whose
    cells have no place but that of the whole.
    """

    text: str
    line: int
    board: Board
    top: int
    column: int = 1
    row: int = 0
    left: int = 0
    pitch: int = 1
    leading: int = 1

    def __repr__(self) -> str:
        return f"<Source: {counted(self.text.count(chr(10)) + 1, 'line')} from line {self.line} on>"

    def where(self, cell: Cell) -> tuple[int, int]:
        """Return line and column of a cell, from 1; for a cell added by a repair, those of the nearest character."""
        row, column = self.board.rc(cell)
        return self.top + max(row - self.row, 0) * self.leading, self.column + max(column - self.left, 0) * self.pitch


class Problem(NamedTuple):
    """A fault in a text or a position: its place, what was found, what was expected.

    `line` and `column` count from 1, 0 if unknown. An ``error`` prevents play, a ``warning`` does not. `repair`
    describes the reader's fix. `cell` is the place on the board, or -1.
    """

    line: int
    column: int
    severity: Severity
    found: str
    expected: str = ""
    repair: str = ""
    cell: Cell = -1

    @classmethod
    def error(cls, found: str, expected: str = "", *, cell: Cell = -1) -> Problem:
        """Return an error of a position, whose place in the text `Level.place` knows."""
        return cls(0, 0, "error", found, expected, cell=cell)

    @classmethod
    def warning(cls, found: str, expected: str = "", *, cell: Cell = -1) -> Problem:
        """Return a warning of a position, whose place in the text `Level.place` knows."""
        return cls(0, 0, "warning", found, expected, cell=cell)

    def __repr__(self) -> str:
        return brief_repr(self)

    def __str__(self) -> str:
        sentence = expecting(self.found, self.expected) if self.expected else self.found
        if self.repair:
            sentence = say("repaired", problem=sentence, repair=self.repair)
        return located(place(self.line, self.column), sentence) if self.line else sentence


DEFAULT_GAME = "sokoban"  # of a level that names none

# What other programs call the games of pushbox, as keys.
GAME_ALIASES = {
    "interlock": "crossoban", "mr-block": "blockage", "sokomind": "plus", "sokomind-plus": "plus", "sokofan": "plus",
    "thinking-rabbit": "sokoban", "rabbit": "sokoban",
}  # fmt: skip


def game_key(name: str) -> str:
    """Return the key of the game with a name, in lower case; an unknown name is returned unchanged.

    >>> game_key("Mr. Block")
    'blockage'
    """
    folded = name.strip().lower()
    return GAME_ALIASES.get(re.sub(r"[\s._-]+", "-", folded), folded)


@dataclass(frozen=True, slots=True)
class Level:
    """A board with the game it is for and what its file says of it.

    `options` are raw; the game gives them types.  `keys` are the keys and comments that pushbox does not interpret, in
    file order (a comment has the key ``""``).  `source` does not count in comparisons.
    """

    board: Board
    game: str = DEFAULT_GAME
    options: tuple[tuple[str, Scalar], ...] = ()
    title: str = ""
    author: str = ""
    notes: str = ""
    saved_moves: tuple[SavedMoves, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    source: Source | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if (
            type(self.board) is not Board
            or not type(self.game) is type(self.title) is type(self.author) is type(self.notes) is str
            or not _are_pairs(self.options)
            or not _are_pairs(self.headers)
            or type(self.saved_moves) is not tuple
            or not {SavedMoves}.issuperset(map(type, self.saved_moves))
            or (self.source is not None and type(self.source) is not Source)
        ):
            self._check()

    def _check(self) -> None:
        check_type("board", self.board, Board, "a Board; read makes levels of text")
        check_text("game", self.game, "the key of a game, such as 'sokoban'")
        _check_texts(title=self.title, author=self.author, notes=self.notes)
        _check_pairs("options", self.options)
        _check_pairs("headers", self.headers)
        check_type("saved_moves", self.saved_moves, tuple, "a tuple of SavedMoves")
        for moves in self.saved_moves:
            check_type("saved_moves", moves, SavedMoves, "SavedMoves, such as SavedMoves('', 'rrU')")
        check_optional(check_type, "source", self.source, Source, "the Source of a level that was read, or None")

    def __repr__(self) -> str:
        title = f" {abridged(self.title)}" if self.title else ""
        options = "".join(f", {name}={value}" for name, value in self.options)
        return f"<Level{title}: {self.game}{options}, {self.board.summary}>"

    def __str__(self) -> str:
        """Return the title, where there is one, above the plain picture of the board."""
        return f"{self.title}\n{self.board}" if self.title else str(self.board)

    def place(self, problem: Problem) -> Problem:
        """Return a `problem` of a cell with its line and column in the text, or else its ruler name."""
        check_type("problem", problem, Problem, "a Problem")
        if problem.line or problem.cell < 0:
            return problem
        if self.source is not None and self.source.board == self.board:
            line, column = self.source.where(problem.cell)
            return problem._replace(line=line, column=column)
        return problem._replace(found=located(self.board.cell_name(problem.cell), problem.found))

    def with_board(self, board: Board) -> Level:
        """Return this level with another board of the same cells; their places in the text stay."""
        texts = self.title, self.author, self.notes
        return Level(board, self.game, self.options, *texts, self.saved_moves, self.headers, self.source_of(board))

    def without_source(self) -> Level:
        """Return this level as if it had not been read, so that nothing of its text is kept."""
        texts = self.title, self.author, self.notes
        return Level(self.board, self.game, self.options, *texts, self.saved_moves, self.headers)

    def source_of(self, board: Board) -> Source | None:
        """Return the place in the text of another board of the same cells: that of this level."""
        if self.source is None or self.source.board != self.board:
            return self.source
        text, line, _, *place = self.source
        return Source(text, line, board, *place)

    def with_saved_moves(self, *saved_moves: SavedMoves) -> Level:
        """Return this level with more saved moves after those it has."""
        return replace(self, saved_moves=(*self.saved_moves, *saved_moves))

    _repr_svg_ = repr_svg


@dataclass(frozen=True, slots=True)
class Collection:
    """The levels of a file in their order, and everything that is wrong with it; a sequence of its levels.

    Reading never loses the good part: `levels` holds what could be read, `problems` says what could not, with line,
    column and what was expected.  `header` is the text above the first level as it was read, written back while what it
    says has not changed.  `problems`, `header` and `format` do not count in comparisons.
    """

    levels: tuple[Level, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    title: str = ""
    author: str = ""
    notes: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    header: str = field(default="", compare=False)
    format: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_type("levels", self.levels, tuple, "a tuple of levels")
        for level in self.levels:
            check_level(level)
        check_type("problems", self.problems, tuple, "a tuple of problems")
        for problem in self.problems:
            check_type("problems", problem, Problem, "a Problem")
        _check_pairs("headers", self.headers)
        _check_texts(title=self.title, author=self.author, notes=self.notes, header=self.header, format=self.format)

    def __len__(self) -> int:
        return len(self.levels)

    def __iter__(self) -> Iterator[Level]:
        return iter(self.levels)

    @overload
    def __getitem__(self, index: int) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Level, ...]: ...
    def __getitem__(self, index: int | slice) -> Level | tuple[Level, ...]:
        """Return a level by its index from 0, or a tuple of levels by a slice."""
        return self.levels[index]

    def __repr__(self) -> str:
        title = f" {abridged(self.title)}" if self.title else ""
        problems = f", {counted(len(self.problems), 'problem')}" if self.problems else ""
        return f"<Collection{title}: {counted(len(self.levels), 'level')}{problems}>"

    _repr_html_ = repr_html


def check_level(level: object) -> None:
    """Raise ArgumentError unless a value is a level."""
    check_type("level", level, Level, "a Level, such as pushbox.read(text)[0]")


def _check_texts(**texts: object) -> None:
    for name, text in texts.items():
        check_text(name, text)


def _are_pairs(pairs: object) -> bool:
    """Return whether a value is a tuple of pairs; False for those of unusual types, which `_check_pairs` judges."""
    if not pairs:  # as most are
        return type(pairs) is tuple
    return type(pairs) is tuple and all(
        type(pair) is tuple and len(pair) == 2 and type(pair[0]) is str for pair in pairs
    )


def _check_pairs(name: str, pairs: object) -> None:
    check_type(name, pairs, tuple, "a tuple")
    for pair in cast("tuple[object, ...]", pairs):
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise refused(name, pair, "a pair of a name and its value")
