"""A consumer group and its members (KIP-848), without I/O: what clients own, and how they hear of it.

A client owns what it was assigned, and gives up in its own time what it is not assigned any more; only then it takes
what is new. So two clients would own a partition at once wherever the group gave it out too early. It commits what it
owns; a commit may come much later than it was sent, when the partition is another one's (KIP-1251).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

from kavka.broker.group.consumer import heartbeats
from kavka.broker.group.consumer.assignment import Assignment, Partition, TopicId, assignment_of
from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
from kavka.broker.group.consumer.heartbeats import Heard, Heartbeat, Limits
from kavka.broker.group.consumer.member import ConsumerMember
from kavka.broker.group.consumer.states import ConsumerGroupState
from kavka.broker.group.consumer.topics import SubscribedTopic
from kavka.common.types import TopicPartition
from kavka.protocol.errors import (
    ErrorCode,
    FencedMemberEpoch,
    InvalidRegularExpression,
    UnknownMemberId,
    UnreleasedInstanceId,
)
from kavka.protocol.messages import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.consumer_heartbeats import MemberIdentity
from kavka.wire.consumer_heartbeats import Subscription as MemberSubscription
from kavka.wire.consumer_membership import ConsumerMembershipCore

LIMITS = Limits(("uniform", "range"), 1_000)

LATE_COMMITS_MAX = 200


class FakeTopics:
    """The cluster's topics."""

    def __init__(self) -> None:
        self.version = 0
        self._topics: dict[str, SubscribedTopic] = {}
        self._made = 0

    def put(self, name: str, partition_count: int) -> TopicId:
        """Makes a topic, or gives it partitions."""
        known = self._topics.get(name)
        self._made += known is None
        topic_id = known.topic_id if known else self._made.to_bytes(16, "big")
        self._topics[name] = SubscribedTopic(topic_id, partition_count)
        self.version += 1
        return topic_id

    def names(self) -> dict[TopicId, str]:
        """Names the topics that there are."""
        return {info.topic_id: name for name, info in self._topics.items()}

    def drop(self, name: str) -> None:
        """Deletes a topic."""
        del self._topics[name]
        self.version += 1

    def find(self, name: str) -> SubscribedTopic | None:
        """Returns a topic."""
        return self._topics.get(name)

    def name_of(self, topic_id: TopicId) -> str | None:
        """Returns a topic's name."""
        return next((name for name, info in self._topics.items() if info.topic_id == topic_id), None)

    def matching(self, regex: str) -> frozenset[str]:
        """Matches `prefix*`, and refuses everything else."""
        if not regex.endswith("*"):
            raise InvalidRegularExpression(f"{regex!r} is no expression")
        return frozenset(name for name in self._topics if name.startswith(regex[:-1]))

    def partitions(self, names: Iterable[str]) -> set[Partition]:
        """Returns the partitions of the topics that exist."""
        infos = [info for name in names if (info := self._topics.get(name)) is not None]
        return {(info.topic_id, index) for info in infos for index in range(info.partition_count)}


class Client:
    """A member's own view: which partitions it owns, in which epoch it is."""

    def __init__(self, member_id: str, topics: Iterable[str], *, instance_id: str | None = None) -> None:
        self.member_id = member_id
        self.instance_id = instance_id
        self.topics = sorted(topics)
        self.epoch = 0
        self.owned: set[Partition] = set()
        self.assigned: set[Partition] = set()
        self.says_all = True
        self.is_stalled = False

    def beat(
        self, group: ConsumerGroupMetadata, topics: FakeTopics, now_ms: MonotonicMs, *, loses_response: bool = False
    ) -> Heard | None:
        """Sends a heartbeat and takes its response in; None where it was refused or lost."""
        says_all = self.says_all or self.epoch == 0
        request = Heartbeat(
            "g",
            self.member_id,
            self.epoch,
            instance_id=self.instance_id,
            rebalance_timeout_ms=300_000 if says_all else -1,
            topics=self.topics if says_all else None,
            owned=self.said(),
        )
        try:
            heartbeats.check(request, LIMITS)
            heard = heartbeats.beat(group, request, topics, LIMITS, now_ms)
        except (FencedMemberEpoch, UnknownMemberId):
            self.begin_again()
            return None
        except UnreleasedInstanceId:
            return None
        if loses_response:
            self.says_all = True
            return None
        self.says_all = False
        self.epoch = heard.member_epoch
        if heard.assignment is not None:
            self.assigned = set(flat(heard.assignment))
        return heard

    def begin_again(self) -> None:
        """Gives everything up, to join again."""
        self.epoch, self.owned, self.assigned, self.says_all = 0, set(), set(), True

    def reconcile(self) -> None:
        """Gives up what is not assigned any more; with nothing to give up, takes what is new."""
        if self.owned <= self.assigned:
            self.owned = set(self.assigned)
        else:
            self.owned &= self.assigned

    def said(self) -> Assignment:
        """Returns what it says that it owns."""
        return {} if self.epoch == 0 else assignment_of((topic_id, [index]) for topic_id, index in self.owned)


