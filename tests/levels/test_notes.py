"""What the notes of the packs say is true: each has a claim that tests it anew, and each claim can be refused."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from tests.depth import scaled
from tests.levels import puzzle_notes, sokoban_notes
from tests.levels.puzzle_notes import Step, stays_locked
from tests.levels.sokoban_notes import KNOWN, TURN, says_what_is_known, sentence_of, turns_where_it_says

import pushbox
from pushbox import levels
from pushbox.board import FLOOR, Board, Piece, Terrain
from pushbox.client import read_json
from pushbox.games.position import load
from pushbox.level import Collection, Level
from pushbox.play.verify import verify

SCRIPTS = Path(__file__).parents[2] / "scripts"
PACKS = {name: pushbox.builtin(name) for name in levels.names() if levels.path(name).parent.name == "packs"}
CAMPAIGN = [name for name in PACKS if name.startswith("campaign-")]
PUZZLES = [name for name in PACKS if name not in CAMPAIGN]
BOSSES = "campaign-18"
PROVEN = [name for name in CAMPAIGN if name != BOSSES]
CLAIMS = sokoban_notes.CLAIMS | puzzle_notes.CLAIMS
THEMED = [name for name in CAMPAIGN if all("Theme" in dict(level.headers) for level in PACKS[name])]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    """Yield the modules of the scripts that write notes: those of the campaign, and those of the other games."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from levels import family, notes  # type: ignore[import-not-found]

    yield notes, family
    for name in [name for name in sys.modules if name == "levels" or name.startswith("levels.")]:
        sys.modules.pop(name)


