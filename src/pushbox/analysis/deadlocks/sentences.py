"""The sentence of a witness, and the cells it points at on the board."""

from __future__ import annotations

from collections.abc import Sequence

from ...board import Board
from ...grid import Cell
from ...sentence import Language
from ..texts import fill, listed, texts
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
                key += ".dead" * any("dead" in (box.horizontal.reason, box.vertical.reason) for box in frozen)
                return self._fill(key, box=self._board.cell_name(frozen[0].cell), chain=self._chain(frozen))
            case Bipartite():
                return self._bipartite(key, witness)
            case Exhausted(positions):
                return self._fill(key, positions=positions)
            case LostByRules(reason):
                return self._fill(key, reason=reason)
            case UnsolvableSet(boxes=boxes, cells=cells, positions=positions):
                names = {"boxes": self._names(boxes), "cells": self._names(cells)}
                return self._fill(key, count=len(cells), positions=positions, **names)

    def _fill(self, key: str, **values: str | int) -> str:
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
        return self._fill(
            key,
            boxes=self._names(witness.stranded),
            goals=self._names(witness.goals),
            count=len(witness.goals) or len(witness.stranded),
            frozen=self._names([box.cell for box in witness.frozen]),
        )
