"""What a broker pays for the size of the cluster it describes, and for the partitions that it leads and follows.

In one process, with the collector set as in a broker, without sockets: frames go through the dispatcher, responses are
encoded. Times are CPU; the longest step is what another request would have waited for. Each size is beside the
smallest one, by the partition: a ratio near 1 means that it grows as the work does, and for what should not grow at all
(one partition's change) that ratio is the one of the times.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks import report
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.process_tuning import settle_collector
from kavka.broker.replica.fetcher import FetcherPeers
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.common.lane import Lanes
from kavka.protocol.api_keys import PROFILES
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import LeaderAndIsrRequest, MetadataRequest, UpdateMetadataRequest
from kavka.timer.clock import ManualClock
from kavka.timer.moments import MonotonicMs
from tests.support.broker.fakes import RecordingChannel, live_broker, services
from tests.support.broker.parts import Parts, maker_of
from tests.support.replica.node import BROKER, Node

SIZES: Final = (1_000, 10_000, 50_000, 200_000)
LED: Final = (1_000, 10_000)
PARTITIONS_A_TOPIC: Final = 10
BROKERS: Final = 3
CHANGES: Final = 200
ROUNDS: Final = 5
RANGES: Final = dict.fromkeys(range(80), (0, 20))
METADATA_VERSION: Final = 9
IN_MEMORY: Final = "/dev/shm"
CHANGED: Final = "UpdateMetadata: one partition"


class Wire(RecordingChannel):
    """Encodes what comes, as a connection does, and says when it has."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        super().__init__()
        self._dispatcher = dispatcher
        self.done = asyncio.Event()
        self.size = 0

    def finish(self, ctx: Any, response: Any) -> None:
        """Counts the response's bytes."""
        self.size = sum(map(len, self._dispatcher.encode(ctx, response)))
        self.done.set()

    def finish_half(self, ctx: Any, response: Any) -> None:
        """Finishes the request as `finish` does; nobody asks for half."""
        self.finish(ctx, response)

    def abort(self, ctx: Any, reason: str) -> None:
        """Ends the measurement."""
        raise SystemExit(reason)


class Asked:
    """What one request took.

    Attributes:
        cpu_ms: of it all.
        step_ms: the longest that the loop was held.
        size: of the response.
    """

    def __init__(self, cpu_ms: float, step_ms: float, size: int) -> None:
        self.cpu_ms = cpu_ms
        self.step_ms = step_ms
        self.size = size


async def ask(broker: Parts, request: Any, version: int) -> Asked:
    """Sends a frame through a dispatcher while another task watches the loop."""
    frame = b"".join(encode_request_frame(request, version=version, correlation_id=7, client_id="me"))[4:]
    del request
    gc.collect()  # of what the sender's side has made: no broker would look through that
    async with asyncio.TaskGroup() as tasks:
        dispatcher = Dispatcher(
            clock=broker.clock, metrics=BrokerMetrics(), ranges=RANGES, tasks=tasks, ticks=time.perf_counter_ns,
            lanes=Lanes(), make_handler=maker_of(broker),
        )  # fmt: skip
        wire = Wire(dispatcher)
        began = time.process_time_ns()
        longest = 0
        dispatcher.dispatch(frame, wire, received_ms=MonotonicMs(0), started_ns=0)
        before = began
        while not wire.done.is_set():
            await asyncio.sleep(0)
            now = time.process_time_ns()
            longest = max(longest, now - before)
            before = now
        now = time.process_time_ns()
    return Asked((now - began) / 1e6, max(longest, now - before) / 1e6, wire.size)


def everything(partitions: int, leader_epoch: int = 1) -> UpdateMetadataRequest:
    """Builds a new controller's UpdateMetadata request for a cluster of that size."""
    topics = []
    replicas = list(range(BROKERS))
    for first in range(0, partitions, PARTITIONS_A_TOPIC):
        states = [
            UpdateMetadataRequest.UpdateMetadataPartitionState(
                partition_index=index, leader=index % BROKERS, leader_epoch=LeaderEpoch(leader_epoch), isr=replicas,
                replicas=replicas, controller_epoch=ControllerEpoch(1),
            )
            for index in range(PARTITIONS_A_TOPIC)
        ]  # fmt: skip
        name = f"topic-{first:07d}"
        topics.append(
            UpdateMetadataRequest.UpdateMetadataTopicState(
                topic_name=name, topic_id=name.encode().ljust(16), partition_states=states
            )
        )
    return UpdateMetadataRequest(
        controller_id=0, controller_epoch=ControllerEpoch(1), topic_states=topics,
        live_brokers=[live_broker(node) for node in range(BROKERS)],
    )  # fmt: skip


