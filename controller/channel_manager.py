"""One channel to each broker: what waits for it, one sender task, one connection, one request in flight.

    batch ──► PendingRequests ──► sender ──► connection ──► broker     (its own too: over loopback, like any other)
                  ▲ merges while       │
                  │ one is in flight   └──► response ──► event queue

A sender repeats the same request until it is answered, or until its broker is removed or the controller resigns: both
cancel it. The pauses between grow to a second, and end when the broker moves. Tasks and connections belong to one
channel each and are never shared (KAFKA-4959). `kavka.wire.peer_link` keeps a connection. How it is opened is an
argument: the composition root brings the real dial, tests bring brokers in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from kavka.common.lane import ITEMS_IN_ONE_STEP_MAX, Lane
from kavka.common.steps import let_go
from kavka.common.supervised import Supervisor
from kavka.controller.config import ControllerConfig
from kavka.controller.context import Endpoint, LiveBroker
from kavka.controller.control_requests import ControlIdentity, ControlRequest, building, hearing
from kavka.controller.events import BrokerResponse
from kavka.controller.pending_requests import BrokerUpdate, Pending, PendingRequests, PendingUpdateMetadata
from kavka.protocol.epochs import ControllerEpoch
from kavka.protocol.request_pieces import preparing
from kavka.timer.clock import Clock
from kavka.wire.peer_link import LINK_FAILURES, Address, Dial, PeerConnection, PeerLink

log = logging.getLogger(__name__)


class _Whereabouts:
    """Where one broker listens; apart from its channel, which would be in a circle with the link that asks."""

    __slots__ = ("endpoint",)

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    async def locate(self, connected_to: Address | None) -> Address:
        """Returns the address, also while there is a connection to a former one."""
        return self.endpoint.host, self.endpoint.port


class ChannelStatistics:
    """Plain numbers of one channel.

    Attributes:
        sent: requests that were answered.
        retried: attempts that failed.
    """

    __slots__ = ("retried", "sent")

    def __init__(self) -> None:
        self.sent = 0
        self.retried = 0


class Channel:
    """The way to one life of one broker."""

    __slots__ = (
        "_clock",
        "_config",
        "_identity",
        "_is_sending",
        "_lane",
        "_link",
        "_moved",
        "_on_response",
        "_pending",
        "_supervisor",
        "_wakeup",
        "_where",
        "statistics",
    )

    def __init__(
        self,
        *,
        endpoint: Endpoint,
        identity: ControlIdentity,
        config: ControllerConfig,
        dial: Dial[PeerConnection],
        clock: Clock,
        on_response: Callable[[BrokerResponse], Awaitable[None]],
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self._where = _Whereabouts(endpoint)
        self._link = PeerLink(
            locate=self._where.locate, dial=dial, purpose=f"controller-{identity.controller_id}", clock=clock
        )
        self._identity = identity
        self._config = config
        self._clock = clock
        self._on_response = on_response
        self._pending = PendingRequests()
        self._wakeup = asyncio.Event()
        self._moved = asyncio.Event()
        self._is_sending = False
        self.statistics = ChannelStatistics()

    def __len__(self) -> int:
        """Counts the requests that wait."""
        return len(self._pending)

    @property
    def is_idle(self) -> bool:
        """Tells whether the broker has received everything: nothing waits, nothing is in flight."""
        return not self._is_sending and not self._pending

    def enqueue(self, update: BrokerUpdate) -> None:
        """Adds what one batch of requests has for the broker."""
        self._pending.merge(update)
        self._wakeup.set()

    def move(self, endpoint: Endpoint) -> None:
        """Moves the broker to another endpoint from the next request on."""
        self._where.endpoint = endpoint
        self._moved.set()

    async def run(self) -> None:
        """Sends what waits, one request after the other, until cancelled."""
        try:
            while True:
                pending = self._pending.take()
                self._is_sending = pending is not None
                if pending is None:
                    self._wakeup.clear()
                    await self._wakeup.wait()
                    continue
                # What cannot be encoded, or a response that cannot be taken in, would fail each time: it is left out.
                with self._supervisor.item("control requests", f"broker {self._identity.broker_id}"):
                    size = len(pending.entries)
                    await self._send(pending)
                    await self._lane.carry_out(let_go(pending.entries), items=size)
        finally:
            await self._link.close()

    async def _send(self, pending: Pending) -> None:
        requests = await self._lane.carry_out(building(pending, self._identity), items=len(pending.entries))
        for request in requests:
            with self._supervisor.item("control requests", f"broker {self._identity.broker_id}"):
                await self._exchange(request)

    async def _exchange(self, request: ControlRequest) -> None:
        response = await self._send_until_answered(request)
        event = await self._lane.carry_out(
            hearing(request, response, self._identity), items=len(request.pending.entries)
        )
        if event is not None:
            await self._on_response(event)

    async def _send_until_answered(self, request: ControlRequest) -> Any:
        failures = 0
        message = request.message
        if isinstance(request.pending, PendingUpdateMetadata) and request.pending.prepared is not None:
            message = request.pending.prepared.headed(message)
        elif len(request.pending.entries) > ITEMS_IN_ONE_STEP_MAX:
            message = await self._lane.do(preparing(message, request.version))
        while True:
            self._moved.clear()
            try:
                response = await self._link.ask(
                    message,
                    version=request.version,
                    timeout_ms=self._config.request_timeout_ms,
                    connect_timeout_ms=self._config.socket_timeout_ms,
                )
            except LINK_FAILURES as error:
                self.statistics.retried += 1
                pause_ms = self._config.backoff.pause_ms(failures)
                failures += 1
                log.warning(
                    "broker %d at %s:%d: %s failed, sending it again in %d ms: %s",
                    self._identity.broker_id,
                    self._where.endpoint.host,
                    self._where.endpoint.port,
                    type(request.message).__name__,
                    pause_ms,
                    error,
                )
                await self._link.close()
                await self._pause(pause_ms)
            else:
                self.statistics.sent += 1
                return response

    async def _pause(self, pause_ms: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with self._clock.timeout(pause_ms):
                await self._moved.wait()


class ChannelManager:
    """The channels of one elected controller; dropped with it.

    Args:
        controller_epoch: the epoch that this controller wrote at its election.
        config: versions, deadlines, whose controller this is.
        dial: opens a connection to a broker.
        clock: deadlines, and pauses before a request is sent again.
        group: owns the sender tasks.
        on_response: queues an event, waiting while the queue is full.
        supervisor: keeps one request's failure from the others.
        lane: whose slices requests of many partitions are made in.
    """

    __slots__ = (
        "_channels",
        "_clock",
        "_config",
        "_controller_epoch",
        "_dial",
        "_group",
        "_lane",
        "_on_response",
        "_senders",
        "_supervisor",
    )

    def __init__(
        self,
        *,
        controller_epoch: ControllerEpoch,
        config: ControllerConfig,
        dial: Dial[PeerConnection],
        clock: Clock,
        group: asyncio.TaskGroup,
        on_response: Callable[[BrokerResponse], Awaitable[None]],
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._supervisor = supervisor or Supervisor()
        self._lane = lane
        self._controller_epoch = controller_epoch
        self._config = config
        self._dial = dial
        self._clock = clock
        self._group = group
        self._on_response = on_response
        self._channels: dict[int, Channel] = {}
        # Kept apart from the channels: a task that was cancelled holds the frames in which it was, and so its channel.
        # In a circle with it, every former term with all its partitions would stay until a full collection.
        self._senders: dict[int, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        """Counts the brokers that have a channel."""
        return len(self._channels)

    def queue_sizes(self) -> dict[int, int]:
        """Returns broker → requests that wait for it: Kafka's `ControllerChannelManager` queue size."""
        return {broker_id: len(channel) for broker_id, channel in self._channels.items()}

    def is_idle(self, broker_id: int) -> bool:
        """Tells whether a broker has received everything; one without a channel has not."""
        channel = self._channels.get(broker_id)
        return channel is not None and channel.is_idle

    def add_broker(self, broker: LiveBroker) -> None:
        """Opens the channel to a broker. A broker without the control plane's listener cannot be sent anything."""
        assert broker.broker_id not in self._channels, broker
        endpoint = broker.endpoint(self._config.control_plane_listener)
        if endpoint is None:
            log.error(
                "broker %d registered without the listener %s: it gets no control requests",
                broker.broker_id,
                self._config.control_plane_listener,
            )
            return
        identity = ControlIdentity(
            controller_id=self._config.broker_id,
            controller_epoch=self._controller_epoch,
            broker_id=broker.broker_id,
            broker_epoch=broker.epoch,
            versions=self._config.versions,
            inter_broker_listener=self._config.inter_broker_listener,
        )
        channel = Channel(
            endpoint=endpoint,
            identity=identity,
            config=self._config,
            dial=self._dial,
            clock=self._clock,
            on_response=self._on_response,
            supervisor=self._supervisor,
            lane=self._lane,
        )
        self._senders[broker.broker_id] = self._group.create_task(
            self._supervisor.keep("control requests", channel.run), name=f"controller-to-broker-{broker.broker_id}"
        )
        self._channels[broker.broker_id] = channel

    def remove_broker(self, broker_id: int) -> None:
        """Stops the sender; what waited is dropped."""
        if self._channels.pop(broker_id, None) is not None:
            self._senders.pop(broker_id).cancel()

    def move_broker(self, broker: LiveBroker) -> None:
        """Moves the same life of a broker to another address: what waits goes there."""
        endpoint = broker.endpoint(self._config.control_plane_listener)
        channel = self._channels.get(broker.broker_id)
        if endpoint is None or channel is None:
            log.error("broker %d moved to or from nowhere: %s", broker.broker_id, broker.endpoints)
            return
        channel.move(endpoint)

    def enqueue(self, broker_id: int, update: BrokerUpdate) -> None:
        """Queues the requests for one broker; a broker that is gone is ignored."""
        channel = self._channels.get(broker_id)
        if channel is not None:
            channel.enqueue(update)

    def close(self) -> None:
        """Stops every sender at once: nothing that waits is sent any more."""
        for broker_id in list(self._channels):
            self.remove_broker(broker_id)
