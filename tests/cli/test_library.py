"""``pushbox library``: what it answers, how it ends, and one sentence for every fault."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pushbox import formats, levels
from pushbox.cli.library import files
from pushbox.store import hidden, solutions, transfer, turns
from pushbox.store import levels as level_store
from pushbox.tui.shelf import Shelf

Run = Callable[..., Any]

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
MIRRORED = "#######\n#. $ @#\n#     #\n#######\n"


@pytest.fixture
def library(run: Run, tmp_path: Path) -> Run:
    """Return a function that runs ``pushbox library`` on a database of its own."""
    url = f"sqlite:///{tmp_path / 'data' / 'library.sqlite'}"
    return lambda *arguments, **words: run("library", "--database", url, *arguments, **words)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with two levels that are mirror images, one of them solved."""
    path = tmp_path / "rooms.xsb"
    path.write_text(f"{ROOM}Title: First\nAuthor: Ann\nSolution: rRR\n\n{MIRRORED}Title: Second\n")
    return path


def fields(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_every_command_of_a_library_has_help(run: Run) -> None:
    """Each has a text and an example; none of them needs the database for it."""
    for name in (
        "add list show search solutions solve optimize duplicates merge tag rename remove import export backup"
        " restore".split()
    ):
        page = run("library", name, "--help")
        assert page.code == 0
        assert "Example" in page.out


def test_help_needs_no_database() -> None:
    """Neither the package nor the help of the commands imports what opens a database."""
    code = "import sys; from pushbox.cli import library; print([name for name in sys.modules if 'sqlalchemy' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_interrupted_merge_says_where_it_was_and_goes_on(
    library: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C the finished portions stay, and the same command copies the rest."""
    rooms = [ROOM.replace("@ $", f"@ ${' ' * width}").replace("#######", "#" * (7 + width)) for width in range(3)]
    rooms = [room.replace("#     #", f"#     {' ' * width}#") for width, room in enumerate(rooms)]
    (tmp_path / "one.xsb").write_text("\n".join(f"{room}Solution: rRR{'R' * w}\n" for w, room in enumerate(rooms)))
    (tmp_path / "two.xsb").write_text("\n".join(rooms))
    assert library("add", tmp_path / "one.xsb", tmp_path / "two.xsb").code == 0
    keep = solutions._keep_copies

    def interrupted(connection: Any, copies: Any) -> Any:
        if kept:
            raise KeyboardInterrupt
        kept.append(copies)
        return keep(connection, copies)

    kept: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(solutions, "_PORTION", 1)
        patch.setattr(turns, "TURN", 0)
        patch.setattr(solutions, "_keep_copies", interrupted)
        stopped = library("merge")
    assert stopped.code == 130
    said = "pushbox: interrupted after 1 of 3 solutions; the same command goes on from there"
    assert stopped.err.strip() == said
    assert library("merge").out.splitlines()[-1] == "2 solutions for 2 levels"


@pytest.mark.parametrize(
    ("after", "said"),
    [
        pytest.param(0, "interrupted before the first one was done; the same command begins anew", id="first"),
        pytest.param(
            1,
            "interrupted after 0 of 3 levels; all are gone from the library; the next removal frees the rest of their "
            "room",
            id="gone",
        ),
        pytest.param(
            2,
            "interrupted after 1 of 3 levels; all are gone from the library; the next removal frees the rest of their "
            "room",
            id="half",
        ),
    ],
)
@pytest.mark.parametrize("selection", [(), ("--level", "1-3")])
def test_an_interrupted_removal_says_what_is_gone(
    library: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, said: str, selection: tuple[str, ...]
) -> None:
    """From the first transaction on nobody sees any of the levels; before it all of them are there."""
    (tmp_path / "rooms.xsb").write_text("\n".join([ROOM] * 5 if selection else [ROOM] * 3))
    assert library("add", tmp_path / "rooms.xsb").code == 0
    take_away, remove, began = hidden.remove_rest, hidden.remove_levels, list[int]()

    def interrupted(*arguments: Any) -> None:
        began.append(1)
        if len(began) > after:
            raise KeyboardInterrupt
        (remove if len(arguments) == 2 else take_away)(*arguments)

    with monkeypatch.context() as patch:
        for name, value in (("FEW", 1), ("PORTION", 1), ("remove_rest", interrupted), ("remove_levels", interrupted)):
            patch.setattr(hidden, name, value)
        patch.setattr(turns, "TURN", 0)
        stopped = library("remove", "rooms.xsb", "--yes", *selection)
    assert (stopped.code, stopped.err.strip()) == (130, f"pushbox: {said}")
    left = 5 if selection else 3
    shown = json.loads(library("list", "--json").out or '{"levels": 0}')["levels"]
    assert shown == (left if after == 0 else left - 3)


@pytest.mark.parametrize("language", ["de", "zh"])
def test_reports_are_in_the_language_of_the_user(run: Run, file: Path, tmp_path: Path, language: str) -> None:
    """What add, list, show, info and verify print has no word of English but names of formats and games."""
    spoken: dict[str, list[str]] = {}
    for lang in ("en", language):
        head = ("--lang", lang, "library", "--database", f"sqlite:///{tmp_path / lang}.sqlite")
        pages = [run(*head, "add", file).out, run(*head, "add", file).out, run(*head, "list").out]
        pages += [run(*head, "show", file.name).out, run("--lang", lang, "info", file).out]
        pages += [run("--lang", lang, "verify", file).out]
        spoken[lang] = "".join(pages).replace(str(file), file.name).splitlines()
    english = set(re.findall(r"\b[a-z]{3,}\b", " ".join(spoken["en"]))) - {"sokoban", "rooms", "xsb"}
    evidence = {"no", "sign", "of", "any", "other", "format"}  # of formats, in English so far
    assert {"added", "unchanged", "levels", "box", "solutions", "collection", "solved"} <= english
    assert len(spoken[language]) == len(spoken["en"])
    assert set(re.findall(r"\b[a-z]{3,}\b", " ".join(spoken[language]))) & (english - evidence) == set()


def test_adding_listing_and_showing(library: Run, file: Path) -> None:
    """A file becomes a collection of its name, with its levels and their best solutions."""
    added = library("add", file, "builtin:hanano")
    assert added.code == 0
    assert f"{file.name}: added, 2 levels, 1 solution, 1 not new\n" in added.out
    assert library("add", file).out == "rooms.xsb: unchanged, 2 levels\n"
    listed = fields(library("list", "--json").out)
    assert [(entry["name"], entry["levels"], entry["games"]) for entry in listed] == [
        ("hanano", 7, {"hanano": 7}), ("rooms.xsb", 2, {"sokoban": 2}),
    ]  # fmt: skip
    assert "  rooms  " in library("list").out
    assert library("show", "rooms.xsb").out.count("\n") == 6
    shown = library("show", listed[1]["id"], "--level", "2").out
    assert MIRRORED in shown
    assert "First" not in shown
    (level,) = fields(library("show", "rooms.xsb", "--level", "1", "--json").out)
    assert (level["title"], level["best"]["moves"], level["boxes"]) == ("First", 3, 1)


def test_a_folder_is_added_as_far_as_it_can_be_read(library: Run, file: Path) -> None:
    """A file that cannot be read is reported and ends with 2, and the others are there."""
    (file.parent / "bad.json").write_text("{")
    run = library("add", file.parent)
    assert run.code == 2
    assert run.err.startswith("bad.json: failed\n")
    assert [entry["name"] for entry in fields(library("list", "--json").out)] == ["rooms.xsb"]
    (report,) = fields(library("add", file.parent / "none.xsb", "--json").out)
    assert (report["status"], report["problems"]) == ("failed", ["No such file or directory"])
    assert library("add", "-", stdin=ROOM.encode()).out.startswith("standard input: added, 1 level")


def test_a_folder_is_added_past_names_that_are_no_text(library: Run, file: Path) -> None:
    """A file whose name is no UTF-8 is reported by its bytes and ends with 2, and the others are there."""
    try:
        (file.parent / os.fsdecode(b"\xe9.xsb")).write_text(ROOM)
    except OSError:
        pytest.skip("this system takes names in UTF-8 only")
    run = library("add", file.parent)
    assert run.code == 2
    assert run.err == "\\xe9.xsb: failed\n  found a name that is no UTF-8, expected one that is\n"
    assert [entry["name"] for entry in fields(library("list", "--json").out)] == ["rooms.xsb"]


def test_an_archive_is_added_file_by_file(library: Run, tmp_path: Path) -> None:
    """What else is in it is named; names that are no UTF-8 become those that they were, also in an export."""
    path = tmp_path / "set.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("AAAA.xsb", "b.lvl", "c.7z"):
            archive.writestr(name, ROOM)
    path.write_bytes(path.read_bytes().replace(b"AAAA", "仓库".encode("gbk")))
    run = library("add", path)
    assert (run.code, run.out) == (0, "set.zip/仓库.xsb: added, 1 level\n")
    assert run.err == "left out 2 files without the ending of a format: set.zip/b.lvl, set.zip/c.7z\n"
    alone = tmp_path / "levels.gz"
    alone.write_bytes(gzip.compress(ROOM.encode()))
    assert library("add", alone).out.startswith("levels.gz/levels: added, 1 level")


def test_searching(library: Run, file: Path) -> None:
    """Levels that fit every condition are listed; the exit code is 1 where none does."""
    library("add", file, "builtin:hanano")
    others = formats.read_file(levels.path("hanano")).levels
    crowded = [level for level in others if sum(piece.kind != "pusher" for piece in level.board.pieces) >= 3]
    assert 0 < len(crowded) < len(others)
    assert [level["title"] for level in fields(library("search", "secon", "rooms", "--json").out)] == ["Second"]
    lines = library("search", "--game", "hanano").out.splitlines()
    assert lines
    assert any(re.search(r"\d stones?\b", line) for line in lines)
    assert not any(re.search(r"\d box", line) for line in lines)  # a stone is no box
    rows = fields(library("search", "--game", "hanano", "--boxes", "3-", "--json").out)
    assert [level["title"] for level in rows] == [level.title for level in crowded]
    assert len(fields(library("search", "--size", "28", "--collection", "rooms.xsb", "--json").out)) == 2
    assert len(fields(library("search", "--author", "ann", "--collection", "rooms.xsb", "--json").out)) == 1
    # Of one collection: what the shipped levels say may be any word.
    assert library("search", "secon", "zebra", "--collection", "rooms.xsb").code == 1
    limited = library("search", "--limit", "2", "--order", "title")
    assert limited.err == f"{2 + len(others)} levels, of which 2 are printed; --limit prints more\n"
    assert len(limited.out.splitlines()) == 2


def test_one_push_is_no_plural(library: Run, tmp_path: Path) -> None:
    """Numbers stay below one another, and one of a thing is said as one."""
    file = tmp_path / "short.xsb"
    file.write_text("#####\n#@$.#\n#####\nSolution: R\n\n######\n#@$ .#\n######\n")
    library("add", file)
    solved = library("solve").out
    told = library("solutions", "short.xsb").out
    for out in (solved, told):
        assert re.findall(r"\b1 (?:moves|pushes|rows|levels|solutions|boxes)\b", out) == []
    lines = told.splitlines()
    assert "1 move      1 push " in lines[0]
    assert lines[0].index("1 push") == lines[1].index("2 pushes")


def test_solutions(library: Run, file: Path) -> None:
    """Solutions are reported with what they are the best by; one that is added is replayed first."""
    library("add", file)
    body = library("solutions", "rooms.xsb", "--json")
    assert body.code == 1
    assert [(one["level"], one["moves_text"], len(one["best_by"])) for one in fields(body.out)] == [(1, "rRR", 6)]
    unsolved = library("solutions", "rooms.xsb", "--level", "2")
    assert (unsolved.code, unsolved.out, unsolved.err) == (1, "", "1 level without a solution\n")
    assert library("solutions", "rooms.xsb", "--level", "2", "--add", "lll").code == 0
    assert "lLL" in library("solutions", "rooms.xsb").out
    refused = library("solutions", "rooms.xsb", "--level", "2", "--add", "l")
    assert (refused.code, refused.err) == (
        1,
        "pushbox: rooms.xsb: level 2: 1 box is not on a goal after the last move\n",
    )
    assert library("solutions", "rooms.xsb", "--level", "2", "--add", "ul").code == 1
    assert library("solutions", "rooms.xsb", "--level", "2", "--add", "?").code == 2
    assert library("solutions", "rooms.xsb", "--add", "lll").code == 2


def test_names_are_shown_without_endings(run: Callable[..., Any], tmp_path: Path) -> None:
    """A collection is found by its name with and without; two that differ in nothing else keep theirs, as in JSON."""

    def library(*words: str) -> Any:
        return run("library", "--database", f"sqlite:///{tmp_path / 'library.sqlite'}", *words)

    other = "#####\n#@$.#\n#####\n"
    for name, text in {"a.xsb": ROOM, "b.xsb": other, "b.sok": other, "c.v2": ROOM}.items():
        (tmp_path / name).write_text(text)
        assert library("add", str(tmp_path / name), "--from", "xsb").code == 0
    assert {line.split()[1] for line in library("list").out.splitlines()} == {"a", "b.sok", "b.xsb", "c.v2"}
    assert library("search", "--collection", "a").out.startswith("a   ")
    assert library("show", "a").out == library("show", "a.xsb").out
    assert "found 2 collections named 'b', expected one of their numbers: " in library("show", "b").err
    assert library("duplicates").out.splitlines() == ["b.sok 1: equal to b.xsb 1", "c.v2 1: equal to a 1"]
    assert '"name": "a.xsb"' in library("list", "--json").out


def test_duplicates(library: Run, file: Path) -> None:
    """They are reported with how they are the same, and end with 1."""
    library("add", "builtin:hanano")
    assert library("duplicates").code == 0
    library("add", file)
    answer = library("duplicates")
    assert (answer.code, answer.out) == (1, "rooms 2 Second: rotated or mirrored, as rooms 1 First\n")
    (one,) = fields(library("duplicates", "rooms.xsb", "--json").out)
    assert (one["level"], one["of_level"], one["relation"]) == (2, 1, "rotated or mirrored")


def test_exporting(library: Run, file: Path, tmp_path: Path) -> None:
    """All collections come out, and what a format cannot hold is reported and ends with 1."""
    library("add", file, "builtin:hanano")
    exported = library("export", tmp_path / "out")
    assert exported.code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["hanano.json", "rooms.xsb"]
    assert "Solution: rRR" in (tmp_path / "out" / "rooms.xsb").read_text()
    some = library("export", tmp_path / "sok", "--to", "sok", "--json")
    assert some.code == 1
    assert "hanano: lost in sok: no level can be written" in some.err
    assert [(one["collection"], one.get("file")) for one in fields(some.out)] == [
        ("hanano", None), ("rooms.xsb", str(tmp_path / "sok" / "rooms.sok")),
    ]  # fmt: skip
    assert library("export", tmp_path / "one", "--collection", "hanano").out.count("\n") == 1


def test_backup_and_restore(library: Run, run: Run, file: Path, tmp_path: Path) -> None:
    """Everything comes back in another library, and a library that has something in it is left alone."""
    library("add", file)
    copy = tmp_path / "copy"
    assert library("backup", copy).out.endswith("rows\n")
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert run("library", "--database", other, "restore", copy, "--json").code == 0
    assert run("library", "--database", other, "list").out == library("list").out
    assert library("restore", copy).code == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("show", "none"), "found no collection 'none'"),
        (("show", "rooms.xsb", "--level", "3"), "found --level '3', but the file has 2 levels"),
        (("show", "rooms.xsb", "--level", "x"), "expected numbers such as"),
        (("search", "--boxes", "many"), "found --boxes 'many', expected numbers such as 3, 2-5 or 10-"),
        (("search", "--boxes", "-"), "found --boxes '-'"),
        (("export", "/dev/null/out"), "/dev/null"),
        (("restore", "/dev/null"), "found no backup"),
        (("backup", "/dev/null/file"), "/dev/null"),
    ],
)
def test_every_fault_is_a_sentence(library: Run, file: Path, arguments: tuple[str, ...], expected: str) -> None:
    """Bad input ends with 2 and one sentence."""
    library("add", file)
    ended = library(*arguments)
    assert ended.code == 2
    assert expected in ended.err
    assert ended.err.startswith("pushbox: ")
    assert ended.err.count("\n") == 1


def test_a_database_that_is_none(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The option, or else PUSHBOX_DATABASE, says where the library is; nonsense is reported."""
    monkeypatch.setenv("PUSHBOX_DATABASE", f"sqlite:///{tmp_path / 'by_environment.sqlite'}")
    assert run("library", "list").code == 0
    assert (tmp_path / "by_environment.sqlite").is_file()
    ended = run("library", "--database", "nonsense", "list")
    assert ended.code == 2
    assert "expected a URL such as sqlite:///" in ended.err


STUCK = "#####\n#@ .#\n#$  #\n#####\n"


def numbers(run: Any) -> list[int]:
    """Return the numbers of the levels that a search prints."""
    return [row["number"] for row in fields(run.out)]


def test_solving_what_is_unsolved(library: Run, tmp_path: Path) -> None:
    """Only what has no solution is searched, what is found is kept, and a proof that there is none, too."""
    file = tmp_path / "mixed.xsb"
    file.write_text(f"{ROOM}Solution: durRR\n\n{MIRRORED}\n{STUCK}", "utf-8")
    library("add", file)
    assert numbers(library("search", "--state", "unsolved", "--json")) == [2, 3]
    solved = library("solve", "--objective", "pushes-moves", "--json")
    assert solved.code == 1
    assert [(row["level"], row["status"]) for row in fields(solved.out)] == [(2, "solved"), (3, "unsolvable")]
    for state, expected in (
        ("unsolved", []), ("solved", [1, 2]), ("improvable", [1]), ("best", [2]), ("unsolvable", [3]),
    ):  # fmt: skip
        assert numbers(library("search", "--state", state, "--json")) == expected, state
    again = library("solve")
    assert (again.code, again.out) == (0, "0 levels\n")


def test_optimizing_what_is_not_the_best(library: Run, tmp_path: Path) -> None:
    """Each solved level is made better once: what is proven the best is left alone from then on."""
    file = tmp_path / "long.xsb"
    file.write_text(f"{ROOM}Solution: durRR\n\n{MIRRORED}Solution: lLL\n", "utf-8")
    library("add", file)
    first = library("optimize", "long.xsb")
    assert first.code == 0
    assert first.out.splitlines()[-1] == "2 levels, 2 proven"
    assert [row["moves_text"] for row in fields(library("solutions", "1", "--level", "1", "--json").out)] == [
        "rRR",
        "durRR",
    ]
    assert library("optimize").out == "0 levels\n"
    assert numbers(library("search", "--state", "best", "--json")) == [1, 2]
    other = library("optimize", "--objective", "moves", "--json")
    assert [row["moves"] for row in fields(other.out)] == [3, 3]


def test_searching_a_few_levels(library: Run, tmp_path: Path) -> None:
    """A limit takes the first levels that are to be searched; the next run takes those that are left."""
    file = tmp_path / "three.xsb"
    file.write_text(f"{ROOM}\n{MIRRORED}\n{ROOM}Title: again\n", "utf-8")
    library("add", file)
    for expected in ([1, 2], [3], []):
        assert [row["level"] for row in fields(library("solve", "--limit", "2", "--json").out)] == expected
    for expected in ([1], [2], [3], []):
        assert [row["level"] for row in fields(library("optimize", "--limit", "1", "--json").out)] == expected
    assert library("solve", "--limit", "0").code == 2
    library("rate")
    rows = fields(library("search", "--difficulty", "easy", "--json").out)
    assert [(row["grade"], row["difficulty"] < 25) for row in rows] == [("easy", True)] * 3
    for difficulty in ("medium", "25-", "hard"):
        assert fields(library("search", "--difficulty", difficulty, "--json").out) == [], difficulty
    assert "--difficulty" in library("search", "--difficulty", "harder").err


def test_other_games_are_optimized_by_search(library: Run, tmp_path: Path) -> None:
    """Where the optimizer does not know the rules a search finds the best, if it can search for it; else they stay."""
    file = tmp_path / "limited.xsb"
    file.write_text(f"{ROOM}Options: max_push=2\nSolution: durRR\n")
    library("add", file)
    alone = library("optimize", "--objective", "box_lines")
    assert (alone.code, alone.out.splitlines()[-1]) == (0, "1 level, 1 left alone")
    assert library("optimize", "--json").code == 0
    assert [row["moves_text"] for row in fields(library("solutions", "1", "--json").out)] == ["rRR", "durRR"]
    assert library("optimize").out == "0 levels\n"


def test_equal_levels_share_their_solutions(library: Run, tmp_path: Path) -> None:
    """A solution goes to the equal levels of other collections, once, and not to one that is turned."""
    for name, text in (("a", f"{ROOM}Solution: rRR\n"), ("b", f"{ROOM}Title: B\n\n{MIRRORED}"), ("c", ROOM)):
        (tmp_path / f"{name}.xsb").write_text(text, "utf-8")
        library("add", tmp_path / f"{name}.xsb")
    merged = library("merge", "b.xsb", "--json")
    assert merged.code == 0
    assert [(row["collection"], row["level"], row["moves_text"]) for row in fields(merged.out)] == [("b.xsb", 1, "rRR")]
    assert library("merge").out.splitlines() == ["c 1: 3 moves, 2 pushes", "1 solution for 1 level"]
    assert library("merge").out == "0 solutions for 0 levels\n"
    assert library("solutions", "b.xsb", "--level", "2").code == 1


def test_renaming_tagging_and_removing(library: Run, file: Path) -> None:
    """Names change, tags come and go, and what is removed is gone, but only where it is meant."""
    library("add", file)
    assert library("rename", "rooms.xsb", "Mine", "--title", "My rooms").out == "rooms.xsb: now Mine (My rooms)\n"
    assert library("rename", "Mine").code == 2
    assert library("tag", "Mine", "hard", "--level", "2").out == "Mine: 1 level tagged hard\n"
    assert numbers(library("search", "--tag", "hard", "--json")) == [2]
    assert library("tag", "Mine", "hard", "--remove").code == 0
    assert library("search", "--tag", "hard").code == 1
    refused = library("remove", "Mine")
    assert (refused.code, refused.out) == (2, "")
    assert "--yes says that it is meant" in refused.err
    assert library("remove", "Mine", "--level", "1", "--yes").out == "Mine: 1 level removed\n"
    assert [row["title"] for row in fields(library("show", "Mine", "--json").out)] == ["Second"]
    assert library("remove", "Mine", "--yes", "--json").code == 0
    empty = library("list")
    assert (empty.code, empty.out) == (0, "")
    assert empty.err == "the library is empty: pushbox library add FILE adds the levels of a file\n"
    assert (library("list", "--json").err, library("search", "first", "--json").err) == ("", "")
    assert library("search", "first").err == "no level matches\n"
    assert library("remove", "Mine", "--yes").code == 2


def test_what_is_nearly_the_same_is_named_for_the_first_levels(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To compare takes longer than to add: of many levels the report counts the others, and says how to list them."""
    monkeypatch.setattr(files, "MOST_LOOKED_FOR", 3)
    library = f"sqlite:///{tmp_path / 'large.sqlite'}"
    for name, count in (("a", 2), ("b", 2), ("c", 1)):
        (tmp_path / f"{name}.xsb").write_text("#####\n#@$.#\n#####\n\n" * count, "utf-8")
    names = [tmp_path / f"{name}.xsb" for name in "abc"]
    added = run("library", "--database", library, "add", *names).out.splitlines()
    assert added[3:] == ["3 levels not compared with the others: library duplicates --near lists those nearly the same"]
    names[0].write_text("#####\n#@$.#\n#####\n\n" * 3, "utf-8")
    report = json.loads(run("library", "--database", library, "add", "--json", names[0]).out)
    assert report["compared"] is False
    run("library", "--database", library, "duplicates", "--near")
    names[0].write_text("#####\n#@$.#\n#####\n\n" * 4, "utf-8")
    assert len(run("library", "--database", library, "add", names[0]).out.splitlines()) == 1


@pytest.mark.parametrize(
    ("at", "said"),
    [
        pytest.param("c.xsb", "interrupted after 2 of 3 files; the same command goes on from there", id="last"),
        pytest.param("a.xsb", "interrupted before the first one was done; the same command begins anew", id="first"),
    ],
)
def test_an_interrupted_command_says_where_it_stood(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, said: str
) -> None:
    """And the same command goes on from there: what was added is not read again, what was not is."""
    folder = tmp_path / "levels"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.xsb").write_text(ROOM, "utf-8")
    command = ("library", "--database", f"sqlite:///{tmp_path / 'l.sqlite'}", "add", folder)
    read_file, read_names = transfer.import_file, list[str]()

    def interrupted(*args: Any, name: str, **options: Any) -> Any:
        if name == at and not read_names:
            options["on_progress"](100, 200)
            raise KeyboardInterrupt
        return read_file(*args, name=name, **options)

    monkeypatch.setattr(transfer, "import_file", interrupted)
    stopped = run(*command)
    before = [name for name in ("a.xsb", "b.xsb", "c.xsb") if name < at]
    assert (stopped.code, len(stopped.out.splitlines())) == (130, len(before))
    assert stopped.err.splitlines()[0] == f"pushbox: {said}"
    read_names.append("all")
    again = [line.split(", ")[0] for line in run(*command).out.splitlines()]
    assert again == [f"{name}: {'unchanged' if name in before else 'added'}" for name in ("a.xsb", "b.xsb", "c.xsb")]


def test_levels_that_are_nearly_the_same(run: Callable[..., Any], tmp_path: Path) -> None:
    """An import names them, with what is different, and duplicates --near lists them."""
    old, new = tmp_path / "old.xsb", tmp_path / "new.xsb"
    library = f"sqlite:///{tmp_path / 'near.sqlite'}"
    old.write_text("#########\n#       #\n# $ #  .#\n#  #  $.#\n#@  #   #\n#########\n", "utf-8")
    new.write_text("#########\n#   #  @#\n#.$  #  #\n#.   #$ #\n#       #\n#########\nTitle: New\n", "utf-8")
    assert run("library", "--database", library, "add", old).out.splitlines() == ["old.xsb: added, 1 level"]
    sentence = "old 1, turned by 180°, one wall moved"
    line = f"new 1 New: nearly {sentence}"
    assert run("library", "--database", library, "add", new).out.splitlines() == [
        "new.xsb: added, 1 level",
        f"  {line}",
    ]
    assert run("library", "--database", library, "duplicates").code == 0
    listed = run("library", "--database", library, "duplicates", "--near")
    assert (listed.code, listed.out) == (1, f"{line}\n")
    (row,) = map(
        json.loads, run("library", "--database", library, "duplicates", "new.xsb", "--near", "--json").out.splitlines()
    )
    assert (row["relation"], row["sentence"], row["of_collection"]) == ("near", sentence, "old.xsb")


def test_what_is_imported_is_ones_own(library: Run, file: Path, tmp_path: Path) -> None:
    """The terminal game shows it as solved; for an account that is not there nothing is kept."""
    library("add", file)
    elsewhere = tmp_path / "elsewhere.xsb"
    elsewhere.write_text(f"{ROOM}Solution: rRR\n")
    refused = library("import", elsewhere, "--account", "Nobody")
    assert (refused.code, refused.out) == (2, "")
    assert "Nobody" in refused.err
    assert fields(library("import", elsewhere, "--json").out)[0]["solutions"] == 2
    with closing(Shelf.open(f"sqlite:///{tmp_path / 'data' / 'library.sqlite'}")) as shelf:
        assert shelf.is_solved(formats.read(ROOM)[0])
        assert shelf.is_solved(formats.read(MIRRORED)[0])


def test_solutions_in_another_encoding(library: Run, file: Path, tmp_path: Path) -> None:
    """A name says in which files are imported; a wrong one is refused."""
    library("add", file)
    elsewhere = tmp_path / "elsewhere.xsb"
    elsewhere.write_bytes(f"{ROOM}Solution (Склад): rRR\n".encode("koi8-r"))
    assert library("import", elsewhere, "--encoding", "koi8-r").code == 0
    refused = library("import", elsewhere, "--encoding", "ascii")
    assert (refused.code, refused.out) == (2, "")
    assert "no ASCII" in refused.err


def test_the_first_levels_of_a_large_collection_are_found_without_reading_all(
    library: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those after the last one that is named are never read."""
    file = tmp_path / "many.xsb"
    file.write_text("\n".join(f"{ROOM}Title: {number}\n" for number in range(1, 1201)), "utf-8")
    library("add", file)
    read, search = list[int](), level_store.search

    def counted(*args: Any, **options: Any) -> Any:
        page = search(*args, **options)
        read.append(len(page.entries))
        return page

    monkeypatch.setattr(level_store, "search", counted)
    assert library("tag", "many", "first", "--level", "1,3").code == 0
    assert read == [500]
    read.clear()
    assert library("tag", "many", "some", "--level", "400-600").code == 0
    assert sum(read) == 1000
    read.clear()
    assert library("tag", "many", "all").out == "many.xsb: 1200 levels tagged all\n"
    assert sum(read) == 1200
