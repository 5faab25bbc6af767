"""Gather the metadata of a level, or of the whole file, from the lines of text of an XSB file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile

from ... import move_notations
from ...level import SavedMoves
from ..parts.metadata import OF_FILE, OF_LEVEL, Metadata, title_of
from .line_classes import ASIDE, BLANK, COMMENT, HEADER, REMARK, SAVED, ScannedText

ENCODING = re.compile(r"@I([123])@")  # the comment with how many characters a cell of Crossoban takes: no title


def of_level(text: ScannedText, head: int, top: int, foot: int, end: int) -> Metadata:
    """Return the metadata of a board from the lines above and below it."""
    metadata = Metadata()
    entitled = False  # whether a comment above is the title if no header is
    if head < top:
        _gather(text, range(head, top), metadata, OF_LEVEL)
        codes = text.codes[head:top].strip(bytes([BLANK]))
        single = len(codes) == 1 and codes[0] not in (HEADER, SAVED, COMMENT, ASIDE)
        entitled = codes[:1] == bytes([REMARK]) or single
    if foot < end:
        _gather(text, range(foot, end), metadata, OF_LEVEL)
    headers = metadata.headers
    if entitled and not metadata.title:
        place = next((i for i, (_, value) in enumerate(headers) if not ENCODING.fullmatch(value)), len(headers))
        if place < len(headers) and not headers[place][0]:
            metadata.title = headers.pop(place)[1]
    return metadata


def of_file(text: ScannedText, end: int) -> Metadata:
    """Return the metadata of the file from the lines above the first level; plain text there is the notes."""
    metadata = Metadata()
    _gather(text, range(end), metadata, OF_FILE)
    return metadata


def _gather(text: ScannedText, lines: range, metadata: Metadata, meanings: Mapping[str, str]) -> None:
    of_file = meanings is OF_FILE
    for index in lines:
        code = text.codes[index]
        line = text.lines[index].strip()
        if code == COMMENT:
            if index in text.comments:
                metadata.notes += comment(text, index, text.comments[index])
        elif index in text.headers:
            name, value = text.headers[index]
            if code == SAVED and not of_file:
                metadata.saved_moves.append(SavedMoves(title_of(name), value + _continued(text, index + 1, lines.stop)))
            else:
                metadata.add_header(name, value, text.numbers[index], meanings)
        elif code == BLANK or (code == SAVED and not of_file):
            continue
        elif of_file and code not in (REMARK, ASIDE):
            metadata.notes.append(line)
        else:
            metadata.headers.append(("", line[1:].strip() if code == REMARK else line))


def _continued(text: ScannedText, index: int, end: int) -> str:
    """Return the moves in the lines that go on with those above."""
    rest = takewhile(lambda index: text.codes[index] == SAVED and index not in text.headers, range(index, end))
    lines = (text.lines[index].strip() for index in rest)
    return "".join(move_notations.recognise(line) or line for line in lines)


def comment(text: ScannedText, start: int, end: int) -> list[str]:
    """Return the lines inside a block of comment, blanks at their start and end included."""
    first = _OPENING.sub("", text.lines[start], count=1).strip()
    quoted = text.shifts.get(start, 0)
    inside = range(start + 1, end - 1)
    lines = [text.lines[i] if quoted else text.raw[text.numbers[i] - 1] for i in inside]
    return [first, *lines] if first else lines


_OPENING = re.compile(r"\s*comments?\s*[:=]", re.IGNORECASE)
