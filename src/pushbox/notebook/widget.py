"""A board that is played in a notebook with mouse and keys: the client of the web app, and the rules in Python.

Moves go over the messages of the widget, so that no server is needed; the client is `pushbox.client`, delivered as
one module.  Importing this needs pushbox[notebook].
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..arguments import Line, check_text, check_type, refused
from ..board import Board
from ..extras import requiring
from ..games.position import Position
from ..grid import Cell
from ..level import Level
from ..play.drawing import CellName, cell_number, draw
from ..play.pointing import play_moves
from ..play.recorded_session import Refused
from ..play.session import Session
from ..render.elements import escape
from ..render.skins import SKINS
from ..sentence import say
from ..web.alone import embedded_link, plays_alone
from ..web.play.game_view import PlayView
from ..web.sockets.envelope import Object
from .modules import join_modules
from .requests import answer
from .setup import WIDGET, setup

with requiring("notebook"):
    import anywidget
    import traitlets


class PlayWidget(anywidget.AnyWidget):
    """A playable board in a notebook, from a level or the start of a position or a session.

    `text` is the line played, in the game's notation, and `status` playing, solved or lost: `observe` them. `skin`,
    `cell` (pixels), `rulers` and `checkerboard` may be set at any time.

    `site` is the address of a folder that `pushbox site` has written.  A saved notebook then plays the level, from its
    start, on a page without Python too: in a frame of that site, as far as a browser plays the level alone.

    Raises PushboxError for a level that cannot be played.
    """

    _esm = join_modules(WIDGET)

    text = traitlets.Unicode("", read_only=True).tag(sync=True)
    status = traitlets.Unicode("playing", read_only=True).tag(sync=True)
    skin = traitlets.Enum(tuple(SKINS), "plain").tag(sync=True)
    cell = traitlets.Int(44, min=8, max=200).tag(sync=True)
    rulers = traitlets.Bool(default_value=False).tag(sync=True)
    checkerboard = traitlets.Bool(default_value=False).tag(sync=True)
    overlays = traitlets.Dict(read_only=True).tag(sync=True)
    site = traitlets.Unicode("")
    frame = traitlets.Unicode("", read_only=True).tag(sync=True)  # the address that plays without Python, "" for none
    away = traitlets.Unicode("", read_only=True).tag(sync=True)  # what is said where Python does not answer

    def __init__(self, level: Level | Position | Session, **traits: Any) -> None:
        if not isinstance(level, Level | Position | Session):
            raise refused("level", level, "a Level, a Position or a Session")
        self._view = PlayView(level.start if isinstance(level, Session) else level)
        super().__init__(**traits)
        self.set_trait("away", str(say("notebook-away")))
        if isinstance(level, Session):
            play_moves(self._view, level.move_stack)
        self._view.take_turned_message()
        self._show()
        self.on_msg(self._receive)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self._view.session.position

    @property
    def board(self) -> Board:
        """The visible board."""
        return self._view.session.board

    def play_text(self, text: Line) -> None:
        """Play moves in the game's notation.

        Raises NotationError, and plays nothing, for a text that names none, and IllegalMove after the legal part.
        """
        moves = self._view.session.parse(text)
        try:
            play_moves(self._view, moves)
        finally:
            self._turned()

    def undo(self, times: int = 1) -> bool:
        """Go back some moves; return False at the start."""
        return self._step(lambda: self._view.undo(times))

    def redo(self, times: int = 1) -> bool:
        """Redo some moves, along the branch played last; return False at the end."""
        return self._step(lambda: self._view.redo(times))

    def restart(self) -> None:
        """Go to the start; everything played stays in the history."""
        self._view.restart()
        self._turned()

    def mark(self, overlay: str, cells: Iterable[CellName] = ()) -> None:
        """Draw an overlay over cells, by number or by name such as "D4"; none take it away.

        It is named as in `pushbox.draw`: dead, hint, problem, and any other for an area.
        """
        check_text("overlay", overlay)
        numbers = [_on_board(self.board, cell_number(self.board, cell)) for cell in cells]
        marked = {name: value for name, value in self.overlays.items() if name != overlay}
        self.set_trait("overlays", marked | ({overlay: numbers} if numbers else {}))

    @traitlets.observe("site")
    def _link(self, change: Any) -> None:
        level = self._view.session.start.level
        self.set_trait("frame", embedded_link(change["new"], level) if change["new"] and plays_alone(level) else "")

    def _step(self, act: Any) -> bool:
        try:
            act()
        except Refused:
            return False
        self._turned()
        return True

    def _receive(self, _: object, content: object, __: object) -> None:
        """Answer a message of a view, which identifies itself; the other views see the moves."""
        if not isinstance(content, dict):
            return
        sender = content.get("view")
        if "language" in content:
            self.send({"to": sender, "setup": setup(str(content["language"]))})
        elif content.get("open"):
            self.send({"to": sender, "message": self._view.opened_message() | {"level": {"title": self._title}}})
        else:
            message, n = answer(self._view, str(content.get("text", "")))
            self.send({"to": sender, "n": n, "message": message})
            self._show()

    def _turned(self) -> None:
        self.send({"to": None, "message": self._view.take_turned_message()})
        self._show()

    def _show(self) -> None:
        """Update the traits to the current position."""
        session = self._view.session
        with self.hold_sync():
            self.set_trait("text", session.start.format(session.move_stack))
            self.set_trait("status", session.outcome().status.value)

    @property
    def _title(self) -> str:
        return self._view.session.level.title

    def __repr__(self) -> str:
        return f"<PlayWidget: {self._view.session!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[Object, Object] | None:
        """Return the widget, and for where that is not shown a frame that plays, or else a picture."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        if self.frame:
            address = escape(self.frame)
            frame = f'<iframe src="{address}" title="pushbox" width="100%" height="480" style="border: 0"></iframe>'
            data = {**data, "text/html": f'{frame}<p><a href="{address}">{escape(str(say("notebook-play")))}</a></p>'}
        return {**data, "image/svg+xml": str(draw(self._view.session, skin=self.skin))}, metadata


def _on_board(board: Board, cell: Cell) -> Cell:
    check_type("cell", cell, int, "a cell on the board")
    if not 0 <= cell < len(board.terrain):
        raise refused("cell", cell, "a cell on the board")
    return cell
