"""`kavka quota describe | set | remove`: how much users, client ids and addresses may use.

A user, a client id, or both are named; `--user-default` and `--client-default` mean every one without a quota of its
own. Several quotas may be meant for one client: the most special one holds (`broker.quota.entities` has the order).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import bootstrap_option, output_option
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.client import quotas
from kavka.client.cluster import Cluster

F = TypeVar("F", bound=Callable[..., Any])

NAMES: Final = {
    "produce": quotas.PRODUCE,
    "fetch": quotas.FETCH,
    "request": quotas.REQUEST,
    "mutations": quotas.MUTATION,
    "connections": quotas.CONNECTION,
}
"""Option → Kafka's key."""

DEFAULT: Final = "<default>"
COLUMNS: Final = ["user", "client-id", "ip", *NAMES]


def _entity_options(function: F) -> F:
    for option in (
        click.option("--ip", metavar="ADDRESS", help="Connections from an address."),
        click.option("--ip-default", is_flag=True, help="Connections from each address without a quota of its own."),
        click.option("--client-default", is_flag=True, help="Each client id without a quota of its own."),
        click.option("--client", "client_id", metavar="ID", help="Clients that call themselves so."),
        click.option("--user-default", is_flag=True, help="Each user without a quota of his own."),
        click.option("--user", metavar="NAME", help="A user: the name of a login or certificate."),
    ):
        function = option(function)
    return function


def _entity(**given: Any) -> dict[str, str | None]:
    entity: dict[str, str | None] = {}
    for kind, name, is_default in (
        (quotas.USER, given["user"], given["user_default"]),
        (quotas.CLIENT_ID, given["client_id"], given["client_default"]),
        (quotas.IP, given["ip"], given["ip_default"]),
    ):
        if name is not None and is_default:
            raise CliError(f"{kind}: either a name or the default, not both", code=ExitCode.USAGE)
        if name is not None or is_default:
            entity[kind] = name
    return entity


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-quota"))


@click.group(cls=VerbGroup)
def quota() -> None:
    """Show, set and remove quotas."""


@quota.command()
@bootstrap_option
@output_option
@_entity_options
def describe(*, bootstrap: str, output: str, **names: Any) -> int:
    """Show quotas: all, or those that a user, client id or address is named in."""
    found = run_async(_describe(bootstrap, _entity(**names)))
    print_rows([_row(item) for item in found], COLUMNS, output)
    return ExitCode.OK


async def _describe(bootstrap: str, entity: quotas.Entity) -> list[quotas.Quota]:
    async with _cluster(bootstrap) as cluster:
        return await quotas.describe(cluster, entity)


def _row(item: quotas.Quota) -> dict[str, Any]:
    names = {kind: DEFAULT if name is None else name for kind, name in item.entity.items()}
    values = {name: _plain(item.values[key]) for name, key in NAMES.items() if key in item.values}
    return dict.fromkeys(COLUMNS) | names | values


def _plain(value: float) -> float | int:
    return int(value) if value.is_integer() else value


@quota.command("set")
@bootstrap_option
@_entity_options
@click.option("--produce", type=click.IntRange(min=0), metavar="BYTES/S", help="What producers may send.")
@click.option("--fetch", type=click.IntRange(min=0), metavar="BYTES/S", help="What consumers may be sent.")
@click.option("--request", type=click.FloatRange(min=0), metavar="PERCENT", help="Time of the broker's event loop.")
@click.option("--mutations", type=click.FloatRange(min=0), metavar="N/S", help="Partitions created or deleted.")
@click.option("--connections", type=click.IntRange(min=0), metavar="N/S", help="New connections; of addresses alone.")
def set_(*, bootstrap: str, **given: Any) -> int:
    """Set quotas of a user, a client id, both, or an address; those not named stay as they are."""
    changes = {key: float(given[name]) for name, key in NAMES.items() if given[name] is not None}
    if not changes:
        raise CliError("no quota is given; for example --produce 1048576", code=ExitCode.USAGE)
    run_async(_alter(bootstrap, _named(given), changes))
    return ExitCode.OK


@quota.command()
@bootstrap_option
@_entity_options
@click.argument("which", nargs=-1, type=click.Choice(list(NAMES)))
def remove(*, bootstrap: str, which: tuple[str, ...], **given: Any) -> int:
    """Remove quotas of a user, a client id, both, or an address: those named, or all it has."""
    run_async(_remove(bootstrap, _named(given), which))
    return ExitCode.OK


async def _remove(bootstrap: str, entity: quotas.Entity, which: tuple[str, ...]) -> None:
    async with _cluster(bootstrap) as cluster:
        keys = [NAMES[name] for name in which]
        if not keys:
            keys = [key for item in await quotas.describe(cluster, entity, strict=True) for key in item.values]
        if keys:
            await quotas.alter(cluster, entity, dict.fromkeys(keys))


async def _alter(bootstrap: str, entity: quotas.Entity, changes: dict[str, float]) -> None:
    async with _cluster(bootstrap) as cluster:
        await quotas.alter(cluster, entity, changes)


def _named(given: dict[str, Any]) -> dict[str, str | None]:
    entity = _entity(**given)
    if not entity:
        raise CliError("whose quota? --user, --client, both, or --ip; --user-default and so on", code=ExitCode.USAGE)
    return entity
