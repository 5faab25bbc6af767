"""Jobs on worker processes: what each law of `pushbox.batch` says, seen with real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pushbox
from pushbox.batch import Event, Failed, InputDropped, Job, QueueFull, Runner, Shares, State, local
from pushbox.batch.worker_process import WorkerProcess
from pushbox.formats import json

EASY = json.level_to_json(pushbox.read("#####\n#@$.#\n#####").levels[0])
ENDLESS = json.level_to_json(
    pushbox.read(
        "\n".join(["#" * 16, "#@" + "-" * 12 + "-#", *["#" + "-$-" * 4 + "--#", "#" + "-.-" * 4 + "--#"] * 3, "#" * 16])
    ).levels[0]
)


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with local(workers=2) as running:
        yield running


def search(**fields: Any) -> Job:
    """Return a job that goes on until it is ended."""
    payload = {"level": ENDLESS, "objective": "moves-pushes", "seconds": 600.0, "memory": 512} | fields
    return Job("solve", payload, retries=0)


def first(runner: Runner, ticket: str, condition: Callable[[Event], bool]) -> Event:
    """Wait for an event of a job."""
    seen = threading.Event()
    events: list[Event] = []

    def on_event(event: Event) -> None:
        if condition(event):
            events.append(event)
            seen.set()

    unsubscribe = runner.subscribe(ticket, on_event)
    assert seen.wait(60)
    unsubscribe()
    return events[0]


def running(event: Event) -> bool:
    return event.kind == "progress"


def begun(event: Event) -> bool:
    return event.fields.get("state") == "running"


def test_solve(runner: Runner) -> None:
    """A level is solved in another process, and reported with the fields of the command line."""
    answer = runner.result(runner.submit(Job("solve", {"level": EASY, "objective": "pushes"})), 60)
    assert (answer["status"], answer["moves_text"], answer["optimal"]) == ("solved", "R", "pushes")


def test_solve_from_here(runner: Runner) -> None:
    """Moves that were played already are no part of the solution."""
    level = json.level_to_json(pushbox.read("######\n#@$-.#\n######").levels[0])
    assert runner.result(runner.submit(Job("solve", {"level": level, "moves": "R"})), 60)["moves_text"] == "R"


def test_optimize(runner: Runner) -> None:
    """The optimizer reports its best on the way, and answers with it."""
    job = Job("optimize", {"level": EASY, "solution": "R", "seconds": 5.0})
    assert runner.result(runner.submit(job), 60)["optimal"] == "pushes-moves"


def test_generate(runner: Runner) -> None:
    """Every level that was found is reported, also to those who begin to listen when all is over."""
    ticket = runner.submit(Job("generate", {"wish": {"rows": 7, "columns": 7, "boxes": 2}, "count": 3, "seed": 5}))
    assert runner.result(ticket, 60) == {"status": "done", "count": 3}
    events: list[Event] = []
    runner.subscribe(ticket, events.append)
    assert [event.fields["level"] for event in events if event.kind == "found"] == [1, 2, 3]
    for entry in runner.report(ticket).found:
        level = json.level_from_json(entry["value"])
        assert pushbox.verify(level, level.saved_moves[0].text).solved


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        (Job("dance"), "task: found 'dance', expected one of"),
        (Job("solve"), "level: found nothing, expected an object"),
        (Job("solve", {"level": EASY, "objective": "beauty"}), "objective: found 'beauty'"),
        (Job("solve", {"level": EASY, "seconds": "long"}), "seconds: found 'long', expected a number"),
        (Job("solve", {"level": EASY, "moves": "LL"}), "moves: step 1"),
        (Job("generate", {"wish": {"colour": 1}}), "wish: found 'colour'"),
        (Job("solve", {"level": {"game": "sokoban"}}), "level"),
    ],
)
def test_bad_input(runner: Runner, job: Job, expected: str) -> None:
    """Bad input fails with a sentence, and is not tried again."""
    with pytest.raises(Failed, match=expected):
        runner.result(runner.submit(job), 60)


def test_progress_then_cancel(runner: Runner) -> None:
    """A search that is cancelled on its way answers with what it has, and says why it ended."""
    ticket = runner.submit(search())
    progress = first(runner, ticket, running)
    assert progress.fields["nodes"] > 0
    runner.cancel(ticket)
    answer = runner.result(ticket, 60)
    assert answer["limit"] == "stopped"


def test_cancelled_before_it_began() -> None:
    """A job that waits and is cancelled never begins; it can be retried."""
    with local(workers=1) as alone:
        first_ticket = alone.submit(search())
        first(alone, first_ticket, running)
        ticket = alone.submit(Job("metrics", {"text": "rR"}))
        alone.cancel(ticket)
        assert alone.report(ticket).state is State.CANCELLED
        with pytest.raises(Failed, match="cancelled before it began"):
            alone.result(ticket, 1)
        alone.retry(ticket)
        alone.cancel(first_ticket)
        assert alone.result(ticket, 60)["moves"] == 2


def test_who_leaves_has_no_jobs_left() -> None:
    """Jobs of one who leaves end, whether they run or wait, and those of others go on."""
    with local(workers=1) as alone:
        mine = [replace(search(), owner="Ada"), Job("metrics", {"text": "rR"}, owner="Ada")]
        tickets = [alone.submit(job) for job in mine]
        other = alone.submit(Job("metrics", {"text": "rR"}, owner="Grace"))
        first(alone, tickets[0], running)
        alone.cancel_owner("Ada")
        assert all(alone.report(ticket).state.is_over for ticket in tickets)
        assert alone.report(tickets[1]).state is State.CANCELLED
        assert alone.result(other, 60)["moves"] == 2


def test_hard_time(runner: Runner) -> None:
    """A task that does not end by itself gets a request to stop when its time is over."""
    job = search()
    ticket = runner.submit(Job(job.task, job.payload, seconds=0.5, retries=0))
    assert runner.result(ticket, 60)["status"] in {"solved", "gave-up"}


def test_hard_memory(runner: Runner) -> None:
    """A job that wants more memory than it may have ends alone, with a reason."""
    less = -200  # MiB: it may map no more than what every job may beyond its limit, less these
    ticket = runner.submit(Job("metrics", {"text": "r" * 3_000_000}, memory=less, retries=0))
    with pytest.raises(Failed, match=r"memory|ended"):
        runner.result(ticket, 60)
    assert runner.result(runner.submit(Job("metrics", {"text": "R"})), 60)["pushes"] == 1


# What a system refuses, by the name of the module that every Python takes in at its start.
REFUSALS = {
    "no limit may be set": """
