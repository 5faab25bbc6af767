"""Games that break laws of what they say of themselves, and of levels."""

from __future__ import annotations

from dataclasses import replace

from tests.conformance.sabotage.table import Special, breaks, rules

from pushbox.board import Piece
from pushbox.errors import LevelError, OptionError
from pushbox.games.api import Game, Option, PieceSpec
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.level import Level, Problem


@breaks("rules_are_described")
def says_nothing() -> Game:
    return rules(describe=lambda self: " \n")


@breaks("options_take_their_defaults")
def an_option_refuses_its_default() -> Game:
    return rules(info=replace(INFO, options=(Option("speed", 3, "how fast", (1, 2)),)))


@breaks("players_at_once_are_several")
def one_plays_at_the_same_time() -> Game:
    return rules(info=replace(INFO, simultaneous=True))


@breaks("other_facts_keep_the_rules")
def keeps_its_facts() -> Game:
    return Special(info=says_nothing)


@breaks("the_palette_is_accepted")
def refuses_what_its_palette_has() -> Game:
    pieces = (*INFO.palette.pieces, PieceSpec(Piece("box", (0,), number=1), 0, 1))

    def initial_state(self: Sokoban, level: Level) -> State:
        if any(piece.number for piece in level.board.pieces):
            raise LevelError("found a number")
        return Sokoban.initial_state(self, level)

    def problems(self: Sokoban, level: Level) -> list[Problem]:
        number = any(piece.number for piece in level.board.pieces)
        return [Problem(0, 0, "error", "found a number")] if number else Sokoban.problems(self, level)

    info = replace(INFO, palette=INFO.palette._replace(pieces=pieces))
    return rules(info=info, initial_state=initial_state, problems=problems)


@breaks("problems_are_listed")
def lists_problems_in_a_tuple() -> Game:
    return rules(problems=lambda self, level: tuple(Sokoban.problems(self, level)))


@breaks("levels_are_refused_as_levels")
def refuses_by_a_value_error() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        try:
            return Sokoban.initial_state(self, level)
        except OptionError:
            raise
        except LevelError as error:
            raise ValueError(error) from error

    return rules(initial_state=initial_state)


@breaks("problems_name_what_is_refused")
def finds_no_problems() -> Game:
    return rules(problems=lambda self, level: [])


@breaks("what_no_state_can_hold_is_refused")
def takes_every_board() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        try:
            return Sokoban.initial_state(self, level)
        except OptionError:
            raise
        except LevelError:
            return Sokoban.initial_state(self, level.with_board(level.board.with_pieces(())))

    return rules(initial_state=initial_state)


@breaks("bad_options_are_refused")
def refuses_options_as_levels() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        try:
            return Sokoban.initial_state(self, level)
        except OptionError as error:
            raise LevelError(str(error)) from error

    return rules(initial_state=initial_state)


@breaks("a_state_has_a_bare_level")
def gives_a_position_a_title() -> Game:
    return rules(to_level=lambda self, state: replace(Sokoban.to_level(self, state), title="A position"))


@breaks("the_game_for_a_level_plays_it_alike")
def another_game_plays_the_level() -> Game:
    return Special(level=lambda: rules(problems=lambda self, level: []))
