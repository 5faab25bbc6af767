"""Check the types of the recipes in docs/tutorials/programmers.md, as mypy and pyright do in their strict modes.

The recipes become one module in target/recipes, in which an expression whose value the prompt shows is printed.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "tutorials" / "programmers.md"
FOLDER = ROOT / "target" / "recipes"


def module(page: str) -> str:
    """Return the module of a page with recipes."""
    return "".join(_statements(examples(page)))


def examples(page: str) -> str:
    """Return the sessions of a page, without the words between them."""
    return "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))


def _statements(session: str) -> Iterator[str]:
    for example in doctest.DocTestParser().get_examples(session):
        match ast.parse(example.source).body:
            case [ast.Expr(value)] if not isinstance(value, ast.Call):
                yield f"print({ast.unparse(value)})\n"
            case _:
                yield example.source


def main() -> int:
    """Write the module and check it; return the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = FOLDER / "recipes.py"
    file.write_text(module(PAGE.read_text("utf-8")), "utf-8")
    settings = {
        "include": [file.name],
        "extraPaths": [str(ROOT / "src")],
        "pythonVersion": "3.11",
        "typeCheckingMode": "strict",
    }
    (FOLDER / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    pyright = [
        str(ROOT / "node_modules" / ".bin" / "pyright"),
        "--pythonpath",
        sys.executable,
        "--project",
        str(FOLDER),
    ]
    for command in ([sys.executable, "-m", "mypy", str(file)], pyright):
        if code := subprocess.run(command, cwd=ROOT, check=False).returncode:  # noqa: S603  # made above
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
