"""Verdicts on pushes while a level is played: proven, in the language of the player, and never wrong."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from tests.sockets import receive, request
from tests.web.play.conftest import Visitor

from pushbox import formats, games, load, store
from pushbox.conformance import random_level
from pushbox.games.position import Position
from pushbox.play.pointing import losing_targets
from pushbox.sentence import Language
from pushbox.solver import Limit, Solved, solve
from pushbox.web.play import judgement

MakeVisitor = Callable[[], Visitor]
CORNER = "######\n#  @ #\n# $  #\n#  . #\n######"


@pytest.mark.parametrize(("language", "word"), [("en", "box"), ("de", "Kiste"), ("zh", "箱")])
def test_a_box_in_a_corner_is_lost_at_once(language: Language, word: str) -> None:
    """The reason is a sentence in the language, with the box that it is about."""
    position = load(formats.read("######\n#$ @ #\n#    #\n#  . #\n######").levels[0])
    verdict = judgement.judge(position, language, search=False)
    assert verdict["status"] == "lost"
    (reason,) = verdict["reasons"]
    assert reason["boxes"] == [7]
    assert word in reason["text"].lower() or word in reason["text"]


def test_no_verdict_is_a_false_alarm() -> None:
    """On crowded random boards nothing that the solver solves is called lost, at once or by a search."""
    rng = random.Random("alarm")
    lost = 0
    for _ in range(90):
        position = load(random_level(games.find("sokoban"), rng, plain=True, largest=5))
        if any(problem.severity == "error" for problem in position.rules.problems(position.level)):
            continue
        verdict = judgement.judge(position, "en", search=rng.random() < 0.5)
        if verdict["status"] == "lost":
            lost += 1
            assert not isinstance(solve(position, limit=Limit(seconds=2, nodes=50_000, memory=64)), Solved)
    assert lost > 10


def test_what_is_known_of_a_play_is_kept() -> None:
    """Once a search has found a line, a position on it is won at once; of another play nothing is known."""
    start = load(formats.read("#######\n#@    #\n# $$  #\n#  .. #\n#######").levels[0])
    recent = judgement.RecentVerdicts()
    solution = solve(start)
    assert isinstance(solution, Solved)
    pushed = next(
        Position(start.game, step.state) for step in start.transitions(start.parse(solution.text)) if step.pushes
    )
    assert judgement.judge(pushed, "en", search=False, verdicts=recent.of(1, pushed))["status"] == "unknown"
    assert judgement.judge(start, "en", search=True, verdicts=recent.of(1, start))["status"] == "winnable"
    line = recent.of(1, start).judge_at_once(start).solution
    after = start.apply(line[0]).apply(line[1])
    assert judgement.judge(after, "en", search=False, verdicts=recent.of(1, after))["status"] == "winnable"
    assert judgement.judge(after, "en", search=False, verdicts=recent.of(2, after))["status"] == "unknown"


def test_what_is_kept_of_plays_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plays that were judged longest ago are forgotten, and a play whose positions have too many boxes."""
    position = load(formats.read(CORNER).levels[0])
    monkeypatch.setattr(judgement, "_MAX_PLAYS", 2)
    recent = judgement.RecentVerdicts()
    for play in (1, 2, 1, 3):
        recent.of(play, position).judge(position)
    assert [recent.of(play, position).known_count > 0 for play in (1, 3, 2)] == [True, True, False]
    monkeypatch.setattr(judgement, "_MAX_BOXES", 1)
    assert recent.of(3, position).known_count == 0


def test_dead_targets_are_named() -> None:
    """Of the cells that a box can be taken to those are named from which it never gets home; of a player none."""
    position = load(formats.read(CORNER).levels[0])
    grid = position.board.grid
    box, player = grid.cell(2, 2), grid.cell(1, 3)
    assert losing_targets(position, box, [7, 10, 20, 21]) == [7, 10]
    assert losing_targets(position, player, [7, 10, 20, 21]) == []


def test_a_push_is_judged_over_the_socket(visitor: MakeVisitor) -> None:
    """The answer comes when it is ready, while the play goes on."""
    player = visitor()
    play = player.begin(formats.read(CORNER).levels[0])
    with player.open(play) as socket:
        receive(socket, "opened")
        assert request(socket, do="type", text="rd")["played"]
        socket.send_json({"do": "judge", "lang": "de", "n": 77})
        answer = receive(socket, "judged")
        assert answer["n"] == 77
        assert answer["status"] in ("winnable", "unknown")


def test_a_solution_of_the_library_decides_a_push(visitor: MakeVisitor) -> None:
    """What it passes can be won, without a search, in any play of the level; without it nobody knows."""
    room = "#########\n#@      #\n# $ $ $ #\n#  ...  #\n#########\n"
    level = formats.read(room).levels[0]
    solution = solve(load(level))
    assert isinstance(solution, Solved)
    push = 1 + next(step for step, letter in enumerate(solution.text) if letter.isupper())
    for is_known in (False, True):
        player = visitor()
        play = player.begin(level)
        if is_known:
            store.solutions.add(player.store, store.plays.get(player.store, play).level, solution.text)
        with player.open(play) as socket:
            receive(socket, "opened")
            assert request(socket, do="type", text=solution.text[:push])["played"]
            socket.send_json({"do": "judge", "lang": "en", "n": 1, "search": False})
            assert receive(socket, "judged")["status"] == ("winnable" if is_known else "unknown")
