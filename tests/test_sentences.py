"""Sentences are values: each has a code and parameters from where it is born, and German and Chinese say it too."""

from __future__ import annotations

import ast
import copy
import errno
import io
import random
import re
import runpy
import ssl
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter

import click
import pytest

import pushbox
from pushbox import errors, formats, games, verify
from pushbox.cli import usage_errors
from pushbox.cli.commands import COMMANDS, GROUPS
from pushbox.client import read_json
from pushbox.conformance import random_level
from pushbox.errors import FormatError, IllegalMove, NotationError, PushboxError
from pushbox.formats import lossy
from pushbox.games.position import game_for
from pushbox.kinds import PIECE_KINDS, TERRAIN_KINDS
from pushbox.level import Collection, SavedMoves
from pushbox.sentence import LANGUAGES, Sentence, counted, place, say, to_json, translate, use_language, word
from pushbox.tiling import SQUARE
from pushbox.tui import plain

from .commands import run
from .depth import scaled

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
MADE = {"line", "line-column", "located", "of-level", "expected", "and", "comma", "semicolon", "did-you-mean"} | {
    *usage_errors.CODES
}
PROOF = Path(__file__).parents[1] / "crates" / "pushbox-core" / "src" / "search" / "proof.rs"
MADE |= {f"unsolvable.{name}" for name in re.findall(r'=> "(.+)"', PROOF.read_text())}  # the core names its proofs


def test_a_code_has_an_english_text_with_its_parameters() -> None:
    """The English text is said once, and every text is said somewhere."""
    said = {code: params for _, code, params in calls() if not code.startswith("count.")}
    assert len(said) > 600
    assert sorted(said.keys() ^ ENGLISH.keys() ^ MADE) == []
    assert [where for where, code, params in calls() if code in said and placeholders(ENGLISH[code]) != params] == []


def test_a_singular_has_no_plural() -> None:
    """In English too, where a sentence has one; each says what the plural says, but for the number."""
    assert len(SINGULARS) > 20
    assert sorted(code for code in SINGULARS if code.removesuffix(".one") not in ENGLISH) == []
    for code, text in SINGULARS.items():
        assert placeholders(text) == placeholders(ENGLISH[code.removesuffix(".one")]) - {"count"}
    one = say("at-least-pushes", count=1)
    assert [translate(one, language) for language in LANGUAGES] == [
        "at least 1 push is needed", "mindestens 1 Schub ist nötig", "至少需要 1 次推动"
    ]  # fmt: skip
    assert say("at-least-pushes", count=2) == "at least 2 pushes are needed"
    assert one.to_json()["code"] == "at-least-pushes"


NEVER_ONE = {
    "acts-times",  # of what may act once
    "add-one-level",  # of several
    "answer-several",
    "click-needs-values",
    "collections-named",
    "console-one-level",  # found none or several
    "list-players",
    "one-level-for",
    "pddl-one-player",
    "pddl-things",
    "pieces-on-one",
    "branch-count",  # shown where there are several
    "label-uses",
    "said-times",  # of what is said again
    "way-of-cells",
    "certificate-position-lines",  # of as many signs as any line
    "collection-name-length",  # which may have one
    "cells-range",
    "comment-length",
    "moves-on-board",  # too large a board for them
    "no-end-of-level",  # after very many
    "reason-length",
    "snapshot-name",
    "tag-length",
}
PLURAL = re.compile(r"\{count(?::,)?\} (?:different |people |(?!is |has |was |as )[a-z]+s\b)")
LIMIT = re.compile(r"expected at most|which is all|is full|more than|too few|already|may keep|more are not kept")


