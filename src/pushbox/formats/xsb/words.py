"""What the lines of text of an XSB file say: title, author, game, options, notes, records, keys and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...level import Problem, SavedMoves, Scalar
from .lines import ASIDE, BLANK, COMMENT, KEY, RECORD, REMARK, Sheet

Keys = tuple[tuple[str, str], ...]

ENCODING = re.compile(r"@I([123])@")  # the comment that tells how many characters a cell of Crossoban takes: no title


@dataclass(slots=True)
class Words:
    """What lines of text say, while they are gathered."""

    title: str = ""
    author: str = ""
    game: str = ""
    options: tuple[tuple[str, Scalar], ...] | None = None
    notes: list[str] = field(default_factory=list)
    moves: list[tuple[str, list[str]]] = field(default_factory=list)  # title and lines of each record
    keys: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def records(self) -> tuple[SavedMoves, ...]:
        """The solutions and saved games."""
        return tuple(SavedMoves(title, "".join(lines)) for title, lines in self.moves)


def of_level(sheet: Sheet, head: int, top: int, foot: int, end: int) -> Words:
    """Return what the lines above and below a board say of it."""
    words = Words()
    entitled = False  # whether a comment above is the title if no key is
    if head < top:
        _gather(sheet, range(head, top), words, ("title",))
        codes = sheet.codes[head:top].strip(bytes([BLANK]))
        single = len(codes) == 1 and codes[0] not in (KEY, RECORD, COMMENT, ASIDE)
        entitled = codes[:1] == bytes([REMARK]) or single
    if foot < end:
        _gather(sheet, range(foot, end), words, ("title",))
    if entitled and not words.title:
        place = next((i for i, (_, text) in enumerate(words.keys) if not ENCODING.fullmatch(text)), len(words.keys))
        if place < len(words.keys) and not words.keys[place][0]:
            words.title = words.keys.pop(place)[1]
    return words


def of_file(sheet: Sheet, end: int) -> Words:
    """Return what the lines above the first level say of the whole file; plain text there is the notes."""
    words = Words()
    _gather(sheet, range(end), words, ("title", "collection", "set"), of_file=True)
    return words


def _gather(sheet: Sheet, lines: range, words: Words, titles: tuple[str, ...], *, of_file: bool = False) -> None:
    for index in lines:
        code = sheet.codes[index]
        line = sheet.lines[index].strip()
        if code == BLANK:
            continue
        if code == COMMENT:
            if index in sheet.comments:
                words.notes += comment(sheet, index, sheet.comments[index])
        elif index in sheet.keys:
            name, value = sheet.keys[index]
            if code == RECORD and not of_file:
                words.moves.append((record_title(name), [value]))
            else:
                key(name, value, words, titles, sheet.numbers[index], of_file=of_file)
        elif code == RECORD and words.moves:
            words.moves[-1][1].append(line)
        elif of_file and code not in (REMARK, ASIDE):
            words.notes.append(line)
        else:
            words.keys.append(("", line[1:].strip() if code == REMARK else line))


def key(name: str, value: str, words: Words, titles: tuple[str, ...], line: int, *, of_file: bool) -> None:
    """Take a key for what it means; a second one of the same meaning stays a key, an empty first one is nothing."""
    match _folded(name):
        case folded if folded in titles and not words.title:
            words.title = value
        case "author" if not words.author:
            words.author = value
        case "game" if not words.game and not of_file:
            words.game = value.lower()
        case "options" if words.options is None and not of_file:
            if (found := options(value)) is not None:
                words.options = found
                return
            expected = "options such as name=value, name=value"
            words.problems.append(Problem(line, 0, "warning", f"found {value[:40]!r}", expected, "kept as a key"))
            words.keys.append((name, value))
        case _:
            words.keys.append((name, value))


def _folded(name: str) -> str:
    return " ".join(re.split(r"[\s_-]+", name.lower()))


def comment(sheet: Sheet, start: int, end: int) -> list[str]:
    """Return the lines inside a block of comment, blanks at their start and end included."""
    first = _OPENING.sub("", sheet.lines[start], count=1).strip()
    quoted = sheet.shifts.get(start, 0)
    inside = range(start + 1, end - 1)
    lines = [sheet.lines[i] if quoted else sheet.raw[sheet.numbers[i] - 1] for i in inside]
    return [first, *lines] if first else lines


_OPENING = re.compile(r"\s*comments?\s*[:=]", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:solution|savegame|snapshot)(?: [0-9]{1,9})?", re.IGNORECASE)


def record_title(name: str) -> str:
    """Return the title of a record from its key: none for ``Solution``, ``x`` for ``Solution (x)``, else the key."""
    if name.lower() == "solution":
        return ""
    kind, _, rest = name.partition(" ")
    if kind.lower() == "solution" and rest.startswith("(") and rest.endswith(")"):
        return rest[1:-1].strip()
    return name


def record_key(title: str) -> str:
    """Return the key of a record with a title, the inverse of `record_title`."""
    if not title:
        return "Solution"
    return title if _NUMBERED.fullmatch(title) and title.lower() != "solution" else f"Solution ({title})"


def options(text: str) -> tuple[tuple[str, Scalar], ...] | None:
    """Read ``name=value, name=value``, or return None where the text is none such."""
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals and name.strip() for name, equals, _ in pairs):
        return None
    return tuple((name.strip(), _scalar(value.strip())) for name, _, value in pairs)


def options_text(found: Iterable[tuple[str, Scalar]]) -> str:
    """Return options as text, the inverse of `options`."""
    return ", ".join(f"{name}={_WORD.get(value, value) if isinstance(value, bool) else value}" for name, value in found)


_WORD = {True: "true", False: "false"}
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_FLOAT = re.compile(r"-?[0-9]{1,400}(?:\.[0-9]{1,400})?(?:e[+-]?[0-9]{1,3})?")


def _scalar(text: str) -> Scalar:
    if text in _WORD.values():
        return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and any(sign in text for sign in ".e"):
        return float(text)
    return text
