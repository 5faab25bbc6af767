"""What the API takes and gives of classes; of a pupil others see a number and a name, within the class only."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from ... import store
from ...store import Store
from ...store.class_results import Cell, ClassState
from ...store.classes import MAX_LEVELS, MAX_NAME, MAX_TITLE, Pupil, SetLevel
from ...store.tables import now
from ..api.access import levels_out
from ..api.models import RequestModel, ResponseModel, Values, example, examples
from ..api.schemas import LEVEL, LevelOut
from ..identity_cookie import Visitor
from ..live.class_room import SEATS

Id = Annotated[int, Field(ge=1, le=2**53)]
_LEVEL: Values = {
    "title": "One push", "author": "", "notes": "", "game": LEVEL["game"], "width": 5, "height": 3, "boxes": 1,
    "level": LEVEL, "id": 7, "number": 1, "collection": 1,
}  # fmt: skip
_PUPIL: Values = {"id": 3, "name": "Bo", "joined": "2026-01-01T00:00:00Z"}
_RESULT: Values = {
    "pupil": 3, "level": 7, "stars": 3, "pushes": 1, "moves": 1, "helps": [], "seconds": 4, "plays": 1
}  # fmt: skip


class TitleIn(RequestModel):
    """What a class is called."""

    model_config = examples({"title": "5a"})

    title: Annotated[str, Field(min_length=1, max_length=MAX_TITLE)]


class NameIn(RequestModel):
    """The name by which a pupil goes in a class; nobody outside of it sees it."""

    model_config = examples({"name": "Bo"})

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class LevelsIn(RequestModel):
    """Levels that are set from an instant on, at once without one."""

    model_config = examples({"levels": [7, 8], "opens": "2026-01-01T08:00:00+01:00"})

    levels: Annotated[list[Id], Field(min_length=1, max_length=MAX_LEVELS)]
    opens: Annotated[
        str | None,
        Field(
            pattern=r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,6})?"
            r"(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$",
            description="An instant with its time zone, as RFC 3339 writes it.",
        ),
    ] = None


class ClassRoomIn(RequestModel):
    """A board that the teacher shows to all, or a race."""

    model_config = examples({"kind": "board", "level_id": 7})

    kind: Annotated[Literal["board", "race"], Field(description=f"A race has {SEATS} seats.")]
    level_id: Id


class PupilOut(ResponseModel):
    """A pupil of the class."""

    model_config = example(**_PUPIL)

    id: int
    name: str
    joined: datetime


class SetLevelOut(ResponseModel):
    """A level that is set, and from when on pupils see it."""

    opens: datetime
    level: LevelOut


class ResultOut(ResponseModel):
    """What a pupil has reached on a level; 0 stars where they have not solved it. `helps` are those that were used."""

    model_config = example(**_RESULT)

    pupil: int
    level: int
    stars: int
    pushes: int
    moves: int
    helps: list[str]
    seconds: int
    plays: int


class ClassRoomOut(ResponseModel):
    """The open room of the class: a board that the teacher shows, or a race."""

    code: str
    kind: Literal["board", "race"]
    phase: Literal["waiting", "running", "over"]


class ClassOut(ResponseModel):
    """A class: all of it for its teacher; for a pupil the levels that are open, and their own results."""

    model_config = example(
        code="KQXWPABCD",
        title="5a",
        teaches=True,
        you=None,
        levels=[{"opens": "2026-01-01T00:00:00Z", "level": _LEVEL}],
        pupils=[_PUPIL],
        results=[_RESULT],
        room=None,
    )

    code: str
    title: str
    teaches: bool
    you: PupilOut | None
    levels: list[SetLevelOut]
    pupils: list[PupilOut]
    results: list[ResultOut]
    room: ClassRoomOut | None


class ListedClassOut(ResponseModel):
    """A class; `name` is yours in it, null where you are its teacher."""

    model_config = example(code="KQXWPABCD", title="5a", name=None, pupils=24)

    code: str
    title: str
    name: str | None
    pupils: int


class ClassesOut(ResponseModel):
    """The classes that you teach, and those that you have joined."""

    classes: list[ListedClassOut]


def visible_levels(state: ClassState, pupil: Pupil | None) -> tuple[SetLevel, ...]:
    """Return the levels of a class that somebody sees: the teacher all of them, a pupil those that are open."""
    return tuple(it for it in state.levels if pupil is None or it.opens <= now())


def visible_results(state: ClassState, pupil: Pupil | None) -> list[Cell]:
    """Return the results that somebody sees: the teacher all of them, a pupil their own."""
    return [cell for cell in state.cells.values() if pupil is None or cell.pupil == pupil.id]


def class_out(library: Store, state: ClassState, pupil: Pupil | None, visitor: Visitor) -> ClassOut:
    """Return a class as a pupil sees it, or its teacher, who is none."""
    shown = visible_levels(state, pupil)
    entries = store.classes.entries(library, shown)
    bare = [
        replace(entry, level=replace(entry.level, notes="", saved_moves=(), headers=()), notes="")
        for entry in (entries[it.level] for it in shown if it.level in entries)
    ]
    opens = {it.level: it.opens for it in shown}
    return ClassOut(
        code=state.entry.code,
        title=state.entry.title,
        teaches=pupil is None,
        you=None if pupil is None else PupilOut.from_value(pupil),
        levels=[SetLevelOut(opens=opens[it.id or 0], level=it) for it in levels_out(library, bare, visitor)],
        pupils=[PupilOut.from_value(it) for it in state.pupils] if pupil is None else [],
        results=[result_out(cell) for cell in visible_results(state, pupil)],
        room=room_out(state),
    )


def result_out(cell: Cell) -> ResultOut:
    """Return a result as the API shows it."""
    return ResultOut(**cell._asdict() | {"helps": list(cell.helps)})


def room_out(state: ClassState) -> ClassRoomOut | None:
    """Return the open room of a class as the API shows it."""
    if (room := state.room) is None:
        return None
    return ClassRoomOut(code=room.code, kind="board" if room.seats == 1 else "race", phase=room.phase)
