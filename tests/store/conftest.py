"""Every query that a test of the library sends is explained: none scans a table that grows with the levels."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from tests.store.plans import scans


@pytest.fixture(autouse=True)
def no_scans() -> Iterator[None]:
    """Fail the test that first sends a query with a scan that `tests.store.plans.ALLOWED` gives no reason for."""
    found: list[str] = []

    def explain(_: sa.Connection, cursor: object, statement: str, parameters: object, *__: object) -> None:
        found.extend(scans(cursor, statement, parameters, sys._getframe()))

    sa.event.listen(sa.Engine, "after_cursor_execute", explain)
    yield
    sa.event.remove(sa.Engine, "after_cursor_execute", explain)
    assert not found, "\n".join(found)
