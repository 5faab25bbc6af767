"""Commands on forged certificates, studies and levels: the right code and sentence, in bounded time and memory.

The limits of time are those of the programs' processors, as in `fuzz/hostile.py`.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled

FUZZ = Path(__file__).parents[1] / "fuzz"
CHECK, SHORT = "certify --check {file} --json", "certify --check {file} --seconds 0.2 --json"
ANALYSED = ("300 boxes apart", "100 boxes that reach one goal", "solutions of run lengths", "solutions, each its own",
            "pushes without end")  # fmt: skip
SEARCHES = ("explain", "rate", "review")

# Shares of the size that a file has in `make hostile`: what is refused must be beyond its bound, what is searched takes
# seconds as it is.
REFUSED, SEARCHED = 0.2, scaled(50, least=50) / 1000

# The kind of the file, the command, its code, and what it says.
TABLE = (
    ("certificate, four of 196 goals", CHECK, 1, "found more than 200,000 placements of the boxes"),
    ("certificate, 400 boxes", SHORT, 3, "the check takes more than 0.2 s"),
    ("certificate, 600 goals", SHORT, 3, "the check takes more than 0.2 s"),
    ("certificate, states", SHORT, 3, "the check takes more than 0.2 s"),
    ("certificate, a million positions", CHECK, 2, "positions: found 1,000,000, expected at most"),
    ("certificate, a million empty positions", CHECK, 1, "a player stands on a box"),
    ("certificate, lines of nothing", CHECK, 2, "found fields of 12,000,023 bytes, expected at most"),
    ("certificate, rows of nothing", CHECK, 2, "expected the lines of the positions, each after ': ', of 78 signs"),
    ("certificate, a long program", CHECK, 2, "bytes, expected at most"),
    ("study, many boxes", "study {file}", 2, "nodes on a board of 88,209 pieces, expected at most 56"),
    ("study, moves that cannot be read", "study {file}", 1, "the text grows beyond 4,000,000 characters"),
    ("study, long moves", "study {file}", 2, "found more than 200,000 moves in a study"),
    ("study, marks", "study {file}", 2, "found '1300000 cells', expected 1 to 2,500"),
    ("solutions, each its own", "study {file}", 2, "lines, expected at most 2,999 in a study"),
    ("pushes without end", "study {file}", 2, "found more than 200,000 moves in a study"),
    ("corridors that are nearly the same", "duplicates {file} --near --json", (0, 1), ""),
    ("300 boxes apart", "graph {file} --most 100 --to csv", 2, "expected at most 10,000"),
    *((kind, f"{command} {{file}} --seconds 0.2 --json", (0, 1, 2, 3), "")
      for kind in ANALYSED for command in SEARCHES),
)  # fmt: skip


@pytest.fixture(scope="module")
def hostile() -> dict[str, Any]:
    before = sys.path[:]
    try:
        return runpy.run_path(str(FUZZ / "hostile.py"))
    finally:
        sys.path[:] = before


@pytest.fixture(scope="module")
def run(hostile: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    server = hostile["ForkServer"]()
    yield server.run
    server.close()


@pytest.mark.parametrize(("kind", "line", "code", "sentence"), TABLE, ids=lambda value: str(value)[:60])
def test_forged(
    kind: str, line: str, code: int | tuple[int, ...], sentence: str, hostile: dict[str, Any], run: Any, tmp_path: Path
) -> None:
    """Each ends with its code and a sentence, within the time and memory that any hostile file may take."""
    is_searched = kind in ANALYSED and line.startswith(SEARCHES)
    ((_, file),) = hostile["files"]([kind], SEARCHED if is_searched else REFUSED, tmp_path)
    codes = code if isinstance(code, tuple) else (code,)
    result = run(line.format(file=file).split(), tmp_path, None)
    expected = hostile["by_status"] if line.startswith(("explain", "rate")) else lambda _: None
    faults = list(hostile["faults"](hostile["Command"](line, codes, expected), result, tmp_path))
    assert not faults, (result.code, result.out[-300:], result.err[-300:])
    assert result.seconds < hostile["SECONDS"] * (0.5 if is_searched else 1)  # a quarter of the size, and the start
    assert sentence in (result.out + result.err).decode()
