"""What the next keys lead to, as it is sent: what is foreseen comes true, nothing twice, and not too much."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.web.play.model import Model

from pushbox import formats, games
from pushbox.bench.browser import HALL, PRESSES
from pushbox.conformance import random_level
from pushbox.games.api import Key
from pushbox.level import Level
from pushbox.levels import builtin
from pushbox.web.play import commands, messages
from pushbox.web.play.game_view import PlayView
from pushbox.web.play.look_ahead import PAUSE
from pushbox.web.sockets import envelope

NAMES: dict[str, Key] = {"l": "left", "u": "up", "r": "right", "d": "down"}
INTERVAL = 33  # milliseconds between two keys of one that is held


def sent(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message as a client gets it."""
    value: dict[str, Any] = json.loads(envelope.encode(message))
    return value


class Player:
    """Somebody who presses keys while the answers to the last `lag` ones are on their way."""

    def __init__(self, level: Level, round_trip: int, lag: int = 0) -> None:
        self.view = PlayView(level)
        self.model = Model(self.view.opened_message())
        self.lag = lag or round_trip // INTERVAL + 1
        self.keys: list[Key] = []
        self.answers: list[dict[str, Any]] = []
        self.bytes = 0
        for _ in range(3):  # while they look at the level
            self.model.ahead.update(sent(self.view.ahead_message())["ahead"], self.model.state["focus"])

    def press(self, key: Key) -> bool:
        """Press a key; return whether the client knows what it leads to."""
        if len(self.keys) >= self.lag:
            self.model.update(self.answers[len(self.keys) - self.lag])
        self.keys.append(key)
        text = envelope.encode(commands.execute(self.view, messages.Press(key)), 1)
        self.bytes += len(text.encode())
        self.answers.append(json.loads(text))
        return self.model.foreseen(self.keys[-self.lag :]) is not None


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search end by its counts alone, not by the time that this machine takes."""
    monkeypatch.setattr("pushbox.web.play.look_ahead.time.thread_time", lambda: 0.0)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(("round_trip", "lag"), [(150, 5), (150, 6), (300, 10), (300, 12), (800, 25)])
def test_a_key_held_a_zigzag_and_pushes_are_foreseen(round_trip: int, lag: int) -> None:
    """Each of 30 keys, 33 ms apart, is known before it is pressed, for at most 2 kB a key.

    An answer may take a key or two longer than those before: the network, or the server, is busy at times.
    """
    player = Player(formats.read(HALL).levels[0], round_trip, lag)
    assert [player.press(NAMES[sign.lower()]) for sign in PRESSES[:30]] == [True] * 30
    assert player.bytes / 30 < 2_000


@pytest.mark.usefixtures("unhurried")
def test_a_solution_at_the_pace_of_people_is_foreseen() -> None:
    """Eight keys a second over 300 ms: nearly all of them, on the hardest of the lessons, and nothing is sent twice."""
    known = keys = 0
    for level in builtin("lessons").levels[-3:]:
        player = Player(level, 300, lag=3)
        text = level.saved_moves[0].text
        known += sum(player.press(NAMES[sign.lower()]) for sign in text)
        keys += len(text)
        assert player.bytes / len(text) < 3_000
        assert not player.model.ahead.repeated or len(player.model.ahead.focus) > player.view.look_ahead.max_positions
    assert known > 0.97 * keys


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("key", games.keys())
def test_what_is_foreseen_comes_true(key: str) -> None:
    """Several keys deep, in every game: the board and what is steered are those that the keys lead to."""
    game = games.find(key)
    rng = random.Random(f"ahead {key}")
    checked = foreseeing = 0
    for _ in range(5):
        view = PlayView(random_level(game, rng, largest=6))
        foreseeing += view.can_preview
        model = Model(view.opened_message())
        for _ in range(10):
            keys = [rng.choice(list(NAMES.values())) for _ in range(rng.randint(1, 4))]
            foreseen = model.foreseen(keys)
            for name in keys:
                model.update(sent(commands.execute(view, messages.Press(name))))
            if foreseen is not None and not view.is_over:  # whose time may have run out meanwhile
                checked += 1
                assert (model.board, model.state["focus"]) == foreseen
    assert checked or foreseeing < 2


def test_equal_positions_are_sent_once() -> None:
    """Round in a circle nothing is new: positions that the client has, the steps between them, are not sent again."""
    view = PlayView(formats.read("#####\n#@  #\n#   #\n# $.#\n#####").levels[0])
    model = Model(view.opened_message())
    for _ in range(3):
        for name in (NAMES[sign] for sign in "rdlu"):
            model.update(sent(commands.execute(view, messages.Press(name))))
    assert model.ahead.repeated == 0
    assert sent(commands.execute(view, messages.Press("right")))["ahead"]["edges"] == []


def test_undo_and_redo_are_foreseen_from_the_history() -> None:
    """A play that is opened again comes with the changes of the positions around it, which lead there and back."""
    view = PlayView(formats.read(HALL).levels[0])
    for sign in PRESSES[:30]:
        commands.execute(view, messages.Press(NAMES[sign.lower()]))
    board, parent = view.session.board, None
    model = Model(view.opened_message())
    for node in sorted(model.ahead.nodes):
        commands.execute(view, messages.Goto(node - 1))
        parent = view.session.board
        commands.execute(view, messages.Goto(node))
        assert parent.apply(model.ahead.nodes[node]) == view.session.board
    assert len(model.ahead.nodes) == 24
    assert board == view.session.board


def test_positions_of_a_long_play_make_room() -> None:
    """The positions that are kept are bounded, and what is sent stays right when old ones have gone."""
    rng = random.Random("room")
    view = PlayView(formats.read(HALL).levels[0])
    view.look_ahead.max_positions = 60
    model = Model(view.opened_message())
    for _ in range(200):
        name = rng.choice(list(NAMES.values()))
        foreseen = model.foreseen([name])
        model.update(sent(commands.execute(view, messages.Press(name))))
        if foreseen is not None:
            assert foreseen[0] == model.board
        assert len(view.look_ahead.known) <= 60 + PAUSE.edges
    assert len(model.ahead.focus) > 200, "more than there is room for"


def test_hidden_things_are_not_foreseen() -> None:
    """Where a level hides something, or several play, only positions of the history are sent, as they were seen."""
    hiding = 0
    for key in ("sokoban", "versus"):
        rng = random.Random("hidden")
        for _ in range(20):
            view = PlayView(random_level(games.find(key), rng, largest=5))
            if view.can_preview:
                continue
            hiding += 1
            model = Model(view.opened_message())
            for _ in range(10):
                player = rng.randint(1, 2) if view.game.info.players > 1 else 0
                model.update(sent(commands.execute(view, messages.Press(rng.choice(list(NAMES.values())), player))))
                assert not model.ahead.edges
            for node, changes in model.ahead.nodes.items():
                before, after = (view.game.rules.view(view.node(number).state) for number in (model.nodes[node], node))
                assert before.apply(changes) == after
    assert hiding > 25
