"""Plays: what a client gets is what there is, whatever it does."""

from __future__ import annotations

import gc
import json
import random
from functools import partial
from typing import Any

import pytest
from tests.depth import scaled
from tests.web.play.model import Model, anything

from pushbox import formats, games
from pushbox.conformance import random_level
from pushbox.formats.json import board_from_json
from pushbox.games.api import KEYS, Status
from pushbox.level import Level
from pushbox.metrics import measure
from pushbox.play.pointing import MAX_REACH
from pushbox.play.recorded_session import NodeRow, Refused
from pushbox.play.session import Node, has_hidden_parts
from pushbox.web.play import commands, messages, queries
from pushbox.web.play.game_view import PlayView
from pushbox.web.sockets import envelope

ROOM = "#######\n#@ $ .#\n#     #\n#######"


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def level(picture: str = ROOM) -> Level:
    """Read one level of XSB."""
    return formats.read(picture, format="xsb").levels[0]


def execute(view: PlayView, message: dict[str, Any]) -> dict[str, Any]:
    """Send a message as a client does, and return the answer."""
    command = messages.parse(envelope.decode(json.dumps(message)))
    assert isinstance(command, messages.Command)
    return commands.execute(view, command)


@pytest.mark.parametrize("key", games.keys())
def test_the_board_of_a_client_is_what_the_player_sees(key: str) -> None:
    """On crowded random boards, through keys, drags, runs and the whole history, and what is foretold comes true."""
    game = games.find(key)
    rng = random.Random(f"table {key}")
    transitions = 0
    for _ in range(scaled(100)):
        view = PlayView(random_level(game, rng, largest=6))
        model = Model(view.opened_message())
        for _ in range(40):
            message = anything(model, rng, game.info.players)
            foreseen = model.foreseen([message["key"]]) if message["do"] == "press" else None
            answer = execute(view, message)
            model.update(answer)
            transitions += len(answer["played"])
            assert model.board == view.session.board
            assert model.state["node"] == view.current_id
            if foreseen is not None and not view.is_over:  # whose time may have run out meanwhile
                assert (model.board, model.state["focus"]) == foreseen
    assert transitions > scaled(400)


@pytest.mark.parametrize("key", games.keys())
def test_a_view_comes_back_as_it_was(key: str) -> None:
    """Rows, memo, place and time bring back every position, what is steered, and where redo leads from every position.

    The clock is the test's own: it runs while something is played, and stands while two views are compared.
    """
    game = games.find(key)
    rng = random.Random(f"back {key}")
    clock = Clock()
    for _ in range(scaled(60)):
        view = PlayView(random_level(game, rng, largest=6), clock=clock)
        model = Model(view.opened_message())
        rows: list[NodeRow] = []
        for _ in range(30):
            clock.now += 0.37
            model.update(execute(view, anything(model, rng, game.info.players)))
            rows += view.take_unsaved()
        view.session.pause()  # as when the last window goes
        again = PlayView(view.session.level, seconds=view.session.seconds(), clock=clock)
        again.restore(rows, view.current_id, view.memo())
        assert not again.take_unsaved()
        before, after = view.opened_message(), again.opened_message()
        same = {"snapshots": 0, "ahead": 0}  # the numbers of what is foreseen go on
        assert before | same == after | same
        for one, other in zip(view.session.nodes(), again.session.nodes(), strict=True):
            assert one.state == other.state
            assert (one.latest and one.latest.move) == (other.latest and other.latest.move)
        assert again.memo() == view.memo()


def test_what_is_hidden_is_sent_only_when_it_is_seen() -> None:
    """Where a level hides something no preview is sent, and no answer holds more than what is seen."""
    game = games.find("sokoban")
    rng = random.Random("hidden")
    hiding = 0
    for _ in range(60):
        start = random_level(game, rng, largest=5)
        view = PlayView(start)
        opened = view.opened_message()
        assert opened["game"]["hides"] == has_hidden_parts(start.board)
        if not has_hidden_parts(start.board):
            continue
        hiding += 1
        model = Model(opened)
        assert not model.ahead.edges
        for _ in range(20):
            model.update(execute(view, anything(model, rng)))
            assert not model.ahead.edges
            assert model.board == view.game.rules.view(view.session.state)
    assert hiding > 20


def test_the_counts_are_those_of_the_line() -> None:
    """At every position the six counts are what measuring the whole line gives."""
    rng = random.Random("counts")
    game = games.find("sokoban")
    for _ in range(20):
        view = PlayView(random_level(game, rng, plain=True))
        for _ in range(60):
            execute(view, {"do": "press", "key": rng.choice(KEYS)})
            if rng.random() < 0.1:
                execute(view, {"do": "undo", "count": 3})
            assert view.state_to_json()["counts"] == measure(view.session.text)._asdict()


