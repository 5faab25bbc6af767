"""SOK: the format of Sokoban YASC, boards with notes, solutions and saved games.

Versions 0.14 to 0.20 are read: run lengths (0.17 to 0.19), macros (0.14), moves with jumps ``[...]``, changes of pusher
``{...}`` and the mark ``*`` of the current position.  Written is 0.20, where moves and boards are without run lengths;
moves that had them read back written out.  Solutions and saved games are kept as they stand in the file: a replay shows
which it is (`pushbox.play.verify`).  A puzzle with ``boxorder`` and ``goalorder`` among its notes is of the game
``plus``.

Moves are written below a title with the word ``Solution``, ``Savegame`` or ``Snapshot``, as JSoko does not see any
others: ``Solution`` for moves without a title, ``Solution (title)`` where the title has none of the words.

The module `shape` says what belongs to what, `reading` what it says, `macros` what it stands for, `writing` the way
back.

Source: the SOK format, version 0.19, and the Sokoban Wiki on 0.14 and 0.20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...level import Collection, Level, SavedMoves
from ...notation import MOVE_LETTERS
from ...sentence import of_level, say
from ..api import Header
from ..parts import numbers
from ..parts.metadata import default_game, named_lines, title_of
from ..text import MOST_LINES
from ..xsb import Xsb
from . import reading, writing
from .macros import used

MOST_MOVES = 16_000_000  # letters that run lengths may grow to in all saved moves together

# Eight letters are moves and no word; under a key such as `Solution:` they are what XSB has too.
_MOVES = re.compile(rf"^[ \t]*[{MOVE_LETTERS}0-9()\[\]{{}}*]{{8,}}+[ \t\r]*$", re.MULTILINE)
_KEYED = re.compile(r"[;> \t]*(?:lurd\b|(?:solution|savegame|snapshot|trace|comment)\b[^\n]*[:=])", re.IGNORECASE)
_TITLED = re.compile(
    r"^(?:best |own )?(?:solution|savegame|snapshot|reverse mode)\b[^:=\n]*\n"
    rf"\s*[{MOVE_LETTERS}0-9()\[\]{{}}*]+[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LETTER = re.compile(rf"[{MOVE_LETTERS}]")
_ASIDE = re.compile(r"^[ \t>]*::", re.MULTILINE)


class Sok(Xsb):
    info = replace(
        Xsb.info,
        key="sok",
        name="SOK",
        endings=(".sok",),
        summary="boards with titles, notes, solutions and saved games, as Sokoban YASC keeps them",
        recognised_by="the ending `.sok`, a line that begins with `::`, or moves below a line that is no key",
        not_recognised="boards with moves behind keys, which are XSB",
        source="Sokoban YASC; the SOK format, versions 0.14 to 0.20",
        games=("sokoban", "multiban", "plus"),
    )

    def recognise(self, text: str, name: str) -> str:
        if name.lower().endswith(".sok"):
            return say("is-ending", ending=".sok")
        if "::" in text and _ASIDE.search(text):
            return say("expected-sok")
        if text.count("\n") > MOST_LINES or not _LETTER.search(text):  # boards alone, of which there are large files
            return ""
        return say("block-of-moves") if _has_moves(text) or _TITLED.search(text) else ""

    def scan(self, text: str) -> Collection:
        return numbers.read_numbers(reading.scan(text, self), game=self.info.games[-1])

    def losses(self, level: Level) -> Iterator[str]:
        yield from numbers.losses(level)
        yield from self.board_losses(numbers.unnumbered(level.board))

    def collection_losses(self, collection: Collection) -> Iterator[str]:
        grown = 0
        for number, level in enumerate(collection.levels, start=1):
            for index, moves in enumerate(level.saved_moves, start=1):
                grown += len(writing.spelled(moves.text))
                if grown > MOST_MOVES:
                    bound = say("letters-without-runs", most=MOST_MOVES)
                    yield of_level(number, say("moves-beyond", index=index, bound=bound))
                    return

    def write_header(self, collection: Collection) -> Header:
        return Header(writing.write_header(collection))

    def write_level(self, level: Level, collection: Collection) -> str:
        game = self.default_game(level, collection)
        level = numbers.in_text(level, game, "keys")
        return writing.write_level(level, self.board_rows(level.board), game)

    def context(self, level: Level, collection: Collection) -> str:
        """Return the headers of the file that the text of a level refers to: the game, and its macros."""
        names = used(level.source.text) if level.source else set()
        lines = [f"{name}={value}" for name, value in collection.headers if name.lower() in names]
        named = (("title", collection.title), ("author", collection.author))
        lines += [f"{name}={value}" for name, value in named if name in names]
        lines += named_lines(("Game", default_game(collection.headers)))
        return "\n".join([*lines, writing.GUARD]) if lines else ""

    def append_moves(self, text: str, moves: Sequence[SavedMoves]) -> str:
        return "\n\n".join([text, *map(writing.write_moves, moves)])

    def canonical(self, level: Level) -> Level:
        """Return a level whose moves are without run lengths, groups and white space, as SOK 0.20 writes them.

        The title of a solution is without the word, as ``Solution (title)`` is read.
        """
        level = super().canonical(level)
        saved_moves = tuple(
            moves._replace(text=writing.spelled(moves.text), title=title_of(moves.title)) for moves in level.saved_moves
        )
        return level if saved_moves == level.saved_moves else replace(level, saved_moves=saved_moves)


def _has_moves(text: str) -> bool:
    """Return whether there are lines of moves without a key above them."""
    last = -2  # where the line of moves before this one ended
    for moves in _MOVES.finditer(text):
        start = moves.start()
        if not _LETTER.search(moves[0]):
            continue
        above = text.rfind("\n", 0, max(start - 1, 0)) + 1
        if start != last + 1 and not _KEYED.match(text, above, start):
            return True
        last = moves.end()
    return False


FORMAT = Sok()
