"""The line of keys at the bottom, without those that do not fit."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from ...sentence import spoken


class FittingFooter(Footer):
    """As many keys with their actions as fit, the first ones; none is cut in two."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)

    def compose(self) -> ComposeResult:
        room = self.app.size.width - 1  # beside the last key: at its full width a bar to scroll it would hide the line
        for key in super().compose():
            assert isinstance(key, FooterKey)
            key.description = spoken(key.description)
            if isinstance(key.tooltip, str):
                key.tooltip = spoken(key.tooltip)
            room -= cell_len(f"{key.key_display} {key.description}")
            if room < 0:
                return
            yield key
            room -= 1  # between two keys

    def on_resize(self) -> None:
        self.refresh(recompose=True)
