"""Links for testers: who follows one may see the collection, until it ends."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from pushbox import formats, store
from pushbox.errors import Conflict, NotFound, StoreError
from pushbox.store import Store
from pushbox.store.draft_links import MAX_COMMENTS
from pushbox.store.tables import draft_testers, now, visitors

ROOM = "######\n#@$ .#\n######\n"


def draft(library: Store) -> int:
    """Return a collection of Ann's that is not published."""
    return store.collections.add(library, formats.read(ROOM, format="xsb"), name="draft.xsb", owner="ann").id


def test_a_tester_is_one_until_the_link_ends(library: Store) -> None:
    """By being revoked, or by a new link in its place; following it twice counts once."""
    ident = draft(library)
    assert store.draft_links.get(library, ident) is None
    store.draft_links.make(library, ident, "first")
    for _ in range(2):
        assert store.draft_links.follow(library, "first", "bo") == ident
    link = store.draft_links.get(library, ident)
    assert link is not None
    assert link.testers == 1
    assert abs(link.made - now()) < timedelta(minutes=1)
    assert [store.draft_links.is_tester(library, ident, one) for one in ("bo", "cy")] == [True, False]
    store.draft_links.make(library, ident, "second")
    assert not store.draft_links.is_tester(library, ident, "bo")
    with pytest.raises(NotFound, match="found no link for testers"):
        store.draft_links.follow(library, "first", "bo")
    store.draft_links.follow(library, "second", "bo")
    assert store.draft_links.is_tester(library, ident, "bo")
    store.draft_links.end(library, ident)
    assert not store.draft_links.is_tester(library, ident, "bo")
    assert store.draft_links.get(library, ident) is None


def test_a_tester_finds_nothing_in_lists(library: Store) -> None:
    """The collection is seen by its address alone."""
    ident = draft(library)
    store.draft_links.make(library, ident, "hash")
    store.draft_links.follow(library, "hash", "bo")
    found = {one: len(store.collections.listing(library, viewer=one)) for one in ("ann", "bo")}
    assert found == {"ann": 1, "bo": 0}
    assert store.levels.search(library, viewer="bo").total == 0


def test_publishing_ends_the_link(library: Store) -> None:
    """For good: withdrawing does not bring it back, and what is published gets none."""
    ident = draft(library)
    store.draft_links.make(library, ident, "hash")
    store.draft_links.follow(library, "hash", "bo")
    store.collections.publish(library, ident)
    with pytest.raises(Conflict, match="published already"):
        store.draft_links.make(library, ident, "other")
    store.collections.withdraw(library, ident)
    assert not store.draft_links.is_tester(library, ident, "bo")
    with pytest.raises(NotFound):
        store.draft_links.follow(library, "hash", "bo")


def test_testers_go_with_the_collection_and_the_visitor(library: Store) -> None:
    """No row stays that nobody can have any more; a collection that is gone gets no link."""
    ident = draft(library)
    store.draft_links.make(library, ident, "hash")
    for visitor in ("bo", "cy"):
        store.draft_links.follow(library, "hash", visitor)
    with library.write() as connection:
        connection.execute(sa.delete(visitors).where(visitors.c.id == "bo"))
    with library.read() as connection:
        assert connection.execute(sa.select(draft_testers.c.visitor)).scalars().all() == ["cy"]
    store.collections.remove(library, ident)
    with library.read() as connection:
        assert connection.execute(sa.select(draft_testers.c.visitor)).first() is None
    with pytest.raises(NotFound, match="collection"):
        store.draft_links.make(library, ident, "hash")


def test_a_link_has_so_many_testers(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are in stay in."""
    monkeypatch.setattr("pushbox.store.draft_links.MAX_TESTERS", 1)
    store.draft_links.make(library, draft(library), "hash")
    store.draft_links.follow(library, "hash", "bo")
    store.draft_links.follow(library, "hash", "bo")
    with pytest.raises(StoreError, match="found 1 testers"):
        store.draft_links.follow(library, "hash", "cy")


def test_the_newest_comments_on_a_draft(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """On its own levels, without hidden ones, and no more than are shown."""
    assert MAX_COMMENTS > 2
    monkeypatch.setattr("pushbox.store.draft_links.MAX_COMMENTS", 2)
    store.accounts.register(library, "Cy", "no password fits this")
    ident = draft(library)
    other = store.collections.add(library, formats.read(ROOM, format="xsb"), name="other.xsb", owner="ann").id
    (level,), (foreign,) = (store.levels.search(library, collection=one).entries for one in (ident, other))
    store.comments.add(library, foreign.id, "Cy", "elsewhere")
    made = [store.comments.add(library, level.id, "Cy", text).id for text in ("one", "two", "three", "rude")]
    store.comments.decide(library, made[-1], hidden=True)
    found = store.draft_links.newest_comments(library, ident)
    assert [(one.level, one.number, one.account, one.text) for one in found] == [
        (level.id, 1, "Cy", "three"),
        (level.id, 1, "Cy", "two"),
    ]
