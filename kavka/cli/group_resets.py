"""What resets of groups of each type have in common: where to, which places move, how that is shown; and deletions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.group_places import parse_place
from kavka.cli.moments import parse_duration
from kavka.client import groups
from kavka.client.cluster import Cluster
from kavka.client.groups import Place
from kavka.common.types import TopicPartition
from kavka.timer.clock import SystemClock

RESET_COLUMNS: Final = ["topic", "partition", "before", "after", "change"]


def place_of(where: str | None, duration: str | None, shift: int | None, *, ways: str) -> tuple[Place, int]:
    """Returns the place that the options name, and its number.

    Args:
        where: What --to says.
        duration: What --by-duration says.
        shift: What --shift-by says.
        ways: The options that the verb has, for a person.

    Raises:
        click.UsageError: not exactly one of them is there.
        ValueError: it says nothing.
    """
    if len([choice for choice in (where, duration, shift) if choice is not None]) != 1:
        raise click.UsageError(f"say where to, one of: {ways}")
    if where is not None:
        return parse_place(where)
    if duration is not None:
        return Place.TIMESTAMP, SystemClock().now_ms() - parse_duration(duration)
    return Place.SHIFT, shift or 0


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


async def delete_offsets(cluster: Cluster, name: str, wanted: Mapping[str, list[int]]) -> None:
    """Deletes a group's committed offsets of topics, and says of which partitions.

    Args:
        cluster: Where.
        name: The group.
        wanted: Topics, and which of their partitions; none: all.

    Raises:
        CliError: a member reads one of them, or there are none.
    """
    committed = await groups.committed(cluster, name)
    chosen = [tp for tp in sorted(committed) if tp.topic in wanted and tp.partition in (wanted[tp.topic] or (tp[1],))]
    refused = [tp for tp, error in (await groups.forget(cluster, name, chosen)).items() if error] if chosen else []
    for tp in chosen:
        if tp not in refused:
            click.echo(f"deleted the offset of {tp} in {name}")
    if refused:
        raise CliError(f"members of {name!r} read {', '.join(map(str, refused))}; stop them first")
    if not chosen:
        raise CliError(f"group {name!r} has no offsets of {', '.join(wanted)}", ExitCode.NOT_FOUND)
