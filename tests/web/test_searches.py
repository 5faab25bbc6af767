"""Searches in the browser: what the server writes for them, and what it makes of their answers."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import GENEROUS, HEADERS, refused, room

import pushbox
from pushbox.formats.json import level_to_json
from pushbox.web.api import searches
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

PULL = "#######\n#. $@ #\n#######\n"
COST = {"nodes": 3, "seconds": 0.5}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a client of a server that has a core for browsers."""
    database = f"sqlite:///{tmp_path_factory.mktemp('searches') / 'library.sqlite'}"
    module = tmp_path_factory.mktemp("core") / "pushbox.wasm"
    module.touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "SEARCH_MODULE", module)
        with TestClient(create_app(Settings(database=database, limits=GENEROUS)), headers=HEADERS) as client:
            yield client


def begun(client: TestClient, level: dict[str, Any], **more: Any) -> bytes | None:
    """Return the request that a search begins with."""
    answer = client.post("/api/searches", json={"task": "solve", "level": level} | more)
    assert answer.status_code == 200, answer.text
    request = answer.json()["request"]
    return None if request is None else b64decode(request)


def checked(client: TestClient, level: dict[str, Any], moves: str = "", **answer: Any) -> Any:
    """Return the response to the answer of a search."""
    body = {"level": level, "moves": moves, "objective": "pushes", "answer": COST | answer}
    return client.post("/api/searches/answer", json=body)


def test_a_search_is_written_from_the_position_on(client: TestClient) -> None:
    """With its objective, its limits and the board after the moves."""
    whole = begun(client, room(PULL), objective="pushes", seconds=7.5, nodes=1000)
    assert whole is not None
    assert whole.startswith(b"\x0asolve\x0cpushes\x00\x02\x067.5\x02")
    assert begun(client, room(PULL), moves="L", objective="pushes", seconds=7.5, nodes=1000) != whole
    refused(client.post("/api/searches", json={"task": "solve", "level": room(PULL), "moves": "u"}), 422, "bad-input")


def test_what_the_server_searches_itself(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels with limits of their own; and all of them where no core for browsers has been built."""
    limited = room("Title: x\n" + PULL) | {"options": [["steps", 9]]}
    assert begun(client, limited) is None
    assert begun(client, room(PULL)) is not None
    monkeypatch.setattr(searches, "SEARCH_MODULE", Path("nothing"))
    assert begun(client, room(PULL)) is None


def test_an_answer_is_replayed(client: TestClient) -> None:
    """The result is that of a job, in the notation of the game and with its counts."""
    result = checked(client, room(PULL), "L", status="solved", lurd="L", optimal="pushes").json()["result"]
    assert (result["status"], result["moves_text"], result["pushes"], result["optimal"]) == ("solved", "L", 1, "pushes")
    crossoban = next(level for level in pushbox.builtin("crossoban"))
    verdict = pushbox.solve(crossoban)
    assert isinstance(verdict, pushbox.Solved)
    from tests.solver.test_wasm import ordinals_of

    position = pushbox.load(crossoban)
    line = ordinals_of(position, position.parse(verdict.text))
    result = checked(client, level_to_json(crossoban), status="solved", line=line).json()["result"]
    assert result["moves_text"] == verdict.text


def test_other_answers(client: TestClient) -> None:
    """Of a search that gave up, and of a proof, with the boxes that are to blame."""
    result = checked(client, room(PULL), status="gave-up", limit="nodes", bound=2).json()["result"]
    assert (result["status"], result["limit"], result["message"]) == (
        "gave-up",
        "nodes",
        "at least 2 pushes are needed",
    )
    stuck = "######\n#$@ .#\n######\n"
    result = checked(client, room(stuck), status="unsolvable", proof="dead-square").json()["result"]
    said = "a box stands on a dead square"
    assert (result["status"], result["message"], result["blocking"]) == ("unsolvable", said, [7])
    assert result["phrase"] == {"code": "unsolvable.dead-square", "params": {}, "text": said}
    assert checked(client, room(stuck), status="unsolvable", proof="a proof of my own").status_code == 422


@pytest.mark.parametrize(
    "answer",
    [
        {"lurd": "L"},
        {"lurd": "lu"},
        {"lurd": "?"},
        {"line": [0, 99]},
        {"lurd": "LL", "pushers": [99, 9]},
        {"lurd": "LL", "pushers": [9]},
    ],
    ids=str,
)
def test_a_wrong_answer_is_refused(client: TestClient, answer: dict[str, Any]) -> None:
    """Too short, illegal, no letters, no such move, no such pusher, pushers for other letters."""
    assert "rules refuse" in refused(checked(client, room(PULL), status="solved", **answer), 422, "bad-input")
