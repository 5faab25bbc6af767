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
    Binding("f1", "help", "Help", tooltip="Help: rules, board and keys"),
    Binding("u,ctrl+z,backspace", "undo", "Undo", tooltip="Undo a move"),
    Binding("question_mark", "hint", "Hint", tooltip="A hint; again for one that tells more", key_display="?"),
    Binding("f2", "library", "Library", tooltip="The library: all levels"),
    Binding("right_square_bracket", "level(1)", "Next", tooltip="Next level", key_display="]"),
    Binding("f5", "solve", "Solve", tooltip="Let the solver play on from here"),
    Binding("r", "restart", "Restart", tooltip="Restart the level"),
    Binding("f4", "edit", "Edit", tooltip="Draw: edit this level, or one of your drawings"),
    Binding("q,ctrl+q", "quit", "Quit"),
    Binding("ctrl+y,insert", "redo", "Redo", tooltip="Redo a move", show=False),
    Binding("left_square_bracket", "level(-1)", "Previous", tooltip="Previous level", key_display="[", show=False),
    Binding("right_curly_bracket", "unsolved(1)", "Next unsolved", tooltip="Next unsolved level", show=False),
    Binding("left_curly_bracket", "unsolved(-1)", "Previous unsolved", tooltip="Previous unsolved level", show=False),
    Binding("f3", "history", "History", tooltip="History: all that was played, as a tree", show=False),
    Binding("f6", "study", "Study", tooltip="Study: explain this level", show=False),
    Binding("f7", "warnings", "Warnings", tooltip="Warnings of pushes that lose", show=False),
    Binding("p", "replay", "Replay", tooltip="Replay the line", show=False),
    Binding("t", "describe", "Describe", tooltip="Describe the cell under the pointer", show=False),
    Binding("x", "dead", "Dead squares", tooltip="Show dead squares", show=False),
    Binding("m", "pushable", "Pushable", tooltip="Show boxes that can be pushed", show=False),
    Binding("home", "ends(0)", "To the start", show=False),
    Binding("end", "ends(1)", "To the end", show=False),
    Binding("pageup", "zoom(1)", "Larger", tooltip="Larger board", show=False),
    Binding("pagedown", "zoom(-1)", "Smaller", tooltip="Smaller board", show=False),
    Binding("space", "press('act')", "Act", show=False),
    Binding("full_stop,tab", "press('next')", "Next piece", show=False),
    Binding("comma,shift+tab", "press('previous')", "Previous piece", show=False),
    Binding("escape", "cancel", "Cancel", tooltip="Stop a search or a replay", show=False),
    *(Binding(f"ctrl+{name}", f"run('{name}', 0)", "Run", show=False) for name in SQUARE.names),
    *(Binding(f"shift+{name}", f"run('{name}', 1)", "Push on", show=False) for name in SQUARE.names),
    *(Binding(key, f"steer('{key}')", "Step", show=False) for key in STEERING),
]

# Each acts before the next is looked at, in whatever haste they are typed: others act when they have gone through the
# widgets, and those that steer would overtake them.
BINDINGS: list[BindingType] = [replace(binding, priority=True) for binding in _BINDINGS]
