"""Elements of SVG as values: a tag, attributes in their order, children."""

from __future__ import annotations

import re
from typing import NamedTuple

# What XML cannot hold, even escaped.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}


class Element(NamedTuple):
    """An element of SVG."""

    tag: str
    attributes: dict[str, str | float]
    children: tuple[Element | str, ...] = ()

    @property
    def classes(self) -> tuple[str, ...]:
        """The words of its class."""
        return tuple(str(self.attributes.get("class", "")).split())

    def __str__(self) -> str:
        """Return the element as XML."""
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        if not self.children:
            return f"<{self.tag}{attributes}/>"
        content = "".join(escape(child) if isinstance(child, str) else str(child) for child in self.children)
        return f"<{self.tag}{attributes}>{content}</{self.tag}>"


def element(
    tag: str, class_name: str | None = None, *children: Element | str | None, **attributes: str | float
) -> Element:
    """Return an element; ``font_size`` is the attribute ``font-size``, and children that are None are left out."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    if class_name is not None:
        named = {"class": class_name, **named}
    return Element(tag, named, tuple(child for child in children if child is not None))


def escape(value: str | float) -> str:
    r"""Return a value as XML text: numbers as JavaScript writes them, invalid characters as question marks.

    >>> escape(2.0), escape(0.5), escape("a<b\x1b")
    ('2', '0.5', 'a&lt;b?')
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return _FORBIDDEN.sub("?", str(value)).translate(_ESCAPES)
