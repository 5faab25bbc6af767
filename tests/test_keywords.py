"""A name that pushbox does not have is answered with what to write: keywords, attributes, misspelled functions."""

from __future__ import annotations

import asyncio
import copy
import functools
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import pushbox
from pushbox import keywords

p: Any = pushbox
LEVEL = p.builtin("lessons")[0]
CALLS: list[tuple[Callable[[], object], str]] = [
    *(
        (lambda name=name: p.solve(LEVEL, **{name: 5}), f"{name}: found a parameter that solve does not have, {hint}")
        for name, hint in {
            "timeout": "expected limit=Limit(seconds=...)",
            "time_limit": "expected limit=Limit(seconds=...)",
            "seconds": "expected limit=Limit(seconds=...)",
            "max_nodes": "expected limit=Limit(nodes=...)",
            "memory": "expected limit=Limit(memory=...), in MiB",
            "algorithm": "expected none: the search chooses its own; heuristic=... guides it",
            "value_function": "expected heuristic=..., a function of positions",
            "optimal": "expected objective='pushes', or another objective",
            "workers": "expected threads=...",
            "callback": "expected progress=...",
            "objectiv": "expected one of level, objective, limit, seed, threads, progress, game, heuristic, policy",
            "anything": "expected one of level, objective, limit, seed, threads, progress, game",
        }.items()
    ),
    (lambda: asyncio.run(p.asolve(LEVEL, timeout=5)), "timeout: found a parameter that asolve does not have, expected"),
    (lambda: p.Limit(timeout=5), "timeout: found a parameter that Limit does not have, expected seconds=..."),
    (lambda: p.Limit(max_nodes=5), "max_nodes: found a parameter that Limit does not have, expected nodes=..."),
    (lambda: p.Limit(5), "Limit: found 5 without a name, expected one of seconds=..., nodes=..., memory=..."),
    (lambda: p.solve(LEVEL, "pushes"), "solve: found 'pushes' without a name, expected one of objective=..., limit="),
    (lambda: asyncio.run(p.asolve(LEVEL, 5)), "asolve: found 5 without a name, expected one of objective=..., limit=."),
    (
        lambda: p.optimize(LEVEL, [], timeout=5),
        "timeout: found a parameter that optimize does not have, expected limit",
    ),
    (
        lambda: p.optimize(LEVEL, [], metric="moves"),
        "metric: found a parameter that optimize does not have, expected o",
    ),
    (lambda: p.optimize(LEVEL, [], threads=2), "threads: found a parameter that optimize does not have, expected none"),
    (lambda: p.generate(timeout=5), "timeout: found a parameter that generate does not have, expected seconds=..."),
    (lambda: p.generate(max_nodes=5), "max_nodes: found a parameter that generate does not have, expected attempts="),
    (lambda: p.generate(boxes=5), "boxes: found a parameter that generate does not have, expected it in the spec: Lev"),
    (lambda: p.generate(width=5), "width: found a parameter that generate does not have, expected a spec: LevelSpec("),
    (lambda: p.animate(LEVEL, fps=5), "fps: found a parameter that Look does not have, expected speed=... of animate"),
    (lambda: p.draw(LEVEL, size=5), "size: found a parameter that Look does not have, expected cell=..., the pixels"),
    (lambda: p.LevelSpec(width=5), "width: found a parameter that LevelSpec does not have, expected columns=..."),
    (
        lambda: p.LevelSpec(boxs=5),
        "boxs: found a parameter that LevelSpec does not have, expected one of rows, columns",
    ),
]


@pytest.mark.parametrize(("call", "sentence"), CALLS, ids=[sentence[:40] for _, sentence in CALLS])
def test_a_keyword_is_answered_with_what_to_write(call: Callable[[], object], sentence: str) -> None:
    """As a TypeError, as from Python, in one line."""
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


