"""The board: a grid of terrain with pieces on it, and the changes that lead from one board to the next.

Everything meets here: formats read a board, games turn it into states and back, renderers draw it.  All of it is plain
values; what a kind of terrain or piece *does* is known to the games alone, and colours are names of the domain.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from operator import attrgetter
from typing import NamedTuple, TypeVar

from .arguments import MAX_COUNT, check_iterable, check_type, check_whole, refused
from .errors import ArgumentError
from .grid import Cell, Grid, Rectangle, cell_name, cut, grid, rc_of
from .keywords import BOARD_HINTS, naming
from .kinds import PIECE_KINDS, TERRAIN_KINDS, Kind
from .reprs import abridged, brief_repr
from .rich_display import repr_svg
from .sentence import counted, say
from .tiling import SQUARE, Direction, Tiling

_T = TypeVar("_T")
_V = TypeVar("_V")


class Terrain(NamedTuple):
    """What a cell is made of.

    `direction` is that of a conveyor.  `number` is that of a numbered goal.  `uses` is what is left of a thing that
    wears out (weak tile, dye, teleporter) or, under `looks`, whether it has been revealed, of a bomb whether it has
    gone off; used-up terrain keeps its kind with ``uses=0``, so that a level rebuilt from a state is the same level.
    `pair` joins the two ends of a teleporter.  `ports` is a bit set of directions (``1 << direction``): the wires of a
    terminal, the open sides of a passage.  `role` is that of a terminal (``source``, ``bomb``).  `player` owns a goal
    where players compete, and marks the cell where the player ends in reverse play.  `looks` is the kind that the cell
    is drawn as until it is revealed.
    """

    kind: str
    colour: str | None = None
    number: int = 0
    direction: Direction = -1
    uses: int = 0
    pair: int = 0
    ports: int = 0
    role: str | None = None
    player: int = 0
    looks: str | None = None

    def __repr__(self) -> str:
        return brief_repr(self)


class Piece(NamedTuple):
    """A thing that stands on one cell or on several, and moves as one.

    `cells[0]` is the anchor; for the others their order is part of the value (a bloomed stone is the stone, then its
    flower).  `colours` is one name a cell, or empty.  `number` is that of a numbered box, 0 for none.  `group` links
    pushers, 0 for none.  `arrow` is the direction in which a stone blooms.  `ports` is a bit set of directions
    (``1 << direction``) for wires.  `fuse` is how many pushes are left before a box explodes, 0 for no fuse and
    `spent` for one that has burnt down.  `player` owns a pusher where players compete.  A `fixed` piece never moves
    again, a `hidden` one is not drawn.  A box on a lock is locked because of its cell: no flag.
    """

    kind: str
    cells: tuple[Cell, ...]
    colours: tuple[str, ...] = ()
    number: int = 0
    group: int = 0
    arrow: Direction = -1
    ports: int = 0
    fuse: int = 0
    player: int = 0
    fixed: bool = False
    bloomed: bool = False
    hidden: bool = False
    spent: bool = False

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def anchor(self) -> Cell:
        """The cell that the piece is named by."""
        return self.cells[0]


class NamedCounter(NamedTuple):
    """A number that is not on the picture but belongs to the position, such as the steps used under a step limit."""

    name: str
    value: int


Part = Terrain | Piece | NamedCounter


class Change(NamedTuple):
    """One part of a board before and after; a turn is a sequence of them, in the order of applying.

    Changes of equal `tick` are shown together.  `cause` names why, for people and for animation.  `before` or `after`
    is None where the part appears or vanishes.  `cell` is the place of a terrain.  `original_piece` is the piece as it
    was before the whole turn, so that a focus can follow one of two equal pieces.
    """

    tick: int
    cause: str
    before: Part | None
    after: Part | None
    cell: Cell = -1
    original_piece: Piece | None = None

    def __repr__(self) -> str:
        return brief_repr(self)


class Fault(NamedTuple):
    """Why a board is no board, as a sentence; `cell` is where, or -1."""

    cell: Cell
    text: str


WALL = Terrain("wall")
FLOOR = Terrain("floor")
GOAL = Terrain("goal")


@naming(BOARD_HINTS)
@dataclass(frozen=True, slots=True)
class Board:
    """A grid of `terrain`, one a cell, row by row, with `pieces` on it and `counters` beside it.

    Pieces and counters are brought into one canonical order, so that equal boards are equal values.  Several pieces may
    share a cell.  Making a board costs O(pieces log pieces); it is no key for a search, as its hash costs O(cells).
    """

    width: int
    height: int
    terrain: tuple[Terrain, ...]
    pieces: tuple[Piece, ...] = ()
    counters: tuple[NamedCounter, ...] = ()
    tiling: Tiling = SQUARE

    def __post_init__(self) -> None:
        if (
            not type(self.width) is type(self.height) is int
            or type(self.terrain) is not tuple
            or len(self.terrain) != self.width * self.height
            or self.width < 0
            or (self.terrain and type(self.terrain[0]) is not Terrain)  # the others are looked at by `faults`
        ):
            self._check_terrain()
        try:
            # By the cells, and of equal cells by all else: sorting is stable.
            object.__setattr__(self, "pieces", tuple(sorted(sorted(self.pieces), key=_CELLS)))
        except (AttributeError, TypeError):
            raise refused("pieces", self.pieces, "a sequence of Piece") from None
        if self.counters:
            try:
                counters = tuple(sorted(NamedCounter(*counter) for counter in self.counters))
            except TypeError:
                raise refused("counters", self.counters, "a sequence of NamedCounter") from None
            object.__setattr__(self, "counters", counters)

    def _check_terrain(self) -> None:
        check_whole("width", self.width)
        check_whole("height", self.height)
        check_type("terrain", self.terrain, tuple, "a tuple of Terrain, one a cell, row by row")
        if (cells := len(self.terrain)) != self.width * self.height:
            found, size = counted(cells, "cell"), f"{self.width} x {self.height}"
            raise ArgumentError(f"terrain: found {found}, expected {self.width * self.height} for a board of {size}")
        for terrain in self.terrain:
            check_type("terrain", terrain, Terrain, "a Terrain")

    @property
    def summary(self) -> str:
        """The size and the number of pieces of each kind, for people."""
        pieces = Tally(piece.kind for piece in self.pieces)
        kinds = dict.fromkeys((*PIECE_KINDS, *pieces))
        return ", ".join(
            [f"{self.width} x {self.height}", *(counted(pieces[kind], kind) for kind in kinds if pieces[kind])]
        )

    def __repr__(self) -> str:
        return f"<Board: {self.summary}>"

    @property
    def grid(self) -> Grid:
        """The cells and their neighbours."""
        return grid(self.width, self.height, self.tiling)

    @property
    def rectangle(self) -> Rectangle:
        """The size and the tiling, for what needs no table of neighbours."""
        return Rectangle(self.width, self.height, self.tiling)

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell at (row, column) from 0, or the one sentinel off the board."""
        return self.grid.cell(row, column)

    def rc(self, cell: Cell) -> tuple[int, int]:
        """Return (row, column) from 0 of a cell on the board."""
        return rc_of(cell, self.width)

    def cell_name(self, cell: Cell) -> str:
        """Return the name of a cell on the rulers, such as C6."""
        return cell_name(*rc_of(cell, self.width))

    def at(self, cell: Cell) -> tuple[Piece, ...]:
        """Return the pieces that cover a cell.  O(pieces)."""
        return tuple(piece for piece in self.pieces if cell in piece.cells)

    def of_kind(self, kind: str) -> tuple[Piece, ...]:
        """Return the pieces of a kind, in canonical order."""
        return tuple([piece for piece in self.pieces if piece.kind == kind])

    def cells_of(self, kind: str) -> tuple[Cell, ...]:
        """Return the cells whose terrain is of a kind, in reading order.  O(cells)."""
        return tuple([cell for cell, terrain in enumerate(self.terrain) if terrain.kind == kind])

    def with_pieces(self, pieces: Iterable[Piece]) -> Board:
        """Return this board with other pieces."""
        return Board(self.width, self.height, self.terrain, tuple(pieces), self.counters, self.tiling)

    def with_parts(self, terrain: Iterable[Terrain], pieces: Iterable[Piece]) -> Board:
        """Return this board with other terrain and other pieces."""
        return Board(self.width, self.height, tuple(terrain), tuple(pieces), self.counters, self.tiling)

    def apply(self, changes: Iterable[Change]) -> Board:
        """Return the board after `changes`.

        Raises ArgumentError where a change starts from something that is not there.
        """
        check_iterable("changes", changes, "a sequence of Change")
        terrain = list(self.terrain)
        parts: list[Piece | NamedCounter] = [*self.pieces, *self.counters]
        for change in changes:
            check_type("change", change, Change, "a Change")
            match change.before, change.after:
                case (Terrain() as before, Terrain() as after):
                    was = terrain[change.cell] if 0 <= change.cell < len(terrain) else None
                    if was != before:
                        expected = f"cell {change.cell} to be {abridged(was)}" if was else "a cell on the board"
                        raise refused("change", before, expected)
                    terrain[change.cell] = after
                case (Piece() | NamedCounter() | None as before, Piece() | NamedCounter() | None as after):
                    if before is not None:
                        if before not in parts:
                            raise refused("change", before, "a part of the board")
                        parts.remove(before)
                    if after is not None:
                        parts.append(after)
                case _:
                    raise refused("change", change, "one of two terrains, two pieces or two counters")
        return Board(
            self.width,
            self.height,
            tuple(terrain),
            tuple(part for part in parts if isinstance(part, Piece)),
            tuple(part for part in parts if isinstance(part, NamedCounter)),
            self.tiling,
        )

    def diff(self, other: Board) -> tuple[Change, ...]:
        """Return changes, all in one tick, that lead from this board to `other`, which has the same size.

        A piece that only stands elsewhere is one change; which of several equal pieces moved is not known, so the
        first is taken for the first.  Raises ArgumentError for boards of unlike sizes.
        """
        check_type("other", other, Board, "a Board")
        if self.rectangle != other.rectangle:
            raise refused("other", other, f"a board of {self.width} x {self.height}")
        changes = [
            Change(0, "diff", before, after, cell)
            for cell, (before, after) in enumerate(zip(self.terrain, other.terrain, strict=True))
            if before != after
        ]
        gone = list((Tally(self.pieces) - Tally(other.pieces)).elements())
        come = list((Tally(other.pieces) - Tally(self.pieces)).elements())
        for before in gone:
            after = next((piece for piece in come if piece[2:] == before[2:] and piece.kind == before.kind), None)
            if after is not None:
                come.remove(after)
            changes.append(Change(0, "diff", before, after, original_piece=before))
        changes += [Change(0, "diff", None, after) for after in come]
        was, now = dict(self.counters), dict(other.counters)
        for name in sorted(was.keys() | now.keys()):
            if was.get(name) != now.get(name):
                old, new = (NamedCounter(name, side[name]) if name in side else None for side in (was, now))
                changes.append(Change(0, "diff", old, new))
        return tuple(changes)

    def faults(self) -> tuple[Fault, ...]:
        """Return everything that makes this no board of any game: unknown kinds, pieces off the board or torn apart.

        Raises ArgumentError for a part that is no `Terrain` or `Piece` at all.
        """
        try:
            return tuple(self._faults())
        except (AttributeError, TypeError):
            self._check_parts()
            raise

    def _check_parts(self) -> None:
        self._check_terrain()
        for piece in self.pieces:
            check_type("pieces", piece, Piece, "a Piece")
            check_type("cells", piece.cells, tuple, "a tuple of cells")
            for cell in piece.cells:
                check_whole("cells", cell, -MAX_COUNT)

    def _faults(self) -> Iterator[Fault]:
        strange = any(
            kind not in TERRAIN_KINDS
            for sort in distinct_terrain(self.terrain)
            for kind in (sort.kind, sort.looks or sort.kind)
        )
        for cell, terrain in enumerate(self.terrain if strange else ()):
            for kind in dict.fromkeys((terrain.kind, terrain.looks or terrain.kind)):
                if kind not in TERRAIN_KINDS:
                    yield Fault(cell, say("unknown-terrain", kind=kind, kinds=", ".join(TERRAIN_KINDS)))
        outside = len(self.terrain)
        for piece in self.pieces:
            if len(piece.cells) == 1 and 0 <= piece.cells[0] < outside and piece.kind in PIECE_KINDS:
                continue  # nearly every piece there is
            where = piece.cells[0] if piece.cells and 0 <= piece.cells[0] < outside else -1
            if piece.kind not in PIECE_KINDS:
                yield Fault(where, say("unknown-piece", kind=piece.kind, kinds=", ".join(PIECE_KINDS)))
            if not piece.cells or any(not 0 <= cell < outside for cell in piece.cells):
                yield Fault(where, say("off-board", piece=piece.kind))
            elif len(piece.cells) > 1 and not _is_one_shape(self.grid, piece.cells):
                yield Fault(where, say("not-connected", piece=piece.kind))
        if len({counter.name for counter in self.counters}) < len(self.counters):
            yield Fault(-1, say("counter-twice"))

    def signs(self) -> str:
        """Return one character a cell, row by row, as far as one character can tell; no file format.

        What has a colour is drawn as its first letter, goals and boxes as a capital and most else as a small one; a
        circle as the letter after that, to be distinct from a square: a red one is ``s`` where a red square is
        ``r`` (Crossoban's symbols use letters so), and ``o`` is one without a colour.
        """
        glyphs = [_terrain_glyph(terrain) for terrain in self.terrain]
        for piece in self.pieces:
            for index, cell in enumerate(piece.cells):
                if not piece.hidden and 0 <= cell < len(glyphs):
                    glyphs[cell] = _piece_glyph(piece, index, self.terrain[cell])
        return "".join(glyphs)

    def __str__(self) -> str:
        """Return the plain picture, the `signs` in rows."""
        if not self.width:
            return "\n" * max(self.height - 1, 0)
        return "\n".join([row.rstrip() for row in cut(self.signs(), self.width)])

    _repr_svg_ = repr_svg


