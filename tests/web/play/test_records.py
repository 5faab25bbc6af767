"""Records of what is played in a page: checked, judged, stored, and shown to whoever looks on."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.depth import scaled
from tests.sockets import receive, request
from tests.web.play.conftest import Visitor
from tests.web.play.test_socket import level

from pushbox import store
from pushbox.board import Piece
from pushbox.games import load
from pushbox.level import Level
from pushbox.play.move_tree import MoveTree
from pushbox.play.recorded_session import Refused
from pushbox.web.play import messages, records
from pushbox.web.play.game_view import PlayView
from pushbox.web.sockets import envelope

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession

MakeVisitor = Callable[[], Visitor]


def record(socket: WebSocketTestSession, first: int, *lines: list[Any], here: int, **more: Any) -> dict[str, Any]:
    """Send a record and return its answer."""
    return request(socket, do="record", first=first, lines=[*lines], here=here, **more)


def test_a_level_is_recorded_judged_and_kept(visitor: MakeVisitor) -> None:
    """The server has the moves alone; the solution is kept with the help and the time that it took."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        told = record(socket, 1, [0, "r", "d"], [1, "R"], here=3, milliseconds=30_500, assists=["overlay"])
        assert told == {"is": "recorded", "n": 7, "size": 4, "saved": 0}
        history = player.plays._active[play].history
        assert isinstance(history, MoveTree)
        record(socket, 1, [0, "r", "d"], [1, "R"], here=3, milliseconds=30_500)
        assert (history.size, history.seconds()) == (4, 30.5)
        assert receive(socket, "saved") == {"is": "saved", "node": 3, "record": 7}
        remarks = {"snapshots": {"a": [None, 4]}, "comments": {"1": ["", "So."]}}
        assert record(socket, 4, [3, "R"], here=2, redo=[[1, 2]], **remarks)["size"] == 5
        assert receive(socket, "kept") == {"is": "kept", "node": 4, "pure": False}
    player.flush()
    entry = store.plays.get(player.store, play)
    (solution,) = store.solutions.listing(player.store, entry.level)
    assert (solution.text, solution.assists, solution.seconds) == ("rRR", frozenset({"overlay"}), 30.5)
    assert (entry.here, entry.seconds, entry.assists) == (2, 30.5, frozenset({"overlay"}))
    assert entry.finished is not None
    assert [tuple(step[1:]) for step in store.plays.steps(player.store, play)] == [
        (1, 0, "2"), (2, 1, "3"), (3, 1, "2"), (4, 3, "2"),
    ]  # fmt: skip
    with player.open(play) as socket:
        opened = receive(socket, "opened")
        assert (opened["snapshots"], opened["comments"]) == ({"a": 4}, {"1": "So."})
        assert [row[:3] for row in opened["nodes"]] == [[1, 0, "r"], [2, 1, "d"], [3, 1, "R"], [4, 3, "R"]]
        assert request(socket, do="undo")["state"]["node"] == 1
        assert request(socket, do="redo")["state"]["node"] == 2


def test_the_server_plays_on_where_it_is_asked(visitor: MakeVisitor) -> None:
    """A key after a record is a key as ever, with all that was recorded; a record after it goes on from there."""
    player = visitor()
    with player.open(player.begin(level())) as socket:
        assert record(socket, 1, [0, "r"], here=1)["size"] == 2
        turned = request(socket, do="press", key="right")
        assert (turned["nodes"], turned["state"]["depth"]) == ([[2, 1, "R", [10, 11]]], 2)
        assert request(socket, do="line")["text"] == "rR"
        assert request(socket, do="reach", cell=10)["cells"]
        assert record(socket, 3, [2, "R"], here=3)["size"] == 4
        assert receive(socket, "kept")["pure"] is True
        assert request(socket, do="undo")["state"]["node"] == 2


