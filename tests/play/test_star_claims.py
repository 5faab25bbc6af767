"""No sentence without its check: what is said of a solved level, by every position of small rooms.

The texts are ``win.fewest`` and those beside it of the pages, and ``advice-fewer``, ``advice-fewest``,
``advice-first``, ``advice-moves`` and ``advice-shortest`` of the terminal game.
"""

from __future__ import annotations

from random import Random

from tests.analysis.claims.room import Room
from tests.depth import scaled

from pushbox import Solved, solve
from pushbox.analysis.static import analyze
from pushbox.bench.rooms import rooms
from pushbox.env.text.pushes import random_pushes
from pushbox.games.position import load
from pushbox.level import Level, SavedMoves
from pushbox.metrics import Metrics, measure
from pushbox.play.stars import Advice, Known, known_of, rate
from pushbox.solver import Objective


def is_true(advice: Advice, level: Level, mine: Metrics, known: Known) -> bool:
    """Whether what is said of a solution holds beside those that are known."""
    room = Room.of(level)
    assert room is not None
    pushes = [metrics.pushes for metrics in counted(level)]
    moves = [metrics.moves for metrics in counted(level)]
    match advice:
        case "fewest":  # no solution has fewer pushes
            return mine.pushes == room.fewest
        case "shortest":
            return "moves" in known.proven and all(mine.moves <= other for other in moves)
        case "fewer":  # the best that is known has fewer
            return any(fewer < mine.pushes for fewer in pushes)
        case "moves":
            return any(fewer < mine.moves for fewer in moves)
        case "next":  # as good as the best that is known
            return bool(pushes) and (mine.pushes, mine.moves) <= min(zip(pushes, moves, strict=True))
        case "first":
            return not pushes


def counted(level: Level) -> list[Metrics]:
    """Return the counts of the saved solutions."""
    return [measure(saved.text) for saved in level.saved_moves]


def lines(level: Level) -> list[str]:
    """Return solutions: the best by pushes, the best by moves, and one that goes on from random pushes."""
    objectives: tuple[Objective, ...] = ("pushes", "moves")
    found = [answer.text for one in objectives if isinstance(answer := solve(level, objective=one), Solved)]
    position, moves = random_pushes(load(level), 3, Random(1))
    rest = solve(position)
    return [*found, moves + rest.text] if isinstance(rest, Solved) and not position.outcome.solved else found


def test_what_is_said_of_a_solved_level_is_true() -> None:
    """Of every solution beside every choice of known ones; with what is said of another it is not."""
    random, said, refused = Random(5), set[Advice](), set[Advice]()
    every: tuple[Advice, ...] = ("fewest", "fewer", "moves", "next", "first")
    for level in rooms(scaled(200, least=16), seed=51, largest=5, boxes=2):
        texts = lines(level)
        for mine in texts:
            others = random.sample(texts, random.randint(0, len(texts)))
            kept = level.with_saved_moves(*(SavedMoves("", text) for text in others))
            metrics, known, bound = measure(mine), known_of(kept), analyze(level).lower_bound
            rating = rate(metrics, known, bound)
            assert is_true(rating.advice, kept, metrics, known), (str(level.board), rating)
            said.add(rating.advice)
            refused |= {advice for advice in every if not is_true(advice, kept, metrics, known)}
            if all(metrics.pushes <= one.pushes and metrics.moves <= one.moves for one in counted(kept)):
                assert rating.stars == 3
    assert said == refused == {*every}
