"""`kavka streams-group list | describe | reset-offsets | delete`: applications of Kafka Streams (KIP-1071).

Beside `kavka group`: members of a streams group have tasks, and the brokers make topics for it. A reset moves the
offsets of what it reads; its state stays unless its internal topics are deleted, too. A reset says what it would do;
with --execute it does it. Kafka's kafka-streams-groups.sh does the same.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.group_places import parse_topics
from kavka.cli.group_resets import RESET_COLUMNS, change_row, chosen_positions, delete_offsets, place_of
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.typed_groups import cluster_for, described, print_groups, print_parts
from kavka.cli.verb_group import VerbGroup
from kavka.client import groups, streams_groups
from kavka.client import topics as topic_calls
from kavka.client.cluster import Cluster
from kavka.client.controller import ControllerLink
from kavka.client.group_kinds import STREAMS
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.groups import PartitionLag, Place
from kavka.client.streams_groups import StreamsGroupInfo, StreamsMemberInfo, StreamsTask, Subtopology
from kavka.common.types import TopicPartition
from kavka.protocol.errors import NonEmptyGroup, UnknownMemberId, UnknownTopicOrPartition

STATES: Final = ("Stable", "Assigning", "Reconciling", "NotReady", "Empty", "Dead")
COLUMNS: Final = {
    "partitions": ["topic", "partition", "offset", "end_offset", "lag", "task", "client_id"],
    "members": ["member_id", "epoch", "client_id", "host", "active", "standby", "warmup"],
    "states": ["group", "state", "coordinator", "epoch", "target_epoch", "topology_epoch", "assignor", "members"],
}
WAYS: Final = "--to WHERE, --by-duration TIME, --shift-by N"


@click.group(cls=VerbGroup)
def streams_group() -> None:
    """List, describe, move and delete streams groups."""


# ---------------------------------------------------------------- list


@streams_group.command("list")
@bootstrap_option
@output_option
@click.option("-s", "--state", "states", multiple=True, type=click.Choice(STATES), help="Only in it; repeatable.")
def list_(*, bootstrap: str, output: str, states: tuple[str, ...]) -> int:
    """List streams groups."""
    return print_groups(STREAMS, bootstrap, states, output)


# ---------------------------------------------------------------- describe


@streams_group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@output_option
@click.option(
    "--offsets", "what", flag_value="partitions", default=True, help="In a table: how far it is. The default."
)
@click.option("-m", "--members", "what", flag_value="members", help="In a table: the members, and their tasks.")
@click.option("--state", "what", flag_value="states", help="In a table: the group's state and epochs.")
def describe(*, names: tuple[str, ...], bootstrap: str, output: str, what: str) -> int:
    """Show how far streams groups are, what they run, and which member has which tasks."""
    found = run_async(_describe(bootstrap, names))
    columns = COLUMNS[what]
    if what == "states" and output in ("csv", "table"):
        print_rows([{**item, "members": len(item["members"])} for item in found], columns, output)
    else:
        print_parts(found, what, columns, output, heading=_heading)
    return ExitCode.OK


def _heading(item: dict[str, Any]) -> str:
    lag = "-" if item["lag"] is None else item["lag"]
    return (
        f"{item['group']}  {item['state']}  {item['assignor'] or '-'}  epoch {item['epoch']}  target epoch "
        f"{item['target_epoch']}  coordinator {item['coordinator']}  members {len(item['members'])}  lag {lag}"
    )


async def _describe(bootstrap: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    async with cluster_for(STREAMS, bootstrap) as cluster:
        return [await _details(cluster, await _described(cluster, name)) for name in names]


async def _described(cluster: Cluster, name: str) -> StreamsGroupInfo:
    return await described(STREAMS, cluster, name, streams_groups.describe)


async def _details(cluster: Cluster, info: StreamsGroupInfo) -> dict[str, Any]:
    lags = {lag.partition: lag for lag in await groups.lags(cluster, info.group)}
    tasks = {tp: task async for tp, task in _reading(cluster, info)}
    owner = {task: member for member in info.members for task in member.tasks.active}
    known = [lag.lag for lag in lags.values() if lag.lag is not None]
    partitions = []
    for tp in sorted({*lags, *tasks}):
        task = tasks.get(tp)
        partitions.append(_partition(tp, lags.get(tp), task, None if task is None else owner.get(task)))
    return {
        "group": info.group,
        "state": info.state,
        "assignor": info.assignor,
        "epoch": info.epoch,
        "target_epoch": info.target_epoch,
        "topology_epoch": info.topology_epoch,
        "coordinator": info.coordinator,
        "lag": sum(known) if known else None,
        "subtopologies": [_subtopology(part) for part in info.subtopologies],
        "members": [_member(member) for member in info.members],
        "partitions": partitions,
    }


async def _reading(cluster: Cluster, info: StreamsGroupInfo) -> AsyncIterator[tuple[TopicPartition, StreamsTask]]:
    """Yields each partition that the group reads, and the task that reads it."""
    for part in info.subtopologies:
        for name in (*part.source_topics, *(topic.name for topic in part.repartition_sources)):
            try:
                numbers = (await cluster.topic(name)).partitions
            except UnknownTopicOrPartition:
                continue  # it is not there yet, or not any more
            for number in numbers:
                yield TopicPartition(name, number), StreamsTask(part.subtopology_id, number)


def _partition(
    tp: TopicPartition, lag: PartitionLag | None, task: StreamsTask | None, member: StreamsMemberInfo | None
) -> dict[str, Any]:
    return {
        "topic": tp.topic,
        "partition": tp.partition,
        "offset": None if lag is None else lag.offset,
        "end_offset": None if lag is None else lag.end_offset,
        "lag": None if lag is None else lag.lag,
        "task": None if task is None else str(task),
        "client_id": None if member is None else member.client_id,
    }


def _subtopology(part: Subtopology) -> dict[str, Any]:
    return {
        "subtopology": part.subtopology_id,
        "source_topics": list(part.source_topics),
        "repartition_sources": [topic._asdict() for topic in part.repartition_sources],
        "repartition_sinks": list(part.repartition_sinks),
        "changelogs": [topic._asdict() for topic in part.changelogs],
    }


def _member(member: StreamsMemberInfo) -> dict[str, Any]:
    fields = member._asdict()
    target = {f"target_{kind}": names for kind, names in _said(member.target._asdict())}
    del fields["tasks"], fields["target"]
    return {**fields, **dict(_said(member.tasks._asdict())), **target}


def _said(tasks: Mapping[str, Iterable[StreamsTask]]) -> Iterator[tuple[str, list[str]]]:
    return ((kind, [str(task) for task in those]) for kind, those in tasks.items())


# ---------------------------------------------------------------- reset-offsets


@streams_group.command()
@click.argument("name", metavar="GROUP")
@bootstrap_option
@output_option
@click.option("-t", "--topic", "topics", metavar="TOPIC[:P,P…]", multiple=True, help="Default: whatever it reads.")
@click.option("--to", "where", metavar="WHERE", help="earliest, latest, current, an offset, @MS, or a date and time.")
@click.option("--by-duration", "duration", metavar="TIME", help="To what is so old: 90s, 15m, 2h, 1d, or ISO 8601.")
@click.option("--shift-by", "shift", type=int, metavar="N", help="N records on, or back when N is negative.")
@click.option("--execute", "is_execute", is_flag=True, help="Do it; without, only say what would be done.")
@click.option("--internal-topics", "is_anew", is_flag=True, help="Delete its internal topics, too: its state is lost.")
def reset_offsets(
    *,
    name: str,
    bootstrap: str,
    output: str,
    topics: tuple[str, ...],
    where: str | None,
    duration: str | None,
    shift: int | None,
    is_execute: bool,
    is_anew: bool,
) -> int:
    """Move where a streams group without members goes on; first without --execute, to see what that does."""
    try:
        place = place_of(where, duration, shift, ways=WAYS)
        wanted = parse_topics(topics)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    rows, internal = run_async(_reset(bootstrap, name, wanted, place, is_execute=is_execute, is_anew=is_anew))
    print_rows(rows, RESET_COLUMNS, output)
    for topic in internal:
        click.echo(f"deleted topic {topic}" if is_execute else f"would delete topic {topic}", err=True)
    if not is_execute:
        click.echo("nothing was changed; the same with --execute does it", err=True)
    return ExitCode.OK


async def _reset(
    bootstrap: str,
    name: str,
    wanted: Mapping[str, list[int]],
    to: tuple[Place, int],
    *,
    is_execute: bool,
    is_anew: bool,
) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the rows, and the internal topics that go."""
    async with cluster_for(STREAMS, bootstrap) as cluster:
        info = await _described(cluster, name)
        if info.members:
            raise _is_in_use(name)
        foreign = sorted(wanted.keys() - info.input_topics) if info.subtopologies else []
        if foreign:
            raise CliError(f"streams group {name!r} does not read {', '.join(foreign)} from outside")
        committed = {tp: at.offset for tp, at in (await groups.committed(cluster, name)).items()}
        inputs = {tp: at for tp, at in committed.items() if tp.topic not in info.internal_topics}
        positions = await chosen_positions(cluster, wanted, inputs)
        if not positions:
            raise CliError(f"streams group {name!r} has no offsets; name topics with --topic to give it some")
        found = await groups.targets(cluster, positions, *to)
        internal = await _internal_topics(cluster, info) if is_anew else []
        if is_execute:
            try:
                await groups.move(cluster, name, {tp: OffsetAndMetadata(offset) for tp, offset in found.items()})
            except UnknownMemberId as error:
                raise _is_in_use(name) from error
            await _delete_topics(cluster, internal)
    return [change_row(tp, positions[tp], after) for tp, after in sorted(found.items())], internal