def inverse_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes, all in one tick, that lead back to where `changes` began.  O(changes).

    Each part goes back in one change, whatever happened to it on the way.
    """
    return tuple(
        Change(0, "undo", after, before, cell, after if isinstance(after, Piece) else None)
        for _, before, after, cell in _spans((change, change.original_piece) for change in changes)
    )


def net_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes, all in one tick, with the combined effect of several transitions. O(changes).

    Each part changes once, whatever happened to it on the way; among equal parts, any may be the one that continued.
    """
    return tuple(Change(0, *span) for span in _spans((change, None) for change in changes))


def _spans(
    changes: Iterable[tuple[Change, Piece | None]],
) -> list[tuple[str, Part | None, Part | None, Cell]]:
    """Return for each part that has changed the last cause, what it was and what it is, and its cell.

    Each change comes with what tells parts apart that are equal by now.
    """
    spans: list[tuple[str, Part | None, Part | None, Cell]] = []
    ends: dict[object, list[int]] = {}  # which spans end in a part: several may, as pieces can be equal
    for (_, cause, before, after, cell, _), who in changes:
        known = ends.get((who, before, cell)) if before is not None else None
        if known:
            place = known.pop()
            spans[place] = (cause, spans[place][1], after, cell)
        else:
            place = len(spans)
            spans.append((cause, before, after, cell))
        ends.setdefault((who, after, cell), []).append(place)
    return [span for span in spans if span[1] != span[2]]


