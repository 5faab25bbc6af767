"""The registry and what every game must bring.

`lacks` lists what a game lacks; other tests go through what is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.conformance import states
from tests.depth import scaled

from pushbox import conformance, formats, games, levels
from pushbox.errors import UnsupportedError
from pushbox.games import registry
from pushbox.games.api import Game, Transition
from pushbox.games.parts.single_pusher import SokobanControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.level import Level
from pushbox.play.verify import verify

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
UNCOUNTED: dict[str, str] = {}  # games without perft counts, each with the reason
# Laws of what a game need not have, or random boards seldom.
OPTIONAL = {
    "a_box_on_a_dead_square_is_lost", "a_deadlock_cannot_be_solved", "a_line_ends_before_an_illegal_move",
    "a_lower_bound_is_never_too_high", "a_move_by_key_keeps_the_focus", "a_view_is_the_board_where_nothing_is_hidden",
    "boxes_on_the_way_come_back", "dead_squares_are_no_walls", "equal_search_keys_have_equal_futures",
    "illegal_moves_are_explained", "native_searches_play_by_the_rules",
    "the_normal_form_is_the_same_puzzle", "the_optimizer_takes_every_solution", "what_is_lost_has_a_reason",
    "pushable_says_how_ways_begin", "the_game_for_a_level_plays_it_alike", "the_game_for_a_state_plays_it_alike",
}  # fmt: skip


@cache
def shipped() -> tuple[Level, ...]:
    """Return all levels that pushbox ships."""
    return tuple(level for name in levels.names() for level in formats.read_file(levels.path(name)).levels)


def lacks(game: Game) -> Iterator[str]:
    """Yield what a registered game lacks of all that a game brings."""
    key = game.info.key
    if key not in games.keys():
        yield "a line in the registry"
    if not list((GOLDEN / "transcripts").glob(f"{key}-*.txt")):
        yield "a golden transcript"
    counts = GOLDEN / "perft" / f"{key}.json"
    if not UNCOUNTED.get(key) and not (counts.exists() and json.loads(counts.read_text(encoding="utf-8"))):
        yield "perft counts, or the reason for none"
    if not states.read(key):
        yield "counts of the positions of tiny boards"
    page = ROOT / "docs" / "games" / f"{key}.md"
    if not page.exists() or game.info.name not in page.read_text(encoding="utf-8"):
        yield "its page in docs/games"
    solved = (level for level in shipped() if level.game == key and level.saved_moves)
    replays = [verify(level, level.saved_moves[0].text) for level in solved]
    lengths = [replay.metrics.moves for replay in replays if replay.solved and replay.metrics is not None]
    if len(lengths) < 5 or sum(length >= 30 for length in lengths) < 2:
        yield "five levels with solutions, two of them of 30 moves or more"
    try:
        report = conformance.check(game, boards=20, steps=30, tiny_boards=20, seed=1)
    except conformance.LawBroken:
        yield "the laws of every game"
    else:
        if report.moves <= 100 or not report.solvable:
            yield "random boards on which something can be played and solved"
        if unseen := {*report.unseen} - OPTIONAL:
            yield f"random boards that show what laws are about: {', '.join(unseen)}"


# Games whose boards take several seconds each time that the laws are held against them.
LONG = {"plus", "crossoban", "versus"}


@pytest.mark.timeout(600)  # much to do, on a machine that may be busy
@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=pytest.mark.deep) if key in LONG else key for key in games.keys()]
)
def test_a_game_brings_everything(key: str) -> None:
    """Transcript, counts, documentation, levels, and all laws of the conformance check on crowded random boards."""
    assert list(lacks(games.find(key))) == []


@pytest.mark.deep
@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("key", games.keys())
def test_more_random_boards_obey_the_laws(key: str, seed: int) -> None:
    """The laws hold on many more boards than are needed to see that a game brings what it must."""
    report = conformance.check(games.find(key), boards=scaled(32), steps=30, tiny_boards=scaled(40), seed=seed)
    assert report.moves > scaled(32)


class Unfinished(Sokoban):
    """A game that somebody has just begun: it is registered, and its pushes have no changes."""

    info = replace(Sokoban.info, key="unfinished", name="Unfinished")

    def apply(self, state: State, move: int) -> Transition[State] | None:
        transition = super().apply(state, move)
        return transition and Transition(transition.state, transition.changes[-1:], transition.pushes)


UNFINISHED: Game = Game(Unfinished(), SokobanControls)


def test_what_a_game_lacks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was registered and nothing else lacks everything, one that was not lacks that too."""
    expected = [
        "a golden transcript",
        "perft counts, or the reason for none",
        "counts of the positions of tiny boards",
        "its page in docs/games",
        "five levels with solutions, two of them of 30 moves or more",
        "the laws of every game",
    ]
    assert list(lacks(UNFINISHED)) == ["a line in the registry", *expected]
    monkeypatch.setitem(registry.GAMES.registered, "unfinished", UNFINISHED)
    assert list(lacks(UNFINISHED)) == expected


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    """A key that nobody registered is a sentence that lists the games."""
    with pytest.raises(UnsupportedError, match="found the game 'chess', expected one of: sokoban, plus"):
        games.find("chess")


@pytest.mark.parametrize("key", games.keys())
def test_a_game_is_what_its_info_says(key: str) -> None:
    """The key of a game is the key it is registered under, and its sentences for people are there."""
    info = games.find(key).info
    assert info.key == key
    assert info.name
    assert info.summary.endswith(".")
    assert info.source
    assert all(option.summary for option in info.options)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("interlock", "crossoban"), ("mr-block", "blockage"), ("sokomind", "plus"), ("sokofan", "plus"),
        ("thinking-rabbit", "sokoban"), ("rabbit", "sokoban"),
    ],
)  # fmt: skip
def test_names_of_other_programs(name: str, key: str) -> None:
    """A game is found by what others call it, also in the header of a level, and has its own key from then on."""
    assert games.find(name) is games.find(key)
    assert name not in games.keys()
    for spelled in (name, name.title().replace("-", " ")):
        (level,) = formats.read(f"#####\n#@$.#\n#####\nGame: {spelled}\n").levels
        assert level.game == key


def test_a_name_that_is_close_is_named() -> None:
    """An unknown key comes with the closest that there is."""
    with pytest.raises(UnsupportedError, match=r"found the game 'sokobn' \(did you mean 'sokoban'\?\), expected one"):
        games.find("sokobn")
