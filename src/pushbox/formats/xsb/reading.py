"""From the text of an XSB file to its levels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from ... import move_notations
from ...board import Board
from ...level import Collection, Level, Problem, SavedMoves, Source
from ...notation import MOVE_LETTERS
from ...sentence import say
from ..bounds import LevelReads
from ..parts import plain, tessellation
from ..parts.metadata import Metadata, default_game, trimmed
from ..parts.plain import LEFT_OUT, oversize, stray_digits
from . import gather
from .board import LETTER_SIGNS, BadCell, ParsedBoard, open_problem
from .doubts import Doubts
from .gaps import Drawn
from .line_classes import HEADER, LETTERS, RUNS, TEXT, WHOLE, ScannedText, scanned
from .segments import Segment, segments

if TYPE_CHECKING:
    from . import Xsb


def scan(text: str, dialect: Xsb) -> Collection:
    """Return the levels of an XSB file, or of one in a dialect of it, which may have none.

    A board with a sign that the dialect does not have is lost, and a problem; a board that is not closed gets a frame
    of walls, and a warning.
    """
    lines = scanned(text, dialect.alphabet)
    start, drawn = segments(lines)
    puzzles = ((segment, gather.of_level(lines, *segment[:4])) for segment in drawn)
    return collection(lines, start, gather.of_file(lines, start), puzzles, dialect)


def collection(
    text: ScannedText, start: int, above: Metadata, puzzles: Iterable[tuple[Segment, Metadata]], dialect: Xsb
) -> Collection:
    """Return the levels of boards with their metadata, and that of the file `above` the line `start`.

    An unreadable board is kept as text, with the level above it, or with the header.
    """
    game = default_game(tuple(above.headers))
    reads = LevelReads()
    levels = reads.levels
    header_end = start
    first = more = 0  # the lines of the last level; more of them than its own where lost boards follow it
    built = (_build(text, segment, around, game, dialect) for segment, around in puzzles)
    doubts = Doubts(text)
    for (segment, level, faults, _), fault in _with_faults(doubts, built):
        if level is not None and fault is None:
            _extend(levels, text, first, more)
            reads.add(level, faults)
            first, more = segment.head, 0
            continue
        if level is not None:
            assert fault is not None  # or it would be kept
            reads.leave_out(level, fault)
        else:
            reads.add(None, faults)
        if levels:
            more = segment.end
        else:
            header_end = segment.end
    _extend(levels, text, first, more)
    reads.add(None, doubts.unread())
    read = reads.collection()
    return replace(
        read,
        problems=tuple(sorted(read.problems, key=lambda problem: problem.line)),
        title=above.title,
        author=above.author,
        notes="\n".join(above.notes),
        headers=tuple(above.headers),
        header=text.source(0, header_end).strip("\n"),
    )


def _extend(levels: list[Level], text: ScannedText, start: int, end: int) -> None:
    """Let the boards that could not be read stay, as text, with the level above them."""
    if end and (source := levels[-1].source):
        own = text.source(*trimmed(text.lines, start, end))
        levels[-1] = replace(levels[-1], source=source._replace(text=own))


class _Built(NamedTuple):
    """What was made of a segment: its level, None where it cannot be read, its problems, and its rows."""

    segment: Segment
    level: Level | None
    problems: list[Problem]
    drawn: Drawn


def _with_faults(doubts: Doubts, built: Iterable[_Built]) -> Iterator[tuple[_Built, list[Problem] | None]]:
    """Yield what was built of segments, with the fault for which a level is left out; a warning is one of its problems.

    Two parts of a board have one fault, which is in the list of the first.
    """
    above: Drawn | None = None
    last: Problem | None = None
    for one, following in pairwise(chain(built, [None])):
        assert one is not None  # None is the last
        fault = None
        if one.level is not None:
            fault = doubts.fault(above, one.drawn, following and following.drawn)
        if fault is None:
            yield one, None
        elif fault.severity == "warning":
            yield one._replace(problems=[*one.problems, fault]), None
        else:
            yield one, [fault] if fault != last else []
            last = fault
        above = one.drawn


def _build(text: ScannedText, segment: Segment, around: Metadata, game: str, dialect: Xsb) -> _Built:
    """Return the level of a segment with its metadata, or None if it cannot be read, and the problems.

    `game` is the game of levels that name none, or empty if the file names none either.
    """
    top = text.numbers[segment.top]
    if segment.fault:
        index, column = segment.place
        place = text.numbers[index], column + text.shifts.get(index, 0) + 1
        return _lost(text, segment, [Problem(*place, "error", segment.fault, repair=LEFT_OUT)])
    if refused := tessellation.refusal(around.game or game):
        return _lost(text, segment, [Problem(top, 0, "error", refused, tessellation.EXPECTED, LEFT_OUT)])
    rows, problems, flat = _rows(text, segment)
    letters = dialect.cell_width([line.strip("; \t") for line in text.lines[segment.head : segment.top]])
    if large := oversize(-(-max(map(len, rows)) // letters), len(rows), top):
        return _lost(text, segment, large)
    parsed, indent = _parse(rows, letters, dialect)
    rows = [row[indent:] for row in rows] if indent else rows
    column = 1 + indent + text.shifts.get(segment.top, 0)
    if isinstance(parsed, list):
        lines = text.numbers[segment.top : segment.foot]
        faults = [
            Problem(lines[bad.row], column + bad.column, "error", bad.found, bad.expected, LEFT_OUT) for bad in parsed
        ]
        return _lost(text, segment, faults)
    board, opening, whole = parsed
    start, end = trimmed(text.lines, segment.head, segment.end)
    framed, leading = int(opening >= 0), 0 if flat else 1
    own = text.source(start, end)
    source = Source(own, text.numbers[start], board, top, column, framed, framed, leading * letters, leading)
    if framed:
        problems.append(open_problem(source, opening))
    if LETTERS in text.codes[segment.top : segment.foot]:
        problems += _ambiguity(rows, source, whole=whole)
    problems += dialect.cell_warnings(rows, letters, source)
    around.headers = dialect.own_headers(around.headers)
    if dialect.bare_moves and around.headers:
        _take_bare_moves(text, segment, around, board)
    level = around.level(board, game or dialect.implied_game(board), source)
    return _Built(segment, level, problems + around.problems, Drawn(segment.top, segment.foot, rows, whole))


def _lost(text: ScannedText, segment: Segment, problems: list[Problem]) -> _Built:
    rows = text.lines[segment.top : segment.foot]
    return _Built(segment, None, problems, Drawn(segment.top, segment.foot, rows, whole=False))


def _take_bare_moves(text: ScannedText, segment: Segment, around: Metadata, board: Board) -> None:
    """Let lines below a plain board, and values of keys of moves, be saved moves where these can be played on it.

    They may be short, and in any notation.  Lines below each other may be one solution.
    """
    found = {index: _bare_moves(text, index) for index in range(segment.foot, segment.end)}
    for is_moves, group in groupby(found, lambda index: bool(found[index])) if any(found.values()) else ():
        indexes = [*group] if is_moves else []
        together = [indexes] if len(indexes) > 1 else []
        for part in (*together, *([index] for index in indexes)):
            moves = "".join([found[index] for index in part])
            lines = [text.headers.get(index, ("", text.lines[index].strip())) for index in part]
            if {*lines} <= {*around.headers} and plain.pushes_boxes(board, moves):
                for line in lines:
                    around.headers.remove(line)
                around.saved_moves.append(SavedMoves("", moves))


def _bare_moves(text: ScannedText, index: int) -> str:
    """Return the letters of moves that a line of text is, or the value of a key of moves; empty for any other line."""
    code = text.codes[index]
    if code == TEXT:
        moves = text.lines[index].strip()
    elif code == HEADER and _is_of_moves(text.headers[index][0]):
        moves = text.headers[index][1]
    else:
        return ""
    bare = "".join(moves.split()) if code == HEADER else moves
    if _BARE_MOVES.fullmatch(bare):
        return bare
    is_word = code == TEXT and moves.isalpha() and len(moves) < _SHORTEST  # keys of a keyboard spell words
    return "" if is_word else move_notations.recognise(moves) or ""


@lru_cache(maxsize=1024)
def _is_of_moves(name: str) -> bool:
    """Return whether a key is one of moves."""
    return _OF_MOVES.fullmatch(name) is not None


_SHORTEST = 6  # letters of moves in a line by themselves that are not in LURD
_OF_MOVES = re.compile(
    r"(?:(?:.* )?solution|l[öo]sung|sol|answer|(?:.* )?moves?|actions?|action sequence|plan|path|lurd)(?: \([^()]*\))?",
    re.IGNORECASE,
)
_BARE_MOVES = re.compile(rf"[{MOVE_LETTERS}]+")


def _parse(rows: list[str], letters: int, dialect: Xsb) -> tuple[ParsedBoard | list[BadCell], int]:
    """Return the board of rows, or its bad cells, and how many blanks before every row are none of it."""
    indent = min([len(row) - len(row.lstrip(" ")) for row in rows]) if all(row[0] == " " for row in rows) else 0
    whole = indent - indent % letters
    parsed = dialect.parse_board([row[whole:] for row in rows] if whole else rows, letters)
    if whole == indent or not isinstance(parsed, list):
        return parsed, whole
    # Where a cell takes several characters, a blank may be part of it or stand before it, as after the > of a quote.
    again = dialect.parse_board([row[indent:] for row in rows], letters)
    return (parsed, whole) if isinstance(again, list) else (again, indent)


_LETTERS = re.compile("[WpmPMbBo]")
_CROSSOBAN = {
    "b": say("b-in-crossoban"),
    "B": say("big-b-in-crossoban"),
    "W": say("w-in-crossoban"),
}


def _ambiguity(rows: list[str], source: Source, *, whole: bool) -> list[Problem]:
    """Return a warning if another program may be meant by the letters of a board.

    That is Crossoban where every letter is one of its too, and any where the board makes no sense as one of XSB.
    """
    letters = [(row, match.start(), match[0]) for row, text in enumerate(rows) for match in _LETTERS.finditer(text)]
    of_crossoban = all(letter in _CROSSOBAN for *_, letter in letters)
    if not letters or (whole and not of_crossoban):
        return []
    row, column, letter = letters[0]
    place = source.top + row * source.leading, source.column + column if source.pitch else 0
    if not of_crossoban:
        found = say("letter-as-sign", letter=letter, sign=letter.translate(LETTER_SIGNS))
        return [Problem(*place, "warning", found, say("board-of-sense"), say("read-as-drawn"))]
    found = say("letter-which", letter=letter, what=_CROSSOBAN[letter])
    return [Problem(*place, "warning", found, say("signs-for-xsb"), say("read-as-xsb"))]


def _rows(text: ScannedText, segment: Segment) -> tuple[list[str], list[Problem], bool]:
    """Return the rows of a board, their problems, and whether some of them share a line."""
    lines = text.lines[segment.top : segment.foot]
    codes = text.codes[segment.top : segment.foot]
    flat = text.numbers[segment.foot - 1] - text.numbers[segment.top] < len(lines) - 1
    if RUNS not in codes and WHOLE not in codes:
        return lines, [], flat
    rows: list[str] = []
    problems: list[Problem] = []
    for index, line in enumerate(lines, start=segment.top):
        if run := text.runs.get(index):
            rows += run[0]
            problems += stray_digits(run[1], text.numbers[index])
        else:
            rows.append(line)
    return [row or "-" for row in rows], problems, True
