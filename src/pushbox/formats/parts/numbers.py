"""The numbers of boxes and goals, as two lines of text give them: ``boxorder 1 2 99`` and ``goalorder 2 1``.

They count the boxes, and the goals, in reading order.  0 and 99 mean no number, and so does what is missing at the end.
SokoMind, which knows the numbers 1 to 98, wants the lines inside a block of comment; SokoFan takes them anywhere, and
sokoenginepy writes them as keys, ``boxorder: 1 2``, with any numbers; higher numbers elsewhere are a warning.  A level
with them is of the game ``plus``.

Source: anian's page on the plus format (sokoban-html5/plan), the SOK format as sokoenginepy writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Literal, NamedTuple, TypeVar

from ...board import Board, Piece, Terrain, keeping_latest
from ...errors import FormatError
from ...level import Collection, Level, Problem
from ...sentence import listed, say, word
from ..api import Headers
from .metadata import interpreted, lines_like, text_of_line

SOKOMIND_LARGEST = 98
NOT_A_NUMBER = 99  # the number that means none

Form = Literal["comment", "keys"]
_T = TypeVar("_T")


class _Line(NamedTuple):
    """A line of numbers: whether it is of boxes or goals, its text, and its place among the headers or the notes.

    It is in the notes, a key, or neither: a line without a colon.
    """

    noun: str
    text: str
    place: int
    in_notes: bool = False
    is_key: bool = False


_ORDER = re.compile(r"\s*(boxorder|goalorder)(?![a-z_])\s*[:=]?(.*)", re.IGNORECASE)
_ORDER_ALONE = re.compile(r"[;> \t]*(boxorder|goalorder)\s*[:=]?\s*[0-9]+(?:\s+[0-9]+)*\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")


def mentioned(text: str) -> bool:
    """Return whether a text has a line of numbers."""
    return "order" in text.lower() and _MENTIONED.search(text) is not None


_MENTIONED = re.compile(r"^[ \t>]*(?:boxorder|goalorder)(?![a-z_])", re.IGNORECASE | re.MULTILINE)


@lru_cache(maxsize=1 << 12)
def read_order(text: str, pieces: int) -> tuple[int, ...]:
    """Read one number per piece, 0 for none, after ``boxorder`` or ``goalorder``.

    Raises FormatError for anything but a number, and for more numbers than pieces.

    >>> read_order("3 99 1", 4)
    (3, 0, 1, 0)
    """
    numbers: list[int] = []
    for digits in text.split():
        if not _NUMBER.fullmatch(digits):
            raise FormatError.said("not-numbers", found=digits[:20])
        number = int(digits)
        numbers.append(0 if number == NOT_A_NUMBER else number)
    while len(numbers) > pieces and not numbers[-1]:
        numbers.pop()
    FormatError.beyond(pieces, len(numbers), "too-many-numbers")
    return (*numbers, *[0] * (pieces - len(numbers)))


def write_order(numbers: tuple[int, ...], none: int = 0) -> str:
    """Return numbers as text, the inverse of `read_order`; pieces without one get `none`, and none at the end.

    >>> write_order((3, 0, 1, 0)), write_order((0, 0), 99)
    ('3 0 1', '99')
    """
    end = len(numbers)
    while end > 1 and not numbers[end - 1]:
        end -= 1
    return " ".join([str(number or none) for number in numbers[:end]])


@lru_cache(maxsize=1 << 12)
def unequal(boxes: tuple[int, ...], goals: tuple[int, ...]) -> str:
    """Return the multiset difference of box and goal numbers; empty if they match."""
    if boxes == goals or sorted(boxes) == sorted(goals):
        return ""
    unshared: list[str] = []
    if more := _beyond(boxes, goals):
        unshared.append(say("boxes-numbered", numbers=", ".join(map(str, more[:9]))))
    if more := _beyond(goals, boxes):
        unshared.append(say("goals-numbered", numbers=", ".join(map(str, more[:9]))))
    return listed(unshared, "and")


def _beyond(numbers: tuple[int, ...], others: tuple[int, ...]) -> list[int]:
    """Return the numbers that others do not have, or not as often, in order; O(n log n)."""
    left: dict[int, int] = {}
    for number in others:
        left[number] = left.get(number, 0) + 1
    more = []
    for number in filter(None, numbers):
        if left.get(number):
            left[number] -= 1
        else:
            more.append(number)
    return sorted(more)


def of(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the boxes and of the goals of a board, in reading order."""
    boxes, goals = _places(board)
    pieces, terrain = board.pieces, board.terrain
    return tuple([pieces[box].number for box in boxes]), tuple([terrain[goal].number for goal in goals])


