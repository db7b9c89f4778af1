"""`kavka topic create | list | describe | alter | add-partitions | delete`; offsets and trim are `topic_offsets`."""

from __future__ import annotations

from typing import Any

import click

from kavka.cli.client_settings import admin_settings
from kavka.cli.config import alter_configs, changes_options, parse_changes
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import (
    bootstrap_option,
    output_option,
    parse_assignments,
)
from kavka.cli.output import print_csv, print_rows, print_table, print_value
from kavka.cli.runner import run_async
from kavka.cli.topic_offsets import offsets, trim
from kavka.cli.verb_group import VerbGroup
from kavka.client.admin import Admin, ConfigEntry, ConfigResource, TopicInfo
from kavka.client.errors import code_name
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import ErrorCode, TopicAlreadyExists, UnknownTopicOrPartition


def _admin(bootstrap: str) -> Admin:
    return Admin(bootstrap, **admin_settings("kavka-topic"))


@click.group(cls=VerbGroup)
def topic() -> None:
    """Create, list, describe, change, trim and delete topics."""


topic.add_command(offsets)
topic.add_command(trim)


# ---------------------------------------------------------------- create


@topic.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@bootstrap_option
@click.option("-p", "--partitions", type=click.IntRange(min=1), help="Default: the broker's num.partitions.")
@click.option("-r", "--replication-factor", type=click.IntRange(min=1), help="Default: the broker's.")
@click.option(
    "-c", "--config", "-s", "--set", "settings", metavar="K=V", multiple=True, help="A topic's setting; repeatable."
)
@click.option("--if-not-exists", is_flag=True, help="Succeed when the topic is there already.")
def create(
    *,
    names: tuple[str, ...],
    bootstrap: str,
    partitions: int | None,
    replication_factor: int | None,
    settings: tuple[str, ...],
    if_not_exists: bool,
) -> int:
    """Create topics; returns when they can be used."""
    configs: dict[str, str | None] = {**parse_assignments(settings, option="--config")}
    topics = [
        NewTopic(
            name=name, num_partitions=partitions or -1, replication_factor=replication_factor or -1, configs=configs
        )
        for name in names
    ]
    run_async(_create(bootstrap, topics, if_not_exists=if_not_exists))
    return ExitCode.OK


async def _create(bootstrap: str, topics: list[NewTopic], *, if_not_exists: bool) -> None:
    async with _admin(bootstrap) as admin:
        for new in topics:
            try:
                await admin.create_topics([new])
            except TopicAlreadyExists:
                if not if_not_exists:
                    raise
                click.echo(f"{new.name} exists")
            else:
                click.echo(f"created {new.name}")


# ---------------------------------------------------------------- list


@topic.command("list")
@bootstrap_option
@output_option
@click.option("--internal", is_flag=True, help="Also the brokers' own topics.")
def list_(*, bootstrap: str, output: str, internal: bool) -> int:
    """List topics."""
    rows = [_summary(info) for info in run_async(_list(bootstrap, internal=internal))]
    print_rows(rows, ["name", "partitions", "replicas", "under_replicated"], output)
    return ExitCode.OK


async def _list(bootstrap: str, *, internal: bool) -> list[TopicInfo]:
    async with _admin(bootstrap) as admin:
        return await admin.list_topics(include_internal=internal)


def _summary(info: TopicInfo) -> dict[str, Any]:
    partitions = info.partitions.values()
    return {
        "name": info.name,
        "partitions": len(partitions),
        "replicas": max((len(partition.replicas) for partition in partitions), default=0),
        "under_replicated": sum(len(partition.isr) < len(partition.replicas) for partition in partitions),
    }


# ---------------------------------------------------------------- describe


@topic.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@bootstrap_option
@output_option
def describe(*, names: tuple[str, ...], bootstrap: str, output: str) -> int:
    """Show leaders, replicas, offsets, and settings that differ from the defaults."""
    topics = run_async(_describe(bootstrap, names))
    columns = ["partition", "leader", "epoch", "replicas", "isr", "start", "end", "error"]
    if output == "csv":
        print_csv(
            [{"topic": item["name"], **part} for item in topics for part in item["partitions"]], ["topic", *columns]
        )
        return ExitCode.OK
    if output != "table":
        print_value(topics, output)
        return ExitCode.OK
    for item in topics:
        overrides = " ".join(f"{config['name']}={config['value']}" for config in item["configs"])
        click.echo(f"{item['name']}  id {item['topic_id']}  {overrides}".rstrip())
        print_table(item["partitions"], columns)
    return ExitCode.OK


