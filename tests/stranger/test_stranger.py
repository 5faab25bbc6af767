"""A stranger's package: a game with pieces of its own, a command, a renderer and a route, found by entry points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.sockets import request
from tests.web.play.conftest import Visitor

import pushbox
from pushbox import conformance, doctor, games
from pushbox.cli import REGISTRY
from pushbox.entry_points import entry_points
from pushbox.errors import UnsupportedError
from pushbox.formats.json import level_from_json
from pushbox.games.registry import GAMES
from pushbox.kinds import unregister_kind
from pushbox.level import Level
from pushbox.render.registry import RENDERERS
from pushbox.web.app import create_app
from pushbox.web.routers import ROUTERS
from pushbox.web.settings import Settings

SITE = Path(__file__).parent / "site"
LEVEL = {
    "game": "barrels",
    "board": {
        "width": 6,
        "height": 4,
        "palette": {"#": "wall", "-": "floor", ".": "goal", "~": "brine"},
        "terrain": ["6#", "#3-.#", "#-~--#", "6#"],
        "pieces": [{"kind": "pusher", "cells": [7]}, {"kind": "tun", "cells": [8]}],
    },
}


def forget() -> None:
    """Forget what was found of packages."""
    entry_points.cache_clear()
    for registry in (GAMES, REGISTRY, RENDERERS, ROUTERS):
        game = registry._loaded.pop("barrels", None)
        if isinstance(game, games.Game):
            for kind in game.info.palette.kinds:
                unregister_kind(kind)
        registry._loaded.pop("barrel", None)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package for a test."""
    monkeypatch.syspath_prepend(SITE)
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def level(site: None) -> Level:
    """Return a level of the game, solved by two pushes to the right."""
    del site
    assert games.find("barrels").info.name == "Barrels"
    return level_from_json(LEVEL)


def run(*arguments: str, path: Path = SITE) -> subprocess.CompletedProcess[str]:
    """Run the program where the package is installed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(path), *filter(None, [os.getenv("PYTHONPATH")])])}
    command = [sys.executable, "-m", "pushbox", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_game_is_checked(level: Level) -> None:
    """It obeys the laws, and claims nothing that it does not have."""
    report = conformance.check(games.find(level.game), boards=15, tiny_boards=20, seed=1)
    assert report.cases["a_level_can_be_solved"]
    assert "native_searches_play_by_the_rules" in report.unseen


def test_it_is_drawn_and_solved(level: Level) -> None:
    """Pictures have the shapes of its kinds, texts their signs, and the plain search solves it."""
    picture = str(pushbox.draw(level))
    assert 'd="M10 40Q30 20 50 40T90 40"' in picture
    assert str(level.board).splitlines()[1:3] == ["#@0 .#", "# ^  #"]
    verdict = pushbox.solve(level, objective="pushes")
    assert isinstance(verdict, pushbox.Solved)
    assert verdict.text == "RR"


def test_the_program_has_its_command_and_its_renderer(level: Level, tmp_path: Path) -> None:
    """Both are named by the help and are run; the doctor lists what the package brings."""
    file = tmp_path / "levels.json"
    file.write_text(pushbox.write(level, "json"), encoding="utf-8")
    assert run("barrels", str(file)).stdout == "1\n"
    assert "Of packages:\n  barrels      Of the package stranger-barrels.\n" in run("--help").stdout
    assert "Count the barrels" in run("barrels", "--help").stdout
    assert run("render", str(file), "--out", str(tmp_path / "out.barrel")).returncode == 0
    assert (tmp_path / "out.barrel").read_text(encoding="utf-8") == "8\n"
    findings = [json.loads(line) for line in run("doctor", "--json").stdout.splitlines()]
    brought = {
        finding["name"]: finding["detail"] for finding in findings if finding["detail"].startswith("of packages")
    }
    assert brought == {
        "games": "of packages: barrels",
        "renderers": "of packages: barrel",
        "commands": "of packages: barrels",
        "routers": "of packages: barrels",
    }


def test_a_server_plays_it_and_has_its_route(level: Level, tmp_path: Path) -> None:
    """A level is played over the socket of the page, and the route answers below /api and is documented."""
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
        assert client.get("/api/barrels/largest").json() == {"litres": 954}
        assert "/api/barrels/largest" in client.get("/openapi.json").json()["paths"]
        assert client.get("/api/games/barrels").json()["name"] == "Barrels"
        visitor = Visitor(client)
        with visitor.open(visitor.begin(level)) as socket:
            assert socket.receive_json()["game"]["name"] == "Barrels"
            answers = [request(socket, do="press", key="right") for _ in range(2)]
            assert answers[-1]["state"]["outcome"]["status"] == "solved"


def test_own_names_below_api_are_those_of_the_server(tmp_path: Path) -> None:
    """A router that would hide a route of pushbox is refused."""
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))
    paths = [path for path in app.openapi()["paths"] if path.startswith("/api/")]
    assert {path.split("/")[2] for path in paths} == {*ROUTERS.own}


@pytest.fixture
def broken(site: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package that brings a command that cannot be loaded, a second `barrels`, and names of pushbox."""
    del site
    info = tmp_path / "torn-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: torn\nVersion: 1.0\n", encoding="utf-8")
    points = {
        "commands": ["torn = torn:command", "solve = torn:command", "barrels = torn:command"],
        "routers": ["torn = torn:router", "levels = torn:router"],
        "renderers": ["svg = torn:svg", "torn = json:dumps"],
    }
    text = "\n".join(f"[pushbox.{group}]\n" + "\n".join(lines) for group, lines in points.items())
    (info / "entry_points.txt").write_text(f"{text}\n", encoding="utf-8")
    (tmp_path / "torn.py").write_text("raise ZeroDivisionError('never')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    return tmp_path


@pytest.mark.usefixtures("broken")
def test_a_broken_package_is_named_by_the_doctor(tmp_path: Path) -> None:
    """Each thing that cannot be used has its sentence; the server starts, and the others work."""
    findings = {it.name: it.detail for it in doctor.examine(None, REGISTRY, ROUTERS) if it.status == "broken"}
    never = "'torn' of the package torn cannot be loaded: never"
    assert findings == {
        "command torn": never,
        "command solve": "the package torn brings a command that pushbox has itself",
        "command barrels": "the package torn brings a command that another package brings",
        "router torn": never,
        "router levels": "the package torn brings a router that pushbox has itself",
        "renderer svg": "the package torn brings a renderer that pushbox has itself",
        "renderer torn": findings["renderer torn"],
    }
    assert "expected a Renderer with that key" in findings["renderer torn"]
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
        assert client.get("/api/barrels/largest").json() == {"litres": 954}
        assert client.get("/api/torn").status_code == 404


def test_a_broken_command_is_one_sentence(broken: Path) -> None:
    """The command that cannot be loaded ends with 2 and a sentence; help and other commands work."""
    path = Path(os.pathsep.join([str(SITE), str(broken)]))
    torn = run("torn", path=path)
    assert (torn.returncode, torn.stderr) == (2, "pushbox: 'torn' of the package torn cannot be loaded: never\n")
    assert run("--help", path=path).returncode == 0
    assert run("games", path=path).returncode == 0
    with pytest.raises(UnsupportedError, match="cannot be loaded"):
        ROUTERS.find("torn")
