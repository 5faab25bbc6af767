"""Progress of other programs over the network: looked at first, kept for one visitor, and the same job twice."""

from __future__ import annotations

import base64
import gzip
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from pushbox import formats, store
from pushbox.batch import Event, progress, tasks
from pushbox.errors import PushboxError
from pushbox.sentence import from_json
from pushbox.store import Store, tables
from pushbox.web.app import create_app
from pushbox.web.settings import Limits, Settings

from .test_files import zipped
from .test_jobs import HEADERS, events, submit

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
OTHER = "########\n#@ $  .#\n########\n"
MINE = f"One\n{ROOM}\nSolution\nrRR\n\nSavegame\nr\n"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    limits = Limits(collections=3, levels=20, plays=3, solutions=2, side=20)
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=limits))
    with TestClient(app):
        library: Store = app.state.store
        store.collections.add(library, formats.read(f"{ROOM}Title: Room\n"), name="rooms")
        yield app


@pytest.fixture
def visitor(app: Any) -> TestClient:
    return TestClient(app, headers=HEADERS)


def bring(visitor: TestClient, *files: dict[str, Any], **choice: Any) -> dict[str, Any]:
    """Run the job, and return how it ends."""
    kind, fields = events(visitor, submit(visitor, task="import-progress", files=[*files], **choice))[-1]
    assert kind == "done"
    return dict(fields)


def written(app: Any) -> list[int]:
    """Return how many rows the tables have that an import writes to."""
    names = ("visitors", "collections", "levels", "solutions", "plays", "steps", "tags", "address_shares")
    with app.state.store.read() as connection:
        return [connection.scalar(sa.select(sa.func.count()).select_from(getattr(tables, name))) for name in names]


def me(visitor: TestClient) -> dict[str, Any]:
    return dict(visitor.get("/api/me").json())


def test_progress_is_looked_at_then_kept_once(visitor: TestClient, app: Any) -> None:
    """Nothing is written before; then the level is solved, with help, and the saved game is a play; twice is once."""
    visitor.get("/api/me")
    before = written(app)
    file = {"name": "mine.sok", "text": MINE}
    found = bring(visitor, file)
    assert (found["status"], found["states"]) == ("done", {"first": 1, "game": 1})
    assert [(row["title"], row["collection"], row["moves"], row["pushes"]) for row in found["rows"]] == [
        ("Room", "rooms", 3, 2),
        ("Room", "rooms", 1, 0),
    ]
    assert found["files"] == [{"name": "mine.sok", "program": "levels", "moves": 2, "problems": [], "error": None}]
    assert written(app) == before
    assert me(visitor)["solved"] == 0
    assert bring(visitor, file, keep=True)["states"] == {"first": 1, "game": 1}
    assert me(visitor)["solved"] == 1
    assert me(visitor)["streak"] == 0
    level = found["rows"][0]["level"]
    (solution,) = visitor.get(f"/api/levels/{level}/solutions?mine=true").json()["solutions"]
    assert (solution["text"], solution["assists"], solution["pure"]) == ("rRR", ["handed in"], False)
    play = visitor.post("/api/plays", json={"level_id": level}).json()["play"]
    assert visitor.get(f"/api/plays/{play}").json()["here"] == 1
    after = written(app)
    again = bring(visitor, file, keep=True)
    assert again["states"] == {"known": 1, "game-known": 1}
    assert written(app) == after
    stranger = TestClient(app, headers=HEADERS)
    assert me(stranger)["solved"] == 0
    assert bring(stranger, file)["states"] == {"first": 1, "game": 1}


def test_missing_levels_become_a_collection_of_the_visitor(visitor: TestClient, app: Any) -> None:
    """Without their solutions, which are the visitor's; a level that the library has is not added again."""
    file = {"name": "mine.sok", "text": f"{MINE}\nTwo\n{OTHER}\nSolution\nrRRR\n"}
    assert bring(visitor, file)["missing"] == 1
    assert bring(visitor, file, keep=True)["states"]["missing"] == 1
    assert bring(visitor, file)["states"] == {"known": 1, "game-known": 1, "missing": 1}
    found = bring(visitor, file, keep=True, missing=True)
    assert (found["states"], found["missing"]) == ({"known": 1, "game-known": 1, "first": 1}, 0)
    (collection,) = found["collections"]
    assert (collection["name"], collection["levels"], collection["solved"], collection["mine"]) == ("mine", 1, 1, True)
    owners = [entry.visitor for entry in store.solutions.listing(app.state.store, found["rows"][0]["level"])]
    assert len(owners) == 1
    assert owners[0]
    assert bring(visitor, file, keep=True, missing=True)["collections"] == []


def test_moves_without_a_board_need_a_collection(visitor: TestClient, app: Any) -> None:
    """One that the visitor sees: that of another is not there."""
    file = {"name": "moves.txt", "text": "rRR"}
    found = bring(visitor, file)
    assert (found["unnamed"], found["states"]) == (1, {"refused": 1})
    assert found["refused"][0]["phrase"]["code"] == "import-unnamed-here"
    rooms = visitor.get("/api/collections").json()["collections"]
    (rooms,) = [one["id"] for one in rooms if one["name"] == "rooms"]
    assert bring(visitor, file, collection=rooms, keep=True)["states"] == {"first": 1}
    hidden = store.collections.add(app.state.store, formats.read(OTHER), name="hidden", owner="another").id
    body = {"task": "import-progress", "files": [file], "collection": hidden}
    assert visitor.post("/api/jobs", json=body).status_code == 404


