"""Opinions, comments, profiles, following, moderation and the feed: who may do what, and what strangers are shown."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from starlette.testclient import TestClient
from tests.web.play.conftest import Visitor

from pushbox import formats, store
from pushbox.formats.json import level_to_json
from pushbox.store.tables import now
from pushbox.web.app import create_app
from pushbox.web.identity_cookie import SESSION, hashed
from pushbox.web.settings import Limits, Rate, Settings

ROOM = replace(formats.read("#######\n#@ $ .#\n#     #\n#######\n", format="xsb").levels[0], title="Corridor <b>&\x08")
STEP = formats.read("#####\n#@$.#\n#####\nTitle: Step\n", format="xsb").levels[0]
ATOM = "{http://www.w3.org/2005/Atom}"


class Person(Visitor):
    """Somebody with an account, or without one where the name is empty."""

    def __init__(self, client: TestClient, name: str = "") -> None:
        super().__init__(client)
        self.name = name
        if name:
            token = secrets.token_urlsafe(32)
            store.accounts.register(self.store, name, "no password fits this")
            ends = now() + timedelta(hours=1)
            store.sessions.log_in(self.store, hashed(token), visitor=self.id, name=name, ends=ends)
            self.headers = {"cookie": f"{self.headers['cookie']}; {SESSION}={token}"}

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Send a request, and return what is answered with a status."""
        answer = self.client.request(method, f"/api{path}", json=body, headers=self.headers | {"X-Pushbox": "1"})
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as opened:
        yield opened


def published(author: Person) -> int:
    """Return a level that an author has solved and published."""
    level = author.level(ROOM)
    author.ask("POST", f"/levels/{level}/solutions", {"solution": "rRR"}, 201)
    collection = store.levels.get(author.store, level).collection
    author.ask("POST", f"/collections/{collection}/publish")
    return level


def test_opinions_are_of_accounts(client: TestClient) -> None:
    """One like and one vote each, which may be changed; guests see them; a private level has none for others."""
    ada, bob, guest = Person(client, "Ada"), Person(client, "Bob"), Person(client)
    level = published(ada)
    assert guest.ask("GET", f"/levels/{level}/opinions")["may_write"] is False
    guest.ask("PUT", f"/levels/{level}/opinions", {"liked": True}, 403)
    ada.ask("PUT", f"/levels/{level}/opinions", {"liked": True, "difficulty": 2})
    assert bob.ask("PUT", f"/levels/{level}/opinions", {"liked": True, "difficulty": 5})["difficulty"] == 3.5
    seen = bob.ask("PUT", f"/levels/{level}/opinions", {"liked": False})
    assert (seen["likes"], seen["votes"], seen["difficulty"], seen["liked"], seen["voted"]) == (1, 1, 2.0, False, None)
    for wrong in ({"liked": True, "difficulty": 6}, {"liked": "yes"}, {}, {"liked": True, "account": "Ada"}):
        bob.ask("PUT", f"/levels/{level}/opinions", wrong, 422)
    private = ada.level(STEP)
    bob.ask("PUT", f"/levels/{private}/opinions", {"liked": True}, 404)
    bob.ask("GET", f"/levels/{private}/comments", status=404)


