"""Games that break laws of keys, of a pointer and of notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.conformance.sabotage.table import breaks, controls, rules

from pushbox.board import Piece
from pushbox.deadline import NEVER, Deadline
from pushbox.errors import IllegalMove, NotationError
from pushbox.games import blockage, versus
from pushbox.games.api import Focus, Game, Key, PlayedLine, PlayerAction, Rules
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.path.lazy_paths import LazyPaths
from pushbox.tiling import SQUARE


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


@breaks("the_focus_is_on_the_board")
def offers_a_piece_twice() -> Game:
    return controls(focus=lambda self, state: 2 * SokobanControls.focus(self, state))


@breaks("a_key_means_something_known")
def steers_what_cannot_be_steered() -> Game:
    return controls(key=acting(Focus(Piece("pusher", (9999,)))))


@breaks("a_key_means_something_known")
def acts_alone_as_one_of_several() -> Game:
    return controls(key=acting(PlayerAction(1, 0)))


@breaks("a_key_means_something_known", boards=3)
def acts_as_a_third_player() -> Game:
    class Crowded(versus.VersusControls):
        """A key is for player 3 of two."""

        def key(self, state: Any, focus: Piece | None, key: Key) -> Any:
            return PlayerAction(3, None) if key == "previous" else super().key(state, focus, key)

    return Game(versus.Versus(), Crowded)


def acting(meaning: Any) -> Any:
    """Return what keys mean where one key more means something."""
    return lambda self, state, focus, key: meaning if key == "act" else SokobanControls.key(self, state, focus, key)


@breaks("every_legal_move_can_be_made")
def has_no_key_for_up() -> Game:
    def key(self: Any, state: State, focus: Piece | None, key: Any) -> Any:
        return None if key == "up" else SokobanControls.key(self, state, focus, key)

    return controls(key=key, reach=lambda self, state, origin, limit: {})


@breaks("a_joint_move_is_of_several")
def joins_the_moves_of_one() -> Game:
    return controls(joint_move=lambda self, state, actions: 0)


@breaks("a_joint_move_is_of_several", boards=4)
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
def walks_only_a_step() -> Game:
    return reaching(lambda state, cell, path: path[:1])


@breaks("a_path_comes_to_its_target")
def walks_back_from_the_next_cell() -> Game:
    def back(state: State, cell: int, path: Sequence[int]) -> Sequence[int]:
        is_walk = len(path) == 1 and cell not in state.boxes
        return [*path, SQUARE.opposites[path[0]]] if is_walk else path

    return reaching(back)


def reaching(change: Callable[[State, int, Sequence[int]], Sequence[int]]) -> Game:
    """Return Sokoban with other paths of a pointer."""

    def reach(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = SokobanControls.reach(self, state, origin, limit)
        return {cell: change(state, cell, path) for cell, path in paths.items()}

    return controls(reach=reach)


@breaks("a_path_is_as_long_as_it_says")
def counts_a_move_too_many_past_boxes() -> Game:
    return controls(reach_moving_boxes=miscounted)


@breaks("a_path_is_as_long_as_it_says")
def counts_a_move_too_many() -> Game:
    return controls(reach=miscounted, reach_moving_boxes=SokobanControls.reach)


def miscounted(self: Any, state: State, origin: int, limit: int) -> LazyPaths[int]:
    """Return what a pointer can mean, each path said to be longer than it is."""
    paths = SokobanControls.reach(self, state, origin, limit)
    return LazyPaths(paths.keys(), paths.__getitem__, lambda cell: len(paths[cell]) + 1)


@breaks("a_limit_empties_the_reach")
def knows_no_limit() -> Game:
    return controls(reach=lambda self, state, origin, limit: SokobanControls.reach(self, state, origin, 10_000))


@breaks("reach_moving_boxes_leads_as_far")
def reaches_less_where_boxes_move() -> Game:
    return controls(reach_moving_boxes=lambda self, state, origin, limit: {})


@breaks("pushable_says_how_ways_begin")
def says_too_little_of_pushes() -> Game:
    return controls(pushable=lambda self, state, limit: {})


@breaks("pushable_says_how_ways_begin")
def says_too_much_of_pushes() -> Game:
    return controls(pushable=lambda self, state, limit: dict.fromkeys(state.boxes, SQUARE.directions))


@breaks("boxes_on_the_way_come_back", boards=30)
def leaves_a_box_elsewhere() -> Game:
    """The player pushes boxes off the way, and leaves them there."""

    def reach_moving_boxes(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = dict(self.reach(state, origin, limit))
        lines: list[tuple[State, list[int]]] = [(state, [])]
        for after, moves in lines if origin == state.player else ():
            if after.boxes != state.boxes:
                paths.setdefault(after.player, moves)
            if len(moves) < 4:
                lines += [(further, [*moves, move]) for move, further in Sokoban().successors(after)]
        return paths

    return controls(reach_moving_boxes=reach_moving_boxes)


@breaks("boxes_on_the_way_come_back")
def leads_on_by_illegal_moves() -> Game:
    return leading_on(lambda state, move: ([] if Sokoban().apply(state, move) else [move], 1))


@breaks("boxes_on_the_way_come_back")
def leads_on_without_moving() -> Game:
    return leading_on(lambda state, move: ([move, SQUARE.opposites[move]] if _walks(state, move) else [], 2))


def _walks(state: State, move: int) -> bool:
    transition = Sokoban().apply(state, move)
    return transition is not None and not transition.pushes


def leading_on(path: Callable[[State, int], tuple[list[int], int]]) -> Game:
    """Return Sokoban where boxes on the way lead on by a path in some direction, to a cell so many steps away."""

    def reach_moving_boxes(self: Any, state: State, origin: int, limit: int) -> dict[int, Sequence[int]]:
        paths = dict(self.reach(state, origin, limit))
        for direction in SQUARE.directions if origin == state.player else ():
            moves, steps = path(state, direction)
            target = origin
            for _ in range(steps):
                target = state.field.grid.step[direction][target]
            if moves:
                paths.setdefault(target, moves)
        return paths

    return controls(reach_moving_boxes=reach_moving_boxes)


@breaks("a_line_is_what_its_transitions_are")
def says_that_it_was_solved() -> Game:
    return rules(play_line=lambda self, *line: replace(Rules.play_line(self, *line), solved_at=0))


def ending(end: Callable[[State, PlayedLine[State]], PlayedLine[State]]) -> Game:
    """Return Sokoban whose lines end otherwise before an illegal move, though they are written as they should be."""

    class Writing(SokobanControls[State]):
        """Writes what Sokoban plays."""

        def format(self, state: State, moves: Sequence[int]) -> str:
            return SokobanControls(Sokoban()).format(state, moves)

    def play_line(self: Sokoban, state: State, moves: Sequence[int], deadline: Deadline = NEVER) -> Any:
        line = Rules.play_line(self, state, moves, deadline)
        return line if line.played == len(moves) else end(state, line)

    return rules(Writing, play_line=play_line)


@breaks("a_line_ends_before_an_illegal_move")
def plays_on_after_an_illegal_move() -> Game:
    return ending(lambda state, line: replace(line, pushed=[*line.pushed, False]))


@breaks("a_line_ends_before_an_illegal_move")
def goes_back_before_an_illegal_move() -> Game:
    return ending(lambda state, line: replace(line, state=state))


@breaks("a_line_ends_before_an_illegal_move")
def names_the_step_before_an_illegal_move() -> Game:
    def write(self: Any, state: State, moves: Sequence[int]) -> str:
        try:
            return SokobanControls.format(self, state, moves)
        except IllegalMove as error:
            raise IllegalMove("found a wall", step=error.step - 1) from error

    return controls(format=write)


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
    return controls(parse_from=lambda self, state, focus, text: self.parse(state, text)[: -1 if focus else None])


@breaks("notation_from_a_focus_comes_back")
def forgets_a_move_without_a_focus() -> Game:
    return controls(parse_from=lambda self, state, focus, text: self.parse(state, text)[: None if focus else -1])


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


@breaks("a_torn_text_is_read_or_refused")
def refuses_a_torn_text_by_a_value_error() -> Game:
    class Strict(blockage.BlockageControls):
        """Raises no error of pushbox."""

        def parse(self, state: Any, text: str) -> list[Any]:
            try:
                return super().parse(state, text)
            except NotationError as error:
                if "?" in text or "\x00" in text or text == "moves":
                    raise
                raise ValueError(error) from error

    return Game(blockage.game.rules, Strict)
