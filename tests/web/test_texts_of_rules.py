"""What pushbox brings along is explained in every language of the client: levels, games, and what they say."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import pushbox
from pushbox import games, levels, read
from pushbox.web.phrases import phrase
from pushbox.web.settings import Settings

LANGUAGES = ("en", "de", "zh")
LEVELS = [level for name in levels.names() for level in read(levels.path(name).read_text()).levels]
SOURCES = Path(pushbox.__file__).parent


def texts(language: str, part: str) -> dict[str, str]:
    """Return the texts of a part of the client."""
    path = Settings().static / "i18n" / language / f"{part}.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_that_comes_along_has_a_title_and_a_note(language: str) -> None:
    """The note says what is new in it."""
    known = texts(language, "levels")
    assert len(LEVELS) > 90
    for level in LEVELS:
        first, _, second = level.title.partition(" ")
        words = {f"level.first.{first}", f"level.second.{second}"}  # titles of the packs are made of them
        assert known.get(f"level.title.{level.title}") or words <= set(known)
        assert level.notes
        assert known[f"level.note.{level.notes}"]
        assert language == "en" or known[f"level.note.{level.notes}"] != level.notes


@pytest.mark.parametrize("key", games.keys())
def test_every_game_and_all_that_it_varies_has_rules(key: str) -> None:
    """A goal, two rules, a sentence for each value of an option but the default, a legend for each part of a board."""
    known, info = texts("en", "rules"), games.find(key).info
    assert {f"rules.{key}.goal", f"rules.{key}.1", f"rules.{key}.2"} <= set(known)
    for option in info.options:
        values = [value for value in option.choices if value != option.default]
        if option.minimum is not None:
            assert "{value}" in known[f"rules.option.{option.name}"]
        assert [value for value in values if f"rules.option.{option.name}.{value}" not in known] == []
    kinds = {terrain.kind for terrain in info.palette.terrain} | {spec.piece.kind for spec in info.palette.pieces}
    assert {kind for kind in kinds if f"rules.legend.{kind}" not in known} == set()


def sentences(folder: str, *calls: str) -> list[str]:
    """Return the sentences that are made by calls in the modules of a folder, "7" for what is put into them."""
    found = []
    for path in sorted((SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls:
                found += [_template(argument) for argument in node.args]
    return [sentence for sentence in found if " " in sentence]


def _template(node: ast.expr) -> str:
    match node:
        case ast.Constant(str() as text):
            return text
        case ast.JoinedStr(parts):
            return "".join(_template(part) for part in parts)
        case ast.FormattedValue(ast.Call(ast.Name("counted"), [_, ast.Constant(str() as noun)])):
            return f"7 {noun}s"
        case ast.FormattedValue():
            return "7"
        case _:
            return ""


@pytest.mark.parametrize(
    ("folder", "calls"), [("games", ["Outcome"]), ("play", ["Outcome"]), ("web/play", ["Refused"])]
)
def test_what_a_player_is_told_has_a_code(folder: str, calls: list[str]) -> None:
    """How a position stands, and why a command is refused."""
    assert [sentence for sentence in sentences(folder, *calls) if phrase(sentence) is None] == []


def test_a_sentence_becomes_a_code_with_parameters() -> None:
    """A parameter may be a sentence itself; singular and plural are one."""
    assert phrase("the limit of 1 step is used up") == {"code": "limit-steps", "params": {"count": "1"}}
    why = {"code": "why-blocked", "params": {}}
    expected = {"code": "pusher-cannot-go", "params": {"direction": "up", "why": why}}
    assert phrase("the pusher cannot go up, the box is blocked") == expected
    assert phrase("something that nobody says") is None
