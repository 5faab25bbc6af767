"""The search for the levels that the stairs of a game are short of."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from pushbox.analysis.difficulty import rate_difficulty
from pushbox.errors import UnsupportedError
from pushbox.level import Level, SavedMoves
from pushbox.play.verify import verify

from ..campaign import difficulty_header
from .boards import changed, draft, enlarged
from .likeness import unlike
from .rating import Rated, rate
from .theme import GameThemes, Stair, Theme

_TRIES = 1_500  # drafts until one has a solution
_LONGEST = 4  # known levels of a theme from which longer ones begin


def levels_of(game: GameThemes, known: Sequence[Level], report: Callable[[str], object]) -> list[Level]:
    """Return the levels of a game, the easiest first: those that are known as they are, and new ones without titles."""
    levels = [*known]
    for number, theme in enumerate(game.themes):
        highest = () if theme.moves is None else (Stair(theme.moves, math.inf, game.each, pool=3, share=1),)
        for stair in (*game.stairs, *highest):
            own = (level for level in levels if level.notes in theme.notes and level.options == theme.options)
            there = sum(stair.fewest <= moves(level) <= stair.most for level in own)
            if there < stair.each:
                seed = f"{game.collection} {number} {stair.fewest}"
                levels += _made(game, theme, stair._replace(each=stair.each - there), Random(seed), levels, report)
    return [_with_difficulty(level) for level in sorted(levels, key=_order)]


def _order(level: Level) -> tuple[float, int]:
    rating, count = hardness(level)
    return rating or 0, count


def _with_difficulty(level: Level) -> Level:
    """Return a level with the header that says how hard it is for people, if that is rated."""
    rating, _ = hardness(level)
    return level if rating is None else replace(level, headers=(difficulty_header(rating),))


def moves(level: Level) -> int:
    """Return the moves of a level's solution."""
    metrics = verify(level, level.saved_moves[0].text).metrics
    assert metrics is not None
    return metrics.moves


@cache
def hardness(level: Level) -> tuple[float | None, int]:
    """Return by what levels of a game are put in order: by difficulty for people where that is rated, then by moves."""
    try:
        return rate_difficulty(level, level.saved_moves[0].text).value, moves(level)
    except UnsupportedError:
        return None, moves(level)


def _made(
    game: GameThemes,
    theme: Theme,
    stair: Stair,
    random: Random,
    others: Sequence[Level],
    report: Callable[[str], object],
) -> list[Level]:
    """Return new levels of a theme, unlike each other and others; fewer than the stair has where they are not found."""
    known = [level for level in others if level.notes in theme.notes and level.options == theme.options]
    longest = sorted(known, key=moves)[-_LONGEST:]
    pool: list[Rated] = []
    begun: list[Level] = []
    failures = 0
    while len(pool) < stair.pool * stair.each and failures < 3 * stair.each:
        best = _grown(game, theme, stair, random.choice(longest), random) if stair.grows and longest else None
        begun += [best.level] if best is not None else []
        worked = _worked(game, theme, stair, best or _drawn(game, theme, stair, random), random)
        if worked is None:
            failures += 1
        else:
            pool.append(worked)
    report(f"{game.collection}: {theme.note} {stair.fewest} to {stair.most} moves: {len(pool)}, {failures} failed")
    taken = unlike(sorted(pool, key=lambda rated: -rated.score), [*others, *begun])
    return [_finished(rated, theme) for rated in taken[: stair.each]]


def _finished(rated: Rated, theme: Theme) -> Level:
    return replace(
        rated.level, notes=theme.note_on(rated.without), saved_moves=(SavedMoves("Fewest moves", rated.text),)
    )


def _drawn(game: GameThemes, theme: Theme, stair: Stair, random: Random) -> Rated | None:
    """Draw boards until one has a solution."""
    larger = replace(
        theme, sizes=tuple((rows + stair.more[0], columns + stair.more[1]) for rows, columns in theme.sizes)
    )
    sound = (made for _ in range(_TRIES) if (made := draft(game, larger, random)) is not None)
    drafts = (rate(game, theme, one, most=stair.most) for one in sound)
    return next((rated for rated in drafts if rated is not None), None)


def _grown(game: GameThemes, theme: Theme, stair: Stair, level: Level, random: Random) -> Rated | None:
    """Put a level into a larger board, where it has more room for changes."""
    return rate(game, theme, replace(enlarged(level, *stair.more, random), title="", headers=()))


def _worked(game: GameThemes, theme: Theme, stair: Stair, best: Rated | None, random: Random) -> Rated | None:
    """Change a level as long as it becomes better; return None where there is none or it is not enough.

    What makes all that the theme is about needed is better than what is longer without.
    """
    if best is None:
        return None
    for _ in range(int(game.changes * stair.share)):
        after = changed(best.level, random)
        if after is None:
            continue
        if stair.grows:  # as long is good enough: so it gets far from what it began with
            other = rate(game, theme, after, most=stair.most)
            better = other if other is not None and other.needs_all and other.moves >= best.moves else None
        else:
            better = rate(game, theme, after, best, stair.most)
        best = best if better is None else better
    return best if best.moves >= stair.fewest and best.needs_all else None