@lru_cache(maxsize=1 << 14)
def moved_to(piece: Piece, cell: Cell) -> Piece:
    """Return a piece of one cell as it is on another; a board has few of these, which are made once."""
    return piece._replace(cells=(cell,))


def keeping_latest(function: Callable[[_V], _T]) -> Callable[[_V], _T]:
    """Return a function that gives its latest result again for the very value that it was given last.

    Nothing is compared: it serves callers that come back with one and the same large value.
    """
    latest: tuple[_V, _T] | None = None  # replaced as a whole, so that threads do not meet half of it

    @wraps(function)
    def kept(value: _V, /) -> _T:
        nonlocal latest
        found = latest
        if found is None or found[0] is not value:
            latest = found = value, function(value)
        return found[1]

    return kept


@keeping_latest
def distinct_terrain(terrain: tuple[Terrain, ...]) -> tuple[Terrain, ...]:
    """Return every sort of terrain that there is, at least once.

    Nothing is compared: readers share one object among all cells of a sort, so that a few are left.  O(cells), and O(1)
    for the very tuple that was given last, as the boards of a play share theirs.
    """
    return tuple(dict(zip(map(id, terrain), terrain, strict=True)).values())


def map_terrain(function: Callable[[Terrain], _T], terrain: tuple[Terrain, ...]) -> list[_T]:
    """Return the result of a function for each cell, called only for `distinct_terrain`."""
    results = {id(sort): function(sort) for sort in distinct_terrain(terrain)}
    return [*map(results.__getitem__, map(id, terrain))]


