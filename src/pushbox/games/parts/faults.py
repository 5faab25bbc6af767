"""The faults of levels of Sokoban and its twists."""

from __future__ import annotations

from collections.abc import Iterator

from ...board import Board, distinct_terrain
from ...level import Level, Problem
from . import goals
from .position import plain_box
from .twists import Twists


def problems(level: Level) -> Iterator[Problem]:
    """Yield what is wrong with a level that can start, as a position and with its twists."""
    board, twists, ground = level.board, Twists.of(level.options), distinct_terrain(level.board.terrain)
    bombs = any(terrain.role is not None for terrain in ground) and not twists.bomb_loses
    yield from goals.count_problems(board, player=not twists.reverse, goal=not bombs)
    if not twists.reverse:  # the player may jump anywhere
        yield from goals.access_problems(board)
    if any(terrain.kind == "terminal" for terrain in ground):
        yield from _wire_problems(board)
    if not twists.fuses and any(box.fuse or box.spent for box in board.of_kind("box")):
        yield Problem(0, 0, "warning", "found a box with a fuse and fuses=no: it never burns", "fuses=yes")
    if any(box.fixed for box in board.of_kind("box")):
        yield Problem(0, 0, "warning", "found a box that can never move")
    others = twists._replace(steps=0, seconds=0, reverse=False, always=False) != Twists() or _is_twisted(board)
    if twists.reverse and others:
        yield Problem(0, 0, "error", "found reverse=yes with other twists", "none but steps, seconds and jumps")
    if not twists.reverse and any(terrain.player for terrain in ground):
        yield Problem(0, 0, "warning", "found a cell of player 1, which means something in reverse play only")
    known = {"steps": twists.counting, "pulled": twists.reverse}
    for name, _ in board.counters:
        if not known.get(name):
            yield Problem(0, 0, "warning", f"found the counter {name!r}, which nothing here counts")


def _wire_problems(board: Board) -> Iterator[Problem]:
    roles = {terrain.role for terrain in board.terrain if terrain.kind == "terminal"}
    for cell, terrain in enumerate(board.terrain):
        if terrain.kind == "terminal" and not terrain.ports:
            yield Problem(0, 0, "error", "found a terminal without a wire", "at least one side with a wire", cell=cell)
    for one, other in (("source", "bomb"), ("bomb", "source")):
        if one in roles and other not in roles:
            yield Problem(0, 0, "error", f"found a terminal of role {one} and none of role {other}", "both")


def _is_twisted(board: Board) -> bool:
    """Whether anything but numbers and homes sets a board apart from a plain one."""
    strange = any(cell.looks or cell.kind == "terminal" for cell in distinct_terrain(board.terrain))
    return strange or any(box != plain_box(box.anchor, box.number) for box in board.of_kind("box"))
