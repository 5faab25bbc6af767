"""What commands report to people is in their language, line by line; what they print for programs is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.commands import Answer, leaves, run

from pushbox import config, doctor, formats, games, levels
from pushbox.extras import EXTRAS
from pushbox.sentence import LANGUAGES

from .texts import OTHERS

LEVELS = """\
#######
#@ $ .#
#     #
#######
Title: 7
Solution: rRR

#####
#@ .#
#$  #
#####

#######
#. $ @#
#     #
#######
Options: max_push=2

#######
#@ $ .#
#     #
#######
Title: 8
"""
PUZZLE = "#########\n#@ $  . #\n#   $   #\n# .     #\n#########\n"
NEAR = [f"##########\n#@  $   .#\n#  #     #\n#  $   . #\n#   {sign}    #\n##########\n" for sign in "# "]
REPORTS: dict[str, tuple[str, ...]] = {  # of each command what it is called with; later lines build on earlier ones
    "levels": ("levels",),
    "info": ("info a.xsb rows.txt", "info a.xsb --losses", "info level.elm"),
    "convert": ("convert a.xsb levels.json", "convert a.xsb levels.mf8"),
    "verify": ("verify a.xsb",),
    "metrics": ("metrics rRRdlU",),
    "path": ("path a.xsb --box D2", "path a.xsb --box D2 --to F3"),
    "study": ("study a.xsb", "study a.xsb --level 2"),
    "solve": (
        "solve a.xsb --objective pushes",
        "solve c.xsb --objective pushes --nodes 1",
        "solve a.xsb --level 2",
    ),
    "optimize": ("optimize a.xsb", "optimize a.xsb --level 1"),
    "explain": ("explain a.xsb --level 2",),
    "rate": ("rate a.xsb --nodes 2000", "rate c.xsb --nodes 1"),
    "graph": ("graph a.xsb positions.csv",),
    "certify": (
        "certify a.xsb --out proofs",
        "certify --check proofs/1.cert",
        "certify a.xsb --check-memory 1",
    ),
    "generate": ("generate --size 7x6 --boxes 1 --out new.xsb",),
    "review": ("review a.xsb --seconds 5 --out review.svg",),
    "reconstruct": ("reconstruct rRR!",),
    "render": ("render a.xsb --out level.svg",),
    "plot pushes": ("plot pushes a.xsb --out pushes.svg",),
    "duplicates": ("duplicates a.xsb", "duplicates b.xsb --near --out all.xsb --pictures marked"),
    "library add": ("library add a.xsb b.xsb e.xsb", "library add a.xsb"),
    "library list": ("library list",),
    "library show": ("library show a.xsb",),
    "library search": ("library search --limit 1",),
    "library duplicates": ("library duplicates --near",),
    "library tag": ("library tag b.xsb 77", "library tag b.xsb 77 --remove"),
    "library rename": ("library rename b.xsb 5.xsb --title 6", "library rename 5.xsb b.xsb"),
    "library import": ("library import moves.txt", "library import d.xsb --collection b.xsb"),
    "library merge": ("library merge",),
    "library solve": ("library solve a.xsb --seconds 5", "library solve b.xsb --nodes 1"),
    "library optimize": ("library optimize a.xsb --seconds 5",),
    "library rate": ("library rate a.xsb",),
    "library solutions": ("library solutions a.xsb",),
    "library export": ("library export out",),
    "library backup": ("library backup all.backup",),
    "library restore": ("library --database sqlite:///other.sqlite restore all.backup",),
    "library moderator": ("library moderator",),
    "library remove": ("library remove a.xsb --level 1", "library remove a.xsb --yes"),
    "dataset make": ("dataset make ds a.xsb --to jsonl --no-difficulty",) * 2,
    "dataset check": ("dataset check ds",),
    "dataset show": ("dataset show ds",),
    "dataset near-duplicates": ("dataset near-duplicates bx",),
    "config set": ("config set threads 2",),
    "config": ("config",),
    "config unset": ("config unset threads",),
    "games": ("games",),
    "formats": ("formats",),
    "about": ("about",),
    "doctor": ("doctor",),
}  # fmt: skip
ELSEWHERE = {
    "play": "the games of the terminal, see test_terminal_games.py",
    "transcript": "a text for programs, in one language",
    "plot solution": "the line of plot pushes",
    "plot search": "the line of plot pushes",
    "plot cactus": "the line of plot pushes",
    "config path": "a path alone",
    "config get": "a value alone",
    "serve": "waits; its line of an address is for programs too",
    "mcp": "waits",
    "engine": "waits",
    "site": "its sentences are in test_codes.py; a site takes long to write",
    "evaluate": "asks a server",
    "completion": "a program",
    "bench": "figures of the project for its developers",
}
PROPER = """
Advent Code GiB HHHH JSON Linux MIT NetHack Options PDDL Python Rust SokoSolve Sokobot TextArena UTC XML XSB YASC
auto gym lvl max_push plain pushbox reconstruct render serve soko boxorder goalorder Limit Trace End Size
alembic confusable filelock homoglyphs sqlalchemy textual
"""
KEYS = [
    *(name for key in games.keys() for name in (key, games.find(key).info.name)),
    *(name for key in formats.keys() for name in (key, formats.find(key).info.name)),
    *formats.symbol_tables.TABLES, *levels.names(), *levels.series(), *config.SETTINGS, *EXTRAS,
]  # fmt: skip
NAMES = {*PROPER.split(), *KEYS, *(word for key in KEYS for word in re.findall("[A-Za-z]{3,}", key))}
NAME = re.compile(r"threads|database|\S*[./\\:]\S*|[lurdLURD]+|[0-9a-f]{16,}|--\S+|[A-Z_]{5,}|\S+\d\S*")
SHARED: dict[str, set[str]] = {
    "de": {"optimal", "Bring", "Labyrinth", "was"},
    "zh": set(),
}  # words that English and another language have
LIBRARIES = "about"  # whose lines after its heads are names with versions and licences


def words_of(name: str, answer: Answer) -> set[str]:
    """Return the words of a report without what no language changes: names, moves, options, files, numbers."""
    lines = [*answer.out.splitlines(), *answer.err.splitlines()]
    if name == LIBRARIES:
        lines = [line for line in lines if not line.startswith("  ")]
    parts = (part for line in lines for part in re.split(r"[\s,;()=]+", line))
    texts = (part for part in parts if part not in NAMES and not NAME.fullmatch(part.strip("':.")))
    return {word for text in texts for word in re.findall("[A-Za-z]{3,}", text)} - NAMES


def english(name: str, answers: dict[str, Answer]) -> list[str]:
    """Return the words that another language has as English has them, but for those that are its own too."""
    said = {language: words_of(name, answer) for language, answer in answers.items()}
    return [f"{other}: {word}" for other in OTHERS for word in sorted(said[other] & said["en"] - SHARED[other])]


@pytest.fixture
def speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, Answer]]:
    """Return a function that runs a command in each language, each in a folder of its own with the same files."""
    monkeypatch.setattr(doctor, "EXTRAS", {name: EXTRAS[name] for name in ("library", "tui")})
    for language in LANGUAGES:
        folder = tmp_path / language
        (folder / "bx/train").mkdir(parents=True)
        (folder / "bx/valid").mkdir()
        for name, text in {
            "a.xsb": LEVELS, "b.xsb": "\n".join(NEAR), "c.xsb": f"{PUZZLE}\n{PUZZLE}",
            "d.xsb": LEVELS, "rows.txt": "4111\n10224\n", "level.elm": "HHHH|HXBH", "moves.txt": "rRR\n",
            "bx/train/000.txt": f"; 0\n{NEAR[1]}", "bx/valid/000.txt": f"; 0\n{NEAR[1]}",
        }.items():  # fmt: skip
            (folder / name).write_text(text, "utf-8")

    def spoken(words: str) -> dict[str, Answer]:
        answers: dict[str, Answer] = {}
        for language in LANGUAGES:
            monkeypatch.chdir(tmp_path / language)
            monkeypatch.setenv("PUSHBOX_DATABASE", "sqlite:///library.sqlite")
            monkeypatch.setenv("PUSHBOX_CONFIG", "config.toml")
            answers[language] = run("--lang", language, *words.split())
        return answers

    return spoken


GROUPS = ["library", "dataset", "config", ""]


@pytest.mark.parametrize("group", GROUPS)
def test_no_word_of_a_report_is_english(group: str, speak: Callable[[str], dict[str, Answer]]) -> None:
    """Heads, statuses, sums, sizes and reasons, on both streams; names stay."""
    found: dict[str, list[str]] = {}
    mine = {
        name: calls
        for name, calls in REPORTS.items()
        if (name.split()[0] if name.split()[0] in GROUPS else "") == group
    }
    for name, calls in mine.items():
        for words in calls:
            answers = speak(words)
            assert len({answer.code for answer in answers.values()}) == 1, words
            if lines := english(name, answers):
                found[words] = lines
    assert found == {}


def test_every_command_has_a_report_here() -> None:
    """Or a reason why not."""
    names = {name for name, _ in leaves()} | {"config"}
    assert sorted(names ^ (REPORTS.keys() | ELSEWHERE.keys())) == []


FOR_PROGRAMS = (
    "info a.xsb rows.txt",
    "solve a.xsb",
    "certify a.xsb",
    "duplicates b.xsb --near",
    "games",
    "formats",
)


def test_what_programs_read_is_in_one_language(speak: Callable[[str], dict[str, Answer]]) -> None:
    """The JSON of a command is that of English to the byte, but for how long something took."""
    for words in FOR_PROGRAMS:
        texts = {re.sub(r'"(seconds|program)": [^,}]+', "", answer.out) for answer in speak(f"{words} --json").values()}
        assert len(texts) == 1, words
