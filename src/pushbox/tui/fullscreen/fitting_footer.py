"""The line of keys at the bottom, without those that do not fit."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from ...sentence import say, spoken

_WITH_PALETTE = 80  # columns from which on the key of all commands has its place at the right


class FittingFooter(Footer):
    """As many keys with their actions as fit, the first ones, and that of all commands; none is cut in two."""

    def __init__(self) -> None:
        super().__init__(compact=True)

    def compose(self) -> ComposeResult:
        room = self.app.size.width - 1  # beside the last key: at its full width a bar to scroll it would hide the line
        keys = list(super().compose())
        if keys and keys[-1].has_class("-command-palette"):
            palette = keys.pop()
            assert isinstance(palette, FooterKey)
            if room >= _WITH_PALETTE - 1:
                palette.description = palette.tooltip = spoken(say("act-commands"))
                room -= _width(palette) + 2  # with the line before it
                yield palette
        for key in keys:
            assert isinstance(key, FooterKey)
            key.description = spoken(key.description)
            if isinstance(key.tooltip, str):
                key.tooltip = spoken(key.tooltip)
            room -= _width(key)
            if room < 0:
                return
            yield key
            room -= 1  # between two keys

    def on_resize(self) -> None:
        self.refresh(recompose=True)


def _width(key: FooterKey) -> int:
    return cell_len(f"{key.key_display} {key.description}")
