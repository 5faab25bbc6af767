"""How the database answers: by its indices, whatever a search asks for that has one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.store.plans import scanned, scans

from pushbox import formats, store
from pushbox.store import Store
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
