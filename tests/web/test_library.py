"""The library over the network: imported, searched, drawn, solved, exported; each to whom it belongs."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from pushbox import formats, levels
from pushbox.formats.json import level_to_json

from .conftest import TEXT, refused, room

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from .conftest import Browser

ROOM = room()
TWO = "#####\n#@$.#\n#####\nTitle: One\nSolution: R\n\n######\n#@ $.#\n######\nTitle: Two\n"


def imported(client: TestClient, text: str = TEXT, name: str = "mine") -> Any:
    """Import a text as a collection and return the answer."""
    answer = client.post("/api/collections", json={"text": text, "name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def inside(client: TestClient, collection: int, **query: Any) -> Any:
    """Return levels of a collection."""
    return client.get(f"/api/collections/{collection}/levels", params=query).json()


def test_the_shipped_levels_are_there(client: TestClient) -> None:
    """Each shipped collection is in the library once, with its solutions, and belongs to nobody."""
    body = {entry["name"]: entry for entry in client.get("/api/collections").json()["collections"]}
    for name in levels.names():
        collection = formats.read_file(levels.path(name))
        entry = body[name]
        assert (entry["builtin"], entry["mine"], entry["published"]) == (True, False, True)
        assert entry["title"] == collection.title
        assert entry["levels"] == len(collection.levels)
        assert entry["cover"]["level"]["board"]
        page = inside(client, entry["id"])
        assert page["total"] == len(collection.levels)
        assert all(level["best"]["moves"] for level in page["levels"])
        refused(client.patch(f"/api/collections/{entry['id']}", json={"title": "x"}), 403, "forbidden")
        refused(client.delete(f"/api/collections/{entry['id']}"), 403, "forbidden")
        refused(client.put(f"/api/levels/{page['levels'][0]['id']}", json={"level": ROOM}), 403, "forbidden")


def test_an_import_is_reported(client: TestClient) -> None:
    """The report has the levels, the problems with their places, false solutions and duplicates."""
    text = f"{TWO}\n#####\n#@$.#\n#####\nSolution: L\n\n#####\n#@$?#\n#####\n"
    body = imported(client, text)
    assert body["levels"] == body["collection"]["levels"] == 3
    assert body["problems"]
    assert all(problem["line"] for problem in body["problems"])
    assert body["notes"]
    first, _, third = inside(client, body["collection"]["id"])["levels"]
    pairs = {(one["level"], one["of"]) for one in body["duplicates"]}
    assert any(level == third["id"] for level, _ in pairs)
    assert first["best"]["moves"] == 1
    assert {one["relation"] for one in body["duplicates"]} <= {
        "equal", "rotated or mirrored", "same after normalisation",
    }  # fmt: skip
    refused(client.post("/api/collections", json={"text": TEXT, "name": "mine"}), 409, "conflict")
    refused(client.post("/api/collections", json={"text": "words", "name": "other"}), 422, "bad-input")


def test_what_is_shown_before_an_import_is_kept(client: TestClient) -> None:
    """A file in another encoding, and boards in another form: the levels are those that reading it shows."""
    rows = "\n".join(f"{number}: {row}" for number, row in enumerate("#####\n#@$.#\n#####".split(), start=1))
    data = base64.b64encode("#####\n#@$.#\n#####\nTitle: Größe\n".encode("cp1252")).decode("ascii")
    for source, title in (({"text": rows}, ""), ({"data": data}, "Größe")):
        shown = client.post("/api/read", json=source).json()["levels"]
        answer = client.post("/api/collections", json={**source, "name": f"kept {title}"})
        assert answer.status_code == 201, answer.text
        (kept,) = inside(client, answer.json()["collection"]["id"])["levels"]
        assert [level["title"] for level in shown] == [kept["title"]] == [title]


def test_pages_follow_each_other(client: TestClient) -> None:
    """Asked after the last of each page, levels come in their order, each once."""
    text = "\n\n".join(
        "#" * (width + 4) + "\n#@$." + "-" * (width - 1) + "#\n" + "#" * (width + 4) for width in range(1, 8)
    )
    collection = imported(client, text)["collection"]["id"]
    numbers, after = [], None
    while True:
        page = inside(client, collection, limit=3, **({"after": after} if after else {}))
        assert page["total"] == 7
        numbers += [level["number"] for level in page["levels"]]
        if (after := page["next"]) is None:
            break
    assert numbers == [*range(1, 8)]


def test_a_collection_is_drawn_into(client: TestClient) -> None:
    """Empty at first; levels are added, changed, tagged, found by their words, and removed."""
    collection = imported(client, "", "drawn")["collection"]["id"]
    added = client.post("/api/levels", json={"collection": collection, "level": ROOM | {"title": "Zebra"}})
    assert added.status_code == 201
    level = added.json()["id"]
    tagged = client.post(f"/api/levels/{level}/tags", json={"add": ["tiny", "new"], "remove": ["old"]}).json()
    assert tagged["tags"] == ["new", "tiny"]
    assert [one["id"] for one in client.get("/api/levels", params={"q": "zebra"}).json()["levels"]] == [level]
    assert [one["id"] for one in client.get("/api/levels", params={"tag": "tiny"}).json()["levels"]] == [level]
    wider = room("######\n#@ $.#\n######")
    assert client.put(f"/api/levels/{level}", json={"level": wider}).json()["width"] == 6
    assert client.get("/api/levels", params={"q": "zebra"}).json()["total"] == 0
    assert client.patch(f"/api/collections/{collection}", json={"title": "Drawn"}).json()["title"] == "Drawn"
    assert client.delete(f"/api/levels/{level}").status_code == 204
    refused(client.get(f"/api/levels/{level}"), 404, "not-found")
    assert client.delete(f"/api/collections/{collection}").status_code == 204
    refused(client.get(f"/api/collections/{collection}"), 404, "not-found")


def test_what_is_nearly_the_same_is_named(browser: Browser) -> None:
    """A level that is in no library is compared with those that one sees, in one's language; not with itself."""
    mine, other = browser(), browser()
    board = "#########\n#       #\n# $ #  .#\n#  #  $.#\n#@  #   #\n#########\n"
    turned = "#########\n#   #  @#\n#.$  #  #\n#.   #$ #\n#       #\n#########\n"
    collection = imported(mine, board + "Title: Old\n", "old")["collection"]["id"]
    (old,) = inside(mine, collection)["levels"]
    level = level_to_json(formats.read(turned).levels[0])
    answers = (mine.post("/api/levels-near", json={"level": level}).json() for _ in range(20))
    answer = next(answer for answer in answers if answer["complete"])  # so many levels are made ready at a time
    (near,) = answer["levels"]
    assert near | {"likeness": 0} == {
        "id": old["id"], "title": "Old", "sentence": "Old, turned by 180°, one wall moved", "changes": 2, "likeness": 0,
    }  # fmt: skip
    german = mine.post("/api/levels-near", json={"level": level, "language": "de"}).json()
    assert german["levels"][0]["sentence"].startswith("Old, um 180° gedreht")
    assert mine.post("/api/levels-near", json={"level": level, "besides": old["id"]}).json()["levels"] == []
    assert other.post("/api/levels-near", json={"level": level}).json()["levels"] == []
    large = room("\n".join(["#" * 60, *["#" + "@$." + " " * 55 + "#"], *["#" + " " * 58 + "#"] * 60, "#" * 60]))
    assert mine.post("/api/levels-near", json={"level": large}).json() == {"levels": [], "complete": True}


