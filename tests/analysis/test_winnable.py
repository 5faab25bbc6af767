"""Can I still win: verdicts along a line and over a history, held against exhaustive search of every position."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest

from pushbox.analysis import winnable
from pushbox.analysis.explanation import explain_line
from pushbox.analysis.hint_ladder import RUNGS, hint_ladder
from pushbox.analysis.push_judge import PushJudge
from pushbox.analysis.winnable import Verdicts, WinVerdict
from pushbox.bench.rooms import ENDLESS, fewest_pushes, rooms
from pushbox.formats import read
from pushbox.games.position import Position, load
from pushbox.level import Level, SavedMoves
from pushbox.levels import builtin
from pushbox.solver import GaveUp, Limit, Progress, solve

EASY = "########\n#@     #\n# $  $ #\n#  ..  #\n########"


def random_line(position: Position, moves: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    line = [position]
    for _ in range(moves):
        legal = line[-1].legal_moves
        if legal:
            line.append(line[-1].apply(rng.choice(legal)))
    return line


def test_the_losing_move_is_that_of_exhaustive_search() -> None:
    """On random lines the first lost position is the one that exhaustive search finds, with few positions judged."""
    lost = won = 0
    for seed, level in enumerate(rooms(60, seed=3, largest=5, boxes=3)):
        line = random_line(load(level), 40, seed)
        truth = [fewest_pushes(position.level) is not None for position in line]
        verdicts = Verdicts()
        verdict = verdicts.judge_line(line)
        expected = truth.index(False) if False in truth else None
        assert verdict.first_lost == expected
        assert verdict.last_winnable == (len(line) - 1 if expected is None else expected - 1 if expected else None)
        assert verdict.verdict.status == ("winnable" if expected is None else "lost")
        assert verdicts.judged <= 8
        if verdict.verdict.status == "winnable":
            assert line[-1].play_line(verdict.verdict.solution).solved_at is not None
            won += 1
        lost += expected not in (None, 0)
    assert lost > 5
    assert won > 4


def test_a_known_solution_needs_no_search() -> None:
    """What a solution passes, and what a walk parts from it, can be won by the rest of it."""
    start = load(read(EASY).levels[0])
    verdicts = Verdicts()
    solution = start.parse(_solution(start))
    assert verdicts.add_line(start, solution)
    assert not verdicts.add_line(start, solution[:-1])
    for count in range(len(solution)):
        position = start
        for move in solution[:count]:
            position = position.apply(move)
        for aside in (position, *(after for _, after in position.successors() if after.board.of_kind("box") ==
                                  position.board.of_kind("box"))):  # fmt: skip
            verdict = verdicts.judge(aside)
            assert verdict.status == "winnable"
            assert aside.play_line(verdict.solution).solved_at is not None
    assert verdicts.judged == 0


def test_pushes_that_can_be_taken_back_need_no_search() -> None:
    """A few pushes lead from there to what is known, and the solution begins with them; a push that loses has none."""
    start = load(read(EASY).levels[0])
    verdicts = Verdicts()
    verdicts.add_line(start, start.parse(_solution(start)))
    aside = start
    for move in start.parse("dRR"):
        aside = aside.apply(move)
    assert verdicts.known(aside) is None
    verdict = verdicts.judge(aside)
    assert verdict.status == "winnable"
    assert aside.play_line(verdict.solution).solved_at == len(verdict.solution)
    assert verdicts.known(aside) == verdict
    assert verdicts.judged == 0


def test_boxes_that_never_move_again_belong_to_what_is_known() -> None:
    """A line with as many boxes behind some that are stuck, instead of these, is not what a way leads back to."""
    rows = "##########\n#   ##   #\n# $ **   #\n# @ **   #\n# . ##.. #\n##########"
    start = load(read(rows).levels[0])
    stuck = frozenset(start.board.grid.cell(row, column) for row in (2, 3) for column in (4, 5))
    beyond = frozenset(start.board.grid.cell(row, column) for row in (2, 3) for column in (6, 7))
    other = start.state._replace(boxes=start.state.boxes - stuck | beyond)
    verdicts = Verdicts()
    known = Position(start.game, other)
    for move in known.parse("luurD"):
        known = known.apply(move)
    verdicts._remember(known, tuple(known.parse("D")), 0)  # as if it were won by a push
    verdict = verdicts.judge(start)
    assert verdict.status == "winnable"
    assert start.play_line(verdict.solution).solved_at is not None


def test_a_judge_that_is_told_the_solution_need_not_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it passes is winnable at once, one push off by the way back; other saved moves count for nothing."""
    start = load(read(EASY).levels[0])
    solution, aside = _solution(start), start
    monkeypatch.setattr(winnable, "solve", lambda *_, **__: GaveUp("stopped", 0, 0.0))
    for move in start.parse("dRR"):
        aside = aside.apply(move)
    for saved, status in (("rr", "unknown"), ("no moves", "unknown"), (solution, "winnable")):
        judge = PushJudge(Limit(seconds=60, nodes=2_000))
        assert judge.add_solutions(start.level.with_saved_moves(saved)) == (status == "winnable")
        assert judge.judge(start).status == status
        judge.judge(aside)
        verdict = judge.wait(aside, 120)
        judge.close()
        assert verdict.status == status
        assert status == "unknown" or aside.play_line(verdict.solution).solved_at is not None


