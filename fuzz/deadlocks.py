"""Hold the explanations of deadlocks against exhaustive search on many random boards.

::

    python fuzz/deadlocks.py [--boards N] [--seed N] [--corrupted N] [--shared FOLDER]

Boards are small and crowded, some of them with numbers, a few with two pushers.  Each is explained, and so is every
dead position one push off one that can be solved, and every board of FOLDER, by default ``../shared/levels/deadlocks``,
or what ``PUSHBOX_SHARED`` names instead of ``../shared/levels``.  An explanation of a position that exhaustive search
solves, a witness that the checker refuses, and a corrupted one that it accepts end the run with 1.  What is printed:
the share of dead positions that are explained, by kind.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pushbox import formats  # from the folder named above
from pushbox.analysis.deadlocks import InvalidWitness, check_witness, find_deadlocks
from pushbox.analysis.deadlocks.witnesses import (
    SHAPES,
    AxisBlock,
    Bipartite,
    DeadSquare,
    Exhausted,
    Freeze,
    FrozenBox,
    UnsolvableSet,
    Witness,
)
from pushbox.bench.rooms import SolvablePositions, rooms
from pushbox.board import Piece
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.solver import native

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "levels"
SHARED = Path(os.environ.get("PUSHBOX_SHARED", BESIDE)) / "deadlocks"


@dataclass
class Report:
    """What a run has met: positions that can be solved, dead ones, and those explained, by the first explanation."""

    alive: int = 0
    dead: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    near_dead: int = 0
    near_explained: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    witnesses: list[tuple[Position, Witness]] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines for people."""
        for name, dead, explained in (
            ("random boards", self.dead, self.explained),
            ("one push off a position that can be solved", self.near_dead, self.near_explained),
        ):
            share = 100 * sum(explained.values()) / max(dead, 1)
            kinds = ", ".join(f"{kind} {count:,}" for kind, count in explained.most_common())
            yield f"{name}: {dead:,} dead, {share:.2f} % explained: {kinds}"
        yield f"{self.alive:,} positions that can be solved, {len(self.faults):,} faults"
        yield from self.faults


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20_000, help="random boards (default: 20,000)")
    parser.add_argument("--corrupted", type=int, default=1_000, help="corrupted witnesses (default: 1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the boards (default: 1)")
    parser.add_argument("--shared", type=Path, default=SHARED, help="a folder of boards")
    options = parser.parse_args()
    began = time.monotonic()
    report = Report()
    for level in random_boards(options.boards, options.seed):
        judge_board(report, load(level))
    refused = corrupt(report, options.corrupted, options.seed)
    files = sorted(options.shared.glob("*.sok"))
    for file in files:
        judge_file(report, file)
    if not files:
        print(f"{options.shared}: no boards are there, so none of them was explained")
    print(*report.lines(), sep="\n")
    print(f"{len(report.witnesses):,} witnesses checked, {refused:,} corrupted ones refused, "
          f"seed {options.seed}, {time.monotonic() - began:.0f} s")  # fmt: skip
    sys.exit(bool(report.faults))


def random_boards(count: int, seed: int) -> Iterator[Level]:
    """Yield small crowded boards: of Sokoban, with numbers, and with two pushers."""
    rng = random.Random(seed)
    others, large = count // 4, count // 10
    yield from rooms(large, seed=seed + 1, largest=6, boxes=4)
    yield from rooms(count - others - large, seed=seed, largest=5, boxes=4)
    for number, level in enumerate(rooms(others, seed=seed, largest=4, boxes=4)):
        yield _numbered(rng, level) if number % 4 else _with_two_pushers(level)


def small_boards(count: int, seed: int) -> Iterator[Level]:
    """Yield boards of at most four cells each way, which are searched in no time; some of them of other games."""
    rng = random.Random(seed)
    for number, level in enumerate(rooms(count, seed=seed, largest=4, boxes=4)):
        if number % 400 == 0:
            yield _with_two_pushers(level)
        else:
            yield level if number % 20 else _numbered(rng, level)


