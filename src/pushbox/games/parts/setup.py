"""What every game checks of a level before it starts: kinds it knows, options it has, pieces that can stand there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from ...board import Board
from ...errors import LevelError, OptionError
from ...level import Level, Problem, Scalar
from ..api import GameInfo, Option


def options(info: GameInfo, level: Level) -> dict[str, Scalar]:
    """Return every option of a game with its value in a level, its default where the level does not set it.

    Raises OptionError for an option that the game does not have or a value that it does not take.
    """
    values = {option.name: option.default for option in info.options}
    known = {option.name: option for option in info.options}
    for name, value in level.options:
        if name not in known:
            expected = "one of " + ", ".join(known) if known else "none, as the game has none"
            raise OptionError(f"found the option {name!r} of {info.key}, expected {expected}")
        values[name] = _checked(known[name], value)
    return values


def _checked(option: Option, value: Scalar) -> Scalar:
    if option.choices and value not in option.choices:
        choices = ", ".join(str(choice) for choice in option.choices)
        raise OptionError(f"found {option.name}={value}, expected one of {choices}")
    if not option.choices and (not isinstance(value, type(option.default)) or isinstance(value, bool)):
        raise OptionError(f"found {option.name}={value}, expected a value such as {option.default}")
    return value


def check(info: GameInfo, level: Level) -> None:
    """Raise OptionError for a bad option, LevelError for the first fault because of which no state can hold a level."""
    options(info, level)
    for problem in misfits(info, level):
        raise LevelError(str(level.place(problem)), cell=problem.cell)


def misfits(info: GameInfo, level: Level) -> Iterator[Problem]:
    """Yield the faults because of which no state of a game can hold a level."""
    try:
        options(info, level)
    except OptionError as error:
        yield Problem(0, 0, "error", str(error))
    board = level.board
    for fault in board.faults():
        yield Problem(0, 0, "error", fault.text, cell=fault.cell)
    yield from _unknown(info, board)
    yield from _misplaced(board)
    for brush in info.palette.brushes:
        kind = brush.piece.kind
        if kind == "pusher" and len(board.of_kind(kind)) > brush.most:
            found = f"found {len(board.of_kind(kind))} pushers"
            cell = board.of_kind(kind)[brush.most].anchor
            yield Problem(0, 0, "error", found, f"{brush.most} in {info.name}", cell=cell)


def _unknown(info: GameInfo, board: Board) -> Iterator[Problem]:
    terrain = {sample.kind for sample in info.palette.terrain}
    pieces = {brush.piece.kind for brush in info.palette.brushes}
    for cell, found in enumerate(board.terrain):
        if found.kind not in terrain:
            yield Problem(0, 0, "error", f"found {found.kind}, which {info.name} does not have", cell=cell)
    for piece in board.pieces:
        if piece.kind not in pieces:
            yield Problem(0, 0, "error", f"found a {piece.kind}, which {info.name} does not have", cell=piece.anchor)


def _misplaced(board: Board) -> Iterator[Problem]:
    walls = {cell for cell, terrain in enumerate(board.terrain) if terrain.kind == "wall"}
    for piece in board.pieces:
        if not walls.isdisjoint(piece.cells):
            yield Problem(0, 0, "error", f"a {piece.kind} stands in a wall", cell=piece.anchor)
    for cell, count in Tally(cell for piece in board.pieces for cell in piece.cells).items():
        if count > 1:
            yield Problem(0, 0, "error", f"{count} pieces stand on one cell", "one", cell=cell)