def some(name: str) -> list[Level]:
    """Return as many levels of a pack as the depth says, four at least: searches take long."""
    every = list(PACKS[name])
    return every[:: len(every) // scaled(len(every), least=4) or 1]


@pytest.mark.parametrize("name", PACKS)
def test_what_a_note_says_is_true(name: str) -> None:
    """Of levels of each pack, in nightly runs of all, by a claim of its own."""
    assert [(level.title, level.notes) for level in some(name) if not CLAIMS[sentence_of(level.notes)](level)] == []


@pytest.mark.parametrize("name", PROVEN)
def test_the_best_solution_of_a_note_is_the_best(name: str) -> None:
    """No solution has fewer pushes than the one that notes on the campaign speak of."""
    assert [level.title for level in some(name) if not sokoban_notes.is_best(level)] == []


def test_turning_points_are_where_notes_say() -> None:
    """Of most levels of the campaign; a turn that is one push off is refused."""
    turning = [level for name in CAMPAIGN for level in PACKS[name] if TURN.fullmatch(level.notes)]
    assert len(turning) > 200
    for level in turning[:: len(turning) // scaled(len(turning), least=40)]:
        assert turns_where_it_says(level), level.title
        push = int(TURN.fullmatch(level.notes)[2])  # type: ignore[index]
        for other in (push - 1, push + 1):
            said = level.notes.replace(f"at push {push} of", f"at push {other} of")
            assert other < 2 or not turns_where_it_says(replace(level, notes=said)), level.title


def test_notes_on_bosses_say_what_is_known() -> None:
    """Each names its saved solution as the shortest known, not as the best; numbers that are one off are refused."""
    for level in PACKS[BOSSES]:
        assert level.saved_moves[0].title == "Fewest known", level.title
        assert says_what_is_known(level), level.title
        pushes, push = map(int, KNOWN.fullmatch(level.notes).groups()[1:])  # type: ignore[union-attr]
        for said, false in ((f"{pushes} pushes", f"{pushes - 1} pushes"), (f"push {push}.", f"push {push - 1}.")):
            assert not says_what_is_known(replace(level, notes=level.notes.replace(said, false))), level.title


@pytest.mark.parametrize("name", [name for name in PUZZLES if PACKS[name][0].saved_moves[0].title == "Fewest moves"])
def test_no_puzzle_has_a_shorter_solution(name: str) -> None:
    """Than the one that it is shipped with."""
    assert [level.title for level in some(name) if not puzzle_notes.is_shortest(level)] == []


def test_every_sentence_of_the_scripts_has_a_claim(scripts: tuple[ModuleType, ModuleType]) -> None:
    """Those that no level has yet too, and no claim is on what nobody says."""
    notes, family = scripts
    themes = [theme for game in family.GAMES for theme in game.themes]
    said = {theme.note for theme in themes} | {theme.longer for theme in themes if theme.longer}
    assert notes.SENTENCES.keys() | notes.THEMED.keys() | notes.OF_BOARD.keys() == sokoban_notes.CLAIMS.keys()
    assert said == puzzle_notes.CLAIMS.keys()
    assert {theme.note for theme in themes if theme.longer} == {note for note in said if is_need(note)}


def is_need(note: str) -> bool:
    """Whether a note says that there is no solution without something."""
    return note.startswith("Not without ") or note.endswith(" is needed.")


@pytest.mark.parametrize("name", PUZZLES)
def test_the_script_writes_the_note_that_is_true(name: str, scripts: tuple[ModuleType, ModuleType]) -> None:
    """It tells a level that has no solution without something from one whose solution is longer."""
    _, family = scripts
    (game,) = (game for game in family.GAMES if game.collection == name)
    for level in some(name):
        theme = next(theme for theme in game.themes if level.notes in theme.notes)
        rated = family.rate(game, theme, level)
        assert rated is not None, level.title
        assert rated.needs_all, level.title
        assert theme.note_on(rated.without) == level.notes, level.title
        metrics = verify(level, level.saved_moves[0].text).metrics
        assert metrics is not None
        assert rated.moves == metrics.moves, level.title


@pytest.mark.parametrize("name", CAMPAIGN)
def test_the_script_writes_the_notes_of_the_campaign(name: str, scripts: tuple[ModuleType, ModuleType]) -> None:
    """The sentence that is true and was used the least by the levels before."""
    notes, _ = scripts
    chosen = {level.title for level in some(name)}
    used: Counter[str] = Counter()
    sentences = notes.OF_BOARD if name == BOSSES else notes.THEMED if name in THEMED else notes.SENTENCES
    end = notes.with_known if name == BOSSES else notes.with_turn
    for level in PACKS[name]:
        if level.title in chosen:
            text = level.saved_moves[0].text
            metrics = verify(level, text).metrics
            note = notes.least_used(level, text, metrics, used.copy(), sentences)
            assert note == sentence_of(level.notes), level.title
            assert end(note, level, text, metrics) == level.notes, level.title
        used[sentence_of(level.notes)] += 1


# Claims refuse what is false -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("note", sokoban_notes.CLAIMS)
def test_a_claim_on_the_campaign_can_be_refused(note: str) -> None:
    """By a level of the first two packs."""
    small = [level for name in CAMPAIGN[:2] for level in PACKS[name]]
    assert not all(map(CLAIMS[note], small))


@pytest.mark.parametrize("note", puzzle_notes.CLAIMS)
def test_a_claim_on_puzzles_can_be_refused(note: str) -> None:
    """By a level of the same game that has another note, or by one in which something is changed."""
    pack = next(
        pack for pack in map(PACKS.__getitem__, PUZZLES) if thing_of(note) in {thing_of(one.notes) for one in pack}
    )
    if note in SPOILED:
        assert not CLAIMS[note](SPOILED[note](pack))
    else:
        others = [level for level in pack if level.notes != note and thing_of(note) in {note, thing_of(level.notes)}]
        assert not all(map(CLAIMS[note], others))


def thing_of(note: str) -> str:
    """Return what a note says that a level needs; another note as it is."""
    if note == "The grey block is needed.":
        return "the grey block."
    return note.removeprefix("Not without ").removeprefix("Longer without ")


def changed(note: str, change: Callable[[Board], Board]) -> Callable[[Collection], Level]:
    """Return a function that changes the board of the first level with a note."""

    def level_of(pack: Collection) -> Level:
        level = next(level for level in pack if level.notes == note)
        return level.with_board(change(level.board))

    return level_of


def cornered(thing: Terrain | Piece) -> Callable[[Collection], Level]:
    """Return a function that puts something into the corner of a level that has nothing of its kind."""

    def level_of(pack: Collection) -> Level:
        level = next(level for level in pack if thing_of(level.notes) == level.notes)
        _, *terrain = level.board.terrain
        if isinstance(thing, Terrain):
            return level.with_board(replace(level.board, terrain=(thing, *terrain)))
        return level.with_board(replace(level.board, terrain=(FLOOR, *terrain), pieces=(*level.board.pieces, thing)))

    return level_of


def replaced(old: Terrain, new: Terrain) -> Callable[[Board], Board]:
    """Return a function that puts one terrain in the place of another."""
    return lambda board: replace(board, terrain=tuple(new if sort == old else sort for sort in board.terrain))


def ungrouped(board: Board) -> Board:
    """Return a board on which nothing is linked or notched."""
    return board.with_pieces(piece._replace(group=0) for piece in board.pieces)


def squares(board: Board) -> Board:
    """Return a board with squares in the place of circles."""
    return board.with_pieces(piece._replace(kind="block") for piece in board.pieces)


def blue_on_a_filter(board: Board) -> Board:
    """Return a board on which a blue box has come onto a red filter."""
    cells = (board.terrain.index(Terrain("filter", colour="red")),)
    return board.with_pieces(
        piece._replace(cells=cells) if piece.colours == ("blue",) else piece for piece in board.pieces
    )


def at_home(board: Board) -> Board:
    """Return a board on which boxes are on goals already."""
    boxes = [Piece("box", (goal,)) for goal in board.cells_of("goal")]
    return board.with_pieces((*board.of_kind("pusher"), *boxes))


CHANGES: dict[str, Callable[[Board], Board]] = {
    "A filter lets in boxes of its colour only.": blue_on_a_filter,
    "A box on a lock stays there for good.": replaced(Terrain("lock"), FLOOR),
    "Linked players step together.": ungrouped,
    "Weak floor holds only once.": replaced(Terrain("weak", uses=1), Terrain("weak", uses=2)),
    "Notched squares go together.": ungrouped,
    "A circle takes over the motion of what hits it.": squares,
    "Longer without pushing three boxes at once.": at_home,
}
SPOILED: dict[str, Callable[[Collection], Level]] = {
    "Longer without the ice.": cornered(Terrain("ice")),
    "Not without the conveyors.": cornered(Terrain("conveyor", direction=0)),
    "The grey block is needed.": cornered(Piece("block", (0,))),
    "Not without the dye.": cornered(Terrain("dye", colour="red", uses=1)),
    "Not without the black stone.": cornered(Piece("stone", (0,), ("black",))),
    **{note: changed(note, change) for note, change in CHANGES.items()},
}


def test_a_box_that_leaves_a_lock_is_seen() -> None:
    """No game lets it go, so the step is made up."""
    level = next(level for level in PACKS["crossoban-puzzles"] if "lock" in level.notes)
    box, lock = level.board.of_kind("box")[0], level.board.cells_of("lock")[0]
    pieces = [piece for piece in level.board.pieces if piece != box]
    locked = load(level.with_board(level.board.with_pieces([*pieces, box._replace(cells=(lock,))])))
    assert stays_locked(Step(locked, None, locked))
    assert not stays_locked(Step(locked, None, load(level)))


@pytest.mark.parametrize("language", ["de", "zh"])
def test_what_collections_say_of_themselves_is_translated(language: str) -> None:
    """Their titles and notes; and nothing is translated that no collection says."""
    texts = read_json(f"i18n/{language}/levels.json")
    collections = [pushbox.builtin(name) for name in levels.names()]
    assert [it.title for it in collections if f"collection.title.{it.title}" not in texts] == []
    said = {f"collection.note.{it.notes}" for it in collections if it.notes}
    assert said == {key for key in texts if key.startswith("collection.note.")}
