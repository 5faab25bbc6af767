"""The files of the client under names with a hash of their content, which a browser keeps for good.

All share one hash, so that no two releases mix.  It is found out anew when a file has changed: who works on the client
reloads the page, and needs no other step.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .bundle import bundle

ENTRY = "core/start.js"
BUNDLE = "core/app.js"  # beside the modules of that folder, so that addresses relative to it are theirs
_UNBUNDLED = ("core/early.js",)  # runs before the page is painted
_LOOK_AGAIN = 1.0  # seconds until the files are looked at again
REVALIDATE = {"Cache-Control": "no-cache"}  # cached, but revalidated each time
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}

Stamp = tuple[tuple[str, int, int], ...]  # path, time and size of each file


class Assets(StaticFiles):
    """The files below `/static`: for good below `/static/~HASH`, and else with an ETag that a browser revalidates."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self._stamp: Stamp | None = None
        self._looked_at = -_LOOK_AGAIN
        self._hash = ""
        self._bundle: str | None = None

    @property
    def prefix(self) -> str:
        """Return the path below which the files are as they are now."""
        self._look()
        return f"/static/~{self._hash}/"

    @property
    def bundle(self) -> str:
        """Return the modules of the client as one.  Raises BundleError, and OSError where there are none."""
        self._look()
        if self._bundle is None:
            paths = sorted(self.folder.rglob("*.js"))
            sources = {path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
            self._bundle = bundle({name: text for name, text in sources.items() if name not in _UNBUNDLED}, ENTRY)
        return self._bundle

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file of a path, or the bundle."""
        version, _, rest = path.partition("/")
        is_hashed = version.startswith("~")
        name = rest if is_hashed else path
        if name == BUNDLE:
            response = Response(self.bundle, media_type="text/javascript")
        else:
            response = await super().get_response(name, scope)
        is_current = is_hashed and f"/static/{version}/" == self.prefix
        response.headers.update(_FOREVER if is_current else REVALIDATE)
        return response

    def _look(self) -> None:
        """Find out whether a file has changed."""
        if time.monotonic() - self._looked_at < _LOOK_AGAIN:
            return
        self._looked_at = time.monotonic()
        files = [(path, path.stat()) for path in sorted(self.folder.rglob("*")) if path.is_file()]
        stamp = tuple((path.as_posix(), stat.st_mtime_ns, stat.st_size) for path, stat in files)
        if stamp != self._stamp:
            digest = hashlib.sha256()
            for path, _ in files:
                digest.update(f"{path.relative_to(self.folder).as_posix()}\0".encode() + path.read_bytes())
            self._stamp, self._hash, self._bundle = stamp, digest.hexdigest()[:16], None
