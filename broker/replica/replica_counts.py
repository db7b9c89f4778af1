"""How the replicas of a broker are, counted when somebody asks: what dashboards alert on.

Nothing is kept between two looks, so nothing can drift from what it counts. What Kafka calls these numbers stands
beside each; they are of its ReplicaManager unless said otherwise. Not here: showing them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.replica.partition import Partition
    from kavka.common.steps import Steps

PARTITIONS_PER_STEP: Final = 256
"""Partitions that are counted before others get their turn on the loop."""


class ReplicaCounts(NamedTuple):
    """One look.

    Attributes:
        partitions: PartitionCount: replicas that are held here.
        leaders: LeaderCount: those of them that lead.
        offline: OfflineReplicaCount: replicas in directories that failed.
        under_replicated: UnderReplicatedPartitions: led here, with fewer in the ISR than there are replicas; those that
            a reassignment brings are not missed yet.
        under_min_isr: UnderMinIsrPartitionCount: led here, and closed to acks=all.
        at_min_isr: AtMinIsrPartitionCount: led here, and closed to it when one more leaves.
        reassigning: ReassigningPartitions: led here, and on their way.
        lag_max: ReplicaFetcherManager's MaxLag: the most records that a replica here lacks, as its leader said last.
    """

    partitions: int
    leaders: int
    offline: int
    under_replicated: int
    under_min_isr: int
    at_min_isr: int
    reassigning: int
    lag_max: int


def count_replicas(partitions: Iterable[Partition], *, lost: int = 0, lag_max: int = 0) -> Steps[ReplicaCounts]:
    """Counts the broker's replicas by their state, in steps.

    Args:
        partitions: all that are held here.
        lost: replicas whose directory was offline before they were found.
        lag_max: what the fetchers say.
    """
    held = leaders = offline = under_replicated = under_min_isr = at_min_isr = reassigning = 0
    # One pass, and what most partitions have in common first: ten thousand of them are counted for each scrape.
    for partition in partitions:
        held += 1
        if not held % PARTITIONS_PER_STEP:
            yield
        log = partition.log
        if log.log_dir.failure is not None:
            offline += 1
        elif partition.is_leader:
            leaders += 1
            in_sync, replicas = len(partition.isr), len(partition.replicas)
            wanted = min(log.config.min_insync_replicas, replicas)
            if in_sync <= wanted:
                under_min_isr += in_sync < wanted
                at_min_isr += in_sync == wanted
            if in_sync < replicas:
                under_replicated += partition.is_under_replicated
            reassigning += partition.is_reassigning
    return ReplicaCounts(
        partitions=held,
        leaders=leaders,
        offline=lost + offline,
        under_replicated=under_replicated,
        under_min_isr=under_min_isr,
        at_min_isr=at_min_isr,
        reassigning=reassigning,
        lag_max=lag_max,
    )
