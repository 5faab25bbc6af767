"""Play without a server: the messages of the page's own play are the server's, for random commands of every game."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from tests.depth import NAME, scaled
from tests.play.test_native_play import is_played, limited
from tests.solver.test_native_rules import shipped
from tests.solver.test_native_twists import BOXES, reversed_levels

from pushbox import games
from pushbox.analysis import hints
from pushbox.analysis.deadlocks.find import find_quick_deadlocks
from pushbox.analysis.static import analyze
from pushbox.bench.wasm import NODE
from pushbox.board import FLOOR, GOAL, WALL, Board, Piece
from pushbox.client import FOLDER, SEARCH_MODULE
from pushbox.conformance import random_levels
from pushbox.errors import LevelError
from pushbox.formats.json import level_to_json
from pushbox.games import load
from pushbox.games.api import KEYS
from pushbox.games.position import Position
from pushbox.games.reverse import State as ReverseState
from pushbox.level import Level
from pushbox.play.pointing import reach
from pushbox.play.session import has_hidden_parts
from pushbox.web.play import commands, judgement, messages, queries, serialize
from pushbox.web.play.game_view import PlayView

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="Node is not installed (Debian: apt install nodejs)"),
    pytest.mark.skipif(
        not SEARCH_MODULE.is_file(),
        reason="Rust's library for browsers is not installed (rustup target add wasm32-unknown-unknown)",
    ),
]

GAMES = [key for key in games.keys() if games.find(key).info.players == 1]
PLAYS = 200  # of a game
COMMANDS = 60 if NAME == "nightly" else 30  # of a play: 120,000 of a game in a nightly run
JUMPS = {"goto", "restart", "undo"}  # which the server shows as a difference of boards
_SCRIPT = Path(__file__).with_name("solo.js")


def played_alone(plays: Sequence[dict[str, Any]]) -> list[list[Any]]:
    """Return the messages of plays without a server, None for what is left to one."""
    assert NODE is not None
    command = [
        NODE,
        str(_SCRIPT),
        str(SEARCH_MODULE),
        str(FOLDER / "i18n" / "en" / "insight.json"),
        *(str(FOLDER / "i18n" / "en" / f"{part}.json") for part in ("common", "messages")),
    ]
    lines = "".join(f"{json.dumps(play)}\n" for play in plays)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", check=False)
    assert not done.returncode, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def is_played_alone(level: Level) -> bool:
    """Return whether the core plays a level: nothing is hidden, and somebody is steered or jumps onto the board."""
    position = load(level)
    is_steered = bool(position.controls.focus(position.state)) or is_waiting(position)
    return is_played(level) and not has_hidden_parts(level.board) and is_steered


def is_waiting(position: Position) -> bool:
    """Return whether a pusher has to jump onto the board before anything is steered."""
    state = position.state
    while hasattr(state, "inner"):
        state = state.inner
    return isinstance(state, ReverseState) and bool(state.waiting) and bool(position.legal_moves)


def levels_of(key: str) -> Iterator[Level]:
    """Yield levels that are played without a server: those of the game, then random ones without end, some limited."""
    game = games.find(key)
    rng = random.Random(39)

    def random_ones() -> Iterator[Level]:
        for seed in range(1_000_000):
            yield from random_levels(game, 4, seed=seed, largest=7)
            if key in BOXES:
                yield from reversed_levels(key, 2, rng)

    for level in chain(shipped(key)[:20], random_ones()):
        if is_played_alone(level):
            yield level if rng.random() < 0.7 else limited(level, rng.randint(1, 6), rng)


def random_request(rng: random.Random, size: int) -> dict[str, Any]:
    """Return a command that may be given with so many positions."""
    do = rng.choices(["press", "undo", "redo", "goto", "restart", "run"], [20, 4, 4, 1, 0.3, 1])[0]
    if do in {"press", "run"}:
        return {"do": do, "key": rng.choices(KEYS, [6, 6, 6, 6, 2, 4, 2])[0], **({"push": True} if do == "run" else {})}
    if do in {"undo", "redo"}:
        return {"do": do, "count": rng.choice([1, 1, 1, 2, 5])}
    return {"do": do, "node": rng.randrange(size)} if do == "goto" else {"do": do}


def bare(value: Any) -> Any:
    """Return a change or a piece without the fields that have their defaults."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "kind" in value and "cells" not in value and value.keys() - {"kind"} and not _facts(value).keys() - {"kind"}:
        return value["kind"]
    return {name: bare(item) for name, item in _facts(value).items()}


