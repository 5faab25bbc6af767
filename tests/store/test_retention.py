"""What visitors leave behind who stay away: deleted in small portions, and never while anybody can have it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

import pushbox
from pushbox import store
from pushbox.levels import builtin
from pushbox.store import Store, retention
from pushbox.store.accounts import local_visitor
from pushbox.store.plays import PlayStatus, Step
from pushbox.store.tables import collections, devices, logins, now, plays, solutions, steps, storms, studies, visitors
from pushbox.studies import study_of_level

TEXT = "#####\n#@$.#\n#####\n"
LONG_AGO = now() - timedelta(days=1000)
CUTOFF = now() - timedelta(days=365)


def leave_behind(library: Store, visitor: str, *, seen: datetime = LONG_AGO) -> None:
    """Let a visitor have something of every kind, and stay away since an instant."""
    own = store.collections.add(library, pushbox.read(TEXT * 3), name="mine", owner=visitor).id
    (level, *_) = store.levels.search(library, collection=own).entries
    play = store.plays.create(library, visitor, level.id)
    store.plays.append(library, [Step(play.id, node, node - 1, '"r"') for node in range(1, 4)])
    store.solutions.add(library, level.id, "R", visitor=visitor)
    store.studies.add(library, study_of_level(builtin("lessons")[0]), owner=visitor)
    store.storms.add(library, visitor=visitor, account=None, name="guest", solved=1, moves=1)
    with library.write() as connection:
        connection.execute(sa.update(visitors).where(visitors.c.id == visitor).values(seen=seen))
        connection.execute(sa.update(plays).where(plays.c.visitor == visitor).values(updated=LONG_AGO))
        connection.execute(sa.update(studies).where(studies.c.owner == visitor).values(read=LONG_AGO))
        connection.execute(sa.update(storms).where(storms.c.visitor == visitor).values(played=LONG_AGO))


def left(library: Store, visitor: str) -> dict[str, int]:
    """Count what a visitor has."""
    of = {
        "visitors": visitors.c.id == visitor,
        "plays": plays.c.visitor == visitor,
        "solutions": solutions.c.visitor == visitor,
        "collections": collections.c.owner == visitor,
        "studies": studies.c.owner == visitor,
        "storms": storms.c.visitor == visitor,
    }
    with library.read() as connection:
        return {
            name: connection.execute(
                sa.select(sa.func.count()).select_from(condition.left.table).where(condition)
            ).scalar_one()
            for name, condition in of.items()
        }


def test_what_nobody_can_have_is_deleted(make_url: Callable[[], str]) -> None:
    """All of it; what others have, and what belongs to an account, stays."""
    with store.open(make_url()) as library:
        for visitor in ("away", "here"):
            leave_behind(library, visitor, seen=LONG_AGO if visitor == "away" else now())
        store.accounts.register(library, "Anna", "hash")
        shared = store.collections.add(library, pushbox.read(TEXT), name="shared")
        (public,) = store.levels.search(library, collection=shared.id).entries
        store.solutions.add(library, public.id, "R", visitor="away", account="Anna")
        with library.write() as connection:
            connection.execute(sa.update(visitors).where(visitors.c.id == "away").values(seen=LONG_AGO))
        assert all(left(library, "away").values())
        assert sum(retention.forget(library, CUTOFF)) > 5
        assert not any(left(library, "away").values())
        assert all(left(library, "here").values())
        assert [one.account for one in store.solutions.listing(library, public.id)] == ["Anna"]
        assert not sum(retention.forget(library, CUTOFF))


def _seen(connection: sa.Connection) -> None:
    connection.execute(sa.update(visitors).values(seen=CUTOFF + timedelta(minutes=1)))


def _played(connection: sa.Connection) -> None:
    play = connection.execute(sa.select(plays.c.id)).scalars().first()
    store.plays.write_status(connection, [PlayStatus(play or 0, 0, 1.0)])


def _logged_in(connection: sa.Connection) -> None:
    row = {"id": "x", "account": "Anna", "visitor": "away", "made": LONG_AGO, "used": LONG_AGO, "client": ""}
    connection.execute(sa.insert(logins).values(row | {"ends": now() + timedelta(minutes=1)}))


def _known_device(connection: sa.Connection) -> None:
    connection.execute(sa.insert(devices).values(account="Anna", visitor="away", used=now()))


def _read(connection: sa.Connection) -> None:
    connection.execute(sa.update(studies).values(read=now()))


def _published(connection: sa.Connection) -> None:
    connection.execute(sa.update(collections).values(published=True))


@pytest.mark.parametrize("reach", [_seen, _played, _logged_in, _known_device, _read, _published])
def test_what_somebody_can_have_stays(make_url: Callable[[], str], reach: Callable[[sa.Connection], Any]) -> None:
    """Each way in which a visitor, or others, have used it within the time."""
    with store.open(make_url()) as library:
        store.accounts.register(library, "Anna", "hash")
        leave_behind(library, "away")
        with library.write() as connection:
            reach(connection)
        before = left(library, "away")
        assert not sum(retention.forget(library, CUTOFF))
        assert left(library, "away") == before


def test_a_player_at_a_terminal_needs_no_cookie(make_url: Callable[[], str]) -> None:
    """Their plays stay, however long they stay away."""
    with store.open(make_url()) as library:
        leave_behind(library, local_visitor())
        assert not sum(retention.forget(library, CUTOFF))
        assert all(left(library, local_visitor()).values())


def test_who_comes_back_meanwhile_keeps_the_rest(make_url: Callable[[], str]) -> None:
    """It is looked again before each portion."""
    with store.open(make_url()) as library:
        leave_behind(library, "away")
        portions = retention.forget(library, CUTOFF)
        next(portions)
        store.accounts.see_visitor(library, "away", now())
        assert not sum(portions)
        assert left(library, "away")["collections"] == 1


def test_portions_are_small(make_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No transaction deletes more rows than others can wait for, however much a visitor has left behind."""
    monkeypatch.setattr(retention, "MAX_ROWS", 20)
    monkeypatch.setattr(retention, "MAX_LEVELS", 5)
    with store.open(make_url()) as library:
        leave_behind(library, "away")
        store.collections.add(library, pushbox.read(TEXT * 30), name="large", owner="away")
        (level, *_) = store.levels.search(library).entries
        play = store.plays.create(library, "away", level.id)
        store.plays.append(library, [Step(play.id, node, node - 1, '"r"') for node in range(1, 200)])
        with library.write() as connection:
            connection.execute(sa.update(visitors).values(seen=LONG_AGO))
            connection.execute(sa.update(plays).values(updated=LONG_AGO))
        deleted = [*retention.forget(library, CUTOFF)]
        assert max(deleted) <= 20
        assert len(deleted) > 199 // 20 + 33 // 5
        assert not any(left(library, "away").values())
        with library.read() as connection:
            assert not connection.execute(sa.select(sa.func.count()).select_from(steps)).scalar_one()


def test_a_visitor_is_seen_once_a_day(make_url: Callable[[], str]) -> None:
    """Reading costs no write on the same day, and somebody unknown gets no row."""
    with store.open(make_url()) as library:
        store.accounts.add_visitor(library, "ann")
        at = now() + timedelta(days=2)
        writes = []
        sa.event.listen(library.engine, "begin", lambda it: writes.append(it.get_execution_options()))
        for visitor in ("ann", "ann", "made up"):
            store.accounts.see_visitor(library, visitor, at)
        assert len([options for options in writes if options.get("pushbox_writes")]) == 1
        with library.read() as connection:
            assert [*connection.execute(sa.select(visitors.c.id, visitors.c.seen))] == [("ann", at)]
