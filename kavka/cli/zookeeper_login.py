"""Which ZooKeeper a verb asks, and as whom: by --zookeeper and --digest, else what runs on the data directory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import secret_option
from kavka.local.secrets import digest_for
from kavka.local.state import read_state
from kavka.zk.acls import ZkLogin
from kavka.zk.hosts import hosts_problem

digest_option = secret_option(
    "--digest",
    metavar="@FILE",
    envvar="KAVKA_ZOOKEEPER_DIGEST",
    help="USER:PASSWORD of who asks, for nodes that not everybody may read; that of what runs on the data directory "
    "is found.",
)
"""--digest @FILE."""


def zookeeper_option(function: Any) -> Any:
    """Adds --zookeeper HOST:PORT and --digest to a command. Without them it is what runs on the data directory."""
    function = digest_option(function)
    return click.option(
        "--zookeeper",
        metavar="HOST:PORT[/CHROOT]",
        envvar="KAVKA_ZOOKEEPER",
        show_envvar=True,
        callback=checked_hosts,
        help="Default: the ZooKeeper of what runs on the data directory.",
    )(function)


def checked_hosts(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuses a --zookeeper that is no address; a callback of the option."""
    problem = None if value is None else hosts_problem(value)
    if problem is not None:
        raise click.BadParameter(problem, context, parameter)
    return value


def zookeeper_hosts(zookeeper: str | None, data_dir: Path) -> str:
    """Returns the addresses of the ZooKeeper that a command means.

    Raises:
        CliError: none is named, and nothing runs on the data directory.
    """
    if zookeeper is not None:
        return zookeeper
    state = read_state(data_dir)
    if state is None:
        raise CliError(
            f"nothing runs on {data_dir}; name a ZooKeeper with --zookeeper HOST:PORT, or start one with: kavka start",
            ExitCode.UNREACHABLE,
        )
    return state.zookeeper


def login_of(digest: str | None, hosts: str, data_dir: Path) -> ZkLogin | None:
    """Returns the login to a ZooKeeper; None where none is known.

    Args:
        digest: what --digest says.
        hosts: whom it is meant for.
        data_dir: where a cluster may run whose ZooKeeper that is.

    Raises:
        click.BadParameter: it does not read USER:PASSWORD.
    """
    digest = digest or digest_for(hosts, data_dir)
    if digest is None:
        return None
    user, _, password = digest.partition(":")
    if not (user and password):
        raise click.BadParameter("it must read USER:PASSWORD", param_hint="--digest")
    return ZkLogin("digest", digest)