def test_nobody_else_sees_or_changes_what_is_mine(browser: Browser) -> None:
    """To others it is as if it were not there, whatever they send."""
    mine, other = browser(), browser()
    collection = imported(mine, TWO, "private")["collection"]["id"]
    level = inside(mine, collection)["levels"][0]["id"]
    play = mine.post("/api/plays", json={"level_id": level}).json()["play"]
    responses = [
        other.get(f"/api/collections/{collection}"),
        other.get(f"/api/collections/{collection}/levels"),
        other.get(f"/api/collections/{collection}/export"),
        other.get(f"/api/collections/{collection}/losses"),
        other.patch(f"/api/collections/{collection}", json={"title": "x"}),
        other.delete(f"/api/collections/{collection}"),
        other.post(f"/api/collections/{collection}/publish"),
        other.post("/api/levels", json={"collection": collection, "level": ROOM}),
        other.get(f"/api/levels/{level}"),
        other.put(f"/api/levels/{level}", json={"level": ROOM}),
        other.delete(f"/api/levels/{level}"),
        other.get(f"/api/levels/{level}/next"),
        other.post(f"/api/levels/{level}/tags", json={}),
        other.get(f"/api/levels/{level}/solutions"),
        other.post(f"/api/levels/{level}/solutions", json={"solution": "R"}),
        other.get(f"/api/levels/{level}/leaders"),
        other.post("/api/plays", json={"level_id": level}),
        other.get(f"/api/plays/{play}"),
        other.delete(f"/api/plays/{play}"),
        other.post("/api/verify", json={"level_id": level, "solution": "R"}),
    ]
    for answer in responses:
        refused(answer, 404, "not-found")
    names = [entry["name"] for entry in other.get("/api/collections").json()["collections"]]
    assert "private" not in names
    assert collection not in {one["collection"] for one in other.get("/api/levels?q=private").json()["levels"]}
    assert mine.get(f"/api/levels/{level}").status_code == 200


def test_solutions_are_replayed_and_counted(client: TestClient) -> None:
    """The best is reported with the level; nonsense and a line that does not solve it are refused."""
    collection = imported(client, TWO, "to solve")["collection"]["id"]
    level = inside(client, collection)["levels"][1]["id"]
    response = client.post(f"/api/levels/{level}/solutions", json={"solution": "rlrr", "seconds": 2.5})
    assert response.status_code == 201
    assert response.json()["text"] == "rlrR"
    assert not response.json()["pure"]
    client.post(f"/api/levels/{level}/solutions", json={"solution": "rR", "assists": ["solver"]})
    fields = client.get(f"/api/levels/{level}/solutions", params={"mine": True}).json()
    assert [one["text"] for one in fields["solutions"]] == ["rR", "rlrR"]
    assert fields["best"]["moves"] == 2
    assert client.get(f"/api/levels/{level}").json()["state"] == "solved"
    for solution in ("l", "r", "hello", "u" * 60_001):
        answer = client.post(f"/api/levels/{level}/solutions", json={"solution": solution})
        refused(answer, 422, "bad-input")


