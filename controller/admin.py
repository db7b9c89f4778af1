"""What may be asked for: names, counts, placements and configs of topics, checked and completed. Pure, but for the
random start.

Handlers of API calls do not decide any of this, and neither does ZooKeeper: a topic that this module lets through can
be created. Texts that Kafka's own tools look for are Kafka's ("already exists", "larger than available brokers").
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence

from kavka.common.types import NewTopic
from protocol.errors import (
    InvalidConfig,
    InvalidPartitions,
    InvalidReplicaAssignment,
    InvalidReplicationFactor,
    InvalidRequest,
    InvalidTopic,
    TopicAlreadyExists,
)

TOPIC_NAME_MAX = 249
"""A partition's directory is <name>-<number>, with a suffix while it is deleted: a file name has 255 at most."""

PARTITIONS_PER_TOPIC_MAX = 200_000
"""More would not fit the one znode that holds a topic's assignment (1 MiB)."""

ASK_FOR_DEFAULT = -1

_LEGAL_NAME = re.compile(r"[a-zA-Z0-9._-]+")

ConfigValidator = Callable[[Mapping[str, str]], None]
"""Raises `protocol.errors.InvalidConfig` for overrides that no log could have; `broker` brings it."""


def check_topic_name(name: str) -> None:
    """Passes a legal topic name.

    Raises:
        InvalidTopic: INVALID_TOPIC_EXCEPTION, with what is wrong.
    """
    if not name:
        raise InvalidTopic("Topic name is invalid: it is empty")
    if name in (".", ".."):
        raise InvalidTopic(f"Topic name is invalid: '{name}' stands for a directory")
    if len(name) > TOPIC_NAME_MAX:
        raise InvalidTopic(
            f"Topic name is invalid: it has {len(name)} characters, at most {TOPIC_NAME_MAX} are allowed"
        )
    if not _LEGAL_NAME.fullmatch(name):
        raise InvalidTopic(
            f"Topic name is invalid: '{name}' contains a character other than ASCII letters, digits, '.', '_' and '-'"
        )


def collision_key(name: str) -> str:
    """Names with the same key would have the same metric name, where '.' is written as '_'."""
    return name.replace(".", "_")


def check_new_name(name: str, existing: Collection[str]) -> None:
    """Passes a legal name that is free.

    Raises:
        InvalidTopic: illegal, or it differs from an existing one only in '.' and '_'.
        TopicAlreadyExists: it is taken.
    """
    if name in existing:
        raise TopicAlreadyExists(f"Topic '{name}' already exists.")
    check_topic_name(name)
    if "." in name or "_" in name:
        key = collision_key(name)
        colliding = sorted(other for other in existing if collision_key(other) == key)
        if colliding:
            raise InvalidTopic(f"Topic '{name}' collides with existing topics: {', '.join(colliding)}")


def assign_replicas(
    broker_ids: Sequence[int],
    *,
    partition_count: int,
    replication_factor: int,
    start_index: int,
    start_shift: int,
    first_partition: int = 0,
) -> dict[int, list[int]]:
    """Places replicas round robin, without regard to racks, as Kafka does.

    The preferred leaders go round the brokers from `start_index`. The second replica stands one broker further plus the
    shift, the others follow it, skipping the leader; each time the leaders have gone round once, the shift grows by
    one, so that the partitions of one leader do not all have the same followers:

        5 brokers, start 0, shift 0       broker   0    1    2    3    4
                                          leader   p0   p1   p2   p3   p4
                                          second   p4   p0   p1   p2   p3      shift 0
                                          leader   p5   p6   p7   p8   p9
                                          second   p8   p9   p5   p6   p7      shift 1

    Args:
        broker_ids: where replicas may stand.
        partition_count: how many partitions to place, from 1.
        replication_factor: replicas for each, from 1 to the number of brokers.
        start_index: position in `broker_ids` of partition 0's leader.
        start_shift: the first shift.
        first_partition: the number of the first partition to place; above 0 when partitions are added.

    Returns:
        partition → replicas, the preferred leader first.

    Raises:
        InvalidPartitions: the count is not positive, or beyond the limit.
        InvalidReplicationFactor: the factor is not positive, or there are fewer brokers.
    """
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
    for number in range(first_partition, first_partition + partition_count):
        if number > 0 and number % count == 0:
            shift += 1
        leader = (number + start_index) % count
        followers = [(leader + 1 + (shift + nth) % (count - 1)) % count for nth in range(replication_factor - 1)]
        assignment[number] = [broker_ids[leader], *(broker_ids[index] for index in followers)]
    return assignment


