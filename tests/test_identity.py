"""Symmetries form a group and keep the rules; ids are the published ones; duplicates are found and named."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import boards, levels

from pushbox import formats
from pushbox.analysis.duplicates import duplicates
from pushbox.board import FLOOR, GOAL, WALL, Board, NamedCounter, Piece, Terrain
from pushbox.errors import LevelError
from pushbox.grid import grid
from pushbox.identity import (
    ALL,
    IDENTITY,
    MIRROR,
    UPRIGHT,
    Duplicate,
    Relation,
    Symmetry,
    canonical_id,
    exact_id,
    ids,
    normal_text,
    position_text,
    transform,
    unique_id,
)
from pushbox.identity.ids import _playable
from pushbox.identity.native import plain_cells, plain_texts
from pushbox.identity.normalize import MOST_VISITS, plain_normal_rows
from pushbox.identity.sokoban_grid import sokoban_grid
from pushbox.identity.symmetry import turn_piece
from pushbox.identity.texts import _least_any_text, _usual, least_text
from pushbox.level import Level
from pushbox.play.verify import verify
from pushbox.tiling import SQUARE, Turned

symmetries = st.sampled_from(ALL)
TURNED = {symmetry: SQUARE.turned(symmetry) for symmetry in ALL}
UNJOINED = (
    WALL, FLOOR, GOAL, Terrain("goal", number=2), Terrain("goal", number=11), Terrain("tile", "red", uses=3),
    Terrain("conveyor", direction=0), Terrain("conveyor", direction=3), Terrain("passage", ports=3),
)  # fmt: skip

FIRST = """\
###########
##### *. ##
####  @# ##
#  $.$#####
#   #  $ .#
##### $  .#
###########"""
SECOND = """\
############
####   @####
###  *$  ###
# . .#. $###
#  $$ #. ###
### ..$    #
########## #
############"""


_PLAYER, _BOX = Piece("pusher", (0,)), Piece("box", (1,))
_NEARLY_PLAIN = [
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("pusher", (1,)))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_BOX,)),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("box", (0,)))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, _BOX, _BOX)),
    Board(3, 1, (FLOOR, WALL, GOAL), (_PLAYER, _BOX)),
    Board(3, 1, (WALL, FLOOR, GOAL), (_PLAYER, _BOX)),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, _BOX._replace(number=1))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, _BOX._replace(spent=True))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("box", (1, 2)))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("box", (3,)))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("box", (-1,)))),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, Piece("stone", (1,)))),
    Board(3, 1, (FLOOR, FLOOR, Terrain("goal", number=1)), (_PLAYER, _BOX)),
    Board(3, 1, (FLOOR, FLOOR, GOAL), (_PLAYER, _BOX), (NamedCounter("steps", 1),)),
]


