"""All APIs of a live broker, in all versions, with requests that nobody would send; and an honest client beside them.

    LiveFuzz.step ─▶ a frame of `hostile.Fuzzer` ─▶ a connection of its own ─▶ answered, closed, or left
             look ─▶ the honest client produces, fetches, asks for metadata; the broker's log; its tasks and descriptors

The broker runs in this loop, so that its log, its tasks and its descriptors can be looked at. What the fuzz names is
its victim's; the honest client's topic it never names, since it may delete, lead and stop what it likes.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import time
from typing import Any

from kavka import LocalCluster
from kavka.client.connection import Connection
from kavka.common.types import NewTopic
from kavka.protocol.api_keys import INTER_BROKER_APIS, ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    ApiVersionsRequest,
    FetchRequest,
    MetadataRequest,
    ProduceRequest,
    UpdateMetadataRequest,
)
from kavka.protocol.records.batch import BatchBuilder
from tests.support.wire import hostile

HONEST, VICTIM = "honest", "victim"
ANSWER_SECONDS_MAX = 30
LOOK_EVERY = 50
"""Frames between two looks of the honest client."""
PAUSE_SECONDS = 0.004
"""How long an answer is waited for before the connection is left."""
TASKS_MORE_MAX = 60
FILES_MORE_MAX = 200
"""Topics that were made have files; a leak has them by the thousand."""

_CONTROL = {"controller_epoch": [0, 1, 1, 1, -1], "broker_epoch": [-1, -1, -1, 0]}
_BROKERS = {"isr", "replicas", "adding_replicas", "removing_replicas", "offline_replicas", "v0_replicas"}


_KNOWN = {
    "group_id": ["g", "g", "h", "g\n\x1b[2J", ""],
    "group": ["g", "h"],
    "transactional_id": ["t", "t", "u", ".."],
    "v3_and_below_transactional_id": ["t", "u"],
    "key": ["g", "t", ".."],
    "member_id": ["", "", "m"],
    "generation_id": [-1, 0, 1, 2],
    "producer_id": [0, 1, 2, 1000, -1],
    "v3_and_below_producer_id": [0, 1, 2, 1000],
    "producer_epoch": [0, 1, -1, 32767],
    "v3_and_below_producer_epoch": [0, 1, 32767],
    "transaction_timeout_ms": [1, 1000, 60_000],
    "session_timeout_ms": [6_000, 10_000],
    "rebalance_timeout_ms": [1, 100],
    "protocol_type": ["consumer", "connect"],
    "entity_type": ["user", "client-id", "ip"],
    "entity_name": ["..", ".", "alice", "a/b\x1b"],
    "mechanism": [1, 2],
    "iterations": [4096],
    "timestamp": [-1, -2, -3, 0, 2**63 - 1],
    "num_partitions": [-1, 1, 3, 0],
    "count": [1, 3, 5],
}
"""Values by which requests meet each other, and get further than the first look."""


class MeetingFuzzer(hostile.Fuzzer):
    """Lets most of what a request names be something that another request has named."""

    def _aim(self, part: object) -> None:
        super()._aim(part)
        for slot in type(part).__slots__:  # type: ignore[attr-defined]
            known: Any = _KNOWN.get(slot)
            if known is not None and getattr(part, slot) != getattr(type(part)(), slot) and self._rng.random() < 0.8:
                value = self._rng.choice(known)
                if isinstance(value, type(getattr(part, slot))):
                    setattr(part, slot, value)


class ControlFuzzer(MeetingFuzzer):
    """Aims control requests at this broker: at an epoch that it takes, with replicas that it may be among."""

    def _aim(self, part: object) -> None:
        super()._aim(part)
        rng = self._rng
        for slot in type(part).__slots__:  # type: ignore[attr-defined]
            if slot in _CONTROL:
                setattr(part, slot, rng.choice(_CONTROL[slot]))
            elif slot in _BROKERS and rng.random() < 0.8:
                setattr(part, slot, rng.choice([[0], [0], [0, 1], [1], [], [0, 0], [1, 2], [-1]]))
            elif slot in ("leader", "partition_epoch", "leader_epoch") and rng.random() < 0.5:
                setattr(part, slot, rng.choice([0, 0, 1, 2, 5, -1, -2]))
        if isinstance(part, UpdateMetadataRequest):
            own = UpdateMetadataRequest.UpdateMetadataBroker(id=0, v0_host="127.0.0.1", v0_port=1)
            part.live_brokers = [*part.live_brokers, own] if rng.random() < 0.5 else [own]


class Watch(logging.Handler):
    """Keeps what must not be in a broker's log: stack traces."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.traces: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or "Traceback" in record.getMessage():
            self.traces.append(logging.Formatter().format(record))


