"""A move of Crossoban: the steps of pushers, then the sliding and carrying until everything has settled."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence

from ...board import FLOOR, Change, NamedCounter, Piece, moved_to
from ...grid import Cell
from ...sentence import say
from ...tiling import Direction
from ..parts.colour_groups import group_of
from .state import SWALLOWED, Pusher, State, box_piece, colour_of, pusher_piece, tile

Heading = dict[Cell, Direction]  # by where it is, the direction of what slides
Look = str | Pusher  # a box, by its colour, or a pusher
Event = tuple[int, str, Cell, Cell, Look]  # tick, cause, from, to, what; of a tile: the cell, what is left of it, ""
_TILE_CAUSES = ("wear", "fill")


class Simulation:
    """A running move: the position, changed in place, and its events.

    `events` are bare tuples, converted to changes of a board on demand.
    """

    __slots__ = ("boxes", "events", "field", "heading", "left", "pushers", "tick", "tiles", "was")

    def __init__(self, state: State) -> None:
        self.was = state
        self.field = state.field
        self.boxes = dict(state.boxes)
        self.pushers = dict(state.pushers)
        self.tiles = dict(state.tiles)
        self.heading: Heading = {}
        self.left: dict[Cell, bool] = {}  # the tiles that something has left in this tick, and whether it was a box
        self.tick = 0
        self.events: list[Event] = []

    def step(self, pusher: Cell, direction: Direction) -> str:
        """Let a pusher and all that are linked with it take a step; return why it is refused, "" if it is not."""
        if pusher not in self.pushers:
            return say("no-pusher-there")
        group = self.pushers[pusher][1]
        if not group:
            reason = self._step(pusher, direction)
            self._wear()
            return reason
        movers = sorted(cell for cell, (_, linked) in self.pushers.items() if linked == group)
        movers.sort(key=lambda cell: self.field.grid.ahead(cell, direction))
        refused = [reason for cell in movers if (reason := self._step(cell, direction))]
        self._wear()
        all_or_nothing = self.field.rules["link"] == "rigid"
        return refused[0] if len(refused) == len(movers) or (refused and all_or_nothing) else ""

    def _step(self, pusher: Cell, direction: Direction) -> str:
        """Let one pusher take a step; return why it is refused, "" if it is not."""
        field = self.field
        target = field.grid.step[direction][pusher]
        if not field.free[target]:
            return say("why-wall")
        if target in self.pushers:
            return say("why-pusher")
        colour = self.pushers[pusher][0]
        if target in self.boxes:
            if target in field.locks:
                return say("why-locked")
            if not field.pushes(colour, self.boxes[target]):
                return say("why-colour", colour=colour)
        if not self._admits("pusher", colour, target, direction):
            return say("why-ground", terrain=field.terrain[target].kind)
        if target in self.boxes:
            sticky = self.boxes[target] and field.rules["sticky"] == "yes"
            pushed = sorted(group_of(field.grid, self.boxes, target)) if sticky else [target]
            if not self._has_room(pushed, direction):
                return say("why-blocked")
            if sticky:
                pushed.sort(key=lambda cell: field.grid.ahead(cell, direction))
            for cell in pushed:
                self._move(self.boxes, cell, direction, "push")
        self._move(self.pushers, pusher, direction, "walk")
        return ""

    def _has_room(self, pushed: Sequence[Cell], direction: Direction) -> bool:
        """Return whether all boxes can be pushed one cell on."""
        for cell in pushed:
            beyond = self.field.grid.step[direction][cell]
            if beyond in self.pushers or (beyond in self.boxes and beyond not in pushed):
                return False
            if cell in self.field.locks or not self._admits("box", self.boxes[cell], beyond, direction):
                return False
        return True

    def _admits(self, kind: str, colour: str, cell: Cell, direction: Direction) -> bool:
        return self.field.admits(kind, colour)[cell] and self.field.against.get(cell) != direction

    def _move(self, pieces: dict[Cell, str] | dict[Cell, Pusher], cell: Cell, direction: Direction, cause: str) -> None:
        """Move a piece to a cell with room for it: the cell it leaves wears, the cell it enters may swallow it."""
        target = self.field.grid.step[direction][cell]
        self.heading.pop(cell, None)
        piece: Look = pieces.pop(cell)
        self.events.append((self.tick, cause, cell, target, piece))
        if cell in self.tiles:
            self.left[cell] = pieces is self.boxes
            if self.field.rules["weak"] != "emptied":
                self._wear()
        if target in self.field.holes or self.tiles.get(target, 1) <= 0:
            self.events.append((self.tick, "fall", target, -1, piece))
            if pieces is self.boxes and self.field.rules["hole_fill"] == "yes":
                del self.tiles[target]
                self.events.append((self.tick, "fill", target, 1, ""))
            return
        pieces[target] = piece  # type: ignore[assignment]  # it is what came out of them
        if target in self.field.ice:
            self.heading[target] = direction

    def _wear(self) -> None:
        """Wear the tiles that were left and are empty now."""
        if not self.left:
            return
        for cell, by_box in self.left.items():
            uses = self.tiles.get(cell, 0)
            if uses <= 0 or cell in self.boxes or cell in self.pushers:
                continue
            worn = uses - 1
            if self.field.rules["weak"] == "boxes" and uses > 1:
                worn = 0 if by_box else uses
            if worn != uses:
                self.tiles[cell] = worn
                self.events.append((self.tick, "wear", cell, worn, ""))
        self.left.clear()

    def settle(self) -> None:
        """Let things slide and be carried until nothing moves or everything repeats."""
        conveyors = self.field.conveyors
        if not self.heading and not conveyors:
            return
        seen = set()
        while self.heading or not (
            conveyors.keys().isdisjoint(self.boxes) and conveyors.keys().isdisjoint(self.pushers)
        ):
            now = (frozenset(self.boxes.items()), frozenset(self.pushers.items()), frozenset(self.heading.items()),
                   frozenset(self.tiles.items()))  # fmt: skip
            if now in seen:
                return
            seen.add(now)
            self.tick += 1
            if not self._tick():
                return

    def _tick(self) -> bool:
        """Move sliding pieces by a cell, then pieces on conveyors; return whether anything moved or stopped."""
        happened = False
        sliding = self._in_order(self.heading) if self.heading else []
        carried = self._in_order(self._carried()) if self.field.conveyors else []
        for pieces, cell, direction in sliding:
            happened = True
            if self._vacant(pieces, cell, direction):
                self._move(pieces, cell, direction, "slide")
            else:
                del self.heading[cell]
        for pieces, cell, direction in carried:
            if self._vacant(pieces, cell, direction):
                happened = True
                self._move(pieces, cell, direction, "carry")
        self._wear()
        return happened

    def _carried(self) -> Heading:
        """Return the pieces on conveyors that carry them."""
        who = self.field.rules["conveyor"]
        pieces = (*(self.boxes if who != "pushers" else ()), *(self.pushers if who != "boxes" else ()))
        return {cell: self.field.conveyors[cell] for cell in pieces if cell in self.field.conveyors}

    def _in_order(self, heading: Heading) -> list[tuple[dict[Cell, str] | dict[Cell, Pusher], Cell, Direction]]:
        """Return moving pieces in their order: boxes first, the foremost first."""
        grid = self.field.grid
        order = sorted(heading, key=lambda cell: (cell in self.pushers, grid.ahead(cell, heading[cell]), cell))
        return [(self.pushers if cell in self.pushers else self.boxes, cell, heading[cell]) for cell in order]

    def _vacant(self, pieces: dict[Cell, str] | dict[Cell, Pusher], cell: Cell, direction: Direction) -> bool:
        """Return whether the next cell has room for something that pushes nothing."""
        target = self.field.grid.step[direction][cell]
        if target in self.boxes or target in self.pushers:
            return False
        if pieces is self.boxes:
            return self._admits("box", self.boxes[cell], target, direction)
        return self._admits("pusher", self.pushers[cell][0], target, direction)

    def state(self) -> State:
        """Return the current position."""
        was = self.was
        boxes = frozenset(self.boxes.items()) if len(self.events) > 1 else was.boxes  # one event is a pusher's walk
        swallowed = was.swallowed
        if len(self.boxes) < len(was.boxes):
            gone = Tally(colour for _, colour in was.boxes) - Tally(self.boxes.values())
            del gone[""]
            swallowed = frozenset((Tally(dict(swallowed)) + gone).items())
        tiles = was.tiles if not self.tiles and not was.tiles else frozenset(self.tiles.items())
        return State(frozenset(self.pushers.items()), boxes, tiles, swallowed, self.field)


def to_changes(state: State, events: Sequence[Event]) -> tuple[Change, ...]:
    """Return the changes of the board that the events of a move are."""
    if len(events) == 1:  # a pusher's walk, as most moves are
        ((tick, cause, cell, end, look),) = events
        piece = _piece(cell, look)
        return (Change(tick, cause, piece, moved_to(piece, end), -1, piece),)
    now: dict[Cell, tuple[Piece, Piece]] = {}  # what has moved: as it is, and as it was before the move
    tiles, swallowed = dict(state.tiles), dict(state.swallowed)
    changes = []
    for tick, cause, cell, end, look in events:
        if cause in _TILE_CAUSES:
            after = FLOOR if cause == "fill" else tile(end)
            changes.append(Change(tick, cause, tile(tiles[cell]), after, cell))
            tiles[cell] = end
            continue
        if cell in now:
            piece, who = now.pop(cell)
        else:
            piece = who = _piece(cell, look)
        if end >= 0:
            now[end] = moved_to(piece, end), who
            changes.append(Change(tick, cause, piece, now[end][0], -1, who))
            continue
        changes.append(Change(tick, cause, piece, None, -1, who))
        if piece.kind == "box" and (colour := colour_of(piece)):
            count = swallowed.get(colour, 0)
            before = NamedCounter(SWALLOWED + colour, count) if count else None
            changes.append(Change(tick, cause, before, NamedCounter(SWALLOWED + colour, count + 1)))
            swallowed[colour] = count + 1
    return tuple(changes)


def _piece(cell: Cell, look: Look) -> Piece:
    return box_piece(cell, look) if isinstance(look, str) else pusher_piece(cell, look)


def pushed(events: Sequence[Event]) -> tuple[tuple[Cell, Cell], ...]:
    """Return for each box that was pushed where it stood and where it rests, -1 if it is gone."""
    if len(events) == 1:  # a pusher's walk
        return ()
    return tuple(
        [(event[2], followed(events[index:], event[2])) for index, event in enumerate(events) if event[1] == "push"]
    )


def followed(events: Iterable[Event], cell: Cell) -> Cell:
    """Return the cell of a piece after events, or -1 if it is gone."""
    for _, cause, start, end, _ in events:
        if start == cell and cause not in _TILE_CAUSES:
            cell = end
    return cell
