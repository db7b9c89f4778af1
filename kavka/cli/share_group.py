"""`kavka share-group list | describe | reset | delete`: share groups, their members, and where they are (KIP-932).

Beside `kavka group`: a share group commits no offsets. Each partition has a start offset, before which everything is
handled, and a lag, the records that are left. A reset says what it would do; with --execute it does it. Kafka's
kafka-share-groups.sh does the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.group_places import parse_topics
from kavka.cli.group_resets import RESET_COLUMNS, change_row, chosen_positions, place_of
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.typed_groups import cluster_for, described, print_groups, print_parts
from kavka.cli.verb_group import VerbGroup
from kavka.client import groups, share_groups
from kavka.client.cluster import Cluster
from kavka.client.group_kinds import SHARE
from kavka.client.groups import Place
from kavka.client.share_groups import ShareGroupInfo, ShareOffset
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError, NonEmptyGroup

STATES: Final = ("Stable", "Empty", "Dead")
OFFSET_COLUMNS: Final = ["topic", "partition", "start_offset", "lag"]
MEMBER_COLUMNS: Final = ["member_id", "epoch", "client_id", "host", "rack", "topics", "partitions"]


@click.group(cls=VerbGroup)
def share_group() -> None:
    """List, describe, move and delete share groups."""


# ---------------------------------------------------------------- list


@share_group.command("list")
@bootstrap_option
@output_option
@click.option("-s", "--state", "states", multiple=True, type=click.Choice(STATES), help="Only in it; repeatable.")
def list_(*, bootstrap: str, output: str, states: tuple[str, ...]) -> int:
    """List share groups."""
    return print_groups(SHARE, bootstrap, states, output)


# ---------------------------------------------------------------- describe


@share_group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@output_option
@click.option("-m", "--members", "is_members", is_flag=True, help="In a table: the members, not the partitions.")
def describe(*, names: tuple[str, ...], bootstrap: str, output: str, is_members: bool) -> int:
    """Show where share groups are, how many records are left, and who is in them."""
    what, columns = ("members", MEMBER_COLUMNS) if is_members else ("partitions", OFFSET_COLUMNS)
    print_parts(run_async(_describe(bootstrap, names)), what, columns, output, heading=_heading)
    return ExitCode.OK


def _heading(item: dict[str, Any]) -> str:
    lag = "-" if item["lag"] is None else item["lag"]
    return (
        f"{item['group']}  {item['state']}  {item['assignor'] or '-'}  epoch {item['epoch']}  "
        f"coordinator {item['coordinator']}  members {len(item['members'])}  lag {lag}"
    )


async def _describe(bootstrap: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    async with cluster_for(SHARE, bootstrap) as cluster:
        return [_details(await _described(cluster, name), await share_groups.offsets(cluster, name)) for name in names]


async def _described(cluster: Cluster, name: str) -> ShareGroupInfo:
    return await described(SHARE, cluster, name, share_groups.describe)


def _details(info: ShareGroupInfo, offsets: Mapping[TopicPartition, ShareOffset]) -> dict[str, Any]:
    known = [at.lag for at in offsets.values() if at.lag is not None]
    return {
        "group": info.group,
        "state": info.state,
        "assignor": info.assignor,
        "epoch": info.epoch,
        "assignment_epoch": info.assignment_epoch,
        "coordinator": info.coordinator,
        "lag": sum(known) if known else None,
        "members": [
            member._asdict() | {"topics": list(member.topics), "partitions": [str(tp) for tp in member.partitions]}
            for member in info.members
        ],
        "partitions": [
            {
                "topic": tp.topic,
                "partition": tp.partition,
                "start_offset": at.start_offset if at.start_offset >= 0 else None,
                "lag": at.lag,
            }
            for tp, at in sorted(offsets.items())
        ],
    }


# ---------------------------------------------------------------- reset


@share_group.command()
@click.argument("name", metavar="GROUP")
@bootstrap_option
@output_option
@click.option("-t", "--topic", "topics", metavar="TOPIC[:P,P…]", multiple=True, help="Default: wherever it has begun.")
@click.option("--to", "where", metavar="WHERE", help="earliest, latest, current, an offset, @MS, or a date and time.")
@click.option("--by-duration", "duration", metavar="TIME", help="To what is so old: 90s, 15m, 2h, 1d, or ISO 8601.")
@click.option("--execute", "is_execute", is_flag=True, help="Do it; without, only say what would be done.")
def reset(
    *,
    name: str,
    bootstrap: str,
    output: str,
    topics: tuple[str, ...],
    where: str | None,
    duration: str | None,
    is_execute: bool,
) -> int:
    """Move where a share group without members goes on; first without --execute, to see what that does."""
    try:
        place = place_of(where, duration, None, ways="--to WHERE, --by-duration TIME")
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
    async with cluster_for(SHARE, bootstrap) as cluster:
        info = await _described(cluster, name)
        if info.members:
            raise _is_in_use(name)
        begun = {tp: at.start_offset for tp, at in (await share_groups.offsets(cluster, name)).items()}
        positions = await chosen_positions(cluster, wanted, {tp: at for tp, at in begun.items() if at >= 0})
        if not positions:
            raise CliError(f"share group {name!r} has begun nowhere; name topics with --topic")
        found = await groups.targets(cluster, positions, *to)
        if is_execute:
            try:
                _check_all(name, await share_groups.move(cluster, name, found))
            except NonEmptyGroup as error:
                raise _is_in_use(name) from error
    return [change_row(tp, positions[tp], after) for tp, after in sorted(found.items())]


def _is_in_use(name: str) -> CliError:
    return CliError(
        f"share group {name!r} has members: stop them first. They are listed by: kavka share-group describe {name} "
        "--members"
    )


def _check_all(name: str, results: Mapping[Any, KafkaError | None]) -> None:
    refused = [f"{what}: {error}" for what, error in results.items() if error is not None]
    if refused:
        raise CliError(f"share group {name!r}: {'; '.join(refused)}")


# ---------------------------------------------------------------- delete


@share_group.command()
@click.argument("names", metavar="GROUP...", nargs=-1, required=True)
@bootstrap_option
@click.option("-t", "--topic", "topics", metavar="TOPIC", multiple=True, help="Only what it did with it; repeatable.")
def delete(*, names: tuple[str, ...], bootstrap: str, topics: tuple[str, ...]) -> int:
    """Delete share groups without members, or what they did with topics."""
    run_async(_delete(bootstrap, names, topics))
    return ExitCode.OK


async def _delete(bootstrap: str, names: Iterable[str], topics: tuple[str, ...]) -> None:
    async with cluster_for(SHARE, bootstrap) as cluster:
        for name in names:
            await _described(cluster, name)  # DeleteGroups would delete a group of any type
            try:
                if topics:
                    _check_all(name, await share_groups.forget(cluster, name, topics))
                    click.echo(f"deleted what {name} did with {', '.join(topics)}")
                else:
                    await groups.delete_group(cluster, name)
                    click.echo(f"deleted {name}")
            except NonEmptyGroup as error:
                raise _is_in_use(name) from error
