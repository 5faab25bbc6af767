"""Games that break laws of keys, of a pointer and of notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.conformance.sabotage.table import breaks, controls, rules

from pushbox.board import Piece
from pushbox.errors import NotationError
from pushbox.games import versus
from pushbox.games.api import Game, Rules
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.path.lazy_paths import LazyPaths


@breaks("the_focus_is_on_the_board")
def offers_what_is_not_there() -> Game:
    def focus(self: Any, state: State) -> list[Piece]:
        return [*SokobanControls.focus(self, state), Piece("pusher", (9999,))]

    return controls(focus=focus)


@breaks("a_key_means_something_known")
def means_a_fifth_direction() -> Game:
    def key(self: Any, state: State, focus: Piece | None, key: Any) -> Any:
        return 4 if key == "act" else SokobanControls.key(self, state, focus, key)

    return controls(key=key)


@breaks("every_legal_move_can_be_made")
def has_no_key_for_up() -> Game:
    def key(self: Any, state: State, focus: Piece | None, key: Any) -> Any:
        return None if key == "up" else SokobanControls.key(self, state, focus, key)

    return controls(key=key, reach=lambda self, state, origin, limit: {})


@breaks("a_joint_move_is_of_several")
def joins_the_moves_of_one() -> Game:
    return controls(joint_move=lambda self, state, actions: 0)


@breaks("a_joint_move_is_of_several")
def moves_whoever_does_nothing() -> Game:
    class Restless(versus.VersusControls):
        """Player 2 goes left unless they do otherwise."""

        def joint_move(self, state: Any, actions: Mapping[int, Any]) -> Any:
            return super().joint_move(state, {2: 0} | dict(actions))

    return Game(versus.Versus(), Restless)


@breaks("a_path_is_legal")
def walks_on_into_the_wall() -> Game:
    def reach(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = SokobanControls.reach(self, state, origin, limit)
        return {cell: [*path, *[0] * 9] for cell, path in paths.items()}

    return controls(reach=reach)


@breaks("a_path_comes_to_its_target")
def walks_to_another_cell() -> Game:
    def reach(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = SokobanControls.reach(self, state, origin, limit)
        return dict(zip(paths, reversed([*paths.values()]), strict=True))

    return controls(reach=reach)


@breaks("a_path_is_as_long_as_it_says")
def counts_a_move_too_many() -> Game:
    def reach(self: Any, state: State, origin: int, limit: int) -> LazyPaths[int]:
        paths = SokobanControls.reach(self, state, origin, limit)
        return LazyPaths(paths.keys(), paths.__getitem__, lambda cell: len(paths[cell]) + 1)

    return controls(reach=reach)


@breaks("a_limit_empties_the_reach")
def knows_no_limit() -> Game:
    return controls(reach=lambda self, state, origin, limit: SokobanControls.reach(self, state, origin, 10_000))


@breaks("boxes_on_the_way_come_back")
def reaches_less_where_boxes_move() -> Game:
    return controls(reach_moving_boxes=lambda self, state, origin, limit: {})


@breaks("boxes_on_the_way_come_back")
def leaves_a_box_elsewhere() -> Game:
    def reach_moving_boxes(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = dict(self.reach(state, origin, limit))
        for move, after in Sokoban().successors(state) if origin == state.player else ():
            paths.setdefault(after.player, [move])
        return paths

    return controls(reach_moving_boxes=reach_moving_boxes)


@breaks("a_line_is_what_its_transitions_are")
def never_sees_that_it_is_solved() -> Game:
    return rules(play_line=lambda self, state, moves: replace(Rules.play_line(self, state, moves), solved_at=None))


@breaks("a_line_ends_before_an_illegal_move")
def plays_on_after_an_illegal_move() -> Game:
    def play_line(self: Sokoban, state: State, moves: Sequence[int]) -> Any:
        line = Rules.play_line(self, state, moves)
        return line if line.played == len(moves) else replace(line, pushed=[*line.pushed, False])

    return rules(play_line=play_line)


@breaks("what_is_read_is_played")
def reads_and_plays_less_than_it_reads() -> Game:
    def play(self: Any, state: State, text: str) -> Any:
        moves = self.parse(state, text)
        return moves, self.rules.play_line(state, moves[:-1])

    return controls(play=play)


@breaks("notation_comes_back")
def forgets_a_move_of_a_tight_text() -> Game:
    def parse(self: Any, state: State, text: str) -> list[int]:
        return SokobanControls.parse(self, state, text)[: None if text[:1].isspace() else -1]

    return controls(parse=parse, parse_from=lambda self, state, focus, text: SokobanControls.parse(self, state, text))


@breaks("notation_from_a_focus_comes_back")
def forgets_a_move_from_a_focus() -> Game:
    return controls(parse_from=lambda self, state, focus, text: self.parse(state, text)[:-1])


@breaks("what_was_played_is_written_alike")
def writes_what_was_played_small() -> Game:
    def format_played(self: Any, state: State, moves: Sequence[int], line: Any) -> str:
        return SokobanControls.format_played(self, state, moves, line).lower()

    return controls(format_played=format_played)


@breaks("spacing_is_not_insisted_on")
def insists_on_no_spaces() -> Game:
    def parse(self: Any, state: State, text: str) -> list[int]:
        if text != text.strip():
            raise NotationError("found a space")
        return SokobanControls.parse(self, state, text)

    return controls(parse=parse)


@breaks("what_names_no_moves_is_refused")
def reads_everything() -> Game:
    def parse(self: Any, state: State, text: str) -> list[int]:
        try:
            return SokobanControls.parse(self, state, text)
        except NotationError:
            return []

    return controls(parse=parse)
