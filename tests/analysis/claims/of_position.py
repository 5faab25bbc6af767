"""What the sentences on a position claim: deadlocks, whether it can be won and since when not, hints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from pushbox.board import Board
from pushbox.games.api import Status
from pushbox.games.position import Position
from pushbox.solver import Limit, Solved, solve

from .of_review import every
from .room import WAYS, At, Place, Room, on
from .said import Said, read_back

_SIDES = dict(zip(("left", "up", "right", "down"), WAYS, strict=True))


class Line:
    """Positions, each a move after the one before; what is said of the last or of the `explained` one."""

    def __init__(self, positions: list[Position], explained: int = -1) -> None:
        self.positions = positions
        self.explained = positions[explained]
        self.board: Board = self.explained.board

    @cached_property
    def room(self) -> Room | None:
        """The room of the explained position, None where there is more to it."""
        return Room.of(self.explained.level)

    @cached_property
    def last(self) -> Room | None:
        """The room of the last position."""
        return Room.of(self.positions[-1].level)

    def place(self, name: str) -> Place:
        """Return the place of a cell that a sentence names."""
        cells = range(len(self.board.terrain))
        return next(self.board.rc(cell) for cell in cells if self.board.cell_name(cell) == name)

    def places(self, said: Said, name: str) -> list[Place]:
        """Return the places of the cells that a parameter lists, no one twice."""
        found = [self.place(one) for one in said.names(name)]
        assert len({*found}) == len(found)
        return found

    def can_be_won(self, number: int) -> bool:
        """Whether a position of the line, 0 the first, can be won."""
        position = self.positions[number]
        room = Room.of(position.level)
        return any(one.outcome.solved for one in every(position)) if room is None else room.fewest is not None


Claim = Callable[[Line, Said], bool]


def solvable(room: Room) -> bool:
    """Whether a room has a solution."""
    return room.fewest is not None


def alone(room: Room, places: list[Place]) -> Room:
    """Return a room with no boxes but those in some places, where boxes are."""
    boxes = frozenset(box for box in room.boxes if box[0] in places)
    assert len(boxes) == len(places)
    return replace(room, boxes=boxes)


def positions_alive(room: Room) -> set[At]:
    """Return the positions to which pushes lead that bring no box to a dead square."""
    seen = {room.start}
    for at in (waiting := [room.start]):
        for push in room.pushes(at):
            number = dict(push.after.boxes)[push.end]
            if (push.end, number) in room.live and push.after not in seen:
                seen.add(push.after)
                waiting.append(push.after)
    return seen


def number_at(room: Room, place: Place) -> int:
    """Return the number of the box in a place."""
    return dict(room.boxes)[place]


# ----------------------------------------------------------------------------------------------------------- deadlocks


def on_dead_square(line: Line, said: Said) -> bool:
    """A lone box of its number is pushed from there to no goal."""
    assert line.room is not None
    place = line.place(said.params["box"])
    return (place, number_at(line.room, place)) not in line.room.live


def frozen(line: Line, said: Said) -> bool:
    """Each box is held as is said, by walls or by others of the chain, and none is ever pushed."""
    assert line.room is not None
    room, place = line.room, line.place(said.params["box"])
    first, *others = said.params["chain"].split("; ")
    chain = {place: first}
    for part in others:
        following = read_back(part, "deadlock")
        chain[line.place(following.params["box"])] = following.params["held"]
    dead = False
    for box, held in chain.items():
        blocks = halves(held)
        assert [block.code.split(".")[2] in {"left", "right"} for block in blocks] == [True, False]
        assert all(holds(line, box, block, chain.keys()) for block in blocks)
        dead = dead or any(block.code.startswith("held.dead") for block in blocks)
    is_home = room.goals.get(place) == number_at(room, place)
    return not is_home and dead == said.code.endswith(".dead") and stays(room, {*chain})


def halves(held: str) -> tuple[Said, Said]:
    """Return what holds a box in its row and in its column."""
    for one in re.finditer(" and ", held):
        both = held[: one.start()], held[one.end() :]
        try:
            first, last = (read_back(half, "held", but="held.both") for half in both)
        except AssertionError:
            continue
        return first, last
    raise AssertionError(held)


def holds(line: Line, box: Place, block: Said, chain: object) -> bool:
    """Whether a box cannot be pushed along an axis, as is said, but to a dead square."""
    assert line.room is not None
    room, (_, reason, side) = line.room, block.code.split(".")
    beside = on(box, _SIDES[side])
    if reason == "wall":
        return beside not in room.floor
    if reason == "box":
        return line.place(block.params["box"]) == beside and beside in chain  # type: ignore[operator]
    number = number_at(room, box)
    return all((on(box, _SIDES[side], step), number) not in room.live for step in (1, -1))


def stays(room: Room, boxes: set[Place]) -> bool:
    """Whether no box of some is ever pushed, unless one of them to a dead square."""
    for at in room.positions:
        if boxes <= {place for place, _ in at.boxes} and at.boxes >= {one for one in room.boxes if one[0] in boxes}:
            for push in room.pushes(at):
                if push.start in boxes and (push.end, number_at(room, push.start)) in room.live:
                    return False
    return True


def too_few_goals(line: Line, said: Said) -> bool:
    """The named boxes reach the named goals alone, past the frozen ones, and no other goals; there are fewer."""
    assert line.room is not None
    room, boxes = line.room, line.places(said, "boxes")
    still = {*line.places(said, "frozen")} if "frozen" in said.params else set[Place]()
    assert still <= {place for place, _ in room.boxes} - {*boxes}
    past = replace(room, floor=room.floor - still)
    reached = {
        goal
        for goal, number in room.goals.items()
        if goal not in still
        for place in past.away(goal)
        if place in boxes and number_at(room, place) == number
    }
    named = {*line.places(said, "goals")} if "goals" in said.params else set[Place]()
    count = said.number("count") if "count" in said.params else len(named)
    return reached == named and len(named) == count < len(boxes) and stays(room, still)


def searched(line: Line, said: Said, room: Room) -> bool:
    """Alone the boxes reach so many positions, none of them solved."""
    del line
    alive = positions_alive(room)
    return len(alive) == said.number("positions") and not any(room.is_solved(at.boxes) for at in alive)


def set_alone(line: Line, said: Said) -> bool:
    """The named boxes have no solution alone."""
    assert line.room is not None
    boxes = line.places(said, "boxes")
    room = alone(line.room, boxes)
    wanted = {"deadlock.single": len(boxes) == 1, "deadlock.pair": len(boxes) == 2}
    return wanted.get(said.code, True) and not solvable(room) and searched(line, said, room)


def closes_diagonal(line: Line, said: Said) -> bool:
    """Cells in a diagonal that the player does not walk to, closed at the ends and on each side."""
    assert line.room is not None
    room, cells = alone(line.room, line.places(said, "boxes")), line.places(said, "cells")
    free = room.floor - {place for place, _ in room.boxes}
    top, *inner, bottom = cells
    steps = {(down[0] - up[0], down[1] - up[1]) for up, down in pairwise(cells)}
    closed = all(on(place, side) not in free for place in inner for side in ((0, 1), (0, -1)))
    walked = room.walk(room.boxes, room.player)
    return (
        steps in ({(1, 1)}, {(1, -1)})
        and closed
        and not {top, bottom} & free
        and {*inner} <= free - walked
        and set_alone(line, said)
    )


def closes_off(line: Line, said: Said) -> bool:
    """The named cells are all that lies behind the boxes, out of the player's reach, and each box is on the rim."""
    assert line.room is not None
    room, cells = alone(line.room, line.places(said, "boxes")), {*line.places(said, "cells")}
    hidden = room.floor - {place for place, _ in room.boxes} - room.walk(room.boxes, room.player)
    area = {on(place, way) for place, _ in room.boxes for way in WAYS} & hidden
    for place in (waiting := [*area]):
        new = {on(place, way) for way in WAYS} & hidden - area
        area |= new
        waiting += new
    rim = {on(place, way) for place in cells for way in WAYS}
    return cells == area and rim >= {place for place, _ in room.boxes} and set_alone(line, said)


