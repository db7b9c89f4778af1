"""One of two data planes that get the same bytes, and everything of it that can be seen: for the short way's tests."""

from __future__ import annotations

import asyncio
import copy
import logging
import re
from collections.abc import Callable
from types import GetSetDescriptorType, MemberDescriptorType, SimpleNamespace
from typing import Any

from kavka.broker.cluster.metadata_cache import MetadataCache
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.common.steps import at_once
from kavka.common.types import LEADER_DURING_DELETE
from kavka.protocol.codec import encode_message
from kavka.protocol.errors import KafkaStorageError
from kavka.protocol.records.compression import Compression
from kavka.simulation.disk_faults import DiskCall, DiskFault
from kavka.simulation.memory_disk import MemoryDisk
from tests.support.broker.data_plane import DataPlane, node_in_memory
from tests.support.broker.fakes import tell, topic_id
from tests.support.replica.node import BROKER, batch

TOPICS = ("t", "u", "a-longer-name-" * 10)
"""Two of a length, and one whose length takes two bytes in version 9."""
FOLLOWER = 2
TICKS: Callable[[], int] = lambda: 5_000_000  # noqa: E731 - a clock that stands: what is counted is compared
THROTTLE_MS = 7

RECORDS: dict[str, bytes | None] = {
    "plain": batch(b"value"),
    "large": batch(b"x" * 5_000),
    "two": batch(b"one", b"two"),
    "gzip": batch(b"z" * 300, compression=Compression.GZIP),
    "zstd": batch(b"z" * 300, compression=Compression.ZSTD),
    "transactional": batch(producer_id=5, producer_epoch=0, base_sequence=0, is_transactional=True),
    "long to check": batch(*[b""] * 8_200),
    "two batches": batch() + batch(),
    "no batch": b"\x00" * 40,
    "short": b"\x00" * 10,
    "empty": b"",
    "none": None,
}
IDEMPOTENT = {
    f"idempotent {epoch}.{sequence}": batch(producer_id=7, producer_epoch=epoch, base_sequence=sequence)
    for epoch in range(2)
    for sequence in range(4)
}
ALL_RECORDS = RECORDS | IDEMPOTENT

CONFIGURATIONS: tuple[dict[str, str], ...] = (
    {},
    {"max.message.bytes": "200"},
    {"message.timestamp.type": "LogAppendTime"},
    {"compression.type": "gzip"},
    {"min.insync.replicas": "2"},
    {"flush.messages": "1"},
    {"flush.messages": "3"},
    {"segment.bytes": "1000"},
)


SESSION_PARTITION = (
    *("topic", "index", "fetch_offset", "max_bytes", "current_leader_epoch", "last_fetched_epoch"),
    *("log_start_offset", "told_high_watermark", "told_start_offset", "place", "topic_id"),
)
"""What a session remembers of a partition."""


class Logged(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())

    def taken(self) -> list[str]:
        said, self.said = self.said, []
        return said


class Charging:
    """Quotas that every third request exceeds, the first one, too."""

    def __init__(self, shown: list[str]) -> None:
        self._shown = shown
        self._settled = 0

    def settle(self, ctx: Any, response: Any) -> Any:
        self._settled += 1
        self._shown.append(f"charged {ctx} for {ctx.request_bytes}")
        ctx.throttle_ms = THROTTLE_MS if self._settled % 3 == 1 else 0
        if ctx.throttle_ms and hasattr(response, "throttle_time_ms"):
            response = copy.copy(response)
            response.throttle_time_ms = ctx.throttle_ms
        return response


