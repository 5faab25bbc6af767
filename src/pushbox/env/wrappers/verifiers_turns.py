"""The environment of verifiers for tasks in turns, those of ``play``: see `pushbox.env.wrappers.verifiers`."""

from __future__ import annotations

import verifiers.v1 as vf

from ..text.episodes import step
from ..text.tasks import task_from_json
from ..text.tasks.solve import episode_of
from .verifiers import PushboxTask, in_turns

__all__ = ["PushboxEnv"]


class PushboxEnvConfig(vf.EnvConfig):
    """The model that answers."""

    agent: vf.AgentConfig = vf.AgentConfig()


class PushboxEnv(vf.Env[PushboxEnvConfig]):
    """Plays tasks in turns: the model sees the board after each answer. A task of one answer is asked once."""

    async def run(self, task: PushboxTask, agents: vf.Agents) -> None:
        """Ask until the task has ended; the answers are in ``trace.info["turns"]``."""
        own = task_from_json(task.data.task)
        if not in_turns(own):
            await agents.agent.run(task)
            return
        async with agents.agent.interaction(task) as talk:
            turns = talk.trace.info["turns"] = []
            episode, reply = episode_of(own), await talk.turn()
            while not reply.terminated:
                turns.append(reply.last_reply)
                episode, observation, _, ended = step(episode, reply.last_reply)
                if ended:
                    break
                reply = await talk.turn(observation)
