"""The bench: its own exhaustive search, the check of the solver, the signature."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled

from pushbox import bench, formats
from pushbox.analysis.push_judge import PushJudge
from pushbox.analysis.winnable import Verdicts, WinVerdict
from pushbox.bench import check, detours, expected, hot, library, terminal, verdicts
from pushbox.bench.level_sets import LevelSet, SetVerdicts, listed, record_figures, solve_set
from pushbox.bench.rooms import SolvablePositions, fewest_pushes, rooms
from pushbox.bench.solver import begins_at_home, home
from pushbox.games import load
from pushbox.identity import unique_id
from pushbox.level import Level
from pushbox.metrics import Metrics
from pushbox.optimizer import records
from pushbox.play import native as play
from pushbox.play.verify import verify
from pushbox.solver import OBJECTIVES, GaveUp, Limit, Solved, Unsolvable, Verdict, native, plain, solve


def test_exhaustive_search_is_what_the_rules_say() -> None:
    """On crowded rooms the fewest pushes by bits are those that a search by the game's own rules finds."""
    met = {"solved": 0, "pushed": 0, "unsolvable": 0}
    for level in rooms(500, seed=5, largest=4, boxes=3):
        truth = plain.search(load(level), "pushes", Limit(seconds=None, memory=None), None)
        fewest = fewest_pushes(level)
        assert fewest == (truth.metrics.pushes if isinstance(truth, Solved) else None), str(level.board)
        met["solved"] += fewest is not None
        met["pushed"] += (fewest or 0) > 3
        met["unsolvable"] += fewest is None
    assert min(met.values()) > 20, met


def test_all_solvable_positions_are_those_of_a_search_each() -> None:
    """What a search of all positions says of those that lines of play lead to is what a search from each says."""
    rng = random.Random(4)
    met = {True: 0, False: 0}
    for level in rooms(60, seed=6, largest=4, boxes=3):
        solvable, position = SolvablePositions(level), load(level)
        for _ in range(12):
            truth = fewest_pushes(position.level) is not None
            assert (position.board in solvable) == truth, str(position.board)
            met[truth] += 1
            position = position.apply(rng.choice(position.legal_moves)) if position.legal_moves else position
    assert min(met.values()) > 100, met


def test_rooms_are_the_same_for_a_seed() -> None:
    """A figure is worth something only where the next run measures the same."""
    assert list(rooms(20, seed=3, largest=6, boxes=4)) == list(rooms(20, seed=3, largest=6, boxes=4))
    assert list(rooms(20, seed=3, largest=6, boxes=4)) != list(rooms(20, seed=4, largest=6, boxes=4))


@pytest.mark.deep
def test_the_check_finds_nothing_wrong() -> None:
    """The native solver says what exhaustive search says, for every objective, and gives up nowhere."""
    figures = list(check.random_rooms(300))
    assert [figure.value for figure in figures if figure.unit == "wrong"] == [0, 0]
    assert not any(map(check.wrong, figures))


