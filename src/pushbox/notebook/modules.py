"""The modules of the web client that a widget needs, as one, which is how a notebook takes its code."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ..web.bundle import bundle_exports, imports_of

_COMMENT = re.compile(r"^ */\*(?:(?!\*/)[\s\S])*\*/\n|^ *//.*\n", re.MULTILINE)  # on lines of their own


def join_modules(entry: Path) -> str:
    """Return a module and all that it imports as one, whose default export are the exports of that module.

    Comments on lines of their own are left out.  Raises BundleError for modules that import each other in a circle, and
    for what is no import or export by names.
    """
    sources: dict[str, str] = {}
    wanted = [entry.name]
    while wanted:
        path = wanted.pop()
        file = Path(os.path.normpath(entry.parent / path))
        if path not in sources and file.is_file():
            sources[path] = _COMMENT.sub("", file.read_text(encoding="utf-8"))
            wanted += imports_of(path, sources[path])
    return bundle_exports(sources, entry.name)