class LiveFuzz:
    """One run.

    Args:
        cluster: of one broker, in this loop.
        seed: decides every frame.
    """

    def __init__(self, cluster: LocalCluster, seed: int) -> None:
        self.seed = seed
        self.times: list[float] = []
        self.frames = 0
        self._cluster = cluster
        self._rng = random.Random(seed)
        self._fuzzers = (MeetingFuzzer(self._rng, VICTIM), ControlFuzzer(self._rng, VICTIM))
        self._recent: list[str] = []
        self._watch = Watch()
        self._offset = 0

    async def run(self, *, seconds: float, frames_max: int = 2**62) -> None:
        """Sends frames for so long, and looks in between.

        Raises:
            AssertionError: something of it harmed the broker; the seed and the latest frames are in the message.
        """
        logging.getLogger().addHandler(self._watch)
        try:
            async with await self._connection() as honest:
                await self._begin(honest)
                apis = await self._apis(honest)
                tasks, files = len(asyncio.all_tasks()), len(os.listdir("/proc/self/fd"))
                ends = time.monotonic() + seconds
                while time.monotonic() < ends and self.frames < frames_max:
                    for api, version in self._rng.sample(apis, len(apis)):
                        await self._throw(api, version)
                        if self.frames % LOOK_EVERY == 0:
                            await self._look(honest)
                            if time.monotonic() >= ends:
                                break
                await self._settled(tasks, files)
        except BaseException as error:
            error.add_note(f"seed {self.seed}, after {self.frames} frames, the latest:\n" + "\n".join(self._recent))
            raise
        finally:
            logging.getLogger().removeHandler(self._watch)

    async def _throw(self, api: ApiKey, version: int) -> None:
        self.frames += 1
        fuzzer = self._fuzzers[api in INTER_BROKER_APIS]
        kind = self._rng.choice(("valid", "valid", "valid", "damaged", "damaged", "noise", "mislabelled"))
        frame = getattr(fuzzer, kind)(api, version)
        self._recent = [*self._recent[-9:], f"{api.name} v{version} {kind} {frame[:600].hex()}"]
        broker = self._cluster.brokers[0]
        reader, writer = await asyncio.open_connection(broker.host, broker.port)
        try:
            writer.write(frame)
            with contextlib.suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(PAUSE_SECONDS):
                    await reader.read(1)
        finally:
            writer.transport.abort()
        self._check_log()

    def _check_log(self) -> None:
        assert not self._watch.traces, self._watch.traces[0]

    async def _look(self, honest: Connection) -> None:
        """The honest client is served."""
        began = time.perf_counter()
        async with asyncio.timeout(ANSWER_SECONDS_MAX):
            await self._produce(honest)
            self.times.append(time.perf_counter() - began)
            await self._fetch(honest)
            response = await honest.request(MetadataRequest(topics=[_named(HONEST)]), version=5)
            assert response.topics[0].name == HONEST
        assert self._cluster.brokers[0].pid, "the broker has ended"
        self._check_log()

    async def _produce(self, honest: Connection) -> None:
        batch = BatchBuilder()
        batch.append(timestamp=1, key=None, value=b"%d" % self._offset)
        part = ProduceRequest.PartitionProduceData(index=0, records=batch.build())
        topic = ProduceRequest.TopicProduceData(name=HONEST, partition_data=[part])
        request = ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[topic])
        [part] = (await honest.request(request, version=7)).responses[0].partition_responses
        assert (part.error_code, part.base_offset) == (0, self._offset), ErrorCode(part.error_code)
        self._offset += 1

    async def _fetch(self, honest: Connection) -> None:
        part = FetchRequest.FetchPartition(partition=0, fetch_offset=self._offset - 1, partition_max_bytes=100_000)
        request = FetchRequest(max_wait_ms=0, topics=[FetchRequest.FetchTopic(topic=HONEST, partitions=[part])])
        [part] = (await honest.request(request, version=11)).responses[0].partitions
        assert part.error_code == 0, ErrorCode(part.error_code)
        assert part.records

    async def _begin(self, honest: Connection) -> None:
        from kavka import Admin

        async with Admin(self._cluster.bootstrap) as admin:
            await admin.create_topics(NewTopic(name=name, num_partitions=2) for name in (HONEST, VICTIM))
        await self._look(honest)

    async def _apis(self, honest: Connection) -> list[tuple[ApiKey, int]]:
        response = await honest.request(ApiVersionsRequest(), version=0)
        ranges = {ApiKey(key.api_key): (key.min_version, key.max_version) for key in response.api_keys}
        return list(hostile.every_version(ranges))

    async def _settled(self, tasks: int, files: int) -> None:
        """What was begun for frames is over; a request that waits for others may take its own time."""
        async with asyncio.timeout(ANSWER_SECONDS_MAX):
            while len(asyncio.all_tasks()) > tasks + TASKS_MORE_MAX:  # noqa: ASYNC110 - outside the broker
                await asyncio.sleep(0.1)
        assert len(os.listdir("/proc/self/fd")) <= files + FILES_MORE_MAX

    async def _connection(self) -> Connection:
        broker = self._cluster.brokers[0]
        return await Connection.open(broker.host, broker.port, client_id="honest")

    @property
    def p99_ms(self) -> float:
        """Of the honest client's produce requests."""
        return sorted(self.times)[int(len(self.times) * 0.99)] * 1000


def _named(name: str) -> MetadataRequest.MetadataRequestTopic:
    return MetadataRequest.MetadataRequestTopic(name=name)
