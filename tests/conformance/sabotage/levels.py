"""Games that break laws of what they say of themselves, and of levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from tests.conformance.sabotage.positions import yields_successors_backwards
from tests.conformance.sabotage.table import Special, breaks, rules

from pushbox.board import FLOOR, WALL, Board, Piece
from pushbox.errors import LevelError, OptionError
from pushbox.games.api import Game, Option
from pushbox.games.palette import PieceSpec
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.games.sokoban import game as sokoban
from pushbox.level import Level, Problem


@breaks("the_palette_has_pieces")
def has_nothing_to_play_with() -> Game:
    return rules(info=replace(INFO, palette=replace(INFO.palette, pieces=())))


@breaks("levels_are_taken")
def takes_no_level() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        raise LevelError("found a level")

    return rules(initial_state=initial_state)


@breaks("levels_are_taken")
def finds_a_fault_in_every_level() -> Game:
    return rules(problems=lambda self, level: [Problem(0, 0, "error", "found a level")])


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
    class Stubborn(Special):
        """Sokoban that takes no other facts."""

        def with_info(self, info: Any) -> Game:
            return self

    return Stubborn()


@breaks("other_facts_keep_the_rules")
def begins_otherwise_with_other_facts() -> Game:
    return Special(info=begins_without_boxes)


@breaks("other_facts_keep_the_rules")
def plays_otherwise_with_other_facts() -> Game:
    return Special(info=yields_successors_backwards)


def begins_without_boxes() -> Game:
    """Return Sokoban whose levels begin without boxes."""

    def initial_state(self: Sokoban, level: Level) -> State:
        return Sokoban.initial_state(self, level)._replace(boxes=frozenset())

    return rules(initial_state=initial_state, problems=lambda self, level: sokoban.rules.problems(level))


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

    info = replace(INFO, palette=replace(INFO.palette, pieces=pieces))
    return rules(info=info, initial_state=initial_state, problems=problems)


@breaks("problems_are_listed")
def lists_problems_in_a_tuple() -> Game:
    return rules(problems=lambda self, level: tuple(Sokoban.problems(self, level)))


@breaks("problems_are_listed")
def lists_what_are_no_problems() -> Game:
    def problems(self: Sokoban, level: Level) -> Any:
        return [SimpleNamespace(severity=problem.severity) for problem in Sokoban.problems(self, level)]

    return rules(problems=problems)


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


def takes(mend: Callable[[Board], Board]) -> Game:
    """Return Sokoban that mends a board, where it would refuse it."""

    def initial_state(self: Sokoban, level: Level) -> State:
        try:
            return Sokoban.initial_state(self, level)
        except OptionError:
            raise
        except LevelError:
            return Sokoban.initial_state(self, level.with_board(mend(level.board)))

    return rules(initial_state=initial_state)


@breaks("what_no_state_can_hold_is_refused", boards=30)
def takes_unknown_terrain() -> Game:
    known = INFO.palette.terrain
    return takes(lambda board: replace(board, terrain=tuple(t if t in known else FLOOR for t in board.terrain)))


@breaks("what_no_state_can_hold_is_refused", boards=30)
def takes_unknown_pieces() -> Game:
    def mend(board: Board) -> Board:
        known = [piece for piece in board.pieces if piece.kind in {"box", "pusher"}]
        covered = {piece.anchor for piece in known} | {*board.cells_of("wall")}
        return board.with_pieces(piece for piece in board.pieces if piece in known or piece.anchor in covered)

    return takes(mend)


@breaks("what_no_state_can_hold_is_refused", boards=30)
def takes_pieces_that_overlap() -> Game:
    return takes(lambda board: board.with_pieces({piece.anchor: piece for piece in board.pieces}.values()))


@breaks("what_no_state_can_hold_is_refused", boards=30)
def takes_pieces_in_walls() -> Game:
    def mend(board: Board) -> Board:
        covered = {piece.anchor for piece in board.pieces}
        return replace(
            board, terrain=tuple(FLOOR if c in covered and t == WALL else t for c, t in enumerate(board.terrain))
        )

    return takes(mend)


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


@breaks("a_state_has_a_bare_level")
def gives_a_position_notes() -> Game:
    return rules(to_level=lambda self, state: replace(Sokoban.to_level(self, state), notes="A position"))


@breaks("a_state_has_a_bare_level")
def gives_a_position_another_game() -> Game:
    return rules(to_level=lambda self, state: replace(Sokoban.to_level(self, state), game="multiban"))


@breaks("a_state_has_a_bare_level", boards=30)
def forgets_options() -> Game:
    def initial_state(self: Sokoban, level: Level) -> State:
        self.info.option_values(level)
        return Sokoban.initial_state(self, replace(level, options=()))

    return rules(initial_state=initial_state, info=replace(INFO, options=(Option("speed", 1, "how fast", (1, 2)),)))


@breaks("the_game_for_a_level_plays_it_alike")
def finds_no_problems_by_another_game() -> Game:
    return Special(level=lambda: rules(problems=lambda self, level: []))


@breaks("the_game_for_a_level_plays_it_alike")
def begins_a_level_by_another_game() -> Game:
    return Special(level=begins_without_boxes)


@breaks("the_game_for_a_level_plays_it_alike")
def plays_a_level_by_another_game() -> Game:
    return Special(level=yields_successors_backwards)
