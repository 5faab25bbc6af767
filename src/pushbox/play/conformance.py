"""The laws that every game obeys, checked on random walks over crowded random boards.

Anybody who writes a game runs this: ``check(game)``.  The boards come from `GameInfo.palette` alone, the same ones for
the same seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..board import FLOOR, Board, Change, Piece, Terrain, inverse_changes
from ..errors import LevelError
from ..formats import json
from ..games.api import Focus, Game, GameInfo, Key, Option, PieceSpec, PlayerAction, Rules, Transition
from ..grid import Cell
from ..level import Level, Scalar
from ..path.lazy_paths import path_lengths

KEYS: tuple[Key, ...] = ("left", "up", "right", "down", "act", "next", "previous")
_FAR = ("teleport", "jump")
_FEW = 6  # sorts of terrain on a random board
_POINTED = 0.3  # of the states, as whatever a pointer can mean is a lot to play
_ROOMY = 4


class LawBroken(AssertionError):
    """A law that a game does not obey, with the level and the line of play that show it."""


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked: boards, and turns played on them."""

    boards: int
    turns: int


def check(game: Game[Any, Any], *, boards: int = 200, steps: int = 30, seed: int = 0) -> Report:
    """Check every law along a random walk of at most `steps` turns on each of `boards` random boards.

    Raises LawBroken with the first law that does not hold.
    """
    rng = random.Random(seed)
    turns = 0
    for _ in range(boards):
        turns += check_level(game, random_level(game, rng), steps=steps, rng=rng)
    return Report(boards, turns)


def check_level(game: Game[Any, Any], level: Level, *, steps: int, rng: random.Random) -> int:
    """Check every law along one random walk from a level; return how many turns it had.  Raises LawBroken."""
    start = state = game.rules.initial_state(level)
    walked: list[Any] = []

    def hold(law: str, holds: object) -> None:
        if not holds:
            line = game.controls.format(start, walked)
            message = f"{game.info.key}: {law}, broken after {line!r} on\n{level.board}\n{json.encode(level)}"
            raise LawBroken(message)

    for _ in range(steps):
        _check_state(game, state, hold, rng)
        options = list(game.rules.successors(state))
        if not options:
            break
        move, _ = rng.choice(options)
        transition = game.rules.apply(state, move)
        hold("successors yields legal moves", transition is not None)
        assert transition is not None
        _check_turn(game, state, move, transition, hold)
        walked.append(move)
        state = transition.state
    line, plainly = game.rules.play_line(start, walked), Rules.play_line(game.rules, start, walked)
    hold("a line is what its turns are", line == plainly and line.state == state and line.played == len(walked))
    hold(
        "parse(state, format(state, moves)) == moves",
        game.controls.parse(start, game.controls.format(start, walked)) == walked,
    )
    return len(walked)


def _check_state(game: Game[Any, Any], state: Any, hold: Callable[[str, object], None], rng: random.Random) -> None:
    level = game.rules.to_level(state)
    board = game.rules.board(state)
    hold("board(state) is the board of to_level(state)", board == level.board)
    hold("initial_state(to_level(state)) == state", game.rules.initial_state(level) == state)
    hold("equal states have equal hashes", hash(game.rules.initial_state(level)) == hash(state))
    hold("the JSON form of a level comes back equal", json.decode(json.encode(level)) == level)
    hold("a board has no faults", not board.faults())
    hold("problems are told, not raised", isinstance(game.rules.problems(level), list))
    moves = game.rules.legal_moves(state)
    expanded = list(game.rules.successors(state))
    hold("moves are unique", len(set(moves)) == len(moves))
    hold("successors yields the legal moves in order", [move for move, _ in expanded] == moves)
    hold("successors yields the states of the turns", all(_lands(game, state, move, after) for move, after in expanded))
    spelled = [game.controls.format(state, [move]) for move in moves]
    hold("notation is unique", len(set(spelled)) == len(spelled))
    hold("notation comes back", all(game.controls.parse(state, t) == [m] for t, m in zip(spelled, moves, strict=True)))
    for player in range(game.info.players + 1):
        view = game.rules.view_level(state, player)
        hold(
            "a view is the board unless the game hides something",
            game.info.imperfect_information or view.board == board,
        )
        game.rules.initial_state(view)
    steered, tries = game.controls.focus(state), set(game.rules.pseudo_legal_moves(state))
    hold("a focus is a piece of the board", all(piece in board.pieces for piece in steered))
    for focus in (None, *steered):
        for key in KEYS:
            meant = game.controls.key(state, focus, key)
            known = meant is None or _is_half(game, meant) or meant in tries
            hold("a key means a move, a selection or nothing", known or _selects(meant, board))
    if board.pieces and rng.random() < _POINTED:
        piece = rng.choice(board.pieces)
        hold("whatever a pointer means can be played", _reach_is_played(game, state, piece.anchor))


