"""Faults of levels of Blockage, and positions that can never be solved."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from ...board import Board
from ...level import Problem
from ...sentence import say
from .physics import Simulation
from .state import BLACK, ONCE, State, Stone, ends


def misfixed(state: State) -> Stone | None:
    """Return a fixed stone that makes the level unsolvable, or None."""
    field = state.field
    for stone in state.stones:
        if not stone.fixed or field.takes(stone.cell, stone.colour):
            continue
        if field.win_targets:
            if stone.cell in field.goals and not field.shared_fix:
                return stone
        elif stone.colour != BLACK:
            return stone
    return None


def impossible(board: Board) -> Iterator[Problem]:
    """Yield the faults that no state can hold."""
    for cell, ground in enumerate(board.terrain):
        if ground.kind in ONCE and ground.uses not in {0, 1}:
            yield Problem.error(say("acts-times", terrain=ground.kind, count=ground.uses), say("acts-once"), cell=cell)
        if ground.kind == "dye" and (not ground.colour or ground.colour == BLACK):
            yield Problem.error(say("dye-colour"), say("of-a-colour"), cell=cell)
    for piece in board.pieces:
        if not piece.colours:
            yield Problem.error(say("stone-colour"), say("or-black"), cell=piece.anchor)
        elif piece.colours[0] == BLACK and len(board.at(piece.anchor)) > 1:
            yield Problem.error(say("beside-black"), say("black-solid"), cell=piece.anchor)


def unpaired(board: Board) -> Iterator[Problem]:
    """Yield the teleporters that have not two ends."""
    paired = ends(board.terrain)
    for cell in board.cells_of("teleporter"):
        if (pair := board.terrain[cell].pair) not in paired:
            yield Problem.error(say("teleporter-ends", pair=pair), say("two-of-pair"), cell=cell)


def miscounted(state: State) -> Iterator[Problem]:
    """Yield reasons why a level can never be solved, found by counting."""
    field = state.field
    coloured: Tally[str | None] = Tally(stone.colour for stone in state.stones if stone.colour != BLACK)
    targets = Tally(field.terrain[cell].colour for cell in field.goals)
    if not field.goals:
        yield Problem.error(say("no-target"), say("at-least-one"))
    if field.win_targets:
        if len(field.goals) > len(state.stones):
            found = say("targets-stones", targets=len(field.goals), stones=len(state.stones))
            yield Problem.error(found, say("many-stones"))
        return
    if not coloured and not field.dyes:
        yield Problem.error(say("no-coloured-stone"), say("at-least-one"))
    if field.shared_fix:  # several may be fixed in one cell
        return
    if coloured.total() > targets.total():
        found = say("stones-targets", stones=coloured.total(), targets=targets.total())
        yield Problem.error(found, say("many-targets"))
    elif not field.dyes and (coloured - targets).total() > targets[None]:
        colour = next((coloured - targets).elements())
        yield Problem.error(say("more-than-targets", colour=colour), say("many-targets"))


def restless(state: State) -> Iterator[Problem]:
    """Yield the parts of a level that are not at rest."""
    simulation = Simulation(state)
    simulation.fall()
    for was, now in zip(state.stones, simulation.stones, strict=True):
        if was != now:
            yield Problem.error(say("not-at-rest"), say("begins-so"), cell=was.cell)
            return
    if state.field.cross and len({stone.cell for stone in state.stones}) < len(state.stones):
        yield Problem.error(say("two-stones"), say("one-crossing"))
