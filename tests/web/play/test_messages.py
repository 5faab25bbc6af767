"""The requests of a client: each is parsed as it is described, with bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pushbox.web.play import messages
from pushbox.web.sockets import envelope

PAGE = Path(__file__).parents[3] / "docs" / "sockets.md"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"do": "press", "key": "left"}, messages.Press("left")),
        ({"do": "press", "key": "act", "player": 2}, messages.Press("act", 2)),
        ({"do": "run", "key": "up", "push": True}, messages.Run("up", push=True)),
        ({"do": "drag", "from": 3, "to": 4}, messages.Drag(3, 4)),
        ({"do": "reach", "cell": 3}, messages.Reach(3)),
        ({"do": "reach", "cell": 3, "through": True}, messages.Reach(3, through=True)),
        ({"do": "ends", "cell": 3}, messages.Ends(3)),
        ({"do": "path", "from": 3, "to": 4, "through": True}, messages.Path(3, 4, through=True)),
        ({"do": "type", "text": "rR"}, messages.Type("rR")),
        ({"do": "record", "first": 3, "lines": [[2, "r"]]}, messages.Record(3, ((2, ("r",)),), None)),
        ({"do": "undo"}, messages.Undo()),
        ({"do": "undo", "count": 3}, messages.Undo(3)),
        ({"do": "redo", "node": None}, messages.Redo()),
        ({"do": "redo", "node": 5, "count": 2}, messages.Redo(2, 5)),
        ({"do": "snapshot", "slot": 3}, messages.Snapshot("3")),
        ({"do": "forget", "slot": 3}, messages.Forget("3")),
        ({"do": "comment", "node": 2, "text": " Now\nit is stuck. "}, messages.Comment(2, "Now\nit is stuck.")),
        ({"do": "recall", "slot": "3"}, messages.Recall("3")),
        ({"do": "hint", "step": 4}, messages.Hint(4)),
    ],
)
def test_a_message_is_read(message: dict[str, Any], expected: messages.Request) -> None:
    """Fields that are left out have their default; the number is reported beside."""
    numbered = envelope.decode(json.dumps(message | {"n": 12}))
    assert (envelope.number_of(numbered), messages.parse(numbered)) == (12, expected)
    assert (envelope.number_of(message), messages.parse(message)) == (None, expected)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"do": "press", "key": "in"}, "key: input should be 'left', 'up', 'right', 'down', 'act'"),
        ({"do": "press", "key": "up", "player": 10}, "player: input should be less than or equal to 9"),
        ({"do": "press", "key": "up", "player": None}, "player: input should be a valid integer"),
        ({"do": "run", "key": "up", "push": 1}, "push: input should be a valid boolean"),
        ({"do": "drag", "from": 1}, "to: field required"),
        ({"do": "drag", "from": True, "to": 1}, "from: input should be a valid integer"),
        ({"do": "type"}, "text: field required"),
        ({"do": "undo", "count": 0}, "count: input should be greater than or equal to 1"),
        ({"do": "redo", "node": -1}, "node: input should be greater than or equal to 0"),
        ({"do": "recall", "slot": "x" * 21}, f"slot: found '{'x' * 21}', expected a name of 1 to 20 characters"),
        ({"do": "comment", "node": 1, "text": 3}, "text: input should be a valid string"),
        ({"do": "comment", "node": 1, "text": "x" * 501}, "expected a comment of at most 500 characters"),
        ({"do": "assist", "name": "luck"}, "name: input should be 'overlay', 'solver', 'hint', 'solution'"),
        ({"do": "judge", "lang": "fr"}, "lang: input should be 'en', 'de' or 'zh'"),
        ({"do": "hint", "step": 6}, "step: input should be less than or equal to 5"),
        ({"do": "record", "first": 1, "lines": [[0]]}, "lines.0.1: field required"),
        ({"do": "record", "first": 1, "lines": [[True, "r"]]}, "lines.0.0: input should be a valid integer"),
        ({"do": "record", "first": 1, "lines": [], "redo": [[1, 2, 3]]}, "redo.0: "),
        ({"do": "describe", "cell": 1}, "found 'describe' to do, expected one of: press, "),
    ],
)
def test_what_is_out_of_bounds_is_said(message: dict[str, Any], sentence: str) -> None:
    """Each with the name that it has in messages."""
    with pytest.raises(envelope.Malformed) as raised:
        messages.parse(message)
    assert sentence in str(raised.value)


def test_the_page_describes_every_request() -> None:
    """No word is missing."""
    page = PAGE.read_text(encoding="utf-8")
    assert [word for word in messages.READERS if f"`{word}`" not in page and f'"{word}"' not in page] == []
