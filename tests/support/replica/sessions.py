"""Clients of incremental fetch sessions, and what they are answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kavka.broker.replica.fetch_session import next_epoch
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.messages import FetchRequest
from tests.support.replica.node import Node


def asked(
    *partitions: tuple[str, int, int], max_bytes: int = 1_048_576, leader_epoch: LeaderEpoch = NO_LEADER_EPOCH
) -> list[FetchRequest.FetchTopic]:
    """Topics of a request: (topic, partition, offset) each."""
    return [
        FetchRequest.FetchTopic(
            topic=topic,
            partitions=[
                FetchRequest.FetchPartition(
                    partition=index,
                    fetch_offset=offset,
                    partition_max_bytes=max_bytes,
                    current_leader_epoch=leader_epoch,
                )
            ],
        )
        for topic, index, offset in partitions
    ]


class Client:
    """A client that keeps one session."""

    def __init__(self, node: Node, version: int = 12, **options: Any) -> None:
        self.node = node
        self.version = version
        self.options = {"max_bytes": 2**31 - 1, "min_bytes": 1, "max_wait_ms": 0} | options
        self.id = self.epoch = 0

    def send(
        self,
        *partitions: tuple[str, int, int],
        forget: Iterable[tuple[str, int]] = (),
        max_bytes: int = 1_048_576,
        leader_epoch: LeaderEpoch = NO_LEADER_EPOCH,
    ) -> Any:
        request = FetchRequest(
            session_id=self.id,
            session_epoch=self.epoch,
            topics=asked(*partitions, max_bytes=max_bytes, leader_epoch=leader_epoch),
            forgotten_topics_data=[
                FetchRequest.ForgottenTopic(topic=topic, partitions=[index]) for topic, index in forget
            ],
            **self.options,
        )
        return self.node.send(request, self.version)

    def fetch(self, *partitions: tuple[str, int, int], **options: Any) -> dict[tuple[str, int], Any]:
        """{(topic, partition): its part of the answer}, in the answer's order."""
        answer = self.send(*partitions, **options).answer
        assert answer.error_code == 0
        self.id, self.epoch = answer.session_id, next_epoch(self.epoch)
        return parts_of(answer)


def parts_of(answer: Any) -> dict[Any, Any]:
    """Its parts by topic, or topic id where it has no names, and partition."""
    return {
        (topic.topic or topic.topic_id, part.partition_index): part
        for topic in answer.responses
        for part in topic.partitions
    }