def test_the_way_back_is_followed_far_before_any_long_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """First a short try, then 20,000 positions, then a share of what the other search may visit."""
    start, turns = load(read(EASY).levels[0]), list[tuple[str, int | None]]()
    aside = start
    for move in start.parse("dRR"):
        aside = aside.apply(move)

    def find_no_way(_: Position, known: object, limit: Limit, report: object) -> None:
        assert known
        assert report
        turns.append(("way", limit.nodes))

    def find_nothing(_: Position, *, limit: Limit, **others: object) -> GaveUp:
        assert others
        turns.append(("any", limit.nodes))
        return GaveUp("nodes", 0, 0.0)

    verdicts = Verdicts(Limit(seconds=60, nodes=200_000))
    verdicts.add_line(start, start.parse(_solution(start)))
    monkeypatch.setattr("pushbox.analysis.winnable.native.rejoin", find_no_way)
    monkeypatch.setattr(winnable, "solve", find_nothing)
    assert verdicts.judge(aside).status == "unknown"
    assert turns == [
        ("way", 500), ("any", 2_000), ("way", 20_000), ("any", 20_000), ("way", 50_000), ("any", 200_000),
    ]  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("numbered", [False, True])
def test_the_way_back_is_a_solution(numbered: bool) -> None:
    """Beside a solution what leads back to it solves the level, found by no other search; what is lost has no way."""
    back = lost = 0
    for level in rooms(60, seed=5, largest=6, boxes=4):
        start = load(_with_numbers(level) if numbered else level)
        verdicts = Verdicts()
        solution = verdicts.judge(start).solution
        line = [start, *(Position(start.game, one.state) for one in start.transitions(solution))]
        for position in line:
            for _, aside in position.successors():
                is_known, judged = verdicts.known(aside) is not None, verdicts.judged
                verdict = verdicts.judge(aside)
                if verdict.status == "winnable":
                    assert aside.play_line(verdict.solution).solved_at is not None
                    back += not is_known and verdicts.judged == judged
                else:
                    assert numbered or fewest_pushes(aside.level) is None
                    lost += 1
    assert back > 30
    assert lost > 30


def _with_numbers(level: Level) -> Level:
    """Return a level of Sokoban Plus of which every box belongs on a goal of its own."""
    numbers = iter(range(1, 100))
    pieces = [piece._replace(number=next(numbers)) if piece.kind == "box" else piece for piece in level.board.pieces]
    left = iter(range(1, len(level.board.of_kind("box")) + 1))
    terrain = [cell._replace(number=next(left, 0)) if cell.kind == "goal" else cell for cell in level.board.terrain]
    return replace(level, game="plus", board=replace(level.board, terrain=tuple(terrain), pieces=tuple(pieces)))


def _solution(start: Position) -> str:
    return start.format(Verdicts().judge(start).solution)


def test_the_side_of_the_pusher_matters() -> None:
    """The same boxes are won from one side and lost from the other."""
    verdicts = Verdicts()
    sides = ["########\n#@ $ . #\n########", "########\n#  $ .@#\n########"]
    assert [verdicts.judge(load(read(side).levels[0])).status for side in sides] == ["winnable", "lost"]


def test_what_the_solver_does_not_take_is_exhausted() -> None:
    """A stone of Blockage that is fixed where it must not be is lost, and the whole position shows it."""
    judged = 0
    for level in builtin("blockage"):
        start = load(level)
        for _, after in start.successors():
            if any(problem.severity == "error" for problem in after.rules.problems(after.level)):
                judged += 1
                explanation = explain_line([start, after])
                assert explanation.verdict.losing_move == 1
                assert [deadlock.kind for deadlock in explanation.deadlocks] in (["no_push"], ["exhausted"])
    assert judged > 0


def test_unknown_is_an_answer() -> None:
    """Within a small limit nothing is claimed, and a callback that says so ends the search."""
    start = load(read(ENDLESS).levels[0])
    assert Verdicts(Limit(nodes=10)).judge(start).status == "unknown"
    calls: list[object] = []

    def stop(progress: object) -> bool:
        calls.append(progress)
        return True

    stopped = Verdicts(Limit(seconds=60), stop)
    assert stopped.judge_line(random_line(start, 5, 1)).verdict.status == "unknown"
    assert calls
    explanation = explain_line([start], limit=Limit(nodes=10))
    assert (explanation.headline("de"), explanation.deadlocks) == (
        "Ob es sich noch gewinnen lässt, ist innerhalb dieser Grenze nicht bekannt.",
        (),
    )


