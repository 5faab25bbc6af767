"""The socket of play: everything in order, everything kept, nothing that crashes it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.sockets import receive, request
from tests.web.play.conftest import Visitor
from tests.web.play.model import Model, anything

from pushbox import formats, games, store
from pushbox.conformance import random_level
from pushbox.level import Level
from pushbox.play.session import Session
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

ROOM = "#######\n#@ $ .#\n#     #\n#######"
MakeVisitor = Callable[[], Visitor]


def level(picture: str = ROOM) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


def test_a_level_is_played_solved_and_kept(visitor: MakeVisitor) -> None:
    """The solution is in the library, replayed, with the helps it took; every step of it is on the disk."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        opened = socket.receive_json()
        assert opened["is"] == "opened"
        assert opened["play"] == play
        assert opened["level"]["boxes"] == 1
        assert opened["level"]["known"] == {"lowest": {}, "best": [], "proven": []}
        assert opened["state"]["assists"] == []
        request(socket, do="assist", name="overlay")
        answer = [request(socket, do="press", key="right") for _ in range(3)][-1]
        assert answer["state"]["outcome"]["status"] == "solved"
        assert answer["state"]["assists"] == ["overlay"]
        assert receive(socket, "kept")["pure"] is False
    player.flush()
    entry = store.plays.get(player.store, play)
    (solution,) = store.solutions.listing(player.store, entry.level)
    assert (solution.text, solution.visitor, solution.assists) == ("rRR", player.id, frozenset({"overlay"}))
    assert entry.finished is not None
    assert len(store.plays.steps(player.store, play)) == 3


def test_who_is_logged_in_stands_on_the_leader_board(visitor: MakeVisitor) -> None:
    """A level that a visitor with an account solves counts for that account; pasted moves count as assisted."""
    player = visitor()
    store.accounts.register(player.store, "grace", "no password fits this")
    ends = datetime.now(UTC) + timedelta(hours=1)
    store.sessions.log_in(player.store, "session", visitor=player.id, name="grace", ends=ends)
    play = player.begin(level())
    with player.open(play) as socket:
        for _ in range(3):
            request(socket, do="press", key="right")
        assert receive(socket, "kept")["pure"] is True
        request(socket, do="restart")
        request(socket, do="follow", text="druRR")
        assert receive(socket, "kept")["pure"] is False
    ident = store.plays.get(player.store, play).level
    for pure, moves in ((True, 3), (False, 5)):
        (leader,) = store.solutions.leaderboard(player.store, ident, pure=pure, metric="moves")
        assert (leader.account, leader.metrics.moves) == ("grace", moves)


def test_rows_say_whose_move_it_is(visitor: MakeVisitor) -> None:
    """Where several can move, a row has the move as files write it too, by which it can be told elsewhere."""
    player = visitor()
    two = replace(level("########\n#@ $. @#\n########"), game="multiban")
    with player.open(player.begin(two)) as socket:
        assert request(socket, do="press", key="right")["nodes"] == [[1, 0, "r", False]]
        request(socket, do="press", key="next")
        (row,) = request(socket, do="press", key="left")["nodes"]
        assert row == [2, 1, "l", False, "{rrrr}l"]
        told = request(socket, do="record", first=2, lines=[[1, "{rrrr}l", "R"]], here=3)
        assert (told["size"], "numbers" in told) == (4, False)


def test_a_solution_that_was_shown_is_not_the_players(visitor: MakeVisitor) -> None:
    """Nor is the level solved by it, however its last move is played; another line is theirs, with the help noted."""
    player = visitor()
    play = player.begin(level())
    ident = store.plays.get(player.store, play).level
    store.solutions.add(player.store, ident, "rRR")
    with player.open(play) as socket:
        request(socket, do="assist", name="solution")
        request(socket, do="follow", text="rRR")
        assert receive(socket, "shown")["node"] == 3
    with player.open(play) as socket:
        request(socket, do="undo")
        request(socket, do="press", key="right")
    player.flush()
    assert [entry.visitor for entry in store.solutions.listing(player.store, ident)] == [None]
    assert store.plays.get(player.store, play).finished is None
    with player.open(play) as socket:
        request(socket, do="restart")
        request(socket, do="type", text="druRR")
        assert receive(socket, "kept")["pure"] is False
    assert store.plays.get(player.store, play).finished is not None


