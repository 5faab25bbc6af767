"""The queries of a pointer: pure functions of the position as the player sees it.

None of them knows more than the player: they take `Session.visible`.  Each is bounded by the cells it may visit,
and may still take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...board import Board, Piece
from ...games.position import Position
from ...grid import NAMES, Cell, cell_name
from ...path.lazy_paths import path_lengths
from . import messages
from .commands import reach, require_on_board
from .serialize import Object

_MAX_REACH_ALL_BOXES = 2_000_000  # cells that all boxes together may visit


def answer(position: Position[Any, Any], query: messages.Query) -> Object:
    """Return the answer to a query.  Raises Refused for a cell that is off the board."""
    board = position.board
    if not isinstance(query, messages.Pushable):
        require_on_board(board, *(part for part in query if not isinstance(part, bool)))
    match query:
        case messages.Reach(cell, through):
            lengths = path_lengths(reach(position, cell, through=through))
            return {"is": "reach", "cell": cell, "cells": lengths}
        case messages.Path():
            return _path(position, query)
        case messages.Origins(cell):
            origins = {box for box, targets in _box_targets(position) if cell in targets}
            return {"is": "origins", "cell": cell, "cells": sorted(origins)}
        case messages.Pushable():
            return {"is": "pushable", "cells": [[cell, *names] for cell, names in _pushable(position).items()]}
        case messages.Describe(cell):
            return {"is": "told", "cell": cell, "text": describe(board, cell)}


def _box_targets(position: Position[Any, Any]) -> Iterator[tuple[Cell, Mapping[Cell, Sequence[Any]]]]:
    """Yield for each box its cell and where it can be taken, with the moves; together they visit a bounded area."""
    boxes = [piece for piece in position.board.pieces if piece.kind != "pusher" and not piece.hidden]
    limit = _MAX_REACH_ALL_BOXES // max(len(boxes), 1)
    for box in boxes:
        yield box.anchor, position.controls.reach(position.state, box.anchor, limit)


def _pushable(position: Position[Any, Any]) -> dict[Cell, list[str]]:
    """Return for each box that can be pushed the names of the directions in which it can."""
    steps = position.board.grid.step
    pushable: dict[Cell, list[str]] = {}
    for box, targets in _box_targets(position):
        for name, row in zip(NAMES, steps, strict=True):
            near = row[box]
            if near in targets and trail(position, targets[near], box)[0] == [box, near]:
                directions = pushable.setdefault(box, [])
                directions += [name] if name not in directions else []
    return pushable


def _path(position: Position[Any, Any], path: messages.Path) -> Object:
    """Return the path of the piece that is dragged, cell by cell, and that of the pusher who pushes it."""
    moves = reach(position, path.start, through=path.through).get(path.end, ())
    carried, walked = trail(position, moves, path.start)
    return {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(moves)}


def trail(position: Position[Any, Any], moves: Sequence[Any], start: Cell) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that the piece on `start` comes to, its own first, and those of a pusher who moves it.

    The latter are none where the piece itself is a pusher.
    """
    carried: list[Cell] = [start]
    walked: list[Cell] = []
    for transition in position.transitions(moves):
        for change in transition.changes:
            match change.before, change.after:
                case (Piece() as before, Piece() as after) if before.cells != after.cells:
                    if before.anchor == carried[-1]:
                        carried.append(after.anchor)
                    elif before.kind == "pusher" and (not walked or walked[-1] == before.anchor):
                        walked += [after.anchor] if walked else [before.anchor, after.anchor]
    return carried, walked


def describe(board: Board, cell: Cell) -> str:
    """Return in words what is on a cell."""
    if cell == len(board.terrain):
        return "off the board"
    terrain = board.terrain[cell]
    kind = terrain.looks if terrain.looks is not None and not terrain.uses else terrain.kind
    words = [
        terrain.colour or "",
        kind or "",
        str(terrain.number or ""),
        f"of player {terrain.player}" * bool(terrain.player),
    ]
    place = " ".join(filter(None, words))
    pieces = [_describe_piece(piece) for piece in board.at(cell) if not piece.hidden]
    contents = f"{', '.join(pieces)} on {place}" if pieces else place
    return f"{cell_name(*board.rc(cell))}: {contents}"


def _describe_piece(piece: Piece) -> str:
    words = [
        *dict.fromkeys(piece.colours),
        piece.kind,
        str(piece.number or ""),
        f"of group {piece.group}" if piece.group else "",
        f"of player {piece.player}" if piece.player else "",
        f"that blooms {NAMES[piece.arrow]}" if piece.arrow >= 0 and not piece.bloomed else "",
        f"with a fuse of {piece.fuse}" if piece.fuse else "",
        "that never moves again" if piece.fixed else "",
    ]
    return " ".join(filter(None, words))