@st.composite
def usual_boards(draw: st.DrawFn) -> Board:
    """Draw boards of terrain that is not joined, with numbered pieces, one a cell, some of them of one group."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    area = width * height
    terrain = draw(st.lists(st.sampled_from(UNJOINED), min_size=area, max_size=area))
    cells = draw(st.lists(st.integers(0, area - 1), unique=True))
    kinds, colours = st.sampled_from(("box", "pusher")), st.sampled_from(((), ("red",), ("blue",)))
    numbers, groups = st.integers(0, 12), st.sampled_from((0, 3))
    pieces = [Piece(draw(kinds), (cell,), draw(colours), draw(numbers), draw(groups)) for cell in cells]
    return Board(width, height, tuple(terrain), tuple(pieces))


def board(text: str) -> Board:
    return formats.read(text, format="xsb").levels[0].board


def level(text: str) -> Level:
    return Level(board(text))


def composed(one: Symmetry, other: Symmetry) -> Symmetry:
    """Return the only symmetry that turns each direction as one and then the other do."""
    (symmetry,) = (
        symmetry
        for symmetry in ALL
        if all(TURNED[symmetry][end] == TURNED[other][TURNED[one][end]] for end in SQUARE.directions)
    )
    return symmetry


class TestSymmetries:
    """The eight symmetries."""

    @given(boards(), symmetries, symmetries)
    def test_composition(self, board: Board, one: Symmetry, other: Symmetry) -> None:
        """One after the other is the composition, on boards of every kind of part."""
        assert transform(transform(board, one), other) == transform(board, composed(one, other))

    @given(boards(), symmetries)
    def test_inverse(self, board: Board, symmetry: Symmetry) -> None:
        """The inverse undoes, on either side, and the identity does nothing."""
        assert transform(transform(board, symmetry), SQUARE.inverse(symmetry)) == board
        assert transform(transform(board, SQUARE.inverse(symmetry)), symmetry) == board
        assert transform(board, IDENTITY) == board

    @given(boards(), symmetries)
    def test_boards_stay_boards(self, board: Board, symmetry: Symmetry) -> None:
        """No fault appears, no part is lost, and sizes are as those of the rectangle."""
        turned = transform(board, symmetry)
        assert turned.rectangle == board.rectangle.transformed(symmetry)
        assert not turned.faults()
        assert turned.counters == board.counters
        assert sorted(piece.kind for piece in turned.pieces) == sorted(piece.kind for piece in board.pieces)

    def test_they_are_a_group_of_eight(self) -> None:
        """Composition stays among the eight, is associative, and each has one inverse."""
        assert len(set(ALL)) == 8
        for one in ALL:
            assert composed(one, SQUARE.inverse(one)) == composed(SQUARE.inverse(one), one) == IDENTITY
            assert {composed(one, other) for other in ALL} == set(ALL)
            for other in ALL:
                for third in ALL:
                    assert composed(composed(one, other), third) == composed(one, composed(other, third))

    @pytest.mark.parametrize("symmetry", ALL)
    def test_directions_and_cells_turn_alike(self, symmetry: Symmetry) -> None:
        """A step in a direction becomes the step in the turned direction: of arrows, conveyors, ports and letters."""
        shape = grid(4, 3)
        for cell in range(shape.outside):
            for direction in SQUARE.directions:
                near = shape.step[direction][cell]
                if near == shape.outside:
                    continue
                terrain = [Terrain("floor")] * shape.outside
                terrain[cell] = Terrain("conveyor", direction=direction, ports=1 << direction)
                domino = Piece("stone", (cell, near), arrow=direction, ports=1 << direction)
                turned = transform(Board(4, 3, tuple(terrain), (domino,)), symmetry)
                (piece,) = turned.pieces
                expected = turned.grid.direction(*piece.cells)
                assert expected is not None
                assert turned.terrain[piece.anchor].direction == expected == piece.arrow
                assert turned.terrain[piece.anchor].ports == 1 << expected == piece.ports
                assert SQUARE.turned_letters(SQUARE.letters[direction], symmetry) == SQUARE.letters[expected]

    def test_solutions_turn_with_their_levels(self, shared: Path) -> None:
        """A solution in turned letters solves the turned level, and in the same spelling of pushes."""
        level = formats.read_file(shared / "falcon" / "perfect_178.xsb").levels[0]
        text = level.saved_moves[0].text
        for symmetry in ALL:
            replay = verify(Level(transform(level.board, symmetry)), SQUARE.turned_letters(text, symmetry))
            assert replay.solved
            assert replay.text == SQUARE.turned_letters(verify(level, text).text, symmetry)


class TestPublishedIds:
    """Exact-Id and Unique-Id."""

    def test_golden_values(self) -> None:
        """The two published Exact-Ids, and the Unique-Ids of their boards."""
        assert exact_id(board(FIRST)) == "4C58C6973860C790"
        assert exact_id(board(SECOND)) == "545CE11D547CC6D6"
        assert unique_id(board(FIRST)) == "047A3E3FBB7A401C"
        assert unique_id(board(SECOND)) == "017F1D37EE023ACB"

    @pytest.mark.parametrize("text", [FIRST, SECOND])
    def test_unique_id_is_that_of_all_symmetries(self, text: str) -> None:
        """Turning changes the Exact-Id and keeps the Unique-Id."""
        turned = [transform(board(text), symmetry) for symmetry in ALL]
        assert {unique_id(one) for one in turned} == {unique_id(board(text))}
        assert len({exact_id(one) for one in turned}) == 8

    def test_what_nobody_sees_does_not_count(self) -> None:
        """Wall outside, rooms that cannot be reached and their contents leave both ids; the player's cell the one."""
        bare = board("#####\n#@$.#\n#   #\n#####")
        grown = board("########\n#@$.####\n#   # $#\n########\n########")
        walked = board("#####\n# $.#\n#@  #\n#####")
        assert exact_id(bare) == exact_id(grown) != exact_id(walked)
        assert unique_id(bare) == unique_id(grown) == unique_id(walked)

    def test_an_open_board_has_ids(self) -> None:
        """Where the player can leave the board its edge counts as wall."""
        assert exact_id(Board(2, 1, (Terrain("floor"),) * 2, (Piece("pusher", (0,)),)))

    @pytest.mark.parametrize(
        "board",
        [
            Board(1, 1, (Terrain("floor"),)),
            Board(2, 1, (Terrain("floor"),) * 2, (Piece("pusher", (0,)), Piece("pusher", (1,)))),
            Board(2, 1, (Terrain("floor"),) * 2, (Piece("pusher", (0,)), Piece("box", (1,), number=1))),
            Board(2, 1, (Terrain("floor"), Terrain("ice")), (Piece("pusher", (0,)),)),
            Board(2, 1, (Terrain("wall"), Terrain("floor")), (Piece("pusher", (0,)),)),
            Board(2, 1, (Terrain("floor"),) * 2, (Piece("pusher", (0,)),), (NamedCounter("steps", 1),)),
            Board(2, 1, (Terrain("floor"),) * 2, (Piece("pusher", (7,)),)),
            Board(0, 0, ()),
        ],
    )
    def test_other_boards_have_none(self, board: Board) -> None:
        """The ids are defined for Sokoban with one player: anything else is an error, and has no normal form."""
        with pytest.raises(LevelError, match="expected walls, floor, goals, boxes and one player"):
            exact_id(board)
        with pytest.raises(LevelError):
            unique_id(board)
        assert normal_text(board) is None


