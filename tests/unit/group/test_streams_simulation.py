"""Members of a streams group that come, go and stall (KIP-1071): no task is active twice, none is lost."""

import random

import pytest

from kavka.broker.group.streams import heartbeats
from kavka.broker.group.streams.tasks import Task
from kavka.protocol.errors import FencedMemberEpoch, UnknownMemberId
from tests.support.group.streams_groups import AT_ONCE, Member, StreamsGroup

ROUNDS = 150


class Life:
    """A group with members of three processes, which change at random."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.partitions = self.rng.randrange(1, 6)
        self.one = StreamsGroup(
            config=AT_ONCE._replace(standby_replicas=self.rng.randrange(3)), partitions=self.partitions
        )
        self.members = {}
        self.made = 0

    def step(self):
        chance = self.rng.random()
        if not self.members or (chance < 0.08 and len(self.members) < 8):
            self.made += 1
            name = f"m{self.made}"
            self.members[name] = Member(name, process_id=f"p{self.rng.randrange(3)}")
        member = self.members[self.rng.choice(sorted(self.members))]
        if chance > 0.96 and member.epoch:
            self.one.leave(member)
            del self.members[member.member_id]
        elif chance > 0.93 and member.epoch:
            known = self.one.group.members[member.member_id]
            heartbeats.fence(self.one.group, known)
            self.beat(member)
        elif chance > 0.9:
            self.partitions += 1
            for name in ("lines", "words", "counts"):
                self.one.topics.put(name, self.partitions)
        elif chance > 0.87 and member.epoch:
            request = member.request()
            heartbeats.beat(self.one.group, request, self.one.topics, self.one.config, 0)  # the response is lost
        else:
            self.beat(member)

    def beat(self, member):
        try:
            self.one.beat(member)
        except (FencedMemberEpoch, UnknownMemberId):
            again = self.members[member.member_id] = Member(member.member_id, **member.said)
            self.one.beat(again)

    def check(self):
        active = [task for member in self.members.values() for task in member.owned.active]
        assert len(active) == len(set(active)), "two members process one task"
        here = [
            (member.said["process_id"], task)
            for member in self.members.values()
            for task in member.owned.active | member.owned.standby
        ]
        assert len(here) == len(set(here)), "two threads of a process have one task"


@pytest.mark.parametrize("seed", range(12))
def test_no_task_is_active_twice_and_all_are_once_it_is_quiet(seed):
    life = Life(seed)
    for _ in range(ROUNDS):
        life.step()
        life.check()
    for _ in range(6):
        for member in list(life.members.values()):
            life.beat(member)
            life.check()
    expected = {Task(name, index) for name in "01" for index in range(life.partitions)}
    assert {task for member in life.members.values() for task in member.owned.active} == expected
