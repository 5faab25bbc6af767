"""The levels of a day: the same for everyone, everywhere, and really levels."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from pushbox import identity
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.play.verify import verify
from pushbox.web.api import daily
from pushbox.web.api.daily import SPECS, levels_of, streak_of

from .conftest import refused

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from .conftest import Browser

DAY = date(2026, 1, 3)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be a day whose levels are quickly made."""
    monkeypatch.setattr(daily, "_today", lambda: DAY)


def test_a_day_is_made_from_its_date() -> None:
    """Made twice it is the same; days differ; each level is what was wished for, and solvable."""
    days = [levels_of(DAY + timedelta(days=n)) for n in range(2)]
    assert days[0] == levels_of(DAY)
    ratings = [[rate_difficulty(level, level.saved_moves[0].text).value for level in day] for day in days]
    assert all(day == sorted(day) for day in ratings)
    made = [level for day in days for level in day]
    assert len({identity.canonical_id(level) for level in made}) == len(made)
    for day in days:
        for level, spec in zip(day, SPECS.values(), strict=True):
            assert (level.board.height, level.board.width) == (spec.rows, spec.columns)
            assert verify(level, level.saved_moves[0].text).solved


def test_everybody_gets_the_same(browser: Browser) -> None:
    """A day is made by the first request, kept, and no collection among the others."""
    one, other = browser(), browser()
    fields = one.get("/api/daily").json()
    assert [level["size"] for level in fields["levels"]] == ["small", "middle", "large"]
    assert fields["levels"] == other.get(f"/api/daily/{fields['date']}").json()["levels"]
    names = [entry["name"] for entry in one.get("/api/collections").json()["collections"]]
    assert not any(fields["date"] in name for name in names)


def test_own_results_are_listed(browser: Browser) -> None:
    """On which of the last days something was played, and how much was solved."""
    client = browser()
    client.get("/api/me")
    day = client.get("/api/daily").json()
    assert day["days"] == []
    level = day["levels"][0]["id"]
    solution = client.get(f"/api/levels/{level}/solutions").json()["solutions"][0]["text"]
    client.post(f"/api/levels/{level}/solutions", json={"solution": solution})
    client.post("/api/plays", json={"level_id": day["levels"][1]["id"]})
    body = client.get("/api/daily").json()
    assert body["days"] == [{"date": day["date"], "solved": 1}]
    assert (day["streak"], body["streak"]) == (0, 1)
    assert [one["state"] for one in body["levels"]] == ["solved", "begun", None]


def test_a_streak_is_not_broken_before_the_day_is_over() -> None:
    """It goes up to today or yesterday; a day that was only begun is a gap."""
    days = {DAY - timedelta(days=n): 1 for n in (1, 2, 3, 5)}
    assert streak_of(days, DAY) == 3
    assert streak_of(days | {DAY: 2}, DAY) == 4
    assert streak_of(days | {DAY - timedelta(days=4): 0}, DAY) == 3
    assert streak_of(days, DAY + timedelta(days=1)) == streak_of({}, DAY) == 0


def test_only_days_that_were(client: TestClient) -> None:
    """Not tomorrow, not long ago, not what is no day."""
    tomorrow = daily._today() + timedelta(days=1)
    for day in (tomorrow, date(1999, 1, 1), date(9999, 12, 31)):
        refused(client.get(f"/api/daily/{day}"), 404, "not-found")
    refused(client.get("/api/daily/someday"), 422, "bad-input")
