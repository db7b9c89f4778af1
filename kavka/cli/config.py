"""`kavka config describe | alter | explain`: settings of topics and brokers, and what each of them means."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

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

COLUMNS = ["name", "value", "source", "read_only"]


@click.group(cls=VerbGroup)
def config() -> None:
    """Read, change and explain settings of topics and brokers."""


def _resource_options(function: Any) -> Any:
    for option in (
        click.option("-t", "--topic", metavar="NAME", help="A topic's settings."),
        click.option("--broker", type=click.IntRange(0), metavar="ID", help="One broker's settings."),
        click.option("--brokers", "is_every", is_flag=True, help="What holds for every broker without its own."),
        click.option("--loggers", type=click.IntRange(0), metavar="ID", help="One broker's log levels."),
    ):
        function = option(function)
    return function


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


def _resource(topic: str | None, broker: int | None, *, is_every: bool, loggers: int | None) -> ConfigResource:
    chosen = [
        resource
        for is_chosen, resource in (
            (topic is not None, ConfigResource.topic(topic or "")),
            (broker is not None, ConfigResource.broker(broker)),
            (is_every, ConfigResource.broker(None)),
            (loggers is not None, ConfigResource.loggers(loggers or 0)),
        )
        if is_chosen
    ]
    if len(chosen) != 1:
        raise click.UsageError("say whose settings: one of --topic NAME, --broker ID, --brokers, --loggers ID")
    return chosen[0]


def admin_for(bootstrap: str) -> Admin:
    """Returns an admin client with a command line's timeouts."""
    return Admin(bootstrap, **admin_settings("kavka-config"))


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
    topic: str | None,
    broker: int | None,
    is_every: bool,
    loggers: int | None,
    is_all: bool,
) -> int:
    """Show settings that differ from the defaults, and where each comes from."""
    resource = _resource(topic, broker, is_every=is_every, loggers=loggers)
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
    topic: str | None,
    broker: int | None,
    is_every: bool,
    loggers: int | None,
    settings: tuple[str, ...],
    deletions: tuple[str, ...],
    additions: tuple[str, ...],
    removals: tuple[str, ...],
    dry_run: bool,
) -> int:
    """Change settings while the cluster runs; what is not named stays as it is."""
    resource = _resource(topic, broker, is_every=is_every, loggers=loggers)
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
