"""Witnesses as JSON, cells by their names on the rulers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...board import Board
from ...grid import Cell
from ...tiling import SQUARE
from .witnesses import AxisBlock, Bipartite, DeadSquare, Exhausted, Freeze, FrozenBox, UnsolvableSet, Witness


def witness_to_json(witness: Witness, board: Board) -> dict[str, Any]:
    """Return the fields of a witness, for its checker."""

    def names(cells: Iterable[Cell]) -> list[str]:
        return [*map(board.cell_name, cells)]

    def held(frozen: Sequence[FrozenBox]) -> list[dict[str, Any]]:
        return [{"box": names([box.cell])[0], "row": _block(box.horizontal), "column": _block(box.vertical)}
                for box in frozen]  # fmt: skip

    match witness:
        case DeadSquare(box, live):
            return {"box": names([box])[0], "live": names(sorted(live))}
        case Freeze(frozen):
            return {"frozen": held(frozen)}
        case Bipartite(stranded, goals, frozen):
            return {"stranded": names(stranded), "goals": names(goals), "frozen": held(frozen)}
        case UnsolvableSet():
            return {"boxes": names(witness.boxes), "region": names(sorted(witness.region)),
                    "positions": witness.positions}  # fmt: skip
        case Exhausted(positions, pushes):
            return {"positions": positions, "pushes": pushes}
        case _:
            return {"reason": witness.reason}


def _block(block: AxisBlock) -> dict[str, str]:
    """Return the block of a box on an axis; dead squares are on both sides of it."""
    side = {} if block.reason == "dead" else {"side": SQUARE.names[block.direction]}
    return {"reason": block.reason, **side}
