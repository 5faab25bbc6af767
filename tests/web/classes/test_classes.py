"""Classes over HTTP and sockets: who may do what, what each sees, and that a name is nowhere but in its class."""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tests.terminals import until
from tests.web.live.test_live import receive
from tests.web.live.test_restart import closing_code
from tests.web.play.conftest import Visitor

from pushbox import formats, store
from pushbox.level import Collection
from pushbox.store import Store
from pushbox.web.app import create_app
from pushbox.web.classes import feeds
from pushbox.web.classes.table import safe
from pushbox.web.settings import Limits, Rate, Settings

pytestmark = pytest.mark.usefixtures("unseeded")

LEVELS = formats.read("#######\n#@ $ .#\n#     #\n#######\n\n#####\n#@$.#\n#####\n", format="xsb").levels
NO_RATE = Rate(1e9, 1e9)
LIMITS = Limits(reads=NO_RATE, writes=NO_RATE, classes=NO_RATE, class_codes=NO_RATE, entries=NO_RATE)
ROOM = {"kind": "board", "level_id": 1}
HEADERS = {"X-Pushbox": "1"}


class Person(Visitor):
    """Somebody with a cookie who asks for classes."""

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        """Return the answer to a request, whose status is checked."""
        answer = self.client.request(method, f"/api/classes{path}", headers=self.headers | HEADERS, json=body or None)
        assert answer.status_code == status, (method, path, answer.text)
        return answer.json() if answer.content and "json" in answer.headers["content-type"] else answer.text

    def follow(self, code: str) -> WebSocketTestSession:
        """Return a socket of a class."""
        return self.client.websocket_connect(f"/ws/classes/{code}", headers=self.headers)

    def enter(self, room: str) -> WebSocketTestSession:
        """Return a socket of a room."""
        return self.client.websocket_connect(f"/ws/rooms/{room}?name=Somebody", headers=self.headers)


class School(NamedTuple):
    """A class with its teacher and a pupil, a stranger, and two levels that everybody sees."""

    ada: Person
    bo: Person
    eve: Person
    code: str
    levels: list[int]

    @property
    def pupil(self) -> int:
        """Return the number of the pupil."""
        return int(self.ada.ask("GET", f"/{self.code}")["pupils"][0]["id"])


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path_factory.mktemp('classes') / 'library.sqlite'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pushbox.store.seed_library.seed_library", lambda _: None)
        with TestClient(create_app(Settings(database=database, limits=LIMITS))) as client:
            yield client


