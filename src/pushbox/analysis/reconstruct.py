"""Reconstruct the level that a solution was played on, as far as the solution shows it (lurd2xsb).

The moves are walked on a plane of unknown cells: visited cells are floor, a push has met a box, and the boxes' final
cells are goals. Untouched things (boxes that stay, floor that nobody walks, filled goals) are unknown, so the level may
be smaller than the one played.

A solution in reverse mode begins with a jump (``[...]``) and pulls; run backwards it is an ordinary solution.

Source: Yang Chao's lurd2xsb; JSoko, soukoban and YASC for the styles and for reverse mode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import Literal, NamedTuple

from ..arguments import Line, check_choice, letters_of
from ..board import FLOOR, GOAL, WALL, Board, Piece
from ..errors import IllegalMove, LevelError, NotationError
from ..games.position import load
from ..grid import cell_of, cells_within
from ..level import Level, SavedMoves
from ..notation import MOVE_LETTERS, Token, tokens
from ..sentence import located, say
from ..tiling import SQUARE, Symmetry

Style = Literal["outline", "solid"]
STYLES: tuple[Style, ...] = ("outline", "solid")

MOST_CELLS = 1_000_000

_Place = tuple[int, int]  # row and column from where the line begins, so that they may be negative
_STRANGE = re.compile(rf"[^{MOVE_LETTERS}0-9()\[\]{{}}*\s]")


def without_noise(text: str) -> tuple[str, str]:
    """Return moves with a blank for every character that is none of the notation's, and those characters in order.

    >>> without_noise("R-r.")
    ('R r ', '-.')
    """
    return _STRANGE.sub(" ", text), "".join(_STRANGE.findall(text))


def reconstruct(text: Line, *, style: Style = "outline") -> Level:
    """Return the level of a line of moves, a text, letters or what has a text; the line, run forwards, is its solution.

    Run lengths, jumps at the start (reverse mode) and the mark ``*`` are understood. `style` decides about unknown
    cells: ``outline`` puts walls around the known cells, ``solid`` fills the whole rectangle and notes its size under
    the key ``size``, as the first lurd2xsb did.

    The level is replayed before it is returned. O(len(text) + cells). Raises NotationError for a text that is not a
    line of one player's moves, IllegalMove with the step (from 1, in the given text) that no level allows, LevelError
    if nothing is pushed or the level would have more than `MOST_CELLS` cells.
    """
    given = letters_of("text", text, "the moves of a solution as a text, or what has a text")
    check_choice("style", style, STYLES)
    line = _line(given)
    track = _walk(line)
    level = _level(track, style).with_saved_moves(SavedMoves("", line.forwards))
    if not _replays(level, line.forwards):
        raise LevelError.said("reconstruct-replay")
    return level


def _replays(level: Level, letters: str) -> bool:
    """Return whether the rules allow a line letter by letter, with a push for each capital."""
    position = load(level)
    line = position.play_line(position.parse(letters))
    return [*line.pushed] == [*map(str.isupper, letters)] and position.rules.outcome(line.state).solved


class _Line(NamedTuple):
    """Moves run forwards; where they were given backwards, `reverse`, the last of them is the first given."""

    forwards: str
    reverse: bool

    def step(self, index: int) -> int:
        """Convert an index of the forward line to a step of the given text, from 1."""
        return len(self.forwards) - index if self.reverse else index + 1


def _line(text: str) -> _Line:
    moves = [token for token in tokens(text) if token.kind != "mark"]
    reverse = bool(moves) and moves[0].kind == "jump"
    letters = "".join(_steps(dropwhile(lambda token: token.kind == "jump", moves)))
    if letters.islower() or not letters:
        if not letters:
            raise LevelError.said("reconstruct-no-step")
        raise LevelError.said("reconstruct-no-push")
    return _Line(letters[::-1].translate(_BACKWARDS) if reverse else letters, reverse)


_DELTAS = dict(zip(MOVE_LETTERS, SQUARE.deltas * 2, strict=True))
_BACKWARDS = str.maketrans(MOVE_LETTERS, SQUARE.turned_letters(MOVE_LETTERS, Symmetry(2)))


def _steps(moves: Iterable[Token]) -> Iterator[str]:
    count = 0
    for token in moves:
        if token.kind == "jump":
            raise NotationError(located(say("step", step=count + 1), say("reconstruct-jump")), column=token.column)
        if token.kind == "select":
            raise NotationError(located(say("step", step=count + 1), say("reconstruct-select")), column=token.column)
        count += len(token.text)
        yield token.text


class _Track(NamedTuple):
    """The facts that a line shows: cells that are not walls, and the first and last cells of boxes."""

    known: set[_Place]
    first: set[_Place]
    last: set[_Place]


def _walk(line: _Line) -> _Track:
    """Walk a line and return its facts. Raises IllegalMove for a step that contradicts earlier ones."""
    place: _Place = (0, 0)
    known = {place}
    first: set[_Place] = set()
    boxes: set[_Place] = set()
    for index, letter in enumerate(line.forwards):
        rows, columns = _DELTAS[letter]
        place = place[0] + rows, place[1] + columns
        if letter.isupper():
            beyond = place[0] + rows, place[1] + columns
            if place in boxes:
                boxes.remove(place)
            elif place in known:
                raise _contradiction(line, index, say("contradiction-empty"))
            else:
                first.add(place)
            if beyond in boxes:
                raise _contradiction(line, index, say("contradiction-two"))
            boxes.add(beyond)
            known.add(beyond)
        elif place in boxes:
            raise _contradiction(line, index, say("contradiction-walk"))
        known.add(place)
    return _Track(known, first, boxes)


def _contradiction(line: _Line, index: int, reason: str) -> IllegalMove:
    forwards = line.forwards[index]
    message = say("contradiction", letter=forwards, reason=reason)
    if line.reverse:
        message = say("contradiction-reverse", letter=forwards.translate(_BACKWARDS), forwards=message)
    return IllegalMove(message, step=line.step(index))


def _level(track: _Track, style: Style) -> Level:
    rows = [row for row, _ in track.known]
    columns = [column for _, column in track.known]
    top, left = min(rows) - 1, min(columns) - 1
    height, width = max(rows) - top + 2, max(columns) - left + 2
    if width * height > MOST_CELLS:
        raise LevelError.said("reconstruct-cells", width=width, height=height, most=MOST_CELLS)

    def cell(place: _Place) -> int:
        return cell_of(place[0] - top, place[1] - left, width)

    known, last = [*map(cell, track.known)], {*map(cell, track.last)}
    terrain = [WALL if style == "solid" else FLOOR] * (width * height)
    if style == "outline":
        for around in cells_within(-1, -1, 1, 1, width):
            for place in known:
                terrain[place + around] = WALL
    for place in known:
        terrain[place] = GOAL if place in last else FLOOR
    pieces = (Piece("pusher", (cell((0, 0)),)), *(Piece("box", (cell(place),)) for place in track.first))
    keys = (("size", f"{width} x {height}"),) if style == "solid" else ()
    return Level(Board(width, height, tuple(terrain), pieces), headers=keys)
