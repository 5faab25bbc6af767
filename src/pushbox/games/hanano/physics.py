"""The physics of Hanano Puzzle: a shift or a swap, falling, waves of blooming."""

from __future__ import annotations

from collections.abc import Sequence

from ...board import Change
from ...tiling import DOWN, LEFT, RIGHT, Direction
from .state import Bits, Body, State, ordered, piece_of, shifted


class Simulation:
    """The pieces during a move, indexed as in the state before; events are appended to `changes`."""

    def __init__(self, state: State, changes: list[Change] | None = None) -> None:
        self.bodies = list(state.bodies)
        self.field = state.field
        self._before = state.bodies
        self._changes = changes
        self._tick = 0

    def state(self) -> State:
        """Return the state that this has come to."""
        return State(ordered(self.bodies), self.field)

    def act(self, left: Bits) -> bool:
        """Shift a piece or swap two, as the pair of the cell `left` and the one right of it says; False if illegal."""
        right = left << 1
        fixed = self.field.fixed
        if (left | right) & fixed:
            return False
        one = two = -1
        taken = fixed
        for index, body in enumerate(self.bodies):
            cells = body.cells
            taken |= cells
            if cells & left:
                one = index
            if cells & right:
                two = index
        if one == two:  # both empty, or both of one piece
            return False
        if two < 0:
            return self.shift(one, RIGHT, taken)
        if one < 0:
            return self.shift(two, LEFT, taken)
        return self.swap(one, two, taken)

    def shift(self, index: int, side: Direction, taken: Bits) -> bool:
        """Move one piece into cells that are not taken."""
        cells = self.bodies[index].cells
        if shifted(cells, self.field.stride[side]) & (taken ^ cells):
            return False
        self.move([index], side, "shift")
        self._tick += 1
        return True

    def swap(self, one: int, two: int, taken: Bits) -> bool:
        """Let two pieces change places, the left one first."""
        left, right = self.bodies[one].cells, self.bodies[two].cells
        wide = left & left << 1 or right & right << 1
        if wide or left.bit_length() + 1 != right.bit_length():  # the highest bit is the lowest cell
            return False
        if (left << 1 | right >> 1) & (taken ^ left ^ right):
            return False
        self.move([one], RIGHT, "swap")
        self.move([two], LEFT, "swap")
        self._tick += 1
        return True

    def settle(self) -> None:
        """Let everything fall and bloom until it rests."""
        self.fall()
        while self.wave():
            self.fall()

    def fall(self) -> None:
        """Let all that is not held from below by anything fixed fall together, cell by cell."""
        down = self.field.stride[DOWN]
        while True:
            held = self.field.fixed
            loose: Sequence[int] = range(len(self.bodies))
            while True:
                rest = []
                for index in loose:
                    cells = self.bodies[index].cells
                    if cells << down & held:
                        held |= cells
                    else:
                        rest.append(index)
                if len(rest) == len(loose):
                    break
                loose = rest
            if not loose:
                return
            self.move(loose, DOWN, "fall")
            self._tick += 1

    def wave(self) -> bool:
        """Let the stones bloom that can, the lowest first; return whether any has."""
        waiting = [index for index, body in enumerate(self.bodies) if body.stone == body.cells]
        flowers = self.flowers()
        if not any(self.touches(index, flowers) for index in waiting):
            return False
        first: int | None = None  # the row of the first that has bloomed
        for (row, _), index in sorted((self.order(index), index) for index in waiting):
            if first is not None and (self.field.wave == "one" or (self.field.wave == "row" and row != first)):
                break
            if self.touches(index, flowers) and self.bloom(index):
                first = row if first is None else first
                flowers = self.flowers()
        return first is not None

    def order(self, index: int) -> tuple[int, int]:
        """Return the row and the column of a stone as numbers by which the stones of a wave are ordered."""
        row, column = divmod(self.bodies[index].stone.bit_length(), self.field.stride[DOWN])
        return -row, column

    def flowers(self) -> dict[str, Bits]:
        """Return the flowers of each colour, fixed and bloomed."""
        flowers = self.field.flowers.copy()
        for cells, stone, colour, _ in self.bodies:
            if cells != stone and stone:
                flowers[colour] = flowers.get(colour, 0) | (cells ^ stone)
        return flowers

    def touches(self, index: int, flowers: dict[str, Bits]) -> bool:
        """Return whether a stone is next to a flower of its colour."""
        _, stone, colour, _ = self.bodies[index]
        down = self.field.stride[DOWN]
        near = stone << 1 | stone >> 1 | stone << down | stone >> down
        return bool(near & flowers.get(colour, 0))

    def bloom(self, index: int) -> bool:
        """Let a stone bloom, by pushing or else by recoiling; return False if it can do neither."""
        if not (self.push(index) or self.recoil(index)):
            return False
        self._tick += 1
        return True

    def push(self, index: int) -> bool:
        """Grow the flower of a stone before it and push the pieces there; return False if they are blocked."""
        _, stone, colour, arrow = self.bodies[index]
        before = shifted(stone, self.field.stride[arrow])
        if (pushed := self.pushed(before, arrow)) is None:
            return False
        self.move(pushed, arrow, "push")
        self._set(index, Body(stone | before, stone, colour, arrow), "bloom")
        return True

    def recoil(self, index: int) -> bool:
        """Grow the flower on the stone's cell; the stone recoils and pushes the pieces behind it."""
        _, stone, colour, arrow = self.bodies[index]
        back = self.field.grid.opposite[arrow]
        behind = shifted(stone, self.field.stride[back])
        if (pushed := self.pushed(behind, back)) is None:
            return False
        self.move(pushed, back, "push")
        self._set(index, Body(stone | behind, behind, colour, arrow), "recoil")
        return True

    def pushed(self, cells: Bits, direction: Direction) -> list[int] | None:
        """Return the pieces on `cells` and all that they push in a direction, None where something fixed holds them.

        Pieces are rectangles, so what a stone pushes never comes round to the stone itself.
        """
        indices: list[int] = []
        while cells:
            if cells & self.field.fixed:
                return None
            hit = [index for index, body in enumerate(self.bodies) if body.cells & cells and index not in indices]
            indices += hit
            cells = 0
            for index in hit:
                cells |= shifted(self.bodies[index].cells, self.field.stride[direction])
        return indices

    def move(self, moved: Sequence[int], direction: Direction, cause: str) -> None:
        """Move pieces one cell, in the tick that is now."""
        by = self.field.stride[direction]
        for index in moved:
            cells, stone, colour, arrow = self.bodies[index]
            self._set(index, Body(shifted(cells, by), shifted(stone, by), colour, arrow), cause)

    def _set(self, index: int, after: Body, cause: str) -> None:
        if self._changes is not None:
            bodies = (self.bodies[index], after, self._before[index])
            before, now, original = (piece_of(self.field, body) for body in bodies)
            self._changes.append(Change(self._tick, cause, before, now, original_piece=original))
        self.bodies[index] = after
