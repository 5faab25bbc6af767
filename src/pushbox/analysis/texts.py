"""The sentences of the analysis in three languages: the templates are ``i18n/LANGUAGE/insight.json`` of the client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ..arguments import check_choice
from ..client import read_json
from ..sentence import LANGUAGES, Language


@cache
def texts(language: Language) -> Mapping[str, str]:
    """Return the templates of a language by their keys.  Raises ArgumentError for another language."""
    check_choice("language", language, LANGUAGES)
    templates: Mapping[str, str] = read_json(f"i18n/{language}/insight.json")
    return templates


def fill(language: Language, key: str, **values: str | int) -> str:
    """Return the text of a key with values for the names in it: whole numbers as the language writes them.

    A key that ends in the `count`, such as ``near.wall.more.1``, has the text for that number alone.
    """
    known = texts(language)
    template = known.get(f"{key}.{values.get('count')}") or known[key]
    group = known["number.group"]
    return template.format(
        **{
            name: f"{value:,}".replace(",", group) if isinstance(value, int) else value
            for name, value in values.items()
        }
    )


def listed(language: Language, words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed("en", ["A1", "B2", "C3"])
    'A1, B2 and C3'
    """
    if len(words) < 2:
        return "".join(words)
    first = texts(language)["list.comma"].join(words[:-1])
    return fill(language, "list.two", first=first, last=words[-1])
