"""What there is: ``pushbox games``, ``formats`` and ``levels``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.cli.rooms import lines

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
