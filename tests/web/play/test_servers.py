"""Several servers on one library: a play is with one of them at a time, and nothing that was played gets lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.programs import Forked
from tests.sockets import receive as next_of
from tests.sockets import request
from tests.web.play.server import LEASES
from websockets.sync.client import ClientConnection, connect

from pushbox import formats, levels, store
from pushbox.level import Collection
from pushbox.play.session import Session
from pushbox.play.stored_move import move_from_text
from pushbox.store import Store, claims, plays, servers
from pushbox.store.tables import servers as server_table
from pushbox.web.app import create_app
from pushbox.web.identity_cookie import COOKIE, hashed
from pushbox.web.settings import Settings

pytestmark = pytest.mark.servers

FIELD = "#########\n#@      #\n#   $   #\n#     . #\n#########"
PROGRAM = Path(__file__).with_name("server.py")
SHORT = 1.5  # seconds: the lease of a server whose end is waited for


@pytest.fixture
def url(postgresql: Any) -> str:
    """Return the URL of a library that several servers may have."""
    return str(postgresql.next_url())


@pytest.fixture
def library(url: str, unseeded: None) -> Iterator[Store]:  # noqa: ARG001
    """Yield that library."""
    with store.open(url) as library:
        yield library


@contextmanager
def process(url: str, lease: float = LEASES.seconds) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Yield a server as a process, and its port; it ends as its user would end it."""
    command = [sys.executable, str(PROGRAM), url, str(lease)]
    with Forked(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            yield server, int(server.stdout.readline().rsplit(":")[-1].rstrip("/\n"))
            server.terminate()
            server.wait(60)
        finally:
            server.kill()


class Player:
    """A visitor with a play, and what they have played: the positions from which and by which keys."""

    def __init__(self, library: Store) -> None:
        self.token = secrets.token_urlsafe(32)
        self.library = library
        added = store.collections.add(library, Collection(formats.read(FIELD).levels), name=secrets.token_hex(4))
        level = store.levels.search(library, collection=added.id).entries[0].id
        self.play = plays.create(library, hashed(self.token), level).id

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self.token}"}

    def open(self, port: int) -> ClientConnection:
        """Open a window on a server."""
        return connect(f"ws://127.0.0.1:{port}/ws/play?play={self.play}", additional_headers=self.headers)

    def rows(self) -> list[tuple[int, int, str]]:
        """Return the stored positions, checked to be whole: numbered in order, each legal where it stands."""
        rows = [(step.node, step.parent, step.text) for step in plays.steps(self.library, self.play)]
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
        session = Session(formats.read(FIELD).levels[0])
        nodes = [session.root]
        for _, parent, text in rows:
            nodes.append(session.add_variation(nodes[parent], move_from_text(text)))
        return rows


def receive(socket: ClientConnection, kind: str, timeout: float = 120.0) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=timeout))
        if message["is"] == kind:
            return message


def press(socket: ClientConnection, key: str) -> dict[str, Any]:
    """Press a key and return the answer."""
    socket.send(json.dumps({"do": "press", "key": key, "n": 1}))
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=300))
        if message.get("n") == 1:
            return message


