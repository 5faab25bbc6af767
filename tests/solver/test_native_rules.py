"""Native rules that are the same rules as Python's, bounds that hold, and a search that solves by them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.depth import scaled
from tests.search import shortest

from pushbox import _core, formats, games, levels
from pushbox.board import FLOOR, Board, NamedCounter, Piece, Terrain
from pushbox.conformance import random_levels
from pushbox.games import Position, load
from pushbox.games.api import Game
from pushbox.level import Level
from pushbox.solver import GaveUp, Limit, Solved, Unsolvable, native, plain, solve

FREELY = Limit(seconds=None, nodes=None, memory=None)
NATIVE_GAMES = tuple(key for key in _core.native_games if games.find(key).info.native_solver == "rules")
COSTLY = {"blockoban": 5, "versus": 6}  # how many times fewer boards do for games with many moves a position
MANY_BOARDS = [pytest.param(key, marks=pytest.mark.deep) if key == "crossoban" else key for key in NATIVE_GAMES]


class PositionReport(NamedTuple):
    """The evaluation of a position by native rules.

    Its outcome; lower bounds of pushes and moves to a solution; whether it is a known deadlock; its board; and for each
    legal move, in the order of `Game.successors`, whether it pushes and the board after it.  Boards are as the core
    gives them until they are asked for.
    """

    outcome: str
    lower_bound: tuple[int, int]
    is_deadlock: bool
    board_fields: dict[str, Any]
    successor_fields: list[tuple[bool, dict[str, Any]]]

    @property
    def board(self) -> Board:
        """The board."""
        return board_of(self.board_fields)

    @property
    def successors(self) -> tuple[tuple[bool, Board], ...]:
        """Each legal move as whether it pushes, and the board after it."""
        return tuple((pushed, board_of(after)) for pushed, after in self.successor_fields)


def replay(position: Position, line: Sequence[int]) -> list[PositionReport]:
    """Play a line of ordinals by native rules; report on each position, the first and the last included.

    The ordinal of a move is its index among the legal moves.  Raises ValueError for an ordinal that no move has, and
    for a position that no native rules know.
    """
    level = position.level
    return [
        PositionReport(*report)
        for report in _core.replay_native(position.game.info.key, level.board, level.options, line)
    ]


def board_of(fields: dict[str, Any]) -> Board:
    """Return a board from the fields that the core gives."""
    return Board(
        fields["width"],
        fields["height"],
        tuple(Terrain(**terrain) for terrain in fields["terrain"]),
        tuple(
            Piece(**piece | {"cells": tuple(piece["cells"]), "colours": tuple(piece["colours"])})
            for piece in fields["pieces"]
        ),
        tuple(NamedCounter(*counter) for counter in fields["counters"]),
    )


def random_line(game: Game, level: Level, steps: int, rng: random.Random) -> tuple[list[int], list[Any]]:
    """Play random legal moves; return their ordinals and all positions on the way."""
    line: list[int] = []
    states = [game.rules.initial_state(level)]
    for _ in range(steps):
        after = [state for _, state in game.rules.successors(states[-1])]
        if not after:
            break
        line.append(rng.randrange(len(after)))
        states.append(after[line[-1]])
    return line, states


def hold_against_python(game: Game, level: Level, steps: int, rng: random.Random) -> int:
    """Compare native rules with the game along one random line, every successor included; return how many positions."""
    line, states = random_line(game, level, steps, rng)
    reports = replay(load(level), line)
    compared = 0
    assert len(reports) == len(states)
    for report, state in zip(reports, states, strict=True):
        assert report.board == game.rules.board(state), (str(level.board), line)
        assert report.outcome == game.rules.outcome(state).status.value, (str(level.board), line)
        transitions = [
            transition
            for move in game.rules.pseudo_legal_moves(state)
            if (transition := game.rules.apply(state, move)) is not None
        ]
        expected = tuple((bool(transition.pushes), game.rules.board(transition.state)) for transition in transitions)
        assert report.successors == expected, (str(level.board), line)
        compared += 1 + len(transitions)
    return compared


@pytest.mark.parametrize("key", MANY_BOARDS)
def test_random_walks_agree(key: str) -> None:
    """On random walks over crowded boards native rules have the moves, boards and outcomes of the Python game."""
    game = games.find(key)
    rng = random.Random(1)
    boards = compared = 0
    count = scaled(400) // COSTLY.get(key, 1)
    for level in map(unlimited, random_levels(game, count, seed=2, largest=8)):
        if native.has_native_rules(load(level)):
            boards += 1
            compared += hold_against_python(game, level, 12, rng)
    assert boards >= count // 2  # native rules may lack some option
    assert compared >= scaled(4_000)


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_shipped_levels_agree(key: str) -> None:
    """On the shipped levels too, and the native rules take them all."""
    game = games.find(key)
    rng = random.Random(3)
    for level in shipped(key):
        assert native.has_native_rules(load(level))
        for _ in range(max(scaled(5) // COSTLY.get(key, 1), 1)):
            hold_against_python(game, level, 10, rng)


def test_tiles_that_wear_when_left_empty_agree() -> None:
    """By Crossoban's ``weak=emptied`` too, where linked, sliding and carried pieces come onto tiles just left."""
    game = games.find("crossoban")
    rng = random.Random(8)
    tiles = (FLOOR, Terrain("weak", uses=1), Terrain("weak", uses=2))
    compared = different = 0
    for level in map(unlimited, random_levels(game, scaled(300), seed=9, largest=6)):
        terrain = tuple(rng.choice(tiles) if ground == FLOOR else ground for ground in level.board.terrain)
        emptied, at_once = (
            replace(
                level,
                board=level.board.with_parts(terrain, level.board.pieces),
                options=tuple({**dict(level.options), "weak": word}.items()),
            )
            for word in ("emptied", "all")
        )
        compared += hold_against_python(game, emptied, 12, rng)
        different += replay(load(emptied), [])[0].successors != replay(load(at_once), [])[0].successors
    assert compared >= scaled(3_000)
    assert different >= scaled(30)  # or nothing would tell one option from the other