class Side:
    """One of the two, and everything that can be seen of it."""

    def __init__(self, make: Callable[..., Dispatcher], tasks: asyncio.TaskGroup, *, by_id: bool = False) -> None:
        self.disk = MemoryDisk()
        self.node = node_in_memory(self.disk)
        self.times_made = dict.fromkeys(TOPICS, 0)
        if by_id:
            self.node.services.metadata_cache = MetadataCache(self.node.clock)
            for topic in TOPICS:
                self.name(topic)
        self.plane = DataPlane(self.node, make, tasks, clock=self.node.clock, ticks=TICKS)
        self.plane.connect()
        self.logged = Logged()
        self.epochs: dict[tuple[str, int], int] = {}
        self.shown: list[str] = []
        self.fetches: list[Any] = []
        for topic in TOPICS:
            for index in range(2):
                self.lead(topic, index)

    # ---- what happens ---------------------------------------------------------------------------------------------

    async def take(self, step: tuple[Any, ...]) -> None:
        kind, *args = step
        root = logging.getLogger()
        root.addHandler(self.logged)
        try:
            getattr(self, kind)(*args)
            await self.settle()
        finally:
            root.removeHandler(self.logged)

    async def settle(self) -> None:
        """Lets everything end that was begun."""
        running = self.plane.dispatcher._running
        while running:
            await asyncio.wait(set(running))
        for _ in range(3):
            await asyncio.sleep(0)

    def send(self, data: bytes) -> None:
        if self.plane.transport.is_closing():
            self.plane.connect()
        self.plane.receive(data)

    def connect(self) -> None:
        """Opens another connection, which has learnt nothing."""
        self.plane.connect()

    def id_of(self, topic: str, *, times_ago: int = 0) -> bytes:
        """The id of a topic, or of the one that was there before under its name."""
        return topic_id(f"{self.times_made.get(topic, 0) - times_ago} {topic}")

    def name(self, topic: str) -> None:
        """The metadata tell of a topic."""
        tell(self.node.services.metadata_cache, {topic: 2}, topic_id=self.id_of(topic))

    def name_next(self, topic: str) -> None:
        """The metadata tell of the topic that is made anew, before its logs are."""
        tell(self.node.services.metadata_cache, {topic: 2}, topic_id=self.id_of(topic, times_ago=-1))

    def unname(self, topic: str) -> None:
        """The metadata forget a topic."""
        tell(self.node.services.metadata_cache, {topic: 2}, topic_id=self.id_of(topic), leader=LEADER_DURING_DELETE)

    def make_anew(self, topic: str) -> None:
        """The topic is deleted, and made again under its name."""
        for index in range(2):
            self.delete(topic, index)
        self.unname(topic)
        self.times_made[topic] += 1
        for index in range(2):
            self.lead(topic, index)
        self.name(topic)

    def lead(self, topic: str, index: int, *, followers: tuple[int, ...] = ()) -> None:
        replicas, known = (BROKER, *followers), self.id_of(topic)
        epoch = self._next_epoch(topic, index)
        self.node.lead(topic, index, epoch=epoch, isr=replicas, replicas=replicas, topic_id=known)

    def share(self, topic: str, index: int) -> None:
        self.lead(topic, index, followers=(FOLLOWER,))

    def follow(self, topic: str, index: int) -> None:
        epoch, replicas, known = self._next_epoch(topic, index), (BROKER, FOLLOWER), self.id_of(topic)
        self.node.lead(topic, index, epoch=epoch, leader=FOLLOWER, isr=(FOLLOWER,), replicas=replicas, topic_id=known)

    def delete(self, topic: str, index: int) -> None:
        self.node.stop(topic, index, delete=True, epoch=self._next_epoch(topic, index))

    def _next_epoch(self, topic: str, index: int) -> int:
        epoch = self.epochs[topic, index] = self.epochs.get((topic, index), -1) + 1
        return epoch

    def follower_fetches(self, topic: str, index: int) -> None:
        partition = self.node.manager.partitions.find(topic, index)
        if partition is not None:
            self.node.fetch(partition.log.log_end_offset, topic, index, replica_id=FOLLOWER)

    def consumer_waits(self, topic: str, index: int) -> None:
        partition = self.node.manager.partitions.find(topic, index)
        if partition is not None:
            self.fetches.append(self.node.fetch(partition.log.high_watermark, topic, index, max_wait_ms=10_000))

    def add(self, topic: str, index: int, records: str) -> None:
        self.node.produce(ALL_RECORDS[records], topic, index, acks=1)

    def abort(self, topic: str, index: int) -> None:
        """Aborts the transaction of "transactional"."""
        if self.node.manager.partitions.find(topic, index) is not None:
            self.node.write_markers((5, 0, False, 1, topic, [index]))

    def configure(self, topic: str, configuration: dict[str, str]) -> None:
        self.node.topics.overrides[topic] = configuration
        at_once(self.node.manager.reconfiguration.apply(self.node.topics.log_config))

    def disk_fails(self) -> None:
        self.disk.faults.add(DiskFault(call=DiskCall.WRITE, prefix="/data/t-0", times=1))

    def watch(self, what: str, *, is_on: bool) -> None:
        dispatcher: Any = self.plane.dispatcher
        if what == "quotas":
            dispatcher.charge_by(Charging(self.shown) if is_on else None)
        elif what == "tap":
            dispatcher.tap = SimpleNamespace(take=self.see) if is_on else None
        else:
            shown = SimpleNamespace(request=self.see, response=self.see_response)
            dispatcher.transcript = shown if is_on else None

    def see(self, route: Any, request: Any, ctx: Any) -> bool:
        self.shown.append(f"{ctx}: {type(request).__name__}")
        return False

    def see_response(self, ctx: Any, response: Any) -> None:
        self.shown.append(re.sub("<memory at 0x[0-9a-f]+>", "<records>", repr(response)))  # the bytes are compared, too

    def advance(self, ms: int) -> None:
        self.node.advance(ms)

    # ---- what is seen ---------------------------------------------------------------------------------------------

    def seen(self) -> dict[str, Any]:
        transport = self.plane.transport
        metrics = self.plane.metrics
        return {
            "bytes": bytes(transport.peer_reads(1 << 30)),
            "closed": transport.is_closing(),
            "wrong": self.plane.wrong,
            "flow": self.plane.connection.flow.state,
            "logs": {str(partition): self.log_of(partition) for partition in self.node.manager.partitions},
            "apis": {key: slots(api) for key, api in metrics.apis.items()},
            "from followers": slots(self.node.services.metrics.follower_fetches),
            "network": slots(self.plane.resources.network),
            "traffic": {name: slots(of) for name, of in self.node.manager.traffic.topics.items()},
            "total": slots(self.node.manager.traffic.total()),
            "waiting": [operation.describe() for operation in self.node.manager.waiting.produce_purgatory.waiting()],
            "sessions": [self.session_of(session) for session in self.sessions()],
            "parked": [operation.describe() for operation in self.node.manager.waiting.fetch_purgatory.waiting()],
            "said": self.logged.taken(),
            "shown": self.shown,
            "fetches": [[encode_message(answer, call.version) for answer in call.answers] for call in self.fetches],
        }

    def sessions(self) -> list[Any]:
        return list(self.node.manager.fetches.sessions._by_use.values())

    @staticmethod
    def session_of(session: Any) -> Any:
        shown = ("id", "epoch", "size", "waiting", "reader", "fetched_ms", "uses_topic_ids")
        numbers = {name: getattr(session, name) for name in shown}
        known = [
            [repr(getattr(partition, name)) for name in SESSION_PARTITION] for partition in session.partitions.values()
        ]
        may_be_news = [[spec.key for spec in group] for group in (session._due, session._changed, session._unnamed)]
        return numbers, known, may_be_news, session.last_used_ms

    @staticmethod
    def log_of(partition: Any) -> Any:
        log = partition.log
        end = log.log_end_offset
        try:
            read = log.read(log.log_start_offset, max_bytes=1 << 30, max_offset=end, min_one_message=True).records
        except KafkaStorageError:
            read = b"offline"
        return {
            "offsets": (log.log_start_offset, log.last_stable_offset, log.high_watermark, end, log.recovery_point),
            "records": bytes(read),
            "segments": len(log.segments),
            "producers": [slots(entry) for entry in log.producer_state.entries],
            "leader": (partition.is_leader, partition.leader_epoch, partition.isr),
            "followers": [
                (replica.log_end_offset, replica.log_start_offset, replica.last_caught_up_ms, replica.repeats)
                for replica in partition.remote_replicas.values()
            ],
        }


def slots(thing: Any) -> Any:
    """What an object holds, to be compared."""
    if isinstance(thing, dict):
        return {key: slots(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [slots(value) for value in thing]
    if not type(thing).__module__.startswith("kavka."):
        return repr(thing)
    held = (MemberDescriptorType, GetSetDescriptorType)  # a slot in Python, and in C (`make compiled`)
    names = [name for name, what in vars(type(thing)).items() if isinstance(what, held) and not name.startswith("__")]
    return {name: slots(getattr(thing, name)) for name in names} if names else repr(thing)