def test_an_error_repeats_the_number(visitor: MakeVisitor) -> None:
    """An error has the number of its message, so that a client knows which was refused."""
    player = visitor()
    with player.open(player.begin(level())) as socket:
        for message, field, reason in (
            ({"do": "undo", "count": 0}, "message", "count: input should be greater"),
            ({"do": "undo"}, "refused", "nothing to undo"),
        ):
            answer = request(socket, **message)
            assert reason in answer[field]


def test_saved_is_on_the_disk(visitor: MakeVisitor) -> None:
    """When a client gets `saved` for a position, it is on the disk."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        assert receive(socket, "opened")["saved"] == 0
        socket.send_json({"do": "press", "key": "down"})
        with player.open(play) as other:  # before it is on the disk, or just after
            opened = receive(other, "opened")
            assert opened["saved"] in {0, len(opened["nodes"])}
        node = receive(socket, "saved")["node"]
        assert node == 1
        assert [step[1:] for step in store.plays.steps(player.store, play)] == [(1, 0, "3")]
        assert store.plays.get(player.store, play).here == 1
    with player.open(play) as socket:
        assert receive(socket, "opened")["saved"] == 1


def test_the_line_replays(visitor: MakeVisitor) -> None:
    """The line of moves leads there again, the choice of pushers included, which no move holds."""
    multiban = level("########\n#@ $ . #\n#@     #\n########")
    multiban = replace(multiban, game="multiban")
    player = visitor()
    with player.open(player.begin(multiban)) as socket:
        receive(socket, "opened")
        for key in ("right", "next", "right", "right", "next", "right"):
            request(socket, do="press", key=key)
        text = request(socket, do="line")["text"]
        board = Session(multiban)
        for move in board.game.controls.parse(board.root.state, text):
            board.play(move)
        assert "{" in text
        request(socket, do="goto", node=0)
        request(socket, do="press", key="next")
        assert request(socket, do="follow", text=text)["state"]["depth"] == len(board.move_stack) == 4
        assert request(socket, do="line")["text"] == text


@pytest.mark.parametrize("key", games.keys())
def test_reconnecting_goes_on_where_it_was(key: str, visitor: MakeVisitor) -> None:
    """Pipelined at random, answered in order; after a lost socket and a dropped table all is there."""
    rng = random.Random(f"socket {key}")
    game = games.find(key)
    player = visitor()
    start = random_level(game, rng, largest=6)
    untimed = tuple(option for option in start.options if option[0] != "seconds")  # a busy machine would use them up
    play = player.begin(replace(start, options=untimed))
    before: dict[str, Any] | None = None
    for number in range(5):
        with player.open(play) as socket:
            opened = receive(socket, "opened")
            assert before in (None, timeless(opened))
            model = Model(opened)
            for _ in range(4):
                for n in range(6):
                    socket.send_json(anything(model, rng, game.info.players) | {"n": n})
                for n in range(6):
                    reply = receive(socket, "turned")
                    assert reply["n"] == n
                    model.update(reply)
            with player.open(play) as other:
                before = timeless(receive(other, "opened"))
                assert Model(before).board == model.board
        if number % 2:
            player.flush()
            player.plays.evict(idle=-1.0)
            assert play not in player.plays


def timeless(opened: dict[str, Any]) -> dict[str, Any]:
    """Return what a client begins with, but for the clock, the disk and what is foreseen, whose numbers go on."""
    return opened | {
        "saved": 0,
        "state": opened["state"] | {"seconds": 0, "running": False},
        "ahead": {"at": 0, "edges": [], "nodes": []},
    }


def test_a_restart_of_the_server_loses_nothing(tmp_path: Any) -> None:
    """Another server on the same library goes on with history, branches, snapshots and what redo does."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}")
    with TestClient(create_app(settings)) as client:
        player = Visitor(client)
        play = player.begin(level())
        with player.open(play) as socket:
            receive(socket, "opened")
            messages = (
                {"do": "type", "text": "rR"},
                {"do": "undo"},
                {"do": "press", "key": "down"},
                {"do": "snapshot", "slot": 3},
                {"do": "undo"},
                {"do": "redo", "node": 2},
                {"do": "undo"},
            )
            answers = [request(socket, **message) for message in messages]
            assert answers[-1]["state"]["node"] == 1
    with TestClient(create_app(settings)) as client:
        player.client = client
        with player.open(play) as socket:
            opened = receive(socket, "opened")
            assert opened["state"]["node"] == 1
            assert opened["snapshots"] == {"3": 3}
            assert [row[:3] for row in opened["nodes"]] == [[1, 0, "r"], [2, 1, "R"], [3, 1, "d"]]
            assert request(socket, do="redo")["state"]["node"] == 2
            request(socket, do="forget", slot="3")
            request(socket, do="comment", node=0, text="Where to begin?")
            request(socket, do="comment", node=2, text="Gone again.")
            request(socket, do="comment", node=2, text="")
            assert request(socket, do="comment", node=9, text="Nowhere.")["refused"] == "there is no position 9"
    with TestClient(create_app(settings)) as client:
        player.client = client
        with player.open(play) as socket:
            opened = receive(socket, "opened")
            assert (opened["snapshots"], opened["comments"]) == ({}, {"0": "Where to begin?"})


