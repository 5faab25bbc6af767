"""Laws of steering: what keys and a pointer mean, and how moves are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from ..board import Piece
from ..errors import IllegalMove, NotationError, UnsupportedError
from ..games.api import KEYS, Focus, PlayedLine, PlayerAction, Rules, moved_pieces
from ..grid import Cell
from ..path.lazy_paths import path_lengths
from ..tiling import Direction
from .law import law, raised
from .position_laws import PositionCase

_AMPLE = 10_000  # cells that a pointer may look at: more than there are
_NO_MOVES = ("?", "l?", "\x00", "R?", "moves")


class SteeringCase(PositionCase):
    """A position, as it is steered."""

    @cached_property
    def meanings(self) -> list[Any]:
        """What every key means for every piece that can be steered, and for none."""
        foci = (None, *self.controls.focus(self.state))
        return [self.controls.key(self.state, focus, key) for focus in foci for key in KEYS]

    @property
    def actions(self) -> list[PlayerAction]:
        """Those of the meanings that are one player's part of a tick, each once."""
        return list(dict.fromkeys(meaning for meaning in self.meanings if isinstance(meaning, PlayerAction)))

    @law()
    def the_focus_is_on_the_board(self) -> bool:
        """`focus` offers pieces of the board, each once."""
        pieces = self.controls.focus(self.state)
        return all(piece in self.board.pieces for piece in pieces) and len(set(pieces)) == len(pieces)

    @law(share=0.3)
    def a_key_means_something_known(self) -> bool:
        """A key means a pseudo-legal move, a Focus that can be steered, a PlayerAction of one of several or nothing."""
        return all(self._is_known(meaning) for meaning in self.meanings)

    @law(share=0.2)
    def every_legal_move_can_be_made(self) -> bool:
        """Every legal move is what a key means for some piece, or what players do at once; or a pointer leads there."""
        rules = self.rules
        by_keys = {*self._moves_by_keys()}
        left = {rules.board(after).pieces for move, after in rules.successors(self.state) if move not in by_keys}
        if not left:
            return True
        cells = {cell for piece in self.board.pieces for cell in piece.cells} | {self.board.grid.outside}
        reached = set()
        for origin in sorted(cells):
            paths = self.controls.reach(self.state, origin, _AMPLE)
            reached |= {rules.board(rules.play_line(self.state, path).state).pieces for path in paths.values()}
        return left <= reached

    @law()
    def a_joint_move_is_of_several(self) -> bool:
        """`joint_move` raises UnsupportedError unless players move at once, and lets stand still who does nothing."""
        if not self.info.simultaneous:
            return raised(UnsupportedError, self.controls.joint_move, self.state, {}) is not None
        return all(
            piece.player == action.player
            for action in self.actions
            if (transition := self.rules.apply(self.state, self._joint_move(action))) is not None
            for piece in moved_pieces(transition.changes)
            if piece.kind == "pusher"
        )

    def _is_known(self, meaning: Any) -> bool:
        match meaning:
            case None:
                return True
            case Focus(piece):
                return piece in self.controls.focus(self.state)
            case PlayerAction(player):
                return self.info.simultaneous and 1 <= player <= self.info.players
            case _:
                return meaning in self.transitions

    def _moves_by_keys(self) -> Iterator[Any]:
        """Yield the moves that keys mean, for the pieces that they come to from one to the next."""
        actions = ([None, *(a for a in self.actions if a.player == player)] for player in self.players[1:])
        for joint in product(*actions) if self.info.simultaneous else ():
            if any(joint):
                yield self._joint_move(*filter(None, joint))
        seen: list[Piece | None] = [None, *self.controls.focus(self.state)[:1]]
        for focus in seen:
            for key in KEYS:
                match self.controls.key(self.state, focus, key):
                    case None | PlayerAction():
                        pass
                    case Focus(piece):
                        if piece not in seen:
                            seen.append(piece)
                    case move:
                        yield move

    def _joint_move(self, *actions: PlayerAction) -> Any:
        return self.controls.joint_move(self.state, {action.player: action.action for action in actions})


