"""The documents say what is so."""

from __future__ import annotations

import doctest
import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
from pygments.token import Generic  # type: ignore[import-untyped]

from pushbox import cli, formats, games, levels
from pushbox.cli.commands import COMMANDS
from pushbox.formats import bounds
from pushbox.formats.api import MOST_CELLS
from pushbox.notation import LONGEST
from pushbox.play.transcript import MOST_PLIES
from pushbox.play.verify import verify
from pushbox.render import sheet
from pushbox.render.animation import MAX_FRAMES
from pushbox.render.raster import MAX_PIXELS
from pushbox.store.collections import MOST_LEVELS
from pushbox.web.settings import Limits

ROOT = Path(__file__).parents[1]


def test_the_readme_names_every_command() -> None:
    """A command that the README leaves out, or invents, is a defect."""
    named = set(re.findall(r"`pushbox ([a-z]+)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert named == set(COMMANDS)


def test_the_readme_counts_what_running_installs() -> None:
    """The packages of the first run are those of its lock."""
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    said = re.findall(r"first run installs (\d+) packages", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert said == [str(len(re.findall(r"^[a-z].*==", lock, re.MULTILINE)))]


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of the README at the prompt give the output shown, and files that are pictures."""
    monkeypatch.chdir(tmp_path)
    (session,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 10
    lines: list[str] = []
    assert doctest.DocTestRunner().run(test, out=lines.append).failed == 0, "".join(lines)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corner.gif", "corner.svg"]


def test_the_pages_know_the_endings_of_files() -> None:
    """A collection without a title is shown without the ending of its file."""
    script = (ROOT / "src" / "pushbox" / "client" / "ui" / "cards.js").read_text("utf-8")
    (endings,) = re.findall(r"ENDING = /\\\.\(\?:([a-z|]+)\)\$/i", script)
    assert {f".{ending}" for ending in endings.split("|")} == formats.endings()


PROMPTED = [page for page in sorted((ROOT / "docs").glob("*.md")) if "```python\n>>> " in page.read_text("utf-8")]


@pytest.mark.parametrize("page", PROMPTED, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands at the prompt on a page of docs/ gives what it says, from the first example to the last."""
    monkeypatch.chdir(tmp_path)
    source = "\n".join(re.findall(r"```python\n(>>> .*?)```", page.read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, page.name, 0)
    assert test.examples
    lines: list[str] = []
    assert doctest.DocTestRunner().run(test, out=lines.append).failed == 0, "".join(lines)


def test_the_page_of_the_package_stands_alone() -> None:
    """An index shows it without the repository, where a relative link leads nowhere."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = (ROOT / project["readme"]).read_text("utf-8")
    assert not re.findall(r"\]\(|<img|<a ", page)
    named = re.search(r"The extras are (.*?)\.", page, re.DOTALL)
    assert named is not None
    assert set(re.findall(r"`(\w+)`", named[1])) == set(project["optional-dependencies"])


@pytest.mark.parametrize("page", ["docs/index.md", "docs/package.md"])
def test_the_first_pages_count_right(page: str) -> None:
    """How many formats and games there are is said where a newcomer looks first."""
    text = (ROOT / page).read_text("utf-8")
    assert re.search(rf"\b{len(formats.keys())}\s+(\[formats\]|level formats)", text)
    assert len(games.keys()) == 9
    assert re.search(r"plays nine\s+(\[games\]|games)", text)


def test_pictures_and_pages_count_the_formats_right() -> None:
    """In digits, wherever they stand."""
    pages = [*(ROOT / "docs" / "images").glob("*.svg"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
    said = {number for page in pages for number in re.findall(r"\b(\d+) \[?formats\b", page.read_text("utf-8"))}
    assert said == {str(len(formats.keys()))}


def test_a_row_of_walls_in_a_session_is_no_prompt() -> None:
    """The site would colour half of each board as a command of root."""
    spec = importlib.util.spec_from_file_location("sessions", ROOT / "docs" / "extensions" / "sessions.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tokens = [*module.SessionLexer().get_tokens("$ pushbox render a.xsb\n####\n# @#\n> You walk.\n")]
    assert [text for kind, text in tokens if kind is Generic.Prompt] == ["$ "]
    assert [text for kind, text in tokens if kind is Generic.Output] == ["####\n", "# @#\n", "> You walk.\n"]


def test_pages_link_to_files_that_are_there() -> None:
    """Relative links lead somewhere."""
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            if "generated/" in target or "generated" in page.parts:
                continue  # made, and its links checked, by `make site`
            assert (page.parent / target).exists(), (page.name, target)


def test_changelog_fragments_have_a_known_type() -> None:
    """towncrier leaves out, without a word, a fragment whose type it does not know."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    types = "|".join(kind["directory"] for kind in settings["type"])
    for fragment in (ROOT / settings["directory"]).iterdir():
        if fragment.name != "README.md":
            assert re.fullmatch(rf"\+[a-z0-9-]+\.({types})\.md", fragment.name), fragment.name
            assert re.match(r"\w|`", fragment.read_text(encoding="utf-8")), fragment.name
    changelog = (ROOT / settings["filename"]).read_text(encoding="utf-8")
    assert "<!-- towncrier release notes start -->" in changelog
    assert not re.search(r"^\* ", changelog, re.MULTILINE), "towncrier writes '- ': a change is a fragment"


def test_the_page_of_limits_has_the_limits_of_the_code() -> None:
    """A limit that changes in the code changes in docs/limits.md."""
    numbers = re.findall(r"[\d,]*\d", (ROOT / "docs/limits.md").read_text(encoding="utf-8"))
    files = [value for name, value in vars(bounds).items() if name.startswith("MOST_")]
    others = [MOST_CELLS, LONGEST, MOST_PLIES, MOST_LEVELS, sheet.MAX_CELLS, MAX_PIXELS, MAX_FRAMES]
    limits = Limits()
    served = [limits.levels, limits.plays, limits.cells, limits.connections]
    assert [limit for limit in (*files, *others, *served) if f"{limit:,}" not in numbers] == []


def test_every_promise_has_its_test() -> None:
    """The page on security names tests that exist, in the files that it links to."""
    promises = re.findall(r"\[`(test_\w+)`\]\(([^)]+)\)", (ROOT / "docs/security.md").read_text(encoding="utf-8"))
    assert len(promises) > 40
    for test, file in promises:
        assert re.search(rf"def {test}\b", (ROOT / "docs" / file).read_text(encoding="utf-8")), (test, file)


@pytest.mark.parametrize("kind", ["games", "formats"])
def test_every_game_and_format_has_its_page(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The pages under docs/ are what the program says; `make docs` writes them anew."""
    keys = games.keys() if kind == "games" else formats.keys()
    assert sorted(path.stem for path in (ROOT / "docs" / kind).glob("*.md")) == sorted(keys)
    for key in keys:
        with pytest.raises(SystemExit):
            cli.main([kind, key])
        page = capsys.readouterr().out
        assert (ROOT / "docs" / kind / f"{key}.md").read_text(encoding="utf-8") == page
        assert "Source" in page


@pytest.mark.parametrize("name", levels.names())
def test_shipped_levels_have_solutions_that_solve_them(name: str) -> None:
    """Every level that comes along is read without a problem, has no fault, and has a solution that replays."""
    collection = formats.read_file(levels.path(name))
    assert not collection.problems
    assert len(collection.levels) >= 5
    for level in collection.levels:
        assert level.title
        assert not games.find(level.game).rules.problems(level)
        assert level.saved_moves
        for record in level.saved_moves:
            assert verify(level, record.text).solved


def test_two_shipped_levels_are_real_puzzles() -> None:
    """Among the levels of each collection that teaches at least two take 30 moves or more; packs are puzzles anyway."""
    teaching = [name for name in levels.names() if levels.path(name).parent.name != "packs"]
    assert len(teaching) >= 10
    for name in teaching:
        replays = [verify(level, level.saved_moves[0].text) for level in formats.read_file(levels.path(name)).levels]
        assert sum(replay.metrics is not None and replay.metrics.moves >= 30 for replay in replays) >= 2
