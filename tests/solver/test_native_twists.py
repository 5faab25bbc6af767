"""Native rules of Sokoban's variants and of reverse play: Python's rules, sound bounds, the same verdicts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.depth import scaled
from tests.search import shortest
from tests.solver.test_native_rules import hold_against_python, hold_on_the_way, replay, unlimited

from pushbox import _core, formats, games, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece, Terrain
from pushbox.conformance import random_levels
from pushbox.games import load
from pushbox.games.variants import is_variant
from pushbox.level import Level, Scalar
from pushbox.solver import OBJECTIVES, GaveUp, Limit, Solved, Unsolvable, Verdict, native, plain, solve

VARIED = ("sokoban", "plus")
BOXES = (*VARIED, "multiban")
FREELY = Limit(seconds=None, nodes=200_000)


def varied_levels(key: str, count: int, seed: int, largest: int) -> Iterator[Level]:
    """Yield random levels with variants that native rules take."""
    for level in map(unlimited, random_levels(games.find(key), count, seed=seed, largest=largest)):
        if is_variant(level) and native.has_native_rules(load(level)):
            yield level


def reversed_levels(key: str, count: int, rng: random.Random, largest: int = 5) -> Iterator[Level]:
    """Yield random levels in reverse, with pushers on the board and off it, and cells where they end."""
    for _ in range(count):
        width, height = rng.randint(2, largest), rng.randint(2, largest)
        most = 1 if key == "sokoban" else 2
        terrain = tuple(reversed_terrain(key, rng) for _ in range(width * height))
        free = [cell for cell, ground in enumerate(terrain) if ground.kind != "wall"]
        rng.shuffle(free)
        pushers = free[: rng.randint(0, most)]
        boxes = free[len(pushers) : len(pushers) + rng.randint(1, 4)]
        pieces = (
            *(Piece("pusher", (cell,)) for cell in pushers),
            *(Piece("box", (cell,), number=rng.choice((0, 0, 0, 1)) if key == "plus" else 0) for cell in boxes),
        )
        counters = (NamedCounter("pulled", rng.randint(1, 2)),) if rng.random() < 0.1 else ()
        options: tuple[tuple[str, Scalar], ...] = (("jumps", rng.choice(("first", "always"))), ("reverse", "yes"))
        yield Level(Board(width, height, terrain, pieces, counters), key, options)


def reversed_terrain(key: str, rng: random.Random) -> Terrain:
    """Return the terrain of a cell: often a goal, sometimes one where a pusher ends."""
    if rng.random() < 0.2:
        return WALL
    goal = GOAL._replace(number=rng.choice((0, 0, 1)) if key == "plus" else 0)
    return rng.choice((FLOOR, FLOOR, goal))._replace(player=int(rng.random() < 0.15))


@pytest.mark.parametrize("key", VARIED)
def test_variants_agree_on_random_walks(key: str) -> None:
    """On random walks over crowded boards with any variants native rules are the rules of the Python game."""
    rng = random.Random(1)
    seen: Counter[str] = Counter()
    compared = 0
    for level in varied_levels(key, 160 if key == "sokoban" else 350, 2, 8):
        compared += hold_against_python(games.find(key), level, 12, rng)
        seen.update(name for name, _ in level.options)
        seen.update(f"{ground.kind} {ground.looks} {ground.role}" for ground in set(level.board.terrain))
        seen.update(
            name for box in level.board.of_kind("box") for name in ("fuse", "hidden", "spent") if getattr(box, name)
        )
    assert compared >= 2_000
    twists = ("max_push", "passages", "ghosts", "fuses", "circuit", "bomb", "fuse", "hidden", "spent")
    grounds = ("floor wall None", "goal floor None", "terminal None None", "terminal None source", "terminal None bomb")
    assert all(seen[name] >= 3 for name in (*twists, *grounds)), seen


@pytest.mark.parametrize("key", BOXES)
def test_reverse_play_agrees_on_random_walks(key: str) -> None:
    """On random walks native rules have the moves, boards and outcomes of Python's reverse play."""
    rng = random.Random(2)
    compared = sum(hold_against_python(games.find(key), level, 10, rng) for level in reversed_levels(key, 40, rng))
    assert compared >= 1_500


def test_shipped_twists_agree(shipped: list[Level]) -> None:
    """On the shipped levels too; no position of their solutions is a deadlock, no bound exceeds what is left."""
    rng = random.Random(3)
    for level in shipped:
        assert native.has_native_rules(load(level)), level.title
        hold_against_python(games.find(level.game), level, 10, rng)
        hold_on_the_way(level, level.saved_moves[0].text)


@pytest.mark.parametrize("key", VARIED)
def test_variants_search_as_python_does(key: str) -> None:
    """On small boards bounds and deadlocks are sound and verdicts those of exhaustive search."""
    rng = random.Random(5)
    hold_searches(
        (fewer_boxes(level, rng) for level in varied_levels(key, scaled(1_600), 4, 5)),
        solvable=scaled(10),
        hopeless=scaled(50),
    )


