"""The dump of published levels: those under a licence, with what is known of each, in pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.test_community import Person

from pushbox import formats, store
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

ROOM = formats.read("#######\n#@ $ .#\n#     #\n#######\n", format="xsb").levels[0]
TURNED = formats.read("#######\n#. $ @#\n#     #\n#######\n", format="xsb").levels[0]


@pytest.fixture
def client(make_url: Callable[[], str], static: Path, unseeded: None) -> Iterator[TestClient]:
    del unseeded
    with TestClient(create_app(Settings(database=make_url(), static=static))) as opened:
        yield opened


def published(author: Person, licence: str | None) -> int:
    """Return a level that an author has solved and published."""
    level = author.level(ROOM)
    author.ask("POST", f"/levels/{level}/solutions", {"solution": "rRR"}, 201)
    collection = store.levels.get(author.store, level).collection
    shown = author.ask("POST", "/publish", {"collection": collection, "licence": licence})
    assert shown["licence"] == (licence or "")
    return level


def test_levels_under_a_licence_are_dumped(client: TestClient) -> None:
    """With optima, difficulty and players; neither without a licence, nor private, nor withdrawn."""
    ada, bob, guest = Person(client, "Ada"), Person(client, "Bob"), Person(client)
    level = published(ada, "CC-BY-4.0")
    published(bob, None)
    ada.level(TURNED)
    for person in (bob, guest):
        store.plays.create(person.store, person.id, level)
    (one,) = guest.ask("GET", "/dump")["levels"]
    assert (one["id"], one["owner"], one["licence"]) == (level, "Ada", "CC-BY-4.0")
    assert (one["best"]["pushes"], one["proven"], one["players"], one["solvers"]) == (2, [], 2, 0)
    assert one["level"]["board"]["width"] == ROOM.board.width
    best = store.solutions.best(ada.store, level)["pushes"]
    store.solutions.mark_best(ada.store, best.id, "pushes")
    assert guest.ask("GET", "/dump")["levels"][0]["proven"] == ["pushes"]
    collection = store.levels.get(ada.store, level).collection
    ada.ask("DELETE", f"/collections/{collection}/publish")
    assert guest.ask("GET", "/dump")["levels"] == []


def test_the_dump_has_pages(client: TestClient) -> None:
    """Each level is there once, by its id."""
    idents = [published(Person(client, name), "CC0-1.0") for name in ("Ada", "Bob", "Cid")]
    guest, seen = Person(client), []
    after: Any = 0
    while after is not None:
        page = guest.ask("GET", f"/dump?limit=2&after={after}")
        seen.append([one["id"] for one in page["levels"]])
        after = page["next"]
    assert seen == [idents[:2], idents[2:]]


def test_a_licence_is_one_of_the_known(client: TestClient) -> None:
    """Another name is refused, so that a program knows what it may do."""
    ada = Person(client, "Ada")
    ada.ask("POST", "/publish", {"collection": 1, "licence": "MINE"}, 422)
