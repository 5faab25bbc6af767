"""Palettes: the terrain and the pieces of a game, enough to make random boards and to check others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from ..board import FLOOR, Piece, Terrain
from ..kinds import PIECE_KINDS, TERRAIN_KINDS, PieceKind, TerrainKind
from ..sentence import Sentence, say, word


class PieceSpec(NamedTuple):
    """Pieces that a random board may carry, at least `min_count` and at most `max_count` of them.

    `piece` is how they look but for their cells, which `shape` gives as (row, column) offsets from the anchor.  Pieces
    that `may_overlap` may stand on one cell with others that do.
    """

    piece: Piece
    min_count: int = 0
    max_count: int = 9
    shape: tuple[tuple[int, int], ...] = ((0, 0),)
    may_overlap: bool = False


class PaletteParts:
    """The kinds of terrain and of pieces that a palette has, with the properties of each.

    `single` are the kinds of pieces that have one cell; a kind of which some have several is judged by its game.
    `most_pushers` is their number where the rules name it.
    """

    def __init__(self, terrain: Sequence[Terrain], specs: Sequence[PieceSpec]) -> None:
        self._made_of = terrain, specs
        self.terrain = _properties(terrain)
        self.pieces = _properties(spec.piece for spec in specs)
        self.single = self.pieces.keys() - {spec.piece.kind for spec in specs if len(spec.shape) > 1}
        pushers = [spec for spec in specs if spec.piece.kind == "pusher"]
        exact = all(spec.min_count == spec.max_count for spec in pushers)
        self.most_pushers = sum(spec.max_count for spec in pushers) if exact else None
        # A collection asks for the same few parts tens of thousands of times.
        self.has_terrain = lru_cache(maxsize=4096)(self._has_terrain)
        self.has_piece = lru_cache(maxsize=4096)(self._has_piece)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of

    def _has_terrain(self, sort: Terrain) -> bool:
        is_kind = {sort.kind, sort.looks or sort.kind}.issubset(TERRAIN_KINDS)
        return is_kind and self.strange(sort) is None

    def _has_piece(self, kind: str, properties: tuple[Any, ...]) -> bool:
        return kind in PIECE_KINDS and self.strange(Piece(kind, (), *properties)) is None

    def strange(self, part: Terrain | Piece) -> Sentence | None:
        """Return as a noun what of a part the palette does not have, None for a part that it has."""
        known = self.terrain if isinstance(part, Terrain) else self.pieces
        noun = word("terrain" if isinstance(part, Terrain) else "piece", part.kind)
        if part.kind not in known:
            return noun
        for label in _set(part):
            if label not in known[part.kind]:
                name = label.partition(" ")[0]
                value = str(getattr(part, name))
                return say("part-with", part=noun, name=name, value=value)
        return None


@dataclass(frozen=True)
class Palette:
    """The terrain and the pieces that a game knows: enough to make random boards for it.

    No piece can stand on terrain of the kinds that are `solid`.  Where a game has variants, `plain` is the part of the
    palette that a level without any of them is made of.  `kinds` are those that the game brings beside pushbox's own.
    """

    terrain: tuple[Terrain, ...]
    pieces: tuple[PieceSpec, ...]
    solid: tuple[str, ...] = ("wall",)
    plain: Palette | None = None
    kinds: tuple[TerrainKind | PieceKind, ...] = ()

    @cached_property
    def parts(self) -> PaletteParts:
        """The kinds and properties of its parts, by which boards are checked."""
        return PaletteParts(self.terrain, self.pieces)


def _properties(samples: Iterable[Terrain | Piece]) -> dict[str, set[str]]:
    """Return for each kind the properties that some sample of it has."""
    known: dict[str, set[str]] = {}
    for sample in samples:
        known.setdefault(sample.kind, set()).update(_set(sample))
    return known


def _set(part: Terrain | Piece) -> list[str]:
    """Return the names of the properties that a part has, those that are words of the rules with their values."""
    if part[1:] == FLOOR[1:]:
        return []  # nearly every cell there is
    plain = part._field_defaults
    return [
        f"{name} {value}" if name in _WORDS else name
        for name, value in zip(part._fields, part, strict=True)
        if value != plain.get(name, value)
    ]


_WORDS = ("looks", "role")
