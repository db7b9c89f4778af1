"""A verb's session with ZooKeeper: opened with a deadline, and every refusal of ZooKeeper's a line for a person."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.slips import question
from kavka.zk.acls import ZkLogin
from kavka.zk.client import ZkClient
from kavka.zk.errors import BadVersion, NoAuth, NoChildrenForEphemerals, NodeExists, NoNode, NotEmpty, ZkError
from kavka.zk.kazoo_client import KazooZk

CONNECT_TIMEOUT_MS = 5_000


@asynccontextmanager
async def zookeeper_session(hosts: str, login: ZkLogin | None) -> AsyncIterator[ZkClient]:
    """Opens a session, and closes it.

    Raises:
        CliError: in place of what ZooKeeper refuses.
    """
    for name in ("kazoo", "kavka.zk"):  # each try's failure would be a line; the last one is told below
        logging.getLogger(name).addHandler(logging.NullHandler())
    client = KazooZk(hosts, login=login)
    try:
        await client.start(CONNECT_TIMEOUT_MS)
    except ZkError as error:
        await client.close()
        raise CliError(f"ZooKeeper at {hosts} does not answer: {error}", ExitCode.UNREACHABLE) from error
    try:
        yield client
    except NoNode as error:
        hint = await _question(client, str(error))
        raise CliError(f"there is no node {error}{hint and '.'}{hint}", ExitCode.NOT_FOUND) from error
    except NodeExists as error:
        raise CliError(f"there is a node {error} already", ExitCode.EXISTS) from error
    except NotEmpty as error:
        raise CliError(f"{error} has nodes below it; -R removes them too") from error
    except BadVersion as error:
        raise CliError(f"{error} has another version by now; nothing was changed") from error
    except NoChildrenForEphemerals as error:
        raise CliError(f"{error}: a node that ends with its session can have none below it") from error
    except NoAuth as error:
        raise CliError(
            f"{error} is protected: --digest @FILE, of USER:PASSWORD, says who may read and write it"
        ) from error
    except ZkError as error:
        raise CliError(str(error)) from error
    finally:
        await client.close()


async def _question(client: ZkClient, path: str) -> str:
    """ " Did you mean …?" with a node beside one that is not there; empty where none is like it."""
    above, slash, name = path.rpartition("/")
    if not slash or not name:
        return ""
    try:
        there = await client.children(above or "/")
    except ZkError:
        return ""
    return question(path, [f"{above}/{child}" for child in there])