@dataclass(frozen=True)
class PointerCase(PositionCase):
    """What a pointer can mean from one cell."""

    origin: Cell

    @cached_property
    def paths(self) -> Mapping[Cell, Sequence[Any]]:
        """What `reach` gives."""
        return self.controls.reach(self.state, self.origin, _AMPLE)

    @cached_property
    def paths_moving_boxes(self) -> Mapping[Cell, Sequence[Any]]:
        """What `reach_moving_boxes` gives."""
        return self.controls.reach_moving_boxes(self.state, self.origin, _AMPLE)

    def __str__(self) -> str:
        return f"{super().__str__()}\nfrom the cell {self.origin}"

    @law()
    def a_path_is_legal(self) -> bool | None:
        """The moves of every path of `reach` are legal ones, the one after the other."""
        if not self.paths:
            return None
        return all(self.rules.play_line(self.state, path).played == len(path) for path in self.paths.values())

    @law()
    def a_path_comes_to_its_target(self) -> bool | None:
        """Every path of `reach` brings what stands at its origin to its target, or is a move towards the next cell."""
        return all(self._arrives(cell, path) for cell, path in self.paths.items()) if self.paths else None

    @law()
    def a_path_is_as_long_as_it_says(self) -> bool | None:
        """The paths of `reach` and of `reach_moving_boxes` are as long as they say before they are found."""
        if not (self.paths or self.paths_moving_boxes):
            return None
        return all(
            path_lengths(paths) == {cell: len(path) for cell, path in paths.items()}
            for paths in (self.paths, self.paths_moving_boxes)
        )

    @law()
    def a_limit_empties_the_reach(self) -> bool | None:
        """`reach` is empty where more cells than its limit would be visited, those it leads to among them."""
        if not self.paths:
            return None
        limit = self.rng.randrange(len(self.paths))
        return len(self.controls.reach(self.state, self.origin, limit)) <= limit

    @law()
    def reach_moving_boxes_leads_as_far(self) -> bool | None:
        """`reach_moving_boxes` leads wherever `reach` does."""
        return self.paths.keys() <= self.paths_moving_boxes.keys() if self.paths else None

    @law()
    def boxes_on_the_way_come_back(self) -> bool | None:
        """Where `reach_moving_boxes` leads on, it does by legal moves after which other boxes are back."""
        further = {cell: self.paths_moving_boxes[cell] for cell in self.paths_moving_boxes if cell not in self.paths}
        lines = {cell: self.rules.play_line(self.state, path) for cell, path in further.items()}
        if not lines:
            return None
        return all(
            line.played == len(further[cell])
            and self._arrives(cell, further[cell])
            and self.rules.board(line.state).of_kind("box") == self.board.of_kind("box")
            for cell, line in lines.items()
        )

    @law()
    def pushable_says_how_ways_begin(self) -> bool | None:
        """`pushable` says of a piece but a pusher, where `reach` leads it anywhere, in which directions it begins."""
        (piece, *_) = self.board.at(self.origin) if self.origin < self.board.grid.outside else (None,)
        if piece is None or piece.kind == "pusher" or piece.anchor != self.origin or self._is_hiding:
            return None
        ways = self.controls.pushable(self.state, _AMPLE)
        if ways is None or not self.paths:
            return None
        begun = {self._first_direction(piece, path) for path in self.paths.values()} - {None}
        return begun == {*ways.get(self.origin, ())}

    @property
    def _is_hiding(self) -> bool:
        return self.rules.view(self.state) != self.board

    def _first_direction(self, piece: Piece, path: Sequence[Any]) -> Direction | None:
        """Return the direction in which a path first moves a piece to the next cell, None if it never does."""
        state = self.state
        for move in path:
            transition = self.rules.apply(state, move)
            if transition is None:
                return None  # which is another law's
            for change in transition.changes:
                if change.original_piece == piece and isinstance(change.after, Piece):
                    steps = (step[piece.anchor] for step in self.board.grid.step)
                    return next((direction for direction, end in enumerate(steps) if end == change.after.anchor), None)
            state = transition.state
        return None

    def _arrives(self, target: Cell, path: Sequence[Any]) -> bool:
        """Return whether what stands at the origin comes to its target by a path, or is moved towards it."""
        grid = self.board.grid
        if len(path) == 1 and target in {step[self.origin] for step in grid.step}:
            return True
        # Pieces at the origin, each with the place of that cell among its own; off the board one who is yet to come.
        pieces: list[tuple[Piece | None, int]]
        pieces = [(piece, piece.cells.index(self.origin)) for piece in self.board.at(self.origin)]
        if self.origin == grid.outside:
            pieces = [(None, 0)]
        places = {self.origin}
        state = self.state
        for move in path:
            transition = self.rules.apply(state, move)
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