class TestCanonicalId:
    """The id of a level of any game."""

    @given(levels(), symmetries)
    def test_symmetries_keep_it(self, level: Level, symmetry: Symmetry) -> None:
        """A turned level, with other words, has the same id; under gravity this holds for mirroring."""
        turned = replace(
            level, board=transform(level.board, symmetry), title="other", saved_moves=(), notes="", headers=()
        )
        assert canonical_id(turned) == canonical_id(level)
        mirrored = replace(level, board=transform(level.board, MIRROR))
        assert canonical_id(mirrored, UPRIGHT) == canonical_id(level, UPRIGHT)

    @given(usual_boards(), symmetries)
    def test_usual_boards_have_the_text_of_any(self, board: Board, symmetry: Symmetry) -> None:
        """The quick way for terrain that is not joined and numbered pieces gives what the way for everything gives."""
        assert _usual(board)
        assert position_text(board, symmetry) == _least_any_text(board, (symmetry,))
        assert least_text(board, ALL) == _least_any_text(board, ALL)

    @given(st.integers(0, 10**6))
    def test_plain_boards_have_the_text_of_any(self, seed: int) -> None:
        """Native code gives the ids of a plain board that Python gives, of sizes with one and with two digits."""
        plain = random_board(seed, 12)
        assert ids(Level(plain), normalize=True)[:2] == ids(Level(plain))[:2]
        grid = sokoban_grid(plain)
        assert grid is not None
        normal = plain_normal_rows(grid).encode("ascii")
        texts = (_least_any_text(plain, (IDENTITY,)), _least_any_text(plain, ALL), normal)
        assert texts_of(plain) == texts

    @given(st.one_of(boards(), usual_boards()))
    def test_native_code_knows_what_is_plain(self, board: Board) -> None:
        """It takes those boards that Python takes as plain ones, and no other."""
        assert (texts_of(board) is None) == (sokoban_grid(board) is None)

    @pytest.mark.parametrize("board", _NEARLY_PLAIN)
    def test_what_is_nearly_plain_is_not(self, board: Board) -> None:
        """Another player, two pieces on a cell, one on a wall, a property, a counter: each is refused by both."""
        assert sokoban_grid(board) is None
        assert texts_of(board) is None

    @given(boards())
    def test_the_least_text_is_that_of_a_symmetry(self, board: Board) -> None:
        """That pieces are looked at last changes nothing: it is the smallest of the texts of all symmetries."""
        assert least_text(board, ALL) == min(position_text(board, symmetry) for symmetry in ALL)

    def test_pieces_count_where_cells_are_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The pieces of a board are turned in those symmetries only in which its cells have the smallest text."""
        turned: list[Turned] = []

        def count(piece: Piece, way: Turned, ends: dict[int, int]) -> Piece:
            turned.append(way)
            return turn_piece(piece, way, ends)

        monkeypatch.setattr(import_module("pushbox.identity.texts"), "turn_piece", count)
        pieces = tuple(Piece("block", (cell, cell + 1)) for cell in range(0, 30, 2))
        for terrain, of in (((WALL, *(FLOOR,) * 29), 1), ((FLOOR,) * 30, 4)):
            turned.clear()
            assert least_text(Board(10, 3, terrain, pieces), ALL)
            assert len(set(turned)) == of

    @given(boards(), boards())
    def test_unlike_boards_have_unlike_texts(self, one: Board, other: Board) -> None:
        """Equal texts mean that a symmetry leads from one to the other, but for names and orders of cells."""
        same = any(position_text(one, symmetry) == position_text(other) for symmetry in ALL)
        assert (canonical_id(Level(one)) == canonical_id(Level(other))) == same
        if one == other:
            assert same

    @given(boards(), st.randoms(use_true_random=False))
    def test_any_field_counts(self, board: Board, rng: random.Random) -> None:
        """Another number on a piece or on a cell is another level."""
        cell = rng.randrange(len(board.terrain))
        terrain = list(board.terrain)
        terrain[cell] = terrain[cell]._replace(number=terrain[cell].number + 1000)
        assert canonical_id(Level(replace(board, terrain=tuple(terrain)))) != canonical_id(Level(board))
        if board.pieces:
            first = board.pieces[0]._replace(number=2000)
            assert canonical_id(Level(replace(board, pieces=(first, *board.pieces[1:])))) != canonical_id(Level(board))

    def test_game_and_options_count(self) -> None:
        """The same board is another level in another game or with other options, in whatever order."""
        base = level(FIRST)
        ids = {
            canonical_id(base),
            canonical_id(replace(base, game="multiban")),
            canonical_id(replace(base, options=(("steps", 9), ("max_push", 2)))),
            canonical_id(replace(base, options=(("steps", 9),))),
        }
        assert len(ids) == 4
        swapped = replace(base, options=(("max_push", 2), ("steps", 9)))
        assert canonical_id(swapped) in ids

    def test_gravity_distinguishes_up_from_down(self) -> None:
        """A level upside down is another one where only upright symmetries are allowed."""
        upside_down = Level(transform(board(FIRST), Symmetry(2)))
        assert canonical_id(upside_down) == canonical_id(level(FIRST))
        assert canonical_id(upside_down, UPRIGHT) != canonical_id(level(FIRST), UPRIGHT)

    def test_names_of_pairs_do_not_count(self) -> None:
        """Teleporters joined alike are alike, whatever numbers join them, and joined otherwise are not."""

        def line(*pairs: int) -> Level:
            return Level(Board(4, 1, tuple(Terrain("teleporter", pair=pair) for pair in pairs)))

        assert canonical_id(line(1, 2, 1, 2)) == canonical_id(line(7, 3, 7, 3)) != canonical_id(line(1, 1, 2, 2))

    def test_the_order_of_cells_counts_only_in_bloom(self) -> None:
        """Which cell of a block is named first is no matter; where the flower of a stone is, is one."""

        def stone(*cells: int, bloomed: bool) -> Level:
            piece = Piece("stone", cells, ("red", "blue") if cells == (0, 1) else ("blue", "red"), bloomed=bloomed)
            return Level(Board(2, 2, (Terrain("floor"),) * 4, (piece,)))

        assert canonical_id(stone(0, 1, bloomed=False)) == canonical_id(stone(1, 0, bloomed=False))
        assert canonical_id(stone(0, 1, bloomed=True)) != canonical_id(stone(1, 0, bloomed=True))


def texts_of(board: Board) -> tuple[str, str, bytes] | None:
    """Return the texts of a board in native code, None where it is no plain one."""
    cells = plain_cells(board)
    return None if cells is None else plain_texts(board.width, cells, MOST_VISITS)


def random_board(seed: int, longest: int = 7) -> Board:
    """Return a crowded board of walls, goals and boxes with one player; maybe open, with rooms beside the player's."""
    rng = random.Random(seed)
    width, height = rng.randint(1, longest), rng.randint(1, longest)
    size = width * height
    thick = rng.choice((0.1, 0.3, 0.5))
    terrain = [Terrain("wall" if rng.random() < thick else rng.choice(("floor", "floor", "goal"))) for _ in range(size)]
    player = rng.randrange(size)
    terrain[player] = Terrain(rng.choice(("floor", "goal")))
    free = [cell for cell in range(size) if terrain[cell].kind != "wall" and cell != player]
    boxes = rng.sample(free, rng.randint(0, min(len(free), 6)))
    return Board(
        width, height, tuple(terrain), (Piece("pusher", (player,)), *(Piece("box", (cell,)) for cell in boxes))
    )


