"""Rooms outlast their server: they are written as they go, and come back as they were."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.web.live.test_live import RACE, await_ready, enter, opened, phase, receive
from tests.web.live.test_room import Clock, Person, arena, begun, new_room
from tests.web.play.conftest import Visitor
from tests.web.play.model import Model, anything
from tests.web.test_serve import served
from websockets.sync.client import ClientConnection, connect

from pushbox import games, store
from pushbox.conformance import random_level
from pushbox.errors import LevelError, StoreError
from pushbox.formats.json import level_to_json
from pushbox.games.api import KEYS
from pushbox.play.validate import require_playable
from pushbox.store.rooms import RaceSolution, RoomEntry, RoomWrite
from pushbox.web.app import create_app
from pushbox.web.live import rooms as live_rooms
from pushbox.web.live.members import RoomError
from pushbox.web.live.room import Room
from pushbox.web.live.room_writer import RoomWriter
from pushbox.web.live.stored import restore, take_write
from pushbox.web.play import messages
from pushbox.web.settings import Settings
from pushbox.web.sockets import envelope

pytestmark = pytest.mark.servers

SOLUTION = "rRR"


class Page:
    """What the library has of a room, put together from its writes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._write: RoomWrite | None = None

    def entry(self) -> RoomEntry:
        """Return the room as it would be read now."""
        write = take_write(self._room)
        self._write = write if self._write is None else write.after(self._write)
        room = self._room
        steps = tuple(sorted(self._write.steps))
        return RoomEntry(room.code, room.kind, room.level, room.level_id, self._write.status, steps)


def restored(entry: RoomEntry, *people: Person, clock: Clock | None = None) -> Room:
    """Return a room as it comes back, with people in it."""
    room = restore(entry, clock=clock or Clock())
    for person in people:
        room.enter(person)
    return room


def random_levels(key: str, rng: random.Random, count: int) -> Iterator[Any]:
    """Yield levels of a game that can be played."""
    while count:
        level = random_level(games.find(key), rng, largest=6)
        try:
            require_playable(level)
        except LevelError:
            continue
        count -= 1
        yield level


@pytest.mark.parametrize("key", [key for key in games.keys() if not games.find(key).info.simultaneous])
def test_a_race_comes_back_as_it_was(key: str) -> None:
    """Each racer's board, history, branches and snapshots, whatever has been played, written in one part or in many."""
    rng = random.Random(f"restart {key}")
    for level in random_levels(key, rng, 4):
        room = new_room("race", level)
        page = Page(room)
        people = [Person("ada"), Person("bob")]
        begun(room, *people)
        models = [Model(person.last("opened")) for person in people]
        for _ in range(40):
            number = rng.randrange(2)
            seat = room.seats[number]
            assert seat is not None
            if room.phase != "running" or seat.finished is not None:
                continue
            command = messages.parse(envelope.decode(json.dumps(anything(models[number], rng))))
            assert isinstance(command, messages.Command)
            room.execute(people[number], command, 3)
            models[number].update(people[number].last("turned"))
            if rng.random() < 0.2:
                page.entry()
        again = [Person("ada"), Person("bob")]
        back = restored(page.entry(), *again)
        assert (back.phase, back.winner, back.host) == (room.phase, room.winner, room.host)
        for before, after in zip(room.seats[:2], back.seats[:2], strict=True):
            assert before is not None
            assert before.view is not None
            assert after is not None
            assert after.view is not None
            assert (after.finished, after.name) == (before.finished, before.name)
            opened_before, opened_after = (json.dumps(it.view.opened_message()) for it in (before, after))  # type: ignore[union-attr]
            assert without_clock(opened_after) == without_clock(opened_before)


def without_clock(text: str) -> dict[str, Any]:
    """Return the message on a play without its clock, and without what is foreseen, which goes by the last keys."""
    message: dict[str, Any] = json.loads(text)
    message.pop("ahead", None)
    del message["state"]["seconds"], message["state"]["running"]
    return message


def test_a_match_comes_back_as_it_was() -> None:
    """The rules replay its ticks; a rematch forgets those of the game before."""
    rng = random.Random("match")
    for level in random_levels("versus", rng, 6):
        room = new_room(level=level)
        page = Page(room)
        ada, bob = Person("ada"), Person("bob")
        begun(room, ada, bob)
        for number in range(60):
            for player in (ada, bob):
                if room.phase == "running" and rng.random() < 0.8:
                    room.execute(player, messages.Press(rng.choice(KEYS)), None)
            room.tick()
            if number % 20 == 10:
                page.entry()
            if room.phase == "over" and number < 30:
                room.set_ready(ada)
                room.set_ready(bob)
        again = Person("ada")
        back = restored(page.entry(), again, Person("bob"))
        assert (back.position.state, back.ticks, back.phase) == (room.position.state, room.ticks, room.phase)
        assert (again.board, again.ticks) == (room.position.board, room.ticks)


