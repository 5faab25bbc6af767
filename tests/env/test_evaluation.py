"""The runner: an endpoint that fails, is slow, or answers nonsense; a run that is killed; files of other runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.commands import run

from pushbox import builtin
from pushbox.env.text import tasks
from pushbox.env.text.chat import Endpoint, EndpointError
from pushbox.env.text.evaluation import Failure, Result, evaluate, summarize, task_id
from pushbox.env.text.intervals import clustered_mean, wilson
from pushbox.errors import ArgumentError, PushboxError

KEY = "sk-very-secret"


class Fake:
    """A local endpoint: `answer` gets the number of a request and its body; it returns status, body and headers."""

    def __init__(self) -> None:
        self.answer: Callable[[int, dict[str, Any]], tuple[int, bytes, dict[str, str]]] = lambda *_: said("yes")
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.together = self.most_together = 0
        self._lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with fake._lock:
                    number = len(fake.requests)
                    fake.requests.append({"path": self.path, **body})
                    fake.headers.append(dict(self.headers))
                    fake.together += 1
                    fake.most_together = max(fake.most_together, fake.together)
                try:
                    status, data, headers = fake.answer(number, body)
                finally:
                    with fake._lock:
                        fake.together -= 1
                if not status:
                    self.close_connection = True
                    return
                self.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, *_: object) -> None:  # a client that has gone
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


def said(content: object) -> tuple[int, bytes, dict[str, str]]:
    """Return a chat completion."""
    return 200, json.dumps({"choices": [{"message": {"role": "assistant", "content": content}}]}).encode(), {}


@pytest.fixture
def fake() -> Iterator[Fake]:
    fake = Fake()
    yield fake
    fake.server.shutdown()
    fake.server.server_close()


def endpoint(fake: Fake, **more: Any) -> Endpoint:
    return Endpoint(fake.url, "m", **{"sleep": lambda _: None, "timeout": 20.0, **more})


HELLO = [{"role": "user", "content": "hello"}]
SOME = [*islice(tasks.stream(builtin("lessons")[1:5], ["winnable"]), 8)]


def right(_: int, body: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
    """Answer what is right."""
    prompt = body["messages"][0]["content"]
    return said(next(task.reference for _, task in SOME if tasks.prompt(task) == prompt))


def test_a_chat_is_a_request(fake: Fake) -> None:
    """With the model, the messages, what else was asked for, and the key in its header."""
    asked = endpoint(fake, key=KEY, temperature=0.5, max_tokens=9)
    assert asked.ask(HELLO) == "yes"
    expected = {"path": "/v1/chat/completions", "model": "m", "messages": HELLO, "temperature": 0.5, "max_tokens": 9}
    assert fake.requests == [expected]
    assert fake.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(asked)
    endpoint(fake).ask(HELLO)
    assert fake.requests[1].keys() == {"path", "model", "messages"}
    assert "Authorization" not in fake.headers[1]


def test_a_picture_goes_in_a_part_of_its_own(fake: Fake) -> None:
    """In what the model is asked; what it has answered stays a text, whatever it is."""
    picture = "![board](data:image/png;base64,AAAA)"
    endpoint(fake).ask([{"role": "user", "content": f"see {picture}"}, {"role": "assistant", "content": picture}])
    asked, answered = fake.requests[0]["messages"]
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    assert asked == {"role": "user", "content": [{"type": "text", "text": "see "}, image]}
    assert answered == {"role": "assistant", "content": picture}


@pytest.mark.parametrize(
    ("content", "answer"), [(None, ""), ("", ""), ([{"type": "text", "text": "a"}, {"text": "b"}, 3], "ab")]
)
def test_an_answer_may_be_empty_or_in_parts(fake: Fake, content: object, answer: str) -> None:
    fake.answer = lambda *_: said(content)
    assert endpoint(fake).ask(HELLO) == answer


BROKEN = {
    "500": (500, b"oops", {}),
    "429": (429, b"slow down", {"Retry-After": "7"}),
    "503 with a date": (503, b"", {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}),
    "a connection that ends": (0, b"", {}),
    "half of a body": (200, b'{"choices": [', {"Content-Length": "4000", "Connection": "close"}),
    "no JSON": (200, b"<html>", {}),
    "other JSON": (200, b'{"choices": []}', {}),
    "a list": (200, b"[1]", {}),
    "a number as content": said(3),
    "deep JSON": (200, b"[" * 100_000, {}),
    "no UTF-8": (200, b"\xff\xfe\x00", {}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_request_that_fails_is_sent_again(fake: Fake, what: str) -> None:
    """After ever longer waits, or what the server asks for; then the error says what was answered."""
    waits: list[float] = []
    fake.answer = lambda number, _: said("no") if number == 2 else BROKEN[what]
    assert endpoint(fake, sleep=waits.append).ask(HELLO) == "no"
    assert waits == ([7.0, 7.0] if what == "429" else [1.0, 2.0])
    fake.answer = lambda *_: BROKEN[what]
    with pytest.raises(EndpointError, match="endpoint") as raised:
        endpoint(fake, retries=1).ask(HELLO)
    assert not raised.value.final
    assert len(fake.requests) == 5


def test_a_refusal_is_final_and_does_not_repeat_the_key(fake: Fake) -> None:
    fake.answer = lambda *_: (401, f"invalid key {KEY}\n\x1b[2J".encode(), {})
    with pytest.raises(EndpointError, match=r"the endpoint answered 401: invalid key \.\.\.") as raised:
        endpoint(fake, key=KEY).ask(HELLO)
    assert raised.value.final
    assert KEY not in str(raised.value)
    assert len(fake.requests) == 1


def test_a_redirection_is_not_followed(fake: Fake) -> None:
    """The key would go to whoever it names."""
    other = Fake()
    fake.answer = lambda *_: (307, b"", {"Location": f"{other.url}/chat/completions"})
    with pytest.raises(EndpointError, match="the endpoint answered 307"):
        endpoint(fake, key=KEY).ask(HELLO)
    assert not other.requests
    other.server.shutdown()
    other.server.server_close()


def test_a_slow_answer_is_given_up(fake: Fake) -> None:
    """Also one whose bytes never end."""
    gone = threading.Event()

    def wait(*_: object) -> tuple[int, bytes, dict[str, str]]:
        gone.wait(20)
        return said("late")

    fake.answer = wait
    with pytest.raises(EndpointError, match=r"the endpoint did not answer within 0\.2 s"):
        endpoint(fake, timeout=0.2, retries=0).ask(HELLO)
    gone.set()
    with pytest.raises(EndpointError, match="the endpoint cannot be reached"):
        Endpoint("http://127.0.0.1:9/v1", "m", retries=0).ask(HELLO)


@pytest.mark.parametrize(
    "url",
    ["", "localhost:8000", "ftp://a/v1", "file:///etc/passwd", "http://", "http://a b/", "http://[::1", "http://a:x/",
     "http://a\n/", "http://a:99999/", "http://é/"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ArgumentError, match="expected an address such as http://localhost:8000/v1"):
        Endpoint(url, "m")


@pytest.mark.parametrize("url", ["http://u:secret@a/v1", "http://a/v1?key=secret", "http://a/v1#secret"])
def test_a_secret_in_an_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(PushboxError, match="give the key by an environment variable") as raised:
        Endpoint(url, "m")
    assert "secret" not in str(raised.value)
    with pytest.raises(PushboxError, match="found a key with other characters") as raised:
        Endpoint("http://a/v1", "m", "geheim\nX: y")
    assert "geheim" not in str(raised.value)


def results_of(found: list[Result | Failure]) -> list[Result]:
    return [result for result in found if isinstance(result, Result)]


def test_every_task_is_asked_once_and_kept(fake: Fake, tmp_path: Path) -> None:
    """A second run asks nothing, and yields the same."""
    fake.answer = right
    out, counts = tmp_path / "results.jsonl", list[int]()
    found = [*evaluate(SOME, endpoint(fake, key=KEY).ask, out=out, progress=counts.append)]
    assert (len(found), len(fake.requests), counts[-1]) == (8, 8, 8)
    assert all(result.right and result.reward == 1.0 for result in results_of(found))
    assert {result.id for result in results_of(found)} == {task_id(task) for _, task in SOME}
    again = [*evaluate(SOME, endpoint(fake).ask, out=out)]
    assert len(fake.requests) == 8
    assert {*map(repr, again)} == {*map(repr, found)}
    assert KEY not in out.read_text()
    assert [json.loads(line)["pushbox"] for line in out.read_text().splitlines()[:1]] == ["evaluation"]


def test_no_more_requests_at_a_time_than_were_asked_for(fake: Fake) -> None:
    """And as many as that: the first three wait for each other."""
    together = threading.Barrier(3)

    def answer(number: int, body: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
        if number < 3:
            together.wait(20)
        return right(number, body)

    fake.answer = answer
    assert len([*evaluate(SOME, endpoint(fake).ask, concurrency=3)]) == 8
    assert fake.most_together == 3
    with pytest.raises(ArgumentError, match="concurrency: found 0"):
        evaluate(SOME, endpoint(fake).ask, concurrency=0)


def test_a_task_without_an_answer_is_asked_by_the_next_run(fake: Fake, tmp_path: Path) -> None:
    """The others are kept."""
    out = tmp_path / "results.jsonl"
    fake.answer = lambda number, body: (500, b"", {}) if number in {1, 4} else right(number, body)
    found = [*evaluate(SOME, endpoint(fake, retries=0).ask, out=out, concurrency=1)]
    assert [isinstance(result, Failure) for result in found] == [number in {1, 4} for number in range(8)]
    fake.answer = right
    assert len(results_of([*evaluate(SOME, endpoint(fake).ask, out=out)])) == 8
    assert len(fake.requests) == 10


def test_a_run_gives_up_where_nothing_is_answered(fake: Fake, tmp_path: Path) -> None:
    """At a refusal at once, else after eight failures in a row."""
    fake.answer = lambda *_: (404, b"no such model", {})
    with pytest.raises(EndpointError, match="no such model"):
        [*evaluate(SOME, endpoint(fake).ask, out=tmp_path / "a", concurrency=1)]
    assert len(fake.requests) == 1
    fake.answer = lambda *_: (500, b"", {})
    with pytest.raises(EndpointError, match="500"):
        [*evaluate(SOME, endpoint(fake, retries=0).ask, out=tmp_path / "b", concurrency=1)]


def test_a_defect_in_the_function_that_asks_is_raised() -> None:
    def ask(_: object) -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        [*evaluate(SOME, ask)]


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_file_that_ends_in_a_line_goes_on(fake: Fake, tmp_path: Path, cut: int) -> None:
    """Whole lines are kept; so is a file whose first line was not written whole."""
    fake.answer = right
    out = tmp_path / "results.jsonl"
    [*evaluate(SOME, endpoint(fake).ask, out=out)]
    whole = out.read_bytes()
    out.write_bytes(whole[:-cut])
    kept = whole[:-cut].count(b"\n") - 1
    [*evaluate(SOME, endpoint(fake).ask, out=out)]
    assert len(fake.requests) == 16 - kept
    assert sorted(out.read_bytes().splitlines()) == sorted(whole.splitlines())
    out.write_bytes(whole[:20])
    [*evaluate(SOME, endpoint(fake).ask, out=out)]
    assert sorted(out.read_bytes().splitlines()) == sorted(whole.splitlines())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"#####\n#@$.#\n#####\n", "line 1: expected a file of results"),
        (b"#####", "line 1: expected a file of results"),
        (b"{}\n", "line 1: expected a file of results"),
        (b'{"pushbox": "evaluation", "version": 1, "settings": {"model": "other"}}\n', "found results of"),
        (b'{"pushbox": "evaluation", "version": 1, "settings": {"model": "m"}}\n{"id": 1}\n', "line 2: expected"),
        (b'{"pushbox": "evaluation", "version": 1, "settings": {"model": "m"}}\nx\n', "line 2: expected"),
    ],
)
def test_another_file_is_refused_and_stays(fake: Fake, tmp_path: Path, content: bytes, message: str) -> None:
    """Nothing is asked, and not a byte of it changes."""
    out = tmp_path / "file"
    out.write_bytes(content)
    with pytest.raises(PushboxError, match=message):
        [*evaluate(SOME, endpoint(fake).ask, settings={"model": "m"}, out=out)]
    assert out.read_bytes() == content
    assert not fake.requests


@pytest.mark.skipif(os.name == "nt", reason="files are not locked on Windows")
def test_a_second_run_on_the_same_file_is_refused(fake: Fake, tmp_path: Path) -> None:
    first = evaluate(SOME, endpoint(fake).ask, out=tmp_path / "a", concurrency=1)
    next(first)
    with pytest.raises(PushboxError, match="another run writes to"):
        [*evaluate(SOME, endpoint(fake).ask, out=tmp_path / "a")]
    first.close()  # type: ignore[attr-defined]  # a generator


def evaluated(fake: Fake, *more: object) -> tuple[object, ...]:
    return ("evaluate", "builtin:lessons", fake.url, "--model", "m", "--tasks", "winnable", "--count", "8", *more)


def test_the_command_prints_a_table(fake: Fake, tmp_path: Path) -> None:
    """Or JSON: every result, then the sums."""
    out = tmp_path / "results.jsonl"
    answer = run(*evaluated(fake, "--out", out))
    assert answer.code == 0, answer.err
    head, row = answer.out.splitlines()
    assert head.split() == ["tasks", "count", "right", "reward"]
    assert row.split() == ["winnable", "8", "0.50", "[0.22,", "0.78]", "0.50", "[0.50,", "0.50]"]
    asked = len(fake.requests)
    lines = [json.loads(line) for line in run(*evaluated(fake, "--out", out, "--json")).out.splitlines()]
    assert len(fake.requests) == asked == 8
    assert [line["kind"] for line in lines[:-1]] == ["winnable"] * 8
    assert lines[-1]["summary"] == "winnable"
    assert {line["level"] for line in lines[:-1]} <= {*range(1, 40)}


def test_a_run_that_gives_up_has_its_table(fake: Fake) -> None:
    """Of what was answered before the endpoint refused."""
    fake.answer = lambda number, _: said("<answer>yes</answer>") if number < 3 else (401, b"", {})
    answer = run(*evaluated(fake, "--concurrency", "1"))
    assert answer.code == 2
    assert answer.out.splitlines()[1].split()[:2] == ["winnable", "3"]
    assert "the endpoint answered 401" in answer.err


def test_the_command_says_what_is_wrong(fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 2; with 3 where tasks have no answer.  The key comes from a variable, and is printed nowhere."""
    monkeypatch.setenv("PUSHBOX_API_KEY", KEY)
    fake.answer = lambda *_: (403, KEY.encode(), {})
    answer = run(*evaluated(fake))
    assert (answer.code, KEY in answer.err + answer.out) == (2, False)
    assert "the endpoint answered 403" in answer.err
    assert fake.headers[0]["Authorization"] == f"Bearer {KEY}"
    fake.answer = lambda number, _: (500, b"", {}) if number == 3 else said("yes")
    answer = run(*evaluated(fake, "--retries", "0", "--concurrency", "1", "--tasks", "winnable", "--count", "8"))
    assert "1 task without an answer" in answer.err or answer.code == 0
    assert run("evaluate", "builtin:lessons", "nowhere", "--model", "m").code == 2
    assert "found 'chess', expected some of: solve" in run(*evaluated(fake, "--tasks", "solve,chess")).err
    assert run("evaluate", "builtin:hanano", fake.url, "--model", "m").code == 2
    level = tmp_path / "solved.xsb"
    level.write_text("#####\n#@* #\n#####\n")
    none = ("evaluate", level, fake.url, "--model", "m", "--tasks", "solve,repair")
    assert "no task can be made" in run(*none).err
    assert "keine Aufgabe" in run("--lang", "de", *none).err


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL on Windows")
def test_a_run_that_is_killed_goes_on(fake: Fake, tmp_path: Path) -> None:
    """What was answered before is in the file, and is not asked again."""
    out = tmp_path / "results.jsonl"
    blocked = threading.Event()

    def answer(number: int, _: dict[str, Any]) -> tuple[int, bytes, dict[str, str]]:
        if number >= 5:
            blocked.wait(60)
        return said("yes")

    fake.answer = answer
    command = [sys.executable, "-m", "pushbox", *map(str, evaluated(fake, "--out", out, "--concurrency", "1"))]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(fake.requests) < 6 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    blocked.set()
    assert out.read_bytes().count(b"\n") == 6  # the settings and five results
    before = len(fake.requests)
    fake.answer = lambda *_: said("yes")
    assert run(*evaluated(fake, "--out", out)).code == 0
    assert len(fake.requests) - before == 3
    assert out.read_bytes().count(b"\n") == 9


