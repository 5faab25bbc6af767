"""The conformance check itself: each law catches the game that breaks it, and nothing else does."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.conformance import sabotage
from tests.conformance.sabotage import SABOTAGES, Sabotage, broken_laws

from pushbox import conformance, games
from pushbox.board import inverse_changes
from pushbox.conformance import LAWS, LawBroken
from pushbox.games.api import Game
from pushbox.games.sokoban import game as sokoban

CASES = [(law, make) for law, games in SABOTAGES.items() for make in games]
NAMES = [make.__name__ for _, make in CASES]
SOONER = {"run._PATIENCE": 250, "boards._TRIES": 1_000, "level_laws._MANY": 500}  # boards, before the check gives up


def test_every_law_has_a_game_that_breaks_it() -> None:
    """The table of laws and that of sabotaged games have the same names, and every law is a sentence."""
    assert SABOTAGES.keys() == LAWS.keys()
    assert all(law.sentence for law in LAWS.values())


@pytest.mark.parametrize(("law", "make"), CASES, ids=NAMES)
def test_a_broken_game_is_named_by_its_law_alone(law: str, make: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that breaks a law the check says so, and no other law does: one that is switched off is missed."""
    for name, boards in SOONER.items():
        monkeypatch.setattr(f"pushbox.conformance.{name}", boards)
    others = [other for name, other in LAWS.items() if name != law]
    assert broken_laws(make, LAWS[law], others).keys() == {law}


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
    """A report says how much was looked at, by which laws, and by which none was; the same for the same seed."""
    report = conformance.check(sokoban, boards=20, tiny_boards=100, seed=3)
    assert report == conformance.check(sokoban, boards=20, tiny_boards=100, seed=3)
    assert report.boards == 20
    assert report.moves > 300
    assert report.positions > report.solvable > 100
    assert report.cases.keys() == LAWS.keys()
    assert report.cases["the_changes_lead_to_the_next_board"] == report.moves
    claims = {"native_searches_play_by_the_rules", "the_optimizer_takes_every_solution"}
    assert claims | {"the_normal_form_is_the_same_puzzle"} <= {*report.unseen}  # these rules alone claim nothing


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (sabotage.levels.takes_no_level, "Broken by sokoban, which takes none of 5,000 boards: found a level, by\n"),
        (sabotage.claims.has_no_native_rules, "Nothing to look at by unknown on 100 tiny boards, such as\n"),
        (sabotage.claims.pulls_too, "Broken by sokoban on the tiny board\n"),
    ],
)
def test_what_a_game_claims_is_shown_by_a_board(make: Sabotage, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that needs many boards shows one of them, as a picture and as JSON."""
    monkeypatch.setattr("pushbox.conformance.run._PATIENCE", 40)
    with pytest.raises(LawBroken) as caught:
        conformance.check(make(), boards=5, tiny_boards=60, seed=3)
    first, _, board = str(caught.value).partition(shown)
    assert first.endswith(".  ")
    assert board.splitlines()[-1].startswith('{"game":')


def test_what_is_not_looked_at_is_named() -> None:
    """Without boards no law of positions is looked at, and the report says so."""
    report = conformance.check(sokoban, boards=0, tiny_boards=0)
    assert {"a_state_comes_back_from_its_level", "a_level_can_be_solved"} <= {*report.unseen}
    assert "rules_are_described" not in report.unseen


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
