"""How a connection to a broker is opened on an event loop: TCP, TLS where it is wanted, and what a failure means.

Not here: what is said on it first (`kept_login`, `connection_core.negotiation`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.timer.clock import Clock
from kavka.wire.failures import not_opened

if TYPE_CHECKING:
    from kavka.common.network import Connect
    from kavka.wire.security import ConnectionSecurity

P = TypeVar("P", bound=asyncio.BaseProtocol)

CLOSE_TIMEOUT_MS: Final = 1_000
"""How long a close lets written bytes leave, and TLS say goodbye, before it drops them."""


async def dial(
    make_protocol: Callable[[], P],
    host: str,
    port: int,
    *,
    timeout_ms: int,
    security: ConnectionSecurity | None,
    clock: Clock,
    connect: Connect | None,
) -> P:
    """Opens a connection, with TLS if wanted, and returns its protocol.

    Args:
        make_protocol: Makes it.
        host: Name or address.
        port: TCP port.
        timeout_ms: Deadline, name resolution included.
        security: TLS, or none; None: none.
        clock: What the deadline goes by.
        connect: Dials; None: the running loop does.

    Raises:
        OSError: nobody listens there, or the name is unknown.
        AuthenticationFailed: a certificate was refused, or it is no TLS that the broker speaks.
        TimeoutError: no connection in time.
    """
    tls = {} if security is None else _tls_arguments(security, host)
    try:
        async with clock.timeout(timeout_ms):
            create = connect or asyncio.get_running_loop().create_connection
            _, protocol = await create(make_protocol, host, port, **tls)
    except OSError as error:
        cause = not_opened(error, host, port, timeout_ms=timeout_ms, is_tls=bool(tls))
        if cause is error:
            raise
        raise cause from error
    return protocol


def _tls_arguments(security: ConnectionSecurity, host: str) -> dict[str, Any]:
    """Returns the arguments of `create_connection` for TLS."""
    if security.ssl_context is None:
        return {}
    return {
        "ssl": security.ssl_context,
        "server_hostname": security.server_hostname or host,
        "ssl_shutdown_timeout": CLOSE_TIMEOUT_MS / 1000,
    }
