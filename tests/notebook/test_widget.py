"""The Python side of the board of a notebook: what a view sends, what every view gets, what Python has of it."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pushbox
from pushbox import levels
from pushbox.errors import ArgumentError, IllegalMove, NotationError, UnsupportedError
from pushbox.extras import install_command
from pushbox.formats.json import board_to_json
from pushbox.notebook import PlayWidget
from pushbox.notebook.setup import styles, texts
from pushbox.play.session import has_hidden_parts
from pushbox.sentence import LANGUAGES

LEVEL = pushbox.builtin("lessons")[1]
SOLUTION = LEVEL.saved_moves[0].text
p: Any = PlayWidget  # which takes what its types refuse


class Desk:
    """A widget, with what it has sent."""

    def __init__(self, level: Any = LEVEL) -> None:
        self.sent: list[Any] = []
        self.widget = PlayWidget(level)
        self.widget.send = lambda content, buffers=None: self.sent.append(content)  # noqa: ARG005

    def take(self, content: Any) -> list[Any]:
        """Return what is sent on a message of a view."""
        self.sent.clear()
        self.widget._receive(self.widget, content, [])
        return self.sent

    def request(self, **request: Any) -> Any:
        """Return the only answer to a request of the view A."""
        (answer,) = self.take({"view": "A", "text": json.dumps(request)})
        assert answer["to"] == "A"
        assert answer["n"] == request.get("n")
        json.dumps(answer)
        return answer["message"]


@pytest.mark.parametrize("name", levels.names())
def test_every_game_opens_and_is_played(name: str) -> None:
    """A view gets the board as the player may see it, and a game is won by the moves that come with its level."""
    level = pushbox.builtin(name)[0]
    desk = Desk(level)
    (opened,) = desk.take({"view": "A", "open": True})
    assert opened["message"]["board"] == board_to_json(pushbox.Session(level).board)
    assert opened["message"]["level"] == {"title": level.title}
    turned = desk.request(do="follow", text=level.saved_moves[0].text, n=7)
    assert turned["state"]["outcome"]["status"] == desk.widget.status == "solved"
    assert desk.widget.text == pushbox.verify(level, level.saved_moves[0].text).text


def test_keys_and_queries_are_answered_as_by_the_server() -> None:
    """A key plays; a query is answered, and leaves everything as it is; what is refused says why."""
    desk = Desk()
    assert desk.request(do="press", key="up", n=1)["is"] == "turned"
    assert desk.request(do="reach", cell=LEVEL.board.cell(2, 3), n=2)["is"] == "reach"
    assert desk.request(do="line", n=3) == {"is": "line", "text": "u"}
    assert desk.widget.text == "u"
    assert "refused" in desk.request(do="press", key="left", n=4)
    for faulty in (
        {"do": "hint", "step": 1},
        {"do": "record", "first": 1, "lines": [], "here": 0},
        {"do": "nothing"},
        {"do": "reach", "cell": 999},
        {},
    ):
        assert desk.request(**faulty)["is"] == "error"
    (answer,) = desk.take({"view": "A", "text": "no JSON"})
    assert answer["message"]["is"] == "error"
    assert desk.take("neither") == []


def test_python_plays_for_every_view() -> None:
    """Moves, undo, redo and restart go to all; traits follow, and are observed."""
    desk = Desk()
    seen: list[str] = []
    desk.widget.observe(lambda change: seen.append(change.new), "text")
    desk.widget.play_text("uurr")
    assert [message["to"] for message in desk.sent] == [None]
    assert desk.widget.undo(2)
    assert desk.widget.redo()
    assert desk.widget.position == pushbox.load(LEVEL).apply(1).apply(1).apply(2)
    desk.widget.restart()
    assert not desk.widget.undo()
    assert seen == ["uurr", "uu", "uur", ""]
    with pytest.raises(IllegalMove, match="step 3"):
        desk.widget.play_text("uuu")
    assert desk.widget.text == "uu"
    with pytest.raises(NotationError):
        desk.widget.play_text("?")
    assert desk.widget.text == "uu"


def test_a_session_goes_on_where_it_stands() -> None:
    """A position is the start of the play, a session its history too."""
    session = pushbox.Session(LEVEL)
    session.play_text("uur")
    assert PlayWidget(session).text == "uur"
    widget = PlayWidget(session.position)
    assert widget.text == ""
    assert widget.board == session.board


def test_marks_are_named_and_taken_away() -> None:
    """Cells by number or name; an overlay without cells goes."""
    widget = PlayWidget(LEVEL)
    widget.mark("dead", ["B2", 9])
    widget.mark("problem", ["F4"])
    assert widget.overlays == {"dead": [8, 9], "problem": [26]}
    widget.mark("dead")
    assert widget.overlays == {"problem": [26]}


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: p("###"), ArgumentError, "level: found '###', expected a Level, a Position or a Session"),
        (lambda: p(replace(LEVEL, game="nope")), UnsupportedError, "found the game 'nope'"),
        (lambda: p(LEVEL).mark("dead", ["Z9"]), ArgumentError, "cell: found 'Z9', expected a cell on the board"),
        (lambda: p(LEVEL).mark("dead", [999]), ArgumentError, "cell: found 999, expected a cell on the board"),
        (lambda: p(LEVEL).mark(5), ArgumentError, "overlay: found 5"),
        (lambda: p(LEVEL).play_text(5), ArgumentError, "text: found 5"),
    ],
)
def test_what_is_wrong_is_one_sentence(call: Any, kind: type[Exception], message: str) -> None:
    """Arguments are checked as everywhere."""
    with pytest.raises(kind, match=re.escape(message)):
        call()


def test_it_is_a_picture_where_nobody_can_play() -> None:
    """A page that has no kernel shows where the play stands, in its skin."""
    widget = PlayWidget(LEVEL, skin="wood")
    widget.play_text("uu")
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    picture = pushbox.draw(widget.position, skin="wood", title=LEVEL.title, caption=LEVEL.title)
    assert bundle[0]["image/svg+xml"] == picture
    assert "application/vnd.jupyter.widget-view+json" in bundle[0]


def test_a_saved_notebook_plays_in_a_frame_of_a_site() -> None:
    """With a site its address and the level are in the output; without, or where something is hidden, a sentence."""
    widget = PlayWidget(LEVEL, site="https://example.org/levels/")
    bundle = widget._repr_mimebundle_()
    assert bundle is not None
    address, code = widget.frame.split("#level=")
    assert address == "https://example.org/levels/?embed"
    shown = json.loads(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    assert shown == {"title": LEVEL.title, "level": {"game": "sokoban", "board": board_to_json(LEVEL.board)}}
    assert f'<iframe src="{widget.frame}"' in bundle[0]["text/html"]
    assert f'<a href="{widget.frame}">Play this level</a>' in bundle[0]["text/html"]
    hidden = next(level for level in levels.builtin("rabbit").levels if has_hidden_parts(level.board))
    for other in (PlayWidget(LEVEL), PlayWidget(hidden, site="https://example.org")):
        bundle = other._repr_mimebundle_()
        assert bundle is not None
        assert "text/html" not in bundle[0]
        assert other.frame == ""
        assert "Python does not answer" in other.away


def test_texts_and_styles_are_those_of_the_web_app() -> None:
    """Every language that it has, English for any other; no style reaches beyond the board."""
    folder = Path(pushbox.__file__).parent / "client" / "i18n"
    assert {path.name for path in folder.iterdir() if path.is_dir()} == set(LANGUAGES)
    for language in LANGUAGES:
        assert texts(language)["language"] == language
        assert texts(language)["texts"]["key.undo"]
    assert texts("xx") == texts("en")
    assert ":root" not in styles()
    assert ".pushbox {" in styles()
    assert "--danger:" in styles()


def test_the_extra_is_named_where_it_is_missing() -> None:
    """Without anywidget everything else of notebooks works, and the board names the command that installs it."""
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "import pushbox, pushbox.notebook\n"
        "assert pushbox.builtin('lessons')[0]._repr_svg_()\n"
        "pushbox.notebook.PlayWidget"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"needs anywidget: {install_command('notebook')}" in run.stderr
    assert run.returncode == 1
