"""Studies played: whether each of their lines is legal, and the positions that they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import IllegalMove, NotationError, PushboxError
from ..games.position import Position
from ..play.validate import require_playable
from .values import Study

MAX_PLAYED = 200_000  # moves of all nodes together
MAX_MOVED = 200_000_000  # the same, times the pieces of the board, as each move may copy them
MAX_PIECES = 5_000_000  # of all nodes together


class StudyProblem(NamedTuple):
    """The fault in the moves of a node, as a sentence."""

    node: int
    message: str


@dataclass(frozen=True, slots=True)
class ReplayedStudy:
    """The positions of a study by node, with the moves that lead there; None for nodes that cannot be played.

    Nodes below a node with a problem are not played and have no problem of their own.
    """

    study: Study
    positions: tuple[Position | None, ...]
    moves: tuple[tuple[Any, ...], ...]
    problems: tuple[StudyProblem, ...]

    @property
    def start(self) -> Position:
        """The position that the level begins in."""
        start = self.positions[0]
        assert start is not None, "it is never a problem"
        return start

    def is_solved(self, node: int) -> bool:
        """Return whether a node solves the level."""
        position = self.positions[node]
        return position is not None and position.outcome.solved

    def depth(self, node: int) -> int:
        """Return the number of moves from the start to a node."""
        return sum(len(self.moves[one]) for one in self.study.line_to(node))


def replay_study(study: Study) -> ReplayedStudy:
    """Return a study with its positions.  O(moves).

    Raises LevelError for a level that cannot be played, UnsupportedError for a game that does not exist, PushboxError
    for more nodes or moves than there may be on a board of so many pieces.
    """
    positions: list[Position | None] = [require_playable(study.level)]
    moves: list[tuple[Any, ...]] = [()]
    problems = []
    count, pieces = 0, len(study.level.board.pieces)
    check_size(pieces, len(study.nodes), 0)
    for index, node in enumerate(study.nodes[1:], start=1):
        position, played = positions[node.parent], ()
        if position is not None:
            try:
                played = tuple(position.parse(node.moves))
                count += len(played)
                check_size(pieces, len(study.nodes), count)
                position = _play(position, played)
            except (NotationError, IllegalMove) as error:
                problems.append(StudyProblem(index, str(error)))
                position, played = None, ()
        positions.append(position)
        moves.append(played)
    return ReplayedStudy(study, tuple(positions), tuple(moves), tuple(problems))


def most_played(pieces: int) -> int:
    """Return the limit of the moves of all nodes: lower on a crowded board."""
    return min(MAX_PLAYED, MAX_MOVED // (1 + pieces))


def check_size(pieces: int, nodes: int, moves: int) -> None:
    """Raise PushboxError for more nodes than fit into memory, as each has its pieces, and for too many moves."""
    if nodes * pieces > MAX_PIECES:
        most = MAX_PIECES // pieces
        raise PushboxError.said("nodes-on-board", count=nodes, pieces=pieces, most=most)
    if moves > (most := most_played(pieces)):
        raise PushboxError.said("study-moves", most=most)


def _play(position: Position, moves: tuple[Any, ...]) -> Position:
    line = position.play_line(moves)
    if line.played < len(moves):
        raise position.illegal_move(moves, line)
    return Position(position.game, line.state)
