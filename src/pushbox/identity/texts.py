"""Everything on a board as text, turned and mirrored: what is equal, and what is smallest among some symmetries.

Ids are made of these texts and libraries keep them, so that no text may ever change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Piece, Terrain, distinct_terrain, terrain_codes
from ..grid import Cell, Rectangle
from ..reprs import set_fields
from ..tiling import IDENTITY, SQUARE, Symmetry, Turned
from .symmetry import ends_of, turn_piece, turn_terrain


def position_text(board: Board, symmetry: Symmetry = IDENTITY) -> str:
    """Return everything on a board, turned and mirrored, as text: equal texts are equal positions.  O(cells)."""
    return least_text(board, (symmetry,))


def least_text(board: Board, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest `position_text` of some symmetries.  O(cells) for each."""
    return least_texts(board)(symmetries)


def least_texts(board: Board) -> Callable[[Iterable[Symmetry]], str]:
    """Return what gives the `least_text` of a board, so that the texts of several groups take one look at it."""
    usual = _usual(board)
    return partial(_least_any_text, board) if usual is None else partial(_least_usual_text, usual)


_Words = tuple[str, str]


class _UsualBoard(NamedTuple):
    """A board with one piece a cell, none of which a turn changes, and with no names of things but of one group.

    `cells` has a sign for each cell, whose code is the place of its terrain among the `sorts`.  `words` are what stands
    before and behind the cell in the line of the piece that is on it.
    """

    shape: Rectangle
    cells: str
    sorts: tuple[Terrain, ...]
    words: dict[Cell, _Words]


def _usual(board: Board) -> _UsualBoard | None:
    """Return a board as signs and words where it is usual, None where it is not."""
    area = len(board.terrain)
    words = {
        piece.cells[0]: _usual_words(piece.kind, piece.colours, piece.number, int(piece.group != 0))
        for piece in board.pieces
        if len(piece.cells) == 1 and 0 <= piece.cells[0] < area and piece[5:] == _REST
    }
    groups = {piece.group for piece in board.pieces if piece.group}
    cells, sorts = terrain_codes(board.terrain)
    if (
        len(words) != len(board.pieces)
        or len(groups) > 1
        or board.counters
        or len(sorts) > _MOST_SORTS
        or any(s.pair for s in sorts)
    ):
        return None
    return _UsualBoard(board.rectangle, cells, sorts, words)


_MOST_SORTS = 100_000  # in each of eight symmetries another text at most, for each of which there is a sign


@lru_cache(maxsize=4096)
def _usual_words(kind: str, colours: tuple[str, ...], number: int, group: int) -> _Words:
    return f"\nkind={kind!r} cells=(", f",){_properties_text((colours, number, group))}"


