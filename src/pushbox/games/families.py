"""The games in which boxes go to goals, each with the variants that its levels may have."""

from __future__ import annotations

from dataclasses import replace

from ..board import FLOOR, GOAL, Piece
from ..level import Level
from . import multiban, plus, reverse, sokoban, variants
from .api import Game, GameInfo
from .family import Family, Member
from .palette import Palette, PieceSpec
from .reverse.controls import ReverseControls
from .variants.state import leaves_variants
from .wrapped import Wrapped

_HOMES = (FLOOR._replace(player=1), GOAL._replace(player=1))


_PLUS = GameInfo(
    key="plus",
    name="Sokoban Plus",
    summary="Push every box onto a goal, numbered boxes onto goals of their number.",
    source="Gerald Holler, SokoMind Plus, 2000",
    palette=Palette(
        (*sokoban.INFO.palette.terrain, GOAL._replace(number=1), GOAL._replace(number=2)),
        (
            PieceSpec(Piece("pusher", (0,)), 1, 3),
            PieceSpec(Piece("box", (0,)), 0, 4),
            PieceSpec(Piece("box", (0,), number=1), 0, 2),
            PieceSpec(Piece("box", (0,), number=2), 0, 2),
        ),
    ),
    facts=(
        "Several boxes may share a number.",
        "A goal without a number takes only boxes without one.",
        "The numbers of boxes and goals must be the same, each as often.",
    ),
    native_solver="boxes",
    numbered=True,
    generated_pushers=(1, 1),
)


def _with_variants(info: GameInfo) -> GameInfo:
    """Return the facts of a game of boxes and goals with those of the variants and of reverse play."""
    plain = info.palette
    terrain, pieces = (*plain.terrain, *_HOMES, *variants.TERRAIN), (*plain.pieces, *variants.BOXES)
    return replace(
        info,
        palette=Palette(terrain, pieces, variants.SOLID, plain),
        imperfect_information=True,
        options=(*variants.OPTIONS, *reverse.OPTIONS),
        facts=(*info.facts, *variants.FACTS, *reverse.FACTS),
    )


def _several(level: Level) -> bool:
    return len(level.board.of_kind("pusher")) > 1


def _several_reversed(level: Level) -> bool:
    homes = sum(bool(terrain.player) for terrain in level.board.terrain)
    return reverse.is_reverse(level) and (homes > 1 or _several(level))


def _always(level: Level) -> bool:
    del level
    return True


def _variants(info: GameInfo) -> Member:
    game = Game(variants.VariantRules(info), variants.VariantControls)
    return Member(game, variants.State, variants.is_variant, leaves_variants)


def _make_sokoban() -> Game:
    native = replace(
        sokoban.INFO, has_normal_form=True, native_solver="boxes", optimizable=True, generated_pushers=(1, 1)
    )
    info = _with_variants(native)
    return Family(
        info,
        (
            Member(Game(reverse.SingleReverseRules(info), ReverseControls), reverse.SoloState, reverse.is_reverse),
            _variants(info),
            Member(sokoban.game, sokoban.State, _always),
        ),
    )


def _make_multiban() -> Game:
    plain = multiban.INFO.palette
    info = replace(
        multiban.INFO,
        palette=replace(plain, terrain=(*plain.terrain, *_HOMES), plain=plain),
        options=reverse.OPTIONS,
        facts=(*multiban.INFO.facts, *reverse.FACTS),
    )
    return Family(
        info,
        (
            Member(Game(reverse.MultiReverseRules(info), ReverseControls), reverse.State, reverse.is_reverse),
            Member(multiban.game, multiban.State, _always),
        ),
    )


def _make_plus() -> Game:
    info = _with_variants(_PLUS)
    boxes = Family(
        info,
        (
            Member(Game(reverse.MultiReverseRules(info), ReverseControls), reverse.State, _several_reversed),
            Member(Game(reverse.SingleReverseRules(info), ReverseControls), reverse.SoloState, reverse.is_reverse),
            _variants(info),
            Member(multiban.game, multiban.State, _several),
            Member(sokoban.game, sokoban.State, _always),
        ),
    )
    return Wrapped(plus.NumberedRules, boxes, info, plus.NumberedControls)


SOKOBAN = _make_sokoban()
MULTIBAN = _make_multiban()
PLUS = _make_plus()
