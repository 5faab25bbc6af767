"""Jobs over the network: only their owner sees them, and the stream has everything up to the end."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import pushbox
from pushbox.batch import Runner, Shares
from pushbox.formats.json import level_to_json
from pushbox.web.app import create_app
from pushbox.web.settings import Limits, Settings

EASY_TEXT = "#####\n#@$.#\n#####\n"
EASY = level_to_json(pushbox.read(EASY_TEXT).levels[0])
_ROWS = ["#" * 16, "#@" + "-" * 12 + "-#", *["#" + "-$-" * 4 + "--#", "#" + "-.-" * 4 + "--#"] * 3, "#" * 16]
HARD = level_to_json(pushbox.read("\n".join(_ROWS)).levels[0])  # nobody solves it in ten minutes
TWO = "######\n#@ $.#\n######\nTitle: One\nSolution: L\n\n######\n#.$ @#\n######\nTitle: Two\n"
HEADERS = {"X-Pushbox": "1"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    database = f"sqlite:///{tmp_path_factory.mktemp('jobs') / 'library.sqlite'}"
    app = create_app(Settings(database=database))
    with TestClient(app):
        yield app


@pytest.fixture
def client(app: Any) -> TestClient:
    return TestClient(app, headers=HEADERS)


def submit(client: TestClient, **body: Any) -> str:
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["job"])


def events(client: TestClient, job: str) -> list[tuple[str, Any]]:
    """Return everything that the stream has, up to its end."""
    output = client.get(f"/api/jobs/{job}/events").text
    blocks = [block.split("\n") for block in output.strip().split("\n\n") if not block.startswith(":")]
    return [(kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for kind, data in blocks]


def test_solve(client: TestClient) -> None:
    """The stream of a search ends with the solution; the job can be fetched afterwards."""
    job = submit(client, task="solve", level=EASY, objective="pushes")
    kind, fields = events(client, job)[-1]
    assert (kind, fields["status"], fields["moves_text"], fields["optimal"]) == ("done", "solved", "R", "pushes")
    assert client.get(f"/api/jobs/{job}").json()["result"]["pushes"] == 1


def test_explain(client: TestClient) -> None:
    """Since which move a level is lost, and why, in a language; what can be won comes with a hint."""
    pagoda = level_to_json(pushbox.builtin("lessons")[9])
    kind, fields = events(client, submit(client, task="explain", level=pagoda, moves="dDD", language="de"))[-1]
    assert (kind, fields["status"], fields["losing_move"]) == ("done", "lost", 3)
    (deadlock,) = fields["deadlocks"]
    assert (deadlock["kind"], deadlock["boxes"], deadlock["checked"]) == ("corral", ["E4", "E5", "D6"], True)
    assert deadlock["sentence"].startswith("Die Kisten auf E4, E5 und D6")
    kind, fields = events(client, submit(client, task="explain", level=pagoda, hint=3))[-1]
    assert (fields["status"], fields["hint"]) == ("winnable", "The box on D4 comes next.")
    assert "deadlocks" not in fields
    kind, fields = events(client, submit(client, task="explain", level=pagoda, moves="LLLL"))[-1]
    assert (kind, fields["status"]) == ("done", "failed")
    assert "moves" in fields["message"]


def test_rate(client: TestClient) -> None:
    """How hard a level is, with the reasons in a language."""
    job = submit(client, task="rate", level=EASY, language="de")
    kind, fields = events(client, job)[-1]
    assert (kind, fields["status"], fields["boxes"]) == ("done", "solved", 1)
    assert 0 < fields["difficulty"] < 5
    assert fields["why"].startswith("Leicht: ")


def test_certify_and_check(client: TestClient) -> None:
    """A certificate comes with the claim and its counts; it holds, and with a byte changed it is refused."""
    room = level_to_json(pushbox.read("#######\n#@ $ .#\n#  $ .#\n#     #\n#######").levels[0])
    kind, fields = events(client, submit(client, task="certify", level=room, claim="fewest-moves"))[-1]
    assert (kind, fields["status"], fields["claim"]) == ("done", "certified", "fewest-moves")
    text = fields["certificate"]
    held = events(client, submit(client, task="check", certificate=text))[-1][1]
    assert (held["status"], held["moves"], held["positions"]) == ("holds", fields["moves"], fields["positions"])
    forged = text.replace("fewest-moves", "fewest-pushes")
    assert events(client, submit(client, task="check", certificate=forged))[-1][1]["status"] == "refused"
    kind, fields = events(client, submit(client, task="check", certificate="hello"))[-1]
    assert "begins with" in json.dumps(fields)
    kind, fields = events(client, submit(client, task="certify", level=room, claim="unsolvable"))[-1]
    assert (fields["status"], fields["message"]) == ("uncertified", "it can be solved")


def test_optimize(client: TestClient) -> None:
    """The optimizer answers with the shorter solution."""
    level = level_to_json(pushbox.read("######\n#@-$.#\n######").levels[0])
    job = submit(client, task="optimize", level=level, solution="rlrR", seconds=5)
    assert events(client, job)[-1][1]["moves_text"] == "rR"


def test_review(client: TestClient) -> None:
    """What a designer should know, in a language, with what each statement rests on."""
    job = submit(client, task="review", level=EASY, seconds=5, language="de")
    done = events(client, job)[-1]
    assert done[0] == "done"
    first = done[1]["findings"][0]
    assert (first["kind"], first["tried"]["by"]) == ("best_pushes", "proof")
    assert first["sentence"] == "Schübe der besten bekannten Lösung: 1, Züge: 1."


def test_generate(client: TestClient) -> None:
    """Each level is reported as it is found."""
    job = submit(client, task="generate", wish={"rows": 7, "columns": 7, "boxes": 2}, count=2)
    kinds = [kind for kind, _ in events(client, job)]
    assert kinds.count("found") == 2
    assert kinds[-1] == "done"


def test_failure(client: TestClient) -> None:
    """A payload that the library refuses ends the stream with its sentence."""
    job = submit(client, task="optimize", level=EASY, solution="L")
    kind, fields = events(client, job)[-1]
    assert (kind, fields["status"]) == ("done", "failed")
    assert "solution 1" in fields["message"]
    assert client.post(f"/api/jobs/{job}/retry").status_code == 202
    assert events(client, job)[-1][1]["status"] == "failed"


def test_only_the_owner(client: TestClient, app: Any) -> None:
    """Somebody else's job is as good as none."""
    job = submit(client, task="solve", level=EASY)
    stranger = TestClient(app, headers=HEADERS)
    for answer in (
        stranger.get(f"/api/jobs/{job}"),
        stranger.get(f"/api/jobs/{job}/events"),
        stranger.delete(f"/api/jobs/{job}"),
        stranger.post(f"/api/jobs/{job}/retry"),
        client.get("/api/jobs/nothing"),
    ):
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "not-found"