@pytest.mark.deep
def test_real_levels_agree(shared: Path) -> None:
    """On 30 levels of Hanano Puzzle too."""
    rng = random.Random(4)
    compared = 0
    for file in sorted((shared / "hanano" / "levels").iterdir()):
        (level,) = formats.read_file(file).levels
        compared += hold_against_python(games.find("hanano"), level, 10, rng)
    assert compared >= 2_000


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_bounds_hold(key: str) -> None:
    """No lower bound exceeds the true distance, no deadlock can be solved, by exhaustive search of small boards."""
    game = games.find(key)
    solvable = hopeless = dead = 0
    # Where pushers walk there are many positions.
    count = scaled(1_000 if key == "crossoban" else 4_000 // COSTLY.get(key, 1))
    for level in small_levels(key, count, seed=6):
        (report,) = replay(load(level), [])
        try:
            distance = shortest(game.rules, game.rules.initial_state(level), most=700)
        except AssertionError:  # too many positions
            continue
        if distance is None:
            hopeless += 1
            dead += report.is_deadlock
        else:
            solvable += distance > 0
            assert not report.is_deadlock, str(level.board)
            assert report.lower_bound[1] <= distance, str(level.board)
    assert solvable >= scaled(20)
    assert hopeless >= scaled(50)
    assert dead >= hopeless // 3


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_no_position_of_a_solution_is_a_deadlock(key: str) -> None:
    """On a shipped solution no position is a deadlock, and no lower bound exceeds the moves that are left."""
    for level in shipped(key):
        hold_on_the_way(level, level.saved_moves[0].text)


@pytest.mark.deep
def test_no_position_of_a_real_solution_is_a_deadlock(shared: Path) -> None:
    """The same for the recorded solutions of 30 levels of Hanano Puzzle."""
    for file in sorted((shared / "hanano" / "levels").iterdir()):
        (level,) = formats.read_file(file).levels
        solution = (shared / "hanano" / "solutions" / file.stem).read_text()
        hold_on_the_way(level, " ".join(",".join(row.split()) for row in solution.splitlines()))


def hold_on_the_way(level: Level, text: str) -> None:
    """Compare the reports on each position of a solution with the moves that follow."""
    game = games.find(level.game)
    state = game.rules.initial_state(level)
    line = []
    for move in game.controls.parse(state, text):
        after = dict(game.rules.successors(state))
        line.append(list(after).index(move))
        state = after[move]
    for number, report in enumerate(replay(load(level), line)):
        assert not report.is_deadlock, (level.title, number)
        assert report.lower_bound[1] <= len(line) - number, (level.title, number)
    assert game.rules.outcome(state).solved


@pytest.mark.parametrize("key", MANY_BOARDS)
def test_verdicts_are_those_of_plain_search(key: str) -> None:
    """Both objectives have the verdict of exhaustive search, and the best solution its pushes and moves."""
    solved = unsolvable = 0
    count = scaled(1_400 if key == "sokolor" else 1_200 // COSTLY.get(key, 1))  # of the first fewer can be solved
    for level in small_levels(key, count, seed=8):
        start = load(level)
        truth = plain.search(start, "pushes", Limit(seconds=None, nodes=700), None)
        if isinstance(truth, GaveUp):
            continue
        best, some = (native.search_rules(start, objective, FREELY, None) for objective in ("pushes", "any"))
        assert type(best) is type(truth) is type(some), str(level.board)
        if isinstance(truth, Solved):
            solved += 1
            assert isinstance(best, Solved)
            assert best.optimal == "pushes"
            assert (best.metrics.pushes, best.metrics.moves) == (truth.metrics.pushes, truth.metrics.moves)
        else:
            unsolvable += 1
    assert solved >= scaled(5)
    assert unsolvable >= scaled(10)


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_shipped_levels_are_solved(key: str) -> None:
    """Every shipped level is solved from scratch, within positions that take a few seconds at most."""
    for level in shipped(key):
        answer = solve(level, limit=Limit(seconds=None, nodes=200_000))
        assert isinstance(answer, Solved), level.title


@pytest.mark.deep
def test_real_levels_are_solved(shared: Path) -> None:
    """Levels of Hanano Puzzle are solved from scratch, at least 15 of the 30 within a few thousand positions."""
    solved = 0
    for file in sorted((shared / "hanano" / "levels").iterdir()):
        (level,) = formats.read_file(file).levels
        solved += isinstance(solve(level, limit=Limit(seconds=None, nodes=5_000)), Solved)
    assert solved >= 15


def test_the_same_limit_gives_the_same_nodes() -> None:
    """The clock decides nothing: the same level and node limit visit the same positions."""
    level = shipped("hanano")[-1]
    first, second = (solve(level, limit=Limit(seconds=None, nodes=300)) for _ in range(2))
    assert (type(first), first.nodes) == (type(second), second.nodes)


def test_limits_are_kept() -> None:
    """The search gives up at the node, at a memory of one MiB, at its second, and when it is stopped."""
    level = wide()
    answers = [
        native.search_rules(load(level), "pushes", limit, progress)
        for limit, progress in (
            (Limit(seconds=None, nodes=77), None),
            (Limit(seconds=None, memory=1), None),
            (Limit(seconds=0.05), None),
            (Limit(seconds=30), lambda _: True),
        )
    ]
    assert [answer.limit for answer in answers if isinstance(answer, GaveUp)] == [
        "nodes",
        "memory",
        "seconds",
        "stopped",
    ]
    assert answers[0].nodes == 77


def test_what_native_rules_lack_is_refused() -> None:
    """Native rules take nothing that they do not know, and never guess; such a level is left to the plain search."""
    board = wide().board
    ice = Board(board.width, board.height, (Terrain("ice"), *board.terrain[1:]), board.pieces)
    start = load(wide())
    strange = [
        replace(start, source=Level(ice, "hanano")),
        replace(start, source=Level(board, "hanano", (("bloom_wave", "some"),))),
        load(replace(formats.read("#####\n#@$.#\n#####", format="xsb").levels[0], game="multiban")),
    ]
    for position in strange:
        assert not native.has_native_rules(position)
        with pytest.raises(ValueError, match="found"):
            replay(position, [])
    with pytest.raises(ValueError, match="step 1: found 99"):
        replay(load(wide()), [99])


def test_a_hopeless_level_is_proven_unsolvable() -> None:
    """A flower that no stone can get up to is no hope."""
    terrain = (Terrain("flower", "red"), *(FLOOR,) * 11)
    level = Level(Board(2, 6, terrain, (Piece("stone", (11,), ("red",), arrow=1),)), "hanano")
    answer = solve(level)
    assert isinstance(answer, Unsolvable)
    assert "never get" in answer.proof


def wide() -> Level:
    """Return a level with a thousand million positions, and flowers that a stone gets up to only if others lift it."""
    width, height = 20, 5
    colours = ("red", "blue", "yellow")
    terrain = (*(Terrain("flower", colour) for colour in colours), *(FLOOR,) * (width * height - 3))
    stones = (
        Piece("stone", (width * (height - 1) + 2 * place,), (colours[place % 3],), arrow=1 + place % 2 * 2)
        for place in range(8)
    )
    return Level(Board(width, height, terrain, tuple(stones)), "hanano")


def unlimited(level: Level) -> Level:
    """Return a level without limits, which native rules do not know."""
    return replace(level, options=tuple(pair for pair in level.options if pair[0] not in {"steps", "seconds"}))


def small_levels(key: str, count: int, seed: int) -> Iterator[Level]:
    """Yield random levels that native rules take; half of them with most pieces taken off, a random move on."""
    game = games.find(key)
    rng = random.Random(seed)
    for level in map(unlimited, random_levels(game, count, seed=seed, largest=6)):
        pieces = level.board.pieces
        if rng.random() < 0.7:
            pieces = tuple(rng.sample(pieces, min(len(pieces), rng.randint(1, 5))))
        some = replace(level, board=Board(level.board.width, level.board.height, level.board.terrain, pieces))
        if after := list(game.rules.successors(game.rules.initial_state(some))):
            some = game.rules.to_level(rng.choice(after)[1])
        if not any(problem.severity == "error" for problem in game.rules.problems(some)) and native.has_native_rules(
            load(some)
        ):
            yield some


@cache
def shipped(key: str) -> list[Level]:
    """Return the levels of a game that pushbox ships."""
    return [
        level for name in levels.names() for level in formats.read_file(levels.path(name)).levels if level.game == key
    ]
