"""From levels to the text of an XSB file.

A level that is as it was read is written as it was read; records added to it go below.  Everything else is written
anew.  What was written is read back before anybody gets it, so that nothing is ever lost in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...errors import FormatError
from ...level import Collection, Level, SavedMoves
from .. import text as texts
from ..parts import back
from . import words
from .dialect import XSB, Dialect
from .reading import default_game, scan


def write(collection: Collection, dialect: Dialect = XSB) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    if found := _told_losses(collection, dialect):
        raise FormatError(found[0])
    game = default_game(collection.headers)
    kept = [_kept(level, game, dialect) for level in collection.levels]
    text = _joined(
        _kept_header(collection, dialect),
        [old or _level(level, game, dialect) for old, level in zip(kept, collection.levels, strict=True)],
    )
    if scan(text, dialect) == collection:
        return text
    # text of one level that reads otherwise beside its neighbours: write all anew
    text = _canonical(collection, dialect)
    again = scan(text, dialect)
    if again == collection:
        return text
    raise FormatError(back.difference(collection, again, dialect.name))


def losses(collection: Collection, dialect: Dialect = XSB) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    if found := _told_losses(collection, dialect):
        return found
    again = scan(_canonical(collection, dialect), dialect)
    return [] if again == collection else [back.difference(collection, again, dialect.name)]


def _canonical(collection: Collection, dialect: Dialect) -> str:
    game = default_game(collection.headers)
    return _joined(_header(collection), [_level(level, game, dialect) for level in collection.levels])


def _told_losses(collection: Collection, dialect: Dialect) -> list[str]:
    found = [] if collection.levels else ["found no level, expected at least one"]
    found += _text_losses(
        (("title", collection.title), ("author", collection.author)), collection.headers, collection.notes
    )
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in _level_losses(level, dialect)]
    return found


def _level_losses(level: Level, dialect: Dialect) -> Iterator[str]:
    yield from dialect.losses(level.board)
    one_line = (("title", level.title), ("author", level.author), ("game", level.game))
    yield from _text_losses(one_line, level.headers, level.notes)
    if level.options and words.options(words.options_text(level.options)) != level.options:
        yield "found options with commas, blanks or numbers as text, expected plain names and values"
    for index, record in enumerate(level.saved_moves, start=1):
        if record.notes:
            yield f"found notes on record {index}, expected a record without notes"
        yield from _text_losses(((f"title of record {index}", record.title), (f"record {index}", record.text)), (), "")


def _text_losses(fields: tuple[tuple[str, str], ...], keys: words.Keys, notes: str) -> Iterator[str]:
    named = (*fields, *((f"key {name!r}" if name else "comment", value) for name, value in keys))
    for noun, value in named:
        if value != value.strip() or "\n" in value or "\r" in value:
            yield f"found the {noun} with line ends or blanks around it, expected one line without"
    for noun, value in (*named, ("notes", notes)):
        if bad := texts.strange(value):
            yield f"found the character {bad!r} in the {noun}, expected text"
    if "\r" in notes:
        yield "found notes with a carriage return, expected line ends only"


def _kept(level: Level, game: str, dialect: Dialect) -> str:
    """Return the text that a level was read from, with the records that came later, or nothing if more differs."""
    if level.source is None:
        return ""
    again = scan(_game_line(game) + level.source.text, dialect)
    if len(again.levels) != 1:
        return ""
    old = again.levels[0]
    count = len(old.saved_moves)
    if replace(level, saved_moves=level.saved_moves[:count]) != old:
        return ""
    return "\n".join([level.source.text, *map(_record, level.saved_moves[count:])])


def _game_line(game: str) -> str:
    return f"Game: {game}\n\n" if game else ""


def _kept_header(collection: Collection, dialect: Dialect) -> str:
    old = scan(collection.header, dialect)
    return collection.header if not old.levels and _facts(old) == _facts(collection) else _header(collection)


def _facts(collection: Collection) -> tuple[object, ...]:
    return collection.title, collection.author, collection.notes, collection.headers


def _joined(header: str, levels: list[str]) -> str:
    return "\n\n".join(([header] if header else []) + levels) + "\n"


def _header(collection: Collection) -> str:
    lines = [f"Collection: {collection.title}"] if collection.title else []
    if collection.author:
        lines.append(f"Author: {collection.author}")
    lines += _keys(collection.headers)
    lines += _comment(collection.notes)
    if lines and lines[0].startswith(";"):
        lines.insert(0, "Collection:")  # a ; at the start would be the title of the first level
    return "\n".join(lines)


def _level(level: Level, game: str, dialect: Dialect) -> str:
    lines = dialect.rows(level.board)
    if level.title:
        lines.append(f"Title: {level.title}")
    if level.author:
        lines.append(f"Author: {level.author}")
    implied = game or dialect.game(level.board)
    if level.game != implied or any(name.lower() == "game" for name, _ in level.headers):
        lines.append(f"Game: {level.game}")
    if level.options:
        lines.append(f"Options: {words.options_text(level.options)}")
    lines += _keys(level.headers)
    lines += _comment(level.notes)
    lines += map(_record, level.saved_moves)
    return "\n".join(lines)


def _keys(keys: words.Keys) -> list[str]:
    return [f"{name}: {value}".rstrip() if name else f"; {value}".rstrip() for name, value in keys]


def _comment(notes: str) -> list[str]:
    return ["Comment:", notes, "Comment-End:"] if notes else []


def _record(record: SavedMoves) -> str:
    return f"{words.record_key(record.title)}: {record.text}".rstrip()