import resource
def refuse(*args): raise ValueError("current limit exceeds maximum limit")
resource.setrlimit = refuse
""",
    "there is no such limit": "import resource; del resource.RLIMIT_AS",
    "there is no such module": "import sys; sys.modules['resource'] = None",
    "there is no /proc": """
import builtins
real = open
def refuse(file, *args, **kwargs):
    if str(file).startswith("/proc/"): raise FileNotFoundError(2, "No such file or directory", file)
    return real(file, *args, **kwargs)
builtins.open = refuse
""",
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_memory_that_cannot_be_bound(refusal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system bounds no memory, as macOS and Windows do not, jobs are done all the same."""
    (tmp_path / "sitecustomize.py").write_text(refusal)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with local(workers=1) as alone:
        for text in ("rR", "r"):
            job = Job("metrics", {"text": text}, retries=0)
            assert alone.result(alone.submit(job), 60)["moves"] == len(text)


def pid(runner: Runner) -> int:
    """Return the process of the one worker of a runner."""
    worker = runner._seats[0].worker
    return int(worker._process._process.pid)  # type: ignore[attr-defined]


def test_killed_worker() -> None:
    """A worker that is killed fails or repeats its own job, and nothing else."""
    with local(workers=1) as alone:
        ticket = alone.submit(search())
        first(alone, ticket, running)
        waiting = alone.submit(Job("metrics", {"text": "rR"}))
        os.kill(pid(alone), signal.SIGKILL)
        with pytest.raises(Failed, match="SIGKILL") as failure:
            alone.result(ticket, 60)
        assert failure.value.limit == "died"
        assert alone.result(waiting, 60)["moves"] == 2


