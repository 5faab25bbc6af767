"""A site without a server: a folder of files that any static host serves, whose levels the core in the browser plays.

Its page is one of the client's, with the same modules, texts and styles; below `static` they lie under a hash of their
content, so that no two releases mix.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import formats, levels
from ..client import FOLDER, PYTHON_SUFFIXES, SEARCH_MODULE
from ..errors import PushboxError
from ..formats import write_text
from ..games import load
from ..identity import IDENTITY, canonical_id
from ..level import Level
from ..sentence import LANGUAGES
from ..store.campaign import PATHS, ROAD
from .alone import level_facts, plays_alone
from .api.catalogue import GameOut
from .assets import BUNDLE, ENTRY, LATER, SOON, Assets
from .page_texts import DEFAULT, translated

_PAGE = "site"
_DRAWN = "#####\n#@$.#\n#####"  # a level of the game that visitors draw
_EMBED = "site/embed.js"
_STYLES = ("base", "board", "ui", _PAGE)
_SCRIPTS = ("core/early.js", "core/instance.js", "core/search-worker.js")  # which are in no bundle
_TEXTS = ("common", "messages", "levels", "play", "insight", _PAGE)  # that the page loads
_NO_APP = re.compile(r'    <link rel="(?:manifest|apple-touch-icon)"[^>]*>\n')  # a site is not installed
_NAMES = {"en": "English", "de": "Deutsch", "zh": "中文"}


@dataclass(frozen=True, slots=True)
class SiteCollection:
    """Levels of a site under a name that is theirs in addresses."""

    name: str
    title: str
    levels: Sequence[Level]


@dataclass(frozen=True, slots=True)
class Site:
    """What `write_site` has written: how many levels, and those left out, by the title of a collection and number."""

    levels: int
    left_out: Sequence[tuple[str, int]]


def write_site(out: Path, collections: Iterable[SiteCollection]) -> Site:
    """Write a site of some collections into a folder, which is made where there is none.

    Levels that a browser does not play alone are left out: where something is hidden, where several play, and those
    of games without native rules.  Raises PushboxError where the core for browsers is not built, OSError.
    """
    if not SEARCH_MODULE.is_file():
        raise PushboxError.said("site-no-core")
    listed, left_out, count = [], [], 0
    for collection in collections:
        written = []
        for number, level in enumerate(collection.levels, start=1):
            if plays_alone(level):
                written.append(_level_to_json(level))
            else:
                left_out.append((collection.title, number))
        if written:
            count += len(written)
            listed.append({"name": collection.name, "title": collection.title, "keys": [it["key"] for it in written]})
            _write(out / "data" / f"{collection.name}.json", json.dumps(written, ensure_ascii=False))
    game = GameOut.model_validate(load(formats.read(_DRAWN).levels[0]).game.info)
    palette = (game.plain or game.palette).model_dump(mode="json")
    _write(out / "data" / "index.json", json.dumps({"collections": listed, "palette": palette}, ensure_ascii=False))
    files = Assets(FOLDER)
    folder = files.prefix.strip("/").replace("~", "")
    _write_client(out / folder, files)
    for language in LANGUAGES:
        place, up = (out, "./") if language == DEFAULT else (out / language, "../")
        _write(place / "index.html", _page(language, up, f"{up}{folder}/"))
    _write(out / "embed.js", (FOLDER / _EMBED).read_text(encoding="utf-8"))
    _write(out / ".nojekyll", "")  # GitHub Pages serves the files as they are
    return Site(count, left_out)


def in_order(names: Iterable[str]) -> list[str]:
    """Return the names of collections that come along in the order in which they are played.

    The lessons come first, then the packs of the campaign, each with the paths that branch off it, then the others as
    they are given.  Series are left out, as their chapters are there.
    """
    given = [name for name in names if name not in levels.series()]
    road = [name for pack in ROAD for name in (pack, *(path for path, at in PATHS.items() if at == pack))]
    first = [name for name in ("lessons", *road) if name in given]
    return [*first, *(name for name in given if name not in first)]


def _level_to_json(level: Level) -> dict[str, Any]:
    name = load(level).game.info.name
    return {"key": canonical_id(level, (IDENTITY,)), "title": level.title, "game": name, "level": level_facts(level)}


def _write_client(folder: Path, files: Assets) -> None:
    """Write what the page loads of the client."""
    for name, text in files.bundles.items():
        _write(folder / name, text)
    names = [*_SCRIPTS, *(f"css/{style}.css" for style in _STYLES), "icon.svg"]
    names += [f"i18n/{language}/{part}.json" for language in LANGUAGES for part in _TEXTS]
    for name in names:
        path = FOLDER / name
        if (made := files.made(name)) is not None:
            _write(folder / name, made)
        elif path.is_file() and path.suffix not in PYTHON_SUFFIXES:
            _write(folder / name, path.read_text(encoding="utf-8"))
    module = folder / SEARCH_MODULE.relative_to(FOLDER)
    module.write_bytes(SEARCH_MODULE.read_bytes())


def _page(language: str, up: str, static: str) -> str:
    """Return the document in a language; `up` leads to the folder of the site, `static` to that of the client."""
    head = (FOLDER / "head.html").read_text(encoding="utf-8").replace("PAGE", _PAGE)
    page = (FOLDER / "pages" / f"{_PAGE}.html").read_text(encoding="utf-8")
    html = _NO_APP.sub("", translated(FOLDER, head + page, language))
    links = []
    for tag, name in _NAMES.items():
        current = ' aria-current="page"' if tag == language else ""
        folder = "" if tag == DEFAULT else f"{tag}/"
        links.append(f'<a href="{up}{folder}" lang="{tag}"{current}>{name}</a>')
    html = html.replace("LANGUAGES", " ".join(links))
    preload = '<link rel="modulepreload" href="/static/{}">'
    html = html.replace(preload.format(ENTRY), "\n    ".join(map(preload.format, (ENTRY, SOON, LATER))))
    return html.replace(f"/static/{ENTRY}", f"/static/{BUNDLE}").replace('"/static/', f'"{static}')


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(str(path), text)