ROOM = """\
#####
#@$.#
#   #
#####"""


class TestNormalForm:
    """The normal form of Sokoban boards."""

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param("#####\n# $.#\n#@  #\n#####", id="the player elsewhere in its area"),
            pytest.param("########\n#@$.#$.#\n#   #  #\n########", id="a room that nobody reaches"),
            pytest.param("#######\n##@$.##\n##   ##\n#######\n#######", id="thick walls"),
            pytest.param("#####\n# #*#\n#@$.#\n#   #\n#####", id="a box that stays on its goal, and a dead end"),
            pytest.param("########\n#@$.#  #\n#      #\n#####  #\n    ####", id="not: a room to turn in"),
            pytest.param("#######\n#@$.###\n#     #\n#######", id="a dead end of two cells"),
            pytest.param("#######\n# $.###\n#    @#\n#######", id="the player in a dead end"),
            pytest.param("#####\n#.$@#\n#   #\n#####", id="mirrored"),
            pytest.param("####\n# @#\n# $#\n# .#\n####", id="turned"),
        ],
    )
    def test_what_does_not_matter(self, other: str, request: pytest.FixtureRequest) -> None:
        """Each of these has the normal form of the room, but the one whose name says that it is another."""
        same = "not" not in request.node.callspec.id
        assert (normal_text(board(other)) == normal_text(board(ROOM))) == same

    @pytest.mark.parametrize(
        "text",
        [
            "#####\n# .$#\n#@  #\n#####",  # the box stands in a dead end, off its goal
            "######\n#@$ .#\n######",  # a corridor: the player in its end cannot step out, a box is before them
            "#####\n# $.#\n#@* #\n#   #\n#####",  # the box on the goal can still be pushed
        ],
    )
    def test_what_matters_stays(self, text: str) -> None:
        """Boxes that can move or stand wrong stay, and so does what is needed to push them."""
        normal = normal_text(board(text))
        assert normal is not None
        assert sum(sign in "$*" for sign in normal) == len(board(text).of_kind("box"))

    @given(st.integers(0, 10**6))
    def test_the_smallest_of_all_symmetries_is_taken(self, seed: int) -> None:
        """No other turn of a normal form, with the player at the first cell of its area then, is a smaller text."""
        text = normal_text(random_board(seed))
        assert text is not None
        playable = _playable(_board_of(text))
        turned = [playable.transformed(symmetry) for symmetry in ALL]
        assert min(grid.text(min(grid.reach("#$*"))) for grid in turned) == text

    def test_normal_forms_stay_what_they_are(self) -> None:
        """Libraries keep sums of the texts, so that not a sign of them may change."""
        texts = [normal_text(random_board(seed)) for seed in range(500)]
        assert hashlib.sha256("".join(filter(None, texts)).encode()).hexdigest()[:16] == "317a54f9a2779897"

    @given(st.integers(0, 10**6), symmetries)
    def test_symmetries_keep_it(self, seed: int, symmetry: Symmetry) -> None:
        """A turned board has the same normal form."""
        drawn = random_board(seed)
        assert normal_text(transform(drawn, symmetry)) == normal_text(drawn) is not None

    @given(st.integers(0, 10**6))
    def test_the_normal_form_is_normal(self, seed: int) -> None:
        """The normal form of a normal form is itself."""
        text = normal_text(random_board(seed))
        assert text is not None
        assert normal_text(_board_of(text)) == text

    @given(st.integers(0, 10**6))
    def test_solvable_levels_stay_so(self, seed: int) -> None:
        """A level that can be solved can be solved in its normal form, where every box could be reached."""
        drawn = random_board(seed)
        if len(drawn.of_kind("box")) not in {1, 2} or drawn.width * drawn.height > 25:
            return
        text = normal_text(drawn)
        assert text is not None
        if sum(s in "$*" for s in text) == len(drawn.of_kind("box")):
            assert _solvable(_signs(drawn)) == _solvable(text.splitlines())


