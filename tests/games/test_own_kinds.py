"""A game of somebody else with terrain and pieces of its own: drawn, written, said and served like those of pushbox."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.sockets import request
from tests.web.play.conftest import Visitor

import pushbox
from pushbox import conformance, games
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece, Terrain
from pushbox.client import FOLDER
from pushbox.errors import ArgumentError, UnsupportedError
from pushbox.formats.json import board_to_json
from pushbox.games.api import PLAYING, SOLVED, Game, GameInfo, Outcome, Rules, Transition
from pushbox.games.palette import Palette, PieceSpec
from pushbox.games.parts import single_pusher, validation
from pushbox.games.parts.field import Field
from pushbox.games.registry import GAMES
from pushbox.games.sokoban import State
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS, PieceKind, TerrainKind, register_kind, unregister_kind
from pushbox.level import Level
from pushbox.notebook.setup import texts
from pushbox.render import svg
from pushbox.render.text import text
from pushbox.sentence import LANGUAGES, translate
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

LAVA = TerrainKind(
    key="lava",
    sign="^",
    unicode_sign="≈",
    shape=(
        {"rect": "pool", "x": 2, "y": 2, "width": 96, "height": 96, "rx": 8, "fill": "var(--danger)"},
        {"path": "waves", "d": "M10 40Q30 20 50 40T90 40", "stroke": "var(--floor)", "stroke-width": 8, "if": "!uses"},
    ),
    names={"en": "lava", "de": "Lava", "zh": "熔岩"},
)
CRATE = PieceKind(
    key="barrel",
    sign="0",
    unicode_sign="◍",
    shape=({"circle": "skin", "cx": 50, "cy": 50, "r": 38}, {"numeral": "{number}", "if": "number"}),
    names={"en": "barrel", "de": "Fass", "zh": "桶"},
)
PALETTE = Palette(
    (WALL, FLOOR, GOAL, Terrain("lava")),
    (PieceSpec(Piece("pusher", (0,)), 1, 1), PieceSpec(Piece("barrel", (0,)), 1, 9)),
    solid=("wall", "lava"),
    kinds=(LAVA, CRATE),
)


class Barrels(Rules[State, int]):
    """Sokoban with barrels, where nothing can be on lava."""

    info = GameInfo("barrels", "Barrels", "Push barrels past lava.", "tests", PALETTE)

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        barrels = frozenset(barrel.anchor for barrel in level.board.of_kind("barrel"))
        field = Field.of(level.board, level.options, self.info.palette.solid)
        return State(single_pusher.player_of(level.board), barrels, field)

    def problems(self, level: Level) -> list[pushbox.Problem]:
        return validation.problems(self.info, level, ())

    def apply(self, state: State, move: int) -> Transition[State] | None:
        step = single_pusher.step(state, move)
        if step is None:
            return None
        target, beyond = step
        walk = single_pusher.plain_move("pusher", state.player, target, "walk")
        if target not in state.boxes:
            return Transition(state._replace(player=target), (walk,))
        push = single_pusher.plain_move("barrel", target, beyond, "push")
        barrels = state.boxes - {target} | {beyond}
        return Transition(State(target, barrels, state.field), (push, walk), ((target, beyond),))

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def to_level(self, state: State) -> Level:
        barrels = [Piece("barrel", (cell,)) for cell in state.boxes]
        return state.field.level(self.info.key, barrels + single_pusher.player_pieces(state.player, state.field))


GAME = Game(Barrels(), single_pusher.SinglePusherControls)
W, F = WALL, FLOOR
ROWS = ((W,) * 6, (W, F, F, F, GOAL, W), (W, F, Terrain("lava"), F, F, W), (W,) * 6)
BOARD = Board(6, 4, tuple(cell for row in ROWS for cell in row), (Piece("pusher", (7,)), Piece("barrel", (8,))))


@pytest.fixture
def level() -> Iterator[Level]:
    """Yield a level of the game, which is registered meanwhile."""
    games.register(GAME)
    yield Level(BOARD, "barrels")
    games.unregister("barrels")
    assert "lava" not in TERRAIN_KINDS
    assert "barrel" not in PIECE_KINDS


def test_it_is_drawn_in_every_skin(level: Level) -> None:
    """By its shape, whose paint follows the tokens of the skin, and which has the marks of all pieces."""
    plain, dark = (svg.draw(level.board, svg.Look(skin)) for skin in ("plain", "dark"))
    assert '<rect class="pool" x="2" y="2" width="96" height="96" rx="8" fill="#b3261e"/>' in plain
    assert 'class="pool" x="2" y="2" width="96" height="96" rx="8" fill="#ff9d94"' in dark
    assert 'd="M10 40Q30 20 50 40T90 40" stroke="#f3f0ea" stroke-width="8"' in plain
    assert '<circle class="skin" cx="50" cy="50" r="38" fill="#c8cfda"' in plain


def test_it_is_written_and_said(level: Level) -> None:
    """By its signs, and by its English name in the legend."""
    rows = "######\n#@0 .#\n# ^  #\n######"
    assert text(level.board, charset="ascii") == f"{rows}\nlegend: @ pusher; 0 barrel; . goal; ^ lava"
    assert text(level.board, legend=False).splitlines()[1:3] == ["█@◍ ○█", "█ ≈  █"]
    assert str(level.board) == rows
    assert repr(level.board) == "<Board: 6 x 4, 1 pusher, 1 barrel>"
    (fault,) = BOARD.with_pieces([Piece("barrel", (99,))]).faults()
    said = [translate(fault.text, language) for language in LANGUAGES]
    assert [name in text for name, text in zip(("barrel", "Fass", "桶"), said, strict=True)] == [True] * 3


def test_it_is_played_and_checked(level: Level) -> None:
    """What is solid follows from the palette: nobody steps on lava."""
    session = pushbox.Session(level)
    session.press("down")
    session.press("right")
    assert session.text == "d"
    answer = pushbox.solve(level)
    assert isinstance(answer, pushbox.Solved)
    assert pushbox.verify(level, answer.text)
    assert pushbox.read(pushbox.write(level, "json"), format="json")[0] == level
    assert conformance.check(games.find("barrels"), boards=20, tiny_boards=40, seed=1).moves > 100


def test_pages_get_its_shape_and_its_name(level: Level, tmp_path: Path) -> None:
    """In the bundle and the texts, under a new hash; a notebook gets both by message."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}")
    with TestClient(create_app(settings)) as client:
        (prefix,) = set(re.findall(r"/static/~\w+/", client.get("/").text))
        assert '"lava": [{"rect": "pool"' in client.get(f"{prefix}core/app.js").text
        for language, name in LAVA.names.items():
            answer = client.get(f"{prefix}i18n/{language}/common.json")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json()["terrain.lava"] == name
            assert texts(language)["texts"]["piece.barrel"] == CRATE.names[language]
        palette = client.get("/api/games/barrels").json()["palette"]
        assert palette["terrain"][-1] == "lava"
        assert palette["solid"] == ["wall", "lava"]
        visitor = Visitor(client)
        with visitor.open(visitor.begin(level)) as socket:
            assert {"kind": "barrel", "cells": [8]} in socket.receive_json()["board"]["pieces"]
            assert request(socket, do="press", key="right")["state"]["counts"]["pushes"] == 1
        games.unregister("barrels")
        assert set(re.findall(r"/static/~\w+/", TestClient(create_app(settings)).get("/").text)) != {prefix}
        games.register(GAME)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed (Debian: apt install nodejs)")
