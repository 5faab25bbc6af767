"""Links for testers over HTTP: who follows one plays and comments on what is not published, until the link ends."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from tests.web.test_community import ROOM, STEP, Person

from pushbox import store
from pushbox.store import tables
from pushbox.web.tokens import needed_scope


def person(app: Any, name: str = "") -> Person:
    """Return somebody new, with an account of a name that nobody has yet, or without one."""
    return Person(TestClient(app), name and f"{name} {secrets.token_hex(4)}")


def link(author: Person, level: int) -> tuple[int, str]:
    """Return the collection of a level of an author, and the code of a new link to it."""
    collection = store.levels.get(author.store, level).collection
    code: str = author.ask("POST", f"/collections/{collection}/draft-link", status=201)["code"]
    return collection, code


def test_a_draft_is_played_and_talked_about(app: Any) -> None:
    """By whoever has the link; comments need an account, and the author sees them beside the link."""
    ada, bob, guest = person(app, "Ada"), person(app, "Bob"), person(app)
    level = ada.level(ROOM)
    collection, code = link(ada, level)
    for one in (bob, guest):
        one.ask("GET", f"/levels/{level}", status=404)
        assert one.ask("POST", "/draft-links", {"code": code}) == {"collection": collection}
        shown = one.ask("GET", f"/collections/{collection}")
        assert (shown["mine"], shown["published"], shown["owner"]) == (False, False, None)
        for path in (f"/collections/{collection}/levels", f"/levels?collection={collection}&state=unsolved"):
            assert [it["id"] for it in one.ask("GET", path)["levels"]] == [level]
        one.ask("POST", "/plays", {"level_id": level}, 201)
        one.ask("PATCH", f"/collections/{collection}", {"title": "mine now"}, 403)
    guest.ask("POST", f"/levels/{level}/comments", {"text": "Too easy."}, 403)
    bob.ask("POST", f"/levels/{level}/comments", {"text": "Too hard."}, 201)
    state = ada.ask("GET", f"/collections/{collection}/draft-link")
    assert state["testers"] == 2
    assert [(one["level"], one["number"], one["name"], one["text"]) for one in state["comments"]] == [
        (level, 1, bob.name, "Too hard.")
    ]


def ends(author: Person, collection: int, level: int, how: str) -> None:
    """End a link."""
    if how == "publish":
        author.ask("POST", f"/levels/{level}/solutions", {"solution": "rRR"}, 201)
        author.ask("POST", f"/collections/{collection}/publish")
        author.ask("POST", f"/collections/{collection}/draft-link", status=409)
        author.ask("DELETE", f"/collections/{collection}/publish")
    elif how == "revoke":
        author.ask("DELETE", f"/collections/{collection}/draft-link", status=204)
    else:
        author.ask("POST", f"/collections/{collection}/draft-link", status=201)


@pytest.mark.parametrize("how", ["publish", "revoke", "renew"])
def test_a_link_ends(app: Any, how: str) -> None:
    """For those who have followed it, and for those who come later."""
    ada, bob = person(app, "Ada"), person(app, "Bob")
    level = ada.level(ROOM)
    collection, code = link(ada, level)
    bob.ask("POST", "/draft-links", {"code": code})
    bob.ask("GET", f"/levels/{level}")
    ends(ada, collection, level, how)
    for path in (f"/levels/{level}", f"/collections/{collection}", f"/levels/{level}/comments"):
        bob.ask("GET", path, status=404)
    assert bob.ask("GET", f"/levels?collection={collection}")["levels"] == []
    bob.ask("POST", f"/levels/{level}/comments", {"text": "And?"}, 404)
    refusal = bob.ask("POST", "/draft-links", {"code": code}, 404)
    assert refusal["error"]["phrase"]["code"] == "no-draft-link"


def test_a_tester_sees_the_draft_alone(app: Any) -> None:
    """Nothing else of its author, not in any list, and the link of it is the author's business."""
    ada, bob, guest = person(app, "Ada"), person(app, "Bob"), person(app)
    level, other = ada.level(ROOM), ada.level(STEP)
    ada.ask("POST", f"/levels/{level}/solutions", {"solution": "rRR"}, 201)
    collection, code = link(ada, level)
    assert store.levels.get(ada.store, other).collection != collection
    bob.ask("POST", "/draft-links", {"code": code})
    bob.ask("GET", f"/levels/{other}", status=404)
    assert collection not in {one["collection"] for one in bob.ask("GET", "/levels?q=Corridor&limit=500")["levels"]}
    assert collection not in {one["id"] for one in bob.ask("GET", "/collections?limit=500")["collections"]}
    for method in ("GET", "POST", "DELETE"):
        bob.ask(method, f"/collections/{collection}/draft-link", status=403)
        guest.ask(method, f"/collections/{collection}/draft-link", status=404)
    assert guest.ask("GET", f"/levels?collection={collection}")["levels"] == []


def test_a_tester_passes_a_draft_on_to_nobody(app: Any) -> None:
    """Not in a class of theirs, which would have it when the link has ended; its author may."""
    ada, bob = person(app, "Ada"), person(app, "Bob")
    level = ada.level(ROOM)
    _, code = link(ada, level)
    bob.ask("POST", "/draft-links", {"code": code})
    for one, status in ((bob, 404), (ada, 204)):
        room = one.ask("POST", "/classes", {"title": "Monday"}, 201)["code"]
        one.ask("POST", f"/classes/{room}/levels", {"levels": [level], "opens": None}, status)


def test_only_a_hash_of_the_code_is_kept(app: Any) -> None:
    """Nothing that the library holds leads to the link; codes are long, and no two are the same."""
    ada = person(app, "Ada")
    level = ada.level(ROOM)
    codes = {link(ada, level)[1] for _ in range(3)}
    assert {len(code) for code in codes} == {43}
    assert len(codes) == 3
    with ada.store.read() as connection:
        own = tables.draft_links.c.collection_id == store.levels.get(ada.store, level).collection
        rows = connection.execute(sa.select(tables.draft_links).where(own)).all()
    assert len(rows) == 1
    texts = (str(rows), str(ada.ask("GET", "/me/export")))
    assert not any(code in text for code in codes for text in texts)
    collection = store.levels.get(ada.store, level).collection
    assert not any(code in str(ada.ask("GET", f"/collections/{collection}/draft-link")) for code in codes)


def test_a_program_needs_the_right_to_publish() -> None:
    """Showing a draft to others is as much as publishing it."""
    assert [needed_scope(method, "/api/collections/4/draft-link") for method in ("GET", "POST", "DELETE")] == [
        "read",
        "publish",
        "publish",
    ]
