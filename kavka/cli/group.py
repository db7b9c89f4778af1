"""`kavka group list | describe | reset | delete`: consumer groups, their lag, and where they go on.

A reset says what it would do; with --execute it does it. Committed offsets of a group that has members are theirs to
move, so the members have to be stopped first, as with Kafka's own tool.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.group_places import parse_topics
from kavka.cli.group_resets import RESET_COLUMNS, change_row, chosen_positions, delete_offsets, place_of
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_csv, print_rows, print_table, print_value
from kavka.cli.runner import run_async
from kavka.cli.slips import question
from kavka.cli.typed_names import names_there
from kavka.cli.verb_group import VerbGroup
from kavka.client import groups
from kavka.client.cluster import Cluster
from kavka.client.group_offsets import OffsetAndMetadata
from kavka.client.groups import GroupInfo, GroupListing, GroupMemberInfo, PartitionLag, Place
from kavka.common.types import TopicPartition
from kavka.protocol.errors import GroupIdNotFound, NonEmptyGroup, UnknownMemberId

STATES = (
    "Stable",
    "Empty",
    "PreparingRebalance",
    "CompletingRebalance",
    "Assigning",
    "Reconciling",
    "NotReady",
    "Dead",
)
TYPES = ("classic", "consumer", "share", "streams")
OWN_VERBS = ("share", "streams")
"""Types of groups that DescribeGroups and ConsumerGroupDescribe do not know."""
LAG_COLUMNS = ["topic", "partition", "offset", "end_offset", "lag", "member_id", "client_id", "host"]
MEMBER_COLUMNS = ["member_id", "instance_id", "client_id", "host", "partitions"]
EPOCH_COLUMNS = ["epoch", "target"]
"""Of members of groups of the consumer protocol, besides."""


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-group"))


@click.group(cls=VerbGroup)
def group() -> None:
    """List, describe, move and delete consumer groups."""


# ---------------------------------------------------------------- list


@group.command("list")
@bootstrap_option
@output_option
@click.option("-s", "--state", "states", multiple=True, type=click.Choice(STATES), help="Only in it; repeatable.")
@click.option("--type", "types", multiple=True, type=click.Choice(TYPES), help="Only of it; repeatable.")
def list_(*, bootstrap: str, output: str, states: tuple[str, ...], types: tuple[str, ...]) -> int:
    """List groups, of whichever protocol their members speak."""
    rows = [_listed(listing) for listing in run_async(_list(bootstrap, states, types))]
    print_rows(rows, ["group", "type", "state", "protocol_type", "coordinator"], output)
    return ExitCode.OK


def _listed(listing: GroupListing) -> dict[str, Any]:
    fields = listing._asdict()
    return {"group": fields.pop("group"), "type": fields.pop("group_type"), **fields}


async def _list(bootstrap: str, states: tuple[str, ...], types: tuple[str, ...]) -> list[GroupListing]:
    async with _cluster(bootstrap) as cluster:
        return await groups.list_groups(cluster, states=states, types=types)


# ---------------------------------------------------------------- describe


@group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@output_option
@click.option("-m", "--members", "is_members", is_flag=True, help="In a table: the members, not the partitions.")
def describe(*, names: tuple[str, ...], bootstrap: str, output: str, is_members: bool) -> int:
    """Show how far groups are, how far behind, and who is in them."""
    described = run_async(_describe(bootstrap, names))
    what, columns = ("members", MEMBER_COLUMNS) if is_members else ("partitions", LAG_COLUMNS)
    if output == "csv":
        rows = [{"group": item["group"], **row} for item in described for row in item[what]]
        print_csv(rows, ["group", *columns, *(EPOCH_COLUMNS if is_members else ())])
    elif output != "table":
        print_value(described, output)
    else:
        for item in described:
            click.echo(_heading(item))
            print_table(item[what], columns if item["epoch"] is None or not is_members else columns + EPOCH_COLUMNS)
    return ExitCode.OK


def _heading(item: dict[str, Any]) -> str:
    lag = "-" if item["lag"] is None else item["lag"]
    heading = (
        f"{item['group']}  {item['state']}  {item['protocol'] or '-'}  coordinator {item['coordinator']}  "
        f"members {len(item['members'])}  lag {lag}"
    )
    if item["epoch"] is None:
        return heading
    return f"{heading}  type {item['type']}  epoch {item['epoch']}  target epoch {item['target_epoch']}"


async def _describe(bootstrap: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    async with _cluster(bootstrap) as cluster:
        return [_details(await _described(cluster, name), await groups.lags(cluster, name)) for name in names]


async def _described(cluster: Cluster, name: str) -> GroupInfo:
    try:
        return await groups.describe_group(cluster, name)
    except GroupIdNotFound as error:
        raise await _no_such_group(cluster, name) from error


async def _no_such_group(cluster: Cluster, name: str) -> CliError:
    there = await names_there(groups.list_groups(cluster))
    kind = next((listing.group_type for listing in there if listing.group == name), None)
    if kind in OWN_VERBS:
        return CliError(f"{name!r} is a {kind} group: kavka {kind}-group describe {name}", ExitCode.NOT_FOUND)
    hint = question(name, [listing.group for listing in there])
    return CliError(
        f"there is no group {name!r} in this cluster.{hint} List those that there are with: kavka group list",
        ExitCode.NOT_FOUND,
    )


def _details(info: GroupInfo, lags: list[PartitionLag]) -> dict[str, Any]:
    owner = {tp: member for member in info.members for tp in member.partitions}
    places: dict[TopicPartition, PartitionLag | None] = {**dict.fromkeys(owner), **{lag.partition: lag for lag in lags}}
    partitions = []
    for tp, lag in sorted(places.items()):
        member = owner.get(tp)
        partitions.append(
            {
                "topic": tp.topic,
                "partition": tp.partition,
                "offset": None if lag is None else lag.offset,
                "end_offset": None if lag is None else lag.end_offset,
                "lag": None if lag is None else lag.lag,
                "member_id": None if member is None else member.member_id,
                "client_id": None if member is None else member.client_id,
                "host": None if member is None else member.host,
            }
        )
    known = [lag.lag for lag in lags if lag.lag is not None]
    return {
        "group": info.group,
        "type": info.group_type,
        "state": info.state,
        "protocol_type": info.protocol_type,
        "protocol": info.protocol,
        "coordinator": info.coordinator,
        "epoch": info.epoch,
        "target_epoch": info.target_epoch,
        "lag": sum(known) if known else None,
        "members": [_member(member) for member in info.members],
        "partitions": partitions,
    }


def _member(member: GroupMemberInfo) -> dict[str, Any]:
    return {
        "member_id": member.member_id,
        "instance_id": member.group_instance_id,
        "client_id": member.client_id,
        "host": member.host,
        "partitions": [str(tp) for tp in member.partitions],
        "epoch": member.epoch,
        "target": None if member.target is None else [str(tp) for tp in member.target],
        "topics": None if member.topics is None else list(member.topics),
        "regex": member.regex,
        "type": member.member_type,
    }


# ---------------------------------------------------------------- reset


@group.command()
@click.argument("name", metavar="GROUP")
@bootstrap_option
@output_option
@click.option(
    "-t", "--topic", "topics", metavar="TOPIC[:P,P…]", multiple=True, help="Default: whatever it has offsets of."
)
@click.option("--to", "where", metavar="WHERE", help="earliest, latest, current, an offset, @MS, or a date and time.")
@click.option("--by-duration", "duration", metavar="TIME", help="To what is so old: 90s, 15m, 2h, 1d, or ISO 8601.")
@click.option("--shift-by", "shift", type=int, metavar="N", help="N records on, or back when N is negative.")
@click.option("--execute", "is_execute", is_flag=True, help="Do it; without, only say what would be done.")
def reset(
    *,
    name: str,
    bootstrap: str,
    output: str,
    topics: tuple[str, ...],
    where: str | None,
    duration: str | None,
    shift: int | None,
    is_execute: bool,
) -> int:
    """Move where a group without members goes on; first without --execute, to see what that does."""
    try:
        place = place_of(where, duration, shift, ways="--to WHERE, --by-duration TIME, --shift-by N")
        wanted = parse_topics(topics)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    rows = run_async(_reset(bootstrap, name, wanted, place, is_execute=is_execute))
    print_rows(rows, RESET_COLUMNS, output)
    if not is_execute:
        click.echo("nothing was changed; the same with --execute does it", err=True)
    return ExitCode.OK


async def _reset(
    bootstrap: str, name: str, wanted: Mapping[str, list[int]], to: tuple[Place, int], *, is_execute: bool
) -> list[dict[str, Any]]:
    async with _cluster(bootstrap) as cluster:
        await _check_empty(cluster, name, may_be_new=bool(wanted))
        committed = await groups.committed(cluster, name)
        positions = await chosen_positions(cluster, wanted, {tp: at.offset for tp, at in committed.items()})
        if not positions:
            raise CliError(f"group {name!r} has no offsets; name topics with --topic to give it some")
        found = await groups.targets(cluster, positions, *to)
        if is_execute:
            try:
                await groups.move(cluster, name, {tp: OffsetAndMetadata(offset) for tp, offset in found.items()})
            except UnknownMemberId as error:
                raise CliError(f"group {name!r} has got members meanwhile: stop them, and reset it again") from error
    return [change_row(tp, positions[tp], after) for tp, after in sorted(found.items())]


async def _check_empty(cluster: Cluster, name: str, *, may_be_new: bool) -> None:
    try:
        info = await _described(cluster, name)
    except CliError:
        if not may_be_new:
            raise
        return  # a group that is only given offsets, before its first member comes
    if info.members:
        count = len(info.members)
        raise CliError(
            f"group {name!r} has {count} member{'s' * (count > 1)}, and its offsets are theirs: stop them first. "
            f"They are listed by: kavka group describe {name} --members"
        )


# ---------------------------------------------------------------- delete


@group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@click.option(
    "-t", "--topic", "topics", metavar="TOPIC[:P,P…]", multiple=True, help="Only the offsets of it; repeatable."
)
def delete(*, names: tuple[str, ...], bootstrap: str, topics: tuple[str, ...]) -> int:
    """Delete groups without members, or their offsets of topics that no member reads."""
    try:
        wanted = parse_topics(topics)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    run_async(_delete(bootstrap, names, wanted))
    return ExitCode.OK


async def _delete(bootstrap: str, names: tuple[str, ...], wanted: Mapping[str, list[int]]) -> None:
    async with _cluster(bootstrap) as cluster:
        for name in names:
            try:
                if wanted:
                    await delete_offsets(cluster, name, wanted)
                else:
                    await groups.delete_group(cluster, name)
                    click.echo(f"deleted {name}")
            except GroupIdNotFound as error:
                raise await _no_such_group(cluster, name) from error
            except NonEmptyGroup as error:
                raise CliError(f"group {name!r} has members; stop them first") from error
