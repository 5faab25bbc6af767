"""One level being played in a web page: the messages for its clients.

The board is sent once; from then on only what changes.  With every answer goes what the next keys lead to, so that a
client paints a key at once: not where a level hides something, nor where several play, as there only what has happened
may be shown.  A position in which a limit is used up takes no moves.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from ...formats.json import board_to_json, level_to_json
from ...games.api import Focus, Key, Status
from ...games.position import Position
from ...play.recorded_session import RecordedSession, Refused
from ...play.session import Node
from ..sockets.envelope import Object
from . import serialize
from .look_ahead import ANSWER, NONE, PAUSE, LookAhead

LIMITS = ("steps", "seconds")  # the options that limit any game, and the counter of what is used of the first


class PlayView(RecordedSession):
    """One level being played, with the messages on it.

    It `foresees` what the next keys lead to, unless its clients do that themselves.
    """

    foresees = True

    @cached_property
    def limits(self) -> dict[str, int]:
        """The limits of the level by their names, none where it has none."""
        options = self.game.info.option_values(self.session.level)
        return {name: int(options[name]) for name in LIMITS if options.get(name)}

    @property
    def steps(self) -> int | None:
        """Return the used steps of the limit, or None without a limit."""
        return dict(self.session.board.counters).get("steps", 0) if "steps" in self.limits else None

    @property
    def is_over(self) -> bool:
        """Return whether the position is lost because its steps or seconds are used up."""
        if self.session.seconds() >= self.limits.get("seconds", math.inf):
            return self.session.outcome().status is Status.LOST
        return self._has_no_steps(self.session.position)

    def _has_no_steps(self, position: Position) -> bool:
        """Return whether a position is lost because all steps are used."""
        if (limit := self.limits.get("steps")) is None:  # a board that is made for nothing takes as long as a move
            return False
        return dict(position.board.counters).get("steps", 0) >= limit and position.outcome.status is Status.LOST

    def close(self) -> None:
        """Release the history and the foreseen positions."""
        self.__dict__.pop("look_ahead", None)  # which refers to this play
        super().close()

    def press(self, key: Key, player: int = 0) -> None:
        """Press a key.  Raises Refused or IllegalMove."""
        if not isinstance(self.session.resolve_key(key, player), Focus):
            self._require_open()
        self.look_ahead.press(key)
        super().press(key, player)

    def play(self, move: Any) -> None:
        """Play a move.  Raises IllegalMove, and Refused where a limit is used up or the history is full."""
        self._require_open()
        super().play(move)

    def _require_open(self) -> None:
        if self.is_over:
            raise Refused.said("limit-over")

    @property
    def can_preview(self) -> bool:
        """Return whether a client may know the effect of each key: nothing is hidden, and there is one player."""
        return not self.session.has_hidden_parts and self.game.info.players == 1

    def opened_message(self) -> Object:
        """Return everything that a client needs to begin with."""
        session, info = self.session, self.game.info
        return {
            "is": "opened",
            "game": {"key": info.key, "name": info.name, "players": info.players, "hides": session.has_hidden_parts},
            "board": board_to_json(session.board),
            "nodes": [self.row(node) for node in self._nodes[1:]],
            "state": self.state_to_json(),
            "snapshots": self.snapshots,
            "comments": self.comments,
            "limits": self.limits,
        } | ({"ahead": self.look_ahead.opened_message()} if self.foresees else {"level": {"level": self._facts()}})

    def _facts(self) -> Object:
        """Return what a client needs of the level to foresee by itself."""
        start = self.session.start
        written = level_to_json(start.rules.view_level(start.state))
        return {name: written[name] for name in ("game", "board", "options") if name in written}

    def ahead_message(self) -> Object:
        """Return more foreseen positions, for a player who pauses, and foresee from now on."""
        self.foresees = True
        return {"is": "ahead", "ahead": self.look_ahead.message(NONE if self.is_over else PAUSE)}

    def state_to_json(self) -> Object:
        """Return the status of the play: the position, its counts, outcome, focus and branches."""
        session, info = self.session, self.info
        return {
            "node": info.id,
            "depth": session.current.depth,
            "counts": info.counter.metrics._asdict(),
            "outcome": serialize.outcome_to_json(session.outcome()),
            "focus": serialize.focus_to_json(session.focus),
            "branches": [self._infos[branch][:2] for branch in session.current.branches],
            "seconds": round(session.seconds(), 1),
            "running": session.is_running,
            "steps": self.steps,
            "assists": sorted(self.assists),
        }

    @cached_property
    def look_ahead(self) -> LookAhead:
        """The client's knowledge of the positions after the next keys."""
        return LookAhead(self, self._has_no_steps, sees_keys=self.can_preview)

    def row(self, node: Node) -> list[Any]:
        """Return a position of the history as messages have it."""
        info, parent = self._infos[node], node.parent
        assert parent is not None, "the start is in no row"
        pushes = node.transition.pushes if node.transition is not None else ()
        row = [info.id, self._infos[parent].id, info.text, [*pushes[0]] if pushes else False]
        written = self._as_in_files(node)
        return row if written == info.text else [*row, written]

    def _as_in_files(self, node: Node) -> str:
        """Return the move to a position as files write it, which says whose it is where there are several."""
        assert node.parent is not None, "the start is in no row"
        state, controls = node.parent.state, self.game.controls
        return self._infos[node].text if len(controls.focus(state)) < 2 else controls.format(state, [node.move])

    def take_turned_message(self) -> Object:
        """Return the message on all that happened since the last call, and the status now."""
        return {
            "is": "turned",
            "played": [{"changes": serialize.changes_to_json(changes)} for changes in self.take_changes()],
            "nodes": [self.row(node) for node in self.take_nodes()],
            "state": self.state_to_json(),
        } | ({"ahead": self.look_ahead.message(NONE if self.is_over else ANSWER)} if self.foresees else {})
