"""Time and memory end made-up inputs at every stage, before a search as well as in it.

No test measures time: a clock that the tests advance counts how often it is asked, beside the work that there is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import comb
from typing import Any

import pytest

from pushbox import builtin, deadline, load, read
from pushbox.analysis import blocking, difficulty, explanation, rate, state_graph, winnable
from pushbox.analysis.certificates import (
    Certificate,
    InvalidCertificate,
    MalformedCertificate,
    OutOfTime,
    Proof,
    UncertifiedError,
    certify,
    check,
    checker,
    claim,
    closed,
    make,
    write,
)
from pushbox.analysis.certificates.assignment import best_prices
from pushbox.analysis.certificates.exhaustion import count_states
from pushbox.analysis.certificates.field import Field, field_of
from pushbox.analysis.certificates.losses import Bound, Subsets
from pushbox.analysis.certificates.text import bare
from pushbox.analysis.deadlocks import check_witness, find_deadlocks, local_search, puzzle
from pushbox.analysis.deadlocks import checker as deadlock_checker
from pushbox.analysis.deadlocks.exhaust import exhaust
from pushbox.analysis.deadlocks.local_search import count_positions
from pushbox.analysis.deadlocks.puzzle import BoxPuzzle
from pushbox.analysis.deadlocks.static import Work, find_bipartite
from pushbox.analysis.difficulty.solution_line import SolutionLine
from pushbox.analysis.duplicates import near_duplicates
from pushbox.analysis.push_space import PushSpace
from pushbox.analysis.review import EACH, push_graph, review, solutions
from pushbox.analysis.review.branches import find_branches, find_traps
from pushbox.analysis.review.budget import Budget
from pushbox.analysis.review.push_graph import PushGraph, explore
from pushbox.analysis.similarity import compare, find_difference, layout, layout_of
from pushbox.analysis.state_size import bytes_of_state
from pushbox.analysis.winnable import Verdicts
from pushbox.deadline import Deadline
from pushbox.errors import PushboxError, TooLarge
from pushbox.grid import cell_of
from pushbox.level import Level, SavedMoves
from pushbox.play.verify import ReplayStatus, Verification, verify
from pushbox.solver import Limit, Solved, Unsolvable, solve


class Clock:
    """A clock that stands still until it was asked so many times, and is at the end of time from then on."""

    def __init__(self) -> None:
        self.asked = 0
        self.most = 10**9

    def __call__(self) -> float:
        self.asked += 1
        return 0.0 if self.asked <= self.most else 1e18


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(deadline, "monotonic", made)
    return made


def hall(side: int, goals: int, boxes: int = 4) -> Level:
    """Return an empty square of cells, with goals from its first cell on, and a column of boxes at its end."""
    rows = [[" "] * side for _ in range(side)]
    for goal in range(goals):
        rows[goal // side][goal % side] = "."
    for box in range(boxes):
        rows[1 + box][side - 2] = "$"
    rows[0][side - 1] = "@"
    return read("\n".join(["#" * (side + 2), *(f"#{''.join(row)}#" for row in rows), "#" * (side + 2)]))[0]


def forged(level: Level, proof: Proof, claimed: Any = "unsolvable") -> bytes:
    position = load(bare(level))
    certificate = Certificate(position.level, checker.level_id(position), claimed, "", None, proof, "x", "y")
    return b"".join(write(certificate))


def field(level: Level) -> Field:
    found = field_of(load(level))
    assert found is not None
    return found


def counting() -> tuple[list[None], Callable[[], object]]:
    calls: list[None] = []
    return calls, lambda: calls.append(None)


def noted(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, answer: Any = None, calls: list[Any] | None = None
) -> list[Any]:
    """Let a function note the arguments of its calls, and give another answer if there is one."""
    kept = [] if calls is None else calls
    function = getattr(owner, name)

    def note(*arguments: Any, **options: Any) -> Any:
        kept.append(arguments)
        return function(*arguments, **options) if answer is None else answer

    monkeypatch.setattr(owner, name, note)
    return kept


def test_a_deadline_is_a_moment(clock: Clock) -> None:
    """It is over once it has passed, at once for no seconds, and never without any."""
    lasting, never = Deadline(5), Deadline(None)
    assert (lasting.is_over, lasting.left, never.left, Deadline(0).is_over) == (False, 5, None, True)
    clock.most = 0
    assert (lasting.is_over, lasting.left, never.is_over) == (True, 0, False)
    with pytest.raises(OutOfTime, match="not done within 5 seconds"):
        lasting.check()


# Certificates ---------------------------------------------------------------------------------------------------------


def test_a_check_is_over_wherever_it_is(clock: Clock) -> None:
    """Whichever look at the clock finds the time over, nothing is said of the certificate."""
    text = forged(hall(6, 9, 3), Proof("closed", 3, b"\0\0\0\0\0\0", 2))
    with pytest.raises(InvalidCertificate):
        check(text, seconds=1)
    looks = clock.asked
    assert looks > 300
    for most in (1, 2, 5, *range(10, looks, 41), looks - 1):
        clock.asked, clock.most = 0, most
        with pytest.raises(OutOfTime):
            check(text, seconds=1)
        assert clock.asked == most + 1


def test_nothing_is_played_after_the_time_to_read(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is bounded by its size; then the time is looked at before the level, its id and its solution are."""
    text = forged(hall(5, 1, 1), Proof("closed"))
    for most, name in enumerate(("require_playable", "_check_solution", "_check_closed"), start=1):
        clock.asked, clock.most = 0, most
        with monkeypatch.context() as patch:
            patch.setattr(checker, name, lambda *_: pytest.fail("it goes on"))
            with pytest.raises(OutOfTime):
                check(text, seconds=1)


