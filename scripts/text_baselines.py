"""Score simple players on the tasks for language models, and print the table of docs/language-models.md.

::

    python scripts/text_baselines.py [FILE] [--count 40]

The players: one at random, a greedy one that wants boxes near goals, a breadth-first search of 2,000 positions, and the
solver.  `play` is left out: its rewards are those of `solve`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from pushbox.analysis.push_space import PushPosition, PushSpace
from pushbox.env.text import STYLES, tasks
from pushbox.env.text.intervals import clustered_mean, wilson
from pushbox.env.text.pushes import legal_pushes, push, random_pushes
from pushbox.env.text.tasks import Task
from pushbox.env.text.tasks.dead_box import dead_boxes
from pushbox.env.text.tasks.winnable import decide
from pushbox.env.wrappers.sources import ONE_ANSWER, levels_of
from pushbox.games.position import Position, load
from pushbox.play.verify import verify

BUDGET = 2000  # positions of the breadth-first search
Player = Callable[[Task, Position, Random], str]


def main() -> int:
    """Print a row for each player."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", default="builtin:campaign-05")
    parser.add_argument("--count", type=int, default=40, help="tasks of each kind (default: 40)")
    arguments = parser.parse_args()
    levels = levels_of(arguments.file)
    print(f"| player | {' | '.join(ONE_ANSWER)} |")
    print("|---|" + "---|" * len(ONE_ANSWER))
    some = {kind: [*islice(tasks.stream(levels, [kind]), arguments.count)] for kind in ONE_ANSWER}
    for name, player in PLAYERS.items():
        cells = [_cell(player, some[kind]) for kind in ONE_ANSWER]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


def _cell(player: Player, some: list[tuple[int, Task]]) -> str:
    """Return the share of right answers and the mean reward, with its interval."""
    rewards: dict[int, list[float]] = {}
    right = 0
    for number, (level, task) in enumerate(some):
        found = tasks.score(task, f"<answer>\n{player(task, load(task.level), Random(number))}\n</answer>")
        rewards.setdefault(level, []).append(found.reward)
        right += found.right
    return f"{wilson(right, len(some)).estimate:.0%}, {clustered_mean(rewards.values())}"


def _random(task: Task, start: Position, random: Random) -> str:
    match task.kind:
        case "solve":
            return random_pushes(start, 30, random)[1]
        case "winnable":
            return random.choice(["yes", "no"])
        case "dead-box":
            return start.board.cell_name(random.choice(_away(start)))
        case "repair":
            return random.choice([*_edits(task.line)])
    return STYLES[task.style].show(start.board)  # as it was


def _greedy(task: Task, start: Position, _: Random) -> str:
    board = start.board
    far = {box: min(board.grid.distance(box, goal) for goal in board.cells_of("goal")) for box in _away(start)}
    match task.kind:
        case "solve":
            return _nearer(start)
        case "winnable":
            return "no" if any(_is_cornered(start, box) for box in far) else "yes"
        case "dead-box":
            return board.cell_name(max(far, key=lambda box: (_is_cornered(start, box), far[box])))
        case "repair":
            return max(_edits(task.line), key=lambda line: start.play_line(start.parse(line)).played)
    return STYLES[task.style].show(_walked(start, task.line).board)


def _breadth_first(task: Task, start: Position, _: Random) -> str:
    match task.kind:
        case "solve":
            return _search(start)[0] or "u"
        case "winnable":
            line, is_whole = _search(start)
            return "no" if line is None and is_whole else "yes"
        case "dead-box":
            return start.board.cell_name(next((box for box in _away(start) if not _comes_home(start, box)), 0))
        case "repair":
            return next((line for line in _edits(task.line) if verify(task.level, line).solved), "u")
    return STYLES[task.style].show(_played(start, task.line).board)


def _solver(task: Task, start: Position, _: Random) -> str:
    match task.kind:
        case "winnable":
            return decide(start)[0]
        case "dead-box":
            return start.board.cell_name(min(dead_boxes(start)))
        case "predict":
            return STYLES[task.style].show(_played(start, task.line).board)
    (again,) = tasks.make("solve", task.level)
    return again.reference


PLAYERS: dict[str, Player] = {
    "random": _random,
    "greedy": _greedy,
    "breadth-first": _breadth_first,
    "solver": _solver,
}


def _away(position: Position) -> list[int]:
    board = position.board
    return [box.anchor for box in board.of_kind("box") if board.terrain[box.anchor].kind != "goal"]


def _is_cornered(position: Position, box: int) -> bool:
    walls = [position.board.terrain[step[box]].kind == "wall" for step in position.board.grid.step]
    return any(walls[side] and walls[(side + 1) % 4] for side in range(4))


def _nearer(position: Position, most: int = 60) -> str:
    """Return pushes that each bring a box nearer to the nearest free goal, the nearest box first."""
    text = ""
    for _ in range(most):
        board, taken = position.board, {box.anchor for box in position.board.of_kind("box")}
        free = [goal for goal in board.cells_of("goal") if goal not in taken]
        best = None
        for box, direction in legal_pushes(position):
            end = board.grid.step[direction][box]
            if board.terrain[box].kind != "goal" and free:
                left = min(board.grid.distance(end, goal) for goal in free)
                if left < min(board.grid.distance(box, goal) for goal in free):
                    best = min(best, (left, box, direction)) if best else (left, box, direction)
        if best is None:
            break
        position, moves = push(position, best[1], best[2])
        text += moves
    return text or "u"


def _search(position: Position) -> tuple[str | None, bool]:
    """Return the first solution within the budget, and whether the search saw all there is."""
    space = PushSpace.of(position)
    assert space is not None
    before: dict[PushPosition, PushPosition | None] = {space.start: None}
    for here in (queue := [space.start]):
        if space.is_solved(here):
            path = [here]
            while (last := before[path[-1]]) is not None:
                path.append(last)
            return space.text(path[::-1]), False
        for after in space.successors(here):
            if after not in before:
                before[after] = here
                queue.append(after)
        if len(before) > BUDGET:
            return None, False
    return None, True


def _comes_home(position: Position, box: int) -> bool:
    """Return whether some pushes within a tenth of the budget bring a box to a goal."""
    goals = {*position.board.cells_of("goal")}
    seen = {(position.state.boxes, box)}
    queue = [(position, box)]
    for here, at in queue:
        for pushed, direction in legal_pushes(here):
            after = push(here, pushed, direction)[0]
            now = here.board.grid.step[direction][at] if pushed == at else at
            if now in goals:
                return True
            if (after.state.boxes, now) not in seen and len(seen) < BUDGET // 10:
                seen.add((after.state.boxes, now))
                queue.append((after, now))
    return False


def _edits(line: str) -> Iterator[str]:
    """Yield all lines that are one letter changed, left out or added."""
    for at in range(len(line) + 1):
        yield from (line[:at] + letter + line[at:] for letter in "lurd")
        if at < len(line):
            yield line[:at] + line[at + 1 :]
            yield from (line[:at] + letter + line[at + 1 :] for letter in "lurd" if letter != line[at])


def _walked(position: Position, line: str) -> Position:
    """Return the position of a player who takes every step that pushes nothing."""
    for move in position.parse(line):
        if move in position.legal_moves and not position.transition(move).pushes:
            position = position.apply(move)
    return position


def _played(position: Position, line: str) -> Position:
    return Position(position.game, position.play_line(position.parse(line)).state)


if __name__ == "__main__":
    sys.exit(main())
