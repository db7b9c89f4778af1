"""What topics and requests can ask for beyond plain records, as other people's clients see it."""

from __future__ import annotations

import asyncio
import time

import aiokafka
import confluent_kafka
import confluent_kafka.admin
import pytest

from kavka.protocol.codec import decode_message
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import InitProducerIdRequest, InitProducerIdResponse, ProduceRequest, ProduceResponse
from kavka.protocol.records.batch import BatchBuilder
from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CLIENTS, CONFLUENT, KCAT, LIBRARIES, Client, Sent
from tests.support.wire.raw import RawConnection

pytestmark = pytest.mark.slow
START = 1_700_000_000_000
each_client = pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)


def make_topic(bootstrap: str, topic: str, partitions: int = 1, **config: str) -> None:
    admin = confluent_kafka.admin.AdminClient({"bootstrap.servers": bootstrap})
    settings = {name.replace("_", "."): value for name, value in config.items()}
    new = confluent_kafka.admin.NewTopic(topic, partitions, 1, config=settings)
    ((_, future),) = admin.create_topics([new]).items()
    future.result(CLIENT_SECONDS_MAX)


@each_client
def test_log_append_time_is_the_brokers(broker: str, topic: str, client: Client) -> None:
    make_topic(broker, topic, message_timestamp_type="LogAppendTime")
    before = int(time.time() * 1000)
    client.write(broker, topic, [Sent(b"k", b"v", (), None if client is KCAT else START)] * 3)
    after = int(time.time() * 1000)
    for reader in CLIENTS:
        for record in reader.read(broker, topic, 3):
            assert before <= record.timestamp <= after


@each_client
@pytest.mark.parametrize("compression", ["gzip", "zstd", "uncompressed"])
def test_a_topic_can_have_a_compression_of_its_own(broker: str, topic: str, client: Client, compression: str) -> None:
    make_topic(broker, topic, compression_type=compression)
    sent = [Sent(b"%d" % number, b"value " * 100) for number in range(50)]
    client.write(broker, topic, sent, compression="lz4")
    for reader in CLIENTS:
        assert [(r.key, r.value) for r in reader.read(broker, topic, 50)] == [(r.key, r.value) for r in sent]


@pytest.mark.parametrize("client", LIBRARIES, ids=lambda client: client.name)
def test_compacted_topics_want_keys(broker: str, topic: str, client: Client) -> None:
    make_topic(broker, topic, cleanup_policy="compact")
    client.write(broker, topic, [Sent(b"k", b"v")])
    with pytest.raises(Exception, match=r"(?i)invalid.?record|key|unknown"):  # aiokafka has no name for it
        client.write(broker, topic, [Sent(None, b"v")])
    client.write(broker, topic, [Sent(b"k", None)])
    assert [(r.key, r.value) for r in CONFLUENT.read(broker, topic, 2)] == [(b"k", b"v"), (b"k", None)]


async def test_a_waiting_consumer_gets_records_at_once(broker: str, topic: str) -> None:
    """A fetch that waits for data is answered by the append, not by its timeout."""
    make_topic(broker, topic)
    partition = aiokafka.TopicPartition(topic, 0)
    consumer = aiokafka.AIOKafkaConsumer(bootstrap_servers=broker, group_id=None, fetch_max_wait_ms=20_000)
    async with consumer, aiokafka.AIOKafkaProducer(bootstrap_servers=broker) as producer:
        consumer.assign([partition])
        consumer.seek(partition, 0)
        waits = []
        for number in range(20):
            waiting = asyncio.ensure_future(asyncio.wait_for(consumer.getone(), 10))
            await asyncio.sleep(0.02)
            sent_at = time.monotonic()
            await producer.send_and_wait(topic, b"%d" % number)
            record = await waiting
            waits.append(time.monotonic() - sent_at)
            assert (record.offset, record.value) == (number, b"%d" % number)
    assert sorted(waits)[10] < 1


@pytest.mark.parametrize("acks", ["0", "1", "all"])
def test_acks(broker: str, topic: str, acks: str) -> None:
    make_topic(broker, topic)
    producer = confluent_kafka.Producer({"bootstrap.servers": broker, "acks": acks})
    for number in range(500):
        producer.produce(topic, b"%d" % number, partition=0)
    assert producer.flush(CLIENT_SECONDS_MAX) == 0
    assert [r.value for r in CONFLUENT.read(broker, topic, 500)] == [b"%d" % number for number in range(500)]


