"""How a client's connections are secured: TLS, a login, both or neither, from Kafka's client properties.

    {"security.protocol": "SASL_SSL", "ssl.truststore.location": …, "sasl.mechanism": …}
        └─▶ connection_security ─▶ ConnectionSecurity ─▶ Connection.open: TCP ─▶ TLS ─▶ login ─▶ the first request

The names are those of Kafka's own `client.properties`, so that one file serves Java's clients and these. Properties
that are not about security are passed over, for such a file has them, too; a misspelled `ssl.` is an error.

Not here: contexts and stores (`kavka.common.tls`), mechanisms (`kavka.wire.sasl`), the exchange
(`kavka.wire.login_core`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from kavka.common.tls import TLS_KEYS, TlsError, TlsSettings, client_context
from kavka.wire.sasl_client import SecuritySettingsError

if TYPE_CHECKING:
    import ssl

    from kavka.wire.sasl_client import SaslClient

PROTOCOLS: Final = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")

SASL_KEYS: Final = (
    "sasl.mechanism",
    "sasl.jaas.config",
    "sasl.username",
    "sasl.password",
    "sasl.oauthbearer.token.endpoint.url",
)
"""`sasl.username` and `sasl.password` are librdkafka's; in Kafka's own files they stand inside `sasl.jaas.config`."""

_JAVA_KEYS: Final = (
    "ssl.protocol",
    "ssl.provider",
    "ssl.keymanager.algorithm",
    "ssl.trustmanager.algorithm",
    "ssl.secure.random.implementation",
    "ssl.engine.factory.class",
)
"""Of Java's own machinery: they may stand in a file and change nothing here."""


class ConnectionSecurity:
    """What `Connection.open` does between TCP and the first request. Shared by all connections of a client.

    Attributes:
        ssl_context: None: no TLS.
        server_hostname: the name that must stand in the broker's certificate; None: the one that was dialled.
        sasl: makes the client side of one login; None: there is no login.
    """

    __slots__ = ("sasl", "server_hostname", "ssl_context")

    def __init__(
        self,
        *,
        ssl_context: ssl.SSLContext | None = None,
        server_hostname: str | None = None,
        sasl: Callable[[], SaslClient] | None = None,
    ) -> None:
        self.ssl_context = ssl_context
        self.server_hostname = server_hostname
        self.sasl = sasl


SecurityLike = ConnectionSecurity | Mapping[str, str] | None
"""What clients take: Kafka's client properties, what was made of them, or None for PLAINTEXT."""


def connection_security(properties: SecurityLike) -> ConnectionSecurity | None:
    """Reads Kafka's client properties; None for PLAINTEXT. Files that they name are read now.

    Raises:
        SecuritySettingsError: a property is unknown, lacks another, or names a file that cannot be used.
    """
    if properties is None or isinstance(properties, ConnectionSecurity):
        return properties
    _check_names(properties)
    protocol = properties.get("security.protocol", "PLAINTEXT").strip().upper()
    if protocol not in PROTOCOLS:
        raise SecuritySettingsError(f"security.protocol={protocol} is none of {', '.join(PROTOCOLS)}")
    if protocol == "PLAINTEXT":
        return None
    context = None
    if protocol.endswith("SSL"):
        try:
            context = client_context(TlsSettings.read(properties.get))
        except TlsError as error:
            raise SecuritySettingsError(str(error)) from error
    return ConnectionSecurity(ssl_context=context, sasl=_sasl(properties) if protocol.startswith("SASL") else None)


def _sasl(properties: Mapping[str, str]) -> Callable[[], SaslClient]:
    from kavka.wire.sasl import sasl_client_factory  # key derivation and tokens: only who logs in needs them

    return sasl_client_factory(properties)


def _check_names(properties: Mapping[str, str]) -> None:
    known = {*TLS_KEYS, *SASL_KEYS, *_JAVA_KEYS, "security.protocol"}
    for name in properties:
        if name.startswith("ssl.") and name not in known:
            import difflib  # only a mistake pays for it

            close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise SecuritySettingsError(f"the client property {name} is unknown{hint}")
