"""Notes on levels of Sokoban: sentences that are true of a level and its best solution, found by looking."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pushbox.board import Piece
from pushbox.games.parts.push_distance import NEVER, distances
from pushbox.games.position import load
from pushbox.grid import Cell
from pushbox.level import Level
from pushbox.metrics import Metrics
from pushbox.path.walk import reachable_from
from pushbox.solver import GaveUp, Limit, Unsolvable, Verdict, solve


@dataclass(frozen=True)
class Facts:
    """A level and a solution with the fewest pushes."""

    level: Level
    text: str
    metrics: Metrics

    @property
    def boxes(self) -> list[Cell]:
        """The cells of the boxes."""
        return [box.anchor for box in self.level.board.of_kind("box")]

    @property
    def goals(self) -> set[Cell]:
        """The cells of the goals."""
        return {cell for cell, terrain in enumerate(self.level.board.terrain) if terrain.kind == "goal"}

    @cached_property
    def pushed(self) -> list[int]:
        """The box of each push, by its number."""
        return [box for box, _, _ in self.trace]

    @cached_property
    def trace(self) -> list[tuple[int, Cell, Cell]]:
        """Each push: the number of its box, from where, to where."""
        position = load(self.level)
        places = {cell: number for number, cell in enumerate(self.boxes)}
        trace = []
        for transition in position.transitions(position.parse(self.text)):
            for start, end in transition.pushes:
                places[end] = places.pop(start)
                trace.append((places[end], start, end))
        return trace

    @property
    def distance(self) -> int:
        """The fewest pushes that bring each box to a goal of its own, each as if it were alone."""
        return self._distance_of(self.boxes)

    @cached_property
    def turning_point(self) -> int:
        """The first push, from 1, from which on the solution has no detours; 1 where it has none at all.

        A push lowers the distance by one at most: once it equals the pushes that are left, it goes on doing so.
        """
        boxes, after = [*self.boxes], [self.boxes]
        for box, _, end in self.trace:
            boxes[box] = end
            after.append([*boxes])
        pushes = len(self.trace)
        left = range(pushes, 0, -1)
        return 1 + bisect_left(left, 0, key=lambda count: self._distance_of(after[pushes - count]) - count)

    @cached_property
    def _tables(self) -> list[list[float]]:
        """For each goal, how many pushes bring a box from each cell there."""
        board = self.level.board
        free = (*(cell.kind != "wall" for cell in board.terrain), False)
        return [[*distances(board.grid, free, frozenset([goal]))] for goal in self.goals]

    def _distance_of(self, boxes: Iterable[Cell]) -> int:
        tables = self._tables
        least = {0: 0.0}  # by the goals that are taken, a bit each
        for box in boxes:
            sums = [
                (taken | 1 << goal, cost + table[box])
                for taken, cost in least.items()
                for goal, table in enumerate(tables)
                if not taken >> goal & 1
            ]
            least = {}
            for taken, cost in sums:
                least[taken] = min(cost, least.get(taken, cost))
        return int(*least.values())

    @cached_property
    def first_pushes(self) -> list[bool | None]:
        """Of each push that there is to begin with whether it loses; None where the search gives up."""
        verdicts = self._after_first_pushes()
        return [None if isinstance(verdict, GaveUp) else isinstance(verdict, Unsolvable) for verdict in verdicts]

    def _after_first_pushes(self) -> Iterator[Verdict]:
        board, boxes = self.level.board, set(self.boxes)
        free = [*(cell.kind != "wall" and place not in boxes for place, cell in enumerate(board.terrain)), False]
        for start in sorted(reachable_from(board.grid, free, [board.of_kind("pusher")[0].anchor])):
            pieces = (Piece("pusher", (start,)), *board.of_kind("box"))
            there = load(self.level.with_board(replace(board, pieces=pieces)))
            for move in there.legal_moves:
                if board.grid.step[move][start] in boxes:
                    yield solve(there.apply(move), limit=Limit(seconds=None, nodes=200_000))


Sentences = Mapping[str, Callable[[Facts], bool]]


def least_used(
    level: Level, text: str, metrics: Metrics, used: Counter[str], sentences: Sentences | None = None
) -> str:
    """Return the sentence that is true of a level and has been used the least, and count it."""
    facts = Facts(level, text, metrics)
    every = SENTENCES if sentences is None else sentences
    note = min((sentence for sentence, is_true in every.items() if is_true(facts)), key=lambda each: used[each])
    used[note] += 1
    return note


def with_turn(note: str, level: Level, text: str, metrics: Metrics) -> str:
    """Return a note with the turning point of the best solution, if it lies between the first push and the last."""
    turn = Facts(level, text, metrics).turning_point
    if not 1 < turn < metrics.pushes:
        return note
    return f"{note} The best solution turns at push {turn} of {metrics.pushes}: from there on it has no detours."


def with_known(note: str, level: Level, text: str, metrics: Metrics) -> str:
    """Return a note with the length of the shortest solution that is known, and when its first box is home for good."""
    trace = Facts(level, text, metrics).trace
    last = {box: push for push, (box, _, _) in enumerate(trace, 1)}
    pushes, push = metrics.pushes, min(last.values())
    return f"{note} The shortest solution known has {pushes} pushes; its first box is home for good at push {push}."


def _goals_in_a_line(facts: Facts) -> bool:
    goals = [divmod(cell, facts.level.board.width) for cell in facts.goals]
    return len(goals) > 2 and any(
        len({goal[axis] for goal in goals}) == 1
        and max(goal[1 - axis] for goal in goals) - min(goal[1 - axis] for goal in goals) == len(goals) - 1
        for axis in (0, 1)
    )


def _goals_apart(facts: Facts) -> bool:
    step = facts.level.board.grid.step
    return len(facts.goals) > 2 and not any(
        step[side][goal] in facts.goals for goal in facts.goals for side in range(4)
    )


def _one_does_most(facts: Facts) -> bool:
    most = max(Counter(facts.pushed).values())
    return len(facts.boxes) > 2 and most * 2 > len(facts.pushed)


def _leaves_a_goal(facts: Facts) -> bool:
    came: set[tuple[int, Cell]] = set()
    for (box, start, end), before in zip(facts.trace, [None, *facts.pushed], strict=False):
        if box != before and (box, start) in came:
            return True
        if end in facts.goals:
            came.add((box, end))
    return False


# What is true of fewer levels comes first.
SENTENCES: dict[str, Callable[[Facts], bool]] = {
    "One box only: all that counts is on which side you stand.": lambda f: len(f.boxes) == 1,
    "Of the pushes that you can begin with, only one does not lose.": lambda f: (
        len(f.first_pushes) >= 3 and len(f.first_pushes) - f.first_pushes.count(True) == 1
    ),
    "All boxes but one stand on goals already; it does not stay so.": lambda f: (
        len(f.boxes) > 1 and len(f.goals.intersection(f.boxes)) == len(f.boxes) - 1
    ),
    "The best solution leaves a box where it is.": lambda f: len(set(f.pushed)) < len(f.boxes),
    "Each box can be pushed home in one go: find the order.": lambda f: (
        f.metrics.box_changes == len(f.boxes) == len(set(f.pushed)) > 2
    ),
    "All goals lie in one line.": _goals_in_a_line,
    "One box takes more than half of all pushes of the best solution.": _one_does_most,
    "In the best solution a box rests on a goal and leaves it again.": _leaves_a_goal,
    "The box that is pushed first in the best solution is pushed last too.": lambda f: (
        len(f.boxes) > 2 and f.pushed[0] == f.pushed[-1]
    ),
    "Most of the pushes that you can begin with lose.": lambda f: (
        len(f.first_pushes) >= 4 and f.first_pushes.count(True) * 2 > len(f.first_pushes)
    ),
    "None of the pushes that you can begin with loses.": lambda f: (
        len(f.first_pushes) >= 4
        and f.first_pushes.count(False) == len(f.first_pushes)
        and f.metrics.box_changes > len(f.boxes)
    ),
    "Much walking: more than four steps for each push.": lambda f: f.metrics.moves > 5 * f.metrics.pushes,
    "Little walking: at most two steps for each push.": lambda f: f.metrics.moves <= 3 * f.metrics.pushes,
    "The best solution has no detours: each push brings a box nearer to a goal.": lambda f: (
        f.metrics.pushes == f.distance
    ),
    "No two goals touch.": _goals_apart,
    "Two in three pushes of the best solution are detours, or more.": lambda f: f.metrics.pushes >= 3 * f.distance,
    "Half the pushes of the best solution are detours, or more.": lambda f: f.metrics.pushes >= 2 * f.distance,
    "On average each box is taken up three times or more: make room first.": lambda f: (
        f.metrics.box_changes >= 3 * len(f.boxes)
    ),
    "Some box must go a longer way than it seems.": lambda f: f.metrics.pushes > f.distance,
}


def _image(facts: Facts, *, back: bool, upside_down: bool) -> bool:
    """Whether walls and goals come to lie on themselves."""
    board = facts.level.board
    signs = [cell.kind for cell in board.terrain]
    rows = [signs[row * board.width : (row + 1) * board.width] for row in range(board.height)]
    image = [row[::-1] if back else row for row in (rows[::-1] if upside_down else rows)]
    return image == rows


def _door_before_goals(facts: Facts) -> bool:
    board, boxes = facts.level.board, {*facts.boxes}
    for door, cell in enumerate(board.terrain):
        if cell.kind == "floor" and door not in boxes:
            free = [*(sort.kind != "wall" and place != door for place, sort in enumerate(board.terrain)), False]
            room = reachable_from(board.grid, free, [min(facts.goals)])
            if facts.goals <= room and boxes.isdisjoint(room):
                return True
    return False


def _no_box_comes_back(facts: Facts) -> bool:
    board = facts.level.board
    free = (*(cell.kind != "wall" for cell in board.terrain), False)
    far = distances(board.grid, free, frozenset(facts.boxes))
    return all(far[goal] == NEVER for goal in facts.goals)


# Searches of first pushes take too long where there are many boxes.
THEMED: Sentences = {
    "One door leads to all goals, and every box stands before it.": _door_before_goals,
    "A mirror leaves walls and goals as they are.": lambda f: (
        _image(f, back=True, upside_down=False) or _image(f, back=False, upside_down=True)
    ),
    "Half a turn leaves walls and goals as they are.": lambda f: _image(f, back=True, upside_down=True),
    "A box that has come to a goal can never be pushed back to where one stood.": _no_box_comes_back,
} | {sentence: is_true for sentence, is_true in SENTENCES.items() if "pushes that you can begin with" not in sentence}
"""What is said of levels with a theme."""


def _two_groups(facts: Facts) -> bool:
    board, goals = facts.level.board, facts.goals
    free = [*(cell in goals for cell in range(len(board.terrain))), False]
    group = reachable_from(board.grid, free, [min(goals)])
    rest = goals - group
    return len(rest) == len(group) and rest == reachable_from(board.grid, free, [min(rest)])


def _rectangle(facts: Facts) -> bool:
    rows, columns = ({place[axis] for place in map(_place_of(facts), facts.goals)} for axis in (0, 1))
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1) == len(facts.goals)


def _place_of(facts: Facts) -> Callable[[Cell], tuple[int, int]]:
    return lambda cell: divmod(cell, facts.level.board.width)


OF_BOARD: Sentences = {
    "Two groups of goals, and half of the boxes for each.": _two_groups,
    "The goals fill a rectangle.": _rectangle,
} | {
    sentence: THEMED[sentence]
    for sentence in (
        "One door leads to all goals, and every box stands before it.",
        "No two goals touch.",
        "Half a turn leaves walls and goals as they are.",
        "A box that has come to a goal can never be pushed back to where one stood.",
        "A mirror leaves walls and goals as they are.",
    )
}
"""What is said of levels of which only the best solution that is known is saved."""
