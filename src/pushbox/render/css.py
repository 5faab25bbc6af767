"""The part of CSS that the style sheets of the web client are written in: rules, selectors, and computed values.

The board is drawn by the same sheet in the browser and here, so that a skin is defined once.  What a picture cannot
have, such as hovering or a focus, matches nothing.  Whatever else is no part of it raises ValueError: better than a
picture that quietly looks other than in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SIMPLE = re.compile(
    r"(?P<tag>\*|[a-z][\w-]*)|\.(?P<class>[\w-]+)|\[(?P<attribute>[\w-]+)(?:(?P<operator>[*]?=)\"(?P<value>[^\"]*)\")?\]"
    r"|::?(?P<pseudo>[a-z-]+)(?P<list>\()?"
)
_UNPICTURED = frozenset({"hover", "focus", "focus-visible", "focus-within", "active", "disabled", "before", "after"})


class Node(NamedTuple):
    """An element as selectors see it; `before` are the classes of its elder siblings."""

    tag: str
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str], ...] = ()
    before: frozenset[str] = frozenset()


Chain = tuple[Node, ...]  # an element with its ancestors, the root first
_Test = Callable[[Node], bool]


class Compound(NamedTuple):
    """Conditions on one element, and how it is joined to the compound before it: ``" "``, ``>`` or ``~``."""

    joint: str
    tests: tuple[_Test, ...]
    specificity: tuple[int, int, int]
    name: str | None  # a class that the element must have, if it is known


class Rule(NamedTuple):
    """A selector with its declarations; `order` is its place in the sheet."""

    selector: tuple[Compound, ...]
    declarations: tuple[tuple[str, str], ...]
    specificity: tuple[int, int, int]
    order: int


def parse_sheet(text: str) -> tuple[Rule, ...]:
    """Return the rules of a style sheet; those that begin with ``@`` are left out.

    Raises ValueError for a selector that is not understood.
    """
    rules: list[Rule] = []
    for prelude, body in _blocks(_COMMENT.sub(" ", text)):
        if prelude.startswith("@"):
            continue
        declarations = tuple(_declarations(body))
        for part in _split(prelude, ","):
            selector = _parse_selector(part)
            rules.append(Rule(selector, declarations, _sum(compound.specificity for compound in selector), len(rules)))
    return tuple(rules)


def matches(selector: tuple[Compound, ...], chain: Chain) -> bool:
    """Return whether a selector matches the last element of a chain."""
    *others, last = selector
    if not all(test(chain[-1]) for test in last.tests):
        return False
    if not others:
        return True
    rest = tuple(others)
    match last.joint:
        case ">":
            return len(chain) > 1 and matches(rest, chain[:-1])
        case "~":  # before a sibling there stands nothing but a class
            return any(matches(rest, (*chain[:-1], Node("", frozenset({name})))) for name in chain[-1].before)
        case _:
            return any(matches(rest, chain[:end]) for end in range(1, len(chain)))


def substitute(value: str, properties: Mapping[str, str]) -> str:
    """Return a value with the custom properties put in.  Raises ValueError for one that is not defined."""
    while (start := value.find("var(")) >= 0:
        end = _closing(value, start + 3)
        name, *fallback = _split(value[start + 4 : end], ",", most=1)
        if (found := properties.get(name)) is None:
            if not fallback:
                raise ValueError(f"found var({name}), expected a property that is defined")
            found = fallback[0]
        value = value[:start] + found + value[end + 1 :]
    return value


class Colour(NamedTuple):
    """Red, green and blue from 0 to 255, and how opaque, from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1

    @property
    def code(self) -> str:
        """The colour as ``#rrggbb``, without its opacity."""
        return "#" + "".join(f"{min(255, max(0, int(part + 0.5))):02x}" for part in self[:3])


@lru_cache(maxsize=1 << 12)
def parse_colour(text: str, *, dark: bool = False) -> Colour:
    """Read a colour without custom properties; ``light-dark`` takes the second in the dark.

    Raises ValueError for what is no colour.
    """
    text = text.strip()
    if text.startswith("#") and len(text) == 7:
        return Colour(*(int(text[start : start + 2], 16) for start in (1, 3, 5)))
    if text == "transparent":
        return Colour(0, 0, 0, 0)
    name, _, rest = text.partition("(")
    match name:
        case "light-dark":
            return parse_colour(_split(rest[:-1], ",")[dark], dark=dark)
        case "color-mix":
            return _mixed(_split(rest[:-1], ","), dark=dark)
        case "rgb":
            parts, _, alpha = rest[:-1].partition("/")
            red, green, blue = map(float, parts.split())
            return Colour(red, green, blue, float(alpha.strip(" %")) / 100 if alpha else 1)
        case _:
            raise ValueError(f"found {text!r}, expected a colour")