def test_the_clock_stands_while_nobody_could_play() -> None:
    """A race goes on when all are back, or after a while; the time in between counts for nobody."""
    clock = Clock()
    room = new_room("race", clock=clock)
    page = Page(room)
    begun(room, Person("ada"), Person("bob"))
    clock.now += 7
    entry = page.entry()
    later = Clock()
    later.now = 5_000.0
    ada, bob = Person("ada"), Person("bob")
    back = restored(entry, ada, clock=later)
    assert (ada.you, ada.last("room")["paused"], ada.last("room")["seconds"]) == (0, True, 7)
    assert ada.last("opened")["seconds"] == 7
    with pytest.raises(RoomError, match="everybody is back"):
        back.execute(ada, messages.Type("r"), 1)
    later.now += 3
    back.enter(bob)
    assert (bob.you, ada.last("room")["paused"]) == (1, False)
    later.now += 2.5
    back.execute(bob, messages.Type(SOLUTION), 1)
    assert back.seats[1] is not None
    assert back.seats[1].finished == 9.5
    alone = restored(entry, ada, clock=later)
    later.now += 100
    alone.resume()
    assert ada.last("room")["paused"] is False
    later.now += 1
    alone.execute(ada, messages.Type(SOLUTION), 1)
    assert alone.seats[0] is not None
    assert alone.seats[0].finished == 8


def test_who_does_not_come_back_loses_their_seat() -> None:
    """A minute after the restart, as always; whoever came back has won a match."""
    clock = Clock()
    room = new_room(clock=clock)
    page = Page(room)
    begun(room, Person("ada"), Person("bob"))
    ada = Person("ada")
    back = restored(page.entry(), ada, clock=clock)
    clock.now += 59
    back.free_abandoned_seats(60)
    assert (ada.phase, ada.last("room")["paused"]) == ("running", True)
    clock.now += 2
    back.free_abandoned_seats(60)
    assert (ada.phase, ada.last("room")["winner"]) == ("over", 0)


def test_what_the_rules_do_not_replay_ends_the_game() -> None:
    """As after an update that has changed them: the room is there, without a winner, and another game may begin."""
    room = new_room()
    page = Page(room)
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    room.execute(ada, messages.Press("right"), None)
    room.tick()
    entry = page.entry()
    wrong = tuple(step._replace(text=text) for step in entry.steps for text in ("[9,9]",))
    again = [Person("ada"), Person("bob")]
    back = restored(RoomEntry(entry.code, entry.kind, entry.level, None, entry.status, wrong), *again)
    assert [(it.phase, it.you, it.last("room")["failed"]) for it in again] == [("over", 0, True), ("over", 1, True)]
    for person in again:
        back.set_ready(person)
    assert again[0].phase == "running"


def closing_code(socket: WebSocketTestSession) -> int:
    """Return the code with which a socket is closed."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


@contextmanager
def server(database: Path) -> Iterator[TestClient]:
    """Yield an app on a database, as it is after a start."""
    with TestClient(create_app(Settings(database=f"sqlite:///{database}"))) as client:
        yield client


def seated(sockets: list[WebSocketTestSession]) -> None:
    """Have everybody sit down and get ready."""
    for number, socket in enumerate(sockets):
        socket.send_json({"do": "sit", "seat": number})
        socket.send_json({"do": "ready"})
        await_ready(socket, number)


def test_a_race_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cookies come back by the same code to their seats; it is won, and its solutions are kept."""
    database = tmp_path / "library.sqlite"
    with server(database) as client:
        ada, bob = Visitor(client), Visitor(client)
        level = ada.level(RACE)
        code = opened(ada, kind="race", level_id=level)
        with enter(ada, code, "Ada") as one, enter(bob, code, "Bob") as two:
            seated([one, two])
            two.send_json({"do": "type", "text": "rR", "n": 1})
            assert receive(two, "turned")["state"]["node"] == 2
    with server(database) as client:
        ada.client = bob.client = client
        listed = client.get("/api/rooms", headers=ada.headers).json()["rooms"]
        assert listed == [], "a game is running there"
        with enter(ada, code, "somebody else") as one:
            room = receive(one, "room")
            assert (room["you"], room["hosting"], room["paused"], room["phase"]) == (0, True, True, "running")
            assert [(it["name"], it["state"]) for it in room["players"]] == [("Ada", "here"), ("Bob", "away")]
            one.send_json({"do": "type", "text": "r"})
            assert "everybody is back" in receive(one, "error")["message"]
            with enter(bob, code, "Bob") as two:
                assert receive(two, "room")["paused"] is False
                assert receive(two, "opened")["state"]["node"] == 2
                two.send_json({"do": "press", "key": "right", "n": 1})
                assert receive(two, "turned")["state"]["outcome"]["status"] == "solved"
                one.send_json({"do": "type", "text": SOLUTION})
                assert phase(one, "over")["winner"] == 1
                one.send_json({"do": "tell", "cell": 8, "n": 9})
                receive(one, "told")
    with server(database) as client:
        ada.client = client
        assert {it.visitor for it in store.solutions.listing(ada.store, level)} == {ada.id, bob.id}
        with enter(ada, code, "Ada") as one:
            assert receive(one, "room")["phase"] == "over"
    monkeypatch.setattr(live_rooms, "ROOM_TIMEOUT", -1.0)
    with server(database) as client:
        ada.client = client
        with enter(ada, code, "Ada") as one:
            receive(one, "room")
        app: Any = client.app
        rooms = app.state.rooms
        assert client.portal is not None
        client.portal.call(rooms._remove, client.portal.call(rooms.evict))
        with enter(ada, code, "Ada") as one:
            assert closing_code(one) == 4404


