"""The board in the chat: one page that loads nothing, over a tool that answers as the socket of the web app does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pushbox.mcp.page import URI, page
from pushbox.sentence import LANGUAGES

if TYPE_CHECKING:
    from tests.mcp.conftest import Caller, Work

    Run = Callable[[Work], Any]

STATIC = Path(__file__).parents[2] / "src" / "pushbox" / "mcp" / "static"
LESSON = "level://builtin/lessons/2"
NAMESPACE = "http://www.w3.org/2000/svg"


def test_the_page_loads_nothing() -> None:
    """No address, no file, no import at run time; both scripts end where they are meant to."""
    text = page()
    assert set(re.findall(r"""\b(?:https?|wss?|file):/*[^\s"'`<>\\]*""", text.replace("file:///", ""))) <= {
        NAMESPACE,
        "https:",  # of which scheme the page of the web app is
        "wss",
    } | set(re.findall(r"https?:\b(?!/)", text))
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", text)
    assert not re.search(r"@import|url\((?!#)", text)
    assert len(re.findall(r"</script", text)) == len(re.findall(r"<script", text)) == 2
    assert "<!--" not in text
    (setup,) = re.findall(r'<script type="application/json" id="setup">(.*?)</script>', text, re.DOTALL)
    values = json.loads(setup)
    assert set(values["texts"]) == set(LANGUAGES)
    assert "push-board" in values["styles"]


def test_the_page_is_a_resource_of_an_app(run: Run) -> None:
    """Under its own type, by the address that the tools name."""

    async def work(call: Caller) -> None:
        (content,) = (await call.client.read_resource(URI)).contents
        assert content.mime_type == "text/html;profile=mcp-app"
        assert content.text == page()  # type: ignore[union-attr]

    run(work)


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed (Debian: apt install nodejs)")
def test_the_code_of_the_page_is_a_module(tmp_path: Path) -> None:
    """It parses as it stands in the page."""
    (code,) = re.findall(r'<script type="module">(.*?)</script>', page(), re.DOTALL)
    (tmp_path / "page.mjs").write_text(code, encoding="utf-8")
    done = subprocess.run(["node", "--check", str(tmp_path / "page.mjs")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_person_and_a_model_play_one_game(run: Run) -> None:
    """The board is told what the model plays, the model finds what the person has played, and another board both."""

    async def work(call: Caller) -> None:
        opened = await call("open_game", level=LESSON)
        game = opened["game"]
        first = await call("board", game=game)
        (message,) = first["messages"]
        assert message["message"]["is"] == "opened"
        assert message["message"]["level"] == {"title": opened["title"]}
        request = json.dumps({"do": "press", "key": "up", "n": 7})
        pressed = await call("board", game=game, seen=first["seen"], requests=[request])
        (answer,) = pressed["messages"]
        assert (answer["n"], answer["message"]["is"]) == (7, "turned")
        assert (await call("move", game=game, moves="urrD"))["moves"] == 5
        news = await call("board", game=game, seen=pressed["seen"], requests=['{"do": "line", "n": 8}'])
        played, line = news["messages"]
        assert (played["n"], len(played["message"]["played"])) == (None, 4)
        assert (line["n"], line["message"]["text"]) == (8, "uurrD")
        assert not (await call("board", game=game, seen=news["seen"]))["messages"]
        other = await call("board", game=game)
        assert other["messages"][0]["message"]["is"] == "opened"
        assert (await call("state", game=game))["line"] == "uurrD"
        assert other["messages"][0]["message"]["board"] != message["message"]["board"]

    run(work)


def test_a_board_that_cannot_catch_up_is_opened_anew(run: Run) -> None:
    """After more than is logged, and by numbers that it has made up."""

    async def work(call: Caller) -> None:
        game = (await call("open_game", level=LESSON))["game"]
        for _ in range(201):
            await call("move", game=game, moves="u")
        for seen in (0, 10**9, -5):
            (message,) = (await call("board", game=game, seen=seen))["messages"]
            assert message["message"]["is"] == "opened"
        (error,) = (await call("board", game=game, seen=202, requests=["no JSON"]))["messages"][-1:]
        assert error["message"]["is"] == "error"

    run(work)
