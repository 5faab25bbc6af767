"""Sentences for people: English texts that know the code and the parameters by which another language says them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import isfinite
from typing import Any, Literal, Self, get_args

Language = Literal["en", "de", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
WORDS: dict[str, Mapping[str, str]] = {}  # that games bring: by code, in each language
_PLACE = re.compile(r"\{(\w+)\}")
_PARTS = "messages", "terminal"  # the sentences of all surfaces, and those of the full-screen game, which no page needs


class Sentence(str):
    """An English text that other languages can say too; to all that prints or compares it, it is the text.

    `code` is its name in every language, `params` are its parameters: numbers, texts that no language changes, such as
    the name of a cell, and sentences.  A language with genders has the texts ``CODE.f``, ``CODE.m`` and ``CODE.n``,
    with the articles of the noun among the parameters, and the gender of each noun as ``gender.CODE``.
    """

    __slots__ = ("_template", "code", "params")

    code: str
    params: Mapping[str, Any]
    _template: str

    def __new__(cls, code: str, template: str, params: Mapping[str, Any]) -> Self:
        """Return the sentence of a code, by its English template and what stands in it."""
        self = super().__new__(cls, template.format_map(params) if params else template)
        self.code, self._template, self.params = code, template, params
        return self

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, Any]]:  # type: ignore[override]  # that of this class
        return self.code, self._template, self.params

    def __str__(self) -> str:
        return self  # not a plain copy, so that the text of an error is the sentence that it was raised with

    def to_json(self) -> dict[str, Any]:
        """Return the sentence for a program that says it in a language of its own: code, params, English text."""
        params = {name: _param_to_json(value) for name, value in self._shown().items()}
        return {"code": self.code, "params": params, "text": str.__str__(self)}

    def in_language(self, language: str) -> str:
        """Return the sentence in a language, in English where the language does not know it."""
        texts = _texts(language)
        single = texts.get(f"{self.code}.one") if self.params.get("count") == 1 else None
        template = single or self._gendered(texts) or texts.get(self.code) or WORDS.get(self.code, {}).get(language)
        if template is None:
            return str.__str__(self)
        shown = {name: translate(value, language) for name, value in self._shown().items()}
        return _PLACE.sub(lambda place: shown.get(place[1], place[0]), template)

    def _gendered(self, texts: Mapping[str, str]) -> str | None:
        """Return the text for the gender of the noun in a sentence, where a language has texts for its genders."""
        if f"{self.code}.f" not in texts:
            return None
        return texts.get(f"{self.code}.{_gender(self.params, texts)}")

    def _shown(self) -> dict[str, str | int]:
        """Return the parameters as the English text has them, such as "10,000" for a number."""
        formats = _formats(self._template)
        return {
            name: value
            if isinstance(value, Sentence) or formats.get(name, "{}") == "{}"
            else formats[name].format(value)
            for name, value in self.params.items()
        }


def say(code: str, /, **params: Any) -> Sentence:
    """Return the sentence of a code of ``messages.json`` or ``terminal.json`` of ``client/i18n/en``.

    Other packages make a `Sentence` themselves.  A parameter that is called as a kind of `word` is that word: a piece,
    a terrain, a colour or a direction.  The code ``CODE.one`` has the text for a `count` of 1, if it differs.

    >>> say("too-many-moves", count=7000, most=5000)
    'found 7,000 moves, expected at most 5,000'
    >>> say("at-least-pushes", count=1)
    'at least 1 push is needed'
    >>> say("off-board", piece="box").params["piece"].code
    'piece.box'
    """
    if not params:
        return _constant(code)
    english = _english()
    single = english.get(f"{code}.one") if params.get("count") == 1 else None
    return Sentence(code, single or english[code], _with_words(params))


def template_of(code: str) -> str:
    """Return the English text of a code, with its parameters in braces."""
    return _english()[code]


@lru_cache(maxsize=1 << 12)
def _constant(code: str) -> Sentence:
    return Sentence(code, _english()[code], {})


def _with_words(params: dict[str, Any]) -> dict[str, Any]:
    for kind in _WORDS.intersection(params):
        if not isinstance(params[kind], Sentence):
            params[kind] = word(kind, params[kind])
    return params


_WORDS = frozenset(("piece", "terrain", "colour", "direction"))


@lru_cache(maxsize=1 << 10)
def word(kind: str, text: str) -> Sentence:
    """Return a word of pushbox as a sentence: a kind of piece or terrain, a colour, a direction, ...

    >>> word("piece", "box").code
    'piece.box'
    """
    code = f"{kind}.{text}"
    return Sentence(code, WORDS.get(code, {}).get("en", text), {})


def counted(count: int, noun: str, **params: Any) -> Sentence:
    """Return a number with its noun.

    >>> counted(1, "level"), counted(3, "push"), counted(2, "{colour} box", colour="red")
    ('1 level', '3 pushes', '2 red boxes')
    """
    ending = "" if count == 1 else "es" if noun.endswith(("sh", "ch", "x", "s")) else "s"
    code = f"count.{noun}".replace(" ", "-").replace("{", "").replace("}", "")
    return Sentence(code, f"{{count}} {noun}{ending}", {"count": count, **_with_words(params)})


def place(line: int, column: int = 0) -> Sentence:
    """Return the words for a place in a text, both numbers counting from 1.

    >>> place(4, 6)
    'line 4, column 6'
    >>> place(4)
    'line 4'
    """
    if column:
        return say("line-column", line=line, column=column)
    return say("line", line=line)


def located(where: object, message: str) -> Sentence:
    """Return a message behind the place, the cell or the thing that it is about.

    >>> located(place(4), "found no player")
    'line 4: found no player'
    """
    return say("located", where=where, message=message)


def without_place(text: str) -> str:
    """Return the message that `located` was given; any other text as it is.

    >>> without_place(located(place(4), "found no player"))
    'found no player'
    """
    return str(text.params["message"]) if isinstance(text, Sentence) and text.code == "located" else text


def of_level(number: int, message: str) -> Sentence:
    """Return a message on a level of a collection, which is number `number` there.

    >>> of_level(3, "found no player")
    'level 3: found no player'
    """
    return say("of-level", number=number, message=message)


def expecting(found: str, expected: str) -> Sentence:
    """Return what was found with what was expected.

    >>> expecting("found no player", "one")
    'found no player, expected one'
    """
    return say("expected", found=found, expected=expected)


def listed(parts: Sequence[str], last: str = "comma") -> str:
    """Return texts as a list with commas, or semicolons; where `last` is "and", with that word between the last two.

    >>> listed(["a box", "a goal", "a wall"], "and")
    'a box, a goal and a wall'
    """
    if len(parts) < 2:
        return parts[0] if parts else ""
    middle = len(parts) // 2  # halves, so that no sentence nests deeply
    first, rest = listed(parts[:middle], "comma" if last == "and" else last), listed(parts[middle:], last)
    if last == "and" and len(parts) == 2:
        return say("and", first=first, rest=rest)
    if last == "semicolon":
        return say("semicolon", first=first, rest=rest)
    return say("comma", first=first, rest=rest)


def suggestion(name: str, names: Iterable[str], prefix: str = "") -> str:
    """Return the question whether the closest of some names was meant, in brackets; nothing where none is close.

    It is shown after a `prefix`.

    >>> suggestion("sokobn", ["sokoban", "plus"])
    " (did you mean 'sokoban'?)"
    """
    from difflib import get_close_matches  # only an error has use for it

    close = get_close_matches(name[:40].lower(), names, 1)
    return say("did-you-mean", name=prefix + close[0]) if close else ""


def translate(text: Any, language: str) -> str:
    """Return a sentence in a language; any other text, which has no language, as it is.

    >>> translate(counted(3, "box"), "de")
    '3 Kisten'
    """
    return text.in_language(language) if isinstance(text, Sentence) else str(text)


def _gender(params: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Return the gender, f, m or n, of the first noun in the parameters of a sentence; empty where none has one."""
    for value in params.values():
        if isinstance(value, Sentence) and (
            gender := texts.get(f"gender.{value.code}") or _gender(value.params, texts)
        ):
            return gender
    return ""