@pytest.mark.parametrize(
    "answer",
    [
        Unsolvable("as said", 1, 0.0),
        Solved("RRR", Metrics(3, 3, 1, 1, 1, 1), None, 1, 0.0),
        Solved("R", Metrics(1, 1, 1, 1, 1, 1), "pushes", 1, 0.0),
        GaveUp("nodes", 1, 0.0),
    ],
)
def test_the_check_would_notice(answer: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that always says the same is found out, whatever it says."""
    monkeypatch.setattr(check, "solve", lambda *_, **__: answer)
    assert any(map(check.wrong, check.random_rooms(40)))


def test_figures_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where git is not installed the machine is named without a commit."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bench.machine().endswith(", no commit")


def test_two_signatures_are_equal(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of two runs are the same, byte for byte; fewer positions of each level show it as well."""
    monkeypatch.setattr(check, "_NODES", scaled(500))
    monkeypatch.setattr(check, "_NODES_FOR_ANY", scaled(500))
    one, two = (run("bench", "solver", "--signature", "--json") for _ in range(2))
    assert one.code == two.code == 0
    assert one.out == two.out
    assert one.out.count("signature") == len(OBJECTIVES)


def test_a_check_of_another_suite_is_refused(run: Callable[..., Any], tmp_path: Path) -> None:
    """--check is the solver's; a folder without real levels leaves its figures unmeasured."""
    assert run("bench", "startup", "--check").code == 2
    assert run("bench", "boxoban", "--shared", tmp_path).out.count("not measured") == 6


def test_the_hot_check_finds_nothing_wrong() -> None:
    """With every search and detector at work answers are those of exhaustive search, for levels of every kind."""
    figures = list(hot.check(range(1, 201), 200))
    assert [(figure.value, figure.detail) for figure in figures if figure.unit == "wrong"] == [(0, "none")]
    assert all(kind in figures[0].detail for kind in ("Multiban", "Plus", "Sokoban")), figures


@pytest.mark.parametrize(
    "counts",
    [lambda _: None, lambda counts: counts and (counts[0] - 1, counts[1] - 1), lambda counts: counts or (1, 1)],
)
def test_the_hot_check_would_notice(
    counts: Callable[[tuple[int, int] | None], tuple[int, int] | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where exhaustive search says otherwise, the level and the search are named so that it can be seen again."""
    monkeypatch.setattr(hot, "best_counts", lambda *question: counts(native.best_counts(*question)))
    *_, figure = hot.check(range(1, 41), 40)
    assert check.wrong(figure)
    assert re.search(r"--level \d+: [a-z-]+, Limit\(.*\(seed \d+, threads [12]\)", figure.detail), figure.detail


def test_hot_levels_follow_from_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure can be run again alone; exhaustive search finds as few pushes as the search by bits."""
    seen = list[hot.Puzzle]()
    monkeypatch.setattr(hot, "best_counts", lambda *question: seen.append(question[0]))
    list(hot.check([7, 8], 2))
    list(hot.check([8], 1))
    assert seen[-1] == seen[4] != seen[0]
    for level in rooms(100, seed=6, largest=4, boxes=3):
        best = native.best_counts((play.cells(level.board), None, None), "pushes")
        assert fewest_pushes(level) == (best and best[1])


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Return a folder with a file of three levels, of which the second has no solution."""
    (tmp_path / "three.xsb").write_text("#####\n#@$.#\n#####\n\n#####\n#$@.#\n#####\n\n######\n#@ $.#\n######\n")
    return tmp_path


def _expected(folder: Path, *fields: str) -> Path:
    file = folder / "expected.tsv"
    file.write_text("# made for a test\n" + "\t".join(("three.xsb", *fields)) + "\n")
    return file


def test_what_is_lost_and_gained_is_named(run: Callable[..., Any], shared: Path) -> None:
    """A level that was solved and is not fails the comparison; one that was open and is solved is a gain."""
    file = _expected(shared, "pushes", "10", "1", "1", "", "3", "4", "0.5")
    outcome = run("bench", "--compare", "--expected", file, "--shared", shared, "--save", shared / "now.tsv", "--json")
    figures = {row["name"].split(": ")[1]: row for row in map(json.loads, outcome.out.splitlines())}
    assert outcome.code == 1
    assert {name: (row["value"], row["detail"]) for name, row in figures.items() if row["unit"] != "times"} == {
        "lost": (1, "2"),
        "gained": (1, "1; 2 of 3 are solved"),
        "proofs lost": (0, "none"),
        "proofs gained": (1, "1"),
    }
    saved = expected.read((shared / "now.tsv").read_text())
    assert [(result.open, result.unproven, result.pushes) for result in saved] == [((2,), (), 2)]
    again = run("bench", "--compare", "--expected", shared / "now.tsv", "--shared", shared)
    assert again.code == 0
    assert "2 of 3 are solved" in again.out


@pytest.mark.parametrize(("known", "lost"), [("1=1", "none"), ("1=0", "1"), ("", "1")])
def test_a_slow_machine_loses_nothing(
    known: str, lost: str, run: Callable[..., Any], shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level that comes too late is not lost where a longer run solves it by no more positions than before."""

    def slow(level_set: LevelSet, levels: tuple[Level, ...]) -> SetVerdicts:
        wanted = solve_set(level_set, levels)
        late = GaveUp("seconds", nodes=1, seconds=level_set.seconds)
        return wanted if level_set.seconds > 10 else SetVerdicts((late, *wanted.verdicts[1:]), wanted.time)

    monkeypatch.setattr(expected, "solve_set", slow)
    file = _expected(shared, "any", "10", "2", "", known, "3", "4", "0.5")
    outcome = run("bench", "--compare", "--expected", file, "--shared", shared, "--save", shared / "now.tsv", "--json")
    figures = {row["name"].split(": ")[1]: row["detail"] for row in map(json.loads, outcome.out.splitlines())}
    assert (figures["lost"], outcome.code) == (lost, int(lost != "none"))
    (saved,) = expected.read((shared / "now.tsv").read_text())
    assert (saved.open, saved.slow) == (((2,), {1: 1}) if lost == "none" else ((1, 2), {}))


def test_the_files_of_the_fields_solver_statistics_are_written(run: Callable[..., Any], shared: Path) -> None:
    """The table has a line for each level in the columns of the field, and the solutions replay from their file."""
    file, folder = _expected(shared, "any", "10", "", "", "", "0", "0", "0"), shared / "results"
    outcome = run("bench", "solver", "--statistics", folder, "--expected", file, "--shared", shared, "--json")
    assert outcome.code == 0
    (figure,) = map(json.loads, outcome.out.splitlines())
    assert (figure["name"], figure["value"]) == ("three, any: solved", 2)
    rule, head, date, _, columns, _, *rows, _, foot, last = (folder / "three any 10 s.txt").read_text().splitlines()
    assert head.startswith("Sokoban Solver Statistics - pushbox ")
    assert re.fullmatch(r"Date: \d{4}-\d\d-\d\d  \d\d:\d\d:\d\d", date)
    assert len(rule) == len(last) == 86
    ends = [columns.index(name) + len(name) for name in ("Time", "Result", "Moves", "Pushes")]
    starts = [columns.index(name) for name in ("Plugin", "Result", "Level")]
    assert [(row[:7].strip(), row[starts[1] :].split(), row[starts[2] :]) for row in rows] == [
        ("1", ["OK", "1", "1", "Level", "1"], "Level 1"),
        ("2", ["No", "solution", "Level", "2"], "Level 2"),
        ("3", ["OK", "2", "1", "Level", "3"], "Level 3"),
    ]
    for row in rows:
        assert re.fullmatch(r"\d\d:\d\d:\d\d", row[ends[0] - 8 : ends[0]])
        assert row[starts[0] :].startswith("pushbox ")
    assert (foot.split()[:2], foot.split()[-7:]) == ([":", "3"], ["OK:", "2", "Failed:", "1", "3", "2", ":"])
    assert (foot[ends[2] - 1], foot[ends[3] - 1]) == ("3", "2")
    levels = formats.read_file(folder / "three any 10 s.sok").levels
    replays = [[verify(level, moves.text).solved for moves in level.saved_moves] for level in levels]
    assert replays == [[True], [], [True]]
    assert re.search(r"Solver: pushbox .*\nSolver time: 00:00:00\nSolver date: \d", levels[0].saved_moves[0].notes)


def test_statistics_need_a_set_and_no_other_option(run: Callable[..., Any], shared: Path) -> None:
    """A set whose file is missing is named; two ways to run at once are refused."""
    file = _expected(shared, "any", "10", "", "", "", "0", "0", "0")
    outcome = run("bench", "--statistics", shared / "results", "--expected", file, "--shared", shared / "none")
    assert "not measured: three.xsb" in outcome.out
    assert run("bench", "--statistics", shared, "--compare").code == 2
    assert run("bench", "--expected", file).code == 2


def test_a_new_record_is_named_and_a_proof_that_a_record_refutes_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer pushes than on record are named with the source; a proof of more than on record fails the bench."""
    level = formats.read("#######\n#@ $ .#\n#######\n", format="xsb").levels[0]
    verdict = solve(level, objective="pushes")
    for pushes, proven, expected_values in (
        (3, "", (1, 0)),
        (2, "proven", (0, 0)),
        (1, "", (0, 1)),
        (3, "proven", (1, 1)),
    ):
        line = "\t".join((unique_id(level.board), "it", str(pushes), proven, "3", "a list", "another list"))
        monkeypatch.setattr(records, "_records", lambda line=line: records.read(line))
        figures = list(record_figures("proofs", "it", [level], [verdict]))
        assert tuple(figure.value for figure in figures) == expected_values, (pushes, proven)
        assert check.wrong(figures[1]) == bool(expected_values[1])
        assert ("2 pushes for 3 (a list)" in figures[0].detail) == (pushes == 3)
    monkeypatch.setattr(records, "_records", dict)
    assert list(record_figures("proofs", "it", [level], [verdict])) == []


def test_boards_that_begin_at_home_are_a_set_of_their_own(tmp_path: Path) -> None:
    """More than twenty boxes of which one to three are away; others of the file are left out."""
    wall = "#" * 40 + "\n"
    boards = ["######\n#*@$.#\n######\n"]
    boards += [f"{wall}#{'*' * (36 - 2 * away)}{'$.' * away}@ #\n{wall}" for away in (0, 1, 3, 4)]
    file = tmp_path / "large_test_suite" / "Sven_even_811.xsb"
    file.parent.mkdir()
    file.write_text("\n".join(boards))
    assert [begins_at_home(level) for level in formats.read_file(file).levels] == [False, False, True, True, False]
    figures = {figure.name: figure for figure in home(tmp_path)}
    assert figures["begin at home, any: solved"].detail.startswith("of 2 at 10 s")
    assert next(iter(home(tmp_path / "none"))).detail.startswith("not measured")


@pytest.mark.parametrize(
    "fields",
    [
        ("pushes", "10", "1"),
        ("best", "10", "", "", "", "1", "1", "1"),
        ("any", "soon", "", "", "", "1", "1", "1"),
        ("any", "10", "one", "", "", "1", "1", "1"),
        ("any", "10", "", "", "1=many", "1", "1", "1"),
    ],
)
def test_a_wrong_line_of_what_is_expected_is_named(
    fields: tuple[str, ...], run: Callable[..., Any], shared: Path
) -> None:
    """The sentence says which line, and which fields it should have."""
    outcome = run("bench", "--compare", "--expected", _expected(shared, *fields), "--shared", shared)
    assert outcome.code == 2
    assert "found line 2" in outcome.err
    assert "file, objective, seconds, open, unproven" in outcome.err


def test_numbers_of_levels_are_read_at_a_glance() -> None:
    """Levels in a row are named by the first and the last."""
    assert [listed(numbers) for numbers in ([], [4], [1, 2, 3, 7, 9, 10])] == ["none", "4", "1-3 7 9-10"]


def test_what_came_with_pushbox_can_be_read() -> None:
    """Every set that is expected to be solved is one that the solver can be asked for."""
    results = expected.read(expected.PATH.read_text())
    assert len({result.level_set for result in results}) == len(results) > 10


def test_verdicts_on_pushes_are_measured(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pushes along the known solutions and beside them are judged, and none that can be won is called lost."""
    (shared / "known.tsv").write_text("# level\tkind\tlurd\n1\tbest-pushes\tR\n3\tbest-moves\trR\n3\tbest-pushes\trR\n")
    monkeypatch.setattr(verdicts, "SETS", (("three", "three.xsb", "known.tsv"), ("none", "none.xsb", "none.tsv")))
    figures = {figure.name: figure for figure in verdicts.verdicts(shared)}
    assert figures["three, along solutions: decided"].value == 100
    assert figures["three, along solutions: falsely lost"].value == 0
    assert figures["none"].detail == "not measured: none.tsv is not in " + str(shared)


def test_a_push_that_is_falsely_called_lost_is_counted(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that calls everything lost is found out."""
    (shared / "known.tsv").write_text("1\tbest-pushes\tR\n3\tbest-pushes\trR\n")
    monkeypatch.setattr(verdicts, "SETS", (("three", "three.xsb", "known.tsv"),))
    monkeypatch.setattr(PushJudge, "judge", lambda *_: WinVerdict("lost"))
    figures = {figure.name: figure for figure in verdicts.verdicts(shared)}
    assert figures["three, along solutions: falsely lost"].value == 2


def test_verdicts_beside_a_known_solution_are_measured(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By classes of boxes, from a known solution and from one that is searched for; a file that is missing is named."""
    (shared / "known.tsv").write_text("1\tbest-pushes\tR\n3\tbest-pushes\trR\n")
    sets = (("known", "three.xsb", "known.tsv"), ("solved", "three.xsb", ""), ("none", "none.xsb", "known.tsv"))
    monkeypatch.setattr(detours, "SETS", sets)
    monkeypatch.setattr(detours, "_ADDITIONS", 1_000)
    figures = {figure.name: figure for figure in detours.detours(shared)}
    assert figures["known: levels"].value == figures["solved: levels"].value == 2
    assert figures["known, along, all: decided within 500 ms"].value == 100
    assert figures["known, along, 1 to 1 boxes: decided within 50 ms"].detail.startswith("of 2, 0 of them lost")
    assert figures["known: false"].value == figures["solved: false"].value == 0
    assert "none.xsb" in figures["none"].detail


@pytest.mark.parametrize("answer", [WinVerdict("lost"), WinVerdict("winnable", ())])
def test_a_false_verdict_beside_a_known_solution_is_counted(
    answer: WinVerdict, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is called lost on the solution is false, and what is called winnable by a line that does not win."""
    (shared / "known.tsv").write_text("4\tbest-pushes\tRR\n")
    (shared / "longer.xsb").write_text("\n".join(["#####\n#@$.#\n#####\n"] * 3) + "\n######\n#@$ .#\n######\n")
    monkeypatch.setattr(detours, "SETS", (("longer", "longer.xsb", "known.tsv"),))
    monkeypatch.setattr(detours, "_ADDITIONS", 1_000)
    monkeypatch.setattr(Verdicts, "judge", lambda *_: answer)
    figures = {figure.name: figure for figure in detours.detours(shared)}
    assert figures["longer: false"].value == (2 if answer.status == "lost" else 1)


def test_a_library_is_measured_beside_reading(tmp_path: Path) -> None:
    """What is added, merged, found and exported is there: the made-up levels have equal and nearly equal ones."""
    figures = {figure.name: figure for figure in library.library(tmp_path, 60)}
    assert figures["add"].detail.endswith(" times reading")
    assert all(figure.value > 0 for figure in figures.values())
    assert {"add: longest lock", "merge: longest lock", "duplicates --near", "export"} <= figures.keys()
    changes = ("add", "a title changed", "all titles changed", "a level before all", "remove a level")
    assert {f"one file: {change}: longest lock" for change in changes} <= figures.keys()


@pytest.mark.skipif(os.name != "posix", reason="needs pseudo terminals")
def test_the_terminal_game_is_measured_from_key_to_paint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A real program draws the player in their new place after each key; there are two figures for a screen."""
    monkeypatch.setattr(terminal, "STEPS", 4)
    monkeypatch.setattr(terminal, "SCREENS", ((80, 24),))
    figures = list(terminal.terminal(tmp_path))
    assert [figure.name for figure in figures] == ["key to paint, median", "key to paint, 95th percentile"]
    assert all(figure.value > 0 for figure in figures)
