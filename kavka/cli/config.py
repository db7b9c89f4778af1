"""`kavka config list | describe | alter | explain`: settings of whatever has any, and what each of them means.

Topics, brokers and their log levels, groups (KIP-848, KIP-932), subscriptions of client metrics (KIP-714).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import (
    bootstrap_option,
    output_option,
    parse_assignments,
    parse_settings,
)
from kavka.cli.output import print_rows, print_value
from kavka.cli.runner import run_async
from kavka.cli.typed_names import require_broker
from kavka.cli.verb_group import VerbGroup
from kavka.client.admin import Admin, Changes, ConfigEntry, ConfigResource
from kavka.client.cluster import ANY_BROKER
from kavka.client.configs import (
    BROKER_RESOURCE,
    CLIENT_METRICS_RESOURCE,
    GROUP_RESOURCE,
    LOGGER_RESOURCE,
    TOPIC_RESOURCE,
)

COLUMNS: Final = ["name", "value", "source", "read_only"]

ENTITY_TYPES: Final = {
    "topics": TOPIC_RESOURCE,
    "brokers": BROKER_RESOURCE,
    "broker-loggers": LOGGER_RESOURCE,
    "client-metrics": CLIENT_METRICS_RESOURCE,
    "groups": GROUP_RESOURCE,
}
"""The words of kafka-configs.sh for the types of resources."""


@click.group(cls=VerbGroup)
def config() -> None:
    """Read, change and explain settings of topics, brokers, groups and client metrics."""


def _resource_options(function: Callable[..., int]) -> Callable[..., int]:
    """Adds the options that say whose settings are meant; the command gets `resource`."""

    @wraps(function)
    def command(
        *,
        topic: str | None,
        broker: int | None,
        is_every: bool,
        loggers: int | None,
        group: str | None,
        subscription: str | None,
        **others: Any,
    ) -> int:
        chosen = [
            resource
            for is_chosen, resource in (
                (topic is not None, ConfigResource.topic(topic or "")),
                (broker is not None, ConfigResource.broker(broker)),
                (is_every, ConfigResource.broker(None)),
                (loggers is not None, ConfigResource.loggers(loggers or 0)),
                (group is not None, ConfigResource.group(group or "")),
                (subscription is not None, ConfigResource.client_metrics(subscription or "")),
            )
            if is_chosen
        ]
        if len(chosen) != 1:
            raise click.UsageError(
                "say whose settings: one of --topic NAME, --broker ID, --brokers, --loggers ID, --group NAME, "
                "--client-metrics NAME"
            )
        return function(resource=chosen[0], **others)

    for option in (
        click.option("-t", "--topic", metavar="NAME", help="A topic's settings."),
        click.option("--broker", type=click.IntRange(0), metavar="ID", help="One broker's settings."),
        click.option("--brokers", "is_every", is_flag=True, help="What holds for every broker without its own."),
        click.option("--loggers", type=click.IntRange(0), metavar="ID", help="One broker's log levels."),
        click.option("-g", "--group", metavar="NAME", help="A group's settings: consumer.…, share.… and streams.…."),
        click.option("--client-metrics", "subscription", metavar="NAME", help="A subscription of client metrics."),
    ):
        command = option(command)
    return command


def changes_options(function: Any) -> Any:
    """Adds --set, --delete, --append, --subtract and --dry-run to a command."""
    for option in (
        click.option(
            "--set",
            "-s",
            "--config",
            "-c",
            "settings",
            metavar="K=V",
            multiple=True,
            help="Give a key a value; repeatable.",
        ),
        click.option("--delete", "-d", "deletions", metavar="K", multiple=True, help="Fall back to the default."),
        click.option("--append", "additions", metavar="K=V", multiple=True, help="Add to a key that is a list."),
        click.option("--subtract", "removals", metavar="K=V", multiple=True, help="Take out of a list."),
        click.option("--dry-run", is_flag=True, help="Only ask whether it would be done."),
    ):
        function = option(function)
    return function


def parse_changes(
    settings: tuple[str, ...], deletions: tuple[str, ...], additions: tuple[str, ...], removals: tuple[str, ...]
) -> Changes:
    """Parses the options of `changes_options`.

    Raises:
        click.UsageError: nothing is to be changed, or an option is not K=V.
    """
    if not (settings or deletions or additions or removals):
        raise click.UsageError("nothing to change; use --set K=V, --delete K, --append K=V or --subtract K=V")
    return Changes(
        set=parse_settings(settings, option="--set"),
        delete=deletions,
        append=parse_assignments(additions, option="--append"),
        subtract=parse_assignments(removals, option="--subtract"),
    )


def admin_for(bootstrap: str) -> Admin:
    """Returns an admin client with a command line's timeouts."""
    return Admin(bootstrap, **admin_settings("kavka-config"))


