"""The page of all keys, read from the tables of the web app and of the terminal game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from textual.binding import Binding

import pushbox
from pushbox.client import read_json
from pushbox.tui.fullscreen.keys import BINDINGS, STEERING

_TABLE = Path(pushbox.__file__).parent / "client" / "play" / "keys.js"

# The actions of the terminal game that the web app has too, under its names; "" for what follows from another row.
_SAME = {
    "level(1)": "next-level",
    "level(-1)": "previous-level",
    "unsolved(1)": "next-unsolved",
    "unsolved(-1)": "previous-unsolved",
    "ends(0)": "undo-all",
    "ends(1)": "redo-all",
    "zoom(1)": "zoom-in",
    "zoom(-1)": "zoom-out",
    "press('act')": "act",
    "press('next')": "next",
    "press('previous')": "previous",
    "help": "keys",
} | {f"run('{way}', {pushing})": f"{name}-{way}"
     for way in ("left", "up", "right", "down") for pushing, name in enumerate(("run", "push"))}  # fmt: skip

_NAMES = {
    "ArrowLeft": "←", "ArrowUp": "↑", "ArrowRight": "→", "ArrowDown": "↓",
    "left": "←", "up": "↑", "right": "→", "down": "↓",
    "question_mark": "?", "full_stop": ".", "comma": ",", "space": "Space",
    "left_square_bracket": "[", "right_square_bracket": "]", "left_curly_bracket": "{", "right_curly_bracket": "}",
    "pageup": "PageUp", "pagedown": "PageDown", "escape": "Escape", "backspace": "Backspace", "insert": "Insert",
    "home": "Home", "end": "End", "tab": "Tab",
}  # fmt: skip


def keys_page() -> Iterator[str]:
    """Yield the page: a table for each group of the web app, with the keys of the terminal game beside them."""
    words = read_json("i18n/en/common.json") | read_json("i18n/en/play.json")
    terminal = _of_terminal()
    yield from ("# All keys on one sheet", "")
    yield from ("F1 shows them beside the board. In the web app you can change them there.", "")
    yield from ("On a French keyboard Q and Z take the place of A and W.", "")
    for group, actions in _of_web():
        yield from (f"## {words[f'keys.{group}']}", "", "| action | web app | terminal |", "|---|---|---|")
        for action, chords in actions.items():
            yield f"| {words[f'key.{action}']} | {_shown(chords)} | {_shown(terminal.pop(action, []))} |"
        if group == "history":
            yield "| Keep a snapshot, go to it | `Alt+Shift+1` to `0`, `Alt+1` to `0` | |"
        yield ""
    yield from ("## Only in the terminal", "", "| action | keys |", "|---|---|")
    said = {binding.action: binding.description for binding in BINDINGS if isinstance(binding, Binding)}
    yield from (f"| {said[action]} | {_shown(keys)} |" for action, keys in terminal.items())


def _of_web() -> list[tuple[str, dict[str, list[str]]]]:
    """Return the chords of the web app by action, group by group."""
    parts = re.split(r'\.\.\.group\("(\w+)", \{', _TABLE.read_text("utf-8").partition("const AZERTY")[0])[1:]
    entry = re.compile(r'^    "?([\w-]+)"?: \[(.*)\],$', re.MULTILINE)
    return [
        (group, {action: re.findall(r'"(.+?)"', chords) for action, chords in entry.findall(body)})
        for group, body in zip(parts[::2], parts[1::2], strict=True)
    ]


def _of_terminal() -> dict[str, list[str]]:
    """Return the keys of the terminal game by the action's name in the web app, or by its own."""
    found: dict[str, list[str]] = {}
    for binding in BINDINGS:
        assert isinstance(binding, Binding)
        action = _SAME.get(binding.action, binding.action)
        if steered := re.fullmatch(r"steer\('(\w+)'\)", action):
            action = STEERING[steered[1]]
        found.setdefault(action, []).extend(binding.key.split(","))
    return found


def _shown(keys: list[str]) -> str:
    return ", ".join(f"`{'+'.join(_named(part) for part in _parts(key))}`" for key in keys)


def _parts(key: str) -> list[str]:
    return [key] if key == "+" else key.split("+")


def _named(part: str) -> str:
    if part in _NAMES:
        return _NAMES[part]
    return part.upper() if len(part) == 1 else part[0].upper() + part[1:]
