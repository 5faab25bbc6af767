"""The core for browsers beside the native one: the same searches on the same machine, in Node."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..client import SEARCH_MODULE, SEARCH_MODULE_PACKED
from ..games.position import load
from ..level import Level
from ..solver import Limit, Objective, Solved, solve
from ..solver.portable import solve_request
from . import Figure, missing
from .level_sets import LevelSet

NODE = shutil.which("node")
_SETS = (
    LevelSet("skinner/Microban.txt", "any", 10),
    LevelSet("xsokoban_90/XSokoban_90.xsb", "any", 10),
)
_MOST = 0xFFFFFFFF  # positions of a step, which ends after some 20 ms
_POSITIONS = 20_000  # of a level at most: a limit of seconds would end the slower one earlier

# Answers requests in Base64, a line each, by one instance of the core; searches at their end, in steps of so many
# positions.
_ANSWER = """
const [{ readFileSync }, { createInterface }] = [await import("node:fs"), await import("node:readline")];
const begun = performance.now();
const [, module, positions] = process.argv;
const { instance } = await WebAssembly.instantiate(readFileSync(module), { host: { now: () => performance.now() } });
console.log(performance.now() - begun);
const { memory, request, run, output, step } = instance.exports;
const text = (length) => Buffer.from(memory.buffer, output(), length).toString();
for await (const line of createInterface({ input: process.stdin })) {
  const bytes = Buffer.from(line, "base64");
  const at = request(bytes.length); // which may make the memory anew
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  let answer = text(run());
  if (answer.startsWith('{"search":')) {
    const { search } = JSON.parse(answer);
    do answer = text(step(search, positions));
    while (answer.startsWith('{"progress":'));
  }
  console.log(answer);
}
"""


class NodeRun(NamedTuple):
    """The answers of the core for browsers to some requests, and the milliseconds in which it was ready."""

    answers: list[dict[str, Any]]
    start: float


def run_in_node(requests: Sequence[bytes], module: Path = SEARCH_MODULE, positions: int = _MOST) -> NodeRun:
    """Answer requests of `solver.portable` by the core for browsers in Node, one after the other.

    Searches go in steps of at most so many `positions`.

    Raises FileNotFoundError without Node, CalledProcessError without the core.
    """
    if NODE is None:
        raise FileNotFoundError("node")
    lines = "".join(f"{b64encode(request).decode()}\n" for request in requests)
    command = [NODE, "--input-type=module", "--eval", _ANSWER, str(module), str(positions)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", check=True)
    start, *answers = done.stdout.splitlines()
    return NodeRun([json.loads(answer) for answer in answers], float(start))


def wasm(shared: Path) -> Iterator[Figure]:
    """Yield the size of the core for browsers, and the seconds and positions of both cores on sets of levels."""
    if NODE is None or not SEARCH_MODULE.is_file():
        yield missing("wasm", "size", Path("node") if NODE is None else SEARCH_MODULE)
        return
    data = SEARCH_MODULE.read_bytes()
    unpacked = f"{len(data) / 1000:.0f} kB unpacked"
    yield Figure("wasm", "size", len(gzip.compress(data)) / 1000, "kB", f"sent as gzip, {unpacked}")
    if SEARCH_MODULE_PACKED.is_file():
        yield Figure("wasm", "size brotli", SEARCH_MODULE_PACKED.stat().st_size / 1000, "kB", f"sent, {unpacked}")
    yield Figure("wasm", "start", run_in_node([]).start, "ms", "read, compiled and ready, in Node")
    for level_set in _SETS:
        try:
            levels = level_set.levels(shared)
        except FileNotFoundError:
            yield missing("wasm", level_set.name, shared / level_set.file)
            continue
        yield from _compared(level_set.name, levels, level_set.objective)


def _compared(name: str, levels: Sequence[Level], objective: Objective) -> Iterator[Figure]:
    limit = Limit(seconds=None, nodes=_POSITIONS)
    requests = [solve_request(load(level), objective, limit) for level in levels]
    answers = run_in_node([request for request in requests if request is not None]).answers
    began = time.perf_counter()
    verdicts = [solve(level, objective=objective, limit=limit) for level in levels]
    whole = time.perf_counter() - began
    cost = {
        "native": (sum(verdict.seconds for verdict in verdicts), sum(verdict.nodes for verdict in verdicts)),
        "wasm": (sum(answer["seconds"] for answer in answers), sum(answer["nodes"] for answer in answers)),
    }
    solved = {
        "native": sum(isinstance(verdict, Solved) for verdict in verdicts),
        "wasm": sum(answer["status"] == "solved" for answer in answers),
    }
    for core, (seconds, nodes) in cost.items():
        detail = f"{solved[core]} of {len(levels)} solved within {_POSITIONS:,} positions each, {nodes:,} in all"
        yield Figure("wasm", f"{name}: {core}", seconds, "s", detail)
    ratio = cost["wasm"][0] / cost["native"][0]
    yield Figure("wasm", f"{name}: ratio", ratio, "", f"native with replay in Python: {whole:.2f} s")
