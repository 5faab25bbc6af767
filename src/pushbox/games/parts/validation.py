"""What every game checks of a level before it starts: kinds it knows, options it has, pieces that can stand there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from itertools import chain

from ...board import FLOOR, Board, Piece, Terrain, distinct_terrain
from ...errors import LevelError, OptionError
from ...level import Level, Problem
from ..api import GameInfo, Palette


def check(info: GameInfo, level: Level, impossible: Iterable[Problem] = ()) -> None:
    """Raise OptionError for a bad option, LevelError for the first fault because of which no state can hold a level.

    `impossible` are those of these faults that only the game knows.
    """
    if level.options:
        info.option_values(level)
    for problem in chain(invalid(info, level), impossible):
        raise LevelError(str(level.place(problem)), cell=problem.cell)


def problems(
    info: GameInfo, level: Level, position: Iterable[Problem], impossible: Iterable[Problem] = ()
) -> list[Problem]:
    """Return the faults for which `check` raises, or else those of the `position`, which are looked for only then."""
    return [level.place(problem) for problem in [*invalid(info, level), *impossible] or position]


def invalid(info: GameInfo, level: Level) -> Iterator[Problem]:
    """Yield the faults because of which no state of a game can hold a level."""
    try:
        if level.options:
            info.option_values(level)
    except OptionError as error:
        yield Problem.error(str(error))
    board = level.board
    for fault in board.faults():
        yield Problem.error(fault.text, cell=fault.cell)
    yield from _unknown(info, board)
    yield from _misplaced(info, board)
    specs = [spec for spec in info.palette.pieces if spec.piece.kind == "pusher"]
    most = sum(spec.max_count for spec in specs)
    pushers = board.of_kind("pusher")
    exact = (spec.min_count == spec.max_count for spec in specs)  # where the rules name their number
    if len(pushers) > most and all(exact):
        yield Problem.error(f"found {len(pushers)} pushers", f"{most} in {info.name}", cell=pushers[most].anchor)


def _unknown(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Kinds that are not in the palette, and properties that nothing of that kind has there."""
    terrain, pieces, single = _known(info.palette)
    if any(_strange(sort, terrain) is not None for sort in distinct_terrain(board.terrain)):
        for cell, ground in enumerate(board.terrain):
            if (strange := _strange(ground, terrain)) is not None:
                yield Problem.error(f"found {strange}, which {info.name} does not have", cell=cell)
    for piece in board.pieces:
        if piece.kind in pieces and len(piece.cells) == 1 and piece[2:] == _PLAIN:
            continue  # nearly every piece there is
        if (strange := _strange(piece._replace(cells=()), pieces)) is not None:
            yield Problem.error(f"found a {strange}, which {info.name} does not have", cell=piece.anchor)
        elif len(piece.cells) > 1 and piece.kind in single:
            found = f"found a {piece.kind} of {len(piece.cells)} cells, which {info.name} does not have"
            yield Problem.error(found, cell=piece.anchor)


_Known = tuple[dict[str, set[str]], dict[str, set[str]], set[str]]
_KNOWN: dict[int, tuple[Palette, _Known]] = {}  # by identity, as a palette takes longer to hash than a level to check


def _known(palette: Palette) -> _Known:
    """The properties of each kind of terrain and of piece, and the kinds of pieces that have one cell.

    A kind of which some have several cells is judged by its game.
    """
    if id(palette) not in _KNOWN:
        single = {spec.piece.kind for spec in palette.pieces}
        single -= {spec.piece.kind for spec in palette.pieces if len(spec.shape) > 1}
        pieces = _properties(spec.piece._replace(cells=()) for spec in palette.pieces)
        known = _properties(palette.terrain), pieces, single
        _KNOWN[id(palette)] = palette, known  # which keeps the palette, so that its identity stays its own
    return _KNOWN[id(palette)][1]


def _properties(samples: Iterable[Terrain | Piece]) -> dict[str, set[str]]:
    """For each kind the properties that some sample of it has."""
    known: dict[str, set[str]] = {}
    for sample in samples:
        known.setdefault(sample.kind, set()).update(_set(sample))
    return known


def _set(part: Terrain | Piece) -> list[str]:
    """The names of the properties that a part has, those that are words of the rules with their values."""
    if part[1:] == FLOOR[1:]:
        return []  # nearly every cell there is
    plain = part._field_defaults
    return [
        f"{name} {value}" if name in _WORDS else name
        for name, value in zip(part._fields, part, strict=True)
        if value != plain.get(name, value)
    ]


_WORDS = ("looks", "role")
_PLAIN = Piece("", ())[2:]  # the properties of a piece that has none


def _strange(part: Terrain | Piece, known: dict[str, set[str]]) -> str | None:
    """What of a part the palette does not have, as a noun."""
    if part.kind not in known:
        return part.kind
    for label in _set(part):
        if label not in known[part.kind]:
            name = label.partition(" ")[0]
            return f"{part.kind} with {name} {getattr(part, name)}"
    return None


def _misplaced(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Pieces in solid terrain or on one another; where pieces may share cells it is the game that knows which."""
    solid, outside = info.palette.solid, len(board.terrain)
    for piece in board.pieces:
        on_board = {cell for cell in piece.cells if 0 <= cell < outside}
        for cell in sorted(cell for cell in on_board if board.terrain[cell].kind in solid):
            yield Problem.error(f"a {piece.kind} stands in a {board.terrain[cell].kind}", cell=cell)
    if any(spec.may_overlap for spec in info.palette.pieces):
        return
    covered = [cell for piece in board.pieces for cell in piece.cells]
    if len(set(covered)) == len(covered):
        return
    for cell, count in Tally(covered).items():
        if count > 1:
            yield Problem.error(f"{count} pieces stand on one cell", "one", cell=cell)
