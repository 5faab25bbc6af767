"""Studies over HTTP: read and checked, kept under a link that anybody reads and their owner changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.changes import change_from_json

from pushbox.formats.json import board_from_json, level_to_json
from pushbox.levels import builtin
from pushbox.web.api.studies import TEXT
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

HEADERS = {"X-Pushbox": "1"}


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[tuple[TestClient, TestClient]]:
    """Yield two visitors of a server."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))
    with TestClient(app, headers=HEADERS) as one:
        yield one, TestClient(app, headers=HEADERS)


def test_a_study_is_read_and_checked(clients: tuple[TestClient, TestClient]) -> None:
    """From text, JSON, or a level with solutions; lines that cannot be played are named."""
    client = clients[0]
    answer = client.post("/api/studies-read", json={"text": TEXT}).json()
    assert (answer["text"], answer["problems"], answer["solved"]) == (TEXT, [], [1])
    assert client.post("/api/studies-read", json={"study": answer["study"]}).json() == answer
    pagoda = client.post("/api/studies-read", json={"level": level_to_json(builtin("lessons")[9])}).json()
    assert (len(pagoda["study"]["nodes"]), pagoda["solved"]) == (2, [1])
    wrong = client.post("/api/studies-read", json={"text": TEXT.replace("moves R", "moves L")}).json()
    assert wrong["problems"][0]["node"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {}, {"text": TEXT, "level": {}}, {"text": "nothing"}, {"study": {}}, {"study": {"nodes": 3, "level": 1}},
        {"study": {"level": {}, "nodes": [[]]}}, {"level": {}}, {"text": 3},
        {"study": {"nodes": [{"moves": "l" * 99}]}},
    ],
)  # fmt: skip
def test_what_is_no_study_is_refused(clients: tuple[TestClient, TestClient], body: dict[str, object]) -> None:
    """With a sentence, wherever it is sent."""
    for path in ("/api/studies-read", "/api/studies"):
        answer = clients[0].post(path, json=body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"]


def test_who_has_the_link_reads_and_the_owner_changes(clients: tuple[TestClient, TestClient]) -> None:
    """Nobody else changes or removes it, and only its owner has it in a list."""
    owner, other = clients
    key = owner.post("/api/studies", json={"text": TEXT}).json()["key"]
    assert owner.get(f"/api/studies/{key}").json()["mine"]
    read = other.get(f"/api/studies/{key}").json()
    assert (read["text"], read["title"], read["mine"]) == (TEXT, "One push", False)
    changed = {"text": TEXT.replace("Push!", "Do push!")}
    other.get("/api/me")
    assert other.put(f"/api/studies/{key}", json=changed).status_code == 403
    assert other.delete(f"/api/studies/{key}").status_code == 403
    assert owner.put(f"/api/studies/{key}", json=changed).status_code == 200
    assert "Do push!" in other.get(f"/api/studies/{key}").json()["text"]
    assert [one["key"] for one in owner.get("/api/studies").json()["studies"]] == [key]
    assert other.get("/api/studies").json()["studies"] == []
    assert owner.delete(f"/api/studies/{key}").status_code == 204
    assert other.get(f"/api/studies/{key}").status_code == 404


def test_a_study_that_cannot_be_played_is_not_kept(clients: tuple[TestClient, TestClient]) -> None:
    """Its first line that cannot is named."""
    answer = clients[0].post("/api/studies", json={"text": TEXT.replace("moves R", "moves L")})
    assert answer.status_code == 422
    assert "node 1 cannot be played" in answer.json()["error"]["message"]


def test_a_line_is_traced_move_by_move(clients: tuple[TestClient, TestClient]) -> None:
    """Each part by its moves, as they are written, with what they change; what cannot be played is refused."""
    level = level_to_json(builtin("lessons")[0])

    def traced(line: list[str], status: int = 200) -> Any:
        answer = clients[0].post("/api/trace", json={"level": level, "line": line})
        assert answer.status_code == status, answer.text
        return answer.json()

    body = traced(["r", "RR"])
    assert [[move["text"] for move in part] for part in body["line"]] == [["r"], ["R", "R"]]
    board = board_from_json(body["board"])
    for part in body["line"]:
        for move in part:
            board = board.apply(map(change_from_json, move["changes"]))
    goals = [cell for cell, terrain in enumerate(board.terrain) if terrain.kind == "goal"]
    assert [box.anchor for box in board.of_kind("box")] == goals
    assert traced([])["line"] == []
    assert "cannot" in traced(["lll"], 422)["error"]["message"]
    assert "is all that is shown" in traced(["rl" * 1_001], 422)["error"]["message"]
