"""Boards as pages, programs and people write them, rewritten as XSB.

They stand in HTML, BBCode, Markdown and in strings of programs, have numbers before their rows, blanks between their
signs, every sign twice, or the signs of another program.  A part of a text is rewritten where that makes it a board
which could be played: of walls all around, with a player, and as many boxes as goals; all else stays as it is.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ..level import Problem
from ..sentence import Sentence, say
from . import cell_arrays, legends, row_forms
from .parts import sense
from .row_forms import FEWEST, apart, is_doubled, once
from .symbol_tables import TABLES, SymbolTable

_MOST = 1_000_000  # characters of a text that is looked at so closely
_MOST_NEARLY = 100_000  # characters of one that is looked at again


class Rewritten(NamedTuple):
    """A text with boards of XSB; the line of the old text for each of its lines, and in words what was rewritten.

    `guess` is the number of the first line where signs were given a meaning or boards were parted, 0 for none. `raw` is
    the old text where columns may have changed.
    """

    text: str
    numbers: list[int]
    how: tuple[Sentence, ...]
    guess: int = 0
    raw: Sequence[str] = ()

    @property
    def is_form(self) -> bool:
        """Whether more than markup was taken away: numbers, blanks, doubled signs, other signs."""
        return any(form.code not in {"form-markup", "form-strings"} for form in self.how)


def rewritten(text: str) -> Iterator[Rewritten]:
    """Yield the ways to rewrite a text that has boards in another form, as lines, strings and arrays of a program."""
    return _ways(text, _Measure(is_board, 0))


def nearly(text: str) -> Iterator[Rewritten]:
    """Yield the ways to rewrite a text with rows that are nearly a board: what is wrong with them is to be said."""
    return _ways(text, _Measure(is_nearly, 1)) if len(text) <= _MOST_NEARLY else iter(())


class _Measure(NamedTuple):
    """Which rows of XSB signs are a board, and how many signs of theirs a table may lack."""

    fits: Callable[[list[str]], bool]
    unknown: int


def _ways(text: str, measure: _Measure) -> Iterator[Rewritten]:
    if len(text) > _MOST:
        return
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    tables = _tables(text)
    for way in (_as_lines(raw, tables, measure), _as_strings(raw, measure), _as_arrays(raw, tables, measure)):
        if way is not None:
            yield way._replace(raw=raw)


_Tables = Sequence[tuple[SymbolTable, Sentence]]  # with what is said of a board that is read by them


def _tables(text: str) -> _Tables:
    """Return the table of the legend in a text, all that are known where there is none."""
    if (legend := legends.table(text)) is not None:
        return [(legend, say("form-legend"))]
    return [(table, say("form-table", source=table.source)) for table in TABLES.values()]


def by_symbols(text: str, table: SymbolTable) -> Rewritten:
    """Return a text with the rows that have signs of a table as rows of XSB, other signs of XSB as ``?``.

    Rows are three or more lines below each other with signs of the table alone, or lines between two walls.
    """
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    known, walls = {*table.signs, *" \t,|"}, tuple(sign for sign, own in table.signs.items() if own == "#")
    fits = [{*line} <= known and any(wall in line for wall in walls) for line in raw]
    lines: list[str] = []
    for is_fit, group in groupby(zip(raw, fits, strict=True), itemgetter(1)):
        rows = [line for line, _ in group]
        if is_fit and len(rows) >= FEWEST:
            lines += _translated(rows, table.signs)
        else:
            lines += [_by_signs(row, table.signs) if _is_walled(row, walls) else row for row in rows]
    numbers = [*range(1, len(raw) + 1)]
    return Rewritten("\n".join(lines), numbers, (say("form-table", source=table.source),))


def _is_walled(line: str, walls: tuple[str, ...]) -> bool:
    return len(line.strip()) >= FEWEST and line.strip().startswith(walls) and line.strip().endswith(walls)


def _by_signs(row: str, signs: Mapping[str, str]) -> str:
    return "".join(signs.get(sign, "?" if sign in "#@+$*._-" else sign) for sign in row)


def _translated(rows: list[str], signs: Mapping[str, str]) -> list[str]:
    """Return rows in the signs of XSB, taken apart where that makes them a board."""
    ways = [_by_table(form, signs) for form in (rows, apart(rows), once(rows)) if form is not None]
    drawn = [way for way in ways if way is not None]
    return next(filter(is_board, drawn), drawn[0] if drawn else rows)


def undoubled(text: str) -> Iterator[Problem]:
    """Yield a warning for each row that has one sign an odd number of times among rows that have every sign twice.

    Such rows are read as they are drawn, with each pusher and each box two, although a sign is missing or too much.
    """
    if len(text) > _MOST or not any(pair in text for pair in _PAIRS):
        return
    lines = [line.rstrip("\r") for line in text.split("\n")]
    for start, end in reversed([*_blocks(lines)]):
        odd = [index for index in range(start, end) if not is_doubled(lines[index])]
        rows = lines[start:end]
        if not 0 < len(odd) < len(rows) / 2 or not all(any(sign in row for row in rows) for sign in "#@$."):
            continue
        for index in odd:
            runs = [*_RUN.finditer(lines[index])]
            single = [run for run in runs if len(run[0]) % 2]
            if len(single) != 1 or not _SIGNS.issuperset(lines[index]):
                break
            found = say("undoubled", count=len(single[0][0]), sign=single[0][1])
            expected, repair = say("every-sign-twice"), say("read-as-drawn")
            yield Problem(index + 1, single[0].start() + 1, "warning", found, expected, repair)


_PAIRS = ("@@", "++", "$$", "**")
_RUN = re.compile(r"(.)\1*")


def boards_among(raw: Sequence[str]) -> Iterator[int]:
    """Yield the index of the first line of each board of XSB among lines of text."""
    index = 0
    for is_row, group in groupby(raw, _is_row):
        rows = [row.rstrip() for row in group]
        if is_row and is_board(rows):
            yield index
        index += len(rows)


def suspicious(text: str) -> bool:
    """Return whether a text that reads well as it is may be in one of the forms that are easily taken for XSB."""
    return bool(
        _NUMBERED_START.search(text)
        or ("|" in text and _BARRED.search(text))
        or _is_spaced(text)
        or ("@@" in text and (_DOUBLED.search(text) or _TRIPLED.search(text)))
        or ("&" in text and _AMP.search(text))
        or legends.table(text)
    )


def _is_spaced(text: str) -> bool:
    """Return whether the first row of a board has blanks between its walls."""
    below_blank = "\n\n" + text
    rows = (match.start() for match in _SPACED.finditer(below_blank))
    return any(not below_blank[below_blank.rfind("\n", 0, row) : row].strip(" \t\n") for row in rows)


# Numbers before a wall in two lines, two rows of cells with bars around, a first row of walls apart, three rows of
# pairs, and a player & among letters.
_NUMBERED_START = re.compile(r"^[ \t]*[0-9]{1,6}[ \t:|.)]+#.*\n[ \t]*[0-9]{1,6}[ \t:|.)]+#", re.MULTILINE)
_BARRED = re.compile(r"^[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\|[^\n]*\|[ \t]*$", re.MULTILINE)
_SPACED = re.compile(r"\n[#+X0] [#+X0] [#+X0](?: [#+X0])*[ \t]*(?=\n)")
_DOUBLED = re.compile(r"^(?:([^\n])\1)+\n(?:([^\n])\2)+\n(?:([^\n])\3)+$", re.MULTILINE)
_TRIPLED = re.compile(r"^(?:([^\n])\1\1)+\n(?:([^\n])\2\2)+\n(?:([^\n])\3\3)+$", re.MULTILINE)
_AMP = re.compile(r"^#[# &BX.]*&[# &BX.]*#$", re.MULTILINE)


# Lines ----------------------------------------------------------------------------------------------------------------


def _as_lines(raw: list[str], tables: _Tables, measure: _Measure) -> Rewritten | None:
    """Return a text whose lines are freed of markup, with each of its boards rewritten."""
    lines, numbers = shown(raw)
    is_bare = lines == [line.rstrip() for line in raw]
    how: list[Sentence] = [] if is_bare else [say("form-markup")]
    guess = 0
    for start, end in _blocks(lines):  # the last first
        block = lines[start:end]
        board = _best(block, tables, measure)
        if board is None and (spans := _joined(block)):
            lines[start:end] = [line for first, last in spans for line in (*block[first:last], "")]
            guess = numbers[start + spans[1][0]]
            numbers[start:end] = [numbers[start + at] for first, last in spans for at in (*range(first, last), first)]
            how.append(say("form-joined"))
        elif board is None and (sides := _beside(block)):
            guess = numbers[start]
            lines[start:end] = [line for side in sides for line in (*side, "")]
            numbers[start:end] = [numbers[at] for _ in sides for at in (*range(start, end), start)]
            how.append(say("form-joined"))
        if board is not None:
            rows, names, is_guess = board
            guess = numbers[start] if is_guess else guess
            more = len(rows) - (end - start)  # a blank line between words and rows
            numbers[start:start] = numbers[start : start + 1] * more
            lines[start:end] = rows
            how += names
    unique = tuple(dict.fromkeys(how))
    return Rewritten("\n".join(lines), numbers, unique, guess) if unique else None


def shown(raw: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the lines that the lines of a page are shown in, without markup, and for each the number of its line."""
    lines: list[str] = []
    numbers: list[int] = []
    for number, line in _table_rows(raw):
        parts = _parts(line) if "<" in line else [line]
        lines += map(_bare, parts)
        numbers += [number] * len(parts)
    return lines, numbers


