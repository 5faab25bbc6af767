"""The queries of a pointer on a position: pure functions of a game and of what the player sees.

None of them knows more than the player: they take `Session.player_state`.  Each is bounded by the cells it may visit,
and may still take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...board import Board, Piece
from ...games.api import Game
from ...grid import NAMES, Cell, cell_name
from ...path.lazy_paths import path_lengths
from . import messages
from .commands import reach, require_on_board
from .serialize import Object

_MAX_REACH_ALL_BOXES = 2_000_000  # cells that all boxes together may visit


def answer(game: Game[Any, Any], player_state: Any, query: messages.Query) -> Object:
    """Return the answer to a query.  Raises Refused for a cell that is off the board."""
    if not isinstance(query, messages.Pushable):
        require_on_board(game.rules.board(player_state), *(part for part in query if not isinstance(part, bool)))
    match query:
        case messages.Reach(cell, through):
            return {
                "is": "reach",
                "cell": cell,
                "cells": path_lengths(reach(game, player_state, cell, through=through)),
            }
        case messages.Path():
            return _path(game, player_state, query)
        case messages.Origins(cell):
            boxes = _boxes(game.rules.board(player_state))
            limit = _MAX_REACH_ALL_BOXES // max(len(boxes), 1)
            origins = [box.anchor for box in boxes if cell in game.controls.reach(player_state, box.anchor, limit)]
            return {"is": "origins", "cell": cell, "cells": sorted(set(origins))}
        case messages.Pushable():
            return {
                "is": "pushable",
                "cells": [[cell, *directions] for cell, directions in _pushable(game, player_state)],
            }
        case messages.Describe(cell):
            return {"is": "told", "cell": cell, "text": describe(game.rules.board(player_state), cell)}


def _boxes(board: Board) -> list[Piece]:
    """Return the visible pieces that are no pushers."""
    return [piece for piece in board.pieces if piece.kind != "pusher" and not piece.hidden]


def _pushable(game: Game[Any, Any], player_state: Any) -> list[tuple[Cell, list[str]]]:
    board = game.rules.board(player_state)
    boxes = _boxes(board)
    limit = _MAX_REACH_ALL_BOXES // max(len(boxes), 1)
    pushable: dict[Cell, list[str]] = {}
    for box in boxes:
        targets = game.controls.reach(player_state, box.anchor, limit)
        for name, row in zip(NAMES, board.grid.step, strict=True):
            near = row[box.anchor]
            if near in targets and trail(game, player_state, targets[near], box.anchor)[0] == [box.anchor, near]:
                directions = pushable.setdefault(box.anchor, [])
                directions += [name] if name not in directions else []
    return list(pushable.items())


def _path(game: Game[Any, Any], player_state: Any, path: messages.Path) -> Object:
    """Return the path of the piece that is dragged, cell by cell, and that of the pusher who pushes it."""
    moves = reach(game, player_state, path.start, through=path.through).get(path.end, ())
    carried, walked = trail(game, player_state, moves, path.start)
    return {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(moves)}


def trail(game: Game[Any, Any], state: Any, moves: Sequence[Any], start: Cell) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that the piece on `start` comes to, its own first, and those of a pusher who moves it.

    The latter are none where the piece itself is a pusher.
    """
    carried: list[Cell] = [start]
    walked: list[Cell] = []
    for move in moves:
        transition = game.rules.apply(state, move)
        if transition is None:
            break
        for change in transition.changes:
            match change.before, change.after:
                case (Piece() as before, Piece() as after) if before.cells != after.cells:
                    if before.anchor == carried[-1]:
                        carried.append(after.anchor)
                    elif before.kind == "pusher" and (not walked or walked[-1] == before.anchor):
                        walked += [after.anchor] if walked else [before.anchor, after.anchor]
        state = transition.state
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
    return (
        f"{cell_name(*board.rc(cell))}: {', '.join(pieces)} on {place}"
        if pieces
        else f"{cell_name(*board.rc(cell))}: {place}"
    )


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