def _facts(value: dict[str, Any]) -> dict[str, Any]:
    if "kind" not in value:
        return value
    return {
        name: item
        for name, item in value.items()
        if name in {"kind", "cells"} or not (item is None or item == [] or item is False or item == _PLAIN.get(name, 0))
    }


_PLAIN = {"arrow": -1, "direction": -1, "id": -1}


def pieces_of(board: Board) -> list[Any]:
    """Return the pieces of a board as values in a fixed order."""
    return sorted(repr(tuple(piece)) for piece in board.pieces)


def pieces_shown(pieces: Sequence[dict[str, Any]]) -> list[Any]:
    """Return pieces of a page likewise."""
    bodies = [{name: value for name, value in piece.items() if name != "id"} for piece in pieces]
    return sorted(
        repr(tuple(Piece(**body | {"cells": tuple(body["cells"]), "colours": tuple(body["colours"])})))
        for body in bodies
    )


@pytest.mark.parametrize("key", GAMES)
def test_the_messages_are_the_servers(key: str) -> None:
    """Each key, undo, redo and jump: the same moves, counts, outcome, focus, branches, changes and refusals."""
    rng, seen = random.Random(36), Counter[str]()
    plays: list[dict[str, Any]] = []
    expected = []
    for level, _ in zip(levels_of(key), range(scaled(PLAYS)), strict=False):
        view = PlayView(level, clock=lambda: 0.0)
        requests, answers = [], []
        for _ in range(COMMANDS):
            request = random_request(rng, view.size)
            command: Any = messages.parse(request)
            message = commands.execute(view, command)
            requests.append(request)
            answers.append((message, pieces_of(view.session.board)))
            seen[request["do"]] += "refused" not in message
            seen[message.get("phrase", {}).get("code")] += 1
        plays.append({"level": level_to_json(level), "requests": requests})
        expected.append(answers)
    for play, found, answers in zip(plays, played_alone(plays), expected, strict=True):
        for number, (message, (answer, pieces)) in enumerate(zip(found, answers, strict=True)):
            request = play["requests"][number]
            where = f"{key}: {play['requests'][: number + 1]} on {play['level']}"
            assert message.get("phrase") == answer.get("phrase"), where
            assert message.get("refused") == answer.get("refused"), where
            assert message["state"] == json.loads(json.dumps(answer["state"])), where
            assert message["nodes"] == answer["nodes"], where
            assert message["same"], where
            assert pieces_shown(message["board"]) == pieces, where
            if request["do"] not in JUMPS:
                assert bare(message["played"]) == bare(json.loads(json.dumps(answer["played"]))), where
    assert min(seen[do] for do in ("press", "undo", "redo", "goto", "restart")) > 0
    assert seen["limit-over"] > 0


ASKED = 120  # plays of a game
MADE = 12  # moves of a play at most


def random_cells(rng: random.Random, view: PlayView, *, through: bool) -> tuple[int, int]:
    """Return a cell with a piece, if there is any, and one that it can be taken to, if there is any; seldom others.

    With `through` nothing but going through leads there, where there are two such cells.
    """
    board = view.session.board
    pieces = [cell for piece in board.pieces for cell in piece.cells]
    visible = view.session.visible
    if through:
        only = [
            (cell, end)
            for cell in pieces
            for end in reach(visible, cell, through=True).keys() - reach(visible, cell, through=False).keys()
        ]
        if only:
            return rng.choice(sorted(only))
    start = rng.choice(pieces) if pieces and rng.random() < 0.9 else rng.randrange(len(board.terrain))
    targets = [*reach(visible, start, through=through)]
    return start, rng.choice(targets) if targets and rng.random() < 0.9 else rng.randrange(len(board.terrain))