def test_import(app: Any) -> None:
    """A file becomes a collection of the visitor, reported as a direct import reports it, level ids apart."""
    visitor = TestClient(app, headers=HEADERS)
    job = submit(visitor, task="import", text=TWO, name="by a job")
    lines = events(visitor, job)
    kind, fields = lines[-1]
    assert (kind, fields["status"], fields["levels"]) == ("done", "done", 2)
    assert ("progress", {"levels": 2, "ready": 0}) in lines
    direct = visitor.post("/api/collections", json={"text": TWO, "name": "directly"}).json()
    assert set(fields) - {"status"} == set(direct)
    for part in ("problems", "notes", "levels"):
        assert fields[part] == direct[part]
    ours, theirs = fields["collection"], direct["collection"]
    assert {name for name in ours if ours[name] != theirs[name]} == {"id", "name", "added", "cover"}
    assert ours["mine"]
    (duplicate,) = fields["duplicates"]
    assert duplicate["relation"] == "rotated or mirrored"
    assert duplicate["title"] == "Two"
    assert visitor.get(f"/api/jobs/{job}").json()["result"]["collection"] == ours
    assert visitor.get(f"/api/collections/{ours['id']}").status_code == 200
    stranger = TestClient(app, headers=HEADERS)
    for address in (f"/api/jobs/{job}", f"/api/jobs/{job}/events", f"/api/collections/{ours['id']}"):
        assert stranger.get(address).status_code == 404


