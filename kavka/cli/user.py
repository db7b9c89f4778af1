"""`kavka user add | list | describe | delete`: users that log in by SCRAM, with credentials in ZooKeeper.

A password is asked for, or read from a file or a pipe; it is salted here and never sent. The first user of a cluster
whose brokers themselves log in by SCRAM must be there before they are: `--zookeeper` writes it without a broker.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import cluster_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import (
    bootstrap_option,
    data_dir_option,
    output_option,
)
from kavka.cli.output import print_rows
from kavka.cli.runner import run_async
from kavka.cli.slips import question
from kavka.cli.typed_names import names_there
from kavka.cli.verb_group import VerbGroup
from kavka.cli.zookeeper_login import checked_hosts, digest_option, login_of
from kavka.client import scram_users
from kavka.client.cluster import Cluster
from kavka.protocol.errors import ResourceNotFound
from kavka.protocol.sasl.scram_keys import (
    HASHES,
    ITERATIONS_MAX,
    ITERATIONS_MIN,
    credential_of,
    random_text,
    salted_password,
)

if TYPE_CHECKING:
    from kavka.zk.acls import ZkLogin

COLUMNS: Final = ["user", "mechanism", "iterations"]
PASSWORD_BYTES_MAX: Final = 64 * 1024
ZOOKEEPER_TIMEOUT_MS: Final = 10_000

_mechanism_option = click.option(
    "--mechanism",
    "mechanisms",
    multiple=True,
    type=click.Choice(tuple(HASHES)),
    help="By which; repeatable. Default: both.",
)


def _cluster(bootstrap: str) -> Cluster:
    return Cluster(bootstrap, **cluster_settings("kavka-user"))


@click.group(cls=VerbGroup)
def user() -> None:
    """Add, list, describe and delete users that log in by SCRAM."""


@user.command()
@bootstrap_option
@click.argument("name")
@_mechanism_option
@click.option(
    "--iterations",
    type=click.IntRange(ITERATIONS_MIN, ITERATIONS_MAX),
    default=ITERATIONS_MIN,
    show_default=True,
    help="What each guess at the password costs, and each login of a client.",
)
@click.option(
    "--password-file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Whose first line is the password; - reads a pipe. Default: it is asked for.",
)
@click.option(
    "--zookeeper", metavar="HOST:PORT", callback=checked_hosts, help="Write to ZooKeeper, while no broker runs."
)
@digest_option
@data_dir_option
def add(
    *,
    bootstrap: str,
    name: str,
    mechanisms: tuple[str, ...],
    iterations: int,
    password_file: Path | None,
    zookeeper: str | None,
    digest: str | None,
    data_dir: Path,
) -> int:
    """Give a user a password, or another one."""
    password = _password(password_file)
    chosen = mechanisms or tuple(HASHES)
    if zookeeper is not None:
        login = login_of(digest, zookeeper, data_dir)
        run_async(_add_offline(zookeeper, login, name, password, chosen, iterations))
    else:
        run_async(_add(bootstrap, name, password, chosen, iterations))
    return ExitCode.OK


def _password(file: Path | None) -> str:
    if file is None and sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    if file is None or str(file) == "-":
        line = sys.stdin.buffer.readline(PASSWORD_BYTES_MAX)
    else:
        with file.open("rb") as source:
            line = source.readline(PASSWORD_BYTES_MAX)
    try:
        password = line.decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise CliError("the password is no UTF-8", code=ExitCode.USAGE) from None
    if not password:
        raise CliError(
            "the password is empty; write it into a pipe or a file, or run this in a terminal", code=ExitCode.USAGE
        )
    return password


async def _add(bootstrap: str, name: str, password: str, mechanisms: tuple[str, ...], iterations: int) -> None:
    async with _cluster(bootstrap) as cluster:
        await scram_users.set_password(cluster, name, password, mechanisms=mechanisms, iterations=iterations)


async def _add_offline(
    zookeeper: str, login: ZkLogin | None, name: str, password: str, mechanisms: tuple[str, ...], iterations: int
) -> None:
    from kavka.timer.clock import SystemClock
    from kavka.zk.acls import open_acl, secured_acl
    from kavka.zk.errors import ZkError
    from kavka.zk.kazoo_client import KazooZk
    from kavka.zk.scram_znodes import write_credentials

    texts = {}
    for mechanism in mechanisms:
        salt = random_text(secrets.randbits).encode()
        salted = salted_password(mechanism, password.encode(), salt, iterations)
        texts[mechanism] = credential_of(mechanism, salted, salt, iterations)
    acl_of = open_acl if login is None else secured_acl
    zk = KazooZk(zookeeper, session_timeout_ms=ZOOKEEPER_TIMEOUT_MS, clock=SystemClock(), login=login, acl_of=acl_of)
    try:
        await zk.start(ZOOKEEPER_TIMEOUT_MS)
        await write_credentials(zk, name, texts)
    except ZkError as error:
        raise CliError(str(error)) from error
    finally:
        await zk.close()


@user.command("list")
@bootstrap_option
@output_option
def list_(*, bootstrap: str, output: str) -> int:
    """List all users that can log in by SCRAM."""
    print_rows(_rows(run_async(_describe(bootstrap, ()))), COLUMNS, output)
    return ExitCode.OK


@user.command()
@bootstrap_option
@output_option
@click.argument("names", nargs=-1, required=True)
def describe(*, bootstrap: str, output: str, names: tuple[str, ...]) -> int:
    """Show by which mechanisms users can log in. Keys and salts are shown to nobody."""
    print_rows(_rows(run_async(_describe(bootstrap, names))), COLUMNS, output)
    return ExitCode.OK


async def _describe(bootstrap: str, names: tuple[str, ...]) -> scram_users.Users:
    async with _cluster(bootstrap) as cluster:
        return await _described(cluster, names)


async def _described(cluster: Cluster, names: Sequence[str]) -> scram_users.Users:
    try:
        return await scram_users.describe(cluster, names)
    except ResourceNotFound as error:
        there = await names_there(scram_users.describe(cluster))
        missing = next((name for name in names if name not in there), names[0])
        raise CliError(
            f"there is no user {missing!r} that logs in by SCRAM.{question(missing, there)} List those that there are "
            "with: kavka user list",
            ExitCode.NOT_FOUND,
        ) from error


def _rows(users: scram_users.Users) -> list[dict[str, Any]]:
    return [
        {"user": name, "mechanism": mechanism, "iterations": iterations}
        for name, credentials in users.items()
        for mechanism, iterations in credentials.items()
    ]


@user.command()
@bootstrap_option
@click.argument("name")
@_mechanism_option
def delete(*, bootstrap: str, name: str, mechanisms: tuple[str, ...]) -> int:
    """Take a user's credentials away: those named, or all. Who is logged in stays so."""
    run_async(_delete(bootstrap, name, mechanisms))
    return ExitCode.OK


async def _delete(bootstrap: str, name: str, mechanisms: tuple[str, ...]) -> None:
    async with _cluster(bootstrap) as cluster:
        if not mechanisms:
            mechanisms = tuple((await _described(cluster, [name]))[name])
        await scram_users.delete(cluster, name, mechanisms)