def test_retried_worker() -> None:
    """A job with a retry left begins anew when its worker is killed."""
    with local(workers=1) as alone:
        job = search(nodes=30_000)
        ticket = alone.submit(Job(job.task, job.payload, retries=1))
        first(alone, ticket, running)
        os.kill(pid(alone), signal.SIGKILL)
        first(alone, ticket, lambda event: "begins anew" in event.fields.get("message", ""))
        assert alone.result(ticket, 60)["status"] in {"solved", "gave-up"}


def test_unknown_ticket(runner: Runner) -> None:
    """A ticket that was never given is a KeyError."""
    with pytest.raises(KeyError):
        runner.report("nothing")


def test_close_ends_everything() -> None:
    """Closing cancels what runs and leaves no process behind."""
    running_one = local(workers=1)
    ticket = running_one.submit(search())
    first(running_one, ticket, running)
    process = pid(running_one)
    running_one.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(Failed, match="closed"):
        running_one.submit(Job("metrics", {"text": "R"}))


def test_a_short_job_behind_long_ones() -> None:
    """While two searches hold both processors, whoever else comes is begun within a turn, and the searches go on."""
    shares = Shares(at_once=2, turn=0.2, short=5.0)
    with local(workers=4, shares=shares) as crowded:
        long = [crowded.submit(replace(search(), group="house", owner="Ada")) for _ in range(2)]
        for ticket in long:
            first(crowded, ticket, running)
        for job in (
            Job("metrics", {"text": "rR"}, group="elsewhere", seconds=1),
            Job("metrics", {"text": "rR"}, group="house", owner="Grace", seconds=1),
            Job("metrics", {"text": "rR"}, group="house", owner="Ada", seconds=1),
        ):
            assert crowded.result(crowded.submit(job), 60)["moves"] == 2
        another = crowded.submit(replace(search(), group="elsewhere"))
        first(crowded, another, running)
        for ticket in [*long, another]:
            first(crowded, ticket, running)  # paused, each comes back
            assert crowded.report(ticket).state is State.RUNNING
            crowded.cancel(ticket)
            assert crowded.result(ticket, 60)["limit"] == "stopped"


def test_a_task_that_does_not_look_is_interrupted() -> None:
    """A task that never looks whether to stop ends at its limit in the same process, which does the next job."""
    text = "rR" * 2_000_000
    with local(workers=1) as alone:
        alone.result(alone.submit(Job("metrics", {"text": "rR"})), 60)
        process = pid(alone)
        ticket = alone.submit(Job("metrics", {"text": text}, seconds=0.3, grace=60))
        with pytest.raises(Failed, match=r"did not end within 0\.3 s") as failure:
            alone.result(ticket, 60)
        assert failure.value.limit == "seconds"
        assert alone.result(alone.submit(Job("metrics", {"text": "rR"})), 60)["moves"] == 2
        assert pid(alone) == process


def test_a_process_is_kept_for_the_next_job() -> None:
    """With more workers than run at a time, one job after the other is done by the same process."""
    with local(workers=6, shares=Shares(at_once=2, turn=1.0)) as spacious:
        processes = set()
        for _ in range(3):
            assert spacious.result(spacious.submit(Job("metrics", {"text": "rR"})), 60)["moves"] == 2
            processes |= {seat.worker._process for seat in spacious._seats}  # type: ignore[attr-defined]
        assert len(processes - {None}) == 1


