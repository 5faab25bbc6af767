"""Laws of what a game says of itself, and of the levels that it takes and refuses."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...board import Board
from ...errors import LevelError, OptionError
from ...games.api import Game, GameInfo
from ...level import Level, Problem
from .boards import random_level
from .law import Case, drawn, law

_MANY = 2_000  # random levels, in which every part of a palette should have appeared


@dataclass(frozen=True)
class GameCase(Case):
    """A game without any level."""

    rng: random.Random


@law(GameCase)
def rules_are_described(case: GameCase) -> bool:
    """`describe` has words for the rules."""
    return bool(case.game.rules.describe().strip())


@law(GameCase)
def options_take_their_defaults(case: GameCase) -> bool:
    """Every option takes its default, which is the value that `option_values` gives it in a level without options."""
    info, level = case.game.info, random_level(case.game, case.rng)
    values = info.option_values(replace(level, options=()))
    return values == {option.name: option.default for option in info.options if option.takes(option.default)}


@law(GameCase)
def players_at_once_are_several(case: GameCase) -> bool:
    """A game has a player, and those who play at the same time are several."""
    return case.game.info.players >= 1 + case.game.info.simultaneous


@law(GameCase)
def other_facts_keep_the_rules(case: GameCase) -> bool:
    """`with_info` gives the same game with other facts: what it plays is the same."""
    renamed = case.game.with_info(replace(case.game.info, name="Another name"))
    return renamed.info.name == "Another name" and _play_alike(case.game, renamed, random_level(case.game, case.rng))


@law(GameCase)
def the_palette_is_accepted(case: GameCase) -> bool:
    """Every terrain and every piece of the palette stands on some board that `initial_state` takes."""
    palette = case.game.info.palette
    missing: set[Any] = {*palette.terrain, *(spec.piece._replace(cells=()) for spec in palette.pieces)}
    for _ in range(_MANY):
        board = random_level(case.game, case.rng).board
        missing -= {*board.terrain, *(piece._replace(cells=()) for piece in board.pieces)}
        if not missing:
            return True
    return False


@dataclass(frozen=True)
class LevelCase(Case):
    """A random level, which may be one that the game refuses."""

    level: Level

    @cached_property
    def refused(self) -> Exception | None:
        """The error that `initial_state` raises, if any."""
        try:
            self.game.rules.initial_state(self.level)
        except Exception as error:  # noqa: BLE001  # which one is what the laws look at
            return error
        return None

    def __str__(self) -> str:
        return f"{self.game.info.key} on\n{drawn(self.level)}"


@law(LevelCase)
def problems_are_listed(case: LevelCase) -> bool:
    """`problems` gives a list of problems of any level, and raises nothing."""
    problems: object = case.game.rules.problems(case.level)
    return isinstance(problems, list) and all(isinstance(problem, Problem) for problem in problems)


@law(LevelCase)
def levels_are_refused_as_levels(case: LevelCase) -> bool:
    """`initial_state` raises LevelError or OptionError, and nothing else."""
    return case.refused is None or isinstance(case.refused, LevelError | OptionError)


@law(LevelCase)
def problems_name_what_is_refused(case: LevelCase) -> bool:
    """Where `initial_state` raises, `problems` has an error."""
    return case.refused is None or any(problem.severity == "error" for problem in case.game.rules.problems(case.level))


@law(LevelCase)
def what_no_state_can_hold_is_refused(case: LevelCase) -> bool:
    """`initial_state` refuses unknown kinds, pieces in something solid and pieces that overlap."""
    return not _is_impossible(case.level.board, case.game.info) or case.refused is not None


@law(LevelCase)
def bad_options_are_refused(case: LevelCase) -> bool:
    """`initial_state` raises OptionError for an option or a value that the game does not take."""
    try:
        case.game.info.option_values(case.level)
    except OptionError:
        return isinstance(case.refused, OptionError)
    return True


@law(LevelCase, share=0.3)
def a_state_has_a_bare_level(case: LevelCase) -> bool:
    """`to_level` gives the game's key and the options of the level, without title or notes."""
    if case.refused is not None:
        return True
    rules, info = case.game.rules, case.game.info
    level = rules.to_level(rules.initial_state(replace(case.level, title="A title", notes="A note")))
    options = info.option_values(level) == info.option_values(case.level)
    return level.game == info.key and options and not level.title and not level.notes


@law(LevelCase, share=0.3)
def the_game_for_a_level_plays_it_alike(case: LevelCase) -> bool:
    """What `for_level` gives begins the level and plays on from there as the game does, and finds its problems."""
    special = case.game.for_level(case.level)
    same = special.rules.problems(case.level) == case.game.rules.problems(case.level)
    return same and (case.refused is not None or _play_alike(case.game, special, case.level))


def _play_alike(one: Game[Any, Any], other: Game[Any, Any], level: Level) -> bool:
    """Return whether two games begin a level in one state, from which they play on alike."""
    state = one.rules.initial_state(level)
    if other.rules.initial_state(level) != state:
        return False
    return list(one.rules.successors(state)) == list(other.rules.successors(state))


def _is_impossible(board: Board, info: GameInfo) -> bool:
    """Return whether a board has a kind that is not in the palette, or pieces where none can be."""
    palette = info.palette
    terrain, pieces = {terrain.kind for terrain in palette.terrain}, {spec.piece.kind for spec in palette.pieces}
    shared = {spec.piece.kind for spec in palette.pieces if spec.may_overlap}
    covered = Counter(cell for piece in board.pieces if piece.kind not in shared for cell in piece.cells)
    return (
        any(ground.kind not in terrain for ground in board.terrain)
        or any(piece.kind not in pieces for piece in board.pieces)
        or any(count > 1 for count in covered.values())
        or any(board.terrain[cell].kind in palette.solid for piece in board.pieces for cell in piece.cells)
    )


__all__ = ["GameCase", "LevelCase"]