def test_placements_on_goals_ask() -> None:
    """Each placement of the boxes that are looked up, and each cell of the player."""
    level = field(hall(6, 6))
    calls, tick = counting()
    Subsets(level, 2, tick)
    assert len(calls) > comb(6, 2) * (36 - 2)


def test_too_many_placements_are_refused_before_they_are_made() -> None:
    """Of 196 goals four are chosen in 59 million ways; what no boxes fill counts for nothing."""

    def tick() -> None:
        pytest.fail("placements are made")

    with pytest.raises(InvalidCertificate, match="found more than 200,000 placements"):
        Subsets(field(hall(16, 196)), 4, tick)
    Subsets(field(hall(16, 196, 3)), 4, tick)


def test_placements_of_several_numbers() -> None:
    """Those of each number are no more than it has boxes, and all of them are there."""
    level = read("#######\n#@ $$ #\n# $.. #\n#  .  #\n#######")[0]
    numbers, homes = iter((1, 1, 2)), iter((1, 2, 1))
    terrain = tuple(sort._replace(number=next(homes) if sort.kind == "goal" else 0) for sort in level.board.terrain)
    pieces = tuple(
        piece._replace(number=next(numbers)) if piece.kind == "box" else piece for piece in level.board.pieces
    )
    numbered = Level(level.board.__class__(level.board.width, level.board.height, terrain, pieces), "plus")
    found = field(numbered)
    assert found.counts == (2, 1)
    solved = [boxes for boxes in Subsets(found, 2, lambda: None)._live if not found.off_goals(boxes)]
    assert len(solved) == 3  # both goals of 1, and each of them with that of 2


