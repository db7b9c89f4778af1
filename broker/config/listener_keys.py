"""Settings of one listener: `listener.name.<listener>.<key>`, and of one SASL mechanism there.

    ssl.keystore.location                                       for every listener that has none of its own
    listener.name.external.ssl.keystore.location                for EXTERNAL
    listener.name.external.scram-sha-256.sasl.jaas.config       for SCRAM-SHA-256 on EXTERNAL

The listener's name is in lower case there, whatever it is elsewhere, and so is the mechanism's. Which keys may be
prefixed is a table; a name that is prefixed and unknown is refused like any other, where Kafka keeps it for plug-ins.

Not here: the keys (`keys`, `security_keys`) and their values (`values`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.broker.config.security_keys import SASL, TLS
from kavka.broker.config.types import ConfigKey, Use

PREFIX: Final = "listener.name."

MECHANISM_KEYS: Final = frozenset(
    {
        "sasl.jaas.config",
        "sasl.login.class",
        "sasl.login.callback.handler.class",
        "sasl.server.callback.handler.class",
        "sasl.client.callback.handler.class",
        "connections.max.reauth.ms",
    }
)
"""What Kafka asks for by listener and mechanism."""

_OTHER_KEYS: Final = frozenset(
    {
        "connections.max.reauth.ms",
        "max.connections",
        "max.connection.creation.rate",
        "num.network.threads",
        "principal.builder.class",
        "sasl.server.max.receive.size",
    }
)

TLS_KEYS: Final = frozenset(key.name for key in TLS if key.name.startswith("ssl."))
"""The settings of a listener's TLS."""

LISTENER_KEYS: Final = TLS_KEYS | {key.name for key in SASL} | _OTHER_KEYS


class ListenerKey(NamedTuple):
    """A prefixed name, taken apart.

    Attributes:
        listener: in lower case.
        mechanism: in lower case; None: the setting is for all of them.
        key: the name behind the prefix.
    """

    listener: str
    mechanism: str | None
    key: str


def parse_listener_key(name: str) -> ListenerKey | None:
    """Parses the parts of a prefixed name; None where it is no key of a listener."""
    if not name.startswith(PREFIX):
        return None
    listener, _, key = name.removeprefix(PREFIX).partition(".")
    if key in LISTENER_KEYS:
        return ListenerKey(listener, None, key)
    mechanism, _, key = key.partition(".")
    return ListenerKey(listener, mechanism, key) if key in MECHANISM_KEYS else None


def prefixed(key: ConfigKey, name: str) -> ConfigKey:
    """Returns the key under its prefixed name, without a default: unset, the unprefixed one counts.

    What is refused for everybody may be said of one mechanism: `sasl.jaas.config` and its kin.
    """
    parts = parse_listener_key(name)
    use = Use.USED if parts is not None and parts.mechanism is not None else key.use
    return ConfigKey(
        name, key.type, None, key.doc, low=key.low, high=key.high, choices=key.choices, use=use, reason=key.reason
    )
