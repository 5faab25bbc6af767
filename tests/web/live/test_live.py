"""Rooms over sockets: two browsers play to the end, others watch, and whoever is cut off comes back."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from tests.changes import change_from_json
from tests.web.live.test_room import ROOM, arena
from tests.web.play.conftest import Visitor

from pushbox import formats, store
from pushbox.formats.json import board_from_json, level_to_json
from pushbox.play.recorded_session import Refused
from pushbox.store.tables import now
from pushbox.web.app import create_app
from pushbox.web.identity_cookie import SESSION, hashed
from pushbox.web.identity_cookie import Visitor as Identity
from pushbox.web.live.names import display_name
from pushbox.web.play.move_shares import MoveShares
from pushbox.web.settings import Limits, Rate, Settings
from pushbox.web.sockets.connection import TokenBucket

RACE = formats.read(ROOM, format="xsb").levels[0]
MakeVisitor = Callable[[], Visitor]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakeVisitor]:
    database = f"sqlite:///{tmp_path_factory.mktemp('live') / 'library.sqlite'}"
    with TestClient(create_app(Settings(database=database))) as client:
        yield lambda: Visitor(client)


def opened(host: Visitor, **fields: Any) -> str:
    """Open a room and return its code."""
    answer = host.client.post("/api/rooms", json=fields, headers=host.headers | {"X-Pushbox": "1"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


def enter(person: Visitor, code: str, name: str) -> WebSocketTestSession:
    """Return the socket of somebody who comes into a room."""
    return person.client.websocket_connect(f"/ws/rooms/{code}?name={name}", headers=person.headers)


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        reply: dict[str, Any] = socket.receive_json()
        if reply["is"] == kind:
            return reply


def phase(socket: WebSocketTestSession, wanted: str) -> dict[str, Any]:
    """Return the room once it is in a phase."""
    while (room := receive(socket, "room"))["phase"] != wanted:
        pass
    return room


def await_ready(socket: WebSocketTestSession, number: int) -> None:
    """Wait until a seat is ready, or the game has begun with it."""
    while (room := receive(socket, "room"))["phase"] != "running":
        if any(it["seat"] == number and it["ready"] for it in room["players"]):
            return


def test_two_browsers_play_a_match_to_the_end(visitor: MakeVisitor) -> None:
    """The server ticks while keys are waiting; all see the same; then a rematch."""
    ada, bob, eve = visitor(), visitor(), visitor()
    code = opened(ada, kind="match", level=level_to_json(arena()))
    with ExitStack() as stack:
        one, two, three = (
            stack.enter_context(enter(person, code, name))
            for person, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve"))
        )
        for number, socket in enumerate((one, two)):
            socket.send_json({"do": "sit", "seat": number})
            socket.send_json({"do": "ready"})
            await_ready(socket, number)
        boards = [board_from_json(phase(socket, "running")["board"]) for socket in (one, three)]
        boards.insert(1, boards[0])
        one.send_json({"do": "press", "key": "right"})
        two.send_json({"do": "press", "key": "left"})
        for number, socket in enumerate((one, two, three)):
            status = "playing"
            while status == "playing":
                reply = receive(socket, "ticked")
                boards[number] = boards[number].apply(map(change_from_json, reply["changes"]))
                status = reply["outcome"]["status"]
        assert boards[0] == boards[1] == boards[2]
        assert phase(one, "over")["outcome"]["status"] != "playing"
        one.send_json({"do": "rematch"})
        two.send_json({"do": "rematch"})
        assert phase(two, "running")["tick"] == 0


def test_a_race_keeps_the_solutions(visitor: MakeVisitor) -> None:
    """Each plays on a board of their own, questions and all; what is solved is in the library."""
    ada, bob = visitor(), visitor()
    level = ada.level(RACE)
    code = opened(ada, kind="race", level_id=level)
    listed = ada.client.get("/api/rooms", headers=ada.headers).json()["rooms"]
    assert [room["code"] for room in listed] == [code]
    with enter(ada, code, "Ada") as one, enter(bob, code.lower(), "") as two:
        for number, socket in enumerate((one, two)):
            socket.send_json({"do": "sit", "seat": number})
            socket.send_json({"do": "ready"})
            await_ready(socket, number)
        for socket in (one, two):
            assert receive(socket, "opened")["state"]["node"] == 0
        two.send_json({"do": "reach", "cell": 10, "n": 1})
        assert receive(two, "reach")["cells"]["12"] == 3
        for text in ("r", "RR"):
            two.send_json({"do": "type", "text": text, "n": 2})
            assert receive(two, "turned")["n"] == 2
        assert receive(one, "progress")["depth"] == 1
        assert receive(one, "progress")["boxes_on_goals"] == 1
        one.send_json({"do": "drag", "from": 10, "to": 12})
        assert phase(one, "over")["winner"] == 1
        names = [player["name"] for player in phase(two, "over")["players"]]
        assert names == ["Ada", "guest"]
        one.send_json({"do": "tell", "cell": 8, "n": 9})
        receive(one, "told")
        two.send_json({"do": "tell", "cell": 8, "n": 9})
        receive(two, "told")
    assert {it.visitor for it in store.solutions.listing(ada.store, level)} == {ada.id, bob.id}


@pytest.mark.parametrize("ended", [False, True])
def test_a_race_counts_for_an_account_while_its_session_lasts(visitor: MakeVisitor, ended: bool) -> None:
    """Whoever is logged out from elsewhere in the middle of a race plays on, but no longer under the account's name."""
    ada, token, name = visitor(), secrets.token_urlsafe(32), f"Ada {'out' if ended else 'in'}"
    store.accounts.register(ada.store, name, "no password fits this")
    ends = now() + timedelta(hours=1)
    store.sessions.log_in(ada.store, hashed(token), visitor=ada.id, name=name, ends=ends)
    ada.headers = {"cookie": f"{ada.headers['cookie']}; {SESSION}={token}"}
    level = ada.level(RACE)
    with enter(ada, opened(ada, kind="race", level_id=level), "") as socket:
        for message in ({"do": "sit", "seat": 0}, {"do": "ready"}, {"do": "start"}):
            socket.send_json(message)
        assert phase(socket, "running")["players"][0]["name"] == name
        if ended:
            store.sessions.end(ada.store, name, hashed(token))
        socket.send_json({"do": "type", "text": "rRR"})
        phase(socket, "over")
        socket.send_json({"do": "tell", "cell": 8, "n": 9})
        receive(socket, "told")
    assert [it.account for it in store.solutions.listing(ada.store, level)] == [None if ended else name]