class BundledClient:
    """The bundled client's member, as it would be driven: what it owns changes in polls alone, here `reconcile`."""

    def __init__(self, member_id: str, topics: Iterable[str], *, instance_id: str | None = None) -> None:
        self.member_id = member_id
        self.instance_id = instance_id
        self.is_stalled = False
        self.says_all = False  # what it says it knows by itself
        self._core = ConsumerMembershipCore(
            MemberIdentity("g", member_id, instance_id, 300_000, None), tell=lambda: None
        )
        self._held: dict[TopicPartition, TopicId] = {}
        self._names: dict[TopicId, str] = {}
        self._polls = 0
        self.topics = sorted(topics)

    @property
    def topics(self) -> list[str]:
        """What it subscribes to."""
        return sorted(self._core.topics())

    @topics.setter
    def topics(self, names: list[str]) -> None:
        self._core.subscribe(MemberSubscription(tuple(names)))

    @property
    def epoch(self) -> int:
        """Its epoch; 0 outside the group."""
        return max(0, self._core.metadata().generation_id)

    @property
    def owned(self) -> set[Partition]:
        """What its user has."""
        return {(topic_id, tp.partition) for tp, topic_id in self._held.items()}

    def beat(
        self, group: ConsumerGroupMetadata, topics: FakeTopics, now_ms: MonotonicMs, *, loses_response: bool = False
    ) -> Heard | None:
        """Sends a heartbeat and takes its response in; None where it was refused or lost."""
        core = self._core
        if core.is_lost:
            self._held = {}
            core.acknowledge_loss()
        if core.is_rejoin_wanted:
            core.request_join()
        said = core.heartbeat()
        try:
            request = _as_heard(said.message)
            heartbeats.check(request, LIMITS)
            heard = heartbeats.beat(group, request, topics, LIMITS, now_ms)
        except (FencedMemberEpoch, UnknownMemberId):
            core.lose()
            self._held = {}  # its user does not poll meanwhile, and reads nothing
            return None
        except UnreleasedInstanceId:
            core.unheard(said)
            return None
        if loses_response:
            core.unheard(said)
            return None
        core.heard(said, _response(heard))
        self._names = topics.names()
        core.named({topic_id: self._names[topic_id] for topic_id in core.unnamed if topic_id in self._names})
        return heard

    def reconcile(self) -> None:
        """Polls once; each third time positions cannot be looked up."""
        core, attempt = self._core, self._core.attempt
        assigned = core.take_assignment()
        if assigned is None:
            return
        if not self._held.keys() <= set(assigned):
            self._held = {tp: topic_id for tp, topic_id in self._held.items() if tp in assigned}
            core.gave_up(self._held)
        self._polls += 1
        if self._polls % 3 == 0:
            core.put_back(assigned)
            return
        ids = {name: topic_id for topic_id, name in self._names.items()}
        new = core.still_assigned([tp for tp in assigned if tp not in self._held], attempt)
        self._held |= {tp: ids[tp.topic] for tp in new}
        core.took(self._held)


