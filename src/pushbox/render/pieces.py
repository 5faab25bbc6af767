"""Drawings of pieces, from (0, 0) at their anchor; client/board/pieces.js draws the same."""

from __future__ import annotations

from collections.abc import Sequence

from ..board import Piece
from ..grid import Direction
from .elements import Element, element
from .geometry import DELTAS, SIDE, Point, outline
from .shapes import arrow, badge, colour_class, colour_glyph, flower, numeral, tick_mark, wires

_Parts = list[Element | None]


def draw_piece(piece: Piece, offsets: Sequence[Point], facing: Direction = -1) -> Element:
    """Draw a piece whose cells lie at offsets from its anchor, its eyes looking in a direction, or at the reader."""
    states = [
        colour_class(piece.colours[0]) if piece.colours and piece.colours[0] else "",
        f"p{piece.player}" if piece.player else "",
        "fixed" if piece.fixed else "",
        "spent" if piece.spent else "",
        "fused" if piece.fuse else "",
        "ghost" if piece.hidden else "",
    ]
    parts: _Parts
    match piece.kind:
        case "pusher":
            parts = _pusher(piece, facing)
        case "stone":
            parts = _stone(piece, offsets)
        case "block":
            parts = _block(piece, offsets)
        case "circle":
            parts = _circle(piece)
        case _:
            parts = _box(piece)
    group = badge(piece.group, "group") if piece.group else None
    if piece.kind != "pusher":
        last: Element | None = tick_mark()
    else:
        last = badge(piece.player, "owner") if piece.player else None
    return element("g", " ".join(["figure", piece.kind, *filter(None, states)]), *parts, group, last)


def _pusher(piece: Piece, facing: Direction) -> _Parts:
    body = (
        element("rect", "skin", x=15, y=15, width=70, height=70, rx=20)
        if piece.player == 2
        else element("circle", "skin", cx=50, cy=50, r=37)
    )
    eyes = element(
        "g",
        "eyes",
        element("ellipse", "eye", cx=38, cy=46, rx=9, ry=11),
        element("ellipse", "eye", cx=62, cy=46, rx=9, ry=11),
        element("circle", "pupil", cx=38, cy=47, r=4.5),
        element("circle", "pupil", cx=62, cy=47, r=4.5),
    )
    if facing >= 0:
        dx, dy = DELTAS[facing]
        eyes.attributes["transform"] = f"translate({dx * 13} {dy * 13})"
    shade = element("ellipse", "shade", cx=50, cy=86, rx=30, ry=7)
    return [shade, body, eyes, colour_glyph(piece.colours[0], 50, 72, 0.62) if _colour(piece) else None]


def _box(piece: Piece) -> _Parts:
    colour = _colour(piece)
    is_marked = piece.number or colour or piece.ports or piece.fuse or piece.spent
    parts: _Parts = [
        element("rect", "shade", x=11, y=14, width=80, height=80, rx=12),
        element("rect", "skin", x=9, y=9, width=82, height=82, rx=12),
        element("path", "shine", d="M14 24Q14 14 24 14H76Q86 14 86 24"),
    ]
    if is_marked:
        parts.append(element("rect", "planks", x=20, y=20, width=60, height=60, rx=7))
    else:
        parts.append(element("path", "planks", d="M22 22H78V78H22ZM22 22L78 78M78 22L22 78"))
        parts.append(element("path", "boards", d="M11 36H89M11 64H89M28 11V89M72 11V89"))
    if piece.ports:
        parts += [wires(piece.ports, 41), element("circle", "pin", cx=50, cy=50, r=9)]
    if piece.fuse or piece.spent:
        parts += _bomb(piece.fuse)
    if colour:
        parts.append(colour_glyph(colour, scale=0.6 if piece.number else 1.4))
    return [*parts, numeral(piece.number, size=56) if piece.number > 0 else None]


def _bomb(fuse: int) -> _Parts:
    """Draw a bomb whose fuse allows so many pushes, none where it has burnt down."""
    return [
        element("circle", "bomb", cx=46, cy=56, r=29),
        element("path", "spark", d="M67 35L74 28M79 33L86 31M75 22L77 15"),
        numeral(fuse, 46, 56, 40) if fuse else element("path", "crack", d="M30 36L46 48L40 60L56 78M46 48L68 42"),
    ]


def _stone(piece: Piece, offsets: Sequence[Point]) -> _Parts:
    colour = _colour(piece)
    body: _Parts = [
        element("path", "shade", d=outline([(0, 0)], 9, 30), transform="translate(2 4)"),
        element("path", "skin", d=outline([(0, 0)], 8, 30)),
        element("path", "shine", d="M15 36Q15 15 36 15H64"),
    ]
    if piece.bloomed and len(offsets) > 1:
        dx, dy = offsets[1]
        stem = element("path", "stem", d=f"M50 50L{50 + dx * SIDE} {50 + dy * SIDE}")
        move = f"translate({dx * SIDE} {dy * SIDE})"
        blossom = element("g", None, flower(1), colour_glyph(colour, 50, 50, 0.5), transform=move)
        body = [stem, blossom, *body, colour_glyph(colour, scale=1.2)]
    elif piece.arrow >= 0:
        x, y = 70 if piece.arrow == 0 else 30, 72 if piece.arrow == 1 else 28
        body += [arrow(piece.arrow), colour_glyph(colour, x, y, 0.5)]
    elif colour:
        body.append(colour_glyph(colour, scale=1.4))
    if piece.fixed:
        body.append(element("path", "bolts", d="M24 24h.1M76 24h.1M24 76h.1M76 76h.1"))
        body.append(element("rect", "clamp", x=13, y=13, width=74, height=74, rx=24))
    return body


def _block(piece: Piece, offsets: Sequence[Point]) -> _Parts:
    glyphs = [
        element("g", colour_class(colour), colour_glyph(colour, dx * SIDE + 50, dy * SIDE + 50, 1.4))
        if colour
        else None
        for (dx, dy), colour in zip(offsets, piece.colours, strict=False)
    ]
    return [
        element("path", "shade", d=outline(offsets, 6, 16), transform="translate(2 4)"),
        element("path", "skin", d=outline(offsets, 6, 16)),
        element("path", "rim", d=outline(offsets, 15, 10)),
        *glyphs,
    ]


def _circle(piece: Piece) -> _Parts:
    colour = _colour(piece)
    return [
        element("circle", "shade", cx=52, cy=54, r=40),
        element("circle", "skin", cx=50, cy=50, r=41),
        element("path", "shine", d="M16 44A35 35 0 0 1 44 16"),
        element("circle", "rim", cx=50, cy=50, r=31),
        colour_glyph(colour, scale=1.4) if colour else None,
    ]


def _colour(piece: Piece) -> str:
    return piece.colours[0] if piece.colours else ""
