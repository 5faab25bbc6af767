"""Random walks: hundreds of each game hold, and faults are found.

`make fuzz` takes a hundred thousand of each, and longer ones.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.depth import scaled

from pushbox import formats, games
from pushbox.conformance import LawBroken, random_walks
from pushbox.formats import codec
from pushbox.games.api import Game, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.level import Collection, Level
from pushbox.play import session


@pytest.mark.timeout(600)  # much to do, on a machine that may be busy
@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("part", range(4))
def test_walks_of_every_game(key: str, part: int) -> None:
    """Nothing raises, the history is exact, and every board comes back from every format that can hold it."""
    walks = scaled(160)
    walked = random_walks.check(games.find(key), range(part * walks, part * walks + walks), steps=3)
    assert walked.walks == walks
    assert walked.turns > scaled(160)
    assert walked.boards["json"] > scaled(200)


def test_a_walk_repeats() -> None:
    """The same number gives the same walk, whatever was walked before it."""
    one, two = random_walks.Walked(), random_walks.Walked()
    random_walks.check_walk(games.find("hanano"), 7, one)
    random_walks.check_walk(games.find("hanano"), 8, two)
    two = random_walks.Walked()
    random_walks.check_walk(games.find("hanano"), 7, two)
    assert one == two


def test_every_format_is_met() -> None:
    """Some board of some game is written in every format that there is."""
    met = set()
    for key in games.keys():
        met |= set(random_walks.check(games.find(key), range(25), steps=2).boards)
    assert met == set(formats.keys())


def test_a_frame_holds_what_was_there() -> None:
    """A framed board is the board with walls around it, its pieces with all their cells included."""
    level = formats.read("#####\n#@$.#\n#####", format="xsb")
    assert str(random_walks.framed(level.levels[0]).board) == "#######\n#######\n##@$.##\n#######\n#######"


def _no_undo(self: session.Session) -> bool:
    """Undo without going back."""
    return self.current.parent is not None


def _undo_twice(self: session.Session) -> bool:
    """Undo two moves."""
    return _UNDO(self) and (_UNDO(self) or True)


def _redo_wrong(self: session.Session, branch: int | None = None) -> bool:
    """Redo the oldest branch."""
    return _REDO(self, 0 if branch is None else branch)


_UNDO, _REDO = session.Session.undo, session.Session.redo
HISTORY: dict[str, tuple[str, Callable[..., bool]]] = {
    "undo leads": ("undo", _no_undo),
    "undo leads to": ("undo", _undo_twice),
    "redo leads": ("redo", _redo_wrong),
}


@pytest.mark.parametrize("law", HISTORY)
def test_a_broken_history_is_found(monkeypatch: pytest.MonkeyPatch, law: str) -> None:
    """A session that goes elsewhere breaks the law that says so."""
    monkeypatch.setattr(session.Session, *HISTORY[law])
    with pytest.raises(LawBroken, match=law):
        random_walks.check(games.find("sokoban"), range(200))


def test_a_broken_format_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format that gives another board back, or raises for what it says it holds, fails a walk."""
    read = codec.read

    def forgetful(format_: formats.Format, text: str) -> Collection:
        return read(format_, text.replace("*", "$") if format_.info.key == "xsb" else text)

    monkeypatch.setattr(codec, "read", forgetful)
    with pytest.raises(LawBroken, match="xsb: what is written does not come back"):
        random_walks.check(games.find("sokoban"), range(200))


def test_a_position_that_changes_is_found() -> None:
    """A position that has become another one is found, even though it is the same object as before."""

    class Leaky(Sokoban):
        """Forgets the first box of every position once a box has been pushed."""

        pushed = False

        def apply(self, state: State, move: int) -> Transition[State] | None:
            transition = super().apply(state, move)
            self.pushed |= bool(transition and transition.pushes)
            return transition

        def to_level(self, state: State) -> Level:
            return super().to_level(state._replace(boxes=frozenset(sorted(state.boxes)[self.pushed :])))

    with pytest.raises(LawBroken, match="undo leads to"):
        random_walks.check(Game(Leaky(), SokobanControls), range(200))
