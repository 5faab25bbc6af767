"""A solution move by move: remaining pushes, boxes on goals, the pushed box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arguments import Line, line_of
from ..board import Board, Piece
from ..errors import UnsupportedError
from ..games.api import moved_pieces
from ..games.position import Position, position_of
from ..level import Level
from ..render.visible import is_home
from ..sentence import counted
from ..terminal import escape_line
from .chart import COLOURS, Chart, panels, style, whole_ticks

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_MOVES = 100_000  # of a solution that is plotted
_MAX_ROWS = 60  # of boxes, each with a row of its own


@dataclass(frozen=True, slots=True)
class Profile:
    """The course of a solution, by positions from the start to its end.

    `bounds` are lower bounds of the remaining pushes, `left` the remaining pushes of the solution, `home` the boxes on
    goals. `pushes` maps the name of a box's first cell to the moves, from 1, that push it.
    """

    bounds: tuple[int, ...]
    left: tuple[int, ...]
    home: tuple[int, ...]
    pushes: dict[str, tuple[int, ...]]


def profile(level: Level | Position, moves: Line) -> Profile:
    """Compute the profile of a solution.

    Raises NotationError and IllegalMove for moves that cannot be played, UnsupportedError for more than `MAX_MOVES`.
    """
    position = position_of(level)
    parsed = position.parse(line_of("moves", moves))
    if len(parsed) > MAX_MOVES:
        raise UnsupportedError.said("moves-to-plot", count=len(parsed), most=MAX_MOVES)
    boxes = [piece for piece in position.board.pieces if piece.kind != "pusher" and not piece.hidden]
    names = {index: position.board.cell_name(box.anchor) for index, box in enumerate(boxes)}
    places: dict[Piece, int] = {box: index for index, box in enumerate(boxes)}
    pushed: dict[int, list[int]] = {index: [] for index in names}
    bounds, home, done = [_bound(position)], [_home(position.board)], [0]
    for number, move in enumerate(parsed, start=1):
        transition = position.transition(move, step=number)
        position = Position(position.game, transition.state)
        moved = moved_pieces(transition.changes)
        indices = {before: places.pop(before) for before in moved if before in places}
        places |= {after: indices[before] for before, after in moved.items() if after is not None and before in indices}
        starts = {start for start, _ in transition.pushes}
        for before, index in indices.items():
            if starts.intersection(before.cells):
                pushed[index].append(number)
        bounds.append(_bound(position) if starts else bounds[-1])
        home.append(_home(position.board) if indices else home[-1])
        done.append(done[-1] + len(transition.pushes))
    left = tuple(done[-1] - count for count in done)
    by_name = {names[index]: tuple(numbers) for index, numbers in pushed.items() if numbers}
    return Profile(tuple(bounds), left, tuple(home), by_name)


def solution_profile(level: Level | Position, moves: Line) -> Chart:
    """Plot a solution move by move: pushes that are left and needed at least, boxes that are home, pushes by box.

    Boxes are named by the cells on which they began.  Raises NotationError and IllegalMove for moves that cannot be
    played, PushboxError where pushbox[plots] is not installed.
    """
    shape = profile(level, moves)
    title = level.title if isinstance(level, Level) else ""
    rows = dict(sorted(shape.pushes.items(), key=lambda row: -len(row[1]))[:_MAX_ROWS])
    with style():
        figure, (needed, home, boxes) = panels(2.2, 1.2, max(0.8, 0.2 * len(rows) + 0.4))
        steps = range(len(shape.left))
        needed.step(steps, shape.left, where="post", color=COLOURS[1], label="pushes that are left")
        if any(shape.bounds):
            needed.step(
                steps, shape.bounds, where="post", color=COLOURS[0], linestyle="dashed", label="needed at least"
            )
        needed.set_ylabel("pushes")
        needed.set_ylim(bottom=0)
        needed.legend(loc="upper right")
        needed.set_title(escape_line(title), loc="left")
        home.step(steps, shape.home, where="post", color=COLOURS[2])
        home.set_ylabel("boxes home")
        home.set_ylim(bottom=0)
        whole_ticks(needed.yaxis, home.yaxis, boxes.xaxis)
        _draw_boxes(boxes, rows)
        boxes.set_xlabel("moves")
        boxes.set_xlim(-0.5, len(shape.left) - 0.5)
    counts = counted(len(shape.left) - 1, "move"), counted(shape.left[0], "push"), counted(len(shape.pushes), "box")
    return Chart(figure, f"{title or 'A solution'}: {', '.join(counts)} pushed")


def _draw_boxes(axes: Axes, rows: dict[str, tuple[int, ...]]) -> None:
    """Draw a row a box, the one pushed most on top, with a stroke for each push."""
    axes.set_ylabel("box")
    axes.grid(visible=False, axis="y")
    if not rows:
        axes.set_yticks([])
        return
    colours = [COLOURS[index % len(COLOURS)] for index in range(len(rows))]
    axes.eventplot(list(rows.values()), colors=colours, lineoffsets=list(range(len(rows))), linelengths=0.7)
    names = [f"{name} ({len(numbers):,})" for name, numbers in rows.items()]
    axes.set_yticks(range(len(rows)), names, fontsize=8)
    axes.invert_yaxis()


def _bound(position: Position) -> int:
    return position.rules.lower_bound(position.state)


def _home(board: Board) -> int:
    return sum(is_home(board, piece) for piece in board.pieces if piece.kind != "pusher" and not piece.hidden)
