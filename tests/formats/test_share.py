"""Share links: what is encoded comes back, links of others are read, and nothing else gets in."""

from __future__ import annotations

import base64
import contextlib
import json
import random
import re
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats, levels
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.errors import FormatError
from pushbox.formats import share
from pushbox.level import Level
from pushbox.metrics import measure

from ..strategies import levels as any_levels

ROOM = formats.read("#####\n#@$.#\n#####").levels[0]
UNRESERVED = re.compile(r"[A-Za-z0-9._~=&-]*")


def packed(text: str) -> str:
    """Return deflated base64url."""
    maker = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(maker.compress(text.encode()) + maker.flush()).decode().rstrip("=")


def plain_level(seed: int, width: int, height: int) -> Level:
    """Draw a level that run lengths hold, often open, of any number of players."""
    cells = random.Random(seed).choices("WWW____gbBpP", k=width * height)
    terrain = tuple({"W": WALL}.get(sign, GOAL if sign in "gBP" else FLOOR) for sign in cells)
    kinds = {"b": "box", "B": "box", "p": "pusher", "P": "pusher"}
    pieces = tuple(Piece(kinds[sign], (cell,)) for cell, sign in enumerate(cells) if sign in kinds)
    return Level(Board(width, height, terrain, pieces), "multiban" if seed % 2 else "sokoban")


def test_a_link_is_short_and_readable() -> None:
    """The form is the one that is published, so old links stay good."""
    assert share.encode(ROOM, "R") == "v=1&g=sokoban&x=5W.WpbgW.5W&l=R"
    assert share.decode("v=1&g=sokoban&x=5W.WpbgW.5W&l=R") == (ROOM, "R")
    assert share.decode("https://example.org/p#v=1&g=sokoban&x=5W.WpbgW.5W&l=3r2L").moves == "rrrLL"


@given(st.integers(0, 999), st.integers(1, 30), st.integers(1, 30), st.text("lurdLURD", max_size=200))
def test_plain_levels_come_back(seed: int, width: int, height: int, moves: str) -> None:
    """Any level that run lengths hold travels in them, deflated where they are long, and comes back equal."""
    level = plain_level(seed, width, height)
    link = share.encode(level, moves)
    assert UNRESERVED.fullmatch(link)
    head, form, rest = re.split("([xz])=", link, maxsplit=1)
    assert head == f"v=1&g={level.game}&"
    assert form == "z" or len(rest) + 2 <= share.READABLE
    assert share.decode(link) == (level, moves)


@given(any_levels(), st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_level_comes_back_without_its_words(level: Level, moves: str) -> None:
    """Every board, game and option travels; title, notes and solutions do not."""
    link = share.encode(level, moves)
    assert UNRESERVED.fullmatch(link)
    shared_play = share.decode(link)
    assert shared_play.level == Level(level.board, level.game, level.options)
    assert shared_play.moves in {moves, "".join(moves.split())} or measure(shared_play.moves).moves > 0


@pytest.mark.parametrize("name", levels.names())
def test_shipped_levels_come_back(name: str) -> None:
    """So do the levels that come along, with their solutions."""
    for level in formats.read_file(levels.path(name)).levels:
        shared_play = share.decode("#" + share.encode(level, level.saved_moves[0].text))
        assert shared_play.level == replace(level, title="", author="", notes="", saved_moves=(), headers=())


@given(st.text(max_size=200) | st.from_regex(r"v=1&g=sokoban&[xzjl]=[A-Za-z0-9._-]{0,60}", fullmatch=True))
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    """No text makes it raise anything but FormatError."""
    with contextlib.suppress(FormatError):
        assert share.decode(text).level.board.terrain


@pytest.mark.parametrize(
    "query",
    [
        "?level=%23%23%23%23%23%0A%23%40%24.%23%0A%23%23%23%23%23",
        "level=#####%0A#@$.#%0A#####",
        "https://example.org/?x=1&puzzle=%23%23%23%23%23%0A%23@$.%23%0A%23%23%23%23%23",
        "?base64=" + base64.urlsafe_b64encode(b"#####\n#@$.#\n#####").decode(),
        "?json=" + base64.urlsafe_b64encode(b'{"Board":["#####","#@$.#","#####"]}').decode().rstrip("="),
        "http://sokoban.ws/sokoplayer/?w=5&h=3&lvl=HHHHH%7CHa$.H|HHHHH",
    ],
)
def test_links_of_others_are_read(query: str) -> None:
    """SokobanScript's three forms and SokoPlayer's."""
    assert share.decode(query).level.board == ROOM.board


def test_a_title_of_others_is_kept() -> None:
    """SokobanScript's JSON names the level, or else its set."""
    words = {"Board": ["#####", "#@$.#", "#####"], "Level Set": "Set", "Level Title": "One"}
    query = "?json=" + base64.urlsafe_b64encode(json.dumps(words).encode()).decode()
    assert share.decode(query).level.title == "One"


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("", "found no level in this link"),
        ("v=2&g=sokoban&x=WW", "version '2'"),
        ("v=1&x=WW", "the key of a game"),
        ("v=1&g=sokoban", "without a board"),
        ("v=1&g=sokoban&x=5W!", "expected W _ b g B p P"),
        ("v=1&g=sokoban&x=101W", "101 x 1"),
        ("v=1&g=sokoban&x=W" + ".W" * 100, "1 x 101"),
        ("v=1&g=sokoban&x=3999999W", "3999999 x 1"),
        ("v=1&g=sokoban&x=99999999W", "expected at most"),
        ("v=1&g=sokoban&x=WpbgW&l=rx", "expected one of lurdLURD"),
        ("v=1&g=sokoban&x=WpbgW&l=65537r", "65,537 moves"),
        ("v=1&g=sokoban&z=!!!", "no base64url"),
        ("v=1&g=sokoban&z=____", "damaged"),
        ("v=1&j=" + packed("[]"), "expected a level and moves"),
        ("v=1&j=" + packed("{" * 10_000), "without JSON"),
        ("v=1&j=" + packed("[" * 60_000), "without JSON"),
        ("v=1&j=" + packed(" " * 70_000), "more than 65,536 bytes"),
        ("v=1&j=" + packed(" " * 60_000)[:-20], "too early"),
        ("x" * 70_000, "70,000 characters"),
        ("?level=hello", "found no level"),
        ("?base64=_____w", "no text"),
        ('?json=' + base64.urlsafe_b64encode(b'{"Board": [1]}').decode(), "list of rows"),
    ],
)  # fmt: skip
def test_bad_links_are_refused_with_the_reason(link: str, message: str) -> None:
    """Each fault has its own sentence; the caps hold before anything grows."""
    with pytest.raises(FormatError, match=re.escape(message)):
        share.decode(link)


def test_what_is_too_large_is_not_shared() -> None:
    """A board beyond the cap gets no link, nor does a line beyond it."""
    with pytest.raises(FormatError, match="101 x 1"):
        share.encode(Level(Board(101, 1, (FLOOR,) * 101)))
    with pytest.raises(FormatError, match="80,000 moves"):
        share.encode(ROOM, "lr" * 40_000)
    with pytest.raises(FormatError, match="bytes to share"):
        share.encode(replace(ROOM, game="plus", options=(("steps", "x" * 70_000),)))
