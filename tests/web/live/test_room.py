"""Rooms without sockets: what everybody gets is the same, tick by tick and transition by transition."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.changes import change_from_json
from tests.web.play.model import Model, anything

from pushbox import formats, games
from pushbox.board import GOAL, Board, Piece, Terrain
from pushbox.conformance import random_level
from pushbox.errors import LevelError
from pushbox.formats.json import board_from_json
from pushbox.games.api import KEYS, Status
from pushbox.level import Level
from pushbox.play.validate import require_playable
from pushbox.store.glicko2 import Rating
from pushbox.store.rooms import Kind
from pushbox.web.live import series
from pushbox.web.live.members import RoomError
from pushbox.web.live.room import MAX_WINDOWS, Room
from pushbox.web.play import messages
from pushbox.web.sockets import envelope
from pushbox.web.sockets.connection import CapacityError

ROOM = "#######\n#@ $ .#\n#     #\n#######"


class Person:
    """Somebody in a room: a model of the board, kept by the messages."""

    def __init__(self, name: str) -> None:
        self.visitor = self.name = name
        self.account: str | None = None
        self.foresees = True
        self.rating: Rating | None = None
        self.received: list[dict[str, Any]] = []
        self.board: Board | None = None
        self.phase = ""
        self.you: int | None = None
        self.ticks = 0

    def send(self, text: str) -> None:
        body = json.loads(text)
        self.received.append(body)
        match body["is"]:
            case "room":
                self.board, self.phase, self.you = board_from_json(body["board"]), body["phase"], body["you"]
                self.ticks = body["tick"]
            case "ticked":
                assert body["tick"] == self.ticks + 1
                assert self.board is not None
                self.ticks += 1
                self.board = self.board.apply(map(change_from_json, body["changes"]))
            case _:
                pass

    def disconnect(self, reason: str) -> None:
        self.received.append({"is": "disconnected", "reason": reason})

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last message of a kind."""
        return next(message for message in reversed(self.received) if message["is"] == kind)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def arena() -> Level:
    """Return a level of two players on one board, each with a box before a goal of their own."""
    terrain = [GOAL._replace(player=1) if cell == 5 else GOAL._replace(player=2) if cell == 8 else Terrain("floor")
               for cell in range(18)]  # fmt: skip
    pieces = (
        Piece("pusher", (3,), player=1), Piece("box", (4,)), Piece("pusher", (10,), player=2), Piece("box", (9,)),
    )  # fmt: skip
    return Level(Board(6, 3, tuple(terrain), pieces), "versus")


def new_room(kind: Kind = "match", level: Level | None = None, clock: Clock | None = None) -> Room:
    """Return a room that Ada has opened."""
    chosen = level or (arena() if kind == "match" else formats.read(ROOM, format="xsb").levels[0])
    return Room("ABCDEF", kind, "ada", chosen, clock=clock or Clock())


def begun(room: Room, *people: Person) -> None:
    """Seat people and begin."""
    for number, person in enumerate(people):
        room.enter(person)
        room.take_seat(person, number)
    for person in people:
        room.set_ready(person)
    if room.phase == "waiting":  # they are alone
        room.start(people[0])


def test_ten_thousand_ticks_and_everybody_has_the_same_board() -> None:
    """Two bots play versus on random boards; after every tick all boards are that of the server."""
    rng = random.Random("ticks")
    game = games.find("versus")
    ticks = games_played = 0
    while ticks < 10_000:
        level = random_level(game, rng)
        try:
            require_playable(level)
        except LevelError:
            continue
        room = new_room(level=level)
        ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
        begun(room, ada, bob)
        games_played += 1
        for number in range(150):
            if number == 40:
                room.enter(eve)
            for player in (ada, bob):
                if rng.random() < 0.8:
                    room.execute(player, messages.Press(rng.choice(KEYS)), None)
            if not room.has_actions:
                continue
            room.tick()
            ticks += 1
            board = room.position.board
            assert ada.board == bob.board == board
            assert eve.board in (None, board)
            if room.phase != "running":
                break
    assert games_played > 20