def test_a_count_of_one_has_a_singular() -> None:
    """In English: where the number stands before a plural, and is no limit, all of which are above one."""
    plural = {code for code, text in ENGLISH.items() if PLURAL.search(text)}
    assert len(plural) > 80
    assert {code for code in NEVER_ONE if f"{code}.one" in SINGULARS} == set()
    limits = {code for code in plural if LIMIT.search(ENGLISH[code])}
    assert sorted(plural - limits - NEVER_ONE - {code.removesuffix(".one") for code in SINGULARS}) == []
    said = [say("off-goal", count=1), say("boxes-gone", count=1), say("pushers", count=1)]
    assert [translate(one, "de") for one in said] == [
        "1 Kiste steht nach dem letzten Zug nicht auf einem Ziel", "1 Kiste ist weg", "1 Schieber gefunden"
    ]  # fmt: skip
    assert said == ["1 box is not on a goal after the last move", "1 box is gone", "found 1 pusher"]


def test_the_operating_system_speaks_every_language() -> None:
    """Of what is wrong with a file; other errors keep their numbers' own texts, such as those of a connection."""
    for number in (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EEXIST, errno.EROFS):
        text = errors.why_of(OSError(number, "as the system says it"))
        assert {translate(text, language) for language in LANGUAGES} >= {text}
        assert len({translate(text, language) for language in LANGUAGES}) == 3
    assert errors.why_of(ssl.SSLError(1, "not this certificate")) == "not this certificate"  # 1 is EPERM of the system
    assert errors.why_of(ValueError("no number")) == "no number"
    assert run("--lang", "de", "solve", "nothing.xsb").err == "pushbox: nothing.xsb: Datei oder Ordner nicht gefunden\n"
    assert run("--lang", "zh", "solve", ".").err == "pushbox: .：是一个目录\n"


