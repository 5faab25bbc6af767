"""XSB: boards drawn in text, the format that almost every Sokoban program reads.

The signs are ``#`` wall, ``@`` player, ``+`` player on a goal, ``$`` box, ``*`` box on a goal, ``.`` goal, and space,
``-`` or ``_`` for floor.  Text stands between the boards: comments (``; text``), keys (``Title: text``), blocks of
comment (``Comment:`` to ``Comment-End:``), solutions (``Solution: lurd`` or ``;LURD lurd``).

The module `line_classes` says what each line is, `segments` which lines belong to which level, `gather` what the lines
of text say, `board` what the rows draw.

Source: the Sokoban Wiki's page on the level format; the SOK format; JSoko's reader for what is a row and what is text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from ... import move_notations
from ...board import Board, keeping_latest
from ...errors import MissingCore
from ...level import Collection, Level, Problem, SavedMoves, Source
from ...sentence import say, word
from ..api import COLLECTION_FIELDS, LEVEL_FIELDS, Format, FormatInfo, Header
from ..parts import metadata, plain
from . import board as boards
from . import line_classes, reading
from .board import BadCell, ParsedBoard


class Xsb(Format):
    """XSB, and the parameters of formats with boards between lines of text.

    A subclass has its own `alphabet`, or cells of several characters, or other rows; it shares all the rest.
    """

    info = FormatInfo(
        key="xsb",
        name="XSB",
        endings=(".xsb", ".txt"),
        summary="boards drawn in # @ + $ * . and space, with titles, comments and solutions as text",
        recognised_by="what no other format takes; in other forms too, see [what is read](../reference/reading.md)",
        not_recognised="a row alone, rows without any piece around a text, and a board of which a line is no row",
        source="XSokoban, 1992; the Sokoban Wiki, Level format",
        expected=say("expected-xsb"),
        level_fields=LEVEL_FIELDS,
        collection_fields=COLLECTION_FIELDS,
        streams=True,
    )
    alphabet = line_classes.XSB
    bare_moves = False  # whether lines of letters below a board are saved moves where they can be played

    def recognise(self, text: str, name: str) -> str:
        return say("is-no-other")

    def scan(self, text: str) -> Collection:
        return reading.scan(text, self)

    def cell_width(self, comments: list[str]) -> int:
        """Return the characters per cell, from the comments above its board."""
        return 1

    def parse_board(self, rows: list[str], cell_width: int) -> ParsedBoard | list[BadCell]:
        """Return the board of rows, or its bad cells."""
        return boards.parse(rows)

    def cell_warnings(self, rows: list[str], cell_width: int, source: Source) -> list[Problem]:
        """Return warnings about ambiguous rows of a board; `source` is their place."""
        return []

    def own_headers(self, headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the headers of a level without those that describe the board."""
        return headers

    def board_rows(self, board: Board) -> list[str]:
        """Return the rows of a board, the inverse of `parse_board`, with any comment that they need above them."""
        return boards.rows(board)

    def board_losses(self, board: Board) -> Iterable[str]:
        """Return a sentence for everything on a board that its rows cannot hold."""
        return _board_losses(board)

    def losses(self, level: Level) -> Iterator[str]:
        yield from self.board_losses(level.board)
        yield from metadata.line_losses(level)
        options = level.options
        if options and metadata.parse_options(metadata.format_options(options)) != options:
            yield say("plain-options")

    def collection_losses(self, collection: Collection) -> Iterator[str]:
        facts = {word("noun", name): getattr(collection, name) for name in ("title", "author")}
        return metadata.text_losses(facts, collection.headers, collection.notes)

    def write_header(self, collection: Collection) -> Header:
        lines = metadata.named_lines(("Collection", collection.title), ("Author", collection.author))
        lines += [*metadata.header_lines(collection.headers), *_comment(collection.notes)]
        if lines and lines[0].startswith(";"):
            lines.insert(0, "Collection:")  # a ; at the start would be the title of the first level
        return Header("\n".join(lines))

    def write_level(self, level: Level, collection: Collection) -> str:
        lines = [*self.board_rows(level.board), *metadata.named_lines(("Title", level.title))]
        lines += metadata.fact_lines(level, self.default_game(level, collection))
        lines += [*metadata.header_lines(level.headers), *_comment(level.notes)]
        return "\n".join([*lines, *map(metadata.saved_line, level.saved_moves)])

    def default_game(self, level: Level, collection: Collection) -> str:
        """Return the game of a level that names none: that of the header, or the one that its board implies."""
        return metadata.default_game(collection.headers) or self.implied_game(level.board)

    def context(self, level: Level, collection: Collection) -> str:
        """Return the game that the header names for all levels."""
        return "".join(metadata.named_lines(("Game", metadata.default_game(collection.headers))))

    def canonical(self, level: Level) -> Level:
        """Return a level with moves in LURD, whatever notation they are written in."""
        if all(move_notations.recognise(moves.text) is None for moves in level.saved_moves):
            return level
        moves = (moves._replace(text=move_notations.read_moves(moves.text)) for moves in level.saved_moves)
        return replace(level, saved_moves=tuple(moves))

    def append_moves(self, text: str, moves: Sequence[SavedMoves]) -> str:
        return "\n".join([text, *map(metadata.saved_line, moves)])


def _comment(notes: str) -> list[str]:
    return ["Comment:", notes, "Comment-End:"] if notes else []


@keeping_latest
def _board_losses(board: Board) -> tuple[str, ...]:
    return tuple([*plain.losses(board)] or boards.losses(board))


class _Plain(Xsb):
    bare_moves = True

    def scan(self, text: str) -> Collection:
        plain = _plain_levels(text, self.info.games[0]) if len(text) >= _LARGE else None
        return super().scan(text) if plain is None else plain


_LARGE = 1 << 13  # characters of a text for which it pays to load native code


def _plain_levels(text: str, game: str) -> Collection | None:
    from .native import plain_levels  # reading needs no native code, which makes it quicker

    with suppress(MissingCore):
        return plain_levels(text, game)
    return None


FORMAT = _Plain()
