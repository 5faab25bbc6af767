"""The core for browsers, in Node: it searches as the native core does, and plays as the Python games do."""

from __future__ import annotations

import gzip
import random
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.depth import scaled
from tests.play.test_native_play import change_of, data_of, name_of, played_levels
from tests.solver.test_native_rules import NATIVE_GAMES, board_of, random_line, shipped, unlimited

from pushbox import _core, formats, games, levels
from pushbox.bench.wasm import NODE, run_in_node
from pushbox.board import Terrain
from pushbox.client import SEARCH_MODULE, SEARCH_MODULE_PACKED
from pushbox.conformance import random_levels
from pushbox.formats.json import board_from_json
from pushbox.games import Position, load
from pushbox.level import Level
from pushbox.notation import expand_moves
from pushbox.play.verify import verify
from pushbox.solver import OBJECTIVES, GaveUp, Limit, Solved, native, solve
from pushbox.solver.portable import (
    close_request,
    look_request,
    move_request,
    open_request,
    optimize_request,
    play_request,
    read_request,
    replay_request,
    solve_request,
)

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="Node is not installed (Debian: apt install nodejs)"),
    pytest.mark.skipif(
        not SEARCH_MODULE.is_file(),
        reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
    ),
]

LINES = 20_000
SENT = 450_000  # bytes of the core over the network, in Brotli, as every browser takes it over HTTPS
# Over plain HTTP, where no browser takes Brotli, and where it was built without Node. The budget is of what is sent in
# Brotli; this bound only tells when a change makes it much larger: gzip looks back 32 kB, and so does not see that the
# simulations, searches and sorts of nine games are alike.
SENT_AS_GZIP = 615_000
UNLIMITED = Limit(seconds=None, nodes=20_000)


def answers(requests: Sequence[bytes | None]) -> list[dict[str, Any]]:
    """Return the answers to requests, each of which there must be."""
    assert None not in requests
    return run_in_node([request for request in requests if request is not None]).answers


def outline(position: Position, answer: Any) -> tuple[object, ...]:
    """Return what two runs of one search have in common."""
    verdict = native.verdict_of(position, answer)
    line = (verdict.text, verdict.optimal, verdict.bound) if isinstance(verdict, Solved) else ()
    return type(verdict), verdict.nodes, *line


class Fields:
    """An answer in JSON as the core has it."""

    def __init__(self, fields: dict[str, Any]) -> None:
        names = ("lurd", "pushers", "line")
        self.__dict__.update(dict.fromkeys(names) | fields)


def compare(levels: Sequence[Level], objective: Any, limit: Limit) -> int:
    """Hold the searches of some levels against the native ones; return the positions of all."""
    positions = [load(level) for level in levels]
    nodes = 0
    found = answers([solve_request(position, objective, limit) for position in positions])
    for position, fields in zip(positions, found, strict=True):
        verdict = solve(position, objective=objective, limit=limit)
        line = (verdict.text, verdict.optimal, verdict.bound) if isinstance(verdict, Solved) else ()
        assert outline(position, Fields(fields)) == (type(verdict), verdict.nodes, *line), str(position.board)
        nodes += verdict.nodes
    return nodes


def test_the_size_over_the_network() -> None:
    """What a browser downloads stays within the budget, and is the module that was built."""
    assert NODE is not None
    assert len(gzip.compress(SEARCH_MODULE.read_bytes())) <= SENT_AS_GZIP
    packed = SEARCH_MODULE_PACKED.read_bytes()  # scripts/wasm.sh has found Node too
    assert len(packed) <= SENT
    unpack = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])))"
    done = subprocess.run([NODE, "--eval", unpack, str(SEARCH_MODULE_PACKED)], capture_output=True, check=True)
    assert done.stdout == SEARCH_MODULE.read_bytes()


def test_microban_takes_the_same_positions(shared: Path) -> None:
    """All 155 levels, each with the solution and the number of positions of the native core."""
    levels = formats.read_file(shared / "skinner" / "Microban.txt").levels
    assert len(levels) == 155
    assert compare(levels, "any", Limit(seconds=None)) > 50_000


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_levels_of_all_games(objective: str) -> None:
    """Of every game, of several pushers, with numbers, or by rules: the same verdict after as many positions."""
    levels = [level for key in games.keys() for level in map(unlimited, shipped(key)[:3])]
    assert compare(levels, objective, Limit(seconds=None, nodes=2_000)) > 500


