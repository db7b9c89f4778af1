"""How a member keeps its place in a generation: heartbeats, and an end when its user does not poll.

    wait until due ─┬─ heartbeat ─▶ REBALANCE_IN_PROGRESS: the next poll joins again │ refused: lost, or again
                    │      └─ then, now and then: have the topics changed? ─▶ the next poll joins again
                    └─ no poll within max_poll_interval_ms ─▶ lost, LeaveGroup

Not here: when (`group_member` runs it while the phase is MEMBER), and how it got there (`joining`).
"""

from __future__ import annotations

from kavka.client.cluster import Cluster
from kavka.client.member_link import MemberLink
from kavka.client.member_settings import MemberSettings
from kavka.client.subscribed_topics import SubscribedTopics
from kavka.protocol.messages import HeartbeatRequest
from kavka.wire.member_deadlines import MemberDeadlines
from kavka.wire.member_reactions import Reaction, reaction_to
from kavka.wire.membership import MembershipCore


class PlaceKeeping:
    """One member's duties while it has a place.

    Args:
        cluster: The time, and how long a request may take.
        settings: Who the member is.
        membership: What changes by it.
        link: The way to the coordinator.
        topics: The subscription.
        deadlines: What is due when.
    """

    def __init__(
        self,
        cluster: Cluster,
        settings: MemberSettings,
        membership: MembershipCore,
        link: MemberLink,
        topics: SubscribedTopics,
        deadlines: MemberDeadlines,
    ) -> None:
        self._clock = cluster.clock
        self._settings = settings
        self._membership = membership
        self._link = link
        self._topics = topics
        self._deadlines = deadlines
        self._timeout_ms = min(cluster.request_timeout_ms, settings.session_timeout_ms)

    async def keep(self) -> None:
        """Sends the heartbeat that is due, or gives up the user who does not poll.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, EncodeError, ClientError: it did not work.
        """
        if self._deadlines.is_poll_overdue(self._clock.monotonic_ms()):
            member_id = self._membership.member_id
            self._membership.lose(Reaction.LOSE_MEMBER)
            await self._link.say_goodbye(member_id, self._link.free)
            return
        await self._heartbeat()
        if self._topics.are_due:
            await self._look_for_changes()

    async def _heartbeat(self) -> None:
        membership = self._membership
        request = HeartbeatRequest(
            group_id=self._settings.group_id,
            generation_id=membership.generation_id,
            member_id=membership.member_id,
            group_instance_id=self._settings.group_instance_id,
        )
        if self._deadlines.is_session_over(self._clock.monotonic_ms()):
            self._link.forget()
        attempt = membership.attempt
        response = await self._link.ask(request, timeout_ms=self._timeout_ms)
        reaction = reaction_to(response.error_code)
        if reaction in (Reaction.GO_ON, Reaction.REJOIN):
            self._deadlines.heard(self._clock.monotonic_ms())
            self._link.succeeded()
        if membership.attempt != attempt:
            return  # poll has asked to join meanwhile, and the response is of before
        if reaction is Reaction.REJOIN:
            membership.must_rejoin()
        elif reaction is not Reaction.GO_ON:
            await self._link.refused(reaction, response.error_code, "keep its place")

    async def _look_for_changes(self) -> None:
        attempt = self._membership.attempt
        if await self._topics.have_changed() and self._membership.attempt == attempt:
            self._membership.must_rejoin()