def test_an_archive_and_several_files(visitor: TestClient) -> None:
    """Each file says what is in it; one that cannot be read says why, in the language of the visitor."""
    pack = zipped(**{"a/mine.sok": MINE, "readme.html": "<p>words</p>"})
    packed = base64.b64encode(gzip.compress(MINE.encode())).decode()
    found = bring(
        visitor,
        {"name": "pack.zip", "data": pack},
        {"name": "words.xsb", "text": "words"},
        {"name": "mine.sok.gz", "data": packed},
        {"name": "broken.zip", "data": base64.b64encode(b"PK\3\4 and no more").decode()},
        {"name": "odd.bin", "data": "***"},
    )
    assert found["states"] == {"first": 1, "game": 1}
    assert [file["moves"] for file in found["files"]] == [2, 0, 2, 0, 0]
    for file in found["files"]:
        assert (file["error"] is None) == (file["moves"] > 0)
        for problem in [*file["problems"], *([file["error"]] if file["error"] else ())]:
            sentence = from_json(problem["phrases"]["found"])
            assert len({str(sentence), sentence.in_language("de"), sentence.in_language("zh")}) == 3


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (f"{ROOM}\nSolution\n{'rl' * 100_001}rRR\n", {"refused": 1}),  # more moves than a line may have
        (f"{ROOM}\nSolution\n9999999(rl)rRR\n", {"refused": 1}),
        (f"{ROOM}\nSolution\n{'(' * 40}r{')' * 40}\n", {"refused": 1}),
        (f"{ROOM}\nSolution\nuuuu\n", {"refused": 1}),
        (f"{ROOM}Solution: 2-1r9999999\n", {"refused": 1}),
        (ROOM + "".join(f"\nSolution {n}\n{'rl' * n}rRR\n" for n in range(5)), {"first": 1, "other": 1, "full": 3}),
        (ROOM + "".join(f"\nSavegame {n}\n{'rl' * n}r\n" for n in range(5)), {"game": 3, "full": 2}),
        (f"{ROOM}\nSavegame\n{'rl' * 15_000}r\n", {"full": 1}),  # more positions than a play may have
        (f"{'#' * 30}\n#@$.{' ' * 25}#\n{'#' * 30}\nSolution: R\n", {}),  # a larger board than the server takes
        (f"{ROOM}Title: {'t' * 9000}\nSolution: rRR\n", {}),
        ("#####\n#@@$.#\n#####\nSolution: R\n", {"refused": 1}),
    ],
    ids=["long", "run", "deep", "wall", "push-list", "many", "games", "positions", "board", "title", "unplayable"],
)
def test_hostile_files(visitor: TestClient, text: str, states: dict[str, int]) -> None:
    """What is too much, or cannot be, is named in a sentence, and the rest is kept."""
    found = bring(visitor, {"name": "mine.sok", "text": text}, keep=True, missing=True)
    assert (found["status"], found["states"]) == ("done", states)
    reasons = [row["reason"] for row in (*found["refused"], *found["rows"]) if row["state"] in {"refused", "full"}]
    reasons += [problem["found"] for file in found["files"] for problem in file["problems"]]
    assert all(reasons)
    assert bool(reasons)
    assert not any("\n" in reason for reason in reasons)


def test_damaged_files_end_in_a_sentence(visitor: TestClient) -> None:
    """Whatever the bytes are: no job fails by a fault of the server."""
    chance = random.Random(7)
    files = []
    for number in range(40):
        data = bytearray(MINE.encode())
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(3)] = bytes(chance.choices(b"\x00\xff<>{}[]09-;lurd\n", k=3))
        files.append({"name": f"{number}.sok", "data": base64.b64encode(bytes(data)).decode()})
    assert bring(visitor, *files, keep=True, missing=True)["status"] in {"done", "failed"}
    assert me(visitor)["solved"] <= 1 + 20


def test_too_many_cells_are_refused_together(tmp_path: Path) -> None:
    """In a sentence that every language has."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=Limits(cells=40))
    with TestClient(create_app(settings), headers=HEADERS) as client:
        file = {"name": "a.sok", "text": MINE}
        assert bring(client, file)["status"] == "done"
        refused = bring(client, file, file)
        assert (refused["status"], refused["code"], refused["phrase"]["code"]) == ("failed", "too-large", "many-cells")


def test_collections_beyond_the_quota_are_refused(visitor: TestClient, app: Any) -> None:
    """Before anything is written."""
    before = written(app)
    texts = [f"{'#' * n}\n#@${' ' * (n - 5)}.#\n{'#' * n}\nSolution: {'R' * (n - 4)}\n" for n in range(6, 10)]
    files = [{"name": f"{place}.xsb", "text": text} for place, text in enumerate(texts)]
    refused = bring(visitor, *files, keep=True, missing=True)
    assert (refused["status"], refused["phrase"]["code"]) == ("failed", "levels-at-most")
    assert written(app)[1:5] == before[1:5]


def test_an_import_that_is_stopped(tmp_path: Path) -> None:
    """While it replays, nothing is written; the worker knows the task, and stops it when it is told to."""
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    with store.open(url) as library:
        store.collections.add(library, formats.read(ROOM), name="rooms")
    files = [{"name": "a.sok", "text": MINE}]
    payload: dict[str, Any] = {"database": url, "visitor": "me", "files": files, "keep": True}
    ready: list[int] = []

    def stops(fields: dict[str, Any]) -> bool:
        ready.append(fields["ready"])
        return ready[-1] == 1

    with pytest.raises(PushboxError, match="it was stopped"):
        progress.import_progress(payload, stops)
    assert ready == [0, 1]
    with store.open(url) as library:
        assert store.solutions.listing(library, 1) == []
    assert "import-progress" in tasks.STOPPABLE

    def unheard(event: Event) -> bool:
        del event
        return False

    assert tasks.run("import-progress", payload, unheard)["states"] == {"first": 1, "game": 1}
