"""Ids of levels: the two that the field publishes for Sokoban, and one of pushbox for a level of any game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..board import FLOOR, GOAL, WALL, Board, Piece, Terrain, distinct_terrain, map_terrain
from ..errors import LevelError, set_fields
from ..grid import Cell
from ..level import Level
from .sokoban_grid import SokobanGrid, cropped, sokoban_grid
from .symmetry import ALL, IDENTITY, Symmetry, places, traversal, turn_piece, turn_terrain, turned_text


def exact_id(board: Board) -> str:
    """Return the Exact-Id of a Sokoban board: 16 hexadecimal digits that change with everything but unseen walls.

    It is the MD5 sum of the playable part as it lies.  O(cells).  Raises LevelError for a board that is not of walls,
    floor, goals and boxes with one player.

    Source: Mic and Källmark's Level-Id.
    """
    playable = _playable(board)
    return _sum(playable.text(playable.player))


def unique_id(board: Board) -> str:
    """Return the Unique-Id of a Sokoban board: the same for its symmetries and wherever the player stands in its area.

    It is the smallest sum over the eight symmetries and the cells that the player can reach without a push, so that it
    costs O(cells * reachable cells).  Raises LevelError and has its source as `exact_id`.
    """
    playable = _playable(board)
    grids = [playable.transformed(symmetry) for symmetry in ALL]
    return min(_sum(grid.text(cell)) for grid in grids for cell in grid.reach("#$*"))


def _playable(board: Board) -> SokobanGrid:
    grid = sokoban_grid(board)
    if grid is None:
        raise LevelError("found more than Sokoban has, expected walls, floor, goals, boxes and one player for this id")
    return cropped(grid, grid.reach("#"))


def _sum(text: str) -> str:
    return hashlib.md5(text.encode("ascii"), usedforsecurity=False).hexdigest()[:16].upper()


def canonical_id(level: Level, symmetries: Iterable[Symmetry] = ALL) -> str:
    """Return an id, 32 hexadecimal digits, that is equal for levels which one of the `symmetries` turns into another.

    Game, options and the whole board count; words do not.  What only names things does not count either: the numbers
    that join teleporters and groups of pushers, and the order of the cells of a piece that has not bloomed.  Which
    symmetries keep the rules is known to the caller: under gravity only `UPRIGHT` do.  Pass a whole group of them.
    O(cells) for each.
    """
    return text_id(level, least_text(level.board, symmetries))


def text_id(level: Level, text: str) -> str:
    """Return the id of a level whose position has, in the symmetry that is chosen for it, this text."""
    head = f"{level.game} {sorted(level.options, key=repr)}\n"
    return hashlib.sha256((head + text).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def position_text(board: Board, symmetry: Symmetry = IDENTITY) -> str:
    """Return everything on a board, turned and mirrored, as text: equal texts are equal positions.  O(cells)."""
    return least_text(board, (symmetry,))


def least_text(board: Board, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest `position_text` of some symmetries.  O(cells) for each."""
    return (_least_usual_text if _is_usual(board) else _least_any_text)(board, symmetries)


def _is_usual(board: Board) -> bool:
    """Return whether a board is of walls, floor and goals, with one piece a cell, none of which a turn changes."""
    area = len(board.terrain)
    usual = {
        piece.cells[0]
        for piece in board.pieces
        if len(piece.cells) == 1 and 0 <= piece.cells[0] < area and not piece.colours and piece[4:] == _REST
    }
    return (
        len(usual) == len(board.pieces) and not board.counters and _USUAL.keys() >= set(distinct_terrain(board.terrain))
    )


