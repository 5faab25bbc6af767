"""Levels and collections as read from a file, not yet checked by any game."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, cast, overload

from .arguments import HasText, check_iterable, check_optional, check_text, check_type, refused, text_of
from .board import Board
from .grid import Cell, cut
from .keywords import COLLECTION_HINTS, LEVEL_HINTS, naming
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


@naming(LEVEL_HINTS)
@dataclass(frozen=True, slots=True)
class Level:
    """A board with the game it is for and what its file says of it.

    `options` are raw; the game gives them types.  `headers` are the keys and comments that pushbox does not interpret,
    in file order (a comment has the key ``""``).  `source` does not count in comparisons.
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

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """Return the board as rows of cells, each a character as in XSB; the first index is the row.

        It is made of tuples, because pushbox depends on no library of arrays and every one takes them:
        ``numpy.array(level.grid()) == "$"`` is where the boxes are.  A character tells no more than `Board.signs` does;
        ``level.board.terrain`` and ``pieces`` tell all.

        >>> from pushbox import builtin
        >>> builtin("lessons")[0].grid()[1]
        ('#', '@', ' ', '$', ' ', '.', '#')
        """
        board = self.board
        return tuple(map(tuple, cut(board.signs(), board.width))) if board.width else ((),) * board.height

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

    def with_saved_moves(self, *saved_moves: SavedMoves | str | HasText) -> Level:
        """Return this level with more saved moves after those it has: also texts, and values with one, as `Solved`.

        Moves that the level has already, with the same title and notes, are not added again.
        """
        expected = "SavedMoves, a text, or a value with a text, such as Solved"
        added = (
            moves if isinstance(moves, SavedMoves) else SavedMoves("", text_of("saved_moves", moves, expected))
            for moves in saved_moves
        )
        new = [moves for moves in dict.fromkeys(added) if moves not in self.saved_moves]
        return replace(self, saved_moves=(*self.saved_moves, *new))

    _repr_svg_ = repr_svg


@naming(COLLECTION_HINTS)
@dataclass(frozen=True, slots=True)
class Collection(Sequence[Level]):
    """The levels of a file in their order, and everything that is wrong with it; a sequence of its levels.

    Reading never loses the good part: `levels` holds what could be read, `problems` says what could not, with line,
    column and what was expected.  `header` is the text above the first level as it was read, written back while what it
    says has not changed.  `evidence` says why it was read
    in its `format`.  `problems`, `header`, `format` and `evidence` do not count in comparisons.

    Slices, `filter`, `with_levels` and sums are collections too, with the texts of this one and without its problems,
    whose lines are those of a file.
    """

    levels: tuple[Level, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    title: str = ""
    author: str = ""
    notes: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    header: str = field(default="", compare=False)
    format: str = field(default="", compare=False)
    evidence: str = field(default="", compare=False)

    if TYPE_CHECKING:  # what is made takes any iterable, and has a tuple

        def __init__(
            self,
            levels: Iterable[Level] = (),
            problems: tuple[Problem, ...] = (),
            title: str = "",
            author: str = "",
            notes: str = "",
            headers: tuple[tuple[str, str], ...] = (),
            header: str = "",
            format: str = "",  # noqa: A002
            evidence: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        if type(self.levels) is not tuple:
            check_iterable("levels", self.levels, "an iterable of levels")
            object.__setattr__(self, "levels", tuple(self.levels))
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
    def __getitem__(self, index: slice) -> Collection: ...
    def __getitem__(self, index: int | slice | str) -> Level | Collection:
        """Return a level by its index from 0, or a collection of levels by a slice."""
        if isinstance(index, str):
            raise refused("index", index, "a number from 0, or a slice; filter finds levels by their titles")
        return self.with_levels(self.levels[index]) if isinstance(index, slice) else self.levels[index]

    def __add__(self, other: Levels) -> Collection:
        """Return a collection with the levels of both, in their order.

        Each text (title, author, notes, headers) is that of this one, or where this has none that of the other.
        """
        added = levels_of(other)
        mine = self if self.levels else replace(self, header=self.header or added.header, format=added.format)
        return replace(
            mine.with_levels((*self.levels, *added.levels)),
            title=self.title or added.title,
            author=self.author or added.author,
            notes=self.notes or added.notes,
            headers=self.headers or added.headers,
            format=mine.format if mine.format == added.format else "",
        )

    def __radd__(self, other: Levels | int) -> Collection:
        """Return what ``[level] + collection`` and `sum`, which begins with 0, add up to."""
        if isinstance(other, int):
            return self if other == 0 else NotImplemented
        return levels_of(other) + self

    def with_levels(self, levels: Levels) -> Collection:
        """Return this collection with other levels, such as its own in another order."""
        return replace(self, levels=levels_of(levels).levels, problems=())

    def filter(self, wanted: Callable[[Level], object]) -> Collection:
        """Return a collection of the levels for which a function returns something true.

        >>> from pushbox import builtin
        >>> builtin("lessons").filter(lambda level: level.board.width == 7)[0].title
        'First push'
        """
        return self.with_levels([level for level in self.levels if wanted(level)])

    def __repr__(self) -> str:
        title = f" {abridged(self.title)}" if self.title else ""
        problems = f", {counted(len(self.problems), 'problem')}" if self.problems else ""
        return f"<Collection{title}: {counted(len(self.levels), 'level')}{problems}>"

    _repr_html_ = repr_html


class HasLevel(Protocol):
    """What has a level: a position, a session, a generated level."""

    @property
    def level(self) -> Level:
        """The level."""


Levels = Level | HasLevel | Iterable[Level] | Iterable[HasLevel]


def levels_of(levels: Levels) -> Collection:
    """Return what counts as levels as a collection: one, a level, what has a level, or an iterable of these.

    Raises ArgumentError for anything else.
    """
    if isinstance(levels, Collection):
        return levels
    if (one := _level_of(levels)) is not None:
        return Collection((one,))
    check_iterable("levels", levels, _LEVELS)
    return Collection(_each_level(cast("Iterable[object]", levels)))


_LEVELS = "a collection, a level, or an iterable of levels"


def _each_level(values: Iterable[object]) -> Iterator[Level]:
    for value in values:
        if (level := _level_of(value)) is None:
            raise refused("levels", value, _LEVELS)
        yield level


def _level_of(value: object) -> Level | None:
    level = value if isinstance(value, Level) else getattr(value, "level", None)
    return level if isinstance(level, Level) else None


def check_level(level: object) -> None:
    """Raise ArgumentError unless a value is a level."""
    if not isinstance(level, Level):
        raise refused("level", level, _one_level(level))


def _one_level(value: object) -> str:
    """Return what to pass as a level instead of a value."""
    if isinstance(value, Collection):
        return "one of its levels, such as collection[0]"
    is_path = isinstance(value, os.PathLike) or (isinstance(value, str) and bool(_NAME_OF_FILE.fullmatch(value)))
    return f"a Level, such as pushbox.{'read_file(path)' if is_path else 'read(text)'}[0]"


_NAME_OF_FILE = re.compile(r"[^\n]*\.\w{1,12}")


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
