"""Each code has a text in every language with the parameters that the sources give it."""

from __future__ import annotations

import ast
import re

import pytest

from pushbox import errors
from pushbox.cli.commands import COMMANDS, GROUPS
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS
from pushbox.tiling import SQUARE

from .texts import ENGLISH, MADE, OTHERS, TEXTS, WORDS, calls, placeholders, trees


def test_a_code_has_an_english_text_with_its_parameters() -> None:
    """The English text is said once, and every text is said somewhere."""
    said = {code: params for _, code, params in calls() if not code.startswith("count.")}
    assert len(said) > 600
    assert sorted(said.keys() ^ ENGLISH.keys() ^ MADE) == []
    assert [where for where, code, params in calls() if code in said and placeholders(ENGLISH[code]) != params] == []


def test_no_parameter_of_a_sentence_is_one_of_its_error() -> None:
    """Such as `line` of a FormatError, which says where: it would be missing in the sentence."""
    found = []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Attribute(ast.Name(name), "said"), [*_, ast.Constant(str(code))]) if hasattr(
                    errors, name
                ):
                    own = getattr(getattr(errors, name).__init__, "__kwdefaults__", None) or {}
                    found += [f"{path}:{node.lineno}"] if own.keys() & placeholders(ENGLISH[code]) else []
                case _:
                    pass
    assert found == []


KINDS = (  # of words, whose code has the word itself
    *("severity", "colour", "noun", "row", "who", "json-fault", "xml-fault", "purpose", "command", "gender", "replay"),
    *("head", "metric", "status", "limit", "claim", "kind", "split", "stage", "setting", "origin", "finding", "extra"),
    *("deadlock-kind", "about", "format", "symbols", "sign", "doing", "rate"),
)


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_is_said_in_every_language(language: str) -> None:
    """By the same parameters, and no language says what nobody can say."""
    codes = {code: params for _, code, params in calls()} | {code: placeholders(ENGLISH[code]) for code in MADE}
    texts = TEXTS[language]
    assert sorted(codes.keys() - texts.keys()) == []
    said = {code: set(re.findall(r"\{(\w+)\}", texts[code])) for code in codes}
    assert {code: said[code] for code, params in codes.items() if said[code] != params} == {}
    words = re.compile(rf"({'|'.join(KINDS)})\.")
    keys = {re.sub(r"\.(one|[fmn])$", "", key) for key in texts if not words.match(key)}
    assert sorted(keys - codes.keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_is_said_in_every_language(language: str) -> None:
    """What pieces, terrain, directions and colours are called."""
    words = {
        "piece": [*PIECE_KINDS],
        "terrain": [*TERRAIN_KINDS],
        "direction": SQUARE.names,
        "colour": ("red", "plain", "black"),
        "purpose": [*GROUPS],
        "command": [*COMMANDS],
    }
    for kind, texts in words.items():
        for text in texts:
            assert f"{kind}.{text}" in WORDS[language]