def test_a_match_goes_on_without_who_stays_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart it waits for both, but not for long."""
    monkeypatch.setattr(live_rooms, "RESUME_TIMEOUT", 0.3)
    database = tmp_path / "library.sqlite"
    with server(database) as client:
        ada, bob = Visitor(client), Visitor(client)
        code = opened(ada, kind="match", level=level_to_json(arena()))
        with enter(ada, code, "Ada") as one, enter(bob, code, "Bob") as two:
            seated([one, two])
            one.send_json({"do": "press", "key": "right"})
            assert receive(one, "ticked")["tick"] == 1
    with server(database) as client:
        ada.client = client
        with enter(ada, code, "Ada") as one:
            room = receive(one, "room")
            assert (room["paused"], room["tick"]) == (True, 1)
            while receive(one, "room")["paused"]:
                pass
            one.send_json({"do": "press", "key": "left"})
            assert receive(one, "ticked")["tick"] == 2


def test_a_killed_server_brings_its_rooms_back(shipped_file: Path, tmp_path: Path) -> None:
    """What was seen half a second before the kill is there, and both are on their seats again.

    A server that shares its processor with many others may need longer to write it.
    """
    for seconds in (0.5, 4.0, 20.0):
        database = Path(shutil.copy(shipped_file, tmp_path / f"{seconds}.sqlite"))
        if (node := node_after_kill(database, seconds)) == 2:
            return
        print(f"killed after {seconds} s: at node {node}, expected 2")
    pytest.fail("what was played is not there")


def node_after_kill(database: Path, seconds: float) -> int:
    """Play to node 2, kill the server some seconds later; return where its successor goes on, which takes a move."""
    with served(database) as (process, client):
        client.get("/api/me").raise_for_status()
        cookie = f"pushbox={client.cookies['pushbox']}"
        code = client.post("/api/rooms", json={"kind": "race", "level": level_to_json(RACE)}).raise_for_status().json()
        with entered(client.base_url.port, code["code"], cookie) as socket:
            for message in ({"do": "sit", "seat": 2}, {"do": "ready"}, {"do": "start"}, {"do": "type", "text": "dr"}):
                socket.send(json.dumps(message))
            assert taken(socket, "turned")["state"]["node"] == 2
            time.sleep(seconds)
            process.kill()
            process.wait()
    with (
        served(database) as (_, client),
        entered(client.base_url.port, code["code"], cookie) as socket,
    ):
        if taken(socket, "room")["you"] != 2:
            return 0
        node = int(taken(socket, "opened")["state"]["node"])
        if node == 2:
            socket.send(json.dumps({"do": "type", "text": "u" + SOLUTION[:1], "n": 7}))
            assert taken(socket, "turned")["n"] == 7
        return node


def entered(port: int | None, code: str, cookie: str) -> ClientConnection:
    """Return a socket of a real server, in a room."""
    url = f"ws://127.0.0.1:{port}/ws/rooms/{code}?name=Ada"
    return connect(url, additional_headers={"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}"})


def taken(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=300))
        if message["is"] == kind:
            return message


def test_a_library_that_cannot_be_written_gets_it_all_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played meanwhile is kept and written, and a solution stays until it is in the library."""
    writes: list[RoomWrite] = []
    solutions: list[str] = []
    failing = True

    def save(_: object, __: str, rooms: list[RoomWrite]) -> set[str]:
        if failing:
            raise StoreError("the disk is full")
        writes.extend(rooms)
        return {write.code for write in rooms}

    def add(*arguments: Any, **_: Any) -> None:
        if failing:
            raise StoreError("the disk is full")
        solutions.append(arguments[2])

    monkeypatch.setattr("pushbox.store.rooms.save", save)
    monkeypatch.setattr("pushbox.store.solutions.add", add)
    monkeypatch.setattr("pushbox.store.sessions.logged_in", lambda *_: None)
    room = new_room("race")
    room.level_id = 7
    ada = Person("ada")
    begun(room, ada)

    async def run() -> None:
        nonlocal failing
        writer = RoomWriter(store.Store(None), "server", on_lost=lambda _: None)  # type: ignore[arg-type]
        for text in SOLUTION:
            room.execute(ada, messages.Type(text), 1)
            writer.schedule(room)
            assert not await writer.flush()
        assert writer.has_pending(room)
        failing = False
        assert await writer.flush()
        (write,) = writes
        assert (len(write.steps), [it.text for it in write.status.solutions]) == (3, [SOLUTION])
        assert (solutions, room.solutions) == ([SOLUTION], [])
        assert await writer.flush()
        assert writes[-1].status.solutions == ()
        assert not writer.has_pending(room)
        writer.close()

    asyncio.run(run())


