"""Words that come along, in the language of the user: titles and notes of levels, names and rules of games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from ..client import read_json
from ..games.api import Game, Option
from ..sentence import say, spoken, spoken_language

Kind = Literal["level.title", "level.note", "collection.title", "author", "game.name"]
_MADE = re.compile(r"(Walk|Blocks|Hall|Cave|Rooms) \d+-\d+")  # titles of generated levels
_TURN = re.compile(r"(.*) The best solution turns at push (\d+) of (\d+): from there on it has no detours\.", re.DOTALL)
_KNOWN = re.compile(
    r"(.*) The shortest solution known has (\d+) pushes; its first box is home for good at push (\d+)\.",
    re.DOTALL,
)

_SOFT_HYPHEN = "\u00ad"  # where a page breaks a long title, and what terminals draw as a dash


def shipped(kind: Kind, text: str) -> str:
    """Return a text that comes along in the language of the user, any other text as it is."""
    texts = _texts("levels")
    if found := texts.get(f"{kind}.{text}"):
        return found
    if kind == "level.note" and texts and (turn := _TURN.fullmatch(text)):
        return texts["level.note-turn"].format(note=shipped(kind, turn[1]), push=turn[2], pushes=turn[3])
    if kind == "level.note" and texts and (known := _KNOWN.fullmatch(text)):
        return texts["level.note-known"].format(note=shipped(kind, known[1]), pushes=known[2], push=known[3])
    return _title(texts, text) if kind == "level.title" and texts else text


def _title(texts: Mapping[str, str], title: str) -> str:
    """Translate the title of a generated level, or one of two words of a list such as "Amber Gate"; no other."""
    common = _texts("common")
    if made := _MADE.fullmatch(title):
        return common[f"level.made.{made[1].lower()}"]
    first, _, second = title.partition(" ")
    parts = texts.get(f"level.first.{first}"), texts.get(f"level.second.{second}")
    if not all(parts):
        return title
    return texts["level.two-words"].format(first=parts[0], second=parts[1]).replace(_SOFT_HYPHEN, "")


def summary(game: Game) -> str:
    """Return in a sentence what a game is about."""
    return _texts("rules").get(f"rules.{game.info.key}.goal", game.info.summary)


def option_words(option: Option, value: object) -> str:
    """Return in a sentence what an option changes that has this value."""
    texts = _texts("rules")
    found = texts.get(f"rules.option.{option.name}.{value}") or texts.get(f"rules.option.{option.name}")
    return found.format(value=value) if found else option.summary


def option_effects(option: Option) -> str:
    """Return what an option does; in other languages what each of its values does that changes something."""
    texts, known = _texts("rules"), f"rules.option.{option.name}"
    effects = [(str(value), texts[f"{known}.{value}"]) for value in option.choices if f"{known}.{value}" in texts]
    if known in texts:
        effects.append(("n", texts[known].format(value="n")))
    return " ".join(spoken(say("option-effect", value=value, text=text)) for value, text in effects) or option.summary


def rules(game: Game) -> str:
    """Return the rules of a game, a line for each paragraph; other languages than English have short ones."""
    lines = [*_rules(game)]
    return "\n".join(lines) if lines else _flowing(game.rules.describe())


def _rules(game: Game) -> Iterator[str]:
    texts, number = _texts("rules"), 1
    while line := texts.get(f"rules.{game.info.key}.{number}"):
        yield f"* {line}"
        number += 1


def _texts(part: Literal["common", "levels", "rules"]) -> Mapping[str, str]:
    """Return the texts of other languages; none of English, which levels and games have themselves."""
    language = spoken_language()
    return {} if language == "en" else _read(language, part)


@cache
def _read(language: str, part: str) -> Mapping[str, str]:
    texts: Mapping[str, str] = read_json(f"i18n/{language}/{part}.json")
    return texts


def _flowing(text: str) -> str:
    """Return text that was broken into lines of some width with a line for each paragraph and each item of a list."""
    lines: list[str] = []
    for line in text.replace("`", "").splitlines():
        words = line.strip()
        if words and lines and lines[-1] and not words.startswith("* "):
            lines[-1] += f" {words}"
        else:
            lines.append(words)
    return "\n".join(lines)
