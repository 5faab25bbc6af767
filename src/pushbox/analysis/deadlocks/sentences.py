"""The sentence of a witness, and the cells it points at on the board."""

from __future__ import annotations

from collections.abc import Sequence

from ...board import Board
from ...grid import Cell
from ...sentence import Language
from ..texts import fill, listed, number, texts
from .witnesses import (
    AxisBlock,
    Bipartite,
    DeadSquare,
    Exhausted,
    Freeze,
    FrozenBox,
    LostByRules,
    UnsolvableSet,
    Witness,
)


def explain(witness: Witness, board: Board, language: Language = "en") -> str:
    """Return why the position of a board can never be solved, as its witness shows, in one sentence.

    Cells are named as on the rulers.  The reason of `LostByRules` is that of the rules, in English.
    """
    return _Sentence(board, language).of(witness)


class _Sentence:
    def __init__(self, board: Board, language: Language) -> None:
        self._board = board
        self._language = language

    def of(self, witness: Witness) -> str:
        key = f"deadlock.{witness.kind}"
        match witness:
            case DeadSquare(box):
                return self._fill(key, box=self._board.cell_name(box))
            case Freeze(frozen):
                return self._fill(key, box=self._board.cell_name(frozen[0].cell), chain=self._chain(frozen))
            case Bipartite():
                return self._bipartite(key, witness)
            case Exhausted(positions):
                return self._fill(key, positions=number(self._language, positions))
            case LostByRules(reason):
                return self._fill(key, reason=reason)
            case UnsolvableSet():
                return self._set(key, witness)

    def _set(self, key: str, witness: UnsolvableSet) -> str:
        several = witness.kind == "goal_order" and len(witness.cells) > 1
        return self._fill(
            f"{key}.several" if several else key,
            boxes=self._names(witness.boxes),
            cells=self._names(witness.cells),
            positions=number(self._language, witness.positions),
        )

    def _fill(self, key: str, **values: str) -> str:
        return fill(self._language, key, **values)

    def _names(self, cells: Sequence[Cell]) -> str:
        """Return the names of cells as a list."""
        return listed(self._language, [*map(self._board.cell_name, cells)])

    def _chain(self, frozen: Sequence[FrozenBox]) -> str:
        parts = []
        for index, box in enumerate(frozen):
            first, last = (self._held(box.cell, block) for block in (box.horizontal, box.vertical))
            held = self._fill("held.both", first=first, last=last)
            whole = self._fill("deadlock.freeze.next", box=self._board.cell_name(box.cell), held=held)
            parts.append(whole if index else held)
        return texts(self._language)["list.chain"].join(parts)

    def _held(self, box: Cell, block: AxisBlock) -> str:
        holder = self._board.grid.step[block.direction][box]
        name = self._board.cell_name(holder) if block.reason == "box" else ""
        return self._fill(f"held.{block.reason}.{self._board.tiling.names[block.direction]}", box=name)

    def _bipartite(self, key: str, witness: Bipartite) -> str:
        key += ".frozen" if witness.frozen else ""
        if not witness.goals:
            key += ".none"
        if (len(witness.goals) or len(witness.stranded)) == 1:
            key += ".one"
        return self._fill(
            key,
            boxes=self._names(witness.stranded),
            goals=self._names(witness.goals),
            count=str(len(witness.goals)),
            frozen=self._names([box.cell for box in witness.frozen]),
        )