@keeping_latest
def terrain_codes(terrain: tuple[Terrain, ...]) -> tuple[str, tuple[Terrain, ...]]:
    """Return a text with a character for each cell, whose code is the place of its terrain in the sorts, and the sorts.

    `str.translate` makes any picture of it, in a tenth of the time of a look at each cell. O(cells), as
    `distinct_terrain`; there may be no more sorts than characters.
    """
    idents = [*map(id, terrain)]
    sorts = dict(zip(idents, terrain, strict=True))
    signs = dict(zip(sorts, map(chr, range(len(sorts))), strict=True))
    return "".join(map(signs.__getitem__, idents)), tuple(sorts.values())


def draw_terrain(function: Callable[[Terrain], str], terrain: tuple[Terrain, ...]) -> str:
    """Return the texts of a function for each cell in a row, called only for `distinct_terrain`."""
    codes, sorts = terrain_codes(terrain)
    return codes.translate({place: function(sort) for place, sort in enumerate(sorts)})


_CELLS = attrgetter("cells")


def _is_one_shape(shape: Grid, cells: tuple[Cell, ...]) -> bool:
    reached = {cells[0]}
    front = [cells[0]]
    for cell in front:
        for row in shape.step:
            if (near := row[cell]) in cells and near not in reached:
                reached.add(near)
                front.append(near)
    return len(reached) == len(cells)  # fewer too where a cell stands twice


