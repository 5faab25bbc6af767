"""Tools that search: each answers within its seconds and memory, and stops when its request is cancelled."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..analysis.explanation import explain_line, explanation_to_json
from ..analysis.hint_ladder import RUNGS
from ..analysis.hints import hint
from ..analysis.rate import rate, rating_to_json
from ..analysis.winnable import Verdicts
from ..deadline import Deadline
from ..generator import Generated, LevelSpec, OutOfReach, Shape, generate
from ..grades import Grade
from ..level import DEFAULT_GAME
from ..play.verify import verify
from ..sentence import say
from ..solver import Limit, Objective, solve
from ..solver.serialize import verdict_to_json
from .bounds import MAX_LEVELS, Line, Memory, Progress, Searches, Seconds, Text, Word, check_moves
from .levels import level_text
from .subjects import NUMBER, SUBJECT, Subjects
from .values import Answer, Explained, HintGiven, Made, MadeLevels, Rated, Reason, Replay

Subject = Annotated[Text, Field(description=SUBJECT)]
Number = Annotated[int, Field(ge=1, description=NUMBER)]
_Side = Annotated[int, Field(ge=3, le=50, description="Cells, the walls around it included.")]
_Percent = Annotated[int, Field(ge=0, le=100)]

_REPLAY_SECONDS = 10.0


class SearchTools:
    """The tools that search."""

    def __init__(self, subjects: Subjects, searches: Searches) -> None:
        self._subjects = subjects
        self._run = searches.run

    async def solve(
        self,
        subject: Subject,
        number: Number = 1,
        objective: Objective = "any",
        seconds: Seconds = 10.0,
        memory: Memory = 512,
    ) -> Answer:
        """Solve a level or a game as it stands: for any solution, or the one with the fewest pushes or moves.

        The rules have replayed the solution; its moves begin at the position that was asked about.
        """

        def work(progress: Progress) -> Answer:
            position = self._subjects.position(subject, number)
            limit = Limit(seconds=seconds, memory=memory)
            return _answer(objective, solve(position, objective=objective, limit=limit, progress=progress))

        return await self._run(work)

    async def verify(self, subject: Subject, moves: Line, number: Number = 1) -> Replay:
        """Replay moves by the rules and say whether they solve a level, or a game as it stands, and if not, why."""

        def work(_: Progress) -> Replay:
            check_moves(moves)
            found = verify(self._subjects.position(subject, number), moves, deadline=Deadline(_REPLAY_SECONDS))
            counts = {} if found.metrics is None else found.metrics._asdict()
            return Replay(found.status.value, str(found.message), found.text, found.step, found.solved_at, counts)

        return await self._run(work)

    async def hint(
        self,
        subject: Subject,
        number: Number = 1,
        step: Annotated[
            int,
            Field(ge=1, le=RUNGS, description="1 whether it can be won, 2 where, 3 which box, 4 its target, 5 moves."),
        ] = 3,
        seconds: Seconds = 5.0,
        memory: Memory = 256,
    ) -> HintGiven:
        """Give a hint that says no more than was asked for: ask for a higher step to reveal more."""

        def work(progress: Progress) -> HintGiven:
            line = self._subjects.line(subject, number)
            verdicts = Verdicts(Limit(seconds=seconds, memory=memory), progress)
            given, board = hint(line, None, verdicts), line[-1].position.board
            steps: list[str] = []  # what those beyond the second reveal
            if (ladder := given.ladder) is not None:
                steps += [board.cell_name(ladder.box), board.cell_name(ladder.target), ladder.text][: max(step - 2, 0)]
            return HintGiven(given.status, given.sentence(step, board), *steps)

        return await self._run(work)

    async def explain(
        self, subject: Subject, number: Number = 1, seconds: Seconds = 10.0, memory: Memory = 512
    ) -> Explained:
        """Say whether a level, or a game as it stands, can still be won, which move lost it, and why."""

        def work(progress: Progress) -> Explained:
            line = [step.position for step in self._subjects.line(subject, number)]
            limit = Limit(seconds=seconds, memory=memory)
            found = explanation_to_json(explain_line(line, limit=limit, progress=progress, solutions=line[0].level))
            reasons = [
                Reason(one["kind"], one["boxes"], one["cells"], one["sentence"]) for one in found["deadlocks"] or ()
            ]
            sentence = " ".join(filter(None, (found["sentence"], found["message"])))
            last = line[-1]
            dead = [*map(last.board.cell_name, sorted(last.rules.dead_squares(last.state)))]
            return Explained(found["status"], sentence, found["losing_move"], reasons, dead)

        return await self._run(work)

    async def rate(self, subject: Subject, number: Number = 1, seconds: Seconds = 20.0, memory: Memory = 512) -> Rated:
        """Rate a level: its fewest pushes, and how hard it is for people, from 0 to 100, with the strongest reasons."""

        def work(progress: Progress) -> Rated:
            level = self._subjects.position(subject, number).level
            fields = rating_to_json(level, rate(level, limit=Limit(seconds=seconds, memory=memory), progress=progress))
            known = {name: fields.get(name) for name in ("moves", "pushes", "optimum", "difficulty")}
            return Rated(
                status=fields["status"],
                boxes=fields["boxes"],
                why=fields.get("why", ""),
                message=fields.get("message", ""),
                **known,
            )

        return await self._run(work)

    async def generate(
        self,
        columns: _Side = 9,
        rows: _Side = 8,
        boxes: Annotated[int, Field(ge=1, le=30)] = 3,
        rules: Annotated[Word, Field(description="A game; the answer to an unknown one names those there are.")] = (
            DEFAULT_GAME
        ),
        shape: Shape | None = None,
        difficulty: Grade | None = None,
        rating_from: _Percent | None = None,
        rating_to: _Percent | None = None,
        pushes: Annotated[int, Field(ge=0, le=1_000, description="The fewest that a solution may have.")] = 0,
        count: Annotated[int, Field(ge=1, le=MAX_LEVELS)] = 1,
        seed: Annotated[int, Field(ge=0, lt=2**53, description="The same seed gives the same levels.")] = 0,
        seconds: Seconds = 20.0,
    ) -> MadeLevels:
        """Make new levels, each with a solution that the rules have replayed; the limit of time is for all of them.

        How hard people find a level is bounded by `difficulty`, or by `rating_from` and `rating_to`, from 0 to 100.
        """
        rating = (
            None if rating_from is rating_to is None else (rating_from or 0, 100 if rating_to is None else rating_to)
        )

        def work(progress: Progress) -> MadeLevels:
            spec = LevelSpec(
                columns=columns,
                rows=rows,
                boxes=boxes,
                game=rules,
                shape=shape,
                difficulty=difficulty,
                pushes=pushes,
                rating=rating,
            )
            deadline = Deadline(seconds)

            def watch(now: Any) -> bool:
                return progress(now) or deadline.is_over

            made: list[Made] = []
            try:
                made += map(_made, generate(spec, count=count, seed=seed, seconds=seconds, progress=watch))
            except OutOfReach as error:
                return MadeLevels(made, str(error))
            return MadeLevels(made, "" if len(made) == count else say("made-in-time", count=len(made), most=count))

        return await self._run(work)


def _answer(objective: Objective, verdict: Any) -> Answer:
    fields = verdict_to_json(objective, verdict)
    names = ("moves", "pushes", "optimal", "limit", "message", "seconds")
    known = {name: fields[name] for name in names if name in fields}
    return Answer(fields["status"], fields.get("moves_text", ""), positions=fields["nodes"], **known)


def _made(made: Generated) -> Made:
    rating = None if made.rating is None else round(made.rating, 1)
    level, counts = level_text(made.level), made.metrics
    return Made(level, made.text, counts.moves, counts.pushes, made.difficulty or "", rating)
