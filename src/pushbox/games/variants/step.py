"""A step under the variants: intent, resolve, apply, settle.

The intent is a direction.  `resolve` tells what it comes to, which is one of five effects; `apply` brings it about;
`settle` counts the step, burns fuses that burn by steps, and shows what has been uncovered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ...board import Change, NamedCounter, Piece
from ...grid import Cell
from ...sentence import say
from ...tiling import Direction
from ..api import Transition
from ..parts.reach import pusher_reach
from ..parts.single_pusher import moved, plain_move
from .circuit import joined
from .state import State, VariantData, floor, passable, uncover, uncovered


class StepEffect(NamedTuple):
    """The effect of a step.

    The player walks; or pushes the boxes on `cells`, nearest first; or opens the passage there without moving; or does
    not move because the push runs into hidden boxes, which are visible from then on, or because the boxes explode.
    """

    kind: Literal["walk", "push", "open", "bump", "explode"]
    cells: tuple[Cell, ...] = ()


def step(state: State, move: Direction) -> Transition[State] | None:
    """Return the transition of a step, or None if it is illegal."""
    effect = resolve(state, move)
    return None if effect is None else settle(state, apply(state, move, effect))


def resolve(state: State, move: Direction) -> StepEffect | None:
    """Return the effect of a step, or None if it is illegal."""
    towards, data, variant = state.field.grid.step[move], state.data, state.field.variant
    target = towards[state.player]
    if not passable(state, target):
        return StepEffect("open", (target,)) if _opens(state, target, move) else None
    line = []
    cell = target
    while cell in state.boxes:
        line.append(cell)
        cell = towards[cell]
    if not line:
        return StepEffect("walk")
    boxes = [box for box in data.special if box.cells[0] in line] if data.special else []
    if len(line) > variant.max_push or not passable(state, cell) or any(box.fixed for box in boxes):
        touched = {box.anchor for box in boxes if box.hidden}
        hidden = tuple(cell for cell in line[: variant.max_push + 1] if cell in touched)
        return StepEffect("bump", hidden) if hidden and not variant.shown else None
    if (
        variant.fuses
        and not variant.burns_by_steps
        and (burnt := {box.anchor for box in boxes if box.spent} - state.field.goals)
    ):
        return StepEffect("explode", tuple(cell for cell in line if cell in burnt))
    return StepEffect("push", tuple(line))


def _opens(state: State, cell: Cell, move: Direction) -> bool:
    """Whether pressing against a cell, which is not passable, opens it: a shut passage, on a side that it is open to.

    Its ports are the sides, seen from itself; without any it is open to all.
    """
    ports = state.field.terrain[cell].ports if cell in state.field.passages else None
    return ports is not None and (not ports or bool(ports >> state.field.grid.opposite[move] & 1))


def apply(state: State, move: Direction, effect: StepEffect) -> Transition[State]:
    """Apply an effect, without settling."""
    player, boxes, data, field = state
    towards = field.grid.step[move]
    changes: list[Change] = []
    if effect.kind == "open":
        (cell,) = effect.cells
        changes.append(Change(0, "open", field.terrain[cell], uncover(field.terrain[cell]), cell))
        return Transition(state._replace(data=data._replace(opened=data.opened | {cell})), tuple(changes))
    if effect.kind in {"bump", "explode"}:
        for cell in effect.cells:
            before = data.box(cell)
            after = before._replace(hidden=False, fixed=before.fixed or effect.kind == "explode")
            data = data.changed(before, after)
            changes.append(Change(0, effect.kind, before, after, -1, before))
        return Transition(state._replace(data=data), tuple(changes))
    for cell in reversed(effect.cells):
        before = data.box(cell)
        after = _pushed(state, before, towards[cell])
        data = data.changed(before, after)
        changes.append(moved(before, after, "push"))
    target = towards[player]
    changes.append(plain_move("pusher", player, target, "walk"))
    if effect.cells:
        boxes = boxes.difference(effect.cells) | {towards[cell] for cell in effect.cells}
    pushed = tuple((cell, towards[cell]) for cell in effect.cells)
    return Transition(State(target, boxes, data, field), tuple(changes), pushed)


def _pushed(state: State, box: Piece, beyond: Cell) -> Piece:
    """Return a box after a push: touched, so seen, and with its fuse burnt down by one unless it stood on a goal."""
    variant = state.field.variant
    after = box._replace(cells=(beyond,), hidden=box.hidden and bool(variant.shown))
    burns = variant.fuses and not variant.burns_by_steps and box.anchor not in state.field.goals
    return _burnt(after) if burns else after


def _burnt(box: Piece) -> Piece:
    return box._replace(fuse=box.fuse - 1, spent=box.fuse == 1) if box.fuse else box


def settle(before: State, transition: Transition[State]) -> Transition[State]:
    """Return a transition with its step counted, fuses burnt by it, cells uncovered, and bombs gone off."""
    state, changes = transition.state, [*transition.changes]
    variant, terrain = state.field.variant, state.field.terrain
    data, opened = state.data, uncovered(state)
    if variant.shown:
        data = data._replace(steps=data.steps + 1)
        changes.append(Change(0, "step", NamedCounter("steps", data.steps - 1), NamedCounter("steps", data.steps)))
    changes += [
        Change(1, "reveal", terrain[cell], uncover(terrain[cell]), cell) for cell in sorted(opened - data.opened)
    ]
    if variant.bomb_loses and (joined(before) or joined(state)):
        gone = {cell for cell in state.field.bombs - opened if terrain[cell].role == "bomb"}
        changes += [Change(1, "explode", terrain[cell], uncover(terrain[cell]), cell) for cell in sorted(gone)]
        opened |= gone
    if variant.burns_by_steps:
        data = _burn_by_steps(state, data, changes)
    return Transition(state._replace(data=data._replace(opened=opened)), tuple(changes), transition.pushes)


def _burn_by_steps(state: State, data: VariantData, changes: list[Change]) -> VariantData:
    """Return the data with every fuse off a goal burnt by one, and boxes exploded whose fuse is burnt down already."""
    originals = {change.after: change.original_piece for change in changes if isinstance(change.after, Piece)}
    for box in sorted(data.special, key=lambda box: box.anchor):
        if box.fixed or box.anchor in state.field.goals or not (box.fuse or box.spent):
            continue
        after = box._replace(fixed=True, hidden=False) if box.spent else _burnt(box)
        data = data.changed(box, after)
        cause = "explode" if after.fixed else "burn"
        changes.append(Change(1, cause, box, after, -1, originals.get(box) or box))
    return data


def reach(state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Direction]]:
    """Return the cells in reach of a pointer, without opening passages or pushing boxes until they explode."""
    box = state.data.box(origin)
    if box.fixed:
        return {}
    paths = pusher_reach(state.field.grid, floor(state), state.boxes, state.player, origin, limit)
    if state.field.variant.fuses and (box.fuse or box.spent):
        return {cell: path for cell, path in paths.items() if _lasts(state, path)}
    return paths


def _lasts(state: State, path: Sequence[Direction]) -> bool:
    """Return whether a path of a box pushes it no more often than its fuse lasts."""
    for move in path:
        effect = resolve(state, move)
        if effect is None or effect.kind == "explode":
            return False
        state = settle(state, apply(state, move, effect)).state
    return not any(box.fixed and box.spent for box in state.data.special)


def explain_illegal(state: State, move: Direction) -> str:
    """Explain why a step is illegal, without revealing hidden things."""
    target = state.field.grid.step[move][state.player]
    seen = state.boxes - {box.anchor for box in state.data.special if box.hidden}
    if target in seen:
        blocked = say("why-fixed") if state.data.box(target).fixed else say("why-blocked")
    elif target in state.boxes:
        blocked = say("why-something")
    else:
        off = target == state.field.grid.outside
        is_wall = off or "wall" in {state.field.terrain[target].kind, state.field.terrain[target].looks}
        blocked = say("why-wall") if is_wall else say("why-solid")
    return say("player-cannot-go", direction=state.field.grid.tiling.names[move], why=blocked)
