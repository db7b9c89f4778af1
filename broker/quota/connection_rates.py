"""How many connections a second one address may make (KIP-612): a rate for each address that has a quota.

A connection too many is taken, kept silent for as long as its address is over, and closed: refused at once it would
come again at once. It does not count, so an address that never stops is let in at its rate. Kafka's ConnectionQuotas.

Not here: the limit of all addresses together (`network.creation_rate`), sockets (`network.listener`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from kavka.broker.quota.entities import DEFAULT, Default
from kavka.broker.quota.rate import SampledRate
from kavka.timer.moments import MonotonicMs

ADDRESSES_MAX: Final = 10_000
"""Rates that are kept; the one that was not used for longest goes first."""


class ConnectionRates:
    """The rates of addresses.

    Attributes:
        is_enabled: whether any address has a quota.

    Args:
        samples: `quota.window.num`.
        window_ms: `quota.window.size.seconds`; no connection is kept silent for longer.
    """

    __slots__ = ("_limits", "_rates", "_samples", "_window_ms", "is_enabled")

    def __init__(self, samples: int = 11, window_ms: int = 1000) -> None:
        self._samples = samples
        self._window_ms = window_ms
        self._limits: Mapping[str | Default, float] = {}
        self._rates: OrderedDict[str, SampledRate] = OrderedDict()
        self.is_enabled = False

    def change(self, limits: Mapping[str | Default, float]) -> None:
        """Replaces the limits, in connections a second by address. One under DEFAULT holds for every other address."""
        self._limits = dict(limits)
        self.is_enabled = bool(limits)

    def throttle_ms(self, address: str, now_ms: MonotonicMs) -> int:
        """Returns how long a connection stays silent before it is closed; 0 accepts it."""
        limit = self._limits.get(address, self._limits.get(DEFAULT))
        if limit is None:
            return 0
        rate = self._rates.get(address)
        if rate is None:
            if len(self._rates) >= ADDRESSES_MAX:
                self._rates.popitem(last=False)
            rate = self._rates[address] = SampledRate(self._samples, self._window_ms)
        self._rates.move_to_end(address)
        rate.record(1, now_ms)
        throttle_ms = min(rate.throttle_ms(limit, now_ms), self._window_ms)
        if throttle_ms:
            rate.record(-1, now_ms)
        return throttle_ms
