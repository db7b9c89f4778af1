"""Names that a user typed and the cluster does not know: said at once, with what was probably meant.

    kavka topic describe order      there is no topic 'order' in this cluster. Did you mean 'orders'?
    kavka group describe biling     there is no group 'biling' in this cluster. Did you mean 'billing'?
    kavka config describe --broker 9    there is no broker 9 in this cluster; alive are: 0, 1, 2

A client of a program waits for a broker that is away, for it may come back; a person would rather hear of the slip.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeVar

import click

from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.exit_codes import ExitCode
from kavka.client.admin import Admin
from kavka.client.errors import ClientError
from kavka.protocol.errors import DecodeError, KafkaError

if TYPE_CHECKING:
    from kavka.protocol.errors import UnknownTopicOrPartition

Named = TypeVar("Named")

LOOK_TIMEOUT_MS: Final = 2_000
"""How long the names of all topics may take: the slip itself is known already."""


async def require_broker(admin: Admin, broker_id: int) -> None:
    """Refuses a broker id that no live broker has.

    Raises:
        CliError: the cluster has no such broker now.
    """
    alive = [broker.broker_id for broker in (await admin.describe_cluster()).brokers]
    if broker_id not in alive:
        there = ", ".join(map(str, alive))
        raise CliError(f"there is no broker {broker_id} in this cluster now; alive are: {there}", ExitCode.NOT_FOUND)


async def names_there(look: Awaitable[Iterable[Named]]) -> list[Named]:
    """Returns the names, or what has them, that a look at the cluster finds; none where it fails, or takes long."""
    try:
        async with asyncio.timeout(LOOK_TIMEOUT_MS / 1_000):
            return list(await look)
    except (KafkaError, ClientError, DecodeError, OSError, TimeoutError):
        return []


def meant_topic(error: UnknownTopicOrPartition) -> str | None:
    """Finds the topic most like a name that the running command was given.

    None: there is none, or it is too late to find out.
    """
    context = click.get_current_context(silent=True)
    bootstrap = None if context is None else context.params.get("bootstrap")
    if context is None or not isinstance(bootstrap, str):
        return None
    given = [value for param in context.params.values() for value in (param if isinstance(param, tuple) else (param,))]
    typed = [value for value in given if isinstance(value, str) and repr(value) in str(error)]
    if not typed:
        return None
    try:
        topics = asyncio.run(_topics(bootstrap))
    except (KafkaError, ClientError, DecodeError, OSError, TimeoutError):
        return None
    return next(iter(get_close_matches(typed[0], topics, n=1)), None)


async def _topics(bootstrap: str) -> list[str]:
    async with Admin(bootstrap, **admin_settings("kavka", api_timeout_ms=LOOK_TIMEOUT_MS)) as admin:
        return [info.name for info in await admin.list_topics()]
