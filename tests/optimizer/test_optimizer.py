"""The optimizer: what it answers, that it is never worse, and what it leaves alone."""

from __future__ import annotations

import random
import signal
import threading
from itertools import permutations
from pathlib import Path

import pytest

from pushbox import builtin, formats
from pushbox.errors import LevelError, PushboxError, UnsupportedError
from pushbox.games import load
from pushbox.level import Level, SavedMoves
from pushbox.metrics import Metrics, measure
from pushbox.optimizer import Progress, Span, optimize, parse
from pushbox.play.verify import verify
from pushbox.solver import Limit, Solved, plain, solve

UNLIMITED = Limit(seconds=None, nodes=None, memory=None)
ROOM = """
########
#      #
# $  $ #
#  @   #
# .  . #
########
"""
OBJECTIVES = ["-".join(order) for length in (1, 2) for order in permutations(Metrics._fields, length)]


def level(picture: str) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


def detour(level: Level, rng: random.Random) -> str:
    """Return a solution with idle steps at its begin and between its first pushes."""
    answer = solve(level, limit=UNLIMITED)
    assert isinstance(answer, Solved)
    text = ""
    for letter in answer.text:
        for _ in range(rng.randint(0, 2)):
            idle = rng.choice(["lr", "rl", "ud", "du"])
            if verify(level, text + idle).text == text + idle:  # two moves that push nothing
                text += idle
        text += letter
    assert verify(level, text).solved
    return text


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_best_solution_is_found_and_proven(objective: str) -> None:
    """For every objective the result is no worse than what it began with, replays, and is proven the best."""
    room = level(ROOM)
    text = detour(room, random.Random(objective))
    answer = optimize(room, [text], objective=objective, limit=UNLIMITED)
    key = parse(objective).key
    assert answer.optimal == objective
    assert answer.limit is None
    assert answer.before == measure(text)
    assert answer.metrics == measure(answer.text)
    assert key(answer.metrics) < key(answer.before)
    assert verify(room, answer.text).text == answer.text
    assert verify(room, answer.text).solved


def test_fewest_pushes_and_fewest_moves_are_those_of_exhaustive_search() -> None:
    """A solution proven the best by moves, or by pushes and then moves, has the counts of the plain search."""
    room = level(ROOM)
    text = detour(room, random.Random(1))
    by_moves, by_pushes = (plain.search(load(room), objective, UNLIMITED, None) for objective in ("any", "pushes"))
    assert isinstance(by_moves, Solved)
    assert isinstance(by_pushes, Solved)
    assert optimize(room, [text], objective="moves", limit=UNLIMITED).metrics.moves == by_moves.metrics.moves
    answer = optimize(room, [text], objective="pushes-moves", limit=UNLIMITED).metrics
    assert (answer.pushes, answer.moves) == (by_pushes.metrics.pushes, by_pushes.metrics.moves)


def test_the_same_question_has_the_same_answer() -> None:
    """With a limit of positions the answer does not depend on the clock."""
    room = level(ROOM)
    text = detour(room, random.Random(2))
    limit = Limit(seconds=None, nodes=9)
    first, second = (optimize(room, [text], limit=limit) for _ in range(2))
    assert (first.text, first.nodes, first.limit) == (second.text, second.nodes, "nodes")


def test_without_solutions_those_of_the_level_are_improved() -> None:
    """Of a position too; a saved game and nonsense are none."""
    corner = builtin("lessons")[1]
    level = corner.with_saved_moves(SavedMoves("saved game", "uu"), SavedMoves("", "?"))
    expected = optimize(corner, [corner.saved_moves[0].text])
    for what in (level, load(level), corner):
        answer = optimize(what)
        assert (answer.text, answer.before, answer.optimal) == (expected.text, expected.before, expected.optimal)


def test_the_first_of_the_best_solutions_is_begun_with() -> None:
    """Of several solutions the best by the objective counts as what was there before."""
    room = level(ROOM)
    texts = [detour(room, random.Random(seed)) for seed in range(3, 7)]
    answer = optimize(room, texts, objective="moves", limit=Limit(nodes=0))
    assert answer.before == min(measure(text) for text in texts)
    assert answer.text in texts


def test_only_the_span_is_replaced() -> None:
    """Moves before and after the span stay as they are."""
    room = level(ROOM)
    text = detour(room, random.Random(8))
    answer = optimize(room, [text], span=Span(4, len(text) - 5), limit=Limit(nodes=5_000))
    assert answer.text.startswith(text[:3])
    assert answer.text.endswith(text[-5:])
    assert answer.optimal is None
    for span in (Span(0, 2), Span(3, 2), Span(1, len(text) + 1)):
        with pytest.raises(PushboxError, match=f"within the {len(text)} moves"):
            optimize(room, [text], span=span)


def test_the_players_last_cell_can_be_kept() -> None:
    """With its end kept, a line that walks on after the last push ends there still."""
    room = level("########\n#@ $  .#\n#      #\n########")
    text = "rdlurRRRdllll"
    kept = optimize(room, [text], keep_end=True, limit=UNLIMITED)
    assert (len(kept.text), kept.text[:4], sorted(kept.text[4:])) == (9, "rRRR", list("dllll"))
    assert kept.optimal is None
    assert optimize(room, [text], limit=UNLIMITED).text == "rRRR"


