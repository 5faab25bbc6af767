"""The interface of file formats: static facts, and pure functions between text and levels.

A format is one module with a subclass of `Format`, its `FormatInfo` at the top and one instance of it, ``FORMAT``, at
the end. It has `recognise`, `scan`, `losses` and `write_level`; `pushbox.formats.codec` builds reading, writing,
keeping the text of unchanged levels and reports of losses on these, for every format.

The law: ``read(write(collection)) == collection`` for every collection without losses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..board import Board
from ..level import Collection, Level, SavedMoves
from ..sentence import say

Headers = tuple[tuple[str, str], ...]

LEVEL_FIELDS = ("game", "options", "title", "author", "notes", "headers", "saved_moves")
COLLECTION_FIELDS = ("title", "author", "notes", "headers")
MOST_CELLS = 1_000_000


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """The static facts of a format.

    `endings` are those of its files, with their dot. `recognised_by` says what shows that a text is of this format, and
    `not_recognised` what it is not taken for. `expected` names what a text without levels lacks. `level_fields`
    and `collection_fields` are the fields beside the boards that it can hold, of `LEVEL_FIELDS` and
    `COLLECTION_FIELDS`. `games` are the games of a level whose text names none: for one player, for several, and for a
    board with more than plain parts; the last one fills missing entries.

    A format that is not `detected` is read only on request, because its texts are also texts of another format. One
    that `streams` has its levels one after the other in lines of their own, each with its `Source`, so that a file can
    be read in parts. One that is `lossless` holds every level, and files without any.
    """

    key: str
    name: str
    endings: tuple[str, ...]
    summary: str
    source: str
    recognised_by: str = ""
    not_recognised: str = ""
    expected: str = say("at-least-one")
    level_fields: tuple[str, ...] = ()
    collection_fields: tuple[str, ...] = ()
    games: tuple[str, ...] = ("sokoban", "multiban")
    detected: bool = True
    streams: bool = False
    lossless: bool = False

    @property
    def solutions(self) -> bool:
        """Whether it can keep solutions."""
        return "saved_moves" in self.level_fields

    @property
    def ending(self) -> str:
        """The ending of a new file."""
        return self.endings[0] if self.endings else ".txt"


class Header(NamedTuple):
    """The text above the levels of a file, and the collection's headers below them."""

    text: str = ""
    below: Headers = ()


class Format(ABC):
    """A file format.  Only `recognise`, `scan` and `write_level` are needed."""

    info: FormatInfo
    separator = "\n\n"

    @abstractmethod
    def recognise(self, text: str, name: str) -> str:
        """Return why a text, from a file of this name, may well be of this format; empty where it is not."""

    @abstractmethod
    def scan(self, text: str) -> Collection:
        """Return every level of a text, which may have none, and a problem for everything that cannot be read.

        Raises FormatError for a text that is not of this format at all.
        """

    @abstractmethod
    def write_level(self, level: Level, collection: Collection) -> str:
        """Return the text of a level without losses, which is one of a collection, without a line end."""

    def losses(self, level: Level) -> Iterable[str]:
        """Yield a sentence for everything in a level that the format cannot hold, but for whole fields.

        What it does not name shows when the text is read back.
        """
        return ()

    def collection_losses(self, collection: Collection) -> Iterable[str]:
        """Yield a sentence for everything in a collection that the format cannot hold beside its levels."""
        return ()

    def write_header(self, collection: Collection) -> Header:
        """Return the text above the levels, written anew."""
        return Header()

    def write_levels(self, collection: Collection, kept: Sequence[str]) -> list[str]:
        """Return the text of each level: its kept text, or new text if that is empty."""
        return [
            text or self.write_level(level, collection) for text, level in zip(kept, collection.levels, strict=True)
        ]

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        """Return a file of a header and the texts of levels, with some headers below these."""
        return self.separator.join([*([header] if header else []), *levels]) + "\n"

    def companions(self) -> Mapping[str, str]:
        """Return the texts of the files that a file of this format needs beside it, by their names."""
        return {}

    def context(self, level: Level, collection: Collection) -> str:
        """Return the header that the text of a level needs above it to be read as it was beside the others."""
        return ""

    def append_moves(self, text: str, moves: Sequence[SavedMoves]) -> str:
        """Return the text of a level with saved moves below; empty where the level has to be written anew."""
        return ""

    def canonical(self, level: Level) -> Level:
        """Return a level as it reads back, if the format has one spelling for several equivalent ones."""
        return level

    def implied_game(self, board: Board) -> str:
        """Return the game of a level whose text names none."""
        games = self.info.games
        return games[min(len(board.of_kind("pusher")) > 1, len(games) - 1)]
