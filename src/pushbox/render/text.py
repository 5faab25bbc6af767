"""Pictures as text that hide nothing: two boards that look unlike have texts that are unlike.

The picture has one character a cell.  Where a piece covers terrain that matters, or another piece, further layers
below it show what is under; what no character can tell stands in words in the marks.  A legend says what the
characters mean::

    #####
    #@$.#
    #####
    below:
      :
    marks: C2 number 12
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..arguments import check_choice, check_type
from ..board import Board, Piece, Terrain, map_terrain
from ..errors import UnsupportedError
from ..grid import Cell, cell_name
from ..sentence import listed, say
from ..terminal import escape_line
from . import ansi
from .ansi import Depth
from .characters import FLOOR, LAST_FLOOR, Charset, piece_character, tells_goal, terrain_character
from .notes import piece_name, piece_notes, terrain_name, terrain_notes
from .visible import visible_board

MOST_SIGNS = 4_000_000  # of a picture: cells times the most pieces on one of them


class Sign(NamedTuple):
    """One character of a picture, its meaning, and the role that colours it."""

    character: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class TextPicture:
    """A board as text: layers of a row of signs per row of the board, top layer first, and notes on the rest."""

    layers: tuple[tuple[tuple[Sign | None, ...], ...], ...]
    marks: tuple[str, ...]
    counters: tuple[str, ...]

    def rows(self, layer: int = 0, depth: Depth = "none") -> list[str]:
        """Return the rows of a layer, without blanks at their ends but where they show the size of the board."""
        rows = [_row(row, depth) for row in self.layers[layer]]
        if layer == 0 and rows and self.layers[0][0]:
            width = len(self.layers[0][0])
            if not any(row[-1] and row[-1].character != FLOOR for row in self.layers[0]):
                rows[0] += FLOOR * (width - 1 - _length(self.layers[0][0])) + LAST_FLOOR
            rows[-1] = rows[-1] or LAST_FLOOR
        return rows

    def legend(self) -> dict[str, str]:
        """Return the names of the parts by character, in reading order, without floor and walls."""
        names: dict[str, dict[str, None]] = {}
        for layer in self.layers:
            for row in layer:
                for sign in row:
                    if sign and sign.name not in {"floor", "wall"}:
                        names.setdefault(sign.character, {})[sign.name] = None
        return {character: listed([*texts]) for character, texts in names.items()}

    def lines(self, *, depth: Depth = "none", legend: bool = False, margin: str = "") -> list[str]:
        """Return the lines of the whole picture: layers, marks and counters, at the end the legend if asked for.

        A margin stands before the rows of the layers.
        """
        lines: list[str] = []
        for layer in range(len(self.layers)):
            lines += [say("picture-below")] if layer else []
            lines += [f"{margin}{row}".rstrip() for row in self.rows(layer, depth)]
        if self.marks:
            lines.append(say("picture-marks", marks=listed(self.marks, "semicolon")))
        lines += self.counters
        if legend and (names := self.legend()):
            parts = [say("picture-part", character=character, name=name) for character, name in names.items()]
            lines.append(say("picture-legend", parts=listed(parts, "semicolon")))
        return lines


def draw(board: Board, charset: Charset = "unicode") -> TextPicture:
    """Draw the visible board as text.

    Raises ArgumentError for an invalid board or alphabet, UnsupportedError for more than `MOST_SIGNS`.
    """
    check_type("board", board, Board, "a Board")
    check_choice("charset", charset, ("ascii", "unicode"))
    seen = visible_board(board)
    grounds = map_terrain(lambda terrain: _terrain_sign(terrain, charset), seen.terrain)
    stacks: dict[Cell, list[Sign]] = {}
    shown_goals: set[Cell] = set()  # by the character of the piece on it
    for piece in seen.pieces:
        for index, cell in enumerate(piece.cells):
            if 0 <= cell < len(grounds):
                ground = seen.terrain[cell]
                stacks.setdefault(cell, []).append(_piece_sign(piece, index, ground, charset))
                if tells_goal(piece, index, ground):
                    shown_goals.add(cell)
    most = max(map(len, stacks.values()), default=0)
    if most * len(grounds) > MOST_SIGNS:
        raise UnsupportedError.said("pieces-to-draw", count=most, cells=len(grounds), most=MOST_SIGNS)
    for cell, stack in stacks.items():
        stack.reverse()
        if grounds[cell].character != FLOOR and cell not in shown_goals:
            stack.append(grounds[cell])
    top = [stacks[cell][0] if cell in stacks else sign for cell, sign in enumerate(grounds)]
    layers = [_layer(seen, top)]
    for depth in range(1, max((len(stack) for stack in stacks.values()), default=0)):
        below = [stacks[cell][depth] if len(stacks.get(cell, ())) > depth else None for cell in range(len(grounds))]
        layers.append(_layer(seen, below))
    counters = tuple(escape_line(f"{name}: {value}") for name, value in seen.counters)
    return TextPicture(tuple(layers), tuple(_marks(seen)), counters)


def text(
    board: Board, *, charset: Charset = "unicode", depth: Depth = "none", legend: bool = True, rulers: bool = False
) -> str:
    """Return a board as text for people, in as many colours as a terminal has.

    Raises ArgumentError for what is no board, no alphabet and no depth of colour, UnsupportedError as `draw` does.
    """
    picture = draw(board, charset)
    check_choice("depth", depth, ansi.DEPTHS)
    lines = picture.lines(depth=depth, legend=legend)
    if rulers:
        lines[: board.height] = _with_rulers(lines[: board.height], board)
    return "\n".join(lines)


def _terrain_sign(terrain: Terrain, charset: Charset) -> Sign:
    return Sign(terrain_character(terrain, charset), terrain_name(terrain), terrain.colour or terrain.kind)


def _piece_sign(piece: Piece, index: int, ground: Terrain, charset: Charset) -> Sign:
    name = piece_name(piece, index)
    if tells_goal(piece, index, ground):
        name = say("label-on-goal", piece=name)
    colour = piece.colours[index] if index < len(piece.colours) else ""
    role = colour or (f"{piece.kind} home" if ground.kind == "goal" else piece.kind)
    return Sign(piece_character(piece, index, ground, charset), name, role)


def _layer(board: Board, signs: list[Sign] | list[Sign | None]) -> tuple[tuple[Sign | None, ...], ...]:
    width = board.width
    return tuple(tuple(signs[row * width : (row + 1) * width]) for row in range(board.height))


def _length(row: tuple[Sign | None, ...]) -> int:
    """Return the length of a row without the blanks at its end."""
    return max((index for index, sign in enumerate(row, start=1) if sign and sign.character != FLOOR), default=0)


def _row(row: tuple[Sign | None, ...], depth: Depth) -> str:
    signs = row[: _length(row)]
    if depth == "none":
        return "".join(sign.character if sign else FLOOR for sign in signs)
    return ansi.coloured(((sign.character, sign.role) if sign else (FLOOR, "floor") for sign in signs), depth)


def _marks(board: Board) -> Iterator[str]:
    for cell, notes in enumerate(map_terrain(lambda ground: listed([*terrain_notes(ground)]), board.terrain)):
        if notes:
            yield say("picture-mark", cell=board.cell_name(cell), notes=notes)
    crowds: dict[Cell, int] = {}
    for piece in board.pieces:
        for cell in piece.cells:
            crowds[cell] = crowds.get(cell, 0) + 1
    for piece in board.pieces:
        notes = listed([*piece_notes(board, piece)])
        if not notes or not 0 <= piece.anchor < len(board.terrain):
            continue
        shared = any(crowds[cell] > 1 for cell in piece.cells)
        place = board.cell_name(piece.anchor)
        if shared:
            yield say("picture-mark-of", cell=place, which=piece_name(piece), notes=notes)
        else:
            yield say("picture-mark", cell=place, notes=notes)


def _with_rulers(rows: list[str], board: Board) -> list[str]:
    """Return rows with the numbers of the rows before them, and the letters of the columns above."""
    names = [cell_name(0, column)[:-1] for column in range(board.width)]
    margin = len(str(board.height)) + 1
    head = [
        " " * margin + "".join(name.rjust(max(map(len, names)))[line] for name in names).rstrip()
        for line in range(max(map(len, names), default=0))
    ]
    return head + [f"{number:>{margin - 1}} {row}".rstrip() for number, row in enumerate(rows, start=1)]
