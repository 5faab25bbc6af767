"""The texts of all languages, and the calls of the sources that say them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pushbox
from pushbox import formats, games
from pushbox.cli import usage_errors
from pushbox.client import read_json
from pushbox.sentence import LANGUAGES, Sentence

SOURCES = Path(pushbox.__file__).parent


PARTS = "messages", "terminal"  # of the sentences, see `pushbox.sentence`


def sentences(language: str) -> dict[str, str]:
    """Return the texts of a language by their codes."""
    return {code: text for part in PARTS for code, text in read_json(f"i18n/{language}/{part}.json").items()}


ENGLISH = {code: text for code, text in sentences("en").items() if not code.endswith(".one")}


SINGULARS = {code: text for code, text in sentences("en").items() if code.endswith(".one")}


OTHERS: list[str] = [language for language in LANGUAGES if language != "en"]


TEXTS = {language: sentences(language) for language in OTHERS}


WORDS = {language: read_json(f"i18n/{language}/common.json") | TEXTS[language] for language in OTHERS}


QUOTED = re.compile(
    r'\S*|(\S+, )+\S+|[0-9 ]+|".*|\S+( or \S+)+|(\S )*\S\s*', re.DOTALL
)  # no language changes names and numbers


NAMES = {formats.find(key).info.name for key in formats.keys()} | {games.find(key).info.name for key in games.keys()}


def placeholders(template: str) -> set[str]:
    """Return the names of the parameters of a template."""
    return set(re.findall(r"\{(\w+)(?:!r)?(?::[^{}]*)?\}", template))


@cache
def trees() -> dict[str, ast.Module]:
    """Return the sources by their path."""
    paths = sorted(SOURCES.rglob("*.py"))
    return {path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def calls() -> list[tuple[str, str, set[str]]]:
    """Return every sentence of the sources: where, its code, the parameters that it is given."""
    found = []
    for path, tree in trees().items():
        nodes = [*ast.walk(tree)]
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "sentence"]
        names = {alias.name for node in imports for alias in node.names} | {"said", "beyond", "require"}
        for node in nodes:
            match node:
                case ast.Call(ast.Name(name) | ast.Attribute(attr="said" | "beyond" as name), [*_, last]) if (
                    name in names & MORE.keys()
                ):
                    if not isinstance(last, ast.Constant) and (name == "counted" or ast.unparse(last) == "code"):
                        continue  # a function that makes sentences
                    code = ast.literal_eval(last)
                    if name == "counted":
                        code = f"count.{re.sub('[{}]', '', code).replace(' ', '-')}"
                    params = MORE[name] | {keyword.arg or "**" for keyword in node.keywords}
                    places = OF_ERRORS if name in {"said", "beyond"} else set()
                    where = f"{path}:{node.lineno}"
                    found.append((where, code, params - (places - placeholders(ENGLISH.get(code, "")))))
                case _:
                    pass
    return found


OF_ERRORS = {"line", "column", "cell", "step", "problems", "retry"}  # where and what else, beside the sentence


MORE: dict[str, set[str]] = {
    "say": set(),
    "said": set(),
    "require": set(),
    "beyond": {"count", "most"},
    "counted": {"count"},
}


PROOF = Path(__file__).parents[2] / "crates" / "pushbox-core" / "src" / "search" / "proof.rs"


MADE = {"line", "line-column", "located", "of-level", "expected", "and", "comma", "semicolon", "did-you-mean"} | {
    *usage_errors.CODES
}


MADE |= {f"unsolvable.{name}" for name in re.findall(r'=> "(.+)"', PROOF.read_text())}  # the core names its proofs


def unsaid(text: str) -> list[str]:
    """Return what of a text no other language can say: texts without a code, and codes without a text."""
    if not isinstance(text, Sentence):
        return [text]
    missing = [f"{text.code}: {language}" for language in OTHERS if text.code not in WORDS[language]]
    if text.code.partition(".")[0] in {"colour", "piece", "terrain"}:  # that of a stranger too
        missing = []
    template = text._template
    for _, name, _, conversion in Formatter().parse(template) if text.params else ():
        value = text.params[name] if name else 0
        if isinstance(value, Sentence):
            missing += unsaid(value)
        elif isinstance(value, str) and not conversion and value not in NAMES and not QUOTED.fullmatch(value):
            missing.append(f"{text.code}: {value}")
    return missing
