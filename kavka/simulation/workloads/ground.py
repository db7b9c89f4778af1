"""The ground that a workload stands on: hosts for its clients, their time and chance, numbers for values, the end.

    start(name, work) ─▶ a host of its own ─ Producer, Consumer, Admin ─▶ brokers
    kill(client)      ─▶ its process ends where it is; what it had under way is the workload's to record
    stop() ─▶ pauses end, loops see `is_stopping` ─▶ ended(): all are gone, within END_MS_MAX

Every client has a name of its own, which no later one gets: a history's reader can tell them apart. Not here: what
clients do, which each workload says for itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from kavka.client.admin import Admin
from kavka.client.cluster import Cluster
from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.client.share_consumer import ShareConsumer
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import TopicAlreadyExists
from kavka.simulation.cluster import SimulatedCluster
from kavka.simulation.history import Committed, History, Value
from kavka.simulation.host_clock import HostClock
from kavka.simulation.hosts import Host

T = TypeVar("T")

PROTOCOL: Final = "inter.broker.protocol.version"

REQUEST_TIMEOUT_MS: Final = 5_000
"""Short, so that a client meets several faults in one call; Kafka's own is 30 s."""

CALL_TIMEOUT_MS: Final = 20_000
"""Of a call with its retries; also how long a record's delivery may take."""

END_MS_MAX: Final = 120_000
"""How long clients may take from `stop` to their end: a delivery, a transaction's end and a close, each in its time."""

FETCH_WAIT_MS: Final = 2_000
"""How long a fetch waits for records: idle fetches are what a simulated consumer costs."""

NO_PUSHES: Final[dict[str, Any]] = {"enable_metrics_push": False}
"""Clients push no metrics unless a workload has them do so: a request more of each makes another world of a seed."""


class ClientsHang(Exception):
    """Clients did not end within `END_MS_MAX`: something that they wait for never comes."""


class ClientLife(NamedTuple):
    """One client, from its start to its end."""

    name: str
    host: Host
    task: asyncio.Task[Any]