def test_a_box_can_be_left_alone() -> None:
    """The pushes of a box left alone stay; a cell without a box is refused."""
    room = level("##########\n#.$ @ $ .#\n#        #\n##########")
    answer = solve(room, limit=UNLIMITED)
    assert isinstance(answer, Solved)
    optimized = optimize(room, [answer.text], alone=[room.board.cell(1, 2)], limit=Limit(nodes=5_000))
    assert optimized.text.count("L") == answer.text.count("L") == 1
    with pytest.raises(PushboxError, match="no box at 1,1"):
        optimize(room, [answer.text], alone=[room.board.cell(1, 1)])


def test_what_cannot_be_optimized_is_refused_with_a_sentence() -> None:
    """No solution, no such metric, another game, a level with faults: each has its own sentence."""
    room = level("#####\n#@$.#\n#####")
    with pytest.raises(PushboxError, match="found no solution, expected one"):
        optimize(room, [])
    with pytest.raises(PushboxError, match="solution 2: 1 box is not on a goal"):
        optimize(room, ["R", ""])
    with pytest.raises(PushboxError, match="found 'speed', expected names joined by '-' of: moves, pushes"):
        optimize(room, ["R"], objective="moves-speed")
    with pytest.raises(PushboxError, match="found moves twice"):
        optimize(room, ["R"], objective="moves-pushes-moves")
    with pytest.raises(UnsupportedError, match="found the game 'plus', expected plain Sokoban"):
        optimize(level("#####\n#@$.#\n#####\nGame: plus"), ["R"])
    with pytest.raises(UnsupportedError, match="found a variant of Sokoban, expected plain Sokoban"):
        optimize(level("#####\n#@$.#\n#####\nGame: sokoban\nOptions: max_push=2"), ["R"])
    with pytest.raises(LevelError, match="found 2 boxes and 1 goal"):
        optimize(level("######\n#@$$.#\n######"), ["R"])


def test_progress_is_reported_and_can_stop() -> None:
    """The best so far is reported while a long search runs, and a true answer ends it."""
    wide = level(
        """
##############
#            #
# $ $ $ $ $  #
#     @      #
# $ $ $ $ $  #
#            #
# ..... .....#
##############
"""
    )
    answer = solve(wide)
    assert isinstance(answer, Solved)
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) == 3

    optimized = optimize(wide, [answer.text], progress=watch, limit=UNLIMITED)
    assert optimized.limit == "stopped"
    assert optimized.optimal is None
    assert len(seen) == 3
    key = parse("pushes-moves").key
    counts = [key(answer.metrics), *(key(progress.metrics) for progress in seen), key(optimized.metrics)]
    assert counts == sorted(counts, reverse=True)
    assert all(verify(wide, progress.text).solved for progress in seen)

    def interrupted() -> None:  # the signal may come before the search where the machine is busy
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        optimize(wide, [answer.text], limit=UNLIMITED)

    with pytest.raises(KeyboardInterrupt):
        interrupted()


@pytest.mark.parametrize(
    ("collection", "solutions"),
    [
        ("skinner/Microban.txt", "skinner__Microban.tsv"),
        ("skinner/Microban II.txt", "skinner__Microban II.tsv"),
        ("skinner/Sasquatch.txt", "skinner__Sasquatch.tsv"),
        ("large_test_suite/SokEvo_107.xsb", "large_test_suite_3272__SokEvo_107.tsv"),
        ("xsokoban_90/XSokoban_90.xsb", "large_test_suite_3272__XSokoban_90.tsv"),
    ],
)
def test_no_known_solution_gets_worse(shared: Path, collection: str, solutions: str) -> None:
    """Verified solutions of real levels never get worse, whatever the objective, and every result replays."""
    levels = formats.read_file(shared / collection).levels
    rng = random.Random(solutions)
    rows = [line.split("\t") for line in (shared / "verified_solutions" / solutions).read_text().splitlines()]
    for row in rng.sample([row for row in rows if not row[0].startswith("#")], 12):
        objective = rng.choice(OBJECTIVES)
        answer = optimize(levels[int(row[0]) - 1], [row[9]], objective=objective, limit=Limit(nodes=2_000))
        key = parse(objective).key
        assert key(answer.metrics) <= key(measure(row[9]))
        assert verify(levels[int(row[0]) - 1], answer.text).metrics == answer.metrics


@pytest.mark.parametrize(("collection", "optima"), [("skinner/Microban.txt", "Microban.tsv")])
def test_what_is_proven_agrees_with_exhaustive_search(shared: Path, collection: str, optima: str) -> None:
    """A solution that is called optimal has the proven minimum, and none is below it."""
    levels = formats.read_file(shared / collection).levels
    proven = 0
    for line in (shared / "optimal" / optima).read_text().splitlines()[1:]:
        number, pushes, moves, _ = map(int, line.split("\t"))
        if number % 3:
            continue
        answer = solve(levels[number - 1])
        assert isinstance(answer, Solved)
        for objective, least in (("pushes-moves", pushes), ("moves-pushes", moves)):
            optimized = optimize(levels[number - 1], [answer.text], objective=objective, limit=Limit(nodes=3_000))
            count = getattr(optimized.metrics, objective.partition("-")[0])
            proven += optimized.optimal is not None
            assert least < 0 or (count == least if optimized.optimal else count >= least), number
    assert proven > 40
