"""The solvers: what they answer, on whose word, and within which limits."""

from __future__ import annotations

import csv
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.depth import scaled
from tests.programs import running
from tests.search import ENDLESS, SIX_ROOMS

from pushbox import formats, solver
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import LevelError, UnsupportedError
from pushbox.games import Position, load
from pushbox.grid import grid
from pushbox.level import Level
from pushbox.metrics import measure
from pushbox.play.verify import verify
from pushbox.solver import GaveUp, Limit, Objective, Progress, Solved, Unsolvable, Verdict, native, plain, solve
from pushbox.solver.api import ProgressCallback

Search = Callable[[Position, Objective, Limit, ProgressCallback | None], Verdict]
UNLIMITED = Limit(seconds=None, nodes=None, memory=None)


def level(picture: str) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


@pytest.mark.parametrize("objective", solver.OBJECTIVES)
def test_a_level_is_solved_by_a_line_that_replays(objective: Objective) -> None:
    """A solution is a full line of moves, and the fewest pushes are called optimal where they are proven."""
    answer = solve(level("#######\n#@ $ .#\n#     #\n#######"), objective=objective)
    assert isinstance(answer, Solved)
    assert answer.text == "rRR"
    assert answer.optimal in ({"pushes", None} if objective == "any" else {objective})


@pytest.mark.parametrize("objective", solver.OBJECTIVES)
def test_a_level_that_starts_solved_has_the_empty_solution(objective: Objective) -> None:
    """Nothing needs to be done where every box stands on a goal."""
    answer = solve(level("#####\n#@* #\n#####"), objective=objective)
    assert isinstance(answer, Solved)
    assert answer.text == ""


@pytest.mark.parametrize(
    "picture",
    [
        "#####\n#@$ #\n# . #\n#####",  # along the wall, off its goal
        "######\n#$   #\n#  @.#\n######",  # in a corner
        "########\n#@$.#$.#\n########",  # out of reach
        "#######\n# $$  #\n# $$@ #\n# ....#\n#######",  # four in a block
        "#######\n#@$$..#\n#######",  # in line in a corridor
    ],
)
@pytest.mark.parametrize("objective", solver.OBJECTIVES)
def test_unsolvable_is_proven(picture: str, objective: Objective) -> None:
    """Where there is no solution the answer is a proof, by name."""
    answer = solve(level(picture), objective=objective)
    assert isinstance(answer, Unsolvable)
    assert answer.proof


def test_threads_on_one_level_agree_with_one() -> None:
    """With several threads on a level the verdict stands, and the fewest pushes are as few."""
    hall = level("##########\n#@       #\n# $ $ $  #\n#  $ $ $ #\n#        #\n#  ......#\n##########")
    for one in (hall, level("#######\n#  .  #\n# $#$ #\n#. @  #\n#######"), level("######\n#$   #\n#  @.#\n######")):
        for objective in ("any", "pushes"):
            alone, together = solve(one, objective=objective), solve(one, objective=objective, threads=3)
            assert type(alone) is type(together)
            if isinstance(together, Solved):
                assert verify(one, together.text).solved
                if objective == "pushes":
                    assert isinstance(alone, Solved)
                    assert (together.metrics.pushes, together.optimal) == (alone.metrics.pushes, "pushes")


@pytest.mark.deep
def test_the_positions_of_all_threads_are_counted_and_limited() -> None:
    """Several threads share the positions of the limit, and the progress counts those of all of them."""
    limit = Limit(seconds=None, nodes=2_400)
    seen: list[int] = []
    most = []
    for _ in range(6):  # on a busy machine the thread that reports may do its share before the others begin
        seen.clear()
        answer = solve(level(SIX_ROOMS), limit=limit, threads=3, progress=lambda now: seen.append(now.nodes))
        assert isinstance(answer, GaveUp)
        assert answer.limit == "nodes"
        assert 1_600 < answer.nodes <= 2_400
        most.append(max(seen))
        if most[-1] > 800:  # more than the share of one
            break
    assert most[-1] > 800, most


def test_faults_of_a_level_are_errors() -> None:
    """A level that cannot be played is refused with its fault, and never searched."""
    with pytest.raises(LevelError, match="found 2 boxes and 1 goal"):
        solve(level("######\n#@$$.#\n######"))
    with pytest.raises(LevelError, match="found 2 pushers, expected 1"):
        solve(level("######\n#@@$.#\n######\nGame: sokoban"))
    with pytest.raises(UnsupportedError, match="found the game 'chess'"):
        solve(level("######\n#@ $.#\n######\nGame: chess"))


def counted(answer: Solved, objective: Objective) -> tuple[int, ...]:
    """Return what an objective compares."""
    names = [] if objective == "any" else objective.split("-")
    return tuple(getattr(answer.metrics, name) for name in names)