def test_the_page_draws_it_as_pictures_do(level: Level, tmp_path: Path) -> None:
    """The client draws and names the kinds by the files that the server makes."""
    shutil.copytree(FOLDER, tmp_path / "client")
    with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
        for name in ("board/shapes.js", "i18n/de/common.json"):
            (tmp_path / "client" / name).write_text(client.get(f"/static/{name}").text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    fake_dom = (Path(__file__).parents[1] / "client" / "fake-dom.js").as_posix()
    code = f"""
      import "{fake_dom}";
      import {{ readFileSync }} from "node:fs";
      const {{ drawPiece, drawTerrain }} = await import("{tmp_path}/client/board/drawing.js");
      const {{ layout }} = await import("{tmp_path}/client/board/geometry.js");
      const {{ readBoard }} = await import("{tmp_path}/client/board/model.js");
      const {{ cellLabel }} = await import("{tmp_path}/client/board/cell-labels.js");
      const {{ useTexts }} = await import("{tmp_path}/client/core/i18n.js");
      useTexts("de", JSON.parse(readFileSync("{tmp_path}/client/i18n/de/common.json", "utf8")));
      const board = readBoard({json.dumps(board_to_json(BOARD))});
      const plan = layout(board.width, board.height);
      const tags = (node) => [node.tag, ...node.children.map((child) => child.attributes.get("class"))];
      console.log(JSON.stringify({{
        tile: tags(drawTerrain(board.terrain[14], plan, false)),
        piece: tags(drawPiece(board.pieces[1], plan)),
        labels: [8, 14].map((cell) => cellLabel(board, cell)),
      }}));
    """
    command = ["node", "--input-type=module", "-e", code]
    shown = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout)
    assert shown == {
        "tile": ["g", "pool", "waves"],
        "piece": ["g", "skin", "tick"],
        "labels": ["C2, Fass", "C3, Lava"],
    }
    assert level.game == "barrels"


def test_a_server_knows_the_kinds_of_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From its start, whether or not anybody has asked for their games; a broken package hinders nobody."""
    points = {
        name: metadata.EntryPoint(name, value, "pushbox.games")
        for name, value in (("barrels", f"{__name__}:GAME"), ("broken", "nowhere:game"))
    }
    monkeypatch.setattr("pushbox.registry.entry_points", lambda group: points if group == "pushbox.games" else {})
    try:
        with TestClient(create_app(Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}"))) as client:
            assert client.get("/static/i18n/de/common.json").json()["piece.barrel"] == "Fass"
    finally:
        GAMES._loaded.pop("barrels", None)
        for kind in PALETTE.kinds:
            unregister_kind(kind)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"key": "Lava flow"}, "key: found 'Lava flow', expected letters"),
        ({"sign": "≈"}, "sign: found '≈', expected one character"),
        ({"unicode_sign": "ab"}, "unicode_sign: found 'ab', expected one character"),
        ({"shape": ()}, "shape: found (), expected the parts of its drawing"),
        ({"names": {"en": "lava"}}, "expected a name in de, zh"),
    ],
)
def test_what_is_no_kind_is_refused(change: dict[str, object], found: str) -> None:
    """It needs a short key, one character, a shape, and a name in three languages."""
    with pytest.raises(ArgumentError, match=re.escape(found)):
        register_kind(replace(LAVA, **change))  # type: ignore[arg-type]


def test_a_key_is_taken_once() -> None:
    """By pushbox or by a game; the very kind may come again, with another game of its package."""
    with pytest.raises(UnsupportedError, match="found a second kind with the key 'box'"):
        register_kind(replace(CRATE, key="box"))
    register_kind(CRATE)
    register_kind(CRATE)
    with pytest.raises(UnsupportedError, match="found a second kind with the key 'barrel'"):
        register_kind(replace(CRATE, sign="B"))
    unregister_kind(CRATE)
    unregister_kind(CRATE)
    assert "barrel" not in PIECE_KINDS
