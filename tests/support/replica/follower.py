"""A leader and its follower, which fetches from it without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kavka.broker.log.log import Log
from kavka.broker.replica.follower_fetch import FollowerFetch, by_key
from kavka.broker.replica.partition import EARLIEST, LATEST
from kavka.protocol.messages import FetchRequest
from tests.support.replica.node import Node, batch

KEY = ("t", 0)
BACKOFF_MS = 1_000
FETCH_VERSION = {True: 12, False: 8}
EPOCH_VERSION = {True: 4, False: 1}


class Pair:
    """A leader, a follower, and the questions that go between them.

    Both nodes believe to be broker 1 (the unit tests' only one), so who leads is told by the other's id.
    """

    def __init__(self, directory: Path, *, on_fetch: bool) -> None:
        self.nodes = [Node(directory / "a"), Node(directory / "b")]
        self.on_fetch = on_fetch
        self.leader: Any = None
        self.follower: Any = None
        self.core: Any = None

    def lead(self, leader: int | None, follower: int | None, *, epoch: int) -> None:
        """One node leads and the other follows from now on; a None does not hear of it."""
        if leader is not None:
            self.nodes[leader].lead(epoch=epoch, isr=(1, 2), replicas=(1, 2), leader=1)
            self.leader = self.nodes[leader]
        if follower is not None:
            self.nodes[follower].lead(epoch=epoch, isr=(1, 2), replicas=(1, 2), leader=2)
            self.follower = self.nodes[follower]
            self.core = FollowerFetch(replica_id=2, truncates_on_fetch=self.on_fetch, backoff_ms=BACKOFF_MS)
            self.core.follow(self.partition)

    @property
    def partition(self) -> Any:
        return self.follower.manager.partitions.find(*KEY)

    @property
    def log(self) -> Log:
        log: Log = self.partition.log
        return log

    @property
    def leader_log(self) -> Log:
        log: Log = self.leader.manager.partitions.find(*KEY).log
        return log

    @property
    def now_ms(self) -> int:
        return int(self.follower.clock.monotonic_ms())

    def append(self, *values: bytes) -> None:
        self.leader.produce(batch(*values), acks=1)

    def truncate(self) -> bool:
        """One round of questions by epoch; whether there was anything to ask."""
        question = self.core.epoch_question(self.now_ms)
        if question is None:
            return False
        request, asked = question
        response = self.leader.send(request, EPOCH_VERSION[self.on_fetch]).answer
        for key, answer in by_key(response.topics, "topic", "partition").items():
            self.core.epoch_answered(self.core.current(asked, key), answer, self.now_ms)
        return True

    def locate(self) -> bool:
        question = self.core.offsets_question(self.now_ms)
        if question is None:
            return False
        requests, asked = question
        answers = {
            timestamp: by_key(
                self.leader.send(request, 7 if self.on_fetch else 3).answer.topics, "name", "partition_index"
            )
            for timestamp, request in requests.items()
        }
        for key, followed in asked.items():
            self.core.offsets_answered(followed, answers[EARLIEST][key], answers[LATEST][key], self.now_ms)
        return True

    def ask(self) -> tuple[Any, Any]:
        """What a fetch would send, and the leader's answer to it."""
        wanted, asked = self.core.positions(self.now_ms)
        if not wanted:
            return None, asked
        position = wanted[KEY]
        parts = [
            FetchRequest.FetchPartition(
                partition=0,
                current_leader_epoch=position.current_leader_epoch,
                fetch_offset=position.fetch_offset,
                last_fetched_epoch=position.last_fetched_epoch,
                log_start_offset=position.log_start_offset,
                partition_max_bytes=1_000_000,
            )
        ]
        request = FetchRequest(
            replica_id=2, max_wait_ms=0, min_bytes=0, topics=[FetchRequest.FetchTopic(topic="t", partitions=parts)]
        )
        return self.leader.send(request, FETCH_VERSION[self.on_fetch]).partition, asked

    def fetch(self) -> Any:
        data, asked = self.ask()
        if data is None:
            return None
        self.core.fetched(self.core.current(asked, KEY), data, self.now_ms, wall_ms=1)
        return data

    def catch_up(self) -> None:
        """Rounds until the follower has what the leader has, and knows that."""
        for _ in range(20):
            self.truncate()
            self.locate()
            data = self.fetch()
            ends = self.log.log_end_offset == self.leader_log.log_end_offset
            if data is not None and data.error_code == 0 and not data.records and data.diverging_epoch is None and ends:
                return
        raise AssertionError(f"{self.core.stage(KEY)}: {self.log.log_end_offset} of {self.leader_log.log_end_offset}")

    def assert_alike(self) -> None:
        one, other = (
            bytes(log.read(log.log_start_offset, max_bytes=10**6, max_offset=log.log_end_offset).records)
            for log in (self.log, self.leader_log)
        )
        assert one == other
        assert (
            self.log.leader_epoch_cache.entries
            == [
                entry
                for entry in self.leader_log.leader_epoch_cache.entries
                if entry[1] < self.leader_log.log_end_offset
            ]
            or self.log.leader_epoch_cache.entries == self.leader_log.leader_epoch_cache.entries
        )
