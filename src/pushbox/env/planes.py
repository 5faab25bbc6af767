"""Boards of any game as planes of bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..board import Board, Piece, Terrain
from ..errors import ArgumentError
from ..grid import Cell
from ..sentence import located, say
from ..tiling import SQUARE

if TYPE_CHECKING:
    from numpy.typing import NDArray

_OF_TERRAIN = Terrain._fields[1:]
_OF_PIECES = Piece._fields[2:]
_MOST = 255


class BoardPlanes:
    """What is seen of the boards of some levels, in planes of shape (planes, height, width).

    There is a plane for each kind of terrain and of pieces, 1 where it is; one for what is beyond a board that is
    smaller than others; and one for each property that anything on the boards has or that is in the palette, such as
    numbers, colours (numbered in the order of their names, from 1), directions (from 1) and owners.  Where pieces have
    several cells, one plane tells them apart.  The last one marks the piece that keys steer.  `names` says what each
    is.  Numbers above 255 are 255.
    """

    def __init__(self, boards: Iterable[Board], parts: Iterable[Terrain | Piece]) -> None:
        seen = [*boards]
        if any(board.tiling is not SQUARE for board in seen):
            raise ArgumentError(located("boards", say("boards-squares")))
        terrain = [*dict.fromkeys(tile for board in seen for tile in board.terrain)]
        pieces = [piece for board in seen for piece in board.pieces]
        for part in parts:
            (terrain if isinstance(part, Terrain) else pieces).append(part)  # type: ignore[arg-type]  # as looked at
        self.height = max(board.height for board in seen)
        self.width = max(board.width for board in seen)
        self._texts = {text: number for number, text in enumerate(sorted(_texts(terrain, pieces)), start=1)}
        kinds = sorted({tile.kind for tile in terrain}), sorted({piece.kind for piece in pieces})
        fields = _varying(terrain, _OF_TERRAIN), _varying(pieces, _OF_PIECES)
        self.names = [
            "outside",
            *(f"terrain {kind}" for kind in kinds[0]),
            *(f"terrain {name}" for name in fields[0]),
            *(f"piece {kind}" for kind in kinds[1]),
            *(f"piece {name}" for name in fields[1]),
            *(["piece"] if any(len(piece.cells) > 1 for piece in pieces) else []),
            "steered",
        ]
        self._plane = {name: plane for plane, name in enumerate(self.names)}
        self._fields = fields

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns."""
        return (len(self.names), self.height, self.width)

    def write(self, board: Board, steered: Piece | None, out: NDArray[np.uint8], *, swap: int = 0) -> None:
        """Write a board; with `swap`, as this player sees it: their own things are those of player 1."""
        out[:] = 0
        out[self._plane["outside"]] = 1
        out[self._plane["outside"], : board.height, : board.width] = 0
        own = out[:, : board.height, : board.width]
        flat = np.zeros((len(self.names), board.height * board.width), np.uint8)
        for cell, tile in enumerate(board.terrain):
            flat[self._plane[f"terrain {tile.kind}"], cell] = 1
            for name in self._fields[0]:
                flat[self._plane[f"terrain {name}"], cell] = self._number(name, getattr(tile, name), swap)
        for index, piece in enumerate(board.pieces, start=1):
            self._write_piece(piece, index, flat, swap)
        if steered is not None:
            flat[self._plane["steered"], list(steered.cells)] = 1
        own[:] = flat.reshape(own.shape)

    def _write_piece(self, piece: Piece, index: int, flat: NDArray[np.uint8], swap: int) -> None:
        cells: Sequence[Cell] = list(piece.cells)
        flat[self._plane[f"piece {piece.kind}"], cells] = 1
        if "piece" in self._plane:
            flat[self._plane["piece"], cells] = min(index, _MOST)
        for name in self._fields[1]:
            plane = flat[self._plane[f"piece {name}"]]
            if name == "colours":
                plane[cells] = [self._texts[colour] for colour in piece.colours] or 0
            else:
                plane[cells] = self._number(name, getattr(piece, name), swap)

    def _number(self, name: str, value: object, swap: int) -> int:
        if isinstance(value, str):
            return self._texts[value]
        number = value if isinstance(value, int) else 0  # of a flag or a number; nothing is 0
        if name in {"direction", "arrow"}:
            return number + 1
        if name == "player" and swap > 1 and number:
            return {1: swap, swap: 1}.get(number, number)
        return min(number, _MOST)


def _texts(terrain: Iterable[Terrain], pieces: Iterable[Piece]) -> set[str]:
    values = {value for tile in terrain for value in tile[1:] if isinstance(value, str)}
    return values | {colour for piece in pieces for colour in piece.colours}


def _varying(parts: Sequence[Terrain] | Sequence[Piece], names: Sequence[str]) -> list[str]:
    """Return the properties that one of some parts has."""
    if not parts:
        return []
    plain = type(parts[0])._field_defaults
    return [name for name in names if any(getattr(part, name) != plain[name] for part in parts)]
