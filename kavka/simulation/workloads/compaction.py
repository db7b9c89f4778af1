"""A compacted topic: values and tombstones of a few keys, small segments, a cleaner that has no rest.

    a producer ─▶ keyed   k1=1 k2=2 k1=3 k2=⊥ …      cleaned meanwhile      final read ─▶ CompactedRead, by partition
               └─ now and then it reads what it has written: a tombstone has to be there for its time ───▲

All that was appended has to be known, with its offset, or nothing can be judged. So a key of which a record's end is
unknown is given up: another one takes its place, and what is read of it is left out.

What a reader may rely on, it may only if it gets to the head, and in one log: a former leader that was cut off serves
what it has, without the records that came after it, and each replica is cleaned for itself.

    replica 1   k=1 … k=⊥      a read that begins in 1, not cleaned yet, and goes on in 2, whose tombstone has had its
    replica 2                  time, finds k=1 alone; so says nothing: neither does one of which the last is missing

Nor does it say anything of a tombstone that its replica was not there for in time (`replica_ends`).
Not here: retention (`retention`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kavka.client.consumer import Consumer
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.simulation.history import CompactedRead, KeyedRecord
from kavka.simulation.leaders import claims
from kavka.simulation.workloads.ground import Ground, encoded
from kavka.simulation.workloads.replica_ends import ReplicaEnds
from kavka.simulation.workloads.waverer import Waverer
from kavka.wire.errors import FAILURES

DELETE_RETENTION_MS: Final = 5_000
SEGMENT_BYTES: Final = 600
BATCH_RECORDS: Final = 4
TOMBSTONE_SHARE: Final = 0.25
POLL_MS: Final = 1_000
READ_MS_MAX: Final = 30_000
PAUSE_MS: Final = 500
BURSTS_PER_LOOK: Final = 3
LOOK_MS_MAX: Final = 2_000
"""A look that takes longer says nothing: what it reads first may be long gone when it reads the last."""
KEYS: Final = 6

Found = dict[TopicPartition, list[KeyedRecord]]


class CompactionWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, on average.
        keys: of each partition, at any time.
    """

    name = "compaction"
    settings: Mapping[str, str] = {
        "log.cleaner.backoff.ms": "2000",
        "log.retention.check.interval.ms": "2000",
        "log.cleaner.dedupe.buffer.size": "1500000",
    }
    compacted: frozenset[str] = frozenset({"keyed", "wavered"})

    def __init__(self, ground: Ground, *, partitions: int = 2, mean_ms: float = 2_000, keys: int = KEYS) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._keys_count = keys
        self._partitions: list[TopicPartition] = []
        self._appended: dict[TopicPartition, list[KeyedRecord]] = {}
        self._keys: dict[TopicPartition, list[bytes]] = {}
        self._ends = ReplicaEnds(ground.cluster, ())
        self._waverer: Waverer | None = None
        self._given_up: set[bytes] = set()

    async def prepare(self) -> None:
        """Creates the topic."""
        configs = {
            "cleanup.policy": "compact",
            "segment.bytes": str(SEGMENT_BYTES),
            "min.cleanable.dirty.ratio": "0.01",
            "delete.retention.ms": str(DELETE_RETENTION_MS),
        }
        self._partitions = await self._ground.create_topic("keyed", partitions=self._count, configs=configs)
        (wavered,) = await self._ground.create_topic("wavered", partitions=1, configs=configs)
        self._waverer = Waverer(self._ground, wavered, mean_ms=self._mean_ms)
        self._ends = ReplicaEnds(self._ground.cluster, self._partitions)
        for tp in self._partitions:
            self._appended[tp] = []
            self._keys[tp] = [self._new_key() for _ in range(self._keys_count)]

    def _new_key(self) -> bytes:
        return b"key-%d" % self._ground.next_value()

    async def run(self) -> None:
        """Runs the producer, and somebody who aborts what cleaners have seen."""
        assert self._waverer is not None
        self._ground.start("producer", self._live)
        self._ground.start("waverer", self._waverer.live)
        await self._ground.ended()

    async def _live(self, name: str) -> None:
        ground, bursts = self._ground, 0
        while not ground.is_stopping:
            try:
                async with ground.producer(name) as producer:
                    while not ground.is_stopping:
                        for _ in range(BATCH_RECORDS):
                            await self._append(producer)
                        bursts += 1
                        if bursts % BURSTS_PER_LOOK == 0:
                            await self._look(name)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    async def _append(self, producer: Producer) -> None:
        ground, rng = self._ground, self._ground.rng
        tp = rng.choice(self._partitions)
        key = rng.choice(self._keys[tp])
        value = None if rng.random() < TOMBSTONE_SHARE else encoded(ground.next_value(), width=40)
        time_ms = ground.now_ms()
        try:
            where = await producer.send_and_wait(tp.topic, value, key=key, partition=tp.partition)
        except FAILURES:
            self._give_up(tp, key)
            raise
        if where.offset < 0:
            self._give_up(tp, key)
            return
        ground.counts["acked"] += 1
        self._ends.look()
        self._appended[tp].append(KeyedRecord(where.offset, key, value, time_ms))

    def _give_up(self, tp: TopicPartition, key: bytes) -> None:
        self._ground.counts["keys given up"] += 1
        self._given_up.add(key)
        self._keys[tp].remove(key)
        self._keys[tp].append(self._new_key())

    def stop(self) -> None:
        """Asks the producer for its end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads what cleaning has left."""
        assert self._waverer is not None
        await self._ground.do("final", self._read)
        await self._ground.do("final", self._waverer.read)

    async def _look(self, name: str) -> None:
        """Reads what is there, between two bursts of the one producer: all that was appended is known."""
        ground, began_ms = self._ground, self._ground.now_ms()
        async with ground.consumer(name) as consumer:
            found, whole = await self._read_records(consumer, LOOK_MS_MAX)
        if whole and ground.now_ms() - began_ms <= LOOK_MS_MAX:
            self._note({tp: found[tp] for tp in whole})
            ground.counts["looks"] += 1

    async def _read(self, name: str) -> None:
        """Reads for the last time: again, as long as leaders are still about to change."""
        ground = self._ground
        deadline_ms = ground.now_ms() + READ_MS_MAX
        async with ground.consumer(name) as consumer:
            found, whole = await self._read_records(consumer, READ_MS_MAX)
            while len(whole) < len(self._partitions) and ground.now_ms() < deadline_ms:
                await ground.pause_anyway(PAUSE_MS)
                found, whole = await self._read_records(consumer, READ_MS_MAX)
        for tp, read in found.items():
            ground.counts["cleaned"] += len(self._known(tp)) - len(read)
            ground.counts["final reads"] += 1
        self._note(found)

    def _known(self, tp: TopicPartition) -> list[KeyedRecord]:
        return [record for record in self._appended[tp] if record.key not in self._given_up]

    def _note(self, found: Found) -> None:
        ground = self._ground
        self._ends.look()
        for tp, read in found.items():
            missed = self._missed(tp)
            ground.history.add(
                CompactedRead(
                    tp=tp,
                    appended=tuple(record for record in self._known(tp) if record.key not in missed),
                    read=tuple(record for record in read if record.key not in missed),
                    time_ms=ground.now_ms(),
                    delete_retention_ms=self._tombstones_stay_ms(ground.now_ms() - DELETE_RETENTION_MS),
                )
            )

    def _missed(self, tp: TopicPartition) -> set[bytes]:
        """Finds the keys whose tombstone the leader's log was not there for, before it could go elsewhere."""
        leaders, now_ms, missed = claims(self._ground.cluster, tp), self._ground.now_ms(), set()
        for last in {record.key: record for record in self._known(tp)}.values():
            since_ms = last.time_ms + self._tombstones_stay_ms(last.time_ms)
            held = (self._ends.has_held(name, tp, last.offset, since_ms=since_ms) for name, _ in leaders)
            if last.value is None and since_ms <= now_ms and not all(held):
                missed.add(last.key)
        self._ground.counts["tombstones missed"] += len(missed)
        return missed

    def _tombstones_stay_ms(self, since_ms: int) -> int:
        """Returns how long a tombstone stays, by the clocks of all who may have said when, and whether, it is time."""
        strayed = [broker.clock.strayed_ms(since_ms) for broker in self._ground.cluster.brokers]
        spread_ms = max(most for _, most in strayed) - min(least for least, _ in strayed)
        return max(0, int(DELETE_RETENTION_MS - spread_ms))

    async def _read_records(self, consumer: Consumer, ms_max: int) -> tuple[Found, list[TopicPartition]]:
        """Reads all partitions, without the keys that were given up; and says which were read whole, in one log."""
        ground = self._ground
        claimed = {tp: claims(ground.cluster, tp) for tp in self._partitions}
        ends = await consumer.end_offsets(self._partitions)
        await consumer.assign(self._partitions, start="beginning")
        found: Found = {tp: [] for tp in self._partitions}
        positions = dict.fromkeys(self._partitions, 0)
        deadline_ms = ground.now_ms() + ms_max
        while ground.now_ms() < deadline_ms and any(positions[tp] < ends[tp] for tp in self._partitions):
            for tp, records in (await consumer.poll(timeout_ms=POLL_MS)).items():
                for record in records:
                    key = bytes(record.key or b"")
                    if key not in self._given_up:
                        value = None if record.value is None else bytes(record.value)
                        found[tp].append(KeyedRecord(record.offset, key, value))
            positions = {tp: await consumer.position(tp) for tp in self._partitions}
        return found, [tp for tp in self._partitions if self._is_whole(tp, positions[tp], claimed[tp])]

    def _is_whole(self, tp: TopicPartition, position: int, claimed: Sequence[object]) -> bool:
        """Tells whether a read that has got to a position had all of it from one log, the last record, too."""
        is_of_one_log = len(claimed) == 1 and claims(self._ground.cluster, tp) == claimed
        return is_of_one_log and all(record.offset < position for record in self._appended[tp][-1:])

    def counts(self) -> dict[str, int]:
        """Returns acknowledged records, keys that were given up, and records that were cleaned away."""
        return dict(self._ground.counts)