def too_early(line: Line, said: Said) -> bool:
    """The others could come home without those that stand on goals, which are named."""
    assert line.room is not None
    room, boxes = line.room, line.places(said, "boxes")
    home = [place for place in boxes if room.goals.get(place) == number_at(room, place)]
    others = [place for place in boxes if place not in home]
    return {*home} == {*line.places(said, "cells")} and solvable(alone(room, others)) and set_alone(line, said)


def nothing_to_push(line: Line, said: Said) -> bool:
    """No move pushes anything, wherever moves lead."""
    del said
    if line.room is not None:
        return not [*line.room.pushes(line.room.start)] and not solvable(line.room)
    positions = [*every(line.explained)]
    steps = (step for one in positions for move in one.legal_moves for step in one.transitions([move]))
    return not any(step.pushes for step in steps) and not any(one.outcome.solved for one in positions)


def none_of_all(line: Line, said: Said) -> bool:
    """So many positions can come up, none of them solved; those that are the same to the rules count once."""
    positions = [*every(line.explained)]
    keys = {one.rules.search_key(one.state) for one in positions}
    return len(keys) == said.number("positions") and not any(one.outcome.solved for one in positions)


def lost_by_rules(line: Line, said: Said) -> bool:
    """The rules say so."""
    outcome = line.explained.outcome
    return outcome.status is Status.LOST and said.params["reason"] == outcome.reason


