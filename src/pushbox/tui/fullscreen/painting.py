"""The brushes of the editor, with distinct names, and their effect on a board."""

from __future__ import annotations

from typing import NamedTuple

from ...board import FLOOR, Board, Piece, Terrain
from ...games.api import Game
from ...games.palette import PieceSpec
from ...grid import Cell, grid
from ...tiling import SQUARE


class Brush(NamedTuple):
    """A brush: terrain, or a piece that replaces others of the cell."""

    name: str
    terrain: Terrain | None = None
    spec: PieceSpec | None = None


def brushes(game: Game) -> list[Brush]:
    """Return the brushes for the palette of a game, the most common first."""
    palette = game.info.palette
    both = (palette,) if palette.plain is None else (palette.plain, palette)
    grounds = dict.fromkeys(terrain for part in both for terrain in part.terrain)
    pieces = {spec.piece: spec for part in both for spec in part.pieces}
    return [
        *(Brush(terrain_label(terrain), terrain=terrain) for terrain in grounds),
        *(Brush(piece_label(piece), spec=spec) for piece, spec in pieces.items()),
    ]


def terrain_label(terrain: Terrain) -> str:
    """Return all that terrain is, such as ``floor that looks like wall, open left right``."""
    kind, uses = terrain.kind, terrain.uses
    traits = []
    if terrain.looks:
        traits.append(f"{'found, once' if uses else 'looks'} like {terrain.looks}")
    elif kind == "weak":
        traits.append(f"{uses} crossing{'s' if uses > 1 else ''}" if uses else "broken")
    elif kind in {"dye", "teleporter"} and not uses:
        traits.append("used")
    elif terrain.role and uses:
        traits.append("gone off")
    if terrain.ports:
        traits.append(f"{'wires' if kind == 'terminal' else 'open'} {_sides(terrain.ports)}")
    name = "weak tile" if kind == "weak" else terrain.role or kind
    words = [terrain.colour, name, terrain.number or terrain.pair or ""]
    if terrain.player:
        words.append(f"of player {terrain.player}")
    if terrain.direction >= 0:
        words.append(SQUARE.names[terrain.direction])
    return ", ".join([" ".join(str(word) for word in words if word), *traits])


def piece_label(piece: Piece) -> str:
    """Return all that a piece is, such as ``red pusher, group 2`` or ``hidden box, fuse 2``."""
    kind = "player" if piece.player else piece.kind
    words = ["hidden" if piece.hidden else "", *dict.fromkeys(piece.colours), "fixed" if piece.fixed else "", kind]
    traits = [f"{name} {value}" for name, value in (("group", piece.group), ("fuse", piece.fuse)) if value]
    if piece.spent:
        traits.append("burnt down")
    if piece.ports:
        traits.append(f"wires {_sides(piece.ports)}")
    if piece.arrow >= 0:
        traits.append(f"{'in bloom' if piece.bloomed else 'blooms'} {SQUARE.names[piece.arrow]}")
    number = piece.number or piece.player or ""
    return ", ".join([" ".join(str(word) for word in (*words, number) if word), *traits])


def cell_label(board: Board, cell: Cell) -> str:
    """Return all contents of a cell, hidden ones included."""
    pieces = [piece_label(piece) for piece in board.pieces if cell in piece.cells]
    return " on ".join([*pieces, terrain_label(board.terrain[cell])])


def revealed(board: Board) -> Board:
    """Return a board with its hidden parts visible, for the author of a level."""
    terrain = tuple(ground._replace(uses=1) if ground.looks else ground for ground in board.terrain)
    pieces = tuple(piece._replace(hidden=False) for piece in board.pieces)
    return board.with_parts(terrain, pieces)


def painted(board: Board, cell: Cell, brush: Brush) -> Board:
    """Return a board with a cell painted: terrain in place of terrain, where it is solid of pieces too; or a piece.

    A piece goes in the place of those that it meets; one that would reach over the edge is not painted.
    """
    terrain, pieces = list(board.terrain), list(board.pieces)
    if brush.terrain is not None:
        terrain[cell] = brush.terrain
        if brush.terrain.kind in {"wall", "floor"}:
            pieces = [piece for piece in pieces if cell not in piece.cells]
    if brush.spec is not None:
        row, column = board.rc(cell)
        cells = tuple(board.cell(row + down, column + right) for down, right in brush.spec.shape)
        if len(board.terrain) not in cells:
            pieces = [piece for piece in pieces if not set(piece.cells) & set(cells)]
            pieces.append(brush.spec.piece._replace(cells=cells))
            for covered in cells:
                terrain[covered] = FLOOR if terrain[covered].kind == "wall" else terrain[covered]
    return board.with_parts(terrain, pieces)


def resized(board: Board, width: int, height: int) -> Board:
    """Return a board of another size, with floor where it is larger, and without the pieces that it has lost."""
    shape = grid(width, height)

    def moved(cell: Cell) -> Cell:
        return shape.cell(*board.rc(cell))

    terrain = [FLOOR] * shape.outside
    for cell, ground in enumerate(board.terrain):
        if moved(cell) != shape.outside:
            terrain[moved(cell)] = ground
    pieces = [piece._replace(cells=tuple(map(moved, piece.cells))) for piece in board.pieces]
    pieces = [piece for piece in pieces if shape.outside not in piece.cells]
    return Board(width, height, tuple(terrain), tuple(pieces), board.counters)


def _sides(ports: int) -> str:
    names = [name for direction, name in enumerate(SQUARE.names) if ports >> direction & 1]
    return "on all sides" if len(names) == len(SQUARE.names) else " ".join(names)
