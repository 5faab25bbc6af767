"""The history of a play whose moves come in portions: what a session makes of the same moves, for every game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from tests.depth import scaled

from pushbox import formats, games
from pushbox.conformance import random_levels
from pushbox.errors import IllegalMove, NotationError
from pushbox.games import load
from pushbox.level import Level
from pushbox.play.move_tree import MoveTree
from pushbox.play.recorded_session import RecordedSession, Refused
from pushbox.web.play.game_view import PlayView

GAMES = [key for key in games.keys() if games.find(key).info.players == 1]
ROOM = "########\n#@ $ . #\n#      #\n########"
Lines = list[tuple[int, tuple[str, ...]]]


def level() -> Level:
    """Return a level with much room."""
    return formats.read(ROOM, format="xsb").levels[0]


def lines_of(view: PlayView) -> Lines:
    """Return the new positions of a view as lines."""
    lines: Lines = []
    last = -1
    for node, parent, text, _, *written in map(view.row, view.take_nodes()):
        lines = lines if parent == last else [*lines, (parent, ())]
        lines[-1] = lines[-1][0], (*lines[-1][1], *(written or [text]))
        last = node
    return lines


def portions(view: PlayView, rng: random.Random, count: int) -> Iterator[tuple[int, Lines]]:
    """Play at random, and yield after some moves each the number of the first that is new, and the lines."""
    for _ in range(count):
        first = view.size
        for _ in range(rng.randrange(1, 12)):
            view.session.steer(rng.choice([*view.session.focusable, None]))
            if rng.random() < 0.2:
                view.goto(rng.randrange(view.size))
            elif moves := view.session.position.legal_moves:
                view.play(rng.choice(moves))
        yield first, lines_of(view)


def facts(history: RecordedSession | MoveTree) -> list[Any]:
    """Return everything that is stored of a history, what its positions are, and the moves to them."""
    places = [(history.outcome_at(node), history.moves_to(node)) for node in range(history.size)]
    return [history.current_id, history.memo(), history.seconds(), history.assists, history.snapshots, places]


@pytest.mark.parametrize("key", GAMES)
def test_it_is_what_a_session_has(key: str) -> None:
    """Numbers, moves as they are stored, outcomes, and a session that is made of it; each move is read by itself."""
    rng = random.Random(f"tree {key}")
    some = (start for seed in range(99) for start in random_levels(games.find(key), 4, seed=seed))
    suitable = (start for start in some if not PlayView(start).limits)
    for number, start in enumerate(islice(suitable, scaled(6, least=3))):
        view = PlayView(start, clock=lambda: 0.0)
        tree, session = MoveTree(load(start)), RecordedSession(start, clock=lambda: 0.0)
        for first, lines in portions(view, rng, 8):
            for history in (tree, session):
                numbers: dict[int, int] = {}
                ends = history.add_lines(first, lines, numbers)
                assert (numbers, len(ends)) == ({}, len(lines)), (number, lines)
                focus, index = memo_of(view)["focus"], memo_of(view)["index"]
                redo = [tuple(pair) for pair in memo_of(view)["redo"]]  # some are gone again later
                history.stand(view.current_id, focus, index, redo)
                assert history.memo() == view.memo()
        for history in (tree, session):
            history.assists.add("hint")
            history.snapshots["here"] = view.current_id
        view.assists.add("hint")
        view.snapshots["here"] = view.current_id
        assert facts(tree) == facts(view)
        assert facts(session) == facts(view)
        assert tree.take_unsaved() == session.take_unsaved() == view.rows()
        again = tree.session(PlayView)
        assert facts(again) == facts(view)
        assert facts(MoveTree.of(again)) == facts(view)


def memo_of(view: RecordedSession) -> dict[str, Any]:
    """Return what the rows of a play do not hold."""
    memo: dict[str, Any] = json.loads(view.memo())
    return memo


def histories() -> Sequence[RecordedSession | MoveTree]:
    """Return both kinds of a history."""
    return MoveTree(load(level()), max_nodes=6), RecordedSession(level(), max_nodes=6)


@pytest.mark.parametrize("history", histories(), ids=["tree", "session"])
def test_what_is_here_is_gone_through(history: RecordedSession | MoveTree) -> None:
    """Told twice it is there once; where somebody else has played on, numbers differ; what is not legal is refused."""
    assert history.add_lines(1, [(0, ("r", "R"))], {}) == [2]
    assert history.add_lines(1, [(0, ("r", "R"))], {}) == [2]
    numbers: dict[int, int] = {}
    assert history.add_lines(2, [(1, ("d", "r"))], numbers) == [4]
    assert numbers == {2: 3, 3: 4}
    assert history.add_lines(4, [(2, ("r",))], numbers) == [4]  # who calls 3 otherwise says so again
    assert numbers == {2: 3, 3: 4}
    assert history.size == 5
    with pytest.raises(IllegalMove, match="wall"):
        history.add_lines(5, [(0, ("l",))], {})
    with pytest.raises(NotationError):
        history.add_lines(5, [(0, ("x",))], {})
    with pytest.raises(NotationError, match="expected one move"):
        history.add_lines(5, [(0, ("2r",))], {})
    with pytest.raises(Refused, match="no position 5"):
        history.add_lines(5, [(5, ("r",))], {})
    with pytest.raises(Refused, match="no branch"):
        history.stand(1, None, -1, [(1, 4)])
    with pytest.raises(Refused, match="no position"):
        history.stand(9, None, -1, None)
    assert history.size == 5
    with pytest.raises(Refused, match="6 positions"):
        history.add_lines(5, [(4, ("r", "u"))], {})


def test_each_move_is_read_by_itself() -> None:
    """Where two can move, a letter is the first one's, who is another one once the one before has gone below."""
    two = replace(formats.read("######\n#@ @.#\n#   $#\n######", format="xsb").levels[0], game="multiban")
    for history in (MoveTree(load(two)), RecordedSession(two)):
        assert history.add_lines(1, [(0, ("d", "l"))], {}) == [2]
        board = history.session(PlayView).session if isinstance(history, MoveTree) else history.session
        board.goto(board.root.branches[0].branches[0])
        assert [piece.cells for piece in board.board.of_kind("pusher")] == [(8,), (13,)]


def test_no_position_is_far_from_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch off a long line, of which hardly anything is in memory, plays no more than 64 moves again."""
    tree = MoveTree(load(level()))
    tree.add_lines(1, [(0, ("r", "l") * 500)], {})
    assert tree.weight < 40
    played: list[int] = []
    play_line = type(tree.start.rules).play_line

    def counted(rules: Any, state: Any, moves: Sequence[Any], *rest: Any) -> Any:
        played.append(len(moves))
        return play_line(rules, state, moves, *rest)

    monkeypatch.setattr(type(tree.start.rules), "play_line", counted)
    for node in (1000, 999, 63, 64, 65, 500, 1, 0):
        first = tree.size
        assert tree.add_lines(first, [(node, ("d",))], {}) == [first]
        assert tree.moves_to(first) == [2, 0] * (node // 2) + [2] * (node % 2) + [3]
    assert max(played) == 63
