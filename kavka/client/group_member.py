"""One member of a consumer group: it joins, keeps its place with heartbeats, and leaves.

    poll (the user's task)                              run (a task of the consumer's)
    ──────────────────────                              ─────────────────────────────
    request_join(what it owns) ───────────────────────▶ JoinGroup ─ leader? assign ─ SyncGroup
    take_assignment ◀──────────────────── news ───────── the share
    (is_rejoin_wanted, is_lost) ◀──────── news ───────── Heartbeat: a rebalance, or out of the group
    polling() … polled() ─────────────────────────────▶ no poll within max_poll_interval_ms: LeaveGroup, lost

Partitions change hands only inside `poll`, as in Kafka's Java client: what the user was handed before is done when it
polls again, so that positions that are committed then are of work that is done. So a member whose user does not poll
holds the whole group up, and is given up after `max_poll_interval_ms`.

The coordinator is spoken to over connections of its own: a JoinGroup, whose response comes when everybody has joined,
and a fetch, which waits for records, would hold up each other and every heartbeat behind them (one request at a time is
looked at on a connection). What has to be said while a JoinGroup is out goes over the consumer's other connections.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kavka.client.assignors import Assignor, Subscription
from kavka.client.cluster import Cluster
from kavka.client.consumer_protocol import (
    PROTOCOL_TYPE,
    decode_assignment,
    decode_subscription,
    encode_assignment,
    encode_subscription,
)
from kavka.client.coordinators import CoordinatorKind, CoordinatorLink
from kavka.client.membership import NO_GENERATION, Phase, Reaction, reaction_to
from kavka.client.transaction import GroupMetadata
from kavka.common.types import TopicPartition
from kavka.protocol.errors import EncodeError, FencedInstanceId
from kavka.protocol.messages import (
    HeartbeatRequest,
    JoinGroupRequest,
    JoinGroupResponse,
    LeaveGroupRequest,
    SyncGroupRequest,
)
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import (
    ClientError,
    DecodeError,
    KafkaError,
    UnsupportedByBroker,
    code_name,
    error_for_code,
    is_retriable,
)

SESSION_TIMEOUT_MS = 45_000
"""Kafka's `session.timeout.ms`."""

HEARTBEAT_INTERVAL_MS = 3_000
"""Kafka's `heartbeat.interval.ms`."""

POLL_INTERVAL_MS_MAX = 300_000
"""Kafka's `max.poll.interval.ms`; also how long the coordinator waits for members in a rebalance."""

JOIN_MARGIN_MS = 5_000
"""How much later than the coordinator gives up on others a JoinGroup is given up; as in Kafka's client."""

LEAVE_TIMEOUT_MS = 2_000
"""Leaving is politeness: without it the session runs out."""

LEAVE_ONE_VERSION_MAX = 2
"""From 3 on several members leave at once, which is for administrators."""


class MemberSettings(NamedTuple):
    """How a member presents itself. Times in ms."""

    group_id: str
    group_instance_id: str | None = None
    """A member that keeps its partitions over a restart (KIP-345): it does not leave when it is closed."""
    session_timeout_ms: int = SESSION_TIMEOUT_MS
    heartbeat_interval_ms: int = HEARTBEAT_INTERVAL_MS
    poll_interval_ms_max: int = POLL_INTERVAL_MS_MAX
    metadata_age_ms_max: int = 300_000
    """How often new partitions, and topics that match a pattern, are looked for."""


