"""Crossoban: Sokoban, Multiban and Interlock, alone or mixed in one puzzle.

Several pushers, boxes with and without colours, and a floor that does things.  A move is one step of a pusher; all
pushers linked with it step the same way.

A pusher walks to a free neighbouring cell, or into a box, which is pushed to the cell behind it if that is vacant and
admits it.  One box at a time, never pulled; other pushers block.

* A coloured pusher pushes boxes of its colour and boxes without one (option ``pusher_colour``).
* A filter admits boxes of its colour, pushers of its colour and pushers without one (``filter_pushers``); a box without
  a colour is refused (``filter_plain``).
* A box on a lock is never moved again, and still counts for its colour; pushers may walk over empty locks (``lock``).
* What comes onto ice goes on in its direction, until the next cell is not vacant or does not admit it, or until it has
  left the ice.
* What rests on a conveyor is carried one cell in its direction, again and again, while the next cell is vacant and
  admits it (``conveyor``).  What slides or is carried pushes nothing.
* A black hole swallows what enters it, and stays (``hole_fill``).
* A weak tile becomes a black hole when it has been left as often as it has uses: once for ``w``, twice for ``W``
  (``weak``).  A pusher that pushes a box off a tile of one use steps into the hole that this leaves.
* Of linked pushers each steps if it can, the foremost first (``link``).
* Boxes of one colour that touch do not stick together (``sticky``).

After the steps everything settles, tick by tick: first what slides on ice moves on by a cell, then what rests on a
conveyor, each of them once; boxes before pushers, then the one with the fewest cells before it to the edge that it
heads for, then in reading order.  Settling ends when nothing moves, or at the first repetition of positions, directions
and wear.  Two things that head for one cell from two sides are the only case in which the reading order tells, and so
the only one that mirroring a board may change.

Solved: both parts are.  The Interlock part: the boxes of each colour touch, left, right, up or down, and form one
group.  The Sokoban part, if there are goals: every box without a colour stands on a goal, and every goal has a box of
any colour, unless there are fewer boxes than goals.  Without boxes that have no colour every goal needs a box.  A level
with neither goals nor a colour of two boxes cannot be solved.

Lost: no pusher is left; a colour that had two boxes or more has lost one (``hole_frees``); no box without a colour is
left, and fewer boxes than goals.

Sources: Lee J Haywood, Crossoban: its page on puzzle definitions, for the symbols, and its help, for the goals of both
games and for pushing one box.  Its section on the rules of Interlock is lost.  What the elements do follows from their
names, and from which of them the symbols let stand together; every rule above that has an option is the project's
default, as are the order of settling and the losses.
"""

from __future__ import annotations

import heapq
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..board import FLOOR, GOAL, WALL, Board, Change, Counter, Fault, Piece, Terrain
from ..errors import LevelError
from ..grid import DIRECTIONS, NAMES, Cell, Direction, Grid
from ..level import Level, Problem, Scalar
from .api import PLAYING, SOLVED, Brush, GameInfo, Option, Outcome, Palette, Status, Turn
from .parts import setup
from .parts.field import Field
from .parts.pushers import Move, PusherGame

COLOURS = ("blue", "green", "red", "yellow")
HOLE = Terrain("hole")
SWALLOWED = "swallowed "  # how many boxes of a colour are gone: the name of the counter, before the colour

