"""What the brokers bear: how much they hold for clients, and how much they do in one turn of their loop.

    at each look      bytes of responses that nobody reads, of requests that have not come whole     the greatest so far
    in a turn         functions called, by Python's own hook for profilers; only where it is limited

Computing takes no virtual time, so a turn that would stop a real broker for seconds is a turn like any other: but what
is called in it can be counted, and is the same each time. None of it is part of a run's digest: imports and caches
differ from process to process. Not here: which of it is too much (`scenario`).
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from kavka.simulation.hosts import HOST

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedCluster

CALLS: Final = "calls in a turn"
HALF: Final = "half request bytes"
UNREAD: Final = "unread bytes"
COUNTED: Final = frozenset({"call", "c_call"})


class Burdens:
    """See the module.

    Args:
        cluster: whose brokers it looks at.
    """

    def __init__(self, cluster: SimulatedCluster) -> None:
        self._cluster = cluster
        self._most = dict.fromkeys((CALLS, HALF, UNREAD), 0)

    def figures(self) -> dict[str, int]:
        """Returns the greatest of each so far; of the calls 0 where they were not counted."""
        return dict(self._most)

    def look(self) -> None:
        """Looks at what the brokers that run hold."""
        for broker in self._cluster.brokers:
            if broker.is_running and broker.broker is not None:
                budgets = broker.broker.budgets
                self._note(HALF, budgets.requests.reserved)
                self._note(UNREAD, budgets.unread.held)

    def _note(self, name: str, value: int) -> None:
        self._most[name] = max(self._most[name], value)

    @contextlib.contextmanager
    def counting_calls(self) -> Iterator[None]:
        """Counts calls in the brokers' turns; a hook that was set is back afterwards."""
        loop, brokers = self._cluster.loop, frozenset(broker.name for broker in self._cluster.brokers)
        turn = count = most = 0

        def called(_: FrameType, event: str, __: Any) -> None:
            nonlocal turn, count, most
            if loop.now_us != turn:
                turn, count = loop.now_us, 0
            elif event in COUNTED:
                count += 1
                if count > most:
                    host = HOST.get(None)
                    if host is not None and host.name in brokers:
                        most = count

        former = sys.getprofile()
        sys.setprofile(called)
        try:
            yield
        finally:
            sys.setprofile(former)
            self._note(CALLS, most)