_spoken: Language = "en"


def use_language(language: Language) -> None:
    """Make `spoken` say sentences in this language: that of the user of a program at a terminal."""
    global _spoken  # noqa: PLW0603  # the terminal is one for the whole program
    _spoken = language


def spoken_language() -> Language:
    """Return the language of the user of a program at a terminal."""
    return _spoken


def spoken(text: str) -> str:
    """Return a text for the terminal: a sentence in the language of its user, any other text as it is."""
    return translate(text, _spoken)


def to_json(text: Any) -> dict[str, Any] | None:
    """Return a sentence for programs, see `Sentence.to_json`; None for anything else."""
    return text.to_json() if isinstance(text, Sentence) else None


def _param_to_json(value: Any) -> dict[str, Any] | str | float:
    """Return a parameter as JSON has it: what is neither a finite number nor a sentence is its text, such as a date."""
    return to_json(value) or (value if isinstance(value, int | float) and isfinite(value) else str(value))


def from_json(value: Mapping[str, Any]) -> Sentence:
    """Return the sentence of `to_json`."""
    params = {name: from_json(part) if isinstance(part, dict) else part for name, part in value["params"].items()}
    template = value["text"].replace("{", "{{").replace("}", "}}") if params else value["text"]
    return Sentence(value["code"], template, params)


@lru_cache(maxsize=1 << 10)
def _formats(template: str) -> dict[str, str]:
    """Return how a template shows each of its parameters."""
    from string import Formatter  # only other languages have use for it

    return {
        name: f"{{{f'!{conversion}' * bool(conversion)}{f':{spec}' * bool(spec)}}}"
        for _, name, spec, conversion in Formatter().parse(template)
        if name
    }


@cache
def _english() -> dict[str, str]:
    """Return the English templates by code."""
    from .client import read_json

    return {code: text for part in _PARTS for code, text in read_json(f"i18n/en/{part}.json").items()}


@lru_cache(maxsize=len(LANGUAGES))
def _texts(language: str) -> dict[str, str]:
    """Return the texts of a language by code, none of English, in which a sentence is born."""
    if language == "en" or language not in LANGUAGES:
        return {}
    from .client import read_json

    return {
        code: text for part in ("common", *_PARTS) for code, text in read_json(f"i18n/{language}/{part}.json").items()
    }
