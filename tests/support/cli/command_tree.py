"""Every leaf of the command line's tree, and arguments that bring it as far as its cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from kavka.cli.main import cli

Path = tuple[str, ...]

WITHOUT_CLUSTER: Final = {
    *(("simulate",), ("demo",), ("start",), ("perf", "timer"), ("perf", "purgatory")),
    ("context", "create"),
}
"""What makes its own world, takes long by itself, or notes a cluster without asking it."""

_ARGUMENTS: Final[dict[str, str]] = {
    "action": "error",
    "api_name": "Metadata",
    "body": "{}",
    "count": "3",
    "data": "y",
    "directories": "/nowhere",
    "duration": "1s",
    "ids": "1",
    "levels": "x=1",
    "path": "/x",
    "paths": "/nowhere",
    "shell": "bash",
}
"""By the name of a required argument; of others "x"."""

_OPTIONS: Final[dict[Path, list[str]]] = {
    ("acl", "add"): ["--topic", "x", "--allow-principal", "User:x", "--operation", "Read"],
    ("acl", "remove"): ["--topic", "x", "--yes"],
    ("client-metrics", "set"): ["--interval-ms", "60000"],
    ("cluster", "elect"): ["--all"],
    ("cluster", "reassign"): ["--topic", "x", "--brokers", "0"],
    ("config", "alter"): ["--topic", "x", "--set", "retention.ms=1"],
    ("config", "describe"): ["--topic", "x"],
    ("fault", "add"): ["--error", "NOT_LEADER_OR_FOLLOWER"],
    ("group", "reset"): ["--to", "latest"],
    ("quota", "remove"): ["--user", "x"],
    ("quota", "set"): ["--user", "x", "--produce", "1"],
    ("request",): ["Metadata"],
    ("share-group", "reset"): ["--to", "latest"],
    ("streams-group", "reset-offsets"): ["--to", "latest"],
    ("topic", "alter"): ["--set", "retention.ms=1"],
    ("topic", "trim"): ["-o", "5", "--yes"],
    ("txn", "abort"): ["x"],
    ("user", "add"): ["--password-file", "-"],
    ("zk", "rm"): ["--yes"],
    ("zk", "set"): ["--yes"],
}


def leaves(command: click.Command = cli, path: Path = ()) -> Iterator[tuple[Path, click.Command]]:
    """Yields the way to each command that does something, and the command."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, (*path, name))


def options_of(command: click.Command) -> set[str]:
    """Returns the options that a command takes."""
    return {text for parameter in command.params if isinstance(parameter, click.Option) for text in parameter.opts}


def sensible(path: Path, command: click.Command) -> list[str]:
    """Returns a command line that asks something sensible, but for the cluster that it asks."""
    named = [p.name or "" for p in command.params if isinstance(p, click.Argument) and p.required]
    return [*path, *(_ARGUMENTS.get(name, "x") for name in named), *_OPTIONS.get(path, [])]
