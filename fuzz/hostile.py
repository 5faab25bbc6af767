"""Give hostile files to the commands, and hold that each answers in a sentence, with the right code, soon and leanly.

::

    python fuzz/hostile.py [--kinds WORD...] [--commands WORD...] [--scale N] [--list]

`hostile_files.py` makes the files, one at a time.  A run may take 10 s of processor time and 1 GiB, prints no
traceback, whole JSON where it prints JSON, and ends with a code that its command has and that its output bears out;
what it writes is whole or is not there.  What breaks is printed with the kind and the command, and the run ends with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "fuzz")]

from hostile_files import KINDS, LEVEL, Kind  # noqa: E402

SECONDS = 10.0  # of processor time, so that other programs on the machine change nothing
MEBIBYTES = 1024
PATIENCE = 60  # seconds of processor time after which a run is ended
ALLOWED = 3 << 30  # bytes of addresses, so that no run takes the machine along
MOST_OUTPUT = 256 << 20  # bytes of one output file

YES, NO, BAD, LIMIT = range(4)


class Run(NamedTuple):
    """The result of a command: its code, what it printed, and what it took, in seconds and MiB."""

    code: int
    out: bytes
    err: bytes
    seconds: float
    mebibytes: float


class Command(NamedTuple):
    """A command line with ``{file}``, ``{folder}`` and ``{format}`` in it, and the codes that it may end with.

    `expected` returns the code that an output stands for, None where it does not show.  One that is `piped` gets the
    file as its standard input.
    """

    line: str
    codes: Sequence[int] = (YES, BAD)
    expected: Callable[[Run], int | None] = lambda _: None
    piped: bool = False


def records(run: Run) -> list[dict[str, object]]:
    """Return the objects that a run has printed, one a line.  Raises ValueError for a line that is none."""
    return [json.loads(line) for line in run.out.decode().split("\n") if line]


def by_status(run: Run) -> int | None:
    """Return the code of the statuses of levels, errors of the file included."""
    codes = {"solved": YES, "unsolved": NO, "illegal": NO, "unsolvable": NO, "gave-up": LIMIT, "error": BAD}
    met = {codes[str(record["status"])] for record in records(run)}
    if b": error: " in run.err or b"pushbox: " in run.err:
        met.add(BAD)
    return next((code for code in (BAD, LIMIT, NO) if code in met), YES) if met else None


def by_answer(run: Run) -> int:
    """Return 0 where something was printed on standard output, else 2."""
    return YES if run.out else BAD


_SHORT = "--seconds 0.5 --memory 200 --nodes 2000"
ANY = (YES, NO, BAD, LIMIT)
COMMANDS = {
    "info": Command("info {file}", expected=by_answer),
    "info, JSON": Command("info --json {file}", expected=by_answer),
    "info, piped": Command("info --json -", expected=by_answer, piped=True),
    "info, as a format": Command("info --json --from {format} {file}", expected=by_answer),
    "convert to JSON": Command("convert {file} {folder}/out.json --json"),
    "convert to a format": Command("convert {file} {folder}/out --to {format} --json"),
    "convert strictly": Command("convert {file} {folder}/out.sok --strict --json", (YES, NO, BAD)),
    "convert to XSB": Command("convert {file} - --to xsb"),
    "verify": Command("verify {file} --json", (YES, NO, BAD), by_status),
    "verify many": Command("verify {file} --level 1-99999999999 --solution R --json", (NO, BAD)),
    "solve": Command(f"solve {{file}} --level 1 --json {_SHORT}", ANY, by_status),
    "solve, piped": Command(f"solve - --level 1-3 --objective pushes --json {_SHORT}", ANY, by_status, piped=True),
    "solve into a copy": Command(f"solve {{file}} --level 2 --out {{folder}}/copy --json {_SHORT}", ANY, by_status),
    "solve beyond the end": Command(f"solve {{file}} --level 99999999999 {_SHORT}", (BAD,)),
    "optimize": Command("optimize {file} --level 1 --seconds 0.5 --memory 200 --json", (YES, BAD), by_status),
    "path": Command("path {file} --box C2 --json", (YES, NO, BAD)),
    "path to a cell": Command("path {file} --box C2 --to D2 --order moves", (YES, NO, BAD)),
    "transcript": Command("transcript {file} --json"),
    "play": Command("play {file} --plain"),
    "play as in the exercise": Command("play {file} --console"),
    "metrics": Command("metrics --json -", expected=by_answer, piped=True),
    "reconstruct": Command("reconstruct --json -", expected=by_answer, piped=True),
    "library add": Command("library --database sqlite:///{folder}/library add --json {file}"),
    "library add, piped": Command("library --database sqlite:///{folder}/library add --json -", piped=True),
    "library list": Command("library --database sqlite:///{folder}/library list --json", (YES,)),
    "library show": Command("library --database sqlite:///{folder}/library show 1 --json"),
    "library duplicates": Command("library --database sqlite:///{folder}/library duplicates 1 --json", (YES, NO, BAD)),
    "library export": Command("library --database sqlite:///{folder}/library export {folder}/files --json", (YES, NO)),
}  # fmt: skip


def generating() -> Iterator[str]:
    """Yield command lines of generate beyond what it can do."""
    for size in ("1x1", "3x3", "1000x1000", "9999x9999", "0x0", "255x255", "3x9999", "x", "-1x-1", "1e3x1e3"):
        for boxes in ("1", "4", "255", "65536", "99999999999999999999"):
            yield f"generate --size {size} --boxes {boxes} --seconds 0.5 --attempts 50 --json"
    for game in ("plus", "multiban", "nothing"):
        yield f"generate --game {game} --pushers 99999999 --seconds 0.5 --attempts 50 --json"


SPECIAL = (
    "folder",
    "missing",
    "link to itself",
    "pipe",
    "endless device",
    "empty device",
    "16 GiB of holes",
    "odd name",
)


def special(name: str, folder: Path) -> Path:
    """Make a thing that is no plain file and return its path."""
    path = folder / "special.xsb"
    if name == "folder":
        path.mkdir()
    elif name == "link to itself":
        path.symlink_to(path)
    elif name == "pipe":
        os.mkfifo(path)
        threading.Thread(target=_write_once, args=(path,), daemon=True).start()
    elif name == "endless device":
        path.symlink_to("/dev/zero")
    elif name == "empty device":
        path.symlink_to("/dev/null")
    elif name == "16 GiB of holes":
        with path.open("wb") as file:
            file.truncate(16 << 30)
    elif name == "odd name":
        path = Path(os.fsdecode(os.fsencode(folder) + b"/a\xff\x1b[2J\nb.xsb"))
        path.write_bytes(LEVEL)
    return path


def _write_once(path: Path) -> None:
    with suppress(OSError):  # where the command does not read
        path.write_bytes(LEVEL)


def run(arguments: Sequence[str], folder: Path, stdin: Path | None = None) -> Run:
    """Run pushbox with these arguments in a folder of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with (
        (folder / "stdout").open("w+b") as out,
        (folder / "stderr").open("w+b") as err,
        (stdin or Path(os.devnull)).open("rb") as given,
    ):
        command = [sys.executable, "-m", "pushbox", *arguments]
        child = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, cwd=folder, env=environment)  # noqa: S603
        _limit(child.pid)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Run(child.returncode, out.read(), err.read(), seconds, usage.ru_maxrss / 1024)