def test_bounds_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each square that a lone box parts the floor at, each of its pulls from a goal, and each row of an assignment."""
    level = field(hall(8, 10))
    calls, tick = counting()
    bound = Bound(level, None, tick)
    tables = len(calls)
    assert tables > len(level.squares) + 10 * 30
    bound.reaches(level.boxes, level.player, None)
    assert len(calls) >= tables + 4
    calls.clear()
    with monkeypatch.context() as patch:
        patch.setattr(Bound, "_costs_to", lambda *_: [])
        Bound(level, None, tick)
    assert len(calls) == len(level.squares)
    calls.clear()
    best_prices([[abs(row - column) for column in range(30)] for row in range(20)], 30, tick)
    assert len(calls) >= 20


def test_each_position_and_each_push_asks(clock: Clock) -> None:
    """A certificate that holds has as many looks as positions, when they are read, and as pushes."""
    level = read("########\n#   #  #\n# $    #\n#@$ ...#\n# $    #\n#   #  #\n########")[0]
    made = certify(level, "fewest-moves").certificate
    assert made.proof.positions > 20
    clock.asked = 0
    bound = counting()
    Bound(field(level), field(level).player, bound[1])
    Subsets(field(level), made.proof.subset, bound[1])
    check(b"".join(write(made)), seconds=1)
    assert clock.asked > len(bound[0]) + 3 * made.proof.positions
    assert made.proof.peak is not None
    peak = 1 << cell_of(*level.board.rc(made.proof.peak), field(level).pitch)
    tables, read_and_tables = counting(), counting()
    Bound(field(level), peak, tables[1])
    Subsets(field(level), made.proof.subset, tables[1])
    closed._Closure(
        field(level), made.proof, made.cost, by_moves=True, peak=peak, report=lambda *_: None, tick=read_and_tables[1]
    )
    assert len(read_and_tables[0]) == len(tables[0]) + made.proof.positions


def test_each_move_of_an_exhausted_proof_asks(clock: Clock) -> None:
    position = load(hall(4, 1, 1))
    clock.asked = 0
    states = count_states(position, "unsolvable", 3, deadline=Deadline(1))
    assert states > 5
    assert clock.asked > 2 * states
    clock.asked, clock.most = 0, 20
    with pytest.raises(OutOfTime):
        count_states(position, "unsolvable", None, deadline=Deadline(1))


def test_large_boards_have_fewer_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """As each position takes more memory, more than there may be are refused before one is read."""
    assert checker.max_positions(field(hall(10, 1))) == claim.MAX_POSITIONS
    wide = read("#" * 110 + "\n#@$." + " " * 105 + "#\n" + ("#" * 110 + "\n") * 80)[0]
    assert 100_000 < checker.max_positions(field(wide)) < claim.MAX_POSITIONS
    with pytest.raises(MalformedCertificate, match=r"positions: found 1,000,000, expected at most \d\d\d,\d\d\d here"):
        check(forged(wide, Proof("closed", 1_000_000)))
    monkeypatch.setattr(checker, "MAX_MEMORY", 10_000)
    with pytest.raises(MalformedCertificate, match="positions: found 40, expected at most 37 here"):
        check(forged(hall(5, 1, 1), Proof("closed", 40)))


def test_headers_and_lines_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text makes a list of its millions of lines: those of the fields are few, and those of positions are full."""
    text = forged(hall(5, 1, 1), Proof("closed", 1, b"\0" * 4, 2))

    def refused(changed: bytes, sentence: str) -> None:
        changed = changed[: changed.rindex(b"sha256: ")]
        with pytest.raises(MalformedCertificate, match=sentence):
            check(changed + f"sha256: {hashlib.sha256(changed).hexdigest()}\n".encode())

    refused(text.replace(b"\nprogram: ", b"\n" * 50 + b"\nprogram: "), "found more than 30 lines of fields")
    refused(text.replace(b"\n: ", b"\n: \n: "), "the positions cannot be unpacked")
    monkeypatch.setattr("pushbox.analysis.certificates.text.MAX_FIELDS", 300)
    refused(text.replace(b"program: x", b"program: " + b"x" * 300), "found fields of 4.. bytes, expected at most 300")
    monkeypatch.setattr("pushbox.analysis.certificates.text.MAX_LEVEL", 10)
    refused(text, "found a level of .. bytes, expected at most 30")


# Deadlocks and verdicts -----------------------------------------------------------------------------------------------