@pytest.fixture
def school(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> School:
    """Return a class in which nothing is set yet, and whose rooms begin at once."""
    monkeypatch.setattr("pushbox.web.live.rooms.COUNTDOWN", 0.0)
    monkeypatch.setattr(feeds, "INTERVAL", 0.05)
    monkeypatch.setattr(feeds, "_SHORTEST", 0.01)
    ada, bo, eve = (Person(client) for _ in range(3))
    code = ada.ask("POST", "", 201, title="5a Secret")["code"]
    bo.ask("POST", f"/{code}/pupils", 201, name="Bo Secret")
    added = store.collections.add(ada.store, Collection(levels=LEVELS), name=secrets.token_hex(4))
    levels = [entry.id for entry in store.levels.search(ada.store, collection=added.id).entries]
    return School(ada, bo, eve, code, levels)


# Which answer the teacher, a pupil and a stranger get to each request of a class: its routes are all here.
RIGHTS: dict[str, tuple[dict[str, Any], int, int, int]] = {
    "GET /{code}": ({}, 200, 200, 404),
    "PATCH /{code}": ({"title": "5b"}, 204, 403, 404),
    "POST /{code}/levels": ({"levels": [1]}, 204, 403, 404),
    "DELETE /{code}/levels/{level}": ({}, 204, 403, 404),
    "POST /{code}/room": (ROOM, 201, 403, 404),
    "DELETE /{code}/room": ({}, 204, 403, 404),
    "GET /{code}/results": ({}, 200, 403, 404),
    "DELETE /{code}/pupils/{pupil}": ({}, 204, 403, 404),
    "POST /{code}/pupils": ({"name": "Cy"}, 409, 409, 201),
    "DELETE /{code}": ({}, 204, 403, 404),
}


@pytest.mark.parametrize("route", RIGHTS)
@pytest.mark.parametrize("who", ["teacher", "pupil", "stranger", "newcomer"])
def test_who_may_do_what(school: School, route: str, who: str) -> None:
    """Only the teacher changes or deletes; to a stranger, with a cookie or without, the class does not exist."""
    body, *answers = RIGHTS[route]
    body = {name: school.levels if name == "levels" else value for name, value in body.items()}
    body |= {"level_id": school.levels[0]} if "level_id" in body else {}
    method, path = route.split()
    other = Person(school.ada.client)
    other.ask("POST", f"/{school.code}/pupils", 201, name="Dee")
    pupil = next(it["id"] for it in school.ada.ask("GET", f"/{school.code}")["pupils"] if it["name"] == "Dee")
    before = school.ada.ask("GET", f"/{school.code}")
    person = {"teacher": school.ada, "pupil": school.bo, "stranger": school.eve}.get(who) or Person(school.ada.client)
    if who == "newcomer":
        person.headers = {}
    status = dict(zip(("teacher", "pupil", "stranger", "newcomer"), (*answers, answers[-1]), strict=True))[who]
    answer = person.ask(method, path.format(code=school.code, level=school.levels[0], pupil=pupil), status, **body)
    if status >= 400:
        own = "Bo Secret" if who == "pupil" else ""  # which they know
        assert "Secret" not in (str(answer).replace(own, "") if own else str(answer)), "a refusal tells nothing"
        assert school.ada.ask("GET", f"/{school.code}") == before, "a refusal changes nothing"


def test_the_rights_are_of_every_route(client: TestClient) -> None:
    """A new route of a class needs a line above."""
    paths = client.get("/openapi.json").json()["paths"]
    routes = {
        f"{method.upper()} {path.removeprefix('/api/classes')}"
        for path, methods in paths.items()
        for method in methods
        if path.startswith("/api/classes/")
    }
    assert routes == RIGHTS.keys()


def test_a_pupil_sees_themselves_alone(school: School) -> None:
    """No other name, no result of another, no level before its date, and nobody's identity."""
    ada, bo, _, code, (one, two) = school
    cy = Person(ada.client)
    cy.ask("POST", f"/{code}/pupils", 201, name="Cy")
    ada.ask("POST", f"/{code}/levels", 204, levels=[one])
    ada.ask("POST", f"/{code}/levels", 204, levels=[two], opens="2090-01-01T00:00:00+01:00")
    for person in (bo, cy):
        store.solutions.add(ada.store, one, "rRR", visitor=person.id)
    shown = bo.ask("GET", f"/{code}")
    assert (shown["teaches"], shown["you"]["name"], shown["pupils"]) == (False, "Bo Secret", [])
    assert [it["level"]["id"] for it in shown["levels"]] == [one]
    assert [it["pupil"] for it in shown["results"]] == [shown["you"]["id"]]
    whole = ada.ask("GET", f"/{code}")
    assert [it["name"] for it in whole["pupils"]] == ["Bo Secret", "Cy"]
    assert [it["level"]["id"] for it in whole["levels"]] == [one, two]
    assert {(it["pupil"], it["stars"]) for it in whole["results"]} == {(it["id"], 3) for it in whole["pupils"]}
    for person in (ada, bo, cy):
        for text in (str(shown), str(whole)):
            assert person.id[:12] not in text
            assert person.headers["cookie"].split("=")[1] not in text
    assert bo.ask("DELETE", f"/{code}/pupils/{whole['pupils'][1]['id']}", 403)
    bo.ask("DELETE", f"/{code}/pupils/{shown['you']['id']}", 204)
    bo.ask("GET", f"/{code}", 404)


def test_a_private_level_is_seen_by_those_for_whom_it_is_set(school: School) -> None:
    """From its date on, by pupils of the class; a teacher sets only what they see themselves."""
    ada, bo, eve, code, _ = school
    own = ada.level(LEVELS[0])
    level = f"/api/levels/{own}"

    def play(it: Person) -> int:
        return it.client.post("/api/plays", json={"level_id": own}, headers=it.headers | HEADERS).status_code

    assert [it.client.get(level, headers=it.headers).status_code for it in (ada, bo, eve)] == [200, 404, 404]
    ada.ask("POST", f"/{code}/levels", 204, levels=[own], opens="2090-01-01T00:00:00Z")
    assert [play(it) for it in (ada, bo, eve)] == [201, 404, 404]
    ada.ask("POST", f"/{code}/levels", 204, levels=[own])
    assert [play(it) for it in (ada, bo, eve)] == [201, 201, 404]
    assert [it.client.get(level, headers=it.headers).status_code for it in (ada, bo, eve)] == [200, 200, 404]
    ada.ask("POST", f"/{code}/levels", 404, levels=[eve.level(LEVELS[0])])
    ada.ask("POST", f"/{code}/levels", 422, levels=[own], opens="2026-02-31T00:00:00Z")


@pytest.mark.parametrize("name", ["\u202e\u200b ", "\u3164", "", "x" * 25])
def test_a_name_can_be_seen(school: School, name: str) -> None:
    """Nothing that is blank or too long is one, for a pupil or a class; signs that steer a text are left out."""
    school.eve.ask("POST", f"/{school.code}/pupils", 422, name=name)
    if len(name) < 25:
        school.eve.ask("POST", "", 422, title=name)
    school.eve.ask("POST", f"/{school.code}/pupils", 201, name="E\u202ev<b>e")
    assert "E v<b>e" in [it["name"] for it in school.ada.ask("GET", f"/{school.code}")["pupils"]]


def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    """An address tries a few codes of classes that it is not in, by request or socket, whichever cookies it has."""
    limits = Limits(class_codes=Rate(6, 1e-6), visitors=NO_RATE)
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=limits)
    with TestClient(create_app(settings)) as other:
        ada = Person(other)
        code = ada.ask("POST", "", 201, title="5a")["code"]
        for _ in range(2):
            Person(other).ask("GET", "/ABCDEFGHJ", 404)
            Person(other).ask("POST", "/ABCDEFGHJ/pupils", 404, name="Eve")
            with Person(other).follow("ABCDEFGHJ") as socket:
                assert closing_code(socket) == 4404
        Person(other).ask("GET", f"/{code}", 429)
        Person(other).ask("POST", f"/{code}/pupils", 429, name="Eve")
        with Person(other).follow(code) as socket:
            assert closing_code(socket) == 1013
        assert ada.ask("GET", f"/{code}")["title"] == "5a", "who is in a class does not guess"