def _with_two_pushers(level: Level) -> Level:
    """Return a level with a pusher more on the first free cell; as it is where none is free."""
    taken = {piece.anchor for piece in level.board.pieces}
    free = [cell for cell, sort in enumerate(level.board.terrain) if sort.kind != "wall" and cell not in taken]
    if not free:
        return level
    board = level.board.with_pieces([*level.board.pieces, Piece("pusher", (free[0],))])
    return replace(level, game="multiban", board=board)


def _numbered(rng: random.Random, level: Level) -> Level:
    """Return a level with numbers from 0 to 2 on its boxes, and on as many of its goals."""
    boxes = level.board.of_kind("box")
    goals = level.board.cells_of("goal")
    numbers = [rng.randint(0, 2) for _ in boxes]
    homes = dict(zip(rng.sample(goals, len(goals)), numbers, strict=False))
    terrain = tuple(sort._replace(number=homes.get(cell, 0)) for cell, sort in enumerate(level.board.terrain))
    pieces = (box._replace(number=number) for box, number in zip(boxes, numbers, strict=True))
    board = replace(level.board, terrain=terrain, pieces=(*level.board.of_kind("pusher"), *pieces))
    return replace(level, game="plus", board=board)


def judge_board(report: Report, position: Position) -> None:
    """Explain a position, and where it can be solved every one that is one push off it, be it dead or not."""
    is_solvable = judge_of(position)
    if not is_solvable(position):
        report.dead += 1
        _explain(report, report.explained, position)
        return
    _hold_alive(report, position)
    for after in pushes(position):
        if is_solvable(after):
            _hold_alive(report, after)
        else:
            report.near_dead += 1
            _explain(report, report.near_explained, after)


def _hold_alive(report: Report, position: Position) -> None:
    """Note a fault where a position that can be solved is explained."""
    report.alive += 1
    if find_deadlocks(position).deadlocks:
        report.faults.append(f"explained, but it can be solved:\n{position.board}")


def judge_file(report: Report, file: Path) -> None:
    """Explain the boards of a file, and hold what is explained against the solver, whose proof is another."""
    for number, level in enumerate(formats.read(file.read_bytes()).levels, start=1):
        position = load(level)
        kinds: Counter[str] = Counter()
        _explain(report, kinds, position)
        if kinds and is_large_and_solvable(position):
            report.faults.append(f"{file.name} {number}: explained, but it can be solved")


def _explain(report: Report, kinds: Counter[str], position: Position) -> None:
    deadlocks = find_deadlocks(position).deadlocks
    kinds.update(deadlock.kind for deadlock in deadlocks[:1])
    for deadlock in deadlocks:
        report.witnesses.append((position, deadlock))
        try:
            check_witness(position, deadlock)
        except InvalidWitness as error:
            report.faults.append(f"refused, {error}: {deadlock}\n{position.board}")


def judge_of(start: Position) -> Callable[[Position], bool]:
    """Return what tells of the positions that a small one leads to whether exhaustive search, unpruned, solves them."""
    if start.game.info.numbered or len(start.board.of_kind("pusher")) > 1:
        return lambda position: native.best_counts(native.puzzle_of(position), "pushes") is not None
    solvable = SolvablePositions(start.level)
    return lambda position: position.board in solvable


def is_large_and_solvable(position: Position) -> bool:
    """Return whether the solver solves a position."""
    from pushbox.solver import Limit, Solved, solve

    return isinstance(solve(position, limit=Limit(seconds=20)), Solved)


def pushes(position: Position) -> list[Position]:
    """Return the positions that one push leads to, after any walk of the pushers, by the rules."""
    rules = position.rules
    seen = {rules.search_key(position.state)}
    waiting, after = [position.state], {}
    for state in waiting:
        for move in rules.legal_moves(state):
            transition = rules.apply(state, move)
            key = rules.search_key(transition.state)
            if transition.pushes:
                after.setdefault(key, transition.state)
            elif key not in seen:
                seen.add(key)
                waiting.append(transition.state)
    return [Position(position.game, state) for state in after.values()]


