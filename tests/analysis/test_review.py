"""The review of a level: what it states is so, and rests on what it says."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pushbox import formats, games, levels
from pushbox.analysis.push_space import PushPosition, PushSpace
from pushbox.analysis.review import (
    EACH,
    Finding,
    Review,
    ReviewProgress,
    Tried,
    review,
    review_to_json,
    say,
    say_complete,
    say_tried,
)
from pushbox.analysis.review.budget import Budget
from pushbox.analysis.review.push_graph import PushGraph, explore
from pushbox.analysis.review.solutions import Solutions
from pushbox.analysis.review.symmetries import NAMES, symmetries
from pushbox.analysis.review.trials import inner_walls, without_box, without_wall
from pushbox.analysis.review.values import KINDS
from pushbox.analysis.texts import texts
from pushbox.board import WALL
from pushbox.conformance import random_level
from pushbox.errors import LevelError
from pushbox.games.position import load
from pushbox.identity import ALL, IDENTITY, transform
from pushbox.level import Level, SavedMoves
from pushbox.levels import builtin
from pushbox.play.validate import require_playable
from pushbox.play.verify import verify
from pushbox.sentence import LANGUAGES
from pushbox.solver import Solved, Unsolvable, solve

ROOM = "########\n#@     #\n#  $ . #\n#      #\n########"
PAGODA = builtin("lessons")[9]


def xsb(picture: str, *solutions: str) -> Level:
    """Return a level of a picture with saved moves."""
    level = formats.read(picture, format="xsb").levels[0]
    return level.with_saved_moves(*(SavedMoves("own", text) for text in solutions))


def of_kind(reviewed: Review, kind: str) -> list[Finding]:
    """Return the statements of a kind."""
    return [finding for finding in reviewed.findings if finding.kind == kind]


def random_levels(seed: str, count: int, largest: int = 6) -> list[Level]:
    """Return crowded little levels of Sokoban that can be solved, but not at once."""
    rng, game = random.Random(seed), games.find("sokoban")
    found: list[Level] = []
    while len(found) < count:
        level = random_level(game, rng, largest=largest, plain=True)
        try:
            require_playable(level)
        except LevelError:
            continue
        verdict = solve(level)
        if isinstance(verdict, Solved) and verdict.metrics.pushes > 1:
            found.append(level)
    return found


def graph_of(level: Level) -> tuple[PushSpace, PushGraph]:
    """Return all positions of a level."""
    space = PushSpace.of(load(level))
    assert space is not None
    graph = explore(space, Budget(60, EACH, None))
    assert graph is not None
    return space, graph


def test_a_shorter_solution_comes_with_its_line() -> None:
    """The designer's is compared with the best that is known, and what that rests on is said."""
    level = xsb(ROOM, "drRurrdLulldRR")
    (shorter,) = of_kind(review(level), "shorter_pushes")
    assert verify(level, shorter.moves).solved
    assert say(shorter, level.board) == "Yours has 4 pushes, 2 are enough."
    assert say_tried(shorter) == "Proven by a search of all."
    (own,) = of_kind(review(xsb(ROOM, "drRR")), "own_pushes")
    assert own.numbers["best"] == 2
    (best,) = of_kind(review(xsb(ROOM)), "best_pushes")
    assert best.numbers == {"best": 2, "pushes": 2, "moves": 4}


def test_the_best_of_all_that_become_known_is_named() -> None:
    """Also of those that a look at other pushes finds, after the searches for the best have ended."""
    campaign = builtin("campaign")
    for level in [*random_levels("best", 6), campaign[64], campaign[92], campaign[119]]:
        reviewed = review(level, seconds=20)
        known = [verify(level, text).metrics for text in reviewed.solutions]
        counts = [(one.pushes, one.moves) for one in known if one is not None]
        for length in (*of_kind(reviewed, "best_pushes"), *of_kind(reviewed, "own_pushes")):
            assert (length.numbers["pushes"], length.numbers["moves"]) == min(counts)
        for length in of_kind(reviewed, "shorter_moves"):
            assert length.numbers["best"] == min(moves for _, moves in counts)


def test_one_box_that_goes_two_ways_is_named_once() -> None:
    """Both cells that it is pushed to tell the ways apart."""
    board = xsb(ROOM).board
    ways = Finding("branch", Tried("solutions", 2), (19, 19), ((19, 20), (19, 27)), "", {"push": 3})
    assert say(ways, board) == "After push 3 solutions part: the box on D3 is pushed to E3 next, or to D4."
    start = replace(ways, numbers={"push": 0})
    assert say(start, board) == "At the very start solutions part: the box on D3 is pushed to E3 first, or to D4."
    assert {len(say(one, board, language)) > 20 for one in (ways, start) for language in LANGUAGES} == {True}


