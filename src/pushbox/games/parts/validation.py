"""What every game checks of a level before it starts: kinds it knows, options it has, pieces that can stand there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from ...board import FLOOR, Board, Piece, Terrain, distinct_terrain
from ...errors import LevelError, OptionError
from ...grid import Cell
from ...kinds import PIECE_KINDS, TERRAIN_KINDS
from ...level import Level, Problem
from ...sentence import Sentence, say, word
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
    if _is_usual(info, board):
        return
    for fault in board.faults():
        yield Problem.error(fault.text, cell=fault.cell)
    yield from _unknown(info, board)
    yield from _misplaced(info, board)
    pushers = board.of_kind("pusher")
    if (most := _known(info.palette).most_pushers) is not None and len(pushers) > most:
        yield Problem.error(
            say("pushers", "found {count} pushers", count=len(pushers)),
            say("most-in-game", "{most} in {game}", most=most, game=info.name),
            cell=pushers[most].anchor,
        )


def _is_usual(info: GameInfo, board: Board) -> bool:
    """Return whether a board is one of nearly all: of known parts, its pieces each on a cell of its own, no fault.

    In one look at its pieces, as a collection has tens of thousands of levels.
    """
    _known(info.palette)
    try:
        return not board.counters and _has_terrain(info, board) and _has_pieces(info, board)
    except (AttributeError, TypeError):  # of values that no board has: `Board.faults` says what they are
        return False


def _has_terrain(info: GameInfo, board: Board) -> bool:
    palette = id(info.palette)
    for sort in distinct_terrain(board.terrain):
        if type(sort) is not Terrain or not _is_known_terrain(palette, sort):
            return False
    return True


def _has_pieces(info: GameInfo, board: Board) -> bool:
    palette, solid, most = id(info.palette), info.palette.solid, _known(info.palette).most_pushers
    outside, terrain = len(board.terrain), board.terrain
    cells: set[Cell] = set()
    pushers = 0
    for piece in board.pieces:
        if len(piece.cells) != 1 or not _is_known_piece(palette, piece.kind, piece[2:]):
            return False
        (cell,) = piece.cells
        if type(cell) is not int or not 0 <= cell < outside or terrain[cell].kind in solid:
            return False
        cells.add(cell)
        pushers += piece.kind == "pusher"
    return len(cells) == len(board.pieces) and (most is None or pushers <= most)


@lru_cache(maxsize=4096)
def _is_known_terrain(palette: int, sort: Terrain) -> bool:
    is_kind = {sort.kind, sort.looks or sort.kind}.issubset(TERRAIN_KINDS)
    return is_kind and _strange(sort, _KNOWN[palette][1].terrain) is None


@lru_cache(maxsize=4096)
def _is_known_piece(palette: int, kind: str, properties: tuple[Any, ...]) -> bool:
    return kind in PIECE_KINDS and _strange(Piece(kind, (), *properties), _KNOWN[palette][1].pieces) is None


def _unknown(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Kinds that are not in the palette, and properties that nothing of that kind has there."""
    known = _known(info.palette)
    terrain, pieces = known.terrain, known.pieces
    if any(_strange(sort, terrain) is not None for sort in distinct_terrain(board.terrain)):
        for cell, ground in enumerate(board.terrain):
            if (strange := _strange(ground, terrain)) is not None:
                yield Problem.error(
                    say("strange", "found {part}, which {game} does not have", part=strange, game=info.name), cell=cell
                )
    for piece in board.pieces:
        if piece.kind in pieces and len(piece.cells) == 1 and piece[2:] == _PLAIN:
            continue  # nearly every piece there is
        if (strange := _strange(piece._replace(cells=()), pieces)) is not None:
            yield Problem.error(
                say("strange-part", "found a {part}, which {game} does not have", part=strange, game=info.name),
                cell=piece.anchor,
            )
        elif len(piece.cells) > 1 and piece.kind in known.single:
            found = say(
                "strange-size",
                "found a {piece} of {count} cells, which {game} does not have",
                piece=word("piece", piece.kind),
                count=len(piece.cells),
                game=info.name,
            )
            yield Problem.error(found, cell=piece.anchor)


class _Known(NamedTuple):
    """What a palette has: the properties of each kind of terrain and of piece.

    `single` are the kinds of pieces that have one cell; a kind of which some
    have several is judged by its game.  `most_pushers` is their number where the rules name it.
    """

    terrain: dict[str, set[str]]
    pieces: dict[str, set[str]]
    single: set[str]
    most_pushers: int | None


_KNOWN: dict[int, tuple[Palette, _Known]] = {}  # by identity, as a palette takes longer to hash than a level to check


def _known(palette: Palette) -> _Known:
    """Return what a palette has."""
    if id(palette) not in _KNOWN:
        single = {spec.piece.kind for spec in palette.pieces}
        single -= {spec.piece.kind for spec in palette.pieces if len(spec.shape) > 1}
        pushers = [spec for spec in palette.pieces if spec.piece.kind == "pusher"]
        exact = all(spec.min_count == spec.max_count for spec in pushers)
        known = _Known(
            _properties(palette.terrain),
            _properties(spec.piece._replace(cells=()) for spec in palette.pieces),
            single,
            sum(spec.max_count for spec in pushers) if exact else None,
        )
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


def _strange(part: Terrain | Piece, known: dict[str, set[str]]) -> Sentence | None:
    """What of a part the palette does not have, as a noun."""
    if part.kind not in known:
        return _noun(part)
    for label in _set(part):
        if label not in known[part.kind]:
            name = label.partition(" ")[0]
            value = str(getattr(part, name))
            return say("part-with", "{part} with {name} {value}", part=_noun(part), name=name, value=value)
    return None


def _noun(part: Terrain | Piece) -> Sentence:
    return word("terrain" if isinstance(part, Terrain) else "piece", part.kind)


def _misplaced(info: GameInfo, board: Board) -> Iterator[Problem]:
    """Pieces in solid terrain or on one another; where pieces may share cells it is the game that knows which."""
    solid, outside = info.palette.solid, len(board.terrain)
    for piece in board.pieces:
        on_board = {cell for cell in piece.cells if 0 <= cell < outside}
        for cell in sorted(cell for cell in on_board if board.terrain[cell].kind in solid):
            yield Problem.error(
                say(
                    "stands-in",
                    "a {piece} stands in a {terrain}",
                    piece=word("piece", piece.kind),
                    terrain=word("terrain", board.terrain[cell].kind),
                ),
                cell=cell,
            )
    if any(spec.may_overlap for spec in info.palette.pieces):
        return
    covered = [cell for piece in board.pieces for cell in piece.cells]
    if len(set(covered)) == len(covered):
        return
    for cell, count in Tally(covered).items():
        if count > 1:
            yield Problem.error(
                say("pieces-on-one", "{count} pieces stand on one cell", count=count), say("one", "one"), cell=cell
            )
