"""The brushes of the editor, with distinct names, and their effect on a board."""

from __future__ import annotations

from typing import NamedTuple

from ...board import FLOOR, Board, Piece, Terrain
from ...games.api import Game
from ...games.palette import PieceSpec
from ...grid import Cell, grid
from ...render.labels import label, side_by_side, terrain_word
from ...render.text import draw
from ...sentence import listed, say, word
from ...tiling import SQUARE

_GOAL = Terrain("goal")
# Kinds in the order in which a level is drawn; others follow.
_IN_USE = ("wall", "floor", "goal", "flower", "box", "stone", "block", "circle", "pusher")
_XSB_FLOOR = "-"  # as a blank paints


class Brush(NamedTuple):
    """A brush: terrain, or a piece that replaces others of the cell, or both; `key` is what to type for it, if any."""

    name: str
    terrain: Terrain | None = None
    spec: PieceSpec | None = None
    key: str = ""


def brushes(game: Game) -> list[Brush]:
    """Return the brushes for the palette of a game in the order of use, those of variants last.

    The first brush of each sign of a text picture has it as its key: in Sokoban those are the letters of XSB.
    """
    palette = game.info.palette
    plain = palette if palette.plain is None else palette.plain
    grounds = dict.fromkeys(terrain for part in (plain, palette) for terrain in part.terrain)
    specs = {spec.piece: spec for part in (plain, palette) for spec in part.pieces}
    found = [Brush(terrain_label(terrain), terrain=terrain) for terrain in grounds]
    found += [Brush(piece_label(piece), spec=spec) for piece, spec in specs.items()]
    common = {*plain.terrain, *(spec.piece for spec in plain.pieces)}
    if _GOAL in common:
        on_goal = (specs.get(piece) for piece in (Piece("box", (0,)), Piece("pusher", (0,))))
        found += [Brush(say("label-on-goal", piece=piece_label(spec.piece)), _GOAL, spec) for spec in on_goal if spec]

    def place(brush: Brush) -> tuple[bool, int]:
        part = brush.terrain if brush.spec is None else brush.spec.piece
        assert part is not None
        return part not in common, _IN_USE.index(part.kind) if part.kind in _IN_USE else len(_IN_USE)

    keys: set[str] = set()
    result = []
    for brush in sorted(found, key=place):
        key = _sign(brush)
        result.append(brush if key in keys else brush._replace(key=key))
        keys.add(key)
    return result


def _sign(brush: Brush) -> str:
    """Return the character of a text picture for what a brush paints on floor."""
    size = 5  # larger than any piece
    board = painted(Board(size, size, (FLOOR,) * size**2), size**2 // 2, brush)
    sign = draw(revealed(board), "ascii").layers[0][size // 2][size // 2]
    return _XSB_FLOOR if sign is None or sign.character == " " else sign.character


def terrain_label(terrain: Terrain) -> str:
    """Return all that terrain is, such as ``floor that looks like wall, open left right``."""
    kind, uses = terrain.kind, terrain.uses
    traits: list[str] = []
    if terrain.looks:
        like = terrain_word(terrain.looks)
        traits.append(say("label-found", terrain=like) if uses else say("label-looks", terrain=like))
    elif kind == "weak":
        traits.append(say("label-crossings", count=uses) if uses else say("label-broken"))
    elif kind in {"dye", "teleporter"} and not uses:
        traits.append(say("label-used"))
    elif terrain.role and uses:
        traits.append(say("label-gone-off"))
    if terrain.ports:
        sides = _sides(terrain.ports)
        traits.append(say("label-wires", sides=sides) if kind == "terminal" else say("label-open", sides=sides))
    name = word("role", terrain.role) if terrain.role else terrain_word(kind)
    noun = label([word("colour", terrain.colour)] if terrain.colour else [], name, terrain.number or terrain.pair)
    if terrain.player:
        noun = say("label-of-player", noun=noun, player=terrain.player)
    if terrain.direction >= 0:
        noun = say("label-directed", noun=noun, direction=SQUARE.names[terrain.direction])
    return listed([noun, *traits])


def piece_label(piece: Piece) -> str:
    """Return all that a piece is, such as ``red pusher, group 2`` or ``hidden box, fuse 2``."""
    kind = say("label-player") if piece.player else word("piece", piece.kind)
    words = [word("colour", colour) for colour in dict.fromkeys(piece.colours)]
    words = [*([say("label-hidden")] if piece.hidden else []), *words, *([say("label-fixed")] if piece.fixed else [])]
    traits: list[str] = [say("label-group", number=piece.group)] if piece.group else []
    if piece.fuse:
        traits.append(say("label-fuse", number=piece.fuse))
    if piece.spent:
        traits.append(say("label-burnt"))
    if piece.ports:
        traits.append(say("label-wires", sides=_sides(piece.ports)))
    if piece.arrow >= 0:
        direction = SQUARE.names[piece.arrow]
        traits.append(
            say("label-in-bloom", direction=direction) if piece.bloomed else say("label-blooms", direction=direction)
        )
    return listed([label(words, kind, piece.number or piece.player), *traits])


def cell_label(board: Board, cell: Cell) -> str:
    """Return all contents of a cell, hidden ones included."""
    contents = terrain_label(board.terrain[cell])
    for piece in reversed([piece for piece in board.pieces if cell in piece.cells]):
        contents = say("label-on", piece=piece_label(piece), terrain=contents)
    return contents


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
            if brush.spec.max_count == 1:  # there is one such piece: it comes here
                pieces = [piece for piece in pieces if piece._replace(cells=()) != brush.spec.piece._replace(cells=())]
            pieces.append(brush.spec.piece._replace(cells=cells))
            for covered in cells:
                terrain[covered] = FLOOR if terrain[covered].kind == "wall" else terrain[covered]
    return board.with_parts(terrain, pieces)


def between(board: Board, start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of the rectangle with two cells as its corners."""
    (row, column), (last_row, last_column) = board.rc(start), board.rc(end)
    rows, columns = sorted((row, last_row)), sorted((column, last_column))
    return [board.cell(y, x) for y in range(rows[0], rows[1] + 1) for x in range(columns[0], columns[1] + 1)]


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
    names = [word("direction", name) for direction, name in enumerate(SQUARE.names) if ports >> direction & 1]
    return say("label-all-sides") if len(names) == len(SQUARE.names) else side_by_side(names)