def test_native_and_exhaustive_search_agree() -> None:
    """On random small rooms the native search has the verdict and the best counts of exhaustive search.

    None is given up, and all objectives are compared.
    """
    rng = random.Random(2_000)
    met = {"solved": 0, "pushed": 0, "unsolvable": 0, "fewer boxes": 0}
    rooms = scaled(600)
    for _ in range(rooms):
        case = crowded_room(rng)
        truth = agreed(case)
        met["solved"] += isinstance(truth, Solved)
        met["pushed"] += isinstance(truth, Solved) and truth.metrics.pushes > 3
        met["unsolvable"] += isinstance(truth, Unsolvable)
        met["fewer boxes"] += len(case.board.of_kind("box")) < len(case.board.cells_of("goal"))
    assert met["solved"] + met["unsolvable"] == rooms
    assert min(met.values()) > scaled(60), met


@pytest.mark.parametrize(("game", "count"), [("plus", 300), ("multiban", 120)])
def test_native_and_exhaustive_search_agree_on_numbers_and_several_pushers(game: str, count: int) -> None:
    """On random small rooms of Sokoban Plus and of Multiban the native search has the verdict and the best counts of
    exhaustive search, for every objective, and its solutions replay."""
    rng, count = random.Random(game), scaled(count)
    met = {"solved": 0, "pushed": 0, "unsolvable": 0}
    for _ in range(count):
        case = numbered(rng, crowded_room(rng)) if game == "plus" else peopled(rng, crowded_room(rng))
        assert native.plays_boxes(load(case))
        truth = agreed(case)
        met["solved"] += isinstance(truth, Solved)
        met["pushed"] += isinstance(truth, Solved) and truth.metrics.pushes > 3
        met["unsolvable"] += isinstance(truth, Unsolvable)
    assert min(met.values()) > count / 20, met


def agreed(level: Level) -> Verdict:
    """Solve a level by both searches for every objective, compare what they say, and return the last truth."""
    truth: Verdict | None = None
    for objective in solver.OBJECTIVES:
        truth = plain.search(load(level), objective, UNLIMITED, None)
        answer = native.search_boxes(load(level), objective, UNLIMITED, None)
        assert type(answer) is type(truth), (objective, str(level.board))
        if isinstance(answer, Solved) and isinstance(truth, Solved):
            assert counted(answer, objective) == counted(truth, objective), (objective, str(level.board))
            assert objective in (answer.optimal, "any")
    assert truth is not None
    return truth


def numbered(rng: random.Random, level: Level) -> Level:
    """Return a level of Sokoban Plus: the boxes and as many goals get the same numbers, some of them none."""
    board = level.board
    boxes = board.of_kind("box")
    numbers = [rng.randint(0, 2) for _ in boxes]
    goals = dict(zip(board.cells_of("goal"), rng.sample(numbers, len(numbers)), strict=False))
    terrain = tuple(kind._replace(number=goals.get(cell, 0)) for cell, kind in enumerate(board.terrain))
    pieces = (
        *board.of_kind("pusher"),
        *(box._replace(number=number) for box, number in zip(boxes, numbers, strict=True)),
    )
    return Level(Board(board.width, board.height, terrain, pieces), "plus")


def peopled(rng: random.Random, level: Level) -> Level:
    """Return a level of Multiban: another pusher where there is room, and one box less: two take longer."""
    board = level.board
    taken = {piece.anchor for piece in board.pieces}
    free = [cell for cell in board.cells_of("floor") if cell not in taken]
    more = rng.sample(free, min(len(free), 1))
    pieces = (*board.pieces[: len(board.pieces) - 1], *(Piece("pusher", (cell,)) for cell in more))
    return Level(Board(board.width, board.height, board.terrain, pieces), "multiban")


def crowded_room(rng: random.Random) -> Level:
    """Return a small room with walls and boxes inside; in half of the rooms the boxes were pulled there from goals, as
    otherwise few of them could be solved."""
    width, height = rng.randint(3, 5), rng.randint(3, 5)
    board = grid(width, height)
    cells = range(width * height)
    walls = set(rng.sample(cells, rng.randint(0, 3)))
    room = [cell for cell in cells if cell not in walls]
    boxes = set(rng.sample(room, rng.randint(2, 3)))
    goals = set(boxes)
    if rng.random() < 0.5:
        for _ in range(30):
            box, step = rng.choice(sorted(boxes)), rng.choice(board.step)
            if {step[box], step[step[box]]} <= set(room) - boxes:
                boxes = boxes - {box} | {step[box]}
    else:
        goals = set(rng.sample(room, len(boxes)))
    goals |= {rng.choice(room)} if rng.random() < 0.25 else set()
    player = rng.choice([cell for cell in room if cell not in boxes])
    terrain = tuple(WALL if cell in walls else GOAL if cell in goals else FLOOR for cell in cells)
    pieces = (Piece("pusher", (player,)), *(Piece("box", (cell,)) for cell in boxes))
    return Level(Board(width, height, terrain, pieces))


