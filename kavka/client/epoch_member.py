"""A member of a group of the consumer protocol (KIP-848): heartbeats are all that it says, and the coordinator assigns.

    poll (the user's task)                              run (a task of the consumer's)
    ──────────────────────                              ─────────────────────────────
    request_join ─────────────────────────────────────▶ ConsumerGroupHeartbeat, epoch 0
    membership.take_assignment ◀───────── news ───────── an assignment by topic ids ─ Metadata: their names
    gave_up, took ────────────────────────────────────▶ a heartbeat at once, with what is owned
    (is_lost) ◀────────────────────────── news ───────── fenced, or unknown
    polling() … polled() ─────────────────────────────▶ no poll within max_poll_interval_ms: epoch −1, lost

Partitions change hands only inside `poll`, as in classic groups (`group_member`); but each member does so by itself,
and the others read on. How often heartbeats are due, and how long a session lasts, the coordinator says.

Where a member stands is `wire.consumer_membership`'s; here is the task that acts by it.
"""

from __future__ import annotations

import asyncio
import base64
import random
import re
from collections.abc import Iterable
from typing import Final

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorLink
from kavka.client.member_life import live
from kavka.client.member_link import MemberLink
from kavka.client.member_settings import MemberSettings
from kavka.client.wakeups import Wakeups
from kavka.common.types import TopicPartition
from kavka.wire.client_measures import ConsumerMeasures
from kavka.wire.consumer_heartbeats import MemberIdentity, Subscription
from kavka.wire.consumer_membership import ConsumerMembershipCore
from kavka.wire.consumer_membership_states import ConsumerPhase
from kavka.wire.errors import UnsupportedByBroker
from kavka.wire.member_deadlines import MemberDeadlines
from kavka.wire.member_reactions import Reaction, reaction_to

