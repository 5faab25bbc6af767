"""What the parts of a palette are: enough to tell of a board whether its game knows all that is on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..board import FLOOR, Piece, Terrain
from ..kinds import PIECE_KINDS, TERRAIN_KINDS
from ..sentence import Sentence, say, word

if TYPE_CHECKING:
    from .api import PieceSpec


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
                return say("part-with", "{part} with {name} {value}", part=noun, name=name, value=value)
        return None


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
