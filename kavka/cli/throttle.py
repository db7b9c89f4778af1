"""The throttle of a reassignment (KIP-73): set before replicas move, lifted when they are there.

    topics of the plan    leader.replication.throttled.replicas    partition:broker of each replica that is there
                          follower.replication.throttled.replicas  partition:broker of each replica that comes
    every live broker     leader|follower.replication.throttled.rate
    who moves between     replica.alter.log.dirs.io.max.bytes.per.second: it holds for all such moves, no list is needed
      its directories

The same keys as kafka-reassign-partitions sets, so either tool lifts what the other has set. A throttle outlives this
process on purpose: moves may take days, and `kavka cluster reassign --verify` lifts it when they are done. Not here:
moving.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kavka.cli.reassignment_plan import Plan
from kavka.client.admin import Admin
from kavka.client.configs import BROKER_SOURCE, TOPIC_SOURCE, Changes, ConfigResource
from kavka.common.types import OngoingReassignment, TopicPartition

LEADERS: Final = "leader.replication.throttled.replicas"
FOLLOWERS: Final = "follower.replication.throttled.replicas"
LEADER_RATE: Final = "leader.replication.throttled.rate"
FOLLOWER_RATE: Final = "follower.replication.throttled.rate"
DIRECTORY_RATE: Final = "replica.alter.log.dirs.io.max.bytes.per.second"

Replicas = Mapping[TopicPartition, Sequence[int]]


def throttled_replicas(
    plan: Plan, now: Replicas, moves: Mapping[TopicPartition, OngoingReassignment]
) -> dict[str, dict[str, str]]:
    """Returns each topic's two lists: the replicas read from, and those that come.

    Args:
        plan: where partitions shall be.
        now: where they are.
        moves: those of them that are moving already; what only comes there is no source.
    """
    lists: dict[str, tuple[list[str], list[str]]] = {}
    for partition, wanted in sorted(plan.items()):
        coming = moves[partition].adding if partition in moves else ()
        sources = [broker for broker in now[partition] if broker not in coming]
        leaders, followers = lists.setdefault(partition.topic, ([], []))
        leaders += [f"{partition.partition}:{broker}" for broker in sources]
        followers += [f"{partition.partition}:{broker}" for broker in wanted if broker not in sources]
    return {
        topic: {LEADERS: ",".join(leaders), FOLLOWERS: ",".join(followers)}
        for topic, (leaders, followers) in lists.items()
    }


async def set_throttle(admin: Admin, plan: Plan, now: Replicas, rate: int) -> None:
    """Limits the plan's moves to `rate` bytes/s for each broker and direction."""
    moves = await admin.list_partition_reassignments(plan)
    rates = Changes(set={LEADER_RATE: str(rate), FOLLOWER_RATE: str(rate)})
    for broker in (await admin.describe_cluster()).brokers:
        await admin.alter_configs(ConfigResource.broker(broker.broker_id), rates)
    for topic, lists in throttled_replicas(plan, now, moves).items():
        await admin.alter_configs(ConfigResource.topic(topic), Changes(set=lists))


async def lift_throttle(admin: Admin, topics: Iterable[str]) -> bool:
    """Takes the throttle from topics, and the brokers' rates back when nothing moves any more; whether there was one.

    Topics without a throttle cost a request each and nothing else: no broker is asked for what it would only deny.
    """
    is_lifted = False
    for topic in sorted(set(topics)):
        entries = await admin.describe_topic_configs(topic)
        names = [e.name for e in entries if e.name in (LEADERS, FOLLOWERS) and e.source == TOPIC_SOURCE]
        if names:
            await admin.alter_configs(ConfigResource.topic(topic), Changes(delete=names))
            is_lifted = True
    if is_lifted and not await admin.list_partition_reassignments():
        for broker in (await admin.describe_cluster()).brokers:
            resource = ConfigResource.broker(broker.broker_id)
            await admin.alter_configs(resource, Changes(delete=(LEADER_RATE, FOLLOWER_RATE)))
    return is_lifted


async def set_directory_throttle(admin: Admin, broker_ids: Iterable[int], rate: int) -> None:
    """Has brokers copy no more than `rate` bytes/s between their own directories."""
    for broker_id in broker_ids:
        await admin.alter_configs(ConfigResource.broker(broker_id), Changes(set={DIRECTORY_RATE: str(rate)}))


async def lift_directory_throttle(admin: Admin, broker_ids: Iterable[int]) -> bool:
    """Takes that back; whether there was one."""
    is_lifted = False
    for broker_id in broker_ids:
        entries = await admin.describe_broker_configs(broker_id)
        if any(entry.name == DIRECTORY_RATE and entry.source == BROKER_SOURCE for entry in entries):
            await admin.alter_configs(ConfigResource.broker(broker_id), Changes(delete=(DIRECTORY_RATE,)))
            is_lifted = True
    return is_lifted
