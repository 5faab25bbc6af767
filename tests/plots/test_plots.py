"""Plots: what they show, found out independently; equal bytes; one sentence where something is missing."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tracemalloc
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pushbox
from pushbox import bench, levels
from pushbox.bench import Figure
from pushbox.cli import plot
from pushbox.cli import pushbox as program
from pushbox.errors import ArgumentError, IllegalMove, PushboxError, UnsupportedError
from pushbox.extras import install_command
from pushbox.plots import cactus, push_map, pushes_by_cell, search_progress, solution_profile
from pushbox.plots.solution import profile

LEVEL = pushbox.builtin("lessons")[12]
SOLUTION = LEVEL.saved_moves[0].text
RECORDS = [
    pushbox.Progress(0.1, 10, 5, None, None),
    pushbox.Progress(0.2, 30, 9, 4, (20, 9)),
    pushbox.Progress(0.4, 90, 12, 6, (18, 8)),
]
WRONG: Any = 5

MAKE_ALL = """
import hashlib, pushbox, sys
from pushbox.plots import cactus, push_map, search_progress, solution_profile
level = pushbox.builtin("lessons")[12]
records = [pushbox.Progress(0.1, 10, 5), pushbox.Progress(0.4, 90, 12, 6, (18, 8))]
moves = level.saved_moves[0].text
charts = [cactus({"a": [0.1, 2, 30], "b": [1]}), search_progress(records), solution_profile(level, moves)]
data = [charts[0].png(), charts[0].pdf(), push_map(level, moves).encode(), *(chart.svg().encode() for chart in charts)]
print(*(hashlib.sha256(one).hexdigest() for one in data))
"""


@pytest.mark.servers
def test_plots_are_equal_byte_for_byte(tmp_path: Path) -> None:
    """Another process, another seed of hashes, another time and other settings of Matplotlib change nothing."""
    (tmp_path / "matplotlibrc").write_text("font.size: 30\naxes.facecolor: red\nsvg.fonttype: path\n")
    settings = {"MATPLOTLIBRC": str(tmp_path), "SOURCE_DATE_EPOCH": "5", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"}
    command = [sys.executable, "-c", MAKE_ALL]
    other = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True).stdout
    own = io.StringIO()
    with redirect_stdout(own):
        exec(MAKE_ALL, {})  # noqa: S102
    assert own.getvalue() == other
    hashes = other.split()
    assert len(set(hashes)) == len(hashes) == 6


@pytest.mark.parametrize("name", levels.names())
def test_a_profile_is_what_a_replay_says(name: str) -> None:
    """Pushes, boxes at home and bounds are those of each position; every push is of one box."""
    level = pushbox.builtin(name)[0]
    moves = level.saved_moves[0].text
    shape = profile(level, moves)
    position = pushbox.load(level)
    played = position.parse(moves)
    pushes = [len(transition.pushes) for transition in position.transitions(played)]
    assert shape.left == tuple(sum(pushes[index:]) for index in range(len(played) + 1))
    bounds = [position.rules.lower_bound(position.state)]
    for move in played:
        position = position.apply(move)
        bounds.append(position.rules.lower_bound(position.state))
    assert shape.bounds == tuple(bounds)
    for left, bound, pushed in zip(shape.left, shape.bounds, (*pushes, 0), strict=True):
        assert bound <= left or not pushed
    numbers = sorted(number for row in shape.pushes.values() for number in row)
    assert numbers == sorted(number for number, count in enumerate(pushes, 1) for _ in range(count))


def test_boxes_are_followed_by_where_they_began() -> None:
    """Two boxes that are alike stay apart, also where one is pushed over the cell where the other began."""
    level = pushbox.read("#########\n#       #\n# @$ $. #\n#.      #\n#########")[0]
    assert profile(level, "urDurrrdLLL").pushes == {"D3": (3,), "F3": (9, 10, 11)}


def test_pushes_are_counted_where_they_end() -> None:
    """The numbers on the cells are those of a replay by hand."""
    lesson = pushbox.builtin("lessons")[1]
    board = lesson.board
    expected = {board.cell(3, 3): 1, board.cell(3, 4): 1, board.cell(3, 5): 1}
    assert pushes_by_cell(lesson, "uurrDldRR") == expected
    picture = push_map(lesson, "uurrDldRR")
    assert re.findall(r'class="label"[^>]*>(\d+)<', picture) == ["1", "1", "1"]
    assert "3 pushes onto 3 cells, at most 1 onto one" in picture
    assert pushes_by_cell(lesson, "") == {}
    assert push_map(lesson, "")


def values(line: Any, axis: str = "y") -> list[float]:
    """Return what a line shows along an axis."""
    return [float(value) for value in getattr(line, f"get_{axis}data")()]


def test_a_cactus_counts_what_is_answered() -> None:
    """Solutions and proofs count, what was given up does not, nor does a solution that a limit ended."""
    metrics = pushbox.measure("R")
    verdicts: list[pushbox.Verdict] = [
        pushbox.Solved("R", metrics, "pushes", 1, 0.5),
        pushbox.Unsolvable("none", 1, 0.25),
        pushbox.GaveUp("nodes", 1, 0.1),
        pushbox.Solved("R", metrics, None, 1, 0.1, limit="seconds"),
    ]
    chart = cactus({"mine": verdicts, "theirs": [3, 0]})
    assert chart.description == "Levels answered within a time a level: mine: 2 levels, theirs: 2 levels"
    (axes,) = chart.figure.axes
    mine, theirs = axes.get_lines()
    assert [values(line) for line in (mine, theirs)] == [[0.001, 0.25, 0.5], [0.001, 0.001, 3.0]]
    assert values(mine, "x") == [0, 1, 2]


def test_a_search_is_shown_as_it_was_reported() -> None:
    """The count of the objective, the bound, positions; a real search reports records."""
    above, below = search_progress(RECORDS, objective="moves").figure.axes
    assert [values(line) for line in above.get_lines()] == [[20, 18], [4, 6]]
    assert [values(line) for line in below.get_lines()] == [[10, 30, 90], [5, 9, 12]]
    best, _ = search_progress(RECORDS, objective="pushes-moves").figure.axes[0].get_lines()
    assert values(best) == [9, 8]
    assert search_progress(RECORDS[:1]).description == "A search: 10 positions in 0.1 s"


def test_a_chart_shows_and_saves_itself(tmp_path: Path) -> None:
    """SVG with text and a title, a PNG, a PDF; the prompt gets a line."""
    chart = solution_profile(LEVEL, SOLUTION)
    drawn = chart._repr_svg_()
    assert drawn.startswith("<svg ")
    assert f'role="img"><title>{chart.description}</title>' in drawn
    assert "pushes that are left" in drawn
    assert repr(chart) == "<Chart: Balcony: 58 moves, 16 pushes, 4 boxes pushed>"
    for ending, magic in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF-")):
        chart.save(tmp_path / f"x.{ending}")
        assert (tmp_path / f"x.{ending}").read_bytes().startswith(magic)
    hostile = cactus({"<script>$ $_\x1b 推箱子": [1]}).svg()
    assert "<script" not in hostile
    assert "&lt;script&gt;$ $_\\x1b 推箱子 (1)" in hostile


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: cactus({}), ArgumentError, "runs: found {}, expected at least one"),
        (lambda: cactus(WRONG), ArgumentError, "runs: found 5, expected runs by name"),
        (lambda: search_progress([]), ArgumentError, "records: found [], expected at least one"),
        (lambda: search_progress([WRONG]), ArgumentError, "record: found 5, expected a Progress"),
        (lambda: search_progress(RECORDS, objective=WRONG), ArgumentError, "objective: found 5"),
        (lambda: solution_profile(LEVEL, "u" * 9), IllegalMove, "step "),
        (
            lambda: profile(LEVEL, "lr" * 50_001),
            UnsupportedError,
            "found 100,002 moves, expected at most 100,000 to plot",
        ),
        (lambda: push_map(LEVEL, WRONG), ArgumentError, "moves: found 5"),
        (lambda: cactus({"a": [1]}).save("x.gif"), ArgumentError, "file: found 'x.gif', expected a name that ends in"),
    ],
)
def test_what_is_wrong_is_one_sentence(call: Any, kind: type[PushboxError], message: str) -> None:
    """Arguments are checked before anything is drawn."""
    with pytest.raises(kind, match=re.escape(message)):
        call()


def test_the_extra_is_named_where_it_is_missing(tmp_path: Path) -> None:
    """Without Matplotlib a command ends at once with what installs it; the map of pushes needs none."""
    code = "import sys; sys.modules['matplotlib'] = None; from pushbox import cli; cli.main(sys.argv[1:])"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    for arguments in (("plot", "solution", "builtin:lessons"), ("bench", "solver")):
        failed = run(*arguments, "--out" if arguments[0] == "plot" else "--plot", "x.svg")
        assert (failed.returncode, failed.stdout) == (2, "")
        assert failed.stderr == f"pushbox: this needs matplotlib: {install_command('plots')}\n"
    assert run("plot", "pushes", "builtin:lessons", "--out", "x.svg").returncode == 0
    assert (tmp_path / "x.svg").exists()


# ----------------------------------------------------------------------------------------------------- from the command


def run(*arguments: str) -> str:
    """Return what a command prints, which must end well."""
    result = CliRunner().invoke(program, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_commands_plot_what_the_library_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution from the file, given or searched; a cactus of results that other commands have printed."""
    monkeypatch.chdir(tmp_path)
    out = run("plot", "solution", "builtin:lessons", "--level", "13", "--out", "a.svg")
    assert out == f"a.svg: {(tmp_path / 'a.svg').stat().st_size:,} bytes\n"
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == solution_profile(LEVEL, SOLUTION).svg()
    (tmp_path / "bare.xsb").write_text("#######\n#@ $ .#\n#######\n")
    run("plot", "pushes", "bare.xsb", "--out", "b.svg")
    bare = pushbox.read_file("bare.xsb")[0]
    assert (tmp_path / "b.svg").read_text(encoding="utf-8") == push_map(bare, "rRR")
    rows = [
        {"status": "solved", "seconds": 0.5},
        {"status": "gave-up", "seconds": 9},
        {"status": "unsolvable", "seconds": 2},
    ]
    (tmp_path / "any.json").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (tmp_path / "bench.json").write_text(json.dumps({"name": "Set, any: time", "times": [1, 2, 3]}))
    run("plot", "cactus", "any.json", "bench.json", "--out", "c.svg")
    expected = cactus({"any": [0.5, 2.0], "Set, any": [1, 2, 3]}).svg()
    assert (tmp_path / "c.svg").read_text(encoding="utf-8") == expected