INFO = GameInfo(
    key="crossoban",
    name="Crossoban",
    summary="Bring the boxes of each colour together and every plain box onto a goal.",
    source="Lee J Haywood, Crossoban",
    palette=Palette(
        (
            *(WALL, FLOOR, GOAL, HOLE),
            *(Terrain("ice"), Terrain("lock"), Terrain("weak", uses=1), Terrain("weak", uses=2)),
            *(Terrain("conveyor", direction=way) for way in DIRECTIONS),
            *(Terrain("filter", colour=colour) for colour in COLOURS),
        ),
        (
            Brush(Piece("pusher", (0,)), 1, 2),
            Brush(Piece("pusher", (0,), group=1), 0, 3),
            Brush(Piece("pusher", (0,), ("red",), group=2), 0, 2),
            Brush(Piece("pusher", (0,), ("blue",)), 0, 1),
            Brush(Piece("box", (0,)), 0, 4),
            Brush(Piece("box", (0,), ("red",)), 0, 3),
            Brush(Piece("box", (0,), ("blue",)), 0, 3),
        ),
    ),
    options=(
        Option("sticky", "no", "whether touching boxes of one colour move together", ("no", "yes")),
        Option(
            *("pusher_colour", "own-and-plain", "which boxes a coloured pusher pushes; any: its colour means nothing"),
            ("own-and-plain", "own", "any"),
        ),
        Option("filter_pushers", "colour", "which pushers a filter refuses: other colours, none or all",
               ("colour", "none", "all")),
        Option("filter_plain", "refused", "whether a filter admits boxes without a colour", ("refused", "admitted")),
        Option("lock", "boxes", "what a lock stops: boxes that stand on it, or pushers that would enter it too",
               ("boxes", "pushers")),
        Option("conveyor", "all", "what a conveyor carries; one-way: nothing, but none enters it against its arrow",
               ("all", "boxes", "pushers", "one-way")),
        Option("hole_fill", "no", "whether a box that falls into a hole fills it", ("no", "yes")),
        Option("hole_frees", "no", "whether a colour that has lost a box can still be joined", ("no", "yes")),
        Option("weak", "all", "what wears a weak tile of two uses: all that leaves it, or boxes only, at once",
               ("all", "boxes")),
        Option("link", "independent", "whether linked pushers step each by itself or only all together",
               ("independent", "rigid")),
    ),
    facts=(
        "The goals, the symbols and pushing one box are sourced; every rule with an option is the project's default.",
        "A pusher that pushes a box off a weak tile of one use steps into the hole.",
        "Sliding and carried things push nothing; settling ends at the first repetition.",
        "The pushers are ordered by reading order; linked ones move together, by whichever of them is chosen.",
    ),
)  # fmt: skip

Pusher = tuple[str, int]  # its colour, "" for none, and its group, 0 for none
Heading = dict[Cell, Direction]  # by where it is, the direction of what slides


class Ground(Field):
    """The field of a level: its terrain without the tiles that a turn can change, with what it does to whom."""

    __slots__ = ("_admits", "against", "conveyors", "holes", "ice", "locks", "rules")

    def __init__(self, shape: Grid, terrain: tuple[Terrain, ...], options: tuple[tuple[str, Scalar], ...] = ()) -> None:
        super().__init__(shape, terrain, options)
        self.rules: dict[str, Scalar] = {option.name: option.default for option in INFO.options} | dict(options)
        conveyors = {cell: ground.direction for cell, ground in enumerate(terrain) if ground.kind == "conveyor"}
        one_way = self.rules["conveyor"] == "one-way"
        self.conveyors: Mapping[Cell, Direction] = {} if one_way else conveyors
        self.against = {cell: way ^ 2 for cell, way in conveyors.items()} if one_way else {}
        self.holes, self.ice, self.locks = (
            frozenset(cell for cell, ground in enumerate(terrain) if ground.kind == kind)
            for kind in ("hole", "ice", "lock")
        )
        self._admits: dict[tuple[str, str], tuple[bool, ...]] = {}

    def admits(self, kind: str, colour: str) -> tuple[bool, ...]:
        """Return for every cell whether its terrain admits a box or a pusher of a colour."""
        key = kind, colour
        if key not in self._admits:
            self._admits[key] = (*(self._admitted(ground, kind, colour) for ground in self.terrain), False)
        return self._admits[key]

    def _admitted(self, ground: Terrain, kind: str, colour: str) -> bool:
        if ground.kind == "lock":
            return kind == "box" or self.rules["lock"] == "boxes"
        if ground.kind != "filter":
            return ground.kind != "wall"
        if kind == "box":
            return colour == ground.colour or (not colour and self.rules["filter_plain"] == "admitted")
        refused = self.rules["filter_pushers"]
        plain = not colour or self.rules["pusher_colour"] == "any"
        return refused == "none" or (refused == "colour" and (plain or colour == ground.colour))

    def pushes(self, pusher: str, box: str) -> bool:
        """Return whether a pusher of a colour may push a box of a colour."""
        if not pusher or pusher == box:
            return True
        rule = self.rules["pusher_colour"]
        return rule == "any" or (rule == "own-and-plain" and not box)