@pytest.mark.parametrize("key", [key for key in games.keys() if not games.find(key).info.simultaneous])
def test_a_race_has_a_board_for_each_player(key: str) -> None:
    """Each racer's board is that of the messages, whatever the others do; who watches has them all."""
    rng = random.Random(f"race {key}")
    raced = 0
    while raced < 8:
        level = random_level(games.find(key), rng, largest=6)
        try:
            require_playable(level)
        except LevelError:
            continue
        raced += 1
        room = new_room("race", level)
        ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
        begun(room, ada, bob)
        room.enter(eve)
        models = {id(person): Model(person.last("opened")) for person in (ada, bob)}
        watched = {int(number): board_from_json(board) for number, board in eve.last("boards")["boards"].items()}
        for _ in range(60):
            person = rng.choice((ada, bob))
            if room.phase != "running" or room.seats[person.you or 0].finished is not None:  # type: ignore[union-attr]
                continue
            model = models[id(person)]
            command = messages.parse(envelope.decode(json.dumps(anything(model, rng))))
            assert isinstance(command, messages.Command)
            count = len(eve.received)
            room.execute(person, command, 3)
            model.update(person.last("turned"))
            progress = next(it for it in eve.received[count:] if it["is"] == "progress")
            for transition in progress["played"]:
                seat = progress["seat"]
                watched[seat] = watched[seat].apply(map(change_from_json, transition["changes"]))
            for number, who in enumerate((ada, bob)):
                seat = room.seats[number]
                assert seat is not None
                assert seat.view is not None
                assert models[id(who)].board == watched[number] == seat.view.session.board
        kinds = [message["is"] for message in ada.received]
        finished = kinds.index("boards") if "boards" in kinds else len(kinds)  # from then on she watches
        others = [(number, it) for number, it in enumerate(ada.received) if it["is"] == "progress"]
        assert all(("played" in progress) == (number > finished) for number, progress in others)


def test_a_racer_who_foresees_gets_the_level_in_place_of_what_keys_lead_to() -> None:
    """Each as they want it, and so with every answer."""
    room = new_room("race")
    ada, bob = Person("ada"), Person("bob")
    bob.foresees = False
    begun(room, ada, bob)
    for person in (ada, bob):
        room.execute(person, messages.Press("right"), None)
        for kind in ("opened", "turned"):
            assert ("ahead" in person.last(kind)) == person.foresees
    assert "level" not in ada.last("opened")
    assert bob.last("opened")["level"]["level"]["game"] == "sokoban"


def test_a_race_is_over_when_all_have_solved_it() -> None:
    """The first has won; each learns after how many seconds; the solutions are there to be kept."""
    clock = Clock()
    room = new_room("race", clock=clock)
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    for person, seconds in ((bob, 3.0), (ada, 9.5)):
        clock.now = 100 + seconds
        room.execute(person, messages.Type("rRR"), 1)
    assert room.phase == ada.phase == "over"
    assert ada.last("room")["winner"] == 1
    assert [(win.visitor, win.text, win.seconds) for win in room.solutions] == [
        ("bob", "rRR", 3.0),
        ("ada", "rRR", 9.5),
    ]
    assert {player["finished"] for player in bob.last("room")["players"]} == {3.0, 9.5}


def test_a_match_is_played_to_the_end_and_again() -> None:
    """The player who has filled more of their goals wins; when both want a rematch it begins anew."""
    room = new_room()
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    room.execute(ada, messages.Press("right"), None)
    room.tick()
    assert room.phase == "running"
    room.execute(bob, messages.Press("left"), None)
    room.tick()
    assert ada.last("ticked")["outcome"]["status"] != Status.PLAYING.value
    assert ada.phase == "over"
    room.set_ready(ada)
    assert ada.phase == "over"
    room.set_ready(bob)
    assert ada.phase == bob.phase == "running"
    assert ada.board == room.game.rules.board(room.game.rules.initial_state(room.level))


def test_the_host_sits_and_all_being_ready_begins_after_a_countdown() -> None:
    """Whoever opens a room sits in it; keys before the beginning are refused; leaving until then ends nothing."""
    clock = Clock()
    room = Room("ABCDEF", "race", "ada", formats.read(ROOM, format="xsb").levels[0], countdown=3.0, clock=clock)
    bob, ada = Person("bob"), Person("ada")
    room.enter(bob)
    room.enter(ada)
    assert (bob.you, ada.you) == (None, 0)
    room.set_ready(ada)
    assert room.phase == "waiting"
    room.take_seat(bob, 1)
    room.set_ready(bob)
    assert (ada.phase, ada.last("room")["seconds"], ada.last("opened")["seconds"]) == ("running", -3.0, -3.0)
    with pytest.raises(RoomError, match="in a moment"):
        room.execute(ada, messages.Type("r"), 1)
    room.leave_seat(bob)
    assert (ada.phase, room.games, room.results) == ("waiting", 0, [])
    room.take_seat(bob, 1)
    for person in (ada, bob):
        room.set_ready(person)
    clock.now += 3
    room.execute(ada, messages.Type("rRR"), 1)
    assert room.seats[0] is not None
    assert room.seats[0].finished == 0.0
    ada.received.clear()
    room.leave_seat(ada)
    room.enter(Person("ada"))
    assert [seat.visitor for seat in room.taken_seats()] == ["bob"], "the host sits down once by themselves"


