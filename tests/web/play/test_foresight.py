"""What the core of a page foresees of a play is what the server confirms, for random keys of every game."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled
from tests.web.play.test_solo import GAMES, levels_of, pytestmark, random_request

from pushbox.bench.wasm import NODE
from pushbox.client import SEARCH_MODULE
from pushbox.web.play import commands, messages
from pushbox.web.play.game_view import PlayView

__all__ = ["pytestmark"]

PLAYS = 100  # of a game
TURNS = 12  # of a play
_SCRIPT = Path(__file__).with_name("foresight.js")


@pytest.mark.parametrize("key", GAMES)
def test_the_core_foresees_what_the_server_confirms(key: str) -> None:
    """Keys, undo and redo, several of them before the first is answered: what is shown at once is right.

    All keys are foreseen but those after what is not.  Redo is not after a key that the server has yet to confirm, and
    nothing is where the server does not say which piece on a cell is steered.
    """
    rng = random.Random(41)
    plays: list[dict[str, Any]] = []
    unlimited = (level for level in levels_of(key) if not {"steps", "seconds"} & dict(level.options).keys())
    for level, _ in zip(unlimited, range(scaled(PLAYS)), strict=False):
        view = PlayView(level)
        view.foresees = False
        opened = view.opened_message() | {"play": 1}
        plays.append({"opened": opened, "turns": [turn(view, rng) for _ in range(TURNS)]})
    assert NODE is not None
    lines = "".join(f"{json.dumps(play)}\n" for play in plays)
    command = [NODE, str(_SCRIPT), str(SEARCH_MODULE)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", check=False)
    assert not done.returncode, done.stderr
    count = late = 0
    for play, line in zip(plays, done.stdout.splitlines(), strict=True):
        shown = iter(json.loads(line))
        for number, together in enumerate(play["turns"]):
            is_late = together[0][1]["shared"]
            for request, _ in together:
                foreseen, right = next(shown)
                where = f"{key}: {request} in {play['turns'][: number + 1]} on {play['opened']['level']}"
                assert right or not foreseen, where
                assert foreseen or is_late or request["do"] == "redo", where
                is_late = is_late or not foreseen
                count += 1
                late += not foreseen
    assert count >= len(plays) * TURNS
    assert late < count / 5


def turn(view: PlayView, rng: random.Random) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return commands that are given together, each with the server's answer."""
    made = []
    for _ in range(rng.randint(1, 4)):
        request = random_request(rng, view.size)
        while request["do"] not in {"press", "undo", "redo"}:
            request = random_request(rng, view.size)
        command: Any = messages.parse(request)
        session = view.session
        shared = sum(piece.cells == session.focus.cells for piece in session.focusable) > 1 if session.focus else False
        made.append((request, {**commands.execute(view, command), "shared": shared}))
    return made