@pytest.mark.parametrize("key", BOXES)
def test_reverse_play_searches_as_python_does(key: str) -> None:
    """The same in reverse."""
    hold_searches(reversed_levels(key, scaled(400), random.Random(6), 4), solvable=scaled(10), hopeless=scaled(50))


def fewer_boxes(level: Level, rng: random.Random) -> Level:
    """Return a level with at most three of its boxes, some of which stand on goals."""
    boxes, others = level.board.of_kind("box"), [piece for piece in level.board.pieces if piece.kind != "box"]
    kept = rng.sample(boxes, min(len(boxes), rng.randint(1, 3)))
    return replace(level, board=replace(level.board, pieces=(*others, *kept)))


def hold_searches(some: Iterator[Level], solvable: int, hopeless: int) -> None:
    """Compare bounds, deadlocks and the verdicts of native searches with exhaustive search by the Python game."""
    solved = unsolved = 0
    for level in some:
        game = games.find(level.game)
        try:
            distance = shortest(game.rules, game.rules.initial_state(level), most=400)
        except AssertionError:  # too many positions
            continue
        start = load(level)
        (report,) = replay(start, [])
        best, some_line = (native.search_rules(start, objective, FREELY, None) for objective in ("moves", "any"))
        if distance is None:
            unsolved += 1
            assert type(best) is type(some_line) is Unsolvable, (str(level.board), level.options)
            continue
        solved += distance > 0
        assert not report.is_deadlock, (str(level.board), level.options)
        assert report.lower_bound[1] <= distance, (str(level.board), level.options)
        assert isinstance(some_line, Solved), (str(level.board), level.options)
        assert isinstance(best, Solved), (str(level.board), level.options)
        assert best.metrics.moves == distance, (str(level.board), level.options)
        fewest = native.search_rules(start, "pushes", FREELY, None)
        truth = plain.search(start, "pushes", FREELY, None)
        assert isinstance(fewest, Solved)
        assert isinstance(truth, Solved)
        assert (fewest.metrics.pushes, fewest.metrics.moves) == (truth.metrics.pushes, truth.metrics.moves)
        assert report.lower_bound[0] <= truth.metrics.pushes
    assert solved >= solvable
    assert unsolved >= hopeless


def test_twists_are_solved_natively(shipped: list[Level], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every shipped level with a twist is solved by native rules, for every objective, with few positions."""
    monkeypatch.setattr(plain, "search", refuse)
    for level in shipped:
        for objective in OBJECTIVES:
            answer = solve(level, objective=objective, limit=Limit(seconds=None, nodes=20_000))
            assert isinstance(answer, Solved), (level.title, objective)
            assert answer.optimal == (None if objective == "any" else objective)


def test_what_was_seen_makes_no_new_position() -> None:
    """A level in which ghosts show by steps has no more positions than boxes and player: a hopeless one ends."""
    hall = formats.read("#######\n#@    #\n#   $ #\n#    .#\n#######", format="xsb").levels[0]
    walls = [*hall.board.terrain]
    walls[hall.board.width * 3 + 5] = WALL
    walls[hall.board.width + 1] = GOAL._replace(looks="floor")
    board = Board(hall.board.width, hall.board.height, tuple(walls), hall.board.pieces)
    boxes = [replace_box(piece) for piece in board.pieces]
    level = Level(replace(board, pieces=(*boxes, Piece("box", (22,)))), "sokoban", (("ghosts", 3), ("max_push", 2)))
    answer = native.search_rules(load(level), "moves", FREELY, None)
    assert not isinstance(answer, GaveUp)
    assert answer.nodes < 5_000


@pytest.mark.parametrize("options", [(("max_push", 2),), (("reverse", "yes"),)])
def test_pieces_that_no_state_has_are_refused(options: tuple[tuple[str, Scalar], ...]) -> None:
    """Pieces in a wall, on one cell or of another game are refused, as the Python games refuse the first two."""

    def reason(*pieces: Piece) -> str | None:
        return _core.explain_unsupported("sokoban", Board(4, 1, (WALL, FLOOR, FLOOR, GOAL), pieces), options)

    pusher = Piece("pusher", (1,))
    assert reason(pusher, Piece("box", (2,))) is None
    assert "share a cell or stand in a wall" in str(reason(pusher, Piece("box", (0,))))
    assert "share a cell or stand in a wall" in str(reason(pusher, Piece("box", (1,))))
    assert "does not take" in str(reason(pusher, Piece("stone", (2,))))


def replace_box(piece: Piece) -> Piece:
    """Return a box as a ghost, anything else as it is."""
    return piece._replace(hidden=True) if piece.kind == "box" else piece


def refuse(*_: Any) -> Verdict:
    """Stand in for the plain search where none is due."""
    pytest.fail("the plain search was called")


@pytest.fixture(scope="module")
def shipped() -> list[Level]:
    """Return the shipped levels that have a twist, without limits of steps and seconds."""
    every = [level for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    return [
        unlimited(level)
        for level in every
        if level.game in BOXES and (is_variant(unlimited(level)) or dict(level.options).get("reverse") == "yes")
    ]