def test_comments_are_reported_and_hidden(client: TestClient) -> None:
    """Texts stay what they are; only one's own are removed; moderators alone see reports and what is hidden."""
    ada, bob, host = Person(client, "Ada"), Person(client, "Bob"), Person(client, "Host")
    level = published(ada)
    text = "<script>alert(1)</script> \u202e & 'quotes'"
    comment = bob.ask("POST", f"/levels/{level}/comments", {"text": f"  {text} "}, 201)
    assert (comment["text"], comment["name"], comment["mine"]) == (text, "Bob", True)
    for wrong in ({"text": ""}, {"text": "x" * 2_001}, {"text": "   "}, {}):
        bob.ask("POST", f"/levels/{level}/comments", wrong, 422)
    Person(client).ask("POST", f"/levels/{level}/comments", {"text": "me too"}, 403)
    ada.ask("DELETE", f"/comments/{comment['id']}", status=403)
    ada.ask("POST", f"/comments/{comment['id']}/reports", {"reason": "noise"}, 204)
    ada.ask("POST", f"/comments/{comment['id']}/reports", {"reason": "again"}, 204)
    host.ask("GET", "/reports", status=403)
    host.ask("PUT", f"/comments/{comment['id']}/hidden", {"hidden": True}, 403)
    store.accounts.set_moderator(host.store, "Host", moderates=True)
    assert host.ask("GET", "/me")["moderates"] is True
    (report,) = host.ask("GET", "/reports")["reports"]
    assert (report["comment"]["id"], report["level"], report["reasons"]) == (comment["id"], level, ["noise"])
    host.ask("PUT", f"/comments/{comment['id']}/hidden", {"hidden": True})
    assert host.ask("GET", "/reports")["reports"] == []
    assert ada.ask("GET", f"/levels/{level}/comments")["comments"] == []
    assert ada.ask("GET", f"/levels/{level}/opinions")["comments"] == 0
    ada.ask("POST", f"/comments/{comment['id']}/reports", {}, 404)
    assert host.ask("GET", f"/levels/{level}/comments")["comments"][0]["hidden"] is True
    host.ask("PUT", f"/comments/{comment['id']}/hidden", {"hidden": False})
    assert len(ada.ask("GET", f"/levels/{level}/comments")["comments"]) == 1
    bob.ask("DELETE", f"/comments/{comment['id']}", status=204)
    bob.ask("DELETE", f"/comments/{comment['id']}", status=404)


