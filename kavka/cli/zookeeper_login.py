"""Who asks ZooKeeper for a verb: whom --digest names, else the brokers of what runs on the data directory."""

from __future__ import annotations

from pathlib import Path

import click

from kavka.cli.options import secret_option
from kavka.local.secrets import digest_for
from kavka.zk.acls import ZkLogin

digest_option = secret_option(
    "--digest",
    metavar="@FILE",
    envvar="KAVKA_ZOOKEEPER_DIGEST",
    help="USER:PASSWORD of who asks, for nodes that not everybody may read; that of what runs on the data directory "
    "is found.",
)
"""--digest @FILE."""


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
