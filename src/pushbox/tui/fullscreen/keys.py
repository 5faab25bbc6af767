"""The keys of the terminal game, the same ones as in the web client where a terminal has them."""

from __future__ import annotations

from dataclasses import replace

from textual.binding import Binding, BindingType

from ...games.api import KEYS
from ...tiling import SQUARE

_STEPS = KEYS[: len(SQUARE.names)]

# What steers: arrows, and the letters under either hand; where two play the left hand is player 2.
STEERING = dict(zip([*SQUARE.names, *"awds", *"hklj"], _STEPS * 3, strict=True))
SECOND_PLAYER = frozenset("awds")

_BINDINGS = [
    # What the footer shows, which is 60 columns wide at the least, comes first.
    Binding("f1", "help", "Help"),
    Binding("u,ctrl+z,backspace", "undo", "Undo"),
    Binding("question_mark", "hint", "Hint", key_display="?"),
    Binding("f2", "library", "Library"),
    Binding("right_square_bracket", "level(1)", "Next", key_display="]"),
    Binding("f5", "solve", "Solve"),
    Binding("r", "restart", "Restart"),
    Binding("f4", "edit", "Edit"),
    Binding("q,ctrl+q", "quit", "Quit"),
    Binding("ctrl+y,insert", "redo", "Redo", show=False),
    Binding("left_square_bracket", "level(-1)", "Previous", key_display="[", show=False),
    Binding("right_curly_bracket", "unsolved(1)", "Next unsolved", show=False),
    Binding("left_curly_bracket", "unsolved(-1)", "Previous unsolved", show=False),
    Binding("f3", "history", "History", show=False),
    Binding("f6", "study", "Study", show=False),
    Binding("f7", "warnings", "Warnings", show=False),
    Binding("p", "replay", "Replay", show=False),
    Binding("t", "describe", "Describe", show=False),
    Binding("x", "dead", "Dead squares", show=False),
    Binding("m", "pushable", "Pushable", show=False),
    Binding("home", "ends(0)", "To the start", show=False),
    Binding("end", "ends(1)", "To the end", show=False),
    Binding("pageup", "zoom(1)", "Larger", show=False),
    Binding("pagedown", "zoom(-1)", "Smaller", show=False),
    Binding("space", "press('act')", "Act", show=False),
    Binding("full_stop,tab", "press('next')", "Next piece", show=False),
    Binding("comma,shift+tab", "press('previous')", "Previous piece", show=False),
    Binding("escape", "cancel", "Cancel", show=False),
    *(Binding(f"ctrl+{name}", f"run('{name}', 0)", "Run", show=False) for name in SQUARE.names),
    *(Binding(f"shift+{name}", f"run('{name}', 1)", "Push on", show=False) for name in SQUARE.names),
    *(Binding(key, f"steer('{key}')", "Step", show=False) for key in STEERING),
]

# Each acts before the next is looked at, in whatever haste they are typed: others act when they have gone through the
# widgets, and those that steer would overtake them.
BINDINGS: list[BindingType] = [replace(binding, priority=True) for binding in _BINDINGS]
