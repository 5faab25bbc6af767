"""Tools for levels: read, list, convert, draw and find them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import Image
from pydantic import Field

from .. import levels as shipped
from ..errors import PushboxError
from ..formats import lossy
from ..games.position import load
from ..level import Collection, Level
from ..render import raster
from ..render.svg import Look
from .bounds import MAX_LISTED, Text, Word, check_board
from .games import PREFIX
from .levels import BUILTIN, LIBRARY, collection_named, read_text
from .subjects import NUMBER, SUBJECT, Subjects
from .values import CollectionInfo, Converted, Found, FoundLevels, LevelInfo, LevelList

if TYPE_CHECKING:
    from ..store.levels import LevelEntry

State = Literal["unsolved", "solved", "improvable", "best", "unsolvable"]
Order = Literal["number", "added", "title", "boxes", "size", "difficulty"]
SkinName = Literal["plain", "dark", "wood", "paper", "pixel", "contrast"]

_MAX_PIXELS = 1_600  # of a side of a picture
_LARGEST_CELL = 64
_LISTED_CELLS = 20_000  # of the boards of a list

_First = Annotated[int, Field(ge=1, description="The number of the first level to list.")]
_Count = Annotated[int | None, Field(ge=0, le=1_000_000)]
_Percent = Annotated[int | None, Field(ge=0, le=100)]


class LevelTools:
    """The tools for levels."""

    def __init__(self, subjects: Subjects) -> None:
        self._subjects = subjects
        self._levels = subjects.levels

    def read_levels(
        self,
        text: Annotated[Text, Field(description="Levels in any of the formats that pushbox reads.")],
        format: Annotated[Word, Field(description="Its format, such as xsb; empty to detect it.")] = "",  # noqa: A002
        first: _First = 1,
    ) -> LevelList:
        """Read a text: its format, its levels, and every problem with its place, such as line 4, column 6."""
        return _listed(read_text(text, format), first)

    def list_collections(self) -> list[CollectionInfo]:
        """List the collections that come along; list_levels lists the levels of one."""
        return [
            CollectionInfo(one.name, one.collection.title, one.kind, list(one.games), len(one.collection))
            for one in shipped.catalogue()
        ]

    def list_levels(
        self, collection: Annotated[Word, Field(description="Such as lessons or campaign.")], first: _First = 1
    ) -> LevelList:
        """List the levels of a collection that comes along, with the address that other tools take for each."""
        return _listed(collection_named(collection), first, collection)

    def convert(
        self,
        text: Text,
        to: Annotated[Word, Field(description="The key of a format, such as xsb, sok, slc or json.")],
        format: Annotated[Word, Field(description="That of the text; empty to detect it.")] = "",  # noqa: A002
    ) -> Converted:
        """Write the levels of a text in another format, and name what it cannot hold."""
        reduced = lossy.reduce(read_text(text, format), to)
        return Converted(to, reduced.text, [str(sentence) for sentence in reduced.lost[:MAX_LISTED]])

    def render(
        self,
        subject: Annotated[Text, Field(description=SUBJECT)],
        number: Annotated[int, Field(ge=1, description=NUMBER)] = 1,
        skin: SkinName = "plain",
        cell: Annotated[int | None, Field(ge=4, le=128, description="Pixels; by default what fits.")] = None,
        rulers: Annotated[bool, Field(description="Letters of columns and numbers of rows.")] = True,  # noqa: FBT002
    ) -> Image:
        """Draw a level, or a game as it stands, as a PNG."""
        if subject.startswith(PREFIX):
            game = self._subjects.games.find(subject)
            with game.lock:
                board = game.view.session.board
        else:
            board = load(self._levels.find(subject, number)).view
        check_board(board)
        side = max(board.width, board.height, 1)
        pixels = max(1, min(_LARGEST_CELL, _MAX_PIXELS // side)) if cell is None else cell
        PushboxError.beyond(_MAX_PIXELS, pixels * side, "pixels-to-draw")
        return Image(data=raster.png(board, Look(skin, pixels, rulers=rulers)), format="png")

    def search_library(
        self,
        words: Annotated[Word, Field(description="Of title, author, notes or collection; empty for all.")] = "",
        rules: Annotated[Word, Field(description="The key of a game, such as sokoban; empty for all.")] = "",
        author: Word = "",
        tag: Word = "",
        boxes_from: _Count = None,
        boxes_to: _Count = None,
        cells_from: _Count = None,
        cells_to: _Count = None,
        difficulty_from: _Percent = None,
        difficulty_to: _Percent = None,
        state: State | None = None,
        order: Order = "number",
        limit: Annotated[int, Field(ge=1, le=MAX_LISTED)] = 20,
    ) -> FoundLevels:
        """Search the library of this user, which `pushbox library add` fills, and return the levels with addresses."""
        from ..store.levels import search

        page = search(
            self._levels.library,
            text=words,
            game=rules or None,
            author=author or None,
            tag=tag or None,
            boxes=(boxes_from, boxes_to),
            size=(cells_from, cells_to),
            difficulty=(difficulty_from, difficulty_to),
            state=state,
            order=order,
            limit=limit,
        )
        return FoundLevels(page.total, [_found(entry) for entry in page.entries])


def _listed(collection: Collection, first: int, name: str = "") -> LevelList:
    """Return the levels of a collection from one on; those of a text have no address but the text itself."""
    levels: list[LevelInfo] = []
    cells = 0
    for number, level in enumerate(collection.levels[first - 1 : first - 1 + MAX_LISTED], start=first):
        cells += len(level.board.terrain)
        address = BUILTIN.format(collection=name, number=number) if name else ""
        levels.append(_info(number, level, address, with_board=cells <= _LISTED_CELLS))
    problems = [str(problem) for problem in collection.problems[:MAX_LISTED]]
    return LevelList(collection.format, collection.title, len(collection), levels, problems)


def _info(number: int, level: Level, address: str, *, with_board: bool) -> LevelInfo:
    board = level.board
    return LevelInfo(
        number=number,
        level=address,
        title=level.title,
        author=level.author,
        rules=level.game,
        columns=board.width,
        rows=board.height,
        boxes=sum(piece.kind != "pusher" for piece in board.pieces),
        solutions=len(level.saved_moves),
        board=str(board) if with_board else "",
    )


def _found(entry: LevelEntry) -> Found:
    address = LIBRARY.format(level=entry.id)
    size = entry.width, entry.height, entry.boxes
    return Found(address, entry.title, entry.author, entry.game, *size, entry.difficulty)
