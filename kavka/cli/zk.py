"""`kavka zk ls | get`: what the cluster keeps in ZooKeeper, embedded or not. Reads only: writing is the brokers'."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import data_dir_option, output_option
from kavka.cli.output import print_rows, print_value
from kavka.cli.runner import run_async
from kavka.cli.zookeeper_login import digest_option, login_of
from kavka.local.state import read_state
from kavka.zk.acls import ZkLogin
from kavka.zk.client import ZkClient
from kavka.zk.errors import NoAuth, NoNode, ZkError
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.ops import Stat

CONNECT_TIMEOUT_MS = 5_000
NODES_MAX = 100_000
"""Nodes that -R walks before it gives up."""


def zookeeper_option(function: Any) -> Any:
    """Adds --zookeeper HOST:PORT and --digest to a command. Without them it is what runs on the data directory."""
    function = digest_option(function)
    return click.option(
        "--zookeeper",
        metavar="HOST:PORT[/CHROOT]",
        envvar="KAVKA_ZOOKEEPER",
        show_envvar=True,
        help="Default: the ZooKeeper of what runs on the data directory.",
    )(function)


@click.group()
def zk() -> None:
    """Look at what the cluster keeps in ZooKeeper."""


@zk.command("ls")
@click.argument("path", default="/")
@zookeeper_option
@data_dir_option
@output_option
@click.option("-R", "--recursive", is_flag=True, help="Everything below PATH.")
def ls(*, path: str, zookeeper: str | None, digest: str | None, data_dir: Path, output: str, recursive: bool) -> int:
    """List the children of PATH."""
    hosts = _hosts(zookeeper, data_dir)
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
    hosts = _hosts(zookeeper, data_dir)
    data, stat = run_async(_get(hosts, login_of(digest, hosts, data_dir), _clean(path)))
    if with_stat:
        print_value({**stat._asdict(), "ephemeral_owner": f"0x{stat.ephemeral_owner:x}"}, "yaml")
        click.echo()
    click.echo(data, nl=not data.endswith(b"\n"))
    return ExitCode.OK


def _clean(path: str) -> str:
    if not path.startswith("/"):
        raise click.BadParameter(f"{path!r} does not begin with /", param_hint="PATH")
    return path.rstrip("/") or "/"


def _hosts(zookeeper: str | None, data_dir: Path) -> str:
    if zookeeper is not None:
        return zookeeper
    state = read_state(data_dir)
    if state is None:
        raise CliError(
            f"nothing runs on {data_dir}; name a ZooKeeper with --zookeeper HOST:PORT, or start one with: kavka start",
            ExitCode.UNREACHABLE,
        )
    return state.zookeeper


@asynccontextmanager
async def _session(hosts: str, login: ZkLogin | None) -> AsyncIterator[ZkClient]:
    client = KazooZk(hosts, login=login)
    try:
        await client.start(CONNECT_TIMEOUT_MS)
    except ZkError as error:
        await client.close()
        raise CliError(f"ZooKeeper at {hosts} does not answer: {error}", ExitCode.UNREACHABLE) from error
    try:
        yield client
    except NoNode as error:
        raise CliError(f"there is no node {error}", ExitCode.NOT_FOUND) from error
    except NoAuth as error:
        raise CliError(f"{error} is protected: --digest @FILE, of USER:PASSWORD, says who may read it") from error
    except ZkError as error:
        raise CliError(str(error)) from error
    finally:
        await client.close()


async def _list(hosts: str, login: ZkLogin | None, path: str, *, recursive: bool) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    async with _session(hosts, login) as client:
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
    return sorted(rows, key=lambda row: str(row["path"]))


def _row(path: str, stat: Stat) -> dict[str, Any]:
    return {
        "path": path,
        "version": stat.version,
        "children": stat.num_children,
        "bytes": stat.data_length,
        "ephemeral": f"0x{stat.ephemeral_owner:x}" if stat.ephemeral_owner > 0 else None,
    }


async def _get(hosts: str, login: ZkLogin | None, path: str) -> tuple[bytes, Stat]:
    async with _session(hosts, login) as client:
        return await client.get(path)
