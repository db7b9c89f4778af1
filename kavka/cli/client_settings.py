"""What a verb's clients are made with: its deadlines, how to log in, and what -X and --command-config say besides.

    Admin(bootstrap, **admin_settings("kavka-topic"))

What is said by a property goes before what the verb chose: `-X acks=1` before the default of --acks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from kavka.cli.options import CALL_TIMEOUT_MS, REACH_TIMEOUT_MS, client_security, said_properties


def admin_settings(client_id: str, *, api_timeout_ms: int = CALL_TIMEOUT_MS) -> dict[str, Any]:
    """Returns the arguments of an `Admin`, which pushes no metrics: each call would be one more client instance."""
    return {"enable_metrics_push": False, **cluster_settings(client_id, api_timeout_ms=api_timeout_ms)}


def cluster_settings(client_id: str, *, api_timeout_ms: int = CALL_TIMEOUT_MS) -> dict[str, Any]:
    """Returns the arguments of a `Cluster`."""
    return {
        "api_timeout_ms": api_timeout_ms,
        "reach_timeout_ms": REACH_TIMEOUT_MS,
        "client_id": client_id,
        "security": client_security(),
        **said_properties().of("A"),
    }


def producer_settings(client_id: str, **chosen: Any) -> dict[str, Any]:
    """Returns the arguments of a `Producer`; `chosen` are the verb's own."""
    return {
        "max_block_ms": CALL_TIMEOUT_MS,
        "reach_timeout_ms": REACH_TIMEOUT_MS,
        "client_id": client_id,
        "security": client_security(),
        **chosen,
        **said_properties().of("P"),
    }


def consumer_settings(client_id: str, **chosen: Any) -> dict[str, Any]:
    """Returns the arguments of a `Consumer`; `chosen` are the verb's own."""
    return {
        "api_timeout_ms": CALL_TIMEOUT_MS,
        "reach_timeout_ms": REACH_TIMEOUT_MS,
        "client_id": client_id,
        "security": client_security(),
        **chosen,
        **said_properties().of("C"),
    }


@contextmanager
def refused_settings() -> Iterator[None]:
    """Says in a line why a client cannot be made with what was said: each may be right, and not all together.

    Raises:
        click.UsageError: the client refuses its settings.
    """
    try:
        yield
    except ValueError as error:
        raise click.UsageError(f"no client can be made with these settings: {error}") from None
