"""The files of the client under names with a hash of their content, cached for good.

All share one hash, so that no two releases mix. It is computed again when a file has changed: to see a change, reload
the page.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from collections.abc import Mapping
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..client import FOLDER, PYTHON_SUFFIXES, SEARCH_MODULE, SEARCH_MODULE_PACKED
from ..client.made import made_files
from ..kinds import PieceKind, TerrainKind, foreign_kinds, foreign_names, foreign_shapes
from ..sentence import LANGUAGES
from .bundle import bundle, bundle_later, needed_by

ENTRY = "core/start.js"
BUNDLE = "core/app.js"  # beside the modules of that folder, so that addresses relative to it are theirs
SOON = "core/soon.js"  # the modules of the library, and of what a player asks for in the midst of a play
LATER = "core/later.js"  # the modules of what few come for first
FIRST_PAGES = ("home", "play")  # which need the modules of the bundle alone until somebody asks for more
SOON_PAGES = ("library", "collection")
_SHARED = "ui"  # the folder of what pages have in common
_SERVICE_WORKER = "core/service-worker.js"
# Run before the page is painted, and in workers.
_UNBUNDLED = ("core/early.js", "core/instance.js", "core/search-worker.js", "site/embed.js", _SERVICE_WORKER)
_OFFLINE = ("core/early.js", "core/instance.js", "core/search-worker.js", "core/pushbox.wasm", "manifest.webmanifest")
_OFFLINE_ALL = ("css/*.css", "icon*", "i18n/*/*.json")
_NOT_OFFLINE = {"site", "terminal"}  # texts and styles of other surfaces
_MODULE = SEARCH_MODULE.relative_to(FOLDER).as_posix()
_LOOK_AGAIN = 1.0  # seconds until the files are looked at again
REVALIDATE = {"Cache-Control": "no-cache"}  # cached, but revalidated each time
_MEDIA = {".css": "text/css", ".js": "text/javascript", ".json": "application/json"}
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}

# Path, time and size of each file, and the kinds that games have brought.
Stamp = tuple[list[tuple[str, int, int]], list[TerrainKind | PieceKind]]


class Assets(StaticFiles):
    """The files below `/static`: below `/static/~HASH` cached for good, otherwise with an ETag for revalidation."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self._stamp: Stamp | None = None
        self._looked_at = -_LOOK_AGAIN
        self._hash = ""
        self._bundles: dict[str, str] = {}
        self._made: dict[str, str] = {}
        self._module = folder / _MODULE
        self._brotli = folder / SEARCH_MODULE_PACKED.relative_to(FOLDER)  # by scripts/wasm.sh, where there is Node
        self._packed: dict[str, bytes] = {}

    @property
    def prefix(self) -> str:
        """Return the path below which the files are as they are now."""
        self._look()
        return f"/static/~{self._hash}/"

    @property
    def bundles(self) -> Mapping[str, str]:
        """Return the modules of the client as BUNDLE, SOON and LATER.  Raises BundleError, and OSError for none."""
        self._look()
        if not self._bundles:
            paths = {path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*.js"))}
            sources = {name: path.read_text(encoding="utf-8") for name, path in paths.items() if name not in _UNBUNDLED}
            sources |= {name: text for name, text in self._made.items() if name in sources}
            first = needed_by(sources, [ENTRY, *(f"{page}/page.js" for page in FIRST_PAGES)])
            folders = {*FIRST_PAGES, *SOON_PAGES, _SHARED}
            soon = needed_by(sources, [name for name in sources if name.partition("/")[0] in folders]) - first
            later = [name.rpartition("/")[2] for name in (SOON, LATER)]
            self._bundles = {
                BUNDLE: bundle(sources, ENTRY, first, later),
                SOON: bundle_later(sources, soon),
                LATER: bundle_later(sources, sources.keys() - first - soon),
            }
        return self._bundles

    @property
    def offline(self) -> list[str]:
        """Return the files that pages need where no server answers, by their paths; those of texts in all languages."""
        self._look()
        there = [self.folder / name for name in _OFFLINE if (self.folder / name).is_file()]
        there += [
            path
            for pattern in _OFFLINE_ALL
            for path in sorted(self.folder.glob(pattern))
            if path.stem not in _NOT_OFFLINE
        ]
        return [BUNDLE, SOON, LATER, *(path.relative_to(self.folder).as_posix() for path in there)]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file of a path, or one of the bundles."""
        version, _, rest = path.partition("/")
        is_hashed = version.startswith("~")
        name = rest if is_hashed else path
        if Path(name).suffix in PYTHON_SUFFIXES:
            raise HTTPException(404)
        if name in {BUNDLE, SOON, LATER}:
            response = Response(self.bundles[name], media_type="text/javascript")
        elif text := self.made(name):
            response = Response(text, media_type=_MEDIA[Path(name).suffix])
        elif name == _MODULE and (coding := self._coding(Headers(scope=scope).get("accept-encoding", ""))):
            packed = {"Content-Encoding": coding, "Vary": "Accept-Encoding"}
            data = await run_in_threadpool(self._pack, coding)
            response = Response(data, media_type="application/wasm", headers=packed)
        else:
            response = await super().get_response(name, scope)
        is_current = is_hashed and f"/static/{version}/" == self.prefix
        response.headers.update(_FOREVER if is_current else REVALIDATE)
        return response

    def _coding(self, accepted: str) -> str:
        """Return how the core for browsers is packed for who accepts some encodings, "" for not at all."""
        known = {part.partition(";")[0].strip() for part in accepted.split(",")}
        if not self._module.is_file():
            return ""
        choices = [
            coding for coding in ("br", "gzip") if coding in known and (coding == "gzip" or self._brotli.is_file())
        ]
        return next(iter(choices), "")

    def _pack(self, coding: str) -> bytes:
        """Return the core for browsers, the largest file, compressed once and not for each visitor."""
        self._look()
        if coding not in self._packed:
            data = self._brotli.read_bytes() if coding == "br" else gzip.compress(self._module.read_bytes(), mtime=0)
            self._packed[coding] = data
        return self._packed[coding]

    def made(self, name: str) -> str | None:
        """Return the text of a file that is made of others and of the kinds that games bring; None for any other."""
        self._look()
        return self._made.get(name)

    def _look(self) -> None:
        """Find out whether a file has changed."""
        if time.monotonic() - self._looked_at < _LOOK_AGAIN:
            return
        self._looked_at = time.monotonic()
        paths = (path for path in sorted(self.folder.rglob("*")) if path.suffix not in PYTHON_SUFFIXES)
        files = [(path, path.stat()) for path in paths if path.is_file()]
        stamp = [(path.as_posix(), stat.st_mtime_ns, stat.st_size) for path, stat in files], foreign_kinds()
        if stamp != self._stamp:
            digest = hashlib.sha256()
            for path, _ in files:
                digest.update(f"{path.relative_to(self.folder).as_posix()}\0".encode() + path.read_bytes())
            names: dict[str, dict[str, str]] = {language: foreign_names(language) for language in LANGUAGES}
            self._made = made_files(self.folder, foreign_shapes(), names)
            digest.update(json.dumps(self._made).encode())
            self._stamp, self._hash, self._bundles = stamp, digest.hexdigest()[:16], {}
            self._packed = {}
