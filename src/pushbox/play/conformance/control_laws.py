"""Laws of steering: what keys and a pointer mean, and how moves are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from ...board import Piece
from ...errors import IllegalMove, NotationError, UnsupportedError
from ...games.api import Focus, PlayedLine, PlayerAction, Rules
from ...grid import Cell
from ...path.lazy_paths import path_lengths
from .law import law
from .position_laws import KEYS, PositionCase

_AMPLE = 10_000  # cells that a pointer may look at: more than there are
_NO_MOVES = ("?", "l?", "\x00", "R?", "moves")


@law(PositionCase)
def the_focus_is_on_the_board(case: PositionCase) -> bool:
    """`focus` offers pieces of the board, each once."""
    pieces = case.game.controls.focus(case.state)
    return all(piece in case.board.pieces for piece in pieces) and len(set(pieces)) == len(pieces)


@law(PositionCase, share=0.3)
def a_key_means_something_known(case: PositionCase) -> bool:
    """A key means a pseudo-legal move, a Focus that can be steered, a PlayerAction of one of several, or nothing."""
    return all(_is_known(case, meaning) for _, _, meaning in _meanings(case))


@law(PositionCase, share=0.2)
def every_legal_move_can_be_made(case: PositionCase) -> bool:
    """Every legal move is what a key means for some piece, or what players do at once; or a pointer leads there too."""
    rules = case.game.rules
    by_keys = {*_moves_by_keys(case)}
    left = {rules.board(after).pieces for move, after in rules.successors(case.state) if move not in by_keys}
    if not left:
        return True
    cells = {cell for piece in case.board.pieces for cell in piece.cells} | {case.board.grid.outside}
    reached = set()
    for origin in sorted(cells):
        paths = case.game.controls.reach(case.state, origin, _AMPLE)
        reached |= {rules.board(rules.play_line(case.state, path).state).pieces for path in paths.values()}
    return left <= reached


@law(PositionCase)
def a_joint_move_is_of_several(case: PositionCase) -> bool:
    """`joint_move` raises UnsupportedError unless players move at once, and lets those stand still who do nothing."""
    if not case.game.info.simultaneous:
        try:
            case.game.controls.joint_move(case.state, {})
        except UnsupportedError:
            return True
        return False
    return all(
        change.original_piece.player == action.player
        for action in _actions(case)
        if (transition := _joint(case, {action.player: action.action})) is not None
        for change in transition.changes
        if change.original_piece is not None and change.original_piece.kind == "pusher"
    )


@dataclass(frozen=True)
class PointerCase(PositionCase):
    """What a pointer can mean from one cell."""

    origin: Cell

    @cached_property
    def paths(self) -> Mapping[Cell, Sequence[Any]]:
        """What `reach` gives."""
        return self.game.controls.reach(self.state, self.origin, _AMPLE)

    @cached_property
    def paths_moving_boxes(self) -> Mapping[Cell, Sequence[Any]]:
        """What `reach_moving_boxes` gives."""
        return self.game.controls.reach_moving_boxes(self.state, self.origin, _AMPLE)

    def __str__(self) -> str:
        return f"{super().__str__()}\nfrom the cell {self.origin}"


@law(PointerCase)
def a_path_is_legal(case: PointerCase) -> bool:
    """The moves of every path of `reach` are legal ones, the one after the other."""
    return all(case.game.rules.play_line(case.state, path).played == len(path) for path in case.paths.values())


@law(PointerCase)
def a_path_comes_to_its_target(case: PointerCase) -> bool:
    """Every path of `reach` brings what stands at its origin to its target, or is one move towards the next cell."""
    return all(_arrives(case, cell, path) for cell, path in case.paths.items())


@law(PointerCase)
def a_path_is_as_long_as_it_says(case: PointerCase) -> bool:
    """The paths of `reach` and of `reach_moving_boxes` are as long as they say before they are found."""
    return all(
        path_lengths(paths) == {cell: len(path) for cell, path in paths.items()}
        for paths in (case.paths, case.paths_moving_boxes)
    )


@law(PointerCase)
def a_limit_empties_the_reach(case: PointerCase) -> bool:
    """`reach` is empty where more cells than its limit would be visited, those it leads to among them."""
    limits = (0, 1, len(case.paths) // 2, len(case.paths) - 1)
    reaches = {limit: case.game.controls.reach(case.state, case.origin, limit) for limit in limits if limit >= 0}
    return all(len(paths) <= limit for limit, paths in reaches.items())


@law(PointerCase)
def boxes_on_the_way_come_back(case: PointerCase) -> bool:
    """`reach_moving_boxes` leads to all that `reach` does and on, by legal moves after which other boxes are back."""
    if not case.paths.keys() <= case.paths_moving_boxes.keys():
        return False
    further = {cell: case.paths_moving_boxes[cell] for cell in case.paths_moving_boxes if cell not in case.paths}
    lines = {cell: case.game.rules.play_line(case.state, path) for cell, path in further.items()}
    return all(
        line.played == len(further[cell])
        and _arrives(case, cell, further[cell])
        and case.game.rules.board(line.state).of_kind("box") == case.board.of_kind("box")
        for cell, line in lines.items()
    )


@dataclass(frozen=True)
class LineCase(PositionCase):
    """Legal moves from a state on."""

    line: Sequence[Any]

    @cached_property
    def played(self) -> PlayedLine[Any]:
        """What becomes of them, move by move."""
        return Rules.play_line(self.game.rules, self.state, self.line)

    @cached_property
    def text(self) -> str:
        """The moves in the game's notation."""
        return self.game.controls.format(self.state, self.line)

    def __str__(self) -> str:
        return f"{super().__str__()}\nby the moves {list(self.line)}"