def test_the_optimizer() -> None:
    """A solution with detours becomes as short as natively."""
    (level,) = formats.read("#######\n#@ $ .#\n#     #\n#######").levels
    request = optimize_request(load(level), ["moves", "pushes"], ["durRR", "rlrRR"], UNLIMITED)
    (answer,) = answers([request])
    assert (answer["lurd"], answer["optimal"], answer["limit"]) == ("rRR", True, None)


@pytest.mark.parametrize("positions", [1, 60])
def test_searches_in_steps(positions: int) -> None:
    """Whatever the steps, a search and the optimizer answer as in the longest ones."""
    levels = [level for key in games.keys() for level in map(unlimited, shipped(key)[:2])]
    limit = Limit(seconds=None, nodes=500)
    requests = [solve_request(load(level), goal, limit) for level in levels for goal in ("any", "pushes-moves")]
    (drawn,) = formats.read("#######\n#@ $ .#\n#     #\n#######").levels
    requests.append(optimize_request(load(drawn), ["moves", "pushes"], ["durRR", "rlrRR"], UNLIMITED))
    written = [request for request in requests if request is not None]
    assert len(written) == len(requests)
    once, stepped = (run_in_node(written, positions=size).answers for size in (2_000_000, positions))
    assert [answer | {"seconds": 0} for answer in stepped] == [answer | {"seconds": 0} for answer in once]
    assert sum(answer["nodes"] for answer in once) > 300


def test_shipped_solutions_hold() -> None:
    """The core for browsers takes the solution of every level, and none with its last move left out.

    Multiban is left out: native rules do not replay it forwards by ordinals.
    """
    requests, known = [], 0
    for key in games.keys():
        for level in shipped(key) if key != "multiban" else ():
            position = load(unlimited(level))
            moves = position.parse(level.saved_moves[0].text)
            requests += [request_of(position, moves), request_of(position, moves[:-1])]
            known += 1
    found = answers(requests)
    assert known >= 500
    for whole, cut in zip(found[::2], found[1::2], strict=True):
        assert is_solved(whole)
        assert not is_solved(cut)


def is_solved(answer: dict[str, Any]) -> bool:
    """Return whether a line ends solved."""
    assert "error" not in answer, answer
    return answer.get("outcome") == "solved" or bool(answer.get("solved"))


def request_of(position: Position, moves: Sequence[Any]) -> bytes:
    """Return the request to play moves on a position."""
    if native.plays_boxes(position) and not position.game.info.numbered:
        return play_request(position, expand_moves(position.format(moves)))
    return replay_request(position, ordinals_of(position, moves))


def ordinals_of(position: Position, moves: Sequence[Any]) -> list[int]:
    """Return the index of each move among the legal ones."""
    state, ordinals = position.state, []
    for move in moves:
        successors = list(position.rules.successors(state))
        ordinal = next(index for index, (other, _) in enumerate(successors) if other == move)
        ordinals.append(ordinal)
        state = successors[ordinal][1]
    return ordinals


def walks(key: str, count: int) -> Iterator[tuple[Position, list[int], Any]]:
    """Yield random lines by native rules: a level, ordinals, and the state at their end by the Python game."""
    game, rng = games.find(key), random.Random(5)
    for level in map(unlimited, random_levels(game, count, seed=7, largest=7)):
        if native.has_native_rules(load(level)):
            line, states = random_line(game, level, rng.randint(1, 8), rng)
            yield load(level), line, states[-1]