ASKED_FOR = ("reach", "path", "origins", "pushable", "line", "drag", "type", "analyse")


def random_query(rng: random.Random, view: PlayView, do: str) -> dict[str, Any]:
    """Return a query, a drag or moves as they are typed."""
    through = rng.random() < 0.5
    start, end = random_cells(rng, view, through=through)
    match do:
        case "reach":
            return {"do": do, "cell": start, "through": through}
        case "path" | "drag":
            return {"do": do, "from": start, "to": end, "through": through}
        case "origins":
            return {"do": do, "cell": end}
        case "type":
            session = view.session
            moves = list(reach(session.visible, start, through=False).get(end, ()))
            text = session.position.controls.format_from(session.position.state, session.focus, moves)
            return {"do": do, "text": repeated(text, rng) if text[:1].isalpha() or text[:1] in "{[" else text}
        case _:
            return {"do": do}


def repeated(text: str, rng: random.Random) -> str:
    """Return letters with some of their runs as counts, and now and then twice in a group."""
    counted = re.sub(r"([lurdLURD])\1+", lambda run: f"{len(run[0])}{run[1]}" if rng.random() < 0.7 else run[0], text)
    # No count stands in a bracket of selection or jump either but before its letters.
    return f"2({counted})" if counted and not {*"{["} & {*counted} and rng.random() < 0.2 else counted


def answered(view: PlayView, query: dict[str, Any]) -> dict[str, Any]:
    """Return what the server answers, without what a page does not need."""
    session = view.session
    if query["do"] == "line":
        return {"is": "line", "text": session.start.format(session.move_stack)}
    if query["do"] == "analyse":
        try:
            analysis = analyze(session.position)
        except LevelError:  # for a fault that the play has come to
            return {}
        # Why there is no solution is said by the search alone, where the server may look at distances first. The page
        # sees, too, that a bound of a search is more than a limit leaves.
        left = view.limits["steps"] - (view.steps or 0) if "steps" in view.limits else None
        bound = analysis.lower_bound
        return {"dead": [*analysis.dead_squares], "bound": bound if left is None or (bound or 0) <= left else None}
    request: Any = messages.parse(query)
    if isinstance(request, messages.Drag | messages.Type):
        message = commands.execute(view, request)
        return {name: message.get(name) for name in ("nodes", "state", "refused")}
    answer = queries.answer(session.visible, request)
    if query["do"] == "reach":
        answer["cells"] = {str(cell): moves for cell, moves in answer["cells"].items()}
    return {name: value for name, value in answer.items() if name != "ends"}


@pytest.mark.parametrize("key", GAMES)
def test_the_pointer_is_the_servers(key: str) -> None:
    """What can be reached, ways, the boxes that can come and those that can be pushed; drags, typed moves, the line."""
    rng, seen = random.Random(37), Counter[str]()
    plays: list[dict[str, Any]] = []
    expected: list[list[dict[str, Any] | None]] = []
    for level, _ in zip(levels_of(key), range(scaled(ASKED)), strict=False):
        view = PlayView(level, clock=lambda: 0.0)
        requests: list[dict[str, Any]] = []
        answers: list[dict[str, Any] | None] = []
        for _ in range(rng.randrange(MADE)):
            press = {"do": "press", "key": rng.choice(KEYS)}
            command: Any = messages.parse(press)
            commands.execute(view, command)
            requests.append(press)
            answers.append(None)
        for do in rng.sample(ASKED_FOR, len(ASKED_FOR)):
            query = random_query(rng, view, do)
            answer = answered(view, query)
            requests.append(query)
            answers.append(json.loads(json.dumps(answer)))
            seen[query["do"]] += bool(answer.get("cells") or answer.get("nodes") or answer.get("text"))
        plays.append({"level": level_to_json(level), "requests": requests})
        expected.append(answers)
    for play, found, known in zip(plays, played_alone(plays), expected, strict=True):
        for number, (message, wanted) in enumerate(zip(found, known, strict=True)):
            if wanted is None:
                continue
            request = play["requests"][number]
            where = f"{key}: {play['requests'][: number + 1]} on {play['level']}"
            if request["do"] == "analyse":
                if message is None or not wanted:
                    continue  # left to the server, such as more boxes than goals
                bound, best = message["bound"], wanted["bound"]
                # Of two bounds the server has the better one.
                assert bound == best or (bound is not None and best is not None and bound < best), where
                wanted["bound"] = bound
            assert message, where
            assert {name: message.get(name) for name in wanted} == wanted, where
    assert min(seen[do] for do in ("line", "type", "reach", "path", "origins", "pushable", "drag")) > 0