def _board_of(text: str) -> Board:
    rows = text.splitlines()
    signs = "".join(rows)
    terrain = tuple(Terrain("wall" if s == "#" else "goal" if s in ".*+" else "floor") for s in signs)
    pieces = tuple(Piece("box" if s in "$*" else "pusher", (cell,)) for cell, s in enumerate(signs) if s in "$*@+")
    return Board(len(rows[0]), len(rows), terrain, pieces)


def _signs(board: Board) -> list[str]:
    signs = ["#" if t.kind == "wall" else "." if t.kind == "goal" else " " for t in board.terrain]
    for piece in board.pieces:
        goal = signs[piece.anchor] == "."
        signs[piece.anchor] = ("*" if goal else "$") if piece.kind == "box" else ("+" if goal else "@")
    return ["".join(signs[row * board.width : (row + 1) * board.width]) for row in range(board.height)]


def _solvable(rows: list[str]) -> bool:
    """Search everything, on cells as (row, column), with no code of the project."""
    cells = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"}
    goals = {cell for cell, sign in cells.items() if sign in ".*+"}
    player = next(cell for cell, sign in cells.items() if sign in "@+")
    start = (player, frozenset(cell for cell, sign in cells.items() if sign in "$*"))
    seen, front = {start}, [start]
    for player, boxes in front:
        if boxes <= goals:
            return True
        for r, c in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            step, beyond = (player[0] + r, player[1] + c), (player[0] + 2 * r, player[1] + 2 * c)
            after = boxes
            if step in boxes:
                if beyond not in cells or beyond in boxes:
                    continue
                after = boxes - {step} | {beyond}
            if step in cells and (step, after) not in seen:
                seen.add((step, after))
                front.append((step, after))
    return False