def _table_rows(raw: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page with their numbers, the cells of a row of a table in one."""
    row: list[str] = []
    first = 0
    for number, line in enumerate(raw, start=1):
        if row or ("<tr" in line.lower() and "</tr" not in line.lower()):
            first = first if row else number
            row.append(line)
            if "</tr" not in line.lower() and len(row) < _MOST_LINES_OF_ROW:
                continue
            joined = "".join(part.strip() for part in row)
            if not _ROW_TAG.sub("", _CELL.sub("", joined)):
                yield first, joined
            else:
                yield from enumerate(row, start=first)
            row = []
        else:
            yield number, line
    yield from enumerate(row, start=first)


_MOST_LINES_OF_ROW = 400
_ROW_TAG = re.compile(r"</?(?:tr|tbody|table)\b[^<>]{0,300}>", re.IGNORECASE)


def _parts(line: str) -> list[str]:
    """Return the lines that a line of a page is shown in, with a blank one between its cells and blocks."""
    parts: list[str] = []
    gap = False
    for index, part in enumerate(_BREAK.split(_CELL.sub(lambda cell: cell[1] or " ", line))):
        if index % 2:
            gap |= part.lower() not in _LINE_TAGS
        elif part.strip():
            parts += [""] * (gap and bool(parts))
            parts.append(part)
            gap = False
    return parts or [""]


_BREAK = re.compile(r"</?(br|pre|td|th|p|div|li|tr)\b[^<>]{0,300}>", re.IGNORECASE)
_LINE_TAGS = frozenset(("br", "div", "li", "tr"))
_CELL = re.compile(r"(?<!\s)\s*<td\b[^<>]{0,300}>(&#?\w{1,8};|[^<>&]?)</td>\s*", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,300}>|\[/?[A-Za-z]+(?:=[^\[\]]{0,100})?\]|`+")
_ENTITY = re.compile(r"&(?:#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5}|[A-Za-z]{2,8});")
_ESCAPED_SIGN = re.compile(r"\\([#@$.+*_\- ])")  # of Markdown
_ASSIGNED = re.compile(r"^[\w \t.:=({\[]{0,80}=\s*$")


def _bare(line: str) -> str:
    """Return a line without tags, quotes of code and entities, its signs in their plain forms."""
    if "<" in line or "[" in line or "`" in line:
        freed = _TAG.sub("", line).rstrip("; \t") if _TAG.search(line) else line
        head, mark, tail = line.partition("`")
        if mark and _ASSIGNED.match(head):  # the first row of a template stands behind what it is assigned to
            freed = tail.rstrip("`; \t")
        line = freed
    if "\\#" in line:
        line = _ESCAPED_SIGN.sub(r"\1", line)
    if "&" in line and _ENTITY.search(line):
        line = html.unescape(line)
    if not line.isascii():
        plain = unicodedata.normalize("NFKC", line)
        line = plain if len(plain) == len(line) else line
    return line.rstrip()


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines that follow each other without a blank one, of three or more, the last first."""
    end = len(lines)
    spans: list[tuple[int, int]] = []
    start = None
    for index in range(end + 1):
        filled = index < end and lines[index].strip() != ""
        if filled and start is None:
            start = index
        elif not filled and start is not None:
            if index - start >= FEWEST:
                spans.append((start, index))
            start = None
    yield from reversed(spans)


_Board = tuple[list[str], list[Sentence], bool]


def _best(block: list[str], tables: _Tables, measure: _Measure) -> _Board | None:
    """Return the lines of a block with its board rewritten, the ways, and whether it is a guess; None for no way.

    A line or two above the rows may be words, such as a title, and some below.
    """
    most = len(block) - FEWEST if len(block) <= _MOST_ROWS else 0
    for words in range(min(_MOST_WORDS, most) + 1):
        for below in range(min(_MOST_WORDS_BELOW, most - words) + 1):
            rows_end = len(block) - below
            found = list(_boards(block[words:rows_end], tables, measure))
            best = [board for board in found if not board[2]] or found
            if len({tuple(rows) for rows, _, _ in best}) == 1:
                rows, how, is_guess = best[0]
                return [*block[:words], *([""] if words else []), *rows, *block[rows_end:]], how, is_guess
    return None


_MOST_WORDS = 3
_MOST_WORDS_BELOW = 3


def _boards(block: list[str], tables: _Tables, measure: _Measure) -> Iterator[_Board]:
    """Yield all boards that the lines of a block are in another form."""
    for rows, names in row_forms.forms(block):
        if measure.fits(rows):
            if names:
                yield rows, names, False
            if measure.unknown:
                continue  # nearly a board of XSB is none of a table
        alphabet = set().union(*rows)
        for table, named in tables:
            if len(alphabet - table.signs.keys()) <= measure.unknown:
                drawn = _by_table(rows, table.signs, measure.unknown)
                if drawn is not None and measure.fits(drawn):
                    yield drawn, [*names, named], True


def _joined(block: list[str]) -> list[tuple[int, int]]:
    """Return the spans of two or more boards in a block, each whole by itself, with rows of ``-`` or ``#`` between.

    Rooms that share a wall are one board.
    """
    spans: list[tuple[int, int]] = []
    start = 0
    signs = set().union(*block)
    if len(block) > _MOST_ROWS or "$" not in signs or not signs & {"@", "+"}:
        return spans
    while start < len(block):
        ends = range(start + FEWEST, len(block) + 1)
        end = next((end for end in ends if _WALLS.fullmatch(block[end - 1]) and is_board(block[start:end])), 0)
        if not end:
            return []
        spans.append((start, end))
        start = end
        while start < len(block) and (_DASHES.fullmatch(block[start]) or _is_rule(block, start)):
            start += 1
    return spans if len(spans) > 1 else []


def _beside(block: list[str]) -> list[list[str]]:
    """Return two boards that stand beside each other, each whole by itself, with the same in all rows between them."""
    if len(block) > _MOST_ROWS or sum(line.count("@") + line.count("+") for line in block) < 2:
        return []
    width = max(map(len, block))
    rows = [line.expandtabs().ljust(width) for line in block]
    alike = [len({*column}) == 1 and column[0] not in "#@$" for column in zip(*rows, strict=False)]
    for is_between, group in groupby(range(len(alike)), alike.__getitem__):
        if is_between:
            columns = [*group]
            sides = [[row[: columns[0]].rstrip() for row in rows], [row[columns[-1] + 1 :].rstrip() for row in rows]]
            if all(map(is_board, sides)):
                return sides
    return []


def _is_rule(block: list[str], index: int) -> bool:
    """Return whether a row is one of walls between boards, and not the first of the next."""
    return bool(_WALLS.fullmatch(block[index])) and index + 1 < len(block) and bool(_WALLS.fullmatch(block[index + 1]))


_MOST_ROWS = 150  # of boards that touch, or that have words around them
_WALLS = re.compile(r" *#+ *")
_DASHES = re.compile(r"[-_= ]+")


def _by_table(rows: list[str], signs: Mapping[str, str], most: int = 0) -> list[str] | None:
    """Return rows in the signs of XSB, None where more than so many signs, or one of XSB, are not of the table."""
    unknown = set().union(*rows) - signs.keys()
    if len(unknown) > most or unknown & _SIGNS:
        return None
    table = str.maketrans(dict(signs))
    return [row.translate(table) for row in rows]


def is_board(rows: list[str]) -> bool:
    """Return whether rows of XSB signs, with empty lines around, are a board that could be played.

    It is whole (see `pushbox.formats.parts.sense`), with one player, and one box at least is off its goal.
    """
    drawn = [row for row in rows if row]
    signs = "".join(drawn)
    if len(drawn) < FEWEST or "$" not in signs or not _SIGNS.issuperset(signs):
        return False
    return signs.count("@") + signs.count("+") == 1 and sense.are_whole(drawn)


_SIGNS = frozenset("#@+$*. -_")


# Strings of programs --------------------------------------------------------------------------------------------------


class _Strings(NamedTuple):
    """The rows that stand in strings, with the number of the line of each, and of the last line of the strings."""

    rows: list[str]
    numbers: list[int]
    end: int
    joint: str | None = None  # what stands between each two


def _joint(between: str) -> str | None:
    """Return what stands between two rows, without numbers and blanks, None where it parts them.

    Nothing but commas and signs of adding are one joint; the names of functions and statements may stand there too.
    """
    if _JOINT.fullmatch(between):
        return ""
    is_call = len(between) <= _LONGEST_JOINT and not _PARTED.search(between)
    return _NO_JOINT.sub("", between) if is_call else None


_PROSE = "words"  # the joint of a text of more than rows, which no other is joined to
_LONGEST_JOINT = 60  # characters
_PARTED = re.compile("[\"'`\\[\\]{}=:]")
_NO_JOINT = re.compile(r"[0-9\s]+")


def _as_strings(raw: list[str], measure: _Measure) -> Rewritten | None:
    """Return the boards in the strings of JSON, YAML, a program or a spreadsheet, with moves and titles beside them."""
    text = "\n".join(raw)
    blocks: list[_Strings] = []
    words: dict[int, list[str]] = {}
    last = -1  # where the string before ended
    line, counted = 1, 0  # the line of the place up to which line ends were counted
    for start, end in _strings(text):
        content = _unescaped(text[start + 1 : end - 1])
        line, counted = line + text.count("\n", counted, start), start
        rows = [row.rstrip() for row in content.replace("\r", "").strip("\n").split("\n")]
        end_line = line + text.count("\n", start, end)
        first = line + len(content) - len(content.lstrip("\n")) if end_line > line else line
        numbered = [min(first + at, end_line) for at in range(len(rows))]
        if len(rows) == 1 and "|" in content and is_board(content.split("|")):
            rows = content.split("|")
            numbered *= len(rows)
        if all(_ROW.fullmatch(row) or _is_strange(row) for row in rows) and rows[0]:
            between = _joint(text[last:start]) if len(rows) == 1 and blocks else None
            if between is not None and blocks[-1].joint in (None, between):
                blocks[-1].rows.extend(rows)
                blocks[-1].numbers.append(line)
                blocks[-1] = blocks[-1]._replace(end=line, joint=between)
            else:
                blocks.append(_Strings(rows, numbered, end_line))
            last = end
        elif any(True for _ in boards_among(rows)):  # with words around them
            blocks.append(_Strings(rows, numbered, end_line, joint=_PROSE))
            last = end
        elif (key := _KEY.search(text, max(start - _KEYED, 0), start)) and content.strip():
            name = "Title" if key[1].lower() in {"title", "name"} else "Solution"
            is_next = "{" in text[max(last, 0) : start]  # the object of the board before has ended
            index = len(blocks) if is_next else max(len(blocks) - 1, 0)
            words.setdefault(index, []).append(f"{name}: {' '.join(content.split())}")
    if not any(block.joint == _PROSE or measure.fits(block.rows) for block in blocks):
        return None
    # Those that are no whole boards too: what is wrong with them is to be said.
    boards = [
        (index, block)
        for index, block in enumerate(blocks)
        if block.joint == _PROSE or (len(block.rows) > 1 and "#" in block.rows[0])
    ]
    lines: list[str] = []
    numbers: list[int] = []
    place = 0  # the line up to which all is rewritten
    plain = (list(rows) for is_row, rows in groupby(raw, _is_row) if is_row)
    beside = any(map(is_board, plain))  # boards that are no strings stay, with their words
    for index, block in boards:
        kept = [at for at in range(place, block.numbers[0] - 1) if _STRINGS.search(raw[at]) is None] if beside else []
        part = [*block.rows, *words.get(index, ()), ""]
        lines += [*(raw[at] for at in kept), "", *part]
        numbers += [*(at + 1 for at in kept), block.numbers[0], *block.numbers]
        numbers += [block.numbers[-1]] * (len(part) - len(block.rows))
        place = block.end
    kept = [at for at in range(place, len(raw)) if _STRINGS.search(raw[at]) is None] if beside else []
    lines += [raw[at] for at in kept]
    numbers += [at + 1 for at in kept]
    return Rewritten("\n".join(lines), numbers, (say("form-strings"),))


def _as_arrays(raw: list[str], tables: _Tables, measure: _Measure) -> Rewritten | None:
    """Return the boards in arrays of cells, as those in strings."""
    how: list[Sentence] = []

    def drawn(rows: list[str]) -> list[str] | None:
        """Return rows in the signs that one table alone gives them, else as they are, None for other numbers."""
        ways = [
            (way, named)
            for table, named in tables
            if (way := _by_table(rows, table.signs, measure.unknown)) and measure.fits(way)
        ]
        if is_board(rows) or len(ways) != 1:
            return None if rows[0].isdigit() else rows
        how.append(ways[0][1])
        return ways[0][0]

    text = cell_arrays.as_strings("\n".join(raw), drawn)
    strings = _as_strings(text.split("\n"), measure) if text is not None else None
    if strings is None:
        return None
    names = (say("form-arrays"), *dict.fromkeys(how))
    return strings._replace(how=names, guess=min(filter(None, strings.numbers), default=1) if how else 0)


def is_nearly(rows: list[str]) -> bool:
    """Return whether rows are a board but for a sign or two, or for what is missing: walls are at both ends of all."""
    drawn = [row.strip() for row in rows if row.strip()]
    return (
        len(drawn) >= FEWEST
        and all(row[0] == row[-1] == "#" and len(row) >= FEWEST for row in drawn)
        and _WALLS.fullmatch(drawn[0]) is not None
        and _WALLS.fullmatch(drawn[-1]) is not None
        and any(sign in row for row in drawn for sign in "@+$*")
        and all(_ROW.fullmatch(row) or _is_strange(row) for row in drawn)
    )


def _is_row(line: str) -> bool:
    return bool(line.strip() and _ROW.fullmatch(line))


def strange_sign(text: str) -> tuple[str, int, int] | None:
    """Return the first sign that none has in the first rows within walls that are no words, with its line and column.

    They hold three other signs at least, as a player, a box and a goal do.
    """
    lines = text[:_MOST_NEARLY].splitlines()
    for start, end in reversed([*_blocks(lines)]):
        rows = [line.strip() for line in lines[start:end]]
        for first, last in _within_walls(rows):
            body = "".join(rows[first + 1 : last])
            signs = [(at, sign) for at in range(first + 1, last) for sign in rows[at] if sign not in "#@$.+*_- \t"]
            if len({*body} - {*"# \t-_"}) >= FEWEST and signs and not _WORD.search(body):
                row, sign = signs[0]
                return sign, start + row + 1, lines[start + row].index(sign) + 1
    return None


def _within_walls(rows: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of each board whose rows all begin and end with a wall."""
    top = -1
    for index, row in enumerate(rows):
        if len(row) < FEWEST or not row[0] == row[-1] == "#":
            top = -1
        elif not row.strip("# "):
            if index - top + 1 >= FEWEST and top >= 0:
                yield top, index
            top = index


_WORD = re.compile("[A-Za-z]{4}|[a-z]{3}")


def _is_strange(line: str) -> bool:
    """Return whether a line is a row but for a few signs that none has."""
    dense = "".join(line.split()) if line.startswith("#") else ""
    return len(dense) >= FEWEST and 2 * sum(map(dense.count, "#@$.+*_-")) > len(dense)


def _strings(text: str) -> Iterator[tuple[int, int]]:
    """Yield where strings in quotes of any kind begin, and where they end; O(len(text))."""
    open_kinds = set(_ENDS)
    place = 0
    while start := _QUOTE.search(text, place):
        place = start.end()
        if start[0] not in open_kinds:
            continue
        end = _ENDS[start[0]].match(text, place)
        if end is None:
            open_kinds.discard(start[0])  # no string of the kind ends any more
            continue
        yield start.start(), end.end()
        place = end.end()


_QUOTE = re.compile("[\"'`]")
_ENDS = {quote: re.compile(rf"[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+{quote}", re.DOTALL) for quote in "\"'`"}
_STRINGS = re.compile("[\"'`]|^[\\s\\[\\]{}(),;]+$")  # lines of a program, but for those with boards
_KEYED = 60  # characters before a string in which its key stands
_ROW = re.compile(r"[ #@$.+*_\-]*")
_JOINT = re.compile(r"[\s,+;\\\-]*")
_KEY = re.compile(r"""["']?\b(title|name|solution|solve|lurd|moves)["']?\s*[:=]\s*$""", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}


def _unescaped(content: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), content)