def test_help_has_heads_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the option, or the environment, says which; the command below a command too."""
    page = run("--lang", "de", "solve", "--help").out
    assert page.startswith("Aufruf: pushbox solve [OPTIONS] FILE\n")
    assert "\nOptionen:\n" in page
    assert "[Vorgabe: " in page
    assert page.endswith("Diese Hilfe zeigen.\n")
    assert run("--lang=zh", "library", "add", "--help").out.startswith("用法： pushbox library add")
    monkeypatch.setenv("PUSHBOX_LANG", "de")
    everything = run("--help").out
    assert "\nSpielen:\n  play         Ein Level im Terminal spielen.\n" in everything
    for english in (
        "Usage:",
        "Options:",
        "Commands:",
        "Show this",
        *(f"{one}:\n" for one in GROUPS),
        *COMMANDS.values(),
    ):
        assert english not in everything + page
    assert run("--nothing").err.startswith("Aufruf: pushbox [OPTIONS] COMMAND [ARGS]...\nHilfe gibt es mit")
    monkeypatch.setenv("PUSHBOX_LANG", "xx")
    assert run("--help").out.startswith("Usage: ")


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


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_is_said_in_every_language(language: str) -> None:
    """By the same parameters, and no language says what nobody can say."""
    codes = {code: params for _, code, params in calls()} | {code: placeholders(ENGLISH[code]) for code in MADE}
    texts = TEXTS[language]
    assert sorted(codes.keys() - texts.keys()) == []
    said = {code: set(re.findall(r"\{(\w+)\}", texts[code])) for code in codes}
    assert {code: said[code] for code, params in codes.items() if said[code] != params} == {}
    words = re.compile(r"(severity|colour|noun|row|who|json-fault|xml-fault|purpose|command|gender|replay)\.")
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


def test_a_noun_has_its_article_in_german() -> None:
    """Of a piece, terrain, or either with a number, a colour or a direction; a noun without a gender has none."""
    red = say("label-with", words=word("colour", "red"), noun=word("piece", "stone"))
    numbered = say("label-numbered", noun=word("terrain", "goal"), number=3)
    said = [
        say("the-noun", noun=word("piece", "box")), say("the-noun", noun=red), say("the-at", noun=red, cell="B2"),
        say("onto-a", noun=numbered), say("onto-a", noun=word("terrain", "weak")),
        say("onto-a", noun=word("terrain", "x")),
        say("is-now", was=word("terrain", "weak"), cell="B2", now=word("terrain", "hole")),
    ]  # fmt: skip
    assert [translate(one, "de") for one in said] == [
        "die Kiste", "den Stein (rot)", "der Stein (rot) auf B2", "auf ein Ziel 3", "auf eine brüchige Platte", "auf x",
        "die brüchige Platte auf B2 ist jetzt Loch",
    ]  # fmt: skip
    genders = {key: text for key, text in TEXTS["de"].items() if key.startswith("gender.")}
    assert {f"gender.terrain.{kind}" for kind in TERRAIN_KINDS} <= genders.keys()
    assert {f"gender.piece.{kind}" for kind in PIECE_KINDS} <= genders.keys()
    variants = {key[:-2] for key in TEXTS["de"] if key.endswith((".f", ".m", ".n"))}
    for code in variants:
        assert {placeholders(TEXTS["de"][f"{code}.{gender}"]) == placeholders(ENGLISH[code]) for gender in "fmn"} == {
            True
        }


def test_a_sentence_is_its_english_text() -> None:
    """To whatever prints, compares, copies it; an error keeps the sentence that it was raised with."""
    sentence = say("boxes-and-goals", boxes=counted(1, "box"), goals=counted(1200, "goal"))
    assert sentence == "found 1 box and 1200 goals"
    assert hash(sentence) == hash("found 1 box and 1200 goals")
    assert repr(sentence) == "'found 1 box and 1200 goals'"
    for copied in (copy.copy(sentence), copy.deepcopy(sentence), str(sentence)):
        assert to_json(copied) == to_json(sentence)
    assert translate(sentence, "de") == "1 Kiste und 1200 Ziele gefunden"
    error = FormatError(sentence, line=3, column=4)
    assert translate(str(error), "zh") == "第 3 行第 4 列：有 1 个箱子和 1200 个目标"
    assert translate(str(copy.deepcopy(error)), "zh") == translate(str(error), "zh")


def test_a_parameter_is_shown_as_in_english() -> None:
    """Quoted, or with commas between thousands; braces of a foreign text are no parameters."""
    sentence = say("too-many-moves", count=70000, most=5000)
    assert sentence.to_json() == {
        "code": "too-many-moves",
        "params": {"count": "70,000", "most": "5,000"},
        "text": "found 70,000 moves, expected at most 5,000",
    }
    assert translate(sentence, "de") == "70,000 Züge; höchstens 5,000 erlaubt"
    foreign = word("colour", "{count}")
    german = TEXTS["de"]["no-such-stone"].replace("{colour}", "{count}")
    assert translate(say("no-such-stone", colour=foreign), "de") == german
    assert translate("{count}", "de") == "{count}"
    assert translate(place(4), "xx") == "line 4"


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


def of_a_game(key: str, rounds: int) -> Iterator[str]:
    """Yield what a game says of random boards and walks: problems, illegal moves, outcomes, texts that are no moves."""
    game, rng = games.find(key), random.Random(f"sentences {key}")
    for number in range(rounds):
        level = random_level(game, rng, largest=3 + number % 5)
        for problem in game_for(level).rules.problems(level):
            yield from (text for text in (problem.found, problem.expected, str(problem)) if text)
        try:
            position = pushbox.load(level)
        except PushboxError as error:
            yield str(error)
            continue
        for _ in range(6):
            moves = [*position.rules.pseudo_legal_moves(position.state)]
            rng.shuffle(moves)
            for move in moves[:12]:
                if position.rules.apply(position.state, move) is None:
                    yield position.rules.explain_illegal(position.state, move)
            if position.outcome.reason:
                yield position.outcome.reason
            if not (legal := position.legal_moves):
                break
            position = position.apply(rng.choice(legal))
        for text in (
            "q7",
            "3(",
            "0u",
            "1,1",
            "99,99>",
            "{9l}u",
            "[9l]",
            "*",
            "uu*dd*",
            "dlur" * 3,
            "".join(rng.choices("lurdLURD-5,2>!", k=9)),
        ):
            with suppress(NotationError, IllegalMove):
                position.parse(text)
                yield verify(level, text).message or say("none")
                continue
            try:
                position.parse(text)
            except PushboxError as error:
                yield str(error)


@pytest.mark.parametrize("key", games.keys())
def test_what_a_game_says_is_said_in_every_language(key: str) -> None:
    """Of boards, of moves, and of how a position stands."""
    said = [*of_a_game(key, scaled(200))]
    assert len(said) > 100
    assert sorted({text for sentence in said for text in unsaid(sentence)}) == []


TITLES = ("", "A title", " blank ", "two\nlines", "bell\a", "half \ud800", "title: more")
MOVES = ("", "rrU", "1-2u1", "RR dd\n", "3(", "0,1")


def collections(rng: random.Random, count: int) -> Iterator[Collection]:
    """Yield collections of random levels of any game, with odd words."""
    for number in range(count):
        game = games.find(rng.choice(games.keys()))
        board = random_level(game, rng, largest=3 + number % 4)
        moves = SavedMoves(rng.choice(TITLES), rng.choice(MOVES), rng.choice(TITLES))
        words = [rng.choice(TITLES) for _ in range(3)]
        headers = ((rng.choice(["", "Key", "Size X", "a--b", "é"]), rng.choice(TITLES)),)
        odd = replace(board, title=words[0], author=words[1], notes=words[2], saved_moves=(moves,), headers=headers)
        levels = (board, odd, replace(board, title="Plain")) if number % 3 else (rng.choice([board, odd]),)
        yield Collection(levels, title=rng.choice(TITLES), notes=rng.choice(TITLES), headers=headers)


def spoiled(text: str, rng: random.Random) -> Iterator[str]:
    """Yield a file with some of its characters gone, doubled or exchanged, cut off, or with lines in other places."""
    for _ in range(4):
        signs = list(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(signs) + 1)
            signs[at : at + rng.randint(0, 3)] = rng.choices(SIGNS, k=rng.randint(0, 3))
        yield "".join(signs)
    lines = text.split("\n")
    rng.shuffle(lines)
    yield "\n".join(lines)
    yield text[: rng.randrange(len(text) + 1)]


SIGNS = [
    *"#@$.*+ -_|xXbBpPQqW0129()[]{}<>&;:,'\"\\=/\t\n\x01é",
    "Title:",
    "boxorder 1 99 x\n",
    "Options: a, b",
    "null",
    "<!--",
]


def read(text: str | bytes, key: str | None) -> Iterator[str]:
    """Yield what is said of a file."""
    try:
        collection = formats.read(text, format=key)
    except PushboxError as error:
        yield str(error)
        return
    for problem in collection.problems:
        yield from (part for part in (problem.found, problem.expected, problem.repair, str(problem)) if part)


def of_a_format(key: str, count: int) -> Iterator[str]:
    """Yield what a format says of spoiled files, and of collections that it cannot hold."""
    rng = random.Random(f"sentences {key}")
    for collection in collections(rng, count):
        yield from formats.losses(collection, key)
        try:
            reduced = lossy.reduce(collection, key)
        except PushboxError as error:
            yield str(error)
            continue
        yield from lossy.grouped(reduced.lost)
        for text in spoiled(reduced.text, rng):
            yield from read(text, key)
            if key == "json":
                yield from read(text, None)
    for kind in rng.sample([*HOSTILE.values()], scaled(200)):
        yield from read(b"".join(kind.parts(1e-6)), key)


HOSTILE = runpy.run_path(str(Path(__file__).parents[1] / "fuzz/hostile_files.py"))["KINDS"]


@pytest.mark.parametrize("key", formats.keys())
def test_what_a_format_says_is_said_in_every_language(key: str) -> None:
    """Of faults and of losses."""
    said = [*of_a_format(key, scaled(90))]
    assert len(said) > 100
    assert sorted({text for sentence in said for text in unsaid(sentence)}) == []


def words_of(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that look like words for people with their lines: no documentation, styles, codes."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name("CSS" | "DEFAULT_CSS")], value):
                silent |= {id(part) for part in ast.walk(value)}
            case ast.Call(ast.Name("say" | "Literal" | "shipped"), [first, *_]):
                silent.add(id(first))
            case ast.Compare(_, _, others):
                silent |= {id(other) for other in others}
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            words = node.value.removeprefix("bold ")  # of a style
            if re.search(r"[A-Za-z]{2,} [a-z]{2,}|^ ?[A-Z][a-z]+[ .:!]?$", words):
                yield node.lineno, node.value


def test_the_full_screen_game_says_sentences() -> None:
    """No word that it shows is English alone."""
    found = {path: [*words_of(tree)] for path, tree in trees().items() if path.startswith("tui/fullscreen/")}
    assert len(found) > 20
    texts = [f"{path}:{line}: {text}" for path, lines in found.items() for line, text in lines]
    assert texts == []
    raw = ast.parse('view.update(f"Written to {path}.")\nview.title = "Level"')
    assert sorted(text for _, text in words_of(raw)) == ["Level", "Written to "]


PROGRAMMING = {  # what only a wrong call in Python, or a fault of pushbox itself, can raise
    "analysis/deadlocks/checker.py": "a witness of pushbox's own that proves nothing",
    "web/bundle.py": "a module of the client that cannot be bundled",
    "keywords.py": "a keyword that a function does not have",
    "board.py": "a value that is no part of a board",
    "kinds.py": "a kind of a package that nobody could draw or name",
    "level.py": "a value that is no part of a level",
    "tiling.py": "a tiling that is none",
    "games/position.py": "a move that is of no type of the game's",
    "play/drawing.py": "a value that cannot be drawn",
    "render/svg.py": "a piece that is not on its board",
    "notebook/widget.py": "a value that no widget shows",
    "sim/batch.py": "a table of another form",
    "sim/native.py": "a level of another kind",
    "sim/tables.py": "a table of another form",
    "env/game.py": "an action that is none",
    "env/gym_sokoban/tiles.py": "tiles of another size",
    "env/judged.py": "an environment of another kind",
    "env/vector.py": "actions of another form",
}
NOT_OURS = {"ClickException", "UsageError", "BadParameter", "ApiError"}  # that are no PushboxError, but shown


def shown_errors() -> set[str]:
    """Return the names of all classes of errors that a user may see, those of every module."""
    bases: dict[str, set[str]] = {}
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(base).rpartition(".")[2] for base in node.bases)
    shown = {"PushboxError"} | NOT_OURS
    while more := {name for name, above in bases.items() if above & shown} - shown:
        shown |= more
    return shown


def scope(node: ast.expr, tree: ast.Module) -> ast.AST:
    """Return the innermost function that an expression is in, or its module."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    around = [one for one in functions if one.lineno <= node.lineno <= (one.end_lineno or 0)]
    return max(around, key=lambda one: one.lineno, default=tree)


