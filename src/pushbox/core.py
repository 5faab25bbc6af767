"""The native core, loaded when something of it is first used.

Without it pushbox reads, draws and plays; what searches raises MissingCore. It may come while a program runs: the web
app can be opened while the core is still being built.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import MissingCore

if TYPE_CHECKING:
    from pushbox._core import *  # noqa: F403 - what the stub has
else:

    def __getattr__(name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # asked by what looks at modules, which loads nothing
        try:
            core = import_module("pushbox._core")
        except ImportError as error:
            raise MissingCore.said("no-core") from error
        globals()[name] = value = getattr(core, name)
        return value