@law(LineCase)
def a_line_is_what_its_transitions_are(case: LineCase) -> bool:
    """`play_line` plays what the transitions play, and counts as they do."""
    return case.game.rules.play_line(case.state, case.line) == case.played and case.played.played == len(case.line)


@law(LineCase)
def a_line_ends_before_an_illegal_move(case: LineCase) -> bool:
    """`play_line` plays up to the first illegal move, and `format` raises IllegalMove that names its step."""
    illegal = _illegal_move(case)
    if illegal is None:
        return True
    longer = [*case.line, illegal, *case.line]
    line = case.game.rules.play_line(case.state, longer)
    if line.state != case.played.state or line.played != len(case.line):
        return False
    try:
        case.game.controls.format(case.state, longer)
    except IllegalMove as error:
        return error.step == len(case.line) + 1
    return False


@law(LineCase)
def notation_comes_back(case: LineCase) -> bool:
    """parse(state, format(state, moves)) == moves."""
    return case.game.controls.parse(case.state, case.text) == [*case.line]


@law(LineCase)
def notation_from_a_focus_comes_back(case: LineCase) -> bool:
    """parse_from(state, focus, format_from(state, focus, moves)) == moves, whatever is steered."""
    controls = case.game.controls
    foci = controls.focus(case.state)
    some = (None, *case.rng.sample(foci, min(2, len(foci))))
    texts = [(focus, controls.format_from(case.state, focus, case.line)) for focus in some]
    return all(controls.parse_from(case.state, focus, text) == [*case.line] for focus, text in texts)


@law(LineCase)
def what_was_played_is_written_alike(case: LineCase) -> bool:
    """`format_played` writes what `format` does of the moves that were played."""
    moves = [*case.line, *case.line]
    line = Rules.play_line(case.game.rules, case.state, moves)
    text = case.game.controls.format(case.state, moves[: line.played])
    return case.game.controls.format_played(case.state, moves, line) == text


@law(LineCase)
def spacing_is_not_insisted_on(case: LineCase) -> bool:
    """`parse` reads the same moves with space around them."""
    return case.game.controls.parse(case.state, f"\n {case.text} \n") == [*case.line]


