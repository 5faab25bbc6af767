"""The line of keys at the bottom, without those that do not fit."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Footer


class FittingFooter(Footer):
    """As many keys with their actions as fit, the first ones; none is cut in two."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        room = self.app.size.width
        for key in super().compose():
            words = (str(getattr(key, name, "")) for name in ("key_display", "description"))
            room -= len(" ".join(words))
            if room < 0:
                return
            yield key
            room -= 1  # between two keys

    def on_resize(self) -> None:
        self.refresh(recompose=True)
