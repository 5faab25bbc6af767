"""The plays in memory: one for each open play, whatever the number of its windows.

A play without windows is evicted after a while, once all of it is in the store, and can be restored exactly. The number
of plays, and of positions in them, is limited.

If several servers share a library, one owns a play: it claims the play before it loads it, releases it with the last
window, and hands it over when another server requests it, whose window then has the control. If others have changed a
play meanwhile, because the lease of this server had expired, it is reloaded, and the moves made here become a branch.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

from ...analysis import hints
from ...analysis.hints import Hint
from ...analysis.winnable import Verdicts
from ...batch.fair_queue import Place
from ...deadline import Deadline
from ...errors import IllegalMove, LibraryBusy, LibraryUnavailable, NotFound, PushboxError
from ...games.api import Status
from ...games.position import Position
from ...play.move_tree import MoveTree
from ...play.recorded_session import Refused
from ...play.reverse import forward_solution, reverse_level
from ...play.stars import Known
from ...sentence import say
from ...store import Store, plays, solutions
from ...store.claims import Request
from ...store.database import not_found
from ...store.play_writes import WriteResult
from ...store.restored_plays import RestoredPlay, restore
from ...store.solutions import ReplayedSolution
from ..running import running
from ..server_lease import ServerLease
from ..settings import Limits
from ..sockets import envelope
from ..sockets.connection import NOT_FOUND, CapacityError, Connection
from ..sockets.envelope import Object
from ..sockets.turns import Turns, stopping
from . import judgement, messages, records
from .active_play import MOVED, ActivePlay
from .game_view import PlayView
from .move_shares import MoveShares
from .offers import offered_commands
from .ownership import Ownership
from .write_behind import WriteBehind

MAX_PLAYS = 8_000
MAX_VIEWS = 2_000  # of them that the server plays itself, each with what it foresees
MAX_WINDOWS = 16  # of one visitor
MAX_POSITIONS = 500_000  # of all plays together, which take 1.7 KiB each
IDLE_SECONDS = 60.0  # that a play without windows stays
_BEGIN_THREADS = 2  # plays of levels that a request brings along
_QUERY_THREADS = 2
_HINT_THREADS = 1  # a search takes a core
_MAX_WAITING_SEARCHES = 4  # for whether a position is lost
_FLUSHES = 3  # in which everything is written, solutions and branches too
_RETRY_SECONDS = 1.0  # seconds until the store, which cannot be read, is read again
_MERGED = "This play went on in two places at once: what was played in each is kept as a branch."
_logger = logging.getLogger("pushbox.web")


class PlayManager:
    """The plays in memory of the server that has a lease."""

    def __init__(self, store: Store, lease: ServerLease, limits: Limits) -> None:
        self.store = store
        self.shares = MoveShares(store, limits)
        self._server = lease.server
        self.writer = WriteBehind(store, lease.server)
        self._ownership = Ownership(store, lease, self._on_request)
        self._active: dict[int, ActivePlay] = {}
        self._loading = 0
        # Windows come to a play one after another.
        self._joining: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._windows = Counter[str]()  # how many each visitor has open
        self.beginnings = Turns("begin", _BEGIN_THREADS)
        self.queries = Turns("query", _QUERY_THREADS)
        self._hints = Turns("hint", _HINT_THREADS)
        self._searches = Turns("judge", _HINT_THREADS)
        self._verdicts = judgement.RecentVerdicts()
        self._tasks: set[asyncio.Task[None]] = set()
        lease.on_lapse.append(self._on_lapse)

    def __len__(self) -> int:
        return len(self._active)

    def __contains__(self, play: int) -> bool:
        return play in self._active

    async def run(self) -> None:
        """Write changes, and hand over plays that other servers request, until cancelled."""
        await asyncio.gather(self.writer.run(), self._ownership.run())

    async def join(self, play: int, visitor: str, window: Connection) -> ActivePlay:
        """Add a window to a play and give it the control.

        Raises NotFound for a play that does not exist or belongs to another visitor, CapacityError if memory is full or
        another server does not hand the play over, and LibraryUnavailable.
        """
        if self._windows[visitor] >= MAX_WINDOWS:
            raise CapacityError.said("many-windows", count=MAX_WINDOWS)
        async with self._turn(play):
            active = None
            while active is None or not await self._ensure_shown(active):
                active = self._active.get(play) or await self._load(play, visitor)
                if active.entry.visitor != visitor:
                    raise not_found("play", play)
            # Nothing waits from here on, so that the play is not released again as one without windows.
            active.give_keys(window)
            self._windows[visitor] += 1
            return active

    async def take_keys(self, active: ActivePlay, window: Connection) -> None:
        """Give the keys to one of the windows of a play.  Raises as `join` does."""
        async with self._turn(active.entry.id):
            if not await self._ensure_shown(active):
                raise NotFound.said("play-changed")
            active.give_keys(window)
            active.windows[window].numbers.clear()

    def leave(self, active: ActivePlay, window: Connection) -> None:
        """Take a window away; with the last one the clock stops."""
        if active.windows.pop(window, None) is not None:
            self._windows -= Counter({active.entry.visitor: 1})
        if not active.windows:
            active.left_at = time.monotonic()
            active.history.pause()
            self.writer.schedule(active)
            self.evict()

    def discard(self, play: int) -> None:
        """Drop a play that is deleted."""
        if active := self._active.pop(play, None):
            active.on_deleted()

    def evict(self, *, room_for: int = 0, idle: float = IDLE_SECONDS) -> bool:
        """Drop plays without windows: those left `idle` seconds ago, and as many more as must make room.

        Return whether there is room.
        """
        in_memory = [*self._active.values()]
        views, positions = sum(active.is_view for active in in_memory), sum(active.weight for active in in_memory)
        used = Counter(plays=len(in_memory) + room_for, views=views + room_for, positions=positions)

        def has_room() -> bool:
            return used["plays"] <= MAX_PLAYS and used["views"] <= MAX_VIEWS and used["positions"] <= MAX_POSITIONS

        unwatched = [active for active in in_memory if self._is_unwatched(active) and self._is_written(active)]
        for active in sorted(unwatched, key=lambda active: active.left_at):
            if not has_room() or time.monotonic() - active.left_at > idle:
                del self._active[active.entry.id]
                used.subtract({"plays": 1, "views": active.is_view, "positions": active.weight})
                active.history.close()
        return has_room()

    async def reversed_play(self, active: ActivePlay) -> int:
        """Return the reverse play of the same level, or from there the play, begun now if need be.

        Raises LevelError for a level that is not played backwards.
        """
        entry, level = active.entry, active.level.level

        def find() -> int:
            if not entry.reverse:
                reverse_level(level)
            reverse = not entry.reverse
            unfinished = plays.latest_unfinished(self.store, entry.visitor, entry.level, reverse=reverse)
            return (unfinished or plays.create(self.store, entry.visitor, entry.level, reverse=reverse)).id

        return await asyncio.to_thread(find)

    async def hint(self, active: ActivePlay, place: Place) -> Hint:
        """Return the hint for the position that is shown, which counts as an assist; it may take some seconds."""
        view = active.view
        line = view.line()
        if active.hint is None or active.hint[0] != line[-1].node:
            with stopping() as stopped:
                verdicts = Verdicts(hints.LIMIT, stopped)
                hint = await self._hints.run(place, hints.hint, line, view.session.focus, verdicts)
            active.hint = line[-1].node, hint
        active.history.assists.add("hint")
        self.writer.schedule(active)
        return active.hint[1]

    async def judge(self, active: ActivePlay, position: Position, request: messages.Judge, place: Place) -> Object:
        """Judge a position of a play: lost or not, and the reasons. Unknown if too many other searches are running."""
        turns = self._searches if request.search else self.queries
        if request.search and len(turns) >= _MAX_WAITING_SEARCHES:
            return judgement.UNKNOWN
        with stopping() as stopped:
            verdicts = self._verdicts.of(active.entry.id, position, stopped)

            def judge() -> Object:
                if not verdicts.known_count and not active.entry.reverse:
                    self._learn(active, verdicts)
                return judgement.judge(position, request.language, search=request.search, verdicts=verdicts)

            return await turns.run(place, judge)

    def _learn(self, active: ActivePlay, verdicts: Verdicts) -> None:
        """Replay the shortest solution that the library has of the level; no verdict tells it."""
        start = active.view.session.start
        with suppress(LibraryUnavailable):  # a verdict can do without
            level = solutions.with_shortest(self.store, active.level, judgement.most_pushes(start))
            verdicts.add_solutions(start, level, Deadline(judgement.REPLAY_SECONDS))

    async def show(self, active: ActivePlay) -> None:
        """Have the server play on where records have come of a play so far."""
        await active.reloaded()
        while isinstance(active.history, MoveTree):
            active.reloading = asyncio.create_task(self._unfold(active, active.history))
            await active.reloaded()

    def record(
        self, active: ActivePlay, record: messages.Record, n: int | None, window: Connection
    ) -> tuple[Object, Object]:
        """Take in a record of what is played in a window, which has given it a number.

        Return the answer, and what other windows have to know of names and comments.  Raises Refused, NotationError or
        IllegalMove where a move is not taken; the lines before it are there then.
        """
        if isinstance(active.history, PlayView):
            if not active.history.can_preview:  # something is hidden, or several play
                raise Refused.said("record-none")
            if len(active.windows) == 1:  # others look on, move by move
                view, active.history = active.history, MoveTree.of(active.history)
                view.close()
        history, recorder = active.history, active.windows[window]
        recorder.n = n
        try:
            taken = records.take(history, record, recorder.numbers, has_keys=active.says_where(window))
            active.has_acted = active.has_acted or active.keyholder is window
        finally:
            self.writer.schedule(active)
        for end in taken.ends:
            if history.outcome_at(end).solved:
                self._on_solved(active, end)
        answer: Object = {"is": "recorded", "size": history.size, "saved": active.saved}
        if taken.merged:
            answer["merged"] = True
        if recorder.numbers:
            answer["numbers"] = dict(recorder.numbers)
        return answer, taken.remarks

    def on_moved(self, active: ActivePlay, *, moved: bool) -> None:
        """Schedule the changes for writing, with the solution if a move has just solved the level."""
        self.writer.schedule(active)
        view = active.view
        if moved and view.current_id and view.session.outcome().status is Status.SOLVED:
            self._on_solved(active, view.current_id)

    def _on_solved(self, active: ActivePlay, node: int) -> None:
        """Have the solution that ends in a position kept, once."""
        if node in active.solved:
            return
        active.solved.add(node)
        history = active.history
        about = frozenset(history.assists), history.seconds()
        task = asyncio.create_task(self._replay_solution(active, node, history.moves_to(node), *about))
        active.replaying.add(task)
        task.add_done_callback(active.replaying.discard)
        task.add_done_callback(lambda _: self.writer.schedule(active))

    async def _replay_solution(
        self, active: ActivePlay, node: int, moves: Sequence[Any], assists: frozenset[str], seconds: float
    ) -> None:
        """Replay a solution, to be written with the assists that it took; let the windows know where that fails."""
        entry, level, start = active.entry, active.level, active.history.start

        def replay() -> ReplayedSolution:
            text = start.format(moves)
            line = forward_solution(level.level, text) if entry.reverse else text
            return solutions.replay(level, line, visitor=entry.visitor, assists=assists, seconds=seconds)

        try:
            active.solutions[node] = await asyncio.to_thread(replay)
        except PushboxError as error:
            _logger.warning("the solution of play %s is not kept: %s", entry.id, error)
            active.broadcast(envelope.error(say("solution-not-kept", why=str(error))))

    # Owned and in memory ----------------------------------------------------------------------------------------------

    def _turn(self, play: int) -> asyncio.Lock:
        """Return the lock under which windows come to a play."""
        return self._joining.setdefault(play, asyncio.Lock())

    def _is_unwatched(self, active: ActivePlay) -> bool:
        """Return whether a play has no window and none is about to join."""
        turn = self._joining.get(active.entry.id)
        return not active.windows and (turn is None or not turn.locked())

    def _is_written(self, active: ActivePlay) -> bool:
        return not self.writer.has_pending(active) and not active.tasks

    async def _load(self, play: int, visitor: str) -> ActivePlay:
        """Claim a play and take it into memory."""
        if not self.evict(room_for=self._loading + 1):
            raise CapacityError.said("plays-full")
        self._loading += 1
        try:
            epoch = await self._ownership.claim(play, visitor)
            try:
                restored = await asyncio.to_thread(restore, self.store, play, PlayView)
            except PushboxError:
                await self._ownership.release(play)
                raise
            entry, _, view = restored
            offered = await asyncio.to_thread(offered_commands, view, reverse=entry.reverse)
            known = Known() if entry.reverse else await asyncio.to_thread(solutions.known, self.store, entry.level)
        finally:
            self._loading -= 1
        active = ActivePlay(*restored, epoch, self._on_outdated, offered, known)
        active.show(view)
        self._active[play] = active
        return active

    async def _ensure_shown(self, active: ActivePlay) -> bool:
        """Claim a play in memory that has been released, and reload it where others have changed it meanwhile.

        Return whether it is still in memory; nothing has come between, and the server plays it, where it is.
        """
        async for _ in self._ownership.attempts():
            await self.show(active)
            is_in_memory = self._active.get(active.entry.id) is active
            if active.owned or not is_in_memory:
                return is_in_memory
            await self._write_all_of(active)
            async with self.writer.paused():  # or else what is written meanwhile would be of the epoch before
                epoch = await self._ownership.try_to_claim(active.entry.id, active.entry.visitor)
                if epoch is None:
                    continue
                is_current = epoch == active.epoch + 1
                active.epoch, active.owned = epoch, True
                if not is_current:
                    active.reloading = asyncio.create_task(self._refresh(active))
        raise AssertionError("attempts end with an error")

    async def _write_all_of(self, active: ActivePlay) -> None:
        while not self._is_written(active):
            if active.replaying:
                await asyncio.wait(active.replaying)
            await self.writer.flush()
            await active.reloaded()
            if self.writer.has_pending(active):
                raise LibraryBusy.said("library-busy")

    def _on_request(self, request: Request) -> None:
        """Hand over a play that another server requests, or look at one that others have changed."""
        active = self._active.get(request.play)
        if active is not None:
            if active.owned and request.server != self._server:
                active.owned = False
                active.broadcast(MOVED)
            self.writer.schedule(active)
        elif request.play not in self._joining:
            task = asyncio.create_task(self._ownership.release(request.play))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _on_lapse(self) -> None:
        """Find out by a write which plays other servers have taken over."""
        for active in self._active.values():
            self.writer.schedule(active)

    def _on_outdated(self, active: ActivePlay, result: WriteResult) -> None:
        """Reload a play that others have changed; where another server has it now, the windows have lost the keys."""
        was_owned, active.owned = active.owned, active.owned and result.epoch is not None
        if result.epoch is not None:
            active.epoch = result.epoch
        has_news = result.epoch is not None or result.numbers or active.history.has_unsaved
        if has_news and (active.windows or active.history.has_unsaved):
            active.reloading = asyncio.create_task(self._merge(active, result.numbers, active.reloading))
        elif not active.windows:
            self._active.pop(active.entry.id, None)
        elif was_owned:
            active.broadcast(MOVED)

    async def _unfold(self, active: ActivePlay, tree: MoveTree) -> None:
        """Play all moves of a play by the server's rules, with the boards that it shows."""
        async with self._reloading(active):
            view = await asyncio.to_thread(tree.session, PlayView)
            view.foresees = active.foresees
            active.history = view
        self.writer.schedule(active)  # which has written nothing of it meanwhile

    async def _refresh(self, active: ActivePlay) -> None:
        """Show a play as it is stored, after another server has had it."""
        async with self._reloading(active):
            active.show((await self._restored(active)).session)
            active.open_anew({})

    async def _merge(
        self, active: ActivePlay, numbers: Mapping[int, int], before: asyncio.Task[None] | None = None
    ) -> None:
        """Merge moves of other servers into a play; `numbers` are the store's numbers of some of its positions.

        Another reloading may have begun `before`.
        """
        async with self._reloading(active):
            if before is not None:
                await asyncio.wait([before])
            if active.replaying:
                await asyncio.wait(active.replaying)
            view = (await self._restored(active)).session
            joined = dict(numbers)
            view.graft(active.history.take_unsaved(), joined)
            if joined or view.size != active.history.size:
                active.adopt(view, joined)
                active.open_anew({"merged": _MERGED})
            if not active.owned:
                active.broadcast(MOVED)
        if active.owned or active.history.has_unsaved:
            self.writer.schedule(active)
        elif not active.windows:
            self._active.pop(active.entry.id, None)

    @asynccontextmanager
    async def _reloading(self, active: ActivePlay) -> AsyncIterator[None]:
        """Have a play wait for its reloading, the context; close its windows where its level is another one now."""
        try:
            yield
        except (NotFound, IllegalMove, IndexError) as error:
            self._active.pop(active.entry.id, None)
            for window in active.windows:
                window.close(NOT_FOUND, str(error))
        finally:
            if active.reloading is asyncio.current_task():  # and no other one has come after it
                active.reloading = None

    async def _restored(self, active: ActivePlay) -> RestoredPlay[PlayView]:
        """Return a play as it is stored, once the store can be read."""
        while True:
            try:
                seconds = active.history.seconds()
                return await asyncio.to_thread(restore, self.store, active.entry.id, PlayView, seconds=seconds)
            except LibraryUnavailable:
                await asyncio.sleep(_RETRY_SECONDS)

    async def flush(self) -> bool:
        """Write everything that is pending, also the solutions that are being replayed; return whether it worked."""
        for _ in range(_FLUSHES):
            under_way = {task for active in self._active.values() for task in active.tasks}
            if under_way:
                await asyncio.wait(under_way, timeout=_RETRY_SECONDS)
            await self.writer.flush()
            if all(map(self._is_written, self._active.values())):
                return True
        return False

    async def close(self) -> None:
        """Write everything that is pending, and release all plays."""
        for active in self._active.values():
            active.owned = False
            active.history.pause()
            self.writer.schedule(active)
        await self.flush()
        self.writer.close()
        for turns in (self.beginnings, self.queries, self._hints, self._searches):
            turns.close()


@asynccontextmanager
async def open_play_manager(store: Store, lease: ServerLease, limits: Limits) -> AsyncIterator[PlayManager]:
    """Yield the plays of the server that has a lease, written to the store meanwhile."""
    manager = PlayManager(store, lease, limits)
    try:
        async with running(manager.run()):
            yield manager
    finally:
        await manager.close()