@law(LineCase)
def what_names_no_moves_is_refused(case: LineCase) -> bool:
    """`parse` raises NotationError for a text that names no moves, and nothing else for one that is torn."""
    cut = case.rng.randrange(len(case.text) + 1)
    for text in (*_NO_MOVES, case.text[:cut], case.text[cut:] + case.text[:cut]):
        try:
            case.game.controls.parse(case.state, text)
        except NotationError:
            continue
        if text in _NO_MOVES:
            return False
    return True


def _meanings(case: PositionCase) -> Iterator[tuple[Piece | None, str, Any]]:
    """Yield every key with what it means for every piece that can be steered, and for none."""
    for focus in (None, *case.game.controls.focus(case.state)):
        for key in KEYS:
            yield focus, key, case.game.controls.key(case.state, focus, key)


def _is_known(case: PositionCase, meaning: Any) -> bool:
    match meaning:
        case None:
            return True
        case Focus(piece):
            return piece in case.game.controls.focus(case.state)
        case PlayerAction(player):
            return case.game.info.simultaneous and 1 <= player <= case.game.info.players
        case _:
            return meaning in case.transitions


def _moves_by_keys(case: PositionCase) -> Iterator[Any]:
    """Yield the moves that keys mean, for the pieces that they come to from one to the next."""
    actions = list(_actions(case))
    for players in product(*([None, *(a for a in actions if a.player == player)] for player in case.players[1:])):
        if case.game.info.simultaneous and any(players):
            yield case.game.controls.joint_move(
                case.state, {action.player: action.action for action in players if action is not None}
            )
    seen: list[Piece | None] = [None, *case.game.controls.focus(case.state)[:1]]
    for focus in seen:
        for key in KEYS:
            match case.game.controls.key(case.state, focus, key):
                case None | PlayerAction():
                    pass
                case Focus(piece):
                    if piece not in seen:
                        seen.append(piece)
                case move:
                    yield move


def _actions(case: PositionCase) -> Iterator[PlayerAction]:
    actions = (meaning for _, _, meaning in _meanings(case) if isinstance(meaning, PlayerAction))
    yield from dict.fromkeys(actions)


def _joint(case: PositionCase, actions: Mapping[int, Any]) -> Any:
    return case.game.rules.apply(case.state, case.game.controls.joint_move(case.state, actions))


def _arrives(case: PointerCase, target: Cell, path: Sequence[Any]) -> bool:
    """Return whether what stands at the origin of a pointer comes to its target by a path, or is moved towards it."""
    grid = case.board.grid
    if len(path) == 1 and target in {step[case.origin] for step in grid.step}:
        return True
    # The pieces at the origin, each with the place of that cell among its own; off the board one who is yet to come.
    pieces: list[tuple[Piece | None, int]]
    pieces = [(piece, piece.cells.index(case.origin)) for piece in case.board.at(case.origin)]
    if case.origin == grid.outside:
        pieces = [(None, 0)]
    places = {case.origin}
    state = case.state
    for move in path:
        transition = case.game.rules.apply(state, move)
        if transition is None:
            return True  # which is another law's
        places, moved = set(), pieces
        pieces = []
        for piece, part in moved:
            stages = [piece, *(change.after for change in transition.changes if change.original_piece == piece)]
            places |= {stage.cells[part] for stage in stages[1:] or stages if isinstance(stage, Piece)}
            if isinstance(stages[-1], Piece):
                pieces.append((stages[-1], part))
        state = transition.state
    return target in places


def _illegal_move(case: LineCase) -> Any:
    """Return a move that is illegal after the line, None where all are legal."""
    state = case.played.state
    moves = case.game.rules.pseudo_legal_moves(state)
    return next((move for move in moves if case.game.rules.apply(state, move) is None), None)


__all__ = ["LineCase", "PointerCase"]