def test_a_branch_is_named_and_gone_into() -> None:
    """The state names the branches by number and notation; redo goes into the one that is named."""
    view = PlayView(level())
    execute(view, {"do": "press", "key": "right"})
    execute(view, {"do": "undo"})
    execute(view, {"do": "press", "key": "down"})
    answer = execute(view, {"do": "undo"})
    assert [tuple(branch) for branch in answer["state"]["branches"]] == [(1, "r"), (2, "d")]
    assert execute(view, {"do": "redo", "node": 1})["state"]["node"] == 1
    execute(view, {"do": "undo"})
    assert execute(view, {"do": "redo"})["state"]["node"] == 1
    assert execute(view, {"do": "redo", "node": 2})["refused"]
    assert execute(view, {"do": "redo"})["refused"]


def test_a_run_stops_where_something_stops_it() -> None:
    """Without pushing it stops before a box; pushing it goes on to the wall."""
    view = PlayView(level())
    assert len(execute(view, {"do": "run", "key": "right"})["played"]) == 1
    assert len(execute(view, {"do": "run", "key": "right", "push": True})["played"]) == 2
    assert view.session.outcome().status is Status.SOLVED


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    """Nothing is played, and the reason is reported."""
    view = PlayView(level())
    for message in (
        {"do": "press", "key": "left"},
        {"do": "press", "key": "act"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "goto", "node": 7},
        {"do": "recall", "slot": 1},
        {"do": "type", "text": "xyz"},
        {"do": "type", "text": "ll"},
        {"do": "drag", "from": 8, "to": 0},
        {"do": "drag", "from": 8, "to": 10_000},
        {"do": "drag", "from": 10_000, "to": 8},
    ):
        answer = execute(view, message)
        assert answer["played"] == []
        assert answer["refused"]


def test_a_history_has_an_end() -> None:
    """In a full history the moves that it has can be played again, and no others."""
    view = PlayView(level(), max_nodes=3)
    for key in ("right", "down"):
        assert "refused" not in execute(view, {"do": "press", "key": key})
    assert execute(view, {"do": "press", "key": "left"})["refused"]
    execute(view, {"do": "undo"})
    assert "refused" not in execute(view, {"do": "press", "key": "down"})
    slots = [execute(view, {"do": "snapshot", "slot": slot}) for slot in range(commands.MAX_SNAPSHOTS + 1)]
    assert [bool(answer.get("refused")) for answer in slots] == [False] * commands.MAX_SNAPSHOTS + [True]


@pytest.mark.parametrize("key", games.keys())
def test_what_a_pointer_is_shown_is_what_a_drag_does(key: str) -> None:
    """Each cell of `reach` is dragged to in as many moves as announced, over the cells of `path`."""
    game = games.find(key)
    rng = random.Random(f"pointer {key}")
    dragged = 0
    for _ in range(25):
        view = PlayView(random_level(game, rng, largest=5))
        visible, pieces = view.session.visible, view.session.board.pieces
        for piece in rng.sample(pieces, min(len(pieces), 4)):
            through = rng.random() < 0.5
            reached = queries.answer(visible, messages.Reach(piece.anchor, through))["cells"]
            for cell in rng.sample(sorted(reached), min(len(reached), 3)):
                path = queries.answer(visible, messages.Path(piece.anchor, cell, through))
                assert path["moves"] == reached[cell]
                assert path["cells"][0] == piece.anchor
                answer = execute(view, {"do": "drag", "from": piece.anchor, "to": cell, "through": through})
                assert len(answer["played"]) == reached[cell] or view.session.has_hidden_parts or view.is_over
                execute(view, {"do": "restart"})
                dragged += 1
    assert dragged > 20


def test_what_only_a_go_through_reaches_is_shown_to_who_asks_for_it() -> None:
    """Beyond a box in the way there is nothing without `through`; with it each cell is reported with all moves."""
    view = PlayView(level("#######\n##   ##\n#@$  .#\n##   ##\n#######"))
    query = partial(queries.answer, view.session.position)
    assert query(messages.Reach(15))["cells"] == {15: 0}
    cells = query(messages.Reach(15, through=True))["cells"]
    assert sorted(cells) == [9, 10, 11, 15, 17, 18, 19, 23, 24, 25]
    assert cells[17] == 6
    assert query(messages.Path(15, 17, through=True))["moves"] == 6
    assert query(messages.Reach(16, through=True)) == query(messages.Reach(16))