@keeping_latest
def _places(board: Board) -> tuple[list[int], list[int]]:
    """Return the indices of boxes among the pieces of a board, in reading order, and the cells of goals."""
    boxes = [place for place, piece in enumerate(board.pieces) if piece.kind == "box"]
    return boxes, [cell for cell, terrain in enumerate(board.terrain) if terrain.kind == "goal"]


def numbered(board: Board, boxes: tuple[int, ...], goals: tuple[int, ...]) -> Board:
    """Return a board whose boxes and goals have these numbers, in reading order; O(cells).

    Small boards that levels share, as readers let them, are shared when they are numbered alike, too.
    """
    key = id(board), boxes, goals
    found = _shared.get(key)
    if found is not None and found[0] is board:
        return found[1]
    made = _numbered(board, boxes, goals)
    if len(board.terrain) <= _SMALL:
        if len(_shared) >= _MOST_SHARED:
            _shared.clear()
        _shared[key] = board, made
    return made


_SMALL, _MOST_SHARED = 400, 4096  # cells of a board, and boards
_shared: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[Board, Board]] = {}  # each beside what it is made of


def _numbered(board: Board, boxes: tuple[int, ...], goals: tuple[int, ...]) -> Board:
    pieces, terrain = [*board.pieces], [*board.terrain]
    places, cells = _places(board)
    for place, number in zip(places, boxes, strict=True):
        pieces[place] = _numbered_box(pieces[place], number)
    for cell, number in zip(cells, goals, strict=True):
        terrain[cell] = _numbered_goal(terrain[cell], number)
    return board.with_parts(terrain, pieces)


def unnumbered(board: Board) -> Board:
    """Return a board whose boxes and goals have no numbers; O(cells)."""
    boxes, goals = of(board)
    return numbered(board, (0,) * len(boxes), (0,) * len(goals)) if any(boxes) or any(goals) else board


@lru_cache(maxsize=1 << 14)
def _numbered_box(box: Piece, number: int) -> Piece:
    """Return a box with a number; levels share equal ones, which is quicker and smaller than a new one for each."""
    return box._replace(number=number)


@lru_cache(maxsize=1 << 14)
def _numbered_goal(goal: Terrain, number: int) -> Terrain:
    """Return a goal with a number, shared as boxes are."""
    return goal._replace(number=number)


def read_numbers(collection: Collection, game: str) -> Collection:
    """Return a collection with each level interpreted; lines of numbers above the first board are warnings."""
    notes = [
        Problem(0, 0, "warning", say("found-above-board", what=order[1]), say("below-board"), say("kept-as-text"))
        for line in (collection.notes.split("\n") if _WORDS.search(collection.notes) else ())
        if (order := _ORDER_ALONE.fullmatch(line))
    ]
    read = interpreted(collection, partial(interpret, game=game))
    return replace(read, problems=(*notes, *read.problems)) if notes else read


def _titled(level: Level) -> list[Problem]:
    """Return a warning where the title of a level is a line of numbers: the only line above its board."""
    order = _ORDER_ALONE.fullmatch(level.title)
    if order is None:
        return []
    where = next(lines_like(level, re.compile(rf"(?:.*[;:])?\s*{re.escape(level.title)}")), 0)
    found = say("found-above-board", what=order[1])
    return [Problem(where, 0, "warning", found, say("below-board"), say("kept-as-text"))]


def interpret(level: Level, game: str) -> tuple[Level, list[Problem]]:
    """Return a level with the numbers that its notes or headers give, and problems; see `_interpreted`.

    A line of numbers that is the title, as it stands alone above the board, is a warning.
    """
    level, problems = _interpreted(level, game)
    return level, [*_titled(level), *problems]


