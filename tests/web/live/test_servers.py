"""Several servers on one library: a room is with one of them, and moves when it is asked for."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.web.live.test_live import RACE, enter, opened, receive
from tests.web.live.test_restart import closing_code
from tests.web.play.conftest import Visitor

from pushbox.formats.json import level_to_json
from pushbox.store.tables import rooms, servers
from pushbox.web.app import create_app
from pushbox.web.live import socket as live_socket
from pushbox.web.settings import LeaseTimes, Settings

pytestmark = [pytest.mark.servers, pytest.mark.usefixtures("unseeded")]

PATIENCE = 120.0  # seconds: far more than any of this takes
LEASES = LeaseTimes(seconds=60.0, poll=0.1)
Two = tuple[TestClient, TestClient]


@contextmanager
def app(url: str, leases: LeaseTimes = LEASES) -> Iterator[TestClient]:
    """Yield one of the servers of a library."""
    with TestClient(create_app(Settings(database=url, leases=leases))) as client:
        yield client


@pytest.fixture
def two(postgresql: Any) -> Iterator[Two]:
    """Yield two servers of a library."""
    url = postgresql.next_url()
    with app(url) as one, app(url) as other:
        yield one, other


def at(client: TestClient, person: Visitor) -> Visitor:
    """Return somebody as their proxy sends them to a server."""
    person.client = client
    return person


@contextmanager
def entered(clients: Iterator[TestClient], person: Visitor, code: str) -> Iterator[WebSocketTestSession]:
    """Yield the socket of somebody who tries one server after the other until they are in the room."""
    until = time.monotonic() + PATIENCE
    for client in clients:
        with enter(at(client, person), code, "name") as socket:
            try:
                receive(socket, "room")
            except WebSocketDisconnect as closed:
                refusal = closed
            else:
                yield socket
                return
        assert (refusal.code, "try again" in refusal.reason) == (1013, True)
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_room_moves_to_the_server_that_is_asked_for_it(two: Two) -> None:
    """Where members are in it, it stays and the other server refuses in a sentence; once they have gone it moves."""
    one, other = two
    ada, bob = Visitor(one), Visitor(other)
    code = opened(ada, kind="race", level=level_to_json(RACE))
    assert [it["code"] for it in at(other, ada).client.get("/api/rooms", headers=ada.headers).json()["rooms"]] == [code]
    with enter(at(one, ada), code, "Ada") as first:
        for message in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}, {"do": "type", "text": "dr"}):
            first.send_json(message)
        assert receive(first, "turned")["state"]["node"] == 2
        with enter(at(other, bob), code, "Bob") as refused:
            assert closing_code(refused) == 1013
        with entered(itertools.cycle((other, one)), bob, code) as second:
            assert bob.client is one, "whoever tries again comes to the server of the room"
            second.send_json({"do": "tell", "cell": 8, "n": 1})
            assert receive(second, "told")["n"] == 1
    with entered(itertools.repeat(other), ada, code) as again:
        assert receive(again, "opened")["state"]["node"] == 2
        again.send_json({"do": "type", "text": "u", "n": 5})
        assert receive(again, "turned")["state"]["node"] == 3
    with entered(itertools.repeat(one), ada, code) as again:
        assert receive(again, "opened")["state"]["node"] == 3


def test_a_proxy_that_switches(two: Two) -> None:
    """Each comes back again and again, to a server by chance: all that they have played is there each time."""
    ada = Visitor(two[0])
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with entered(itertools.cycle(two), ada, code) as socket:
        for message in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}):
            socket.send_json(message)
        receive(socket, "opened")
    for number in range(6):
        with entered(itertools.cycle(two[:: 1 if number % 2 else -1]), ada, code) as socket:
            assert receive(socket, "opened")["state"]["node"] == number
            socket.send_json({"do": "type", "text": "du"[number % 2], "n": 1})
            assert receive(socket, "turned")["state"]["node"] == number + 1


def test_a_room_that_moves_while_somebody_comes_in(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are in the room that is written, not in one that the server has just released: what they play stays."""
    one, other = two
    ada, bob = Visitor(one), Visitor(other)
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with enter(ada, code, "Ada") as socket:
        receive(socket, "room")
    introduce = live_socket._introduce
    store: Any = one.app.state.store  # type: ignore[attr-defined]
    leaving: set[str] = one.app.state.rooms._leaving  # type: ignore[attr-defined]

    def introduce_late(*arguments: Any) -> Any:
        """Answer once the room, which the other server requests meanwhile, has been released."""
        monkeypatch.setattr(live_socket, "_introduce", introduce)
        with enter(at(other, bob), code, "Bob") as refused:
            assert closing_code(refused) == 1013
        until = time.monotonic() + PATIENCE
        while _server_of(store, code) is not None or code in leaving:  # who comes while it leaves is refused
            assert time.monotonic() < until
            time.sleep(0.01)
        return introduce(*arguments)

    monkeypatch.setattr(live_socket, "_introduce", introduce_late)
    with enter(at(one, ada), code, "Ada") as socket:
        for message in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}, {"do": "type", "text": "d"}):
            socket.send_json(message)
        assert receive(socket, "turned")["state"]["node"] == 1
        assert _server_of(store, code) is not None, "it was brought back before they came in"
    with entered(itertools.repeat(other), ada, code) as again:
        assert receive(again, "opened")["state"]["node"] == 1


def _server_of(store: Any, code: str) -> str | None:
    """Return the server that has a room in memory."""
    with store.read() as connection:
        found: str | None = connection.execute(sa.select(rooms.c.server).where(rooms.c.code == code)).scalar_one()
        return found


def test_the_rooms_of_a_server_whose_lease_has_lapsed_are_taken_over(postgresql: Any) -> None:
    """It notices when it writes, and its members come to the other server; what they played there stays."""
    url = postgresql.next_url()
    with app(url, LeaseTimes(seconds=60.0, renewal=3600.0)) as one, app(url) as other:
        ada, bob = Visitor(one), Visitor(other)
        code = opened(ada, kind="race", level=level_to_json(RACE))
        with enter(ada, code, "Ada") as first:
            for message in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}, {"do": "type", "text": "dr"}):
                first.send_json(message)
            assert receive(first, "turned")["state"]["node"] == 2
            stalled: Any = one.app
            assert one.portal is not None
            assert one.portal.call(stalled.state.rooms.writer.flush)
            with stalled.state.store.write() as connection:
                lapsed = sa.func.clock_timestamp() - sa.text("interval '1 minute'")
                own = servers.c.id == stalled.state.lease.server
                connection.execute(sa.update(servers).where(own).values(until=lapsed))
            with entered(itertools.repeat(other), bob, code) as second:
                first.send_json({"do": "type", "text": "u", "n": 1})
                assert closing_code(first) == 1012
                with entered(itertools.repeat(other), ada, code) as again:
                    assert receive(again, "opened")["state"]["node"] == 2
                    again.send_json({"do": "type", "text": "u", "n": 1})
                    assert receive(second, "progress")["depth"] == 3