def test_what_was_saved_and_solves_nothing_is_no_solution() -> None:
    """A saved game, or moves of another level, count for nothing."""
    assert of_kind(review(xsb(ROOM, "dr", "uuuu", "no moves at all!")), "best_pushes")


def test_floor_that_is_never_used_can_be_wall() -> None:
    """The level with walls in its place has a solution as short."""
    for level in random_levels("floor", 20):
        reviewed = review(level, seconds=20)
        for unused in of_kind(reviewed, "unused_floor"):
            terrain = tuple(WALL if cell in unused.cells else sort for cell, sort in enumerate(level.board.terrain))
            assert verify(Level(replace(level.board, terrain=terrain)), reviewed.solutions[0])


def test_what_could_go_leaves_the_best_as_long() -> None:
    """Walls one by one, boxes with their goals: compared with the proven best of what is left."""
    spare = shorter = boxes = 0
    for level in [*random_levels("trials", 30), *builtin("lessons")[:12]]:
        reviewed = review(level, seconds=20)
        best = solve(level, objective="pushes")
        assert isinstance(best, Solved)
        for finding in of_kind(reviewed, "spare_walls"):
            for wall in finding.cells:
                spare += 1
                left = solve(Level(without_wall(level.board, wall)), objective="pushes")
                assert isinstance(left, Solved)
                assert left.metrics.pushes == best.metrics.pushes
        for finding in of_kind(reviewed, "key_walls"):
            shorter += 1
            (wall,) = finding.cells
            assert verify(Level(without_wall(level.board, wall)), finding.moves).solved
            assert finding.numbers["fewer"] < finding.numbers["pushes"] == best.metrics.pushes
        known = Solutions(load(level))
        assert known.add(reviewed.solutions[0])
        own = known.best()
        for finding in of_kind(reviewed, "spare_boxes"):
            for box, goal in finding.arrows:
                boxes += 1
                left = solve(Level(without_box(level.board, box, goal)), objective="pushes")
                assert isinstance(left, Solved)
                pushed = sum(start == box for start, _, _ in own.pushes)
                assert left.metrics.pushes == best.metrics.pushes - pushed
    assert min(spare, shorter, boxes) > 5


def test_walls_that_keep_the_board_closed_are_not_tried() -> None:
    """Without any that is tried the level is still a level."""
    for level in [*random_levels("walls", 20), PAGODA]:
        for wall in inner_walls(level.board):
            require_playable(Level(without_wall(level.board, wall)))


def test_positions_that_all_solutions_pass_are_those_without_which_there_is_none() -> None:
    """Each position of the best solution is taken away in turn."""
    passed = 0
    for level in [*random_levels("bottlenecks", 40), *builtin("lessons")[:12]]:
        space, graph = graph_of(level)
        path = [space.start, *graph.shortest(space.start)]
        places = graph.passed_by_all(path)
        passed += len(places)
        expected = [place for place in range(1, len(path) - 1) if not _solved_without(graph, space, path[place])]
        assert places == expected
    assert passed > 30


def _solved_without(graph: PushGraph, space: PushSpace, missing: PushPosition) -> bool:
    """Return whether a level can be solved without a position, by a search of its own."""
    seen, waiting = {space.start, missing}, [space.start]
    while waiting:
        position = waiting.pop()
        if space.is_solved(position):
            return True
        new = [after for after in graph.successors[position] if after not in seen]
        seen.update(new)
        waiting += new
    return False


def test_all_positions_know_how_far_they_are_from_solved() -> None:
    """The distance of the start is the proven number of fewest pushes, and the path of positions is a solution."""
    for level in random_levels("space", 25):
        space, graph = graph_of(level)
        path = [space.start, *graph.shortest(space.start)]
        text = space.text(path)
        best = solve(level, objective="pushes")
        assert isinstance(best, Solved)
        assert verify(level, text).solved
        assert graph.distances[space.start] == best.metrics.pushes == len(path) - 1


def test_pushes_that_lose_are_counted() -> None:
    """Those that are no loss lead to a position that can be solved, those that are to none."""
    for level in random_levels("losing", 25):
        reviewed = review(level, seconds=20)
        _, graph = graph_of(level)
        for losing in of_kind(reviewed, "losing"):
            assert 0 <= losing.numbers["lost"] <= losing.numbers["pushes"]
            assert losing.tried == Tried("exhausted", len(graph.successors))
        for trap in of_kind(reviewed, "trap"):
            assert isinstance(solve(load_after(level, trap.moves)), Unsolvable)


