"""`kavka zk ls | get | set | create | rm`: what the cluster keeps in ZooKeeper, embedded or not.

Writing there is the brokers' own: who does it by hand is asked, unless --yes says that it is meant.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.confirm import confirm
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, output_option
from kavka.cli.output import print_rows, print_value
from kavka.cli.runner import run_async
from kavka.cli.verb_group import VerbGroup
from kavka.cli.zookeeper_login import login_of, zookeeper_hosts, zookeeper_option
from kavka.cli.zookeeper_session import zookeeper_session
from kavka.zk.acls import ZkLogin
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoNode
from kavka.zk.ops import Stat

NODES_MAX = 100_000
"""Nodes that -R walks before it gives up."""


@click.group(cls=VerbGroup)
def zk() -> None:
    """Look at what the cluster keeps in ZooKeeper, and change it by hand."""


@zk.command("ls")
@click.argument("path", default="/")
@zookeeper_option
@data_dir_option
@output_option
@click.option("-R", "--recursive", is_flag=True, help="Everything below PATH.")
def ls(*, path: str, zookeeper: str | None, digest: str | None, data_dir: Path, output: str, recursive: bool) -> int:
    """List the children of PATH."""
    hosts = zookeeper_hosts(zookeeper, data_dir)
    rows = run_async(_list(hosts, login_of(digest, hosts, data_dir), _clean(path), recursive=recursive))
    print_rows(rows, ["path", "version", "children", "bytes", "ephemeral"], output)
    return ExitCode.OK


@zk.command("get")
@click.argument("path")
@zookeeper_option
@data_dir_option
@click.option("-s", "--stat", "with_stat", is_flag=True, help="The node's metadata, too.")
def get(*, path: str, zookeeper: str | None, digest: str | None, data_dir: Path, with_stat: bool) -> int:
    """Print a node's data, byte for byte; with -s, its metadata before it."""
    hosts = zookeeper_hosts(zookeeper, data_dir)
    data, stat = run_async(_get(hosts, login_of(digest, hosts, data_dir), _clean(path)))
    if with_stat:
        print_value({**stat._asdict(), "ephemeral_owner": f"0x{stat.ephemeral_owner:x}"}, "yaml")
        click.echo()
    click.echo(data, nl=not data.endswith(b"\n"))
    return ExitCode.OK


# ---------------------------------------------------------------- write


_version_option = click.option(
    "--version", "version", metavar="N", type=click.IntRange(0), help="Only while the node has this version."
)
_yes_option = click.option("-y", "--yes", is_flag=True, help="Do not ask.")


@zk.command("set")
@click.argument("path")
@click.argument("data", metavar="DATA|-")
@zookeeper_option
@data_dir_option
@_version_option
@_yes_option
def set_(
    *, path: str, data: str, zookeeper: str | None, digest: str | None, data_dir: Path, version: int | None, yes: bool
) -> int:
    """Replace a node's data; - reads it from stdin, byte for byte."""
    hosts = zookeeper_hosts(zookeeper, data_dir)
    path, content = _clean(path), _data(data)
    confirm(f"Replace the data of {path}?", is_sure=yes)
    stat = run_async(_set(hosts, login_of(digest, hosts, data_dir), path, content, version))
    click.echo(f"{path} has version {stat.version} now")
    return ExitCode.OK


@zk.command("create")
@click.argument("path")
@click.argument("data", metavar="[DATA|-]", default="")
@zookeeper_option
@data_dir_option
@click.option("-p", "--parents", is_flag=True, help="Make the nodes above it, too, where they are missing.")
@click.option("--sequential", is_flag=True, help="Let ZooKeeper put a number behind the name.")
def create(
    *,
    path: str,
    data: str,
    zookeeper: str | None,
    digest: str | None,
    data_dir: Path,
    parents: bool,
    sequential: bool,
) -> int:
    """Create a node, and print its path."""
    hosts = zookeeper_hosts(zookeeper, data_dir)
    path, content = _clean(path), _data(data)
    login = login_of(digest, hosts, data_dir)
    click.echo(run_async(_create(hosts, login, path, content, parents=parents, sequential=sequential)))
    return ExitCode.OK


