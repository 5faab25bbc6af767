"""Rooms without sockets: what everybody gets is the same, tick by tick and turn by turn."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.play.model import Model, anything

from pushbox import formats, games
from pushbox.board import GOAL, Board, Piece, Terrain
from pushbox.errors import LevelError
from pushbox.formats.json import board_from_json, change_from_json
from pushbox.games.api import Status
from pushbox.level import Level
from pushbox.play.check import playable
from pushbox.play.conformance import random_level
from pushbox.web.live.members import RoomError
from pushbox.web.live.room import Kind, Room
from pushbox.web.play import messages

ROOM = "#######\n#@ $ .#\n#     #\n#######"


class Person:
    """Somebody in a room: a model of the board, kept by the messages."""

    def __init__(self, name: str) -> None:
        self.visitor = self.name = name
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


def room(kind: Kind = "match", level: Level | None = None, clock: Clock | None = None) -> Room:
    """Return a room that Ada has opened."""
    chosen = level or (arena() if kind == "match" else formats.read(ROOM, format="xsb").levels[0])
    return Room("ABCDEF", kind, "ada", chosen, clock=clock or Clock())


def begun(here: Room, *people: Person) -> None:
    """Seat people and begin."""
    for number, person in enumerate(people):
        here.enter(person)
        here.take_seat(person, number)
        here.set_ready(person)
    here.start(people[0])


def test_ten_thousand_ticks_and_everybody_has_the_same_board() -> None:
    """Two bots play versus on random boards; after every tick all boards are that of the server."""
    rng = random.Random("ticks")
    game = games.find("versus")
    ticks = games_played = 0
    while ticks < 10_000:
        level = random_level(game, rng)
        try:
            playable(level)
        except LevelError:
            continue
        here = room(level=level)
        ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
        begun(here, ada, bob)
        games_played += 1
        for number in range(150):
            if number == 40:
                here.enter(eve)
            for player in (ada, bob):
                if rng.random() < 0.8:
                    here.execute(player, messages.Press(rng.choice(messages.KEYS)), None)
            if not here.has_actions:
                continue
            here.tick()
            ticks += 1
            board = game.rules.board(here.state)
            assert ada.board == bob.board == board
            assert eve.board in (None, board)
            if here.phase != "running":
                break
    assert games_played > 20


@pytest.mark.parametrize("key", [key for key in games.keys() if not games.find(key).info.simultaneous])
def test_a_race_is_on_boards_of_ones_own(key: str) -> None:
    """Each racer's board is that of the messages, whatever the others do; who watches has them all."""
    rng = random.Random(f"race {key}")
    raced = 0
    while raced < 8:
        level = random_level(games.find(key), rng, largest=6)
        try:
            playable(level)
        except LevelError:
            continue
        raced += 1
        here = room("race", level)
        ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
        begun(here, ada, bob)
        here.enter(eve)
        models = {id(person): Model(person.last("opened")) for person in (ada, bob)}
        watched = {int(number): board_from_json(board) for number, board in eve.last("boards")["boards"].items()}
        for _ in range(60):
            person = rng.choice((ada, bob))
            if here.phase != "running" or here.seats[person.you or 0].finished is not None:  # type: ignore[union-attr]
                continue
            model = models[id(person)]
            _, ask = messages.parse(json.dumps(anything(model, rng)))
            assert isinstance(ask, messages.Command)
            received = len(eve.received)
            here.execute(person, ask, 3)
            model.update(person.last("turned"))
            progress = next(it for it in eve.received[received:] if it["is"] == "progress")
            for transition in progress["played"]:
                seat = progress["seat"]
                watched[seat] = watched[seat].apply(map(change_from_json, transition["changes"]))
            for number, who in enumerate((ada, bob)):
                seat = here.seats[number]
                assert seat is not None
                assert seat.view is not None
                assert models[id(who)].board == watched[number] == seat.view.session.board
        others = [progress for progress in ada.received if progress["is"] == "progress"]
        assert all("played" not in progress for progress in others)


