"""Hints: what they claim is proven, and where nothing is known nothing is claimed."""

from __future__ import annotations

import random

from pushbox import formats, games, levels
from pushbox.analysis.hints import hint
from pushbox.analysis.winnable import Verdicts
from pushbox.conformance import random_level
from pushbox.errors import LevelError
from pushbox.games.position import load
from pushbox.level import Level
from pushbox.play.pointing import reach
from pushbox.play.recorded_session import LinePosition
from pushbox.play.validate import require_playable
from pushbox.solver import Limit, Solved, solve
from pushbox.web.play import commands, messages
from pushbox.web.play.game_view import PlayView


def play_view(picture: str, text: str = "") -> PlayView:
    """Return the view of a play at the end of a line."""
    view = PlayView(formats.read(picture, format="xsb").levels[0])
    commands.execute(view, messages.Type(text))
    return view


def test_what_is_lost_from_the_start_was_never_won() -> None:
    """No position of the line can be won: none is named, nor a push that lost it."""
    view = play_view("#####\n#$ .#\n#@  #\n#####", "r")
    advice = hint(view.line(), view.session.focus)
    assert (advice.status, advice.node, advice.since) == ("lost", None, 0)
    assert advice.sentence(1, view.session.board) == "It could not be won from the start."


def test_the_last_position_that_can_be_won_is_named() -> None:
    """On random boards, as solving every position of the line shows."""
    rng = random.Random("lost")
    game = games.find("sokoban")
    lost = 0
    for _ in range(400):
        level = random_level(game, rng, largest=5, plain=True)
        try:
            require_playable(level)
        except LevelError:
            continue
        view = PlayView(level)
        for _ in range(12):
            commands.execute(view, messages.Press(rng.choice(("left", "up", "right", "down"))))
        line = view.line()
        winnable = [isinstance(solve(it.position), Solved) for it in line]
        advice = hint(line, view.session.focus)
        assert advice.status == ("winnable" if winnable[-1] else "lost")
        if winnable[0] and not winnable[-1]:
            lost += 1
            last = max(number for number, won in enumerate(winnable) if won)
            assert (advice.node, advice.since) == (line[last].node, line[last + 1].pushes)
    assert lost > 5


def test_a_move_that_loses_without_a_push_is_no_push() -> None:
    """A stone of Blockage that is fixed where it must not be: no number of a push is given."""
    named = 0
    for level in levels.builtin("blockage"):
        start = load(level)
        for move, after in start.successors():
            if any(problem.severity == "error" for problem in after.rules.problems(after.level)):
                (step,) = start.transitions([move])
                pushes = int(bool(step.pushes))
                line = [LinePosition(0, start, 0), LinePosition(1, after, pushes)]
                advice = hint(line, None, Verdicts(Limit(seconds=None, nodes=200_000)))
                assert (advice.status, advice.node, advice.since) == ("lost", 0, pushes or None)
                named += 1
    assert named


def test_nothing_is_claimed_beyond_the_limit() -> None:
    """Neither won nor lost is reported of a position that the solver gave up on."""
    walls = "#" * 12
    rows = "\n".join(f"#{'  $ . $ . '}#" for _ in range(6))
    view = PlayView(formats.read(f"{walls}\n#@         #\n{rows}\n{walls}", format="xsb").levels[0])
    assert hint(view.line(), None, Verdicts(Limit(nodes=1))).status == "unknown"


def test_what_a_hint_names_can_be_tapped() -> None:
    """Whatever falls, slides, vanishes or is fixed: its target is among those that are shown for its cell."""
    count = 0
    for level in (level for name in levels.names() for level in levels.builtin(name).levels[:8]):
        if level.game not in {"sokolor", "hanano", "blockage", "blockoban"}:
            continue
        line = PlayView(level).line()
        ladder = hint(line, None, Verdicts(Limit(nodes=2_000))).ladder
        if ladder is not None:
            count += 1
            assert ladder.target in reach(line[-1].position, ladder.box, through=False), (level.title, ladder)
    assert count > 30


def test_the_moves_of_a_hint_can_be_typed() -> None:
    """In every game that is played alone, whatever is steered."""
    count = 0
    for level in shipped():
        game = games.find(level.game)
        if game.info.players > 1:
            continue
        view = PlayView(level)
        commands.execute(view, messages.Press("next"))
        advice = hint(view.line(), view.session.focus, Verdicts(Limit(nodes=20_000)))
        if advice.ladder is not None:
            count += 1
            assert "refused" not in commands.execute(view, messages.Type(advice.ladder.text))
    assert count > 5


def shipped() -> list[Level]:
    """Return the first of the shipped levels of each game."""
    first: dict[str, Level] = {}
    for name in levels.names():
        for level in formats.read(levels.path(name).read_text()).levels:
            first.setdefault(level.game, level)
    return list(first.values())
