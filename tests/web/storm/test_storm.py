"""Storms: the server's clock decides, each visitor has one run at a time, and the result is kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.web.live.test_room import Clock
from tests.web.play.conftest import Visitor

from pushbox import store
from pushbox.store import Store, seed_library
from pushbox.store.levels import LevelEntry
from pushbox.web.app import create_app
from pushbox.web.play import messages
from pushbox.web.settings import Limits, Rate, Settings
from pushbox.web.storm import run as storm_run
from pushbox.web.storm.run import SECONDS, SKIP_SECONDS, StormError, StormRun
from pushbox.web.storm.storms import storm_levels


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with store.open(f"sqlite:///{tmp_path_factory.mktemp('storm') / 'library.sqlite'}") as opened:
        seed_library.seed_library(opened)
        yield opened


@pytest.fixture(scope="module")
def levels(library: Store) -> list[LevelEntry]:
    return storm_levels(library)


def solution(library: Store, level: int) -> str:
    """Return the shortest solution of a level."""
    return store.solutions.best(library, level)["moves"].text


def test_levels_grow_harder(library: Store, levels: list[LevelEntry]) -> None:
    """There are hundreds, and the longest solutions come last."""
    lengths = [len(solution(library, entry.id)) for entry in (levels[0], levels[len(levels) // 2], levels[-1])]
    assert len(levels) >= 300
    assert lengths == sorted(lengths)


def test_a_run_goes_by_its_clock(library: Store, levels: list[LevelEntry]) -> None:
    """It begins with the first command; what is solved counts, what is left costs, and at the end nothing goes."""
    clock = Clock()
    run = StormRun(levels, rng=random.Random("storm"), clock=clock)
    clock.now += 1000
    assert (run.phase, run.seconds_left()) == ("ready", SECONDS)
    with pytest.raises(StormError, match="not begun"):
        run.skip()
    seen = [run.entry.id]
    for count in range(1, 4):
        text = solution(library, run.entry.id)
        message, solved = run.execute(messages.Type(text))
        assert message["played"]
        assert (solved, run.solved, run.number) == (True, count, count)
        seen.append(run.entry.id)
        clock.now += 5
    assert len(set(seen)) == 4
    assert run.played[1].seconds == 5
    run.skip()
    assert (run.solved, run.number, run.seconds_left()) == (3, 4, SECONDS - 15 - SKIP_SECONDS)
    clock.now += SECONDS
    assert run.phase == "over"
    for wrong in (run.skip, lambda: run.execute(messages.Press("left"))):
        with pytest.raises(StormError, match="over"):
            wrong()
    run.end()
    run.end()
    assert [it.seconds for it in run.played] == [0, 5, 10, None, None]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Visitor]]:
    database = f"sqlite:///{tmp_path_factory.mktemp('storms') / 'library.sqlite'}"
    with TestClient(create_app(Settings(database=database))) as client:
        yield lambda: Visitor(client)


def entered(person: Visitor, name: str) -> WebSocketTestSession:
    return person.client.websocket_connect(f"/ws/storm?name={name}", headers=person.headers)


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        reply: dict[str, Any] = socket.receive_json()
        if reply["is"] == kind:
            return reply


def solve(person: Visitor, socket: WebSocketTestSession, storm: dict[str, Any]) -> dict[str, Any]:
    """Solve the level of a storm key by key, and return the storm after it."""
    socket.send_json({"do": "shown", "number": storm["number"]})
    names = {"l": "left", "r": "right", "u": "up", "d": "down"}
    for letter in solution(person.store, storm["level"]["id"]).lower():
        socket.send_json({"do": "press", "key": names[letter]})
    while (after := receive(socket, "storm"))["number"] == storm["number"]:
        pass
    receive(socket, "opened")
    return after


def test_a_storm_from_its_first_key_to_the_best_list(
    visitor: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is pressed before a level is shown is no move of it; who comes back goes on; the result is kept once."""
    ada = visitor()
    with entered(ada, "Ada") as socket:
        storm = receive(socket, "storm")
        receive(socket, "opened")
        assert (storm["phase"], storm["left"]) == ("ready", SECONDS)
        socket.send_json({"do": "press", "key": "left"})
        socket.send_json({"do": "again"})
        assert "not over" in receive(socket, "error")["message"]
        storm = solve(ada, socket, storm)
        assert (storm["phase"], storm["solved"]) == ("running", 1)
        socket.send_json({"do": "shown", "number": 1})
        for wrong in (
            {"do": "hint", "step": 1},
            {"do": "record", "first": 1, "lines": [], "here": 0},
            {"do": "type", "text": "r"},
            {"do": "dance"},
            {},
        ):
            socket.send_json(wrong)
            assert receive(socket, "error")["message"]
    with entered(ada, "Ada") as old:
        receive(old, "storm")
        with entered(ada, "Ada") as socket:
            receive(old, "moved")
            old.send_json({"do": "skip"})
            assert "another window" in receive(old, "error")["message"]
            assert receive(socket, "storm")["solved"] == 1
            monkeypatch.setattr(storm_run, "SECONDS", 0.0)
            socket.send_json({"do": "skip"})
            over = receive(socket, "error")
            assert "over" in over["message"]
    monkeypatch.undo()
    bob = visitor()
    with entered(bob, "Bob") as socket:
        assert receive(socket, "storm")["solved"] == 0