def test_a_series_goes_over_levels_until_it_is_decided() -> None:
    """Each game is on the level that is supplied; wins are counted, and another series begins at nothing."""
    one, two = formats.read(f"{ROOM}\n\n#####\n#@$.#\n#####", format="xsb").levels
    room = Room("ABCDEF", "race", "ada", one, level_id=1, best_of=3, clock=Clock())
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    room.execute(ada, messages.Type("rRR"), 1)
    assert "boards" in [message["is"] for message in ada.received], "who has finished sees the others"
    room.execute(bob, messages.Type("rRR"), 1)
    assert (room.phase, room.wants_level, room.is_decided) == ("over", True, False)
    for person in (ada, bob):
        room.set_ready(person)
    assert room.phase == "over", "the level is waited for"
    room.supply_level((2, two))
    assert (ada.phase, ada.last("room")["level"]["id"], ada.last("room")["games"]) == ("running", 2, 1)
    for person in (ada, bob):
        room.execute(person, messages.Type("R"), 1)
    last = ada.last("room")
    assert (last["decided"], last["leader"], [it["wins"] for it in last["players"]]) == (True, 0, [2, 0])
    room.supply_level(None)
    for person in (ada, bob):
        room.set_ready(person)
    assert (room.phase, room.games, [seat.wins for seat in room.taken_seats()]) == ("running", 0, [0, 0])
    assert room.level_id == 2, "there was no other level"


@pytest.mark.parametrize(
    ("best_of", "games", "wins", "decided"),
    [
        (1, 0, [0, 0], False), (1, 1, [0, 0], True), (3, 2, [2, 0], True), (3, 2, [1, 1], False), (3, 3, [1, 1], True),
        (5, 3, [2, 1, 0, 0], False), (5, 4, [2, 1, 1, 0], False), (5, 4, [3, 1], True), (7, 4, [4], True),
    ],
)  # fmt: skip
def test_when_a_series_is_decided(best_of: int, games: int, wins: list[int], decided: bool) -> None:
    """When all games are played, or nobody can catch up any more."""
    assert series.is_decided(best_of, games, wins) == decided


def test_the_host_goes_to_the_next_level() -> None:
    """At any time but in a game, and from a level of a collection; all are asked again whether they are ready."""
    one, two = formats.read(f"{ROOM}\n\n#####\n#@$.#\n#####", format="xsb").levels
    room = Room("ABCDEF", "race", "ada", one, level_id=1, clock=Clock())
    ada, bob = Person("ada"), Person("bob")
    for number, person in enumerate((ada, bob)):
        room.enter(person)
        room.take_seat(person, number)
    room.set_ready(bob)
    with pytest.raises(RoomError, match="only who has opened"):
        room.request_level(bob)
    room.request_level(ada)
    assert not bob.last("room")["players"][1]["ready"]
    room.supply_level((2, two))
    assert (bob.last("room")["level"]["id"], bob.phase) == (2, "waiting")
    for person in (ada, bob):
        room.set_ready(person)
    with pytest.raises(RoomError, match="is running"):
        room.request_level(ada)
    with pytest.raises(RoomError, match="in no collection"):
        new_room("race").request_level(ada)


def test_a_game_among_accounts_has_a_result() -> None:
    """Places by time, the last one for those who give up; guests, and one account in two windows, have none."""
    room = new_room("race")
    people = [Person(name) for name in ("ada", "bob", "cid", "dan")]
    for person in people[:3]:
        person.account = person.name.title()
    clock = room.clock
    assert isinstance(clock, Clock)
    begun(room, *people)
    ada, bob, cid, dan = people
    room.execute(bob, messages.Type("rRR"), 1)
    room.leave_seat(cid)
    for person in (dan, ada):
        clock.now += 1
        room.execute(person, messages.Type("rRR"), 1)
    (result,) = room.results
    assert (result.kind, dict(result.places)) == ("race", {"Ada": 3, "Bob": 1, "Cid": 4})
    match = new_room()
    begun(match, ada, bob)
    match.leave_seat(ada)
    assert [dict(it.places) for it in match.results] == [{"Ada": 2, "Bob": 1}]
    alike = new_room()
    bob.account = "Ada"
    begun(alike, ada, bob)
    alike.leave_seat(ada)
    assert alike.results == []