def test_who_is_cut_off_comes_back_to_their_seat(visitor: MakeVisitor) -> None:
    """In the middle of a race, to the board as it was."""
    ada = visitor()
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with enter(ada, code, "Ada") as socket:
        for message in ({"do": "sit", "seat": 2}, {"do": "ready"}, {"do": "start"}, {"do": "type", "text": "dr"}):
            socket.send_json(message)
        assert receive(socket, "turned")["state"]["node"] == 2
    with enter(ada, code, "Ada") as socket:
        assert receive(socket, "room")["you"] == 2
        assert receive(socket, "opened")["state"]["node"] == 2


@pytest.mark.parametrize(
    "message",
    [
        {}, {"do": "sit"}, {"do": "sit", "seat": "0"}, {"do": "sit", "seat": True}, {"do": "sit", "seat": -1},
        {"do": "dance"}, {"do": "start"}, {"do": "press", "key": "left"}, {"do": "hint", "step": 1}, {"do": "reverse"},
        {"do": "record", "first": 1, "lines": [], "here": 0},
        {"do": "tell", "cell": 999}, {"do": ["sit"]},
    ],
)  # fmt: skip
def test_what_is_wrong_is_answered(message: dict[str, Any], visitor: MakeVisitor) -> None:
    """A sentence comes back, and the room goes on."""
    ada = visitor()
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with enter(ada, code, "Ada") as socket:
        receive(socket, "room")
        socket.send_text(json.dumps(message | {"n": 4}))
        received = receive(socket, "error")
        assert (received["n"], bool(received["message"])) == (4, True)
        socket.send_text("[")
        assert receive(socket, "error")["message"]
        socket.send_json({"do": "sit", "seat": 0})
        assert receive(socket, "room")["you"] == 0
        socket.send_json({"do": "leave"})
        with pytest.raises(WebSocketDisconnect):
            receive(socket, "never")


