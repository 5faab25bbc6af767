"""The modules of the client in one file, under a name that changes with their content."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pushbox.web.assets import ENTRY, Assets
from pushbox.web.bundle import BundleError, bundle
from pushbox.web.settings import Settings

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def test_a_bundle_runs_each_module_once_with_what_it_imports() -> None:
    """Imports become constants, and exports are what a module returns."""
    text = bundle(
        {
            "a/one.js": 'import { two as deux } from "../b/two.js";\nexport const one = deux + 1;\n',
            "b/two.js": "export function two() {}\n",
            "start.js": 'import "./a/one.js";\nawait import("./b/two.js");\n',
        },
        "start.js",
    )
    assert 'const { two: deux } = $("b/two.js");' in text
    assert "return { one };" in text
    assert text.endswith('$("a/one.js");\nawait $import("start.js", "./b/two.js");\n')


@pytest.mark.parametrize(
    "source",
    ['import two from "./two.js";', "export default 1;", 'import { two } from "./three.js";', 'import "./one.js";'],
    ids=["default import", "default export", "missing", "circle"],
)
def test_what_cannot_be_bundled_is_refused(source: str) -> None:
    """Other forms, modules that do not exist, circles."""
    with pytest.raises(BundleError):
        bundle({"one.js": source, "two.js": "export const two = 2;"}, "one.js")


def test_the_client_can_be_bundled() -> None:
    """Every module of it is in the bundle."""
    assets = Assets(Settings().static)
    modules = {path.relative_to(assets.folder).as_posix() for path in assets.folder.rglob("*.js")}
    assert set(re.findall(r'\$modules\["([^"]+)"\] =', assets.bundle)) == modules - {ENTRY, "core/early.js"}


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
