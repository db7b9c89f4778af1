"""Which brokers get a partition's replicas: Kafka's round robin, with and without racks, and what may be said by hand.
Pure.

    new topic         starts anywhere: the caller draws `start_index` and `start_shift`
    more partitions   go on where partition 0 began, so that the round continues: `plan_added`

Replicas that somebody names are checked, never moved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from kavka.common.steps import Steps, at_once, stretches
from kavka.common.types import NewPartitions
from kavka.protocol.errors import (
    InvalidPartitions,
    InvalidReplicaAssignment,
    InvalidReplicationFactor,
    UnknownServerError,
)

PARTITIONS_PER_TOPIC_MAX = 90_000
"""More do not fit the one znode that holds a topic's assignment (1 MiB): with one replica each, and brokers of one
digit, a partition takes 12 bytes there."""

Racks = Mapping[int, str | None]
"""broker → its rack, None for a broker that has none."""


def place(
    brokers: Racks,
    *,
    partition_count: int,
    replication_factor: int,
    start_index: int,
    start_shift: int,
    first_partition: int = 0,
) -> dict[int, list[int]]:
    """Places replicas on brokers, over racks when the brokers have racks.

    Args and exceptions are those of `assign_replicas`.

    Raises:
        UnknownServerError: some brokers have a rack and others have none; Kafka's code for it.
    """
    return at_once(
        placing(
            brokers,
            partition_count=partition_count,
            replication_factor=replication_factor,
            start_index=start_index,
            start_shift=start_shift,
            first_partition=first_partition,
        )
    )


def placing(
    brokers: Racks,
    *,
    partition_count: int,
    replication_factor: int,
    start_index: int,
    start_shift: int,
    first_partition: int = 0,
) -> Steps[dict[int, list[int]]]:
    """Yields the steps of `place`.

    Raises:
        UnknownServerError: some brokers have a rack and others have none; Kafka's code for it.
    """
    by_id = sorted(brokers)
    racked = [broker_id for broker_id in by_id if brokers[broker_id] is not None]
    if racked and len(racked) < len(by_id):
        without = ", ".join(str(broker_id) for broker_id in by_id if brokers[broker_id] is None)
        raise UnknownServerError(
            "Not all brokers have rack information for replica rack aware assignment: "
            f"give broker.rack to brokers {without} too, or to none."
        )
    return (
        yield from _assigning(
            rack_alternated(brokers) if racked else by_id,
            partition_count=partition_count,
            replication_factor=replication_factor,
            start_index=start_index,
            start_shift=start_shift,
            first_partition=first_partition,
            racks=brokers if racked else None,
        )
    )


def rack_alternated(brokers: Racks) -> list[int]:
    """Orders the brokers so that neighbours are in different racks where possible.

    a: 1 4    b: 2    c: 3 5    →    1 2 3  4 5
    """
    shelves: dict[str, list[int]] = {}
    for broker_id in sorted(brokers):
        shelves.setdefault(brokers[broker_id] or "", []).append(broker_id)
    rows = [shelves[rack] for rack in sorted(shelves)]
    longest = max(map(len, rows), default=0)
    return [row[nth] for nth in range(longest) for row in rows if nth < len(row)]


def assign_replicas(
    broker_ids: Sequence[int],
    *,
    partition_count: int,
    replication_factor: int,
    start_index: int,
    start_shift: int,
    first_partition: int = 0,
    racks: Racks | None = None,
) -> dict[int, list[int]]:
    """Places replicas round robin, as Kafka does.

    The preferred leaders go round the brokers from `start_index`. The second replica stands one broker further plus the
    shift, the others follow it, skipping the leader; each time the leaders have gone round once, the shift grows by
    one, so that the partitions of one leader do not all have the same followers:

        5 brokers, start 0, shift 0       broker   0    1    2    3    4
                                          leader   p0   p1   p2   p3   p4
                                          second   p4   p0   p1   p2   p3      shift 0
                                          leader   p5   p6   p7   p8   p9
                                          second   p8   p9   p5   p6   p7      shift 1

    With racks the brokers come rack-alternated, the shift counts whole racks, and a broker is skipped while its rack
    has a replica and another rack has none.

    Args:
        broker_ids: where replicas may stand.
        partition_count: how many partitions to place, from 1.
        replication_factor: replicas for each, from 1 to the number of brokers.
        start_index: position in `broker_ids` of partition 0's leader.
        start_shift: the first shift.
        first_partition: the number of the first partition to place; above 0 when partitions are added.
        racks: where the brokers stand; None when that does not matter.

    Returns:
        partition → replicas, the preferred leader first.

    Raises:
        InvalidPartitions: the count is not positive, or beyond the limit.
        InvalidReplicationFactor: the factor is not positive, or there are fewer brokers.
    """
    return at_once(
        _assigning(
            broker_ids,
            partition_count=partition_count,
            replication_factor=replication_factor,
            start_index=start_index,
            start_shift=start_shift,
            first_partition=first_partition,
            racks=racks,
        )
    )


def _assigning(
    broker_ids: Sequence[int],
    *,
    partition_count: int,
    replication_factor: int,
    start_index: int,
    start_shift: int,
    first_partition: int,
    racks: Racks | None,
) -> Steps[dict[int, list[int]]]:
    if partition_count <= 0:
        raise InvalidPartitions(f"Number of partitions must be larger than 0, not {partition_count}.")
    if partition_count + first_partition > PARTITIONS_PER_TOPIC_MAX:
        raise InvalidPartitions(
            f"Number of partitions must be at most {PARTITIONS_PER_TOPIC_MAX}, not {partition_count + first_partition}."
        )
    if replication_factor <= 0:
        raise InvalidReplicationFactor(f"Replication factor must be larger than 0, not {replication_factor}.")
    count = len(broker_ids)
    if replication_factor > count:
        raise InvalidReplicationFactor(
            f"Replication factor: {replication_factor} larger than available brokers: {count}."
        )
    assignment = {}
    shift = start_shift
    for stretch in stretches(range(first_partition, first_partition + partition_count)):
        for number in stretch:
            if number > 0 and number % count == 0:
                shift += 1
            leader = (number + start_index) % count
            if racks is None:
                followers = [broker_ids[_follower(leader, shift, nth, count)] for nth in range(replication_factor - 1)]
            else:
                followers = _rack_aware_followers(broker_ids, leader, shift, replication_factor - 1, racks)
            assignment[number] = [broker_ids[leader], *followers]
        yield
    return assignment


def _follower(leader: int, shift: int, nth: int, count: int) -> int:
    """Returns the position of a leader's nth follower: never the leader's own."""
    return (leader + 1 + (shift + nth) % (count - 1)) % count


def _rack_aware_followers(broker_ids: Sequence[int], leader: int, shift: int, wanted: int, racks: Racks) -> list[int]:
    rack_count = len({racks[broker_id] for broker_id in broker_ids})
    taken = [broker_ids[leader]]
    used = {racks[taken[0]]}
    nth = 0
    while len(taken) <= wanted:
        broker_id = broker_ids[_follower(leader, shift * rack_count, nth, len(broker_ids))]
        nth += 1
        if broker_id not in taken and (racks[broker_id] not in used or len(used) == rack_count):
            taken.append(broker_id)
            used.add(racks[broker_id])
    return taken[1:]


def check_assignment(assignment: Mapping[int, Sequence[int]], live: Collection[int]) -> None:
    """Checks replicas that a caller chose.

    Raises:
        InvalidReplicaAssignment: partitions are not numbered from 0 without gaps, differ in their number of replicas,
            name a broker twice, or none of a partition's brokers is live, so that it could not have a leader.
    """
    at_once(checking(assignment, live))


def checking(assignment: Mapping[int, Sequence[int]], live: Collection[int]) -> Steps[None]:
    """Yields the steps of `check_assignment`."""
    if len(assignment) > PARTITIONS_PER_TOPIC_MAX:
        raise InvalidPartitions(
            f"Number of partitions must be at most {PARTITIONS_PER_TOPIC_MAX}, not {len(assignment)}."
        )
    if assignment.keys() != set(range(len(assignment))):
        raise InvalidReplicaAssignment(
            f"Partitions must be numbered from 0 without gaps, not {', '.join(map(str, sorted(assignment)))}."
        )
    factor = len(assignment[0])
    for stretch in stretches(range(len(assignment))):
        for number in stretch:
            _check_replicas(number, assignment[number], factor, live)
        yield


def _check_replicas(number: int, replicas: Sequence[int], factor: int, live: Collection[int]) -> None:
    if not replicas:
        raise InvalidReplicaAssignment(f"Partition {number} has no replicas.")
    if len(set(replicas)) != len(replicas):
        raise InvalidReplicaAssignment(f"Partition {number} names a broker twice: {list(replicas)}.")
    if len(replicas) != factor:
        raise InvalidReplicaAssignment(
            f"All partitions must have the same number of replicas: partition 0 has {factor}, "
            f"partition {number} has {len(replicas)}."
        )
    if not any(broker_id in live for broker_id in replicas):
        raise InvalidReplicaAssignment(f"None of the brokers {list(replicas)} of partition {number} is available.")


def plan_added(wanted: NewPartitions, *, existing: Mapping[int, Sequence[int]], brokers: Racks) -> dict[int, list[int]]:
    """Checks a request for more partitions and places the new ones' replicas.

    Args:
        wanted: the topic's new number of partitions, and replicas if somebody chose them.
        existing: partition → replicas, as ZooKeeper has them; partition 0 among them.
        brokers: the registered brokers, with their racks.

    Returns:
        partition → replicas, of the new partitions only.

    Raises:
        InvalidPartitions: there are as many already, or more, or the number is beyond the limit.
        InvalidReplicaAssignment: the chosen replicas are too many or too few, unknown, doubled, or differ in number
            from partition 0's.
        InvalidReplicationFactor: there are fewer brokers than partition 0 has replicas.
    """
    return at_once(planning_added(wanted, existing=existing, brokers=brokers))


def planning_added(
    wanted: NewPartitions, *, existing: Mapping[int, Sequence[int]], brokers: Racks
) -> Steps[dict[int, list[int]]]:
    """Yields the steps of `plan_added`."""
    now, count = len(existing), wanted.total_count
    if count < now:
        raise InvalidPartitions(f"Topic currently has {now} partitions, which is higher than the requested {count}.")
    if count == now:
        raise InvalidPartitions(f"Topic already has {now} partitions.")
    first_replicas = existing[0]
    if wanted.assignments is not None:
        if count > PARTITIONS_PER_TOPIC_MAX:
            raise InvalidPartitions(f"Number of partitions must be at most {PARTITIONS_PER_TOPIC_MAX}, not {count}.")
        chosen = {now + nth: replicas for nth, replicas in enumerate(wanted.assignments)}
        yield from _checking_added(chosen, count - now, replication_factor=len(first_replicas), brokers=brokers)
        return chosen
    by_id = sorted(brokers)
    # Kafka's start: the place, by id, of partition 0's preferred leader, or of the next broker when that one is gone.
    start = next((index for index, broker_id in enumerate(by_id) if broker_id >= first_replicas[0]), 0)
    return (
        yield from placing(
            brokers,
            partition_count=count - now,
            replication_factor=len(first_replicas),
            start_index=start,
            start_shift=start,
            first_partition=now,
        )
    )


def _checking_added(
    chosen: Mapping[int, Sequence[int]], added_count: int, *, replication_factor: int, brokers: Collection[int]
) -> Steps[None]:
    """Passes the replicas that somebody chose for new partitions. The texts are Kafka's: tools show and parse them.

    Raises:
        InvalidReplicaAssignment: see `plan_added`.
    """
    unknown: dict[int, None] = {}
    for stretch in stretches(chosen.values()):
        unknown |= dict.fromkeys(b for replicas in stretch for b in replicas if b not in brokers)
        yield
    if unknown:
        raise InvalidReplicaAssignment(f"Unknown broker(s) in replica assignment: {', '.join(map(str, unknown))}.")
    if len(chosen) != added_count:
        raise InvalidReplicaAssignment(
            f"Increasing the number of partitions by {added_count} but {len(chosen)} assignments provided."
        )
    odd: dict[int, int] = {}
    for part in stretches(chosen.items()):
        for number, replicas in part:
            if not replicas:
                raise InvalidReplicaAssignment(f"Cannot have replication factor of 0 for partition id {number}.")
            if len(set(replicas)) < len(replicas):
                raise InvalidReplicaAssignment(
                    f"Duplicate brokers not allowed in replica assignment: {', '.join(map(str, replicas))} "
                    f"for partition id {number}."
                )
            if len(replicas) != replication_factor:
                odd[number] = len(replicas)
        yield
    if odd:
        raise InvalidReplicaAssignment(
            f"Inconsistent replication factor between partitions, partition 0 has {replication_factor} while "
            f"partitions [{', '.join(map(str, odd))}] have replication factors "
            f"[{', '.join(map(str, odd.values()))}], respectively."
        )