def test_results_are_read_line_by_line(tmp_path: Path) -> None:
    """A file takes no more memory than one of its lines, however long it is."""
    file = tmp_path / "many.json"
    file.write_text(f'{{"status": "solved", "seconds": 0.5, "moves_text": "{"r" * 400}"}}\n' * 20_000)
    tracemalloc.start()
    count = sum(len(seconds) for _, seconds in plot._answered(str(file)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 20_000
    assert peak < file.stat().st_size / 20


def test_a_line_has_no_more_points_than_can_be_seen() -> None:
    """Every level counts, and the last is drawn; few levels are all drawn."""
    for count in (1, 4_999, 5_000, 123_456):
        ((line, *_),) = (axes.get_lines() for axes in cactus({"a": map(float, range(count))}).figure.axes)
        shown = values(line, "x")
        assert (shown[0], shown[-1], values(line)[-1]) == (0, count, max(1e-3, count - 1))
        assert len(shown) == count + 1 or 5_000 < len(shown) <= 10_001
        assert shown == sorted({*shown})


def test_a_bench_is_plotted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sets that were solved, each a line of the plot; where there is none that is said."""
    figures = [
        Figure("solver", "Tiny, any: time", 3.0, "s", "", (0.5, 1.0)),
        Figure("solver", "Tiny, any: pushes", 9, ""),
    ]
    monkeypatch.setattr(bench, "run", lambda *_: iter(figures))
    rows = run("bench", "solver", "--plot", str(tmp_path / "x.svg"), "--json").splitlines()
    assert [json.loads(row).get("times") for row in rows] == [[0.5, 1.0], None]
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == cactus({"Tiny, any": [0.5, 1.0]}).svg()
    figures.clear()
    result = CliRunner().invoke(program, ["bench", "solver", "--plot", str(tmp_path / "y.svg")])
    assert isinstance(result.exception, PushboxError)
    assert not (tmp_path / "y.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("plot", "solution", "builtin:lessons", "--out", "x.gif"),
            "found the ending '.gif', expected one of .svg, .png",
        ),
        (("plot", "solution", "builtin:lessons", "--moves", "x", "--out", "x.svg"), "level 1: character 1"),
        (("plot", "cactus", "bad.json", "--out", "x.svg"), "bad.json: line 1: found no result of pushbox solve --json"),
        (("plot", "cactus", "none.json", "--out", "x.svg"), "none.json: found no results"),
        (("plot", "cactus", "long.json", "--out", "x.svg"), "long.json: found a line of 4,000,001 characters"),
        (("plot", "cactus", "runs.json", "--out", "x.svg"), "runs.json: found more than 100 runs, expected at most"),
        (("plot", "cactus", "one.json", "--out", "x.svg"), "one.json: found more than 2 levels of a run, expected"),
        (("plot", "search", "stuck.xsb", "--out", "x.svg"), "which is no plot"),
        (("plot", "pushes", "stuck.xsb", "--out", "x.svg"), "the level has no solution"),
        (("bench", "solver", "--plot", "x.txt"), "found the ending '.txt'"),
    ],
)
def test_what_cannot_be_plotted_ends_with_a_sentence(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bad input ends with what was found, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("[1]\n")
    (tmp_path / "none.json").write_text('{"a": 1}\n')
    (tmp_path / "long.json").write_text(f"{'x' * 5_000_000}")
    (tmp_path / "runs.json").write_text("".join(f'{{"name": "{name}", "times": [1]}}\n' for name in range(101)))
    (tmp_path / "one.json").write_text('{"name": "a", "times": [1, 2, 3]}\n')
    monkeypatch.setattr(plot, "_MAX_TIMES", 2)
    (tmp_path / "stuck.xsb").write_text("######\n#$ @.#\n######\n")
    result = CliRunner().invoke(program, arguments)
    assert isinstance(result.exception, PushboxError), result.output
    assert message in str(result.exception)
    assert not list(tmp_path.glob("x.*"))