def crowded(boxes: int) -> Level:
    """Return a level of boxes that reach one goal together, beside as many that are frozen on goals of their own."""
    wall, blank = "#" * (2 * boxes + 4), " " * (2 * boxes + 1)
    rows = (wall, f"#@{blank}#", f"#{' $' * boxes}  #", f"#{blank} #", f"#.{'#' * (2 * boxes)} #", wall)
    frozen = (f"#{'*' * (2 * boxes + 2)}#", f"#{'*' * (2 * boxes + 2)}#", wall)
    return read("\n".join([*rows, *frozen]))[0]


def puzzle_of(level: Level) -> BoxPuzzle:
    puzzle = BoxPuzzle.of(load(level))
    assert puzzle is not None
    return puzzle


def test_the_work_for_goals_that_are_too_few_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it takes more than there may be some boxes stay that could be left out; then nothing is found at all."""
    position = load(crowded(5))
    counts = []
    looks = noted(monkeypatch, Work, "count")
    for most in (10**9, 3_000, 700, 10):
        looks.clear()
        found = find_bipartite(puzzle_of(position.level), Work(most))
        counts.append(None if found is None else len(found.frozen))
        assert sum(taken for _, taken in looks) < most + 1_000
        if found is not None:
            check_witness(position, found)
    assert counts[0] is not None
    assert counts[-1] is None
    assert any(count is not None and count > counts[0] for count in counts)


def test_numbers_by_cells_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number has live squares of its own, so that many of them on a large board are not looked at one by one."""
    level = hall(6, 3)
    monkeypatch.setattr(puzzle, "MAX_NUMBERED", 64)
    assert BoxPuzzle.of(load(level)) is not None
    boxes = iter(range(9))
    pieces = tuple(one._replace(number=next(boxes)) if one.kind == "box" else one for one in level.board.pieces)
    assert BoxPuzzle.of(load(replace(level, game="plus", board=replace(level.board, pieces=pieces)))) is None


def test_positions_of_boxes_alone_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As each takes memory for its boxes and for the board, here and where a checker counts them again."""
    unsolvable = puzzle_of(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    count = count_positions(unsolvable)
    assert count is not None
    for bytes_of_all, expected in ((count * 400, count), (count * 300, None)):
        monkeypatch.setattr(local_search, "_MEMORY", bytes_of_all)
        assert count_positions(unsolvable) == expected


def test_each_frozen_box_of_a_witness_asks(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its live squares are looked for once for all boxes of a number."""
    position = load(crowded(3))
    found = find_bipartite(puzzle_of(position.level), Work(200))
    assert found is not None
    calls = noted(monkeypatch, deadlock_checker._Facts, "live")
    clock.asked = 0
    check_witness(position, found, seconds=1)
    assert len(calls) == 1
    assert clock.asked > len(found.frozen) + len(found.stranded)
    clock.asked, clock.most = 0, 5
    with pytest.raises(OutOfTime):
        check_witness(position, found, seconds=1)


def test_deadlocks_are_those_found_in_time(clock: Clock) -> None:
    """Whichever look finds the time over, what is reported has been found, and is said not to be all."""
    position = load(read("#####\n# $.#\n#@$ #\n#.$.#\n#####")[0])
    limit = Limit(seconds=5, nodes=2_000)
    whole = find_deadlocks(position, limit=limit)
    looks, clock.asked = clock.asked, 0
    assert looks > 20
    for most in range(1, looks):
        clock.asked, clock.most = 0, most
        report = find_deadlocks(position, limit=limit)
        assert {*report.deadlocks} <= {*whole.deadlocks}
        assert not report.complete or report == whole


def test_each_move_of_an_exhaustive_search_asks(clock: Clock) -> None:
    position = load(read("#####\n#   #\n#$$ #\n#@ .#\n#####")[0])
    whole = exhaust(position, Limit(seconds=5))
    assert whole is not None
    assert clock.asked > 2 * whole.positions
    for most in (1, 5, clock.asked - 1):
        clock.asked, clock.most = 0, most
        assert exhaust(position, Limit(seconds=5)) is None
        assert clock.asked == most + 1