def test_an_import_of_a_file_by_its_bytes(app: Any) -> None:
    """In whatever encoding the file is."""
    visitor = TestClient(app, headers=HEADERS)
    data = base64.b64encode(TWO.encode("utf-16")).decode("ascii")
    kind, fields = events(visitor, submit(visitor, task="import", text="", data=data, name="bytes"))[-1]
    assert (kind, fields["status"], fields["levels"]) == ("done", "done", 2)


def test_an_import_that_cannot_be(app: Any) -> None:
    """A name that is taken is refused at once; a text without levels ends the stream with a sentence."""
    visitor = TestClient(app, headers=HEADERS)
    submit(visitor, task="import", text=TWO, name="first")
    events(visitor, submit(visitor, task="import", text=TWO, name="second"))  # the first is over then
    answer = visitor.post("/api/jobs", json={"task": "import", "text": TWO, "name": "first"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
    kind, fields = events(visitor, submit(visitor, task="import", text="words", name="third"))[-1]
    assert (kind, fields["status"]) == ("done", "failed")
    assert "no level" in fields["message"]


def test_imports_are_counted(tmp_path: Path) -> None:
    """A waiting import fails where there is no room for it when its turn comes, and nothing of it is kept."""
    limits = Limits(collections=3, levels=3)
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", limits=limits)
    with TestClient(create_app(settings), headers=HEADERS) as visitor:
        first, second = (submit(visitor, task="import", text=TWO, name=name) for name in ("a", "b"))
        assert events(visitor, first)[-1][1]["status"] == "done"
        fields = events(visitor, second)[-1][1]
        assert fields["status"] == "failed"
        assert "found 2 levels, expected at most 1" in fields["message"]
        third = visitor.post("/api/collections", json={"text": EASY_TEXT, "name": "c"})
        assert third.status_code == 201
        answer = visitor.post("/api/jobs", json={"task": "import", "text": EASY_TEXT, "name": "d"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many")


def test_an_import_stays_on_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With searches on a cluster, too, the worker of an import is a local process, which reaches the library."""
    monkeypatch.setattr("pushbox.batch.cluster", lambda *_, **__: Runner([]))  # a cluster that does nothing
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", cluster="tcp://cluster.example:8786")
    with TestClient(create_app(settings), headers=HEADERS) as visitor:
        job = submit(visitor, task="import", text=TWO, name="mine")
        assert events(visitor, job)[-1][1]["status"] == "done"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"task": "dance"}, 422),
        ({"task": "solve"}, 422),
        ({"task": "solve", "level": EASY, "seconds": 0}, 422),
        ({"task": "solve", "level": EASY, "seconds": 1e9}, 422),
        ({"task": "solve", "level": EASY, "objective": "beauty"}, 422),
        ({"task": "solve", "level": EASY, "speed": 9}, 422),
        ({"task": "certify", "level": EASY, "claim": "beauty"}, 422),
        ({"task": "certify", "level": EASY, "positions": 1_000_000}, 422),
        ({"task": "check", "certificate": 7}, 422),
        ({"task": "generate", "wish": {"rows": "8"}}, 422),
        ({"task": "generate", "wish": {"rows": 8.5}}, 422),
        ({"task": "generate", "wish": {"rows": 10**30}}, 422),
        ({"task": "generate", "wish": {"boxes": [3]}}, 422),
        ({"task": "generate", "wish": {"shape": "star"}}, 422),
        ({"task": "generate", "wish": {"colour": 1}}, 422),
        ({"task": "generate", "wish": [8, 8]}, 422),
        ({"task": "import", "text": "#####"}, 422),
        ({"task": "import", "name": "mine"}, 422),
        ({"task": "import", "text": "#####", "name": ""}, 422),
        ({"task": "import", "text": " " * (5 << 20), "name": "mine"}, 413),
        ({"task": "solve", "level": {"game": "sokoban", "board": {"width": 5000, "height": 3}}}, 413),
    ],
)
def test_refused(client: TestClient, body: dict[str, Any], status: int) -> None:
    """A request that is no job is refused at once, in the one shape of errors."""
    answer = client.post("/api/jobs", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


@pytest.mark.servers  # searches of processes that end in the time of whatever follows
def test_a_full_queue_then_cancel(app: Any) -> None:
    """A visitor with too many jobs waiting has to come back; cancelling makes room, and ends what runs."""
    visitor = TestClient(app, headers=HEADERS)
    body = {
        "task": "solve",
        "level": HARD,
        "objective": "moves-pushes",
        "seconds": 600,
        "memory": 512,
    }  # none ends by itself
    jobs = []
    while (answer := visitor.post("/api/jobs", json=body)).status_code == 202:
        jobs.append(answer.json()["job"])
    assert answer.status_code == 429
    assert "Retry-After" in answer.headers
    assert 8 <= len(jobs) <= 16  # those that wait, and those that take turns
    for job in jobs:
        assert visitor.delete(f"/api/jobs/{job}").status_code == 204
    ended = {events(visitor, job)[-1][1]["status"] for job in jobs}
    assert ended <= {"cancelled", "gave-up", "solved"}


@pytest.mark.servers  # searches of processes that end in the time of whatever follows
def test_a_short_job_behind_long_ones(app: Any) -> None:
    """While one visitor's searches of ten minutes hold both processors, another's of a second is answered."""
    first, second = (TestClient(app, headers=HEADERS) for _ in range(2))
    long = {"task": "solve", "level": HARD, "objective": "moves-pushes", "seconds": 600, "memory": 512}
    jobs = [submit(first, **long) for _ in range(3)]
    assert events(second, submit(second, task="solve", level=EASY, seconds=1))[-1][1]["status"] == "solved"
    assert {first.get(f"/api/jobs/{job}").json()["state"] for job in jobs} <= {"waiting", "running"}
    for job in jobs:
        first.delete(f"/api/jobs/{job}")
        events(first, job)


@pytest.mark.servers  # searches of processes that end in the time of whatever follows
def test_an_address_that_has_worked_enough(tmp_path: Path) -> None:
    """Work of an hour is counted for an address, whatever its cookies; more is refused with a time to come back."""
    shares = Shares(at_once=1, group_seconds=0.001)
    settings = Settings(database=f"sqlite:///{tmp_path / 'library.sqlite'}", jobs=shares)
    with TestClient(create_app(settings), headers=HEADERS) as visitor:
        events(visitor, submit(visitor, task="solve", level=EASY))
        visitor.cookies.clear()
        answer = visitor.post("/api/jobs", json={"task": "solve", "level": EASY})
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many")
        assert "s of work for your address in an hour" in answer.json()["error"]["message"]
        assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.servers  # searches of processes that end in the time of whatever follows
def test_what_is_over_keeps_no_payload(client: TestClient, app: Any) -> None:
    """Imports that are over hold nothing of their texts, and one whose text is gone is not begun anew."""
    text = "nothing but words " * 22_000
    jobs = [submit(client, task="import", text=text, name=f"job {number}") for number in range(8)]
    for job in jobs:
        assert events(client, job)[-1][1]["status"] == "failed"
    held = [entry.job.payload for entry in app.state.imports._jobs.values()]
    assert sum(len(str(payload)) for payload in held) <= app.state.imports._max_bytes