@pytest.mark.parametrize("key", GAMES)
def test_hints_are_the_servers(key: str) -> None:
    """Whether it can be won, which push has lost it, and the ladder with its moves; whether a push has lost."""
    rng, seen = random.Random(38), Counter[str]()
    plays: list[dict[str, Any]] = []
    expected = []
    for level, _ in zip(levels_of(key), range(scaled(40)), strict=False):
        view = PlayView(level, clock=lambda: 0.0)
        requests: list[dict[str, Any]] = []
        for _ in range(rng.randrange(8)):
            press = {"do": "press", "key": rng.choice(KEYS)}
            command: Any = messages.parse(press)
            commands.execute(view, command)
            requests.append(press)
        board = view.session.level.board
        hint = hints.hint(view.line(), view.session.focus)
        answers = [serialize.hint_to_json(hint, step, board) for step in (3, 5)]
        judged = judgement.judge(view.session.position, "en", search=True)
        seen[hint.status] += 1
        requests += [
            {"do": "hint", "step": 3},
            {"do": "hint", "step": 5},
            {"do": "judge", "lang": "en", "search": True},
        ]
        plays.append({"level": level_to_json(level), "requests": requests})
        expected.append([*answers, {"is": "judged", "status": judged["status"]}])
    for play, found, answers in zip(plays, played_alone(plays), expected, strict=True):
        for message, answer in zip(found[-3:], answers, strict=True):
            where = f"{key}: {play['requests']} on {play['level']}"
            if message is None:  # left to the server: the solution that was found is too long
                assert any(name == "steps" for name, _ in play["level"]["options"]), where
                continue
            assert answer["status"] == "unknown" or {name: message.get(name) for name in answer if name != "text"} == {
                name: value for name, value in answer.items() if name != "text"
            }, where
    assert seen["winnable"] > 0


@pytest.mark.parametrize(("steps", "found"), [(2, True), (1, False)])
def test_a_hint_keeps_to_the_limit_of_steps(steps: int, *, found: bool) -> None:
    """A solution within it is a hint; a longer one is none, and the server is asked for another."""
    board = Board(
        6, 3, (*[WALL] * 7, FLOOR, FLOOR, FLOOR, GOAL, *[WALL] * 7), (Piece("pusher", (7,)), Piece("box", (8,)))
    )
    level = Level(board, "sokoban", options=(("steps", steps),))
    requests = [{"do": "hint", "step": 5}, {"do": "solve"}, {"do": "judge", "lang": "en", "search": True}]
    (messages,) = played_alone([{"level": level_to_json(level), "requests": requests}])
    expected = ["winnable", "solved", "winnable"] if found else [None] * 3
    assert [message and message["status"] for message in messages] == expected