AnyClient = Client | BundledClient


class Commit(NamedTuple):
    """A commit of one partition, and the step in which it was sent."""

    member_id: str
    epoch: int
    partition: Partition
    sent: int


def _as_heard(message: ConsumerGroupHeartbeatRequest) -> Heartbeat:
    owned = message.topic_partitions
    return Heartbeat(
        message.group_id,
        message.member_id,
        message.member_epoch,
        instance_id=message.instance_id,
        rebalance_timeout_ms=message.rebalance_timeout_ms,
        topics=message.subscribed_topic_names,
        regex=message.subscribed_topic_regex,
        owned=None if owned is None else assignment_of((part.topic_id, part.partitions) for part in owned),
    )


def _response(heard: Heard) -> ConsumerGroupHeartbeatResponse:
    assignment = None
    if heard.assignment is not None:
        assignment = ConsumerGroupHeartbeatResponse.Assignment(
            [
                ConsumerGroupHeartbeatResponse.TopicPartitions(topic_id, sorted(indexes))
                for topic_id, indexes in heard.assignment.items()
            ]
        )
    return ConsumerGroupHeartbeatResponse(member_epoch=heard.member_epoch, assignment=assignment)


class Simulation:
    """A group whose members come, go, stall and lose responses, while topics change; every choice from a seed.

    Args:
        seed: of every choice.
        new_client: makes a member's client.
    """

    def __init__(self, seed: int, new_client: Callable[..., AnyClient] = Client) -> None:
        self.new_client = new_client
        self.rng = random.Random(seed)
        self.group = ConsumerGroupMetadata()
        self.topics = FakeTopics()
        self.names = ["a", "b", "c"]
        self.clients: list[AnyClient] = []
        self.now_ms = MonotonicMs(0)
        self.made = 0
        self.steps = 0
        self._commits: list[Commit] = []
        self._owned_at: dict[Partition, dict[str, int]] = {}
        for name in self.names:
            self.topics.put(name, self.rng.randint(1, 6))

    def step(self) -> None:
        """Lets one thing happen; checks that no partition has two owners, nor takes a former one's late commit."""
        rng = self.rng
        self.now_ms = MonotonicMs(self.now_ms + 100)
        act = rng.choices(
            [self._join, self._leave, self._stall, self._fence, self._subscribe, self._change_topic, self._beat],
            [4, 2, 2, 1, 2, 1, 30],
        )[0]
        act()
        self.check()
        self._commit()

    def _join(self) -> None:
        if len(self.clients) < 6:
            self.made += 1
            instance = f"i{self.made}" if self.rng.random() < 0.3 else None
            self.clients.append(self.new_client(f"m{self.made}", self._some_topics(), instance_id=instance))

    def _some_topics(self) -> list[str]:
        return self.rng.sample(self.names, self.rng.randint(1, len(self.names)))

    def _leave(self) -> None:
        client = self._one()
        if client is None or client.epoch == 0:
            return
        is_back = client.instance_id is not None and self.rng.random() < 0.5
        epoch = -2 if is_back else -1
        try:
            request = Heartbeat("g", client.member_id, epoch, instance_id=client.instance_id)
            heartbeats.leave(self.group, request, self.topics)
        except UnknownMemberId:
            return
        self.clients.remove(client)
        if is_back:
            self.made += 1
            self.clients.append(self.new_client(f"m{self.made}", client.topics, instance_id=client.instance_id))

    def _stall(self) -> None:
        client = self._one()
        if client is not None:
            client.is_stalled = not client.is_stalled

    def _fence(self) -> None:
        """Ends a stalled member's session; its client does not know yet, and owns nothing in the group's eyes."""
        stalled = [client for client in self.clients if client.is_stalled and client.member_id in self.group.members]
        if stalled:
            heartbeats.fence(self.group, self.group.members[self.rng.choice(stalled).member_id], None)

    def _subscribe(self) -> None:
        client = self._one()
        if client is not None:
            client.topics, client.says_all = sorted(self._some_topics()), True

    def _change_topic(self) -> None:
        name = self.rng.choice(self.names)
        info = self.topics.find(name)
        if info is None:
            self.topics.put(name, self.rng.randint(1, 6))
        elif self.rng.random() < 0.3:
            self.topics.drop(name)
        else:
            self.topics.put(name, info.partition_count + 1)

    def _beat(self) -> None:
        client = self._one()
        if client is not None and not client.is_stalled:
            client.beat(self.group, self.topics, self.now_ms, loses_response=self.rng.random() < 0.1)
            if self.rng.random() < 0.7:
                client.reconcile()

    def _one(self) -> AnyClient | None:
        return self.rng.choice(self.clients) if self.clients else None

    def settle(self) -> None:
        """Lets everybody beat until nothing changes any more."""
        for name in list(self.group.members):  # whoever is away and has no next life, or stalls for ever
            member = self.group.members[name]
            if not any(client.member_id == name or _is_next_life(client, member) for client in self.clients):
                heartbeats.fence(self.group, member, self.topics)
        for client in self.clients:
            client.is_stalled = False
        for _ in range(20):
            for client in self.clients:
                self.now_ms = MonotonicMs(self.now_ms + 100)
                client.beat(self.group, self.topics, self.now_ms)
                client.reconcile()
                self.check()

    def check(self) -> None:
        """Checks that no partition has two owners, in the group's eyes and in those of its members."""
        owners: dict[Partition, str] = {}
        for client in self.clients:
            if client.member_id in self.group.members:
                for partition in client.owned:
                    assert partition not in owners, f"{client.member_id} owns what {owners[partition]} owns"
                    owners[partition] = client.member_id
        held: set[Partition] = set()
        for member in self.group.members.values():
            for partition in [*flat(member.assigned), *flat(member.revoking)]:
                assert partition not in held
                assert not self.group.is_free(*partition)
                held.add(partition)

    def _commit(self) -> None:
        """Lets everybody commit: what it owns still is taken, and late it is not once another one has owned it."""
        self.steps += 1
        for member in self.group.members.values():
            for partition in [*flat(member.assigned), *flat(member.revoking)]:
                self._owned_at.setdefault(partition, {})[member.member_id] = self.steps
        sent = [
            Commit(client.member_id, client.epoch, partition, self.steps)
            for client in self.clients
            for partition in sorted(client.owned)
            if client.epoch > 0
        ]
        for commit in sent:
            is_owner = self.group.assignment_epoch(commit.member_id, commit.partition) is not None
            assert self._is_taken(commit) or not is_owner, f"{commit} is refused"
        self._commits = sent + self._commits[:LATE_COMMITS_MAX]
        for commit in self._commits:
            if self._is_taken(commit):
                others = self._owned_at[commit.partition].items()
                since = [name for name, step in others if step >= commit.sent and name != commit.member_id]
                assert not since, f"{commit} is taken, and {since} owned the partition since"

    def _is_taken(self, commit: Commit) -> bool:
        error = self.group.check_commit(commit.member_id, commit.epoch, [commit.partition], is_transactional=False)
        return error is ErrorCode.NONE

    def check_quiet(self) -> None:
        """Checks that nothing is left unassigned, and that everybody has what it shall have."""
        group = self.group
        if not self.clients:
            assert group.state is ConsumerGroupState.EMPTY
            return
        assert group.state is ConsumerGroupState.STABLE, group.state
        assert group.epoch == group.target_epoch
        wanted = self.topics.partitions({name for client in self.clients for name in client.topics})
        owned = [partition for client in self.clients for partition in client.owned]
        assert sorted(owned) == sorted(wanted)
        for client in self.clients:
            assert client.owned == set(flat(group.target_of(client.member_id)))
            assert client.owned <= self.topics.partitions(client.topics)


def _is_next_life(client: AnyClient, member: ConsumerMember) -> bool:
    return client.instance_id is not None and client.instance_id == member.instance_id


def flat(assignment: Assignment) -> list[Partition]:
    """Lists an assignment's partitions."""
    return [(topic_id, index) for topic_id, indexes in assignment.items() for index in sorted(indexes)]
