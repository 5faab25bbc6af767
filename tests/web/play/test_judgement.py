"""Verdicts on pushes while a level is played: proven, in the language of the player, and never wrong."""

from __future__ import annotations

import random

import pytest
from tests.web.play.test_socket import MakeVisitor, receive, request

from pushbox import formats, games, load
from pushbox.analysis.texts import Language
from pushbox.play.conformance import random_level
from pushbox.solver import Limit, Solved, solve
from pushbox.web.play import judgement

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


def test_dead_targets_are_named() -> None:
    """Of the cells that a box can be taken to those are named from which it never gets home; of a player none."""
    position = load(formats.read(CORNER).levels[0])
    grid = position.board.grid
    box, player = grid.cell(2, 2), grid.cell(1, 3)
    assert judgement.losing_targets(position, box, [7, 10, 20, 21]) == [7, 10]
    assert judgement.losing_targets(position, player, [7, 10, 20, 21]) == []


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
