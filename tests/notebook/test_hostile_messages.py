"""Whatever a page of a notebook sends to a board, it gets an answer that is JSON, and the board goes on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from tests.depth import scaled

import pushbox
from pushbox.notebook import PlayWidget
from pushbox.web.play.messages import READERS
from pushbox.web.sockets.envelope import MAX_LENGTH

LEVEL = pushbox.builtin("lessons")[1]
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 2**31, -(2**63), 10**400, 1e308, float("nan"), "", "r", "right", "R" * 3000),
    *("\x00", "\ud800", "\u202e", "<script>", "{" * 900, [], [[]], [0] * 999, {}, {"view": "A"}, [1, "x", None]),
)
NAMES = (
    "do",
    "n",
    "key",
    "cell",
    "from",
    "to",
    "count",
    "text",
    "through",
    "step",
    "node",
    "name",
    "slot",
    "push",
    "round_trip",
)


class Desk:
    """A widget, with what it has sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.widget = PlayWidget(LEVEL)
        self.widget.send = lambda content, buffers=None: self.sent.append(content)  # noqa: ARG005

    def take(self, content: Any) -> list[Any]:
        """Return what is sent on a message of a view; all of it is JSON and short."""
        self.sent.clear()
        self.widget._receive(self.widget, content, [b"\xff" * 9])
        assert len(json.dumps(self.sent)) < 1 << 20
        return self.sent

    def goes_on(self) -> None:
        """Check that the board is played as before."""
        (answer,) = self.take({"view": "B", "text": json.dumps({"do": "restart", "n": 1})})
        assert answer["message"]["is"] == "turned", answer
        (answer,) = self.take({"view": "B", "text": json.dumps({"do": "press", "key": "up", "n": 2})})
        assert answer["message"]["played"], answer


@pytest.mark.parametrize("content", VALUES, ids=lambda value: repr(value)[:20])
def test_a_message_of_any_kind_is_answered_or_ignored(content: Any) -> None:
    """As the whole message, as its text, as its view and as its language."""
    desk = Desk()
    for message in (content, {"view": "A", "text": content}, {"view": content, "open": True}, {"language": content}):
        assert len(desk.take(message)) <= 1
    desk.goes_on()


def test_random_requests_never_stop_the_board() -> None:
    """Known requests with values that none expects."""
    desk, chance = Desk(), random.Random(35)
    met = set()
    for _ in range(scaled(6000)):
        request = {name: chance.choice(VALUES) for name in chance.sample(NAMES, 4)}
        request["do"] = chance.choice([*READERS])
        (answer,) = desk.take({"view": "A", "text": json.dumps(request)})
        met.add(answer["message"]["is"])
    assert {"error", "turned"} <= met
    desk.goes_on()


def test_a_long_message_is_refused() -> None:
    """Before it is read as JSON."""
    desk = Desk()
    (answer,) = desk.take({"view": "A", "text": " " * (MAX_LENGTH + 1)})
    assert answer["message"]["is"] == "error"
    desk.goes_on()
