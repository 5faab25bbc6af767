"""Jobs over the network: only their owner sees them, and the stream tells everything up to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import pushbox
from pushbox.formats.json import level_to_json
from pushbox.web.app import create_app
from pushbox.web.settings import Settings

EASY = level_to_json(pushbox.read("#####\n#@$.#\n#####").levels[0])
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


def submit(client: TestClient, **wishes: Any) -> str:
    answer = client.post("/api/jobs", json=wishes)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["job"])


def events(client: TestClient, job: str) -> list[tuple[str, Any]]:
    """Everything that the stream tells, up to its end."""
    told = client.get(f"/api/jobs/{job}/events").text
    blocks = [block.split("\n") for block in told.strip().split("\n\n") if not block.startswith(":")]
    return [(kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for kind, data in blocks]


def test_solve(client: TestClient) -> None:
    """The stream of a search ends with the solution; the job can be asked for afterwards."""
    job = submit(client, task="solve", level=EASY, objective="pushes")
    kind, fields = events(client, job)[-1]
    assert (kind, fields["status"], fields["moves_text"], fields["optimal"]) == ("done", "solved", "R", "pushes")
    assert client.get(f"/api/jobs/{job}").json()["result"]["pushes"] == 1


def test_optimize(client: TestClient) -> None:
    """The optimizer answers with the shorter solution."""
    level = level_to_json(pushbox.read("######\n#@-$.#\n######").levels[0])
    job = submit(client, task="optimize", level=level, solution="rlrR", seconds=5)
    assert events(client, job)[-1][1]["moves_text"] == "rR"


def test_generate(client: TestClient) -> None:
    """Each level is told as it is found."""
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


@pytest.mark.parametrize(
    ("wishes", "status"),
    [
        ({"task": "dance"}, 422),
        ({"task": "solve"}, 422),
        ({"task": "solve", "level": EASY, "seconds": 0}, 422),
        ({"task": "solve", "level": EASY, "seconds": 1e9}, 422),
        ({"task": "solve", "level": EASY, "objective": "beauty"}, 422),
        ({"task": "solve", "level": EASY, "speed": 9}, 422),
        ({"task": "solve", "level": {"game": "sokoban", "board": {"width": 5000, "height": 3}}}, 413),
    ],
)
def test_refused(client: TestClient, wishes: dict[str, Any], status: int) -> None:
    """What no job can be made of is refused at once, in the one shape of errors."""
    answer = client.post("/api/jobs", json=wishes)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_a_full_queue_then_cancel(app: Any) -> None:
    """A visitor with too many jobs waiting is told to come back; cancelling makes room, and ends what runs."""
    visitor = TestClient(app, headers=HEADERS)
    rows = ["#" * 16, "#@" + "-" * 12 + "-#", *["#" + "-$-" * 4 + "--#", "#" + "-.-" * 4 + "--#"] * 3, "#" * 16]
    hard = level_to_json(pushbox.read("\n".join(rows)).levels[0])
    wishes = {"task": "solve", "level": hard, "objective": "moves-pushes", "seconds": 600, "memory": 64}
    jobs = []
    while (answer := visitor.post("/api/jobs", json=wishes)).status_code == 202:
        jobs.append(answer.json()["job"])
    assert answer.status_code == 429
    assert "Retry-After" in answer.headers
    assert 8 <= len(jobs) <= 10
    for job in jobs:
        assert visitor.delete(f"/api/jobs/{job}").status_code == 204
    ended = {events(visitor, job)[-1][1]["status"] for job in jobs}
    assert ended <= {"cancelled", "gave-up", "solved"}