def test_the_plain_search_has_the_fewest_moves_for_any() -> None:
    """Breadth first, the plain search finds a shortest line of moves, and knows the game through its API only."""
    answer = plain.search(load(level("#######\n#@ $ .#\n#     #\n#######")), "any", UNLIMITED, None)
    assert isinstance(answer, Solved)
    assert answer.text == "rRR"


@pytest.mark.parametrize("search", [native.search_boxes, plain.search])
def test_limits_end_a_search_and_are_named(search: Search) -> None:
    """Each limit gives the search up by its name, and within it."""
    hard = level(ENDLESS)
    for limit, name in ((Limit(nodes=500), "nodes"), (Limit(seconds=0.2), "seconds"), (Limit(memory=8), "memory")):
        began = time.process_time()
        answer = search(load(hard), "pushes", limit, None)
        assert isinstance(answer, GaveUp | Solved), answer
        assert answer.limit == name
        if name == "nodes":
            assert answer.nodes <= 500
        if name == "seconds":
            assert time.process_time() - began < 5


@pytest.mark.parametrize("search", [native.search_boxes, plain.search])
def test_the_same_input_gives_the_same_nodes(search: Search) -> None:
    """Two searches under the same node limit visit the same positions."""
    for limit in (Limit(seconds=None, nodes=3000), Limit(seconds=None, nodes=777)):
        one, two = (search(load(level(ENDLESS)), "any", limit, None) for _ in range(2))
        assert one.nodes == two.nodes
        assert getattr(one, "text", None) == getattr(two, "text", None)


@pytest.mark.parametrize("search", [native.search_boxes, plain.search])
def test_progress_is_reported_and_can_stop(search: Search) -> None:
    """The callback is called while the search runs, and stops it by returning True."""
    reports: list[Progress] = []

    def listen(progress: Progress) -> bool:
        reports.append(progress)
        return len(reports) == 3

    answer = search(load(level(ENDLESS)), "pushes", Limit(seconds=30), listen)
    assert isinstance(answer, GaveUp | Solved)
    assert answer.limit == "stopped"
    assert len(reports) == 3
    assert reports[0].nodes < reports[2].nodes
    assert reports[0].seconds < reports[2].seconds


def test_an_error_of_the_listener_comes_through() -> None:
    """An exception of the callback ends the search and reaches the caller."""

    def fail(progress: Progress) -> None:
        raise RuntimeError(str(progress.nodes))

    with pytest.raises(RuntimeError):
        native.search_boxes(load(level(ENDLESS)), "pushes", Limit(seconds=30), fail)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_ends_a_search(tmp_path: Path) -> None:
    """Ctrl-C during a native search ends the program with 130, without a traceback."""
    file = tmp_path / "hard.xsb"
    file.write_text(f"#####\n#@$.#\n#####\n{ENDLESS}")
    command = [sys.executable, "-m", "pushbox", "solve", str(file), "--objective", "pushes", "--seconds", "100"]
    with running(command) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        assert "solved" in process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "Traceback" not in err


def test_other_threads_run_while_a_search_does() -> None:
    """The native search releases the interpreter while it runs."""

    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    native.search_boxes(load(level(ENDLESS)), "pushes", Limit(seconds=0.5), None)
    done.set()
    thread.join()
    assert ticks > 10  # one or two where the search keeps the interpreter


def test_proven_optima_are_met(shared: Path) -> None:
    """On the first levels of Microban the push-optimal search gives the pushes that exhaustive search has proven."""
    levels = formats.read_file(shared / "skinner" / "Microban.txt").levels
    with (shared / "optimal" / "Microban.tsv").open(newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
    known = {int(row[0]): int(row[1]) for row in rows if int(row[1]) >= 0}
    checked = sorted(number for number in known if number <= 92)
    assert len(checked) >= 85
    for number in checked:
        answer = solve(levels[number - 1], objective="pushes", limit=Limit(seconds=None, nodes=100_000))
        assert isinstance(answer, Solved), number
        assert answer.metrics.pushes == known[number], number


def test_solvable_boards_that_fool_detectors_are_not_called_dead(shared: Path) -> None:
    """No board that is solvable by exhaustive search is called unsolvable, and Freeze 12 is proven so."""
    solvable = {"Freeze.sok": (1, 4, 6, 7, 8, 9, 10), "bipartite.sok": (1, 2, 3, 4, 5, 6, 7, 11)}
    for name, numbers in solvable.items():
        levels = formats.read_file(shared / "deadlocks" / name, format="xsb").levels
        for number in numbers:
            answer = solve(levels[number - 1], limit=Limit(seconds=5))
            assert not isinstance(answer, Unsolvable), (name, number)


def test_a_solution_is_what_the_rules_say() -> None:
    """Metrics of an answer are those of its replay."""
    answer = solve(level("######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######"), objective="pushes")
    assert isinstance(answer, Solved)
    assert answer.metrics == measure(answer.text)
    assert answer.metrics.pushes == 3
    assert verify(level("######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######"), answer.text).solved
