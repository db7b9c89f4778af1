"""The ways between simulated hosts: how long bytes take, what is cut, by pair of addresses and by direction.

    a ──latency, bandwidth──▶ b      each direction of each pair has a `Link`; both begin as `Link()` of the default
    a ──✂──▶ b                       cut: what is under way waits, as TCP sends it again, and goes over after the heal
    a ◀─✂──▶ b                       cut both ways
    (b is down)                      a machine without power: cut from everybody

A connection's bytes keep their order whatever the latencies are. What waits longer than RETRANSMISSION_MS_MAX is given
up: the connection is reset at the side that waited, as after TCP's last retransmission.

`Ways` is what connections ask; `AtOnce` is a network without time, for tests of a loop of their own. Not here: the
connections (`memory_transport`), and addresses (`memory_network`).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass, replace
from typing import Final, Protocol
from zlib import crc32

from kavka.simulation.virtual_loop import VirtualLoop

US_PER_S: Final = 1_000_000
API_KEY: Final = slice(4, 6)
"""Where a request has the number of its API, behind its size."""

RETRANSMISSION_MS_MAX: Final = 120_000
"""Linux gives up after 924 s; shorter here, so that a simulation of some minutes sees it."""


class Ways(Protocol):
    """What a connection asks of the network between two addresses."""

    def carry(
        self,
        source: str,
        target: str,
        data: bytes,
        *,
        not_before_us: int,
        context: Context,
        deliver: Callable[[], None],
    ) -> int:
        """Calls `deliver` when `data` has gone over; returns when that is, in the loop's microseconds.

        Args:
            source: the sender's address.
            target: the receiver's.
            data: what goes over at once; empty for what is no data.
            not_before_us: when the bytes before these arrive.
            context: of whoever receives.
            deliver: what happens there.
        """

    def is_cut(self, source: str, target: str) -> bool:
        """Tells whether nothing goes over at present."""

    def on_heal(self, source: str, target: str, resume: Callable[[], None]) -> None:
        """Calls `resume` once something goes over again."""


class AtOnce:
    """A network that takes a turn of the loop and no time."""

    __slots__ = ()

    def carry(
        self,
        source: str,
        target: str,
        data: bytes,
        *,
        not_before_us: int,
        context: Context,
        deliver: Callable[[], None],
    ) -> int:
        """Delivers in the loop's next turn."""
        asyncio.get_running_loop().call_soon(deliver, context=context)
        return 0

    def is_cut(self, source: str, target: str) -> bool:
        """Returns that nothing is ever cut."""
        return False

    def on_heal(self, source: str, target: str, resume: Callable[[], None]) -> None:
        """Refuses: nothing is cut, so nobody asks."""
        raise AssertionError("nothing is cut")


@dataclass(frozen=True, slots=True)
class Link:
    """One direction between two addresses."""

    latency_us: tuple[int, int] = (100, 500)
    """The least and the most that a packet takes."""
    bytes_per_s: int = 1_000_000_000
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class LateRequest:
    """The next request of a kind to a machine, kept on the way.

    What its connection carries behind it waits, too; the others of its client go on.
    """

    target: str
    api_key: int
    delay_us: int

    def is_that(self, target: str, data: bytes) -> bool:
        """Tells whether this is the begin of such a request."""
        return target == self.target and data[API_KEY] == self.api_key.to_bytes(2, "big")


class Links:
    """All directions between all addresses.

    Args:
        rng: draws latencies.
        default: of every pair that has not been given another.
    """

    def __init__(self, rng: random.Random, default: Link | None = None) -> None:
        self._rng = rng
        self._default = default or Link()
        self._links: dict[tuple[str, str], Link] = {}
        self._names: dict[tuple[str, str], bytes] = {}
        """way → its addresses as they are in the digest"""
        self._waiting: dict[tuple[str, str], list[Callable[[], None]]] = {}
        self._down: dict[str, None] = {}
        self._late: list[LateRequest] = []
        self.digest = 0
        """A checksum of all that ever went over, and when: two runs with the same one did the same."""

    # ---- hands ----------------------------------------------------------------------------------------------------

    def set(self, source: str, target: str, **changes: object) -> None:
        """Changes one direction, by the fields of `Link`; one that is healed goes on with what waits."""
        link = self._links[source, target] = replace(self._of(source, target), **changes)  # type: ignore[arg-type]
        if not link.is_cut:
            self._resume(source, target)

    def _resume(self, source: str, target: str) -> None:
        if not self.is_cut(source, target):
            for resume in self._waiting.pop((source, target), ()):
                resume()

    def take_down(self, address: str) -> None:
        """Cuts an address from all others: its machine has no power."""
        self._down[address] = None

    def bring_up(self, address: str) -> None:
        """Joins an address to the others again; what they kept sending arrives."""
        self._down.pop(address, None)
        for source, target in list(self._waiting):
            self._resume(source, target)

    def cut(self, one: str, other: str, *, both_ways: bool = True) -> None:
        """Cuts what `one` sends to `other`, and with `both_ways` also the way back."""
        self.set(one, other, is_cut=True)
        if both_ways:
            self.set(other, one, is_cut=True)

    def heal(self, one: str, other: str) -> None:
        """Ends a cut, whichever ways it had."""
        self.set(one, other, is_cut=False)
        self.set(other, one, is_cut=False)

    def heal_all(self) -> None:
        """Ends every cut, and gives every pair the default link again."""
        for source, target in list(self._links):
            default = self._default
            self.set(source, target, is_cut=False, latency_us=default.latency_us, bytes_per_s=default.bytes_per_s)

    def keep_next(self, late: LateRequest) -> None:
        """Delays the next request that is such a one."""
        self._late.append(late)

    def keep_no_more(self, late: LateRequest) -> None:
        """Lets such a request pass, if none has come yet."""
        if late in self._late:
            self._late.remove(late)

    def _lateness_us(self, target: str, data: bytes) -> int:
        for late in self._late:
            if late.is_that(target, data):
                self._late.remove(late)
                return late.delay_us
        return 0

    # ---- what connections ask -------------------------------------------------------------------------------------

    def _of(self, source: str, target: str) -> Link:
        return self._links.get((source, target), self._default)

    def is_cut(self, source: str, target: str) -> bool:
        """Tells whether nothing goes over at present."""
        if self._down and (source in self._down or target in self._down):
            return True
        return self._links.get((source, target), self._default).is_cut

    def on_heal(self, source: str, target: str, resume: Callable[[], None]) -> None:
        """Calls `resume` once something goes over again."""
        self._waiting.setdefault((source, target), []).append(resume)

    def carry(
        self,
        source: str,
        target: str,
        data: bytes,
        *,
        not_before_us: int,
        context: Context,
        deliver: Callable[[], None],
    ) -> int:
        """Calls `deliver` when the bytes have gone over; see `Ways`."""
        way = source, target
        link = self._links.get(way, self._default)
        least, most = link.latency_us
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        took_us = least + int(self._rng.random() * (most - least)) + len(data) * US_PER_S // link.bytes_per_s
        if self._late:
            took_us += self._lateness_us(target, data)
        arrival_us = max(loop.now_us + took_us, not_before_us + 1)
        name = self._names.get(way)
        if name is None:
            name = self._names[way] = f" {source} {target}".encode()
        self.digest = crc32(data, crc32(b"%d%b" % (arrival_us, name), self.digest))
        loop.call_at_us(arrival_us, deliver, context=context)
        return arrival_us
