"""Give hostile files to the commands, and hold that each answers in a sentence, with the right code, soon and leanly.

::

    python fuzz/hostile.py [--kinds WORD...] [--commands WORD...] [--scale N] [--growing] [--fresh]
                           [--results FILE] [--part 1/4] [--minutes N] [--list]

`hostile_files.py` and `hostile_forged.py` make the files, one at a time; `hostile_runs.py` runs the commands.  A run
may take 10 s of processor time and 1 GiB, prints no traceback, whole JSON where it prints JSON, and ends with a code
that its command has and that its output bears out; what it writes is whole or is not there.  What breaks is printed
with the kind and the command, and the run ends with 1.

With --results each run is a line of JSON in a file, and what is there is not tried again: a run of hours can be gone on
with, and what was mended is tried again once its lines are taken out.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "fuzz")]

import hostile_forged  # noqa: E402, F401  # adds to KINDS
from hostile_files import KINDS, LEVEL, Kind  # noqa: E402
from hostile_runs import MOST_OUTPUT, ForkServer, Run, Runner, run_afresh  # noqa: E402

SECONDS = 10.0  # of processor time, so that other programs on the machine change nothing
MEBIBYTES = 1024

YES, NO, BAD, LIMIT = range(4)


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
    codes = {"solved": YES, "unsolved": NO, "illegal": NO, "unsolvable": NO, "gave-up": LIMIT, "error": BAD,
             "winnable": YES, "lost": NO, "unknown": LIMIT}  # fmt: skip
    met = {codes[str(record["status"])] for record in records(run)}
    if b": error: " in run.err or b"pushbox: " in run.err:
        met.add(BAD)
    return next((code for code in (BAD, LIMIT, NO) if code in met), YES) if met else None


def by_answer(run: Run) -> int:
    """Return 0 where something was printed on standard output, else 2."""
    return YES if run.out else BAD


_SHORT = "--seconds 0.5 --memory 200 --nodes 2000"
_LIBRARY = "library --database sqlite:///{folder}/library"
_FEW = "--limit 9"  # levels, as thousands take their time by nature
ANY = (YES, NO, BAD, LIMIT)
COMMANDS = {
    "info": Command("info {file}", expected=by_answer),
    "info, JSON": Command("info --json {file}", expected=by_answer),
    "info with losses": Command("info --losses --json {file}", expected=by_answer),
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
    "rate": Command("rate {file} --level 1-3 --seconds 0.5 --nodes 2000 --memory 200 --json", ANY, by_status),
    "explain": Command(f"explain {{file}} --json {_SHORT}", ANY, by_status),
    "certify": Command(f"certify {{file}} --level 1-3 --positions 2000 --json {_SHORT}", ANY),
    "certify, check": Command("certify --check {file} --seconds 5 --json", ANY),
    "review": Command("review {file} --seconds 1 --json", ANY),
    "study": Command("study {file} --json", (YES, NO, BAD)),
    "evaluate": Command("evaluate {file} http://127.0.0.1:9 --model m --count 2 --level 1 --retries 0", (BAD, LIMIT)),
    "graph": Command("graph {file} {folder}/out.csv --most 200 --json"),
    "duplicates, near": Command("duplicates {file} --near --json", (YES, NO, BAD)),
    "duplicates": Command("duplicates {file} --json", (YES, NO, BAD)),
    "duplicates into a copy": Command("duplicates {file} {file} --out {folder}/out.json", (YES, NO, BAD)),
    "dataset check": Command("dataset check {file} --json", (YES, NO, BAD)),
    "dataset show": Command("dataset show {file} --json"),
    "path": Command("path {file} --box C2 --json", (YES, NO, BAD)),
    "path to a cell": Command("path {file} --box C2 --to D2 --order moves", (YES, NO, BAD)),
    "render": Command("render {file} --json"),
    "render a picture": Command("render {file} --cell 16 --out {folder}/picture.png --json"),
    "render a solution": Command("render {file} --solution --cell 8 --out {folder}/solution.gif --json"),
    "render a sheet": Command("render {file} --level 1- --out {folder}/sheet.svg --json"),
    "plot a solution": Command("plot solution {file} --out {folder}/solution.png"),
    "plot pushes": Command("plot pushes {file} --out {folder}/pushes.svg"),
    "plot a search": Command(f"plot search {{file}} --out {{folder}}/search.svg {_SHORT}"),
    "plot results": Command("plot cactus {file} --out {folder}/cactus.svg"),
    "transcript": Command("transcript {file} --json"),
    "play": Command("play {file} --plain"),
    "play as in the exercise": Command("play {file} --console"),
    "metrics": Command("metrics --json -", expected=by_answer, piped=True),
    "reconstruct": Command("reconstruct --json -", expected=by_answer, piped=True),
    "library add": Command(_LIBRARY + " add --json {file}"),
    "library add, piped": Command(_LIBRARY + " add --json -", piped=True),
    "library list": Command(_LIBRARY + " list --json", (YES,)),
    "library show": Command(_LIBRARY + " show 1 --json"),
    "library duplicates": Command(_LIBRARY + " duplicates 1 --json", (YES, NO, BAD)),
    "library solve": Command(_LIBRARY + f" solve {_FEW} --json {_SHORT}", ANY, by_status),
    "library optimize": Command(_LIBRARY + f" optimize {_FEW} --seconds 0.5", (YES, BAD)),
    "library merge": Command(_LIBRARY + " merge --json", (YES,)),
    "library tag": Command(_LIBRARY + " tag 1 odd --json"),
    "library rename": Command(_LIBRARY + " rename 1 new --json"),
    "library remove": Command(_LIBRARY + " remove 1 --level 1 --yes --json"),
    "library export": Command(_LIBRARY + " export {folder}/files --json", (YES, NO)),
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


def faults(command: Command, result: Run, folder: Path) -> Iterator[str]:
    """Yield what a run has done that none may do."""
    for sign in (b"Traceback (most recent", b"panicked at", b"MemoryError", b"Exception ignored"):
        if sign in result.err:
            lines = [line for line in result.err.split(b"\n") if line.strip()]
            yield f"{sign.decode()}: {lines[-1][:200].decode(errors='replace')}"
    if result.code not in command.codes:
        yield f"code {result.code}, expected one of {', '.join(map(str, command.codes))}"
    said = (b'"error"', b'"failed"', b"\n  error: ")  # the last of info, where nothing of a file can be read
    if result.code == BAD and not result.err and not any(sign in result.out for sign in said):
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


class Tried(NamedTuple):
    """A run that was made: a line of a file of results."""

    kind: str
    command: str
    scale: float
    code: int
    seconds: float
    mebibytes: float
    faults: Sequence[str]


def try_file(
    name: str, file: Path, folder: Path, commands: Sequence[str], run: Runner = run_afresh
) -> Iterator[tuple[str, Run, list[str]]]:
    """Yield the name, the result and the faults of each command on a file.

    A command that names its file twice gets no pipe, which gives what is in it once.
    """
    for key in commands:
        command = COMMANDS[key]
        words = [
            word.format(file=file, folder=folder, format=format_for(name)) if "{" in word else word
            for word in command.line.split()
        ]
        if command.piped and (not file.exists() or file.is_dir()):
            continue
        if file.is_fifo() and command.line.count("{file}") > 1:
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


def grows(name: str) -> bool:
    """Return whether a kind gets larger with the scale."""
    return name in KINDS and len({sum(map(len, KINDS[name].parts(scale))) for scale in (0.01, 1)}) > 1


def try_kind(name: str, commands: Sequence[str], scale: float, run: Runner) -> Iterator[Tried]:
    """Yield the runs of some commands on a kind of file; a kind that is a command line is run itself."""
    with tempfile.TemporaryDirectory(prefix="pushbox-hostile-") as folder_name:
        folder = Path(folder_name)
        if name not in KINDS and name not in SPECIAL:
            result = run(name.split(), folder, None)
            wrong = list(faults(Command(name, (YES, BAD, LIMIT)), result, folder))
            yield Tried(name, "generate", scale, result.code, result.seconds, result.mebibytes, wrong)
            return
        for _, file in files([name], scale, folder):
            for key, result, wrong in try_file(name, file, folder, commands, run):
                yield Tried(name, key, scale, result.code, result.seconds, result.mebibytes, wrong)


class Results:
    """The runs made so far, kept in a file where one is given."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        lines = file.read_text().splitlines() if file is not None and file.exists() else []
        self.tried = [Tried(**json.loads(line)) for line in lines]
        self._keys = {(run.kind, run.command, run.scale) for run in self.tried}

    def lacks(self, kind: str, command: str, scale: float) -> bool:
        """Return whether a run has not been made."""
        return (kind, command, scale) not in self._keys

    def add(self, runs: Sequence[Tried]) -> None:
        """Keep runs of a kind, so that none of it is missing where a program is stopped."""
        self.tried += runs
        if self._file is not None:
            with self._file.open("a") as file:
                file.writelines(json.dumps(run._asdict()) + "\n" for run in runs)