def _limit(process: int) -> None:
    """Bound what a process takes, where the system lets another one do so."""
    if hasattr(resource, "prlimit"):
        for kind, most in (("CPU", PATIENCE), ("AS", ALLOWED), ("FSIZE", MOST_OUTPUT)):
            with suppress(ProcessLookupError):
                resource.prlimit(process, getattr(resource, f"RLIMIT_{kind}"), (most, most))


def faults(command: Command, result: Run, folder: Path) -> Iterator[str]:
    """Yield what a run has done that none may do."""
    for sign in (b"Traceback (most recent", b"panicked at", b"MemoryError", b"Exception ignored"):
        if sign in result.err:
            lines = [line for line in result.err.split(b"\n") if line.strip()]
            yield f"{sign.decode()}: {lines[-1][:200].decode(errors='replace')}"
    if result.code not in command.codes:
        yield f"code {result.code}, expected one of {', '.join(map(str, command.codes))}"
    if result.code == BAD and not result.err and b'"error"' not in result.out and b'"failed"' not in result.out:
        yield "code 2 without a sentence"
    if "--json" in command.line:
        yield from _misprinted(command, result)
    if result.seconds > SECONDS:
        yield f"{result.seconds:.1f} s"
    if result.mebibytes > MEBIBYTES:
        yield f"{result.mebibytes:,.0f} MiB"
    if len(result.out) + len(result.err) >= MOST_OUTPUT:
        yield f"{len(result.out) + len(result.err):,} bytes of output"
    if left := [path.name for path in folder.rglob("*.new")]:
        yield f"left {left[0]}"


