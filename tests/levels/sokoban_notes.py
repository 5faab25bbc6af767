"""What each note on a level of the campaign claims, tested by the level and its saved solution.

Nothing here comes from the scripts that wrote the notes: moves are played, cells reached and distances counted anew.
"The best solution" of a note is the saved one; `is_best` tests that no solution has fewer pushes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from pushbox.board import Piece
from pushbox.level import Level
from pushbox.solver import GaveUp, Limit, Solved, Unsolvable, Verdict, solve

Place = tuple[int, int]
Claim = Callable[[Level], bool]

NODES = 2_000_000  # of a search whose verdict a claim rests on; it must decide within them
STEPS = {"l": (0, -1), "u": (-1, 0), "r": (0, 1), "d": (1, 0)}


def decided(level: Level, objective: str = "any") -> Solved | Unsolvable:
    """Return the verdict of a search without a limit of time.  Fails where the positions are not enough."""
    verdict: Verdict = solve(level, objective=objective, limit=Limit(seconds=None, nodes=NODES))  # type: ignore[arg-type]
    assert not isinstance(verdict, GaveUp), f"{level.title}: {NODES:,} positions decide nothing"
    assert isinstance(verdict, Unsolvable) or objective == "any" or verdict.optimal, level.title
    return verdict


def beside(place: Place, step: Place, times: int = 1) -> Place:
    """Return the place some steps from another."""
    return place[0] + times * step[0], place[1] + times * step[1]


@dataclass(frozen=True)
class Told:
    """A level and its saved solution; a push is the number of its box, from where, to where."""

    floor: frozenset[Place]
    goals: frozenset[Place]
    boxes: tuple[Place, ...]
    player: Place
    text: str

    @classmethod
    def of(cls, level: Level) -> Told:
        """Return what there is of a level with one player."""
        board = level.board
        places = [divmod(cell, board.width) for cell in range(len(board.terrain))]
        floor = frozenset(place for place, sort in zip(places, board.terrain, strict=True) if sort.kind != "wall")
        goals = frozenset(place for place, sort in zip(places, board.terrain, strict=True) if sort.kind == "goal")
        (player,) = (places[piece.anchor] for piece in board.of_kind("pusher"))
        return cls(floor, goals, tuple(places[box.anchor] for box in board.of_kind("box")), player, saved(level))

    @cached_property
    def pushes(self) -> list[tuple[int, Place, Place]]:
        """Play the moves.  Fails for a step into a wall, a box that cannot move, and an end off the goals."""
        player, number_at, pushes = self.player, {box: number for number, box in enumerate(self.boxes)}, []
        for letter in self.text:
            step = STEPS[letter.lower()]
            player = beside(player, step)
            assert player in self.floor
            assert letter.isupper() == (player in number_at)
            if player in number_at:
                end = beside(player, step)
                assert end in self.floor
                assert end not in number_at
                number_at[end] = number = number_at.pop(player)
                pushes.append((number, player, end))
        assert number_at.keys() <= self.goals
        return pushes

    def after(self, pushes: int) -> tuple[Place, ...]:
        """Return where the boxes are after some pushes."""
        places = [*self.boxes]
        for number, _, end in self.pushes[:pushes]:
            places[number] = end
        return tuple(places)

    @property
    def steps(self) -> int:
        """Count the moves that push nothing."""
        return len(self.text) - len(self.pushes)

    @property
    def pushed(self) -> list[int]:
        """The box of each push."""
        return [number for number, _, _ in self.pushes]

    @property
    def turns(self) -> int:
        """Count how often a box is taken up: the first, and each after another."""
        return 1 + sum(one != other for one, other in pairwise(self.pushed))

    def reached(self) -> set[Place]:
        """Return where the player can walk at the start."""
        seen, waiting = {self.player}, [self.player]
        for place in waiting:
            for step in STEPS.values():
                if (there := beside(place, step)) in self.floor and there not in {*self.boxes, *seen}:
                    seen.add(there)
                    waiting.append(there)
        return seen

    def first_pushes(self) -> Iterator[tuple[Place, Place]]:
        """Yield from where to where a box can be pushed first, wherever the player walks before."""
        reached = self.reached()
        for box in self.boxes:
            for step in STEPS.values():
                end = beside(box, step)
                if beside(box, step, -1) in reached and end in self.floor and end not in self.boxes:
                    yield box, end

    def away(self, goal: Place) -> dict[Place, int]:
        """Return how many pushes bring a box from each place to a goal, if it were alone and the player anywhere."""
        far, waiting = {goal: 0}, [goal]
        for place in waiting:
            for step in STEPS.values():
                there = beside(place, step)
                if there in self.floor and beside(place, step, 2) in self.floor and there not in far:
                    far[there] = far[place] + 1
                    waiting.append(there)
        return far

    @cached_property
    def nearest(self) -> int:
        """Return the least sum of pushes that brings each box to a goal of its own, each as if it were alone."""
        sums = {frozenset[Place](): 0}  # by the goals that are taken
        far = {goal: self.away(goal) for goal in self.goals}
        for box in self.boxes:
            after: dict[frozenset[Place], int] = {}
            for taken, cost in sums.items():
                for goal in self.goals - taken:
                    if box in far[goal]:
                        key = taken | {goal}
                        after[key] = min(cost + far[goal][box], after.get(key, cost + far[goal][box]))
            sums = after
        return min(sums.values())


TURN = re.compile(r"(.*) The best solution turns at push (\d+) of (\d+): from there on it has no detours\.")
KNOWN = re.compile(r"(.*) The shortest solution known has (\d+) pushes; its first box is home for good at push (\d+)\.")


def sentence_of(note: str) -> str:
    """Return a note without the turning point, or what is known of its solutions."""
    ending = TURN.fullmatch(note) or KNOWN.fullmatch(note)
    return ending[1] if ending else note


def says_what_is_known(level: Level) -> bool:
    """Whether a note has the pushes of the saved solution, and the first of them after which a box stays on a goal."""
    known, told = KNOWN.fullmatch(level.notes), Told.of(level)
    assert known is not None, level.title
    pushes, push = int(known[2]), int(known[3])
    before, after = ({*told.pushed[count:]} for count in (push - 1, push))  # the boxes that are still to be pushed
    return pushes == len(told.pushed) and len(before) == len(told.boxes) > len(after)


def turns_where_it_says(level: Level) -> bool:
    """Whether a note that names a turning point names it rightly: the push before is the last one with a detour."""
    turn = TURN.fullmatch(level.notes)
    if turn is None:
        return True
    told, push = Told.of(level), int(turn[2])
    left = [len(told.pushes) - done for done in (push - 2, push - 1)]
    nearest = [replace(told, boxes=told.after(done)).nearest for done in (push - 2, push - 1)]
    return int(turn[3]) == len(told.pushes) and nearest[0] < left[0] and nearest[1] == left[1]


def saved(level: Level) -> str:
    """Return the solution that a level is shipped with."""
    return level.saved_moves[0].text


def is_best(level: Level) -> bool:
    """Whether no solution has fewer pushes than the saved one."""
    verdict = decided(level, "pushes")
    return isinstance(verdict, Solved) and verdict.metrics.pushes == len(Told.of(level).pushes)


def after_push(level: Level, start: Place, end: Place) -> Level:
    """Return a level after a box was pushed from a place to the next."""
    width = level.board.width
    old, new = start[0] * width + start[1], end[0] * width + end[1]
    boxes = (new if box.anchor == old else box.anchor for box in level.board.of_kind("box"))
    pieces = (Piece("pusher", (old,)), *(Piece("box", (box,)) for box in boxes))
    return replace(level.with_board(level.board.with_pieces(pieces)), saved_moves=(), source=None)


def first_losses(level: Level) -> list[bool]:
    """Return of each push that a level can begin with whether it loses."""
    afters = (after_push(level, start, end) for start, end in Told.of(level).first_pushes())
    return [isinstance(decided(after), Unsolvable) for after in afters]


def without_taking_away(level: Level) -> bool:
    """Whether a level can be solved while the boxes that stand on goals stay: as walls in their place."""
    board = level.board
    home = [box.anchor for box in board.of_kind("box") if board.terrain[box.anchor].kind == "goal"]
    terrain = tuple(board.terrain[0] if cell in home else sort for cell, sort in enumerate(board.terrain))
    pieces = tuple(piece for piece in board.pieces if piece.anchor not in home)
    rest = replace(level.with_board(replace(board, terrain=terrain, pieces=pieces)), saved_moves=(), source=None)
    return isinstance(decided(rest), Solved)


def in_a_line(places: Iterable[Place]) -> bool:
    """Whether places are neighbours in one row or one column."""
    rows, columns = ({*axis} for axis in zip(*places, strict=True))
    short, long = sorted((rows, columns), key=len)
    return len(short) == 1 and max(long) - min(long) == len(long) - 1


def rests_and_leaves(told: Told) -> bool:
    """Whether a box comes to a goal, another is pushed, and then the first leaves the goal."""
    came: dict[int, int] = {}  # the boxes on goals that they came to, with the push that brought them there
    for when, (number, start, end) in enumerate(told.pushes):
        if start in told.goals and number in came and came[number] < when - 1:
            return True
        came.pop(number, None)
        if end in told.goals:
            came[number] = when
    return False


def counts(told: Told) -> list[int]:
    """Return how many pushes of the solution each box takes."""
    return [told.pushed.count(number) for number in range(len(told.boxes))]


def each_push_brings_nearer(told: Told) -> bool:
    """Whether each push brings its box nearer to where it ends."""
    ends = {number: end for number, _, end in told.pushes}
    far = {number: told.away(end) for number, end in ends.items()}
    return all(far[number][end] < far[number][start] for number, start, end in told.pushes)


def of_solution(holds: Callable[[Told], bool]) -> Claim:
    """Return a claim that a level and its saved solution decide."""
    return lambda level: holds(Told.of(level))


def of_first_pushes(holds: Callable[[list[bool]], bool]) -> Claim:
    """Return a claim on which of the first pushes lose."""
    return lambda level: holds(first_losses(level))


def looks_the_same(*images: Callable[[Place, Place], Place]) -> Claim:
    """Claim that one of some images of floor and goals is what they are; an image has a place and the last one."""

    def claim(level: Level) -> bool:
        told = Told.of(level)
        last = level.board.height - 1, level.board.width - 1
        return any(
            all({image(place, last) for place in places} == places for places in (told.floor, told.goals))
            for image in images
        )

    return claim


def one_door(told: Told) -> bool:
    """Whether a place without box and goal is on every way from a goal to a box."""
    for door in told.floor - told.goals - {*told.boxes}:
        seen, waiting = {door}, [next(iter(told.goals))]
        for place in waiting:
            if place not in seen:
                seen.add(place)
                waiting += [beside(place, step) for step in STEPS.values() if beside(place, step) in told.floor]
        if told.goals <= seen and seen.isdisjoint(told.boxes):
            return True
    return False


def none_comes_back(told: Told) -> bool:
    """Whether no pushes bring a box from a goal to where one stood, wherever the player can be."""
    return all(told.goals.isdisjoint(told.away(box)) for box in told.boxes)


def in_two_halves(told: Told) -> bool:
    """Whether the goals hang together in two groups of the same size."""
    seen = [next(iter(told.goals))]
    for goal in seen:
        seen += [near for step in STEPS.values() if (near := beside(goal, step)) in told.goals and near not in seen]
    rest = told.goals.difference(seen)
    other = [*rest][:1]
    for goal in other:
        other += [near for step in STEPS.values() if (near := beside(goal, step)) in rest and near not in other]
    return len(seen) == len(rest) == len(other)


def fill_a_rectangle(told: Told) -> bool:
    """Whether every place between the outermost goals is a goal."""
    (top, left), (bottom, right) = (tuple(map(end, zip(*told.goals, strict=True))) for end in (min, max))
    return told.goals == {(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)}


CLAIMS: dict[str, Claim] = {
    "Two groups of goals, and half of the boxes for each.": of_solution(in_two_halves),
    "The goals fill a rectangle.": of_solution(fill_a_rectangle),
    "One door leads to all goals, and every box stands before it.": of_solution(one_door),
    "A mirror leaves walls and goals as they are.": looks_the_same(
        lambda place, last: (place[0], last[1] - place[1]), lambda place, last: (last[0] - place[0], place[1])
    ),
    "Half a turn leaves walls and goals as they are.": looks_the_same(
        lambda place, last: (last[0] - place[0], last[1] - place[1])
    ),
    "A box that has come to a goal can never be pushed back to where one stood.": of_solution(none_comes_back),
    "One box only: all that counts is on which side you stand.": of_solution(lambda told: len(told.boxes) == 1),
    "Of the pushes that you can begin with, only one does not lose.": of_first_pushes(
        lambda losses: len(losses) > 1 and losses.count(False) == 1
    ),
    "All boxes but one stand on goals already; it does not stay so.": lambda level: (
        len(Told.of(level).goals.intersection(Told.of(level).boxes)) == len(Told.of(level).boxes) - 1 > 0
        and not without_taking_away(level)
    ),
    "The best solution leaves a box where it is.": of_solution(lambda told: 0 in counts(told)),
    "Each box can be pushed home in one go: find the order.": of_solution(
        lambda told: told.turns == len(told.boxes) and 0 not in counts(told)
    ),
    "All goals lie in one line.": of_solution(lambda told: in_a_line(told.goals)),
    "One box takes more than half of all pushes of the best solution.": of_solution(
        lambda told: 2 * max(counts(told)) > sum(counts(told))
    ),
    "In the best solution a box rests on a goal and leaves it again.": of_solution(rests_and_leaves),
    "The box that is pushed first in the best solution is pushed last too.": of_solution(
        lambda told: told.pushed[0] == told.pushed[-1] and told.turns > 1
    ),
    "Most of the pushes that you can begin with lose.": of_first_pushes(lambda losses: 2 * sum(losses) > len(losses)),
    "None of the pushes that you can begin with loses.": of_first_pushes(lambda losses: not any(losses)),
    "Much walking: more than four steps for each push.": of_solution(lambda told: told.steps > 4 * len(told.pushes)),
    "Little walking: at most two steps for each push.": of_solution(lambda told: told.steps <= 2 * len(told.pushes)),
    "The best solution has no detours: each push brings a box nearer to a goal.": of_solution(each_push_brings_nearer),
    "No two goals touch.": of_solution(
        lambda told: not any(beside(goal, step) in told.goals for goal in told.goals for step in STEPS.values())
    ),
    "Two in three pushes of the best solution are detours, or more.": of_solution(
        lambda told: 3 * (len(told.pushes) - told.nearest) >= 2 * len(told.pushes)
    ),
    "Half the pushes of the best solution are detours, or more.": of_solution(
        lambda told: 2 * (len(told.pushes) - told.nearest) >= len(told.pushes)
    ),
    "On average each box is taken up three times or more: make room first.": of_solution(
        lambda told: told.turns >= 3 * len(told.boxes)
    ),
    "Some box must go a longer way than it seems.": of_solution(lambda told: len(told.pushes) > told.nearest),
}
"""A claim for each sentence that `scripts/levels/notes.py` can choose."""
