"""Limits of files as a whole, which hold for every format, and of their readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ..errors import TooLarge
from ..level import Collection, Level, Problem
from ..sentence import Sentence, counted, of_level, say

MOST_LEVELS = 200_000
MOST_CELLS = 20_000_000  # of all boards of a file together; `api.MOST_CELLS` is the bound of one
MOST_PIECES = 2_000_000  # on all of them
MOST_PIECES_OF_A_BOARD = 500_000
MOST_SAVED_MOVES = 200_000  # solutions and saved games of all of them
MOST_HEADERS = 1_000_000  # keys and comments of the file and of all of them
MOST_VALUES = 5_000_000  # of a document of JSON
MOST_PROBLEMS = 100_000  # that are kept; the rest is counted


def check_values(document: str) -> None:
    """Raise TooLarge for a document of JSON with more values than may be made of it; two characters can be one.

    They are counted by what begins and separates them, which in texts stands for nothing.
    """
    TooLarge.beyond(MOST_VALUES, sum(map(document.count, "[{,")), "json-values")


def check_headers(collection: Collection) -> None:
    """Raise TooLarge for a file with more keys and comments than may be kept of it."""
    count = len(collection.headers) + sum(len(level.headers) for level in collection.levels)
    TooLarge.beyond(MOST_HEADERS, count, "many-headers")


class LevelReads:
    """The levels and problems of a file as they are read; a file beyond the limits is refused.

    A few characters can stand for a board of a million cells, so a limit on the characters of a file does not limit the
    size of its levels.
    """

    def __init__(self) -> None:
        self.levels: list[Level] = []
        self._problems: list[Problem] = []
        self._more: list[Problem] = []  # the first beyond those that are kept, as a sample
        self._more_count = 0
        self._cells = self._pieces = self._saved_moves = 0

    def add(self, level: Level | None, problems: Iterable[Problem] = ()) -> None:
        """Add a level (None if it could not be read) and its problems.

        Raises TooLarge for more levels, cells, pieces or saved moves than a file may have.
        """
        for problem in problems:
            self._add_problem(problem)
        if level is not None:
            self.levels.append(level)
            self._count(level)

    def leave_out(self, level: Level, problems: Iterable[Problem]) -> None:
        """Add the problems of a level that is not kept after all, but took its cells and pieces.  Raises as `add`."""
        self.add(None, problems)
        self._count(level)

    def _count(self, level: Level) -> None:
        board = level.board
        self._cells += len(board.terrain)
        self._pieces += len(board.pieces)
        self._saved_moves += len(level.saved_moves)
        if (
            self._pieces > MOST_PIECES_OF_A_BOARD
            or len(self.levels) > MOST_LEVELS
            or self._cells > MOST_CELLS
            or self._saved_moves > MOST_SAVED_MOVES
        ):
            self._check(level)

    def _check(self, level: Level) -> None:
        """Raise TooLarge where the last level is too large, or all together are."""
        board = level.board
        for count, most, noun in (
            (len(board.pieces), MOST_PIECES_OF_A_BOARD, say("pieces-on-board")),
            (len(self.levels), MOST_LEVELS, "levels"),
            (self._cells, MOST_CELLS, say("cells-in-all")),
            (self._pieces, MOST_PIECES, say("pieces-in-all")),
            (self._saved_moves, MOST_SAVED_MOVES, say("solutions-in-all")),
        ):
            if count > most:
                line = level.source.line if level.source else 0
                raise TooLarge.said("more-than-in-file", most=most, noun=noun, line=line)

    def extend(self, reads: Iterable[tuple[Level | None, list[Problem]]]) -> None:
        """Add levels and problems one after the other; see `add`."""
        for level, problems in reads:
            self.add(level, problems)

    def _add_problem(self, problem: Problem) -> None:
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(problem)
            return
        self._more_count += 1
        if not self._more or (problem.severity == "error" != self._more[0].severity):
            self._more = [problem]

    def collection(self) -> Collection:
        """Return the collection, with one more problem for all that were only counted."""
        problems = self._problems
        for first in self._more:
            found = say("problems-more", problems=counted(self._more_count, "problem"))
            problems = [*problems, Problem(first.line, 0, first.severity, found, say("at-most-of", most=MOST_PROBLEMS))]
        return Collection(tuple(self.levels), tuple(problems))


class TextBounds(NamedTuple):
    """The most characters of a title or an author, of all other words, and of the saved moves of a level."""

    title: int
    words: int
    saved_moves: int

    def fault(self, subject: Level | Collection) -> Sentence | None:
        """Return the sentence on texts that are too long, None where all have room."""
        title = max(len(subject.title), len(subject.author))
        words = len(subject.notes) + sum(len(key) + len(text) for key, text in subject.headers)
        moves = 0
        if isinstance(subject, Level):
            words += len(subject.game) + sum(len(name) + len(str(value)) for name, value in subject.options)
            words += sum(len(saved.title) + len(saved.notes) for saved in subject.saved_moves)
            moves = sum(len(saved.text) for saved in subject.saved_moves)
        if title > self.title:
            return say("long-title", count=title, most=self.title)
        if words > self.words:
            return say("long-words", count=words, most=self.words)
        return say("long-moves", count=moves, most=self.saved_moves) if moves > self.saved_moves else None


def within(collection: Collection, side: int | None, texts: TextBounds | None = None) -> Collection:
    """Return a collection without the levels of more than `side` columns or rows, or with too long texts.

    Each of them becomes a problem.  None is no bound.
    """
    fit: list[Level] = []
    problems = list(collection.problems)
    for number, level in enumerate(collection.levels, start=1):
        board = level.board
        expected = ""
        if side is not None and max(board.width, board.height) > side:
            found = say("level-of-size", number=number, width=board.width, height=board.height)
            expected = say("at-most-square", side=side)
        elif texts is not None and (fault := texts.fault(level)) is not None:
            found = of_level(number, fault)
        else:
            fit.append(level)
            continue
        line = level.source.line if level.source else 0
        problems.append(Problem(line, 0, "error", found, expected, say("was-left-out")))
    return replace(collection, levels=tuple(fit), problems=tuple(problems))
