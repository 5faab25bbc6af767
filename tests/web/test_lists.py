"""Lists of a library with very much in it: an answer stays small, and page by page it is all there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from pushbox import formats, store
from pushbox.formats.json import level_to_json
from pushbox.store import tables
from pushbox.store.rows import CollectionInfo, level_row
from pushbox.store.tables import now
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

from .conftest import GENEROUS, HEADERS, TEXT, refused, room
from .test_community import Person
from .test_openapi import DESCRIPTION, OPERATIONS

MANY = 3_000  # rows of a kind
MOST = 3 << 20  # bytes of an answer, three times what a page has room for
LEVEL = formats.read(TEXT).levels[0]
CLASS = "ABCDEFGHJ"
LONG = "long " * 12_000  # what an earlier pushbox may have stored: characters of notes

# What has no pages, and why it is small all the same.
FIXED = {
    "getCampaign": "a row for each pack that comes along",
    "listGames": "the games of this pushbox",
    "getGame": "one of them",
    "listFormats": "its formats",
    "listExamples": "a few examples of a game",
    "listLosses": "sentences for 200 groups",
    "nextLevel": "one level",
    "getLevel": "one level",
    "getCollection": "one collection",
    "getSolution": "one solution",
    "getPlay": "one play",
    "getJob": "what one job has found",
    "getMe": "12 levels",
    "getMilestones": "eight",
    "getPuzzles": "two attempts, and 12 levels that were failed",
    "getToday": "three levels, and 14 days",
    "getDay": "three levels, and 14 days",
    "listLeaders": "50 accounts",
    "listStudies": "200 of a visitor",
    "getSessions": "those of an account",
    "getDraftLink": "50 comments of 2,000 characters",
    "listTokens": "20 of an account",
    "listClasses": "10 that a visitor teaches, with the account, and 20 that they have joined",
    "walkThroughSolution": "a stretch of a few cells for each of at most 2,999 moves",
    "getClass": "60 levels without notes, 60 pupils, and a small result for each of both",
    "getResults": "a line for each of 60 pupils and 60 levels",
    "listRooms": "500 rooms, with titles of 500 characters",
    "listStorms": "the best ones",
    "listReports": "100 comments of 2,000 characters, with 20 reasons of 300",
    "getFollowing": "500 names, and 30 levels on one page",
    "getProfile": "1,000 days, and the first page of collections",
}
PAGED = {"listCollections", "listLevels", "searchLevels", "listSolutions", "listComments", "listDump"}


class Full(NamedTuple):
    """A browser of somebody who has an account of a library with very much in it."""

    person: Person

    def get(self, path: str) -> Any:
        """Return the answer to a request, whose size is checked."""
        answer = self.person.client.get(f"/api{path}", headers=self.person.headers)
        assert answer.status_code == 200, answer.text
        assert len(answer.content) <= MOST, path
        return answer.json()

    def pages(self, path: str, name: str) -> list[list[Any]]:
        """Return the pages of a list."""
        page = self.get(path)
        pages = [page[name]]
        while page["next"] is not None:
            page = self.get(f"{path}{'&' if '?' in path else '?'}after={page['next']}")
            pages.append(page[name])
        return pages


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Full]:
    """Yield a library that many people have filled, partly with what is not taken any more."""
    database = f"sqlite:///{tmp_path_factory.mktemp('lists') / 'library.sqlite'}"
    with store.open(database) as library, library.write() as connection:
        fill(connection)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pushbox.store.seed_library.seed_library", lambda _: None)
        with TestClient(create_app(Settings(database=database, limits=GENEROUS)), headers=HEADERS) as client:
            person = Person(client, "Ann")
            with person.store.write() as connection:
                fill_for(connection, person)
            yield Full(person)


def fill(connection: sa.Connection) -> None:
    """Add rows by the thousand; most of them hang on collection 1 and level 1."""
    moment = now()
    names = [f"author {number:04}" for number in range(MANY)]
    account = {"password": "", "made": moment}
    connection.execute(sa.insert(tables.accounts), [account | {"name": one, "folded": one} for one in names])
    shelf = {"published": True, "published_at": moment, "added": moment, "format": "xsb"}
    plain, long = (
        shelf | {"title": "", "author": "a", "notes": notes, "keys": [["", notes]]} for notes in ("n" * 2_000, LONG)
    )
    shelves = [
        (long if number % 50 == 1 else plain)
        | {"id": number, "name": f"{number:05}", "licence": "CC0-1.0", "owner": "Ann" if number % 3 else names[number]}
        for number in range(1, MANY)
    ]
    connection.execute(sa.insert(tables.collections), shelves)
    plain = level_row(LEVEL, 1, CollectionInfo("", "", ""))
    long = level_row(replace(LEVEL, notes=LONG, title="t" * 500), 1, CollectionInfo("", "", ""))
    long["words"] = ""  # quicker to index, and nobody searches it
    covers = [(long if number % 50 == 7 else plain) | {"collection_id": number} for number in range(1, MANY)]
    others = [(long if number % 16 == 7 else plain) | {"number": number} for number in range(2, MANY)]
    connection.execute(sa.insert(tables.levels), covers)
    connection.execute(sa.insert(tables.levels), [one | {"collection_id": 1} for one in others])
    solution = {"title": "", "text": "R", "assists": [], "pure": True, "seconds": None, "level_id": 1}
    solution |= dict.fromkeys(("moves", "pushes", "box_lines", "box_changes", "pushing_sessions", "player_lines"), 1)
    finders = [{"visitor": "", "account": one, "added": moment, "text": "R" * 60_000} for one in names[:100]]
    finders += [{"visitor": "", "account": one, "added": moment} for one in names[100:]]
    connection.execute(sa.insert(tables.solutions), [solution | finder for finder in finders])
    said = {"level_id": 1, "text": "c" * 2_000, "made": moment}
    connection.execute(sa.insert(tables.comments), [said | {"account": one} for one in names])
    reported = {"reason": "r" * 300, "made": moment}
    for comment in range(1, 6):
        reports = [reported | {"comment_id": comment, "account": one} for one in names]
        connection.execute(sa.insert(tables.reports), reports)
    study = {"owner": "Ann", "title": "t" * 500, "game": "sokoban", "text": "", "added": moment, "updated": moment}
    connection.execute(sa.insert(tables.studies), [study | {"key": f"key{number}"} for number in range(MANY)])
    open_room = {"kind": "race", "level": "{}", "game": "sokoban", "title": "t" * 500, "seats": 4, "phase": "waiting"}
    open_room |= {"solutions": [], "results": [], "opened": moment, "updated": moment, "level_id": 1}
    connection.execute(sa.insert(tables.rooms), [open_room | {"code": f"R{number:05}"} for number in range(MANY)])
    storm = {"solved": 1, "moves": 1, "played": moment}
    connection.execute(sa.insert(tables.storms), [storm | {"name": one, "account": one} for one in names])


def fill_for(connection: sa.Connection, person: Person) -> None:
    """Add what a person has, who moderates and follows many."""
    moment = now()
    connection.execute(sa.update(tables.accounts).where(tables.accounts.c.name == "Ann").values(moderator=True))
    names = [f"author {number:04}" for number in range(500)]
    connection.execute(sa.insert(tables.follows), [{"account": "Ann", "author": one, "made": moment} for one in names])
    play = {"visitor": person.id, "level_id": 1, "assists": [], "begun": moment, "updated": moment}
    connection.execute(sa.insert(tables.plays), [play | {"attempt": number} for number in range(1, MANY)])
    connection.execute(sa.insert(tables.visitors), [{"id": one, "met": moment} for one in names[:60]])
    token = {"id": "hash", "account": "Ann", "visitor": person.id, "scopes": ["read"], "made": moment}
    connection.execute(sa.insert(tables.api_tokens), [token])
    school = {"id": 1, "code": CLASS, "owner": "Ann", "title": "t" * 80, "opened": moment, "touched": moment}
    connection.execute(sa.insert(tables.classes), school)
    class_level = {"class_id": 1, "opens": moment}
    connection.execute(sa.insert(tables.class_levels), [class_level | {"level_id": level} for level in range(1, 61)])
    pupil = {"class_id": 1, "joined": moment}
    pupils = [pupil | {"visitor": one, "name": one, "folded": one} for one in names[:60]]
    connection.execute(sa.insert(tables.pupils), pupils)
    played = [play | {"visitor": one, "level_id": level, "attempt": 1} for one in names[:60] for level in range(1, 61)]
    connection.execute(sa.insert(tables.plays), played)


def is_list(operation: dict[str, Any]) -> bool:
    """Return whether an operation answers with a list."""
    (good,) = (answer for code, answer in operation["responses"].items() if code < "400")
    schema = good.get("content", {}).get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    fields = DESCRIPTION["components"]["schemas"].get(name, {}).get("properties", {}).values()
    return any(field.get("type") == "array" for field in fields)


LISTS = [it for it in OPERATIONS if it[1] == "get" and is_list(it[2])]


def test_every_list_has_pages_or_a_bound() -> None:
    """A list has pages, a limit among them, or this file says why it is small."""
    paged = {it[2]["operationId"] for it in LISTS if "after" in {one["name"] for one in it[2].get("parameters", ())}}
    assert paged == PAGED
    assert {it[2]["operationId"] for it in LISTS} - paged - FIXED.keys() == set()


@pytest.mark.parametrize(("path", "operation"), [pytest.param(it[0], it[2], id=it[2]["operationId"]) for it in LISTS])
def test_a_list_is_small(full: Full, path: str, operation: dict[str, Any]) -> None:
    """Whatever others have added, and with the largest page that one may ask for."""
    if operation["operationId"] in {"getJob", "getToday", "getDay", "getCampaign", "listLosses"}:
        pytest.skip("it has nothing of the library, or is the work of a worker")
    values = {"key": "sokoban", "name": "Ann", "level": 1, "collection": 1, "solution": 1, "play": 1} | {"code": CLASS}
    address = re.sub(r"{(\w+)}", lambda match: str(values[match[1]]), path).removeprefix("/api")
    if operation["operationId"] == "walkThroughSolution":  # which refuses a solution as long as the one of this level
        assert full.person.client.get(f"/api{address}", headers=full.person.headers).status_code == 413
        return
    answer = full.get(address)
    assert any(answer.values())
    if "limit" in {one["name"] for one in operation.get("parameters", ())}:
        full.get(f"{address}?limit=500")


def test_all_collections_are_there(full: Full) -> None:
    """Once, by name, whatever the size of the pages; notes of before are cut, and whole in the collection."""
    for path in ("/collections?limit=500", "/collections?mine=false", "/collections?owner=Ann"):
        pages = full.pages(path, "collections")
        idents = [one["id"] for page in pages for one in page]
        expected = [number for number in range(1, MANY) if "owner" not in path or number % 3]
        if "mine" in path:
            expected = [number for number in expected if not number % 3]
        assert idents == expected
        assert len(pages) > 2
        (shown,) = (one for page in pages for one in page if one["id"] == (57 if "mine" in path else 7))
        assert shown["cover"]["title"] == "t" * 500
        assert "notes" not in shown["cover"]["level"]
        assert {one["notes"] for page in pages for one in page} == {"n" * 2_000, LONG[:2_000]}
    assert full.get("/collections/1")["notes"] == LONG
    profile = full.get("/profiles/Ann")
    rest = full.get(f"/collections?owner=Ann&after={profile['next']}")["collections"]
    assert profile["published"][-1]["id"] < rest[0]["id"]


def test_all_levels_and_solutions_are_there(full: Full) -> None:
    """Once, in their order, with long ones among them."""
    levels = [one for page in full.pages("/collections/1/levels?limit=500", "levels") for one in page]
    assert [one["number"] for one in levels] == [*range(1, MANY)]
    assert sum(one["notes"] == LONG for one in levels) == len(range(7, MANY, 16))
    found = full.pages("/levels?collection=1&limit=500&order=added", "levels")
    assert [one["id"] for page in found for one in page] == sorted(one["id"] for one in levels)
    solutions = [one for page in full.pages("/levels/1/solutions", "solutions") for one in page]
    assert [one["name"] for one in solutions] == [f"author {number:04}" for number in range(MANY)]
    assert full.get(f"/levels/1/solutions/{solutions[5]['id']}") == solutions[5]
    assert full.get("/levels/1/solutions?mine=true")["solutions"] == []


def test_a_page_after_nothing(full: Full) -> None:
    """The collection or solution after which a page begins is gone by now."""
    for path in ("/collections", "/levels/1/solutions", "/levels"):
        answer = full.person.client.get(f"/api{path}?after=999999", headers=full.person.headers)
        refused(answer, 404, "not-found")


LONG_TEXTS = {
    "title": (replace(LEVEL, title="t" * 501), "found a title or an author of 501 characters, expected at most 500"),
    "author": (replace(LEVEL, author="a" * 501), "of 501 characters, expected at most 500"),
    "notes": (replace(LEVEL, notes="n" * 20_001), "found 20,008 characters of notes, headers and options"),
    "headers": (replace(LEVEL, headers=(("k" * 10_000, "v" * 10_001),)), "found 20,008 characters of notes, headers"),
    "options": (replace(LEVEL, options=(("o", "v" * 20_000),)), "found 20,008 characters of notes, headers and"),
}


@pytest.mark.parametrize(("level", "sentence"), LONG_TEXTS.values(), ids=LONG_TEXTS)
def test_texts_of_a_level_are_bounded(client: TestClient, level: Any, sentence: str) -> None:
    """Wherever a level is stored; one that is only looked at may say what it likes."""
    value = level_to_json(level)
    mine = client.post("/api/collections", json={"text": TEXT, "name": sentence[:40]}).json()["collection"]["id"]
    kept = client.get(f"/api/collections/{mine}/levels").json()["levels"][0]["id"]
    answers = [
        client.post("/api/levels", json={"collection": mine, "level": value}),
        client.put(f"/api/levels/{kept}", json={"level": value}),
        client.post("/api/plays", json={"level": value}),
        client.post("/api/rooms", json={"kind": "race", "level": value}),
    ]
    if not (level.options or level.title or level.author):  # a study has bounds of its own, and reads the options
        answers.append(client.post("/api/studies", json={"level": value}))
    for answer in answers:
        assert sentence in refused(answer, 413, "too-large"), answer.request.url
        assert answer.json()["error"]["phrase"]["code"].startswith("long-")
    assert client.post("/api/write", json={"levels": [value], "format": "json"}).status_code == 200
    assert client.post("/api/levels", json={"collection": mine, "level": room()}).status_code == 201


@pytest.mark.parametrize("by_worker", [False, True])
def test_texts_of_a_file_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch, *, by_worker: bool) -> None:
    """A level with too long texts is left out by a problem; a file with too long ones of its own is refused."""
    monkeypatch.setattr("pushbox.web.api.collections.SMALL", -1.0 if by_worker else 1e9)
    name = f"file {by_worker}"
    levels = f"{TEXT}Title: Short\n\n{TEXT}Title: {'t' * 600}\n\n{TEXT}Solution: {'l' * 500_001}\n"
    imported = client.post("/api/collections", json={"text": levels, "name": name}).json()
    assert imported["levels"] == 1
    first, second = (problem["found"] for problem in imported["problems"])
    assert first == "level 2: found a title or an author of 600 characters, expected at most 500"
    assert second == "level 3: found 500,001 characters of saved moves, expected at most 500,000"
    preamble = "\n".join(f"a line of prose, {number}" for number in range(2_000))
    answer = client.post("/api/collections", json={"text": f"{preamble}\n\n{TEXT}", "name": f"{name} prose"})
    assert "characters of notes, headers and options, expected at most 20,000" in refused(answer, 413, "too-large")
    assert answer.json()["error"]["phrase"]["code"] == "long-words"


def test_games_of_a_collection_are_bounded(client: TestClient) -> None:
    """Each level may claim another game, however long its name is."""
    levels = "\n".join(f"{TEXT}Game: nothing{number:03}\n" for number in range(70)) + f"\n{TEXT}Game: {'x' * 300}\n"
    imported = client.post("/api/collections", json={"text": levels, "name": "games"}).json()
    games = imported["collection"]["games"]
    assert (imported["levels"], len(games)) == (71, 50)
    assert max(map(len, games)) < 100


def test_tags_of_a_level_are_bounded(client: TestClient) -> None:
    """However many requests bring them; taking some makes room."""
    mine = client.post("/api/collections", json={"text": TEXT, "name": "tags"}).json()["collection"]["id"]
    level = client.get(f"/api/collections/{mine}/levels").json()["levels"][0]["id"]
    for start in (0, 20):
        tags = [f"tag {number}" for number in range(start, start + 20)]
        assert client.post(f"/api/levels/{level}/tags", json={"add": tags, "remove": []}).status_code == 200
    more = {"add": [f"more {number}" for number in range(11)], "remove": []}
    answer = client.post(f"/api/levels/{level}/tags", json=more)
    assert refused(answer, 429, "too-many") == "found 51 tags, expected at most 50"
    assert client.post(f"/api/levels/{level}/tags", json=more | {"remove": ["tag 0"]}).status_code == 200
