"""The forms that people and programs give to the rows of a board.

Numbers, labels and marks stand beside them, rulers and frames around them, something between their signs, or every sign
stands twice.  A form is taken from all lines of a block, or from none; whether what is left is a board is for the
caller to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...sentence import Sentence, say

FEWEST = 3  # rows of a board with a player, a box and a goal within walls

Form = tuple[list[str], list[Sentence]]  # rows, and in words what was taken from them


def forms(block: list[str]) -> Iterator[Form]:
    """Yield the lines of a block without each form that all of them have, first as they are, with as many lines."""
    ends = _within_rulers(block)
    for start, end in dict.fromkeys(((0, len(block)), ends)):
        rows = _without_rules(block[start:end])
        named = [say("form-ruler")] if len(rows) < len(block) else []
        for bare, beside in _beside(rows):
            for drawn, shape in _shapes(bare):
                blanks = len(block) - start - len(drawn)
                yield [*[""] * start, *drawn, *[""] * blanks], [*named, *beside, *shape]


def _beside(rows: list[str]) -> Iterator[Form]:
    yield rows, []
    for without, named in (
        (_without_numbers, say("form-numbers")),
        (_without_letters, say("form-marks")),
        (_without_mark, say("form-marks")),
        (_without_sides, say("form-marks")),
    ):
        if (bare := without(rows)) is not None:
            yield bare, [named]


def _shapes(rows: list[str]) -> Iterator[Form]:
    yield rows, []
    if (each := apart(rows)) is not None:
        yield each, [say("form-apart")]
    if (each := once(rows)) is not None:
        yield each, [say("form-twice")]


# Beside and around rows -----------------------------------------------------------------------------------------------


def _without_numbers(block: list[str]) -> list[str] | None:
    """Return rows without the numbers before them, behind them or on both sides, which count in equal steps.

    A label may stand before a number, the same in all lines.
    """
    rows = _cut(block, _NUMBER, 2)
    ends = [line[-_LONGEST_END:] for line in rows or block]
    if (starts := _cut(ends, _NUMBER_BEHIND, 1)) is None:
        return _closer(rows)
    bare = zip(rows or block, ends, starts, strict=True)
    return _closer([(line.removesuffix(end) + start).rstrip(" \t") for line, end, start in bare])


def _cut(block: Sequence[str], pattern: re.Pattern[str], group: int) -> list[str] | None:
    """Return what is left of lines without a pattern with numbers in equal steps, and the same text before them."""
    matches = [pattern.search(line) for line in block]
    found = [match for match in matches if match is not None]
    if len(found) < len(block):
        return None
    numbers = [int(match[group]) for match in found]
    step = numbers[1] - numbers[0]
    labels = {match[1].strip() for match in found} if group == 2 else {""}
    if not step or len(labels) > 1 or any(after - before != step for before, after in pairwise(numbers)):
        return None
    return [line[: match.start()] + line[match.end() :] for line, match in zip(block, found, strict=True)]


_NUMBER = re.compile(r"\A([ \t]*(?:[A-Za-z][\w./\-]{0,40}[ :]?)??)([0-9]{1,6})(?:[ \t]*[|:.)\]│┃]|\t| )")
_NUMBER_BEHIND = re.compile(r"[ \t|:(\[│┃][ \t]*([0-9]{1,6})[ \t)\]]*\Z")
_LONGEST_END = 24  # characters that the number behind a row is looked for in


def _without_letters(block: list[str]) -> list[str] | None:
    """Return rows without the letters before them, which count by one."""
    matches = [_LETTER.match(line) for line in block]
    letters = [ord(match[1]) for match in matches if match is not None]
    if len(letters) < len(block) or any(after - before != 1 for before, after in pairwise(letters)):
        return None
    return _closer([line[match.end() :] for line, match in zip(block, matches, strict=True) if match is not None])


_LETTER = re.compile(r"[ \t]*([A-Za-z])(?:[ \t]*[|:.)\]│┃]|[ \t])")


def _without_mark(block: list[str]) -> list[str] | None:
    """Return rows without the mark that is before all of them, as before comments of a program or items of a list."""
    mark = _MARK.match(block[0])
    if mark is None or not all(line.startswith(mark[0]) or line == mark[0].rstrip() for line in block):
        return None
    return [line[len(mark[0]) :] for line in block]


_MARK = re.compile(r"[ \t]*(?:[-*+•|:;!%]|//|--|#)[ \t]")


def _without_sides(block: list[str]) -> list[str] | None:
    """Return rows without what stands before the first wall in all of them, and behind the last one, alike."""
    if not any(_WALL.split(line, maxsplit=1)[0].strip(_BLANKS) for line in (block[0], block[0][::-1])):
        return None
    before = _sides(block)
    behind = _sides([line[::-1] for line in block])
    if not any(side.strip(_BLANKS) for side in (before[0], behind[0])) or len(before[0] + behind[0]) > _LONGEST_SIDE:
        return None
    sides = zip(block, before, behind, strict=True)
    return _closer([line[len(first) : len(line) - len(last)] for line, first, last in sides])


def _sides(lines: list[str]) -> list[str]:
    """Return what each line begins with, up to the first wall: the same but for numbers, else what all begin with."""
    starts = [_WALL.split(line, maxsplit=1)[0] for line in lines]
    return starts if len({_DIGITS.sub("0", start) for start in starts}) == 1 else [_side(lines)] * len(lines)


def _side(lines: list[str]) -> str:
    """Return what all lines begin with, up to the first wall."""
    first, last = min(lines), max(lines)
    alike = next((at for at, sign in enumerate(first) if sign != last[at]), len(first))
    return _WALL.split(first[:alike], maxsplit=1)[0]


_BLANKS = " \t-_."
_DIGITS = re.compile("[0-9]+")
_WALL = re.compile("[#█■🧱⬛]")
_LONGEST_SIDE = 80  # characters, as of the time and the name before a line of a chat


def _closer(rows: list[str] | None) -> list[str] | None:
    """Return rows without the blank that all of them begin with."""
    return [row[1:] for row in rows] if rows and all(row.startswith(" ") for row in rows) else rows


def _within_rulers(block: list[str]) -> tuple[int, int]:
    """Return the span of the lines between rulers of letters or digits, and lines, above and below them."""
    start, end = 0, len(block)
    while start < _MOST_RULERS and end - start > FEWEST and _is_around(block[start]):
        start += 1
    while len(block) - end < _MOST_RULERS and end - start > FEWEST and _is_around(block[end - 1]):
        end -= 1
    return start, end


_MOST_RULERS = 4  # lines on one side, such as two of digits and two of a frame


def _without_rules(rows: list[str]) -> list[str]:
    """Return rows without the lines between them, where every second one is such a line."""
    return rows[::2] if len(rows) >= FEWEST and all(map(_RULE.fullmatch, rows[1::2])) else rows


def _is_around(line: str) -> bool:
    return _RULE.fullmatch(line) is not None or _is_ruler(line)


def _is_ruler(line: str) -> bool:
    """Return whether letters or digits count by one, as above the columns of a board."""
    if not _RULER.fullmatch(line):
        return False
    signs = [sign for sign in line if sign.isalnum()]
    return all(ord(next_) - ord(sign) == 1 or sign + next_ == "90" for sign, next_ in pairwise(signs))


_RULER = re.compile(r"[ \t|+]*(?:[A-Za-z](?: ?[A-Za-z])*|[0-9](?: ?[0-9])*)[ \t|+]*")
_RULE = re.compile(r"[ \t]*[|+:\-=\u2500-\u257f]{2,}[ \t]*")  # with the signs of boxes


# Between signs --------------------------------------------------------------------------------------------------------


def apart(block: list[str]) -> list[str] | None:
    """Return rows whose signs stand with blanks, tabs, commas, semicolons, bars or ``&`` between them, without these.

    A cell with nothing in it is floor, as in spreadsheets; one may stand in quotes.
    """
    for between in "\t,;|│┃&":
        if between in block[0] and (rows := _cells(block, between)) is not None:
            return rows
    for period in range(2, _MOST_APART + 1):
        for start in range(period):
            gaps = (line[at::period] for at in range(period) if at != start for line in block)
            if not any(gap.strip(" ") for gap in gaps) and all(len(line) > 1 for line in block):
                return [line[start::period] for line in block]
    return None


_MOST_APART = 4  # columns from one sign to the next


def _cells(block: list[str], between: str) -> list[str] | None:
    """Return the signs of rows of cells, None where a cell has more than one or the rows are not of one length."""
    table = [line.strip() if between != "\t" else line for line in block]
    table = [line.removeprefix(between).removesuffix(between) for line in table] if between in "|│┃" else table
    table = [line.removesuffix(_END_OF_ROW) for line in table] if between == "&" else table
    rows: list[str] = []
    for line in table:
        cells = [_bare(cell.strip()) for cell in line.split(between)]
        if max(map(len, cells)) > 1:
            return None
        rows.append("".join([cell or " " for cell in cells]))
    return rows if len(rows[0]) >= FEWEST else None


def _bare(cell: str) -> str:
    """Return a cell without the quotes around its sign."""
    return cell[1] if len(cell) == _QUOTED and cell[0] == cell[2] and cell[0] in "\"'" else cell


_QUOTED = 3  # characters of a sign in quotes
_END_OF_ROW = "\\\\"  # of a table of LaTeX


def once(block: list[str]) -> list[str] | None:
    """Return rows that have every sign twice or more often, with each once; where every row does so too, that once.

    There may be a blank between the signs.
    """
    for count in range(2, _MOST_COPIES + 1):
        for step in (count, count + 1):
            if all(_is_copied(line, count, step) for line in block):
                rows = [line[::step] for line in block]
                copies = [rows[at::count] for at in range(count)]
                return copies[0] if all(copy == copies[0] for copy in copies) else rows
    return None


_MOST_COPIES = 4  # of a sign


def _is_copied(line: str, count: int, step: int) -> bool:
    """Return whether signs stand so many times each, one every so many columns."""
    first = line[::step]
    is_whole = len(line) % step in (0, count)
    return (
        is_whole
        and all(line[at::step] == first for at in range(1, count))
        and not any(line[at::step].strip(" ") for at in range(count, step))
    )


def is_doubled(line: str) -> bool:
    """Return whether every sign of a line stands twice."""
    return len(line) % 2 == 0 and line[::2] == line[1::2]