def test_an_address_opens_a_few_classes(tmp_path: Path) -> None:
    """However many cookies it has."""
    limits = Limits(classes=Rate(2, 1e-6), visitors=NO_RATE)
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=limits)
    with TestClient(create_app(settings)) as client:
        for status in (201, 201, 429):
            Person(client).ask("POST", "", status, title="5a")


def test_the_table_is_live(school: School) -> None:
    """The teacher learns of what any pupil reaches, a pupil of their own; of levels and names they are told to look."""
    ada, bo, _, code, (one, _) = school
    with ada.follow(code) as teacher, bo.follow(code.lower()) as pupil:
        for socket in (teacher, pupil):
            assert receive(socket, "results")["results"] == []
        ada.ask("POST", f"/{code}/levels", 204, levels=[one])
        for socket in (teacher, pupil):
            receive(socket, "changed")
        cy = Person(ada.client)
        cy.ask("POST", f"/{code}/pupils", 201, name="Cy")
        receive(teacher, "changed")
        store.solutions.add(ada.store, one, "rRR", visitor=cy.id)
        (result,) = receive(teacher, "results")["results"]
        assert (result["level"], result["stars"], result["pushes"], result["moves"]) == (one, 3, 2, 3)
        store.solutions.add(ada.store, one, "rRR", visitor=bo.id, assists=["hint"])
        assert [it["stars"] for it in receive(pupil, "results")["results"]] == [2]
        assert [it["helps"] for it in receive(teacher, "results")["results"]] == [["hint"]]
        pupil.send_json({"do": "anything"})
        assert "takes no messages" in receive(pupil, "error")["message"]
        ada.ask("DELETE", f"/{code}/pupils/{bo.ask('GET', f'/{code}')['you']['id']}", 204)
        assert closing_code(pupil) == 4404
        ada.ask("DELETE", f"/{code}", 204)
        assert closing_code(teacher) == 4404
    ada.ask("GET", f"/{code}", 404)


def test_what_a_pupil_plays_is_in_the_table(school: School) -> None:
    """Over the socket of play, from the first move on, and solved once it is kept."""
    ada, bo, _, code, (one, _) = school
    ada.ask("POST", f"/{code}/levels", 204, levels=[one])
    play = bo.client.post("/api/plays", json={"level_id": one}, headers=bo.headers | HEADERS).json()["play"]
    with bo.open(play) as socket:
        socket.send_json({"do": "type", "text": "rRR"})
        receive(socket, "kept")
    (result,) = ada.ask("GET", f"/{code}")["results"]
    assert (result["stars"], result["pushes"], result["plays"]) == (3, 2, 1)