SAVED = replace(hall(5, 1, 1), saved_moves=(SavedMoves("", "x"), *[SavedMoves("", "lluuull")] * 40))


def test_saved_moves_are_replayed_in_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level with more of them than there is time for is explained, rated, certified and reviewed all the same."""
    replayed: list[Any] = []
    for owner, name, answer in (
        (rate, "verify", Verification(ReplayStatus.UNSOLVED)), (make, "verify", Verification(ReplayStatus.UNSOLVED)),
        (solutions, "verify", Verification(ReplayStatus.UNSOLVED)), (Verdicts, "add_line", False),
    ):  # fmt: skip
        noted(monkeypatch, owner, name, answer, replayed)
    limit = Limit(seconds=5, nodes=100)

    def explained() -> object:
        return explanation.explain_line([load(SAVED)], limit=limit, solutions=SAVED)

    def certified() -> object:
        return certify(SAVED, "solution", limit=limit)

    for run in (explained, certified, lambda: rate.rate(SAVED, limit=limit), lambda: review(SAVED, each=limit)):
        replayed.clear()
        clock.most = 10**9
        run()
        assert len(replayed) >= 40
        replayed.clear()
        clock.asked, clock.most = 0, 12
        with suppress(UncertifiedError):
            run()
        assert len(replayed) < 15


def test_a_position_that_was_not_looked_at_in_time_is_looked_at_again(clock: Clock) -> None:
    """That no deadlock was found when the time was over is not kept for the next one who asks."""
    position = load(crowded(2))
    verdicts = Verdicts(Limit(seconds=5))
    clock.most = 1
    assert verdicts.judge(position).status == "unknown"
    assert verdicts.judge_at_once(position).status == "lost"


def test_a_line_is_remembered_as_far_as_there_is_time_and_room(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first position is, by which it is known to solve the level."""
    position = load(hall(5, 1, 1))
    solution = solve(position)
    assert isinstance(solution, Solved)
    moves = position.parse(solution.text)

    def remembered(seconds: float) -> int:
        clock.asked = 0
        verdicts = Verdicts()
        assert verdicts.add_line(position, moves, Deadline(seconds))
        assert verdicts.judge(position).status == "winnable"
        return verdicts.known_count

    whole = remembered(1)
    assert whole > 3
    clock.most = 8
    assert 1 < remembered(1) < whole
    clock.most = 10**9
    monkeypatch.setattr(winnable, "_MOST_REMEMBERED", 6)
    assert remembered(1) == 2


@pytest.mark.parametrize("name", ["plus", "multiban", "blockoban", "sokolor", "hanano", "crossoban", "rabbit"])
def test_each_move_of_a_replay_asks(name: str, clock: Clock) -> None:
    """In every game but Sokoban, of which the longest line takes seconds, so that one long solution ends in time."""
    level = builtin(name)[0]
    text = level.saved_moves[0].text
    clock.asked = 0
    whole = verify(level, text, deadline=Deadline(1))
    assert whole.metrics is not None
    assert clock.asked > whole.metrics.moves
    clock.asked, clock.most = 0, 1
    with pytest.raises(OutOfTime):
        verify(level, text, deadline=Deadline(1))
    for run in (
        lambda: rate.rate(level, limit=Limit(seconds=5, nodes=1)),
        lambda: explanation.explain_line([load(level)], limit=Limit(seconds=5, nodes=1), solutions=level),
        lambda: review(level, seconds=5, each=Limit(nodes=1)),
    ):
        clock.asked = 0
        run()


