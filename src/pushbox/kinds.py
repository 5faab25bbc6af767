"""The kinds of terrain and of pieces: those of pushbox, and those that games bring with signs, shapes and names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .arguments import check_type, refused
from .errors import UnsupportedError
from .sentence import LANGUAGES, WORDS

_KEY = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Kind:
    """A kind of terrain or piece, as people read, see and call it.

    `sign` is its character in texts, `unicode_sign` another one where there is more than ASCII.  `shape` is the parts
    of its drawing, as the client's ``board/shapes.js`` describes them; a part may say its paint by the tokens of
    ``board/skins.json``, such as ``"fill": "var(--metal)"``.  `names` is what it is called in each of `LANGUAGES`.  The
    kinds of pushbox have their shapes and names in the client.
    """

    key: str
    sign: str
    unicode_sign: str = ""
    shape: Sequence[Mapping[str, Any]] = ()
    names: Mapping[str, str] = field(default_factory=dict)


class TerrainKind(Kind):
    """A kind of terrain."""

    __slots__ = ()


class PieceKind(Kind):
    """A kind of piece."""

    __slots__ = ()


def _own(kind: type[Kind], keys: str, signs: str, unicode_signs: str) -> dict[str, Any]:
    rows = zip(keys.split(), signs, unicode_signs, strict=True)
    return {key: kind(key=key, sign=sign, unicode_sign=unicode) for key, sign, unicode in rows}


TERRAIN_KINDS: dict[str, TerrainKind] = _own(
    TerrainKind,
    "wall floor goal filter lock ice conveyor hole weak dye teleporter flower terminal sticky",
    "# .?:'?!?~%?=,",
    "█ ○?⊡░?●?◊◎?╋∷",
)
PIECE_KINDS: dict[str, PieceKind] = _own(PieceKind, "pusher box stone block circle", "@$sxo", "@□s▣o")
_TABLES: dict[str, dict[str, Any]] = {"terrain": TERRAIN_KINDS, "pieces": PIECE_KINDS}


def register_kind(kind: TerrainKind | PieceKind) -> None:
    """Add a kind of terrain or of piece.  To register a game does this with the kinds of its palette.

    Raises ArgumentError for what cannot be drawn or named, and UnsupportedError where the key is taken.
    """
    check_type("kind", kind, TerrainKind | PieceKind, "a TerrainKind or a PieceKind")
    if not _KEY.fullmatch(kind.key):
        raise refused("key", kind.key, "letters, digits, - and _")
    for name, sign in (("sign", kind.sign), ("unicode_sign", kind.unicode_sign or "?")):
        if len(sign) != 1 or not sign.isprintable() or (name == "sign" and not sign.isascii()):
            raise refused(name, sign, "one character")
    if not kind.shape:
        raise refused("shape", kind.shape, "the parts of its drawing")
    if missing := [language for language in LANGUAGES if not kind.names.get(language)]:
        raise refused("names", kind.names, f"a name in {', '.join(missing)}")
    table = _table(kind)
    if table.setdefault(kind.key, kind) is not kind:
        raise UnsupportedError.said("second-kind", key=kind.key)
    WORDS[_word(kind)] = kind.names


def unregister_kind(kind: TerrainKind | PieceKind) -> None:
    """Remove a kind that was added by `register_kind`; one that is not there is left out."""
    if kind.shape and _table(kind).get(kind.key) is kind:
        del _table(kind)[kind.key]
        del WORDS[_word(kind)]


def foreign_kinds() -> list[TerrainKind | PieceKind]:
    """Return all kinds that games have brought."""
    return [kind for table in _TABLES.values() for kind in table.values() if kind.shape]


def foreign_shapes() -> dict[str, dict[str, Any]]:
    """Return the shapes of all kinds that games have brought, as ``board/shapes.js`` has those of pushbox."""
    return {name: {key: kind.shape for key, kind in table.items() if kind.shape} for name, table in _TABLES.items()}


def foreign_names(language: str) -> dict[str, str]:
    """Return the names of all kinds that games have brought, by the keys of the client's texts."""
    tag = language if language in LANGUAGES else "en"
    return {_word(kind): kind.names[tag] for kind in foreign_kinds()}


def _word(kind: TerrainKind | PieceKind) -> str:
    return f"{'terrain' if isinstance(kind, TerrainKind) else 'piece'}.{kind.key}"


def _table(kind: TerrainKind | PieceKind) -> dict[str, Any]:
    return _TABLES["terrain" if isinstance(kind, TerrainKind) else "pieces"]
