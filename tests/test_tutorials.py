"""The tutorials and other pages: what they say to type is typed; who knows no more can do what the last one asks."""

from __future__ import annotations

import ast
import doctest
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.console_sessions import plain, steps, typed

import pushbox
from pushbox import games
from pushbox.games.api import PLAYING, SOLVED, Game
from pushbox.games.parts import single_pusher
from pushbox.games.sokoban import INFO, Sokoban, State
from pushbox.solver.parallel import solve_many

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
PROGRAMMERS = TUTORIALS / "programmers.md"
PAGES = (*TUTORIALS.glob("*.md"), *TUTORIALS.parent.glob("*.md"))
SESSIONS = sorted(path for path in PAGES if "```console\n$ " in path.read_text("utf-8"))

LESSONS = pushbox.builtin("lessons")
CORNER = LESSONS[1]


@pytest.mark.servers
@pytest.mark.skipif(shutil.which("sh") is None, reason="sh is not installed")
@pytest.mark.skipif(not (Path(sys.prefix) / "bin" / "activate").exists(), reason="not run in an environment of venv")
@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.stem)
def test_a_session_goes_as_its_page_says(page: Path, tmp_path: Path) -> None:
    """One shell, one empty folder."""
    shown = steps(page.read_text("utf-8"))
    printed, _ = typed(shown, tmp_path)
    for step, output in zip(shown, printed, strict=True):
        assert plain(output) == plain(step.output), step.command


@pytest.fixture
def own_games() -> Iterator[None]:
    """Forget the games that a test registers."""
    before = {*games.keys()}
    yield
    for key in {*games.keys()} - before:
        games.unregister(key)


@pytest.mark.usefixtures("own_games")
def test_the_recipes_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty recipes, one after the other; `make check` checks their types."""
    monkeypatch.chdir(tmp_path)
    page = PROGRAMMERS.read_text("utf-8")
    assert re.findall(r"^## (\d+)\.", page, re.MULTILINE) == [str(number) for number in range(1, 41)]
    source = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(source, {}, "programmers.md", "programmers.md", 0)
    lines: list[str] = []
    assert doctest.DocTestRunner().run(test, out=lines.append).failed == 0, "".join(lines)
    assert {path.name for path in tmp_path.iterdir()} == {
        "corner.svg", "corner.webp", "mine.json", "my.sqlite", "profile.svg", "solved.xsb",
    }  # fmt: skip


# The ten tasks at the end of the page.


def task_1() -> None:
    most = max(LESSONS, key=lambda level: sum(piece.kind == "box" for piece in level.board.pieces))
    assert most.title == "Pagoda"


def task_2() -> None:
    level = pushbox.read("#######\n#@ $ .#\n#######\nSolution: rRR\nSolution: rR\n")[0]
    wrong = [saved.text for saved in level.saved_moves if not pushbox.verify(level, saved.text)]
    assert wrong == ["rR"]


def task_3() -> None:
    verdicts = [pushbox.solve(level, objective="pushes", limit=pushbox.Limit(seconds=5)) for level in LESSONS[:4]]
    proven = [verdict.metrics.pushes for verdict in verdicts if isinstance(verdict, pushbox.Solved) and verdict.optimal]
    assert proven == [2, 3, 3, 4]
    assert not any(isinstance(verdict, pushbox.GaveUp) for verdict in verdicts)


def task_4() -> None:
    better = pushbox.optimize(CORNER, ["uurrDldRR"], objective="moves")
    assert better.metrics.moves == 7


def task_5() -> None:
    session = pushbox.Session(CORNER)
    session.play_text("ur")
    session.undo()
    session.play_text("u")
    assert session.text == "uu"
    session.undo()
    assert sorted(session.branches()) == ["r", "u"]


class Rest(Sokoban):
    """Won where the player stands on a goal."""

    info = replace(INFO, key="rest", name="Rest", source="a task")

    def outcome(self, state: State) -> games.Outcome:
        return SOLVED if state.player in state.field.goals else PLAYING

    def lower_bound(self, state: State) -> int:  # noqa: ARG002
        return 0

    def is_deadlock(self, state: State) -> bool:  # noqa: ARG002
        return False


def task_6() -> None:
    pushbox.register(Game(Rest(), single_pusher.SinglePusherControls))
    verdict = pushbox.solve(replace(CORNER, game="rest"), objective="moves")
    assert isinstance(verdict, pushbox.Solved)
    assert (verdict.metrics.moves, verdict.metrics.pushes) == (4, 0)


def task_7() -> None:
    pushbox.draw(CORNER, "uurr", arrows=[("D3", "D4")]).save("middle.svg")
    assert Path("middle.svg").stat().st_size > 1000


def task_8() -> None:
    answers = [answer for _, _, answer in solve_many(enumerate(LESSONS, 1), pushbox.solve, threads=2)]
    nodes = sum(answer.nodes for answer in answers if isinstance(answer, pushbox.Solved))
    assert len(answers) == len(LESSONS)
    assert nodes > len(LESSONS)


def task_9() -> None:
    assert pushbox.read(pushbox.write(CORNER, "sok"))[0].title == CORNER.title
    assert pushbox.formats.losses(pushbox.read("#####\n#@$.#\n#####\nSolution: R\n")[0], "slc")


def task_10() -> None:
    start = pushbox.load(pushbox.read("#######\n#@ $ .#\n#######")[0])
    seen, frontier = {start.state}, [start.state]
    while frontier:
        for _, after in start.rules.successors(frontier.pop()):
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    assert len(seen) == 9


TASKS = (task_1, task_2, task_3, task_4, task_5, task_6, task_7, task_8, task_9, task_10)


@pytest.mark.usefixtures("own_games")
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_task_is_done(task: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert callable(task)
    task()


def test_the_tasks_need_no_more_than_the_page() -> None:
    """Each name of pushbox, and each attribute, that the solutions use stands on the page."""
    page = PROGRAMMERS.read_text("utf-8")
    assert re.findall(r"^(\d+)\. ", page.partition("## Ten tasks")[2], re.MULTILINE) == [*map(str, range(1, 11))]
    tree = ast.parse(Path(__file__).read_text("utf-8"))
    bodies = [node for node in tree.body if getattr(node, "name", "").startswith(("task_", "Rest"))]
    python = {"save", "append", "pop", "add", "stat", "st_size", "Outcome", "player"}
    used = {node.attr for body in bodies for node in ast.walk(body) if isinstance(node, ast.Attribute)}
    assert {name for name in used - python if not re.search(rf"\b{name}\b", page)} == set()
