"""Modules of the web client as one: the same exports, and no form of import or export that would be lost."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from pushbox.errors import PushboxError
from pushbox.notebook.modules import join_modules

SOURCE = Path(__file__).parents[2] / "src" / "pushbox"
CLIENT = SOURCE / "client"
ENTRY = SOURCE / "notebook" / "static" / "widget.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed (Debian: apt install nodejs)")
def test_joined_modules_are_those_of_the_client(tmp_path: Path) -> None:
    """What a module exports, joined with all that it imports, is what it exports by itself, function by function."""
    used = ("board/model.js", "board/view.js", "board/changes.js", "play/client.js", "play/keyboard.js", "core/i18n.js")
    for number, name in enumerate(used):
        (tmp_path / f"{number}.mjs").write_text(join_modules(CLIENT / name), encoding="utf-8")
    (tmp_path / "widget.mjs").write_text(join_modules(ENTRY), encoding="utf-8")
    code = f"""
      globalThis.HTMLElement = class {{}};
      globalThis.customElements = {{ get: () => true }};
      const plain = (text) => text.replace(/\\/\\*[^]*?\\*\\/|\\/\\/.*/g, "").replace(/\\s+/g, " ");
      const shown = (exports) => Object.entries(exports).map(([name, value]) =>
        [name, typeof value === "function" ? plain(String(value)) : JSON.stringify(value)]).sort();
      const pairs = await Promise.all({json.dumps(used)}.map(async (name, number) => [
        shown(await import("{CLIENT}/" + name)), shown((await import(`{tmp_path}/${{number}}.mjs`)).default)]));
      const widget = Object.keys((await import("{tmp_path}/widget.mjs")).default);
      console.log(JSON.stringify({{ pairs, widget }}));
    """
    command = ["node", "--input-type=module", "-e", code]
    out = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert out["widget"] == ["render"]
    for own, joined in out["pairs"]:
        assert own
        assert own == joined


@pytest.mark.parametrize(
    "text",
    [
        "export default 5;\n",
        'export * from "./other.js";\n',
        "const a = 1;\nexport { a };\n",
        "export let a = 1;\n",  # which others would see as it was at first
        'import other from "./other.js";\n',
        'import * as other from "./other.js";\n',
        'import { other } from "elsewhere";\n',
        'export const late = () => import("./other.js");\n',
        "export const place = import.meta.url;\n",
        "await null;\n",
        'import { other } from "./self.js";\nexport const own = 1;\n',
    ],
)
def test_other_forms_are_refused(tmp_path: Path, text: str) -> None:
    """An import or export that is not read is an error, and so are modules in a circle."""
    (tmp_path / "other.js").write_text("export const other = 1;\n")
    (tmp_path / "self.js").write_text(text)
    with pytest.raises(PushboxError, match=r"self.js: found"):
        join_modules(tmp_path / "self.js")


def test_comments_go_and_code_stays(tmp_path: Path) -> None:
    """Comments on lines of their own are left out, those in a line of code are not looked at."""
    (tmp_path / "a.js").write_text(
        '/** What\n * it is. */\n// so\nimport { b as c } from "./b.js";\n'
        '/** @type {string} */ export const kept = "/* no comment */"; // c\n'
        "export function f() {\n  // inner\n  return c;\n}\n"
    )
    (tmp_path / "b.js").write_text("export const b = 1;\n")
    joined = join_modules(tmp_path / "a.js")
    assert "What" not in joined
    assert "inner" not in joined
    assert "/* no comment */" in joined
    assert 'const { b: c } = $("b.js");' in joined
