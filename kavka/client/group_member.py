"""One member of a consumer group: it joins, keeps its place with heartbeats, and leaves.

    poll (the user's task)                              run (a task of the consumer's)
    ──────────────────────                              ─────────────────────────────
    request_join(what it owns) ───────────────────────▶ `joining`: JoinGroup ─ leader? assign ─ SyncGroup
    membership.take_assignment ◀───────── news ───────── the share
    (is_rejoin_wanted, is_lost) ◀──────── news ───────── `place_keeping`, Heartbeat: a rebalance, or out of the group
    polling() … polled() ─────────────────────────────▶ no poll within max_poll_interval_ms: LeaveGroup, lost

Partitions change hands only inside `poll`, as in Kafka's Java client: what the user was handed before is done when it
polls again, so that positions that are committed then are of work that is done. So a member whose user does not poll
holds the whole group up, and is given up after `max_poll_interval_ms`.

Where a member stands is `wire.membership`'s; here is the task that acts by it. Members of the consumer protocol are
`epoch_member`'s.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence

from kavka.client.assignors import Assignor
from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorLink
from kavka.client.joining import Joining
from kavka.client.member_life import live
from kavka.client.member_link import MemberLink
from kavka.client.member_settings import MemberSettings
from kavka.client.place_keeping import PlaceKeeping
from kavka.client.subscribed_topics import SubscribedTopics
from kavka.client.wakeups import Wakeups
from kavka.common.types import TopicPartition
from kavka.wire.client_measures import ConsumerMeasures
from kavka.wire.member_deadlines import MemberDeadlines
from kavka.wire.membership import MembershipCore
from kavka.wire.membership_states import Phase


class GroupMember:
    """See the module. One user at a time; `run` is its task.

    Args:
        cluster: Connections for the coordinator alone.
        side: Other connections, for what is said while a JoinGroup is out.
        settings: Who it is.
        assignors: What it can do, what it likes best first.
        measures: Is told of rebalances; None: nobody measures.

    Attributes:
        membership: Where it stands in the group.
        is_subscribed: Whether it shares a subscription; if not, its group is but a name for committed offsets.
        is_cooperative: Whether a rebalance leaves it what it keeps (KIP-429).
        has_epochs: It commits in a generation, not in an epoch of its own.
    """

    has_epochs = False

    def __init__(
        self,
        cluster: Cluster,
        side: Cluster,
        settings: MemberSettings,
        assignors: Sequence[Assignor],
        measures: ConsumerMeasures | None = None,
    ) -> None:
        self._wakeups = Wakeups()
        self.membership = MembershipCore(settings.group_id, settings.group_instance_id, tell=self._wakeups.tell)
        self.is_subscribed = False
        self.is_cooperative = all(assignor.is_cooperative for assignor in assignors)
        self._clock = cluster.clock
        self._measures = measures
        self._link = MemberLink(cluster, side, settings, self.membership)
        self._topics = SubscribedTopics(cluster, age_ms_max=settings.metadata_age_ms_max)
        self._deadlines = MemberDeadlines(
            session_timeout_ms=settings.session_timeout_ms,
            heartbeat_interval_ms=settings.heartbeat_interval_ms,
            poll_interval_ms_max=settings.poll_interval_ms_max,
        )
        self._joining = Joining(
            settings,
            assignors,
            self.membership,
            self._link,
            self._topics,
            request_timeout_ms=cluster.request_timeout_ms,
        )
        self._place = PlaceKeeping(cluster, settings, self.membership, self._link, self._topics, self._deadlines)

    # ---------------------------------------------------------------- for poll

    @property
    def link(self) -> CoordinatorLink:
        """Returns the link to the coordinator that is free now."""
        return self._link.free

    def subscribe(self, topics: Iterable[str], pattern: re.Pattern[str] | None) -> None:
        """Sets the subscription of the next JoinGroup, and asks for a rebalance."""
        self.is_subscribed = True
        self._topics.subscribe(topics, pattern)
        self.membership.want_rejoin()

    def subscription(self) -> frozenset[str]:
        """Returns the subscribed topics; of a pattern, those that matched when it was looked up last."""
        return frozenset(self._topics.names) if self.is_subscribed else frozenset()

    def unsubscribed(self) -> None:
        """Drops the subscription, once the member has left."""
        self.is_subscribed = False

    def request_join(self, owned: Iterable[TopicPartition]) -> None:
        """Asks `run` to join; see `MembershipCore.request_join`."""
        self.membership.request_join(owned)
        self._wakeups.wake()

    def gave_up(self, left: Iterable[TopicPartition]) -> None:
        """Asks for a rebalance, so that others may have what was revoked."""
        del left  # JoinGroup says it
        self.membership.want_rejoin()

    def took(self, owned: Iterable[TopicPartition]) -> None:
        """Takes nothing further: the group knows what it has assigned."""

    def news(self) -> asyncio.Future[None]:
        """Returns a future that is done when `poll` has work: now, or later."""
        return self._wakeups.news(has_some=self.membership.has_news)

    def polling(self) -> None:
        """Marks the beginning of the user's poll."""
        self._deadlines.polling()

    def polled(self) -> None:
        """Marks the end of the user's poll; `max.poll.interval.ms` counts from now on."""
        self._deadlines.polled(self._clock.monotonic_ms())
        if self._deadlines.are_polls_closer:
            self._wakeups.wake()  # else `run` looks at the time with each heartbeat, and no poll has to wake it

    # ---------------------------------------------------------------- life

    async def run(self) -> None:
        """Joins when asked to, and sends heartbeats; ends by being cancelled."""
        await live(self._step, self.membership, self._link)

    async def _step(self) -> None:
        phase = self.membership.phase
        if self._measures is not None:
            self._measure(phase, self._measures)
        if phase is Phase.JOINING:
            if await self._joining.join():
                self._deadlines.joined(self._clock.monotonic_ms())
                self._link.succeeded()
        elif phase is Phase.MEMBER:
            left_ms = self._deadlines.left_ms(self._clock.monotonic_ms())
            await (self._wakeups.sleep(left_ms) if left_ms else self._place.keep())
        else:
            await self._wakeups.sleep(None)

    def _measure(self, phase: Phase, measures: ConsumerMeasures) -> None:
        now_ms = self._clock.monotonic_ms()
        if phase is Phase.JOINING:
            measures.rebalancing(now_ms)
        else:
            measures.rebalanced(now_ms, is_member=phase is Phase.MEMBER)

    async def leave(self) -> None:
        """Leaves the group; a static member stays in it. Never raises what a peer did."""
        member_id, link = self.membership.member_id, self.link
        self.membership.leave()
        await self._link.say_goodbye(member_id, link)
