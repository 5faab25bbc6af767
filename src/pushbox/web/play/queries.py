"""The queries of a pointer: pure functions of the position as the player sees it.

None of them knows more than the player: they take `Session.visible`.  Each is bounded by the cells it may visit,
and may still take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...board import net_changes
from ...games.position import Position
from ...grid import Cell
from ...path.lazy_paths import path_lengths
from ...play.describe import describe
from ...play.pointing import box_targets, pushable, reach, require_on_board, trail
from . import messages
from .change_table import ChangeTable
from .judgement import losing_targets
from .serialize import Object

_MAX_MOVES_TO_ENDS = 600  # that are played to find what becomes of the board, some milliseconds


def answer(position: Position, query: messages.Query) -> Object:
    """Return the answer to a query.  Raises Refused for a cell that is off the board."""
    board = position.board
    if not isinstance(query, messages.Pushable):
        require_on_board(board, *(part for part in query if not isinstance(part, bool)))
    match query:
        case messages.Reach(cell, through):
            paths = reach(position, cell, through=through)
            lost = losing_targets(position, cell, paths)
            return {"is": "reach", "cell": cell, "cells": path_lengths(paths), "lost": lost}
        case messages.Ends(cell, through):
            ends = _ends(position, reach(position, cell, through=through))
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


def _ends(position: Position, paths: Mapping[Cell, Sequence[Any]]) -> Object:
    """Return the changes of the board on the way to each target, nearest first, within a limit.

    Only ways that are played are computed: each takes a search, and a large board has thousands.
    """
    lengths = path_lengths(paths)
    table = ChangeTable()
    rows = []
    budget = _MAX_MOVES_TO_ENDS
    for target in sorted(paths, key=lengths.__getitem__):
        budget -= lengths[target]
        if budget < 0:
            break
        steps = position.transitions(paths[target])
        changes = net_changes(change for step in steps for change in step.changes)
        rows.append([target, *table.refer(changes)])
    shapes, changes_sent = table.take()
    return {"shapes": shapes, "changes": changes_sent, "rows": rows}


def _path(position: Position, path: messages.Path) -> Object:
    """Return the path of the dragged piece, cell by cell, and that of the pusher."""
    moves = reach(position, path.start, through=path.through).get(path.end, ())
    carried, walked = trail(position, moves, path.start)
    message = {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(moves)}
    return message | {"ends": _ends(position, {path.end: moves})} if moves else message
