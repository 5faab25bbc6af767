"""The controls of reverse play: keys and a pointer that pull and jump, and the notation of pulls and jumps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ...board import Piece
from ...errors import IllegalMove, NotationError
from ...grid import Cell, Grid
from ...notation import tokens
from ...path.walk import reachable, walk
from ...tiling import Direction
from ..api import Controls, Focus, Key
from ..parts.cell_moves import cycle_focus
from ..parts.multi_pusher import displaced, displacement, steps_of
from ..parts.reach import pushable_beside
from . import JUMP, PULL, Action, PusherAction, ReverseRules, State, is_free


class ReverseControls(Controls[State, Any]):
    """Arrows step, or pull where a box is steered, which ``act`` takes and lets go; a pointer also jumps."""

    rules: ReverseRules[Any]  # type: ignore[mutable-override]  # it is made for no others

    def focus(self, state: State) -> list[Piece]:
        """Return the pushers, then the boxes beside them; none before all pushers are on the board."""
        if state.waiting:
            return []
        boxes = dict.fromkeys(box for pusher in sorted(state.pushers) for box in _beside(state, pusher))
        return [*(Piece("pusher", (at,)) for at in sorted(state.pushers)), *(Piece("box", (box,)) for box in boxes)]

    def key(self, state: State, focus: Piece | None, key: Key) -> Any | Focus | None:
        offered = self.focus(state)
        if not offered:
            return None
        steered = offered[0] if focus is None or focus not in offered else focus
        if key == "act":
            near = _beside(state, steered.anchor)
            return next((Focus(piece) for piece in offered if near and piece.anchor == near[0]), None)
        names = state.field.grid.tiling.names
        if key not in names:
            return cycle_focus(offered, focus, key)
        direction = names.index(key)
        if steered.kind == "pusher":
            return self._move(steered.anchor, direction)
        puller = state.field.grid.step[direction][steered.anchor]
        return self._move(puller, PULL + direction) if puller in state.pushers else None

    def focus_after(self, state: State, focus: Piece | None, move: Any) -> Piece | None:
        """Return the box that the move pulls, if it is steered, else the pusher that moves."""
        pusher, action = self.rules.split(state, move)
        grid = state.field.grid
        pulled = grid.step[grid.opposite[action % PULL]][pusher] if PULL <= action < JUMP else -1
        if focus is not None and focus.kind == "box" and focus.anchor == pulled:
            return focus
        return Piece("pusher", (pusher,)) if pusher in state.pushers else focus

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Any]]:
        """Return the cells in reach: a pusher walks or else jumps, a box is pulled with the fewest pulls.

        A pusher not on the board yet comes from the sentinel cell.
        """
        outside = state.field.grid.outside
        if limit <= 0 or bool(state.waiting) != (origin == outside):
            return {}
        if origin == outside:
            jumps = {action - JUMP: [self._move(outside, action)] for _, action in self.rules.actions(state)}
            return jumps if len(jumps) <= limit else {}
        free = [is_free(state, cell) for cell in range(outside + 1)]
        free[origin] = True
        if origin in state.pushers:
            return self._walks(state, free, origin, limit)
        best: dict[Cell, list[PusherAction]] = {}
        for pusher in sorted(state.pushers) if origin in state.boxes else ():
            free[pusher] = True
            paths = _pull_paths(state.field.grid, free, pusher, origin, limit // len(state.pushers))
            free[pusher] = False
            for cell, path in paths.items():
                moves = steps_of(state.field.grid, pusher, path)
                if cell not in best or _cost(moves) < _cost(best[cell]):
                    best[cell] = moves
        return {cell: [self._move(*move) for move in moves] for cell, moves in best.items()}

    def pushable(self, state: State, limit: int) -> Mapping[Cell, Sequence[Direction]]:
        """Return the boxes that can be pulled; a pusher pulls a box to where they stand, from any side that is free."""
        grid = state.field.grid
        free = [is_free(state, cell) for cell in range(grid.outside + 1)]
        ways: defaultdict[Cell, set[Direction]] = defaultdict(set)

        def pulls(beside: Cell, direction: Direction) -> bool:
            return free[grid.step[grid.opposite[direction]][beside]]

        for pusher in () if state.waiting else sorted(state.pushers):
            free[pusher] = True
            walked = reachable(grid, free, pusher)
            if len(walked) <= limit:
                for box, directions in pushable_beside(grid, state.boxes, walked, pulls).items():
                    ways[box].update(map(grid.opposite.__getitem__, directions))
            free[pusher] = False
        return {box: sorted(ways[box]) for box in sorted(ways)}

    def _walks(self, state: State, free: Sequence[bool], pusher: Cell, limit: int) -> dict[Cell, list[Any]]:
        grid = state.field.grid
        walked = reachable(grid, free, pusher)
        actions = [action for who, action in self.rules.actions(state) if who == pusher]
        jumps = {
            action - JUMP: [(pusher, action)] for action in actions if action >= JUMP and action - JUMP not in walked
        }
        if len(walked) + len(jumps) > limit:
            return {}
        paths = {cell: steps_of(grid, pusher, walk(grid, free, pusher, cell) or ()) for cell in sorted(walked)}
        return {cell: [self._move(*move) for move in moves] for cell, moves in (paths | jumps).items()}

    def parse(self, state: State, text: str) -> list[Any]:
        return self.parse_from(state, None, text)

    def format(self, state: State, moves: Sequence[Any]) -> str:
        return self.format_from(state, None, moves)

    def parse_from(self, state: State, focus: Piece | None, text: str) -> list[Any]:
        """Read steps, pulls, jumps and selections; the first illegal move is the last that is returned.

        An empty jump means nothing where the pusher is on the board.  Raises NotationError for any other sign, for a
        selection that leads to no pusher and for a jump off the board.
        """
        grid, letters = state.field.grid, state.field.grid.tiling.letters
        pusher = _steered(state, focus)
        moves: list[Any] = []
        for token in tokens(text):
            if token.kind == "select":
                pusher = displaced(grid, pusher, token.text)
                if token.text and pusher not in state.pushers:
                    raise NotationError.said("selects-nobody", selection=token.text, column=token.column)
                continue
            if token.kind == "mark":
                raise NotationError.said("mark-in-reverse", column=token.column)
            if token.kind == "steps":
                actions = [letters.index(letter.lower()) + PULL * letter.isupper() for letter in token.text]
            else:
                target = displaced(grid, _jump_origin(state, pusher), token.text)
                if target == grid.outside:
                    raise NotationError.said("jump-off-board", column=token.column)
                actions = [JUMP + target] if target != pusher else []
            for action in actions:
                moves.append(self._move(pusher, action))
                if (transition := self.rules.apply(state, moves[-1])) is None:
                    return moves
                state, pusher = transition.state, _next(transition.state, pusher, action)
        return moves

    def format_from(self, state: State, focus: Piece | None, moves: Sequence[Any]) -> str:
        grid, letters = state.field.grid, state.field.grid.tiling.letters
        steered = _steered(state, focus)
        text = []
        for number, move in enumerate(moves, start=1):
            pusher, action = self.rules.split(state, move)
            if (transition := self.rules.apply(state, move)) is None:
                raise IllegalMove(self.rules.explain_illegal(state, move), step=number)
            if pusher != steered:
                text.append(f"{{{displacement(grid, steered, pusher)}}}")
            if action >= JUMP:
                text.append(f"[{displacement(grid, _jump_origin(state, pusher), action - JUMP)}]")
            else:
                text.append(letters[action] if action < PULL else letters[action % PULL].upper())
            state, steered = transition.state, _next(transition.state, pusher, action)
        return "".join(text)

    def _move(self, pusher: Cell, action: Action) -> Any:
        return self.rules.join(pusher, action)


def _beside(state: State, cell: Cell) -> list[Cell]:
    """Return the boxes beside a pusher, or the pushers beside a box."""
    others = state.boxes if cell in state.pushers else state.pushers
    return [near for step in state.field.grid.step if (near := step[cell]) in others]


def _steered(state: State, focus: Piece | None) -> Cell:
    """Return the pusher of the first steps: one not on the board, else the steered one, else the top-left one."""
    if state.waiting:
        return state.field.grid.outside
    return min(state.pushers) if focus is None or focus.anchor not in state.pushers else focus.anchor


def _next(state: State, pusher: Cell, action: Action) -> Cell:
    """Return the pusher of the next steps: one still not on the board, else the one that moved."""
    if state.waiting:
        return state.field.grid.outside
    return action - JUMP if action >= JUMP else state.field.grid.step[action % PULL][pusher]


def _jump_origin(state: State, pusher: Cell) -> Cell:
    """Return the cell from which a jump is counted: the pusher, or the top-left final cell."""
    return pusher if pusher != state.field.grid.outside else min(state.field.homes, default=0)


def _pull_paths(grid: Grid, free: list[bool], start: Cell, origin: Cell, limit: int) -> dict[Cell, list[Action]]:
    """Return the paths of a box with the fewest pulls, a breadth-first search over it and the side of the pusher.

    The box is at `origin`, the pusher at `start`; `free` is so where the box stands too, and is the same afterwards.
    Empty where more than `limit` cells would be visited.
    """
    paths: dict[Cell, list[Action]] = {}
    front: list[tuple[Cell, Cell, list[Action]]] = [(origin, start, [])]
    seen = {(origin, start)}
    for box, pusher, path in front:
        free[box] = False
        for direction, step in enumerate(grid.step):
            beside = step[box]
            beyond = step[beside]
            if not free[beside] or not free[beyond] or (beside, beyond) in seen:
                continue
            steps = walk(grid, free, pusher, beside)
            if steps is not None:
                seen.add((beside, beyond))
                longer = [*path, *steps, PULL + direction]
                paths.setdefault(beside, longer)
                front.append((beside, beyond, longer))
        free[box] = True
        if len(seen) > limit:
            return {}
    return paths


def _cost(moves: Sequence[PusherAction]) -> tuple[int, int]:
    return sum(action >= PULL for _, action in moves), len(moves)
