"""How the database answers: by its indices, whatever a search asks for that has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.store.plans import scanned, scans

from pushbox import formats, store
from pushbox.errors import PushboxError
from pushbox.store import (
    Store,
    claims,
    classes,
    collections,
    comments,
    disk,
    draft_links,
    follows,
    hidden,
    near,
    opinions,
    profiles,
    recovery_codes,
    rooms,
    servers,
    summaries,
    tokens,
)
from pushbox.store.tables import levels


@pytest.fixture
def sqlite(empty_file: Path, tmp_path: Path) -> Iterator[Store]:
    """Yield a library of two levels in SQLite."""
    file = tmp_path / "library.sqlite"
    file.write_bytes(empty_file.read_bytes())
    with store.open(f"sqlite:///{file}") as library:
        store.collections.add(library, formats.read("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"), name="two")
        yield library


@pytest.mark.parametrize(
    ("filters", "tables"),
    [
        ({"collection": 1}, []),
        ({"tag": "hard"}, []),
        ({"text": "two 1"}, []),
        ({"boxes": (2, 3)}, []),
        ({"game": "hanano"}, []),
        ({"collection": 1, "state": "unsolved", "order": "difficulty"}, []),
        ({"author": "ann"}, ["levels"]),
        ({}, ["levels"]),
    ],
)
def test_a_search_goes_by_an_index_where_there_is_one(
    filters: dict[str, Any], tables: list[str], sqlite: Store
) -> None:
    """Only a search for what may be in the midst of a text, or for everything, looks at all levels."""
    met: set[str] = set()

    def explain(_: sa.Connection, cursor: Any, statement: str, parameters: Any, *__: object) -> None:
        met.update(scanned(cursor, statement, parameters))

    with sqlite.read():  # connected: what is sent from now on is the search
        sa.event.listen(sqlite.engine, "after_cursor_execute", explain)
        store.levels.search(sqlite, **filters)
    assert sorted(met) == tables


def test_a_scan_is_noticed(sqlite: Store) -> None:
    """A query without an index, under an alias too, is named with its table."""
    alias = levels.alias()
    query = sa.select(alias.c.id).where(alias.c.title == "one")
    with sqlite.read() as connection:
        raw: Any = connection.connection.cursor()
        assert scanned(raw, str(query), {"title_1": "one"}) == ["levels"]
        assert scanned(raw, str(sa.select(levels.c.id).where(levels.c.id == 1)), {"id_1": 1}) == []
        assert list(scans(raw, str(query), {"title_1": "one"}, None)) == []  # not sent by the library


ROOMS: list[Callable[[Store], object]] = [
    lambda library: store.accounts.looks_like_one(library, "Anne"),
    lambda library: store.accounts.is_moderator(library, "Ann"),
    store.accounts.moderators,
    lambda library: store.accounts.set_moderator(library, "Ann", moderates=True),
    lambda library: store.accounts.count_owned(library, "ann"),
    lambda library: store.accounts.delete_visitor(library, "ann"),
    lambda library: claims.release(library, 1, server="a"),
    lambda library: claims.requests(library, "a"),
    lambda library: classes.listing(library, ["Ann"]),
    lambda library: classes.rename(library, 1, "other"),
    lambda library: collections.free_names(library, ["two"]),
    lambda library: comments.listing(library, 1, after=1),
    lambda library: comments.count(library, 1),
    lambda library: comments.remove(library, 1),
    comments.reported,
    disk.use,
    lambda library: disk.kept_by(library, ["ann"]),
    lambda library: draft_links.end(library, 1),
    lambda library: follows.unfollow(library, "Ann", "Bob"),
    lambda library: follows.followed(library, "Ann"),
    lambda library: follows.count_followers(library, "Ann"),
    lambda library: opinions.get(library, 1, "Ann"),
    lambda library: opinions.of_level(library, 1),
    lambda library: profiles.solved(library, "Ann"),
    lambda library: recovery_codes.is_valid(library, "Ann", "code"),
    lambda library: rooms.close_class_room(library, 1),
    servers.listing,
    lambda library: summaries.level_names(library, [1]),
    lambda library: summaries.known_normals(library, ["0"], viewer="ann"),
    lambda library: tokens.get(library, "token"),
    lambda library: tokens.listing(library, "Ann"),
    lambda library: tokens.revoke(library, "Ann", "token"),
    near.of_collection,
    lambda library: store.levels.tag(library, [1, 2], "hard"),
    lambda library: store.levels.untag(library, [1, 2], "hard"),
    hidden.remove_rest,
]


def test_every_room_asks_by_an_index(sqlite: Store) -> None:
    """What the tests of other folders ask of the library is explained here: `no_scans` looks at all of it."""
    store.accounts.register(sqlite, "Ann", "hash")
    for ask in ROOMS:
        with suppress(PushboxError):
            ask(sqlite)