def test_there_is_no_such_room(visitor: MakeVisitor) -> None:
    """Closed with 4404; and no room for a level that is not for it, nor for nobody's level."""
    ada = visitor()
    with enter(ada, "QQQQQQ", "Ada") as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404
    headers = ada.headers | {"X-Pushbox": "1"}
    for body, code in (
        ({"kind": "match", "level": level_to_json(RACE)}, 422),
        ({"kind": "race"}, 422),
        ({"kind": "race", "level_id": 999_999}, 404),
        ({"kind": "race", "collection": 999_999}, 404),
    ):
        assert ada.client.post("/api/rooms", json=body, headers=headers).status_code == code
    for _ in range(5):
        opened(ada, kind="race", level=level_to_json(RACE))
    body = {"kind": "race", "level": level_to_json(RACE)}
    assert ada.client.post("/api/rooms", json=body, headers=headers).status_code == 429


def listed(person: Visitor) -> list[str]:
    """Return the codes of the rooms that somebody is shown."""
    answer = person.client.get("/api/rooms", headers=person.headers)
    assert answer.status_code == 200
    return [room["code"] for room in answer.json()["rooms"]]


def test_a_room_on_a_private_level_is_shown_to_nobody_outside(visitor: MakeVisitor) -> None:
    """Not to who lists the rooms; whoever has the code comes in.  Once the level is published all see the room."""
    ada, bob = visitor(), visitor()
    level = ada.level(replace(RACE, title="Nobody knows this title"))
    code = opened(ada, kind="race", level_id=level)
    drawn = opened(ada, kind="race", level=level_to_json(replace(RACE, title="Nobody knows this title")))
    assert {code, drawn} <= set(listed(ada))
    assert not {code, drawn} & set(listed(bob))
    stranger = ada.client.get("/api/rooms", headers={})
    assert "Nobody knows" not in stranger.text
    assert code not in stranger.text
    with enter(bob, code, "Bob") as socket:
        assert receive(socket, "room")["level"]["title"] == "Nobody knows this title"
    collection = store.levels.get(ada.store, level).collection
    store.collections.publish(ada.store, collection)
    assert code in listed(bob)
    assert drawn not in listed(bob)


def test_a_game_that_fails_ends_with_a_sentence(visitor: MakeVisitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The players are not left before a board that stands still: it is over, and they may begin again."""
    ada, bob = visitor(), visitor()
    code = opened(ada, kind="match", level=level_to_json(arena()))
    with enter(ada, code, "Ada") as one, enter(bob, code, "Bob") as two:
        for number, socket in enumerate((one, two)):
            socket.send_json({"do": "sit", "seat": number})
            socket.send_json({"do": "ready"})
            await_ready(socket, number)
        monkeypatch.setattr("pushbox.web.live.room.Room.tick", lambda _: 1 / 0)
        two.send_json({"do": "press", "key": "left"})
        assert [phase(socket, "over")["failed"] for socket in (one, two)] == [True, True]


def test_what_is_played_in_a_room_counts_for_its_address(visitor: MakeVisitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each position is added to the share of the disk; beyond it a move is refused, and a question is not."""
    counted = Counter[str]()
    monkeypatch.setattr(MoveShares, "count", lambda _, household, positions: counted.update({household: positions}))
    ada = visitor()
    with enter(ada, opened(ada, kind="race", level_id=ada.level(RACE)), "Ada") as socket:
        for request in ({"do": "ready"}, {"do": "start"}):
            socket.send_json(request)
        receive(socket, "opened")
        for text in ("r", "l"):
            socket.send_json({"do": "type", "text": text})
            receive(socket, "turned")
        socket.send_json({"do": "undo"})
        receive(socket, "turned")
        assert counted == {"testclient": 2}
        monkeypatch.setattr(MoveShares, "require", refuse)
        socket.send_json({"do": "type", "text": "r"})
        assert "share" in receive(socket, "error")["message"]
        socket.send_json({"do": "reach", "cell": 10, "n": 1})
        assert receive(socket, "reach")["cells"]


def refuse(*_: Any) -> None:
    raise Refused.said("address-share", most=1, days=30)


def test_one_address_opens_so_many_rooms(tmp_path: Path) -> None:
    """However many cookies it makes up."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=Limits(rooms=Rate(3, 1e-6)))
    with TestClient(create_app(settings)) as client:
        body = {"kind": "race", "level": level_to_json(RACE)}
        answers = [
            client.post("/api/rooms", json=body, headers=Visitor(client).headers | {"X-Pushbox": "1"}) for _ in range(4)
        ]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]


def test_one_address_enters_rooms_so_often(tmp_path: Path) -> None:
    """So that nobody tries out codes, or has everybody in a room learn of them all the time."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite'}", limits=Limits(entries=Rate(3, 1e-6)))
    codes = []
    with TestClient(create_app(settings)) as client:
        for _ in range(4):
            with enter(Visitor(client), "QQQQQQ", "") as socket, pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            codes.append(closed.value.code)
    assert codes == [4404, 4404, 4404, 1013]


