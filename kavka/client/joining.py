"""How a member joins its group: the conversation of JoinGroup and SyncGroup, and the assignment where it leads.

    JoinGroup(subscription) ─▶ waits for everybody ─▶ response ─ leader? assign for all ─┐
                                                                                         ▼
    joined(share) ◀─ response: this member's share ◀────────────────────────── SyncGroup(shares of all, or none)

Not here: when to join (`group_member`), and what a poll does with the share (`consumer_group`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kavka.client.assignors import Assignor, Subscription
from kavka.client.consumer_protocol import (
    PROTOCOL_TYPE,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kavka.client.member_link import MemberLink
from kavka.client.member_settings import MemberSettings
from kavka.client.subscribed_topics import SubscribedTopics
from kavka.common.types import TopicPartition
from kavka.protocol.messages import JoinGroupRequest, JoinGroupResponse, SyncGroupRequest
from kavka.wire.member_reactions import Reaction, reaction_to
from kavka.wire.membership import MembershipCore
from kavka.wire.membership_states import Phase

JOIN_MARGIN_MS = 5_000
"""How much later than the coordinator gives up on others a JoinGroup is given up; as in Kafka's client."""


class Joining:
    """One member's way into generations.

    Args:
        settings: Who the member is.
        assignors: What it can do, what it likes best first.
        membership: What changes by it.
        link: The way to the coordinator.
        topics: The subscription.
        request_timeout_ms: Of any request; a JoinGroup takes longer.
    """

    def __init__(
        self,
        settings: MemberSettings,
        assignors: Sequence[Assignor],
        membership: MembershipCore,
        link: MemberLink,
        topics: SubscribedTopics,
        *,
        request_timeout_ms: int,
    ) -> None:
        self._settings = settings
        self._assignors = {assignor.name: assignor for assignor in assignors}
        self._membership = membership
        self._link = link
        self._topics = topics
        self._timeout_ms = max(request_timeout_ms, settings.poll_interval_ms_max + JOIN_MARGIN_MS)

    async def join(self) -> bool:
        """Tries once to become a member of the next generation.

        Returns:
            Whether it is; if not, the membership says how to go on. A user who leaves, or asks anew, meanwhile makes
            the try vain: its responses are of a former wish.

        Raises:
            KafkaError, OSError, TimeoutError, DecodeError, EncodeError, ClientError: it did not work.
        """
        await self._topics.look_up()
        membership = self._membership
        if membership.phase is not Phase.JOINING:
            return False
        attempt = membership.attempt
        response: JoinGroupResponse = await self._link.ask(self._request(), timeout_ms=self._timeout_ms)
        if membership.attempt != attempt:
            await self._heard_too_late(response)
            return False
        if not await self._is_admitted(response):
            return False
        answer = await self._link.ask(await self._sync_request(response), timeout_ms=self._timeout_ms)
        if membership.attempt != attempt:
            return False
        reaction = reaction_to(answer.error_code)
        if reaction is not Reaction.GO_ON:
            if reaction is not Reaction.REJOIN:  # then simply once more, with what it owns as before
                await self._link.refused(reaction, answer.error_code, "get its partitions")
            return False
        self._joined(response, decode_assignment(answer.assignment))
        return True

    def _request(self) -> JoinGroupRequest:
        settings = self._settings
        return JoinGroupRequest(
            group_id=settings.group_id,
            session_timeout_ms=settings.session_timeout_ms,
            rebalance_timeout_ms=settings.poll_interval_ms_max,
            member_id=self._membership.member_id,
            group_instance_id=settings.group_instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocols=[
                JoinGroupRequest.JoinGroupRequestProtocol(name=name, metadata=encode_subscription(self._wish(assignor)))
                for name, assignor in self._assignors.items()
            ],
        )

    def _wish(self, assignor: Assignor) -> Subscription:
        return Subscription(
            topics=self._topics.names,
            owned=self._membership.owned,
            generation_id=self._membership.generation_id,
            user_data=assignor.user_data(),
        )

    async def _is_admitted(self, response: JoinGroupResponse) -> bool:
        """Reacts to JoinGroup's response; False: start again from what the state is by now."""
        reaction = reaction_to(response.error_code)
        if reaction in (Reaction.GO_ON, Reaction.TAKE_ID):
            self._membership.got_id(response.member_id)
        elif reaction is Reaction.REJOIN:
            await self._link.pause()
        else:
            await self._link.refused(reaction, response.error_code, "join")
        return reaction is Reaction.GO_ON

    async def _heard_too_late(self, response: JoinGroupResponse) -> None:
        """Keeps the member id for the next try, or gives it back where the user has left the group."""
        if reaction_to(response.error_code) not in (Reaction.GO_ON, Reaction.TAKE_ID):
            return
        if self._membership.phase is Phase.JOINING:
            self._membership.got_id(response.member_id)
        else:
            await self._link.say_goodbye(response.member_id, self._link.free)

    async def _sync_request(self, response: JoinGroupResponse) -> SyncGroupRequest:
        protocol = response.protocol_name or ""
        shares = []
        if response.leader == response.member_id and not response.skip_assignment:
            shares = await self._shares(protocol, response.members)
        return SyncGroupRequest(
            group_id=self._settings.group_id,
            generation_id=response.generation_id,
            member_id=response.member_id,
            group_instance_id=self._settings.group_instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocol_name=protocol,
            assignments=shares,
        )

    async def _shares(
        self, protocol: str, members: Iterable[JoinGroupResponse.JoinGroupResponseMember]
    ) -> list[SyncGroupRequest.SyncGroupRequestAssignment]:
        """Returns the leader's assignment for each member."""
        subscriptions = {m.member_id: decode_subscription(m.metadata, m.group_instance_id) for m in members}
        counts = await self._topics.watch(topic for s in subscriptions.values() for topic in s.topics)
        assigned = self._assignors[protocol].assign(counts, subscriptions)
        return [
            SyncGroupRequest.SyncGroupRequestAssignment(member_id=m, assignment=encode_assignment(partitions))
            for m, partitions in assigned.items()
        ]

    def _joined(self, response: JoinGroupResponse, assigned: list[TopicPartition]) -> None:
        if response.leader != response.member_id:
            self._topics.watch_no_more()
        assignor = self._assignors.get(response.protocol_name or "")
        if assignor is not None:
            assignor.on_assignment(assigned, response.generation_id)
        self._membership.joined(response.generation_id, assigned)