async def _describe(bootstrap: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    async with _admin(bootstrap) as admin:
        return [await _details(admin, info) for info in await admin.describe_topics(names)]


async def _details(admin: Admin, info: TopicInfo) -> dict[str, Any]:
    led = [TopicPartition(info.name, p.partition) for p in info.partitions.values() if p.leader >= 0]
    watermarks = await admin.watermarks(led)
    configs = await admin.describe_topic_configs(info.name)
    partitions = []
    for part in sorted(info.partitions.values(), key=lambda item: item.partition):
        start, end = watermarks.get(TopicPartition(info.name, part.partition), (None, None))
        partitions.append(
            {
                "partition": part.partition,
                "leader": part.leader,
                "epoch": part.leader_epoch,
                "replicas": list(part.replicas),
                "isr": list(part.isr),
                "start": start,
                "end": end,
                "error": None if part.error_code == ErrorCode.NONE else code_name(part.error_code),
            }
        )
    return {
        "name": info.name,
        "topic_id": _topic_id_text(info.topic_id),
        "internal": info.is_internal,
        "partitions": partitions,
        "configs": [_config(entry) for entry in configs if entry.source == "topic"],
    }


def _config(entry: ConfigEntry) -> dict[str, Any]:
    return {"name": entry.name, "value": entry.value, "source": entry.source}


def _topic_id_text(topic_id: bytes) -> str | None:
    """Kafka's own form: url-safe base64 without padding; None for a topic without an id."""
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(topic_id).decode().rstrip("=") if any(topic_id) else None


# ---------------------------------------------------------------- alter, add-partitions


@topic.command()
@click.argument("name")
@bootstrap_option
@changes_options
def alter(
    *,
    name: str,
    bootstrap: str,
    settings: tuple[str, ...],
    deletions: tuple[str, ...],
    additions: tuple[str, ...],
    removals: tuple[str, ...],
    dry_run: bool,
) -> int:
    """Change a topic's settings; what is not named stays as it is."""
    changes = parse_changes(settings, deletions, additions, removals)
    run_async(alter_configs(bootstrap, ConfigResource.topic(name), changes, dry_run=dry_run))
    return ExitCode.OK


@topic.command("add-partitions")
@click.argument("name")
@click.argument("count", type=click.IntRange(min=1))
@bootstrap_option
@click.option("--dry-run", is_flag=True, help="Only ask whether it would be done.")
def add_partitions(*, name: str, count: int, bootstrap: str, dry_run: bool) -> int:
    """Give a topic COUNT partitions in all; records with a key may go to other ones from then on."""
    run_async(_add_partitions(bootstrap, name, count, dry_run=dry_run))
    return ExitCode.OK


async def _add_partitions(bootstrap: str, name: str, count: int, *, dry_run: bool) -> None:
    async with _admin(bootstrap) as admin:
        await admin.create_partitions({name: count}, validate_only=dry_run)
        click.echo(f"{name} {'could have' if dry_run else 'has'} {count} partitions")


# ---------------------------------------------------------------- delete


@topic.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@bootstrap_option
@click.option("--if-exists", is_flag=True, help="Succeed when the topic is not there.")
def delete(*, names: tuple[str, ...], bootstrap: str, if_exists: bool) -> int:
    """Delete topics with everything in them; returns when they are gone."""
    run_async(_delete(bootstrap, names, if_exists=if_exists))
    return ExitCode.OK


async def _delete(bootstrap: str, names: tuple[str, ...], *, if_exists: bool) -> None:
    async with _admin(bootstrap) as admin:
        for name in names:
            try:
                await admin.delete_topics([name])
            except UnknownTopicOrPartition:
                if not if_exists:
                    raise UnknownTopicOrPartition(f"there is no topic {name!r} in this cluster") from None
                click.echo(f"{name} does not exist")
            else:
                click.echo(f"deleted {name}")
