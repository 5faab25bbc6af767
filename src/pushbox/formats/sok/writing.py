"""From levels to the text of a SOK file, version 0.20: without run lengths, moves in lines of 70."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...errors import NotationError
from ...level import Collection, Level, SavedMoves
from ...notation import tokens
from ..parts import keeping, plain
from ..parts.layer import default_game
from ..xsb import board as rows
from ..xsb import words
from ..xsb.dialect import sokoban_or_multiban
from ..xsb.lines import BLANK, KEY, TEXT, sheet
from .macros import used
from .reading import scan
from .shape import folded, is_moves, settled

COLUMNS = 70
MOST_MOVES = 16_000_000  # letters that run lengths may grow to in all records together

LEGEND = """\
::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::
::            Sokoban levels, File Format 0.20            ::
::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::
:: Notes of the file; then for each puzzle its title, its ::
:: board and its notes, and for each solution or saved    ::
:: game of it a title, the moves and notes.               ::
:: A title is the last line of text above a board or      ::
:: moves, after a blank line or as the only line there.   ::
:: Board: # wall, @ pusher, $ box, . goal, + pusher on    ::
:: goal, * box on goal; space, - and _ are floor.         ::
:: Moves: l u r d, as capitals for pushes and pulls;      ::
:: [..] jump, {..} change of pusher, * current position.  ::
::::::::::::::::::::::::::::::::::::::::::::::::::::::::::::"""
_GUARD = "::"  # below a note that could be taken for the title of what follows


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return keeping.write(_STYLE, collection)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that a SOK file cannot hold, with level and cell."""
    return keeping.losses(_STYLE, collection)


def respelled(collection: Collection) -> Collection:
    """Return a collection whose records are without run lengths, groups and white space, as SOK 0.20 writes them."""
    levels = []
    for level in collection.levels:
        records = tuple(record._replace(text=spelled(record.text)) for record in level.saved_moves)
        levels.append(level if records == level.saved_moves else replace(level, saved_moves=records))
    return replace(collection, levels=tuple(levels))


def spelled(text: str) -> str:
    """Return moves without run lengths, groups and white space; any other text as it is.

    >>> spelled("3r 2(uR) [l]")
    'rrruRuR[l]'
    """
    if not any(sign in _SPELLED for sign in text):
        return text
    try:
        found = tokens(text)
    except NotationError:
        return text
    brackets = {"steps": ("", ""), "jump": ("[", "]"), "select": ("{", "}"), "mark": ("*", "")}
    return "".join(f"{brackets[token.kind][0]}{token.text}{brackets[token.kind][1]}" for token in found)


_SPELLED = frozenset("0123456789() \t\n\r")


def _told(collection: Collection) -> list[str]:
    found = [] if collection.levels else ["found no level, expected at least one"]
    grown = 0
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in _level_losses(level)]
        for index, record in enumerate(level.saved_moves, start=1):
            grown += len(spelled(record.text)) if grown <= MOST_MOVES else 0
            if grown > MOST_MOVES:
                found.append(f"level {number}: record {index} grows beyond {MOST_MOVES:,} letters without run lengths")
                return found
    return found


def _level_losses(level: Level) -> Iterator[str]:
    faulty = False
    for sentence in plain.losses(level.board):
        faulty = True
        yield sentence
    if not faulty and (sentence := rows.loss(level.board)):
        yield sentence


def context(level: Level, collection: Collection) -> str:
    """Return the keys of the file that a level's own text refers to: the game, and its macros."""
    names = used(level.source.text) if level.source else set()
    lines = [f"{name}={value}" for name, value in collection.headers if name.lower() in names]
    named = (("title", collection.title), ("author", collection.author))
    lines += [f"{name}={value}" for name, value in named if name in names]
    if game := default_game(collection):
        lines.append(f"Game: {game}")
    return "\n".join([*lines, _GUARD, "", ""]) if lines else ""


def _header(collection: Collection) -> str:
    lines = [f"Collection: {collection.title}"] if collection.title else []
    if collection.author:
        lines.append(f"Author: {collection.author}")
    lines += _keys(collection.headers)
    return "\n".join([LEGEND, "", *_guarded([*lines, *_notes(collection.notes)])]).strip("\n")


def _level(level: Level, collection: Collection) -> str:
    lines = []
    titled = any(folded(name) == "title" for name, _ in level.headers)
    if level.title and (titled or not _is_title(level.title)):
        lines.append(f"Title: {level.title}")
    elif titled:
        lines.append("Title:")
    above = [level.title, ""] if level.title and not lines else []
    if level.author:
        lines.append(f"Author: {level.author}")
    implied = default_game(collection) or sokoban_or_multiban(level.board)
    if level.game != implied or any(name.lower() == "game" for name, _ in level.headers):
        lines.append(f"Game: {level.game}")
    if level.options:
        lines.append(f"Options: {words.options_text(level.options)}")
    lines = _guarded([*lines, *_keys(level.headers), *_notes(level.notes)])
    board = "\n".join([*above, *rows.write(level.board)])
    return "\n\n".join([board, *(["\n".join(lines)] if lines else []), *map(_record, level.saved_moves)])


def _keys(keys: words.Keys) -> list[str]:
    """Return the lines of keys; a comment of the ``::`` kind is bare, any other has its ``;``."""
    return [
        f"{name}: {value}".rstrip() if name else value if value.startswith("::") else f"; {value}".rstrip()
        for name, value in keys
    ]


def _notes(notes: str) -> list[str]:
    """Return the lines of notes: bare where they are plain text, else as a block of comment."""
    if not notes:
        return []
    lines = notes.split("\n")
    found = sheet(notes)
    bare = (
        found.lines == lines
        and set(found.codes) <= {TEXT, BLANK}
        and all(line == line.strip() and not is_moves(line) for line in lines)
        and lines[0]
        and lines[-1]
        and "\n\n\n" not in notes
    )
    return lines if bare else ["Comment:", *lines, "Comment-End:"]


def _guarded(lines: list[str]) -> list[str]:
    """Return notes so that their last line is not taken for a title of what follows."""
    if not lines or (len(lines) > 1 and lines[-2]) or settled(lines[-1].partition(":")[0]):
        return lines
    return [*lines, _GUARD]


def _is_title(line: str) -> bool:
    """Whether a line is read as a title where it stands alone: text, and no key whose meaning is known."""
    found = sheet(line)
    return (
        found.lines == [line]
        and line == line.strip()
        and not is_moves(line)
        and (found.codes[0] == TEXT or (found.codes[0] == KEY and not settled(found.keys[0][0])))
    )


def _record(record: SavedMoves) -> str:
    lines = _moves(spelled(record.text))
    notes = record.notes.split("\n") if record.notes else []
    above: list[str] = []
    if lines is None:
        lines = [f"{words.record_key(record.title)}: {record.text}".rstrip()]
    elif record.title and not _is_title(record.title):
        notes = [f"Title: {record.title}", *notes]
    elif record.title:
        above = [record.title]
    text = "\n".join([*above, *lines])
    return "\n\n".join([text, "\n".join(_guarded(notes))]) if notes else text


def _moves(text: str) -> list[str] | None:
    """Return moves in lines of 70, in one where a line of those would have no letter; None for what is no moves."""
    lines = [text[start : start + COLUMNS] for start in range(0, len(text), COLUMNS)]
    if all(map(is_moves, lines)) and lines and not any(sign in _SPELLED for sign in text):
        return lines
    return [text] if is_moves(text) and not any(sign in _SPELLED for sign in text) else None


_STYLE = keeping.Style("the SOK format", "sok", scan, _told, _header, _level, _record, context, respelled)