def corrupt(report: Report, count: int, seed: int) -> int:
    """Corrupt so many of the witnesses that were met; return how many of them the checker refuses."""
    rng = random.Random(seed)
    refused = 0
    by_kind: dict[str, list[tuple[Position, Witness]]] = {}
    for position, witness in report.witnesses:
        by_kind.setdefault(witness.kind, []).append((position, witness))
    for _ in range(count if by_kind else 0):
        position, witness = rng.choice(by_kind[rng.choice(sorted(by_kind))])
        changed = corrupted(rng, position, witness)
        try:
            check_witness(position, changed)
        except InvalidWitness:
            refused += 1
        else:
            report.faults.append(f"accepted: {changed} for {witness}\n{position.board}")
    return refused


def corrupted(rng: random.Random, position: Position, witness: Witness) -> Witness:
    """Return a witness that says something else."""
    cells = range(len(position.board.terrain))
    others = [cell for cell in cells if cell not in witness.boxes and not _is_dead_square(position, witness, cell)]
    match witness:
        case DeadSquare():
            live = witness.live ^ {rng.choice(cells)}
            return rng.choice([replace(witness, live=live), replace(witness, box=rng.choice(others))])
        case Freeze(frozen):
            return Freeze(_corrupted_frozen(rng, frozen, others))
        case Bipartite(stranded, goals, frozen):
            ways = [
                replace(witness, stranded=stranded[1:]),
                replace(witness, stranded=(*stranded, rng.choice(others))),
                replace(witness, goals=tuple(sorted({*goals} ^ {rng.choice(cells)}))),
            ]
            if frozen:
                ways.append(replace(witness, frozen=_corrupted_frozen(rng, frozen, others)))
            return rng.choice(ways)
        case UnsolvableSet():
            return _corrupted_set(rng, witness, cells, others)
        case Exhausted(positions):
            return rng.choice([replace(witness, positions=positions + rng.choice([-1, 1, 100])),
                               replace(witness, pushes=not witness.pushes)])  # fmt: skip
        case _:
            return replace(witness, reason=f"{witness.reason}.")


def _is_dead_square(position: Position, witness: Witness, cell: int) -> bool:
    """Return whether another box would make a dead square as good a witness."""
    return isinstance(witness, DeadSquare) and cell not in witness.live and bool(position.board.at(cell))


def _corrupted_frozen(rng: random.Random, frozen: tuple[FrozenBox, ...], others: list[int]) -> tuple[FrozenBox, ...]:
    index = rng.randrange(len(frozen))
    box = frozen[index]
    block = box.horizontal
    reason = {"wall": "box", "box": "dead", "dead": "wall"}[box.vertical.reason]
    ways = [
        (),
        (box._replace(cell=rng.choice(others)),),
        (box._replace(horizontal=AxisBlock(block.reason, block.direction ^ 2)),),
        (box._replace(vertical=AxisBlock(reason, box.vertical.direction)),),
        (box, box),
        (box._replace(horizontal=box.vertical, vertical=box.horizontal),),
    ]
    return (*frozen[:index], *rng.choice(ways), *frozen[index + 1 :])


def _corrupted_set(rng: random.Random, witness: UnsolvableSet, cells: range, others: list[int]) -> UnsolvableSet:
    index = rng.randrange(len(witness.boxes))
    fewer = witness.boxes[:index] + witness.boxes[index + 1 :]
    shape = rng.choice([shape for shape in SHAPES if shape not in (witness.shape, "set", "pair", "single")])
    return rng.choice([
        replace(witness, boxes=fewer),
        replace(witness, boxes=tuple(sorted((*fewer, rng.choice(others))))),
        replace(witness, region=witness.region ^ {rng.choice(cells)}),
        replace(witness, positions=witness.positions + rng.choice([-1, 1, 1000])),
        replace(witness, cells=(*witness.cells, rng.choice(cells))),
        replace(witness, shape=shape),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