@pytest.mark.parametrize("seconds", [4, 6])
def test_the_clock_is_the_servers(seconds: int) -> None:
    """A limit of seconds runs from the first move, ends the play, and is given anew by a restart."""
    board = Board(
        7, 3, (*[WALL] * 8, FLOOR, FLOOR, FLOOR, FLOOR, GOAL, *[WALL] * 8), (Piece("pusher", (8,)), Piece("box", (9,)))
    )
    level = Level(board, "sokoban", options=(("seconds", seconds),))
    presses = ["right", "left", "right", "right", "right", "right", "left", "left"]
    requests: list[dict[str, Any]] = [
        {"do": "press", "key": key, "at": 1.0 + second} for second, key in enumerate(presses)
    ]
    requests[4:4] = [{"do": "goto", "node": 0, "at": 4.5}, {"do": "redo", "count": 4, "at": 4.75}]
    requests += [
        {"do": "restart", "at": 9.0},
        {"do": "press", "key": "right", "at": 10.0},
        {"do": "goto", "node": 0, "at": 11.5},
    ]
    now = 0.0
    view = PlayView(level, clock=lambda: now)
    (found,) = played_alone([{"level": level_to_json(level), "requests": requests}])
    for one, message in zip(requests, found, strict=True):
        now = one.pop("at")
        command: Any = messages.parse(one)
        answer = commands.execute(view, command)
        assert message["state"] == json.loads(json.dumps(answer["state"])), one
        assert message.get("refused") == answer.get("refused"), one


STUCK = 300  # positions of a game of boxes


@pytest.mark.parametrize("key", BOXES)
def test_reasons_are_the_servers(key: str) -> None:
    """Dead squares, frozen boxes and goals that are too few: the sentences of the server with their boxes and cells."""
    rng, seen = random.Random(40), Counter[str]()
    plays: list[dict[str, Any]] = []
    expected = []
    for level, _ in zip(crowded_levels(key, rng), range(scaled(STUCK)), strict=False):
        view = PlayView(level, clock=lambda: 0.0)
        judged = judgement.judge(view.session.position, "en", search=False)
        kinds = [witness.kind for witness in find_quick_deadlocks(view.session.position)]
        seen.update(kinds[: len(judged["reasons"])])
        plays.append({"level": level_to_json(level), "requests": [{"do": "judge", "lang": "en"}]})
        expected.append(judged)
    for play, (found,), wanted in zip(plays, played_alone(plays), expected, strict=True):
        where = f"{key}: {play['level']}"
        if wanted["status"] == "winnable":
            assert found["status"] != "lost", where
        else:
            assert found == wanted, where
    assert min(seen[kind] for kind in ("dead_square", "freeze", "bipartite")) > 0, seen


def crowded_levels(key: str, rng: random.Random) -> Iterator[Level]:
    """Yield boards without end on which boxes stand close together; more than a dead square is wrong with most."""
    while True:
        width, height = rng.randint(4, 9), rng.randint(4, 8)
        inside = [row * width + column for row in range(1, height - 1) for column in range(1, width - 1)]
        walls = set(range(width * height)) - {cell for cell in inside if rng.random() < 0.85}
        free = [cell for cell in inside if cell not in walls]
        count = rng.randint(1, 6)
        if len(free) < 2 * count + 2:
            continue
        numbers = [rng.choice((0, 0, 1, 2)) if key == "plus" else 0 for _ in range(count)]
        goals = dict(zip(rng.sample(free, count), numbers, strict=True))
        boxes = dict(zip(rng.sample([*goals, *free], count * 2), [*numbers, *numbers], strict=True))
        boxes = dict([*boxes.items()][:count])
        rest = [cell for cell in free if cell not in boxes]
        if len(boxes) < count or sorted(boxes.values()) != sorted(numbers):
            continue
        pushers = rng.sample(rest, 2 if key == "multiban" else 1)
        terrain = tuple(
            WALL if cell in walls else GOAL._replace(number=goals[cell]) if cell in goals else FLOOR
            for cell in range(width * height)
        )
        pieces = (
            *(Piece("pusher", (cell,)) for cell in pushers),
            *(Piece("box", (cell,), number=number) for cell, number in boxes.items()),
        )
        level = Level(Board(width, height, terrain, pieces), key)
        is_plain = not [it for it in find_quick_deadlocks(load(level)) if it.kind != "dead_square"]
        if not is_plain or rng.random() < 0.05:
            yield level
