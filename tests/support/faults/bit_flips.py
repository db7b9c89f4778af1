"""A broker whose internal topics' files have a flipped bit: a life before, the flip, and what the next life says of it.

    build ─▶ groups with committed offsets, transactions that are over and one that is open ─▶ killed, or stopped
    flip  ─▶ the files as they were, but for one bit ─▶ started ─▶ what it answers ─▶ killed

A flip may change nothing (a padding, an index that is made anew), or be reported and the partition not served, or be
reported and something missing. It may never end the broker, show a stack trace, or take something away in silence.
"""

from __future__ import annotations

import asyncio
import logging
import random
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from kavka import LocalCluster, Producer
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    AddPartitionsToTxnRequest,
    DescribeTransactionsRequest,
    EndTxnRequest,
    FindCoordinatorRequest,
    InitProducerIdRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
)

TOPIC = "flipped"
GROUPS = 12
INTERNAL = ("__consumer_offsets-0", "__transaction_state-0")
CONFIG = {
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.num.partitions": "1",
    "log.cleaner.enable": "false",
    "kavka.admin.listener": "",
}
NOT_YET = {ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.NOT_COORDINATOR}
REFUSED = ErrorCode.COORDINATOR_NOT_AVAILABLE
ANSWER_SECONDS_MAX = 30