# ---------------------------------------------------------------- list


@config.command("list")
@bootstrap_option
@output_option
@click.option(
    "--entity-type", "types", multiple=True, type=click.Choice(tuple(ENTITY_TYPES)), help="Only of it; repeatable."
)
def list_(*, bootstrap: str, output: str, types: tuple[str, ...]) -> int:
    """List what may have settings: names of topics and brokers, groups and subscriptions that have some."""
    found = run_async(_list(bootstrap, [ENTITY_TYPES[each] for each in types]))
    names = {kind: name for name, kind in ENTITY_TYPES.items()}
    rows = [{"type": names.get(each.kind, str(each.kind)), "name": each.name} for each in found]
    print_rows(sorted(rows, key=lambda row: (row["type"], row["name"])), ["type", "name"], output)
    return ExitCode.OK


async def _list(bootstrap: str, kinds: list[int]) -> list[ConfigResource]:
    async with admin_for(bootstrap) as admin:
        return await admin.list_config_resources(kinds)


# ---------------------------------------------------------------- describe


@config.command()
@bootstrap_option
@output_option
@_resource_options
@click.option("-a", "--all", "is_all", is_flag=True, help="Defaults, too.")
def describe(
    *,
    bootstrap: str,
    output: str,
    resource: ConfigResource,
    is_all: bool,
) -> int:
    """Show settings that differ from the defaults, and where each comes from."""
    entries = run_async(_describe(bootstrap, resource))
    print_rows([_row(entry) for entry in entries if is_all or not entry.is_default], COLUMNS, output)
    return ExitCode.OK


async def _describe(bootstrap: str, resource: ConfigResource) -> list[ConfigEntry]:
    async with admin_for(bootstrap) as admin:
        await _require(admin, resource)
        return sorted(await admin.describe_configs(resource))


async def _require(admin: Admin, resource: ConfigResource) -> None:
    if resource.asked_of != ANY_BROKER:
        await require_broker(admin, resource.asked_of)


def _row(entry: ConfigEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "value": "(hidden)" if entry.is_sensitive and entry.value is None else entry.value,
        "source": entry.source,
        "read_only": "yes" if entry.is_read_only else None,
    }


# ---------------------------------------------------------------- alter


@config.command()
@bootstrap_option
@_resource_options
@changes_options
def alter(
    *,
    bootstrap: str,
    resource: ConfigResource,
    settings: tuple[str, ...],
    deletions: tuple[str, ...],
    additions: tuple[str, ...],
    removals: tuple[str, ...],
    dry_run: bool,
) -> int:
    """Change settings while the cluster runs; what is not named stays as it is."""
    changes = parse_changes(settings, deletions, additions, removals)
    run_async(alter_configs(bootstrap, resource, changes, dry_run=dry_run))
    return ExitCode.OK


async def alter_configs(bootstrap: str, resource: ConfigResource, changes: Changes, *, dry_run: bool) -> None:
    """Sends the changes; raises what the broker refuses."""
    async with admin_for(bootstrap) as admin:
        await _require(admin, resource)
        await admin.alter_configs(resource, changes, validate_only=dry_run)


# ---------------------------------------------------------------- explain


@config.command()
@click.argument("keys", metavar="[KEY]...", nargs=-1)
@output_option
def explain(*, keys: tuple[str, ...], output: str) -> int:
    """Say what keys mean, their defaults, and whether kavka acts on them; without KEY, list all there are."""
    from kavka.broker.config import explained as config_explained

    found = []
    for key in keys or config_explained.names():
        explanation = config_explained.explain(key)
        if explanation is None:
            similar = config_explained.similar(key)
            hint = f"; did you mean {' or '.join(similar)}?" if similar else "; kavka config explain lists all"
            raise CliError(f"there is no configuration key {key}{hint}", ExitCode.NOT_FOUND)
        found.append(explanation)
    if keys and output == "table":
        click.echo("\n\n".join("\n".join(explanation.lines()) for explanation in found))
    elif output in ("table", "csv"):
        rows = [{**asdict(explanation), "scopes": list(explanation.scopes)} for explanation in found]
        print_rows(rows, ["name", "scopes", "type", "default", "effect"], output)
    else:
        values = [{**asdict(item), "scopes": list(item.scopes), "inherits": list(item.inherits)} for item in found]
        print_value(values, output)
    return ExitCode.OK
