"""A step under the twists of Sokoban: intent, resolve, apply, settle.

The intent is a direction.  `resolve` tells what it comes to, which is one of five deeds; `apply` does it; `settle`
counts the step and shows what has been uncovered by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ...board import Change, NamedCounter, Piece
from ...grid import NAMES, Cell, Direction
from ..api import Transition
from .circuit import joined
from .hero import moved
from .pointer import hero_reach
from .position import State, floor, passable, uncover, uncovered


class Deed(NamedTuple):
    """What a step comes to.

    The player walks; or pushes the boxes on `cells`, nearest first; or opens the passage there, staying where he is; or
    stays because the push runs into hidden boxes, which are seen from now on, or because the boxes explode.
    """

    kind: Literal["walk", "push", "open", "bump", "explode"]
    cells: tuple[Cell, ...] = ()


def turn(state: State, move: Direction) -> Transition[State] | None:
    """Return what a step leads to, None where it is illegal."""
    deed = resolve(state, move)
    return None if deed is None else settle(state, apply(state, move, deed))


def resolve(state: State, move: Direction) -> Deed | None:
    """Return what a step comes to, None where it is illegal."""
    towards, extra, twists = state.field.grid.step[move], state.extra, state.field.twists
    target = towards[state.player]
    if not passable(state, target):
        return Deed("open", (target,)) if _opens(state, target, move) else None
    line = []
    cell = target
    while cell in state.boxes:
        line.append(cell)
        cell = towards[cell]
    if not line:
        return Deed("walk")
    boxes = [box for box in extra.special if box.cells[0] in line] if extra.special else []
    if len(line) > twists.max_push or not passable(state, cell) or any(box.fixed for box in boxes):
        touched = {box.anchor for box in boxes if box.hidden}
        hidden = tuple(cell for cell in line[: twists.max_push + 1] if cell in touched)
        return Deed("bump", hidden) if hidden and not twists.shown else None
    if twists.fuses and (burnt := {box.anchor for box in boxes if box.spent} - state.field.goals):
        return Deed("explode", tuple(cell for cell in line if cell in burnt))
    return Deed("push", tuple(line))


def _opens(state: State, cell: Cell, move: Direction) -> bool:
    """Whether pressing against a cell, which is not passable, opens it: a shut passage, on a side that it is open to.

    Its ports are the sides, seen from itself; without any it is open to all.
    """
    ports = state.field.terrain[cell].ports if cell in state.field.passages else None
    return ports is not None and (not ports or bool(ports >> (move ^ 2) & 1))


def apply(state: State, move: Direction, deed: Deed) -> Transition[State]:
    """Return what a deed does, before it is settled."""
    player, boxes, extra, field = state
    towards = field.grid.step[move]
    changes: list[Change] = []
    if deed.kind == "open":
        (cell,) = deed.cells
        changes.append(Change(0, "open", field.terrain[cell], uncover(field.terrain[cell]), cell))
        return Transition(state._replace(extra=extra._replace(opened=extra.opened | {cell})), tuple(changes))
    if deed.kind in {"bump", "explode"}:
        for cell in deed.cells:
            before = extra.box(cell)
            after = before._replace(hidden=False, fixed=before.fixed or deed.kind == "explode")
            extra = extra.changed(before, after)
            changes.append(Change(0, deed.kind, before, after, -1, before))
        return Transition(state._replace(extra=extra), tuple(changes))
    for cell in reversed(deed.cells):
        before = extra.box(cell)
        after = _pushed(state, before, towards[cell])
        extra = extra.changed(before, after)
        changes.append(moved(before, after, "push"))
    target = towards[player]
    changes.append(moved(Piece("pusher", (player,)), Piece("pusher", (target,)), "walk"))
    if deed.cells:
        boxes = boxes.difference(deed.cells) | {towards[cell] for cell in deed.cells}
    pushed = tuple((cell, towards[cell]) for cell in deed.cells)
    return Transition(State(target, boxes, extra, field), tuple(changes), pushed)


def _pushed(state: State, box: Piece, beyond: Cell) -> Piece:
    """Return a box after a push: touched, so seen, and with its fuse burnt down by one unless it stood on a goal."""
    twists = state.field.twists
    after = box._replace(cells=(beyond,), hidden=box.hidden and bool(twists.shown))
    if twists.fuses and box.fuse and box.anchor not in state.field.goals:
        after = after._replace(fuse=box.fuse - 1, spent=box.fuse == 1)
    return after


def settle(before: State, turn: Transition[State]) -> Transition[State]:
    """Return a turn with its step counted, with what is uncovered after it, and with the bombs that go off then."""
    state, changes = turn.state, [*turn.changes]
    extra, terrain, opened = state.extra, state.field.terrain, uncovered(state)
    if opened == extra.opened and not state.field.twists.counting and not state.field.twists.bomb_loses:
        return turn
    if state.field.twists.counting:
        extra = extra._replace(steps=extra.steps + 1)
        changes.append(Change(0, "step", NamedCounter("steps", before.extra.steps), NamedCounter("steps", extra.steps)))
    changes += [
        Change(1, "reveal", terrain[cell], uncover(terrain[cell]), cell) for cell in sorted(opened - extra.opened)
    ]
    if state.field.twists.bomb_loses and (joined(before) or joined(state)):
        gone = {cell for cell in state.field.bombs - opened if terrain[cell].role == "bomb"}
        changes += [Change(1, "explode", terrain[cell], uncover(terrain[cell]), cell) for cell in sorted(gone)]
        opened |= gone
    return Transition(state._replace(extra=extra._replace(opened=opened)), tuple(changes), turn.pushes)


def reach(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
    """Return where a pointer can go: passages are not opened on the way, nor boxes carried on until they explode."""
    box = state.extra.box(origin)
    if box.fixed:
        return {}
    ways = hero_reach(state.field.grid, floor(state), state.boxes, state.player, origin, limit)
    if state.field.twists.fuses and (box.fuse or box.spent):
        return _while_it_burns(state, ways)
    return ways


def _while_it_burns(state: State, ways: Mapping[Cell, Sequence[Direction]]) -> Mapping[Cell, Sequence[Direction]]:
    """Return those ways of a box that push it no more often than its fuse lasts."""
    left = {}
    for cell, way in ways.items():
        here = state
        for move in way:
            deed = resolve(here, move)
            if deed is None or deed.kind == "explode":
                break
            here = apply(here, move, deed).state
        else:
            left[cell] = way
    return left


def refusal(state: State, move: Direction) -> str:
    """Return why a step is illegal, without a word of what the player cannot see."""
    target = state.field.grid.step[move][state.player]
    seen = state.boxes - {box.anchor for box in state.extra.special if box.hidden}
    if target in seen:
        blocked = "the box will never move again" if state.extra.box(target).fixed else "the box is blocked"
    else:
        blocked = "something is in the way" if target in state.boxes else "a wall is in the way"
    return f"the player cannot go {NAMES[move]}, {blocked}"
