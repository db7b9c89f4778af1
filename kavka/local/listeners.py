"""Addresses of a local cluster's brokers, when one setting of `listeners` is for all of them, and where to knock.

    listeners=CLIENTS://127.0.0.1:9092,BROKERS://127.0.0.1:9192     three brokers
      broker 0   CLIENTS 9092, BROKERS 9192
      broker 1   CLIENTS 9093, BROKERS 9193        ports count up; port 0 stands for any free one
      broker 2   CLIENTS 9094, BROKERS 9194

Clients get the first listener's addresses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kavka.client.security import ConnectionSecurity

LOCAL_HOST = "127.0.0.1"
_WILDCARDS = ("", "0.0.0.0", "::", "[::]")


class BadListeners(ValueError):
    """A `listeners` property that this many brokers cannot have."""


class Address(NamedTuple):
    """One listener of one broker."""

    name: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.name}://{self.host}:{self.port}"

    @property
    def reached_at(self) -> str:
        """Returns the host by which this machine reaches the address."""
        return LOCAL_HOST if self.host in _WILDCARDS else self.host.strip("[]")


def parse_addresses(text: str) -> list[Address]:
    """Parses the addresses of a `listeners` property.

    Raises:
        BadListeners: one does not read NAME://host:port.
    """
    return [_parse(part.strip(), text) for part in text.split(",") if part.strip()]


def _parse(part: str, text: str) -> Address:
    name, separator, address = part.partition("://")
    host, _, port = address.rpartition(":")
    if not separator or not port.isdigit():
        raise BadListeners(f"listeners={text!r} names no port; write PLAINTEXT://127.0.0.1:9092")
    return Address(name, host, int(port))


def spread(text: str, brokers: int, free: Iterator[int]) -> list[list[Address]]:
    """Derives each broker's own addresses from one setting for all.

    Args:
        text: the `listeners` property.
        brokers: how many.
        free: free ports, for those that are 0.

    Raises:
        BadListeners: it cannot be read, or two brokers would get one port.
    """
    wanted = parse_addresses(text)
    if not wanted:
        raise BadListeners(f"listeners={text!r} names no listener; write PLAINTEXT://127.0.0.1:9092")
    spread_out = [
        [one._replace(port=one.port + broker if one.port else next(free)) for one in wanted]
        for broker in range(brokers)
    ]
    ports = [one.port for addresses in spread_out for one in addresses]
    twice = sorted({port for port in ports if ports.count(port) > 1})
    if twice:
        raise BadListeners(
            f"listeners={text!r} would give port {twice[0]} to two listeners of {brokers} brokers, whose ports count "
            f"up; leave {brokers} ports between them, or write port 0"
        )
    return spread_out


_OWN_WAY: Final = ("listener.security.protocol.map", "inter.broker.listener.name", "security.inter.broker.protocol")


def where_to_knock(properties: Mapping[str, str]) -> tuple[str, int, ConnectionSecurity | None]:
    """Returns the address at which a started broker is reached.

    It is the other brokers' listener, for there each of them is known.

    Args:
        properties: the broker's.

    Returns:
        Host, port, and what the connection needs.

    Raises:
        ValueError: they are no configuration.
    """
    addresses = {one.name.upper(): one for one in parse_addresses(properties["listeners"])}
    address = addresses.get("PLAINTEXT")
    if address is not None and not any(name in properties for name in _OWN_WAY):
        return address.reached_at, address.port, None
    from kavka.broker.assembly.dialing import security_of
    from kavka.broker.config.broker_config import BrokerConfig

    config = BrokerConfig.from_properties(properties)
    address = addresses[config.inter_broker_listener]
    return address.reached_at, address.port, security_of(config, config.inter_broker_listener)
