"""The command line: answers, exit codes, JSON, and one sentence for every fault."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import click
import pytest
from tests.programs import running
from tests.search import ENDLESS

from pushbox import cli, formats
from pushbox import levels as builtin
from pushbox.cli.commands import COMMANDS, GROUPS

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"
TWO = f"; first\n{ROOM}\n; second\n{ROOM}"
STUCK = "; stuck\n#####\n#@$ #\n# . #\n#####\n"


def lines(text: str) -> list[dict[str, Any]]:
    """Read a JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]


def test_every_command_has_help(run: Callable[..., Any]) -> None:
    """The help of each command has a text and an example."""
    for name in COMMANDS:
        page = run(name, "--help")
        assert page.code == 0
        assert "Example" in page.out or name == "bench"
        command = cli.pushbox.get_command(click.Context(cli.pushbox), name)
        assert command is not None
        assert command.name == name


def test_commands_are_listed_by_purpose(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has one line of 80 columns under its purpose, and all summaries begin in one column."""
    monkeypatch.setenv("COLUMNS", "80")
    page = run("--help").out
    assert max(map(len, page.splitlines())) <= 80
    sections = dict(re.findall(r"^(\S.*):\n((?:  .*\n)+)", page, re.MULTILINE))
    del sections["Options"]
    assert list(sections) == list(GROUPS)
    for purpose, commands in GROUPS.items():
        assert sections[purpose].splitlines() == [f"  {name:11}  {summary}" for name, summary in commands.items()]


def test_an_unknown_command_or_option_is_usage(run: Callable[..., Any]) -> None:
    """Usage errors end with 2."""
    assert run("frobnicate").code == 2
    assert run("solve").code == 2
    assert run("solve", "--frobnicate", "x").code == 2


class TestSolve:
    """``pushbox solve``."""

    def test_solves_verifies_and_writes_a_copy(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """Solutions go into the copy, which keeps everything else, and verify accepts them."""
        source, out = tmp_path / "two.xsb", tmp_path / "solved.xsb"
        source.write_text(TWO)
        result = run("solve", source, "--out", out)
        assert result.code == 0
        assert "2 solved" in result.out
        assert result.err == ""
        copied = formats.read_file(out)
        assert [level.title for level in copied.levels] == ["first", "second"]
        assert [record.text for level in copied.levels for record in level.saved_moves] == ["rRR", "rRR"]
        verified = run("verify", out)
        assert verified.code == 0
        assert verified.out == "level 1: solved, 3 moves, 2 pushes\nlevel 2: solved, 3 moves, 2 pushes\n"
        again = tmp_path / "again.xsb"
        assert run("solve", out, "--out", again).code == 0
        assert again.read_text() == out.read_text()

    def test_json_has_the_fields_of_the_contract(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """One object a level, without the fields that do not apply."""
        file = tmp_path / "mixed.xsb"
        file.write_text(TWO + "\n" + STUCK)
        result = run("solve", file, "--objective", "pushes", "--json")
        assert result.code == 1
        first, _, third = lines(result.out)
        assert first["status"] == "solved"
        assert first["optimal"] == "pushes"
        assert (first["level"], first["title"], first["game"]) == (1, "first", "sokoban")
        assert (first["moves_text"], first["moves"], first["pushes"], first["player_lines"]) == ("rRR", 3, 2, 1)
        assert third["status"] == "unsolvable"
        assert third["message"]
        assert "moves_text" not in third

    def test_exit_codes_weigh_bad_over_limit_over_no(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """Several levels end with 2 if any is bad, else 3 if any ran out, else 1 if any is no."""
        bad = "; bad\n#####\n# $.#\n#####\n"
        wide = "; wide\n#########\n#   #   #\n# $   . #\n#   #   #\n# $ # . #\n#  @#   #\n#########\n"
        for levels, code in (
            (ROOM + "\n" + STUCK, 1),
            (ROOM + "\n" + STUCK + "\n" + wide, 3),
            (bad + "\n" + STUCK + "\n" + wide, 2),
        ):
            file = tmp_path / "levels.xsb"
            file.write_text(levels)
            assert run("solve", file, "--nodes", "2", "--objective", "pushes").code == code

    def test_a_killed_run_keeps_the_old_copy(self, tmp_path: Path) -> None:
        """A copy of earlier is there until the run ends; what a killed run found is beside it, and stays there."""
        file, out = tmp_path / "two.xsb", tmp_path / "solved.xsb"
        file.write_text(f"{ROOM}\n{ENDLESS}")
        out.write_text("of earlier")
        command = [sys.executable, "-m", "pushbox", "solve", str(file), "--out", str(out), "--objective", "pushes"]
        for part in ("solved.xsb.part", "solved.xsb.part1"):
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                while "solved" not in process.stdout.readline():
                    pass
                process.kill()
            assert out.read_text() == "of earlier"
            assert [moves.text for moves in formats.read_file(tmp_path / part).levels[0].saved_moves] == ["rRR"]
        file.write_text(ROOM)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        assert [moves.text for moves in formats.read_file(out).levels[0].saved_moves] == ["rRR"]
        left = sorted(path.name for path in tmp_path.iterdir())
        assert left == ["solved.xsb", "solved.xsb.part", "solved.xsb.part1", "two.xsb"]

    def test_levels_are_chosen(self, run: Callable[..., Any]) -> None:
        """Numbers, ranges and open ranges choose levels in file order; a number beyond the last is a sentence."""
        three = (TWO + "\n" + ROOM).encode()
        for wanted, numbers in (("2", [2]), ("3,1", [1, 3]), ("2-", [2, 3]), ("1-2", [1, 2]), ("-2", [1, 2])):
            result = run("solve", "-", "--level", wanted, "--json", stdin=three)
            assert [row["level"] for row in lines(result.out)] == numbers
        for wanted in ("4", "0", "x", "2-1", "", "1-4", "4-"):
            result = run("solve", "-", "--level", wanted, stdin=three)
            assert result.code == 2, wanted
            assert result.err.count("\n") == 1

    def test_a_format_without_solutions_is_refused_before_the_search(
        self, run: Callable[..., Any], tmp_path: Path
    ) -> None:
        """--out on a console map is refused at once, and nothing is written."""
        file, out = tmp_path / "map.txt", tmp_path / "out.txt"
        file.write_text("#####\n#P+-#\n#####\n")
        result = run("solve", file, "--from", "console", "--out", out)
        assert result.code == 2
        assert "has no place for solutions" in result.err
        assert not out.exists()

    def test_an_unwritable_copy_is_a_sentence(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """A folder that does not exist is reported."""
        file = tmp_path / "two.xsb"
        file.write_text(TWO)
        result = run("solve", file, "--out", tmp_path / "missing" / "out.xsb")
        assert result.code == 2
        assert result.err.count("\n") == 1

    def test_threads_and_streams_print_the_same(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """However many threads, and with --out or without, the answers are the same in the same order."""
        file = tmp_path / "many.xsb"
        file.write_text("\n".join(f"; {number}\n{STUCK if number % 3 else ROOM}" for number in range(100)))

        def answer(*more: object) -> list[Any]:
            result = run("solve", file, "--json", *more)
            assert result.code == 1
            return [{key: value for key, value in row.items() if key != "seconds"} for row in lines(result.out)]

        alone = answer()
        assert [row["level"] for row in alone] == list(range(1, 101))
        assert alone == answer("--threads", "3") == answer("--out", tmp_path / "out.xsb", "--threads", "2")

    def test_threads_share_the_only_level(self, run: Callable[..., Any], tmp_path: Path) -> None:
        """Where there are fewer levels than threads, several search the same one."""
        file = tmp_path / "one.xsb"
        file.write_text(ROOM)
        result = run("solve", file, "--json", "--objective", "pushes", "--threads", "4")
        assert result.code == 0
        assert [(row["pushes"], row["optimal"]) for row in lines(result.out)] == [(2, "pushes")]

    def test_no_more_of_a_file_is_read_than_is_needed(self, run: Callable[..., Any]) -> None:
        """Nothing behind the last level to solve is read."""
        result = run("solve", "-", "--level", "1", "--json", stdin=f"{TWO}\n; c\n#####\n#@?.#\n#####\n".encode())
        assert [row["status"] for row in lines(result.out)] == ["solved"]

    @pytest.mark.skipif(sys.platform == "win32", reason="pipes are read otherwise there")
    def test_answers_come_while_the_file_is_still_being_written(self) -> None:
        """A pipe that is not at its end yet is solved as far as it has come."""
        command = [sys.executable, "-m", "pushbox", "solve", "-", "--json"]
        answered = threading.Event()
        events: list[bool] = []  # whether an answer came before the end of the file

        def feed(pipe: IO[str]) -> None:
            with pipe:
                pipe.write("\n".join(f"; {number}\n{ROOM}" for number in range(5000)))
                pipe.flush()
                events.append(answered.wait(60))

        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            feeder = threading.Thread(target=feed, args=(process.stdin,))
            feeder.start()
            first = process.stdout.readline()
            answered.set()
            rest = process.stdout.read()
            feeder.join()
        assert json.loads(first)["status"] == "solved"
        assert events == [True]
        assert rest.count("\n") == 4999
        assert process.returncode == 0

    @pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
    @pytest.mark.parametrize("threads", [1, 2])
    def test_ctrl_c_keeps_what_was_solved(self, threads: int, tmp_path: Path) -> None:
        """Solutions found before Ctrl-C stand in the copy, and the run ends with 130."""
        file, out = tmp_path / "levels.xsb", tmp_path / "out.xsb"
        file.write_text(f"{ROOM}\n{ENDLESS}")
        command = [sys.executable, "-m", "pushbox", "solve", str(file), "--out", str(out), "--objective", "pushes"]
        command += ["--threads", str(threads)]
        with running(command) as process:
            assert process.stdout is not None
            assert process.stdout.readline()
            assert "solved" in process.stdout.readline()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=300)
        assert process.returncode == 130, err
        assert "Traceback" not in err
        assert [record.text for record in formats.read_file(out).levels[0].saved_moves] == ["rRR"]

    @pytest.mark.skipif(sys.platform == "win32", reason="Python ends by a POSIX signal")
    def test_ctrl_c_while_a_dataclass_is_made(self, tmp_path: Path) -> None:
        """Python would end a module that it runs by the signal, as of this `exec` it thinks that nobody caught it."""
        (tmp_path / "interrupted.py").write_text(
            "from pushbox import cli\n"
            "cli.pushbox.main = lambda *_, **__: exec('raise KeyboardInterrupt')\n"
            "cli.main([])\n"
        )
        done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == cli.INTERRUPTED
        assert done.stderr == b""

    @pytest.mark.parametrize("seconds", [0, 0.1])
    def test_ctrl_c_while_a_finalizer_runs(self, tmp_path: Path, seconds: float) -> None:
        """Python ignores an exception there, and a Ctrl-C with it; the run ends all the same, and says nothing.

        Also where the machine is so busy that it takes some time to send the signal again.
        """
        (tmp_path / "interrupted.py").write_text(
            "import _thread, time\n"
            "from pushbox import cli\n"
            "start = _thread.start_new_thread\n"
            f"_thread.start_new_thread = lambda *arguments: (start(*arguments), time.sleep({seconds}))\n"
            "class Dying:\n"
            "    def __del__(self):\n"
            "        raise KeyboardInterrupt\n"
            "def die(*_, **__):\n"
            "    Dying()\n"
            "    time.sleep(1000)\n"
            "cli.pushbox.main = die\n"
            "cli.main([])\n"
        )
        done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == cli.INTERRUPTED
        assert done.stderr == b""


class TestVerify:
    """``pushbox verify``."""

    @pytest.mark.parametrize(
        ("text", "code", "expected"),
        [
            ("rRR", 0, "solved, 3 moves, 2 pushes"),
            ("3R", 0, "solved, 3 moves, 2 pushes"),
            ("rR", 1, "unsolved: 1 box is not on a goal after the last move"),
            ("rRRR", 1, "illegal: step 4: the player cannot go right, the box is blocked"),
        ],
    )
    def test_a_given_solution(
        self, run: Callable[..., Any], tmp_path: Path, text: str, code: int, expected: str
    ) -> None:
        """Each standing has its exit code and its sentence."""
        file = tmp_path / "room.xsb"
        file.write_text(ROOM)
        result = run("verify", file, "--solution", text)
        assert result.code == code
        assert result.out.startswith(f"level 1: {expected}")

    def test_nonsense(self, run: Callable[..., Any]) -> None:
        """A text that names no moves is bad input, reported with file, level and place."""
        result = run("verify", "-", "--solution", "rRx", stdin=ROOM.encode())
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("pushbox: -: level 1: character 3: found 'x', expected")

    def test_json(self, run: Callable[..., Any]) -> None:
        """The six metrics, the status and the first illegal step are fields."""
        (row,) = lines(run("verify", "-", "--solution", "rRRR", "--json", stdin=ROOM.encode()).out)
        assert (row["status"], row["step"], row["solution"], row["moves"]) == ("illegal", 4, 1, 3)

    def test_no_solution_is_no(self, run: Callable[..., Any]) -> None:
        """A file without a solution is not verified."""
        result = run("verify", "-", stdin=ROOM.encode())
        assert result.code == 1
        assert "no solution found" in result.err


def test_metrics(run: Callable[..., Any]) -> None:
    """The six counts, from an argument or standard input; nonsense is a sentence."""
    assert lines(run("metrics", "RurD", "--json").out) == [
        {"moves": 4, "pushes": 2, "box_lines": 2, "box_changes": 1, "pushing_sessions": 2, "player_lines": 4}
    ]
    assert "box changes      1\n" in run("metrics", stdin=b"RurD\n").out
    result = run("metrics", "RuxD")
    assert result.code == 2
    assert (
        result.err
        == "pushbox: metrics: character 3: found 'x', expected one of lurdLURD, a count, ( ), [ ], { } or *\n"
    )


class TestPath:
    """``pushbox path``."""

    def test_a_box_is_pushed(self, run: Callable[..., Any]) -> None:
        """The way is printed as LURD, cells are read both ways."""
        for box, to in (("1,3", "1,5"), ("D2", "f2")):
            assert run("path", "-", "--box", box, "--to", to, stdin=ROOM.encode()).out == "rRR\n"
        (row,) = lines(run("path", "-", "--box", "D2", "--to", "F2", "--json", stdin=ROOM.encode()).out)
        assert (row["moves_text"], row["pushes"], row["moves"]) == ("rRR", 2, 3)

    def test_everything_in_reach(self, run: Callable[..., Any]) -> None:
        """Without a target every cell that the box can reach is listed with what it costs."""
        result = run("path", "-", "--box", "D2", stdin=ROOM.encode()).out
        assert "   F2  1,5  2 pushes, 3 moves\n" in result
        (row,) = lines(run("path", "-", "--box", "D2", "--json", stdin=ROOM.encode()).out)
        assert [1, 5] in row["cells"]

    def test_what_cannot_be(self, run: Callable[..., Any]) -> None:
        """A cell out of reach is no, a cell without a box or beyond reading is bad."""
        assert run("path", "-", "--box", "D2", "--to", "A1", stdin=ROOM.encode()).code == 1
        assert run("path", "-", "--box", "A1", stdin=ROOM.encode()).code == 2
        assert run("path", "-", "--box", "hello", stdin=ROOM.encode()).code == 2
        assert run("path", "-", "--box", "D2", "--to", "99,99", stdin=ROOM.encode()).code == 1


def test_transcript(run: Callable[..., Any]) -> None:
    """A transcript of a given solution, of the one in the file, or of the start."""
    assert run("transcript", "-", "--solution", "rR", stdin=ROOM.encode()).out.count("\nply ") == 3
    assert run("transcript", "-", stdin=f"{ROOM}Solution: rRR\n".encode()).out.count("\nply ") == 4
    assert run("transcript", "-", stdin=ROOM.encode()).out.count("\nply ") == 1
    (row,) = lines(run("transcript", "-", "--json", stdin=ROOM.encode()).out)
    assert row["transcript"] == run("transcript", "-", stdin=ROOM.encode()).out


def test_games_and_formats(run: Callable[..., Any]) -> None:
    """Both are listed and shown; an unknown key is a sentence with what there is."""
    assert run("games").out.startswith("sokoban ")
    assert "Source: Thinking Rabbit" in run("games", "sokoban").out
    assert "xsb " in run("formats").out
    assert "Source:" in run("formats", "xsb").out
    assert run("games", "chess").code == 2
    assert run("formats", "doc").code == 2
    assert {row.get("format") for row in lines(run("formats", "--json").out)} >= {"xsb", "console", "json"}
    assert lines(run("games", "--json").out)[0]["game"] == "sokoban"


def test_levels_that_come_along(run: Callable[..., Any]) -> None:
    """Each name in the list is read as builtin:NAME and has as many levels as it says; other names stand for it too."""
    table = [line.split() for line in run("levels").out.splitlines()]
    assert table[0] == ["name", "game", "kind", "levels", "title"]
    rows = {row["name"]: row for row in lines(run("levels", "--json").out)}
    assert [line[0].rstrip(",") for line in table[1:]] == list(rows)
    assert {*builtin.names(), "campaign"} == {*rows}
    assert rows["campaign"]["levels"] == sum(row["levels"] for name, row in rows.items() if name[:9] == "campaign-")
    assert rows["rabbit"]["games"] == ["sokoban", "plus"]
    assert {rows[name]["kind"] for name in builtin.names()[:10]} == {"lessons"}
    for name in ("campaign", "sokoban", "rabbit"):
        row = next(row for row in rows.values() if name in (row["name"], *row["aliases"]))
        (read,) = lines(run("info", f"builtin:{name}", "--json").out)
        assert read["levels"] == row["levels"]
    assert "did you mean 'builtin:campaign'?" in run("info", "builtin:campain").err


def jsoko_solutions(text: str) -> list[str]:
    """Return the solutions that JSoko's parser would see: lines of letters below a line that says it is one."""
    solutions: list[str] = []
    seen = False
    for line in text.splitlines():
        if line and set(line) <= set("lurdLURD0123456789"):
            if seen:
                solutions[-1] += line
        else:
            seen = "solution" in line.lower()
            if seen:
                solutions.append("")
    return list(filter(None, solutions))


def test_out_is_written_as_its_ending_says(run: Callable[..., Any], tmp_path: Path) -> None:
    """A copy is of the format of its ending, without one or with that of the file it is that of the file."""
    source = tmp_path / "levels.xsb"
    source.write_text(f"{ROOM}\nTitle: One\nFile offset: 1\n", "utf-8")
    for name, key in (("a.sok", "sok"), ("a.json", "json"), ("a.xsb", "xsb"), ("a", "xsb")):
        out = tmp_path / name
        assert run("solve", source, "--out", out).code == 0
        collection = formats.read(out.read_bytes(), name=name)
        assert (collection.format, len(collection.levels[0].saved_moves)) == (key, 1)
    sok = (tmp_path / "a.sok").read_text("utf-8")
    assert jsoko_solutions(sok) == [formats.read(sok).levels[0].saved_moves[0].text]
    refused = run("solve", source, "--out", tmp_path / "a.slc")
    assert (refused.code, "--out: the format slc has no place for solutions" in refused.err) == (2, True)
    result = run("optimize", tmp_path / "a.xsb", "--out", tmp_path / "b.ssx")
    assert (result.code, "lost in ssx: level 1: " in result.err) == (0, True)
    assert formats.read_file(tmp_path / "b.ssx").levels[0].saved_moves


def test_info(run: Callable[..., Any], tmp_path: Path) -> None:
    """Info says format, counts and problems, and ends with 0 when every file could be read."""
    file = tmp_path / "levels.xsb"
    file.write_text(TWO + "\n#####\n# $.#\n#####\n")
    result = run("info", file)
    assert result.code == 0
    assert "xsb, 3 levels" in result.out
    assert "error: level 3: found no player, expected one" in result.out
    (row,) = lines(run("info", file, "--json").out)
    assert (row["format"], row["levels"], row["games"]) == ("xsb", 3, ["sokoban"])
    assert row["evidence"]
    assert run("info", file, tmp_path / "missing.xsb").code == 2


def test_info_says_what_else_a_file_could_be(run: Callable[..., Any]) -> None:
    """Other formats that take it, with what they make of it; nothing where the format or the signs are named."""
    board = b"#####\n#@&.#\n#&  #\n#####\n"
    page = run("info", "-", stdin=board).out
    assert "-: crossoban, 1 level" in page
    assert "  in another reading: xsb (no sign of any other format), 0 levels; line 2, column 3: found '&'" in page
    (row,) = lines(run("info", "-", "--json", stdin=board).out)
    assert row["alternatives"] == [
        {"format": "xsb", "evidence": "no sign of any other format", "levels": 0, "problems": 1}
    ]
    numbered = "".join(f"{number} {row}\n" for number, row in enumerate(ROOM.splitlines(), start=1)).encode()
    assert "another reading" not in run("info", "-", "--from", "crossoban", stdin=board).out
    assert "another reading" not in run("info", "-", stdin=ROOM.encode()).out
    assert "xsb, 1 level (rows with numbers beside them)" in run("info", "-", stdin=numbered).out


def test_standard_input_that_is_no_text_is_refused_in_a_sentence(run: Callable[..., Any]) -> None:
    """Bytes that are no UTF-8 are moves and commands like any other wrong ones."""
    result = run("metrics", stdin=b"R\xff")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("pushbox: metrics: character 2: found ")
    assert run("reconstruct", stdin=b"R\xff").code == 0
    played = run("play", "builtin:lessons", stdin=b"\xff\nquit\n")
    assert played.code == 0
    assert "help lists the commands\n" in played.out


def test_info_says_first_what_it_read(run: Callable[..., Any], tmp_path: Path) -> None:
    """What was read comes first, then problems with their place, then the options of levels, equal ones together."""
    file = tmp_path / "levels.xsb"
    limited = f"{ROOM}Options: steps=9\n\n"
    file.write_text(f"{limited}{limited}#####\n#@$.\n#####\nOptions: max_push=2\n", "utf-8")
    page = run("info", file).out.splitlines()
    assert page == [
        f"{file}: xsb, 3 levels (no sign of any other format)",
        f"  sokoban: 3 levels, {page[1].partition('levels, ')[2]}",
        "  solutions and saved games: 0",
        next(line for line in page if line.startswith("  warning: line ")),
        "  options: levels 1-2: steps=9",
        "  options: level 3: max_push=2",
    ]


def test_info_offers_the_step_limit_of_a_title(run: Callable[..., Any]) -> None:
    """A step limit in a title stays text, and is offered as the option that it could be."""
    result = run("info", "-", stdin=f"{ROOM}Title: Stage 4 (step 0900)\n".encode())
    assert "offer: level 1: its title names the option steps=900" in result.out
    assert "offer" not in run("info", "-", stdin=f"{ROOM}Title: x (step 0900)\nOptions: steps=9\n".encode()).out


BAD = {  # content, and the fault of the level where there is a level
    "empty": (b"", ""),
    "binary": (b"\x00\x01\x02\xff" * 100, ""),
    "huge line": (b"#" * 10_000_000, ""),
    "prose": (b"Dear diary,\ntoday I pushed no box.\n", ""),
    "no player": (b"#####\n# $.#\n#####\n", "found no player, expected one"),
    "two players": (b"######\n#@@$.#\n######\nGame: sokoban\n", "found 2 pushers, expected 1 in Sokoban"),
    "more boxes than goals": (b"######\n#@$$.#\n######\n", "found 2 boxes and 1 goal, expected as many goals as boxes"),
    "no box": (b"####\n#@.#\n####\n", "found no box, expected at least one"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["solve", "info", "verify", "transcript", "path", "play"])
def test_bad_input_is_one_sentence(run: Callable[..., Any], tmp_path: Path, name: str, command: str) -> None:
    """Bad files end with 2 and a sentence for each fault, never with a traceback."""
    file = tmp_path / "bad.xsb"
    content, sentence = BAD[name]
    file.write_bytes(content)
    more = {"verify": ["--solution", "r"], "path": ["--box", "1,1"]}.get(command, [])
    result = run(command, file, *more)
    assert "Traceback" not in result.err
    if command == "info" and sentence:
        assert result.code == 0
        assert sentence in result.out
    else:
        assert result.code == 2
        assert len((result.out + result.err).splitlines()) == 1
        assert sentence in result.out + result.err


@pytest.mark.parametrize(
    ("text", "key"), [("5AHABDFAH5A\n", "elm"), ("11111\n12341\n11111\n", "letslogic"), ('{"map": "1"}', "letslogic")]
)
@pytest.mark.parametrize("command", ["info", "solve", "verify"])
def test_a_file_that_needs_from_is_told_so(
    run: Callable[..., Any], tmp_path: Path, text: str, key: str, command: str
) -> None:
    """The sentence names the format that could be meant; a file of no format gets no such hint."""
    file = tmp_path / "level.txt"
    file.write_text(text)
    result = run(command, file)
    assert result.code == 2
    assert result.err.endswith(f"; try --from {key}\n")
    file.write_text("Dear diary\n")
    assert "--from" not in run(command, file).err


def test_a_missing_file_is_one_sentence(run: Callable[..., Any]) -> None:
    """A file that does not exist, or a folder, is reported as such."""
    assert run("solve", "nothing.xsb").err == "pushbox: nothing.xsb: No such file or directory\n"
    assert run("solve", ".").code == 2
    assert run("solve", "builtin:nothing").code == 2


def test_an_unclosed_board_is_read_framed_and_said(run: Callable[..., Any]) -> None:
    """A board that is open to the outside is framed with walls, solved, and the repair is reported."""
    result = run("solve", "-", "--json", stdin=b"#####\n#@$.\n#####\n")
    assert result.code == 0
    assert lines(result.out)[0]["moves_text"] == "R"
    assert "wall" in result.err


def test_good_levels_survive_a_bad_one(run: Callable[..., Any]) -> None:
    """A level that cannot be read is reported with its line, the others are solved, and the run ends with 2."""
    result = run("solve", "-", "--json", stdin=f"; a\n{ROOM}\n; b\n#####\n#@?.#\n#####\n\n; c\n{ROOM}".encode())
    assert result.code == 2
    assert [row["title"] for row in lines(result.out) if row["status"] == "solved"] == ["a", "c"]
    assert "'?'" in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_a_terminal_gets_a_progress_bar_and_a_pipe_none(tmp_path: Path) -> None:
    """On a terminal standard error shows a bar; standard output is the same as without."""
    import pty  # there is none on Windows

    file = tmp_path / "two.xsb"
    file.write_text(TWO)
    command = [sys.executable, "-m", "pushbox", "solve", str(file)]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    main, side = pty.openpty()
    shown = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=side, text=True, check=True, env=os.environ | {"TERM": "xterm"}
    )
    os.close(side)
    bar = os.read(main, 100_000).decode()
    os.close(main)
    assert "level" in bar
    assert [line.split()[:2] for line in shown.stdout.splitlines()[:2]] == [
        line.split()[:2] for line in piped.stdout.splitlines()[:2]
    ]


def test_a_process_ends_without_a_look_for_garbage() -> None:
    """What it has imported is left to the system: a server took a second to look through it."""
    look = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0))"
    program = f"{look}; from pushbox.cli import main; main()"
    ended = subprocess.run([sys.executable, "-c", program, "games"], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "True"
