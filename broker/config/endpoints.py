"""Listeners as a server.properties names them: `NAME://host:port`, and the security protocol of each name.

    listener.security.protocol.map ─▶ protocol_map ─┐
    listeners, advertised.listeners ────────────────┴▶ parse_endpoints ─▶ Endpoint, one for each listener

Texts only: no socket is opened here, and which listener brokers use is said in `settings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.broker.config.types import ConfigError

SECURITY_PROTOCOLS: Final = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")

_PORT_MAX: Final = 65535
_WILDCARDS: Final = ("", "0.0.0.0", "::")


class Endpoint:
    """One listener: its name, the address, and the security protocol that the map gives to the name."""

    __slots__ = ("host", "name", "port", "security_protocol")

    def __init__(self, name: str, host: str, port: int, security_protocol: str) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.security_protocol = security_protocol

    @property
    def is_wildcard(self) -> bool:
        """Tells whether the host stands for all addresses of the machine."""
        return self.host in _WILDCARDS

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


def parse_endpoints(key: str, text: str, protocols: Mapping[str, str]) -> list[Endpoint]:
    """Reads `NAME://host:port,NAME://host:port`.

    Args:
        key: the property, for messages.
        text: its value.
        protocols: listener name → security protocol.

    Raises:
        ConfigError: a part is malformed, a name is not in the map, or a name or port appears twice.
    """
    endpoints = [_parse_endpoint(key, text, part.strip(), protocols) for part in text.split(",") if part.strip()]
    if not endpoints:
        raise ConfigError(f"Invalid value {text!r} for configuration {key}: it names no listener")
    names = [endpoint.name for endpoint in endpoints]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"Invalid value {text} for configuration {key}: the listener {name} is named twice")
    ports = [endpoint.port for endpoint in endpoints if endpoint.port]
    if key == "listeners" and len(set(ports)) < len(ports):
        raise ConfigError(f"Invalid value {text} for configuration {key}: each listener needs a port of its own")
    return endpoints


def _parse_endpoint(key: str, text: str, part: str, protocols: Mapping[str, str]) -> Endpoint:
    name, separator, address = part.partition("://")
    host, colon, port = address.rpartition(":")
    if not separator or not colon or not port.isdigit() or int(port) > _PORT_MAX:
        raise ConfigError(
            f"Invalid value {text} for configuration {key}: {part!r} does not read NAME://host:port, "
            f"for example PLAINTEXT://localhost:9092"
        )
    name = name.upper()
    if name not in protocols:
        raise ConfigError(
            f"Invalid value {text} for configuration {key}: listener.security.protocol.map does not say "
            f"which security protocol the listener {name} speaks"
        )
    return Endpoint(name, host.removeprefix("[").removesuffix("]"), int(port), protocols[name])


def protocol_map(text: str) -> dict[str, str]:
    """Reads `NAME:PROTOCOL,NAME:PROTOCOL`: listener name → security protocol.

    Raises:
        ConfigError: a part is malformed, or there is no such protocol.
    """
    key = "listener.security.protocol.map"
    protocols = {}
    for part in text.split(","):
        name, colon, protocol = part.strip().partition(":")
        if not colon or protocol.upper() not in SECURITY_PROTOCOLS:
            raise ConfigError(
                f"Invalid value {text} for configuration {key}: {part.strip()!r} does not read NAME:PROTOCOL, "
                f"with PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL"
            )
        protocols[name.upper()] = protocol.upper()
    return protocols
