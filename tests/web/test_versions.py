"""New versions of published levels over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.test_community import ROOM, STEP, published
from tests.web.test_draft_links import person

from pushbox import formats, store
from pushbox.formats.json import level_to_json
from pushbox.web.tokens import needed_scope

WIDE = {"level": level_to_json(formats.read("########\n#@ $  .#\n########\n").levels[0]), "solution": "rRRR"}


def test_a_new_version_of_a_published_level(app: Any) -> None:
    """It stands in the collection; who has the link of the one before plays that on, and reads of the new one."""
    ada, bob, guest = person(app, "Ada"), person(app, "Bob"), person(app)
    first = published(ada)
    collection = store.levels.get(ada.store, first).collection
    play = bob.ask("POST", "/plays", {"level_id": first}, 201)["play"]
    bob.ask("POST", f"/levels/{first}/solutions", {"solution": "rRR"}, 201)
    bob.ask("POST", f"/levels/{first}/comments", {"text": "Short."}, 201)
    new = ada.ask("POST", f"/levels/{first}/versions", WIDE, 201)
    assert (new["number"], new["collection"], new["best"]["pushes"]) == (1, collection, 3)
    assert [(it["version"], it["level"]) for it in new["versions"]] == [(1, first), (2, new["id"])]
    assert [it["id"] for it in guest.ask("GET", f"/collections/{collection}/levels")["levels"]] == [new["id"]]
    for one in (bob, guest):
        old = one.ask("GET", f"/levels/{first}")
        assert (old["level"]["board"], old["versions"]) == (level_to_json(ROOM)["board"], new["versions"])
    state = bob.ask("GET", f"/plays/{play}")
    assert (state["level"]["id"], state["level"]["state"], state["level"]["versions"]) == (
        first, "solved", new["versions"],
    )  # fmt: skip
    assert len(guest.ask("GET", f"/levels/{first}/comments")["comments"]) == 1
    assert guest.ask("GET", f"/levels/{new['id']}/comments")["comments"] == []
    assert guest.ask("GET", f"/levels/{new['id']}/leaders?pure=false")["leaders"][0]["name"] == ada.name


def test_who_publishes_which_version(app: Any) -> None:
    """The author, with a solution, of a puzzle that differs, in the place of the present version."""
    ada, bob = person(app, "Ada"), person(app, "Bob")
    first, draft = published(ada), ada.level(STEP)
    bob.ask("POST", f"/levels/{first}/versions", WIDE, 403)
    ada.ask("POST", f"/levels/{first}/versions", WIDE | {"solution": "rRR"}, 422)
    ada.ask("POST", f"/levels/{first}/versions", {"level": WIDE["level"]}, 422)
    ada.ask("POST", f"/levels/{draft}/versions", WIDE, 409)
    same = {"level": level_to_json(ROOM) | {"title": "Hall"}, "solution": "rRR"}
    assert ada.ask("POST", f"/levels/{first}/versions", same, 409)["error"]["phrase"]["code"] == "version-same"
    assert ada.ask("GET", f"/levels/{first}")["versions"] == []
    ada.ask("POST", f"/levels/{first}/versions", WIDE, 201)
    refusal = ada.ask("POST", f"/levels/{first}/versions", WIDE, 409)
    assert refusal["error"]["phrase"]["code"] == "version-earlier"


@pytest.mark.parametrize("end", ["withdraw", "remove"])
def test_earlier_versions_are_seen_as_long_as_the_collection(app: Any, end: str) -> None:
    """Withdrawn with it, and gone with it."""
    ada, bob = person(app, "Ada"), person(app, "Bob")
    first = published(ada)
    collection = store.levels.get(ada.store, first).collection
    ada.ask("POST", f"/levels/{first}/versions", WIDE, 201)
    bob.ask("GET", f"/levels/{first}")
    if end == "withdraw":
        ada.ask("DELETE", f"/collections/{collection}/publish")
    else:
        ada.ask("DELETE", f"/collections/{collection}", status=204)
    bob.ask("GET", f"/levels/{first}", status=404)


def test_a_program_needs_the_right_to_publish() -> None:
    """As for a collection."""
    assert needed_scope("POST", "/api/levels/4/versions") == "publish"
    assert needed_scope("POST", "/api/levels/4/solutions") == "write"
