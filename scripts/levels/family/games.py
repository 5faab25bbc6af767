"""The tables of the nine games: their themes, and how many levels there are of each."""

from __future__ import annotations

import math
from dataclasses import replace

from pushbox.board import GOAL, Piece, Terrain

from .boards import HOLE
from .theme import GENTLE, GameThemes, Stair, Theme


def _box(colour: str = "", **more: int) -> Piece:
    return Piece("box", (0,), (colour,) if colour else (), **more)  # type: ignore[arg-type]


def _stone(colour: str, arrow: int = -1) -> Piece:
    return Piece("stone", (0,), (colour,), arrow=arrow)


def _tile(colour: str) -> Terrain:
    return Terrain("goal", colour=colour)


def _square(colour: str = "", group: int = 0) -> Piece:
    return Piece("block", (0,), (colour,) if colour else (), group=group)


YOU = Piece("pusher", (0,))
LINKED = Piece("pusher", (0,), group=1)
RED, BLUE, GREEN = _box("red"), _box("blue"), _box("green")
ICE, LOCK = Terrain("ice"), Terrain("lock")
TINY = ((3, 4), (3, 5), (4, 4), (4, 5))
SMALL, MIDDLE = ((5, 5), (4, 6), (5, 6)), ((5, 6), (6, 6), (5, 7))
FLAT = ((4, 6), (4, 7), (5, 6), (5, 7))


def _goal(number: int) -> Terrain:
    return GOAL._replace(number=number)


PLUS = GameThemes(
    "plus",
    "Boxes with numbers: puzzles",
    (
        Theme(
            "Two boxes, each with a goal of its own.",
            SMALL,
            (_goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=2)),
            25,
        ),
        Theme(
            "One box has a number, two have none.",
            SMALL,
            (_goal(1), GOAL, GOAL),
            (YOU, _box(number=1), _box(), _box()),
            30,
        ),
        Theme(
            "Three boxes, three numbers.",
            MIDDLE,
            (_goal(1), _goal(2), _goal(3)),
            (YOU, *(_box(number=n) for n in (1, 2, 3))),
            40,
        ),
        Theme(
            "Two boxes have the same number.",
            MIDDLE,
            (_goal(1), _goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=1), _box(number=2)),
            35,
        ),
        Theme(
            "Without numbers it would be shorter.",
            SMALL,
            (_goal(1), _goal(2)),
            (YOU, _box(number=1), _box(number=2)),
            None,
            hinders=("number",),
        ),
    ),
    6,
    names=("Number", "Coin", "Ledger"),
)

MULTIBAN = GameThemes(
    "multiban",
    "Multiban: puzzles for several",
    (
        Theme("Two players and two boxes.", SMALL, (GOAL, GOAL), (YOU, YOU, _box(), _box()), 14),
        Theme("Two players and three boxes.", MIDDLE, (GOAL, GOAL, GOAL), (YOU, YOU, _box(), _box(), _box()), 18),
        Theme("Three players and two boxes.", MIDDLE, (GOAL, GOAL), (YOU, YOU, YOU, _box(), _box()), 12),
        Theme(
            "Narrow passages, and two players in them.",
            SMALL,
            (GOAL, GOAL),
            (YOU, YOU, _box(), _box()),
            16,
            walls=(0.35, 0.5),
        ),
        Theme(
            "Alone it takes longer, if it can be done at all.",
            SMALL,
            (GOAL, GOAL),
            (YOU, YOU, _box(), _box()),
            None,
            ("others",),
        ),
    ),
    6,
    names=("Twin", "Guild", "Choir"),
)

SOKOLOR = GameThemes(
    "sokolor",
    "Sokolor: pairs and more",
    (
        Theme("Two pairs: which of them goes first?", SMALL, (), (YOU, RED, RED, BLUE, BLUE), 20),
        Theme("Three pairs: which of them goes first?", MIDDLE, (), (YOU, RED, RED, BLUE, BLUE, GREEN, GREEN), 22),
        Theme("Three of one colour: none may be left alone.", SMALL, (), (YOU, RED, RED, RED), 18),
        Theme(
            "Boxes vanish three at a time.",
            MIDDLE,
            (),
            (YOU, RED, RED, RED, BLUE, BLUE, BLUE),
            22,
            options=(("vanish_min", 3),),
        ),
        Theme("One pair: it vanishes when it meets.", SMALL, (), (YOU, RED, RED), None),
    ),
    6,
    names=("Rainbow", "Ribbon", "Paint"),
)

