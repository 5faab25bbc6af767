"""What there is: ``pushbox games``, ``formats`` and ``levels``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.cli.rooms import lines

from pushbox import formats, games
from pushbox import levels as builtin


def test_games_and_formats(run: Callable[..., Any]) -> None:
    """Both are listed and shown; an unknown key is a sentence with what there is."""
    assert run("games").out.startswith("sokoban ")
    assert "Source: Thinking Rabbit" in run("games", "sokoban").out
    assert "xsb " in run("formats").out
    assert "Source:" in run("formats", "xsb").out
    assert run("games", "chess").code == 2
    assert run("formats", "doc").code == 2
    assert {row.get("format") for row in lines(run("formats", "--json").out)} >= {"xsb", "console", "json"}
    assert lines(run("games", "--json").out)[0]["game"] == "sokoban"


def test_levels_that_come_along(run: Callable[..., Any]) -> None:
    """Each name in the list is read as builtin:NAME and has as many levels as it says; other names stand for it too."""
    table = [line.split() for line in run("levels").out.splitlines()]
    assert table[0] == ["name", "game", "kind", "levels", "title"]
    rows = {row["name"]: row for row in lines(run("levels", "--json").out)}
    assert [line[0].rstrip(",") for line in table[1:]] == list(rows)
    assert {*builtin.names(), "campaign"} == {*rows}
    assert rows["campaign"]["levels"] == sum(row["levels"] for name, row in rows.items() if name[:9] == "campaign-")
    assert rows["rabbit"]["games"] == ["sokoban", "plus"]
    assert {rows[name]["kind"] for name in builtin.names()[:10]} == {"lessons"}
    for name in ("campaign", "sokoban", "rabbit"):
        row = next(row for row in rows.values() if name in (row["name"], *row["aliases"]))
        (read,) = lines(run("info", f"builtin:{name}", "--json").out)
        assert read["levels"] == row["levels"]
    assert "did you mean 'builtin:campaign'?" in run("info", "builtin:campain").err
    assert "did you mean 'builtin:sokoban'?" in run("info", "builtin:sokobn").err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("lessons", "lessons"), ("lesson", "lessons"), ("sokoban", "sokoban"), ("campaign-1", "campaign-1"),
     ("lessons.xsb", ""), ("there/lessons", ""), ("nothing", "")],
)  # fmt: skip
def test_a_collection_that_is_taken_for_a_file(run: Callable[..., Any], typed: str, meant: str) -> None:
    """Whoever leaves out builtin: is told how to write it; a path or an ending means a file."""
    question = f" (did you mean 'builtin:{meant}'?)" if meant else ""
    assert run("info", typed).err == f"pushbox: {typed}: No such file or directory{question}\n"


@pytest.mark.parametrize("language", ["de", "zh"])
def test_pages_of_games_are_in_the_language_of_the_user(run: Callable[..., Any], language: str) -> None:
    """Each option has what its values do; the last line says how to see the longer page in English."""
    for info in (games.find(key).info for key in games.keys()):
        page = run("--lang", language, "games", info.key).out
        assert page.splitlines()[-1].endswith(f"`pushbox --lang en games {info.key}`")
        assert [option.name for option in info.options if option.summary in page] == []
        assert "whole numbers" not in page
    assert f"| {games.find('sokoban').info.options[0].summary} |" in run("games", "sokoban").out


@pytest.mark.parametrize(
    ("language", "line"), [("de", "Das Folgende gibt es nur auf Englisch."), ("zh", "以下内容只有英文。")]
)
def test_pages_of_formats_say_from_where_they_are_english(run: Callable[..., Any], language: str, line: str) -> None:
    """Above that line no word but names and signs is English."""
    for key in formats.keys():
        own, english = (run("--lang", lang, "formats", key).out for lang in (language, "en"))
        head, _, rest = own.partition(f"\n{line}\n")
        assert "\nSource: " in rest
        assert english.splitlines()[2] not in own
        assert "Solutions and saved games" not in head
        assert line not in english
    assert "wall" not in run("--lang", language, "formats", "ragen").out