def _check_turn(
    game: Game[Any, Any], state: Any, move: Any, transition: Transition[Any], hold: Callable[[str, object], None]
) -> None:
    before, after = game.rules.board(state), game.rules.board(transition.state)
    hold(
        "the same turn follows from a rebuilt state",
        game.rules.apply(game.rules.initial_state(game.rules.to_level(state)), move) == transition,
    )
    hold("the board with the changes is the next board", before.apply(transition.changes) == after)
    hold("the difference of two boards leads from one to the other", before.apply(before.diff(after)) == after)
    hold("changes that are undone lead back", after.apply(inverse_changes(transition.changes)) == before)
    hold(
        "ticks do not go back",
        all(a.tick <= b.tick for a, b in zip(transition.changes, transition.changes[1:], strict=False)),
    )
    hold("nothing moves two cells in a tick", all(_is_step(before, change) for change in transition.changes))
    hold("every `original_piece` chains", _chains(before, transition.changes))
    hold("a push is of a cell on the board", all(0 <= start < len(before.terrain) for start, _ in transition.pushes))


def _lands(game: Game[Any, Any], state: Any, move: Any, after: Any) -> bool:
    transition = game.rules.apply(state, move)
    return transition is not None and transition.state == after


def _is_half(game: Game[Any, Any], meant: object) -> bool:
    return isinstance(meant, PlayerAction) and game.info.simultaneous and 1 <= meant.player <= game.info.players


def _selects(meant: object, board: Board) -> bool:
    return isinstance(meant, Focus) and meant.piece in board.pieces


def _reach_is_played(game: Game[Any, Any], state: Any, origin: Cell) -> bool:
    paths = game.controls.reach(state, origin, 10_000)
    lengths = path_lengths(paths)
    cells = len(game.rules.board(state).terrain)
    for cell, moves in paths.items():
        if lengths[cell] != len(moves) or not 0 <= cell < cells:
            return False
        position = state
        for move in moves:
            transition = game.rules.apply(position, move)
            if transition is None:
                return False
            position = transition.state
    return not game.controls.reach(state, origin, 0)


def _is_step(board: Board, change: Change) -> bool:
    match change.before, change.after:
        case (Piece() as before, Piece() as after) if change.cause not in _FAR:
            (row, column), (to_row, to_column) = board.rc(before.anchor), board.rc(after.anchor)
            return abs(row - to_row) + abs(column - to_column) <= 1
        case _:
            return True


def _chains(board: Board, changes: tuple[Change, ...]) -> bool:
    now: dict[Piece, list[Piece | None]] = {}  # what has become of it, of each of several equal ones
    for change in changes:
        if isinstance(change.before, Piece) or isinstance(change.after, Piece):
            who = change.original_piece
            if who is None:
                if change.before is not None:  # only a piece that appears may come from nobody
                    return False
                continue
            chain = now.setdefault(who, [who] * board.pieces.count(who))
            if change.before not in chain:
                return False
            chain.remove(change.before)
            chain.append(change.after if isinstance(change.after, Piece) else None)
    return True


