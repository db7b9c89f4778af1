"""Where records wait: what is ready when, in which order, and how much memory it may take. No loop, no clock."""

import random

import pytest

from kavka.client.accumulator import Accumulator
from kavka.client.errors import KafkaError
from kavka.client.outgoing_records import record_size
from kavka.client.partitioner import Partitioner
from kavka.protocol.records.batch import iter_records
from kavka.protocol.records.compression import Compression
from kavka.wire.cluster_view import ClusterView


def make(**options):
    settings = {
        "batch_bytes": 1000,
        "linger_ms": 10,
        "buffer_bytes": 10_000,
        "request_bytes_max": 100_000,
        "compression": Compression.NONE,
    }
    return Accumulator(**{**settings, **options})


def keyless():
    """A partitioner that knows of no leader: every partition will do."""
    return Partitioner(ClusterView("localhost:9092"), batch_bytes=1000, rng=random.Random(1))


def put(accumulator, topic="t", partition=0, value=b"x" * 76, now_ms=0, partitions=3):
    queue = accumulator.topic(topic, partitions).partitions[partition]
    size = record_size(None, value, ())
    return accumulator.append(
        queue, timestamp=7, key=None, value=value, headers=(), size=size, monotonic_ms=lambda: now_ms
    )


def drain(accumulator, now_ms=0, *, leader=lambda topic, partition: 0, capacity=lambda broker: True, flushing=False):
    return accumulator.drain(now_ms, leader_of=leader, has_capacity=capacity, is_flushing=flushing)


def test_an_open_batch_lingers_and_says_until_when():
    accumulator = make()
    _, is_news = put(accumulator, now_ms=5)
    assert is_news
    assert put(accumulator, now_ms=8)[1] is False
    drained = drain(accumulator, 14)
    assert drained.by_leader == {}
    assert drained.next_ms == 15
    (batch,) = drain(accumulator, 15).by_leader[0]
    assert batch.record_count == 2


def test_a_full_batch_does_not_linger():
    accumulator = make()
    news = [put(accumulator)[1] for _ in range(10)]  # 100 bytes each
    assert news == [True] + [False] * 8 + [True]
    (batch,) = drain(accumulator).by_leader[0]
    assert batch.record_count == 10


def test_a_flush_does_not_linger():
    accumulator = make()
    put(accumulator)
    assert drain(accumulator, flushing=True).by_leader[0]


def test_a_record_larger_than_a_batch_travels_alone():
    accumulator = make()
    put(accumulator)
    put(accumulator, value=b"y" * 5000)
    counts = []
    for _ in range(2):
        (batch,) = drain(accumulator).by_leader[0]
        counts.append(batch.record_count)
        accumulator.finish(batch)
    assert counts == [1, 1]


def test_one_batch_of_a_partition_is_in_flight_and_a_retry_goes_first():
    accumulator = make()
    for _ in range(30):
        put(accumulator)
    (first,) = drain(accumulator).by_leader[0]
    assert drain(accumulator).by_leader == {}, "nothing overtakes a batch in flight"
    accumulator.put_back(first, retry_at_ms=50)
    drained = drain(accumulator, 49)
    assert drained.by_leader == {}, "nor one that pauses"
    assert drained.next_ms == 50
    assert drain(accumulator, 50).by_leader[0] == [first]


def test_batches_go_to_their_leaders_and_a_busy_leader_keeps_none_of_the_others_waiting():
    accumulator = make()
    for partition in range(3):
        put(accumulator, partition=partition)
    drained = drain(accumulator, flushing=True, leader=lambda t, p: p % 2, capacity=lambda broker: broker == 1)
    assert {broker: [b.queue.partition for b in batches] for broker, batches in drained.by_leader.items()} == {1: [1]}
    drained = drain(accumulator, flushing=True, leader=lambda t, p: p % 2)
    assert {broker: [b.queue.partition for b in batches] for broker, batches in drained.by_leader.items()} == {
        0: [0, 2]
    }


def test_topics_without_a_leader_are_named():
    accumulator = make()
    put(accumulator, topic="a")
    put(accumulator, topic="b")
    drained = drain(accumulator, flushing=True, leader=lambda topic, p: -1 if topic == "a" else 0)
    assert drained.leaderless == {"a"}
    assert [batch.queue.topic for batch in drained.by_leader[0]] == ["b"]


def test_a_request_has_a_bound_and_no_partition_starves():
    accumulator = make(request_bytes_max=250)
    for partition in range(3):
        for _ in range(2):
            put(accumulator, partition=partition, value=b"x" * 76)
    served = []
    for _ in range(3):
        (batch,) = drain(accumulator, flushing=True).by_leader[0]
        served.append(batch.queue.partition)
        accumulator.finish(batch)
    assert sorted(served) == [0, 1, 2]


def test_memory_is_counted_until_a_batch_is_done():
    accumulator = make()
    for _ in range(5):
        put(accumulator)
    assert accumulator.bytes_used == 500
    (batch,) = drain(accumulator, flushing=True).by_leader[0]
    assert accumulator.bytes_used == 500
    accumulator.finish(batch)
    assert accumulator.bytes_used == 0
    assert accumulator.batches_open == 0


