"""A leader whose ISR changes, and the writer of its changes that answers as a test says."""

from __future__ import annotations

from kavka.broker.replica.isr_changes import IsrChanges
from kavka.common.types import IsrResult, TopicPartition
from tests.support.replica.node import Node

LAG_MS = 10_000
TP = TopicPartition("t", 0)


class Writer:
    """Decides as it was told to; by default as the controller would that finds nothing wrong."""

    def __init__(self):
        self.asked = []
        self.answers = []
        self.found = None

    async def write(self, changes):
        self.asked.append(list(changes))
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer()
        if isinstance(answer, int):
            return [IsrResult(partition=change.partition, error_code=answer) for change in changes]
        return [written(change) for change in changes]

    async def read(self, partition):
        return self.found

    async def run(self):
        pass


def written(change, **differs):
    values = {
        "partition": change.partition,
        "leader": 1,
        "leader_epoch": change.leader_epoch,
        "isr": change.isr,
        "partition_epoch": change.partition_epoch + 1,
    }
    return IsrResult(**(values | differs))


class Leader(Node):
    """A node that leads t-0 with followers 2 and 3, of which both live."""

    def start(self):
        super().start()
        self.writer = Writer()
        self.dead = set()
        self.changes = self.manager.isr_changes = IsrChanges(
            self.writer,
            clock=self.clock,
            lag_ms=lambda: LAG_MS,
            is_online=lambda _, broker_id: broker_id not in self.dead,
            on_changed=self.manager.complete_delayed,
        )

    @property
    def partition(self):
        return self.manager.find(*TP)

    def follow(self, broker_id, offset):
        return self.fetch(offset, replica_id=broker_id)

    def check(self):
        self.changes.check(self.manager.partitions())
