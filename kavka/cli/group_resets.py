"""What `kavka group reset` and `kavka share-group reset` have in common: which places move, and how that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kavka.cli.cli_error import CliError
from kavka.client.cluster import Cluster
from kavka.common.types import TopicPartition

RESET_COLUMNS: Final = ["topic", "partition", "before", "after", "change"]


async def chosen_positions(
    cluster: Cluster, wanted: Mapping[str, list[int]], known: Mapping[TopicPartition, int]
) -> dict[TopicPartition, int | None]:
    """Returns partition → where a group is in it; None: nowhere yet.

    Args:
        cluster: Where the topics are.
        wanted: Topics, and which of their partitions, none: all; empty: every partition where the group is.
        known: Where it is.

    Raises:
        CliError: there is no such partition.
    """
    if not wanted:
        return dict(known)
    positions: dict[TopicPartition, int | None] = {}
    for topic, numbers in wanted.items():
        there = (await cluster.topic(topic)).partitions
        for number in numbers or sorted(there):
            if number not in there:
                raise CliError(f"{topic!r} has partitions 0 to {len(there) - 1} only")
            tp = TopicPartition(topic, number)
            positions[tp] = known.get(tp)
    return positions


def change_row(tp: TopicPartition, before: int | None, after: int) -> dict[str, Any]:
    """Returns the row of one partition."""
    change = None if before is None else after - before
    return {"topic": tp.topic, "partition": tp.partition, "before": before, "after": after, "change": change}