def test_intervals_of_wilson() -> None:
    """Those of the literature: Newcombe 1998, table I, examples without continuity correction."""
    known = (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)
    for successes, count, low, high in known:
        found = wilson(successes, count)
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


def test_intervals_of_means_hold_what_they_promise() -> None:
    """Of sixty draws about 57 hold the mean; tasks of one level count as one draw."""
    random, held = Random(4), 0
    for _ in range(60):
        found = clustered_mean([[random.random()] for _ in range(30)])
        held += found.low <= 0.5 <= found.high
    assert held >= 53
    alone = clustered_mean([[float(number % 2)] for number in range(40)])
    doubled = clustered_mean([[float(number % 2)] * 9 for number in range(40)])
    assert (alone.low, alone.high) == (doubled.low, doubled.high)
    assert clustered_mean([[1.0, 1.0], [1.0]]) == wilson(3, 3)
    assert clustered_mean([[0.2, 0.9]]) == wilson(1.1, 2)
    assert clustered_mean([]) == wilson(0, 0)


def test_a_summary_is_one_for_each_kind() -> None:
    some = [
        Result(str(number), kind, number, 0, reward, reward == 1.0, "", ())
        for kind in ("repair", "solve")
        for number, reward in enumerate((1.0, 0.5, 0.0, 0.5))
    ]
    solve, repair = summarize(some)
    assert (solve.kind, repair.kind, repair.tasks) == ("solve", "repair", 4)
    assert repair.right == wilson(1, 4)
    assert repair.reward.estimate == 0.5
    assert repair.reward.low < 0.5 < repair.reward.high
