"""How to reach a cluster: what a Spark job carries to its workers, so it is a plain value that pickles and hashes.

Made from a Kafka client's own properties (`bootstrap.servers`, `request.timeout.ms`, `security.protocol`, …), which a
job gives as options with "kafka." before them. Sockets and TLS contexts are made from it in the process that uses them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kavka.wire.cluster_view import parse_bootstrap
from kavka.wire.connection_core import CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS
from kavka.wire.retries import API_TIMEOUT_MS, RETRY_BACKOFF_MS, RETRY_BACKOFF_MS_MAX

SECURITY_PREFIXES = ("security.", "ssl.", "sasl.")

_NUMBERS = {
    "request.timeout.ms": "request_timeout_ms",
    "default.api.timeout.ms": "api_timeout_ms",
    "socket.connection.setup.timeout.ms": "connect_timeout_ms",
    "retry.backoff.ms": "retry_backoff_ms",
    "retry.backoff.max.ms": "retry_backoff_ms_max",
}
PROPERTIES = frozenset({"bootstrap.servers", "client.id", *_NUMBERS})
"""Names that mean something here, besides those that begin with one of `SECURITY_PREFIXES`."""


class WireSettings(NamedTuple):
    """All that is needed to reach a cluster."""

    bootstrap: str
    """"host:port[,host:port…]"."""
    client_id: str = "kavka-spark"
    request_timeout_ms: int = REQUEST_TIMEOUT_MS
    api_timeout_ms: int = API_TIMEOUT_MS
    """Deadline of one call with all its retries."""
    connect_timeout_ms: int = CONNECT_TIMEOUT_MS
    retry_backoff_ms: int = RETRY_BACKOFF_MS
    retry_backoff_ms_max: int = RETRY_BACKOFF_MS_MAX
    security: tuple[tuple[str, str], ...] = ()
    """The client's properties about TLS and SASL, sorted by name."""

    @classmethod
    def from_properties(cls, properties: Mapping[str, str]) -> WireSettings:
        """Reads the settings from a Kafka client's properties; names that mean nothing here are passed over.

        Raises:
            ValueError: `bootstrap.servers` is missing or no list of addresses, or a number is none.
        """
        bootstrap = properties.get("bootstrap.servers", "")
        parse_bootstrap(bootstrap)
        numbers: dict[str, int] = {}
        for name, field in _NUMBERS.items():
            if name in properties:
                numbers[field] = _positive(name, properties[name])
        security = {name: value for name, value in properties.items() if name.startswith(SECURITY_PREFIXES)}
        return cls(
            bootstrap=bootstrap,
            client_id=properties.get("client.id", "kavka-spark"),
            security=tuple(sorted(security.items())),
            **numbers,
        )


def _positive(name: str, text: str) -> int:
    if not text.strip().isdigit() or int(text) < 1:
        raise ValueError(f"{name} is {text!r}; it needs a number of milliseconds")
    return int(text)
