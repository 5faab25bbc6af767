"""The verdict on a push in play: how soon it is there, how often it is decided, and that nothing is falsely lost.

Somebody plays who knows the solution, and now and then tries another push, at random, and takes it back.  They look at
the level for some seconds, then push a box every half a second.  `PushJudge` judges each position meanwhile, as it does
in play: what is seen at once, what its search adds within `SOON`, and what of the rest is known before the next push.
"""

from __future__ import annotations

import csv
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .. import formats
from ..analysis.deadlocks import check_witness
from ..analysis.push_judge import PushJudge
from ..games.position import Position, load
from ..level import Level
from ..solver import Limit, Solved, solve
from . import Figure, missing, tracked

SETS = (
    ("Microban", "skinner/Microban.txt", "verified_solutions/skinner__Microban.tsv"),
    ("XSokoban", "xsokoban_90/XSokoban_90.xsb", "verified_solutions/large_test_suite_3272__XSokoban_90.tsv"),
)
SOON = 0.05  # seconds
_LOOK = 5.0  # seconds at the level before the first push
_PACE = 0.5  # seconds from one push to the next
_PUSHES = 100  # of a solution, its first
_SAMPLES = 5  # other pushes that are tried in a level
_SECOND_LOOK = Limit(seconds=3.0, nodes=300_000)  # of the solver, at what is called lost


@dataclass
class _Judged:
    """What was measured: seconds to the first answer, what was known at once and soon, and what was false."""

    seconds: list[float] = field(default_factory=list)
    at_once: Counter[str] = field(default_factory=Counter)
    soon: Counter[str] = field(default_factory=Counter)
    false: int = 0


def verdicts(shared: Path) -> Iterator[Figure]:
    """Yield for each set of levels how soon a push is judged, along known solutions and one push off them."""
    for name, file, solutions in SETS:
        if not (shared / file).exists() or not (shared / solutions).exists():
            yield missing("verdicts", name, shared / solutions)
            continue
        levels, lines = formats.read_file(shared / file).levels, best_lines(shared / solutions)
        along, beside = _Judged(), _Judged()
        rng = random.Random(1)
        for number, level in enumerate(tracked(levels, len(levels), name), start=1):
            if number in lines:
                _judge_level(level, lines[number], rng, along, beside)
        for where, judged in (("along solutions", along), ("one push off", beside)):
            if judged.seconds:
                yield from _figures(f"{name}, {where}", judged)


def best_lines(file: Path) -> dict[int, str]:
    """Return the solution of the fewest pushes that is known of each level, by its number."""
    rows = csv.reader(file.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {int(row[0]): row[-1] for row in rows if row[1:2] == ["best-pushes"]}


def _judge_level(level: Level, solution: str, rng: random.Random, along: _Judged, beside: _Judged) -> None:
    """Judge the positions of a level that its solution passes first, and some that another push leads to from these."""
    start = load(level)
    transitions = start.transitions(start.parse(solution))
    positions = [start, *(Position(start.game, one.state) for one in transitions if one.pushes)]
    played = positions[: _PUSHES + 1]
    tried = set(rng.sample(range(1, len(played)), min(_SAMPLES, len(played) - 1)))
    judge = PushJudge()
    judge.judge(start)
    judge.wait(start, _LOOK)
    for index in range(1, len(played)):
        if index in tried:
            others = [after for after in pushes_from(played[index - 1]) if after.board != played[index].board]
            if others:
                _judge(judge, rng.choice(others), beside, is_winnable=False)
        _judge(judge, played[index], along, is_winnable=True)
    judge.close()


def pushes_from(position: Position) -> list[Position]:
    """Return the positions that one push leads to, after any walk."""
    rules = position.rules
    seen = {rules.search_key(position.state)}
    waiting, after = [position], dict[object, Position]()
    for before in waiting:
        for move in before.legal_moves:
            transition = before.transition(move)
            key = rules.search_key(transition.state)
            reached = Position(position.game, transition.state)
            if transition.pushes:
                after.setdefault(key, reached)
            elif key not in seen:
                seen.add(key)
                waiting.append(reached)
    return [*after.values()]


def _judge(judge: PushJudge, position: Position, judged: _Judged, *, is_winnable: bool) -> None:
    """Judge a position as in play, until the next push, and look again at what is called lost."""
    began = time.perf_counter()
    verdict = judge.judge(position)
    judged.seconds.append(time.perf_counter() - began)
    judged.at_once[verdict.status] += 1
    if verdict.status == "unknown":
        verdict = judge.wait(position, max(0.0, SOON - (time.perf_counter() - began)))
    judged.soon[verdict.status] += 1
    if verdict.status == "unknown":
        judge.wait(position, max(0.0, _PACE - (time.perf_counter() - began)))
    if verdict.status == "lost":
        for witness in verdict.deadlocks:
            check_witness(position, witness)  # raises InvalidWitness, which ends the run
        if is_winnable or isinstance(solve(position, limit=_SECOND_LOOK), Solved):
            judged.false += 1


def _figures(name: str, judged: _Judged) -> Iterator[Figure]:
    count = len(judged.seconds)
    late = sorted(judged.seconds)[count * 95 // 100]
    decided = count - judged.soon["unknown"]
    soon = f"within {1000 * SOON:g} ms"
    lost = f"{judged.at_once['lost']} lost at once, {judged.soon['lost']} by then"
    in_time = sum(seconds <= SOON for seconds in judged.seconds)
    first = 1000 * statistics.median(judged.seconds)
    yield Figure("verdicts", f"{name}: first answer", first, "ms", f"median of {count}; 95 %: {1000 * late:.1f} ms")
    yield Figure(
        "verdicts", f"{name}: answered", 100 * in_time / count, "%", f"within {1000 * SOON:g} ms; the bar is 95"
    )
    yield Figure("verdicts", f"{name}: decided", 100 * decided / count, "%", f"{soon}; {lost}")
    yield Figure("verdicts", f"{name}: falsely lost", judged.false, "wrong", "of what was called lost")