# --------------------------------------------------------------------------------------------------- can it be won


def winnable(line: Line, said: Said) -> bool:
    """The last position can be won."""
    del said
    return line.can_be_won(-1)


def lost_since(line: Line, said: Said) -> bool:
    """It could be won before the move, and cannot after it."""
    move = said.number("move")
    return line.can_be_won(move - 1) and not line.can_be_won(move)


def never(line: Line, said: Said) -> bool:
    """The first position cannot be won."""
    del said
    return not line.can_be_won(0)


def lost_at_latest(line: Line, said: Said) -> bool:
    """After the move it cannot be won; after the earlier one that is named it could."""
    before = said.number("after") if "after" in said.params else 0
    return before < said.number("move") and not line.can_be_won(said.number("move")) and (
        "after" not in said.params or line.can_be_won(before)
    )  # fmt: skip


def lost_silently(line: Line, said: Said) -> bool:
    """It cannot be won; boxes are spoken of where there is nothing else."""
    return not line.can_be_won(-1) and (said.code == "win.silent.boxes") == (line.last is not None)


# --------------------------------------------------------------------------------------------------------------- hints


def lone_ways(room: Room, place: Place) -> Iterator[tuple[Place, At]]:
    """Yield where a box can be pushed before any other, each push leaving a way to win."""
    waiting = [(place, room.start)]
    seen = {*waiting}
    for here, at in waiting:
        for push in room.pushes(at):
            after = push.end, push.after
            if push.start == here and push.after in room.far and after not in seen:
                seen.add(after)
                waiting.append(after)
                yield after


def box_next(line: Line, said: Said) -> bool:
    """A solution begins with a push of the box."""
    assert line.last is not None
    return any(lone_ways(line.last, line.place(said.params["box"])))


def looks_around(line: Line, said: Said) -> bool:
    """A solution begins with the push of a box in the place or beside it, also across a corner."""
    assert line.last is not None
    row, column = line.place(said.params["region"])
    return any(
        any(lone_ways(line.last, place))
        for place, _ in line.last.boxes
        if max(abs(place[0] - row), abs(place[1] - column)) <= 1
    )


def target_next(line: Line, said: Said) -> bool:
    """A solution begins by pushing the box there, and no other before."""
    assert line.last is not None
    target = line.place(said.params["target"])
    return any(end == target for end, _ in lone_ways(line.last, line.place(said.params["box"])))


def path_next(line: Line, said: Said) -> bool:
    """The moves can be played, push one box alone, and leave a way to win."""
    position, text = line.positions[-1], said.params["moves"]
    if line.last is None:
        after = [position, *(Position(position.game, one.state) for one in position.transitions(position.parse(text)))]
        return after[-1].outcome.solved or isinstance(solve(after[-1], limit=Limit(seconds=None)), Solved)
    pushes = line.last.played(text)
    runs = all(after.start == before.end for before, after in pairwise(pushes))
    return runs and pushes[-1].after in line.last.far and text[-1].isupper()


_CLAIMS: dict[str, Claim] = {
    "deadlock.dead_square": on_dead_square,
    "deadlock.freeze": frozen, "deadlock.freeze.dead": frozen,
    "deadlock.bipartite": too_few_goals,
    "deadlock.closed_diagonal": closes_diagonal, "deadlock.corral": closes_off, "deadlock.goal_order": too_early,
    "deadlock.single": set_alone, "deadlock.pair": set_alone, "deadlock.set": set_alone,
    "deadlock.no_push": nothing_to_push, "deadlock.exhausted": none_of_all, "deadlock.lost": lost_by_rules,
    "win.winnable": winnable, "win.since": lost_since, "win.never": never,
    "win.between": lost_at_latest, "win.latest": lost_at_latest,
    "win.silent.boxes": lost_silently, "win.silent.search": lost_silently,
    "hint.region": looks_around, "hint.box": box_next, "hint.target": target_next, "hint.path": path_next,
}  # fmt: skip
PARTS = {
    "deadlock.freeze.next": "a link of deadlock.freeze, which tests it",
    "held.both": "joins what holds a box in its row and in its column",
    **{f"held.{why}.{side}": "tested by deadlock.freeze" for why in ("wall", "box") for side in _SIDES},
    **{f"held.dead.{side}": "tested by deadlock.freeze" for side in ("left", "up")},
}
JUDGED = {
    "win.unknown": "says that a limit ended the searches, and nothing of the position",
    "win.silent.none": "says what pushbox explains, and nothing of the position",
}


def claim_of(code: str) -> Claim | None:
    """Return the claim of a code: its texts for one goal, for none and past frozen boxes have that of the plain one."""
    return _CLAIMS.get(code) or _CLAIMS.get(re.sub(r"(\.(frozen|none|1))+$", "", code))