class Proxy:
    """A proxy that sends each connection to the port that is its `target` then."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.05))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self.target)
        with suppress(asyncio.CancelledError, ConnectionError):
            await asyncio.gather(_copy(reader, other_writer), _copy(other_reader, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


def test_play_goes_on_behind_a_proxy_that_switches(url: str, library: Store) -> None:
    """Whichever server a connection reaches, the play is where it was; every position is stored, in order."""
    rng = random.Random("proxy")
    player = Player(library)
    seen: list[list[Any]] = []
    state: dict[str, Any] = {"node": 0}
    with process(url) as (_, one), process(url) as (_, two), Proxy(one) as proxy:
        for turn in range(12):
            proxy.target = rng.choice((one, two)) if turn else one
            with player.open(proxy.port) as socket:
                opened = receive(socket, "opened")
                assert [row[:3] for row in opened["nodes"]] == seen
                assert opened["state"]["node"] == state["node"]
                for _ in range(rng.randint(1, 9)):
                    answer = press(socket, rng.choice(("left", "up", "right", "down")))
                    seen += [row[:3] for row in answer["nodes"]]
                    state = answer["state"]
                if rng.random() < 0.3:
                    receive(socket, "saved")
    assert len(seen) > 20
    assert [[*row[:2]] for row in player.rows()] == [row[:2] for row in seen]


def test_windows_on_two_servers_take_the_keys_from_each_other(url: str, library: Store) -> None:
    """The newest has them; the older one takes them back, and has what was played meanwhile."""
    player = Player(library)
    settings = Settings(database=url, leases=LEASES)
    with (
        TestClient(create_app(settings)) as one,
        TestClient(create_app(settings)) as two,
        opened_by(one, player) as old,
    ):
        assert next_of(old, "opened")["state"]["node"] == 0
        assert request(old, do="press", key="right")["state"]["node"] == 1
        with opened_by(two, player) as new:
            check_keys(old, new)
    assert len(player.rows()) == 5


def check_keys(old: WebSocketTestSession, new: WebSocketTestSession) -> None:
    assert next_of(new, "opened")["state"]["node"] == 1
    assert next_of(old, "moved")
    assert request(new, do="press", key="right")["state"]["node"] == 2
    assert request(old, do="press", key="down")["is"] == "moved"
    assert request(old, do="hint", step=1)["is"] == "moved"
    assert request(old, do="pushable")["cells"], "questions are answered of what it shows"
    for mine, other, node in ((old, new, 3), (new, old, 4), (old, new, 5)):
        assert request(mine, do="take")["state"]["node"] == node - 1
        assert next_of(other, "moved")
        assert request(mine, do="press", key="down" if node == 3 else "right")["state"]["node"] == node


def opened_by(client: TestClient, player: Player) -> WebSocketTestSession:
    return client.websocket_connect(f"/ws/play?play={player.play}", headers=player.headers)


def test_a_killed_server_is_taken_over(url: str, library: Store) -> None:
    """Once its lease has lapsed another server has its plays, with everything that it had confirmed."""
    player = Player(library)
    with process(url, SHORT) as (server, port), TestClient(create_app(Settings(database=url, leases=LEASES))) as other:
        with player.open(port) as socket:
            for _ in range(3):
                press(socket, "right")
            saved = receive(socket, "saved")["node"]
            while saved < 3:
                saved = receive(socket, "saved")["node"]
            server.kill()
            server.wait()
        with opened_by(other, player) as window:
            assert next_of(window, "opened")["state"]["node"] == 3
            assert request(window, do="press", key="right")["state"]["node"] == 4
    assert len(player.rows()) == 4


def test_a_paused_server_loses_its_plays_and_nothing_else(url: str, library: Store) -> None:
    """What it plays when it goes on becomes a branch; the windows of both servers are sent the whole play."""
    player, idle = Player(library), Player(library)
    with (
        process(url, SHORT) as (server, port),
        TestClient(create_app(Settings(database=url, leases=LEASES))) as other,
        player.open(port) as old,
        idle.open(port) as still,
    ):
        for there in (old, still):
            receive(there, "opened")
        press(old, "right")
        assert receive(old, "saved")["node"] == 1
        os.kill(server.pid, signal.SIGSTOP)
        for key in ("down", "down"):
            old.send(json.dumps({"do": "press", "key": key}))
        with opened_by(other, player) as new:
            assert next_of(new, "opened")["state"]["node"] == 1
            for node in (2, 3, 4):
                assert request(new, do="press", key="right")["state"]["node"] == node
            while next_of(new, "saved")["node"] < 4:
                pass
            with opened_by(other, idle) as window:
                assert next_of(window, "opened")
                os.kill(server.pid, signal.SIGCONT)
                assert receive(still, "moved"), "who does nothing learns it too"
            merged = receive(old, "opened")
            assert merged["merged"]
            assert len(merged["nodes"]) == 6
            assert receive(old, "moved")
            again = next_of(new, "opened")
            assert again["merged"] == merged["merged"]
            assert (len(again["nodes"]), again["state"]["node"]) == (6, 4)
            assert request(new, do="press", key="right")["state"]["node"] == 7
            assert request(new, do="goto", node=6)["state"]["depth"] == 3
    rows = player.rows()
    assert [row[:2] for row in rows] == [(1, 0), (2, 1), (3, 2), (4, 3), (5, 1), (6, 5), (7, 4)]


class Window:
    """A window, and the tree of the play as its messages have it: the moves that lead to each position."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.paths: dict[int, tuple[str, ...]] = {}
        self.learn(socket.receive_json())

    def learn(self, message: dict[str, Any]) -> None:
        """Take in a message."""
        if message["is"] == "opened":
            self.paths = {0: ()}
        for node, parent, text, _ in message.get("nodes", ()):
            self.paths[node] = (*self.paths[parent], text)

    def request(self, **message: Any) -> tuple[str, ...] | None:
        """Send a request and return the line that it leads to, None where the keys are elsewhere."""
        self.socket.send_json(message | {"n": 7})
        while True:
            received: dict[str, Any] = self.socket.receive_json()
            self.learn(received)
            if received.get("n") == 7:
                return self.paths[received["state"]["node"]] if "state" in received else None