def test_nobody_plays_on_alone() -> None:
    """After the other has gone there is no rematch until somebody else sits down."""
    room = new_room()
    ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
    begun(room, ada, bob)
    room.leave_seat(bob)
    assert (ada.phase, room.winner) == ("over", 0)
    room.set_ready(ada)
    assert ada.phase == "over"
    room.enter(eve)
    room.take_seat(eve, 1)
    room.set_ready(eve)
    assert ada.phase == eve.phase == "running"


def test_who_comes_back_has_their_seat_again() -> None:
    """For a while it is kept, and the game goes on; then it is free, and whoever is left has won."""
    clock = Clock()
    room = new_room(clock=clock)
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    room.leave(bob)
    assert [player["state"] for player in ada.last("room")["players"]] == ["here", "away"]
    again = Person("bob")
    room.enter(again)
    assert again.you == 1
    room.execute(again, messages.Press("left"), None)
    assert room.tick()
    assert again.board == ada.board
    room.leave(again)
    clock.now += 61
    room.free_abandoned_seats(60)
    assert (ada.phase, room.winner) == ("over", 0)


def test_a_racer_who_comes_back_has_their_board_again() -> None:
    """With all that they have played."""
    room = new_room("race")
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    room.execute(bob, messages.Type("r"), 1)
    room.leave(bob)
    again = Person("bob")
    room.enter(again)
    assert again.last("opened")["state"]["node"] == 1


def test_a_tick_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is that before it; the game ends without a winner, and everybody learns of it."""
    room = new_room()
    ada, bob = Person("ada"), Person("bob")
    begun(room, ada, bob)
    before = room.position
    room.execute(ada, messages.Press("right"), None)
    with monkeypatch.context() as patch:
        patch.setattr("pushbox.web.play.serialize.outcome_to_json", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            room.tick()
    assert (room.position, room.ticks) == (before, 0)
    room.fail()
    assert [(it.phase, it.last("room")["failed"], it.last("room")["winner"]) for it in (ada, bob)] == [
        ("over", True, None)
    ] * 2
    room.set_ready(ada)
    room.set_ready(bob)
    assert (ada.phase, ada.last("room")["failed"]) == ("running", False)


def test_a_visitor_has_a_few_windows_in_a_room() -> None:
    """Nobody fills a room with windows of their own."""
    room = new_room()
    for _ in range(MAX_WINDOWS):
        room.enter(Person("eve"))
    with pytest.raises(CapacityError, match="windows"):
        room.enter(Person("eve"))
    room.enter(Person("ada"))


def test_what_does_not_go_is_refused() -> None:
    """Each for its reason, and nothing changes."""
    with pytest.raises(RoomError, match="by several at once"):
        new_room("match", formats.read(ROOM, format="xsb").levels[0])
    with pytest.raises(RoomError, match="by one"):
        new_room("race", arena())
    room = new_room()
    ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
    for person in (ada, bob, eve):
        room.enter(person)
    room.take_seat(ada, 0)
    wrongs: tuple[Callable[[], None], ...] = (
        lambda: room.take_seat(bob, 0),
        lambda: room.take_seat(bob, 9),
        lambda: room.start(bob),
        lambda: room.start(ada),
        lambda: room.set_ready(eve),
        lambda: room.execute(ada, messages.Press("left"), None),
    )
    for wrong in wrongs:
        with pytest.raises(RoomError):
            wrong()
    room.set_ready(ada)
    with pytest.raises(RoomError, match="1 player, expected 2"):
        room.start(ada)
    room.take_seat(bob, 1)
    room.set_ready(bob)
    assert room.phase == "running"
    with pytest.raises(RoomError):
        room.execute(eve, messages.Press("left"), None)
    with pytest.raises(RoomError):
        room.execute(ada, messages.Undo(), None)
    with pytest.raises(RoomError):
        room.take_seat(eve, 0)
    window = Person("ada")
    room.enter(window)
    assert ada.last("moved")
    assert window.you == 0
    assert ada.you is None