def _terrain_glyph(terrain: Terrain) -> str:
    if terrain.looks is not None and not terrain.uses:
        return _sign(TERRAIN_KINDS, terrain.looks)
    match terrain.kind:
        case "goal" if terrain.number or terrain.player:
            return str((terrain.number or terrain.player) % 10)
        case "goal" if terrain.colour:
            return terrain.colour[0].upper()
        case "filter":
            return (terrain.colour or "?")[0].lower()
        case "flower":
            return (terrain.colour or "?")[0].upper()
        case "conveyor":
            return "<^>v"[terrain.direction]
        case "weak":
            return "!wW"[min(terrain.uses, 2)]
        case "dye" | "teleporter" if not terrain.uses:
            return " "
        case kind:
            return _sign(TERRAIN_KINDS, kind)


def _piece_glyph(piece: Piece, index: int, terrain: Terrain) -> str:
    on_goal = terrain.kind == "goal"
    colour = piece.colours[index] if index < len(piece.colours) else ""
    colour = "k" if colour == "black" else colour[:1]  # b is blue
    match piece.kind:
        case "pusher" if piece.player:
            return "@&"[(piece.player - 1) % 2]
        case "pusher":
            return "+" if on_goal else "@"
        case "box" if colour:
            return colour.upper()
        case "box":
            return "*" if on_goal else "$"
        case "stone" if piece.fixed:
            return "x"
        case "stone":
            return "*" if index else (colour or "s").lower()
        case "circle":
            return chr(ord(colour.lower()) + 1) if colour else "o"
        case "block" if colour:
            return colour.lower()
        case kind:
            return _sign(PIECE_KINDS, kind)


def _sign(kinds: Mapping[str, Kind], key: str) -> str:
    return kinds[key].sign if key in kinds else "?"
