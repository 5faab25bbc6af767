"""Macros of SOK 0.14: ``<#Key#/>`` in a note stands for the value of ``Key=Value`` among the file's keys."""

from __future__ import annotations

import re

MOST_GROWN = 1_000_000  # characters that all macros of a file may add

_MACRO = re.compile(r"<#([^#<>\n]{1,60})#/>")


class Macros:
    """The macros of a file; their total expansion is limited by `MOST_GROWN`, beyond which they stay as they are."""

    def __init__(self, keys: list[tuple[str, str]]) -> None:
        self.values = {name.lower(): value for name, value in reversed(keys) if name}
        self.left = MOST_GROWN

    def __call__(self, text: str) -> str:
        """Expand the macros in a text, not recursively."""
        return _MACRO.sub(self._value, text) if "<#" in text else text

    def _value(self, macro: re.Match[str]) -> str:
        value = self.values.get(macro[1].strip().lower())
        if value is None or len(value) > self.left:
            return macro[0]
        self.left -= len(value)
        return value


def used(text: str) -> set[str]:
    """Return the names of the macros that a text uses, in lower case."""
    return {name.strip().lower() for name in _MACRO.findall(text)} if "<#" in text else set()