def test_a_solution_is_added_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many look after it at the same time; one that is found meanwhile follows."""
    added: list[str] = []

    def add(*arguments: Any, **_: Any) -> None:
        time.sleep(0.05)
        added.append(arguments[2])

    monkeypatch.setattr("pushbox.store.solutions.add", add)
    monkeypatch.setattr("pushbox.store.sessions.logged_in", lambda *_: None)
    room = new_room("race")
    room.level_id = 7

    async def run() -> None:
        writer = RoomWriter(store.Store(None), "server", on_lost=lambda _: None)  # type: ignore[arg-type]
        room.solutions = [RaceSolution("ada", None, "one", 1.0)]
        adding = asyncio.create_task(writer.add_solutions(room))
        await asyncio.sleep(0)
        room.solutions.append(RaceSolution("bob", None, "two", 2.0))
        assert await writer.add_solutions(room)
        assert await adding
        writer.close()

    asyncio.run(run())
    assert (added, room.solutions) == (["one", "two"], [])


def test_a_room_that_cannot_be_written_keeps_no_other_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is wrong with it: the others are written, and it goes on in memory."""
    written: list[str] = []

    def save(_: object, __: str, rooms: list[RoomWrite]) -> set[str]:
        codes = [write.code for write in rooms]
        if "WRONGX" in codes:
            raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")
        written.extend(codes)
        return set(codes)

    monkeypatch.setattr("pushbox.store.rooms.save", save)
    lost: list[Room] = []

    async def run() -> None:
        writer = RoomWriter(store.Store(None), "server", on_lost=lost.append)  # type: ignore[arg-type]
        for code in ("AAAAAA", "WRONGX", "BBBBBB"):
            room = new_room("race")
            room.code = code
            writer.schedule(room)
        assert await writer.flush()
        writer.close()

    asyncio.run(run())
    assert (written, lost) == (["AAAAAA", "BBBBBB"], [])


def test_a_room_that_another_server_has_taken_over_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its members are sent there: their sockets close, and they come again."""
    saved: Callable[..., set[str]] = store.rooms.save
    with server(tmp_path / "library.sqlite") as client:
        ada = Visitor(client)
        code = opened(ada, kind="race", level=level_to_json(RACE))
        with enter(ada, code, "Ada") as socket:
            receive(socket, "room")
            monkeypatch.setattr("pushbox.store.rooms.save", lambda *_: set())
            socket.send_json({"do": "sit", "seat": 0})
            assert closing_code(socket) == 1012
        monkeypatch.setattr("pushbox.store.rooms.save", saved)
        with enter(ada, code, "Ada") as socket:
            assert receive(socket, "room")["phase"] == "waiting"


def test_who_deletes_their_data_is_in_no_room(tmp_path: Path) -> None:
    """Neither in memory nor in the library."""
    with server(tmp_path / "library.sqlite") as client:
        ada, bob = Visitor(client), Visitor(client)
        code = opened(ada, kind="race", level=level_to_json(RACE))
        with enter(ada, code, "Ada") as one, enter(bob, code, "Bob") as two:
            seated([one, two])
            assert client.delete("/api/me", headers=ada.headers | {"X-Pushbox": "1"}).status_code == 204
            while [it["name"] for it in receive(two, "room")["players"]] != ["Bob"]:
                pass
        app: Any = client.app
        assert client.portal is not None
        client.portal.call(app.state.rooms.writer.flush)
        with app.state.store.read() as connection:
            people = connection.exec_driver_sql("SELECT visitor FROM room_seats UNION SELECT host FROM rooms").scalars()
            assert set(people) <= {"", bob.id}