class State(NamedTuple):
    """Where everything is, and what is left of the floor.

    `tiles` are the cells that a turn can change: weak tiles with the uses that they have left, a broken one with 0, and
    holes that a box would fill, as -1.  `swallowed` says of each colour how many of its boxes are gone, if any.
    """

    pushers: frozenset[tuple[Cell, Pusher]]
    boxes: frozenset[tuple[Cell, str]]
    tiles: frozenset[tuple[Cell, int]]
    swallowed: frozenset[tuple[str, int]]
    field: Ground


class Crossoban(PusherGame[State]):
    """The rules of Crossoban; a move is the cell of a pusher and a direction.

    Of linked pushers the first in reading order stands for all.
    """

    info = INFO

    def start(self, level: Level) -> State:
        setup.check(self.info, level)
        board = level.board
        for fault in _strange_counters(board):
            raise LevelError(fault.text, cell=fault.cell)
        fills = dict(level.options).get("hole_fill") == "yes"
        tiles = {cell: ground.uses for cell, ground in enumerate(board.terrain) if ground.kind == "weak"}
        if fills:
            tiles |= dict.fromkeys(board.cells_of("hole"), _HOLE)
        terrain = tuple(FLOOR if cell in tiles else ground for cell, ground in enumerate(board.terrain))
        return State(
            frozenset((piece.anchor, (_colour(piece), piece.group)) for piece in board.of_kind("pusher")),
            frozenset((piece.anchor, _colour(piece)) for piece in board.of_kind("box")),
            frozenset(tiles.items()),
            frozenset((counter.name.removeprefix(SWALLOWED), counter.value) for counter in board.counters),
            Ground(board.grid, terrain, level.options),
        )

    def problems(self, level: Level) -> list[Problem]:
        found = list(setup.misfits(self.info, level))
        found += (Problem(0, 0, "error", fault.text, cell=fault.cell) for fault in _strange_counters(level.board))
        if not found:
            found += self._faults(self.start(level), level.board)
        return [level.place(problem) for problem in found]

    def _faults(self, state: State, board: Board) -> Iterator[Problem]:
        pushers, boxes, goals = board.of_kind("pusher"), board.of_kind("box"), state.field.goals
        if not pushers:
            yield Problem(0, 0, "error", "found no pusher", "at least one")
        plain = sum(not box.colours for box in boxes)
        if not goals and not any(count > 1 for count in _had(state).values()):
            yield Problem(0, 0, "error", "found nothing to solve", "goals, or two boxes of a colour")
        elif goals and plain > len(goals) and not (state.tiles or state.field.holes):
            found = f"found more boxes without a colour than goals, {plain} and {len(goals)}"
            yield Problem(0, 0, "error", found, "a goal for each, or a hole for the others")
        elif not plain and len(boxes) < len(goals):
            found = f"found fewer boxes than goals, {len(boxes)} and {len(goals)}"
            yield Problem(0, 0, "error", found, "a box for each goal, or one without a colour")
        for piece in board.pieces:
            ground, colour = board.terrain[piece.anchor], _colour(piece)
            if ground.kind == "hole" or (ground.kind == "weak" and not ground.uses):
                yield Problem(0, 0, "error", f"a {piece.kind} stands on a black hole", cell=piece.anchor)
            elif not state.field.admits(piece.kind, colour)[piece.anchor]:
                found = f"a {colour or 'plain'} {piece.kind} stands where none can come, on a {ground.kind}"
                yield Problem(0, 0, "warning", found, cell=piece.anchor)
        if pushers and self.outcome(state).solved:
            yield Problem(0, 0, "warning", "the level is solved before the first move")

    def leaders(self, state: State) -> Mapping[Cell, Cell]:
        first: dict[int, Cell] = {}
        return {cell: first.setdefault(group, cell) if group else cell for cell, (_, group) in sorted(state.pushers)}

    def turn(self, state: State, move: Move) -> Turn[State] | None:
        motion = _Motion(state)
        if motion.step(*move):
            return None
        motion.settle()
        return Turn(motion.state(), _changes(state, motion.events), tuple(_pushed(motion.events)))

    def expand(self, state: State) -> Iterator[tuple[Move, State]]:
        for move in self.tries(state):
            motion = _Motion(state)
            if not motion.step(*move):
                motion.settle()
                yield move, motion.state()

    def refusal(self, state: State, move: Move) -> str:
        return f"the pusher cannot go {NAMES[move[1]]}, {_Motion(state).step(*move)}"

    def outcome(self, state: State) -> Outcome:
        boxes = dict(state.boxes)
        if _sokoban_solved(state, boxes) and _interlock_solved(state, boxes):
            return SOLVED
        if not state.pushers:
            return Outcome(Status.LOST, "no pusher is left")
        if state.field.rules["hole_frees"] == "no":
            for colour, count in sorted(state.swallowed):
                if _had(state)[colour] > 1:
                    told = "a box is" if count == 1 else f"{count} boxes are"
                    return Outcome(Status.LOST, f"{colour} can no longer be joined, {told} gone")
        if len(boxes) < len(state.field.goals) and "" not in boxes.values():
            return Outcome(Status.LOST, "fewer boxes than goals are left")
        return PLAYING

    def level(self, state: State) -> Level:
        field = state.field
        terrain = list(field.terrain)
        for cell, uses in state.tiles:
            terrain[cell] = _tile(uses)
        pieces = (*(_box(*box) for box in state.boxes), *(_pusher(*pusher) for pusher in state.pushers))
        counters = tuple(Counter(SWALLOWED + colour, count) for colour, count in state.swallowed)
        board = Board(field.grid.width, field.grid.height, tuple(terrain), pieces, counters)
        return Level(board, self.info.key, field.options)

    def reach(self, state: State, origin: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        """Return where a pusher can walk without pushing, or where a box can be pushed while no other box moves.

        Nothing is swallowed on the way.  Ways that wear fewer weak tiles are preferred, then fewer pushes, then fewer
        moves.  A node of the search is where the pusher and the box are, and counts as a cell visited.
        """
        if origin in dict(state.pushers):
            return self._ways(state, [origin], -1, limit)
        return self._ways(state, list(self.leaders(state)), origin, limit) if origin in dict(state.boxes) else {}

    def _ways(self, state: State, pushers: Sequence[Cell], box: Cell, limit: int) -> Mapping[Cell, Sequence[Move]]:
        """Return the ways of one of `pushers`, each alone, or of the box that it pushes."""
        found: dict[Cell, Sequence[Move]] = {}
        seen: set[tuple[Cell, Cell, int]] = set()
        heap: list[tuple[tuple[int, int, int], int, Cell, Cell, int, State, tuple[Move, ...]]]
        heap = [((0, 0, 0), who, pusher, box, who, state, ()) for who, pusher in enumerate(pushers)]
        entered = len(heap)
        while heap:
            (worn, pushes, steps), _, pusher, at, who, here, line = heapq.heappop(heap)
            if (pusher, at, who) in seen:
                continue
            seen.add((pusher, at, who))
            if len(seen) > limit:
                return {}
            found.setdefault(pusher if at < 0 else at, line)
            leader = self.leaders(here)[pusher]
            for way in DIRECTIONS:
                motion = _Motion(here)
                if motion.step(leader, way):
                    continue
                motion.settle()
                if (after := _together(motion, pusher, at)) is None or (*after, who) in seen:
                    continue
                causes = [cause for _, cause, _, _ in motion.events]
                cost = worn + causes.count("wear"), pushes + ("push" in causes), steps + 1
                entered += 1
                heapq.heappush(heap, (cost, entered, *after, who, motion.state(), (*line, (leader, way))))
        return found


_HOLE = -1  # a hole that a box would fill, among the tiles

Event = tuple[int, str, Cell, Cell]  # tick, cause, from, to; of a tile: tick, cause, the cell, what is left of it
_TILE_CAUSES = ("wear", "fill")


class _Motion:
    """A turn being made: the position, changed in place, and what has happened.

    `events` are bare tuples, from which the changes of a board are made where somebody wants them.
    """

    __slots__ = ("boxes", "events", "field", "heading", "pushers", "tick", "tiles", "was")

    def __init__(self, state: State) -> None:
        self.was = state
        self.field = state.field
        self.boxes = dict(state.boxes)
        self.pushers = dict(state.pushers)
        self.tiles = dict(state.tiles)
        self.heading: Heading = {}
        self.tick = 0
        self.events: list[Event] = []

    def step(self, pusher: Cell, way: Direction) -> str:
        """Let a pusher and all that are linked with it take a step; return why it is refused, "" if it is not."""
        if pusher not in self.pushers:
            return "there is no pusher"
        group = self.pushers[pusher][1]
        movers = [pusher]
        if group:
            movers = sorted(cell for cell, (_, linked) in self.pushers.items() if linked == group)
            movers.sort(key=lambda cell: _ahead(self.field.grid, cell, way))
        refused = [told for cell in movers if (told := self._step(cell, way))]
        all_or_nothing = self.field.rules["link"] == "rigid"
        return refused[0] if len(refused) == len(movers) or (refused and all_or_nothing) else ""

    def _step(self, pusher: Cell, way: Direction) -> str:
        """Let one pusher take a step; return why it is refused, "" if it is not."""
        field = self.field
        target = field.grid.step[way][pusher]
        if not field.free[target]:
            return "a wall is in the way"
        if target in self.pushers:
            return "another pusher is in the way"
        colour = self.pushers[pusher][0]
        if target in self.boxes:
            if target in field.locks:
                return "the box is locked"
            if not field.pushes(colour, self.boxes[target]):
                return f"a {colour} pusher does not push this box"
        if not self._admits("pusher", colour, target, way):
            return f"the {field.terrain[target].kind} does not let it in"
        if target in self.boxes:
            pushed = self._stuck(target) if field.rules["sticky"] == "yes" else [target]
            if not self._has_room(pushed, way):
                return "the box is blocked"
            for cell in sorted(sorted(pushed), key=lambda cell: _ahead(field.grid, cell, way)):
                self._move(self.boxes, cell, way, "push")
        self._move(self.pushers, pusher, way, "walk")
        return ""

    def _stuck(self, box: Cell) -> list[Cell]:
        """Return the boxes of a colour that hang together with one."""
        colour = self.boxes[box]
        group = [box]
        if colour:
            for cell in group:
                near = (row[cell] for row in self.field.grid.step)
                group += [other for other in near if self.boxes.get(other) == colour and other not in group]
        return group

    def _has_room(self, pushed: list[Cell], way: Direction) -> bool:
        """Return whether boxes can all be pushed a cell on."""
        for cell in pushed:
            beyond = self.field.grid.step[way][cell]
            if beyond in self.pushers or (beyond in self.boxes and beyond not in pushed):
                return False
            if cell in self.field.locks or not self._admits("box", self.boxes[cell], beyond, way):
                return False
        return True

    def _admits(self, kind: str, colour: str, cell: Cell, way: Direction) -> bool:
        return self.field.admits(kind, colour)[cell] and self.field.against.get(cell) != way

    def _move(self, pieces: dict[Cell, str] | dict[Cell, Pusher], cell: Cell, way: Direction, cause: str) -> None:
        """Move a piece to a cell that has room for it: what it leaves wears, what it enters may swallow it."""
        target = self.field.grid.step[way][cell]
        self.events.append((self.tick, cause, cell, target))
        self.heading.pop(cell, None)
        piece: str | Pusher = pieces.pop(cell)
        if cell in self.tiles:
            self._leave(cell, by_box=pieces is self.boxes)
        if target in self.field.holes or self.tiles.get(target, 1) <= 0:
            self.events.append((self.tick, "fall", target, -1))
            if pieces is self.boxes and self.field.rules["hole_fill"] == "yes":
                del self.tiles[target]
                self.events.append((self.tick, "fill", target, 1))
            return
        pieces[target] = piece  # type: ignore[assignment]  # it is what came out of them
        if target in self.field.ice:
            self.heading[target] = way

    def _leave(self, cell: Cell, *, by_box: bool) -> None:
        """Wear the tile that something has left."""
        uses = self.tiles[cell]
        if uses <= 0:
            return
        left = uses - 1
        if self.field.rules["weak"] == "boxes" and uses > 1:
            left = 0 if by_box else uses
        if left != uses:
            self.tiles[cell] = left
            self.events.append((self.tick, "wear", cell, left))

    def settle(self) -> None:
        """Let things slide and be carried until nothing moves or everything repeats."""
        conveyors = self.field.conveyors
        if not self.heading and not conveyors:
            return
        seen = set()
        while self.heading or any(cell in conveyors for cell in (*self.boxes, *self.pushers)):
            now = (frozenset(self.boxes.items()), frozenset(self.pushers.items()), frozenset(self.heading.items()),
                   frozenset(self.tiles.items()))  # fmt: skip
            if now in seen:
                return
            seen.add(now)
            self.tick += 1
            if not self._tick():
                return

    def _tick(self) -> bool:
        """Move what slides by a cell, then what rests on conveyors; return whether anything moved or stopped."""
        happened = False
        sliding = self._in_order(self.heading)
        carried = self._in_order(self._carried())
        for pieces, cell, way in sliding:
            happened = True
            if self._vacant(pieces, cell, way):
                self._move(pieces, cell, way, "slide")
            else:
                del self.heading[cell]
        for pieces, cell, way in carried:
            if self._vacant(pieces, cell, way):
                happened = True
                self._move(pieces, cell, way, "carry")
        return happened

    def _carried(self) -> Heading:
        """Return what rests on conveyors that carry it."""
        who = self.field.rules["conveyor"]
        pieces = (*(self.boxes if who != "pushers" else ()), *(self.pushers if who != "boxes" else ()))
        return {cell: self.field.conveyors[cell] for cell in pieces if cell in self.field.conveyors}

    def _in_order(self, heading: Heading) -> list[tuple[dict[Cell, str] | dict[Cell, Pusher], Cell, Direction]]:
        """Return what is to move in the order in which it does: boxes first, the foremost first."""
        grid = self.field.grid
        order = sorted(heading, key=lambda cell: (cell in self.pushers, _ahead(grid, cell, heading[cell]), cell))
        return [(self.pushers if cell in self.pushers else self.boxes, cell, heading[cell]) for cell in order]

    def _vacant(self, pieces: dict[Cell, str] | dict[Cell, Pusher], cell: Cell, way: Direction) -> bool:
        """Return whether the next cell has room for something that pushes nothing."""
        target = self.field.grid.step[way][cell]
        if target in self.boxes or target in self.pushers:
            return False
        if pieces is self.boxes:
            return self._admits("box", self.boxes[cell], target, way)
        return self._admits("pusher", self.pushers[cell][0], target, way)

    def state(self) -> State:
        """Return the position as it stands."""
        was = self.was
        boxes = frozenset(self.boxes.items()) if len(self.events) > 1 else was.boxes  # one event is a pusher's walk
        swallowed = was.swallowed
        if len(self.boxes) < len(was.boxes):
            gone = Tally(colour for _, colour in was.boxes) - Tally(self.boxes.values())
            del gone[""]
            swallowed = frozenset((Tally(dict(swallowed)) + gone).items())
        tiles = was.tiles if not self.tiles and not was.tiles else frozenset(self.tiles.items())
        return State(frozenset(self.pushers.items()), boxes, tiles, swallowed, self.field)


def _ahead(grid: Grid, cell: Cell, way: Direction) -> int:
    """Return how many cells there are from a cell to the edge of the board in a direction."""
    row, column = divmod(cell, grid.width)
    return (column, row, grid.width - 1 - column, grid.height - 1 - row)[way]


def _changes(state: State, events: Iterable[Event]) -> tuple[Change, ...]:
    """Return the changes of the board that the events of a turn are."""
    boxes, pushers = dict(state.boxes), dict(state.pushers)
    now: dict[Cell, tuple[Piece, Piece]] = {}  # what has moved: as it is, and as it was before the turn
    tiles, swallowed = dict(state.tiles), dict(state.swallowed)
    changes = []
    for tick, cause, cell, end in events:
        if cause in _TILE_CAUSES:
            after = FLOOR if cause == "fill" else _tile(end)
            changes.append(Change(tick, cause, _tile(tiles[cell]), after, cell))
            tiles[cell] = end
            continue
        if cell in now:
            piece, who = now.pop(cell)
        else:
            piece = who = _box(cell, boxes[cell]) if cell in boxes else _pusher(cell, pushers[cell])
        if end >= 0:
            now[end] = piece._replace(cells=(end,)), who
            changes.append(Change(tick, cause, piece, now[end][0], -1, who))
            continue
        changes.append(Change(tick, cause, piece, None, -1, who))
        if piece.kind == "box" and (colour := _colour(piece)):
            count = swallowed.get(colour, 0)
            before = Counter(SWALLOWED + colour, count) if count else None
            changes.append(Change(tick, cause, before, Counter(SWALLOWED + colour, count + 1)))
            swallowed[colour] = count + 1
    return tuple(changes)


def _pushed(events: Sequence[Event]) -> Iterator[tuple[Cell, Cell]]:
    """Yield for each box that was pushed where it stood and where it rests, -1 if it is gone."""
    for index, (_, cause, start, _) in enumerate(events):
        if cause == "push":
            yield start, _followed(events[index:], start)


def _followed(events: Iterable[Event], cell: Cell) -> Cell:
    """Return where what stood on a cell stands after events, -1 if it is gone."""
    for _, cause, start, end in events:
        if start == cell and cause not in _TILE_CAUSES:
            cell = end
    return cell


def _together(motion: _Motion, pusher: Cell, box: Cell) -> tuple[Cell, Cell] | None:
    """Return where a pusher and a box (-1 for none) are after a turn; None if one is gone, or another box has moved."""
    if any(cause == "fall" for _, cause, _, _ in motion.events):
        return None
    there = _followed(motion.events, box) if box >= 0 else box
    if any(cell != there for cell, _ in motion.boxes.items() - motion.was.boxes):
        return None
    return _followed(motion.events, pusher), there


def _sokoban_solved(state: State, boxes: Mapping[Cell, str]) -> bool:
    goals = state.field.goals
    if not goals:
        return True
    plain = [cell for cell, colour in boxes.items() if not colour]
    if any(cell not in goals for cell in plain):
        return False
    return goals <= boxes.keys() or (bool(plain) and len(boxes) < len(goals))


def _interlock_solved(state: State, boxes: Mapping[Cell, str]) -> bool:
    colours = Tally(boxes.values())
    del colours[""]
    for colour, count in colours.items():
        if count > 1 and not _touching(state.field.grid, boxes, colour, count):
            return False
    if state.swallowed:
        had = _had(state)
        if state.field.rules["hole_frees"] == "no" and any(had[colour] > 1 for colour, _ in state.swallowed):
            return False
    return bool(state.field.goals) or any(count > 1 for count in _had(state).values())


def _touching(grid: Grid, boxes: Mapping[Cell, str], colour: str, count: int) -> bool:
    """Return whether the boxes of a colour form one group."""
    group = [next(cell for cell, other in boxes.items() if other == colour)]
    for cell in group:
        for row in grid.step:
            if boxes.get(row[cell]) == colour and row[cell] not in group:
                group.append(row[cell])
    return len(group) == count


def _had(state: State) -> Tally[str]:
    """Return how many boxes of each colour there were at the start."""
    had = Tally(colour for _, colour in state.boxes if colour)
    had.update(dict(state.swallowed))
    return had


def _strange_counters(board: Board) -> Iterator[Fault]:
    for name, value in board.counters:
        if not name.removeprefix(SWALLOWED) or not name.startswith(SWALLOWED) or value < 1:
            yield Fault(-1, f"found the counter {name}={value}, expected none but {SWALLOWED}COLOUR from 1 on")


def _colour(piece: Piece) -> str:
    return piece.colours[0] if piece.colours else ""


def _box(cell: Cell, colour: str) -> Piece:
    return Piece("box", (cell,), (colour,) if colour else ())


def _pusher(cell: Cell, look: Pusher) -> Piece:
    colour, group = look
    return Piece("pusher", (cell,), (colour,) if colour else (), group=group)


def _tile(uses: int) -> Terrain:
    return HOLE if uses == _HOLE else Terrain("weak", uses=uses)


game = Crossoban()
