"""Golden counts of all positions of tiny boards, of every game: ``python -m tests.conformance.states`` writes new ones.

A change of a rule changes them: look at why before you write them anew.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from pushbox import games
from pushbox.conformance.boards import tiny_level
from pushbox.conformance.exhaustive import explore
from pushbox.conformance.law import raised
from pushbox.errors import LevelError
from pushbox.formats.json import level_from_json, level_to_json
from pushbox.games.api import Game
from pushbox.level import Level

GOLDEN = Path(__file__).parents[1] / "golden" / "states"
_BOARDS = 4  # of each game
_POSITIONS = range(4, 250)
_ATTEMPTS = 1_000


def counts(game: Game, level: Level) -> dict[str, int]:
    """Return how many positions a level comes to, with moves between them, solved and solvable ones among them."""
    graph = explore(game, level, _POSITIONS.stop)
    assert graph is not None, "boards are chosen to have few positions"
    return {
        "positions": len(graph.edges),
        "moves": sum(map(len, graph.edges.values())),
        "solved": sum(game.rules.outcome(state).solved for state in graph.edges),
        "solvable": len(graph.best),
    }


def read(key: str) -> list[tuple[Level, dict[str, int]]]:
    """Return the boards of a game with their golden counts; none if it has no file."""
    file = GOLDEN / f"{key}.json"
    cases = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return [(level_from_json(case.pop("level")), case) for case in cases]


def choose(game: Game) -> list[Level]:
    """Return tiny boards on which something is solved, half of them without options."""
    rng = random.Random(31)
    chosen: list[Level] = []
    for attempt in range(_ATTEMPTS):
        level = tiny_level(game, rng)
        if len(chosen) < _BOARDS // 2 or attempt > _ATTEMPTS // 2:
            level = replace(level, options=())
        elif game.info.options and not level.options:
            continue
        if raised(LevelError, game.rules.initial_state, level):
            continue
        graph = explore(game, level, _POSITIONS.stop)
        solved = graph is not None and sum(game.rules.outcome(state).solved for state in graph.edges)
        if graph is not None and len(graph.edges) in _POSITIONS and 0 < solved < len(graph.edges):
            chosen.append(level)
            if len(chosen) == _BOARDS:
                break
    return chosen


def main() -> None:
    """Write the files of games that have none, and count the boards of the others anew."""
    GOLDEN.mkdir(exist_ok=True)
    for key in games.keys():
        game = games.find(key)
        levels = [level for level, _ in read(key)] or choose(game)
        lines = [json.dumps({"level": level_to_json(level), **counts(game, level)}) for level in levels]
        (GOLDEN / f"{key}.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
