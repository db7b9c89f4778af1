"""The login of one connection on an event loop: carried out when it is opened, renewed before it ends (KIP-368).

`login_core` knows what is said, and when it is time; here are those who wait for one renewal together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kavka.timer.clock import Clock
from kavka.wire.connection_core import Conversation
from kavka.wire.login_core import LoginCore


class KeptLogin:
    """A login, and its renewals.

    Args:
        core: What is said.
        clock: The time.
        carry_out: Has a conversation with the broker, each request within some ms.
    """

    def __init__(
        self, core: LoginCore, clock: Clock, carry_out: Callable[[Conversation[None], int], Awaitable[None]]
    ) -> None:
        self._core = core
        self._clock = clock
        self._carry_out = carry_out
        self._renewal: asyncio.Future[None] | None = None

    @property
    def must_renew(self) -> bool:
        """Tells whether its end is near, or a renewal is under way."""
        return self._renewal is not None or self._core.is_due(self._clock.monotonic_ms())

    async def log_in(self, *, timeout_ms: int) -> None:
        """Logs in; raises as `Connection.carry_out`, and AuthenticationFailed."""
        await self._carry_out(self._core.exchange(self._clock.monotonic_ms()), timeout_ms)

    async def wait_renewal(self) -> None:
        """Waits until no renewal is under way."""
        while self._renewal is not None:
            await asyncio.wait((self._renewal,))

    async def renew(self, *, timeout_ms: int) -> None:
        """Logs in again; callers that come meanwhile wait with `wait_renewal`. Raises as `log_in`."""
        assert self._renewal is None
        self._renewal = asyncio.get_running_loop().create_future()
        try:
            await self.log_in(timeout_ms=timeout_ms)
        finally:
            self._renewal.set_result(None)
            self._renewal = None