def check_assignment(assignment: Mapping[int, Sequence[int]], live: Collection[int]) -> None:
    """Passes replicas that a caller chose.

    Raises:
        InvalidReplicaAssignment: partitions are not numbered from 0 without gaps, differ in their number of replicas,
            name a broker twice, or none of a partition's brokers is live, so that it could not have a leader.
    """
    if sorted(assignment) != list(range(len(assignment))):
        raise InvalidReplicaAssignment(
            f"Partitions must be numbered from 0 without gaps, not {', '.join(map(str, sorted(assignment)))}."
        )
    factor = len(assignment[0])
    for number, replicas in sorted(assignment.items()):
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


class TopicPlanner:
    """Turns what was asked for into what will be written.

    Args:
        num_partitions: for topics that do not say.
        replication_factor: for topics that do not say.
        validate_configs: raises InvalidConfig for impossible overrides.
        rng: where placements start.
    """

    __slots__ = ("_num_partitions", "_replication_factor", "_rng", "_validate_configs")

    def __init__(
        self, *, num_partitions: int, replication_factor: int, validate_configs: ConfigValidator, rng: random.Random
    ) -> None:
        self._num_partitions = num_partitions
        self._replication_factor = replication_factor
        self._validate_configs = validate_configs
        self._rng = rng

    def plan(self, topic: NewTopic, *, existing: Collection[str], live: Sequence[int]) -> dict[int, list[int]]:
        """Checks a topic and places its replicas.

        Args:
            topic: what was asked for.
            existing: the names that are taken.
            live: the brokers that replicas may be placed on, by id.

        Returns:
            partition → replicas.

        Raises:
            KafkaError: the subclass says what cannot be.
        """
        check_new_name(topic.name, existing)
        assignment = self._place(topic, live)
        self._validate_configs(checked_configs(topic.configs))
        return assignment

    def _place(self, topic: NewTopic, live: Sequence[int]) -> dict[int, list[int]]:
        if topic.assignments:
            if topic.num_partitions != ASK_FOR_DEFAULT or topic.replication_factor != ASK_FOR_DEFAULT:
                raise InvalidRequest(
                    "Give either the replicas of each partition, or a number of partitions and a replication factor."
                )
            check_assignment(topic.assignments, live)
            return {number: list(topic.assignments[number]) for number in sorted(topic.assignments)}
        wanted_partitions = topic.num_partitions
        wanted_factor = topic.replication_factor
        count = len(live)
        return assign_replicas(
            live,
            partition_count=self._num_partitions if wanted_partitions == ASK_FOR_DEFAULT else wanted_partitions,
            replication_factor=self._replication_factor if wanted_factor == ASK_FOR_DEFAULT else wanted_factor,
            start_index=self._rng.randrange(count) if count else 0,
            start_shift=self._rng.randrange(count) if count else 0,
        )


def checked_configs(configs: Mapping[str, str | None]) -> dict[str, str]:
    """The overrides of a new topic, none of them null.

    Raises:
        InvalidConfig: a value is null.
    """
    nulls = sorted(name for name, value in configs.items() if value is None)
    if nulls:
        raise InvalidConfig(f"Null value not supported for topic configs: {', '.join(nulls)}")
    return {name: value for name, value in configs.items() if value is not None}