@pytest.mark.parametrize("key", NATIVE_GAMES)
def test_random_lines_by_rules(key: str) -> None:
    """A line ends with the board, outcome and number of legal moves that it has in the Python game."""
    golden = list(walks(key, scaled(LINES // 2) // len(NATIVE_GAMES)))
    assert len(golden) >= scaled(LINES // 6) // len(NATIVE_GAMES)
    found = answers([replay_request(position, line) for position, line, _ in golden])
    for (position, line, state), answer in zip(golden, found, strict=True):
        assert board_of(answer["board"]) == position.rules.board(state), (str(position.board), line)
        assert answer["outcome"] == position.rules.outcome(state).status.value
        assert answer["moves"] == len(list(position.rules.successors(state)))


def said(sentence: Any) -> Any:
    """Return a sentence of the core as `data_of` does."""
    if not isinstance(sentence, dict):
        return sentence
    return sentence["code"], {name: said(value) for name, value in sentence["params"].items()}


def test_play() -> None:
    """Of every game levels are opened and played: moves by name, their changes, outcomes and views are Python's."""
    rng = random.Random(3)
    requests: list[bytes] = []
    golden: list[tuple[Level, list[int], list[Any]]] = []
    for key in _core.native_games:
        game = games.find(key)
        for level, _ in zip(played_levels(key, rng), range(scaled(200)), strict=False):
            line, states = random_line(game, level, 8, rng)
            requests.append(open_request(level))
            for position, ordinal in enumerate(line):
                name = name_of(states[position], list(game.rules.successors(states[position]))[ordinal][0])
                requests += [look_request(len(golden), position), move_request(len(golden), position, name)]
            requests += [look_request(len(golden), len(line)), look_request(len(golden), 0)]
            golden.append((level, line, states))
    found = iter(answers(requests))
    for play, (level, line, states) in enumerate(golden):
        rules = games.find(level.game).rules
        where = f"{level.game}, {level.options}, {line} on\n{level.board}"
        opened = next(found)
        start = rules.outcome(states[0])
        assert (opened["play"], opened["position"], opened["stands"]["outcome"]) == (play, 0, start.status.value), where
        looks = []
        for position, state in enumerate(states):
            looks.append(next(found))
            legal = list(rules.successors(state))
            outcome = rules.outcome(state)
            assert looks[-1]["outcome"] == outcome.status.value, where
            assert (said(looks[-1]["reason"]), looks[-1]["winner"]) == (data_of(outcome.reason) or None, outcome.winner)
            names = [
                tuple(move[part] for part in ("piece", "rank", "action", "numbers")) for move in looks[-1]["moves"]
            ]
            assert names == [name_of(state, move) for move, _ in legal], where
            assert board_of(looks[-1]["board"]) == rules.view(state), where
            if position < len(line):
                transition = rules.apply(state, legal[line[position]][0])
                assert transition is not None
                made = next(found)
                parts = ("tick", "cause", "before", "after", "cell", "original")
                changes = [tuple(counted(change[part]) for part in parts) for change in made["changes"]]
                assert tuple(map(change_of, changes)) == transition.changes, where
                assert (made["position"], made["pushed"]) == (position + 1, bool(transition.pushes)), where
        assert next(found) == looks[0], where
    assert len(golden) >= scaled(200) * len(_core.native_games)


def counted(part: Any) -> Any:
    """Return a counter of a change as the native core has it, anything else as it is."""
    return tuple(part) if isinstance(part, list) else part


def test_what_is_no_play_is_refused() -> None:
    """An illegal move has no position after it; levels, positions and actions that there are not are faults."""
    (level,) = formats.read("#####\n#@$.#\n#####").levels
    step = (6, 0, "step", [0])
    requests = [
        *(open_request(level), move_request(0, 0, step), move_request(0, 0, (6, 0, "fly", [0]))),
        *(move_request(0, 0, (6, 0, "step", [4])), look_request(0, 1), look_request(1, 0)),
        *(open_request(replace(level, game="chess")), close_request(0), look_request(0, 0), open_request(level)),
    ]
    opened, illegal, *faults, closed, gone, again = answers(requests)
    assert (opened["play"], opened["position"]) == (0, 0)
    assert illegal == {"position": None}
    assert all(list(fault) == ["error"] for fault in (*faults, gone))
    assert (closed, again["play"], again["position"]) == ({}, 1, 0)


def test_random_lines_of_letters() -> None:
    """A line of plain Sokoban has the letters, the counts and the end that it has in the Python game."""
    rng, game = random.Random(6), games.find("sokoban")
    golden = []
    for level in random_levels(game, scaled(LINES // 2), seed=8, largest=7, plain=True):
        position = load(level)
        line, _ = random_line(game, level, rng.randint(1, 20), rng)
        moves, state = [], position.state
        for ordinal in line:
            move, state = list(game.rules.successors(state))[ordinal]
            moves.append(move)
        golden.append((position, position.format(moves)))
    found = answers([play_request(position, text.lower()) for position, text in golden])
    for (position, text), answer in zip(golden, found, strict=True):
        expected = verify(position, text)
        assert answer["lurd"] == text
        assert answer["counts"] == list(expected.metrics or ())
        assert (answer["solved"], answer["solved_at"]) == (expected.solved, expected.solved_at)


def test_what_is_no_request_is_refused() -> None:
    """Each request that is cut off, and others, are answered with a sentence; the next is answered as ever."""
    (level,) = formats.read("#####\n#@$.#\n#####").levels
    whole = solve_request(load(level), "any", UNLIMITED)
    assert whole is not None
    found = answers([*(whole[:length] for length in range(len(whole))), b"\x06fly", b"\xff" * 12, whole])
    assert all(list(answer) == ["error"] and answer["error"] for answer in found[:-1])
    assert found[-1]["lurd"] == "R"
    (crossoban,) = shipped("crossoban")[:1]
    whole = solve_request(load(crossoban), "any", UNLIMITED)
    assert whole is not None
    assert all("error" in answer for answer in answers([whole[:length] for length in range(len(whole))]))


def test_limits_hold() -> None:
    """Of positions, of seconds by the clock of the host, and of memory."""
    level = shipped("sokoban")[-1]
    limits = [Limit(seconds=None, nodes=3), Limit(seconds=1e-9), Limit(seconds=None, memory=0)]
    found = answers([solve_request(load(level), "pushes", limit) for limit in limits])
    assert [answer["limit"] for answer in found] == ["nodes", "seconds", "memory"]
    assert isinstance(solve(level, objective="pushes", limit=limits[0]), GaveUp)


def test_what_the_server_searches_better_is_not_written() -> None:
    """A level that limits its steps takes several searches."""
    limited = next(level for level in shipped("sokoban") if "steps" in dict(level.options))
    assert solve_request(load(limited), "any", UNLIMITED) is None
    assert solve_request(load(unlimited(limited)), "any", UNLIMITED) is not None


@pytest.mark.parametrize("format", ["xsb", "sok"])
def test_levels_of_texts_are_those_of_the_readers(format: str) -> None:  # noqa: A002
    """Boards and titles of the levels that come along, in files that this package writes."""
    for name in ("lessons", "campaign-01", "campaign-11"):
        collection = levels.builtin(name)
        plain = [
            replace(level, author="A. Name") for level in collection if level.game == "sokoban" and not level.options
        ]
        text = formats.write(replace(collection, levels=tuple(plain)), format)
        expected = formats.read(text, format=format)
        assert not expected.problems
        (answer,) = answers([read_request(text)])
        assert answer["unread"] == []
        found = answer["levels"]
        assert [(level["title"], level["problem"]) for level in found] == [(level.title, None) for level in expected]
        for level, told in zip(expected, found, strict=True):
            assert board_from_json(told["board"]) == level.board, level.title


def test_lines_that_are_no_boards_are_told() -> None:
    """With their numbers and what is wrong; the levels beside them are read."""
    (answer,) = answers([read_request("####\n#  #\n####\n\n#####\n#@x.#\n#####\n\nOne\n#####\n#@$.#\n#####\n")])
    told = [(level["line"], level["title"], level["problem"]) for level in answer["levels"]]
    assert told == [(1, "", "no-player"), (10, "One", None)]
    assert answer["unread"] == [{"line": 6, "sign": "x"}]
    (answer,) = answers([read_request("[code]#####\n#@$.#\n#####[/code]\n\n#####\n#@$.#\n")])
    assert [(level["problem"], level["board"]) for level in answer["levels"]] == [("open", None)] * 2
    assert answers([read_request("hello\n")]) == [{"levels": [], "unread": []}]


def test_equal_terrain_of_several_objects() -> None:
    """A board whose equal cells are different values is written as one whose cells are shared."""
    (level,) = shipped("crossoban")[:1]
    copies = tuple(Terrain(*terrain) for terrain in level.board.terrain)
    copied = replace(level, board=level.board.with_parts(copies, level.board.pieces))
    requests = [replay_request(load(one), []) for one in (level, copied)]
    assert requests[0] == requests[1]