def test_windows_at_a_class_are_bounded(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one visitor, of one class, and classes of a server."""
    for name, most in (("MAX_WINDOWS", 1), ("MAX_LISTENERS", 2), ("MAX_FEEDS", 1)):
        monkeypatch.setattr(feeds, name, most)
    cy = Person(school.ada.client)
    cy.ask("POST", f"/{school.code}/pupils", 201, name="Cy")
    other = school.eve.ask("POST", "", 201, title="6a")["code"]
    with school.ada.follow(school.code) as first:
        receive(first, "results")
        with school.ada.follow(school.code) as second:
            assert closing_code(second) == 1013
        with school.bo.follow(school.code) as third:
            receive(third, "results")
            with cy.follow(school.code) as fourth:
                assert closing_code(fourth) == 1013
        with school.eve.follow(other) as fifth:
            assert closing_code(fifth) == 1013


def test_all_follow_the_board_of_the_teacher(school: School) -> None:
    """It begins as the teacher comes, pupils see each move under no name but the class's, and nobody else gets in."""
    ada, bo, eve, code, (one, _) = school
    room = ada.ask("POST", f"/{code}/room", 201, kind="board", level_id=one)
    assert bo.ask("GET", f"/{code}")["room"] == room | {"phase": "waiting"}
    with bo.enter(room["code"]) as pupil:
        state = receive(pupil, "room")
        assert (state["class"], state["seats"], state["players"], state["hosting"]) == (code, 1, [], False)
        pupil.send_json({"do": "sit", "seat": 0})
        assert "teacher" in receive(pupil, "error")["message"]
        with ada.enter(room["code"]) as teacher:
            receive(teacher, "opened")
            receive(pupil, "boards")
            teacher.send_json({"do": "type", "text": "r"})
            moved = receive(pupil, "progress")
            assert (moved["depth"], len(moved["played"])) == (1, 1)
            teacher.send_json({"do": "undo"})
            assert receive(pupil, "progress")["depth"] == 0
            with eve.enter(room["code"]) as stranger:
                assert closing_code(stranger) == 4404
            for it in (ada, bo, eve):
                listed = it.client.get("/api/rooms", headers=it.headers).json()["rooms"]
                assert room["code"] not in [one["code"] for one in listed]
            ada.ask("DELETE", f"/{code}/room", 204)
            assert closing_code(pupil) == closing_code(teacher) == 1012
    with bo.enter(room["code"]) as gone:
        assert closing_code(gone) == 4404
    assert bo.ask("GET", f"/{code}")["room"] is None


def test_a_race_of_the_class(school: School) -> None:
    """Whoever comes sits, the teacher begins and ends it, progress goes to all at once, and solutions are kept."""
    ada, bo, _, code, (one, _) = school
    cy = Person(ada.client)
    cy.ask("POST", f"/{code}/pupils", 201, name="Cy")
    room = ada.ask("POST", f"/{code}/room", 201, kind="race", level_id=one)["code"]
    with ExitStack() as stack:
        teacher, first = stack.enter_context(ada.enter(room)), stack.enter_context(bo.enter(room))
        while not receive(teacher, "room")["players"]:
            pass
        second = stack.enter_context(cy.enter(room))
        while len((state := receive(teacher, "room"))["players"]) < 2:
            pass
        assert (state["seats"], state["you"], [it["name"] for it in state["players"]]) == (
            40,
            None,
            ["Bo Secret", "Cy"],
        )
        assert {it["account"] for it in state["players"]} == {None}
        for command in ("start", "end", "next"):
            first.send_json({"do": command})
            assert receive(first, "error")
        teacher.send_json({"do": "start"})
        receive(first, "opened")
        receive(second, "opened")
        first.send_json({"do": "type", "text": "rR"})
        assert receive(first, "turned")
        (moved,) = receive(second, "progressed")["players"]
        assert (moved["depth"], moved["boxes_on_goals"], moved["finished"]) == (2, 0, None)
        assert receive(teacher, "progressed")["players"] == [moved]
        first.send_json({"do": "type", "text": "R"})
        while (state := receive(second, "room"))["winner"] is None:
            pass
        assert (state["winner"], state["phase"]) == (0, "running")
        teacher.send_json({"do": "end"})
        while receive(second, "room")["phase"] != "over":
            pass
        teacher.send_json({"do": "start"})
        receive(second, "opened")
        ada.ask("DELETE", f"/{code}/pupils/{school.pupil}", 204)
        assert closing_code(first) == 1012
    until(lambda: store.solutions.listing(ada.store, one, visitor=bo.id))  # which is written behind the game
    assert [it.account for it in store.solutions.listing(ada.store, one, visitor=bo.id)] == [None]


def columns_with(library: Store, text: str) -> set[str]:
    """Return the columns, table by table, in which a text stands anywhere."""
    from tests.store.test_classes import columns_with as found

    return found(library, text)


def test_nothing_stays_of_a_class_that_ends(school: School) -> None:
    """No row and no answer has its names, also while a room of it was being written."""
    ada, bo, eve, code, (one, _) = school
    ada.ask("POST", f"/{code}/levels", 204, levels=[one])
    room = ada.ask("POST", f"/{code}/room", 201, kind="race", level_id=one)["code"]
    with ada.enter(room) as teacher, bo.enter(room) as pupil:
        receive(pupil, "room")
        teacher.send_json({"do": "start"})
        receive(pupil, "opened")
        ada.ask("DELETE", f"/{code}", 204)
        assert closing_code(pupil) == closing_code(teacher) == 1012
    assert ada.client.portal is not None
    app: Any = ada.client.app
    ada.client.portal.call(app.state.rooms.writer.flush)
    assert columns_with(ada.store, code) == set()
    assert "class_levels" not in str(columns_with(ada.store, "Bo Secret"))
    assert not [it for it in ada.ask("GET", "")["classes"] + bo.ask("GET", "")["classes"] if it["code"] == code]
    for person in (ada, bo, eve):
        person.ask("GET", f"/{code}", 404)


def test_whoever_deletes_their_data_is_in_no_class(school: School) -> None:
    """A pupil goes with their name; with its teacher a class ends."""

    def delete(it: Person) -> int:
        return it.client.delete("/api/me", headers=it.headers | HEADERS).status_code

    assert delete(school.bo) == 204
    assert school.ada.ask("GET", f"/{school.code}")["pupils"] == []
    cy = Person(school.ada.client)
    cy.ask("POST", f"/{school.code}/pupils", 201, name="Cy")
    assert delete(school.ada) == 204
    cy.ask("GET", f"/{school.code}", 404)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r\n=1", "＝1", "|cmd", "%0"])
def test_no_text_is_a_formula(text: str) -> None:
    """However it begins; what begins otherwise stays as it is, without what breaks a line."""
    assert safe(text).startswith("'")
    assert safe(f"Bo {text}").startswith("Bo ")
    assert "\n" not in safe(text)


def test_results_as_csv(school: School) -> None:
    """A line for each pupil and level, in the language of the teacher, that a spreadsheet reads as it is meant."""
    ada, bo, _, code, (one, two) = school
    cy = Person(ada.client)
    cy.ask("POST", f"/{code}/pupils", 201, name='=HYPERLINK("x",1)')
    ada.ask("POST", f"/{code}/levels", 204, levels=[one, two], opens="2026-01-01T00:00:00Z")
    store.solutions.add(ada.store, one, "rRR", visitor=bo.id, assists=["hint"], seconds=3.0)
    text = ada.ask("GET", f"/{code}/results")
    assert text.startswith("\ufeff")
    head, *lines = csv.reader(io.StringIO(text[1:]))
    assert head == ["pupil", "level", "set for", "stars", "pushes", "moves", "helps", "seconds", "plays"]
    by_pupil = {(line[0], line[1]): line[2:] for line in lines}
    assert by_pupil["Bo Secret", "1"] == ["2026-01-01", "2", "2", "3", "hint", "0", "0"]
    assert by_pupil["Bo Secret", "2"] == ["2026-01-01", "", "", "", "", "", ""]
    assert by_pupil['\'=HYPERLINK("x",1)', "1"][1:] == [""] * 6
    assert len(lines) == 4
    answers = {lang: ada.ask("GET", f"/{code}/results?lang={lang}") for lang in ("de", "zh")}
    assert [answers[lang][1:].split(",")[0] for lang in ("de", "zh")] == ["Teilnehmer", "学生"]
    ada.ask("GET", f"/{code}/results?lang=xx", 422)