@dataclass(frozen=True)
class LineCase(PositionCase):
    """Legal moves from a state on."""

    line: Sequence[Any]

    @cached_property
    def played(self) -> PlayedLine[Any]:
        """What becomes of them, move by move."""
        return Rules.play_line(self.rules, self.state, self.line)

    @cached_property
    def text(self) -> str:
        """The moves in the game's notation."""
        return self.controls.format(self.state, self.line)

    def __str__(self) -> str:
        return f"{super().__str__()}\nby the moves {list(self.line)}"

    @law()
    def a_line_is_what_its_transitions_are(self) -> bool:
        """`play_line` plays what the transitions play, and counts as they do."""
        return self.rules.play_line(self.state, self.line) == self.played

    @law()
    def a_line_ends_before_an_illegal_move(self) -> bool | None:
        """`play_line` plays up to the first illegal move, and `format` raises IllegalMove that names its step."""
        end = self.played.state
        illegal = [move for move in self.rules.pseudo_legal_moves(end) if self.rules.apply(end, move) is None]
        if not illegal:
            return None
        longer = [*self.line, illegal[0], *self.line]
        line = self.rules.play_line(self.state, longer)
        error = raised(IllegalMove, self.controls.format, self.state, longer)
        ended = line.state == end and line.played == len(self.line)
        return ended and error is not None and error.step == len(self.line) + 1

    @law()
    def notation_comes_back(self) -> bool:
        """parse(state, format(state, moves)) == moves."""
        return self.controls.parse(self.state, self.text) == [*self.line]

    @law()
    def what_is_read_is_played(self) -> bool:
        """`play` reads what `parse` does and plays what `play_line` does, as far as it is legal."""
        moves = self.controls.parse(self.state, self.text)
        return self.controls.play(self.state, self.text) == (moves, self.rules.play_line(self.state, moves))

    @law()
    def notation_from_a_focus_comes_back(self) -> bool:
        """parse_from(state, focus, format_from(state, focus, moves)) == moves, whatever is steered."""
        controls = self.controls
        foci = controls.focus(self.state)
        some = (None, *self.rng.sample(foci, min(2, len(foci))))
        texts = [(focus, controls.format_from(self.state, focus, self.line)) for focus in some]
        return all(controls.parse_from(self.state, focus, text) == [*self.line] for focus, text in texts)

    @law()
    def what_was_played_is_written_alike(self) -> bool:
        """`format_played` writes what `format` does of the moves that were played."""
        moves = [*self.line, *self.line]
        line = Rules.play_line(self.rules, self.state, moves)
        text = self.controls.format(self.state, moves[: line.played])
        return self.controls.format_played(self.state, moves, line) == text

    @law()
    def spacing_is_not_insisted_on(self) -> bool:
        """`parse` reads the same moves with space around them."""
        return self.controls.parse(self.state, f"\n {self.text} \n") == [*self.line]

    @law()
    def what_names_no_moves_is_refused(self) -> bool:
        """`parse` raises NotationError for a text that names no moves."""
        return all(raised(NotationError, self.controls.parse, self.state, text) for text in _NO_MOVES)

    @law()
    def a_torn_text_is_read_or_refused(self) -> bool:
        """`parse` reads a text that is torn, or raises NotationError."""
        cut = self.rng.randrange(len(self.text) + 1)
        raised(NotationError, self.controls.parse, self.state, self.text[cut:] + self.text[: cut // 2])
        return True
