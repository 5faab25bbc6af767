"""Rows of Crossoban cells, and the boards that they draw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from ...board import FLOOR, Board, Piece
from ...grid import cut, framed, height_of, rc_of
from ...level import Problem, Source
from ...sentence import counted, say
from ..parts import enclosure, plain
from ..xsb import board as boards
from ..xsb.board import BadCell, ParsedBoard
from ..xsb.line_classes import Alphabet
from .symbols import BLANKS, COLOURS, LINKED, SYMBOLS, Symbol, decode, encode, split

MOST_BAD = 100  # cells of a board that are reported
_WALL = "#"

_TERRAIN = frozenset(symbol.terrain or FLOOR for symbol in SYMBOLS.values())
_CLASS = re.escape("".join(SYMBOLS))
ALPHABET = Alphabet(
    # Closed by walls or holes at both ends, or else plain XSB: other lines of these letters are words.
    row=re.compile(rf"[ _\-]*+(?:[#!](?:[{_CLASS}]*[#!])?[ _\-]*+|(?=[^#@$+*]*[#@$+*])[ #@$.+*_\-]++)"),
    strange=re.compile(rf"[^{_CLASS}]"),
    names=say("crossoban-symbols"),
    pieces='@+$*&"BGRYCHSZchszafqxAFQX',
    loose=False,
)


def parse(rows: list[str], letters: int) -> ParsedBoard | list[BadCell]:
    """Return the board of rows of cells with several letters each, padded on the right with floor, or its bad cells.

    At most `MOST_BAD` of these are reported.
    """
    width = -(-max(map(len, rows)) // letters)
    text = "".join([row.ljust(width * letters) for row in rows])
    return (_kept_board if len(text) <= _SMALL else _board)(text, width, letters)


def _board(text: str, width: int, letters: int) -> ParsedBoard | list[BadCell]:
    """Return the board of cells of some letters, row by row, framed where a player could leave it, or its bad cells."""
    cells: Sequence[str] = text if letters == 1 else cut(text, letters)
    known: dict[str, Symbol] = {}
    bad: dict[str, str] = {}
    for cell in set(cells):
        symbol = decode(cell)
        if isinstance(symbol, Symbol):
            known[cell] = symbol
        else:
            bad[cell] = symbol
    if bad:
        found = ((*rc_of(place, width), cell) for place, cell in enumerate(cells) if cell in bad)
        return [
            BadCell(row, column * letters, say("found-cell", cell=cell), bad[cell])
            for row, column, cell in islice(found, MOST_BAD)
        ]
    outlines = {cell: _outline(symbol) for cell, symbol in known.items()}
    opening = enclosure.opening("".join(map(outlines.__getitem__, cells)), width, "@")
    if opening >= 0:
        known[_WALL] = SYMBOLS[_WALL]
        cells = framed(cells, width, _WALL)
        width += 2
    ground = {cell: symbol.terrain or FLOOR for cell, symbol in known.items()}
    filled = {cell: symbol for cell, symbol in known.items() if symbol.content}
    pieces = tuple([_piece(place, filled[cell]) for place, cell in enumerate(cells) if cell in filled])
    board = Board(width, height_of(cells, width), (*map(ground.__getitem__, cells),), pieces)
    return ParsedBoard(board, opening, opening < 0 and any(piece.kind == "pusher" for piece in pieces))


_SMALL = 400  # letters of a board that is kept: what has been written is read back, and collections share levels
_kept_board = lru_cache(maxsize=1024)(_board)


def colour_warnings(rows: list[str], letters: int, source: Source) -> list[Problem]:
    """Return a warning for the first of the cells such as ``'@2``, which Crossoban's page describes as red.

    Nothing in the cell says so, and the same page describes ``@1`` as without a colour.
    """
    cells = (
        (number, start, cell)
        for number, row in enumerate(rows)
        for start in range(0, len(row), letters)
        for cell in (row[start : start + letters],)
        if set(cell) > {"'", "@"} and any(sign in "123456789" for sign in cell)
    )
    if letters < 3 or (first := next(cells, None)) is None:
        return []
    number, start, cell = first
    more = sum(1 for _ in cells)
    found = say("red-linked", cell=cell, more=say("more-like-it", cells=counted(more, "cell")) if more else "")
    repair = say("read-as-colourless")
    place = source.top + number * source.leading, source.column + start
    return [Problem(*place, "warning", found, say("q-for-red"), repair)]


def cut_cell_warnings(rows: list[str], letters: int, source: Source) -> list[Problem]:
    """Return a warning for the first of the rows that end within a cell: a sign may be missing anywhere in them.

    Blanks at the end of a line, which rows are without, and rows of nothing but floor are no reason.
    """
    lines = source.text.split("\n")[source.top - source.line :] if source.leading else []
    cut_rows = []
    for number, row in enumerate(rows if letters > 1 else ()):
        end = len(row) % letters
        blanks = len(lines[number]) - len(lines[number].rstrip()) if number < len(lines) else 0
        if end and end + blanks < letters and row.strip(BLANKS):
            cut_rows.append((number, row[len(row) - end :]))
    if not cut_rows:
        return []
    (number, cell), *more = cut_rows
    row = rows[number]
    place = source.top + number * source.leading, source.column + len(row) - len(cell)
    others = say("more-like-it", cells=counted(len(more), "row")) if more else ""
    found = say("cut-cell", cell=cell, length=len(row), more=others)
    return [Problem(*place, "warning", found, say("signs-a-cell", count=letters), say("filled-with-blanks"))]


def rows(board: Board) -> list[str]:
    """Return the rows of a board, such that `parse` gives it again, below the comment on the size of a cell, if any.

    Cells take as few characters as the fullest of them needs.
    """
    cells = [encode(symbol) for symbol in split(board)]
    letters = max(map(len, cells))
    filled = [("##" if cell == "#" else cell).ljust(letters, "#" if cell == "#" else " ")[:letters] for cell in cells]
    lines = boards.trimmed("".join(filled), board.width, letters)
    return [*([f"; @I{letters}@"] if letters > 1 else []), *lines]


def losses(board: Board) -> list[str]:
    """Return a sentence for everything on a board that Crossoban has no symbols for, or draws otherwise."""
    if lost := [*_part_losses(board)]:
        return lost
    outline = [*map(_outline, split(board))]
    return boards.opening_losses(outline, board.width) + boards.row_losses(board)


def _part_losses(board: Board) -> Iterator[str]:
    yield from plain.size_losses(board)
    for cell, terrain in enumerate(board.terrain):
        if terrain not in _TERRAIN:
            is_known = any(terrain.kind == known.kind for known in _TERRAIN)
            yield say(
                "crossoban-no-cell",
                place=board.cell_name(cell),
                terrain=terrain.kind,
                more=say("more-than-symbol") if is_known else "",
            )
    yield from plain.stray(board)
    for piece in board.pieces:
        cell = piece.cells[0] if piece.cells else -1
        if not 0 <= cell < len(board.terrain):
            continue
        place = board.cell_name(cell)
        if not _is_known(piece):
            yield say("crossoban-no-symbol", place=place, piece=piece.kind)
        elif piece.group == LINKED and piece.colours:
            yield say("crossoban-linked", place=place)
        elif board.terrain[cell].kind == "hole":
            yield say("crossoban-on-hole", place=place, piece=piece.kind)


def _is_known(piece: Piece) -> bool:
    if any(colour not in COLOURS for colour in piece.colours) or not 0 <= piece.group <= LINKED:
        return False
    if piece.kind == "pusher":
        return piece == Piece("pusher", piece.cells, piece.colours, group=piece.group)
    return piece == Piece("box", piece.cells, piece.colours)


def _piece(cell: int, symbol: Symbol) -> Piece:
    kind, colour = symbol.content or ("", "")
    return Piece(kind, (cell,), (colour,) if colour else (), group=symbol.group)


def _outline(symbol: Symbol) -> str:
    """Return a cell as the search for openings sees it."""
    if symbol.terrain and symbol.terrain.kind == "wall":
        return "#"
    return "@" if symbol.content and symbol.content.kind == "pusher" else " "
