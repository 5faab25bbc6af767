"""Printable sheets: pages of several boards, each with its title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..arguments import check_text, check_whole
from ..board import Board
from ..errors import ArgumentError, UnsupportedError
from ..sentence import located, say
from . import svg
from .elements import escape
from .lettering import text_line
from .svg import Drawings, Frame, Look
from .visible import visible_board

PAPER = (595, 842)  # A4, in points of 1/72 inch
MAX_PER_PAGE = 100
MAX_PAGES = 1000
MAX_CELLS = 4_000_000  # of all boards together
_MARGIN, _GAP = 40, 16
_HEAD, _TITLE = 14, 9.5  # sizes of letters


class Entry(NamedTuple):
    """A board on a sheet, with the line below it."""

    board: Board
    title: str = ""


def pages(
    entries: Sequence[Entry],
    per_page: int = 6,
    look: Look | None = None,
    *,
    title: str = "",
    paper: tuple[int, int] = PAPER,
) -> list[str]:
    """Draw boards on pages of paper as documents of SVG, `per_page` on each, in rows and columns as they fit best.

    At the head of a page stand the title and its number.  The look is that of ``paper`` unless given.  Raises
    ArgumentError for no board, and UnsupportedError for one that is too large to draw, for more than `MAX_PAGES` and
    for more than `MAX_CELLS`.
    """
    check_whole("per_page", per_page, 1, MAX_PER_PAGE)
    check_text("title", title)
    if not entries:
        raise ArgumentError(located("entries", say("none-but-board")))
    _check_size(entries, per_page)
    look = look or Look("paper", background=False)
    groups = [entries[start : start + per_page] for start in range(0, len(entries), per_page)]
    columns = _best_columns(groups[0], per_page, paper)
    return [_page(group, per_page, columns, look, _head(title, number, len(groups)), paper)
            for number, group in enumerate(groups, start=1)]  # fmt: skip


def _check_size(entries: Sequence[Entry], per_page: int) -> None:
    if (count := -(-len(entries) // per_page)) > MAX_PAGES:
        raise UnsupportedError.said("pages-many", count=count, boards=per_page, most=MAX_PAGES)
    if (cells := sum(len(entry.board.terrain) for entry in entries)) > MAX_CELLS:
        raise UnsupportedError.said("cells-together", count=cells, most=MAX_CELLS)


def _head(title: str, number: int, count: int) -> str:
    page = f"{number} / {count}" if count > 1 else ""
    return " · ".join(filter(None, (title, page)))


def _slots(per_page: int, columns: int, paper: tuple[int, int]) -> tuple[float, float]:
    """Return width and height of the room for a board with its title."""
    rows = -(-per_page // columns)
    width, height = paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - 2 * _HEAD
    return (width - _GAP * (columns - 1)) / columns, (height - _GAP * (rows - 1)) / rows


def _best_columns(entries: Sequence[Entry], per_page: int, paper: tuple[int, int]) -> int:
    """Return in how many columns the boards of a page are largest, all of them together."""

    def size(columns: int) -> float:
        room = _slots(per_page, columns, paper)
        return sum(_scale(entry.board, room) for entry in entries)

    return max(range(1, per_page + 1), key=lambda columns: (round(size(columns), 6), -columns))


def _scale(board: Board, room: tuple[float, float]) -> float:
    width, height = max(board.width, 1) * 100, max(board.height, 1) * 100 + 10
    return max(0.0, min(room[0] / width, (room[1] - 2 * _TITLE) / height, 0.4))


def _page(entries: Sequence[Entry], per_page: int, columns: int, look: Look, head: str, paper: tuple[int, int]) -> str:
    room = _slots(per_page, columns, paper)
    drawings, ink = Drawings(), look.palette.colour("--ink") if look.background else "#000000"
    parts = [text_line(head, paper[0] / 2, _MARGIN, _HEAD, most=paper[0] - 2 * _MARGIN, fill=ink)] if head else []
    for index, (board, title) in enumerate(entries):
        left = _MARGIN + index % columns * (room[0] + _GAP)
        top = _MARGIN + 2 * _HEAD + index // columns * (room[1] + _GAP)
        seen = visible_board(board)
        svg.picture_frame(seen, look)  # refuses what is too large
        scale = _scale(board, room)
        x = left + (room[0] - scale * board.width * 100) / 2
        content = svg.draw_content(seen, look, drawings)
        parts.append(f'<g transform="translate({x:.2f} {top:.2f}) scale({scale:.5f})">{content}</g>')
        below = top + scale * (board.height * 100 + 10) + 1.3 * _TITLE
        if title:
            parts.append(text_line(title, left + room[0] / 2, below, _TITLE, most=room[0], fill=ink))
    frame = Frame(0, 0, *paper, 1)
    sheet = f'<rect class="sheet" width="{paper[0]}" height="{paper[1]}" fill="#ffffff"/>'
    words = f"<title>{escape(head or 'Boards')}</title>"
    return svg.document(frame, f"{words}{drawings.definitions}{sheet}{''.join(parts)}", f"sheet {look.palette.name}")