def test_a_client_that_foresees_by_itself_gets_the_level(visitor: Callable[[], Visitor]) -> None:
    """With its rules alone, in place of what keys lead to: no solution and no title."""
    person = visitor()
    path = "/ws/storm?name=Fay&ahead=false"
    with person.client.websocket_connect(path, headers=person.headers) as socket:
        number = receive(socket, "storm")["number"]
        opened = receive(socket, "opened")
        assert "ahead" not in opened
        assert {"game", "board"} <= opened["level"]["level"].keys() <= {"game", "board", "options"}
        socket.send_json({"do": "shown", "number": number})
        socket.send_json({"do": "press", "key": "left"})
        assert "ahead" not in receive(socket, "turned")
    with entered(person, "Fay") as socket:
        assert "ahead" in receive(socket, "opened")


def test_a_storm_ends_by_itself(visitor: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is over the player is told how it went, and may play again; guests and accounts are listed."""
    eve = visitor()
    monkeypatch.setattr(storm_run, "SECONDS", 1.5)
    with entered(eve, "Eve") as socket:
        storm = receive(socket, "storm")
        storm = solve(eve, socket, storm)
        while storm["phase"] != "over":
            storm = receive(socket, "storm")
        assert storm["place"] == {"best_before": 0, "better": 0}
        assert [it["seconds"] is not None for it in storm["played"]] == [True, False]
        socket.send_json({"do": "again"})
        assert receive(socket, "storm")["phase"] == "ready"
    best = eve.client.get("/api/storms?period=day", headers=eve.headers).json()["best"]
    assert [(it["name"], it["account"], it["solved"], it["mine"]) for it in best] == [("Eve", False, 1, True)]
    assert eve.client.get("/api/storms?period=year").status_code == 422
    assert eve.client.delete("/api/me", headers=eve.headers | {"X-Pushbox": "1"}).status_code == 204
    assert eve.client.get("/api/storms?period=ever").json()["best"] == []


def test_one_address_enters_storms_so_often(tmp_path: Path) -> None:
    """Whatever cookies it makes up."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=Limits(storms=Rate(2, 1e-6)))
    with TestClient(create_app(settings)) as client:
        for _ in range(2):
            with entered(Visitor(client), "") as socket:
                receive(socket, "opened")
        with entered(Visitor(client), "") as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013


def test_results_are_ranked(library: Store) -> None:
    """More levels first, then fewer moves; the best of each person, who is an account or a visitor; a few are kept."""
    results = (
        ("a", None, 5, 90), ("a", None, 7, 200), ("b", None, 7, 150), ("c", "Cleo", 9, 400), ("d", "Cleo", 8, 1),
        ("e", None, 0, 0),
    )  # fmt: skip
    places = [
        store.storms.add(library, visitor=visitor, account=account, name=account or visitor, solved=solved, moves=moves)
        for visitor, account, solved, moves in results
    ]
    assert (places[-1].best_before, places[-1].better) == (0, 3)
    assert [(it.name, it.solved) for it in store.storms.best(library)] == [("Cleo", 9), ("b", 7), ("a", 7)]
    again = store.storms.add(library, visitor="a", account=None, name="a", solved=7, moves=100)
    assert (again.best_before, again.better) == (7, 1)
    assert [it.name for it in store.storms.best(library, limit=2)] == ["Cleo", "a"]