def try_all(
    kinds: Sequence[str], commands: Sequence[str], scale: float, run: Runner, results: Results, minutes: float
) -> None:
    """Try all commands on all kinds but for what was tried, until there is no time to begin another kind.

    What breaks is printed at once.
    """
    began = last = time.monotonic()
    for number, kind in enumerate(kinds):
        if time.monotonic() - began > 60 * minutes:
            print(f"{len(kinds) - number:,} of {len(kinds):,} kinds left")
            return
        if not (left := [command for command in commands if results.lacks(kind, command, scale)]):
            continue
        runs = list(try_kind(kind, left, scale, run))
        results.add(runs)
        for made in runs:
            for fault in made.faults:
                print(f"{kind}: {made.command}: {fault}", flush=True)
        if time.monotonic() - last > 10:
            last = time.monotonic()
            state = f"{number + 1:,} of {len(kinds):,} kinds, {last - began:.0f} s, now {kind}"
            print(state, file=sys.stderr, flush=True)  # noqa: TID251


def summary(runs: Iterable[Tried]) -> Iterator[str]:
    """Yield a line for each command, with its slowest and its largest run, and one for all."""
    of_command: dict[str, list[Tried]] = {}
    for run in runs:
        of_command.setdefault(run.command, []).append(run)
    for command, made in of_command.items():
        slowest, largest = max(made, key=lambda run: run.seconds), max(made, key=lambda run: run.mebibytes)
        yield (
            f"{command:24}{len(made):>6,} runs {_broken(made):>4} broken"
            f"  {slowest.seconds:6.1f} s {slowest.kind:30.30}  {largest.mebibytes:6,.0f} MiB {largest.kind:.30}"
        )
    made = [run for runs in of_command.values() for run in runs]
    yield f"{len(made):,} runs, {_broken(made):,} broke something, {sum(run.seconds for run in made):,.0f} s"


