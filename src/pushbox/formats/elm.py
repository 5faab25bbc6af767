"""The letters of elm-sokoban-player, as in its addresses: ``5AHABDFAH5A``, a level a line in run lengths.

``A`` wall, ``B`` player, ``C`` player on a goal, ``D`` box, ``E`` box on a goal, ``F`` goal, ``G`` floor, ``H`` the end
of a row.  Any word could be such a line, so that a text is read as this only by name.

Source: krzysu/elm-sokoban-player, README.
"""

from __future__ import annotations

from ..errors import NotationError
from ..level import Collection, Level, Problem
from ..notation import decode_lenient, encode
from ..sentence import say
from .api import FormatInfo
from .parts import picture, sense
from .parts.metadata import Read, collect
from .parts.plain import LEFT_OUT, stray_digits
from .text import lines


class Elm(picture.PictureFormat):
    info = FormatInfo(
        key="elm",
        name="elm-sokoban-player",
        endings=(),
        summary="a level a line in the letters A to H with run lengths, as in addresses",
        recognised_by="lines of the letters A to H and digits alone",
        not_recognised="a line with any other sign",
        source="krzysu/elm-sokoban-player",
        expected=say("expected-elm"),
        detected=False,
    )
    charset = picture.charset({"#": "A", "@": "B", "+": "C", "$": "D", "*": "E", ".": "F", " ": "G"})
    separator = "\n"

    def recognise(self, text: str, name: str) -> str:
        head = text[:10_000]
        rows = [line.strip() for line in head.splitlines() if line.strip()] if "A" in head and "H" in head else []
        if rows and all("A" in line and "H" in line and not line.strip("ABCDEFGH0123456789") for line in rows):
            return say("is-elm")
        return ""

    def scan(self, text: str) -> Collection:
        numbered = enumerate(map(str.strip, lines(text)), start=1)
        return collect(self._read_line(line, number) for number, line in numbered if line)

    def _read_line(self, line: str, number: int) -> Read:
        try:
            rows, stray = decode_lenient(line.replace("H", "|"))
        except NotationError as error:
            return None, [Problem(number, 0, "error", str(error), repair=LEFT_OUT)]
        signs = rows.rstrip("\n").split("\n")
        level, problems = self.read_board([picture.Row(row, number) for row in signs], line, number)
        if sense.long_row([len(row) for row in signs]) >= 0:
            problems.append(Problem(number, 0, "warning", say("odd-row"), say("a-row-like-others")))
        return level, [*problems, *stray_digits(stray, number)]

    def write_level(self, level: Level, collection: Collection) -> str:
        return encode("H".join(self.write_rows(level.board)), threshold=2)


FORMAT = Elm()
