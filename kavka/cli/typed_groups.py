"""What `kavka share-group` and `kavka streams-group` do alike: list groups of a type, find one, print what it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.output import print_csv, print_rows, print_table, print_value
from kavka.cli.runner import run_async
from kavka.cli.slips import question
from kavka.cli.typed_names import names_there
from kavka.client.cluster import Cluster
from kavka.client.group_kinds import GroupKind
from kavka.client.groups import GroupListing
from kavka.protocol.errors import GroupIdNotFound

T = TypeVar("T")


def cluster_for(kind: GroupKind, bootstrap: str) -> Cluster:
    """Returns the cluster, as the verbs of this type name themselves to it."""
    return Cluster(bootstrap, **cluster_settings(f"kavka-{kind.type_name}-group"))


def print_groups(kind: GroupKind, bootstrap: str, states: Iterable[str], output: str) -> int:
    """Prints the groups of a type that are in one of the states; none: in any."""

    async def ask() -> list[GroupListing]:
        async with cluster_for(kind, bootstrap) as cluster:
            return await kind.list_all(cluster, states=states)

    print_rows([listing._asdict() for listing in run_async(ask())], ["group", "state", "coordinator"], output)
    return ExitCode.OK


async def described(
    kind: GroupKind, cluster: Cluster, name: str, describe: Callable[[Cluster, str], Awaitable[T]]
) -> T:
    """Describes a group.

    Raises:
        CliError: there is none of this name and type.
    """
    try:
        return await describe(cluster, name)
    except GroupIdNotFound as error:
        hint = question(name, await names_there(_names(kind, cluster)))
        raise CliError(
            f"there is no {kind.type_name} group {name!r} in this cluster.{hint} "
            f"List those that there are with: kavka {kind.type_name}-group list",
            ExitCode.NOT_FOUND,
        ) from error


async def _names(kind: GroupKind, cluster: Cluster) -> list[str]:
    return [listing.group for listing in await kind.list_all(cluster)]


def print_parts(
    groups: Sequence[dict[str, Any]],
    what: str,
    columns: list[str],
    output: str,
    *,
    heading: Callable[[dict[str, Any]], str],
) -> None:
    """Prints groups: in a table one kind of their parts behind a heading, in CSV that alone, else all of it."""
    if output == "csv":
        rows = [{"group": item["group"], **row} for item in groups for row in item[what]]
        print_csv(rows, ["group", *columns])
    elif output != "table":
        print_value(groups, output)
    else:
        for item in groups:
            click.echo(heading(item))
            print_table(item[what], columns)