def test_two_windows_show_the_same(visitor: MakeVisitor) -> None:
    """The newer one has the keys, the older one sees what happens, and can take the keys back."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as old:
        receive(old, "opened")
        with player.open(play) as new:
            receive(new, "opened")
            assert receive(old, "moved")
            request(new, do="press", key="right")
            assert receive(old, "turned")["state"]["node"] == 1
            assert request(old, do="press", key="right")["is"] == "moved"
            assert request(old, do="take")["is"] == "opened"
            assert receive(new, "moved")
            assert request(old, do="press", key="right")["state"]["node"] == 2


def closed_by(client: TestClient, play: int, headers: dict[str, str]) -> WebSocketDisconnect:
    """Return how a socket to a play is closed at once."""
    with client.websocket_connect(f"/ws/play?play={play}", headers=headers) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        return closed.value


def test_the_close_code_says_who_may_not_play(visitor: MakeVisitor, client: TestClient) -> None:
    """No cookie: 4403; another's play or none: 4404."""
    play = visitor().begin(level())
    other = visitor()
    for number, headers, code in ((play, {}, 4403), (play, other.headers, 4404), (99, other.headers, 4404)):
        assert closed_by(client, number, headers).code == code


def test_a_play_of_another_is_as_good_as_none(visitor: MakeVisitor, client: TestClient) -> None:
    """By the same words, with the same code, over the socket and over REST, whether the play is in memory or not."""
    owner, other = visitor(), visitor()
    played, begun = owner.begin(level()), owner.begin(level())

    def answers(play: int) -> list[str]:
        rest = client.get(f"/api/plays/{play}", headers=other.headers)
        assert rest.status_code == 404
        removed = client.delete(f"/api/plays/{play}", headers=other.headers | {"X-Pushbox": "1"})
        texts = [rest.text, removed.text, closed_by(client, play, other.headers).reason]
        return [text.replace(str(play), "PLAY") for text in texts]

    with owner.open(played) as window:
        receive(window, "opened")
        nobody = answers(99)
        assert "found no play PLAY" in nobody[0]
        assert answers(played) == answers(begun) == nobody


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", "null", '"do"', "{}", '{"do": 3}', '{"do": "fly"}', '{"do": "press"}', "[" * 5000,
        '{"do": "press", "key": "x"}', '{"do": "press", "key": ["left"]}', '{"do": "goto", "node": 1.5}',
        '{"do": "goto", "node": true}', '{"do": "goto", "node": -1}', '{"do": "undo", "count": 1e99}',
        '{"do": "drag", "from": 8}', '{"do": "drag", "from": 8, "to": 9, "through": 1}', '{"do": "snapshot"}',
        '{"do": "snapshot", "slot": "' + "x" * 99 + '"}', '{"do": "type", "text": 3}', '{"do": "assist", "name": "x"}',
        '{"do": "hint", "step": 9}', '{"do": "reach", "cell": 99999}', '{"do": "tell", "cell": 99999}', "x" * 20_000,
        '{"do": "press", "key": "left", "player": "1"}', '{"n": 5, "do": "\\ud800"}', '{"do": "reverse"}NaN',
    ],
)  # fmt: skip
def test_what_is_malformed_is_answered(text: str, visitor: MakeVisitor) -> None:
    """A sentence comes back, and play goes on."""
    player = visitor()
    with player.open(player.begin(level())) as socket:
        receive(socket, "opened")
        socket.send_text(text)
        assert receive(socket, "error")["message"]
        socket.send_bytes(b"\x00\xff")
        assert receive(socket, "error")["message"]
        assert request(socket, do="press", key="right")["state"]["node"] == 1