RE2_FLAGS: Final = {re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s"}
"""Python's flags that RE2 has, too."""

SILENT_FLAGS: Final = re.UNICODE | re.ASCII
"""Flags that make no difference for topics' names."""


class EpochMember:
    """See the module. One user at a time; `run` is its task.

    Args:
        cluster: Connections for the coordinator alone.
        side: The consumer's other ones, whose metadata the fetches go by.
        settings: Who it is.
        measures: Is told of rebalances; None: nobody measures.

    Attributes:
        membership: Where it stands in the group.
        is_subscribed: Whether it shares a subscription; if not, its group is but a name for committed offsets.
        is_cooperative: It keeps what stays its own.
        has_epochs: It commits in its member epoch.
    """

    is_cooperative = True
    has_epochs = True

    def __init__(
        self, cluster: Cluster, side: Cluster, settings: MemberSettings, measures: ConsumerMeasures | None = None
    ) -> None:
        self._wakeups = Wakeups()
        identity = MemberIdentity(
            settings.group_id,
            new_member_id(cluster.rng),
            settings.group_instance_id,
            settings.poll_interval_ms_max,
            settings.remote_assignor,
        )
        self.membership = ConsumerMembershipCore(identity, tell=self._wakeups.tell)
        self.is_subscribed = False
        self._clock = cluster.clock
        self._measures = measures
        self._request_timeout_ms = cluster.request_timeout_ms
        self._side = side
        self._link = MemberLink(cluster, None, settings, self.membership)
        self._deadlines = MemberDeadlines(
            session_timeout_ms=settings.session_timeout_ms,
            heartbeat_interval_ms=settings.heartbeat_interval_ms,
            poll_interval_ms_max=settings.poll_interval_ms_max,
        )

    # ---------------------------------------------------------------- for poll

    @property
    def link(self) -> CoordinatorLink:
        """Returns the link to the coordinator."""
        return self._link.free

    def subscribe(self, topics: Iterable[str], pattern: re.Pattern[str] | None) -> None:
        """Sets the subscription, and has it said.

        Raises:
            ValueError: the pattern has flags that RE2 does not have.
        """
        regex = "" if pattern is None else re2_text(pattern)
        self.is_subscribed = True
        self.membership.subscribe(Subscription(tuple(sorted(set(topics))), regex))
        self._wakeups.wake()

    def subscription(self) -> frozenset[str]:
        """Returns the subscribed topics; of a pattern, those of which it has partitions."""
        return self.membership.topics() if self.is_subscribed else frozenset()

    def unsubscribed(self) -> None:
        """Drops the subscription, once the member has left."""
        self.is_subscribed = False

    def request_join(self, owned: Iterable[TopicPartition]) -> None:
        """Asks `run` to join; the member owns nothing."""
        del owned
        self.membership.request_join()
        self._wakeups.wake()

    def gave_up(self, left: Iterable[TopicPartition]) -> None:
        """Has what is left said at once, so that others may have the rest."""
        self.membership.gave_up(left)
        self._wakeups.wake()

    def took(self, owned: Iterable[TopicPartition]) -> None:
        """Has said at once what is owned after an assignment was applied."""
        self.membership.took(owned)
        self._wakeups.wake()

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
            self._wakeups.wake()

    # ---------------------------------------------------------------- life

    async def run(self) -> None:
        """Sends heartbeats while it is a member, or wants to be; ends by being cancelled."""
        await live(self._step, self.membership, self._link)

    async def _step(self) -> None:
        membership = self.membership
        if self._measures is not None:
            self._measure(membership.phase, self._measures)
        if membership.phase is ConsumerPhase.OUTSIDE:
            await self._wakeups.sleep(None)
            return
        now_ms = self._clock.monotonic_ms()
        left_ms = self._deadlines.left_ms(now_ms)
        if membership.is_member and self._deadlines.is_poll_overdue(now_ms):
            membership.lose()
            await self._link.last_word(membership.farewell())
        elif membership.is_urgent or not left_ms:
            await self._beat()
        elif membership.unnamed:
            await self._look_up_names()
        else:
            await self._wakeups.sleep(left_ms)

    def _measure(self, phase: ConsumerPhase, measures: ConsumerMeasures) -> None:
        now_ms = self._clock.monotonic_ms()
        if phase in (ConsumerPhase.OUTSIDE, ConsumerPhase.STABLE):
            measures.rebalanced(now_ms, is_member=phase is ConsumerPhase.STABLE)
        else:
            measures.rebalancing(now_ms)

    async def _beat(self) -> None:
        membership = self.membership
        is_joining = membership.phase is ConsumerPhase.JOINING
        heartbeat = membership.heartbeat()
        is_heard = False
        try:
            response = await self._link.ask(heartbeat.message, timeout_ms=self._request_timeout_ms)
            reaction = reaction_to(response.error_code)
            is_heard = reaction is Reaction.GO_ON
        except UnsupportedByBroker as error:
            raise UnsupportedByBroker(
                f"{error}, so it has no groups of the consumer protocol (KIP-848): use group_protocol='classic'"
            ) from None
        finally:
            if not is_heard:
                membership.unheard(heartbeat)
        if heartbeat.attempt != membership.attempt:
            if is_heard and membership.phase is ConsumerPhase.OUTSIDE:
                await self._link.last_word(membership.farewell())  # it has joined after it left
            return
        if not is_heard:
            what = "join" if is_joining else "keep its place"
            await self._link.refused(reaction, response.error_code, what, reason=response.error_message)
            return
        self._deadlines.beat_every(response.heartbeat_interval_ms)
        if is_joining:
            self._deadlines.joined(self._clock.monotonic_ms())
        else:
            self._deadlines.heard(self._clock.monotonic_ms())
        self._link.succeeded()
        membership.heard(heartbeat, response)
        if membership.unnamed:
            self._name()

    def _name(self) -> None:
        names = {info.topic_id: info.name for info in self._side.metadata.topics.values()}
        unnamed = self.membership.unnamed
        self.membership.named({topic_id: names[topic_id] for topic_id in unnamed if topic_id in names})

    async def _look_up_names(self) -> None:
        """Looks up the names of assigned topics; a broker may not have heard yet of one that is new."""
        await self._side.refresh_ids(sorted(self.membership.unnamed))
        self._name()
        if self.membership.unnamed:
            await self._link.pause()
        else:
            self._link.succeeded()

    async def leave(self) -> None:
        """Leaves the group, a static member for a while. Never raises what a peer did."""
        is_in = self.membership.phase is not ConsumerPhase.OUTSIDE
        self.membership.leave()
        if is_in:
            await self._link.last_word(self.membership.farewell())


def new_member_id(rng: random.Random) -> str:
    """Makes a member id, in the form of Kafka's clients: a UUID as base64."""
    return base64.urlsafe_b64encode(rng.randbytes(16)).decode().rstrip("=")


def re2_text(pattern: re.Pattern[str]) -> str:
    """Returns a pattern as the coordinator reads it, by RE2's syntax.

    Raises:
        ValueError: it has flags that RE2 does not have.
    """
    flags = re.RegexFlag(pattern.flags) & ~SILENT_FLAGS
    letters = "".join(letter for flag, letter in RE2_FLAGS.items() if flag in flags)
    for flag in RE2_FLAGS:
        flags &= ~flag
    if flags:
        raise ValueError(f"the coordinator matches {pattern.pattern!r} by RE2, which does not have {flags!r}")
    return f"(?{letters}){pattern.pattern}" if letters else str(pattern.pattern)
