"""Modules of the web client as one, which is how a notebook takes the code of a widget.

The client is plain ES modules, without a build.  What a widget needs of them stands here one after the other, each in a
function of its own, whose result are its exports; an import takes the names from that.  This reads the few forms in
which the client imports and exports, and refuses any other, so that nothing is left out unseen.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from ..errors import PushboxError

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|\bimport\.meta\b.*|^await\b.*", re.MULTILINE)
_COMMENT = re.compile(r"^ */\*(?:(?!\*/)[\s\S])*\*/\n|^ *//.*\n", re.MULTILINE)  # on lines of their own


def join_modules(entry: Path) -> str:
    """Return a module and all that it imports as one, whose default export are the exports of that module.

    Raises PushboxError for modules that import each other in a circle, and for what is no import or export by names.
    """
    parts: list[str] = []
    names: dict[Path, str] = {}
    _add(Path(os.path.normpath(entry)), parts, names, ())
    return "".join([*parts, f"export default {names[Path(os.path.normpath(entry))]};\n"])


def _add(module: Path, parts: list[str], names: dict[Path, str], importers: tuple[Path, ...]) -> str:
    """Add a module behind those that it imports, unless it is there; return the name of its exports."""
    if module in names:
        return names[module]
    if module in importers:
        raise PushboxError(f"{module.name}: found that it imports itself by way of others")
    code = _COMMENT.sub("", module.read_text(encoding="utf-8"))
    imports = []
    for wanted, path in _IMPORT.findall(code):
        target = Path(os.path.normpath(module.parent / path))
        exports = _add(target, parts, names, (*importers, module))
        if wanted:
            imports.append(f"const {wanted.replace(' as ', ': ')} = {exports};\n")
    exported = _EXPORT.findall(code)
    body = _EXPORT.sub("", _IMPORT.sub("", code)).strip()
    if other := _OTHER.search(body):
        raise PushboxError(f"{module.name}: found {other[0][:60]!r}, expected imports and exports by their names")
    names[module] = name = f"$module{len(names)}"
    parts.append(f"const {name} = (() => {{\n{''.join(imports)}{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n")
    return name
