"""What one event costs among n groups, members, connections, producer ids and open transactions.

The coordinators and logs are the real classes over a real log in memory, driven by hand in this process; connections
are sockets to a broker of its own. Each row is the CPU of n events at several n: their total should grow as n does,
exponent 1, so that one event costs what it costs in a small cluster. Rows called "longest slice" are CPU between two
turns of the event loop, which should not grow at all. CPU and not time, for it does not count what others do on the
machine; the least of several rounds where a round can be repeated.

    python -m benchmarks.growth_coordinators            all of it, a minute or two
    benchmarks.growth_coordinators.rows()               the same, for `benchmarks.growth`
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import json
import logging
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from benchmarks import report, servers
from benchmarks.growth_figures import ROUNDS, Figures
from benchmarks.growth_fit import Series, exponent, table
from kavka.broker.group.states import GroupState
from kavka.broker.process_tuning import GC_THRESHOLDS
from kavka.broker.transaction.states import TransactionState
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_snapshot
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import ApiVersionsRequest

MEMBERS: Final = (10, 100, 300, 1_000)
GROUPS: Final = (100, 1_000, 10_000)
CONNECTIONS: Final = (100, 1_000, 5_000)
PRODUCERS: Final = (1_000, 10_000, 100_000)
TRANSACTIONS: Final = (100, 1_000, 10_000)
OFFSETS: Final = 3
"""Partitions that a group has committed offsets of."""
REQUESTS: Final = 10_000
"""Requests over all connections together."""
DAY_MS: Final = 86_400_000


@contextlib.asynccontextmanager
async def _groups() -> AsyncIterator[Any]:
    """A group coordinator on a log in memory."""
    with _folder() as folder:
        groups = _support("group.groups").Groups(_support("replica.node").Node(folder))
        loading = asyncio.ensure_future(groups.log.run())
        await groups.lead()
        yield groups
        loading.cancel()
        groups.node.log_manager.close()


def _support(module: str) -> Any:
    """A module of the tests' helpers: their brokers without a network are what is driven here."""
    return importlib.import_module(f"tests.support.{module}")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="kavka-growth-", dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


async def _of_members(found: Figures, n: int) -> None:
    """One group of n members."""
    async with _groups() as groups:
        asked = [groups.join(protocols=[("range", bytes(100))]) for _ in range(n)]
        groups.run_for(6_000, 100)
        ids, _ = groups.settle(asked)
        found.least("all join and sync again", n, lambda: groups.settle([groups.join(one) for one in ids]))
        generation = groups.group().generation_id
        found.least("a heartbeat of each", n, lambda: [groups.heartbeat(one, generation) for one in ids])
        found.least(
            "a commit of each", n, lambda: [groups.commit(1, generation_id=generation, member_id=one) for one in ids]
        )
        found.least("described", n, lambda: groups.coordinator.admin.describe("g"))
        with found.cpu("each leaves", n):
            groups.leave(*ids)


async def _of_groups(found: Figures, n: int) -> None:
    """n groups of one member."""
    async with _groups() as groups:
        names = [f"group-{number}" for number in range(n)]
        asked = [groups.join(group=name, protocols=[("range", bytes(20))]) for name in names]
        groups.run_for(6_000, 100)
        members = {name: groups.settle([one], name) for name, one in zip(names, asked, strict=True)}
        del asked
        for index in range(OFFSETS):
            with found.cpu("a commit in each", n):
                for name, ([one], generation) in members.items():
                    groups.commit(1, partition=index, group=name, generation_id=generation, member_id=one)
        found.least(
            "a heartbeat in each",
            n,
            lambda: [groups.heartbeat(one, generation, group=name) for name, ([one], generation) in members.items()],
        )
        found.least("offsets of each fetched", n, lambda: [groups.fetch(*range(OFFSETS), group=name) for name in names])
        found.least("listed", n, lambda: at_once(groups.coordinator.admin.list_groups()))
        await found.watched("unloaded", n, _unload(groups))
        await found.watched("loaded", n, groups.lead(epoch=3))
    async with _groups() as groups:
        for number in range(n):
            for index in range(OFFSETS):
                groups.commit(1, partition=index, group=f"group-{number}")
        groups.node.clock.advance(groups.config.retention_ms)
        await found.in_lane("all offsets expire", n, groups.coordinator.admin.expire())


async def _unload(groups: Any) -> None:
    """Has another broker lead, and waits until every group has ended, the one that was made first at last."""
    last = next(iter(groups.coordinator.store))
    groups.node.lead(groups.log.topic, leader=0, epoch=2)
    while last.state is not GroupState.Dead:  # noqa: ASYNC110 - it is turns of the loop that are measured
        await asyncio.sleep(0)


def _of_producers(found: Figures, n: int) -> None:
    """One partition with n producer ids."""
    building = _support("log.building")
    batch, now_ms = building.batch, building.NOW_MS
    with _folder() as folder:
        bench = building.LogBench(folder)
        log = bench.open()
        batches = [batch(producer=(producer_id, 0, 0)) for producer_id in range(n)]
        with found.cpu("a batch of each", n):
            for data in batches:
                log.append_as_leader(data, 0, now_ms, True)
        snapshot = encode_snapshot(log.producer_state.entries)
        found.least("snapshot encoded", n, lambda: encode_snapshot(log.producer_state.entries))
        found.least("snapshot decoded", n, lambda: decode_snapshot(snapshot))
        log.roll()
        again = [batch(producer=(0, 0, 1 + number)) for number in range(ROUNDS)]
        ends = [log.append_as_leader(data, 0, now_ms, True).first_offset for data in again]
        found.least("one batch truncated", n, lambda: log.truncate_to(ends.pop()))
        found.least("looked at for expiry", n, lambda: at_once(log.producer_state.expire(now_ms, DAY_MS)))
        asyncio.run(found.in_lane("all expire", n, log.producer_state.expire(now_ms + 2 * DAY_MS, DAY_MS)))
        bench.close()


