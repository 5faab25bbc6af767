"""Without the native core pushbox reads, draws and plays; what searches says in a sentence that it is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.depth import scaled
from tests.sockets import request
from tests.web.play.conftest import Visitor

import pushbox
from pushbox import core, formats, games, generator, levels
from pushbox.analysis import certificates, hints
from pushbox.batch import Job, State
from pushbox.cli import main
from pushbox.conformance import random_levels
from pushbox.errors import LibraryBusy, MissingCore
from pushbox.generator import LevelSpec
from pushbox.identity import ids
from pushbox.identity.normalize import normal_rows, plain_normal_rows
from pushbox.identity.sokoban_grid import sokoban_grid
from pushbox.level import Level
from pushbox.play.recorded_session import RecordedSession
from pushbox.play.verify import verify
from pushbox.render.text import draw
from pushbox.web import works
from pushbox.web.app import create_app
from pushbox.web.errors import ApiError, as_api_error
from pushbox.web.settings import Settings

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"


@pytest.fixture
def without_core(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Take the core away; return what brings it back."""
    from pushbox import _core

    monkeypatch.delattr(pushbox, "_core")
    monkeypatch.setitem(sys.modules, "pushbox._core", None)
    for name in [name for name in vars(core) if not name.startswith("_") and hasattr(_core, name)]:
        monkeypatch.delitem(vars(core), name)
    with pytest.raises(MissingCore, match="needs the native core"):
        core.solve  # noqa: B018 - it is loaded by being named
    return lambda: monkeypatch.setitem(sys.modules, "pushbox._core", _core)


def level() -> Level:
    return formats.read(ROOM)[0]


def seen(name: str) -> Any:
    """Return all that can be said of a pack without a search."""
    pack = formats.read_file(levels.path(name))
    texts = [draw(one.board) for one in pack]
    replays = [verify(one, moves.text) for one in pack for moves in one.saved_moves]
    return pack, texts, replays, [ids(one, normalize=True) for one in pack]


def test_levels_are_read_drawn_identified_and_verified(request: pytest.FixtureRequest) -> None:
    """All is as with the core, the ids that a library has of its levels too."""
    with_core = {name: seen(name) for name in levels.names()}
    request.getfixturevalue("without_core")
    assert {name: seen(name) for name in levels.names()} == with_core


def test_the_normal_form_is_that_of_the_core() -> None:
    """Of random boards, crowded and open ones."""
    grids = (sokoban_grid(one.board) for one in random_levels(games.find("sokoban"), scaled(300), seed=3, largest=9))
    looked_at = 0
    for grid in filter(None, grids):
        assert plain_normal_rows(grid) == normal_rows(grid)
        looked_at += 1
    assert looked_at >= scaled(80)


@pytest.mark.parametrize(
    "search",
    [
        lambda: pushbox.solve(level()),
        lambda: pushbox.optimize(level(), "rRR"),
        lambda: list(generator.generate(LevelSpec(), seed=1, count=1)),
        lambda: hints.hint(RecordedSession(level()).line(), None),
        lambda: certificates.certify(pushbox.load(level()), "unsolvable"),
    ],
    ids=["solve", "optimize", "generate", "hint", "certify"],
)
@pytest.mark.usefixtures("without_core")
def test_a_search_says_what_is_missing(search: Callable[[], object]) -> None:
    """It neither fails for another reason, nor says that it found nothing."""
    with pytest.raises(MissingCore, match="needs the native core, which is not built yet"):
        search()


@pytest.mark.usefixtures("without_core")
def test_a_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence, with the exit code of an error."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    with pytest.raises(SystemExit, match="2"):
        main(["solve", str(file)])
    said = capsys.readouterr()
    assert said.out == ""
    assert "needs the native core" in said.err


def test_a_core_that_is_being_built_is_no_fault_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    """A newcomer's first page asks for the levels of the day before the core is there: no error in their terminal."""
    for error, is_logged in ((MissingCore.said("no-core"), False), (LibraryBusy.said("library-busy"), True)):
        result = {"error": as_api_error(error).to_json()}
        caplog.clear()
        with pytest.raises(ApiError):
            works._result({"state": State.DONE.value, "result": result}, Job("day", {}))
        assert bool(caplog.records) == is_logged


def test_a_server_needs_it_for_searches_alone(without_core: Callable[[], None], tmp_path: Path) -> None:
    """It begins with the shipped levels; a level is played and won; a hint comes as soon as the core does."""
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
        assert len(client.get("/api/collections").json()["collections"]) >= len(levels.names())
        player = Visitor(client)
        with player.open(player.begin(level())) as socket:
            assert request(socket, do="hint", step=5)["message"].startswith("this needs the native core")
            assert request(socket, do="press", key="down")["state"]["counts"]["moves"] == 1
            assert request(socket, do="judge", lang="en", search=True)["status"] == "unknown"
            without_core()
            assert request(socket, do="hint", step=5)["moves"].lower().endswith("rr")
            request(socket, do="undo")
            assert request(socket, do="type", text="rRR")["state"]["outcome"]["status"] == "solved"
