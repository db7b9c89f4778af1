"""The final reads: each partition by a fresh consumer of either isolation level, once all is healed and quiet.

    ends of both levels ─ differ: a transaction is open still ─▶ wait, up to SETTLE_MS_MAX ─▶ read ─▶ LogRead

Whoever left a transaction open has its coordinator abort it when its time is up; a last stable offset that stays behind
for longer is recorded as it is, and `unseen` names what it holds back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from kavka.client.consumer import Consumer
from kavka.common.types import TopicPartition
from kavka.simulation.history import Isolation, LogRead, Value
from kavka.simulation.workloads.ground import Ground, records_of

SETTLE_MS_MAX: Final = 60_000
NOTHING: Final[Mapping[TopicPartition, int]] = {}
"""How long open transactions may take to be decided: their timeout, and the coordinator's interval of looking."""

READ_MS_MAX: Final = 30_000
POLL_MS: Final = 1_000


async def read_all(
    ground: Ground,
    partitions: Sequence[TopicPartition],
    *,
    named: str | None = None,
    is_whole: bool = False,
    least: Mapping[TopicPartition, int] = NOTHING,
) -> None:
    """Reads partitions from their begin to their end, at both isolation levels, into the history.

    Args:
        ground: the workload's.
        partitions: which.
        named: how the history calls their topic, if not by its name.
        is_whole: record nothing of a partition whose end is not reached: faults may be the reason.
        least: where the partitions end at least, for a broker that was cut off may still tell what it led up to.
    """
    if not partitions:
        return

    async def read(name: str) -> None:
        levels = (Isolation.READ_UNCOMMITTED, Isolation.READ_COMMITTED)
        async with (
            ground.consumer(name, isolation_level=levels[0].value) as uncommitted,
            ground.consumer(name, isolation_level=levels[1].value) as committed,
        ):
            await _settled(ground, uncommitted, committed, partitions, least)
            await _read(ground, uncommitted, levels[0], partitions, named, is_whole=is_whole)
            await _read(ground, committed, levels[1], partitions, named, is_whole=is_whole)

    await ground.do("final", read)


async def _settled(
    ground: Ground,
    uncommitted: Consumer,
    committed: Consumer,
    partitions: Sequence[TopicPartition],
    least: Mapping[TopicPartition, int],
) -> None:
    deadline_ms = ground.now_ms() + SETTLE_MS_MAX
    while ground.now_ms() < deadline_ms:
        ends = await uncommitted.end_offsets(partitions)
        if ends == await committed.end_offsets(partitions) and all(ends[tp] >= least.get(tp, 0) for tp in partitions):
            return
        await asyncio.sleep(POLL_MS / 1_000)


async def _read(
    ground: Ground,
    consumer: Consumer,
    isolation: Isolation,
    partitions: Sequence[TopicPartition],
    named: str | None,
    *,
    is_whole: bool,
) -> None:
    starts = await consumer.beginning_offsets(partitions)
    ends = await consumer.end_offsets(partitions)
    await consumer.assign(partitions, start="beginning")
    found: dict[TopicPartition, list[tuple[int, Value]]] = {tp: [] for tp in partitions}
    positions = dict(starts)
    deadline_ms = ground.now_ms() + READ_MS_MAX
    while ground.now_ms() < deadline_ms and any(positions[tp] < ends[tp] for tp in partitions):
        for tp, records in (await consumer.poll(timeout_ms=POLL_MS)).items():
            found[tp] += records_of(records)
        for tp in partitions:
            positions[tp] = await consumer.position(tp)
    starts = await consumer.beginning_offsets(partitions)  # retention may have gone on meanwhile
    for tp in partitions:
        if is_whole and positions[tp] < ends[tp]:
            continue
        ground.counts["final reads"] += 1
        ground.history.add(
            LogRead(
                tp=tp if named is None else TopicPartition(named, tp.partition),
                isolation=isolation,
                records=tuple(found[tp]),
                end_offset=ends[tp],
                time_ms=ground.now_ms(),
                log_start_offset=starts[tp],
                position=positions[tp],
            )
        )