def one_change(partitions: int, number: int, leader_epoch: int) -> UpdateMetadataRequest:
    """Builds an UpdateMetadata request with one partition's new leader."""
    request = everything(PARTITIONS_A_TOPIC, leader_epoch)
    [topic] = request.topic_states
    name = f"topic-{number * 7919 * PARTITIONS_A_TOPIC % partitions:07d}"
    topic.topic_name, topic.topic_id = name, name.encode().ljust(16)
    del topic.partition_states[1:]
    return request


async def described(partitions: int) -> list[tuple[str, str, float]]:
    """Measures UpdateMetadata and Metadata requests about one cluster of that size."""
    broker = services()
    told = await ask(broker, everything(partitions), 7)
    same = await ask(broker, everything(partitions), 7)
    other = await ask(broker, everything(partitions, leader_epoch=2), 7)
    change_us = []
    for epoch in range(3, 3 + ROUNDS):
        changes = [one_change(partitions, number, epoch) for number in range(CHANGES)]
        began = time.process_time_ns()
        for change in changes:
            broker.metadata_cache.update(change)
        change_us.append((time.process_time_ns() - began) / 1e3 / CHANGES)
    request = MetadataRequest(topics=None)
    first = await ask(broker, request, METADATA_VERSION)
    answers = [await ask(broker, request, METADATA_VERSION) for _ in range(3)]
    broker.metadata_cache.update(one_change(partitions, 0, 99))
    changed = await ask(broker, request, METADATA_VERSION)
    return [
        ("UpdateMetadata of all", "ms", told.cpu_ms),
        ("UpdateMetadata of all, as before", "ms", same.cpu_ms),
        ("UpdateMetadata of all, other leaders", "ms", other.cpu_ms),
        ("UpdateMetadata of all, longest step", "ms", max(told.step_ms, same.step_ms, other.step_ms)),
        (CHANGED, "µs CPU", min(change_us)),
        ("Metadata of all, first", "ms", first.cpu_ms),
        ("Metadata of all, again", "ms", min(answer.cpu_ms for answer in answers)),
        ("Metadata of all, after one change", "ms", changed.cpu_ms),
        ("Metadata of all, longest step", "ms", max(answer.step_ms for answer in [first, changed, *answers])),
    ]


def resident() -> int:
    """Returns the bytes that this process has in memory."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * 4096


def to_replicate(first: int, count: int, leader_epoch: int, leader: int = BROKER) -> LeaderAndIsrRequest:
    """Builds a LeaderAndIsr request about partitions that this broker leads, or follows."""
    topics = []
    for begin in range(first, first + count, PARTITIONS_A_TOPIC):
        name = f"topic-{begin:07d}"
        states = [
            LeaderAndIsrRequest.LeaderAndIsrPartitionState(
                partition_index=index, controller_epoch=ControllerEpoch(1), leader=leader,
                leader_epoch=LeaderEpoch(leader_epoch), isr=[BROKER, 2, 3], replicas=[BROKER, 2, 3], is_new=True,
            )
            for index in range(PARTITIONS_A_TOPIC)
        ]  # fmt: skip
        topics.append(
            LeaderAndIsrRequest.LeaderAndIsrTopicState(
                topic_name=name, topic_id=name.encode().ljust(16), partition_states=states
            )
        )
    return LeaderAndIsrRequest(controller_id=0, controller_epoch=ControllerEpoch(1), topic_states=topics)


async def led(partitions: int, directory: Path) -> list[tuple[str, str, float]]:
    """Measures one broker's own partitions, with logs in an empty directory."""
    node: Any = Node(directory)
    await ask(node.services, to_replicate(9_000_000, 100, 1), 5)
    gc.collect()
    before = resident()
    made = await ask(node.services, to_replicate(0, partitions, 1), 5)
    gc.collect()
    held = resident() - before
    again = await ask(node.services, to_replicate(0, partitions, 2), 5)
    node.log_manager.close()
    return [
        ("LeaderAndIsr, new leader", "µs CPU", made.cpu_ms * 1e3 / partitions),
        ("LeaderAndIsr, new epoch", "µs CPU", again.cpu_ms * 1e3 / partitions),
        ("LeaderAndIsr, longest step", "ms", max(made.step_ms, again.step_ms)),
        ("memory a partition led", "bytes", held / partitions),
    ]


