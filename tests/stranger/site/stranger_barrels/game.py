"""Barrels: Sokoban where nothing can stand on brine, and barrels are pushed instead of boxes."""

from __future__ import annotations

from pushbox.board import FLOOR, GOAL, WALL, Piece, Terrain
from pushbox.games.api import PLAYING, SOLVED, Game, GameInfo, Outcome, Rules, Transition
from pushbox.games.palette import Palette, PieceSpec
from pushbox.games.parts import single_pusher, validation
from pushbox.games.parts.field import Field
from pushbox.games.sokoban import State
from pushbox.kinds import PieceKind, TerrainKind
from pushbox.level import Level, Problem

BRINE = TerrainKind(
    key="brine",
    sign="^",
    unicode_sign="≈",
    shape=(
        {"rect": "pool", "x": 2, "y": 2, "width": 96, "height": 96, "rx": 8, "fill": "var(--danger)"},
        {"path": "waves", "d": "M10 40Q30 20 50 40T90 40", "stroke": "var(--floor)", "stroke-width": 8, "if": "!uses"},
    ),
    names={"en": "brine", "de": "Sole", "zh": "盐水"},
)
TUN = PieceKind(
    key="tun",
    sign="0",
    unicode_sign="◍",
    shape=({"circle": "skin", "cx": 50, "cy": 50, "r": 38}, {"numeral": "{number}", "if": "number"}),
    names={"en": "tun", "de": "Fass", "zh": "桶"},
)
PALETTE = Palette(
    (WALL, FLOOR, GOAL, Terrain("brine")),
    (PieceSpec(Piece("pusher", (0,)), 1, 1), PieceSpec(Piece("tun", (0,)), 1, 9)),
    solid=("wall", "brine"),
    kinds=(BRINE, TUN),
)


class Barrels(Rules[State, int]):
    """Sokoban with barrels, where nothing can be on brine."""

    info = GameInfo("barrels", "Barrels", "Push barrels past brine.", "a stranger", PALETTE)

    def initial_state(self, level: Level) -> State:
        validation.check(self.info, level)
        barrels = frozenset(barrel.anchor for barrel in level.board.of_kind("tun"))
        field = Field.of(level.board, level.options, self.info.palette.solid)
        return State(single_pusher.player_of(level.board), barrels, field)

    def problems(self, level: Level) -> list[Problem]:
        return validation.problems(self.info, level, ())

    def apply(self, state: State, move: int) -> Transition[State] | None:
        step = single_pusher.step(state, move)
        if step is None:
            return None
        target, beyond = step
        walk = single_pusher.plain_move("pusher", state.player, target, "walk")
        if target not in state.boxes:
            return Transition(state._replace(player=target), (walk,))
        push = single_pusher.plain_move("tun", target, beyond, "push")
        barrels = state.boxes - {target} | {beyond}
        return Transition(State(target, barrels, state.field), (push, walk), ((target, beyond),))

    def outcome(self, state: State) -> Outcome:
        return SOLVED if state.boxes <= state.field.goals else PLAYING

    def to_level(self, state: State) -> Level:
        barrels = [Piece("tun", (cell,)) for cell in state.boxes]
        return state.field.level(self.info.key, barrels + single_pusher.player_pieces(state.player, state.field))


GAME = Game(Barrels(), single_pusher.SinglePusherControls)
