"""Several files over the network: read one by one, known levels named, then kept together or not at all."""

from __future__ import annotations

import base64
import gzip
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pushbox import store
from pushbox.batch import Event, imports, tasks
from pushbox.errors import Conflict, PushboxError
from pushbox.formats import read
from pushbox.store.collections import NewCollection
from pushbox.web.app import create_app
from pushbox.web.settings import Limits, Settings

from .test_jobs import EASY_TEXT, HEADERS, TWO, events, submit

MIRRORED = "#####\n#.$@#\n#####\n"


def corridor(length: int) -> str:
    return f"{'#' * length}\n#@$.{' ' * (length - 5)}#\n{'#' * length}\n"


def zipped(**files: str) -> str:
    """Return a ZIP archive of files in Base64."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return base64.b64encode(data.getvalue()).decode()


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=Limits(collections=6, levels=40))
    with TestClient(create_app(settings), headers=HEADERS) as client:
        yield client


def files_of(visitor: TestClient, *files: dict[str, Any]) -> list[dict[str, Any]]:
    answer = visitor.post("/api/read-files", json={"files": [*files]})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["files"]
    return found


def kept(visitor: TestClient) -> dict[str, int]:
    """Return the visitor's collections with their numbers of levels."""
    listed = visitor.get("/api/collections?mine=true").json()["collections"]
    return {collection["name"]: collection["levels"] for collection in listed}


def test_each_file_is_read_by_itself(visitor: TestClient) -> None:
    """An archive is its files; what cannot be read says why, with its place; solutions are replayed."""
    pack = zipped(**{"a/one.xsb": corridor(7), "readme.html": "<p>words</p>", "two.xsb": "words"})
    found = files_of(
        visitor,
        {"name": "two.xsb", "text": TWO},
        {"name": "notes.xsb", "text": "nothing of this kind"},
        {"name": "pack.zip", "data": pack},
        {"name": "broken.zip", "data": base64.b64encode(b"PK\3\4 and no more").decode()},
        {"name": "one.xsb.gz", "data": base64.b64encode(gzip.compress(EASY_TEXT.encode())).decode()},
        {"name": "odd.bin", "data": "***"},
    )
    names = ["two.xsb", "notes.xsb", "a/one.xsb", "two.xsb", "broken.zip", "one.xsb", "odd.bin"]
    assert [file["name"] for file in found] == names
    assert [file["source"] for file in found] == [0, 1, 2, 2, 3, 4, 5]
    assert [len(file["ids"]) for file in found] == [2, 0, 1, 0, 0, 1, 0]
    assert found[0]["ids"][0] == found[0]["ids"][1]  # one is the other, mirrored
    assert found[0]["solved"] == 0  # its line is that of the other level
    assert [file["title"] for file in found if not file["error"]] == ["two", "one", "one"]
    for file in found:
        assert bool(file["error"]) == (not file["ids"])
    assert "no level" in found[1]["error"]["found"]
    assert found[4]["error"]["phrases"]["found"]["code"] == "archive-broken"
    assert kept(visitor) == {}


def test_known_levels_are_named_for_who_sees_them(visitor: TestClient) -> None:
    """A level of the visitor's own collections is known to them, also mirrored, and to no stranger."""
    visitor.post("/api/collections", json={"name": "mine", "text": EASY_TEXT})
    file = {"name": "b.xsb", "text": f"{MIRRORED}Solution: L\n\n{corridor(9)}"}
    (found,) = files_of(visitor, file)
    assert found["known"] == found["ids"][:1]
    assert found["solved"] == 1
    visitor.cookies.clear()
    (found,) = files_of(visitor, file)
    assert found["known"] == []


