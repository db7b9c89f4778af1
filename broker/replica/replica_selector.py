"""Which replica a consumer should read from: the leader, or a closer one (KIP-392). Sans I/O.

With `replica.selector.class` unset every consumer reads from the leader. With Kafka's RackAwareReplicaSelector a
consumer that names its rack (`client.rack`, Fetch 11) is sent to a replica there:

    the leader is in that rack                                   → the leader
    followers there are in the ISR and have the offset asked for → the one that has most, and was caught up last
    nobody there                                                 → the leader

The response that sends it elsewhere has no records. Whoever comes to a follower reads up to the high watermark that the
follower knows, which is at most one of its fetches behind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kavka.broker.replica.partition import Partition

RACK_AWARE: Final = "org.apache.kafka.common.replica.RackAwareReplicaSelector"
LEADER_ONLY: Final = "org.apache.kafka.common.replica.LeaderSelector"
READ_HERE: Final = -1
"""No other replica is preferred."""

RackOf = Callable[[int], str | None]


def preferred_replica(partition: Partition, rack: str, fetch_offset: int, rack_of: RackOf) -> int:
    """Selects the replica that a consumer in a rack should read from; READ_HERE for this leader.

    Args:
        partition: led by this broker.
        rack: the consumer's.
        fetch_offset: what it wants to read next.
        rack_of: the rack of a live broker, None when it is dead or has none.
    """
    if not partition.is_leader or rack_of(partition.broker_id) == rack:
        return READ_HERE
    best = None
    for broker_id in partition.isr:
        replica = partition.remote_replicas.get(broker_id)
        if replica is None or rack_of(broker_id) != rack:
            continue
        if not replica.log_start_offset <= fetch_offset <= replica.log_end_offset:
            continue
        if best is None or (replica.log_end_offset, replica.last_caught_up_ms) > (
            best.log_end_offset,
            best.last_caught_up_ms,
        ):
            best = replica
    return READ_HERE if best is None else best.broker_id


def stays_preferred(partition: Partition, rack: str, rack_of: RackOf) -> bool:
    """Tells whether a rack's consumer reads here until the ISR or leader changes.

    A replica that is not in the ISR cannot be preferred; one whose broker is not known, or that is in the consumer's
    rack and lacks something yet, may be at any time. Brokers change their rack only by a restart, and with it the ISR.

    Args:
        partition: which has just been found to have no better replica.
        rack: the consumer's.
        rack_of: see `preferred_replica`.
    """
    if not partition.is_leader or rack_of(partition.broker_id) == rack:
        return True
    others = [rack_of(broker_id) for broker_id in partition.isr if broker_id != partition.broker_id]
    return None not in others and rack not in others