def test_a_race_is_over_when_all_have_solved_it() -> None:
    """The first has won; each learns after how many seconds; the solutions are there to be kept."""
    clock = Clock()
    here = room("race", clock=clock)
    ada, bob = Person("ada"), Person("bob")
    begun(here, ada, bob)
    for person, seconds in ((bob, 3.0), (ada, 9.5)):
        clock.now = 100 + seconds
        here.execute(person, messages.Type("rRR"), 1)
    assert here.phase == ada.phase == "over"
    assert ada.last("room")["winner"] == 1
    assert [(win.visitor, win.text, win.seconds) for win in here.solutions] == [
        ("bob", "rRR", 3.0),
        ("ada", "rRR", 9.5),
    ]
    assert {player["finished"] for player in bob.last("room")["players"]} == {3.0, 9.5}


def test_a_match_is_played_to_the_end_and_again() -> None:
    """Who has filled more of their goals wins; when both want a rematch it begins anew."""
    here = room()
    ada, bob = Person("ada"), Person("bob")
    begun(here, ada, bob)
    here.execute(ada, messages.Press("right"), None)
    here.tick()
    assert here.phase == "running"
    here.execute(bob, messages.Press("left"), None)
    here.tick()
    assert ada.last("ticked")["outcome"]["status"] != Status.PLAYING.value
    assert ada.phase == "over"
    here.set_ready(ada)
    assert ada.phase == "over"
    here.set_ready(bob)
    assert ada.phase == bob.phase == "running"
    assert ada.board == here.game.rules.board(here.game.rules.initial_state(here.level))


def test_nobody_plays_on_alone() -> None:
    """Where the other has gone there is no rematch until somebody else sits down."""
    here = room()
    ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
    begun(here, ada, bob)
    here.leave_seat(bob)
    assert (ada.phase, here.winner) == ("over", 0)
    here.set_ready(ada)
    assert ada.phase == "over"
    here.enter(eve)
    here.take_seat(eve, 1)
    here.set_ready(eve)
    assert ada.phase == eve.phase == "running"


def test_who_comes_back_has_his_seat_again() -> None:
    """For a while it is kept, and the game goes on; then it is free, and whoever is left has won."""
    clock = Clock()
    here = room(clock=clock)
    ada, bob = Person("ada"), Person("bob")
    begun(here, ada, bob)
    here.leave(bob)
    assert [player["state"] for player in ada.last("room")["players"]] == ["here", "away"]
    again = Person("bob")
    here.enter(again)
    assert again.you == 1
    here.execute(again, messages.Press("left"), None)
    assert here.tick()
    assert again.board == ada.board
    here.leave(again)
    clock.now += 61
    here.free_abandoned_seats(60)
    assert (ada.phase, here.winner) == ("over", 0)


def test_a_racer_who_comes_back_has_his_board_again() -> None:
    """With all that they have played."""
    here = room("race")
    ada, bob = Person("ada"), Person("bob")
    begun(here, ada, bob)
    here.execute(bob, messages.Type("r"), 1)
    here.leave(bob)
    again = Person("bob")
    here.enter(again)
    assert again.last("opened")["state"]["node"] == 1


def test_what_does_not_go_is_refused() -> None:
    """Each for its reason, and nothing changes."""
    with pytest.raises(RoomError, match="by several at once"):
        room("match", formats.read(ROOM, format="xsb").levels[0])
    with pytest.raises(RoomError, match="by one"):
        room("race", arena())
    here = room()
    ada, bob, eve = Person("ada"), Person("bob"), Person("eve")
    for person in (ada, bob, eve):
        here.enter(person)
    here.take_seat(ada, 0)
    wrongs: tuple[Callable[[], None], ...] = (
        lambda: here.take_seat(bob, 0),
        lambda: here.take_seat(bob, 9),
        lambda: here.start(bob),
        lambda: here.start(ada),
        lambda: here.set_ready(eve),
        lambda: here.execute(ada, messages.Press("left"), None),
    )
    for wrong in wrongs:
        with pytest.raises(RoomError):
            wrong()
    here.set_ready(ada)
    with pytest.raises(RoomError, match="1 players, expected 2"):
        here.start(ada)
    here.take_seat(bob, 1)
    here.set_ready(bob)
    here.start(ada)
    with pytest.raises(RoomError):
        here.execute(eve, messages.Press("left"), None)
    with pytest.raises(RoomError):
        here.execute(ada, messages.Undo(), None)
    with pytest.raises(RoomError):
        here.take_seat(eve, 0)
    window = Person("ada")
    here.enter(window)
    assert ada.last("moved")
    assert window.you == 0
    assert ada.you is None
