"""Score files (``.ssc``) of the Sokoban of sourcecode.se: XML with solutions in two bits per move.

A solution is the text of a ``Score``, in Base64: the number of moves in four bytes, highest first (two bytes unless the
root has a ``Version`` of 2 or more), then four moves per byte, the first in the two highest bits: 0 up, 1 right, 2
down, 3 left. The author's page does not say which attribute names the level; an ``Id`` of the score, or of an element
around it, is taken as its title.

Source: sourcecode.se, "Score File".
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

from ..errors import FormatError
from ..formats import encodings
from ..formats.parts import xml
from ..formats.parts.xml import Element
from ..level import SavedMoves
from ..sentence import located, place
from .api import MOST_PLAYED, ImportedFile, PlayedLevel, Program

KEY = "ssc"
_DIRECTIONS = "urdl"
_OF_BYTE = tuple("".join(_DIRECTIONS[byte >> shift & 3] for shift in (6, 4, 2, 0)) for byte in range(256))


def recognise(data: bytes, name: str) -> bool:
    """Return whether a file has scores."""
    head = data[:4000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"<") and (name.lower().endswith(".ssc") or b"<Score" in head)


def read(data: bytes, _name: str, encoding: str | None = None) -> ImportedFile:
    """Read the scores. Raises FormatError if the file has none."""
    root = xml.parse(encodings.decode(data, encoding).text).root
    version = root.attributes.get("Version", "1").strip()
    wide = 2 if version == "1" else 4
    played: list[PlayedLevel] = []
    problems: list[str] = []
    for score, title in _scores(root, ""):
        try:
            text = _moves(score.text, wide)
        except FormatError as error:
            problems.append(located(place(score.line), str(error)))
            continue
        player = score.attributes.get("Player", score.attributes.get("Name", ""))
        if text:
            played.append(PlayedLevel(SavedMoves(player, text), title=title))
        if len(played) > MOST_PLAYED:
            raise FormatError.said("many-scores", most=MOST_PLAYED)
    return ImportedFile(KEY, tuple(played), problems=tuple(problems))


def _scores(element: Element, title: str) -> Iterator[tuple[Element, str]]:
    """Yield the scores within an element, each with the title of its level."""
    for child in element.children:
        inner = child.attributes.get("Id", title)
        if child.name == "Score":
            yield child, inner
        else:
            yield from _scores(child, inner)


def _moves(text: str, wide: int) -> str:
    """Return the moves of a score, empty where it has none.  Raises FormatError."""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        raise FormatError.said("score-base64") from None
    if not data:
        return ""
    count, packed = int.from_bytes(data[:wide], "big"), data[wide:]
    if len(data) < wide or len(packed) != (count + 3) // 4:
        raise FormatError.said("score-bytes", count=len(packed), moves=count)
    return "".join(_OF_BYTE[byte] for byte in packed)[:count]


PROGRAM = Program(KEY, "score files (.ssc) of the Sokoban of sourcecode.se", recognise, read)
