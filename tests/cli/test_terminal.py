"""Nothing that a file, a name or an argument holds steers a terminal, in any command; data stays as it is."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click
import pytest
from tests.commands import leaves

from pushbox import cli, formats, terminal
from pushbox.cli import output
from pushbox.config import FILE_VARIABLE
from pushbox.formats import lossy
from pushbox.level import Collection, SavedMoves

PAYLOADS = (
    "\x1b[2J\x1b[H",  # an empty screen
    "\x1b]0;owned\x07",  # the title of the window
    "\x1b]52;c;cm0gLXJmIH4K\x07",  # the clipboard
    "\x1b[\x1b[31m31m",  # what is left of it where a sequence is taken out once
    "\x9b5m",  # a sequence of C1
    "\x08\x08\x08",
    "\x7f",
    "\rforged",
    "\u202edevlos\u202c",  # an override of the direction
    "\u2066x\u2069",  # an isolate
    "\u200b\ufeff\u2028",  # nothing to be seen
    "\U000e0041",  # a tag
)
HOSTILE = "evil" + "".join(PAYLOADS) + "end"
NAME = HOSTILE.replace("/", "") + "\udcff"  # a name of a file, with a byte that is no UTF-8
TEXT = HOSTILE.replace("\r", "").replace("\u2028", "")  # what stays on a line of a level's file
STEERING = "\x1b[2J\x9b5m\u202edevlos\u202c"  # what every text may hold
ROOM = "#######\n#@ $ .#\n#     #\n#######"

Terminal = Callable[..., str]

COMMANDS = [path for path, _ in leaves()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of a hostile name with hostile levels in it, which is the working folder."""
    level = formats.read(ROOM).levels[0]
    solved = level.with_saved_moves(SavedMoves(TEXT, "rRR", TEXT))
    other = replace(formats.read("#####\n#@$.#\n#####").levels[0], title=HOSTILE + "\nlevel 9: solved", notes=HOSTILE)
    plain = replace(level, title=STEERING, notes=STEERING)
    levels = (replace(solved, title=TEXT, author=TEXT, notes=TEXT, headers=(("Key", TEXT),)), other, plain)
    hostile = tmp_path / NAME
    hostile.mkdir()
    text = formats.write(Collection(levels, title=TEXT, author=TEXT, notes=f"{TEXT}\n{TEXT}"), "json")
    (hostile / f"{HOSTILE}.json").write_text(text, encoding="utf-8", newline="")
    (hostile / f"{HOSTILE}.xsb").write_text(
        f"Title: {STEERING}\n\n{ROOM}\nTitle: {STEERING}\nAuthor: {STEERING}\n", newline=""
    )
    (hostile / "bad.xsb").write_text(
        f"{ROOM}\nGame: {STEERING}\nOptions: {STEERING}\nSolution: {STEERING}\n", newline=""
    )
    (hostile / "bad.json").write_text(json.dumps({"pushbox": 1, TEXT: TEXT, "levels": [{TEXT: HOSTILE}]}))
    monkeypatch.chdir(hostile)
    monkeypatch.setenv("PUSHBOX_DATABASE", "sqlite:///library.sqlite")
    monkeypatch.setenv(FILE_VARIABLE, f"{NAME}/config.toml")
    return hostile


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Yield a function that runs ``pushbox ARGUMENTS`` on a terminal and returns all that it got."""
    import pty  # there is none on Windows
    import tty

    main, side = pty.openpty()
    tty.setraw(side)
    got = bytearray()

    def drain() -> None:
        with suppress(OSError):  # the end of it
            while chunk := os.read(main, 65536):
                got.extend(chunk)

    reader = threading.Thread(target=drain, daemon=True)
    reader.start()

    def runner(*arguments: str, stdin: bytes = b"") -> str:
        source, sink = os.pipe()
        os.write(sink, stdin)
        os.close(sink)
        start = len(got)
        with open(side, "w", encoding="utf-8", closefd=False) as out, os.fdopen(source) as commands:
            for name, stream in (("stdin", commands), ("stdout", out), ("stderr", out)):
                monkeypatch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as ended:
                cli.main(list(arguments))
            out.write("\0")  # by which it is known that all has arrived
            out.flush()
            while got[-1:] != b"\0" or len(got) == start:
                reader.join(0.001)
        text = got[start:-1].decode("utf-8")
        assert "Traceback" not in text, (arguments, text)
        assert ended.value.code in {0, 1, 2, 3}
        return text

    yield runner
    os.close(side)
    reader.join()  # or it would read from the next file that gets the number
    os.close(main)


def assert_harmless(text: str, arguments: object) -> None:
    """Fail where one of the payloads has reached the terminal; the bar's own sequences are none of them."""
    for payload in PAYLOADS:
        assert payload not in text, (arguments, payload, text)
    assert not {one for one in text if unicodedata.category(one) in {"Cf", "Zl", "Zp", "Cs"}}, (arguments, text)


