"""Which replicas partitions shall have: read from Kafka's JSON, written as it, or made for a set of brokers.

    {"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[1,2,3]}, …]}

The format of kafka-reassign-partitions, so a file of either tool works with the other. Beside its replicas an entry may
have `log_dirs`, as many: in which data directory of its broker each replica shall be, "any" for wherever it is.

Not here: asking brokers (`cluster`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kavka.cli.cli_error import CliError
from kavka.client.metadata import BrokerAddress, TopicInfo
from kavka.common.types import TopicPartition
from kavka.controller.placement import place
from kavka.protocol.errors import KafkaError

Plan = Mapping[TopicPartition, Sequence[int]]
"""partition → brokers, the preferred leader first."""


Directories = Mapping[int, Mapping[TopicPartition, str]]
"""broker → partition → the data directory in which its replica shall be, where that is said."""

ANY_DIRECTORY: Final = "any"


class ParsedPlan(NamedTuple):
    """What a file says."""

    replicas: dict[TopicPartition, list[int]]
    directories: dict[int, dict[TopicPartition, str]]


def parse_plan(text: str, *, name: str) -> ParsedPlan:
    """Reads a plan.

    Args:
        text: JSON.
        name: where it stands, for messages.

    Raises:
        CliError: it is none, or says something twice.
    """
    try:
        body = json.loads(text)
        entries = [_entry(entry) for entry in body["partitions"]]
    except ValueError as error:
        raise CliError(f"{name} is not JSON: {error}") from error
    except (KeyError, TypeError) as error:
        raise CliError(
            f'{name} is no plan: it lacks {error}. A plan is {{"version":1,"partitions":'
            '[{"topic":"t","partition":0,"replicas":[1,2]}]}'
        ) from error
    plan = ParsedPlan({}, {})
    for partition, replicas, log_dirs in entries:
        if partition in plan.replicas:
            raise CliError(f"{name} has {partition} twice")
        plan.replicas[partition] = replicas
        for broker_id, log_dir in zip(replicas, log_dirs, strict=True):
            if log_dir != ANY_DIRECTORY:
                plan.directories.setdefault(broker_id, {})[partition] = os.path.normpath(log_dir)
    if not plan.replicas:
        raise CliError(f"{name} names no partition")
    return plan


def _entry(entry: Mapping[str, Any]) -> tuple[TopicPartition, list[int], list[str]]:
    partition = TopicPartition(str(entry["topic"]), int(entry["partition"]))
    replicas = [int(broker_id) for broker_id in entry["replicas"]]
    log_dirs = [str(log_dir) for log_dir in entry.get("log_dirs") or ()] or [ANY_DIRECTORY] * len(replicas)
    if len(log_dirs) != len(replicas):
        raise CliError(f"{partition}: {len(replicas)} replicas and {len(log_dirs)} log_dirs; there must be as many")
    return partition, replicas, log_dirs


def format_plan(plan: Plan, directories: Directories | None = None) -> str:
    """Formats the plan as JSON, one line, partitions in order. `log_dirs` stand there where a directory is said."""
    entries: list[dict[str, Any]] = []
    for partition, replicas in sorted(plan.items()):
        entry = {"topic": partition.topic, "partition": partition.partition, "replicas": list(replicas)}
        places = [(directories or {}).get(broker_id, {}).get(partition, ANY_DIRECTORY) for broker_id in replicas]
        entries.append(entry | ({"log_dirs": places} if set(places) - {ANY_DIRECTORY} else {}))
    return json.dumps({"version": 1, "partitions": entries})


def generate_plan(
    topics: Iterable[TopicInfo], brokers: Sequence[int], *, known: Iterable[BrokerAddress]
) -> dict[TopicPartition, list[int]]:
    """Spreads topics over brokers, and over their racks, as new topics are; the same topics give the same plan.

    Args:
        topics: what to spread; each keeps its number of replicas.
        brokers: where to.
        known: the cluster's brokers, with their racks.

    Raises:
        CliError: a broker is unknown, or there are too few.
    """
    racks = {broker.broker_id: broker.rack for broker in known}
    unknown = sorted(set(brokers) - racks.keys())
    if unknown:
        raise CliError(f"no such brokers: {unknown}. Alive are {sorted(racks)}")
    plan: dict[TopicPartition, list[int]] = {}
    for topic in sorted(topics, key=lambda info: info.name):
        factor = max((len(part.replicas) for part in topic.partitions.values()), default=1)
        try:
            placed = place(
                {broker_id: racks[broker_id] for broker_id in brokers},
                partition_count=len(topic.partitions),
                replication_factor=factor,
                start_index=len(plan) % len(brokers),
                start_shift=len(plan) // len(brokers),
            )
        except KafkaError as error:
            raise CliError(f"{topic.name}: {error}") from error
        plan |= {TopicPartition(topic.name, number): replicas for number, replicas in placed.items()}
    return plan


def current_plan(topics: Iterable[TopicInfo], wanted: Iterable[TopicPartition]) -> dict[TopicPartition, list[int]]:
    """Returns the partitions' current replicas: what to go back to.

    Raises:
        CliError: one of them does not exist.
    """
    found = {
        TopicPartition(topic.name, part.partition): list(part.replicas)
        for topic in topics
        for part in topic.partitions.values()
    }
    missing = [partition for partition in wanted if partition not in found]
    if missing:
        raise CliError(f"there is no partition {missing[0]}")
    return {partition: found[partition] for partition in wanted}
