"""What a broker lacks whose disk was replaced or emptied: the logs of partitions that it is called in sync for.

    a data directory without meta.properties ─▶ every partition                     ┐  is this broker in the ISR, with
    a checkpoint that knows of a log where there is none ─▶ that log's partition    ┘  others, and has no log?
                                                                                         │ yes
          the registration names it (`incomplete_logs`) ◀── .damaged (`log.damage`) ◀── an empty log

Its membership in the ISR would else make it leader with nothing, and those that have everything would truncate to it
(docs/decisions/0031). An ISR of this broker alone changes nothing: nobody else is known to have more.

Before the registration, since the first controller that sees it decides. A directory stays new (`.new-directory`) until
this was done, however many starts that takes: while another directory is offline, the log may be in that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeVar

from kavka.broker.log.damage import LogDamage
from kavka.broker.log.log_dir import NEW_DIR_FILE
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.errors import KafkaStorageError
from kavka.zk import paths
from kavka.zk.errors import NoNode
from kavka.zk.znodes import PartitionStateZNode, TopicZNode, ZNodeError

if TYPE_CHECKING:
    from kavka.broker.log.log_manager import LogManager
    from kavka.zk.client import ZkClient

READS_IN_FLIGHT_MAX: Final = 500
SHOWN_MAX: Final = 20
"""Partitions that the log names."""

_log = logging.getLogger(__name__)

T = TypeVar("T")
R = TypeVar("R")


async def mark_missing(zk: ZkClient, log_manager: LogManager, broker_id: int) -> None:
    """Creates the partition logs that are missing on disk, marked as incomplete.

    Raises:
        ZkError: ZooKeeper cannot be asked.
    """
    if log_manager.offline_dirs:
        return
    new_dirs = [state for state in log_manager.dirs if state.is_new]
    known = {} if new_dirs else _only_in_checkpoints(log_manager)
    names = await zk.children(paths.TOPICS) if new_dirs else sorted({tp.topic for tp in known})
    topics: dict[str, TopicZNode] = {}
    for name, topic in zip(names, await _in_flight(names, lambda name: _topic(zk, name)), strict=True):
        if topic is not None:
            topics[name] = topic
    wanted = [
        partition
        for name, topic in topics.items()
        for index, replicas in topic.partitions.items()
        if broker_id in replicas and log_manager.get(partition := TopicPartition(name, index)) is None
        if new_dirs or partition in known
    ]
    isrs = await _in_flight(wanted, lambda partition: _isr(zk, partition))
    missing = {
        partition: topics[partition.topic].topic_id or ZERO_TOPIC_ID
        for partition, isr in zip(wanted, isrs, strict=True)
        if broker_id in isr and len(isr) > 1
    }
    try:
        await log_manager.filesystem.run(_make, log_manager, missing)
    except KafkaStorageError as error:
        _log.error("not all missing logs are made, the next start goes on with that: %s", error.message)
        return
    for state in new_dirs:
        log_manager.filesystem.remove(state.log_dir.file(NEW_DIR_FILE))


def _only_in_checkpoints(log_manager: LogManager) -> dict[TopicPartition, int]:
    """Partitions without a log of which a checkpoint says that there was something in it."""
    return {
        partition: offset
        for state in log_manager.dirs
        for checkpoint in (state.high_watermarks, state.recovery_points)
        for partition, offset in checkpoint.offsets.items()
        if offset > 0 and log_manager.get(partition) is None and log_manager.futures.get(partition) is None
    }


def _make(log_manager: LogManager, missing: dict[TopicPartition, bytes]) -> None:
    if missing:
        shown = ", ".join(str(partition) for partition in list(missing)[:SHOWN_MAX])
        _log.error(
            "the logs of %d partitions that this broker was in sync for are not here: %s%s; others lead, and they are "
            "copied from there",
            *(len(missing), shown, " …" if len(missing) > SHOWN_MAX else ""),
        )
    for partition, topic_id in missing.items():
        log = log_manager.get_or_create(partition, topic_id=topic_id, is_new=True)
        log.mark_damaged(LogDamage(reason="there was no log when the broker started, although it was in sync"))


async def _topic(zk: ZkClient, name: str) -> TopicZNode | None:
    try:
        return TopicZNode.decode((await zk.get(paths.topic(name)))[0])
    except NoNode:
        return None
    except ZNodeError as error:
        _log.warning("nobody can tell which replicas topic %s has: %s", name, error)
        return None


async def _isr(zk: ZkClient, partition: TopicPartition) -> tuple[int, ...]:
    try:
        return PartitionStateZNode.decode((await zk.get(paths.partition_state(*partition)))[0]).isr
    except NoNode:
        return ()
    except ZNodeError as error:
        _log.warning("nobody can tell who is in sync for %s: %s", partition, error)
        return ()


async def _in_flight(items: Iterable[T], read: Callable[[T], Awaitable[R]]) -> list[R]:
    left, found = list(items), list[R]()
    for start in range(0, len(left), READS_IN_FLIGHT_MAX):
        found += await asyncio.gather(*map(read, left[start : start + READS_IN_FLIGHT_MAX]))
    return found
