"""The physics of Blockage: a stone rolls or is fixed, and everything falls."""

from __future__ import annotations

from ...board import Change
from ...grid import Cell
from ...tiling import DOWN, LEFT, RIGHT, Direction
from .state import BLACK, Move, State, Stone, piece_of


class Simulation:
    """The stones during a move, indexed as in the state before; events are appended to `changes`."""

    def __init__(self, state: State, changes: list[Change] | None = None) -> None:
        self.field = state.field
        self.stones = list(state.stones)
        self.used = state.used
        self._before = state.stones
        self._changes = changes
        self._tick = 0
        self._acted = False  # whether a dye or a teleporter has acted in this tick: that takes the next one

    def state(self) -> State:
        """Return the state that this has come to."""
        return State(tuple(sorted(self.stones)), self.used, self.field)

    def act(self, move: Move) -> bool:
        """Roll or fix a stone; return False where that is illegal."""
        cell, colour, act = move
        stone = Stone(cell, colour)
        if stone not in self.stones:
            return False
        index = self.stones.index(stone)
        return self.roll(index, LEFT if act < 0 else RIGHT) if act else self.fix(index)

    def roll(self, index: int, side: Direction) -> bool:
        """Roll a stone one cell, or on to the first without a stone where stones only cross."""
        towards = self.field.grid.step[side]
        target = towards[self.stones[index].cell]
        path = [target]
        while self.field.cross and not self.solid(index, target) and self.taken(index, target):
            target = towards[target]
            path.append(target)
        if self.solid(index, target):
            return False
        for cell in path:
            self.enter(index, cell, "roll")
            self.next_tick()
            if self.stones[index].cell != cell:  # teleported
                break
        return True

    def fix(self, index: int) -> bool:
        """Fix a stone, if no other shares its cell or that is allowed."""
        if not self.can_fix(index):
            return False
        self._set(index, self.stones[index]._replace(fixed=True), "fix")
        self.next_tick()
        return True

    def can_fix(self, index: int) -> bool:
        """Return whether a stone may be fixed in its cell."""
        cell = self.stones[index].cell
        return self.field.shared_fix or not any(
            stone.cell == cell and not stone.fixed for other, stone in enumerate(self.stones) if other != index
        )

    def settle(self) -> None:
        """Let stones fall until all rest, then fix those on their targets where that happens by itself."""
        self.fall()
        if self.field.auto_fix:
            for index, (cell, colour, fixed) in enumerate(self.stones):
                if not fixed and colour != BLACK and self.field.takes(cell, colour) and self.can_fix(index):
                    self._set(index, Stone(cell, colour, fixed=True), "fix")

    def fall(self) -> None:
        """Let every stone that is not fixed and has nothing solid below fall, the lowest first."""
        down = self.field.grid.step[DOWN]
        rc = self.field.grid.rc
        waiting = [index for index, stone in enumerate(self.stones) if not stone.fixed]
        fallen = True
        while fallen:
            fallen = False
            waiting.sort(key=lambda index: (-rc(self.stones[index].cell)[0], self.stones[index].cell))
            for index in waiting:
                below = down[self.stones[index].cell]
                if not self.solid(index, below) and not (self.field.cross and self.taken(index, below)):
                    self.enter(index, below, "fall")
                    fallen = True
            self.next_tick()

    def solid(self, index: int, cell: Cell) -> bool:
        """Return whether a cell is solid for a stone."""
        if not self.field.free[cell]:
            return True
        stops = [stone for stone in self.stones if stone.cell == cell]
        return any(stone.fixed or BLACK in {stone.colour, self.stones[index].colour} for stone in stops)

    def taken(self, index: int, cell: Cell) -> bool:
        """Return whether another stone is in a cell."""
        return any(stone.cell == cell for other, stone in enumerate(self.stones) if other != index)

    def enter(self, index: int, cell: Cell, cause: str) -> None:
        """Move a stone into a cell, and let the cell act."""
        self._set(index, self.stones[index]._replace(cell=cell), cause)
        if cell in self.used:
            return
        stone = self.stones[index]
        dye = self.field.dyes.get(cell)
        if dye is not None and (stone.colour != BLACK or self.field.dye_black):
            self.use("dye", cell)
            self._set(index, stone._replace(colour=dye), "dye", late=True)
        exit_ = self.field.exits.get(cell)
        if exit_ is None or exit_ in self.used or self.solid(index, exit_):
            return
        if not (self.field.cross and self.taken(index, exit_)):
            self.use("teleport", cell, exit_)
            self._set(index, stone._replace(cell=exit_), "teleport", late=True)

    def next_tick(self) -> None:
        """Begin the next tick, after that in which cells have acted if any has."""
        self._tick += 2 if self._acted else 1
        self._acted = False

    def use(self, cause: str, *cells: Cell) -> None:
        """Use cells up."""
        self._acted = True
        self.used |= {*cells}
        if self._changes is not None:
            for cell in cells:
                fresh = self.field.terrain[cell]
                self._changes.append(Change(self._tick + 1, cause, fresh, fresh._replace(uses=0), cell))

    def _set(self, index: int, after: Stone, cause: str, *, late: bool = False) -> None:
        if self._changes is not None:
            before, now, original = map(piece_of, (self.stones[index], after, self._before[index]))
            self._changes.append(Change(self._tick + late, cause, before, now, original_piece=original))
        self.stones[index] = after
