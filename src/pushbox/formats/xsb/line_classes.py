"""The class of each line of an XSB file: a row of a board, a header, a comment, text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ... import move_notations
from ...errors import FormatError, NotationError, TooLarge
from ...notation import MOVE_LETTERS, decode_lenient
from ...sentence import say
from .. import text as texts
from ..bounds import MOST_CELLS, MOST_HEADERS, MOST_LEVELS, MOST_SAVED_MOVES

# One byte a line, so that the shape of a file is bytes, and patterns over it find what belongs together.
ROW, FLOOR, LETTERS, RUNS, WHOLE, STRANGE, ODD = b"rflcCsw"
BLANK, REMARK, ASIDE, HEADER, SAVED, COMMENT, TEXT = b"b;:kRmt"

SOLID = "#@$+*"
_TEXTS = frozenset((REMARK, ASIDE, HEADER, TEXT))


Runs = tuple[list[str], tuple[str, ...]]


class Alphabet(NamedTuple):
    """The characters of rows in a format with boards between lines of text, like XSB.

    `row` matches a whole line that is a row, `strange` a character that no row has, and `names` lists the valid ones.
    One of `pieces` distinguishes a board with a strange character from a drawing in text. `loose` formats have letters
    that count in some boards only, and run lengths.
    """

    row: re.Pattern[str]
    strange: re.Pattern[str]
    names: str
    pieces: str
    loose: bool


class ScannedText(NamedTuple):
    """The lines of a file and their classes.

    `lines` are without mail quotes, tabs at their start and blanks at their end; `shifts` counts the characters removed
    on the left. `numbers` are those of the lines in the file, from 1, and `raw` is the file itself. `headers` has the
    name and the value of headers and saved moves, `runs` the rows of lines in run lengths with the dropped digits,
    `refused` the reasons why others are not, with the column from 0, `comments` the end of each block of comment, by
    its first line. `alphabet` is that of its rows. `scraps` are rows alone, and `odd` the lines at fault of rows that
    are no board.
    """

    raw: list[str]
    lines: list[str]
    codes: bytearray
    numbers: Sequence[int]
    shifts: dict[int, int]
    headers: dict[int, tuple[str, str]]
    runs: dict[int, Runs]
    refused: dict[int, tuple[str, int]]
    comments: dict[int, int]
    alphabet: Alphabet
    scraps: list[int]
    odd: list[int]

    def source(self, start: int, end: int) -> str:
        """Return the text of the lines from `start` to before `end`, as in the file."""
        return "\n".join(self.raw[self.numbers[start] - 1 : self.numbers[end - 1]]) if start < end else ""


def scanned(text: str, alphabet: Alphabet | None = None) -> ScannedText:
    """Classify the lines of a text, with rows of an alphabet, by default that of XSB.

    O(len(text) + `MOST_CELLS`). Raises FormatError as `text.lines` does, for run lengths of too many cells in all, and
    for more solutions or words than a file may have.
    """
    alphabet = alphabet or XSB
    raw = texts.lines(text)
    lines = raw
    numbers: Sequence[int] = range(1, len(raw) + 1)
    if "\\n" in text or "\f" in text or "\ufeff" in text:
        broken = [(part, number) for number, line in enumerate(raw, start=1) for part in _broken(line, alphabet.row)]
        lines, numbers = [part for part, _ in broken], [number for _, number in broken]
    lines = [line.rstrip() for line in lines]
    result = ScannedText(raw, lines, bytearray(), numbers, _unquote(lines, text), {}, {}, {}, {}, alphabet, [], [])
    ends = _comment_ends(lines) if "comment" in text.lower() else {}
    row = alphabet.row.fullmatch
    codes = result.codes
    expanded = boards = 0  # characters that run lengths stand for, and boards of one line
    solutions = words = 0  # the latter are lines below a first row, which become keys and comments
    has_rows = False
    for index, line in enumerate(lines):
        if len(codes) > index:
            continue  # inside a block of comment
        if row(line):
            codes.append(ROW)
            has_rows = True
        elif not line or line.isspace():
            codes.append(BLANK)
        elif index in ends:
            result.comments[index] = ends[index]
            codes.extend([COMMENT] * (ends[index] - index))
        else:
            codes.append(_code(result, index, line.strip(" ")))
            boards += codes[-1] == WHOLE
            solutions += codes[-1] == SAVED and index in result.headers
            words += has_rows and codes[-1] in _TEXTS
            if solutions > MOST_SAVED_MOVES:
                raise TooLarge.said("more-than-in-file", most=MOST_SAVED_MOVES, noun=say("solutions-in-all"))
            if words > MOST_HEADERS:
                raise TooLarge.said("more-than-in-file", most=MOST_HEADERS, noun=say("keys-or-comments"))
            if boards > MOST_LEVELS:
                raise FormatError.said("many-boards", most=MOST_LEVELS, line=numbers[index])
            if codes[-1] in (RUNS, WHOLE) and index in result.runs:
                expanded += sum(map(len, result.runs[index][0]))
                if expanded > MOST_CELLS:
                    raise FormatError.said("long-runs", most=MOST_CELLS, line=numbers[index])
    return result


def _runs(line: str) -> Runs | None:
    """Return the rows of a line of run lengths, and the digits that were dropped, or None for any other line.

    Digits at the end are dropped only where there are three rows or more, as a title may end with a number.  Raises
    NotationError for run lengths that stand for nothing, or for too much.
    """
    if not (_RUNS.fullmatch(line) and _RUN_SIGN.search(line)):
        return None
    decoded, stray = decode_lenient(line.strip())
    rows = decoded.removesuffix("\n").split("\n")
    if (stray and len(rows) < 3) or not all(
        _ROW.fullmatch(row) or _FLOOR.fullmatch(row) or lettered(row) if row else _PLAYERS.search(decoded)
        for row in rows
    ):
        return None
    return (rows, stray) if any(row.strip(" ._-") for row in rows) else None


_SHORT = 40  # characters of a row by itself, which often comes again
_kept_runs = lru_cache(maxsize=1 << 12)(_runs)


def is_moves(line: str) -> bool:
    """Return whether a line has moves: signs of the notation with at least one letter."""
    return bool(_MOVES.fullmatch(line))


def lettered(row: str) -> bool:
    """Return whether a row has signs and letters and begins and ends with a wall or a box on a goal."""
    trimmed = row.strip(" -_")
    return bool(_LETTERS.fullmatch(trimmed)) and trimmed[-1] in "#*"


_ROW = re.compile(r"(?=[ ._\-]*+[#@$+*])[ #@$.+*_\-]++")
_FLOOR = re.compile(r"[ ._\-]++")
_LETTERS = re.compile(r"[#*][ #@$.+*_\-WpmPMbBo]*+")
_RUNS = re.compile(r"[ #@$.+*_\-WpmPMbBo0-9()|]++")
_RUN_SIGN = re.compile(r"[0-9|]")
_PLAYERS = re.compile(r"[@+pmPM]")  # in a board that has one, a row of floor need not have a sign
XSB = Alphabet(_ROW, re.compile(r"[^ #@$.+*_\-]"), say("xsb-signs"), "@+$", loose=True)
_TABS = re.compile(r" *\t[ \t]*")
_QUOTE = re.compile(r"[> \t]*>")
_COMMENT = re.compile(r"[> \t]*comments?(?P<end>[-_ ]?end\b)?\s*[:=]?", re.IGNORECASE)
_LURD = re.compile(rf";\s*LURD\b\s*[:=]?\s*([{MOVE_LETTERS}0-9()\[\]{{}}*\s]*+)")
_MOVES = re.compile(rf"(?=[0-9()\[\]{{}}*\s]*+[{MOVE_LETTERS}])[{MOVE_LETTERS}0-9()\[\]{{}}*\s]++")
# JSoko writes `Solution name:` and `Solution comment:` below the moves that they are about.
_SAVED = re.compile(
    r"(?!solution (?:name|comment)\b)((?:solution|savegame|snapshot)\b[^:=]{0,200})[:=](.*)", re.IGNORECASE
)
_HEADER = re.compile(r"([A-Za-z][\w .'/()\-]{0,39})([:=])(.*)")


def _unquote(lines: list[str], text: str) -> dict[int, int]:
    """Take mail quotes from the lines and spread the tabs they begin with; return how much shorter that made them."""
    shifts: dict[int, int] = {}
    for pattern in [pattern for sign, pattern in ((">", _QUOTE), ("\t", _TABS)) if sign in text]:
        for index, line in enumerate(lines):
            if start := pattern.match(line):
                blanks = "" if pattern is _QUOTE else start[0].expandtabs()
                shifts[index] = shifts.get(index, 0) + len(start[0]) - len(blanks)
                lines[index] = blanks + line[len(start[0]) :]
    return shifts


def _code(text: ScannedText, index: int, line: str) -> int:
    """Return the class of a line that is not a plain row, not blank and not in a block of comment."""
    if line[0] == ";":
        if lurd := _LURD.fullmatch(line):
            text.headers[index] = ("Solution", lurd[1].strip())
            return SAVED
        return REMARK
    if line.startswith("::"):
        return ASIDE
    follows_moves = index > 0 and text.codes[-1] == SAVED
    if follows_moves and is_moves(line):
        return SAVED
    if line.startswith("**"):
        line = line.replace("**", "")  # bold in Markdown
    if (
        (saved := _SAVED.fullmatch(line))
        and saved[1].count("(") == saved[1].count(")")
        and (moves := _saved_moves(saved[2].strip())) is not None
    ):
        text.headers[index] = (saved[1].strip(), moves)
        return SAVED
    if follows_moves and move_notations.recognise(line):
        return SAVED
    header = _HEADER.fullmatch(line)
    if header and (header[2] == ":" or " " not in header[1].strip()) and header[1].count(" ") < 4:
        text.headers[index] = (header[1].strip(), header[3].strip())
        return HEADER
    return _board_code(text, index, line)


def _saved_moves(value: str) -> str | None:
    """Return the moves behind the name of a solution, in LURD where they are in another notation; None for words."""
    if not value or is_moves(value):
        return value
    if letters := move_notations.recognise(value):
        return letters
    if counts := _COUNTED.search(value):
        return _saved_moves(value[: counts.start()])
    words = _LONG_WORD.findall(value)
    is_text = any(2 * len(_NO_MOVE.sub("", word)) < len(word) for word in words) or _COUNTS.fullmatch(value)
    return None if is_text else value


_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_MOVE = re.compile(rf"[^{MOVE_LETTERS}]")
_COUNTED = re.compile(r"\s*\((?=[^()]*\b(?:moves?|push(?:es)?)\b)[^()]*[0-9][^()]*\)$", re.IGNORECASE)
_COUNTS = re.compile(r"[0-9]+\s*/\s*[0-9]+[^lurdLURD]*")  # as in the title `Solution/Moves: 230/97`


def _board_code(text: ScannedText, index: int, line: str) -> int:
    if _FLOOR.fullmatch(line):
        return FLOOR
    loose = text.alphabet.loose
    if loose and lettered(line):
        return LETTERS
    try:
        run = (_kept_runs if len(line) <= _SHORT else _runs)(line) if loose else None
    except NotationError as error:
        run = None
        if "|" in line and any(player in line for player in "@+"):
            text.refused[index] = error.message, max(error.column - 1, 0)
            return WHOLE
    if run:
        text.runs[index] = run
        rows, _ = run
        drawn = "".join(rows)
        whole = (
            len(rows) > 2 and any(player in drawn for player in "@+pmPM") and not (rows[0] + rows[-1]).strip("#* -_")
        )
        return WHOLE if whole else RUNS
    if line[0] in "#*":
        dense = _BLANKS.sub("", line)
        of_signs = 2 * len(text.alphabet.strange.sub("", dense)) > len(dense)
        if line[-1] in "#*":
            return STRANGE if of_signs and not _WORDS.search(line) else ODD
        if of_signs:
            return ODD
    return TEXT


_BLANKS = re.compile(r"\s+")
_WORDS = re.compile(r"[0-9 ]")


def _broken(line: str, row: re.Pattern[str]) -> list[str]:
    r"""Return the parts of a line between literal ``\n``, which some programs write for line ends of a board.

    Behind the end of a page, and behind the mark of a file that was joined to another, is a line of its own.
    """
    if line[:1] in _MARKS:
        return ["", line[1:]]
    parts = line.split("\\n")
    return parts if sum(1 for part in parts if row.fullmatch(part.strip(" >"))) > 1 else [line]


_MARKS = frozenset(("\f", "\ufeff"))


def _comment_ends(lines: list[str]) -> dict[int, int]:
    """Return for the first line of each block of comment the line after its last.

    ``Comment:`` without its end before the next ``Comment:`` is a block of one line.
    """
    marks = [(index, bool(mark["end"])) for index, line in enumerate(lines) if (mark := _comment_mark(line))]
    ends: dict[int, int] = {}
    for place, (index, is_end) in enumerate(marks):
        if not is_end:
            closed = place + 1 < len(marks) and marks[place + 1][1]
            ends[index] = marks[place + 1][0] + 1 if closed else index + 1
    return ends


def _comment_mark(line: str) -> re.Match[str] | None:
    mark = _COMMENT.match(line)
    return mark if mark and (mark["end"] or mark[0][-1] in ":=") else None
