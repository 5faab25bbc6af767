"""What happens, in sentences."""

from __future__ import annotations

import random

import pytest

from pushbox import conformance, formats, games, levels
from pushbox.board import FLOOR, GOAL, Board, Piece, Terrain
from pushbox.games.position import Position, load
from pushbox.level import Level
from pushbox.render.notes import counted_pieces
from pushbox.sentence import LANGUAGES, spoken, use_language
from pushbox.tui.narration import boxes_home, describe, narrate, repeated

OTHERS = [language for language in LANGUAGES if language != "en"]


def said(start: Position, moves: str) -> list[str]:
    """Return the sentences about moves in the notation of a game."""
    sentences, position = [], start
    for move in start.parse(moves):
        after = position.apply(move)
        sentences += narrate(position.view, after.view, position.transition(move).changes)
        position = after
    return sentences


def room(board: str, **headers: str) -> Position:
    """Return the first position of a level of Sokoban, or of another game."""
    head = "".join(f"{name.capitalize()}: {value}\n" for name, value in headers.items())
    return load(formats.read(f"{board}\n{head}", format="xsb").levels[0])


def row(terrain: list[Terrain], pieces: list[Piece], game: str) -> Position:
    return load(Level(Board(len(terrain), 1, tuple(terrain), tuple(pieces)), game))


def test_a_box_is_pushed_onto_a_goal_and_off_it() -> None:
    """Walks and pushes have their direction; goals are mentioned."""
    assert said(room("########\n#@$.  .#\n#     .#\n########"), "RRdl") == [
        "You push the box right onto a goal",
        "You push the box right off its goal",
        "You walk down",
        "You walk left",
    ]


def test_numbered_goals_are_their_own_or_not() -> None:
    """A box on the goal of another is said to be so."""
    goals = [FLOOR, FLOOR, GOAL._replace(number=1), GOAL._replace(number=12), FLOOR]
    start = row(goals, [Piece("pusher", (0,)), Piece("box", (1,), number=12), Piece("box", (4,), number=1)], "plus")
    assert said(start, "RR") == [
        "You push the box 12 right onto goal 1, which is not its own",
        "You push the box 12 right onto goal 12",
    ]
    assert boxes_home(start.apply(start.parse("R")[0]).view) == "0 of 2 boxes are home"


def test_pieces_are_counted_as_their_game_calls_them() -> None:
    """In every language: stones of one kind, and pieces where there are several kinds."""
    stone, block = Piece("stone", (0,), ("red",)), Piece("block", (1,))
    board = Board(3, 1, (GOAL, FLOOR, GOAL), (Piece("pusher", (2,)), stone, block._replace(kind="stone")))
    expected = {"en": ("2 stones", "2 pieces"), "de": ("2 Steine", "2 Teile"), "zh": ("2 块石头", "2 个棋子")}
    try:
        for language in LANGUAGES:
            use_language(language)
            stones, pieces = expected[language]
            assert stones in boxes_home(board)
            assert spoken(counted_pieces([stone, block], 2)) == pieces
    finally:
        use_language("en")


def test_several_boxes_and_several_pushers() -> None:
    """Two boxes in a row are pushed at once; of several pushers each is named by its cell."""
    assert said(room("#######\n#@$$ .#\n#.    #\n#######", options="max_push=2"), "R") == ["You push 2 boxes right"]
    assert said(room("#######\n#@$ .@#\n#######", game="multiban"), "R") == ["The pusher at B2 pushes the box right"]


def test_hidden_boxes_show_when_they_do() -> None:
    """Nothing is said of what the player does not see."""
    pieces = [Piece("pusher", (0,)), Piece("box", (2,)), Piece("box", (4,), hidden=True)]
    start = row([FLOOR] * 5 + [GOAL, GOAL], pieces, "sokoban")
    assert "box" not in " ".join(describe(start.view)).replace("Box: C1.", "").replace("0 of 1 box is home", "")


@pytest.mark.parametrize("key", games.keys())
def test_every_change_that_is_seen_is_said(key: str) -> None:
    """A move that makes the board look otherwise says something; one that does nothing to be seen says nothing.

    In every language as much, and never the same.
    """
    rng, count = random.Random(11), 0
    for level in conformance.random_levels(games.find(key), 12, seed=8):
        position = load(level)
        for _ in range(25):
            if not (moves := list(position.legal_moves)):
                break
            move = rng.choice(moves)
            after = position.apply(move)
            sentences = narrate(position.view, after.view, position.transition(move).changes)
            before_view, after_view = position.visible.board, after.visible.board
            changed = (before_view.terrain, before_view.pieces) != (after_view.terrain, after_view.pieces)
            assert sentences or not changed, (str(position), str(after))
            if not changed and not any(change.tick for change in position.transition(move).changes):
                assert not sentences, str(position)
            assert all(text[0].isupper() and "  " not in text for text in sentences)
            for language in OTHERS:
                use_language(language)
                told = narrate(position.view, after.view, position.transition(move).changes)
                use_language("en")
                assert len(told) == len(sentences)
                assert not {*told} & {*sentences}
            position, count = after, count + 1
    assert count > 80


def test_the_board_is_described() -> None:
    """Size, pieces, goals, what is beside the player, and how many boxes are home."""
    start = room("######\n#@$ .#\n#  * #\n######")
    (pusher,) = start.view.of_kind("pusher")
    assert describe(start.view, pusher) == [
        "The board has 6 columns and 4 rows.",
        "You: B2.",
        "Box: C2.",
        "Box at home: D3.",
        "Goal: E2, D3.",
        "1 of 2 boxes is home.",
        "Beside B2: left wall, up wall, right box, down floor.",
    ]


def test_what_repeats_is_said_once() -> None:
    """With how often."""
    assert repeated(["You walk up", "You walk up", "You push the box up"]) == [
        "You walk up, 2 times.",
        "You push the box up.",
    ]


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("multiban", "The pusher at D3 pushes the box left onto a goal"),
        ("crossoban", "You push the blue box right"),
        ("sokolor", "The red box at E2 vanishes"),
        ("hanano", "The red stone at D3 blooms"),
        ("blockage", "The red stone at C3 is fixed"),
        ("blockoban", "The red block at B2 slides 3 cells right onto a red goal"),
        ("versus", "Player 2 pushes the box right onto a goal of player 1"),
    ],
)
def test_games_have_their_words(key: str, sentence: str) -> None:
    """The last thing that happens in the first lesson of a game, as its rules call it."""
    shipped = (level for name in levels.names() for level in formats.read_file(levels.path(name)).levels)
    level = next(level for level in shipped if level.game == key)
    assert said(load(level), level.saved_moves[0].text)[-1] == sentence