def test_a_line_is_explained_where_it_was_lost() -> None:
    """The headline names the losing move, and the deadlock is that of the position after it."""
    start = load(read(EASY).levels[0])
    line = [start]
    for move in start.parse("rrdLur"):
        line.append(line[-1].apply(move))
    explanation = explain_line(line)
    assert explanation.verdict.losing_move == explanation.explained
    assert explanation.headline() == f"It can no longer be won, since move {explanation.explained}."
    assert explanation.deadlocks
    assert explanation.why_silent() == ""


def test_saved_solutions_are_taken_first() -> None:
    """A solution of the file answers at once; one that is none is passed over."""
    start = load(read(EASY).levels[0])
    level = start.level.with_saved_moves(SavedMoves("", "no moves"), SavedMoves("", _solution(start)))
    explanation = explain_line([load(level)], limit=Limit(nodes=1), solutions=level)
    assert explanation.verdict.verdict.status == "winnable"


@pytest.mark.parametrize("key", ["lessons", "plus", "multiban", "crossoban", "hanano", "blockage", "blockoban"])
def test_the_hints_lead_to_the_first_pushes(key: str) -> None:
    """In every game the last rung is moves that can be played, and the rungs before name what they move."""
    start = load(builtin(key)[0])
    verdict = Verdicts().judge(start)
    ladder = hint_ladder(start, verdict)
    assert verdict.status == "winnable"
    assert ladder is not None
    moves = start.parse(ladder.text)
    assert 0 < len(moves) <= len(verdict.solution)
    assert start.play_line(moves).played == len(moves)
    assert (ladder.path[0], ladder.path[-1]) == (ladder.box, ladder.target)
    sentences = [ladder.sentence(rung, start.board, "en") for rung in range(1, RUNGS + 1)]
    assert len({*sentences}) == RUNGS
    assert [*ladder.annotations(5, start.board).overlays["path"]] == [*ladder.path]


def test_a_push_is_judged_at_once_or_in_the_background() -> None:
    """What is seen without a search is said at once, the rest by a search, which the next push cancels."""
    answers: list[tuple[Position, str]] = []
    start = load(read(EASY).levels[0])
    judge = PushJudge(on_verdict=lambda position, verdict: answers.append((position, verdict.status)))
    assert judge.judge(start).status == "unknown"
    assert judge.wait(start).status == "winnable"
    assert answers == [(start, "winnable")]
    lost = start
    for move in start.parse("rrdL"):
        lost = lost.apply(move)
    assert judge.judge(lost).status == "lost"
    assert judge.judge(start).status == "winnable"
    endless = load(read(ENDLESS).levels[0])
    endless_judge = PushJudge(Limit(seconds=60), lambda position, verdict: answers.append((position, verdict.status)))
    for _, after in endless.successors():
        assert endless_judge.judge(after).status == "unknown"
    endless_judge.close()
    assert len(answers) == 1


def test_a_search_that_was_stopped_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops a search has not learned that so many positions were not enough."""
    start = load(read(EASY).levels[0])
    is_stopped = True

    def stoppable(position: Position, **limits: Any) -> object:
        return GaveUp("stopped", 0, 0.0) if limits["progress"](Progress(0.0, 0, 0)) else solve(position, **limits)

    monkeypatch.setattr(winnable, "solve", stoppable)
    verdicts = Verdicts(Limit(nodes=2_000), lambda _: is_stopped)
    assert verdicts.judge(start).status == "unknown"
    is_stopped = False
    assert verdicts.judge(start).status == "winnable"


def test_a_search_goes_on_after_the_next_push(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds then is a solution that leads back to it from the position after, whose own search finds none."""
    start = load(read(EASY).levels[0])
    aside = start
    for move in start.parse("dRR"):
        aside = aside.apply(move)
    pushed, ended = threading.Event(), threading.Event()

    def slow(position: Position, **limits: Any) -> object:
        if position == start:
            assert pushed.wait(120)
            return solve(position, **limits)
        pushed.set()
        while not limits["progress"](Progress(0.0, 0, 0)):
            ended.wait(0.01)
        return GaveUp("stopped", 0, 0.0)

    monkeypatch.setattr(winnable, "solve", slow)
    answers: list[tuple[Position, WinVerdict]] = []
    judge = PushJudge(Limit(seconds=60, nodes=2_000), lambda *answer: answers.append(answer))
    assert judge.judge(start).status == "unknown"
    assert judge.judge(aside).status == "unknown"
    verdict = judge.wait(aside, 120)
    judge.close()
    assert verdict.status == "winnable"
    assert aside.play_line(verdict.solution).solved_at is not None
    assert answers == [(aside, verdict)]


def test_a_search_that_is_older_ends_with_the_next_answer() -> None:
    """Where a position after it can be won, nobody wants to know of the one before."""
    endless, easy = load(read(ENDLESS).levels[0]), load(read(EASY).levels[0])
    judge = PushJudge(Limit(seconds=60))
    assert judge.judge(endless).status == "unknown"
    assert judge.judge(easy).status == "unknown"
    assert judge.wait(easy, 120).status == "winnable"
    assert judge.judge(easy).status == "winnable"
    judge.close()