async def followed(partitions: int, directory: Path) -> list[tuple[str, str, float]]:
    """The same of partitions that one broker follows; nobody fetches, for that is the leaders' to answer."""
    config = BrokerConfig.from_properties({"broker.id": str(BROKER), "zookeeper.connect": "unused:1"})
    unused: Any = None
    peers = FetcherPeers(
        broker_id=BROKER,
        config=lambda: config,
        versions={api: highest for api, (_, highest) in PROFILES["3.0"].items()},
        clock=ManualClock(1_000),
        ticks=time.perf_counter_ns,
        locate=unused,
        dial=unused,
    )
    node: Any = Node(directory, fetchers=peers)
    await ask(node.services, to_replicate(9_000_000, 100, 1, leader=2), 5)
    made = await ask(node.services, to_replicate(0, partitions, 1, leader=2), 5)
    other = await ask(node.services, to_replicate(0, partitions, 2, leader=3), 5)
    lead = await ask(node.services, to_replicate(0, partitions, 3), 5)
    back = await ask(node.services, to_replicate(0, partitions, 4, leader=2), 5)
    assert all(not partition.is_leader for partition in node.manager.partitions)
    node.log_manager.close()
    return [
        ("LeaderAndIsr, new follower", "µs CPU", made.cpu_ms * 1e3 / partitions),
        ("LeaderAndIsr, follower of another", "µs CPU", other.cpu_ms * 1e3 / partitions),
        ("LeaderAndIsr, leader to follower", "µs CPU", back.cpu_ms * 1e3 / partitions),
        ("LeaderAndIsr, followers, longest step", "ms", max(one.step_ms for one in (made, other, lead, back))),
    ]


async def _replicated(partitions: int, directory: Path) -> list[tuple[str, str, float]]:
    return [*await led(partitions, directory / "led"), *await followed(partitions, directory / "followed")]


def figures(sizes: Sequence[int], led_sizes: Sequence[int]) -> Iterator[tuple[int, str, str, float]]:
    """Yields the figures of all sizes: (partitions, what, unit, figure)."""
    for size, is_led in [(size, False) for size in sizes] + [(size, True) for size in led_sizes]:
        gc.unfreeze()
        settle_collector()
        with tempfile.TemporaryDirectory(prefix="kavka-", dir=IN_MEMORY if os.path.isdir(IN_MEMORY) else None) as path:
            folder = Path(path)
            measured = asyncio.run(_replicated(size, folder) if is_led else described(size))
        for name, unit, value in measured:
            yield size, name, unit, value


def rows(sizes: Sequence[int], led_sizes: Sequence[int]) -> Iterator[report.Row]:
    """Yields the rows of all sizes, each beside the first."""
    smallest: dict[str, float] = {}
    for size, name, unit, value in figures(sizes, led_sizes):
        scale = size if unit == "ms" and "step" not in name else 1
        base = smallest.setdefault(name, value / scale)
        yield report.Row(f"{name}, {size:,} partitions", unit, value, base * scale, "the smallest, by size")


def main() -> None:
    """Runs it."""
    options = report.parser("metadata", __doc__ or "")
    options.add_argument("--sizes", type=int, nargs="*", default=list(SIZES), help="partitions of the cluster")
    options.add_argument("--led", type=int, nargs="*", default=list(LED), help="partitions of the broker")
    given = options.parse_args()
    report.publish("Metadata by size", list(rows(tuple(given.sizes), tuple(given.led))), given.json)


if __name__ == "__main__":
    main()
