"""Is the native solver right where all of it is at work?  Its answers on tiny levels against exhaustive search.

Thresholds are so low that every search and every detector is active.  A level follows from its number, and so do the
seeds, threads and limits of its searches: ``pushbox bench solver --check --hot --level NUMBER`` shows a failure again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..grid import grid
from ..solver import OBJECTIVES, Limit, Objective
from ..solver.native import Answer, best_counts, solve_hot
from ..tiling import SQUARE
from . import Figure, tracked

LEVELS = 50_000
MOST = 10_000_000
_WALL, _GOAL, _BOX, _PLAYER = 1, 2, 4, 8
_LARGEST = {1: 30, 2: 24, 3: 18}  # cells by pushers: exhaustive search takes cells to the power of what moves
_UNLIMITED = Limit(seconds=None, memory=None)
_Best = dict[Objective, tuple[int, int] | None]


class Puzzle(NamedTuple):
    """A level as the core takes it: a board without a frame, one byte a cell, and the numbers of boxes and goals."""

    board: tuple[int, int, bytes]
    box_numbers: list[int]
    goal_numbers: list[int]

    @property
    def kind(self) -> str:
        """Return what it is a level of."""
        if sum(cell & _PLAYER > 0 for cell in self.board[2]) > 1:
            return "Multiban"
        return "Plus" if any(self.box_numbers) else "Sokoban"


def check(numbers: Iterable[int], count: int) -> Iterator[Figure]:
    """Yield how many answers on the levels with these numbers, so many, are not what exhaustive search says."""
    kinds, solvable, searches, wrong = Counter[str](), 0, 0, list[str]()
    for number in tracked(numbers, count, "hot levels"):
        rng = random.Random(f"hot {number}")
        level = puzzle(rng)
        best = _best(level)
        kinds[level.kind] += 1
        solvable += best["any"] is not None
        for objective in OBJECTIVES:
            for limit in (_UNLIMITED, _limit(rng)):
                searches += 1
                fault = _fault(level, objective, limit, rng, best)
                if fault:
                    wrong.append(f"--level {number}: {objective}, {limit}: {fault}")
    summary = ", ".join(f"{count:,} of {kind}" for kind, count in sorted(kinds.items()))
    detail = f"{summary}; {solvable:,} can be solved; {searches:,} searches"
    yield Figure("solver", "hot: random levels", kinds.total(), "levels", detail)
    yield Figure("solver", "hot: other answers", len(wrong), "wrong", "; ".join(wrong) or "none")


def puzzle(rng: random.Random) -> Puzzle:
    """Return a random level: of Sokoban, with numbers, or with several pushers, crowded, of any shape without a border.

    In half of them the boxes were pulled from goals to where they stand, as few others could be solved.
    """
    pushers = rng.choice((1, 1, 1, 2, 3))
    while True:
        width, height = rng.randint(1, 8), rng.randint(1, 8)
        area = width * height
        walls = {cell for cell in range(area) if rng.random() < rng.choice((0.0, 0.1, 0.2))}
        room = [cell for cell in range(area) if cell not in walls]
        boxes = rng.randint(1, 3 if pushers == 1 else 2)
        if area <= _LARGEST[pushers] and len(room) >= boxes + pushers + 1:
            break
    goals = rng.sample(room, boxes)
    starts = _pulled(rng, (width, height), set(room), goals) if rng.random() < 0.5 else rng.sample(room, boxes)
    most = rng.choice((0, 0, 1, 2))
    numbers = [rng.randint(0, most) for _ in goals]
    goal_numbers = dict(zip(goals, numbers, strict=True))
    spare = rng.randint(1, 2) if rng.random() < 0.3 else 0
    for cell in rng.sample(room, min(spare, len(room))):
        goal_numbers.setdefault(cell, rng.randint(0, most))  # of any kind, also of one that no box has
    if rng.random() < 0.2:
        rng.shuffle(numbers)
        numbers[0] = rng.randint(0, most)  # so that some numbers have more boxes than goals
    box_numbers = dict(zip(starts, numbers, strict=True))
    standing = rng.sample([cell for cell in room if cell not in box_numbers], pushers)
    cells = bytes(
        _WALL if cell in walls else
        _GOAL * (cell in goal_numbers) | _BOX * (cell in box_numbers) | _PLAYER * (cell in standing)
        for cell in range(area)
    )  # fmt: skip
    return Puzzle(
        (width, height, cells), *([of.get(cell, 0) for cell in range(area)] for of in (box_numbers, goal_numbers))
    )


def _pulled(rng: random.Random, size: tuple[int, int], room: set[int], goals: list[int]) -> list[int]:
    """Return where boxes from the goals are after random pulls, each to free floor with free floor behind it."""
    step = grid(*size).step
    boxes = list(goals)
    for _ in range(10 * len(room)):
        index, towards = rng.randrange(len(boxes)), rng.choice(step)
        target = towards[boxes[index]]
        if {target, towards[target]} <= room - set(boxes):
            boxes[index] = target
    return boxes


def _limit(rng: random.Random) -> Limit:
    """Return a limit of positions, or of memory, that some searches reach."""
    if rng.random() < 0.5:
        return Limit(seconds=None, nodes=rng.choice((1, 5, 20, 100)), memory=None)
    return Limit(seconds=None, memory=rng.choice((0, 1, 2, 8)))


def _best(level: Puzzle) -> _Best:
    """Return the moves and pushes of a best solution by each objective, as exhaustive search finds them."""
    best: _Best = {objective: best_counts(level, objective) for objective in OBJECTIVES if objective != "any"}
    return best | {"any": best["pushes"]}


def _fault(level: Puzzle, objective: Objective, limit: Limit, rng: random.Random, best: _Best) -> str:
    """Return what is wrong with the answer for an objective, empty where nothing is."""
    seed, threads = rng.choice((0, rng.getrandbits(32))), rng.choice((1, 2))
    try:
        answer = solve_hot(level, objective, limit, seed, threads)
    except BaseException as error:
        error.add_note(f"{level}, {objective}, {limit}, seed {seed}, threads {threads}")
        raise
    context = f" (seed {seed}, threads {threads})"
    fault = _refuted(answer, best) or (_unlike(level, answer, objective, best) if answer.lurd is not None else "")
    if not fault and limit == _UNLIMITED and answer.limit is not None:
        fault = f"{answer.limit} for a limit, but there is none"
    if not fault and limit.nodes is not None and answer.nodes > limit.nodes:
        fault = f"{answer.nodes} positions"
    least = best[objective]
    if not fault and least is not None and answer.bound is not None and answer.bound > _rank(objective, least)[0]:
        fault = f"bound {answer.bound}, but {least} do"
    return fault and fault + context


def _refuted(answer: Answer, best: _Best) -> str:
    """Return whether there is a solution where the answer says none, or none where it has one."""
    if answer.status == "unsolvable":
        return f"unsolvable ({answer.proof}), but {best['pushes']} do" if best["pushes"] is not None else ""
    return "solved, but nothing does" if answer.status == "solved" and best["pushes"] is None else ""


def _unlike(level: Puzzle, answer: Answer, objective: Objective, best: _Best) -> str:
    """Return what the rules and the best solutions say against a solution."""
    counts = _played(level, answer)
    if counts is None:
        return f"{answer.lurd} does not solve it"
    if answer.optimal is None:
        if objective != "any" and answer.limit is None:
            return "no proof, and no limit"
        proven: Objective = "pushes" if objective == "any" else objective
        least = best[proven]
        return "" if least is not None and _rank(proven, counts) >= _rank(proven, least) else f"{counts} beats {least}"
    least = best[answer.optimal]
    if least is None or _rank(answer.optimal, counts) != _rank(answer.optimal, least):
        return f"{counts} is claimed to be the best by {answer.optimal}, but {least} is"
    return ""


def _rank(objective: Objective, counts: tuple[int, int]) -> tuple[int, ...]:
    """Return moves and pushes in the order of an objective, without the count that does not matter."""
    of = {"moves": counts[0], "pushes": counts[1], "any": counts[1]}
    return tuple(of[name] for name in objective.split("-"))


def _played(level: Puzzle, answer: Answer) -> tuple[int, int] | None:
    """Return the moves and pushes of the answer's solution, None where they are none by the rules."""
    width, height, cells = level.board
    step = grid(width, height).step
    floor = {cell for cell, byte in enumerate(cells) if not byte & _WALL}
    boxes = {cell: level.box_numbers[cell] for cell, byte in enumerate(cells) if byte & _BOX}
    pushers = {cell for cell, byte in enumerate(cells) if byte & _PLAYER}
    (alone, *others), letters, pushes = pushers, answer.lurd or "", 0
    if len(answer.pushers or ()) != (len(letters) if others else 0):
        return None
    for index, letter in enumerate(letters):
        pusher = answer.pushers[index] if answer.pushers else alone
        direction = SQUARE.letters.index(letter.lower())
        target = step[direction][pusher]
        if letter.isupper() != (target in boxes) or pusher not in pushers:
            return None
        if target in boxes:
            beyond = step[direction][target]
            if beyond not in floor or beyond in boxes or beyond in pushers:
                return None
            boxes[beyond] = boxes.pop(target)
            pushes += 1
        if target not in floor or target in pushers:
            return None
        pushers = pushers - {pusher} | {target}
        alone = target
    home = all(cells[cell] & _GOAL and level.goal_numbers[cell] == number for cell, number in boxes.items())
    return (len(letters), pushes) if home else None
