"""Lines of text in pictures, made to fit."""

from __future__ import annotations

import re
import unicodedata

from .elements import escape

_NARROW = 0.58  # the width of a letter, in sizes
_WIDE = 1.05
_SMALLER = 0.8  # the size of the letters of a line that is just too long
_WORD = re.compile(r"\s*(?:[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+)")


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, from above, without knowing the font."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return size * (wide * _WIDE + (len(text) - wide) * _NARROW)


def wrap_lines(text: str, size: float, *, most: float, count: int) -> list[str]:
    """Return a text in lines that are broken between words where their letters would have to be much smaller to fit.

    There are at most `count` lines: the last holds all that is left, to be cut.
    """
    lines: list[str] = []
    for paragraph in text.splitlines():
        if len(lines) == count:
            lines[-1] += " …"
            break
        paragraph = paragraph[: int((count + 2) * most / (size * _NARROW)) + count]
        lines.append("")
        if text_width(paragraph, size * _SMALLER) <= most:
            lines[-1] = paragraph
            continue
        for word in _WORD.findall(paragraph):
            if lines[-1] and len(lines) < count and text_width(lines[-1] + word, size) > most:
                lines.append("")
            lines[-1] += word if lines[-1] else word.lstrip()
    return lines


def text_line(text: str, x: float, y: float, size: float, *, most: float, fill: str, anchor: str = "middle") -> str:
    """Return a line of text on a baseline, smaller where it would be wider than `most`, cut where it would be tiny."""
    smallest = size * 0.6
    text = text[: int(most / (smallest * _NARROW)) + 2]  # of a very long one no more than may fit
    if text_width(text, smallest) > most:
        while text and text_width(f"{text}…", smallest) > most:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    width = text_width(text, size)
    fitted = round(size * min(1, most / width) if width else size, 2)
    place = f'x="{escape(round(x, 2))}" y="{escape(round(y, 2))}" font-size="{escape(fitted)}"'
    ends = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return f'<text {place} font-weight="400"{ends} fill="{fill}">{escape(text)}</text>'