class FlippedBroker:
    """One broker in this loop, whose files are put back before each life.

    Args:
        cluster: of one broker.
        kept: where its files are kept meanwhile.
    """

    def __init__(self, cluster: LocalCluster, kept: Path) -> None:
        self._cluster = cluster
        self._kept = kept
        self._told: list[logging.LogRecord] = []
        self.whole: dict[str, object] = {}

    @property
    def directory(self) -> Path:
        return Path(self._cluster.brokers[0].data_dir)

    async def build(self, *, is_killed: bool) -> None:
        """The life before."""
        async with Producer(self._cluster.bootstrap) as producer:
            await producer.send_and_wait(TOPIC, b"x")
        for number in range(GROUPS):
            await self._commit(f"group-{number}", 1000 + number)
        for number, ends in enumerate((True, True, False)):
            await self._transaction(f"tx-{number}", ends=ends)
        self.whole = await self.answers()
        await (self._cluster.kill(0) if is_killed else self._cluster.stop_broker(0))
        shutil.copytree(self.directory, self._kept)

    def positions(self) -> list[tuple[str, int]]:
        """File and byte of all that may be flipped."""
        found = []
        for name in INTERNAL:
            for path in sorted((self._kept / name).iterdir()):
                found += [(f"{name}/{path.name}", at) for at in range(path.stat().st_size)]
        return found

    async def life_with_flip(self, name: str, at: int, bit: int) -> tuple[dict[str, object], list[str]]:
        """What the broker answers with that bit flipped, and what it said at WARNING or above."""
        shutil.rmtree(self.directory)
        shutil.copytree(self._kept, self.directory)
        path = self.directory / name
        data = bytearray(path.read_bytes())
        data[at] ^= 1 << bit
        path.write_bytes(data)
        handler = _Listener(self._told)
        self._told.clear()
        logging.getLogger().addHandler(handler)
        try:
            await self._cluster.start_broker(0)
            answers = await self.answers()
        finally:
            logging.getLogger().removeHandler(handler)
            await self._cluster.kill(0)
        traces = [record.getMessage() for record in self._told if record.exc_info]
        assert not traces, traces
        return answers, [record.getMessage() for record in self._told]

    async def answers(self) -> dict[str, object]:
        """Committed offset of each group, state of each transaction; or the error code."""
        found: dict[str, object] = {}
        async with asyncio.timeout(ANSWER_SECONDS_MAX):
            for number in range(GROUPS):
                found[f"group-{number}"] = await self._until_known(self._offset, f"group-{number}")
            for number in range(3):
                found[f"tx-{number}"] = await self._until_known(self._state, f"tx-{number}")
        return found

    async def _until_known(self, ask: Callable[[str], Awaitable[object]], name: str) -> object:
        while (answer := await ask(name)) in NOT_YET:  # noqa: ASYNC110 - outside the broker
            await asyncio.sleep(0.005)
        return answer

    async def _ask(self, request: Any, version: int) -> Any:
        broker = self._cluster.brokers[0]
        async with await Connection.open(broker.host, broker.port, client_id="test") as connection:
            return await connection.request(request, version=version)

    async def _offset(self, group: str) -> object:
        topic = OffsetFetchRequest.OffsetFetchRequestTopic(name=TOPIC, partition_indexes=[0])
        response = await self._ask(OffsetFetchRequest(group_id=group, topics=[topic]), 5)
        if response.error_code:
            return ErrorCode(response.error_code)
        part = response.topics[0].partitions[0]
        return ErrorCode(part.error_code) if part.error_code else (part.committed_offset, part.metadata)

    async def _state(self, transactional_id: str) -> object:
        response = await self._ask(DescribeTransactionsRequest(transactional_ids=[transactional_id]), 0)
        state = response.transaction_states[0]
        return ErrorCode(state.error_code) if state.error_code else state.transaction_state

    async def _commit(self, group: str, offset: int) -> None:
        part = OffsetCommitRequest.OffsetCommitRequestPartition(
            partition_index=0, committed_offset=offset, committed_metadata=f"of {group}"
        )
        topic = OffsetCommitRequest.OffsetCommitRequestTopic(name=TOPIC, partitions=[part])
        await self._found(group, 0)
        while True:
            response = await self._ask(OffsetCommitRequest(group_id=group, topics=[topic]), 5)
            if not response.topics[0].partitions[0].error_code:
                return
            await asyncio.sleep(0.01)

    async def _found(self, key: str, key_type: int) -> None:
        while (await self._ask(FindCoordinatorRequest(key=key, key_type=key_type), 3)).error_code:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def _transaction(self, transactional_id: str, *, ends: bool) -> None:
        await self._found(transactional_id, 1)
        request = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=600_000)
        while (response := await self._ask(request, 2)).error_code:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        who = {
            "transactional_id": transactional_id,
            "producer_id": response.producer_id,
            "producer_epoch": response.producer_epoch,
        }
        topic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name=TOPIC, partitions=[0])
        who_v3 = {f"v3_and_below_{name}": value for name, value in who.items()}
        await self._ask(AddPartitionsToTxnRequest(**who_v3, v3_and_below_topics=[topic]), 2)
        if ends:
            await self._ask(EndTxnRequest(**who, committed=True), 2)
            while await self._state(transactional_id) != "CompleteCommit":  # noqa: ASYNC110
                await asyncio.sleep(0.01)


class _Listener(logging.Handler):
    def __init__(self, told: list[logging.LogRecord]) -> None:
        super().__init__(logging.WARNING)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        self._told.append(record)


async def flip_many(broker: FlippedBroker, rng: random.Random, count: int, seed: int) -> None:
    """That many flips, spread over all files, each judged."""
    by_file: dict[str, list[int]] = {}
    for name, at in broker.positions():
        by_file.setdefault(name, []).append(at)
    for number in range(count):
        name = sorted(by_file)[number % len(by_file)]
        at, bit = rng.choice(by_file[name]), rng.randrange(8)
        what = f"seed {seed}: bit {bit} of byte {at} of {name}"
        try:
            answers, told = await broker.life_with_flip(name, at, bit)
        except BaseException as error:
            error.add_note(what)
            raise
        for key, whole in broker.whole.items():
            if answers[key] != whole:
                internal = INTERNAL[key.startswith("tx-")]
                assert any(internal in line for line in told), (
                    f"{what}: {key} is {answers[key]}, was {whole}, told: {told}"
                )