def test_too_many_cells_are_refused_together(tmp_path: Path) -> None:
    """So that the client sends fewer files at a time, and the one that is too large alone is named."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=Limits(cells=60))
    with TestClient(create_app(settings), headers=HEADERS) as client:
        file = {"name": "a.xsb", "text": corridor(12)}
        assert len(files_of(client, file)) == 1
        answer = client.post("/api/read-files", json={"files": [file, file]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


def test_files_become_a_collection_each(visitor: TestClient) -> None:
    """Taken names get numbers; a file without levels is a problem that names it; the whole is counted."""
    visitor.post("/api/collections", json={"name": "rooms", "text": EASY_TEXT})
    files = [
        {"name": "rooms.xsb", "text": TWO},
        {"name": "words.xsb", "text": "words"},
        {"name": "pack.zip", "text": "", "data": zipped(**{"a/rooms.xsb": corridor(7), "b/halls.xsb": corridor(8)})},
    ]
    lines = events(visitor, submit(visitor, task="import-files", files=files))
    assert ("progress", {"levels": 4, "ready": 0}) in lines
    kind, fields = lines[-1]
    assert (kind, fields["status"], fields["levels"]) == ("done", "done", 4)
    assert [one["name"] for one in fields["collections"]] == ["rooms (2)", "rooms (3)", "halls"]
    assert all(one["mine"] for one in fields["collections"])
    assert [problem["found"].partition(":")[0] for problem in fields["problems"]] == ["words.xsb"]
    assert kept(visitor) == {"rooms": 1, "rooms (2)": 2, "rooms (3)": 1, "halls": 1}


def test_files_become_one_collection(visitor: TestClient) -> None:
    """In their order; a level that is alone in its file and has no title is called as the file."""
    files = [
        {"name": "b.xsb", "text": corridor(7)},
        {"name": "two.xsb", "text": f"Author: Ann\n\n{TWO}"},
        {"name": "a.xsb", "text": corridor(8)},
    ]
    fields = events(visitor, submit(visitor, task="import-files", name="All of them", files=files))[-1][1]
    (collection,) = fields["collections"]
    assert (collection["name"], collection["levels"]) == ("All of them", 4)
    levels = visitor.get(f"/api/collections/{collection['id']}/levels").json()["levels"]
    assert [level["title"] for level in levels] == ["b", "One", "Two", "a"]


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        ([{"name": "a.xsb", "text": "words"}], None, "no level"),
        ([{"name": f"{n}.xsb", "text": corridor(n + 5)} for n in range(7)], None, "found 7 collections"),
        ([{"name": "a.xsb", "text": "\n".join(map(corridor, range(5, 46)))}], "all", "found 41 levels"),
    ],
)
def test_files_that_cannot_be_kept(visitor: TestClient, files: Any, name: str | None, expected: str) -> None:
    """Nothing of them is, and the sentence says why."""
    fields = events(visitor, submit(visitor, task="import-files", files=files, name=name))[-1][1]
    assert fields["status"] == "failed"
    assert expected in fields["message"]
    assert kept(visitor) == {}


@pytest.mark.parametrize("few", [2, 500])
def test_files_are_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Where an import is stopped, or fails at its last collection, nothing of the others is kept either."""
    monkeypatch.setattr("pushbox.store.hidden.FEW", few)
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    payload = {"database": url, "files": [{"name": f"{n}.xsb", "text": corridor(n)} for n in range(5, 10)]}
    ready: list[int] = []

    def stops(fields: dict[str, Any]) -> bool:
        ready.append(fields["ready"])
        return ready[-1] == 4

    with pytest.raises(PushboxError, match="stopped, and nothing is kept"):
        imports.import_files(payload, stops)
    assert ready == [0, 1, 2, 3, 4]
    with store.open(url) as library:
        new = [NewCollection(name, read(corridor(length))) for name, length in (("a", 5), ("b", 6), ("c", 7), ("a", 8))]
        with pytest.raises(Conflict, match="'a'"):
            store.collections.add_all(library, new)
        assert store.collections.listing(library) == []
        assert store.levels.search(library).total == 0
        assert [one.levels for one in store.collections.add_all(library, new[:3])] == [1, 1, 1]
        assert store.collections.free_names(library, ["a", "d", "a", "d"]) == ["a (2)", "d", "a (3)", "d (2)"]


def test_the_task_says_what_it_does(tmp_path: Path) -> None:
    """The worker knows the task by its name, and stops it when it is told to."""
    payload = {"database": f"sqlite:///{tmp_path / 'a.sqlite'}", "files": [{"name": "a.xsb", "text": EASY_TEXT}]}
    assert "import-files" in tasks.STOPPABLE

    def unheard(event: Event) -> bool:
        del event
        return False

    assert tasks.run("import-files", payload, unheard)["levels"] == 1
