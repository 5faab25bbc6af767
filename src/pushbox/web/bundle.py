"""The modules of the client in one file, made as they are asked for, so that a first visit takes one request for them.

Nothing is built: the files are served one by one as well, and a change of one is in the next bundle.  A module becomes
a function that runs when it is first wanted, with what it imports as constants of the same names.  The client keeps to
the few forms of import and export that are understood here, and has no circles of imports; a test holds both.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping

_IMPORT = re.compile(r'^import\s+(?:\{([^}]*)\}\s+from\s+)?"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_LATER = re.compile(r"(?<![\w.{])import\((?=[\"`])")  # a dynamic import, but no type in a comment

_RUNTIME = """const $modules = {};
const $made = {};
const $ = (name) => ($made[name] ??= $modules[name]());
const $import = async (from, name) => $(new URL(name, `file:///${from}`).pathname.slice(1));
"""


class BundleError(ValueError):
    """A module that is written in a form that is not understood."""


def bundle(sources: Mapping[str, str], entry: str) -> str:
    """Return the modules as one, which runs the entry; `sources` are their texts by paths.  Raises BundleError."""
    for _ in _in_order(sources, entry, ()):
        pass
    modules = [
        f"$modules[{json.dumps(path)}] = () => {{\n{_body(path, sources[path])}\n}};\n"
        for path in sources
        if path != entry
    ]
    text, _ = _converted(entry, sources[entry])
    return _RUNTIME + "".join(modules) + text


def imports_of(path: str, source: str) -> list[str]:
    """Return the paths of the modules that one imports before it runs."""
    return [_resolved(path, name) for _, name in _IMPORT.findall(source)]


def _in_order(sources: Mapping[str, str], path: str, above: tuple[str, ...]) -> Iterator[str]:
    """Yield a module after those that it imports.  Raises BundleError for a circle."""
    if path in above:
        raise BundleError(f"found a circle of imports: {' > '.join([*above, path])}")
    if path not in sources:
        raise BundleError(f"{above[-1] if above else 'the entry'}: found no module {path}")
    for imported in imports_of(path, sources[path]):
        yield from _in_order(sources, imported, (*above, path))
    yield path


def _body(path: str, source: str) -> str:
    text, names = _converted(path, source)
    return f"{text}\nreturn {{ {', '.join(names)} }};"


def _converted(path: str, source: str) -> tuple[str, list[str]]:
    """Return a module without its imports and exports, and the names that it exports."""

    def constants(match: re.Match[str]) -> str:
        names, name = match.groups()
        module = f"$({json.dumps(_resolved(path, name))})"
        return f"const {{{names.replace(' as ', ': ')}}} = {module};" if names else f"{module};"

    text = _IMPORT.sub(constants, source)
    names = [name for _, name in _EXPORT.findall(text)]
    text = _EXPORT.sub(r"\1 \2", text)
    if other := _OTHER.search(text):
        raise BundleError(f"{path}: found {other[0]!r}, expected another form of import or export")
    return _LATER.sub(f"$import({json.dumps(path)}, ", text), names


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