def random_level(game: Game[Any, Any], rng: random.Random, *, largest: int = 7, plain: bool = False) -> Level:
    """Return a crowded random level that a game can start, of at most `largest` cells each way, made from its palette.

    Boards have no frame of their own, as everything off the board is wall, so edges and corners are met often; where
    the palette has holes some have a frame of them.  Where a game has variants, every other board is made without, all
    of them if `plain`.
    """
    while True:
        level = _any_level(game.info, rng, largest, plain=plain)
        if level is None:
            continue
        try:
            game.rules.initial_state(level)
        except LevelError:  # parts that no rule brings together
            continue
        return level


def _any_level(info: GameInfo, rng: random.Random, largest: int, *, plain: bool) -> Level | None:
    """Return a random level, None for one that lacks pieces that its game needs."""
    width, height = rng.randint(2, largest), rng.randint(2, largest)
    if info.palette.plain is not None and (plain or rng.random() < 0.5):
        info = replace(info, palette=info.palette.plain, options=())
    options = tuple(
        (option.name, value)
        for option in info.options
        if (values := _values(option)) and rng.random() < 0.3
        for value in (rng.choice(values),)
    )
    # A few sorts of terrain on one board meet more often than many do.
    sorts = info.palette.terrain
    if len(sorts) > _FEW:
        sorts = (FLOOR, *rng.sample([terrain for terrain in sorts if terrain != FLOOR], _FEW - 1))
    # What can leave the board does so over a frame of holes.
    holes = [terrain for terrain in sorts if terrain.kind == "hole"]
    frame = holes[0] if holes and min(width, height) >= _ROOMY and rng.random() < 0.5 else None
    terrain = [_random_terrain(sorts, rng) for _ in range(width * height)]
    if frame is not None:
        for cell in range(width * height):
            if cell // width in {0, height - 1} or cell % width in {0, width - 1}:
                terrain[cell] = frame
    pieces = list(_random_pieces(info, rng, width, height, terrain))
    enough = all(
        sum(piece.kind == spec.piece.kind for piece in pieces) >= spec.min_count for spec in info.palette.pieces
    )
    return Level(Board(width, height, tuple(terrain), tuple(pieces)), info.key, options) if enough else None


def _values(option: Option) -> list[Scalar]:
    """What a random level may set an option to; of the numbers that it takes, the smallest."""
    numbers = [] if option.minimum is None else range(option.minimum, option.minimum + 4)
    return [*option.choices, *numbers]


def random_levels(
    game: Game[Any, Any], count: int, *, seed: int = 0, largest: int = 7, plain: bool = False
) -> Iterator[Level]:
    """Yield `count` random levels, the same ones for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_level(game, rng, largest=largest, plain=plain)


def _random_terrain(sorts: Sequence[Terrain], rng: random.Random) -> Terrain:
    return rng.choice((FLOOR,) if FLOOR in sorts and rng.random() < 0.45 else sorts)


def _random_pieces(
    info: GameInfo, rng: random.Random, width: int, height: int, terrain: list[Terrain]
) -> Iterator[Piece]:
    room = {cell for cell, ground in enumerate(terrain) if ground.kind not in info.palette.solid}
    shared: set[Cell] = set()  # the cells of pieces that share theirs
    for brush in info.palette.pieces:
        for _ in range(rng.randint(brush.min_count, max(brush.min_count, min(brush.max_count, width * height // 4)))):
            free = room | shared if brush.may_overlap else room
            places = [cells for cell in sorted(free) if free.issuperset(cells := _covered(brush, cell, width, height))]
            if not places:
                break
            cells = rng.choice(places)
            room -= set(cells)
            if brush.may_overlap:
                shared.update(cells)
            yield brush.piece._replace(cells=cells)


def _covered(brush: PieceSpec, anchor: Cell, width: int, height: int) -> tuple[Cell, ...]:
    row, column = divmod(anchor, width)
    places = [(row + rows, column + columns) for rows, columns in brush.shape]
    inside = all(0 <= r < height and 0 <= c < width for r, c in places)
    return tuple(r * width + c for r, c in places) if inside else (-1,)


__all__ = ["LawBroken", "Report", "check", "check_level", "random_level", "random_levels"]