def test_what_everybody_learns_of_has_its_own_pace(visitor: MakeVisitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who gets ready and unready without end sends a room to everybody, but a few times a second only."""
    waits: list[float] = []
    take = TokenBucket.take

    def noted(bucket: TokenBucket) -> float:
        waits.append(take(bucket))
        return 0

    ada = visitor()
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with enter(ada, code, "Ada") as socket:
        socket.send_json({"do": "sit", "seat": 0})
        monkeypatch.setattr(TokenBucket, "take", noted)
        for number in range(60):
            socket.send_json({"do": "ready", "ready": number % 2 == 0})
        for _ in range(61):
            receive(socket, "room")
    assert max(waits) > 10


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"), ("  a \t b\n", "a b"), ("\u202eadA", "adA"), ("\u2066a\u2069\u200f", "a"),
        ("\x1b[31mred", "[31mred"), ("\u3164\u2800", "guest"), ("", "guest"), ("x" * 99, "x" * 24 + ""),
        ("Z\u0335\u0336\u0337\u0338a", "Z\u0335\u0336a"), ("Ren\u0065\u0301e", "Ren\u00e9e"), ("\ud800", "guest"),
    ],
)  # fmt: skip
def test_names_hold_nothing_that_cannot_be_seen(name: str, shown: str, visitor: MakeVisitor) -> None:
    """Neither control characters nor what turns the direction of a text reaches the others."""
    library = visitor().store
    assert display_name(Identity("x"), name, library=library) == shown
    assert display_name(Identity("x", "Ada"), name, library=library) == "Ada"


def test_a_guest_has_no_name_of_an_account(visitor: MakeVisitor) -> None:
    """Nor one that looks like it; two guests of one name are told apart."""
    ada, bob = visitor(), visitor()
    store.accounts.register(ada.store, "Paula", "no password fits this")
    code = opened(ada, kind="race", level=level_to_json(RACE))
    with enter(ada, code, "Pau1a") as one, enter(bob, code, "guest") as two:
        two.send_json({"do": "sit", "seat": 1})
        while len(players := receive(two, "room")["players"]) < 2:
            pass
        assert sorted(it["name"] for it in players) == ["guest", "guest 2"]  # whoever came first
        assert [it["account"] for it in players] == [None, None]
        receive(one, "room")


def test_a_series_goes_on_with_the_next_level_and_is_rated(visitor: MakeVisitor) -> None:
    """Between accounts: what is written of the room is rated, and everybody is shown what has changed."""
    people = []
    for name in ("Ada of the series", "Bob of the series"):
        person, token = visitor(), secrets.token_urlsafe(32)
        store.accounts.register(person.store, name, "no password fits this")
        ends = now() + timedelta(hours=1)
        store.sessions.log_in(person.store, hashed(token), visitor=person.id, name=name, ends=ends)
        person.headers = {"cookie": f"{person.headers['cookie']}; {SESSION}={token}"}
        people.append(person)
    ada, bob = people
    first = ada.level(RACE)
    collection = store.levels.get(ada.store, first).collection
    second = store.levels.append(ada.store, collection, formats.read("#####\n#@$.#\n#####").levels[0]).id
    code = opened(ada, kind="race", level_id=first, best_of=3)
    with enter(ada, code, "") as one, enter(bob, code, "") as two:
        two.send_json({"do": "sit", "seat": 1})
        for socket in (one, two):
            socket.send_json({"do": "ready"})
        for socket in (one, two):
            receive(socket, "opened")
            socket.send_json({"do": "type", "text": "rRR"})
            receive(socket, "turned")
        while (room := phase(one, "over"))["players"][0]["rating"]["change"] is None:
            pass
        assert [it["rating"]["change"] > 0 for it in room["players"]] == [True, False]
        for socket in (one, two):
            socket.send_json({"do": "ready"})
        room = phase(one, "running")
        assert (room["level"]["id"], [it["wins"] for it in room["players"]]) == (second, [1, 0])
    assert store.player_ratings.get(ada.store, "Ada of the series", "race").value > 1600
