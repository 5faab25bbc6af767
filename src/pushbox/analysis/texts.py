"""The sentences of the analysis in three languages, each from a template in a file of ``i18n/LANGUAGE``.

The files have the form of those of the web client: keys with a text each, names in braces for what is filled in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from ..arguments import check_choice
from ..sentence import LANGUAGES, Language


@cache
def texts(language: Language) -> Mapping[str, str]:
    """Return the templates of a language by their keys.  Raises ArgumentError for another language."""
    check_choice("language", language, LANGUAGES)
    templates: dict[str, str] = {}
    for source in (files(__package__) / "i18n" / language).iterdir():
        templates |= json.loads(source.read_text(encoding="utf-8"))
    return templates


def fill(language: Language, key: str, **values: str) -> str:
    """Return the text of a key with values for the names in it."""
    return texts(language)[key].format(**values)


def number(language: Language, count: int) -> str:
    """Return a whole number as it is written in a language."""
    return f"{count:,}".replace(",", texts(language)["number.group"])


def listed(language: Language, words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed("en", ["A1", "B2", "C3"])
    'A1, B2 and C3'
    """
    if len(words) < 2:
        return "".join(words)
    first = texts(language)["list.comma"].join(words[:-1])
    return fill(language, "list.two", first=first, last=words[-1])
