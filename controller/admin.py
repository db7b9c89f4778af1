"""What may be asked for: names, counts and configs of topics, checked and completed. Pure, but for the random start.

Not here: which brokers get the replicas (`placement`).

Handlers of API calls do not decide any of this, and neither does ZooKeeper: a topic that this module lets through can
be created. Texts that Kafka's own tools look for are Kafka's ("already exists", "larger than available brokers").
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping

from kavka.common.steps import Steps, at_once
from kavka.common.types import NewTopic
from kavka.controller.placement import Racks, checking, placing
from kavka.protocol.errors import InvalidConfig, InvalidRequest, InvalidTopic, TopicAlreadyExists

TOPIC_NAME_MAX = 249
"""A partition's directory is <name>-<number>, with a suffix while it is deleted: a file name has 255 at most."""

ASK_FOR_DEFAULT = -1

_LEGAL_NAME = re.compile(r"[a-zA-Z0-9._-]+")

ConfigValidator = Callable[[Mapping[str, str]], None]
"""Raises `protocol.errors.InvalidConfig` for overrides that no log could have; `broker` brings it."""


def check_topic_name(name: str) -> None:
    """Checks that a topic's name is legal.

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
    """Returns the key in which colliding topic names are equal.

    Names with the same key would have the same metric name, where '.' is written as '_'.
    """
    return name.replace(".", "_")


def check_new_name(name: str, existing: Collection[str]) -> None:
    """Checks that a new topic's name is legal and free.

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

    def plan(self, topic: NewTopic, *, existing: Collection[str], live: Racks) -> dict[int, list[int]]:
        """Checks a topic and places its replicas.

        Args:
            topic: what was asked for.
            existing: the names that are taken.
            live: the brokers that replicas may be placed on, with their racks.

        Returns:
            partition → replicas.

        Raises:
            KafkaError: the subclass says what cannot be.
        """
        return at_once(self.planning(topic, existing=existing, live=live))

    def planning(self, topic: NewTopic, *, existing: Collection[str], live: Racks) -> Steps[dict[int, list[int]]]:
        """Yields the steps of `plan`."""
        check_new_name(topic.name, existing)
        assignment = yield from self._place(topic, live)
        self._validate_configs(checked_configs(topic.configs))
        return assignment

    def items_of(self, topic: NewTopic) -> int:
        """Counts the partitions to be placed, as far as is known before anything is checked."""
        return len(topic.assignments) or max(topic.num_partitions, self._num_partitions)

    def _place(self, topic: NewTopic, live: Racks) -> Steps[dict[int, list[int]]]:
        if topic.assignments:
            if topic.num_partitions != ASK_FOR_DEFAULT or topic.replication_factor != ASK_FOR_DEFAULT:
                raise InvalidRequest(
                    "Give either the replicas of each partition, or a number of partitions and a replication factor."
                )
            yield from checking(topic.assignments, live)
            return {number: topic.assignments[number] for number in range(len(topic.assignments))}
        wanted_partitions = topic.num_partitions
        wanted_factor = topic.replication_factor
        count = len(live)
        return (
            yield from placing(
                live,
                partition_count=self._num_partitions if wanted_partitions == ASK_FOR_DEFAULT else wanted_partitions,
                replication_factor=self._replication_factor if wanted_factor == ASK_FOR_DEFAULT else wanted_factor,
                start_index=self._rng.randrange(count) if count else 0,
                start_shift=self._rng.randrange(count) if count else 0,
            )
        )


def checked_configs(configs: Mapping[str, str | None]) -> dict[str, str]:
    """Returns the overrides of a new topic, none of them null.

    Raises:
        InvalidConfig: a value is null.
    """
    nulls = sorted(name for name, value in configs.items() if value is None)
    if nulls:
        raise InvalidConfig(f"Null value not supported for topic configs: {', '.join(nulls)}")
    return {name: value for name, value in configs.items() if value is not None}
