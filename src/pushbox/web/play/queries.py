"""The queries of a pointer: pure functions of the position as the player sees it.

None of them knows more than the player: they take `Session.visible`.  Each is bounded by the cells it may visit,
and may still take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from ...board import Change, net_changes
from ...games.position import Position
from ...grid import Cell
from ...path.lazy_paths import path_lengths
from ...play.describe import describe
from ...play.pointing import box_targets, losing_targets, pushable, reach, require_on_board, trail
from ..sockets.envelope import Object
from . import messages
from .serialize import changes_to_rows

_MAX_MOVES_TO_ENDS = 600  # that are played to find what becomes of the board, some milliseconds
_KEPT = 16  # answers to where a piece can be taken, each of which has up to 2 MiB on 100 x 100


def answer(position: Position, query: messages.Query) -> Object:
    """Return the answer to a query.  Raises Refused for a cell that is off the board."""
    board = position.board
    if not isinstance(query, messages.Pushable):
        require_on_board(board, *(part for part in query if not isinstance(part, bool)))
    match query:
        case messages.Reach(cell, through):
            paths = _paths(position, cell, through)
            lost = losing_targets(position, cell, paths)
            return {"is": "reach", "cell": cell, "cells": path_lengths(paths), "lost": lost}
        case messages.Ends(cell, through):
            ends = _ends(position, _paths(position, cell, through))
            return {"is": "ends", "cell": cell, "ends": ends}
        case messages.Path():
            return _path(position, query)
        case messages.Origins(cell):
            origins = {box for box, targets in box_targets(position) if cell in targets}
            return {"is": "origins", "cell": cell, "cells": sorted(origins)}
        case messages.Pushable():
            return {"is": "pushable", "cells": [[cell, *names] for cell, names in pushable(position).items()]}
        case messages.Describe(cell):
            return {"is": "told", "cell": cell, "text": describe(board, cell)}


@lru_cache(_KEPT)
def _paths(position: Position, cell: Cell, through: bool) -> Mapping[Cell, Sequence[Any]]:  # noqa: FBT001
    """Return where the piece on a cell can be taken: who asks for that asks at once what becomes of the board there."""
    return reach(position, cell, through=through)


def _ends(position: Position, paths: Mapping[Cell, Sequence[Any]]) -> list[list[Any]]:
    """Return the changes of the board on the way to each target, nearest first, within a limit.

    Only ways that are played are computed: each takes a search, and a large board has thousands.
    """
    lengths = path_lengths(paths)
    played = cache(_played)  # what the ways begin with in common is played once
    rows = []
    budget = _MAX_MOVES_TO_ENDS
    for target in sorted(paths, key=lengths.__getitem__):
        budget -= lengths[target]
        if budget < 0:
            break
        here, steps = position, []
        for move in paths[target]:
            changes, here = played(here, move)
            steps.append(changes)
        rows.append([target, *changes_to_rows(net_changes(chain.from_iterable(steps)))])
    return rows


def _played(position: Position, move: Any) -> tuple[Sequence[Change], Position]:
    """Return the changes of a move, and the position after it.  Raises IllegalMove."""
    transition = position.transition(move)
    return transition.changes, Position(position.game, transition.state)


def _path(position: Position, path: messages.Path) -> Object:
    """Return the path of the dragged piece, cell by cell, and that of the pusher."""
    moves = _paths(position, path.start, path.through).get(path.end, ())
    carried, walked = trail(position, moves, path.start)
    message = {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(moves)}
    return message | {"ends": _ends(position, {path.end: moves})} if moves else message