class GroupMember:
    """See the module. One user at a time; `run` is its task.

    Args:
        cluster: Connections for the coordinator alone.
        side: Other connections, for what is said while a JoinGroup is out.
        settings: Who it is.
        assignors: What it can do, what it likes best first.

    Attributes:
        member_id: "" until the coordinator gave one.
        generation_id: −1 outside the group.
        is_rejoin_wanted: Whether the next poll has to prepare for a rebalance and call `request_join`.
        is_lost: Whether the group went on without it since; the user is notified, then `acknowledge_loss` is called.
    """

    def __init__(
        self, cluster: Cluster, side: Cluster, settings: MemberSettings, assignors: Sequence[Assignor]
    ) -> None:
        self.member_id = ""
        self.generation_id = NO_GENERATION
        self.is_rejoin_wanted = False
        self.is_lost = False
        self.is_cooperative = all(assignor.is_cooperative for assignor in assignors)
        self._cluster = cluster
        self._clock = cluster.clock
        self._settings = settings
        self._assignors = {assignor.name: assignor for assignor in assignors}
        self._link = CoordinatorLink(cluster, CoordinatorKind.GROUP, settings.group_id)
        self._side_link = CoordinatorLink(side, CoordinatorKind.GROUP, settings.group_id)
        self._phase = Phase.OUTSIDE
        self._topics: tuple[str, ...] = ()
        self._pattern: re.Pattern[str] | None = None
        self._owned: tuple[TopicPartition, ...] = ()
        self._assigned: list[TopicPartition] | None = None
        self._failure: BaseException | None = None
        self._watched: Sequence[str] = ()
        self._seen_counts: Mapping[str, int] | None = None  # of the watched topics; the leader's business
        self._looked_ms = MonotonicMs(0)
        self._polled_ms = MonotonicMs(0)
        self._is_polling = False
        self._heartbeat_due_ms = MonotonicMs(0)
        self._alive_ms = MonotonicMs(0)
        self._retry_count = 0
        self._wake = asyncio.Event()
        self._news: asyncio.Future[None] | None = None
        self._joined_as = self.metadata()

    # ---------------------------------------------------------------- for poll

    @property
    def phase(self) -> Phase:
        """Returns the member's phase in the group."""
        return self._phase

    @property
    def link(self) -> CoordinatorLink:
        """Returns the link to the coordinator that is free now."""
        return self._side_link if self._phase is Phase.JOINING else self._link

    def metadata(self) -> GroupMetadata:
        """Returns the membership that a commit carries; lost, it has no generation."""
        settings = self._settings
        return GroupMetadata(settings.group_id, self.generation_id, self.member_id, settings.group_instance_id)

    def metadata_joined(self) -> GroupMetadata:
        """Returns the membership of the last generation joined, lost or not.

        What a lost member has polled is fenced by it; without a generation a transaction's offsets are anybody's word,
        and the coordinator takes them from two members. Kafka's `groupMetadata` keeps it, too.
        """
        return self._joined_as

    def subscribe(self, topics: Iterable[str], pattern: re.Pattern[str] | None) -> None:
        """Sets the subscription of the next JoinGroup, and asks for a rebalance."""
        self._topics = tuple(sorted(set(topics)))
        self._pattern = pattern
        self._seen_counts = None
        self.is_rejoin_wanted = True

    def want_rejoin(self) -> None:
        """Asks for a rebalance, for which the next poll prepares."""
        self.is_rejoin_wanted = True

    def request_join(self, owned: Iterable[TopicPartition]) -> None:
        """Asks `run` to join.

        The user has given up what has to be given up before.

        Args:
            owned: What it keeps meanwhile.
        """
        self._owned = tuple(sorted(owned))
        self._assigned = None
        self.is_rejoin_wanted = False
        self._phase = Phase.JOINING
        self._wake.set()

    def take_assignment(self) -> list[TopicPartition] | None:
        """Takes the last rebalance's assignment; None when it was taken already."""
        assigned, self._assigned = self._assigned, None
        return assigned

    def put_back(self, assigned: list[TopicPartition]) -> None:
        """Puts back an assignment that could not be applied; the next poll tries again."""
        if self._phase is Phase.MEMBER and not self.is_lost:
            self._assigned = assigned

    def acknowledge_loss(self) -> None:
        """Acknowledges the loss of the partitions after the user was notified, and asks to rejoin."""
        self.is_lost = False
        self.is_rejoin_wanted = True

    def raise_failure(self) -> None:
        """Raises a failure of `run` that the user must handle, once.

        The next poll may join again.

        Being fenced is for ever: joining again would fence the member that has the instance id now, and so on in turns.

        Raises:
            KafkaError, ClientError.
        """
        failure = self._failure
        if not isinstance(failure, FencedInstanceId):
            self._failure = None
        if failure is not None:
            raise failure

    def news(self) -> asyncio.Future[None]:
        """Returns a future that is done when `poll` has work: now, or later."""
        if self._news is None or self._news.done():
            self._news = asyncio.get_running_loop().create_future()
            if self.is_lost or self.is_rejoin_wanted or self._assigned is not None or self._failure is not None:
                self._news.set_result(None)
        return self._news

    def polling(self) -> None:
        """Marks the beginning of the user's poll."""
        self._is_polling = True

    def polled(self) -> None:
        """Marks the end of the user's poll; `max.poll.interval.ms` counts from now on."""
        self._is_polling = False
        self._polled_ms = self._clock.monotonic_ms()
        if self._settings.poll_interval_ms_max < self._settings.heartbeat_interval_ms:
            self._wake.set()  # else `run` looks at the time with each heartbeat, and no poll has to wake it

    def refused(self, code: int, generation_id: int) -> None:
        """Handles a refused commit of a generation: the group may have gone on."""
        reaction = reaction_to(code)
        if self._phase is Phase.MEMBER and generation_id == self.generation_id:
            if reaction is Reaction.REJOIN:
                self.is_rejoin_wanted = True
            elif reaction in (Reaction.LOSE_GENERATION, Reaction.LOSE_MEMBER):
                self._lose(reaction)

    # ---------------------------------------------------------------- life

    async def run(self) -> None:
        """Joins when asked to, and sends heartbeats; ends by being cancelled."""
        while True:
            try:
                if self._phase is Phase.JOINING:
                    await self._join()
                elif self._phase is Phase.MEMBER:
                    await self._keep_place()
                else:
                    await self._sleep(None)
            except (OSError, TimeoutError, DecodeError, KafkaError, ClientError) as error:
                if is_retriable(error):
                    await self._pause()
                else:
                    self._fail(error)
            except EncodeError as error:
                self._fail(UnsupportedByBroker(f"this broker is too old for such a member: {error}"))

    async def leave(self) -> None:
        """Leaves the group; a static member stays in it. Never raises what a peer did."""
        member_id, link = self.member_id, self.link
        self.member_id, self.generation_id, self._phase = "", NO_GENERATION, Phase.OUTSIDE
        self._assigned = None
        self.is_lost = self.is_rejoin_wanted = False
        await self._say_goodbye(member_id, link)

    async def _say_goodbye(self, member_id: str, link: CoordinatorLink) -> None:
        if not member_id or self._settings.group_instance_id is not None:
            return
        request = LeaveGroupRequest(group_id=self._settings.group_id, member_id=member_id)
        try:
            async with asyncio.timeout(LEAVE_TIMEOUT_MS / 1000):
                await link.ask(request, version_max=LEAVE_ONE_VERSION_MAX)
        except (OSError, TimeoutError, DecodeError, KafkaError, ClientError):
            return

    # ---------------------------------------------------------------- joining

    async def _join(self) -> None:
        await self._look_for_topics()
        response = await self._ask_to_join()
        if response is None:
            return
        protocol = response.protocol_name or ""
        shares = []
        if response.leader == response.member_id and not response.skip_assignment:
            shares = await self._shares(protocol, response.members)
        request = SyncGroupRequest(
            group_id=self._settings.group_id,
            generation_id=response.generation_id,
            member_id=response.member_id,
            group_instance_id=self._settings.group_instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocol_name=protocol,
            assignments=shares,
        )
        answer = await self._link.ask(request, timeout_ms=self._join_timeout_ms)
        reaction = reaction_to(answer.error_code)
        if reaction is Reaction.GO_ON:
            self._joined(response, protocol, decode_assignment(answer.assignment))
        elif reaction is not Reaction.REJOIN:  # then simply once more, with what it owns as before
            await self._refused(reaction, answer.error_code, "get its partitions")

    async def _ask_to_join(self) -> JoinGroupResponse | None:
        """Sends JoinGroup until there is a response to go on with; None: start again from what the state is by now."""
        settings = self._settings
        request = JoinGroupRequest(
            group_id=settings.group_id,
            session_timeout_ms=settings.session_timeout_ms,
            rebalance_timeout_ms=settings.poll_interval_ms_max,
            member_id=self.member_id,
            group_instance_id=settings.group_instance_id,
            protocol_type=PROTOCOL_TYPE,
            protocols=[
                JoinGroupRequest.JoinGroupRequestProtocol(name=name, metadata=encode_subscription(self._wish(assignor)))
                for name, assignor in self._assignors.items()
            ],
        )
        response: JoinGroupResponse = await self._link.ask(request, timeout_ms=self._join_timeout_ms)
        reaction = reaction_to(response.error_code)
        if reaction is Reaction.GO_ON:
            self.member_id = response.member_id
            return response
        if reaction is Reaction.TAKE_ID:
            self.member_id = response.member_id
        elif reaction is Reaction.REJOIN:
            await self._pause()
        else:
            await self._refused(reaction, response.error_code, "join")
        return None

    @property
    def _join_timeout_ms(self) -> int:
        return max(self._cluster.request_timeout_ms, self._settings.poll_interval_ms_max + JOIN_MARGIN_MS)

    def _wish(self, assignor: Assignor) -> Subscription:
        return Subscription(
            topics=self._topics,
            owned=self._owned,
            generation_id=self.generation_id,
            user_data=assignor.user_data(),
        )

    async def _shares(
        self, protocol: str, members: Iterable[JoinGroupResponse.JoinGroupResponseMember]
    ) -> list[SyncGroupRequest.SyncGroupRequestAssignment]:
        """Returns the leader's assignment for each member."""
        subscriptions = {m.member_id: decode_subscription(m.metadata, m.group_instance_id) for m in members}
        self._watched = sorted({topic for s in subscriptions.values() for topic in s.topics})
        self._seen_counts = await self._partition_counts(self._watched)
        assigned = self._assignors[protocol].assign(self._seen_counts, subscriptions)
        return [
            SyncGroupRequest.SyncGroupRequestAssignment(member_id=m, assignment=encode_assignment(partitions))
            for m, partitions in assigned.items()
        ]

    def _joined(self, response: JoinGroupResponse, protocol: str, assigned: list[TopicPartition]) -> None:
        if response.leader != response.member_id:
            self._seen_counts = None  # the leader watches the topics
        self.generation_id = response.generation_id
        self._joined_as = self.metadata()
        self._phase = Phase.MEMBER
        self._assigned = assigned
        self._retry_count = 0
        now_ms = self._clock.monotonic_ms()
        self._alive_ms = now_ms
        self._heartbeat_due_ms = now_ms + self._settings.heartbeat_interval_ms
        if not self._is_polling:
            self._polled_ms = max(self._polled_ms, now_ms)
        if protocol in self._assignors:
            self._assignors[protocol].on_assignment(assigned, response.generation_id)
        self._tell()

    # ---------------------------------------------------------------- keeping the place

    async def _keep_place(self) -> None:
        now_ms = self._clock.monotonic_ms()
        due_ms = self._heartbeat_due_ms
        if not self._is_polling:
            due_ms = min(due_ms, self._polled_ms + self._settings.poll_interval_ms_max)
        if now_ms < due_ms:
            await self._sleep(due_ms - now_ms)
        elif not self._is_polling and now_ms >= self._polled_ms + self._settings.poll_interval_ms_max:
            member_id = self.member_id
            self._lose(Reaction.LOSE_MEMBER)
            await self._say_goodbye(member_id, self._link)
        else:
            await self._heartbeat()
            # Every heartbeat, while a topic is missing: whoever waits for one wants it soon.
            is_missing = self._seen_counts is not None and len(self._seen_counts) < len(self._watched)
            if is_missing or self._clock.monotonic_ms() - self._looked_ms >= self._settings.metadata_age_ms_max:
                await self._look_for_changes()

    async def _heartbeat(self) -> None:
        settings = self._settings
        request = HeartbeatRequest(
            group_id=settings.group_id,
            generation_id=self.generation_id,
            member_id=self.member_id,
            group_instance_id=settings.group_instance_id,
        )
        if self._clock.monotonic_ms() - self._alive_ms > settings.session_timeout_ms:
            self._link.forget()
        timeout_ms = min(self._cluster.request_timeout_ms, settings.session_timeout_ms)
        response = await self._link.ask(request, timeout_ms=timeout_ms)
        now_ms = self._clock.monotonic_ms()
        reaction = reaction_to(response.error_code)
        if reaction in (Reaction.GO_ON, Reaction.REJOIN):
            self._alive_ms = now_ms
            self._retry_count = 0
            self._heartbeat_due_ms = now_ms + settings.heartbeat_interval_ms
        if self._phase is not Phase.MEMBER:
            return  # poll has asked to join meanwhile, and the response is of before
        if reaction is Reaction.REJOIN:
            self.is_rejoin_wanted = True
            self._tell()
        elif reaction is not Reaction.GO_ON:
            await self._refused(reaction, response.error_code, "keep its place")

    async def _refused(self, reaction: Reaction, code: int, what: str) -> None:
        """Reacts to a refused request: retries, loses the membership, or fails."""
        if reaction in (Reaction.RETRY, Reaction.FIND):
            if reaction is Reaction.FIND:
                self._link.forget()
            await self._pause()
        elif reaction in (Reaction.LOSE_GENERATION, Reaction.LOSE_MEMBER):
            self._lose(reaction)
        else:
            instance = self._settings.group_instance_id
            who = f"member {self.member_id or 'without id'}" + (f" (instance {instance})" if instance else "")
            group_id = self._settings.group_id
            raise error_for_code(code, f"{who} could not {what} in group {group_id!r}: {code_name(code)}")

    def _lose(self, reaction: Reaction) -> None:
        if reaction is Reaction.LOSE_MEMBER:
            self.member_id = ""
        self.is_lost = True
        self._leave_phase()

    def _fail(self, error: BaseException) -> None:
        self._failure = error
        self.is_lost = True
        self._leave_phase()

    def _leave_phase(self) -> None:
        self.generation_id = NO_GENERATION
        self._phase = Phase.OUTSIDE
        self._assigned = None
        self._tell()

    # ---------------------------------------------------------------- topics

    async def _look_for_topics(self) -> None:
        """Updates the topics that the pattern matches."""
        if self._pattern is not None:
            self._topics = await self._matching(self._pattern)

    async def _matching(self, pattern: re.Pattern[str]) -> tuple[str, ...]:
        metadata = await self._cluster.refresh(None)
        self._looked_ms = self._clock.monotonic_ms()
        names = (info.name for info in metadata.topics.values() if not info.is_internal)
        return tuple(sorted(name for name in names if pattern.fullmatch(name)))

    async def _partition_counts(self, topics: Sequence[str]) -> dict[str, int]:
        metadata = await self._cluster.refresh(topics)
        self._looked_ms = self._clock.monotonic_ms()
        counts = {name: len(info.partitions) for name in topics if (info := metadata.topics.get(name)) is not None}
        return {name: count for name, count in counts.items() if count}

    async def _look_for_changes(self) -> None:
        """Asks for a rebalance when a pattern means other topics, or the leader sees other partitions."""
        self._looked_ms = self._clock.monotonic_ms()
        has_changed = False
        if self._pattern is not None:
            has_changed = await self._matching(self._pattern) != self._topics
        if self._seen_counts is not None:
            has_changed |= await self._partition_counts(self._watched) != self._seen_counts
        if has_changed and self._phase is Phase.MEMBER:
            self.is_rejoin_wanted = True
            self._tell()

    # ---------------------------------------------------------------- waiting

    def _tell(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def _pause(self) -> None:
        pause_ms = self._cluster.backoff_ms(self._retry_count)
        self._retry_count += 1
        await asyncio.sleep(pause_ms / 1000)

    async def _sleep(self, limit_ms: int | None) -> None:
        """Waits until `poll` has something for `run`, or the time is up."""
        try:
            async with asyncio.timeout(None if limit_ms is None else limit_ms / 1000):
                await self._wake.wait()
        except TimeoutError:
            return
        finally:
            self._wake.clear()
