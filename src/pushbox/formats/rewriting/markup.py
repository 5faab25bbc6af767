"""The lines that a page shows: without tags, entities, quotes of code and other markup."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence


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


_BREAK = re.compile(r"</?(br|pre|td|th|p|div|li|tr|row|line|text|tspan)\b[^<>]{0,300}>", re.IGNORECASE)
_LINE_TAGS = frozenset(("br", "div", "li", "tr", "row", "line", "text", "tspan"))
_CELL = re.compile(r"(?<!\s)\s*<td\b[^<>]{0,300}>(&#?\w{1,8};|[^<>&]?)</td>\s*", re.IGNORECASE)
_TAG = re.compile(
    r"</?[A-Za-z][^<>]{0,300}>|\[/?[A-Za-z]+(?:=[^\[\]]{0,100})?\]|\{(?:code|noformat)(?::[^{}]{0,100})?\}|`+"
)
_MARKED = re.compile("[<\\[{`]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5}|[A-Za-z]{2,8});")
_ESCAPED_SIGN = re.compile(r"\\([#@$.+*_\- ])")  # of Markdown
_ASSIGNED = re.compile(r"^[\w \t.:=({\[]{0,80}=\s*$")


def _bare(line: str) -> str:
    """Return a line without tags, quotes of code and entities, its signs in their plain forms."""
    if _MARKED.search(line):
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
