"""Checks of every game before it starts a level: known kinds, valid options, pieces on free cells."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from itertools import chain

from ...board import Board, Piece, Terrain, distinct_terrain
from ...errors import LevelError, OptionError
from ...grid import Cell
from ...level import Level, Problem
from ...sentence import say
from ..api import GameInfo


def check(info: GameInfo, level: Level, impossible: Iterable[Problem] = ()) -> None:
    """Raise OptionError for a bad option, LevelError for the first fault because of which no state can hold a level.

    `impossible` are those of these faults that only the game knows.
    """
    if level.options:
        info.option_values(level)
    for problem in chain(invalid(info, level), impossible):
        raise LevelError(str(level.place(problem)), cell=problem.cell)


def problems(
    info: GameInfo, level: Level, position: Iterable[Problem], impossible: Iterable[Problem] = ()
) -> list[Problem]:
    """Return the faults for which `check` raises; without any, the faults of the `position`."""
    return [level.place(problem) for problem in [*invalid(info, level), *impossible] or position]


def invalid(info: GameInfo, level: Level) -> Iterator[Problem]:
    """Yield the faults because of which no state of a game can hold a level."""
    try:
        if level.options:
            info.option_values(level)
    except OptionError as error:
        yield Problem.error(str(error))
    board = level.board
    if _is_usual(info, board):
        return
    for fault in board.faults():
        yield Problem.error(fault.text, cell=fault.cell)
    yield from _unknown(info, board)
    yield from _misplaced(info, board)
    pushers = board.of_kind("pusher")
    if (most := info.palette.parts.most_pushers) is not None and len(pushers) > most:
        yield Problem.error(
            say("pushers", count=len(pushers)),
            say("most-in-game", most=most, game=info.name),
            cell=pushers[most].anchor,
        )


def _is_usual(info: GameInfo, board: Board) -> bool:
    """Return whether a board has only known parts, each piece on a cell of its own, and no fault.

    It takes one look at the pieces, because a collection has tens of thousands of levels.
    """
    try:
        return not board.counters and _has_terrain(info, board) and _has_pieces(info, board)
    except (AttributeError, TypeError):  # of values that no board has: `Board.faults` says what they are
        return False


def _has_terrain(info: GameInfo, board: Board) -> bool:
    has_terrain = info.palette.parts.has_terrain
    return all(type(sort) is Terrain and has_terrain(sort) for sort in distinct_terrain(board.terrain))


def _has_pieces(info: GameInfo, board: Board) -> bool:
    parts, solid = info.palette.parts, info.palette.solid
    has_piece, most = parts.has_piece, parts.most_pushers
    outside, terrain = len(board.terrain), board.terrain
    cells: set[Cell] = set()
    pushers = 0
    for piece in board.pieces:
        if len(piece.cells) != 1 or not has_piece(piece.kind, piece[2:]):
            return False
        (cell,) = piece.cells
        if type(cell) is not int or not 0 <= cell < outside or terrain[cell].kind in solid:
            return False
        cells.add(cell)
        pushers += piece.kind == "pusher"
    return len(cells) == len(board.pieces) and (most is None or pushers <= most)


def _unknown(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Kinds that are not in the palette, and properties that nothing of that kind has there."""
    parts = info.palette.parts
    if any(parts.strange(sort) is not None for sort in distinct_terrain(board.terrain)):
        for cell, ground in enumerate(board.terrain):
            if (strange := parts.strange(ground)) is not None:
                yield Problem.error(say("strange", part=strange, game=info.name), cell=cell)
    for piece in board.pieces:
        if piece.kind in parts.pieces and len(piece.cells) == 1 and piece[2:] == _PLAIN:
            continue  # nearly every piece there is
        if (strange := parts.strange(piece)) is not None:
            yield Problem.error(say("strange-part", part=strange, game=info.name), cell=piece.anchor)
        elif len(piece.cells) > 1 and piece.kind in parts.single:
            found = say("strange-size", piece=piece.kind, count=len(piece.cells), game=info.name)
            yield Problem.error(found, cell=piece.anchor)


_PLAIN = Piece("", ())[2:]  # the properties of a piece that has none


def _misplaced(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Pieces in solid terrain or on one another; where pieces may share cells it is the game that knows which."""
    solid, outside = info.palette.solid, len(board.terrain)
    for piece in board.pieces:
        on_board = {cell for cell in piece.cells if 0 <= cell < outside}
        for cell in sorted(cell for cell in on_board if board.terrain[cell].kind in solid):
            yield Problem.error(say("stands-in", piece=piece.kind, terrain=board.terrain[cell].kind), cell=cell)
    if any(spec.may_overlap for spec in info.palette.pieces):
        return
    covered = [cell for piece in board.pieces for cell in piece.cells]
    if len(set(covered)) == len(covered):
        return
    for cell, count in Tally(covered).items():
        if count > 1:
            yield Problem.error(say("pieces-on-one", count=count), say("one"), cell=cell)
