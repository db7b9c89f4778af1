"""A share group and its members (KIP-932), without I/O: members come, go, stall, lose responses, and topics change."""

from __future__ import annotations

import random

from kavka.broker.group.consumer.assignment import Partition
from kavka.broker.group.share import heartbeats
from kavka.broker.group.share.heartbeats import ShareHeartbeat
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.broker.group.share.states import SharePartitionState
from kavka.protocol.errors import FencedMemberEpoch, UnknownMemberId
from kavka.timer.moments import MonotonicMs
from tests.support.group.consumer_members import FakeTopics, flat

SIZE_MAX = 200


class ShareClient:
    """A member's own view: what it may fetch, in which epoch it is."""

    def __init__(self, member_id: str, topics: list[str]) -> None:
        self.member_id = member_id
        self.topics = sorted(topics)
        self.epoch = 0
        self.assigned: set[Partition] = set()
        self.says_all = True
        self.is_stalled = False

    def beat(
        self, group: ShareGroupMetadata, topics: FakeTopics, now_ms: MonotonicMs, *, loses_response: bool = False
    ) -> None:
        """Sends a heartbeat and takes its response in, unless that is lost."""
        wanted = self.topics if self.says_all else None
        request = ShareHeartbeat("g", self.member_id, self.epoch, topics=wanted)
        heartbeats.check(request)
        try:
            heard = heartbeats.beat(group, request, topics, SIZE_MAX, now_ms)
        except (FencedMemberEpoch, UnknownMemberId):
            self.epoch, self.assigned, self.says_all = 0, set(), True
            return
        if loses_response:
            self.says_all = True
            return
        self.says_all = False
        self.epoch = heard.member_epoch
        if heard.assignment is not None:
            self.assigned = set(flat(heard.assignment))


class ShareSimulation:
    """A group and a persister that is slow and fails at times; every choice from a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.group = ShareGroupMetadata()
        self.topics = FakeTopics()
        self.names = ["a", "b", "c"]
        self.clients: list[ShareClient] = []
        self.now_ms = MonotonicMs(0)
        self.made = 0
        self.begun: set[Partition] = set()
        for name in self.names:
            self.topics.put(name, self.rng.randint(1, 6))

    def step(self) -> None:
        """Lets one thing happen, and checks that nothing is assigned that was not begun."""
        self.now_ms = MonotonicMs(self.now_ms + 100)
        acts = [self._join, self._leave, self._stall, self._fence, self._subscribe, self._change_topic, self._persist]
        self.rng.choices([*acts, self._beat], [4, 2, 2, 1, 2, 1, 5, 30])[0]()
        self.check()

    def _join(self) -> None:
        if len(self.clients) < 9:
            self.made += 1
            self.clients.append(ShareClient(f"m{self.made}", self._some_topics()))

    def _some_topics(self) -> list[str]:
        return self.names if self.rng.random() < 0.5 else self.rng.sample(self.names, self.rng.randint(1, 3))

    def _leave(self) -> None:
        client = self._one()
        if client is not None and client.member_id in self.group.members:
            heartbeats.leave(self.group, ShareHeartbeat("g", client.member_id, -1))
            self.clients.remove(client)

    def _stall(self) -> None:
        client = self._one()
        if client is not None:
            client.is_stalled = not client.is_stalled

    def _fence(self) -> None:
        stalled = [client for client in self.clients if client.is_stalled and client.member_id in self.group.members]
        if stalled:
            heartbeats.fence(self.group, self.group.members[self.rng.choice(stalled).member_id])

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
            if self.rng.random() < 0.5:
                self.group.forget(info.topic_id)  # or the broker has not heard of the deletion
        else:
            self.topics.put(name, info.partition_count + 1)

    def _persist(self, *, fails: float = 0.3) -> None:
        """Has the persister begin some of what is to be."""
        places = [place for place in self.group.partitions.waiting() if self.rng.random() >= fails]
        self.begun.update(places)
        self.group.begun(places)

    def _beat(self) -> None:
        client = self._one()
        if client is not None and not client.is_stalled:
            client.beat(self.group, self.topics, self.now_ms, loses_response=self.rng.random() < 0.1)

    def _one(self) -> ShareClient | None:
        return self.rng.choice(self.clients) if self.clients else None

    def settle(self) -> None:
        """Lets everybody beat until nothing changes any more."""
        for name in list(self.group.members):
            if all(client.member_id != name for client in self.clients):
                heartbeats.fence(self.group, self.group.members[name])
        for client in self.clients:
            client.is_stalled = False
        for _ in range(8):
            self._persist(fails=0)
            for client in self.clients:
                self.now_ms = MonotonicMs(self.now_ms + 100)
                client.beat(self.group, self.topics, self.now_ms)
            self.check()

    def check(self) -> None:
        """Checks that members have what was begun alone, and are in no epoch that is still to come."""
        group = self.group
        assert group.target_epoch <= group.epoch
        for member in group.members.values():
            assert member.epoch <= group.target_epoch
            assert set(flat(member.assigned)) <= self.begun

    def check_quiet(self) -> None:
        """Checks that every partition has as many members as it shall have, and every member its share."""
        group = self.group
        if not self.clients:
            assert not group.members
            return
        assert group.epoch == group.target_epoch
        by_topic: dict[bytes, list[set[Partition]]] = {}
        for client in self.clients:
            member = group.members[client.member_id]
            assert member.epoch == client.epoch == group.target_epoch
            assert client.assigned == set(flat(group.target_of(client.member_id)))
            assert client.assigned <= self.topics.partitions(client.topics)
            for name in client.topics:
                info = self.topics.find(name)
                if info is not None:
                    of_topic = {place for place in client.assigned if place[0] == info.topic_id}
                    by_topic.setdefault(info.topic_id, []).append(of_topic)
        for topic_id, shares in by_topic.items():
            initialized = group.partitions.in_state(topic_id, SharePartitionState.INITIALIZED)
            assert set().union(*shares) == {(topic_id, index) for index in initialized}, "some are left over"
        wanted = self.topics.partitions({name for client in self.clients for name in client.topics})
        assert {place for shares in by_topic.values() for share in shares for place in share} == wanted