@pytest.mark.parametrize("lapsing", [False, True])
def test_windows_come_and_go_on_two_servers(url: str, library: Store, *, lapsing: bool) -> None:
    """Whatever line an answer has shown is in the library in the end, also where leases lapse at any time."""
    rng = random.Random(f"windows {lapsing}")
    player = Player(library)
    settings = Settings(database=url, leases=LEASES)
    lines: set[tuple[str, ...]] = set()
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as two, ExitStack() as stack:
        windows: list[tuple[Window, ExitStack]] = []
        for _ in range(70):
            act = rng.random()
            if not windows or (act < 0.15 and len(windows) < 5):
                closing = stack.enter_context(ExitStack())
                socket = closing.enter_context(opened_by(rng.choice((one, two)), player))
                windows.append((Window(socket), closing))
            elif act < 0.25:
                windows.pop(rng.randrange(len(windows)))[1].close()
            elif act < 0.35 and lapsing:
                with library.write() as connection:
                    past = servers.database_clock(connection) - timedelta(seconds=60)
                    connection.execute(server_table.update().values(until=past))
            else:
                window, _ = rng.choice(windows)
                if rng.random() < 0.6:
                    window.request(do="take")
                line = window.request(do="press", key=rng.choice(("left", "up", "right", "down")))
                if line is not None:
                    lines.add(line)
    stored: dict[int, tuple[str, ...]] = {0: ()}
    for node, parent, text in player.rows():
        stored[node] = (*stored[parent], text)
    directions = dict(zip("0123", "lurd", strict=True))
    found = {tuple(directions[move] for move in line) for line in stored.values()}
    assert len(lines) > 15
    assert {tuple(move.lower() for move in line) for line in lines} <= found


def test_an_owner_that_does_not_answer_is_not_waited_for(url: str, library: Store) -> None:
    """A window is closed with 1013 and a sentence while a server holds on to the play; once that ends, it comes in."""
    player = Player(library)
    silent = servers.register(library, address="http://silent/", process=1, seconds=60.0)
    claims.claim(library, player.play, visitor=hashed(player.token), server=silent.id)
    settings = Settings(database=url, leases=replace(LEASES, handover=0.3))
    with TestClient(create_app(settings)) as client:
        with opened_by(client, player) as window, pytest.raises(WebSocketDisconnect) as closed:
            window.receive_json()
        assert closed.value.code == 1013
        assert "another server" in closed.value.reason
        servers.remove(library, silent.id)
        with opened_by(client, player) as window:
            assert next_of(window, "opened")


def test_servers_start_together_on_an_empty_database(postgresql: Any) -> None:
    """Both make the tables and add the shipped levels, and neither stumbles over the other."""
    url = postgresql.next_empty_url()
    apps = [create_app(Settings(database=url, leases=LEASES)) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        clients = [threads.submit(TestClient(app).__enter__) for app in apps]
        for client in clients:
            names = [one["name"] for one in client.result().get("/api/collections").json()["collections"]]
            assert len(names) == len(set(names)) == len(levels.names())
            client.result().__exit__()