async def _internal_topics(cluster: Cluster, info: StreamsGroupInfo) -> list[str]:
    """Returns the group's internal topics that there are."""
    there = {topic.name for topic in await topic_calls.list_all(cluster, include_internal=False)}
    return sorted(info.internal_topics & there)


async def _delete_topics(cluster: Cluster, names: list[str]) -> None:
    if names:
        await topic_calls.delete(cluster, ControllerLink(cluster), names)


def _is_in_use(name: str) -> CliError:
    return CliError(
        f"streams group {name!r} has members: stop its instances first. They are listed by: "
        f"kavka streams-group describe {name} --members"
    )


# ---------------------------------------------------------------- delete


@streams_group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@click.option(
    "-t", "--topic", "topics", metavar="TOPIC[:P,P…]", multiple=True, help="Only its offsets of it; repeatable."
)
@click.option("--internal-topics", "is_anew", is_flag=True, help="Delete its internal topics, too.")
def delete(*, names: tuple[str, ...], bootstrap: str, topics: tuple[str, ...], is_anew: bool) -> int:
    """Delete streams groups without members, or their offsets of topics."""
    try:
        wanted = parse_topics(topics)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if wanted and is_anew:
        raise click.UsageError("--internal-topics goes with a whole group, not with --topic")
    run_async(_delete(bootstrap, names, wanted, is_anew=is_anew))
    return ExitCode.OK


async def _delete(bootstrap: str, names: tuple[str, ...], wanted: Mapping[str, list[int]], *, is_anew: bool) -> None:
    async with cluster_for(STREAMS, bootstrap) as cluster:
        for name in names:
            info = await _described(cluster, name)  # DeleteGroups would delete a group of any type
            if wanted:
                await delete_offsets(cluster, name, wanted)
                continue
            internal = await _internal_topics(cluster, info) if is_anew else []
            try:
                await groups.delete_group(cluster, name)
            except NonEmptyGroup as error:
                raise _is_in_use(name) from error
            click.echo(f"deleted {name}")
            await _delete_topics(cluster, internal)
            for topic in internal:
                click.echo(f"deleted topic {topic}")
