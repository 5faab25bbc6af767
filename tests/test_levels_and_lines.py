"""What counts as levels, and what counts as a solution, is the same wherever either is taken."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pushbox
from pushbox import formats, store
from pushbox.analysis.difficulty import rate_difficulty
from pushbox.deadline import NEVER, Deadline
from pushbox.errors import ArgumentError, IllegalMove
from pushbox.games.api import PlayedLine, Transition
from pushbox.games.parts.single_pusher import SinglePusherControls
from pushbox.games.sokoban import Sokoban, State
from pushbox.level import Levels
from pushbox.play.verify import position_after
from pushbox.plots import pushes_by_cell
from pushbox.plots.solution import profile

LESSONS = pushbox.builtin("lessons")
CORNER = LESSONS[1]
SOLUTION = "uurrDldRR"

# --------------------------------------------------------------------------------------------------------- collections


def test_slices_filters_and_sums_are_collections() -> None:
    """With the texts of the collection that they come from, and without problems, which have their lines in a file."""
    text = "Title: Two\nAuthor: Me\n\n#####\n#@$.#\n#####\nTitle: One\n\n####\n#@$#\n"
    whole = pushbox.read(text)
    whole = replace(whole, problems=(*whole.problems, pushbox.Problem(1, 1, "warning", "found something")))
    derived = {
        "slice": whole[:1],
        "filter": whole.filter(lambda level: level.title == "One"),
        "with_levels": whole.with_levels(level for level in whole if level.title),
        "sum": pushbox.Collection() + whole[:1],
    }
    for how, collection in derived.items():
        assert isinstance(collection, pushbox.Collection), how
        assert [level.title for level in collection] == ["One"], how
        assert (collection.title, collection.author, collection.headers) == (whole.title, "Me", whole.headers), how
        assert (collection.problems, collection.format) == ((), "xsb"), how
        assert collection == replace(whole, levels=whole.levels[:1]), how
        assert pushbox.write(collection, "xsb") == pushbox.write(replace(whole, levels=whole.levels[:1]), "xsb"), how
    assert whole[::-1].levels == (whole.levels[1], whole.levels[0])


def test_a_sum_has_the_levels_of_both() -> None:
    """The first text that there is stands for it; what was read in two formats is of none."""
    hanano = pushbox.builtin("hanano")
    both = LESSONS[:2] + hanano[:1]
    assert both.levels == (*LESSONS.levels[:2], hanano[0])
    assert (both.title, both.format) == (LESSONS.title, "")
    assert (LESSONS[:1] + LESSONS[1:]) == LESSONS
    assert (LESSONS[:1] + LESSONS[1:]).format == "xsb"
    assert sum([LESSONS[:1], hanano[:1]], pushbox.Collection(title="All")).title == "All"
    assert sum([LESSONS[:1], LESSONS[1:2]]) == LESSONS[:2]
    first = [LESSONS[0]]
    assert (first + LESSONS[1:3]).levels == LESSONS[:3].levels
    with pytest.raises(TypeError):
        _ = 5 + LESSONS
    assert (LESSONS[:1] + CORNER).levels == (LESSONS[:1] + iter([CORNER])).levels == LESSONS.levels[:2]
    assert pushbox.read(pushbox.write(both, "json")).levels == both.levels


def test_a_collection_is_a_sequence_and_made_of_any_iterable() -> None:
    """Index and count are those of a sequence."""
    assert isinstance(LESSONS, Sequence)
    assert LESSONS.index(CORNER) == 1
    assert LESSONS.count(CORNER) == 1
    assert pushbox.Collection(level for level in LESSONS).levels == LESSONS.levels
    assert type(pushbox.Collection([CORNER]).levels) is tuple


# ------------------------------------------------------------------------------------------------ what counts as levels


def _generated() -> Iterator[pushbox.Generated]:
    return pushbox.generate(pushbox.LevelSpec(rows=6, columns=6, boxes=1), count=1)


LEVELS: dict[str, Callable[[], Levels]] = {
    "a level": lambda: CORNER,
    "a collection": lambda: LESSONS[1:2],
    "a list": lambda: [CORNER],
    "a generator": lambda: (level for level in LESSONS if level == CORNER),
    "a position": lambda: pushbox.load(CORNER),
    "sessions": {1: pushbox.Session(CORNER)}.values,
}


@pytest.mark.parametrize("how", LEVELS)
def test_levels_are_taken_in_each_form(how: str, tmp_path: Path) -> None:
    """By `write`, `write_file`, `losses` and sums."""
    levels, file = LEVELS[how], tmp_path / "corner.xsb"
    assert pushbox.read(pushbox.write(levels(), "xsb")).levels == (CORNER,)
    pushbox.write_file(levels(), file)
    assert pushbox.read_file(file).levels == (CORNER,)
    assert formats.losses(levels(), "slc") == formats.losses(CORNER, "slc") != []
    assert (LESSONS[:1] + levels()).levels == LESSONS.levels[:2]
    assert LESSONS.with_levels(levels()).levels == (CORNER,)


def test_the_library_takes_levels_in_each_form(library: store.Store) -> None:
    """A collection need not be made of them first."""
    for how, levels in LEVELS.items():
        added = store.collections.add(library, levels(), name=how)
        assert store.collections.get(library, added.id).levels == 1, how


def test_the_library_takes_solutions_in_each_form(library: store.Store) -> None:
    """It keeps the text that the replay writes."""
    added = store.collections.add(library, CORNER, name="corner")
    (entry,) = store.levels.search(library, collection=added.id).entries
    for how, line in LINES.items():
        assert store.solutions.add(library, entry.id, line()).text == SOLUTION, how


def test_generated_levels_are_written_as_they_come(tmp_path: Path) -> None:
    """`generate` gives more than levels: each has one."""
    file = tmp_path / "new.xsb"
    pushbox.write_file(_generated(), file)
    (level,) = pushbox.read_file(file)
    assert pushbox.verify(level, level.saved_moves[0])


# -------------------------------------------------------------------------------------------- what counts as a solution


def _played() -> pushbox.Session:
    session = pushbox.Session(CORNER)
    session.play_text(SOLUTION)
    return session


LINES: dict[str, Callable[[], Any]] = {
    "a text": lambda: SOLUTION,
    "saved moves": lambda: pushbox.SavedMoves("", SOLUTION),
    "a replay": lambda: pushbox.verify(CORNER, SOLUTION),
    "a verdict": lambda: pushbox.Solved(SOLUTION, pushbox.measure(SOLUTION), None, 1, 0.1),
    "a list of moves": lambda: pushbox.load(CORNER).parse(SOLUTION),
    "moves one by one": lambda: iter(pushbox.load(CORNER).parse(SOLUTION)),
    "a session": _played,
}


TAKERS: dict[str, Callable[[Any], object]] = {
    "verify": lambda line: pushbox.verify(CORNER, line),
    "position_after": lambda line: position_after(CORNER, line),
    "parse": lambda line: pushbox.load(CORNER).parse(line),
    "play": lambda line: pushbox.load(CORNER).play(line),
    "Session.parse": lambda line: pushbox.Session(CORNER).parse(line),
    "Session.play_text": lambda line: [len(turn.changes) for turn in pushbox.Session(CORNER).play_text(line)],
    "transcript": lambda line: pushbox.transcript(CORNER, line),
    "draw": lambda line: pushbox.draw(CORNER, line),
    "optimize one": lambda line: _shown(pushbox.optimize(CORNER, [line], objective="moves")),
    "rate_difficulty": lambda line: rate_difficulty(CORNER, line),
    "pushes_by_cell": lambda line: pushes_by_cell(CORNER, line),
    "profile": lambda line: profile(CORNER, line),
}
WITH_TEXT: dict[str, Callable[[Any], object]] = {
    "measure": pushbox.measure,
    "reconstruct": lambda line: pushbox.reconstruct(line).board,
    "with_saved_moves": CORNER.with_saved_moves,
    "optimize": lambda line: _shown(pushbox.optimize(CORNER, line, objective="moves")),
}


def _shown(optimized: pushbox.Optimized) -> tuple[str, object]:
    return optimized.text, optimized.before


@pytest.mark.parametrize("taker", TAKERS)
def test_a_solution_is_taken_in_each_form(taker: str) -> None:
    """With the result that its text has."""
    for how, line in LINES.items():
        assert TAKERS[taker](line()) == TAKERS[taker](SOLUTION), how
    assert TAKERS[taker]([*SOLUTION]) == TAKERS[taker](SOLUTION), "letters, each a text"


@pytest.mark.parametrize("taker", WITH_TEXT)
def test_without_a_position_a_solution_has_a_text(taker: str) -> None:
    """A list of moves has none until a position writes it; the error says what has."""
    for how, line in LINES.items():
        if "moves" not in how or how == "saved moves":
            assert WITH_TEXT[taker](line()) == WITH_TEXT[taker](SOLUTION), how
        else:
            with pytest.raises(ArgumentError, match=r" or what has a text$|, such as Solved$|^solution 1: found "):
                WITH_TEXT[taker](line())


@pytest.mark.parametrize("taker", ["measure", "reconstruct"])
def test_letters_need_no_position(taker: str) -> None:
    """Each is a move as the text has it; a list that has anything else is refused."""
    assert WITH_TEXT[taker]([*SOLUTION]) == WITH_TEXT[taker](iter(SOLUTION)) == WITH_TEXT[taker](SOLUTION)
    for others in (["r", 2], ["rR"], ["2", "R"], [None]):
        with pytest.raises(ArgumentError, match=r"^text: found .* or what has a text$"):
            WITH_TEXT[taker](others)


@pytest.mark.parametrize("name", ["multiban", "crossoban", "hanano", "blockage", "versus"])
def test_lists_of_moves_are_played_in_other_games(name: str) -> None:
    """Moves are those of the game, whatever their type."""
    level = pushbox.builtin(name)[0]
    text = level.saved_moves[0].text
    moves = pushbox.load(level).parse(text)
    assert pushbox.verify(level, moves) == pushbox.verify(level, text)
    assert pushbox.verify(level, moves[:-1]).status is pushbox.verify(level, []).status
    with pytest.raises(ArgumentError, match=r"^move: found 'R', expected a move of ") as caught:
        pushbox.verify(level, [*moves[:1], "R"])
    assert "During handling" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("name", pushbox.games.keys())
def test_texts_of_moves_are_played_as_a_session_lists_them(name: str) -> None:
    """Those of `Session.legal_moves`, of any piece that is steered, are one line of play for all that take one."""
    level = pushbox.builtin(name if name in pushbox.levels.names() else "lessons")[-1]
    session, rng, texts = pushbox.Session(level, game=pushbox.game(name)), random.Random(1), list[str]()
    for _ in range(12):
        if not (legal := session.legal_moves):
            break
        text = rng.choice(legal)
        with suppress(IllegalMove):  # a player who does not see everything may try
            session.play_text([text])
            texts.append(text)
    assert len(texts) > 1
    assert pushbox.verify(level, texts, game=session.game).text == session.text
    again = pushbox.Session(level, game=session.game)
    again.play_text(texts)
    assert (again.text, again.move_stack) == (session.text, session.move_stack)
    assert pushbox.load(level, session.game).parse(texts) == session.move_stack


def test_texts_stay_moves_where_a_game_has_texts_as_moves() -> None:
    """A package's game may have any values as moves."""

    class Words(Sokoban):
        def apply(self, state: State, move: Any) -> Transition[State] | None:
            return super().apply(state, _WORDS.index(move))

        def play_line(self, state: State, moves: Any, deadline: Deadline = NEVER) -> PlayedLine[State]:
            return super().play_line(state, [_WORDS.index(move) for move in moves], deadline)

        def pseudo_legal_moves(self, state: State) -> Any:
            del state
            return _WORDS

    position = pushbox.load(CORNER, pushbox.games.Game(Words(), SinglePusherControls))
    assert position.parse(["up", "right"]) == ["up", "right"]
    moves, line = position.play(["up", "right"])
    assert (moves, line.played) == (["up", "right"], 2)
    with pytest.raises(ArgumentError, match=r"^move: found 'u', expected a move of Sokoban, such as 'left'; "):
        position.play(["up", "u"])


_WORDS = ("left", "up", "right", "down")
