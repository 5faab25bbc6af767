"""What the sentences of a review claim, each tested by a function that knows nothing of how it was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

from pushbox.analysis.review import Finding, Review, say, say_tried
from pushbox.board import FLOOR, WALL, Board, Piece
from pushbox.errors import PushboxError
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.play.verify import verify

from .room import TOO_MANY, WAYS, At, Place, Room, TooLarge, inside, on
from .said import Said, read_back

Line = list[tuple[Place, Place, Place]]  # the pushes of a solution: the box by its first place, from where, to where


class Subject:
    """A reviewed level, the solutions that the review knows, and what follows from the rules."""

    def __init__(self, level: Level, review: Review) -> None:
        self.level, self.review, self.board = level, review, level.board
        self.room = Room.of(level)

    def place(self, name: str) -> Place:
        """Return the place of a cell that a sentence names."""
        return next(
            self.board.rc(cell) for cell in range(len(self.board.terrain)) if self.board.cell_name(cell) == name
        )

    @cached_property
    def counts(self) -> list[tuple[int, int]]:
        """The pushes and moves of each known solution, the reviewed order."""
        return [self._count(text) for text in self.review.solutions]

    @cached_property
    def own(self) -> list[tuple[int, int]]:
        """The pushes and moves of each solution that the level came with."""
        return [count for saved in self.level.saved_moves if (count := self._count(saved.text)) != (-1, -1)]

    def _count(self, text: str) -> tuple[int, int]:
        try:
            replay = verify(self.level, text)
        except PushboxError:
            return -1, -1
        solves = replay.solved and replay.metrics is not None
        return (replay.metrics.pushes, replay.metrics.moves) if solves and replay.metrics else (-1, -1)

    @cached_property
    def lines(self) -> list[Line]:
        """The pushes of each known solution."""
        rc, start = self.board.rc, load(self.level)
        return [
            [(rc(push.box.anchor), rc(push.start), rc(push.end)) for push in start.pushes(text)]
            for text in self.review.solutions
        ]

    @cached_property
    def boards(self) -> list[list[Board]]:
        """The boards of each known solution, the start first."""
        start = load(self.level)
        return [
            [self.board, *(start.rules.board(one.state) for one in start.transitions(start.parse(text)))]
            for text in self.review.solutions
        ]

    @cached_property
    def used(self) -> set[Place]:
        """The places to which anything comes in a known solution, those too that it only passes."""
        start, pieces = load(self.level), [*self.board.pieces]
        for text in self.review.solutions:
            changes = (change for one in start.transitions(start.parse(text)) for change in one.changes)
            pieces += [part for change in changes if isinstance(part := change.after, Piece)]
        return {self.board.rc(cell) for piece in pieces for cell in piece.cells}

    @cached_property
    def path(self) -> list[At]:
        """The positions of the best known solution, push by push."""
        return self.path_of(self.review.solutions[0])

    def path_of(self, text: str) -> list[At]:
        """Return the positions of a line of play, push by push."""
        assert self.room is not None
        return [self.room.start, *(push.after for push in self.room.played(text))]

    def boxes_named(self, said: Said, at: At) -> bool:
        """Whether boxes stand on the named cells and, unless some are only counted, nowhere else."""
        named, stand = {*map(self.place, said.names("cells"))}, {place for place, _ in at.boxes}
        return named == stand or (len(stand) > len(named) and named < stand and " more" in said.params["cells"])

    def without(self, *walls: Place, box: tuple[Place, Place] | None = None) -> Room:
        """Return the room with floor in the place of walls, or without a box and a goal."""
        assert self.room is not None
        goals = {place: number for place, number in self.room.goals.items() if box is None or place != box[1]}
        boxes = frozenset(one for one in self.room.boxes if box is None or one[0] != box[0])
        return replace(self.room, floor=self.room.floor | {*walls}, goals=goals, boxes=boxes)


Claim = Callable[[Subject, Finding, Said], bool]


def say_back_tried(finding: Finding) -> Said:
    """Return what a statement rests on."""
    return read_back(say_tried(finding), "review")


def say_back(subject: Subject, finding: Finding) -> tuple[Said, Said]:
    """Return what a statement says, and what it rests on."""
    return read_back(say(finding, subject.board), "review"), say_back_tried(finding)


def is_unsolvable(subject: Subject, finding: Finding, said: Said) -> bool:
    """No position is solved; with the named boxes alone neither, and without any of them there would be one that is."""
    del finding
    if subject.room is None:
        return not any(at.outcome.solved for at in every(load(subject.level)))
    if "cells" in said.params:
        named = {*map(subject.place, said.names("cells"))}
        boxes = frozenset(box for box in subject.room.boxes if box[0] in named)
        return len(boxes) == len(named) and replace(subject.room, boxes=boxes).fewest is None
    return subject.room.fewest is None


def every(start: Position) -> Iterator[Position]:
    """Yield every position that the rules lead to.  Raises TooLarge."""
    seen, waiting = {start.state}, [start]
    for position in waiting:
        yield position
        for _, after in position.successors():
            if after.state not in seen:
                seen.add(after.state)
                waiting.append(after)
        if len(seen) > TOO_MANY:
            raise TooLarge


def nothing_found(subject: Subject, finding: Finding, said: Said) -> bool:
    """No solution is known, and those of the level were not replayed in time, if it has any."""
    del finding, said
    return not subject.review.solutions and not (subject.own and subject.review.complete)


def compares_own(column: int) -> Claim:
    """Claim that the own solution with the fewest has `own`, and that of all known `best`, which is fewer."""

    def claim(subject: Subject, finding: Finding, said: Said) -> bool:
        best = min(count[column] for count in subject.counts)
        shown = subject._count(finding.moves)[column]
        return said.number("own") == min(count[column] for count in subject.own) > said.number("best") == best == shown

    return claim


def own_is_best(column: int) -> Claim:
    """Claim that an own solution has the fewest of all known."""

    def claim(subject: Subject, finding: Finding, said: Said) -> bool:
        own = min(count[column] for count in subject.own)
        return (
            said.number("best")
            == own
            == min(count[column] for count in subject.counts)
            == subject._count(finding.moves)[column]
        )

    return claim


def best_pushes(subject: Subject, finding: Finding, said: Said) -> bool:
    """The fewest pushes, and the fewest moves with so many pushes."""
    return (said.number("best"), said.number("moves")) == min(subject.counts) == subject._count(finding.moves)


def best_moves(subject: Subject, finding: Finding, said: Said) -> bool:
    """The fewest moves."""
    return said.number("best") == min(moves for _, moves in subject.counts) == subject._count(finding.moves)[1]


def unused(subject: Subject, finding: Finding, said: Said) -> bool:
    """All named cells are floor on which nothing ever stands; there are `count` of them."""
    del finding
    named = {*map(subject.place, said.names("cells"))}
    never = inside(subject.board) - subject.used
    return named <= never and _count(said) == len(never)


def unused_could_be_walls(subject: Subject, finding: Finding, said: Said) -> bool:
    """And with walls in their place the best solution stays one."""
    cells = {subject.board.rc(cell) for cell in finding.cells}
    terrain = tuple(
        WALL if subject.board.rc(cell) in cells else sort for cell, sort in enumerate(subject.board.terrain)
    )
    walled = subject.level.with_board(replace(subject.board, terrain=terrain))
    return unused(subject, finding, said) and verify(walled, subject.review.solutions[0]).solved


def _count(said: Said) -> int:
    return said.number("count") if "count" in said.params else len(said.names("cells"))


def never_pushed(subject: Subject, finding: Finding, said: Said) -> bool:
    """A piece stands on each named cell as long as none has vanished, and no push is of it."""
    del finding
    places = {*map(subject.place, said.names("cells"))}
    count = len(subject.board.pieces)
    stay = all(
        places <= {board.rc(piece.anchor) for piece in board.pieces if piece.kind != "pusher"}
        for boards in subject.boards
        for board in boards
        if len(board.pieces) == count
    )
    return stay and not any(first in places for line in subject.lines for first, _, _ in line)


def spare_boxes(subject: Subject, finding: Finding, said: Said) -> bool:
    """Without a box and the goal that it ends on the fewest pushes are those of the other boxes in a best solution."""
    goal_of = {subject.board.rc(box): subject.board.rc(goal) for box, goal in finding.arrows}
    pushes = min(subject.counts)[0]
    best = [line for line, (count, _) in zip(subject.lines, subject.counts, strict=True) if count == pushes]
    for box in map(subject.place, said.names("cells")):
        goal, left = goal_of.get(box, box), subject.without(box=(box, goal_of.get(box, box)))
        ends = [(sum(first == box for first, _, _ in line), _end(line, box)) for line in best]
        if len(left.boxes) != len(subject.board.of_kind("box")) - 1 or left.fewest is None:
            return False
        if not any(end == goal and left.fewest == pushes - own for own, end in ends):
            return False
    return True


def _end(line: Line, box: Place) -> Place:
    return ([box] + [end for first, _, end in line if first == box])[-1]


def empty_goals(subject: Subject, finding: Finding, said: Said) -> bool:
    """At the end of each known solution no box stands on any named goal."""
    del finding
    places = {*map(subject.place, said.names("cells"))}
    ends = [boards[-1] for boards in subject.boards]
    filled = {board.rc(box.anchor) for board in ends for box in board.of_kind("box")}
    return places <= {subject.board.rc(cell) for cell in subject.board.cells_of("goal")} and not places & filled


def spare_walls(subject: Subject, finding: Finding, said: Said) -> bool:
    """With floor in the place of any named wall the fewest pushes are as many."""
    walls = [*map(subject.place, said.names("cells"))]
    is_wall = all(subject.room is not None and wall not in subject.room.floor for wall in walls)
    return (
        is_wall
        and _count(said) == len(finding.cells)
        and all(subject.without(wall).fewest == said.number("pushes") for wall in walls)
    )


def key_wall(subject: Subject, finding: Finding, said: Said) -> bool:
    """Without the wall there is a solution of `fewer` pushes, with it none of fewer than `pushes`."""
    wall = subject.place(said.params["cells"])
    cell = next(cell for cell in range(len(subject.board.terrain)) if subject.board.rc(cell) == wall)
    terrain = (*subject.board.terrain[:cell], FLOOR, *subject.board.terrain[cell + 1 :])
    replay = verify(subject.level.with_board(replace(subject.board, terrain=terrain)), finding.moves)
    left = subject.without(wall).fewest
    return (
        subject.board.terrain[cell].kind == "wall"
        and replay.solved
        and replay.metrics is not None
        and left is not None
        and left <= replay.metrics.pushes == said.number("fewer") < said.number("pushes") == min(subject.counts)[0]
    )


def orders(subject: Subject, finding: Finding, said: Said) -> bool:
    """So many known solutions differ in which boxes end where, or in the order in which they do for good."""
    del finding
    ways = set()
    for line in subject.lines:
        last = {first: (number, end) for number, (first, _, end) in enumerate(line)}
        ways.add(tuple((first, last[first][1]) for first in sorted(last, key=last.__getitem__)))
    return len(ways) == (said.number("count") if "count" in said.params else 1)


def parts(subject: Subject, finding: Finding, said: Said) -> bool:
    """Two known solutions have the first pushes in common, and then push the named boxes, or one to the named cells."""
    del finding
    same = "target" in said.code or "own_target" in said.params
    names = ("own_target", "other_target") if same else ("own", "other")
    own, other = (subject.place(said.params[name]) for name in names)
    count = said.number("push") if "push" in said.params else 0
    lines = [[(start, end) for _, start, end in line] for line in subject.lines]
    starts = {(*line[:count],): set[tuple[Place, Place]]() for line in lines if len(line) > count}
    for line in lines:
        if len(line) > count:
            starts[(*line[:count],)].add(line[count])
    place = 1 if same else 0
    box = subject.place(said.params["own"])
    return any(
        {own, other} <= {push[place] for push in nexts if not same or push[0] == box} and own != other
        for nexts in starts.values()
    )


def bottlenecks(subject: Subject, finding: Finding, said: Said) -> bool:
    """Without any of so many positions no position of the best solution leads to a solved one; one is as named."""
    path, push = subject.path_of(finding.moves), said.number("push")
    if len(path) != push + 1 or not subject.boxes_named(said, path[-1]):
        return False
    count = said.number("count") if "count" in said.params else 1
    ways = [
        subject.path_of(text) for text in subject.review.solutions if subject._count(text)[0] == said.number("pushes")
    ]
    if finding.tried.by == "solutions":
        every = [{*subject.path_of(text)} for text in subject.review.solutions]
        return any(
            path[-1] in way and sum(all(at in other for other in every) for at in way[1:-1]) == count for way in ways
        )
    room = subject.room
    assert room is not None
    return any(path[-1] in way and sum(map(room.is_passed, way[1:-1])) == count for way in ways) and room.is_passed(
        path[-1]
    )


def losing(subject: Subject, finding: Finding, said: Said) -> bool:
    """Of the pushes beside the best solution so many lead to positions from which none leads to a solved one."""
    del finding
    room = subject.room
    assert room is not None
    others = [
        push.after
        for at, after in zip(subject.path, subject.path[1:], strict=False)
        for push in room.pushes(at)
        if push.after != after
    ]
    lost = sum(after not in room.far for after in others)
    percent = round(100 * lost / len(others))
    return (said.number("pushes"), said.number("lost"), said.number("percent")) == (len(others), lost, percent)


def trap(subject: Subject, finding: Finding, said: Said) -> bool:
    """The push can be made there, loses, and so many positions on are without a box on a dead square or frozen."""
    del finding
    room, push = subject.room, said.number("push") if "push" in said.params else 0
    assert room is not None
    if push >= len(subject.path) - 1:
        return False
    wanted = subject.place(said.params["box"]), subject.place(said.params["target"])
    after = {(one.start, one.end): one.after for one in room.pushes(subject.path[push])}.get(wanted)
    return after is not None and after not in room.far and _unseen(room, after) >= said.number("hidden")


def _unseen(room: Room, at: At) -> int:
    seen = {at} if looks_alive(room, at.boxes) else set()
    for now in (waiting := [*seen]):
        new = {one.after for one in room.pushes(now) if one.after not in seen and looks_alive(room, one.after.boxes)}
        seen |= new
        waiting += new
    return len(seen)


def looks_alive(room: Room, boxes: frozenset[tuple[Place, int]]) -> bool:
    """Whether no box stands on a dead square, and none off its goals is held by walls and held boxes for good."""
    held = {place for place, _ in boxes}
    while free := {place for place in held if any(_can_move(room, place, way, held) for way in WAYS[:2])}:
        held -= free
    return boxes <= room.live and all(room.goals.get(place) == number for place, number in boxes if place in held)


def _can_move(room: Room, place: Place, way: Place, held: set[Place]) -> bool:
    return all(there in room.floor and there not in held for there in (on(place, way), on(place, way, -1)))


TURNS: dict[str, list[Callable[[Place], Place]]] = {
    "a mirroring from left to right": [lambda at: (at[0], -at[1])],
    "a mirroring from top to bottom": [lambda at: (-at[0], at[1])],
    "a half turn": [lambda at: (-at[0], -at[1])],
    "a quarter turn": [lambda at: (at[1], -at[0])],
    "a mirroring on a diagonal": [lambda at: (at[1], at[0]), lambda at: (-at[1], -at[0])],
}


def alike(with_player: bool) -> Claim:
    """Claim that the floor, and all that is on it, comes to lie on itself; or all of it but for the player."""

    def claim(subject: Subject, finding: Finding, said: Said) -> bool:
        del finding
        board = subject.board
        cells = {board.rc(cell): cell for cell in range(len(board.terrain))}
        things = [(place, str(board.terrain[cells[place]])) for place in inside(board)]
        things += [(board.rc(box.anchor), f"box {box.number}") for box in board.of_kind("box")]
        players = [(board.rc(piece.anchor), "player") for piece in board.of_kind("pusher")]
        turns = TURNS.get(said.params["symmetry"], [])
        same = any(_shifted(things, turn) == _shifted(things) for turn in turns)
        whole = any(_shifted(things + players, turn) == _shifted(things + players) for turn in turns)
        return whole if with_player else same and not whole

    return claim


def _shifted(
    things: list[tuple[Place, str]], turn: Callable[[Place], Place] = lambda at: at
) -> set[tuple[int, int, str]]:
    turned = [(turn(place), what) for place, what in things]
    top, left = (min(place[axis] for place, _ in turned) for axis in (0, 1))
    return {(row - top, column - left, what) for (row, column), what in turned}


# What statements rest on ---------------------------------------------------------------------------------------------


def every_position(subject: Subject, finding: Finding, said: Said) -> bool:
    """So many positions can come up with no box on a dead square."""
    del finding
    room = subject.room
    assert room is not None
    seen = {room.start}
    for at in (waiting := [room.start]):
        new = {after for after in room.positions[at] if after not in seen and after.boxes <= room.live}
        seen |= new
        waiting += new
    return said.number("count") == len(seen)


def known_solutions(subject: Subject, finding: Finding, said: Said) -> bool:
    """So many solutions are known, and each solves the level."""
    del finding
    count = said.number("count") if "count" in said.params else 1
    return count == len({*subject.review.solutions}) and (-1, -1) not in subject.counts


def searches(subject: Subject, finding: Finding, said: Said) -> bool:
    """No more were tried than there are, each within the limit of the review."""
    most = {
        "spare_boxes": len(subject.board.of_kind("box")),
        "losing": sum(1 for at in subject.path[:-1] for _ in subject.room.pushes(at)) if subject.room else 0,
        "trap": sum(1 for at in subject.path[:-1] for _ in subject.room.pushes(at)) if subject.room else 0,
    }.get(finding.kind, len(subject.board.cells_of("wall")))
    undecided = said.number("undecided") if "undecided" in said.params else 0
    return (
        len(finding.cells[:1]) + undecided <= said.number("count") <= most
        and said.number("nodes") == subject.review.limit.nodes
    )


def proof(subject: Subject, finding: Finding, said: Said) -> bool:
    """There is no solution, or none with fewer pushes."""
    del said
    fewest = None if subject.room is None else subject.room.fewest
    if finding.kind == "unsolvable":
        return fewest is None
    return subject.room is None or fewest == finding.numbers["best"]


def bound(subject: Subject, finding: Finding, said: Said) -> bool:
    """No solution has fewer pushes than the bound, which is below the best that is known."""
    room = subject.room
    fewest = finding.numbers["best"] if room is None else room.fewest
    return fewest is not None and said.number("count") <= fewest and said.number("count") < finding.numbers["best"]


CLAIMS: dict[str, Claim] = {
    "review.unsolvable": is_unsolvable, "review.unsolvable.boxes": is_unsolvable, "review.unsolved": nothing_found,
    "review.shorter_pushes": compares_own(0), "review.shorter_moves": compares_own(1),
    "review.own_pushes": own_is_best(0), "review.own_moves": own_is_best(1),
    "review.best_pushes": best_pushes, "review.best_moves": best_moves,
    "review.unused_floor": unused_could_be_walls, "review.unused_floor.1": unused_could_be_walls,
    "review.unused_cells": unused, "review.unused_cells.1": unused,
    "review.still_boxes": never_pushed, "review.still_boxes.1": never_pushed,
    "review.spare_boxes": spare_boxes, "review.spare_boxes.1": spare_boxes,
    "review.unused_goals": empty_goals, "review.unused_goals.1": empty_goals,
    "review.spare_walls": spare_walls, "review.spare_walls.1": spare_walls, "review.key_walls.1": key_wall,
    "review.orders": orders, "review.orders.1": orders,
    "review.branch": parts, "review.branch.start": parts,
    "review.branch.same": parts, "review.branch.same.start": parts,
    "review.bottlenecks": bottlenecks, "review.bottlenecks.1": bottlenecks,
    "review.losing": losing, "review.trap": trap, "review.trap.start": trap,
    "review.alike": alike(True), "review.alike_but_player": alike(False),
    "review.tried.exhausted": every_position,
    "review.tried.solutions": known_solutions, "review.tried.solutions.1": known_solutions,
    "review.tried.searches": searches, "review.tried.searches.undecided": searches,
    "review.tried.proof": proof, "review.tried.bound": bound,
}  # fmt: skip
JUDGED = {
    "review.tried.limit": "says that a search ended, and nothing of the level",
    "review.tried.board": "says what is compared; the claim of the statement compares it anew",
    "review.complete": "says that no time was wanting, and nothing of the level",
    "review.incomplete": "says that time was wanting, and nothing of the level",
    "review.solutions": "says what is left out in games with more than boxes, and nothing of the level",
    "review.folded": "says how many statements are not printed, which the tests of the command count",
    "review.folded.1": "as review.folded",
    "review.more": "a part of other sentences: cells that are only counted",
}


def said_of(subject: Subject) -> Iterator[tuple[Finding, Said]]:
    """Yield each sentence of a review with its statement, those too that say what one rests on."""
    for finding in subject.review.findings:
        for said in say_back(subject, finding):
            yield finding, said
