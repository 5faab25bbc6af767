"""The modules of the client in a few files, made as they are asked for, so that a first visit takes few requests.

Nothing is built: the files are served one by one as well, and a change of one is in the next bundle.  A module becomes
a function that runs when it is first wanted, with what it imports as constants of the same names.  The client keeps to
the few forms of import and export that are understood here, and has no circles of imports; a test holds both.  What a
first visit does not need comes in more files, each of which is imported with the first of its modules that is wanted.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..errors import PushboxError

_IMPORT = re.compile(r'^import\s+(?:\{([^}]*)\}\s+from\s+)?"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_COMMENT = re.compile(
    r"^[ \t]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL
)  # for who reads the module: a fifth of it
_REMARK = re.compile(r"(?<=[;,{}()\[\]]) // [^\n'\"`]*$", re.MULTILINE)  # the same, at the end of a line of code
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)  # which is the reader's too, as no template has two lines
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b.*", re.MULTILINE)
_AWAIT = re.compile(r"^await\b.*", re.MULTILINE)
_LATER = re.compile(r"(?<![\w.{])import\((?=[\"`])")  # a dynamic import, but no type in a comment

_RUNTIME = """const $modules = {};
const $made = {};
const $ = (name) => ($made[name] ??= $modules[name]());
"""
_IMPORT_AT_RUN_TIME = """const $import = async (from, name) => {
  const path = new URL(name, `file:///${from}`).pathname.slice(1);
  for (const file of LATER) if (!$modules[path]) (await import(file)).default($modules, $, $import);
  return $(path);
};
"""


class BundleError(PushboxError):
    """A module that is written in a form that is not understood."""


def bundle(sources: Mapping[str, str], entry: str, first: AbstractSet[str], later: Sequence[str]) -> str:
    """Return the modules of `first` as one, which runs the entry; `sources` are the texts of all by their paths.

    The others are `bundle_later`, in files beside it that are called as `later` says, in the order in which they are
    looked into: a module imports only from its own file and from those before it.  Raises BundleError.
    """
    _check(sources, entry)
    text, _ = _converted(entry, sources[entry])
    functions = "".join(_function(path, sources[path]) for path in sources if path in first and path != entry)
    files = json.dumps([f"./{name}" for name in later])
    return _RUNTIME + _IMPORT_AT_RUN_TIME.replace("LATER", files) + functions + text


def bundle_later(sources: Mapping[str, str], wanted: AbstractSet[str]) -> str:
    """Return the modules of `wanted` as one, which adds them to those that are there.  Raises BundleError."""
    functions = "".join(_function(path, source) for path, source in sources.items() if path in wanted)
    return f"export default ($modules, $, $import) => {{\n{functions}}};\n"


def needed_by(sources: Mapping[str, str], entries: Iterable[str]) -> frozenset[str]:
    """Return the paths of some modules, and of all that they import before they run.  Raises BundleError."""
    return frozenset(path for entry in entries for path in _in_order(sources, entry, ()))


def bundle_exports(sources: Mapping[str, str], entry: str) -> str:
    """Return the modules as one whose default export are the exports of the entry.

    It has no address, so that nothing can be imported at run time.  Raises BundleError.
    """
    _check(sources, entry)
    for path, source in sources.items():
        if later := _LATER.search(source):
            raise BundleError(f"{path}: found {later[0]!r}, expected no import at run time")
    functions = "".join(_function(path, source) for path, source in sources.items())
    return f"{_RUNTIME}{functions}export default $({json.dumps(entry)});\n"


def imports_of(path: str, source: str) -> list[str]:
    """Return the paths of the modules that one imports before it runs."""
    return [_resolved(path, name) for _, name in _IMPORT.findall(source)]


def _check(sources: Mapping[str, str], entry: str) -> None:
    for _ in _in_order(sources, entry, ()):
        pass


def _in_order(sources: Mapping[str, str], path: str, above: tuple[str, ...]) -> Iterator[str]:
    """Yield a module after its imports. Raises BundleError for a circle."""
    if path in above:
        raise BundleError(f"{path}: found a circle of imports: {' > '.join([*above, path])}")
    if path not in sources:
        raise BundleError(f"{above[-1] if above else 'the entry'}: found no module {path}")
    for imported in imports_of(path, sources[path]):
        yield from _in_order(sources, imported, (*above, path))
    yield path


def _function(path: str, source: str) -> str:
    text, names = _converted(path, source)
    if waiting := _AWAIT.search(text):
        raise BundleError(f"{path}: found {waiting[0]!r}, expected that only the entry waits")
    return f"$modules[{json.dumps(path)}] = () => {{\n{_INDENT.sub('', text)}\nreturn {{ {', '.join(names)} }};\n}};\n"


def _converted(path: str, source: str) -> tuple[str, list[str]]:
    """Return a module without its comments, imports and exports, and the names that it exports."""

    def constants(match: re.Match[str]) -> str:
        names, name = match.groups()
        module = f"$({json.dumps(_resolved(path, name))})"
        return f"const {{{names.replace(' as ', ': ')}}} = {module};" if names else f"{module};"

    text = _REMARK.sub("", _COMMENT.sub("", source))
    if odd := next((line for line in _STRING.sub("", text).splitlines() if line.count("`") % 2), None):
        raise BundleError(f"{path}: found {odd!r}, expected that a template begins and ends in one line")
    text = _IMPORT.sub(constants, text)
    names = [name for _, name in _EXPORT.findall(text)]
    text = _EXPORT.sub(r"\1 \2", text)
    if other := _OTHER.search(text):
        raise BundleError(f"{path}: found {other[0]!r}, expected another form of import or export")
    return _LATER.sub(f"$import({json.dumps(path)}, ", text), names


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