def test_anything_at_all_is_answered(visitor: MakeVisitor) -> None:
    """Made-up messages of plausible parts get an answer each."""
    rng = random.Random("made up")
    words = [
        "press",
        "drag",
        "undo",
        "redo",
        "goto",
        "type",
        "run",
        "reach",
        "path",
        "origins",
        "tell",
        "recall",
        "take",
    ]
    values: list[Any] = [0, 1, -1, 8, 10, 2**70, 1.5, None, True, "left", "right", "1", "", [], {}, "rRdl", "up", "act"]
    names = ["key", "from", "to", "through", "cell", "node", "count", "player", "slot", "text", "push"]
    player = visitor()
    with player.open(player.begin(level())) as socket:
        receive(socket, "opened")
        for n in range(200):
            message = {"do": rng.choice(words), "n": n}
            message |= {name: rng.choice(values) for name in rng.sample(names, 5)}
            socket.send_text(json.dumps(message))
            while (reply := socket.receive_json()).get("n") != n:
                assert reply["is"] in {"saved", "kept", "error"}


def test_reverse_play_is_a_play_of_its_own(visitor: MakeVisitor) -> None:
    """It begins with the boxes on the goals; solved, it is kept as the solution of the level forwards."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        receive(socket, "opened")
        back = request(socket, do="reverse")
        assert back["reverse"] is True
        assert back["play"] != play
        assert request(socket, do="drag", **{"from": 8, "to": 11})["played"]
        answers = [request(socket, do="press", key=key) for key in ("act", "left", "left", "act", "left")]
        assert answers[-1]["state"]["outcome"]["status"] == "solved"
        assert receive(socket, "kept")["pure"] is True
        again = request(socket, do="reverse")
        assert (again["play"], again["reverse"]) == (play, False)
    (solution,) = store.solutions.listing(player.store, store.plays.get(player.store, play).level)
    assert solution.text == "rRR"


def test_hints_climb_a_ladder(visitor: MakeVisitor) -> None:
    """It can be won; where; which box; its target; the moves.  Once it is lost, since when."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        receive(socket, "opened")
        first, second, third, fourth, fifth = (request(socket, do="hint", step=step) for step in (1, 2, 3, 4, 5))
        assert first["status"] == "winnable"
        assert "region" not in first
        assert "cell" not in second
        assert third["cell"] == 10
        assert fourth["target"] == 12
        assert fifth["moves"] == "rRR"
        request(socket, do="type", text="drrruLL")
        lost = request(socket, do="hint", step=4)
        assert lost["status"] == "lost"
        assert (lost["since"], lost["node"]) == (2, 6)
    player.flush()
    assert store.plays.get(player.store, play).assists == {"hint"}


def test_there_are_no_more_plays_than_may_be(visitor: MakeVisitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all plays taken a socket is closed with 1013; once one is free, and all of it kept, there is room."""
    player = visitor()
    player.flush()
    player.plays.evict(idle=-1.0)
    monkeypatch.setattr("pushbox.web.play.play_manager.MAX_PLAYS", len(player.plays) + 1)
    one, two = player.begin(level()), player.begin(level())
    with player.open(one) as socket:
        receive(socket, "opened")
        with player.open(two) as other:
            with pytest.raises(WebSocketDisconnect) as closed:
                other.receive_json()
            assert closed.value.code == 1013
        request(socket, do="press", key="right")
    player.flush()
    with player.open(two) as other:
        receive(other, "opened")


def test_a_deleted_play_is_closed(visitor: MakeVisitor) -> None:
    """Rows of a deleted play are dropped, and its windows are closed; others are written."""
    player = visitor()
    one, two = player.begin(level()), player.begin(level())
    with player.open(one) as socket, player.open(two) as other:
        receive(socket, "opened")
        receive(other, "opened")
        store.plays.remove(player.store, one)
        socket.send_json({"do": "press", "key": "right"})
        other.send_json({"do": "press", "key": "right"})
        assert receive(other, "saved")["node"] == 1
        with pytest.raises(WebSocketDisconnect) as closed:
            receive(socket, "never")
        assert closed.value.code == 4404
