"""A game of somebody else: that of CONTRIBUTING, and one that an installed package brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.sockets import request
from tests.web.play.conftest import Visitor

import pushbox
from pushbox import conformance, games
from pushbox.errors import ArgumentError, LevelError, UnsupportedError
from pushbox.games import sokoban
from pushbox.games.registry import GAMES
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
HEADERS = {"X-Pushbox": "1"}  # as a page of the server sends
CORNER = "#####\n#.  #\n# @ #\n#  $#\n#####\nGame: pull\n"  # a corner that only a pull leads out of


@pytest.fixture
def pull() -> Iterator[games.Game]:
    """Run the code of CONTRIBUTING, which registers its game."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(code.splitlines()) < 45
    exec(code, {"__name__": "own_game"})  # noqa: S102  # it is our own page
    yield games.find("pull")
    games.unregister("pull")


def test_it_obeys_the_laws_of_games(pull: games.Game) -> None:
    """The conformance check finds nothing."""
    assert conformance.check(pull, boards=30, tiny_boards=60, seed=1).moves > 250


@pytest.mark.parametrize(
    ("claim", "law"),
    [
        ({"native_solver": "boxes"}, "native_searches_play_by_the_rules"),
        ({"native_solver": "rules"}, "native_searches_play_by_the_rules"),
        ({"optimizable": True}, "the_optimizer_takes_every_solution"),
        ({"has_normal_form": True}, "the_normal_form_is_the_same_puzzle"),
    ],
)
def test_it_cannot_claim_the_searches_of_sokoban(
    pull: games.Game, claim: dict[str, Any], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The core knows no pulls: it would call levels unsolvable that can be solved."""
    monkeypatch.setattr("pushbox.conformance.run._PATIENCE", 50)
    with pytest.raises(conformance.LawBroken, match=f"^{law}: .* by pull on "):
        conformance.check(pull.with_info(replace(pull.info, **claim)), boards=5, tiny_boards=50, seed=1)


@pytest.mark.usefixtures("pull")
def test_it_is_played_by_keys_and_pointer() -> None:
    """Arrows step, push and pull; a click walks, a box that is picked shows where it can be pushed."""
    level = pushbox.read(CORNER)[0]
    assert level.game == "pull"
    session = pushbox.Session(level)
    session.press("right")
    session.press("down")
    assert session.text == "r"  # the box is against the wall
    session.press("up")
    assert session.text == "rU"
    assert session.board.of_kind("box")[0].anchor == session.board.cell(2, 3)
    position = pushbox.load(level)
    paths = position.controls.reach(position.state, position.state.player, 100)
    assert position.format(paths[position.board.cell(1, 1)]) in {"ul", "lu"}


@pytest.mark.usefixtures("pull")
def test_it_is_solved_verified_and_written() -> None:
    """The plain search solves what Sokoban cannot, and formats that hold any game hold it."""
    level = pushbox.read(CORNER)[0]
    answer = pushbox.solve(level, objective="pushes")
    assert isinstance(answer, pushbox.Solved)
    assert answer.optimal == "pushes"
    assert pushbox.verify(level, answer.text)
    assert isinstance(pushbox.solve(pushbox.read(CORNER.replace("Game: pull", ""))[0]), pushbox.Unsolvable)
    for key in ("xsb", "json"):
        assert pushbox.read(pushbox.write(level, key), format=key)[0].game == "pull"
    limited = pushbox.read(CORNER + "Options: steps=1\n")[0]
    assert not pushbox.verify(limited, answer.text)


@pytest.mark.usefixtures("pull")
def test_it_is_shown_by_the_web_app(tmp_path: Path) -> None:
    """The catalogue lists it, its levels are replayed over the API, and played over the socket of the page."""
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
        assert client.get("/api/games/pull").json()["name"] == "Sokoban with pull"
        level = client.post("/api/read", json={"text": CORNER}, headers=HEADERS).json()["levels"][0]
        reply = client.post("/api/verify", json={"level": level["level"], "solution": "rU"}, headers=HEADERS)
        assert reply.json()["status"] == "unsolved", reply.text
        visitor = Visitor(client)
        with visitor.open(visitor.begin(pushbox.read(CORNER)[0])) as socket:
            assert socket.receive_json()["game"]["name"] == "Sokoban with pull"
            answers = [request(socket, do="press", key=key) for key in ("right", "up")]
            assert answers[-1]["state"]["counts"]["pushes"] == 1


def test_what_cannot_be_registered() -> None:
    """A key that is taken or no word, and what is no game, are refused with a sentence."""
    with pytest.raises(UnsupportedError, match="found a second game with the key 'sokoban'"):
        games.register(sokoban.game)
    with pytest.raises(ArgumentError, match="expected a Game"):
        games.register(sokoban.Sokoban())  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="expected that of a registered game"):
        games.unregister("sokoban")


def test_a_package_brings_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point is a game by its name; one of another key, or that is no game, is refused."""
    points = {
        name: metadata.EntryPoint(name, "pushbox.games.sokoban:game", "pushbox.games") for name in ("sokoban", "other")
    }
    monkeypatch.setattr("pushbox.registry.entry_points", lambda group: points if group == "pushbox.games" else {})
    assert "other" in GAMES.keys()
    with pytest.raises(UnsupportedError, match="as the game 'other', expected a Game with that key"):
        games.find("other")
    assert games.find("sokoban").info.options
    with pytest.raises(LevelError, match="found 2 pushers"):
        pushbox.load(pushbox.read("######\n#@@$.#\n######\nGame: sokoban")[0])
