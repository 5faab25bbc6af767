"""Other programs as solvers: whatever they say or do, a level ends with a replayed solution or one sentence."""

from __future__ import annotations

import os
import queue
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from tests.programs import deaf, running
from tests.search import ENDLESS

from pushbox import formats, levels
from pushbox.bench.rooms import rooms
from pushbox.errors import EngineError, LevelError, UnsupportedError
from pushbox.level import Level
from pushbox.notation import encode
from pushbox.play.verify import verify
from pushbox.solver import GaveUp, Limit, Solved, Unsolvable, Verdict, solve
from pushbox.solver.engine import client
from pushbox.solver.engine.client import EnginePool

ROOM = formats.read("#######\n#@ $ .#\n#     #\n#######\n").levels[0]
STUCK = formats.read("#####\n#@$ #\n# . #\n#####\n").levels[0]
WITHOUT_END = f"rle {encode(ENDLESS.strip())} game sokoban"
PUSHBOX = shlex.join([sys.executable, "-m", "pushbox", "engine"])
PRESENTS = "read hello; echo 'id name Bad'; echo ok; "
WAIT = 60.0  # seconds: far beyond what any of these takes
SHORT, LONG = Limit(seconds=0.2), Limit(seconds=None)

posix = pytest.mark.skipif(os.name != "posix", reason="the programs are shell scripts")


