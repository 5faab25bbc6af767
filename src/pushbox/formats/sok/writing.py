"""The parts of a SOK file, version 0.20, as text: without run lengths, moves in lines of 70."""

from __future__ import annotations

import re

from ...errors import NotationError
from ...grid import cut
from ...level import Collection, Level, SavedMoves
from ...notation import tokens
from ..api import Headers
from ..parts import metadata
from ..xsb.line_classes import BLANK, HEADER, TEXT, is_moves, scanned
from .shape import settled

COLUMNS = 70

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
_SEEN = re.compile("solution|savegame|snapshot", re.IGNORECASE)
GUARD = "::"  # below a note that could be taken for the title of what follows


def spelled(text: str) -> str:
    """Return moves without run lengths, groups and white space; any other text as it is.

    >>> spelled("3r 2(uR) [l]")
    'rrruRuR[l]'
    """
    if not any(sign in _SPELLED for sign in text):
        return text
    try:
        parts = tokens(text)
    except NotationError:
        return text
    brackets = {"steps": ("", ""), "jump": ("[", "]"), "select": ("{", "}"), "mark": ("*", "")}
    return "".join(f"{brackets[token.kind][0]}{token.text}{brackets[token.kind][1]}" for token in parts)


_SPELLED = frozenset("0123456789() \t\n\r")


def write_header(collection: Collection) -> str:
    """Return the lines above the first level."""
    lines = metadata.named_lines(("Collection", collection.title), ("Author", collection.author))
    lines += [*_header_lines(collection.headers), *_notes(collection.notes)]
    return "\n".join([LEGEND, "", *_guarded(lines)]).strip("\n")


def write_level(level: Level, rows: list[str], implied_game: str) -> str:
    """Return a level whose board has these rows."""
    titled = any(metadata.folded(name) == "title" for name, _ in level.headers)
    bare = level.title and not titled and _is_title(level.title)
    title = [f"Title: {level.title}".rstrip()] if titled or (level.title and not bare) else []
    lines = [*title, *metadata.fact_lines(level, implied_game)]
    lines = _guarded([*lines, *_header_lines(level.headers), *_notes(level.notes)])
    board = "\n".join([*([level.title, ""] if bare else []), *rows])
    return "\n\n".join([board, *(["\n".join(lines)] if lines else []), *map(write_moves, level.saved_moves)])


def _header_lines(headers: Headers) -> list[str]:
    """Return the lines of headers; a comment of the ``::`` kind is bare, any other has its ``;``."""
    return [
        value if not name and value.startswith("::") else line
        for (name, value), line in zip(headers, metadata.header_lines(headers), strict=True)
    ]


def _notes(notes: str) -> list[str]:
    """Return the lines of notes: bare if they are plain text, else as a block of comment."""
    if not notes:
        return []
    lines = notes.split("\n")
    text = scanned(notes)
    bare = (
        text.lines == lines
        and set(text.codes) <= {TEXT, BLANK}
        and all(line == line.strip() and not is_moves(line) for line in lines)
        and lines[0]
        and lines[-1]
        and "\n\n\n" not in notes
    )
    return lines if bare else ["Comment:", *lines, "Comment-End:"]


def _guarded(lines: list[str]) -> list[str]:
    """Return notes whose last line cannot be taken as the title of the next block."""
    if not lines or (len(lines) > 1 and lines[-2]) or settled(lines[-1].partition(":")[0]):
        return lines
    return [*lines, GUARD]


def _is_title(line: str) -> bool:
    """Return whether a line alone is read as a title: text, and no header with a known meaning."""
    text = scanned(line)
    return (
        text.lines == [line]
        and line == line.strip()
        and not is_moves(line)
        and (text.codes[0] == TEXT or (text.codes[0] == HEADER and not settled(text.headers[0][0])))
    )


def write_moves(moves: SavedMoves) -> str:
    """Return the title, the moves and the notes of saved moves."""
    lines = _moves(spelled(moves.text))
    notes = moves.notes.split("\n") if moves.notes else []
    above: list[str] = []
    if lines is None:
        lines = [metadata.saved_line(moves)]
    elif moves.title and not _is_title(moves.title):
        notes = [f"Title: {moves.title}", *notes]
    else:
        above = [_title(moves.title)]
    text = "\n".join([*above, *lines])
    return "\n\n".join([text, "\n".join(_guarded(notes))]) if notes else text


def _title(title: str) -> str:
    """Return the line of the title of saved moves; JSoko sees only moves below one of three words."""
    return title if _SEEN.search(title) else metadata.name_of(title)


def _moves(text: str) -> list[str] | None:
    """Return moves in lines of 70, or in one line if one of those would have no letter; None for other text."""
    if any(sign in _SPELLED for sign in text):
        return None
    lines = cut(text, COLUMNS)
    return lines if lines and all(map(is_moves, lines)) else [text] if is_moves(text) else None