def test_a_record_is_written_though_the_server_takes_over_meanwhile(
    visitor: MakeVisitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is due while the boards of a play are made is written once they are there."""
    session = MoveTree.session

    def slow(tree: MoveTree, make: Any) -> Any:
        time.sleep(0.3)
        return session(tree, make)

    monkeypatch.setattr(MoveTree, "session", slow)
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        record(socket, 1, [0, "r"], here=1)
        assert request(socket, do="line")["text"] == "r"
        player.flush()
        assert len(store.plays.steps(player.store, play)) == 1


def test_somebody_else_has_played_on(visitor: MakeVisitor) -> None:
    """Positions get the numbers that come next; told twice they are there once; who has the keys stays where it is."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as old:
        receive(old, "opened")
        assert record(old, 1, [0, "r"], here=1)["size"] == 2
        with player.open(play) as new:
            assert [row[:3] for row in receive(new, "opened")["nodes"]] == [[1, 0, "r"]]
            assert record(new, 2, [1, "R"], here=2)["size"] == 3
            seen = receive(old, "turned")
            assert (seen["nodes"], seen["state"]["node"]) == ([[2, 1, "R", [10, 11]]], 2)
            late = record(old, 2, [1, "d", "r"], here=3)
            assert (late["numbers"], late["size"]) == ({"2": 3, "3": 4}, 5)
            assert record(old, 2, [1, "d", "r"], here=3)["size"] == 5
            assert receive(new, "turned")["state"]["node"] == 2
            told = record(old, 4, [3, "l"], here=4, comments={"3": ["", "on"]}, snapshots={"a": [None, 2]})
            assert told["numbers"] == {"2": 3, "3": 4, "4": 5}
            assert "merged" not in told
            assert receive(new, "turned")["nodes"] == []
            turned = receive(new, "turned")
            assert (turned["comments"], turned["snapshots"]) == ({"4": "on"}, {"a": 3})
            player.flush()
            saved = receive(old, "saved")
            while saved.get("record") != 7:
                saved = receive(old, "saved")
            while "record" not in receive(new, "saved"):
                pass  # what was written before the window had recorded anything
            request(old, do="take")  # from then on its numbers are those of the server
            assert "numbers" not in record(old, 6, [5, "r"], here=6)


def test_who_takes_the_keys_stands_where_the_last_record_says(visitor: MakeVisitor) -> None:
    """A record that is on its way while another window opens the play says where it stands, until that has acted."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as old:
        record(old, 1, [0, "r", "d"], here=2)
        with player.open(play) as new:
            assert receive(new, "opened")["state"]["node"] == 2
            record(old, 3, [2, "l"], here=0)
            late = receive(new, "turned")
            assert (late["state"]["node"], [row[0] for row in late["nodes"]], late["played"] != []) == (0, [3], True)
            assert request(new, do="goto", node=3)["state"]["node"] == 3
            record(old, 4, here=1)
            assert receive(new, "turned")["state"]["node"] == 3
            request(old, do="take")
            assert record(old, 4, here=1)["size"] == 4
            assert receive(new, "turned")["state"]["node"] == 1
            record(new, 4, here=2)  # which has lost them to one that has acted
            assert receive(old, "turned")["state"]["node"] == 1


def test_a_record_may_leave_the_place_and_stops_the_clock(visitor: MakeVisitor) -> None:
    """What is brought home of a window that has lost the keys says nothing of where the play stands."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as socket:
        began = time.monotonic()
        request(socket, do="press", key="right")
        assert player.plays._active[play].view.session.is_running
        assert request(socket, do="record", first=2, lines=[[0, "d"]], milliseconds=2_000)["size"] == 3
        history = player.plays._active[play].history
        assert (history.current_id, history.size) == (1, 3)
        assert 2 <= history.seconds() <= 2 + time.monotonic() - began
        before = history.seconds()
        assert record(socket, 3, [2, "r"], here=3, milliseconds=1_000)["size"] == 4
        assert history.seconds() == before + 1
    with player.open(play) as old:
        receive(old, "opened")  # before the other one comes, which has the keys then
        with player.open(play) as new:
            request(new, do="press", key="right")
            record(new, 5, here=3)
            assert not player.plays._active[play].view.session.is_running
            request(new, do="undo")
            request(new, do="press", key="up")
            record(old, 5, [0, "d"], here=2)  # of one without the keys: the other one plays on
            assert player.plays._active[play].view.session.is_running


def test_a_window_does_not_take_away_what_it_has_not_seen(visitor: MakeVisitor) -> None:
    """A late record of another window, told twice: both comments and both names are there, and it is said to be so."""
    player = visitor()
    play = player.begin(level())
    with player.open(play) as old:
        record(old, 1, [0, "r", "d"], here=2, comments={"1": ["", "Mine."]}, snapshots={"a": [None, 1]})
        with player.open(play) as new:
            request(new, do="comment", node=1, text="Yours.")
            request(new, do="goto", node=2)
            request(new, do="snapshot", slot="a")
            for _ in range(2):
                remarks = {"comments": {"1": ["Mine.", "Mine, better."]}, "snapshots": {"a": [1, 0]}}
                assert record(old, 3, here=2, **remarks)["merged"] is True
            record(
                old, 3, here=2, comments={"1": ["Mine.", ""]}, snapshots={"a": [1, None]}
            )  # a removal of what is gone
        assert "merged" not in record(old, 3, here=2, comments={"2": ["", "New."]})
    with player.open(play) as socket:
        opened = receive(socket, "opened")
        assert opened["comments"] == {"1": "Yours.\nMine, better.", "2": "New."}
        assert opened["snapshots"] == {"a": 2, "a 2": 0}


def test_remarks_go_only_by_who_has_seen_them() -> None:
    """Windows that look at times record what they say, some of it twice: every line and every name is there."""
    rng = random.Random("remarks")
    start = load(level())
    for _ in range(scaled(80)):
        tree = MoveTree(start)
        tree.add_lines(1, [(0, "rl" * 20)], {})
        windows: list[tuple[dict[int, str], dict[str, int]]] = [({}, {}) for _ in range(3)]
        lines, named = {node: set[str]() for node in (1, 2)}, set[int]()
        for step in range(3, 24):
            comments, names = rng.choice(windows)
            if rng.random() < 0.3:
                comments.clear()
                names.clear()
                comments |= tree.comments
                names |= tree.snapshots
                continue
            node, slot = rng.choice((1, 2)), rng.choice("ab")
            seen, kept = comments.get(node, ""), rng.choice(("", f"{step}", f"{step}\nmore {step}"))
            text = rng.choice((kept, f"{seen}\n{step}".strip()))
            was, now = names.get(slot), rng.choice((step, step, None))
            said = messages.Record(41, (), 0, comments={node: (seen, text)}, snapshots={slot: (was, now)})
            for _ in range(rng.choice((1, 2))):
                records.take(tree, said, {})
            comments[node] = text
            lines[node] = lines[node] - set(seen.splitlines()) | set(text.splitlines())
            named = {it for it in (*(named - {was}), now) if it is not None}
            names.pop(slot, None)
            if now is not None:
                names[slot] = now
            for place, wanted in lines.items():
                assert wanted <= set(tree.comments.get(place, "").splitlines()), step
            assert named <= set(tree.snapshots.values()), step
            assert tree.size == 41


def test_comments_that_are_too_long_together_are_refused() -> None:
    """Nothing is cut off: the record is refused, so that its window keeps what it has said."""
    tree = MoveTree(load(level()))
    records.take(tree, messages.Record(1, (), 0, comments={0: ("", "y" * 300)}), {})
    with pytest.raises(Refused, match="at most 500 characters"):
        records.take(tree, messages.Record(1, (), 0, comments={0: ("", "m" * 300)}), {})
    assert tree.comments == {0: "y" * 300}


def test_what_is_refused(visitor: MakeVisitor) -> None:
    """A move into a wall ends what is told; the server alone plays what hides something."""
    player = visitor()
    with player.open(player.begin(level())) as socket:
        answer = record(socket, 1, [0, "r"], [1, "u"], here=2)
        assert answer["is"] == "error"
        assert "wall" in answer["message"]
        assert "no position 9" in record(socket, 2, here=9)["message"]
        assert "no position 9" in record(socket, 2, here=1, snapshots={"a": [None, 9]})["message"]
        assert record(socket, 2, here=1, snapshots={"a": [None, 1]})["size"] == 2
        many = {str(slot): [None, 1] for slot in range(40)}
        assert "40 snapshots" in record(socket, 2, here=1, snapshots=many)["message"]
        said = {str(node): ["", "x"] for node in range(201)}
        assert "200 comments" in record(socket, 2, [1, *"lr" * 100], here=1, comments=said)["message"]
    with player.open(player.begin(hidden())) as socket:
        assert "plays this level itself" in record(socket, 1, [0, "r"], here=1)["message"]


def test_the_time_of_a_restart_is_given_anew() -> None:
    """A record says so, once or told twice."""
    for tree in (MoveTree(load(level())), PlayView(level())):
        records.take(tree, messages.Record(1, ((0, ("r",)),), 1, milliseconds=2500), {})
        assert tree.seconds() == 2.5
        for _ in range(2):
            records.take(tree, messages.Record(2, ((1, ("R",)),), 0, milliseconds=500, anew=True), {})
            assert tree.seconds() == 0.5


def test_a_limit_of_steps_holds_in_records(visitor: MakeVisitor) -> None:
    """A solution within it is kept; one that takes more steps is none."""
    player = visitor()
    for steps, count in ((3, 1), (2, 0)):
        limited = replace(level(), options=(("steps", steps),))
        play = player.begin(limited)
        ident = store.plays.get(player.store, play).level
        with player.open(play) as socket:
            opened = receive(socket, "opened")
            assert (opened["limits"], opened["state"]["steps"]) == ({"steps": steps}, 0)
            record(socket, 1, [0, *"rRR"], here=3)
        player.flush()
        assert len(store.solutions.listing(player.store, ident)) == count
        with player.open(play) as socket:
            state = receive(socket, "opened")["state"]
            assert (state["steps"], state["outcome"]["status"]) == (3, "solved" if count else "lost")


def hidden() -> Level:
    """Return a level with a box that is hidden."""
    board = level().board
    box = Piece("box", (15,), hidden=True)
    return replace(level(), board=replace(board, pieces=(*board.pieces, box)))


def test_nothing_is_foreseen_for_who_does_that_alone(visitor: MakeVisitor) -> None:
    """Until it is asked for: then all of it comes at once."""
    player = visitor()
    play = player.begin(level())
    with player.client.websocket_connect(f"/ws/play?play={play}&ahead=false", headers=player.headers) as socket:
        assert "ahead" not in receive(socket, "opened")
        assert "ahead" not in request(socket, do="press", key="down")
        ahead = request(socket, do="ahead")["ahead"]
        assert (bool(ahead["edges"]), bool(ahead["nodes"])) == (True, True)
        assert "ahead" in request(socket, do="press", key="up")


@pytest.mark.parametrize(
    "message",
    [
        {}, {"lines": 3}, {"lines": [[]]}, {"lines": [[0]]}, {"lines": [["r"]]}, {"lines": [[0, 3]]},
        {"lines": [[-1, "r"]]}, {"here": -1}, {"focus": 3}, {"focus": ["x"]}, {"redo": 3}, {"redo": [3]},
        {"redo": [[1, True]]}, {"index": -2}, {"milliseconds": -1}, {"assists": ["luck"]}, {"assists": 3},
        {"snapshots": []}, {"snapshots": {"": 1}}, {"snapshots": {"a": 1}}, {"snapshots": {"a": [1]}},
        {"snapshots": {"a": ["b", 1]}},
        {"comments": {"x": ["", "y"]}}, {"comments": {"1": "y"}}, {"comments": {"1": ["", 3]}}, {"first": -1},
        {"comments": {"9" * 30: ["", "y"]}}, {"comments": {"1": ["", "x" * 501]}},
    ],
)  # fmt: skip
def test_what_is_malformed_is_said(message: dict[str, Any]) -> None:
    """A record is read with suspicion."""
    whole = {"do": "record", "first": 1, "lines": [], "here": 0}
    assert messages.parse(whole) == messages.Record(1, (), 0)
    with pytest.raises(envelope.Malformed):
        messages.parse({"do": "record"} if not message else whole | message)
