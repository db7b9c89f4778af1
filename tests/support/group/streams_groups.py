"""Streams groups (KIP-1071): topologies, members that follow what they hear, and a coordinator over a log."""

from __future__ import annotations

from typing import Any

from kavka.broker.group.streams import heartbeats
from kavka.broker.group.streams.coordinator import StreamsHeartbeatResult
from kavka.broker.group.streams.heartbeats import StreamsHeard, StreamsHeartbeat
from kavka.broker.group.streams.streams_config import StreamsGroupConfig
from kavka.broker.group.streams.streams_group_metadata import StreamsGroupMetadata
from kavka.broker.group.streams.tasks import NOTHING, RoleTasks, Task, Tasks
from kavka.broker.group.streams.topology import Subtopology, TopicInfo, Topology
from kavka.protocol.errors import ErrorCode
from kavka.timer.moments import MonotonicMs
from tests.support.group.consumer_members import FakeTopics
from tests.support.group.groups import Asked, Groups

AT_ONCE = StreamsGroupConfig(initial_rebalance_delay_ms=0, assignment_interval_ms=0)
"""A group whose target is never delayed."""
REBALANCE_MS = 60_000


def info(name: str, partitions: int = 0) -> TopicInfo:
    """An internal topic."""
    return TopicInfo(name=name, partitions=partitions)


def part(name: str, *sources: str, **fields: Any) -> Subtopology:
    """A subtopology that reads topics."""
    return Subtopology(subtopology_id=name, source_topics=list(sources), **fields)


def words() -> Topology:
    """The topology of a word count: lines are repartitioned by their words, and counted in a state store."""
    return Topology(
        epoch=0,
        subtopologies=[
            part("0", "lines", repartition_sink_topics=["words"]),
            part("1", repartition_source_topics=[info("words")], state_changelog_topics=[info("counts")]),
        ],
    )


def tasks(*names: str) -> Tasks:
    """Tasks by their usual names, `0_1`."""
    return frozenset(Task(name.split("_")[0], int(name.split("_")[1])) for name in names)


def topics_of_words(partitions: int = 2) -> FakeTopics:
    """The topics of a word count, all there."""
    topics = FakeTopics()
    for name in ("lines", "words", "counts"):
        topics.put(name, partitions)
    return topics


class Member:
    """A member that has what it was given, and gives it up when it is asked to."""

    def __init__(self, member_id: str, **said: Any) -> None:
        self.member_id = member_id
        self.said = {"process_id": f"p-{member_id}", **said}
        self.epoch = 0
        self.owned = NOTHING
        self.statuses: list[int] = []

    def request(self, **changes: Any) -> StreamsHeartbeat:
        """What it says next; all of it when it joins."""
        fields: dict[str, Any] = {"group_id": "g", "member_epoch": self.epoch, "owned": self.owned}
        if self.epoch == 0:
            fields |= {"topology": words(), "rebalance_timeout_ms": REBALANCE_MS, **self.said}
        if "instance_id" in self.said:
            fields["instance_id"] = self.said["instance_id"]
        return StreamsHeartbeat(member_id=self.member_id, **(fields | changes))

    def hears(self, heard: StreamsHeard) -> None:
        """Takes over what it hears."""
        self.epoch = heard.member_epoch
        self.statuses = [int(status.code) for status in heard.statuses]
        if heard.assigned is not None:
            self.owned = RoleTasks(frozenset(heard.assigned.active), heard.assigned.standby, heard.assigned.warmup)


class StreamsGroup:
    """A group, without I/O."""

    def __init__(self, *, config: StreamsGroupConfig = AT_ONCE, partitions: int = 2) -> None:
        self.group = StreamsGroupMetadata()
        self.topics = topics_of_words(partitions)
        self.config = config
        self.now_ms = 1_000

    def beat(self, member: Member, **changes: Any) -> StreamsHeard:
        """Carries out a member's heartbeat, which it follows."""
        request = member.request(**changes)
        heartbeats.check(request)
        heard = heartbeats.beat(self.group, request, self.topics, self.config, MonotonicMs(self.now_ms))
        member.hears(heard)
        return heard

    def settle(self, *members: Member, rounds: int = 6) -> None:
        """Lets members send heartbeats until nothing changes."""
        for _ in range(rounds):
            for member in members:
                self.beat(member)

    def leave(self, member: Member, **changes: Any) -> None:
        """Has a member leave."""
        heartbeats.leave(self.group, member.request(**({"member_epoch": -1, "topology": None} | changes)))


class StreamsGroups:
    """The coordinator over a real log, and what members say to it."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self.topics = topics_of_words()
        self.configure(initial_rebalance_delay_ms=0, assignment_interval_ms=0)

    def configure(self, **changes: Any) -> None:
        """Configures what holds for groups."""
        config = self.groups.config
        self.groups.config = config._replace(streams=config.streams._replace(**changes))

    def ask(self, request: StreamsHeartbeat) -> StreamsHeartbeatResult:
        """Sends a heartbeat, which is answered at once."""
        asked = Asked()
        self.groups.coordinator.streams.heartbeat(request, self.topics, asked)
        result: StreamsHeartbeatResult = asked.result
        return result

    def beat(self, member: Member, **changes: Any) -> StreamsHeartbeatResult:
        """Sends a member's heartbeat, which it follows."""
        result = self.ask(member.request(**changes))
        assert result.error is ErrorCode.NONE, result
        assert result.heard is not None
        member.hears(result.heard)
        return result

    def settle(self, *members: Member, rounds: int = 6) -> None:
        """Lets members send heartbeats until nothing changes."""
        for _ in range(rounds):
            for member in members:
                self.beat(member)

    def group(self) -> StreamsGroupMetadata:
        """Returns the group."""
        return self.groups.coordinator.streams.find("g")