FILE, JSON, XSB = f"{HOSTILE}.json", f"../{NAME}/{HOSTILE}.json", f"{HOSTILE}.xsb"
LIBRARY = ("add", JSON, XSB, "bad.xsb", "bad.json")
RUNS: dict[str, list[tuple[str, ...]]] = {
    "play": [(FILE,), (FILE, "--level", "2"), (FILE, "--console"), (XSB,), ("bad.xsb",), ("bad.json",), (NAME,)],
    "graph": [(FILE, "--to", "dot"), ("bad.xsb", "--to", "csv"), (NAME, "--to", "dot")],
    "info": [(JSON, XSB, "bad.xsb", "bad.json", NAME), (JSON, XSB, "bad.xsb", "--json")],
    "convert": [
        *((FILE, "-", "--to", key) for key in ("json", "xsb", "elm")),
        *((FILE, f"{NAME}.xsb"), (FILE, NAME), ("bad.xsb", "-", "--to", "json"), (FILE, f"{NAME}.elm", "--json")),
    ],
    "site": [("out", "--levels", FILE), (NAME, "--levels", FILE, "--json"), ("out", "--levels", HOSTILE), (FILE,)],
    "solve": [
        *((FILE,), (JSON, "--json"), ("bad.xsb",), (FILE, "--out", f"{NAME}.json"), (FILE, "--engine", NAME)),
        *((FILE, "--engine", f"{sys.executable} -c 'print({TEXT!r})'"), (XSB, "--out", f"{NAME}/x.xsb")),
    ],
    "optimize": [(FILE,), (FILE, "--json"), ("bad.xsb",), (FILE, "--solution", HOSTILE)],
    "mcp": [("--http", "--host", HOSTILE), ()],
    "engine": [()],
    "evaluate": [
        *((FILE, "http://127.0.0.1:9/v1", "--model", HOSTILE, "--retries", "0"), (FILE, HOSTILE, "--model", "m")),
        (HOSTILE, "http://127.0.0.1:9", "--model", "m"),
        (FILE, "http://127.0.0.1:9/v1", "--model", "m", "--out", FILE),
        (FILE, "http://127.0.0.1:9/v1", "--model", "m", "--tasks", HOSTILE),
    ],
    "generate": [("--size", "5x6", "--boxes", "1"), ("--size", "5x6", "--boxes", "1", "--out", f"{NAME}.xsb")],
    "verify": [(FILE,), (FILE, "--json"), (FILE, "--solution", HOSTILE), ("bad.xsb",)],
    "explain": [
        *((FILE,), (FILE, "--json"), (FILE, "--moves", HOSTILE), ("bad.xsb",), (HOSTILE,)),
        *((FILE, "--out", f"{NAME}.svg"), (FILE, "--out", NAME)),
    ],
    "certify": [
        *((FILE,), (FILE, "--json"), ("bad.xsb",), (HOSTILE,), (FILE, "--out", NAME), ("--check", FILE)),
        *((FILE, "--level", "1", "--out", f"{NAME}.cert"), ("--check", f"{NAME}.cert"), ("--check", HOSTILE)),
        (FILE, "--verify"),
    ],
    "review": [
        *((FILE,), (FILE, "--json"), ("bad.xsb",), (HOSTILE,), (FILE, "--out", f"{NAME}.svg"), (FILE, "--out", NAME)),
    ],
    "study": [
        *((FILE,), (FILE, "--json"), (FILE, "--text"), ("bad.xsb",), (HOSTILE,)),
        *((FILE, "--out", f"{NAME}.study"), (FILE, "--out", NAME)),
    ],
    "rate": [(FILE,), (FILE, "--json"), ("bad.xsb",), (HOSTILE,)],
    "duplicates": [
        (FILE, JSON, XSB),
        (FILE, JSON, "--json"),
        (JSON, JSON, "--out", f"{NAME}3.xsb"),
        ("bad.xsb",),
        (FILE, JSON, "--near", "--pictures", "pictures"),
        (FILE, JSON, "--near", "--json"),
    ],
    "dataset make": [
        *(("out", FILE, "--to", "jsonl"), (NAME, XSB, "--to", "jsonl"), ("out2", "bad.xsb"), ("out2", HOSTILE)),
        *(("out2", f"band:{HOSTILE}"), ("out2", f"builtin:{HOSTILE}"), (FILE, XSB), (".", XSB)),
    ],
    "dataset check": [(HOSTILE,), (FILE,), (XSB,), ("bad.json", "--json"), (".",)],
    "dataset show": [(HOSTILE,), (FILE,), (".", "--id", HOSTILE)],
    "dataset near-duplicates": [(FILE, XSB), (HOSTILE,), ("bad.xsb", "--json")],
    "metrics": [(HOSTILE,), (PAYLOADS[0],)],
    "reconstruct": [(HOSTILE,), (f"rR{HOSTILE}",)],
    "path": [(FILE, "--box", "D2"), (FILE, "--box", HOSTILE), (FILE, "--box", "D2", "--to", HOSTILE)],
    "serve": [("--host", HOSTILE), ("--database", NAME)],
    "render": [
        *((FILE,), (FILE, "--ascii"), (FILE, "--colour", "true"), (FILE, "--json"), (XSB,), (FILE, "--moves", HOSTILE)),
        *(
            (FILE, "--out", f"{NAME}.svg"),
            (FILE, "--out", NAME),
            (FILE, "--skin", HOSTILE),
            (FILE, "--caption", HOSTILE),
        ),
        (FILE, "--out", f"{NAME}.gif", "--solution", "--json"),
    ],
    "plot solution": [
        (FILE, "--out", f"{NAME}.svg"),
        (FILE, "--moves", HOSTILE, "--out", "x.svg"),
        ("bad.xsb", "--out", NAME),
    ],
    "plot pushes": [(FILE, "--out", f"{NAME}.svg"), (HOSTILE, "--out", "x.svg"), (FILE, "--out", NAME)],
    "plot search": [(FILE, "--out", f"{NAME}.svg"), (HOSTILE, "--out", "x.svg")],
    "plot cactus": [(FILE, "--out", "x.svg"), (f"{NAME}x", "--out", "x.svg")],
    "transcript": [(FILE,), (FILE, "--json"), (FILE, "--solution", HOSTILE)],
    "library add": [LIBRARY[1:], (*LIBRARY[1:], "--json"), (".",), (f"../{NAME}",)],
    "library import": [(FILE,), (FILE, "--json"), (FILE, "--collection", HOSTILE), (HOSTILE,), (NAME,)],
    "library list": [(), ("--json",)],
    "library show": [("1",), ("1", "--level", "1-"), ("2", "--json"), (HOSTILE,)],
    "library search": [("evil",), ("evil", "--json"), (HOSTILE,)],
    "library solutions": [("1",), ("1", "--json"), ("1", "--level", "1", "--add", HOSTILE), (HOSTILE,)],
    "library solve": [(), ("--json",), (HOSTILE,)],
    "library optimize": [("--seconds", "1"), ("1", "--json"), (HOSTILE,), ("--objective", HOSTILE)],
    "library rate": [(), ("1", "--json"), (HOSTILE,)],
    "library merge": [(), ("1", "--json"), (HOSTILE,)],
    "library tag": [
        ("1", HOSTILE[:30]),
        ("2", "x", "--remove", "--json"),
        (HOSTILE, "x"),
        ("1", "x", "--level", HOSTILE),
    ],
    "library rename": [("1", f"{HOSTILE}2"), ("2", "--title", HOSTILE, "--json"), (HOSTILE, "x"), ("1",)],
    "library remove": [("1",), (HOSTILE, "--yes"), ("1", "--level", "1", "--yes"), ("2", "--yes", "--json")],
    "library duplicates": [(), ("--json",), (HOSTILE,), ("--near",), ("--near", "--json")],
    "library export": [("out",), ("out", "--to", "elm"), (NAME,), ("out", "--json")],
    "library backup": [(NAME,), (f"{NAME}2", "--json"), (f"{NAME}/x/y",)],
    "library restore": [(FILE,), (NAME,)],
    "library moderator": [(), (HOSTILE,), (HOSTILE, "--remove", "--json")],
    "about": [(HOSTILE,), ()],
    "doctor": [("--database", f"sqlite:///{HOSTILE}"), ()],
    "levels": [(HOSTILE,), ()],
    "config get": [(HOSTILE,), ("engine",)],
    "config set": [("engine", HOSTILE), (HOSTILE, "x"), ("engine", "\\x1b")],
    "config unset": [(HOSTILE,)],
    "config path": [()],
    "games": [(HOSTILE,), ()],
    "formats": [(HOSTILE,), ()],
    "completion": [(HOSTILE,), ("zsh",)],
    "bench": [(HOSTILE,), (HOSTILE, "--json")],
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_lets_a_text_steer_the_terminal(command: str, on_terminal: Terminal) -> None:
    """Titles, authors, notes, keys, names and arguments are shown as escapes, in sentences, tables, JSON and levels."""
    if command.startswith("library") and command != "library add":
        on_terminal("library", *LIBRARY)
    output = ""
    for arguments in RUNS[command]:
        stdin = f"{HOSTILE}\nset {HOSTILE} {HOSTILE}\ntext\nundo\nhelp\nr{HOSTILE}\n".encode()
        text = on_terminal(*command.split(), *arguments, stdin=stdin)
        assert_harmless(text, (command, *arguments))
        output += text
    assert "\\x1b" in output or "\\u001b" in output or command == "generate", output


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_is_repeated_as_it_is(command: str, on_terminal: Terminal) -> None:
    """A wrong value of any option or argument, an unknown option and an unknown command are shown as escapes."""
    context: click.Context = click.Context(cli.pushbox)
    found: click.Command = cli.pushbox
    for name in command.split():
        assert isinstance(found, click.Group)
        child = found.get_command(context, name)
        assert child is not None
        found = child
    options = [one for one in found.params if isinstance(one, click.Option) and not one.is_flag]
    for given in (
        [f"--{HOSTILE}"],
        *([one.opts[0], HOSTILE] for one in options),
        *([f"{one.opts[0]}x"] for one in options),
    ):
        assert_harmless(on_terminal(*command.split(), *given, "bad.xsb", "--level"), (command, *given))
    assert_harmless(on_terminal(*command.split()[:-1], HOSTILE), command)


@pytest.mark.usefixtures("folder")
def test_a_title_makes_no_line_of_its_own(on_terminal: Terminal) -> None:
    """A line feed in a title is escaped, so that no title can pass for an answer."""
    for arguments in (("solve", FILE), ("info", FILE), ("play", FILE, "--level", "2")):
        assert not [line for line in on_terminal(*arguments).splitlines() if line.startswith("level 9")]


def test_data_that_is_no_terminals_is_exact(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """A pipe gets the very text of a level, escapes and all; so does a file."""
    collection = formats.read_file(folder / FILE)
    for key in ("json", "xsb"):
        expected = formats.write(lossy.reduce(collection, key).collection, key).encode()
        with pytest.raises(SystemExit):
            cli.main(["convert", FILE, "-", "--to", key])
        assert capfdbinary.readouterr().out == expected
        with pytest.raises(SystemExit):
            cli.main(["convert", FILE, f"copy.{key}"])
        assert (folder / f"copy.{key}").read_bytes() == expected
        assert b"\x1b[2J" in expected or key == "json"
        assert "\u202e".encode() in expected


@pytest.mark.usefixtures("folder")
def test_json_is_equal_and_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """The escapes of JSON name the very characters of the title."""
    with pytest.raises(SystemExit):
        cli.main(["solve", FILE, "--json"])
    out = capsys.readouterr().out
    assert [json.loads(line)["title"] for line in out.splitlines()] == [
        TEXT,
        HOSTILE + "\nlevel 9: solved",
        STEERING,
    ]
    assert all(one in "\n\t" or ord(one) >= 0x20 for one in out)
    assert_harmless(out, "solve --json")


@pytest.mark.usefixtures("folder")
def test_sentences_are_escaped_in_a_pipe_too() -> None:
    """What is read through a pager is escaped as well, also where a defect is reported by Python."""
    program = "import sys; from pushbox import cli; cli.main(sys.argv[1:])"
    run = [sys.executable, "-c", program, "info", FILE]
    result = subprocess.run(run, capture_output=True, check=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert b"\x1b" not in result.stdout
    assert b"\\x1b[2J" in result.stdout
    assert b"\\u202e" in result.stdout
    broken = "from pushbox import cli, formats; formats.read = lambda *_, **__: 1 / 0"
    defect = f"import sys; {broken}; cli.main(sys.argv[1:])"
    failed = subprocess.run([sys.executable, "-c", defect, "info", FILE], capture_output=True, check=False)
    assert b"Traceback" in failed.stderr
    assert b"\x1b" not in failed.stderr
    assert failed.returncode == 2


def test_all_that_steers_is_known() -> None:
    """Each control and format character, separator and surrogate is escaped, but for line feed, tab and the joiners."""
    kept = set("\n\t\u200c\u200d")
    for code in range(sys.maxunicode + 1):
        one = chr(code)
        if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            assert (terminal.escape_text(one) == one) == (one in kept), hex(code)
        assert terminal.escape_line(one).isprintable() or one in kept or unicodedata.category(one) in {"Cn", "Co", "Zs"}
    assert terminal.escape_text("Ünïcödé 推箱子 סוקובן 😀\ufe0f") == "Ünïcödé 推箱子 סוקובן 😀\ufe0f"


def test_a_stream_escapes_once() -> None:
    """A stream that escapes is taken as it is, and gives up the one behind it."""
    behind = io.StringIO()
    stream = terminal.escaping(behind)
    assert terminal.escaping(stream) is stream
    assert terminal.unescaped(stream) is behind
    assert terminal.unescaped(behind) is behind
    stream.writelines(["a\x1b", "\\x1b\n"])
    print("\udcff", file=stream)
    assert behind.getvalue() == "a\\x1b\\x1b\n\\xff\n"


def test_a_log_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """What a server logs while a command runs, and the warnings of Python, are shown as escapes too."""
    with output.escaped_streams():
        logging.getLogger("pushbox.web.tests").warning("found %s", STEERING)
        handler = logging.StreamHandler()
        handler.emit(logging.LogRecord("x", logging.ERROR, "x", 1, STEERING, None, None))
        sys.stdout.writelines([STEERING, "\n"])
        raw = sys.stdout
    out, err = capsys.readouterr()
    assert_harmless(out + err, "a log")
    assert err.count("\\x1b[2J\\x9b5m\\u202edevlos\\u202c") >= 1
    assert out == "\\x1b[2J\\x9b5m\\u202edevlos\\u202c\n"
    assert sys.stdout is not raw


def test_every_command_has_hostile_runs() -> None:
    """A new command is run on hostile files and names here too."""
    assert sorted(RUNS) == sorted(COMMANDS)


def test_a_stream_that_outlives_the_one_behind_it_ends_silently() -> None:
    """Python 3.13 reports an error in the end of a stream, which must not be that of the one behind it."""
    behind = io.StringIO()
    stream = terminal.escaping(behind)
    stream.write("text")
    assert behind.getvalue() == "text"
    behind.close()
    stream.close()
