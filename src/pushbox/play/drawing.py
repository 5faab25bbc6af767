"""Draw any value that has a board: a level, a position, a session, or a line of play."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypedDict, Unpack

from ..arguments import Line, check_choice, check_flag, check_text, line_of, refused
from ..board import Board
from ..errors import PushboxError, UnsupportedError
from ..games.position import Position, position_of
from ..grid import Cell, parse_cell
from ..level import Level
from ..render import svg
from ..render.animation import FORMATS, MAX_FRAMES, AnimationFormat, Scene, Timing
from ..render.animation import animate as animate_scenes
from ..render.annotations import Annotations, Arrow
from ..render.pictures import Animation, Picture
from ..render.skins import Skin
from ..sentence import counted, say
from .scenes import scenes
from .session import Session

Drawable = Board | Level | Position | Session
CellName = Cell | str


class LookOptions(TypedDict, total=False):
    """The look of a board: see `pushbox.render.svg.Look`."""

    skin: str | Skin
    cell: int
    rulers: bool
    checkerboard: bool
    background: bool


class _Subject(NamedTuple):
    """The subject of a drawing: a scene, and its title."""

    scene: Scene
    title: str


def draw(
    subject: Drawable,
    moves: Line = "",
    *,
    caption: str | None = None,
    title: str | None = None,
    description: str | None = None,
    arrows: Iterable[tuple[CellName, CellName]] = (),
    labels: Mapping[Any, str | int] | None = None,
    heat: Mapping[Any, float] | None = None,
    overlays: Mapping[str, Iterable[CellName]] | None = None,
    **look: Unpack[LookOptions],
) -> Picture:
    """Draw a board, or that of a level, a position or a session, after some `moves`, as `verify` takes them.

    The caption, a line below, and the `title`, for screen readers, default to the title of the level. A cell is a
    number, or its name on the rulers, such as "D4": `arrows` are pairs of cells, `labels` short texts and `heat` values
    from 0 to 1 by cell, `overlays` cells by the name of their mark: ``reach``, ``path``, ``dead``, ``selected``,
    ``origins``, ``hint``, ``problem``, any other for an area. The rest is as in `pushbox.render.svg.Look`: `skin`
    (plain, wood, paper, pixel, contrast), pixels of a `cell`, `rulers`, `checkerboard`, `background`.

    Raises ArgumentError for a value without a board and for cells off it, UnsupportedError for a board that is too
    large to draw, NotationError and IllegalMove for moves that cannot be played.
    """
    drawn = _subject(subject, moves)
    board = drawn.scene.board
    annotations = Annotations(
        {name: [cell_number(board, cell) for cell in cells] for name, cells in (overlays or {}).items()},
        [Arrow(cell_number(board, start), cell_number(board, end)) for start, end in arrows],
        {cell_number(board, cell): text for cell, text in (labels or {}).items()},
        {cell_number(board, cell): value for cell, value in (heat or {}).items()},
    )
    return Picture(
        svg.draw(
            board,
            svg.Look(**look),
            title=drawn.title if title is None else title,
            description=description,
            caption=drawn.title if caption is None else caption,
            annotations=annotations,
            facing=drawn.scene.facing,
        )
    )


def animate(
    level: Level | Position | Session,
    moves: Line | None = None,
    *,
    format: AnimationFormat = "gif",  # noqa: A002  # what the field calls it
    speed: float = 6,
    loop: bool = True,
    counters: bool = False,
    caption: str | None = None,
    **look: Unpack[LookOptions],
) -> Animation:
    """Draw moves from a level's start, or from a position on, as an animation: a GIF, a WebP or an animated PNG.

    `save` of the result writes any of these, as the ending of the file says; `format` is that of its data.

    Without `moves`, a session is shown from its start, and a level with its first saved moves. `speed` is moves per
    second, `counters` shows moves and pushes below; the rest is as in `draw`.

    Raises PushboxError for a level without saved moves and if pushbox[render] is not installed, UnsupportedError if it
    would be too large, NotationError and IllegalMove for moves that cannot be played.
    """
    check_choice("format", format, FORMATS)
    check_flag("counters", counters)
    if isinstance(level, Session):
        start, text = level.start, level.text if moves is None else moves
    else:
        start, text = position_of(level), _saved_moves(level) if moves is None else moves
    parsed = _parse(start, text)
    title = start.source.title if start.source is not None else ""
    timing, drawn = Timing(speed, loop), svg.Look(**look)
    shown = list(scenes(start, parsed, timing, counters=counters))
    below = title if caption is None else caption
    check_text("caption", below)
    encode = partial(animate_scenes, shown, look=drawn, caption=below, loop=loop)
    size = svg.picture_frame(shown[0].board, drawn, below).size
    description = ", ".join(filter(None, [title, start.view.summary, counted(len(parsed), "move")]))
    return Animation(encode(format), format, size, len(shown), encode, description)


def _subject(subject: Drawable, moves: Line) -> _Subject:
    """Return the scene of a value with a board, after some moves."""
    line = line_of("moves", moves)
    stays = not (line.strip() if isinstance(line, str) else line)
    if isinstance(subject, Session):
        title, start = subject.level.title, subject.position
    elif isinstance(subject, Position):
        title, start = subject.source.title if subject.source is not None else "", subject
    elif isinstance(subject, Level) and stays:
        return _Subject(Scene(subject.board), subject.title)
    elif isinstance(subject, Level):
        title, start = subject.title, position_of(subject)
    elif isinstance(subject, Board):
        if not stays:
            raise refused("moves", moves, say("moves-of-board"))
        return _Subject(Scene(subject), "")
    else:
        raise refused("subject", subject, "a Board, a Level, a Position or a Session")
    last = deque(scenes(start, _parse(start, line)), maxlen=1).pop()
    return _Subject(last, title)


def _parse(start: Position, moves: Line) -> Sequence[Any]:
    parsed = start.parse(line_of("moves", moves))
    if len(parsed) >= MAX_FRAMES:
        raise UnsupportedError.said("moves-to-draw", count=len(parsed), most=MAX_FRAMES - 1)
    return parsed


def _saved_moves(level: Level | Position) -> str:
    source = level.source if isinstance(level, Position) else level
    if source is None or not source.saved_moves:
        raise PushboxError.said("no-solution-drawn")
    return source.saved_moves[0].text


def cell_number(board: Board, cell: CellName) -> Cell:
    """Return the number of a cell.  Raises ArgumentError for a name of none on the board."""
    if not isinstance(cell, str):
        return cell
    row, column = parse_cell(cell)
    if not (row < board.height and column < board.width):
        raise refused("cell", cell, say("cell-on-board"))
    return board.cell(row, column)