def texts(node: ast.expr, tree: ast.Module) -> Iterator[ast.expr]:
    """Yield what an expression of a module has of texts that are no sentences, and so are in English alone."""
    match node:
        case ast.Constant(str(text)) if " " in text:  # one word is a name
            yield node
        case ast.JoinedStr() | ast.BinOp(ast.Constant(str()), ast.Mod()):
            yield node
        case ast.BinOp(left, ast.Add(), right) | ast.IfExp(_, left, right):
            yield from texts(left, tree)
            yield from texts(right, tree)
        case ast.BoolOp(_, values):
            for value in values:
                yield from texts(value, tree)
        case ast.Call(ast.Attribute(attr="format" | "join" | "removeprefix" | "removesuffix" | "replace")):
            yield node
        case ast.Call(ast.Name("str"), [ast.JoinedStr() as joined]):
            yield joined
        case ast.Name(name):
            for other in ast.walk(scope(node, tree)):
                if isinstance(other, ast.Assign) and name in {ast.unparse(target) for target in other.targets}:
                    yield from () if isinstance(other.value, ast.Name) else texts(other.value, tree)
        case _:
            pass


SUBJECT = {"refused": slice(2, 3), "naming": slice(0, 1), "located": slice(1, 2), "ApiError": slice(1, 2)}