def test_a_line_is_no_longer_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its positions has its boxes, so that a line on a crowded board has fewer of them."""
    monkeypatch.setattr(explanation, "_MOST_BOXES", 20)
    position = load(hall(5, 1, 1))
    assert len(explanation.positions_of(position, position.parse("lr" * 3))) == 7
    with pytest.raises(PushboxError, match="found 8 moves, expected at most 6"):
        explanation.positions_of(position, position.parse("lr" * 4))


def test_blocking_boxes_end_with_the_seconds_of_a_rating(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for fewer boxes than all when the time is over."""
    level = read("########\n#@     #\n# $    #\n# $  $.#\n#$    .#\n#  . . #\n########")[0]
    limits: list[Limit] = []

    def solve_none(_: object, *, limit: Limit) -> Unsolvable:
        limits.append(limit)
        return Unsolvable("x", 0, 0.0)

    monkeypatch.setattr(blocking, "solve", solve_none)
    assert len(blocking.blocking_boxes(load(level), 1.0)) == 1
    assert {limit.seconds for limit in limits} == {0.5}
    limits.clear()
    clock.asked, clock.most = 0, 2
    assert len(blocking.blocking_boxes(load(level), 0.25)) == 4
    assert [limit.seconds for limit in limits] == [0.25]


def test_a_difficulty_asks_for_each_move_and_each_box(clock: Clock) -> None:
    """Before its first search; whichever look finds the time over, it is interrupted."""
    position = load(hall(5, 1, 1))
    solution = solve(position)
    assert isinstance(solution, Solved)
    puzzle = puzzle_of(position.level)
    deadline = Deadline(5)
    clock.asked = 0
    line = SolutionLine(position, solution.text, deadline)
    assert clock.asked == solution.metrics.moves
    line.counts(puzzle)
    assert clock.asked == solution.metrics.moves + len(puzzle.boxes)
    assert len([*line.samples(100)]) == solution.metrics.pushes
    assert clock.asked >= 2 * solution.metrics.moves
    for most in (1, 2, solution.metrics.moves + 1, solution.metrics.moves + 2):
        clock.asked, clock.most = 0, most
        with pytest.raises(difficulty.Interrupted):
            difficulty.rate_replayed(position, solution.text, seconds=5)


# Reviews --------------------------------------------------------------------------------------------------------------

ROOM = read("#########\n#@  #   #\n# $   . #\n#  #  # #\n#   $ . #\n#########")[0]


def space_of(level: Level) -> PushSpace:
    space = PushSpace.of(load(level))
    assert space is not None
    return space