def load_after(level: Level, moves: str) -> Level:
    """Return a level as it is after some moves."""
    position = load(level)
    for move in position.parse(moves):
        position = position.apply(move)
    return position.level


def test_symmetries_of_the_board_are_named() -> None:
    """A square room is like all of its turns; with a pusher in a corner but for that one."""
    with_pusher = xsb("#######\n#.   .#\n# $ $ #\n#  @  #\n# $ $ #\n#.   .#\n#######")
    assert dict(symmetries(with_pusher.board)) == dict.fromkeys(NAMES.values(), True)
    assert dict(symmetries(xsb("######\n#@   #\n#    #\n# *  #\n#    #\n######").board)) == {"diagonal": False}
    assert not [*symmetries(PAGODA.board)]
    for symmetry in ALL:
        if symmetry != IDENTITY:
            assert dict(symmetries(transform(with_pusher.board, symmetry))) == dict(symmetries(with_pusher.board))


def test_a_level_that_cannot_be_solved_names_the_boxes() -> None:
    """No statement on solutions is made of it."""
    level = xsb("#####\n#$  #\n#@ .#\n#####")
    reviewed = review(level)
    assert [finding.kind for finding in reviewed.findings] == ["unsolvable"]
    assert say(reviewed.findings[0], level.board) == "It cannot be solved because of the boxes on B2."


def test_where_nothing_is_found_that_is_all_that_is_said() -> None:
    """Neither that it can be solved nor that it cannot."""
    hard = builtin("lessons")[len(builtin("lessons")) - 1]
    reviewed = review(Level(hard.board), seconds=0)
    assert of_kind(reviewed, "unsolved")
    assert not reviewed.complete


def test_a_review_ends_where_its_caller_wants_it_to() -> None:
    """What was found until then is stated, and that something was left out."""
    stages = []

    def stop(progress: ReviewProgress) -> bool:
        stages.append(progress.stage)
        return progress.stage == "boxes"

    reviewed = review(PAGODA, progress=stop)
    assert not reviewed.complete
    assert of_kind(reviewed, "losing")
    assert not of_kind(reviewed, "key_walls")
    assert list(dict.fromkeys(stages)) == ["solve", "positions", "branches", "boxes", "walls"]


@pytest.mark.parametrize("key", [key for key in games.keys() if games.find(key).info.players == 1])
def test_every_game_is_reviewed(key: str) -> None:
    """In games that know more than boxes solutions are compared, and that is said."""
    level = next(
        level for name in ("lessons", key) if name in levels.names() for level in builtin(name) if level.game == key
    )
    reviewed = review(level, seconds=2)
    board = load(level).board
    for language in LANGUAGES:
        assert all(say(finding, board, language) and say_tried(finding, language) for finding in reviewed.findings)
        assert say_complete(reviewed, language)
    for finding in reviewed.findings:
        if finding.kind in {"shorter_pushes", "shorter_moves", "own_pushes", "own_moves", "best_pushes", "best_moves"}:
            assert verify(level, finding.moves).solved


def test_the_foremost_statements_are_on_different_questions() -> None:
    """How long it is comes first, then what could go and where play is lost; of three branches there is one."""
    kinds = ("alike", "branch", "branch", "trap", "trap", "own_pushes", "spare_boxes", "still_boxes", "key_walls")
    findings = tuple(Finding(kind, Tried("board"), (number,)) for number, kind in enumerate(kinds))  # type: ignore[arg-type]
    reviewed = replace(review(xsb(ROOM)), findings=findings)
    assert [one.kind for one in reviewed.foremost(3)] == ["own_pushes", "spare_boxes", "trap"]
    assert [one.cells for one in reviewed.foremost(9)] == [(5,), (6,), (3,), (8,), (1,), (0,)]
    for kind in KINDS:
        one = replace(reviewed, findings=(Finding(kind, Tried("board")),))
        assert one.foremost(1) == one.findings


def test_every_statement_has_its_sentences() -> None:
    """`test_deadlocks` compares the languages."""
    for kind in KINDS:
        assert any(key.startswith(f"review.{kind}") for key in texts("en"))


def test_a_review_is_json() -> None:
    """Cells by their names, what each statement rests on, and the best solutions first."""
    fields = review_to_json(review(PAGODA), PAGODA.board, "de")
    wall = next(one for one in fields["findings"] if one["kind"] == "key_walls")
    assert wall["cells"] == ["E3"]
    assert wall["sentence"] == "Ohne die Wand auf E3 würden 6 statt 18 Schübe reichen."
    assert wall["tried"]["by"] == "searches"
    assert verify(PAGODA, fields["solutions"][0]).metrics.pushes == 18  # type: ignore[union-attr]  # it is a solution
