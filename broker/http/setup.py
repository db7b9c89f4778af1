"""Makes a broker's admin endpoint as its configuration says.

    kavka.admin.listener=                  no endpoint
    kavka.admin.listener=127.0.0.1         the first listener's port + 10000, another one where that is in use
    kavka.admin.listener=127.0.0.1:9644    this one or an error; 0 takes a free one

Startup pays for a socket; what responds there is imported by the first request. What clients must show, `token` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.http.guard import is_loopback
from kavka.broker.http.server import AdminAddress, AdminServerError
from kavka.broker.http.token import AdminToken, TokenError, admin_token

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.filesystem import FileSystem
    from kavka.common.network import Network

PORT_DISTANCE: Final = 10_000
_PORT_MAX: Final = 65_535


def bind_admin_address(
    config: BrokerConfig,
    *,
    broker_port: int,
    random_bytes: Callable[[int], bytes],
    filesystem: FileSystem,
    network: Network,
) -> AdminAddress | None:
    """Binds the admin endpoint's address; None where there shall be none.

    Args:
        config: has `kavka.admin.*`.
        broker_port: of the first listener.
        random_bytes: what a token is made of; of a source that nobody predicts.
        filesystem: has the token's file.
        network: has the address.

    Raises:
        AdminServerError: it cannot be had as asked.
    """
    text: str = config.kavka_admin_listener
    if not text:
        return None
    host, port = _parse(text)
    near = broker_port + PORT_DISTANCE
    try:
        token = admin_token(config, random_bytes=random_bytes, filesystem=filesystem)
    except TokenError as error:
        raise AdminServerError(str(error)) from error
    address = AdminAddress(
        host=host,
        port=port if port is not None else near if near <= _PORT_MAX else 0,
        is_port_fixed=port is not None,
        token=token,
        open_paths=_open_paths(config, host, token),
        is_read_only=config.kavka_admin_read_only,
    )
    address.bind(network)
    return address


def _open_paths(config: BrokerConfig, host: str, token: AdminToken) -> frozenset[str]:
    """Returns what is shown without the token.

    Scrapers and probes that worked before logins were set up go on to work; what a token of the user's own closed stays
    closed.
    """
    chosen: list[str] | None = config.kavka_admin_open
    if chosen is not None:
        return frozenset(chosen)
    return frozenset(() if token.is_chosen or not is_loopback(host) else ("metrics", "health"))


def _parse(text: str) -> tuple[str, int | None]:
    """Splits host and port; an IPv6 address stands in brackets."""
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
    else:
        host, _, port = text.partition(":")
    if not host or (port and not port.isdecimal()) or int(port or 0) > _PORT_MAX:
        raise AdminServerError(f"kavka.admin.listener={text} is neither host:port nor a host; write 127.0.0.1:19092")
    return host, int(port) if port else None