def test_only_what_waited_too_long_expires():
    accumulator = make()
    for now_ms in (0, 0, 500):
        put(accumulator, value=b"x" * 900, now_ms=now_ms)
    put(accumulator, partition=1, now_ms=0)
    (in_flight, _) = drain(accumulator, flushing=True).by_leader[0]
    accumulator.put_back(in_flight, retry_at_ms=0)
    gone = accumulator.expired(created_before_ms=500)
    assert [(batch.queue.partition, batch.created_ms) for batch in gone] == [(0, 0), (0, 0)]
    assert accumulator.batches_open == 2


def test_keyless_records_stick_to_a_partition_until_its_batch_is_full():
    accumulator = make()
    partitioner = keyless()
    queues = accumulator.topic("t", 3)
    chosen = []
    for _ in range(25):
        partition = partitioner.choose(queues, None, 100)
        chosen.append(partition)
        put(accumulator, partition=partition)
    runs = [chosen[:10], chosen[10:20], chosen[20:]]
    assert all(len(set(run)) == 1 for run in runs)
    assert runs[0][0] != runs[1][0] != runs[2][0]


def test_a_keyless_burst_of_records_that_never_fill_a_batch_exactly_spreads():
    """`seq 1 1000000 | kavka produce` put everything into one partition."""
    accumulator = make(buffer_bytes=10**9)
    partitioner = keyless()
    queues = accumulator.topic("t", 3)
    for _ in range(30_000):
        value = b"x" * 9  # 33 bytes each: a batch of 1000 is never exactly full
        partition = partitioner.choose(queues, None, record_size(None, value, ()))
        put(accumulator, partition=partition, value=value)
    counts = [sum(batch.record_count for batch in queue.batches) for queue in queues.partitions]
    assert sum(counts) == 30_000
    assert min(counts) > 8_000


def test_a_queue_that_does_not_move_gets_fewer_keyless_records():
    accumulator = make(buffer_bytes=10**9)
    partitioner = keyless()
    queues = accumulator.topic("t", 3)
    for _ in range(5_000):
        put(accumulator, partition=partitioner.choose(queues, None, 100))
        drained = drain(accumulator, leader=lambda topic, partition: partition, capacity=lambda broker: broker != 2)
        for batches in drained.by_leader.values():
            for batch in batches:
                accumulator.finish(batch)
    waiting = len(queues.partitions[2].batches)
    assert 0 < waiting < 60, "the queue of the leader that takes nothing grows ever more slowly"


@pytest.mark.parametrize("is_first", [True, False])
def test_a_record_that_cannot_be_encoded_leaves_no_trace(is_first):
    accumulator = make()
    queue = accumulator.topic("t", 1).partitions[0]
    if not is_first:
        put(accumulator, partitions=1)
    before = (len(queue.batches), accumulator.batches_open, accumulator.bytes_used)
    with pytest.raises(TypeError):
        accumulator.append(
            queue, timestamp=1, key=None, value=b"v", headers=(("a", 7),), size=40, monotonic_ms=lambda: 0
        )
    assert (len(queue.batches), accumulator.batches_open, accumulator.bytes_used) == before
    put(accumulator, partitions=1)
    (batch,) = drain(accumulator, flushing=True).by_leader[0]
    assert len(list(iter_records(batch.builder.build()))) == batch.record_count == (1 if is_first else 2)


def test_a_topic_grows():
    accumulator = make()
    accumulator.topic("t", 2)
    assert len(accumulator.topic("t", 5).partitions) == 5
    assert len(accumulator.topic("t", 3).partitions) == 5


def test_records_are_in_the_batch_in_order():
    accumulator = make()
    for number in range(5):
        put(accumulator, value=b"%d" % number)
    (batch,) = drain(accumulator, flushing=True).by_leader[0]
    assert [record.value for record in iter_records(batch.builder.build())] == [b"0", b"1", b"2", b"3", b"4"]


@pytest.mark.parametrize("length", [0, 1, 63, 64, 8191, 8192, 100_000])
def test_a_size_is_never_too_small(length):
    accumulator = make(batch_bytes=10**9)
    headers = (("höher", b"v" * length), ("none", None))
    queue = accumulator.topic("t", 1).partitions[0]
    sizes = 0
    for _ in range(50):
        size = record_size(b"k" * length, b"v" * length, headers)
        sizes += size
        accumulator.append(
            queue,
            timestamp=2**42,
            key=b"k" * length,
            value=b"v" * length,
            headers=headers,
            size=size,
            monotonic_ms=lambda: 0,
        )
    assert len(queue.batches[0].builder.build()) <= sizes + 61


def test_abandon_returns_everything_also_what_is_in_flight():
    accumulator = make()
    for partition in range(3):
        put(accumulator, partition=partition)
    drain(accumulator, flushing=True, capacity=lambda broker: True)
    put(accumulator, partition=0)
    left = accumulator.abandon()
    assert len(left) == 4
    assert accumulator.batches_open == 0
    assert accumulator.bytes_used == 0
    for batch in left:
        batch.fail(KafkaError("given up"))
