"""Sentences of the server as codes with parameters, which a client puts into the words of its visitor's language.

What the rules, the library and the server say is written in English where it is said.  The templates of these sentences
are the texts of the client in English, and the code of a sentence is the key of its text there.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TypedDict

from ..client import read_json
from ..sentence import to_json

_PARAMETER = re.compile(r"\\\{(\w+)\\\}")
_ONE = re.compile(r"\b1 (box|goal|piece|step|second|position|stone)\b")
_PREFIX = "message."
_MAX_LENGTH = 300  # characters of a sentence that is looked up


class Phrase(TypedDict):
    """A sentence: the code of its text, and its parameters, each a text or a sentence itself."""

    code: str
    params: dict[str, str | Phrase]
    text: str


def phrase(sentence: str) -> Phrase | None:
    """Return a sentence as a code with parameters, None for one without a template."""
    return to_json(sentence) or _found(sentence)  # type: ignore[return-value]  # of this shape


@lru_cache(1 << 10)
def _found(sentence: str) -> Phrase | None:
    if len(sentence) > _MAX_LENGTH:
        return None
    plural = _ONE.sub(lambda one: f"1 {one[1]}{'es' if one[1] == 'box' else 's'}", sentence)
    for code, pattern in _patterns():
        if match := pattern.fullmatch(plural):
            params = match.groupdict()
            found = {name: phrase(value) or value for name, value in params.items()}
            return {"code": code, "params": found, "text": sentence}
    return None


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the codes with what their sentences look like, those with the longest fixed text first."""
    templates: dict[str, str] = read_json("i18n/en/messages.json")
    ordered = sorted(templates.items(), key=lambda item: -len(re.sub(r"\{\w+\}", "", item[1])))
    return [(key.removeprefix(_PREFIX), _pattern(template)) for key, template in ordered]


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(_PARAMETER.sub(r"(?P<\1>.+?)", re.escape(template)))