def test_reading_from_the_middle_of_a_batch(broker: str, topic: str) -> None:
    CONFLUENT.write(broker, topic, [Sent(None, b"%d" % number) for number in range(100)], compression="zstd")
    for offset, count in ((37, 63), (99, 1), (-5, 5)):
        output = KCAT.run("-C", "-b", broker, "-t", topic, "-p", "0", "-o", str(offset), "-e", "-q")
        assert output.split() == [b"%d" % number for number in range(100 - count, 100)]


def test_offsets_by_time(broker: str, topic: str) -> None:
    CONFLUENT.write(broker, topic, [Sent(None, b"%d" % n, (), START + n * 10) for n in range(100)], compression="gzip")
    for timestamp, offset in ((START, 0), (START + 1, 1), (START + 500, 50), (START + 990, 99)):
        assert KCAT.run("-Q", "-b", broker, "-t", f"{topic}:0:{timestamp}").split()[-1] == b"%d" % offset
    assert KCAT.run("-Q", "-b", broker, "-t", f"{topic}:0:-1").split()[-1] == b"100"
    assert KCAT.run("-Q", "-b", broker, "-t", f"{topic}:0:-2").split()[-1] == b"0"


@pytest.mark.parametrize(("reset", "expected"), [("earliest", b"0"), ("latest", b"fresh")])
def test_an_offset_out_of_range_is_reset_as_the_client_asked(
    broker: str, topic: str, reset: str, expected: bytes
) -> None:
    CONFLUENT.write(broker, topic, [Sent(None, b"%d" % number) for number in range(10)])
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": broker, "group.id": "none", "enable.auto.commit": False, "auto.offset.reset": reset}
    )
    try:
        consumer.assign([confluent_kafka.TopicPartition(topic, 0, 5000)])
        deadline = time.monotonic() + CLIENT_SECONDS_MAX
        message = None
        while message is None and time.monotonic() < deadline:
            message = consumer.poll(0.5)
            if message is None and reset == "latest":
                CONFLUENT.write(broker, topic, [Sent(None, b"fresh")])
        assert message is not None
        assert message.error() is None
        assert message.value() == expected
    finally:
        consumer.close()


def test_a_batch_sent_twice_is_stored_once(broker: str, topic: str) -> None:
    """What an idempotent producer relies on after a lost answer."""
    make_topic(broker, topic)
    with RawConnection(broker) as raw:
        answer = raw.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), version=1)
        granted = decode_message(InitProducerIdResponse, 1, answer)
        assert granted.error_code == 0

        def produce(sequence: int, epoch: int = granted.producer_epoch) -> tuple[int, int]:
            builder = BatchBuilder(producer_id=granted.producer_id, producer_epoch=epoch, base_sequence=sequence)
            for number in range(3):
                builder.append(timestamp=START, key=None, value=b"%d" % (sequence + number))
            partition = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
            data = ProduceRequest.TopicProduceData(name=topic, partition_data=[partition])
            request = ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[data])
            response = decode_message(ProduceResponse, 7, raw.ask(request, version=7))
            result = response.responses[0].partition_responses[0]
            return result.error_code, result.base_offset

        assert produce(0) == (0, 0)
        assert produce(3) == (0, 3)
        assert produce(0) == (0, 0)
        assert produce(3) == (0, 3)
        assert produce(9)[0] == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
        assert produce(6) == (0, 6)
        assert produce(0, epoch=granted.producer_epoch + 1) == (0, 9)
        assert produce(9)[0] == ErrorCode.INVALID_PRODUCER_EPOCH
    assert len(CONFLUENT.read(broker, topic, 12)) == 12


def test_many_partitions_at_once(broker: str, topic: str) -> None:
    make_topic(broker, topic, partitions=50)
    producer = confluent_kafka.Producer({"bootstrap.servers": broker, "enable.idempotence": True})
    for number in range(5000):
        producer.produce(topic, b"%d" % number, partition=number % 50)
    assert producer.flush(CLIENT_SECONDS_MAX) == 0
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": broker, "group.id": "none", "enable.auto.commit": False, "fetch.message.max.bytes": 1000}
    )
    try:
        consumer.assign([confluent_kafka.TopicPartition(topic, number, 0) for number in range(50)])
        read: dict[int, list[int]] = {number: [] for number in range(50)}
        deadline = time.monotonic() + CLIENT_SECONDS_MAX
        while sum(map(len, read.values())) < 5000 and time.monotonic() < deadline:
            for message in consumer.consume(1000, timeout=0.5):
                assert message.error() is None
                read[message.partition()].append(int(message.value()))
    finally:
        consumer.close()
    assert read == {partition: list(range(partition, 5000, 50)) for partition in range(50)}