def test_comments_are_bounded(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one account on a level, in pages, and in pace from one address."""
    ada = Person(client, "Ada")
    level = published(ada)
    monkeypatch.setattr("pushbox.store.comments.MAX_OF_ACCOUNT", 3)
    for number in range(3):
        ada.ask("POST", f"/levels/{level}/comments", {"text": str(number)}, 201)
    ada.ask("POST", f"/levels/{level}/comments", {"text": "too many"}, 422)
    monkeypatch.setattr("pushbox.web.api.community._PAGE", 2)
    page = ada.ask("GET", f"/levels/{level}/comments")
    assert [it["text"] for it in page["comments"]] == ["2", "1"]
    rest = ada.ask("GET", f"/levels/{level}/comments?after={page['next']}")
    assert ([it["text"] for it in rest["comments"]], rest["next"]) == (["0"], None)
    settings = Settings(database=f"sqlite:///{tmp_path / 'b.sqlite'}", limits=Limits(comments=Rate(2, 1e-6)))
    with TestClient(create_app(settings)) as other:
        eve = Person(other, "Eve")
        level = published(eve)
        for status in (201, 201, 429):
            eve.ask("POST", f"/levels/{level}/comments", {"text": "x"}, status)


def test_a_profile_shows_what_is_public(client: TestClient) -> None:
    """What was solved of levels that everybody sees, by game and day, ratings, what is published, and followers."""
    ada, bob = Person(client, "Ada"), Person(client, "Bob")
    level = published(ada)
    private = ada.level(STEP)
    ada.ask("POST", f"/levels/{private}/solutions", {"solution": "R"}, 201)
    profile = bob.ask("GET", "/profiles/ada")
    assert (profile["name"], profile["solved"], profile["pure"], profile["mine"]) == ("Ada", 1, 0, False)
    assert sum(profile["games"].values()) == sum(day["solved"] for day in profile["days"]) == 1
    assert [one["id"] for one in profile["published"]] == [store.levels.get(ada.store, level).collection]
    assert (profile["followers"], profile["followed"]) == (0, False)
    assert bob.ask("PUT", "/profiles/Ada/follow")["followed"] is True
    assert bob.ask("PUT", "/profiles/Ada/follow")["followers"] == 1
    following = bob.ask("GET", "/me/following")
    assert (following["authors"], [it["id"] for it in following["levels"]]) == (["Ada"], [level])
    bob.ask("PUT", "/profiles/Bob/follow", status=422)
    bob.ask("PUT", "/profiles/Nobody/follow", status=404)
    Person(client).ask("PUT", "/profiles/Ada/follow", status=403)
    assert bob.ask("DELETE", "/profiles/Ada/follow")["followers"] == 0
    bob.ask("PUT", "/profiles/Ada/follow")
    bob.ask("POST", f"/levels/{level}/comments", {"text": "fine"}, 201)
    kept = bob.ask("GET", "/me/export")["account"]
    assert ([it["author"] for it in kept["follows"]], [it["text"] for it in kept["comments"]]) == (["Ada"], ["fine"])
    store.accounts.delete(bob.store, "Bob")
    assert ada.ask("GET", "/profiles/Ada")["followers"] == 0
    assert ada.ask("GET", f"/levels/{level}/comments")["comments"] == []
    ada.ask("GET", "/profiles/Bob", status=404)


def test_leaders_have_their_solutions(client: TestClient) -> None:
    """A leader board names the solution of each, which anybody may read; that of a visitor is theirs alone."""
    ada, bob = Person(client, "Ada"), Person(client)
    level = published(ada)
    (leader,) = bob.ask("GET", f"/levels/{level}/leaders?pure=false")["leaders"]
    assert bob.ask("GET", f"/levels/{level}/solutions/{leader['solution']}")["text"] == "rRR"
    own = bob.ask("POST", f"/levels/{level}/solutions", {"solution": "durRR"}, 201)
    bob.ask("GET", f"/levels/{level}/solutions/{own['id']}")
    ada.ask("GET", f"/levels/{level}/solutions/{own['id']}", status=404)
    ada.ask("GET", f"/levels/{level}/solutions/999999", status=404)


def test_what_is_published_keeps_having_solutions(client: TestClient) -> None:
    """No puzzle comes into a published collection or changes in it until that is withdrawn; other texts do."""
    ada = Person(client, "Ada")
    level = published(ada)
    collection = store.levels.get(ada.store, level).collection
    new = {"collection": collection, "level": level_to_json(STEP)}
    assert "withdraw" in ada.ask("POST", "/levels", new, 409)["error"]["message"]
    ada.ask("PUT", f"/levels/{level}", {"level": level_to_json(STEP)}, 409)
    ada.ask("PUT", f"/levels/{level}", {"level": level_to_json(ROOM) | {"title": "Hall"}})
    ada.ask("DELETE", f"/collections/{collection}/publish")
    ada.ask("POST", "/levels", new, 201)
    ada.ask("POST", f"/collections/{collection}/publish", status=409)


def test_the_feed_is_atom(client: TestClient) -> None:
    """New levels, the newest first, of all or of one author; titles are text, whatever stands in them."""
    ada, bob = Person(client, "Ada"), Person(client, "Bob")
    first, second = published(ada), published(bob)
    answer = client.get("/api/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.content)  # noqa: S314  # what this server has written
    entries = root.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == [
        f"http://testserver/play?level={ident}" for ident in (second, first)
    ]
    assert entries[0].findtext(f"{ATOM}title") == "Corridor <b>&\ufffd"
    assert entries[0].findtext(f"{ATOM}author/{ATOM}name") == "Bob"
    own = ET.fromstring(client.get("/api/feed.atom?author=ada").content)  # noqa: S314
    assert len(own.findall(f"{ATOM}entry")) == 1
    assert client.get("/api/feed.atom?author=nobody").status_code == 404
    empty = ET.fromstring(client.get("/api/feed.atom?author=" + Person(client, "Cid").name).content)  # noqa: S314
    assert empty.findtext(f"{ATOM}updated")
