"""The keys of the terminal game, the same ones as in the web client where a terminal has them."""

from __future__ import annotations

from dataclasses import replace

from textual.binding import Binding, BindingType

from ...games.api import KEYS
from ...sentence import say
from ...tiling import SQUARE

_STEPS = KEYS[: len(SQUARE.names)]

# What steers: arrows, and the letters under either hand; where two play the left hand is player 2.
STEERING = dict(zip([*SQUARE.names, *"awds", *"hklj"], _STEPS * 3, strict=True))
SECOND_PLAYER = frozenset("awds")

_BINDINGS = [
    # What the footer shows, which is 60 columns wide at the least, comes first; so does how one leaves.
    Binding("f1", "help", say("act-help"), tooltip=say("act-help-more")),
    Binding("u,ctrl+z,backspace", "undo", say("act-undo"), tooltip=say("act-undo-more")),
    Binding("question_mark", "hint", say("act-hint"), tooltip=say("act-hint-more"), key_display="?"),
    Binding("right_square_bracket", "level(1)", say("act-next"), tooltip=say("act-next-more"), key_display="]"),
    Binding("f2", "library", say("act-library"), tooltip=say("act-library-more")),
    Binding("q,ctrl+q", "quit", say("act-quit")),
    Binding("f4", "edit", say("act-edit"), tooltip=say("act-edit-more")),
    Binding("f5", "solve", say("act-solve"), tooltip=say("act-solve-more")),
    Binding("r", "restart", say("act-restart"), tooltip=say("act-restart-more")),
    Binding("ctrl+y,insert", "redo", say("act-redo"), tooltip=say("act-redo-more"), show=False),
    Binding(
        "left_square_bracket",
        "level(-1)",
        say("act-previous"),
        tooltip=say("act-previous-more"),
        key_display="[",
        show=False,
    ),
    Binding(
        "right_curly_bracket",
        "unsolved(1)",
        say("act-next-unsolved"),
        tooltip=say("act-next-unsolved-more"),
        show=False,
    ),
    Binding(
        "left_curly_bracket",
        "unsolved(-1)",
        say("act-previous-unsolved"),
        tooltip=say("act-previous-unsolved-more"),
        show=False,
    ),
    Binding("f3", "history", say("act-history"), tooltip=say("act-history-more"), show=False),
    Binding("f6", "study", say("act-study"), tooltip=say("act-study-more"), show=False),
    Binding("f7", "warnings", say("act-warnings"), tooltip=say("act-warnings-more"), show=False),
    Binding("p", "replay", say("act-replay"), tooltip=say("act-replay-more"), show=False),
    Binding("t", "describe", say("act-describe"), tooltip=say("act-describe-more"), show=False),
    Binding("x", "dead", say("act-dead"), tooltip=say("act-dead-more"), show=False),
    Binding("m", "pushable", say("act-pushable"), tooltip=say("act-pushable-more"), show=False),
    Binding("home", "ends(0)", say("act-start"), show=False),
    Binding("end", "ends(1)", say("act-end"), show=False),
    Binding("pageup", "zoom(1)", say("act-larger"), tooltip=say("act-larger-more"), show=False),
    Binding("pagedown", "zoom(-1)", say("act-smaller"), tooltip=say("act-smaller-more"), show=False),
    Binding("space", "press('act')", say("act-act"), show=False),
    Binding("full_stop,tab", "press('next')", say("act-next-piece"), show=False),
    Binding("comma,shift+tab", "press('previous')", say("act-previous-piece"), show=False),
    Binding("escape", "cancel", say("act-cancel"), tooltip=say("act-cancel-more"), show=False),
    *(Binding(f"ctrl+{name}", f"run('{name}', 0)", say("act-run"), show=False) for name in SQUARE.names),
    *(Binding(f"shift+{name}", f"run('{name}', 1)", say("act-push-on"), show=False) for name in SQUARE.names),
    *(Binding(key, f"steer('{key}')", say("act-step"), show=False) for key in STEERING),
]

# Each acts before the next is looked at, in whatever haste they are typed: others act when they have gone through the
# widgets, and those that steer would overtake them.
BINDINGS: list[BindingType] = [replace(binding, priority=True) for binding in _BINDINGS]