@pytest.fixture(scope="session")
def breadth(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the command of a solver in C that shares nothing with pushbox."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("a C compiler (cc) is not installed")
    program = tmp_path_factory.mktemp("engine") / "breadth"
    source = Path(__file__).parent / "engines" / "breadth.c"
    subprocess.run([compiler, "-O1", "-o", program, source], check=True)
    return shlex.quote(str(program))


def framed(level: Level) -> Level:
    """Return the level with a wall around, which run lengths insist on."""
    width = level.board.width
    rows = [f"#{row:{width}}#" for row in str(level.board).splitlines()]
    return formats.read("\n".join(["#" * (width + 2), *rows, "#" * (width + 2)]), format="xsb").levels[0]


def shell(script: str) -> str:
    """Return the command of an engine that presents itself and is a shell script from there on."""
    return shlex.join(["sh", "-c", PRESENTS + script])


def answer_of(script: str, level: Level = ROOM, limit: Limit = LONG, grace: float = 0.3) -> Verdict:
    """Return what a shell script answers for one level."""
    with EnginePool(shell(script), grace=grace) as engines:
        return engines.solve(level, limit=limit)


def fault(script: str, limit: Limit = SHORT) -> str:
    """Return the sentence on what is wrong with a shell script."""
    with pytest.raises(EngineError) as raised:
        answer_of(script, limit=limit)
    sentence = str(raised.value)
    assert "\n" not in sentence
    return sentence


class TestStranger:
    """A program in another language."""

    def test_it_solves_and_is_replayed(self, breadth: str) -> None:
        """Its solutions of the shipped lessons stand the replay, and its claim is reported as a claim."""
        with EnginePool(breadth) as engines:
            for level in formats.read_file(levels.path("lessons")).levels:
                answer = engines.solve(level)
                assert isinstance(answer, Solved)
                assert verify(level, answer.text).metrics == answer.metrics
                assert answer.optimal is None
                assert answer.note == "the best by moves, as breadth claims"
                assert answer.nodes > 0

    def test_it_agrees_with_pushbox(self, breadth: str) -> None:
        """On crowded random levels it finds a solution exactly where pushbox does."""
        fields = set()
        with EnginePool(breadth) as engines:
            for room in rooms(100, seed=3, largest=5, boxes=3):
                level = framed(room)
                own = solve(level, limit=Limit(seconds=None))
                assert isinstance(engines.solve(level), type(own))
                fields.add(type(own))
        assert fields == {Solved, Unsolvable}

    def test_what_it_lacks_is_reported(self, breadth: str) -> None:
        """A game, an objective and an option that it does not have."""
        plus = formats.read_file(levels.path("plus")).levels[0]
        with EnginePool(breadth) as engines:
            with pytest.raises(UnsupportedError, match="found the game 'plus', but breadth plays sokoban"):
                engines.solve(plus)
            with pytest.raises(UnsupportedError, match="found the objective 'pushes', but breadth has any, moves"):
                engines.solve(ROOM, objective="pushes")
            with pytest.raises(LevelError, match="player"):
                engines.solve(formats.read("####\n#$.#\n####\n").levels[0])
            assert isinstance(engines.solve(ROOM), Solved)
            answer = engines.solve(ROOM, limit=Limit(nodes=1))
            assert isinstance(answer, GaveUp)
            assert (answer.limit, answer.nodes) == ("nodes", 1)
        with pytest.raises(UnsupportedError, match="found the engine option 'Threads', but it offers none"):
            EnginePool(breadth, {"Threads": "2"}).__enter__()


@posix
class TestFaults:
    """Each is one sentence."""

    @pytest.mark.parametrize(
        ("script", "expected"),
        [
            ("read l; read g; echo 'solution pushes 1 moves 1 optimal pushes lurd UR'; echo done status solved; read x",
             "Bad: its solution is none: step 1: "),
            ("read l; read g; echo 'solution lurd r'; echo done status solved; read x",
             "Bad: its solution is none: 1 box is not on a goal"),
            ("read l; read g; echo 'solution lurd xyz!'; echo done status unsolvable; read x",
             "Bad: its solution is none: "),
            ("read l; read g; echo 'solution pushes many lurd rRR'; read x", "Bad: found pushes 'many', expected"),
            ("read l; read g; echo 'solution rRR'; read x", "Bad: found 'rRR' at the end, expected a value behind it"),
            ("read l; read g; echo done status solved; read x", "but gave no solution"),
            ("read l; read g; echo done status maybe; read x", "Bad: found 'done status maybe', expected done status"),
            ("read l; read g; echo info string out of coffee; echo done status error; read x",
             "Bad: it met an error: out of coffee"),
            ("read l; read g; exit 3", "Bad: it ended with exit code 3"),
            ("read l; read g; echo 'segment missing' >&2; kill -9 $$",
             "Bad: it was ended by SIGKILL; its last words: segment missing"),
            ("read l; read g; printf 'done sta'; exit 0",
             "Bad: it ended with exit code 0 in the middle of the line 'done sta'"),
            ("exit 0", "Bad: it ended with exit code 0"),
            (r"printf '\033[2J\007oh\tno' >&2; exit 9", "its last words: \ufffd[2J\ufffdoh no"),
            ("exec <&-; exec >&-; sleep 1000", "Bad: it closed its output"),
        ],
    )  # fmt: skip
    def test_a_wrong_answer_or_none(self, script: str, expected: str) -> None:
        """False, malformed and missing answers."""
        assert expected in fault(script, LONG)

    @pytest.mark.parametrize(
        "script", ["while read x; do :; done", "sleep 1000", "trap '' TERM; sleep 1000; sleep 1000"]
    )
    def test_silence(self, script: str) -> None:
        """Until the limit and the grace are over, whether it reads or not."""
        assert fault(script) == "Bad: there was no answer 0.3 s after its limit of 0.2 s"

    def test_silence_of_a_process_that_does_not_read_a_long_level(self) -> None:
        """A level beyond what a pipe holds does not hold the caller up."""
        rows = [f"#{'.$' * 200}#" for _ in range(180)]
        level = formats.read("\n".join(["#" * 402, f"#@{' ' * 399}#", *rows, "#" * 402])).levels[0]
        with pytest.raises(EngineError, match="there was no answer"):
            answer_of("sleep 1000", level, SHORT)

    def test_garbage(self) -> None:
        """Lines of no meaning are ignored, and reported where nothing else comes."""
        script = r"read l; read g; printf '\377\000huh\n\nWhat?\n'; while read x; do :; done"
        sentence = fault(script, Limit(seconds=1.5))
        assert sentence == (
            "Bad: there was no answer 0.3 s after its limit of 1.5 s; "
            "it said 2 lines of no meaning, such as '\ufffd\ufffdhuh'"
        )

    @pytest.mark.parametrize(
        ("script", "expected"),
        [
            ("read l; read g; yes", "it said more than 100,000 lines"),
            ("read l; read g; yes info nodes 1", "it said more than 100,000 lines"),
            ("read l; read g; yes solution lurd rRR", ""),
            ("read l; read g; tr '\\0' x < /dev/zero", "it said a line of more than 4,194,304 bytes"),
            ("read l; read g; tr '\\0' x < /dev/zero | fold -w 1000000", "it said more than"),
        ],
    )
    def test_floods(self, script: str, expected: str) -> None:
        """Lines, bytes and solutions are bounded; a solution that stands the replay is kept."""
        if expected:
            assert expected in fault(script, LONG)
        else:
            answer = answer_of(script, limit=LONG)
            assert isinstance(answer, Solved)
            assert "Bad failed afterwards: it said more than 1,000 solutions" in answer.note

    def test_an_answer_that_comes_too_late(self) -> None:
        """It is not taken, be it right or not."""
        late = "read l; read g; read stop; echo solution lurd rRR; echo done status solved; read x"
        with pytest.raises(EngineError, match=r"Bad: its answer came [0-9.]+ s after its limit of 0\.2 s"):
            answer_of(late, limit=SHORT, grace=3.0)

    def test_what_was_found_before_a_fault_is_kept(self) -> None:
        """A solution that stood the replay is one, whatever comes after it."""
        answer = answer_of("read l; read g; echo solution pushes 9 moves 9 lurd rRR; exit 4", limit=LONG)
        assert isinstance(answer, Solved)
        assert answer.text == "rRR"
        assert answer.metrics.pushes == 2
        assert answer.note == ("Bad failed afterwards: it ended with exit code 4; Bad counted 9 pushes and 9 moves")

    def test_the_best_of_several_solutions(self) -> None:
        """Fewer pushes, then fewer moves; a false one among them is reported."""
        moves = "for t in dRR durRR rRR drurRR; do echo solution lurd $t; done; "
        answer = answer_of(f"read l; read g; {moves} echo done status timeout; read x")
        assert isinstance(answer, Solved)
        assert answer.text == "rRR"
        assert "another solution was none: " in answer.note

    @pytest.mark.parametrize(("status", "limit"), [("timeout", "seconds"), ("nodes", "nodes"), ("memory", "memory")])
    def test_limits(self, status: str, limit: str) -> None:
        """The limit that the engine reached; its bound is no proof."""
        answer = answer_of(f"read l; read g; echo info nodes 7 bound 3 colour blue; echo done status {status}; read x")
        assert isinstance(answer, GaveUp)
        assert (answer.limit, answer.nodes, answer.bound) == (limit, 7, None)

    def test_the_caller_may_stop(self) -> None:
        """The search ends when the callback returns True, also if the engine does not heed it."""
        for script in ("read l; read g; read s; echo done status stopped; read x", "sleep 1000"):
            with EnginePool(shell(script), grace=0.3) as engines:
                answer = engines.solve(ROOM, limit=Limit(seconds=None), progress=lambda _: True)
            assert isinstance(answer, GaveUp)
            assert answer.limit == "stopped"

    def test_the_next_level_finds_a_new_process(self, tmp_path: Path) -> None:
        """A process that has died, or failed, is replaced; one that ended after its answer, too, without a word."""
        mark = shlex.quote(str(tmp_path / "mark"))
        script = f"read l; read g; test -e {mark} || {{ touch {mark}; exit 1; }}; echo solution lurd rRR; "
        with EnginePool(shell(script + "echo done status solved; exit 0"), grace=WAIT) as engines:
            with pytest.raises(EngineError, match="exit code 1"):
                engines.solve(ROOM)
            for _ in range(3):
                assert isinstance(engines.solve(ROOM), Solved)

    def test_what_is_said_after_the_end_of_an_answer_is_no_answer_to_the_next_question(self) -> None:
        """A solution is replayed on the level that it is meant for."""
        script = "while read l && read g; do echo done status nodes; echo solution lurd rRR; sleep 0.2; done"
        with EnginePool(shell(script), grace=WAIT) as engines:
            assert isinstance(engines.solve(ROOM), GaveUp)
            time.sleep(1.5)
            assert isinstance(engines.solve(STUCK), GaveUp)


@posix
class TestPresentation:
    """A program that does not present itself ends the run at once."""

    @pytest.mark.parametrize(
        ("command", "message"),
        [
            ("", "found an empty engine, expected a command"),
            ("'sh", 'found the engine "\'sh", expected a command: No closing quotation'),
            ("no-such-program --fast", "found the engine 'no-such-program', expected a program that can be run"),
            ("sh -c 'exit 7'", "sh: it ended with exit code 7"),
            ("sh -c 'echo option Threads; read x'", "sh: found 'Threads' at the end, expected a value behind it"),
            ("yes", "yes: it said more than 100,000 lines"),
        ],
    )
    def test_one_sentence(self, command: str, message: str) -> None:
        """A fault of the command, or of the program that it starts, is one sentence."""
        with pytest.raises(EngineError) as raised:
            EnginePool(command).__enter__()
        assert str(raised.value).startswith(message)

    def test_silence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It has some seconds for it."""
        monkeypatch.setattr(client, "HANDSHAKE_TIMEOUT", 0.3)
        with pytest.raises(
            EngineError, match=r"cat: it did not present itself by id, caps and ok within 0\.3 s; .*'pbp 1'"
        ):
            EnginePool("cat").__enter__()

    def test_no_shell_sees_the_command(self, tmp_path: Path) -> None:
        """Text that a shell would run is an argument."""
        with pytest.raises(EngineError):
            EnginePool(f"true ; touch {shlex.quote(str(tmp_path / 'x'))} $(touch {tmp_path}/y)").__enter__()
        assert not list(tmp_path.iterdir())


@posix
class TestOrphans:
    """No process outlives the run."""

    @pytest.fixture
    def alive(self, tmp_path: Path) -> Path:
        """Return a FIFO that every process of a script holds open: its end is theirs."""
        fifo = tmp_path / "alive"
        os.mkfifo(fifo)
        return fifo

    def script(self, fifo: Path) -> str:
        """Return an engine that starts a process of its own, heeds nothing, and reports to the FIFO that it runs."""
        held = f"trap '' TERM INT HUP; exec 3>{shlex.quote(str(fifo))}; "
        return held + "sleep 1000 & echo up >&3; sleep 1000; sleep 1000"

    def until_the_end(self, descriptor: int) -> bytes:
        """Return what is written to the FIFO until nobody holds it."""
        received: queue.Queue[bytes] = queue.Queue()

        def read() -> None:
            with os.fdopen(descriptor, "rb") as file:
                received.put(file.read())

        Thread(target=read, daemon=True).start()
        return received.get(timeout=WAIT)

    def test_of_a_level(self, alive: Path) -> None:
        """A process that failed has ended with what it started, before the answer is reported."""
        descriptor = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
        with EnginePool(shell(self.script(alive)), grace=0.3) as engines:
            with pytest.raises(EngineError):
                engines.solve(ROOM, limit=SHORT)
            os.set_blocking(descriptor, True)
            assert self.until_the_end(descriptor) == b"up\n"

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    def test_of_a_run_that_is_ended(self, alive: Path, tmp_path: Path, threads: int, number: int, code: int) -> None:
        """Ctrl-C and a request to end reach the engine, and the run ends without a traceback."""
        file = tmp_path / "levels.xsb"
        file.write_text(formats.write(formats.read("#######\n#@ $ .#\n#     #\n#######\n"), "xsb") * 2)
        command = [sys.executable, "-m", "pushbox", "solve", str(file), "--threads", str(threads)]
        command += ["--engine", shell(self.script(alive))]
        with running(command) as process, alive.open("rb", buffering=0) as fifo:
            assert fifo.read(3) == b"up\n"
            process.send_signal(number)
            _, err = process.communicate(timeout=WAIT)
            assert process.returncode == code, err
            assert "Traceback" not in err
            self.until_the_end(os.dup(fifo.fileno()))

    def test_of_a_run_in_the_background(self, alive: Path) -> None:
        """A run that ignores Ctrl-C and the end of its terminal from the start goes on, and a request ends it."""
        engine = shell(f"exec 3>{shlex.quote(str(alive))}; echo up >&3; sleep 1000")
        command = [sys.executable, "-m", "pushbox", "solve", "builtin:lessons", "--engine", engine]
        with running(deaf(command, "INT", "HUP")) as process, alive.open("rb", buffering=0) as fifo:
            assert fifo.read(3) == b"up\n"
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGHUP)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(2)  # beyond the second that an engine has to end
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=WAIT)
            assert process.returncode == 143, err
            self.until_the_end(os.dup(fifo.fileno()))


@pytest.fixture(scope="module")
def itself() -> Iterator[EnginePool]:
    """Yield pushbox as an engine of its own, which starts once."""
    with EnginePool(PUSHBOX) as engines:
        yield engines


@pytest.mark.servers
class TestServer:
    """``pushbox engine``."""

    def talk(self, conversation: bytes) -> list[str]:
        """Return the replies to a whole conversation."""
        done = subprocess.run(shlex.split(PUSHBOX), input=conversation, capture_output=True, timeout=WAIT, check=True)
        assert done.stderr == b""
        return done.stdout.decode().splitlines()

    @pytest.mark.parametrize("name", levels.names())
    def test_it_plays_every_game(self, itself: EnginePool, name: str) -> None:
        """Driven by its own client it gives the answers that it gives directly, to shipped levels of every game."""
        limit = Limit(seconds=None, nodes=1000)
        solved = 0
        for level in formats.read_file(levels.path(name)).levels[:3]:
            own, output = solve(level, limit=limit), itself.solve(level, limit=limit)
            assert type(output) is type(own)
            if isinstance(own, Solved) and isinstance(output, Solved):
                assert (output.text, output.metrics, output.nodes) == (own.text, own.metrics, own.nodes)
                solved += 1
        assert solved

    def test_a_conversation(self) -> None:
        """The conversation in docs/protocol.md takes place as it stands there."""
        page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
        lines = page.partition("```text\n")[2].partition("```")[0].splitlines()
        assert lines[-1] == "> quit"
        with subprocess.Popen(
            shlex.split(PUSHBOX), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            for line in lines:
                if line.startswith("> "):
                    engine.stdin.write(f"{line[2:]}\n")
                elif line.startswith("< info time"):  # the numbers are others each time
                    assert engine.stdout.readline().split()[1::2] == line[2:].split()[1::2]
                else:
                    assert engine.stdout.readline() == f"{line[2:]}\n"
            assert engine.wait(WAIT) == 0
            assert engine.stdout.read() == ""

    def test_garbage_is_answered_in_sentences(self) -> None:
        """Random lines, half of them begun like commands, never end it, and it goes on to answer."""
        random_ = random.Random(7)
        words = [b"pbp ", b"set ", b"level rle ", b"level json ", b"position lurd ", b"go ", b"go nodes ", b"go time "]
        lines = [
            random_.choice([b"", random_.choice(words)])
            + random_.randbytes(random_.randrange(1, 30)).replace(b"\n", b" ").replace(b"q", b" ")
            for _ in range(400)
        ]
        lines += [
            b"level json " + b"[" * 100_000,
            b"x" * 5_000_000,
            b"go",
            b"level rle 5#|#@$.#|5# game sokoban",
            b"go",
        ]
        replies = self.talk(b"\n".join(lines))
        assert replies[-2:] == ["solution pushes 1 moves 1 optimal pushes lurd R", "done status solved"]
        assert {line.split()[0] for line in replies} <= {"info", "done", "id", "caps", "option", "ok", "solution"}
        assert "info string found a line of more than 4,194,304 bytes, expected a shorter one" in replies

    def test_a_bad_level_is_not_taken_for_the_one_before(self) -> None:
        """Nothing is searched after a level or a position that could not be read."""
        good = b"level rle 5#|#@$.#|5# game sokoban\n"
        bad = [
            b"level rle 5#|#@ .#|5# game sokoban",
            b"level",
            b"level \xff",
            b"level rle 5# game x",
            b"level rle 5#|#@$.#|5# game ludo",
            b"position lurd U",
            b"position lurd ?",
        ]
        replies = self.talk(b"".join(good + line + b"\ngo\n" for line in bad) + good + b"go\n")
        assert [line for line in replies if line.startswith("done ")] == ["done status error"] * len(bad) + [
            "done status solved"
        ]
        assert all(line.startswith("info string ") for line in replies[: 3 * len(bad)] if line != "done status error")

    @pytest.mark.parametrize(
        ("going", "status"),
        [(b"go nodes 5 objective pushes", "nodes"), (b"go time 1", "timeout"), (b"go objective best", "unsupported"),
         (b"go memory 1 objective pushes", "memory"), (b"go time", "error"), (b"go nodes -3", "error")],
    )  # fmt: skip
    def test_limits(self, going: bytes, status: str) -> None:
        """Each ends with its status."""
        assert self.talk(b"level " + WITHOUT_END.encode() + b"\n" + going)[-1] == f"done status {status}"

    def test_stop_and_quit_are_read_while_a_search_runs(self) -> None:
        """`stop` ends the search, which says so; `quit` ends the program, as does a host that is gone."""
        for last in ("quit", "stop", ""):
            with subprocess.Popen(
                shlex.split(PUSHBOX), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as engine:
                assert engine.stdin is not None
                assert engine.stdout is not None
                engine.stdin.write(f"level {WITHOUT_END}\ngo objective pushes\n")
                engine.stdin.flush()
                assert engine.stdout.readline().startswith("info time ")
                engine.stdin.write("stop\n")
                engine.stdin.flush()
                for line in engine.stdout:
                    if not line.startswith("info "):
                        assert line == "done status stopped\n"
                        break
                engine.stdin.write("go objective pushes\n")
                engine.stdin.flush()
                assert engine.stdout.readline().startswith("info time ")
                if last:
                    engine.stdin.write("quit\n" if last == "quit" else "stop\nquit\n")
                engine.stdin.close()
                if not last:
                    engine.stdout.close()
                assert engine.wait(WAIT) == 0
