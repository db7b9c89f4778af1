"""A leader whose ISR changes, and the writer of its changes that answers as a test says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kavka.broker.replica.isr_changes import IsrRules
from kavka.common.types import TopicPartition
from kavka.zk.isr_change import IsrChange, IsrResult
from tests.support.replica.node import Node

LAG_MS = 10_000
TP = TopicPartition("t", 0)


class Writer:
    """Decides as it was told to; by default as the controller would that finds nothing wrong."""

    def __init__(self) -> None:
        self.asked: list[list[IsrChange]] = []
        self.answers: list[Any] = []
        self.found: Any = None

    async def write(self, changes: Iterable[IsrChange]) -> list[IsrResult]:
        self.asked.append(list(changes))
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            answer()
        if isinstance(answer, int):
            return [IsrResult(partition=change.partition, error_code=answer) for change in changes]
        return [written(change) for change in changes]

    async def read(self, partition: TopicPartition) -> Any:
        return self.found

    async def run(self) -> None:
        pass


def written(change: IsrChange, **differs: Any) -> IsrResult:
    values: dict[str, Any] = {
        "partition": change.partition,
        "leader": 1,
        "leader_epoch": change.leader_epoch,
        "isr": change.isr,
        "partition_epoch": change.partition_epoch + 1,
    }
    return IsrResult(**(values | differs))


class Leader(Node):
    """A node that leads t-0 with followers 2 and 3, of which both live."""

    def replication(self) -> dict[str, Any]:
        self.writer = Writer()
        self.dead: set[int] = set()
        rules = IsrRules(self.writer, lambda: LAG_MS, lambda _, broker_id: broker_id not in self.dead)
        return {"isr": rules}

    @property
    def changes(self) -> Any:
        return self.manager.isr_changes

    @property
    def partition(self) -> Any:
        return self.manager.partitions.find(*TP)

    def follow(self, broker_id: int, offset: int) -> Any:
        return self.fetch(offset, replica_id=broker_id)

    def check(self) -> None:
        self.changes.check(self.manager.partitions)