def test_a_review_ends_wherever_the_time_is_over(clock: Clock) -> None:
    """It says what it has found and that it is not all, and asks only a few times more on its way out."""
    whole = review(ROOM, seconds=1000.0, each=Limit(seconds=1000.0, nodes=500))
    looks = clock.asked
    assert whole.complete
    assert looks > 400
    for most in (2, 5, 20, 60, *range(100, looks, looks // 15)):
        clock.asked, clock.most = 0, most
        cut = review(ROOM, seconds=1000.0, each=Limit(seconds=1000.0, nodes=500))
        assert not cut.complete
        assert clock.asked < most + 80


def test_each_push_of_a_review_asks(clock: Clock) -> None:
    """When all positions are explored, when other pushes are tried, and when hidden positions are counted."""
    space, budget = space_of(builtin("lessons")[9]), Budget(1000.0, EACH, None)
    graph = explore(space, budget)
    assert graph is not None
    assert clock.asked > sum(map(len, graph.successors.values())) > 100
    path = [space.start, *graph.shortest(space.start)]
    clock.asked = 0
    blind = find_branches(space, path, PushGraph(graph.successors, {}), budget)  # which calls each push lost at once
    assert blind is not None
    pushes = sum(len([*space.successors(one)]) for one in path[:-1])
    assert clock.asked == len(path) - 1 + pushes + len({one.position for one in blind.alternatives})
    branches = find_branches(space, path, graph, budget)
    assert branches is not None
    lost = [one for one in branches.alternatives if one.status == "lost"]
    clock.asked = 0
    traps = find_traps(space, branches, budget)
    assert clock.asked > len(lost) + sum(trap.hidden for trap in traps)
    for run in (lambda: explore(space, budget), lambda: find_branches(space, path, graph, budget)):
        clock.asked, clock.most = 0, 40
        assert run() is None
        assert clock.asked == 41
    clock.asked, clock.most = 0, len(lost) + 1
    assert not find_traps(space, branches, budget)
    with pytest.raises(OutOfTime):
        space.path([(0, 1)], Deadline(1))
    with pytest.raises(OutOfTime):
        space.text(path, Deadline(1))


def test_positions_of_a_review_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they do not, not all are explored, and no solution is looked at that has as many."""
    space, budget = space_of(ROOM), Budget(1000.0, EACH, None)
    graph = explore(space, budget)
    assert graph is not None
    most, pushes = len(graph.successors), sum(map(len, graph.successors.values()))
    for name, count, expected in (
        ("MAX_POSITIONS", most, True), ("MAX_POSITIONS", most - 1, False),
        ("MAX_PUSHES", pushes, True), ("MAX_PUSHES", pushes - 1, False),
    ):  # fmt: skip
        with monkeypatch.context() as patch:
            patch.setattr(push_graph, name, count)
            assert (explore(space, budget) is not None) is expected
    assert space.most_positions(Limit(memory=1)) == (1 << 20) // space.position_bytes
    monkeypatch.setattr(PushSpace, "most_positions", lambda *_: 5)
    cut = review(ROOM, seconds=1000.0, each=Limit(nodes=500))
    assert not cut.complete
    assert not [finding for finding in cut.findings if finding.kind in ("losing", "orders", "bottlenecks")]


def test_solutions_of_a_review_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best stay, those of the level itself among them."""
    monkeypatch.setattr(solutions, "MAX_MOVES", 20)
    known = solutions.Solutions(load(hall(3, 1, 1)))
    best = solve(load(hall(3, 1, 1)))
    assert isinstance(best, Solved)
    detours = [f"{'lr' * count}{best.text}" for count in range(8)]
    for text in (detours[6], detours[7]):
        assert known.add(text, own=True)
    for text in detours[:5]:
        assert known.add(text)
    assert sum(one.metrics.moves for one in known if not one.own) <= 20
    assert [one.text for one in known.own] == [detours[6]]
    assert known.best().text == best.text
    with pytest.raises(OutOfTime):
        known.add(detours[5], deadline=Deadline(0))


# Levels compared, and their graphs ------------------------------------------------------------------------------------


def corridor(length: int, boxes: int = 1) -> Level:
    wall = "#" * (length + 2)
    return read(f"{wall}\n#@{'$' * boxes}{'.' * boxes}{' ' * (length - 2 * boxes - 1)}#\n{wall}\n")[0]


def test_long_levels_are_not_compared() -> None:
    """Turned and laid over another, a corridor takes the square of its length; walls around it do not count."""
    assert layout_of(corridor(layout.MAX_SIDE)) is not None
    assert layout_of(corridor(layout.MAX_SIDE + 1)) is None
    assert compare(corridor(1_000), corridor(1_000, 2)) is None
    assert [*near_duplicates(enumerate([corridor(1_000), corridor(1_000, 2)]))] == []


def test_layers_of_large_levels_are_not_kept() -> None:
    """An index of many of them would take more memory than there is; those of small ones are."""
    for length, is_kept in ((20, True), (200, False)):
        first, second = layout_of(corridor(length)), layout_of(corridor(length, 2))
        assert first is not None
        assert second is not None
        assert find_difference(first, second) is not None
        assert bool(first._layers) is bool(first._sums) is bool(second._sums) is is_kept


def test_a_graph_has_no_more_nodes_than_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its state and its board, so that those of a large board are fewer than are asked for."""
    level = hall(4, 1, 1)
    nodes = len(state_graph.state_graph(level).nodes)
    position = load(level)
    each = bytes_of_state(position) + 2 * len(position.board.terrain)
    monkeypatch.setattr(state_graph, "_MEMORY", each * nodes)
    assert len(state_graph.state_graph(level, most=10**6).nodes) == nodes
    monkeypatch.setattr(state_graph, "_MEMORY", each * nodes - 1)
    with pytest.raises(TooLarge, match=f"expected at most {nodes - 1}"):
        state_graph.state_graph(level, most=10**6)