class TestDuplicates:
    """Groups of levels that are the same."""

    def test_relations_are_named(self) -> None:
        """Each level of a group has its relation to the first of it; a level alone is in no group."""
        room = level(ROOM)
        pairs = duplicates(
            [
                room,
                level(FIRST),
                Level(transform(room.board, Symmetry(1))),
                replace(room, title="again"),
                level("#####\n# $.#\n#@  #\n#####"),
                level(SECOND),
                Level(transform(board(SECOND), Symmetry(2, mirrored=True))),
            ]
        )
        assert [tuple(group) for group in pairs] == [
            (0, (Duplicate(2, Relation.SYMMETRIC), Duplicate(3, Relation.EQUAL), Duplicate(4, Relation.NORMAL))),
            (5, (Duplicate(6, Relation.SYMMETRIC),)),
        ]

    def test_only_plain_sokoban_is_normalised(self) -> None:
        """In other games, and under options, what is unseen may matter."""
        walked = level("#####\n# $.#\n#@  #\n#####")
        for change in ({"game": "multiban"}, {"options": (("max_push", 2),)}):
            pair = [replace(level(ROOM), **change), replace(walked, **change)]
            assert duplicates(pair) == []

    @pytest.mark.usefixtures("soon")
    def test_a_thousand_levels(self) -> None:
        """No pair of a thousand levels is compared by hand, and what is found among a hundred is found among all."""
        many = [Level(random_board(seed)) for seed in range(1000)]
        assert len(duplicates(many)) >= len(duplicates(many[:100]))

    def test_real_collections(self, shared: Path) -> None:
        """A collection turned and joined to itself is found level by level; in Microban no two are the same."""
        levels = formats.read_file(shared / "skinner" / "Microban.txt").levels
        assert duplicates(levels) == []
        turned = [replace(one, board=transform(one.board, Symmetry(3, mirrored=True))) for one in levels]
        groups = duplicates([*levels, *turned])
        assert len(groups) == len(levels)
        assert all(group.others[0].level == group.first + len(levels) for group in groups)