@zk.command("rm")
@click.argument("path")
@zookeeper_option
@data_dir_option
@click.option("-R", "--recursive", is_flag=True, help="With everything below it.")
@_version_option
@_yes_option
def rm(
    *,
    path: str,
    zookeeper: str | None,
    digest: str | None,
    data_dir: Path,
    recursive: bool,
    version: int | None,
    yes: bool,
) -> int:
    """Remove a node."""
    path = _clean(path)
    if path == "/":
        raise click.BadParameter("the root cannot be removed", param_hint="PATH")
    hosts = zookeeper_hosts(zookeeper, data_dir)
    confirm(f"Remove {path}{' and everything below it' if recursive else ''}?", is_sure=yes)
    login = login_of(digest, hosts, data_dir)
    count = run_async(_remove(hosts, login, path, recursive=recursive, version=version))
    click.echo(f"removed {path}{f' and {count - 1} below it' if count > 1 else ''}")
    return ExitCode.OK


def _data(text: str) -> bytes:
    return sys.stdin.buffer.read() if text == "-" else text.encode()


async def _set(hosts: str, login: ZkLogin | None, path: str, data: bytes, version: int | None) -> Stat:
    async with zookeeper_session(hosts, login) as client:
        return await client.set(path, data, -1 if version is None else version)


async def _create(hosts: str, login: ZkLogin | None, path: str, data: bytes, *, parents: bool, sequential: bool) -> str:
    async with zookeeper_session(hosts, login) as client:
        try:
            made, _ = await client.create(path, data, make_parents=parents, sequential=sequential)
        except NoNode:
            raise CliError(f"a node above {path} is missing; -p makes it", ExitCode.NOT_FOUND) from None
        return made


async def _remove(hosts: str, login: ZkLogin | None, path: str, *, recursive: bool, version: int | None) -> int:
    """Removes a node; how many went with it. Nodes that others remove meanwhile do not disturb it."""
    removed = 0
    async with zookeeper_session(hosts, login) as client:
        if recursive:
            below = [str(row["path"]) for row in await _rows_below(client, path, recursive=True)]
            for node in sorted(below, key=lambda node: node.count("/"), reverse=True):
                with suppress(NoNode):
                    await client.delete(node)
                    removed += 1
        await client.delete(path, -1 if version is None else version)
    return removed + 1


# ---------------------------------------------------------------- read


def _clean(path: str) -> str:
    if not path.startswith("/"):
        raise click.BadParameter(f"{path!r} does not begin with /", param_hint="PATH")
    clean = path.rstrip("/")
    if "\0" in clean or any(name in ("", ".", "..") for name in clean.split("/")[1:]):
        raise click.BadParameter(f"{path!r} is no path: between slashes there are names", param_hint="PATH")
    return clean or "/"


async def _list(hosts: str, login: ZkLogin | None, path: str, *, recursive: bool) -> list[dict[str, Any]]:
    async with zookeeper_session(hosts, login) as client:
        rows = await _rows_below(client, path, recursive=recursive)
    return sorted(rows, key=lambda row: str(row["path"]))


async def _rows_below(client: ZkClient, path: str, *, recursive: bool) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    waiting = [path]
    while waiting:
        parent = waiting.pop()
        prefix = "" if parent == "/" else parent
        children = [f"{prefix}/{name}" for name in await client.children(parent)]
        for child in children:
            stat = await client.exists(child)
            if stat is not None:  # gone between two requests
                rows.append(_row(child, stat))
        if recursive:
            waiting += reversed(children)
        if len(rows) > NODES_MAX:
            raise CliError(f"more than {NODES_MAX} nodes below {path}; begin deeper")
    return rows


def _row(path: str, stat: Stat) -> dict[str, Any]:
    return {
        "path": path,
        "version": stat.version,
        "children": stat.num_children,
        "bytes": stat.data_length,
        "ephemeral": f"0x{stat.ephemeral_owner:x}" if stat.ephemeral_owner > 0 else None,
    }


async def _get(hosts: str, login: ZkLogin | None, path: str) -> tuple[bytes, Stat]:
    async with zookeeper_session(hosts, login) as client:
        return await client.get(path)
