"""One member of a share group: a task that sends its heartbeats, and wakes polls when they bring something.

    poll (the user's task)                          run (a task of the consumer's)
    ──────────────────────                          ─────────────────────────────
    subscribe, polling, polled ───────────────────▶ ShareGroupHeartbeat, when one is due
    core.assigned, core.raise_failure ◀── news ──── the response
                                                    no poll within poll_interval_ms_max: it leaves, until the next poll

Where the member stands is `wire.share_membership`'s. Nothing is revoked in a share group, so no poll has to be waited
for when the assignment changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.member_link import LEAVE_TIMEOUT_MS
from kavka.client.wakeups import Wakeups
from kavka.wire.coordinator import MOVED
from kavka.wire.errors import FAILURES, UnsupportedByBroker, is_retriable
from kavka.wire.share_membership import NO_SHARE_GROUPS, ShareMembershipCore


class ShareGroupMember:
    """See the module. One user at a time; `run` is its task.

    Args:
        cluster: Connections for the coordinator alone.
        group_id: Which group.
        member_id: A UUID of its own choice, as Kafka prints it.
        rack: The member's; None: none.
        poll_interval_ms_max: How long the user may take from one poll to the next.

    Attributes:
        core: Where it stands in the group.
    """

    def __init__(
        self, cluster: Cluster, *, group_id: str, member_id: str, rack: str | None, poll_interval_ms_max: int
    ) -> None:
        self._wakeups = Wakeups()
        self.core = ShareMembershipCore(
            group_id, member_id, rack=rack, poll_interval_ms_max=poll_interval_ms_max, tell=self._wakeups.tell
        )
        self._cluster = cluster
        self._clock = cluster.clock
        self._link = CoordinatorLink(cluster, CoordinatorKind.GROUP, group_id)
        self._retry_count = 0

    # ---------------------------------------------------------------- for poll

    def subscribe(self, topics: Iterable[str]) -> None:
        """Sets the subscription, which the next heartbeat says."""
        self.core.subscribe(topics)
        self._wakeups.wake()

    def polling(self) -> None:
        """Marks the beginning of the user's poll."""
        was_due = self.core.left_ms(self._clock.monotonic_ms())
        self.core.polling()
        if was_due is None:
            self._wakeups.wake()

    def polled(self) -> None:
        """Marks the end of the user's poll."""
        self.core.polled(self._clock.monotonic_ms())

    def news(self) -> asyncio.Future[None]:
        """Returns a future that is done when the assignment changes, or on a refusal."""
        return self._wakeups.news(has_some=self.core.has_failed)

    # ---------------------------------------------------------------- life

    async def run(self) -> None:
        """Sends heartbeats while there is a subscription; ends by being cancelled."""
        while True:
            left_ms = self.core.left_ms(self._clock.monotonic_ms())
            if left_ms != 0:
                await self._wakeups.sleep(left_ms)
                continue
            try:
                await self._step()
            except UnsupportedByBroker as error:
                self.core.fail(UnsupportedByBroker(f"{NO_SHARE_GROUPS}: {error}"))
            except FAILURES as error:
                self.core.not_heard()
                if not is_retriable(error):
                    self.core.fail(error)
                else:
                    await self._pause()

    async def _step(self) -> None:
        if self.core.give_up_idle(self._clock.monotonic_ms()):
            await self._say_goodbye()
            return
        response = await self._link.ask(self.core.heartbeat_request())
        error = self.core.heard(response, self._clock.monotonic_ms())
        if error is None:
            self._retry_count = 0
            return
        if error.code in MOVED:
            self._link.forget()
        await self._pause()

    async def leave(self) -> None:
        """Leaves the group. Never raises what a peer did."""
        if self.core.leave():
            await self._say_goodbye()

    async def _say_goodbye(self) -> None:
        try:
            async with asyncio.timeout(LEAVE_TIMEOUT_MS / 1000):
                await self._link.ask(self.core.leave_request())
        except FAILURES:
            return

    # ---------------------------------------------------------------- waiting

    async def _pause(self) -> None:
        """Waits before the next try, longer each time until one succeeds."""
        pause_ms = self._cluster.backoff_ms(self._retry_count)
        self._retry_count += 1
        await asyncio.sleep(pause_ms / 1000)