CROSSOBAN = GameThemes(
    "crossoban",
    "Crossoban: puzzles",
    (
        Theme(
            "Not without the ice.",
            SMALL,
            (ICE,) * 5,
            (YOU, RED, RED),
            12,
            ("ice",),
            longer="Longer without the ice.",
            names=("Ice",),
        ),
        Theme(
            "A filter lets in boxes of its colour only.",
            SMALL,
            (Terrain("filter", colour="red"),) * 2,
            (LINKED, LINKED, RED, RED, BLUE),
            9,
            ("filter",),
            walls=(0.2, 0.4),
            names=("Sieve",),
        ),
        Theme(
            "A box on a lock stays there for good.",
            SMALL,
            (LOCK, LOCK),
            (YOU, RED, RED, BLUE, BLUE),
            12,
            names=("Lock",),
        ),
        Theme(
            "Not without the conveyors.",
            SMALL,
            tuple(Terrain("conveyor", direction=d) for d in (0, 1, 2, 3)),
            (YOU, RED, RED, RED),
            12,
            ("conveyor",),
            longer="Longer without the conveyors.",
            names=("Current",),
        ),
        Theme("Linked players step together.", SMALL, (), (LINKED, LINKED, RED, RED), 12, ("group",)),
        Theme(
            "Colours that must meet, and a goal for the box without one.",
            SMALL,
            (GOAL,),
            (YOU, RED, RED, BLUE, BLUE, _box()),
            18,
            names=("Ribbon",),
        ),
        Theme(
            "Weak floor holds only once.",
            SMALL,
            (Terrain("weak", uses=1),) * 3 + (GOAL, GOAL),
            (YOU, _box(), _box()),
            16,
            names=("Eggshell",),
        ),
    ),
    4,
    names=("Rope",),
)

HANANO = GameThemes(
    "hanano",
    "Hanano: flower beds",
    (
        Theme(
            "Two stones of one colour, and one flower for both.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 0)),
            7,
        ),
        Theme(
            "Two stones, and each has a flower of its own.",
            FLAT,
            (Terrain("flower", colour="red"), Terrain("flower", colour="blue")),
            (_stone("red", 1), _stone("blue", 2)),
            8,
        ),
        Theme(
            "Three stones, and one flower to begin with.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 1), _stone("red", 2)),
            8,
        ),
        Theme(
            "The grey block is needed.",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), _stone("red", 0), Piece("block", (0,))),
            7,
            ("block",),
            longer="Longer without the grey block.",
        ),
        Theme(
            "One stone: how does it come to its flower?",
            FLAT,
            (Terrain("flower", colour="red"),),
            (_stone("red", 1), Piece("block", (0,)), Piece("block", (0,))),
            None,
        ),
    ),
    6,
    nodes=30_000,
    changes=250,
    stairs=(Stair(4, 5), Stair(6, 7), Stair(17, 24, 1, (1, 1), share=4), Stair(25, math.inf, 2, (2, 2), share=8)),
    names=("Flower", "Petal", "Tulip"),
)

BLOCKAGE = GameThemes(
    "blockage",
    "Blockage: down the shafts",
    (
        Theme(
            "Two colours that pass through each other.",
            FLAT,
            (_tile("red"), _tile("green")),
            (_stone("red"), _stone("green")),
            8,
        ),
        Theme("Two stones of one colour.", FLAT, (_tile("red"), _tile("red")), (_stone("red"), _stone("red")), 8),
        Theme(
            "Not without the dye.",
            FLAT,
            (_tile("red"), Terrain("dye", colour="red", uses=1)),
            (_stone("green"), _stone("black")),
            8,
            ("dye",),
            longer="Longer without the dye.",
        ),
        Theme(
            "Not without the teleporter.",
            FLAT,
            (_tile("red"), _tile("green"), *(Terrain("teleporter", uses=1, pair=1),) * 2),
            (_stone("red"), _stone("green")),
            9,
            ("teleporter",),
            longer="Longer without the teleporter.",
        ),
        Theme(
            "Not without the black stone.",
            FLAT,
            (_tile("red"), _tile("green")),
            (_stone("red"), _stone("green"), _stone("black")),
            10,
            ("stone black",),
            longer="Longer without the black stone.",
        ),
    ),
    5,
    nodes=30_000,
    changes=250,
    stairs=(
        Stair(4, 6),
        Stair(7, 9),
        Stair(17, 24, 1, (1, 1), share=4),
        Stair(25, 29, 2, (2, 2), share=8),
        Stair(30, math.inf, 1, (1, 1), share=12, grows=True),
    ),
    names=("Shaft", "Coal", "Marble"),
)

