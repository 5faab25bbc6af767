"""The queries of a pointer: pure functions of the position as the player sees it.

None of them knows more than the player: they take `Session.visible`.  Each is bounded by the cells it may visit,
and may still take some milliseconds on a large board.
"""

from __future__ import annotations

from typing import Any

from ...games.position import Position
from ...path.lazy_paths import path_lengths
from ...play.describe import describe
from ...play.pointing import box_targets, pushable, reach, require_on_board, trail
from . import messages
from .serialize import Object


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
            origins = {box for box, targets in box_targets(position) if cell in targets}
            return {"is": "origins", "cell": cell, "cells": sorted(origins)}
        case messages.Pushable():
            return {"is": "pushable", "cells": [[cell, *names] for cell, names in pushable(position).items()]}
        case messages.Describe(cell):
            return {"is": "told", "cell": cell, "text": describe(board, cell)}


def _path(position: Position[Any, Any], path: messages.Path) -> Object:
    """Return the path of the piece that is dragged, cell by cell, and that of the pusher who pushes it."""
    moves = reach(position, path.start, through=path.through).get(path.end, ())
    carried, walked = trail(position, moves, path.start)
    return {"is": "path", "from": path.start, "to": path.end, "cells": carried, "walk": walked, "moves": len(moves)}
