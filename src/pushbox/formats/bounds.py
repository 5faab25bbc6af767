"""Boards that are too large for whoever reads a file: the levels are left out, and are problems."""

from __future__ import annotations

from dataclasses import replace

from ..level import Collection, Level, Problem


def within(collection: Collection, side: int | None) -> Collection:
    """Return a collection without the levels of more than `side` columns or rows, each of which becomes a problem.

    None is no bound.
    """
    if side is None:
        return collection
    fit: list[Level] = []
    problems = list(collection.problems)
    for number, level in enumerate(collection.levels, start=1):
        board = level.board
        if board.width <= side and board.height <= side:
            fit.append(level)
        else:
            found = f"level {number} is {board.width} x {board.height} cells"
            line = level.source.line if level.source else 0
            problems.append(Problem(line, 0, "error", found, f"at most {side} x {side}", "it was left out"))
    return replace(collection, levels=tuple(fit), problems=tuple(problems))
