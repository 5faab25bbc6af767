"""Tasks in the forms of other packages: each is tried with its own package, where that is there (`make peers`)."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

import pushbox
from pushbox import builtin
from pushbox.env import text
from pushbox.env.text import tasks
from pushbox.env.text.episodes import TURNS
from pushbox.env.text.tasks.solve import episode_of
from pushbox.env.wrappers.reasoning_gym import PushboxConfig, PushboxDataset, register
from pushbox.env.wrappers.sources import ONE_ANSWER, tasks_of
from pushbox.errors import ArgumentError

LESSONS = "builtin:lessons"
FOLDER = Path(pushbox.__file__).parent / "env" / "wrappers"
PACKAGES = {
    "reasoning_gym": "reasoning-gym",
    "verifiers": "verifiers",
    "openenv": "openenv",
    "inspect_ai": "inspect-ai",
}


def foreign(name: str) -> Any:
    """Return the module of a package, or skip the test.  (No test of all tests needs these, so none fails for want.)"""
    if find_spec(name) is None:
        pytest.skip(f"without {PACKAGES[name]}, which only make peers installs")
    return import_module(name)


def wrapper(name: str) -> Any:
    return import_module(f"pushbox.env.wrappers.{name}")


@pytest.mark.parametrize("path", [*FOLDER.glob("*.py")], ids=lambda path: path.stem)
def test_a_wrapper_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < 80


def test_no_foreign_package_is_imported_without_need() -> None:
    """Neither by the tasks nor by the dataset of reasoning-gym, whose protocol needs none."""
    program = "import pushbox.env.text.evaluation, pushbox.env.wrappers.reasoning_gym, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {*PACKAGES, "gymnasium", "numpy"} & {*loaded}


def reference(entry: dict[str, Any]) -> str:
    """Return a right answer."""
    answer: str = entry["answer"]
    return answer.split(maxsplit=1)[0] if entry["metadata"]["task"]["kind"] == "dead-box" else answer


def dataset_holds(dataset: Any) -> None:
    """Fail unless a dataset keeps the protocol of reasoning-gym."""
    entries = [*dataset]
    assert len(entries) == len(dataset) == 16
    assert {entry["metadata"]["task"]["kind"] for entry in entries} == {*ONE_ANSWER}
    for index, entry in enumerate(entries):
        assert {"question", "answer", "metadata"} <= entry.keys()
        assert dataset[index]["question"] == entry["question"]
        assert dataset.score_answer(reference(entry), entry) == 1.0
        assert dataset.score_answer(f"I say <answer>{reference(entry)}</answer>", entry) == 1.0
        assert dataset.score_answer(entry["question"], entry) == dataset.score_answer(None, entry) == 0.0


def test_a_dataset_needs_no_package() -> None:
    dataset_holds(PushboxDataset(PushboxConfig(size=16)))
    assert PushboxDataset(PushboxConfig(size=16, seed=5))[3] != PushboxDataset(PushboxConfig(size=16))[3]
    with pytest.raises(IndexError):
        PushboxDataset(PushboxConfig(size=3))[3]
    for config, message in ((PushboxConfig(size=0), "size"), (PushboxConfig(kinds=("play",)), "kinds")):
        with pytest.raises(ArgumentError, match=message):
            PushboxDataset(config)


def test_reasoning_gym_makes_the_dataset() -> None:
    """By its name, alone and as a part of a composite."""
    package = foreign("reasoning_gym")
    register()
    register()
    dataset = package.create_dataset("pushbox", size=16, seed=0)
    assert isinstance(dataset, package.dataset.ProceduralDataset)
    dataset_holds(dataset)
    spec = package.composite.DatasetSpec(name="pushbox", weight=1, config={"size": 4, "kinds": ("predict",)})
    composite = package.create_dataset("composite", size=4, seed=1, datasets=[spec])
    for entry in composite:
        assert composite.score_answer(entry["answer"], entry) == 1.0


def test_verifiers_takes_the_taskset() -> None:
    """Its prompts, without references in them; its rewards are ours."""
    foreign("verifiers")
    module = wrapper("verifiers")
    taskset = module.PushboxTaskset(module.PushboxConfig(levels=LESSONS, kinds=("winnable", "repair")))
    assert taskset.INFINITE
    ours = [*islice(tasks_of(LESSONS, ("winnable", "repair")), 6)]
    found = [*islice(iter(taskset.load()), 6)]
    assert [one.data.prompt for one in found] == [tasks.prompt(task) for task in ours]

    class Trace:
        last_reply = ""

    for one, task in zip(found, ours, strict=True):
        trace = Trace()
        assert asyncio.run(one.reward(trace)) == 0.0
        trace.last_reply = f"<answer>{task.reference}</answer>"
        assert (asyncio.run(one.reward(trace)), asyncio.run(one.right(trace))) == (1.0, 1.0)


class FakeModel(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that streams the next of some answers, by the prompt that it is asked."""

    answers: ClassVar[dict[str, list[str]]] = {}
    chats: ClassVar[list[list[dict[str, str]]]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chat = asked["messages"]
        self.chats.append(chat)
        answers = self.answers[chat[0]["content"]]
        answer = answers[min(len(answers), len(chat) // 2 + 1) - 1]
        head = {"id": "0", "object": "chat.completion.chunk", "created": 0, "model": asked["model"]}
        parts = [({"role": "assistant", "content": answer}, None), ({}, "stop")]
        choices = [{"index": 0, "delta": delta, "finish_reason": reason} for delta, reason in parts]
        lines = [json.dumps({**head, "choices": [choice]}) for choice in choices]
        body = "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be silent."""


def test_verifiers_plays_in_turns(tmp_path: Path) -> None:
    """By its own command, harness and interception: one level that is solved in the fourth turn, one that never is."""
    foreign("verifiers")
    if find_spec("uv") is None:
        pytest.skip("without uv, by which verifiers runs the programs of its harnesses")
    module = "from pushbox.env.wrappers.verifiers import *\nfrom pushbox.env.wrappers.verifiers_turns import *\n"
    (tmp_path / "pushbox_tasks.py").write_text(f"{module}__all__ = ['PushboxEnv', 'PushboxTaskset']\n", "utf-8")
    solved, unsolved = islice(tasks_of(LESSONS, ("play",)), 2)
    answers = [
        f"I think <answer>{part}</answer>" for part in (solved.reference[:1], "undo 9", "no move", solved.reference)
    ]
    FakeModel.answers = {tasks.prompt(solved): answers, tasks.prompt(unsolved): ["I give up."]}
    binaries = Path(sys.executable).parent
    with ThreadingHTTPServer(("127.0.0.1", 0), FakeModel) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        options = {
            "env.taskset.levels": LESSONS,
            "env.taskset.kinds": "play",
            "env.agent.harness.id": "null",
            "env.agent.runtime.type": "subprocess",
            "client.base-url": f"http://127.0.0.1:{server.server_port}/v1",
            "output-dir": str(tmp_path / "out"),
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        command = [
            str(binaries / "vf-eval"),
            "pushbox_tasks",
            "-m",
            "fake",
            "-n",
            "2",
            "--no-push",
            "--no-rich",
            *words,
        ]
        path = os.pathsep.join([str(binaries), os.environ["PATH"]])
        python_path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = os.environ | {"PATH": path, "PYTHONPATH": python_path}
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        server.shutdown()
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (file,) = tmp_path.glob("out/*/traces.jsonl")
    episodes = sorted((json.loads(line) for line in file.open()), key=lambda one: one["task"]["data"]["idx"])
    assert all(one["ok"] for one in episodes), [one["traces"][0]["errors"] for one in episodes]
    traces = [one["traces"][0] for one in episodes]
    assert [trace["info"]["turns"] for trace in traces] == [answers, ["I give up."] * TURNS]
    assert [trace["metrics"]["right"] for trace in traces] == [1.0, 0.0]
    rewards = [trace["rewards"]["reward"] for trace in traces]
    assert [one["score"] for one in rewards] == [1.0, 0.0]
    longest = max((chat for chat in FakeModel.chats if chat[0]["content"] == tasks.prompt(solved)), key=len)
    episode = episode_of(solved)
    for answer in answers[:-1]:
        episode = text.step(episode, answer).episode
    assert [message["content"] for message in longest] == [message["content"] for message in episode.messages]


def test_openenv_plays_an_episode() -> None:
    """In the process, and through its server."""
    foreign("openenv")
    module = wrapper("openenv")
    env = module.PushboxEnvironment(LESSONS, turns=5)
    begun = env.reset(seed=1)
    level = builtin("lessons")[1]
    assert (begun.text, begun.done) == (text.begin(level, turns=5).prompt, False)
    (task,) = tasks.make("solve", level)
    first, rest = task.reference[:1], task.reference[1:]
    rewards = [env.step(module.PushboxAction(answer=f"<answer>{part}</answer>")) for part in (first, rest)]
    assert sum(one.reward for one in rewards) == pytest.approx(1.0)
    assert [one.done for one in rewards] == [False, True]
    assert env.state.step_count == 2
    assert env.step(module.PushboxAction(answer="u")).done
    from starlette.testclient import TestClient

    with TestClient(module.app()) as client:
        assert "answer" in client.get("/schema").json()["action"]["properties"]
        assert "Sokoban" in client.post("/reset", json={"seed": 1}).json()["observation"]["text"]


def test_inspect_scores_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a model that answers what is right to one of two, and that plays one level in turns."""
    inspect = foreign("inspect_ai")
    model = import_module("inspect_ai.model")
    module = wrapper("inspect")
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path))
    monkeypatch.setattr("inspect_ai.model._model.count_text_tokens", len)  # which loads a table from the network
    ours = [*islice(tasks_of(LESSONS, ("winnable",)), 2)]
    outputs = [model.ModelOutput.from_content("mockllm/model", f"<answer>{ours[0].reference}</answer>")] * 2
    mock = model.get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect.eval(module.pushbox_tasks(LESSONS, kinds="winnable", count=2), model=mock, display="none")
    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["mean"].value == 0.5
    (task,) = tasks.make("solve", builtin("lessons")[1])
    parts = [task.reference[:1], "undo", "nothing", task.reference]
    outputs = [model.ModelOutput.from_content("mockllm/model", f"<answer>{part}</answer>") for part in parts]
    mock = model.get_model("mockllm/model", custom_outputs=outputs)
    one = module.pushbox_turns(LESSONS, turns=5)
    one.dataset = one.dataset.filter(lambda sample: sample.metadata["index"] == 1)
    (log,) = inspect.eval(one, model=mock, display="none")
    assert log.status == "success", log.error
    assert log.results.scores[0].metrics["mean"].value == 1.0