def _least_usual_text(board: _UsualBoard, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest text of a usual board, in a tenth of its time: a store needs it of every level.

    The cells count only where the sizes of several symmetries are the same, and the pieces where the cells are, too.
    """
    shape = board.shape
    size, candidates = _of_least_size(shape, tuple(symmetries))
    alphabet = (_kept_alphabet if len(board.sorts) <= _FEW_SORTS else _alphabet)(
        board.sorts, tuple([shape.tiling.turned(symmetry) for symmetry in candidates])
    )
    drawn = [
        (shape.turned_text(board.cells, symmetry).translate(signs), symmetry)
        for symmetry, signs in zip(candidates, alphabet.signs, strict=True)
    ]
    least = min(drawn)[0]
    symmetry = _of_least_pieces(board, [symmetry for text, symmetry in drawn if text == least])
    return size + least.translate(alphabet.texts) + _usual_pieces(board, symmetry)


class _Alphabet(NamedTuple):
    """The signs of the texts of terrain, in the order of the texts, for `str.translate`.

    `signs` says for each symmetry what the sign of a sort is turned to, and `texts` what the signs stand for.
    """

    signs: list[dict[int, str]]
    texts: dict[int, str]


def _alphabet(sorts: tuple[Terrain, ...], ways: tuple[Turned, ...]) -> _Alphabet:
    """Return the signs of sorts of terrain, however they are turned.

    No text is the beginning of another, so that signs in the order of the texts put boards in the order of theirs.
    """
    texts_of = [[_terrain_text(sort, turned) for sort in sorts] for turned in ways]
    texts = sorted({text for texts in texts_of for text in texts})
    signs = {text: chr(number) for number, text in enumerate(texts)}
    return _Alphabet([dict(enumerate(signs[text] for text in texts)) for texts in texts_of], dict(enumerate(texts)))


_FEW_SORTS = 50
_kept_alphabet = lru_cache(maxsize=1024)(_alphabet)


@lru_cache(maxsize=1024)
def _of_least_size(shape: Rectangle, symmetries: tuple[Symmetry, ...]) -> tuple[str, tuple[Symmetry, ...]]:
    """Return the smallest of the texts of the sizes that a board is turned to, and the symmetries that give it."""
    turned = {symmetry: shape.transformed(symmetry) for symmetry in symmetries}
    name = "" if shape.tiling is SQUARE else f"{shape.tiling.name} "
    sizes = {symmetry: f"{name}{end.width} {end.height}\n" for symmetry, end in turned.items()}
    least = min(sizes.values())
    return least, tuple([symmetry for symmetry, size in sizes.items() if size == least])


def _of_least_pieces(board: _UsualBoard, symmetries: Sequence[Symmetry]) -> Symmetry:
    """Return that of some symmetries, under which a board has one size, whose `_usual_pieces` are the smallest text.

    The texts themselves, of which each takes a hundred bytes a piece, are not made: of two the first cell decides that
    has not the same.  O(cells) for each.
    """
    if len(symmetries) == 1:
        return symmetries[0]
    sorts = [*dict.fromkeys(board.words.values())]
    numbers = {sort: chr(number) for number, sort in enumerate(sorts, start=1)}
    marks = ["\0"] * len(board.cells)
    for cell, sort in board.words.items():
        marks[cell] = numbers[sort]

    def next_line(drawn: str, cell: Cell) -> str:
        """Return the line of the first piece that stands on a cell or after it, nothing where there is none."""
        piece = _MARKED.search(drawn, cell)
        return _line(piece.start(), sorts[ord(piece[0]) - 1]) if piece else ""

    texts = [(board.shape.turned_text("".join(marks), symmetry), symmetry) for symmetry in symmetries]
    least, chosen = texts[0]
    for drawn, symmetry in texts[1:]:
        cell = _first_difference(drawn, least)
        if next_line(drawn, cell) < next_line(least, cell):
            least, chosen = drawn, symmetry
    return chosen


_MARKED = re.compile(r"[^\0]")


def _first_difference(one: str, other: str) -> int:
    """Return the first place where two texts of one length differ, their length where none does."""
    if one == other:
        return len(one)
    start, end = 0, len(one)
    while end - start > 1:
        middle = (start + end) // 2
        if one[start:middle] == other[start:middle]:
            start = middle
        else:
            end = middle
    return start


def _line(cell: Cell, words: _Words) -> str:
    return f"{words[0]}{cell}{words[1]}"


def _usual_pieces(board: _UsualBoard, symmetry: Symmetry) -> str:
    """Return the pieces of a usual board, a line each, in the order of the cells that they come to lie on."""
    image = board.shape.image(symmetry)
    placed = sorted([(image(cell), around) for cell, around in board.words.items()])
    return "".join([_line(cell, around) for cell, around in placed])


def _least_any_text(board: Board, symmetries: Iterable[Symmetry]) -> str:
    """Return the smallest text of a board of whatever parts; what counts is as in `_least_usual_text`."""
    size, candidates = _of_least_size(board.rectangle, tuple(symmetries))
    drawn = [(_any_cells(board, symmetry), symmetry) for symmetry in candidates]
    least = min(drawn)[0]
    return min("\n".join([size + least, *_any_pieces(board, symmetry)]) for cells, symmetry in drawn if cells == least)


def _any_cells(board: Board, symmetry: Symmetry) -> str:
    """Return the terrain of a board of whatever parts, turned and mirrored."""
    origins, turned = board.rectangle.origins(symmetry), board.tiling.turned(symmetry)
    terrain, sorts = board.terrain, distinct_terrain(board.terrain)
    texts = {id(sort): _terrain_text(sort, turned) for sort in sorts}
    cells = [texts[id(terrain[origin])] for origin in origins]
    if any(sort.pair for sort in sorts):
        pairs: dict[int, int] = {0: 0}
        for cell, origin in enumerate(origins):
            if pair := terrain[origin].pair:
                cells[cell] += f"<{pairs.setdefault(pair, len(pairs))}>"
    return "".join(cells)


def _any_pieces(board: Board, symmetry: Symmetry) -> Iterator[str]:
    """Yield the lines of the pieces and the counters of a board."""
    turned, ends = board.tiling.turned(symmetry), ends_of(board.rectangle, symmetry)
    groups: dict[int, int] = {}
    for piece in sorted((_known(turn_piece(piece, turned, ends)) for piece in board.pieces), key=_place):
        number = groups.setdefault(piece.group, len(groups) + 1) if piece.group else 0
        yield _piece_text(piece._replace(group=number) if number else piece)
    for counter in board.counters:
        yield f"{counter.name}={counter.value}"


_REST = Piece("", ())[5:]
_PLAIN = {WALL: "#", FLOOR: "-", GOAL: "."}


@lru_cache(maxsize=4096)
def _terrain_text(terrain: Terrain, turned: Turned) -> str:
    return _PLAIN.get(terrain) or f"<{_fields(turn_terrain(terrain, turned)._replace(pair=0))}>"


def _piece_text(piece: Piece) -> str:
    return f"kind={piece.kind!r} cells={piece.cells!r}{_properties_text(piece[2:])}"


@lru_cache(maxsize=4096)
def _properties_text(properties: tuple[Any, ...]) -> str:
    """Return what stands behind the cells of a piece with these properties; a large board has few sorts of pieces."""
    return _fields(Piece("", (), *properties)).removeprefix("kind='' cells=()")


def _fields(part: Terrain | Piece) -> str:
    """Return the fields that have not their default: a field that pushbox gains later changes no id."""
    return " ".join(f"{name}={value!r}" for name, value in set_fields(part).items())


def _known(piece: Piece) -> Piece:
    """Return a piece with its cells, and their colours, in reading order, unless the first is that of the stone."""
    if len(piece.cells) == 1 or piece.bloomed:
        return piece
    if len(piece.colours) != len(piece.cells):
        return piece._replace(cells=tuple(sorted(piece.cells)))
    cells, colours = zip(*sorted(zip(piece.cells, piece.colours, strict=True)), strict=True)
    return piece._replace(cells=cells, colours=colours)


def _place(piece: Piece) -> tuple[object, ...]:
    return piece.cells, piece._replace(group=0) if piece.group else piece, piece.group
