"""What pushbox brings along is explained in every language of the client: levels, games, and what they say."""

from __future__ import annotations

import json

import pytest

from pushbox import games, levels, read
from pushbox.sentence import located, say
from pushbox.web.errors import ApiError, error_response
from pushbox.web.settings import Settings

OTHERS = ("de", "zh")  # titles and notes are English themselves
LEVELS = [level for name in levels.names() for level in read(levels.path(name).read_text()).levels]


def texts(language: str, part: str) -> dict[str, str]:
    """Return the texts of a part of the client."""
    path = Settings().static / "i18n" / language / f"{part}.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", OTHERS)
def test_every_level_that_comes_along_has_a_title_and_a_note(language: str) -> None:
    """The note says what is new in it."""
    known = texts(language, "levels")
    assert len(LEVELS) > 90
    for level in LEVELS:
        first, _, second = level.title.partition(" ")
        words = {f"level.first.{first}", f"level.second.{second}"}  # titles of the packs are made of them
        assert known.get(f"level.title.{level.title}") or words <= set(known)
        assert level.notes
        note = level.notes.partition(" The best solution turns at push ")[0]
        note = note.partition(" The shortest solution known has ")[0]
        assert known[f"level.note.{note}"]
        assert known[f"level.note.{note}"] != note


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


def test_an_error_of_the_server_keeps_its_sentence() -> None:
    """In its answer, and on its way from a worker process; a quoted half of a character does no harm."""
    sentence = located("\ud800", say("no-level", level="{7}"))
    error = ApiError.from_json(json.loads(json.dumps(ApiError("not-found", sentence, retry=3).to_json())))
    answer = json.loads(bytes(error_response(error).body))["error"]
    assert (error.code, error.message, error.retry) == ("not-found", sentence, 3)
    assert answer["message"] == "\\ud800: found no level {7} in the library"
    assert answer["phrase"]["params"]["message"]["code"] == "no-level"
    assert answer["phrase"]["params"]["message"]["params"] == {"level": "{7}"}
    plain = json.loads(bytes(error_response(ApiError("bad-input", "of a stranger's package")).body))["error"]
    assert plain == {"code": "bad-input", "message": "of a stranger's package"}
