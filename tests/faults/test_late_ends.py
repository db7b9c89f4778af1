"""An EndTxn that comes late, by a connection that its client has left: it must not end half of the next transaction.

Kafka's coordinator cannot tell it from the next transaction's own: the producer and its epoch are the same (KIP-890
part 2 gives each transaction an epoch, for clients that know it). Ours knows which connection is the older (decision
0027).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kavka.client.admin import Admin
from kavka.client.connection import Connection
from kavka.client.producer import Producer
from kavka.common.types import NewTopic
from kavka.local.cluster import LocalCluster
from kavka.protocol.errors import ErrorCode
from tests.support.faults.proxy import FaultProxy, beginning, proxied
from tests.support.faults.raw_producer import ONE_BROKER, SEED, RawProducer, committed, proxy_target

END_TXN_VERSION = 1


@asynccontextmanager
async def cut_off_producer() -> AsyncIterator[tuple[RawProducer, FaultProxy, str, LocalCluster]]:
    """One broker; what goes by `late` goes through a proxy, and `late` was there before `connection`."""
    async with (
        LocalCluster(1, config=ONE_BROKER, in_loop=True) as cluster,
        Admin(cluster.bootstrap) as admin,
        proxied(*proxy_target(cluster.bootstrap), seed=SEED) as proxy,
    ):
        await admin.create_topics([NewTopic(name="out", num_partitions=2, replication_factor=1)])
        async with Producer(cluster.bootstrap, transactional_id="makes the topic") as other:
            await other.init_transactions()
        async with await Connection.open("127.0.0.1", proxy.port, client_id="late") as late:
            raw = RawProducer(late, late)
            await raw.init()
            yield raw, proxy, cluster.bootstrap, cluster


async def send(raw: RawProducer, index: int, sequence: int, value: bytes) -> None:
    """An acknowledged record."""
    response = await raw.ask(raw.produce(index, sequence, value), 7)
    assert response.responses[0].partition_responses[0].error_code == 0


async def end(raw: RawProducer, *, is_commit: bool) -> int:
    """The error code."""
    return int((await raw.ask(raw.end(is_commit=is_commit), END_TXN_VERSION)).error_code)


@pytest.mark.slow
@pytest.mark.parametrize("is_late_commit", [True, False], ids=["a late commit", "a late abort"])
@pytest.mark.parametrize("is_commit", [True, False], ids=["commit", "abort"])
async def test_a_late_end_leaves_the_next_transaction_whole(is_late_commit: bool, is_commit: bool) -> None:
    async with cut_off_producer() as (raw, proxy, bootstrap, _):
        await raw.add(0)
        await send(raw, 0, 0, b"first")
        hold = proxy.hold(beginning("late"))
        late = raw.late.start_request(raw.end(is_commit=is_late_commit), version=END_TXN_VERSION)
        async with await Connection.open(*proxy_target(bootstrap), client_id="prompt") as raw.connection:
            assert await end(raw, is_commit=is_late_commit) == 0  # the client's retry
            await raw.add(0)
            await raw.add(1)
            await send(raw, 0, 1, b"half")
            proxy.release(hold)
            assert ErrorCode((await late).error_code) is ErrorCode.CONCURRENT_TRANSACTIONS
            await send(raw, 1, 0, b"other half")
            assert await end(raw, is_commit=is_commit) == 0
            await raw.init()  # its answer means that every marker is written
            first = [b"first"] if is_late_commit else []
            second = ([b"half"], [b"other half"]) if is_commit else ([], [])
            assert await committed(bootstrap) == [first + second[0], second[1]]


@pytest.mark.slow
async def test_a_client_that_ends_by_an_older_connection_is_sent_to_a_new_one_and_succeeds() -> None:
    """No client is known that uses two connections for one transaction; one that did would not hang."""
    async with cut_off_producer() as (raw, _, bootstrap, _):
        async with await Connection.open(*proxy_target(bootstrap), client_id="adds") as raw.connection:
            await raw.add(0)
            await send(raw, 0, 0, b"a")
            refused = await raw.late.request(raw.end(is_commit=True), version=END_TXN_VERSION)
            assert ErrorCode(refused.error_code) is ErrorCode.CONCURRENT_TRANSACTIONS
            async with asyncio.timeout(10):
                while not raw.late.is_closed:  # noqa: ASYNC110 - the broker closes it
                    await asyncio.sleep(0.001)
        async with await Connection.open(*proxy_target(bootstrap), client_id="ends") as raw.connection:
            assert await end(raw, is_commit=True) == 0
            await raw.init()
            assert await committed(bootstrap) == [[b"a"], []]


@pytest.mark.slow
async def test_a_client_that_reconnects_within_a_transaction_ends_it_by_either_connection() -> None:
    async with cut_off_producer() as (raw, _, bootstrap, _):
        await raw.add(0)
        await send(raw, 0, 0, b"a")
        async with await Connection.open(*proxy_target(bootstrap), client_id="later") as raw.connection:
            assert await end(raw, is_commit=True) == 0
            await raw.init()
        raw.connection = raw.late
        await raw.add(0)
        await send(raw, 0, 0, b"b")
        assert await end(raw, is_commit=True) == 0  # whatever was once the latest connection
        await raw.init()
        assert await committed(bootstrap) == [[b"a", b"b"], []]


@pytest.mark.slow
async def test_a_coordinator_that_was_started_anew_lets_any_connection_end_what_is_open() -> None:
    async with cut_off_producer() as (raw, _, bootstrap, cluster):
        async with await Connection.open(*proxy_target(bootstrap), client_id="adds") as raw.connection:
            await raw.add(0)
            await send(raw, 0, 0, b"a")
        await cluster.restart(0)
        async with await Connection.open(*proxy_target(cluster.bootstrap), client_id="ends") as raw.connection:
            async with asyncio.timeout(10):
                while (code := await end(raw, is_commit=True)) in (14, 15, 16):  # noqa: ASYNC110 - it loads
                    await asyncio.sleep(0.01)
            assert code == 0
            await raw.init()
            assert await committed(cluster.bootstrap) == [[b"a"], []]
