"""The names that `import pushbox` offers."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys

import pytest

import pushbox

MODULES = ("pushbox", "pushbox.errors", "pushbox.grid", "pushbox.metrics", "pushbox.notation", "pushbox.cli.common")


def test_every_public_name_is_there() -> None:
    """Each name in __all__ can be had, and is pinned here so that none vanishes unnoticed."""
    assert sorted(pushbox.__all__) == dir(pushbox)
    for name in pushbox.__all__:
        assert getattr(pushbox, name) is not None


def test_unknown_names_are_refused() -> None:
    """A name that is not offered is an AttributeError, as in any module."""
    with pytest.raises(AttributeError, match="nothing_like_it"):
        pushbox.nothing_like_it  # noqa: B018  # the access is the test


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_hold(name: str) -> None:
    """What the docstrings show is what happens."""
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_import_is_light() -> None:
    """`import pushbox` pulls in no third-party package, no native code and no room of the library."""
    code = "import sys, pushbox; print(*sorted(m for m in sys.modules if m.startswith(('pushbox', 'click', 'rich'))))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == ["pushbox"]


def test_reading_and_playing_need_no_native_code() -> None:
    """Reading a level, playing it and finding paths work without the native core and without third-party packages."""
    code = (
        "import sys, pushbox\n"
        "level = pushbox.read('#####\\n#@$.#\\n#####').levels[0]\n"
        "session = pushbox.Session(level); session.play_text('R'); assert session.outcome().solved\n"
        "assert pushbox.verify(level, 'r').solved\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('pushbox._core', 'click', 'rich'))))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == []
