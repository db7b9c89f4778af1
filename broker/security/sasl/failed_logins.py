"""Failed logins by address: the more there were, the later the next failure is sent, and only so many wait at once.

    failures   ≤ 5        6          7          8      …            every FORGIVE_MS takes one back
    delay      base       2 base     4 base     8 base … ≤ 5 s      base: connection.failed.authentication.delay.ms

A login that succeeds is never delayed, and takes nothing back: a client that knows one password may still guess at
others. Of an address at most WAITING_MAX refusals wait to be sent; until they are, its logins are not looked at. So no
client guesses faster than WAITING_MAX in 5 s from one address, however many connections it opens, and what is
remembered is bounded.
"""

from __future__ import annotations

from typing import Final

from kavka.timer.moments import MonotonicMs

FREE_FAILURES: Final = 5
"""So many cost only the base: a person mistypes, or a fleet starts with yesterday's password."""

FORGIVE_MS: Final = 2_000
DELAY_MS_MAX: Final = 5_000
WAITING_MAX: Final = 64
ADDRESSES_MAX: Final = 10_000
"""Addresses that are remembered; beyond, the one that failed longest ago is forgotten."""

_DOUBLINGS_MAX: Final = 16


class _Address:
    __slots__ = ("failures", "since_ms", "waiting")

    def __init__(self, since_ms: MonotonicMs) -> None:
        self.failures = 0
        self.since_ms = since_ms
        self.waiting = 0


class FailedLogins:
    """All addresses' failures, over all listeners of a broker."""

    __slots__ = ("_addresses",)

    def __init__(self) -> None:
        self._addresses: dict[str, _Address] = {}

    def is_blocked(self, host: str) -> bool:
        """Tells whether logins from an address are not looked at for now."""
        address = self._addresses.get(host)
        return address is not None and address.waiting >= WAITING_MAX

    def delay_ms(self, host: str, *, base_ms: int, now_ms: MonotonicMs) -> int:
        """Notes a failure, and returns the delay before its response; `told` must follow.

        Args:
            host: where it came from.
            base_ms: connection.failed.authentication.delay.ms.
            now_ms: on the monotonic clock.
        """
        address = self._addresses.pop(host, None) or _Address(now_ms)
        self._addresses[host] = address  # now the youngest
        if len(self._addresses) > ADDRESSES_MAX:
            del self._addresses[next(iter(self._addresses))]
        forgiven = min((now_ms - address.since_ms) // FORGIVE_MS, address.failures)
        address.failures += 1 - forgiven
        address.since_ms = now_ms if address.failures == 1 else address.since_ms + forgiven * FORGIVE_MS
        address.waiting += 1
        doublings = min(max(address.failures - FREE_FAILURES, 0), _DOUBLINGS_MAX)
        return max(min(base_ms << doublings, DELAY_MS_MAX), base_ms)

    def told(self, host: str) -> None:
        """Notes that one failed login was answered, or its client is gone."""
        address = self._addresses.get(host)
        if address is not None and address.waiting:
            address.waiting -= 1