def _of_open_transactions(found: Figures, n: int) -> None:
    """One partition with n open transactions."""
    transacting = _support("log.transacting")
    with _folder() as folder:
        bench = _support("log.building").LogBench(folder)
        log = bench.open()
        with found.cpu("each begins in one partition", n):
            for producer_id in range(n):
                transacting.write(log, producer_id, 0, b"v")
        with found.cpu("each ends in one partition, LSO after each", n):
            for producer_id in range(n):
                transacting.end(log, producer_id)
                if producer_id % 2:  # every other time the replicas are behind
                    log.maybe_increment_high_watermark(log.log_end_offset - 1)
                assert log.last_stable_offset >= 0
        bench.close()


async def _of_transactions(found: Figures, n: int) -> None:
    """n transactional ids, each with a transaction."""
    fakes = _support("transaction.coordinating")
    with _folder() as folder:
        node = _support("replica.node").Node(folder)
        async with fakes.running(node) as broker:
            coordinator = broker.coordinator
            producers: dict[str, Any] = {}

            async def until(state: TransactionState) -> None:
                await fakes.until(lambda: all(metadata.state is state for metadata in broker.states.all()))

            async def begin() -> None:
                for name, producer in producers.items():
                    await coordinator.add_partitions(name, producer, [TopicPartition("t", 0)])

            with found.cpu("each gets a producer id", n):
                for number in range(n):
                    name = f"tx-{number}"
                    producers[name] = await coordinator.init_producer_id(name, 60_000, None)
            with found.cpu("each begins", n):
                await begin()
            found.least("listed", n, lambda: at_once(coordinator.list(producer_ids=(), states=())))
            found.least("looked at for timeouts", n, lambda: at_once(coordinator.abort_overdue()))
            with found.cpu("each ends, markers included", n):
                for name, producer in producers.items():
                    await coordinator.end(name, producer, is_commit=True)
                await until(TransactionState.CompleteCommit)
            await begin()
            broker.leaders.gate.clear()
            node.clock.advance(60_001)
            await found.in_lane("all time out", n, coordinator.abort_overdue())
            await broker.lead(2, leader=0)
            await found.watched("loaded, all prepared to abort", n, broker.lead(3))
            broker.leaders.gate.set()
            await until(TransactionState.CompleteAbort)
            node.clock.advance(broker.config.transactional_id_expiration_ms + 1)
            await found.in_lane("all ids expire", n, coordinator.forget_expired())
            assert not broker.states.count
        node.log_manager.close()


def _of_connections(found: Figures, n: int) -> None:
    """n connections to one broker, each asking in its turn."""
    frame = b"".join(encode_request_frame(ApiVersionsRequest(), version=0, correlation_id=1, client_id="growth"))
    with servers.kavka() as server, contextlib.ExitStack() as stack:
        before = server.resident_mb()
        address = (server.host, server.port)
        made = [stack.enter_context(socket.create_connection(address)) for _ in range(n)]
        for one in made:
            _ask(one, frame)
        found.note("memory", n, (server.resident_mb() - before) * 1e3, "kB")
        waited = []
        cpu = server.cpu_seconds()
        for number in range(REQUESTS):
            began = time.perf_counter()
            _ask(made[number % n], frame)
            waited.append(time.perf_counter() - began)
        found.note("one request", n, (server.cpu_seconds() - cpu) / REQUESTS * 1e6, "µs CPU")
        found.note("one request, p99", n, sorted(waited)[REQUESTS * 99 // 100] * 1e6, "µs")


def _ask(one: socket.socket, frame: bytes) -> None:
    one.sendall(frame)
    left = int.from_bytes(one.recv(4, socket.MSG_WAITALL), "big")
    one.recv(left, socket.MSG_WAITALL)


def rows() -> list[Series]:
    """Measures the growth of every coordinator's state."""
    logging.disable(logging.WARNING)  # a line for each group that goes would be half of what that costs
    thresholds = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLDS)  # as a broker has them
    found: list[Series] = []
    subjects: tuple[tuple[str, Callable[[Figures, int], Any], tuple[int, ...]], ...] = (
        ("members of a group", _of_members, MEMBERS),
        ("groups", _of_groups, GROUPS),
        ("connections", _of_connections, CONNECTIONS),
        ("producer ids", _of_producers, PRODUCERS),
        ("open transactions", _of_open_transactions, TRANSACTIONS),
        ("transactions", _of_transactions, TRANSACTIONS),
    )
    for name, measure, counts in subjects:
        figures = Figures(name)
        for n in counts:
            if asyncio.iscoroutinefunction(measure):
                asyncio.run(measure(figures, n))
            else:
                measure(figures, n)
        found += figures.series()
    gc.set_threshold(*thresholds)
    logging.disable(logging.NOTSET)
    return found


def main() -> None:
    """Runs the benchmark from the command line."""
    chosen = report.parser("growth_coordinators", (__doc__ or "").partition("\n")[0]).parse_args()
    found = rows()
    print(table(found))
    if chosen.json is not None:
        chosen.json.write_text(json.dumps([asdict(one) | {"exponent": exponent(one.figures)} for one in found]) + "\n")


if __name__ == "__main__":
    main()
