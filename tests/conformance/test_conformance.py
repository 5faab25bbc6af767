"""The conformance check itself: each law catches the game that breaks it, and nothing else does."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.conformance.sabotage import SABOTAGES, Sabotage

from pushbox import conformance, games
from pushbox.board import inverse_changes
from pushbox.conformance import LAWS, LawBroken
from pushbox.games.api import Game
from pushbox.games.sokoban import game as sokoban

CASES = [(law, make) for law, games in SABOTAGES.items() for make in games]
NAMES = [make.__name__ for _, make in CASES]


def test_every_law_has_a_game_that_breaks_it() -> None:
    """The table of laws and that of sabotaged games have the same names, and every law is a sentence."""
    assert SABOTAGES.keys() == LAWS.keys()
    assert all(law.sentence for law in LAWS.values())


@pytest.mark.parametrize(("law", "make"), CASES, ids=NAMES)
def test_a_broken_game_is_named_by_its_law(law: str, make: Sabotage) -> None:
    """Of a game that breaks a law the check says so, beginning with the name of the law."""
    with pytest.raises(LawBroken, match=f"^{law}: "):
        conformance.check(make(), boards=60, tiny_boards=60, seed=3)


@pytest.mark.parametrize(("law", "make"), CASES, ids=NAMES)
def test_no_other_law_catches_it(law: str, make: Sabotage) -> None:
    """Without that law nothing is found: a law that were switched off would be missed."""
    others = [other for name, other in LAWS.items() if name != law]
    assert conformance.check(make(), boards=15, tiny_boards=15, seed=3, laws=others).moves > 100


def test_a_broken_law_shows_where() -> None:
    """The message has the law, its sentence, the game, the moves and the level as a picture and as JSON."""
    (make,) = SABOTAGES["successors_lead_where_apply_does"]
    with pytest.raises(LawBroken) as caught:
        conformance.check(make(), seed=3)
    first, *board, level = str(caught.value).splitlines()
    assert first.startswith("successors_lead_where_apply_does: `successors` yields with each move")
    assert "Broken by sokoban after '" in first
    assert board
    assert level.startswith('{"game":"sokoban"')


def test_a_law_that_raises_is_broken() -> None:
    """Any exception of a game is reported as the law that was checked."""

    class Torn(type(sokoban.rules)):  # type: ignore[misc]  # Sokoban
        """Its bound divides by nothing."""

        def lower_bound(self, state: Any) -> int:
            return len(state) // 0

    with pytest.raises(LawBroken, match=r"^a_lower_bound_is_never_too_high: .* Raised ZeroDivisionError") as caught:
        conformance.check(Game(Torn(), type(sokoban.controls)), boards=0, seed=3)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_the_report_counts() -> None:
    """A report says how much was looked at; the same for the same seed."""
    report = conformance.check(sokoban, boards=20, tiny_boards=100, seed=3)
    assert report == conformance.check(sokoban, boards=20, tiny_boards=100, seed=3)
    assert report.boards == 20
    assert report.moves > 300
    assert report.positions > report.solvable > 100


@pytest.mark.parametrize("key", games.keys())
def test_changes_and_differences_lead_there_and_back(key: str) -> None:
    """On random walks the changes of a turn lead back when they are undone, and boards differ by what leads on."""
    game, rng = games.find(key), random.Random(5)
    for level in conformance.random_levels(game, 25, seed=5):
        state = game.rules.initial_state(level)
        for _ in range(8):
            if not (moves := game.rules.legal_moves(state)):
                break
            transition = game.rules.apply(state, rng.choice(moves))
            assert transition is not None
            before, after = game.rules.board(state), game.rules.board(transition.state)
            assert after.apply(inverse_changes(transition.changes)) == before
            assert before.apply(before.diff(after)) == after
            state = transition.state


def test_boards_repeat_for_a_seed_and_are_crowded() -> None:
    """The same seed gives the same boards; they have boxes in line, in corners and on goals among them."""
    game = games.find("sokoban")
    levels = list(conformance.random_levels(game, 200, seed=9))
    assert levels == list(conformance.random_levels(game, 200, seed=9))
    assert levels != list(conformance.random_levels(game, 200, seed=10))
    boards = [level.board for level in levels]
    in_line = [
        b
        for b in boards
        if any(b.grid.step[2][x.anchor] in {y.anchor for y in b.of_kind("box")} for x in b.of_kind("box"))
    ]
    on_goal = [b for b in boards if any(x.anchor in b.cells_of("goal") for x in b.of_kind("box"))]
    assert len(in_line) > 40
    assert len(on_goal) > 40
    assert all(len(board.of_kind("pusher")) == 1 for board in boards)
