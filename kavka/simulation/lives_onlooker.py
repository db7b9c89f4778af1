"""Looks into each life of a broker once it serves: what a restart may lose before anybody is harmed.

    a broker serves again ─┬─ producers as its logs say?  ─ no ─▶ `producers-differ`       at the end, too
                           └─ its directories say that it has ended in order? ─ yes ─▶ `marked-as-ended`
    a leader, at each look ── last stable offset behind each marker that may be lost? ─ no ─▶ `unstable-told`

A broker whose disk fails is looked at when it does not. A log with a flipped bit says no more what was written, and its
broker need not have noticed: a startup reads what is above the recovery point. It is let alone while it has that bit.

It only reads. Not here: what a log says of its producers (`producer_agreement`), and what brokers believe from moment
to moment (`onlooker`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kavka.protocol.disk.file_names import CLEAN_SHUTDOWN_FILE, LOG_SUFFIX, OFFSET_INDEX_SUFFIX
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.producer_agreement import differences, stable_too_early

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.broker.replica.partition import Partition
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster


class LivesOnlooker:
    """See the module.

    Args:
        cluster: whose brokers these are.
        may_expire: clocks jump: a broker may forget producers before their time.
    """

    def __init__(self, cluster: SimulatedCluster, *, may_expire: bool) -> None:
        self._cluster = cluster
        self._may_expire = may_expire
        self._seen: dict[str, int] = {}

    def look(self) -> list[Violation]:
        """Looks at the brokers that serve again, and at all last stable offsets."""
        sound = [broker for broker in self._cluster.brokers if not broker.machine.disk.faults.active]
        begun = [broker for broker in sound if broker.is_ready.is_set() and broker.lives != self._seen.get(broker.name)]
        self._seen |= {broker.name: broker.lives for broker in begun}
        found = [breach for broker in begun for breach in (*self._producers(broker), *_marks(broker))]
        return found + [breach for broker in sound for breach in _unstable(broker)]

    def look_at_all(self) -> list[Violation]:
        """Looks at the producers of all brokers; no disk fails any more."""
        return [breach for broker in self._cluster.brokers for breach in self._producers(broker)]

    def _producers(self, broker: SimulatedBroker) -> Iterator[Violation]:
        for partition in _partitions(broker):
            for what in differences(partition.log, may_expire=self._may_expire):
                yield violation("producers-differ", f"{broker.name}, life {broker.lives}, {partition}: {what}")


def _partitions(broker: SimulatedBroker, *, leads: bool = False) -> Iterable[Partition]:
    """Returns the partitions of a broker that runs whose logs are as written: not compacted, damaged, or rotten.

    Args:
        broker: whose.
        leads: only those that it leads.
    """
    if not broker.is_running or broker.inside is None:
        return ()
    held = broker.inside.replication.manager.partitions
    rotten = broker.machine.disk.rotten_files()
    return [
        partition
        for partition in held
        if (partition.is_leader or not leads)
        and not partition.log.config.is_compacted
        and partition.log.damage is None
        and not (rotten and any(path in rotten for path in _files_read(partition.log)))
    ]


def _files_read(log: Log) -> Iterator[str]:
    """Yields the paths of what is read of a log here: batches, and where they stand."""
    for segment in log.files.segments:
        yield segment.path
        yield segment.path.removesuffix(LOG_SUFFIX) + OFFSET_INDEX_SUFFIX


def _marks(broker: SimulatedBroker) -> Iterator[Violation]:
    if not broker.is_running or broker.broker is None or broker.broker.is_stopping or broker.inside is None:
        return
    for log_dir in broker.inside.storage.logs.online_dirs:
        path = os.path.join(log_dir.path, CLEAN_SHUTDOWN_FILE)
        if broker.machine.disk.find(path) is not None:
            yield violation("marked-as-ended", f"{broker.name}, life {broker.lives}, serves, and {path} is there")


def _unstable(broker: SimulatedBroker) -> Iterator[Violation]:
    for partition in _partitions(broker, leads=True):
        what = stable_too_early(partition.log)
        if what is not None:
            yield violation("unstable-told", f"{broker.name}, {partition}: {what}")
