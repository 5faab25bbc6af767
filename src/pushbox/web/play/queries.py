"""What a pointer may ask of a position before anything is done: pure functions of a game and of what the player sees.

None of them knows more than the player: ask with `Session.seen`.  Each is bounded by what it may visit, and may still
take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...board import Board, Piece
from ...games.api import Game
from ...games.parts.pointer import counts
from ...grid import NAMES, Cell, cell_name
from . import messages
from .commands import on_board, reach
from .serialize import Object

_ALL_BOXES = 2_000_000  # cells that all boxes together may visit


def answer(game: Game[Any, Any], seen: Any, question: messages.Question) -> Object:
    """Return the answer to a question.  Raises Refused for a cell that is off the board."""
    if not isinstance(question, messages.Pushable):
        on_board(game.board(seen), *(part for part in question if not isinstance(part, bool)))
    match question:
        case messages.Reach(cell, through):
            return {"is": "reach", "cell": cell, "cells": counts(reach(game, seen, cell, through=through))}
        case messages.Path():
            return _path(game, seen, question)
        case messages.Origins(cell):
            boxes = _boxes(game.board(seen))
            limit = _ALL_BOXES // max(len(boxes), 1)
            found = [box.anchor for box in boxes if cell in game.reach(seen, box.anchor, limit)]
            return {"is": "origins", "cell": cell, "cells": sorted(set(found))}
        case messages.Pushable():
            return {"is": "pushable", "cells": [[cell, *ways] for cell, ways in _pushable(game, seen)]}
        case messages.Tell(cell):
            return {"is": "told", "cell": cell, "text": told(game.board(seen), cell)}


def _boxes(board: Board) -> list[Piece]:
    """Return what can be moved without moving by itself; where everything does, all of it."""
    return [piece for piece in board.pieces if piece.kind != "pusher" and not piece.hidden]


def _pushable(game: Game[Any, Any], seen: Any) -> list[tuple[Cell, list[str]]]:
    board = game.board(seen)
    boxes = _boxes(board)
    limit = _ALL_BOXES // max(len(boxes), 1)
    found: dict[Cell, list[str]] = {}
    for box in boxes:
        targets = game.reach(seen, box.anchor, limit)
        for name, row in zip(NAMES, board.grid.step, strict=True):
            near = row[box.anchor]
            if near in targets and trail(game, seen, targets[near], box.anchor)[0] == [box.anchor, near]:
                ways = found.setdefault(box.anchor, [])
                ways += [name] if name not in ways else []
    return list(found.items())


def _path(game: Game[Any, Any], seen: Any, path: messages.Path) -> Object:
    """Return the way of what is carried, cell by cell, and that of the pusher who carries it."""
    way = reach(game, seen, path.start, through=path.through).get(path.end, ())
    carried, walked = trail(game, seen, way, path.start)
    return {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(way)}


def trail(game: Game[Any, Any], state: Any, moves: Sequence[Any], start: Cell) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that the piece on `start` comes to, its own first, and those of a pusher who moves it.

    The latter are none where the piece itself is a pusher.
    """
    carried: list[Cell] = [start]
    walked: list[Cell] = []
    for move in moves:
        transition = game.apply(state, move)
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


def told(board: Board, cell: Cell) -> str:
    """Return in words what is on a cell."""
    if cell == len(board.terrain):
        return "off the board"
    ground = board.terrain[cell]
    kind = ground.looks if ground.looks is not None and not ground.uses else ground.kind
    words = [
        ground.colour or "",
        kind or "",
        str(ground.number or ""),
        f"of player {ground.player}" * bool(ground.player),
    ]
    where = " ".join(filter(None, words))
    pieces = [_named(piece) for piece in board.at(cell) if not piece.hidden]
    return (
        f"{cell_name(*board.rc(cell))}: {', '.join(pieces)} on {where}"
        if pieces
        else f"{cell_name(*board.rc(cell))}: {where}"
    )


def _named(piece: Piece) -> str:
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
