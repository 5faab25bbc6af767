"""The faults of levels of the variants."""

from __future__ import annotations

from collections.abc import Iterator

from ...board import Board, distinct_terrain
from ...level import Level, Problem
from ...sentence import say
from ..parts import level_checks
from .options import VariantOptions


def problems(level: Level) -> Iterator[Problem]:
    """Yield the faults of a level that some state can hold."""
    board, variant, ground = level.board, VariantOptions.of(level.options), distinct_terrain(level.board.terrain)
    wins_by_bomb = any(terrain.role is not None for terrain in ground) and not variant.bomb_loses
    yield from level_checks.count_problems(board, goal=not wins_by_bomb)
    yield from level_checks.access_problems(board)
    if any(terrain.kind == "terminal" for terrain in ground):
        yield from _wire_problems(board)
    if not variant.fuses and any(box.fuse or box.spent for box in board.of_kind("box")):
        yield Problem.warning(say("fuse-unused"), say("fuses-yes"))
    if any(box.fixed for box in board.of_kind("box")):
        yield Problem.warning(say("never-moves"))
    yield from level_checks.counter_problems(board, "steps" if variant.shown else "")


def _wire_problems(board: Board) -> Iterator[Problem]:
    roles = {terrain.role for terrain in board.terrain if terrain.kind == "terminal"}
    for cell, terrain in enumerate(board.terrain):
        if terrain.kind == "terminal" and not terrain.ports:
            yield Problem.error(say("terminal-wire"), say("side-with-wire"), cell=cell)
    for one, other in (("source", "bomb"), ("bomb", "source")):
        if one in roles and other not in roles:
            yield Problem.error(say("role-missing", one=one, other=other), say("both"))
