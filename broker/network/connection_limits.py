"""The limits and counts of connections over all listeners of a broker: in total, of one address, and a second.

Every socket that a listener accepts is counted once and uncounted once (KAFKA-7639 and its kin: counts that never came
back). Not here: a single listener's own limits (`listener_limits`), and what becomes of a connection too many
(`admission`).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from kavka.broker.network.creation_rate import UNLIMITED, CreationRate
from kavka.broker.network.descriptor_room import DescriptorRoom
from kavka.broker.quota.connection_rates import ConnectionRates
from kavka.broker.requests.context import NO_CONNECTION


class ConnectionLimits:
    """Limits and counts the connections over all listeners of a broker.

    Args:
        total_max: `max.connections`.
        per_ip_max: `max.connections.per.ip`.
        per_ip_overrides: `max.connections.per.ip.overrides`, address → limit.
        per_second_max: `max.connection.creation.rate`.
        of_addresses: what single addresses may make a second.
        descriptors: how many this process has.

    Attributes:
        ordinals: numbers the connections in the order in which they are accepted.
    """

    __slots__ = (
        "_per_ip",
        "_per_ip_max",
        "_per_ip_overrides",
        "descriptors",
        "of_addresses",
        "ordinals",
        "rate",
        "total",
        "total_max",
    )

    def __init__(
        self,
        *,
        total_max: int = 2**31 - 1,
        per_ip_max: int = 2**31 - 1,
        per_ip_overrides: Mapping[str, int] = {},
        per_second_max: int = UNLIMITED,
        of_addresses: ConnectionRates | None = None,
        descriptors: DescriptorRoom | None = None,
    ) -> None:
        self.ordinals = itertools.count(NO_CONNECTION + 1)
        self.descriptors = descriptors or DescriptorRoom()
        self.rate = CreationRate(per_second_max)
        self.of_addresses = of_addresses or ConnectionRates()
        self.total_max = total_max
        self.total = 0
        self._per_ip_max = per_ip_max
        self._per_ip_overrides = dict(per_ip_overrides)
        self._per_ip: dict[str, int] = {}

    def change(
        self,
        *,
        total_max: int,
        per_ip_max: int,
        per_ip_overrides: Mapping[str, int],
        per_second_max: int = UNLIMITED,
    ) -> None:
        """Sets other limits from now on; connections that there are stay, even where they are too many."""
        self.rate.per_second = per_second_max
        self.total_max = total_max
        self._per_ip_max = per_ip_max
        self._per_ip_overrides = dict(per_ip_overrides)

    def refusal(self, peer_host: str, *, is_protected: bool) -> str | None:
        """Returns why one more connection from `peer_host` is too many, None when it is not.

        Args:
            peer_host: where the connection comes from.
            is_protected: the listener is the brokers' own; there the total does not count (KIP-402).
        """
        if self.total >= self.total_max and not is_protected:
            return f"there are {self.total} connections, allowed are {self.total_max} (max.connections)"
        per_ip_max = self._per_ip_overrides.get(peer_host, self._per_ip_max)
        if self._per_ip.get(peer_host, 0) >= per_ip_max:
            return f"{peer_host} has {per_ip_max} connections already (max.connections.per.ip)"
        return None

    def add(self, peer_host: str) -> None:
        """Counts a connection."""
        self.total += 1
        self._per_ip[peer_host] = self._per_ip.get(peer_host, 0) + 1

    def remove(self, peer_host: str) -> None:
        """Takes back what `add` counted."""
        self.total -= 1
        left = self._per_ip[peer_host] - 1
        assert left >= 0
        if left:
            self._per_ip[peer_host] = left
        else:
            del self._per_ip[peer_host]

    def of_ip(self, peer_host: str) -> int:
        """Counts the connections that `peer_host` has now."""
        return self._per_ip.get(peer_host, 0)