POSITION = p.load(LEVEL)
VALUES: dict[str, tuple[object, dict[str, str]]] = {
    "position": (POSITION, keywords.POSITION_HINTS),
    "session": (p.Session(LEVEL), keywords.SESSION_HINTS),
    "level": (LEVEL, keywords.LEVEL_HINTS),
    "collection": (p.builtin("lessons"), keywords.COLLECTION_HINTS),
    "board": (LEVEL.board, keywords.BOARD_HINTS),
    "solved": (p.solve(LEVEL), keywords.SOLVED_HINTS),
    "unsolvable": (p.Unsolvable("a box stands on a dead square", 0, 0.0), keywords.UNSOLVABLE_HINTS),
    "gaveup": (p.GaveUp("seconds", 0, 0.0), keywords.GAVE_UP_HINTS),
    "picture": (p.draw(LEVEL), keywords.PICTURE_HINTS),
    "animation": (p.animate(LEVEL, "rRR"), keywords.ANIMATION_HINTS),
}


@pytest.mark.parametrize("kind", VALUES)
def test_an_attribute_is_answered_with_what_to_write(kind: str) -> None:
    """Each name of the hints is one that the value does not have, has one hint, and what the hint names is there."""
    value, hints = VALUES[kind]
    names = " ".join(hints).split()
    assert len(names) == len({*names})
    for name in names:
        with pytest.raises(AttributeError) as caught:
            getattr(value, name)
        assert str(caught.value).startswith(f"{type(value).__name__!r} object has no attribute {name!r}, expected ")
        assert (caught.value.name, caught.value.obj) == (name, value)
    for hint in hints.values():
        for path in re.findall(rf"\b(?:{kind}|pushbox)(?:\.\w+)+", re.sub("'.*?'", "", hint)):
            first, *rest = path.split(".")
            functools.reduce(getattr, rest, p if first == "pushbox" else value)


def test_a_function_of_another_library_is_answered_with_ours() -> None:
    """Each name is one that `pushbox` does not have, has one hint, and what the hint names is there."""
    names = " ".join(keywords.PUBLIC_HINTS).split()
    assert len(names) == len({*names})
    for name in names:
        with pytest.raises(AttributeError, match=rf"^module 'pushbox' has no attribute '{name}', expected pushbox\."):
            getattr(p, name)
    for hint in keywords.PUBLIC_HINTS.values():
        for name in re.findall(r"pushbox\.(\w+)", hint):
            assert hasattr(p, name)


def test_a_title_is_no_index() -> None:
    with pytest.raises(TypeError, match=r"^index: found 'Well', expected a number from 0, or a slice; filter finds"):
        p.builtin("lessons")["Well"]


def test_any_other_attribute_is_missing_as_before() -> None:
    """Without a hint, and for those who only ask, such as copies, pickles and notebooks."""
    with pytest.raises(AttributeError, match=r"^'Position' object has no attribute 'nope'$"):
        _ = POSITION.nope
    assert not hasattr(POSITION, "nope")
    for value, _ in VALUES.values():
        assert copy.deepcopy(value) == value or isinstance(value, p.Session)


def test_a_property_that_fails_says_why() -> None:
    """An AttributeError in the rules of somebody's game is not hidden by a hint."""

    @keywords.naming({"other": "nothing"})
    class Value:
        @property
        def outcome(self) -> object:
            return self.state.missing  # type: ignore[attr-defined]

        state = 5

    with pytest.raises(AttributeError, match="'int' object has no attribute 'missing'"):
        _ = Value().outcome


def test_hints_are_no_parameters() -> None:
    """A hint for a parameter that there is would never be read, and each name has one hint."""
    for function, hints in ((p.solve, keywords.SEARCH_HINTS), (p.generate, keywords.GENERATE_HINTS)):
        names = " ".join(hints).split()
        assert len(names) == len({*names})
        assert not {*names} & {*function.__wrapped__.__kwdefaults__}


def test_what_is_hinted_at_works() -> None:
    """The calls that the hints name."""
    assert p.solve(LEVEL, limit=p.Limit(seconds=5, nodes=100, memory=10), objective="pushes", threads=1).text
    assert p.LevelSpec(rows=5, columns=6, boxes=2).columns == 6


def test_a_misspelled_name_is_answered_with_the_right_one() -> None:
    """By Python itself, in what it prints of the error: it looks at `dir(pushbox)`, which is what is public."""
    ended = subprocess.run(
        [sys.executable, "-c", "import pushbox; pushbox.slove"], capture_output=True, text=True, check=False
    )
    assert ended.stderr.endswith("module 'pushbox' has no attribute 'slove'. Did you mean: 'solve'?\n")