def _misprinted(command: Command, result: Run) -> Iterator[str]:
    try:
        records(result)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    if (expected := command.expected(result)) not in (None, result.code):
        yield f"code {result.code}, expected {expected} by its output"


def format_for(name: str) -> str:
    """Return the key of the format that a kind is read and written in where a command names one."""
    from pushbox import formats

    keys = formats.keys()
    return keys[zlib.crc32(name.encode()) % len(keys)]


def try_file(name: str, file: Path, folder: Path, commands: Sequence[str]) -> Iterator[tuple[str, Run, list[str]]]:
    """Yield the name, the result and the faults of each command on a file."""
    for key in commands:
        command = COMMANDS[key]
        words = [
            word.format(file=file, folder=folder, format=format_for(name)) if "{" in word else word
            for word in command.line.split()
        ]
        if command.piped and (not file.exists() or file.is_dir()):
            continue
        if file.is_fifo():
            threading.Thread(target=_write_once, args=(file,), daemon=True).start()
        result = run(words, folder, file if command.piped else None)
        yield key, result, list(faults(command, result, folder))


def files(kinds: Sequence[str], scale: float, folder: Path) -> Iterator[tuple[str, Path]]:
    """Make the files one after the other, each gone before the next."""
    for name in kinds:
        if name in SPECIAL:
            path = special(name, folder)
        else:
            made: Kind = KINDS[name]
            path = folder / f"hostile{made.ending}"
            with path.open("wb") as file:
                file.writelines(made.parts(scale))
        yield name, path


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    help_text = "only those with one of these words in their names, or with the name after ="
    parser.add_argument("--kinds", default=[], nargs="+", metavar="WORD", help=help_text)
    parser.add_argument("--commands", default=[], nargs="+", metavar="WORD", help=help_text)
    parser.add_argument("--scale", type=float, default=1.0, help="the size of the files (default: 1)")
    parser.add_argument("--list", action="store_true", help="list kinds and commands")
    options = parser.parse_args()
    kinds = chosen([*KINDS, *SPECIAL], options.kinds)
    commands = chosen([*COMMANDS, "generate"], options.commands)
    if options.list:
        print(*kinds, "", *commands, sep="\n")
        return
    sys.exit(int(try_all(kinds, commands, options.scale) > 0))


def chosen(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the names that have one of some words in them, all for no words; ``=`` before a word wants it whole."""
    return [name for name in names if not words or any(word in name or word == f"={name}" for word in words)]


def try_all(kinds: Sequence[str], commands: Sequence[str], scale: float) -> int:
    """Try all commands on all kinds, print what breaks and a summary by command, and return how much broke."""
    began = last = time.monotonic()
    tried: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    slowest: dict[str, tuple[float, str]] = {}
    largest: dict[str, tuple[float, str]] = {}

    def note(kind: str, key: str, result: Run, wrong: list[str]) -> None:
        nonlocal last
        tried[key] += 1
        broken[key] += bool(wrong)
        slowest[key] = max(slowest.get(key, (0.0, "")), (result.seconds, kind))
        largest[key] = max(largest.get(key, (0.0, "")), (result.mebibytes, kind))
        for fault in wrong:
            print(f"{kind}: {key}: {fault}", flush=True)
        if time.monotonic() - last > 10:
            last = time.monotonic()
            state = f"{tried.total():,} runs, {broken.total()} broke something, {last - began:.0f} s, now {kind}"
            print(state, file=sys.stderr, flush=True)  # noqa: TID251

    of_files = [key for key in commands if key in COMMANDS]
    for number in range(len(kinds) if of_files else 0):
        with tempfile.TemporaryDirectory(prefix="pushbox-hostile-") as name:
            for kind, file in files(kinds[number : number + 1], scale, Path(name)):
                for key, result, wrong in try_file(kind, file, Path(name), of_files):
                    note(kind, key, result, wrong)
    if "generate" in commands:
        for line in generating():
            with tempfile.TemporaryDirectory(prefix="pushbox-hostile-") as name:
                result = run(line.split(), Path(name))
                note(line, "generate", result, list(faults(Command(line, (YES, BAD, LIMIT)), result, Path(name))))
    for key in tried:
        print(
            f"{key:24}{tried[key]:>5} runs {broken[key]:>4} broken"
            f"  {slowest[key][0]:6.1f} s {slowest[key][1]:30.30}  {largest[key][0]:6,.0f} MiB {largest[key][1]:.30}"
        )
    print(f"{tried.total():,} runs, {broken.total()} broke something, {time.monotonic() - began:.0f} s")
    return broken.total()


if __name__ == "__main__":
    main()
