"""Rated puzzles and milestones: who wins, what is offered, what counts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from pushbox import levels, store
from pushbox.store import Store
from pushbox.store.milestones import Streak, streak_of
from pushbox.store.puzzles import first_rating
from pushbox.store.transfer import import_file

DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Yield a library with the lessons and a pack of the campaign."""
    with store.open(f"sqlite:///{tmp_path_factory.mktemp('puzzles')}/library.sqlite") as library:
        for name in ("lessons", "campaign-01"):
            import_file(library, levels.path(name), name=name)
        yield library


def begin(library: Store, visitor: str, seed: int = 1) -> int:
    """Begin the next puzzle of a visitor, and return its level."""
    level = store.puzzles.choose(library, visitor, random.Random(seed))
    assert level is not None
    play = store.plays.create(library, visitor, level).id
    assert store.puzzles.begin(library, visitor, level, play).level == level
    return level


def solve(library: Store, visitor: str, level: int, *assists: str) -> None:
    """Solve a level by the solution that comes with it."""
    text = store.solutions.listing(library, level)[0].text
    store.solutions.add(library, level, text, visitor=visitor, assists=assists)


def test_a_win_raises_the_rating_and_lowers_that_of_the_level(packs: Store) -> None:
    """By Glicko-2, once; the puzzle is not offered again."""
    level = begin(packs, "ann")
    before = store.puzzles.level_rating(packs, level)
    solve(packs, "ann", level)
    for _ in range(2):
        store.puzzles.settle(packs, "ann")
        standing = store.puzzles.standing(packs, "ann")
        assert (standing.tried, standing.won, standing.open) == (1, 1, None)
        assert standing.last is not None
        assert standing.last.change is not None
        assert standing.last.change == pytest.approx(standing.rating.value - 1500)
        assert standing.last.change > 50
    after = store.puzzles.level_rating(packs, level)
    assert after.value < before.value
    assert after.deviation < before.deviation
    assert level not in {store.puzzles.choose(packs, "ann", random.Random(seed)) for seed in range(40)}


def test_a_solution_with_assists_and_giving_up_are_losses_until_the_level_is_solved_alone(packs: Store) -> None:
    """The levels are listed as failed, the latest first, and one that is solved alone since is a milestone."""
    helped = begin(packs, "bo")
    solve(packs, "bo", helped, "hint")
    store.puzzles.settle(packs, "bo")
    left = begin(packs, "bo", 2)
    store.puzzles.give_up(packs, "bo")
    store.puzzles.give_up(packs, "bo")  # nothing is open
    standing = store.puzzles.standing(packs, "bo")
    assert (standing.tried, standing.won) == (2, 0)
    assert standing.rating.value < 1500
    assert store.puzzles.failed(packs, "bo", limit=9) == [left, helped]
    assert milestone(packs, "bo", "again") == (0, 1)
    solve(packs, "bo", helped)
    assert store.puzzles.failed(packs, "bo", limit=9) == [left]
    assert milestone(packs, "bo", "again") == (1, 1)


def test_there_is_one_open_puzzle_and_it_is_lost_with_its_play(packs: Store) -> None:
    """Who begins another one gets the open one; a visitor who removes the play does not save their rating."""
    level = begin(packs, "cy")
    other = store.puzzles.choose(packs, "cy", random.Random(9))
    assert other is not None
    attempt = store.puzzles.begin(packs, "cy", other, store.plays.create(packs, "cy", other).id)
    assert attempt.level == level
    assert attempt.play is not None
    store.plays.remove(packs, attempt.play)
    store.puzzles.settle(packs, "cy")
    assert store.puzzles.failed(packs, "cy", limit=9) == [level]


def test_puzzles_are_near_the_rating_and_end(packs: Store) -> None:
    """Of 32 levels a beginner gets the hardest ones, who are 16 near theirs; nothing is left when all are tried."""
    offered = {store.puzzles.choose(packs, "di", random.Random(seed)) for seed in range(60)}
    assert 2 <= len(offered) <= 16
    seen = set()
    while (level := store.puzzles.choose(packs, "di", random.Random(3))) is not None:
        store.puzzles.begin(packs, "di", level, store.plays.create(packs, "di", level).id)
        store.puzzles.give_up(packs, "di")
        seen.add(level)
    assert len(seen) == 32


def test_the_first_rating_of_a_level_grows_with_its_pushes() -> None:
    """By 200 points for twice as many."""
    assert [round(first_rating(pushes).value) for pushes in (5, 10, 160)] == [1100, 1300, 2100]


def test_streaks() -> None:
    """Days in a row; one up to yesterday goes on, one up to the day before is over."""
    today = date(2026, 3, 1)
    days = [today - DAY * back for back in (1, 2, 5, 6, 7)]
    assert streak_of(days, today) == Streak(2, 3)
    assert streak_of(days, today + DAY) == Streak(0, 3)
    assert streak_of([], today) == Streak(0, 0)


def milestone(library: Store, visitor: str, kind: str) -> tuple[int, int]:
    """Return the count and the goal of a milestone."""
    found = store.milestones.milestones(library, visitor, games=9)
    return next((one.count, one.goal) for one in found if one.kind == kind)


def test_milestones_count_what_was_done_alone(packs: Store) -> None:
    """A lesson that was solved with a hint does not count, a record is fewer pushes than anybody's before."""
    lessons, pack = (store.collections.by_name(packs, name).id for name in ("lessons", "campaign-01"))
    first, second = store.levels.search(packs, collection=lessons, limit=2).entries
    solve(packs, "ed", first.id)
    solve(packs, "ed", second.id, "hint")
    assert milestone(packs, "ed", "lessons") == (1, 13)
    assert milestone(packs, "ed", "games") == (1, 9)
    assert milestone(packs, "ed", "days") == (1, 7)
    assert milestone(packs, "ed", "record") == (0, 1)
    longest = max(
        store.levels.search(packs, collection=pack, limit=50).entries,
        key=lambda entry: store.solutions.lowest_counts(packs, [entry.id])[entry.id]["pushes"],
    )
    solve(packs, "ed", longest.id)
    assert milestone(packs, "ed", "pack") == (1, 32)
    assert milestone(packs, "ed", "fewest") == (1, 10)
    for solution in store.solutions.listing(packs, longest.id):
        if solution.visitor != "ed":
            store.solutions.remove(packs, solution.id)
    assert milestone(packs, "ed", "record") == (0, 1), "a level that nobody else has solved is no record"


def test_levels_alike(packs: Store) -> None:
    """Of about as many boxes on about as large a board, without the level and those that are solved."""
    pack = store.collections.by_name(packs, "campaign-01").id
    entry = store.levels.search(packs, collection=pack, limit=1).entries[0]
    found = store.levels.alike(packs, entry, unsolved_by="fi", viewer="fi")
    assert found
    assert entry.id not in found
    for level in [store.levels.get(packs, ident) for ident in found]:
        assert abs(level.boxes - entry.boxes) <= 1
        assert abs(level.width - entry.width) <= 3 >= abs(level.height - entry.height)
    solve(packs, "fi", found[0])
    assert found[0] not in store.levels.alike(packs, entry, unsolved_by="fi", viewer="fi")