class Ground:
    """See the module.

    Args:
        name: the workload's; its topics and clients are called after it.
        cluster: whose clients these are.
        history: gets all that they see.
        rng: of the workload.
    """

    def __init__(self, name: str, cluster: SimulatedCluster, history: History, rng: random.Random) -> None:
        self.name = name
        self.cluster = cluster
        self.history = history
        self.rng = rng
        self.counts: Counter[str] = Counter()
        self._clock = HostClock(cluster.loop)
        self._values = itertools.count(1)
        self._lives = itertools.count(1)
        self._clients: dict[str, ClientLife] = {}
        self._stopping = asyncio.Event()

    # ---- time -----------------------------------------------------------------------------------------------------

    def now_ms(self) -> int:
        """Returns the milliseconds since the simulation's begin: the one time that all of a history is in."""
        return self.cluster.loop.now_us // 1_000

    @property
    def is_stopping(self) -> bool:
        """Tells whether `stop` was called."""
        return self._stopping.is_set()

    def stop(self) -> None:
        """Asks all clients for their end."""
        self._stopping.set()

    async def pause(self, delay_ms: float) -> None:
        """Waits so long, or until `stop`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(delay_ms / 1_000):
                await self._stopping.wait()

    async def pause_anyway(self, delay_ms: float) -> None:
        """Waits so long, `stop` or not."""
        await asyncio.sleep(delay_ms / 1_000)

    def about(self, mean_ms: float) -> float:
        """Returns a pause that is `mean_ms` long on average."""
        return mean_ms * (0.25 + 1.5 * self.rng.random())

    def in_turn(self, acts: Sequence[T]) -> Iterator[T]:
        """Yields each of some acts in every round, in an order that changes."""
        while True:
            yield from self.rng.sample(acts, len(acts))

    # ---- clients --------------------------------------------------------------------------------------------------

    def start(self, role: str, work: Callable[[str], Coroutine[Any, Any, T]]) -> ClientLife:
        """Starts a client on a host of its own.

        Args:
            role: what it is; its name begins with it.
            work: gets the name.
        """
        name = f"{self.name}-{role}-{next(self._lives)}"
        host = self.cluster.loop.host(name)
        life = ClientLife(name, host, self.cluster.loop.start(host, work(name), name=name))
        self._clients[name] = life
        return life

    async def do(self, role: str, work: Callable[[str], Coroutine[Any, Any, T]]) -> T:
        """Runs work on a host of its own; returns its result, or raises what it raised."""
        life = self.start(role, work)
        del self._clients[life.name]  # its failure is for who asked, not for `ended`
        result: T = await life.task
        return result

    def kill(self, life: ClientLife) -> None:
        """Ends a client's process at once."""
        self._clients.pop(life.name, None)
        self.cluster.loop.kill(life.host)
        self.cluster.network.end_process(life.name, silently=False)

    async def ended(self) -> None:
        """Waits until all clients have ended, after `stop`.

        Raises:
            ClientsHang: some did not.
        """
        await self._stopping.wait()
        deadline_ms = self.now_ms() + END_MS_MAX
        while self._clients:
            tasks = {life.task: life.name for life in self._clients.values()}
            left_s = (deadline_ms - self.now_ms()) / 1_000
            done, pending = await asyncio.wait(tasks, timeout=max(0.0, left_s), return_when=asyncio.FIRST_COMPLETED)
            for task in sorted(done, key=tasks.__getitem__):
                self._clients.pop(tasks[task], None)
                task.result()  # what is no failure of a broker, but a defect, ends the simulation
            if not done:
                raise ClientsHang(", ".join(sorted(tasks[task] for task in pending)))

    # ---- what clients are made of ---------------------------------------------------------------------------------

    def producer(self, name: str, **options: Any) -> Producer:
        """Builds a producer with deadlines that fit a simulation."""
        own: dict[str, Any] = {"delivery_timeout_ms": CALL_TIMEOUT_MS, "max_block_ms": CALL_TIMEOUT_MS}
        return Producer(self.cluster.bootstrap, **self._common(name) | NO_PUSHES | own | options)

    def consumer(self, name: str, **options: Any) -> Consumer:
        """Builds a consumer, likewise."""
        own: dict[str, Any] = {
            "api_timeout_ms": CALL_TIMEOUT_MS,
            "fetch_wait_ms": FETCH_WAIT_MS,
            "offset_reset": "earliest",
        }
        return Consumer(self.cluster.bootstrap, **self._common(name) | NO_PUSHES | own | options)

    def share_consumer(self, name: str, **options: Any) -> ShareConsumer:
        """Builds a member of a share group, likewise."""
        own: dict[str, Any] = {"api_timeout_ms": CALL_TIMEOUT_MS, "fetch_wait_ms": FETCH_WAIT_MS}
        return ShareConsumer(self.cluster.bootstrap, **self._common(name) | NO_PUSHES | own | options)

    def admin(self, name: str) -> Admin:
        """Builds an admin client, likewise."""
        return Admin(self.cluster.bootstrap, api_timeout_ms=CALL_TIMEOUT_MS, **self._common(name) | NO_PUSHES)

    def connections(self, name: str) -> Cluster:
        """Builds the connections of a client that makes its own requests, likewise."""
        return Cluster(self.cluster.bootstrap, api_timeout_ms=CALL_TIMEOUT_MS, **self._common(name))

    def _common(self, name: str) -> dict[str, Any]:
        return {
            "client_id": name,
            "clock": self._clock,
            "rng": random.Random(f"{self.cluster.seed} {name}"),
            "request_timeout_ms": REQUEST_TIMEOUT_MS,
        }

    def note_commit(
        self, client: str, group: str, offsets: Mapping[TopicPartition, int], *, invoked_ms: int, is_acked: bool
    ) -> None:
        """Puts a commit into the history, whether it was acknowledged or not.

        Args:
            client: who committed.
            group: for whom.
            offsets: what.
            invoked_ms: when it began.
            is_acked: whether the coordinator said so.
        """
        self.counts["commits" if is_acked else "commits failed"] += 1
        for tp, offset in offsets.items():
            self.history.add(
                Committed(
                    client=client,
                    group=group,
                    tp=tp,
                    offset=offset,
                    time_ms=self.now_ms(),
                    invoked_ms=invoked_ms,
                    is_acked=is_acked,
                )
            )

    async def create_topic(
        self, topic: str, *, partitions: int, configs: Mapping[str, str | None] | None = None
    ) -> list[TopicPartition]:
        """Creates a topic on all brokers, and returns its partitions."""
        replication = min(3, len(self.cluster.brokers))
        new = NewTopic(
            name=topic, num_partitions=partitions, replication_factor=replication, configs=dict(configs or {})
        )

        async def create(name: str) -> None:
            async with self.admin(name) as admin:
                try:
                    await admin.create_topics([new])
                except TopicAlreadyExists:
                    self.counts["created before"] += 1  # an earlier try of the same call

        await self.do("creator", create)
        return partitions_of(topic, partitions)

    # ---- values ---------------------------------------------------------------------------------------------------

    def next_value(self) -> int:
        """Returns a number that no record of this workload had."""
        return next(self._values)


def partitions_of(topic: str, count: int) -> list[TopicPartition]:
    """Returns the partitions of a topic."""
    return [TopicPartition(topic, partition) for partition in range(count)]


def encoded(value: int, *, width: int = 0) -> bytes:
    """Returns a record's value for a number, padded to so many bytes."""
    return b"%*d" % (width, value)


def decoded(value: bytes | memoryview | None) -> Value:
    """Returns the number in a record's value; what is none is returned as it is."""
    raw = b"" if value is None else bytes(value)
    return int(raw) if raw.strip().isdigit() else raw


def records_of(records: Sequence[Any]) -> tuple[tuple[int, Value], ...]:
    """Returns what a poll got of a partition as a history has it."""
    return tuple((record.offset, decoded(record.value)) for record in records)