def _interpreted(level: Level, game: str) -> tuple[Level, list[Problem]]:
    """Return a level with the numbers that its notes or headers give, of a `game` with numbers, without those lines.

    Only one of the two lines is a warning, and stays a line; lines that cannot be read stay too, with an error.
    Numbers that the goals do not share with the boxes are an error; a warning is a number above 98 in a comment or in a
    line without a colon.
    """
    lines = _lines(level)
    if not lines:
        return level, []
    firsts = {line.noun: line for line in reversed(lines)}
    if len(firsts) < 2:
        missing = "goalorder" if "boxorder" in firsts else "boxorder"
        found, expected = say("found", what=lines[0].noun), say("that-too", what=missing)
        where = _line_number(level, lines[0])
        return level, [Problem(where, 0, "warning", found, expected, say("kept-as-text"))]
    order_lines = (firsts["boxorder"], firsts["goalorder"])
    board = level.board
    orders: list[tuple[int, ...]] = []
    problems: list[Problem] = []
    for line, places in zip(order_lines, _places(board), strict=True):
        try:
            orders.append(read_order(line.text, len(places)))
        except FormatError as error:
            found, where = say("in-line", what=line.noun, error=str(error)), _line_number(level, line)
            return replace(level, game=game), [Problem(where, 0, "error", found, repair=say("kept-as-text"))]
        number = max(orders[-1], default=0)
        if number > SOKOMIND_LARGEST and not line.is_key:
            if line.in_notes:
                found, expected = say("number-in-comment", number=number), say("at-most-98")
            else:
                found, expected = say("number-without-colon", number=number), say("at-most-98-or-colon", what=line.noun)
            problems.append(Problem(*_place_of(level, line, number), "warning", found, expected, say("kept")))
    if unshared := unequal(*orders):
        where = _line_number(level, order_lines[0])
        problems.append(Problem(where, 0, "error", say("found", what=unshared), say("same-numbers-both")))
    notes, headers = level.notes, level.headers
    if in_notes := [line.place for line in order_lines if line.in_notes]:
        notes = "\n".join(_without(notes.split("\n"), in_notes))
    if in_headers := [line.place for line in order_lines if not line.in_notes]:
        headers = tuple(_without(headers, in_headers))
    return _with(level, numbered(board, *orders), game, notes, headers), problems


def _with(level: Level, board: Board, game: str, notes: str, headers: Headers) -> Level:
    """Return a level with another board of the same cells, another game, other notes and headers."""
    texts, source = (level.title, level.author, notes), level.source_of(board)
    return Level(board, game, level.options, *texts, level.saved_moves, headers, source)


def _without(items: Sequence[_T], places: Sequence[int]) -> list[_T]:
    return [item for place, item in enumerate(items) if place not in places]


def in_text(level: Level, game: str, form: Form) -> Level:
    """Return a level whose numbers are lines of its notes or headers, the inverse of `interpret`.

    `game` is that of levels that name none.  In the form ``comment`` numbers that SokoMind cannot read make headers.
    """
    boxes, goals = of(level.board)
    if not any(boxes) and not any(goals):
        return level
    board = numbered(level.board, (0,) * len(boxes), (0,) * len(goals))
    if form == "comment" and max(boxes + goals) <= SOKOMIND_LARGEST:
        lines = f"boxorder {write_order(boxes, NOT_A_NUMBER)}\ngoalorder {write_order(goals, NOT_A_NUMBER)}"
        notes = f"{level.notes}\n{lines}" if level.notes else lines
        return _with(level, board, game, notes, level.headers)
    headers = (("boxorder", write_order(boxes)), ("goalorder", write_order(goals)))
    return _with(level, board, game, level.notes, (*level.headers, *headers))


def losses(level: Level) -> Iterator[str]:
    """Yield the numbers that lines cannot hold: 99, which means none."""
    boxes, goals = of(level.board)
    for noun, numbers in (("box", boxes), ("goal", goals)):
        if NOT_A_NUMBER in numbers:
            index = numbers.index(NOT_A_NUMBER) + 1
            yield say("number-99", noun=word("noun", noun), number=index)


def _lines(level: Level) -> list[_Line]:
    """Return the lines of numbers of a level, those of its notes first."""
    lines = []
    if level.notes and _WORDS.search(level.notes):
        for place, text in enumerate(level.notes.split("\n")):
            if order := _ORDER.fullmatch(text):
                lines.append(_Line(order[1].lower(), order[2], place, in_notes=True))
    for place, (name, value) in enumerate(level.headers):
        noun = name.lower()
        if noun in _BEGINNINGS:
            lines.append(_Line(noun, value, place, is_key=True))
        elif not name and (order := _ORDER.fullmatch(value)):
            lines.append(_Line(order[1].lower(), order[2], place))
    return lines


_WORDS = re.compile("boxorder|goalorder", re.IGNORECASE)
_BEGINNINGS = {noun: re.compile(rf"[;> \t]*{noun}(?![a-z_])", re.IGNORECASE) for noun in ("boxorder", "goalorder")}


def _line_number(level: Level, line: _Line) -> int:
    """Return the line number in the file of a line of numbers, or 0."""
    return next(lines_like(level, _BEGINNINGS[line.noun]), 0)


def _place_of(level: Level, line: _Line, number: int) -> tuple[int, int]:
    """Return line and column in the file of a number in a line of numbers, the column 0 where that is not found."""
    digits = re.compile(rf"(?<![0-9])0*{number}(?![0-9])")
    for where in lines_like(level, _BEGINNINGS[line.noun]):
        if level.source and (found := digits.search(text_of_line(level.source, where))):
            return where, found.start() + 1
    return _line_number(level, line), 0