def test_every_error_that_a_user_sees_is_a_sentence() -> None:
    """No error is raised with an English text, which German and Chinese cannot say."""
    shown = shown_errors()
    assert {"PushboxError", "FormatError", "MalformedCertificate", "RoomError", "ApiError"} <= shown
    found: dict[str, list[str]] = {}
    for path, tree in trees().items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments) if (
                    name in shown | SUBJECT.keys() or (name == "fail" and path.startswith("cli/"))
                ):
                    for argument in arguments[SUBJECT.get(name, slice(0, 1))]:
                        found.setdefault(path, []).extend(f"{path}:{text.lineno}" for text in texts(argument, tree))
                case _:
                    pass
    found = {path: places for path, places in found.items() if places}
    assert {path: places for path, places in found.items() if path not in PROGRAMMING} == {}
    assert sorted(PROGRAMMING.keys() - found.keys()) == []


def test_the_terminal_says_sentences_in_the_language_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By --lang or by a variable of the environment; JSON and the next run are in English."""
    file = tmp_path / "level.xsb"
    file.write_text("####\n#@.#\n#  #?\n####\n")
    german = "gefunden: '?'; erwartet: eines von # @ + $ * . Leerzeichen - _; dieses Level wurde weggelassen"
    english = "line 3, column 5: found '?', expected one of # @ + $ * . space - _; this level was left out"
    assert f"  Fehler: Zeile 3, Spalte 5: {german}" in run("--lang", "de", "info", file).out
    assert f"  error: {english}" in run("info", file).out
    assert '"found": "found \'?\', expected one of' in run("--lang", "de", "info", file, "--json").out
    assert f"{file}: Fehler: Zeile 3, Spalte 5: {german}\n" in run("--lang", "de", "solve", file).err
    assert "pushbox: Zeichen 1: " in run("--lang", "de", "transcript", "builtin:lessons", "--solution", "q").err
    monkeypatch.setenv("PUSHBOX_LANG", "zh")
    assert "：第 3 行第 5 列：'?'" in run("info", file).out
    assert run("--lang", "fr", "info", file).code == 2


@pytest.mark.parametrize(
    ("arguments", "german", "chinese"),
    [
        ("solve FILE --level 9", "--level '9', aber die Datei hat 1 Level", "--level '9'，但文件只有 1 个关卡"),
        (
            "solve FILE --threads 0",
            ": 0 liegt nicht im Bereich 1<=x<=256.",
            "的值无效：0 不在范围 1<=x<=256 内。",
        ),
        (
            "solve FILE --engine nowhere.exe",
            "die Engine 'nowhere.exe'; erwartet: ein Pr",
            "引擎 'nowhere.exe'；应为可以",
        ),
        ("solve FILE --nope", "Fehler: Die Option '--nope' gibt es nicht.", "错误：没有选项 '--nope'。"),
        ("solve", "Fehler: Das Argument 'FILE' fehlt.", "错误：缺少参数 'FILE'。"),
        ("sovle", "Fehler: Es gibt keinen Befehl 'sovle' (", "错误：没有命令 'sovle'"),
        ("config set threads x", "threads 'x'; erwartet: eine ganze Zahl von 1 bis 256", "threads 'x'；应为1 到 256"),
        ("generate --difficulty x", "'x'; erwartet: ", "'x'；应为 "),
        ("generate --size 3", "--size '3'; erwartet: Spalten mal Zeilen", "--size '3'；应为列数x行数"),
        ("certify", "erwartet: entweder FILE", "应给出 FILE"),
    ],
)
def test_a_wrong_use_of_a_command_is_told_in_the_language_of_its_user(
    tmp_path: Path, arguments: str, german: str, chinese: str
) -> None:
    """By pushbox and by Click, with the same exit code."""
    file = tmp_path / "level.xsb"
    file.write_text("#####\n#@$.#\n#####\n")
    words = [str(file) if word == "FILE" else word for word in arguments.split()]
    for language, text in (("de", german), ("zh", chinese)):
        answer = run("--lang", language, *words)
        assert text in answer.err
        assert answer.code == 2


def test_what_click_says_is_known(tmp_path: Path) -> None:
    """Each text of Click that a command can lead to has a sentence, and each of these sentences is met."""

    @click.command()
    @click.argument("name")
    @click.option("--kind", type=click.Choice(["a", "b"]), required=True)
    @click.option("--whole", type=int)
    @click.option("--few", type=click.IntRange(1, 3))
    @click.option("--share", type=float)
    @click.option("--part", type=click.FloatRange(0, 1))
    @click.option("--pair", nargs=2)
    @click.option("--flag", is_flag=True)
    @click.option("--file", type=click.Path(exists=True, dir_okay=False))
    @click.option("--folder", type=click.Path(exists=True, file_okay=False))
    @click.option("--path", type=click.Path(exists=True))
    @click.option("--own", callback=_refuse)
    @click.option("--must", required=True)
    def command(**_: object) -> None:
        pass

    group = click.Group("group", dict.fromkeys(("x", "find", "fine", "xylophone"), command))
    (tmp_path / "file").touch()
    file = tmp_path / "file"
    met: set[str] = set()
    for words in (
        "y", "fin", "xylophon", "x", "x n", "x n --kind a", "x n --kind c", "x n --whole z", "x n --few z",
        "x n --few 9", "x n --share z", "x n --part z", "x n --pair 1", "x n --flag=1", "x n --kind",
        f"x n --file {file}-", f"x n --file {tmp_path}", f"x n --folder {file}-", f"x n --folder {file}",
        f"x n --path {file}-", "x n --qqq", "x n --shares", "x n --pa", "x n m --kind a --must b",
        "x n m o --kind a --must b", "x n --own z",
    ):  # fmt: skip
        with pytest.raises(click.ClickException) as raised:
            group.main(words.split(), "group", standalone_mode=False)
        text = raised.value.format_message()
        sentence = usage_errors.recognised(text, raised.value.message)
        assert isinstance(sentence, Sentence), text
        assert sentence == text
        met |= {sentence.code, getattr(sentence.params.get("message"), "code", "")}
    assert sorted({*usage_errors.CODES} - met) == []


def _refuse(_context: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value:
        raise click.BadParameter(say("none"))


def test_the_game_by_lines_says_sentences_in_the_language_of_its_user() -> None:
    """What the rules refuse, and texts that are no moves."""
    out = io.StringIO()
    use_language("de")
    try:
        plain.play(pushbox.read("#####\n#@$.#\n#####\n")[0], io.StringIO("u\nq7\nundo x\nquit\n"), out)
    finally:
        use_language("en")
    assert "nach oben geht es nicht: eine Wand ist im Weg" in out.getvalue()
    assert "gefunden: 'x'; erwartet: eine Zahl" in out.getvalue()


def test_the_game_by_lines_has_no_line_of_english() -> None:
    """Words, moves, the board in sentences, undo, hints, solver, stars: no line of letters is as in English."""
    level = pushbox.read("########\n#@ $  .#\n#      #\n########\nTitle: 7\n")[0]
    typed = "help\ndescribe\ntext\nr\nR\nundo\nredo\nredo\nbranches\nundo 2\nundo\nhint\nsolve 5\nrRRR\nnext level\n"
    printed: dict[str, list[str]] = {}
    for language in LANGUAGES:
        out = io.StringIO()
        use_language(language)
        try:
            plain.play(level, io.StringIO(typed), out, pictures=False)
        finally:
            use_language("en")
        printed[language] = [line.removeprefix("> ") for line in out.getvalue().splitlines()]
    assert printed["en"][0] == "Sokoban: 7"
    assert "You push the box right onto a goal; 1 of 1 box is home." in printed["en"]
    assert "Du schiebst die Kiste nach rechts auf ein Ziel; 1 von 1 Kiste am Ziel." in printed["de"]
    assert "你向右推箱子，到目标上；1 个箱子，其中 1 个在目标上。" in printed["zh"]
    same = {"Sokoban: 7", "rRRR", "  help, quit", ""}
    for other in OTHERS:
        assert [line for line in printed[other] if line in {*printed["en"]} - same and "redo " not in line] == []