def _mixed(parts: list[str], *, dark: bool) -> Colour:
    space, *sides = parts
    if space != "in srgb" or len(sides) != 2:
        raise ValueError(f"found color-mix of {parts}, expected two colours in srgb")
    colours, shares = [], []
    for side in sides:
        share = re.search(r"\s([\d.]+)%$", side)
        shares.append(float(share[1]) / 100 if share else None)
        colours.append(parse_colour(side[: share.start()] if share else side, dark=dark))
    first, second = shares
    weight = first if first is not None else 1 - second if second is not None else 0.5
    mixed = (one * weight + other * (1 - weight) for one, other in zip(*colours, strict=True))
    return Colour(*mixed)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each pair of braces at the top, and what stands in it."""
    place = 0
    while (start := text.find("{", place)) >= 0:
        depth, end = 1, start + 1
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[place:start].strip().rpartition(";")[2].strip(), text[start + 1 : end - 1]
        place = end


def _declarations(body: str) -> Iterator[tuple[str, str]]:
    for part in _split(body, ";"):
        name, _, value = part.partition(":")
        if value:
            yield name.strip(), " ".join(value.split())


def _split(text: str, separator: str, most: int = -1) -> list[str]:
    """Split a text where a separator stands outside parentheses and brackets; empty parts are left out."""
    parts, depth, start = list[str](), 0, 0
    for place, sign in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == separator and not depth and (most < 0 or len(parts) < most):
            parts.append(text[start:place].strip())
            start = place + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _closing(text: str, start: int) -> int:
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    raise ValueError(f"found {text!r}, expected a closing parenthesis")


def _parse_selector(text: str) -> tuple[Compound, ...]:
    compounds, joint = [], " "
    for part in _split(re.sub(r"\s*([>~])\s*", r" \1 ", text), " "):
        if part in {">", "~"}:
            joint = part
            continue
        compounds.append(_parse_compound(part, joint))
        joint = " "
    return tuple(compounds)


def _parse_compound(text: str, joint: str) -> Compound:
    tests: list[_Test] = []
    parts: list[tuple[int, int, int]] = []
    place, name = 0, None
    while place < len(text):
        found = _SIMPLE.match(text, place)
        if found is None:
            raise ValueError(f"found the selector {text!r}, expected classes, attributes and :is, :not or :where")
        place = found.end()
        if found["list"]:
            end = _closing(text, place - 1)
            test, weight = _parse_list(found["pseudo"], text[place:end])
            place = end + 1
        else:
            test, weight = _parse_simple(found)
        tests.append(test)
        parts.append(weight)
        name = name or found["class"]
    return Compound(joint, tuple(tests), _sum(parts), name)


def _parse_simple(found: re.Match[str]) -> tuple[_Test, tuple[int, int, int]]:
    if tag := found["tag"]:
        return (lambda node: tag in {"*", node.tag}), (0, 0, int(tag != "*"))
    if name := found["class"]:
        return (lambda node: name in node.classes), (0, 1, 0)
    if attribute := found["attribute"]:
        return _attribute_test(attribute, found["operator"], found["value"]), (0, 1, 0)
    match found["pseudo"]:
        case "root":
            return (lambda node: node.tag == "html"), (0, 1, 0)
        case pseudo if pseudo in _UNPICTURED:
            return (lambda _: False), (0, 1, 0)
        case pseudo:
            raise ValueError(f"found :{pseudo}, expected :is, :not, :where or :root")


def _attribute_test(attribute: str, operator: str | None, value: str) -> _Test:
    def test(node: Node) -> bool:
        actual = " ".join(sorted(node.classes)) if attribute == "class" else dict(node.attributes).get(attribute)
        if actual is None:
            return False
        return operator is None or (value in actual if operator == "*=" else value == actual)

    return test


def _parse_list(pseudo: str, text: str) -> tuple[_Test, tuple[int, int, int]]:
    if pseudo not in {"is", "not", "where"}:
        raise ValueError(f"found :{pseudo}(), expected :is, :not or :where")
    selectors = [_parse_selector(part) for part in _split(text, ",")]
    if any(len(selector) > 1 for selector in selectors):
        raise ValueError(f"found :{pseudo}({text}), expected selectors of one element")
    most = max(selector[0].specificity for selector in selectors)
    wanted = pseudo != "not"
    return (
        lambda node: any(matches(selector, (node,)) for selector in selectors) == wanted,
        (0, 0, 0) if pseudo == "where" else most,
    )


def _sum(parts: Iterator[tuple[int, int, int]] | list[tuple[int, int, int]]) -> tuple[int, int, int]:
    ids, classes, tags = 0, 0, 0
    for part in parts:
        ids, classes, tags = ids + part[0], classes + part[1], tags + part[2]
    return ids, classes, tags
