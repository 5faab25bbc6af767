"""Actions of a pointer: where a piece can be taken and by which moves, and taking it there.

It knows no more than the player: paths are those of `Session.visible`. Each query limits the cells it visits, and may
still take some milliseconds on a large board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..board import Board, Piece
from ..games.api import Focus, Key, PlayerAction, Transition
from ..games.position import Position
from ..grid import Cell
from ..tiling import Direction
from .recorded_session import MAX_MOVES_AT_ONCE, RecordedSession, Refused

MAX_REACH = 250_000  # cells that one question of a pointer may visit: up to 60,000 on 50 x 50, 243,000 on 100 x 100
_MAX_REACH_ALL_BOXES = 2_000_000  # cells that all boxes together may visit
_MAX_RUN = 200  # steps of a run


def reach(position: Position, start: Cell, *, through: bool) -> Mapping[Cell, Sequence[Any]]:
    """Return the cells to which a pointer can take the piece on a cell, each with the moves."""
    controls = position.controls
    return (controls.reach_moving_boxes if through else controls.reach)(position.state, start, MAX_REACH)


def drag(play: RecordedSession, start: Cell, end: Cell, *, through: bool) -> None:
    """Take the piece on a cell to another, as far as it goes as foreseen; raises Refused if it cannot be taken.

    `through` also pushes boxes out of the way and back again.
    """
    require_on_board(play.session.level.board, start, end)
    visible = play.session.visible
    moves = reach(visible, start, through=through).get(end)
    if moves is None:
        board = play.session.level.board
        origin, target = (board.cell_name(cell) for cell in (start, end))
        raise Refused.said("nothing-taken", start=origin, end=target)
    for move, transition in zip(moves, visible.transitions(moves), strict=True):
        if not _plays_as_foreseen(play, move, transition):
            return


def run(play: RecordedSession, key: Key, *, push: bool) -> None:
    """Go on in the direction of a key for as long as nothing is new: no push unless asked for, no other outcome.

    Raises Refused where the history is full.
    """
    session = play.session
    status = session.outcome().status
    for _ in range(_MAX_RUN):
        move = session.resolve_key(key)
        if move is None or isinstance(move, Focus | PlayerAction):
            return
        visible = session.visible
        transition = visible.rules.apply(visible.state, move)
        if transition is None or (transition.pushes and not push):
            return
        if not _plays_as_foreseen(play, move, transition) or session.outcome().status != status:
            return


def play_moves(play: RecordedSession, moves: Sequence[Any]) -> None:
    """Play moves.  Raises Refused for more than may be played at once, IllegalMove after the legal part."""
    Refused.beyond(MAX_MOVES_AT_ONCE, len(moves), "moves-at-once")
    for move in moves:
        play.play(move)


def box_targets(position: Position) -> Iterator[tuple[Cell, Mapping[Cell, Sequence[Any]]]]:
    """Yield for each box its cell and where it can be taken, with the moves; together they visit a bounded area."""
    boxes = [piece for piece in position.board.pieces if piece.kind != "pusher" and not piece.hidden]
    limit = _MAX_REACH_ALL_BOXES // max(len(boxes), 1)
    for box in boxes:
        yield box.anchor, position.controls.reach(position.state, box.anchor, limit)


def losing_targets(position: Position, box: Cell, targets: Iterable[Cell]) -> list[Cell]:
    """Return the cells among some on which a box is visibly lost for ever, without a search."""
    dead = position.rules.dead_squares(position.state)
    is_box = any(piece.anchor == box and piece.kind != "pusher" for piece in position.board.pieces)
    return sorted(cell for cell in targets if cell in dead and cell != box) if is_box else []


def pushable(position: Position) -> dict[Cell, list[str]]:
    """Return for each box that can be pushed the names of the directions in which it can."""
    ways = position.controls.pushable(position.state, MAX_REACH)
    names = position.board.tiling.names
    found = pushable_by_reach(position) if ways is None else ways
    return {box: [names[direction] for direction in directions] for box, directions in found.items()}


def pushable_by_reach(position: Position) -> dict[Cell, list[Direction]]:
    """Return for each box the directions of the first step of ways to the cells beside it, in any game."""
    ways: dict[Cell, list[Direction]] = {}
    for box, targets in box_targets(position):
        for direction, row in enumerate(position.board.grid.step):
            near = row[box]
            if near in targets and trail(position, targets[near], box)[0] == [box, near]:
                ways.setdefault(box, []).append(direction)
    return ways


def trail(position: Position, moves: Sequence[Any], start: Cell) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that the piece on `start` visits, its own first, and those of the pusher who moves it.

    The latter are empty if the piece itself is a pusher.
    """
    piece = next(iter(position.board.at(start)), None) if start < position.board.grid.outside else None
    part = 0 if piece is None else piece.cells.index(start)
    carried: list[Cell] = [start]
    walked: list[Cell] = []
    for transition in position.transitions(moves):
        moved = piece
        for change in transition.changes:
            before, after = change.before, change.after
            if not isinstance(before, Piece) or not isinstance(after, Piece):
                continue
            if piece is not None and change.original_piece == piece:
                moved = after
                carried += [after.cells[part]] if before.cells != after.cells else []
            elif before.kind == "pusher" and (not walked or walked[-1] == before.anchor):
                walked += [after.anchor] if walked else [before.anchor, after.anchor]
        piece = moved
    return carried, walked


def require_on_board(board: Board, *cells: Cell) -> None:
    """Raise Refused for a cell that is neither on the board nor the sentinel off it."""
    for cell in cells:
        if not 0 <= cell <= len(board.terrain):
            raise Refused.said("cell-off-board", cell=cell, count=len(board.terrain))


def _plays_as_foreseen(play: RecordedSession, move: Any, foreseen: Transition[Any]) -> bool:
    """Play a move; return whether the result is the one the player could foresee."""
    play.play(move)
    return not play.session.has_hidden_parts or play.session.visible.state == foreseen.state