ROUND = ((5, 5), (5, 6), (6, 6))
BLOCKOBAN = GameThemes(
    "blockoban",
    "Blockoban: slides and ricochets",
    (
        Theme(
            "Two squares, and nothing to hold on to but walls.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), _square("blue")),
            7,
            frame=HOLE,
        ),
        Theme(
            "A square without a colour is a wall that moves.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), _square("blue"), _square()),
            9,
            ("block",),
            frame=HOLE,
        ),
        Theme(
            "Not without the sticky tile.",
            ROUND,
            (_tile("red"), _tile("blue"), Terrain("sticky")),
            (_square("red"), _square("blue")),
            7,
            ("sticky",),
            longer="Longer without the sticky tile.",
            frame=HOLE,
        ),
        Theme(
            "Notched squares go together.",
            ROUND,
            (_tile("red"), _tile("red"), _tile("blue")),
            (_square("red", 1), _square("red", 1), _square("blue")),
            6,
            frame=HOLE,
        ),
        Theme(
            "A circle takes over the motion of what hits it.",
            ROUND,
            (_tile("red"), _tile("blue")),
            (_square("red"), Piece("circle", (0,), ("blue",)), Piece("circle", (0,))),
            9,
            ("circle",),
            frame=HOLE,
        ),
    ),
    5,
    nodes=10_000,
    changes=150,
    names=("Billiard", "Slide", "Comet"),
)

_ONE, _TWO = Piece("pusher", (0,), player=1), Piece("pusher", (0,), player=2)
VERSUS = GameThemes(
    "versus",
    "Versus: small rooms",
    (
        Theme(
            "One goal each, and a box for both.",
            SMALL,
            (GOAL._replace(player=1), GOAL._replace(player=2)),
            (_ONE, _TWO, _box()),
            6,
        ),
        Theme(
            "Two boxes, and a goal that is nobody's.",
            SMALL,
            (GOAL._replace(player=1), GOAL._replace(player=2), GOAL),
            (_ONE, _TWO, _box(), _box()),
            8,
        ),
        Theme(
            "Every goal is filled in the end: two are yours, one is not.",
            MIDDLE,
            (*(GOAL._replace(player=1),) * 2, GOAL._replace(player=2)),
            (_ONE, _TWO, _box(), _box(), _box()),
            8,
        ),
        Theme(
            "Two goals each, and three boxes.",
            MIDDLE,
            (*(GOAL._replace(player=1),) * 2, *(GOAL._replace(player=2),) * 2),
            (_ONE, _TWO, _box(), _box(), _box()),
            8,
        ),
    ),
    6,
    changes=150,
    names=("Duel", "Rival", "Joust"),
)

_PASSAGE = Terrain("floor", looks="wall")
_SECRET = Theme(
    "Not without the hidden passage.",
    SMALL,
    (GOAL, GOAL, _PASSAGE, _PASSAGE),
    (YOU, _box(), _box()),
    25,
    ("passage",),
    walls=(0.2, 0.4),
    longer="Longer without the hidden passage.",
    names=("Secret",),
)
RABBIT = GameThemes(
    "sokoban",
    "The rabbit's twists: puzzles",
    (
        Theme(
            "Not without pushing two boxes at once.",
            TINY,
            (GOAL, GOAL),
            (YOU, _box(), _box()),
            25,
            ("max_push",),
            (("max_push", 2),),
            longer="Longer without pushing two boxes at once.",
            names=("Domino",),
        ),
        Theme(
            "Not without pushing three boxes at once.",
            TINY,
            (GOAL, GOAL, GOAL),
            (YOU, _box(), _box(), _box()),
            25,
            ("three at once",),
            (("max_push", "inf"),),
            longer="Longer without pushing three boxes at once.",
            names=("Wagon",),
        ),
        _SECRET,
        replace(_SECRET, options=(("passages", "walkable"),)),
        Theme(
            "One box is not to be seen until it is touched.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), Piece("box", (0,), hidden=True)),
            25,
            names=("Ghost",),
        ),
        Theme(
            "The fuse forbids the shortest way.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), _box(fuse=3)),
            25,
            options=(("fuses", "yes"),),
            hinders=("fuses",),
            names=("Fuse",),
        ),
        Theme(
            "Backwards: boxes are pulled.",
            SMALL,
            (GOAL, GOAL),
            (YOU, _box(), _box()),
            25,
            options=(("reverse", "yes"),),
            names=("Echo",),
        ),
    ),
    3,
    nodes=8_000,
    changes=150,
    stairs=tuple(stair._replace(share=1) for stair in GENTLE),
    pack="rabbit",
)

GAMES = (PLUS, MULTIBAN, SOKOLOR, CROSSOBAN, HANANO, BLOCKAGE, BLOCKOBAN, VERSUS, RABBIT)