def test_what_is_over_keeps_no_payload() -> None:
    """Of jobs that are over the input is gone; of those that failed the newest is kept, within bounds, for a retry."""
    big = "rR" * 200_000
    with local(workers=1) as alone:
        done = [alone.submit(Job("metrics", {"text": big})) for _ in range(3)]
        for ticket in done:
            assert alone.result(ticket, 60)["moves"] == 400_000
            assert not alone.report(ticket).job.payload
    with Runner([WorkerProcess()], max_bytes=2_000_000) as bounded:
        failed = []
        for number in range(5):
            failed.append(bounded.submit(Job("dance", {"text": big, "number": number})))
            with pytest.raises(Failed):
                bounded.result(failed[-1], 60)
        kept = [ticket for ticket in failed if bounded.report(ticket).job.payload]
        assert kept == failed[-4:]
        with pytest.raises(InputDropped):
            bounded.retry(failed[0])
        bounded.retry(failed[-1])


class Idle:
    """A worker that is done with everything at once."""

    def run(self, job: Job, *_: object) -> dict[str, Any]:
        if job.task == "fail":
            raise Failed("it failed")
        return {"size": len(job.payload["text"])}

    def pause(self) -> None: ...

    def resume(self) -> None: ...

    def close(self) -> None: ...


@pytest.mark.parametrize(("task", "kept"), [("done", 0), ("fail", 256 << 20)])
def test_many_large_jobs(task: str, kept: int) -> None:
    """After 120 jobs of 3.9 MB nothing of them is held, where they failed a bounded part."""
    with Runner([Idle()]) as quick:
        for number in range(120):
            ticket = quick.submit(Job(task, {"text": f"{number:03}" * 1_300_000}))
            with suppress(Failed):
                assert quick.result(ticket, 60) == {"size": 3_900_000}
        assert sum(len(entry.job.payload.get("text", "")) for entry in quick._jobs.values()) <= kept


def test_waiting_input_is_bounded() -> None:
    """So much input may wait, a quarter of it of one group; what is larger is taken alone."""
    with Runner([], max_bytes=4_000) as full:
        full.submit(Job("metrics", {"text": "r" * 3_000}, group="a"))
        with pytest.raises(QueueFull, match="bytes of jobs that wait or run, expected at most 1,000"):
            full.submit(Job("metrics", {"text": "r"}, group="a"))
        full.submit(Job("metrics", {"text": "r" * 500}, group="b"))
        with pytest.raises(QueueFull, match="expected at most 4,000"):
            full.submit(Job("metrics", {"text": "r" * 900}, group="c"))


@pytest.mark.parametrize("payload", [{"wish": {"rows": "8"}}, {"wish": {"rows": None}}, {"wish": {"boxes": [1]}}])
def test_a_payload_ends_no_worker(payload: dict[str, Any]) -> None:
    """Values of the wrong type fail the job with a sentence; the process goes on."""
    with local(workers=1) as alone:
        alone.result(alone.submit(Job("metrics", {"text": "R"})), 60)
        process = pid(alone)
        with pytest.raises(Failed, match=next(iter(payload["wish"]))):
            alone.result(alone.submit(Job("generate", payload)), 60)
        assert pid(alone) == process


KILLED = """
import os, signal, sys
from tests.batch.test_runner import Shares, first, local, running, search
crowded = local(workers=2, shares=Shares(at_once=1, turn=0.1))
for ticket in [crowded.submit(search()) for _ in range(2)]:
    first(crowded, ticket, running)
print(*[seat.worker._process._process.pid for seat in crowded._seats], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def lives(process: int) -> bool:
    """Return whether a process runs, one that nobody has waited for counted as ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no list of processes in /proc")
def test_a_killed_runner_leaves_no_process() -> None:
    """Where the runner's own process is killed, its workers end, the paused ones too."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", KILLED]
    killed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    workers = [int(process) for process in killed.stdout.split()]
    assert len(workers) == 2, killed.stderr
    deadline = time.monotonic() + 60
    while any(map(lives, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(lives, workers))