@pytest.mark.parametrize(("boxes", "walls"), [(30, 0), (300, 0), (30, 400), (300, 200)])
def test_on_a_large_crowded_board_a_pointer_gets_its_answer(boxes: int, walls: int) -> None:
    """The visits of one query suffice for every path of a box on 50 x 50, four times over."""
    rng = random.Random(f"{boxes} {walls}")
    rows = [["#" if 0 in (row, column) or 49 in (row, column) else " " for column in range(50)] for row in range(50)]
    free = [
        (row, column) for row in range(1, 49) for column in range(1, 49) if max(abs(row - 25), abs(column - 25)) > 1
    ]
    taken = rng.sample(free, 2 * boxes + walls)
    for place, (row, column) in enumerate(taken):
        rows[row][column] = "#" if place < walls else "." if place < walls + boxes else "$"
    rows[25][25], rows[24][24] = "$", "@"
    rows[taken[-1][0]][taken[-1][1]] = " "
    view = PlayView(level("\n".join("".join(row) for row in rows)))
    position, box = view.session.position, 25 * 50 + 25
    cells = queries.answer(position, messages.Reach(box))["cells"]
    assert len(cells) > 1000
    assert cells.keys() == set(position.controls.reach(position.state, box, MAX_REACH // 4))
    assert queries.answer(position, messages.Reach(24 * 50 + 24, through=True))["cells"]


def test_the_path_of_a_box_names_its_cells_and_those_of_the_player() -> None:
    """First its own cell, then each that it comes to; the player's walk beside it."""
    view = PlayView(level())
    path = queries.answer(view.session.position, messages.Path(10, 12))
    assert path["cells"] == [10, 11, 12]
    assert path["walk"] == [8, 9, 10, 11]
    assert queries.answer(view.session.position, messages.Path(8, 9))["walk"] == []


def test_which_boxes_come_to_a_goal_and_which_can_be_pushed() -> None:
    """The cells of the boxes; for each box that can be pushed the directions."""
    view = PlayView(level("########\n#@ $  .#\n#   $  #\n########"))
    position = view.session.position
    assert queries.answer(position, messages.Origins(14))["cells"] == [11]
    assert queries.answer(position, messages.Pushable())["cells"] == [[11, "right"], [20, "right"]]


def test_a_cell_is_described_in_words() -> None:
    """The piece is named first, then the terrain."""
    view = PlayView(level("#####\n#@*.#\n#####"))
    for cell, words in ((6, "B2: pusher on floor"), (7, "C2: box on goal"), (8, "D2: goal"), (0, "A1: wall")):
        assert queries.answer(view.session.position, messages.Describe(cell))["text"] == words
    with pytest.raises(Refused):
        queries.answer(view.session.position, messages.Describe(16))


def test_a_large_board_full_of_boxes_is_not_too_much() -> None:
    """On 50 x 50 cells with 300 boxes a box is shown wherever it can go."""
    rng = random.Random(1)
    rows = [[*("#" * 50)], *([*f"#{' ' * 48}#"] for _ in range(48)), [*("#" * 50)]]
    cells = rng.sample([(row, column) for row in range(1, 49) for column in range(1, 49)], 601)
    for (row, column), sign in zip(cells, "@" + "$." * 300, strict=True):
        rows[row][column] = sign
    view = PlayView(level("\n".join(map("".join, rows))))
    box = view.session.board.of_kind("box")[150].anchor
    assert len(queries.answer(view.session.position, messages.Reach(box))["cells"]) > 1_900
    assert queries.answer(view.session.position, messages.Pushable())["cells"]


def test_an_opened_view_has_the_board_that_is_seen() -> None:
    """The board is sent whole once."""
    view = PlayView(level())
    assert board_from_json(json.loads(json.dumps(view.opened_message()))["board"]) == view.session.board


def nodes_in_memory() -> int:
    """Count the positions of every history made since the last freeze, whoever holds it."""
    return sum(isinstance(thing, Node) for thing in gc.get_objects())


def test_a_closed_play_is_gone_at_once() -> None:
    """Nothing of it waits for the collector of garbage, which looks at what is old every ten minutes only."""
    rng = random.Random("closed")
    gc.freeze()  # what other tests have left does not count
    before = nodes_in_memory()
    gc.disable()
    try:
        view = PlayView(level())
        for _ in range(300):
            commands.execute(view, messages.Press(rng.choice(("left", "up", "right", "down"))))
            if rng.random() < 0.1:
                commands.execute(view, messages.Undo(3))
        assert nodes_in_memory() - before == view.size > 20
        view.close()
        del view
        assert nodes_in_memory() == before
    finally:
        gc.enable()
