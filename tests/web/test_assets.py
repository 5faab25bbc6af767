"""The modules of the client in one file, under a name that changes with their content."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from pushbox.client import FOLDER
from pushbox.client.made import board_css
from pushbox.render.skins import SKINS
from pushbox.web.assets import BUNDLE, ENTRY, LATER, SOON, Assets
from pushbox.web.bundle import BundleError, bundle, bundle_later, needed_by
from pushbox.web.settings import Settings


def test_a_bundle_runs_each_module_once_with_what_it_imports() -> None:
    """Imports become constants, and exports are what a module returns."""
    sources = {
        "a/one.js": 'import { two as deux } from "../b/two.js";\nexport const one = deux + 1;\n',
        "b/two.js": (
            "/**\n * The second.\n */\nexport function two() { // why\n  /** @type {any} */ (1);\n}\n/** Too. */\n"
        ),
        "c/three.js": 'import { two } from "../b/two.js";\nexport const three = two;\n',
        "start.js": 'import "./a/one.js";\nawait import("./c/three.js");\n',
    }
    first = needed_by(sources, ["start.js"])
    assert first == sources.keys() - {"c/three.js"}
    text = bundle(sources, "start.js", first, ["soon.js", "later.js"])
    assert 'of ["./soon.js", "./later.js"]) if (!$modules[path])' in text
    assert 'const { two: deux } = $("b/two.js");' in text
    assert "return { one };" in text
    assert "The second" not in text
    assert "// why" not in text
    assert "/** @type {any} */ (1);\n}\n\nreturn { two };" in text
    assert text.endswith('$("a/one.js");\nawait $import("start.js", "./c/three.js");\n')
    later = bundle_later(sources, sources.keys() - first)
    assert [re.findall(r'\$modules\["([^"]+)"\] =', it) for it in (text, later)] == [
        ["a/one.js", "b/two.js"],
        ["c/three.js"],
    ]
    assert 'const { two } = $("b/two.js");' in later


@pytest.mark.parametrize(
    "source",
    [
        'import two from "./two.js";',
        "export default 1;",
        'import { two } from "./three.js";',
        'import "./one.js";',
        "const two = `1\n  2`;",
    ],
    ids=["default import", "default export", "missing", "circle", "a template of two lines"],
)
def test_what_cannot_be_bundled_is_refused(source: str) -> None:
    """Other forms, modules that do not exist, circles."""
    with pytest.raises(BundleError):
        bundle({"one.js": source, "two.js": "export const two = 2;"}, "one.js", {"one.js", "two.js"}, ["later.js"])


def test_the_client_can_be_bundled() -> None:
    """Every module of it is in one of the bundles, and none in two."""
    assets = Assets(Settings().static)
    modules = {path.relative_to(assets.folder).as_posix() for path in assets.folder.rglob("*.js")}
    bundled = [
        module
        for name in (BUNDLE, SOON, LATER)
        for module in re.findall(r'\$modules\["([^"]+)"\] =', assets.bundles[name])
    ]
    alone = {"site/embed.js", *(f"core/{name}.js" for name in ("early", "instance", "search-worker", "service-worker"))}
    assert sorted(bundled) == sorted(modules - {ENTRY} - alone)


def test_files_are_kept_for_good_under_the_hash_that_they_have_now(client: TestClient, static: Path) -> None:
    """Under another hash, as an older page names it, they are what they are now, and are asked for again."""
    name = re.search(r"/static/~\w+/", client.get("/").text)
    assert name is not None
    assert "immutable" in client.get(f"{name[0]}core.js").headers["cache-control"]
    old = client.get("/static/~0123456789abcdef/core.js")
    assert (old.text, old.headers["cache-control"]) == ((static / "core.js").read_text(), "no-cache")


def test_a_file_that_changes_changes_the_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to build or restart anything."""
    (tmp_path / "one.js").write_text("1")
    assets = Assets(tmp_path)
    before = assets.prefix
    (tmp_path / "one.js").write_text("23")
    monkeypatch.setattr("pushbox.web.assets._LOOK_AGAIN", 0)
    assert assets.prefix != before


def test_the_skins_are_part_of_the_style_sheet(tmp_path: Path) -> None:
    """Each skin has its tokens, by names that the client knows, and each style a rule; a change is a new hash."""
    shutil.copytree(FOLDER / "css", tmp_path / "css")
    shutil.copytree(FOLDER / "board", tmp_path / "board")
    sheet, skins = board_css(tmp_path), tmp_path / "board" / "skins.json"
    assert ":root { --bg: light-dark(#f5f6f9, #11141a);" in sheet
    assert '[data-skin="wood"] { --floor: #d9c7a4;' in sheet
    assert ":where(.tile.goal .dot) { fill: var(--c); }" in sheet
    assert sheet.endswith((FOLDER / "css" / "board.css").read_text(encoding="utf-8"))
    offered = re.findall(r'"(\w+)"', re.sub("^/.*", "", (FOLDER / "board" / "skins.js").read_text(encoding="utf-8")))
    assert [name for name in SKINS if name != "dark"] == offered  # which the theme brings
    before = Assets(tmp_path).prefix
    skins.write_text(skins.read_text(encoding="utf-8").replace("#d9c7a4", "#d9c7a5"), encoding="utf-8")
    assert Assets(tmp_path).prefix != before


def test_the_style_sheet_of_boards_is_served() -> None:
    """As it is made of the skins, not as the file lies there."""
    app = Starlette(routes=[Mount("/static", Assets(FOLDER))])
    answer = TestClient(app).get("/static/css/board.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.text == board_css()