def test_the_next_unsolved_level(client: TestClient) -> None:
    """Solved ones are passed over; at the end there is none."""
    collection = imported(client, f"{TEXT}\n{TWO}", "in order")["collection"]["id"]
    ids = [level["id"] for level in inside(client, collection)["levels"]]
    client.post(f"/api/levels/{ids[1]}/solutions", json={"solution": "R"})
    params = {"unsolved": True}
    assert client.get(f"/api/levels/{ids[0]}/next").json()["level"]["id"] == ids[1]
    assert client.get(f"/api/levels/{ids[0]}/next", params=params).json()["level"]["id"] == ids[2]
    assert client.get(f"/api/levels/{ids[2]}/next").json()["level"] is None
    assert client.get(f"/api/levels/{ids[2]}/next", params=params | {"back": True}).json()["level"]["id"] == ids[0]
    states = [
        client.get("/api/levels", params={"collection": collection, "state": state}).json()["total"]
        for state in ("solved", "unsolved", "begun")
    ]
    assert states == [1, 2, 0]


@pytest.mark.parametrize("key", ["json", "xsb", "sok"])
def test_an_export_holds_levels_and_solutions(client: TestClient, key: str) -> None:
    """It reads as the collection that was imported; it comes as a file, whatever its name."""
    name = f'qu"ote\n/ä {key}'.replace("\n", "")
    collection = imported(client, TWO, name)["collection"]["id"]
    answer = client.get(f"/api/collections/{collection}/export", params={"format": key})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    read = formats.read(answer.text, format=key)
    assert [level.board for level in read.levels] == [level.board for level in formats.read(TWO).levels]
    assert read.levels[0].saved_moves[0].text == "R"
    refused(client.get(f"/api/collections/{collection}/export", params={"format": "exe"}), 422, "bad-input")


def test_what_an_export_would_leave_out_is_listed_before(client: TestClient) -> None:
    """SLC has no place for solutions, pushbox JSON has one for everything."""
    collection = imported(client, TWO, "to be exported")["collection"]["id"]
    path = f"/api/collections/{collection}/losses"
    assert client.get(path, params={"format": "json"}).json() == {"lost": []}
    body = client.get(path, params={"format": "slc"}).json()["lost"]
    assert body == ["level 1: found solutions or saved games, which SLC cannot hold"]
    refused(client.get(path, params={"format": "exe"}), 422, "bad-input")


def test_a_level_is_played_where_it_is(client: TestClient) -> None:
    """A play is taken up again; a level that came without a collection is kept once, one of the library not at all."""
    lesson = formats.read_file(levels.path("lessons")).levels[0]
    begun = client.post("/api/plays", json={"level": level_to_json(lesson)}).json()
    assert client.get(f"/api/levels/{begun['level_id']}").json()["title"] == lesson.title
    strange = room("#########\n#@  $  .#\n#########")
    first = client.post("/api/plays", json={"level": strange}).json()
    assert client.post("/api/plays", json={"level": strange}).json() == first
    assert client.post("/api/plays", json={"level_id": first["level_id"]}).json() == first
    fresh = client.post("/api/plays", json={"level_id": first["level_id"], "fresh": True}).json()
    assert fresh["play"] != first["play"]
    pasted = [one for one in client.get("/api/collections?mine=true").json()["collections"] if one["name"] == "Pasted"]
    assert [one["levels"] for one in pasted] == [1]
    assert client.get(f"/api/plays/{fresh['play']}").json()["attempt"] == 2
    assert client.delete(f"/api/plays/{fresh['play']}").status_code == 204
    refused(client.get(f"/api/plays/{fresh['play']}"), 404, "not-found")
    refused(client.post("/api/plays", json={}), 422, "bad-input")
    refused(client.post("/api/plays", json={"level": room("####\n#@ #\n####") | {"game": "chess"}}), 422, "bad-input")
    broken = room("######\n#@$$.#\n######")
    assert "goal" in refused(client.post("/api/plays", json={"level": broken}), 422, "bad-input")


def test_what_is_not_there_is_not_found(client: TestClient) -> None:
    """Ids that never were, in every place that takes one."""
    for path in ("collections/{}", "collections/{}/levels", "levels/{}", "levels/{}/leaders", "plays/{}"):
        refused(client.get("/api/" + path.format(10**9)), 404, "not-found")
        refused(client.get("/api/" + path.format(2**60)), 422, "bad-input")
        refused(client.get("/api/" + path.format("x")), 422, "bad-input")
    refused(client.get("/api/levels", params={"after": 10**9}), 404, "not-found")
    refused(client.get("/api/levels", params={"limit": 501}), 422, "bad-input")