def _broken(runs: Iterable[Tried]) -> int:
    return sum(1 for run in runs if run.faults)


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    help_text = "only those with one of these words in their names, or with the name after ="
    parser.add_argument("--kinds", default=[], nargs="+", metavar="WORD", help=help_text)
    parser.add_argument("--commands", default=[], nargs="+", metavar="WORD", help=help_text)
    parser.add_argument("--scale", type=float, default=1.0, help="the size of the files (default: 1)")
    parser.add_argument("--growing", action="store_true", help="only kinds that get larger with the scale")
    parser.add_argument("--fresh", action="store_true", help="start a program for each run, instead of forking one")
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="keep the runs there, and make only those it lacks"
    )
    parser.add_argument("--part", default="1/1", metavar="I/N", help="only every N-th kind, from the I-th")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no other kind after so many")
    parser.add_argument("--list", action="store_true", help="list kinds and commands")
    options = parser.parse_args()
    kinds = chosen([*KINDS, *SPECIAL], options.kinds)
    commands = chosen([*COMMANDS, "generate"], options.commands)
    if options.list:
        print(*kinds, "", *commands, sep="\n")
        return
    part, parts = map(int, options.part.split("/"))
    kinds = [kind for kind in kinds[part - 1 :: parts] if grows(kind) or not options.growing]
    of_files = [key for key in commands if key in COMMANDS]
    results = Results(options.results)
    with nullcontext() if options.fresh else closing(ForkServer()) as server:
        run = server.run if server else run_afresh
        go_on = partial(try_all, scale=options.scale, run=run, results=results, minutes=options.minutes)
        go_on(kinds, of_files)
        if "generate" in commands and not options.growing:
            go_on(list(generating())[part - 1 :: parts], ["generate"])
    print(*summary(results.tried), sep="\n")
    sys.exit(int(_broken(results.tried) > 0))


def chosen(names: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return the names that have one of some words in them, all for no words; ``=`` before a word wants it whole."""
    return [name for name in names if not words or any(word in name or word == f"={name}" for word in words)]


if __name__ == "__main__":
    main()
