"""Hints: what they claim is proven, and where nothing is known nothing is claimed."""

from __future__ import annotations

import random

from pushbox import formats, games, levels
from pushbox.errors import LevelError
from pushbox.level import Level
from pushbox.play.check import playable
from pushbox.play.conformance import random_level
from pushbox.solver import Limit, Solved, solve
from pushbox.web.play import commands, messages
from pushbox.web.play.game_view import PlayView
from pushbox.web.play.hints import hint


def table(picture: str, text: str = "") -> PlayView:
    """Return a table at the end of a line of play."""
    found = PlayView(formats.read(picture, format="xsb").levels[0])
    commands.execute(found, messages.Type(text))
    return found


def test_what_is_lost_from_the_start_was_never_won() -> None:
    """No position of the line can be won: none is named, nor a push that lost it."""
    here = table("#####\n#$ .#\n#@  #\n#####", "r")
    found = hint(here.game, here.line(), here.session.focus)
    assert (found.status, found.node, found.since) == ("lost", None, None)
    assert found.to_json(1, here.session.board)["text"] == "You cannot win any more; it is not known since when."


def test_the_last_position_that_can_be_won_is_named() -> None:
    """On random boards, as solving every position of the line shows."""
    rng = random.Random("lost")
    game = games.find("sokoban")
    lost = 0
    for _ in range(400):
        level = random_level(game, rng, largest=5, plain=True)
        try:
            playable(level)
        except LevelError:
            continue
        here = PlayView(level)
        for _ in range(12):
            commands.execute(here, messages.Press(rng.choice(("left", "up", "right", "down"))))
        line = here.line()
        winnable = [isinstance(solve(game.rules.to_level(it.state)), Solved) for it in line]
        found = hint(game, line, here.session.focus)
        assert found.status == ("winnable" if winnable[-1] else "lost")
        if winnable[0] and not winnable[-1]:
            lost += 1
            last = max(number for number, won in enumerate(winnable) if won)
            assert (found.node, found.since) == (line[last].node, line[last + 1].pushes)
    assert lost > 5


def test_nothing_is_claimed_beyond_the_limit() -> None:
    """Neither won nor lost is reported of a position that the solver gave up on."""
    walls = "#" * 12
    rows = "\n".join(f"#{'  $ . $ . '}#" for _ in range(6))
    here = PlayView(formats.read(f"{walls}\n#@         #\n{rows}\n{walls}", format="xsb").levels[0])
    assert hint(here.game, here.line(), None, Limit(nodes=1)).status == "unknown"


def test_the_moves_of_a_hint_can_be_typed() -> None:
    """In every game that is played alone, whatever is steered."""
    count = 0
    for level in shipped():
        game = games.find(level.game)
        if game.info.players > 1:
            continue
        here = PlayView(level)
        commands.execute(here, messages.Press("next"))
        found = hint(game, here.line(), here.session.focus, Limit(nodes=20_000))
        if found.status == "winnable":
            count += 1
            assert "refused" not in commands.execute(here, messages.Type(found.text))
    assert count > 5


def shipped() -> list[Level]:
    """Return the first of the shipped levels of each game."""
    first: dict[str, Level] = {}
    for name in levels.names():
        for level in formats.read(levels.path(name).read_text()).levels:
            first.setdefault(level.game, level)
    return list(first.values())
