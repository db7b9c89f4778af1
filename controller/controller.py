"""The controller of one broker process: takes part in elections, and is the cluster's controller for as long as it won.

    ZooKeeper ─► zk_watches ─┐                                        ┌─► zk_store ─► ZooKeeper
    session   ───────────────┤                                        │
    brokers   ─► channels ───┼─► event_queue ─► controller ─► active ─┤
    handlers  ─► API ────────┘   (one consumer)                       └─► request_batch ─► channels ─► brokers

This module elects, resigns, and hands events to the term's `ActiveController`. What it fears, and what it does:

    the session is SUSPENDED       stops deciding at once: the event in progress fails at its next call, no other begins
    the session is LOST            the queue is cleared; resign; with the next session register again, then elect
    a write is refused             another controller was elected: resign, and leave /controller alone
    a write is in doubt            memory may be wrong, nobody knows how: resign, delete /controller, elect, load
    taking over fails              resign, delete /controller, so that another may try

Resigning drops the `ActiveController` whole, which is why there is no list of things to clean up.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from kavka.common import state_changes
from kavka.common.lane import Lane, in_passes
from kavka.common.steps import Steps, at_once
from kavka.common.supervised import Supervisor
from kavka.common.types import Feed
from kavka.controller.active_controller import ActiveController
from kavka.controller.admin import ConfigValidator, TopicPlanner
from kavka.controller.config import ControllerConfig
from kavka.controller.controller_requests import ControllerRequests
from kavka.controller.description import describe
from kavka.controller.event_queue import EventQueue
from kavka.controller.events import (
    ControllerChange,
    ControllerEpochRefused,
    Event,
    Expire,
    Reelect,
    RegisterBrokerAndReelect,
    SessionResumed,
    ShutdownController,
    Startup,
    TopicUncleanLeaderElectionEnable,
    UncleanLeaderElectionEnable,
)
from kavka.controller.fenced_writer import ControllerMoved
from kavka.controller.request_batch import IllegalBatch
from kavka.controller.statistics import ControllerStatistics, TransitionStatistics, context_counts
from kavka.controller.zk_election import FIRST_EPOCH, ControllerElection
from kavka.controller.zk_watches import ZkWatches
from kavka.protocol.epochs import NO_CONTROLLER_EPOCH, ControllerEpoch
from kavka.protocol.errors import UnknownServerError
from kavka.timer.clock import Clock
from kavka.wire.peer_link import Dial, PeerConnection
from kavka.zk.client import SessionState, ZkClient
from kavka.zk.errors import ConnectionLoss, SessionExpired, ZkError

log = logging.getLogger(__name__)

T = TypeVar("T")


EPOCHS_REFUSED_MAX = 24
"""How often a term ends because a broker has heard of a later one: from epoch 1, that reaches 16 million."""

_ELECTING = (Startup, ControllerChange, ControllerEpochRefused, Reelect, SessionResumed)
"""Events whose handling elects: where it fails, whatever the reason, it is tried again."""


class Controller:
    """One process's controller.

    Args:
        config: whose controller this is, versions, defaults, deadlines.
        zk: a started client; its owner closes it.
        clock: measures, stamps /controller, and says when who leads what is looked at again.
        machine_clock: how long brokers and decisions may take, and pauses before another try.
        rng: where placements start, topic ids.
        dial: opens a connection to a broker, this one included.
        register_broker: makes /brokers/ids/<id> again in a new session; awaited before this broker elects.
        validate_configs: raises `protocol.errors.InvalidConfig` for overrides that a topic cannot have.
        feed: notified of what happens, for its subscribers.
        epoch_seen: returns the latest controller epoch that this broker has heard of, negative: none.
        supervisor: keeps one broker's failure from the others.
        lane: whose slices what is of many partitions is done in: the controller's own, behind no client's request.

    Attributes:
        requests: what handlers ask of it, and get when it is decided.
    """

    def __init__(
        self,
        *,
        config: ControllerConfig,
        zk: ZkClient,
        clock: Clock,
        machine_clock: Clock,
        rng: random.Random,
        dial: Dial[PeerConnection],
        register_broker: Callable[[], Awaitable[object]],
        validate_configs: ConfigValidator,
        epoch_seen: Callable[[], ControllerEpoch],
        feed: Feed | None = None,
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self._config = config
        self._clock = clock
        self._machine_clock = machine_clock
        self._zk = zk
        self._rng = rng
        self._dial = dial
        self._register_broker = register_broker
        self._planner = TopicPlanner(
            num_partitions=config.num_partitions,
            replication_factor=config.default_replication_factor,
            validate_configs=validate_configs,
            rng=rng,
        )
        self._queue = EventQueue(clock=clock, events_max=config.queue_events_max, feed=feed)
        self.requests = ControllerRequests(self._queue, self, broker_id=config.broker_id, machine_clock=machine_clock)
        self._watches = ZkWatches(zk, self._queue.put)
        self._election = ControllerElection(
            zk,
            self._watches,
            clock=clock,
            broker_id=config.broker_id,
            epoch_seen=epoch_seen,
            kraft_epoch=config.kraft_epoch,
        )
        self._statistics = TransitionStatistics()
        self._group: asyncio.TaskGroup | None = None
        self._active: ActiveController | None = None
        self._session_id = zk.session_id
        self._is_suspended = False
        self._is_registration_due = False
        self._is_in_doubt = False
        """A call failed in a way that leaves memory and ZooKeeper apart; only a fresh load brings them together."""
        self._elections_failed = 0
        self._epoch_min = FIRST_EPOCH
        self._epochs_refused = 0
        self._failovers_failed = 0
        self._registrations_failed = 0
        self._terms = 0
        self._handlers: dict[type[Event], Callable[[], Awaitable[None]]] = {
            Startup: self._elect,
            ControllerChange: self._controller_change,
            Reelect: self._reelect,
            Expire: self._expire,
            RegisterBrokerAndReelect: self._register_and_reelect,
            SessionResumed: self._session_resumed,
            ShutdownController: self._shut_down,
        }

    # ---------------------------------------------------------------- life

    async def run(self) -> None:
        """Takes part in elections and does what a controller does, until `close` or cancelled."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            self._session_id = self._zk.session_id
            self._zk.add_state_listener(self._session_changed)
            self._queue.put(Startup())
            try:
                await self._queue.run(self._handle, self._failed)
            finally:
                self._zk.remove_state_listener(self._session_changed)
                self._queue.close()
                self._resign("this process ends")

    def close(self) -> None:
        """Ends `run`: what waits is refused, what is in progress ends first. /controller goes with the session."""
        self._queue.resume()
        self._queue.clear_and_put(ShutdownController())

    async def _shut_down(self) -> None:
        self._queue.close()

    # ---------------------------------------------------------------- what elections made of it

    @property
    def is_active(self) -> bool:
        """Tells whether this process is the controller and may decide now.

        It is while it holds the controller epoch that it wrote itself.
        """
        return self._active is not None and not self._is_suspended

    @property
    def active_controller_id(self) -> int:
        """Names the broker that is in /controller, −1 when nobody is known."""
        return self._election.active_id

    def unclean_election_enabled(self, topic: str | None = None) -> None:
        """Queues elections of missing leaders, for unclean ones may be allowed now.

        Args:
            topic: the topic whose configuration changed; None: the broker's.
        """
        self._queue.put(UncleanLeaderElectionEnable() if topic is None else TopicUncleanLeaderElectionEnable(topic))

    def topic_name(self, topic_id: bytes) -> str | None:
        """Returns the topic with this id (KIP-516).

        None when no topic has it or this is not the active controller.
        """
        return None if self._active is None else self._active.context.topic_names.get(topic_id)

    # ---------------------------------------------------------------- the session

    def _session_changed(self, state: SessionState) -> None:
        """Follows the ZooKeeper session, called by the client on the loop.

        It sets flags and queues events, and never makes a call (KAFKA-6517).
        """
        if state is SessionState.SUSPENDED:
            self._is_suspended = True
            self._queue.pause()
            return
        if state is SessionState.LOST:
            self._is_suspended = True
            self._is_registration_due = True
            self._watches.forget_all()
            self._queue.clear_and_put(Expire())
        elif self._zk.session_id != self._session_id or self._is_registration_due:
            self._session_id = self._zk.session_id
            self._is_suspended = False
            self._is_registration_due = True
            self._watches.forget_all()
            # The new session does not wait for the old one's end to be handled: this event resigns too.
            self._queue.clear_and_put(RegisterBrokerAndReelect())
        else:
            self._is_suspended = False
            self._resume_session()
        self._queue.resume()

    def _resume_session(self) -> None:
        if self._is_in_doubt:
            # What waits was queued for a memory that is not kept; the fresh load sees all of it.
            self._queue.clear_and_put(SessionResumed())
        else:
            self._queue.put(SessionResumed())

    # ---------------------------------------------------------------- events

    async def _handle(self, event: Event) -> None:
        handler = self._handlers.get(type(event))
        if handler is not None:
            await handler()
        elif isinstance(event, ControllerEpochRefused):
            await self._epoch_refused(event)
        elif self._active is not None:
            await self._active.handle(event)
        else:
            event.discard()

    async def _failed(self, event: Event, error: Exception) -> None:
        """Ends an event's failure: decides whether this process may go on as controller."""
        if isinstance(error, ControllerMoved):
            log.warning("%s: %s", type(event).__name__, error)
            self._resign("another controller was elected")
            self._queue.put(ControllerChange())
        elif isinstance(error, ConnectionLoss | SessionExpired):
            log.warning("%s: ZooKeeper is not there: %s", type(event).__name__, error)
            self._is_in_doubt = True
            if self._zk.state is SessionState.CONNECTED and not self._is_registration_pending(event):
                self._resume_session()
        elif isinstance(error, IllegalBatch):
            log.critical("%s: %s", type(event).__name__, error, exc_info=error)
            self._is_in_doubt = True
            self._queue.clear_and_put(SessionResumed())
        else:
            log.error("%s failed; the controller goes on", type(event).__name__, exc_info=error)
            event.discard(UnknownServerError(f"The controller failed: {type(error).__name__}; its log says more."))
            if self._is_registration_due and self._zk.state is SessionState.CONNECTED:
                self._queue.put(RegisterBrokerAndReelect())
            elif self._active is None and isinstance(event, _ELECTING):
                self._elections_failed += 1
                self._queue.put(Reelect())

    def _is_registration_pending(self, event: Event) -> bool:
        """Tells whether a new session came while the event failed: what it queued says all."""
        return self._zk.session_id != self._session_id or (
            self._is_registration_due and not isinstance(event, RegisterBrokerAndReelect)
        )

    async def _controller_change(self) -> None:
        """Handles a write of /controller: by an election, or by hand."""
        node = await self._election.read()
        is_own = node is not None and self._election.is_own_session(node)
        is_ours = is_own and node is not None and node.broker_id == self._config.broker_id
        if self._active is not None and not is_ours:
            term = self._active.term
            self._resign("/controller names somebody else")
            if is_own:
                # Overwritten or unreadable, and bound to this session: nobody else can take it away.
                await self._election.abdicate(term)
        if self._active is None and (node is None or is_own):
            await self._elect()

    async def _reelect(self) -> None:
        """Elects after /controller went, or an election failed."""
        await self._back_off(self._elections_failed)
        node = await self._election.read()
        if self._active is not None:
            if node is not None and self._election.is_own_session(node) and node.broker_id == self._config.broker_id:
                return  # an old watch
            self._resign("/controller is gone")
        await self._elect()

    async def _epoch_refused(self, event: ControllerEpochRefused) -> None:
        """Handles a broker that follows a later controller.

        There is one, or /controller_epoch was set back by hand. In the second case nobody else would ever take over,
        and no broker listen: this term ends, and the next begins at an epoch that is higher by twice as much each time,
        until nobody refuses it. A broker that refuses whatever comes must not keep the others from having a controller,
        so that this ends some day.
        """
        active = self._active
        if active is None or active.term.epoch != event.controller_epoch or self._epochs_refused >= EPOCHS_REFUSED_MAX:
            return
        await self._controller_change()
        if self._active is not active:
            return
        self._epoch_min = active.term.epoch + 2**self._epochs_refused
        self._epochs_refused += 1
        log.error("controller epoch %d went back: a broker has heard of a later one", active.term.epoch)
        self._resign("a broker has heard of a later controller epoch")
        await self._election.abdicate(active.term)
        await self._elect()

    async def _expire(self) -> None:
        self._resign("the ZooKeeper session is lost")
        self._election.active_id = -1

    async def _register_and_reelect(self) -> None:
        self._resign("the ZooKeeper session is new")
        self._is_in_doubt = False
        await self._back_off(self._registrations_failed)
        self._registrations_failed += 1
        await self._register_broker()
        self._registrations_failed = 0
        self._is_registration_due = False
        await self._elect()

    async def _session_resumed(self) -> None:
        """Loads afresh what is in doubt: the connection is back, or a call failed without it."""
        if self._is_registration_due:
            await self._register_and_reelect()
            return
        if self._active is not None and not self._is_in_doubt:
            await self._controller_change()
            return
        self._is_in_doubt = False
        if self._active is not None:
            term = self._active.term
            self._resign("memory may differ from ZooKeeper")
            await self._election.abdicate(term)
        await self._elect()

    # ---------------------------------------------------------------- terms

    async def _elect(self) -> None:
        if self._active is not None:
            return
        await self._back_off(self._failovers_failed)
        term = await self._election.elect(epoch_min=self._epoch_min)
        self._elections_failed = 0
        if term is None:
            log.info("broker %d is not the controller, %d is", self._config.broker_id, self._election.active_id)
            return
        assert self._group is not None, "elections happen inside run"
        self._terms += 1
        log.info("broker %d is the controller of epoch %d", self._config.broker_id, term.epoch)
        if state_changes.is_written():
            state_changes.controller_says(self._config.broker_id, term.epoch, "Elected")
        if self._queue.feed is not None:
            self._queue.feed.publish("controller", broker=self._config.broker_id, is_active=True, epoch=term.epoch)
        active = self._active = ActiveController(
            term,
            config=self._config,
            zk=self._zk,
            watches=self._watches,
            queue=self._queue,
            dial=self._dial,
            group=self._group,
            planner=self._planner,
            rng=self._rng,
            statistics=self._statistics,
            clock=self._clock,
            machine_clock=self._machine_clock,
            supervisor=self._supervisor,
            lane=self._lane,
        )
        is_done = False
        try:
            await active.failover()
            is_done = True
        finally:
            if is_done:
                self._failovers_failed = 0
            else:
                await self._failover_failed(active)

    async def _back_off(self, failures: int) -> None:
        """Waits before something is tried again that failed so many times in a row."""
        if failures:
            await self._machine_clock.sleep(self._config.backoff.pause_ms(failures - 1))

    async def _failover_failed(self, active: ActiveController) -> None:
        """Lets another broker try; the reason goes on to the event's boundary."""
        self._failovers_failed += 1
        self._resign("taking over failed")
        try:
            await self._election.abdicate(active.term)
        except ZkError as error:
            log.warning("/controller stays until the session ends: %s", error)
            self._is_in_doubt = True

    def _resign(self, reason: str) -> None:
        """Drops the term. Safe to call when there is none."""
        active, self._active = self._active, None
        if active is not None:
            log.info(
                "broker %d resigns as controller of epoch %d: %s", self._config.broker_id, active.term.epoch, reason
            )
            if state_changes.is_written():
                state_changes.controller_says(self._config.broker_id, active.term.epoch, "Resigned: %s", reason)
            if self._queue.feed is not None:
                epoch = active.term.epoch
                self._queue.feed.publish(
                    "controller", broker=self._config.broker_id, is_active=False, epoch=epoch, reason=reason
                )
            active.close()
            in_passes(active.context.letting_go(), a_pass=1)

    # ---------------------------------------------------------------- numbers

    def describe(self) -> dict[str, Any]:
        """Describes what waits and what is under way, as JSON can show it; bounded, however much that is."""
        return at_once(self.describe_in_steps())

    def describe_in_steps(self) -> Steps[dict[str, Any]]:
        """Describes the same in steps: it counts the states of all partitions."""
        return describe(
            self._queue,
            None if self._active is None else self._active.context,
            epoch=NO_CONTROLLER_EPOCH if self._active is None else self._active.term.epoch,
            active_id=self.active_controller_id,
            has_heard_all=self._has_heard_all,
        )

    def _has_heard_all(self, broker_id: int) -> bool:
        return self._active is not None and self._active.channels.is_idle(broker_id)

    def statistics(self) -> ControllerStatistics:
        """Returns this moment's figures for metrics, in one step."""
        return at_once(self.measure())

    def measure(self) -> Steps[ControllerStatistics]:
        """Returns the same in steps: an active controller looks at all partitions."""
        counted = self._active
        counts = {} if counted is None else (yield from context_counts(counted.context))
        active = self._active
        if active is not counted:  # that term has ended meanwhile
            counts = {}
        queue, now_ms = self._queue.statistics, self._clock.monotonic_ms()
        return ControllerStatistics(
            is_active=self.is_active,
            controller_state=int(self._queue.state),
            epoch=NO_CONTROLLER_EPOCH if active is None else active.term.epoch,
            event_queue_size=len(self._queue),
            event_queue_times=queue.queue_times.at(now_ms),
            events_handled={state.name: count for state, count in queue.handled.items()},
            event_times={state.name: times.at(now_ms) for state, times in queue.handle_times.items()},
            events_failed=queue.failed,
            events_coalesced=queue.coalesced,
            channel_queue_sizes={} if active is None else active.channels.queue_sizes(),
            illegal_transitions=self._statistics.illegal,
            elections=self._statistics.elections,
            elections_failed=self._statistics.elections_failed,
            unclean_elections=self._statistics.unclean_elections,
            terms=self._terms,
            **counts,
        )
