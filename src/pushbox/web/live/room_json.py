"""The state of a room as JSON values."""

from __future__ import annotations

from ...formats.json import board_to_json
from ..play import serialize
from ..play.game_view import PlayView
from ..sockets.envelope import Object
from .members import Seat
from .room_state import RoomState


def room_to_json(room: RoomState) -> Object:
    """Return the state of a room, as all its members get it."""
    info = room.game.info
    fields: Object = {
        "is": "room",
        "code": room.code,
        "kind": room.kind,
        "host": next((it.name for it in room.members if it.visitor == room.host), None),
        "game": {"key": info.key, "name": info.name, "players": info.players},
        "level": {"id": room.level_id, "title": room.level.title, "author": room.level.author},
        "phase": room.phase,
        "seats": len(room.seats),
        "players": [player_to_json(number, seat) for number, seat in enumerate(room.seats) if seat is not None],
        "spectators": sum(room.seat_of(member) is None for member in room.members),
        "winner": room.winner,
        "best_of": room.best_of,
        "class": room.class_code,
        "games": room.games,
        "decided": room.is_decided,
        "leader": room.leader,
        "failed": room.failed,
        "paused": room.game_clock.is_paused,
        "seconds": round(room.game_clock.seconds(), 1) if room.phase == "running" else None,
        "tick": room.ticks,
        "board": board_to_json(room.position.view),
    }
    if room.kind == "match":
        fields["outcome"] = serialize.outcome_to_json(room.position.outcome)
    return fields


def player_to_json(number: int, seat: Seat) -> Object:
    """Return the public state of a player."""
    return {
        "seat": number,
        "name": seat.name,
        "state": "here" if seat.member is not None else "away",
        "ready": seat.ready,
        "progress": progress_to_json(seat.view) if seat.view is not None else None,
        "finished": seat.finished,
        "wins": seat.wins,
        "account": seat.account,
        "rating": rating_to_json(seat),
    }


def rating_to_json(seat: Seat) -> Object | None:
    """Return the rating of a player with an account, and by how much the last game has changed it."""
    if seat.rating is None:
        return None
    change = None if seat.rating_change is None else round(seat.rating_change)
    return {"value": round(seat.rating.value), "provisional": seat.rating.is_provisional, "change": change}


def progress_to_json(view: PlayView) -> Object:
    """Return the progress of a player in a race."""
    board = view.session.board
    on_goals = sum(board.terrain[box.anchor].kind == "goal" for box in board.of_kind("box"))
    return {"depth": view.session.current.depth, "boxes_on_goals": on_goals}
