"""Searches and moves as bytes, for a core that runs elsewhere: in a browser `crates/pushbox-wasm`, which reads them.

A number is LEB128 with the sign in its lowest bit; a text, bytes or a list begins with its length; what may be None is
a list of none or one.  The answer is JSON with the fields of `pushbox._core.Answer`, or an ``error``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeVar

from ..board import Board, Piece, Terrain, distinct_terrain
from ..games.position import Position
from ..level import Level, Scalar
from . import limited
from .api import Limit, Objective
from .native import has_native_rules, plays_boxes, puzzle_of

_T = TypeVar("_T")


def solve_request(position: Position, objective: Objective, limit: Limit, seed: int = 0) -> bytes | None:
    """Return the request to solve a position; None where `solve` takes more than one native search for it."""
    if limited.without_limits(position).unlimited is not position:
        return None
    level = _level(position)
    if level is None:
        return None
    return _text("solve") + _text(objective) + _number(seed) + _limit(limit) + level


def optimize_request(position: Position, metrics: Sequence[str], solutions: Sequence[str], limit: Limit) -> bytes:
    """Return the request to make the best of some solutions better; the position must be one of plain Sokoban."""
    head = _text("optimize") + _list(metrics, _text) + _list(solutions, _text) + _limit(limit)
    return head + _boxes(position)


def play_request(position: Position, letters: str) -> bytes:
    """Return the request to play letters on a position of plain Sokoban."""
    return _text("play") + _text(letters) + _list((), _number) + _boxes(position)


def replay_request(position: Position, ordinals: Sequence[int]) -> bytes:
    """Return the request to play ordinals by native rules."""
    return _text("play") + _text("") + _list(ordinals, _number) + _rules(position)


def open_request(level: Level) -> bytes:
    """Return the request to open a level for play."""
    return _text("open") + _text(level.game) + _board_and_options(level)


def move_request(play: int, position: int, name: tuple[int, int, str, Sequence[int]]) -> bytes:
    """Return the request to make a move: the cell and the rank of its piece, its action, and the numbers of that."""
    piece, rank, action, numbers = name
    return b"".join(
        (
            *(_text("move"), _number(play), _number(position), _number(piece), _number(rank), _text(action)),
            _list(numbers, _number),
        )
    )


def look_request(play: int, position: int) -> bytes:
    """Return the request to look at a position."""
    return _text("look") + _number(play) + _number(position)


def read_request(text: str) -> bytes:
    """Return the request to read the levels that a text draws in XSB."""
    return _text("read") + _text(text)


def close_request(play: int) -> bytes:
    """Return the request to close a level."""
    return _text("close") + _number(play)


def _level(position: Position) -> bytes | None:
    """Return a position, None where no native search supports it."""
    if plays_boxes(position):
        return _boxes(position)
    return _rules(position) if has_native_rules(position) else None


def _boxes(position: Position) -> bytes:
    (width, height, cells), box_numbers, goal_numbers = puzzle_of(position)
    numbers = _list(box_numbers or (), _number) + _list(goal_numbers or (), _number)
    return _text("") + _number(width) + _number(height) + _bytes(cells) + numbers


def _rules(position: Position) -> bytes:
    return _text(position.game.info.key) + _board_and_options(position.level)


def _board_and_options(level: Level) -> bytes:
    return _board(level.board) + _list(level.options, lambda option: _text(option[0]) + _scalar(option[1]))


def _board(board: Board) -> bytes:
    # Equal sorts may be several objects.
    kinds = {terrain: number for number, terrain in enumerate(dict.fromkeys(distinct_terrain(board.terrain)))}
    return b"".join(
        (
            _number(board.width),
            _number(board.height),
            _list(kinds, _terrain),
            _list(board.terrain, lambda terrain: _number(kinds[terrain])),
            _list(board.pieces, _piece),
            _list(board.counters, lambda counter: _text(counter.name) + _number(counter.value)),
        )
    )


def _terrain(terrain: Terrain) -> bytes:
    kind, colour, *numbers, role, player, looks = terrain
    rest = _optional(role, _text) + _number(player) + _optional(looks, _text)
    return _text(kind) + _optional(colour, _text) + b"".join(map(_number, numbers)) + rest


def _piece(piece: Piece) -> bytes:
    kind, cells, colours, *numbers = piece
    return _text(kind) + _list(cells, _number) + _list(colours, _text) + b"".join(map(_number, numbers))


def _scalar(value: Scalar) -> bytes:
    match value:
        case bool() | int():
            return _number(not isinstance(value, bool)) + _number(value)
        case float():
            return _number(2) + _real(value)
        case str():
            return _number(3) + _text(value)


def _limit(limit: Limit) -> bytes:
    return _optional(limit.seconds, _real) + _optional(limit.nodes, _number) + _optional(limit.memory_bytes, _number)


def _number(number: int) -> bytes:
    left = 2 * number if number >= 0 else -2 * number - 1
    out = bytearray()
    while left > 0x7F:
        out.append(left & 0x7F | 0x80)
        left >>= 7
    return bytes((*out, left))


def _real(number: float) -> bytes:
    return _text(repr(float(number)))


def _text(text: str) -> bytes:
    return _bytes(text.encode())


def _bytes(data: bytes) -> bytes:
    return _number(len(data)) + data


def _list(items: Iterable[_T], write: Callable[[_T], bytes]) -> bytes:
    written = [write(item) for item in items]
    return b"".join(chain((_number(len(written)),), written))


def _optional(value: _T | None, write: Callable[[_T], bytes]) -> bytes:
    return _list(() if value is None else (value,), write)