def _least_usual_text(board: Board, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest text of a usual board, in a tenth of its time: a store needs it of every level.

    The cells count only where the sizes of several symmetries are the same, and the pieces where the cells are, too.
    """
    width, height = board.width, board.height
    size, candidates = _of_least_size(width, height, tuple(symmetries))
    cells = "".join(map_terrain(_USUAL.__getitem__, board.terrain))
    drawn = [(turned_text(cells, width, height, symmetry), symmetry) for symmetry in candidates]
    least = min(drawn)[0]
    words = {piece.cells[0]: _usual_words(piece) for piece in board.pieces}
    symmetry = _of_least_pieces(board, words, [symmetry for text, symmetry in drawn if text == least])
    return size + least + _usual_pieces(board, words, symmetry)


@lru_cache(maxsize=1024)
def _of_least_size(width: int, height: int, symmetries: tuple[Symmetry, ...]) -> tuple[str, list[Symmetry]]:
    """Return the smallest of the texts of the sizes that a board is turned to, and the symmetries that give it."""
    sizes = {symmetry: "{} {}\n".format(*symmetry.size(width, height)) for symmetry in symmetries}
    least = min(sizes.values())
    return least, [symmetry for symmetry, size in sizes.items() if size == least]


_Words = tuple[str, str]


def _usual_words(piece: Piece) -> _Words:
    """Return what stands before and behind the cell in the line of a piece of a usual board."""
    return f"\nkind={piece.kind!r} cells=(", f",) number={piece.number!r}" if piece.number else ",)"


def _of_least_pieces(board: Board, words: dict[Cell, _Words], symmetries: Sequence[Symmetry]) -> Symmetry:
    """Return that of some symmetries, under which a board has one size, whose `_usual_pieces` are the smallest text.

    The texts themselves, of which each takes a hundred bytes a piece, are not made: of two the first cell decides that
    has not the same.  O(cells) for each.
    """
    if len(symmetries) == 1:
        return symmetries[0]
    sorts = [*dict.fromkeys(words.values())]
    numbers = {sort: chr(number) for number, sort in enumerate(sorts, start=1)}
    marks = ["\0"] * len(board.terrain)
    for cell, sort in words.items():
        marks[cell] = numbers[sort]

    def next_line(drawn: str, cell: Cell) -> str:
        """Return the line of the first piece that stands on a cell or after it, nothing where there is none."""
        piece = _MARKED.search(drawn, cell)
        return _line(piece.start(), sorts[ord(piece[0]) - 1]) if piece else ""

    texts = [(turned_text("".join(marks), board.width, board.height, symmetry), symmetry) for symmetry in symmetries]
    least, chosen = texts[0]
    for drawn, symmetry in texts[1:]:
        cell = _first_difference(drawn, least)
        if next_line(drawn, cell) < next_line(least, cell):
            least, chosen = drawn, symmetry
    return chosen


_MARKED = re.compile(r"[^\0]")


def _first_difference(one: str, other: str) -> int:
    """Return the first place where two texts of one length differ, their length where none does."""
    if one == other:
        return len(one)
    start, end = 0, len(one)
    while end - start > 1:
        middle = (start + end) // 2
        if one[start:middle] == other[start:middle]:
            start = middle
        else:
            end = middle
    return start


def _line(cell: Cell, words: _Words) -> str:
    return f"{words[0]}{cell}{words[1]}"


def _usual_pieces(board: Board, words: dict[Cell, _Words], symmetry: Symmetry) -> str:
    """Return the pieces of a usual board, a line each, in the order of the cells that they come to lie on."""
    ends = traversal(*symmetry.size(board.width, board.height), symmetry.inverse)
    placed = sorted([(ends.old_cell(cell, board.width), around) for cell, around in words.items()])
    return "".join([_line(cell, around) for cell, around in placed])


def _least_any_text(board: Board, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest text of a board of whatever parts; what counts is as in `_least_usual_text`."""
    size, candidates = _of_least_size(board.width, board.height, tuple(symmetries))
    drawn = [(_any_cells(board, symmetry), symmetry) for symmetry in candidates]
    least = min(drawn)[0]
    return min("\n".join([size + least, *_any_pieces(board, symmetry)]) for cells, symmetry in drawn if cells == least)


def _any_cells(board: Board, symmetry: Symmetry) -> str:
    """Return the terrain of a board of whatever parts, turned and mirrored."""
    origins = places(board.width, board.height, symmetry)
    terrain, sorts = board.terrain, distinct_terrain(board.terrain)
    texts = {id(sort): _terrain_text(sort, symmetry) for sort in sorts}
    cells = [texts[id(terrain[origin])] for origin in origins]
    if any(sort.pair for sort in sorts):
        pairs: dict[int, int] = {0: 0}
        for cell, origin in enumerate(origins):
            if pair := terrain[origin].pair:
                cells[cell] += f"<{pairs.setdefault(pair, len(pairs))}>"
    return "".join(cells)


def _any_pieces(board: Board, symmetry: Symmetry) -> Iterator[str]:
    """Yield the lines of the pieces and the counters of a board."""
    origins = places(board.width, board.height, symmetry)
    ends = dict(zip(origins, range(len(origins)), strict=True))
    groups: dict[int, int] = {}
    for piece in sorted((_known(turn_piece(piece, symmetry, ends)) for piece in board.pieces), key=_place):
        number = groups.setdefault(piece.group, len(groups) + 1) if piece.group else 0
        yield _piece_text(piece._replace(group=number) if number else piece)
    for counter in board.counters:
        yield f"{counter.name}={counter.value}"


_REST = Piece("", ())[4:]
_USUAL = {WALL: "#", FLOOR: "-", GOAL: "."}


@lru_cache(maxsize=4096)
def _terrain_text(terrain: Terrain, symmetry: Symmetry) -> str:
    return _USUAL.get(terrain) or f"<{_fields(turn_terrain(terrain, symmetry)._replace(pair=0))}>"


def _piece_text(piece: Piece) -> str:
    return f"kind={piece.kind!r} cells={piece.cells!r}{_properties_text(piece[2:])}"


@lru_cache(maxsize=4096)
def _properties_text(properties: tuple[Any, ...]) -> str:
    """Return what stands behind the cells of a piece with these properties; a large board has few sorts of pieces."""
    return _fields(Piece("", (), *properties)).removeprefix("kind='' cells=()")


def _fields(part: Terrain | Piece) -> str:
    """Return the fields that have not their default: a field that pushbox gains later changes no id."""
    return " ".join(f"{name}={value!r}" for name, value in set_fields(part).items())


def _known(piece: Piece) -> Piece:
    """Return a piece with its cells, and their colours, in reading order, unless the first is that of the stone."""
    if len(piece.cells) == 1 or piece.bloomed:
        return piece
    if len(piece.colours) != len(piece.cells):
        return piece._replace(cells=tuple(sorted(piece.cells)))
    cells, colours = zip(*sorted(zip(piece.cells, piece.colours, strict=True)), strict=True)
    return piece._replace(cells=cells, colours=colours)


def _place(piece: Piece) -> tuple[object, ...]:
    return piece.cells, piece._replace(group=0) if piece.group else piece, piece.group
