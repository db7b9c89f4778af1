"""The blocking clients, in a cluster: what a program without an event loop does with them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from kavka.client.errors import ClientClosed
from kavka.common.types import NewTopic, TopicPartition
from kavka.protocol.errors import TopicAlreadyExists, UnknownTopicOrPartition
from kavka.sync import Admin, Consumer, LocalCluster, Producer, RebalanceListener

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bootstrap():
    with LocalCluster(1, in_loop=True) as cluster:
        yield cluster.bootstrap


@pytest.fixture
def admin(bootstrap):
    with Admin(bootstrap) as admin:
        yield admin


@pytest.fixture
def orders(admin, topic):
    admin.create_topics([NewTopic(topic, 1)])
    return topic


@contextmanager
def reading(bootstrap, topic, **options):
    with Consumer(bootstrap_servers=bootstrap, offset_reset="earliest", **options) as consumer:
        if "group_id" in options:
            consumer.subscribe(topic)
        else:
            consumer.assign(consumer.partitions_for(topic), start="beginning")
        yield consumer


def values(bootstrap, topic, **options):
    """All that is there, up to the end of each partition."""
    found = []
    with reading(bootstrap, topic, **options) as consumer:
        ends = consumer.end_offsets(consumer.partitions_for(topic))
        while any(consumer.position(tp) < end for tp, end in ends.items()):
            for records in consumer.poll().values():
                found += [record.value for record in records]
    return found


def test_records_go_out_and_come_back_in_order(bootstrap, orders):
    with Producer(bootstrap, value_serializer=lambda value: json.dumps(value).encode()) as producer:
        deliveries = [producer.send(orders, {"number": number}, headers={"h": b"x"}) for number in range(100)]
        assert producer.send_and_wait(orders, "the last").offset == 100
    assert [delivery.result().offset for delivery in deliveries] == list(range(100))
    with reading(bootstrap, orders, value_deserializer=json.loads) as consumer:
        found = []
        for record in consumer:
            found.append(record.value)
            if record.value == "the last":
                break
    assert found == [*({"number": number} for number in range(100)), "the last"]


def test_several_threads_share_a_producer(bootstrap, orders):
    with Producer(bootstrap) as producer, ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: producer.send(orders, b"%d" % n), range(200)))
    assert sorted(map(int, values(bootstrap, orders))) == list(range(200))


def test_errors_are_those_of_the_asyncio_clients(bootstrap, orders, admin):
    with pytest.raises(TopicAlreadyExists):
        admin.create_topics([NewTopic(orders, 1)])
    with pytest.raises(UnknownTopicOrPartition):
        admin.describe_topics(["nothing"])
    with Producer(bootstrap) as producer:
        with pytest.raises(TypeError, match="bytes or None, not str"):
            producer.send(orders, "text")
        with pytest.raises(RuntimeError, match="no transactional_id"):
            producer.begin_transaction()
        assert producer.send_and_wait(orders, b"it goes on").offset == 0
    with pytest.raises(ClientClosed, match="not open"):
        producer.send(orders, b"too late")
    with pytest.raises(ClientClosed, match="not open"):
        admin_stopped(bootstrap).list_topics()


def admin_stopped(bootstrap):
    admin = Admin(bootstrap)
    admin.start()
    admin.close()
    return admin


def test_a_transaction_is_seen_whole_or_not_at_all(bootstrap, orders):
    with Producer(bootstrap, transactional_id=orders) as producer:
        producer.init_transactions()
        with pytest.raises(KeyError), producer.transaction():
            _ = {}[producer.send_and_wait(orders, b"aborted")]
        with producer.transaction():
            producer.send(orders, b"committed")
    assert values(bootstrap, orders, isolation_level="read_committed") == [b"committed"]


def test_positions_are_committed_at_the_end_but_not_after_an_error(bootstrap, orders, admin):
    with Producer(bootstrap) as producer:
        for number in range(3):
            producer.send(orders, b"%d" % number)
    tp = TopicPartition(orders, 0)
    with reading(bootstrap, orders, group_id=orders) as consumer:
        assert next(consumer).value == b"0"
    assert admin.list_group_offsets(orders)[tp].offset == 1
    with pytest.raises(KeyError, match="b'1'"), reading(bootstrap, orders, group_id=orders) as consumer:
        _ = {}[next(consumer).value]
    assert admin.list_group_offsets(orders)[tp].offset == 1


def test_listeners_are_called_by_the_thread_that_polls_and_may_commit(bootstrap, orders, admin):
    with Producer(bootstrap) as producer:
        producer.send_and_wait(orders, b"v")
    told = []

    class Listener(RebalanceListener):
        def partitions_assigned(self, partitions):
            told.append(("assigned", partitions, threading.current_thread()))

        def partitions_revoked(self, partitions):
            consumer.commit(dict.fromkeys(partitions, 1))
            told.append(("revoked", partitions, threading.current_thread()))

    tp, here = TopicPartition(orders, 0), threading.current_thread()
    with Consumer(bootstrap, group_id=orders, offset_reset="earliest", auto_commit=False) as consumer:
        consumer.subscribe([orders], Listener())
        assert next(consumer).value == b"v"
        consumer.unsubscribe()
    assert told == [("assigned", [tp], here), ("revoked", [tp], here)]
    assert admin.list_group_offsets(orders)[tp].offset == 1


def test_what_a_listener_raises_comes_out_of_poll(bootstrap, orders):
    class Listener(RebalanceListener):
        def partitions_assigned(self, partitions):
            raise ZeroDivisionError

    with Consumer(bootstrap, group_id=orders) as consumer:
        consumer.subscribe([orders], Listener())
        with pytest.raises(ZeroDivisionError):
            next(consumer)


def test_a_program_that_forgets_to_close_delivers_what_it_sent(bootstrap, orders):
    code = f"from kavka.sync import Producer; p = Producer({bootstrap!r}); p.start(); p.send({orders!r}, b'forgotten')"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
    assert values(bootstrap, orders) == [b"forgotten"]


def test_a_consumer_that_another_thread_closes_waits_no_longer(bootstrap, orders):
    with reading(bootstrap, orders) as consumer, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(next, consumer)
        consumer.stop()
        with pytest.raises(ClientClosed):
            waiting.result(60)


@pytest.fixture
def heeds_control_c():
    """SIGINT raises, also where this was started in the background: a shell has it ignored there."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_ends_a_call_and_the_client_closes(bootstrap, orders):
    with Producer(bootstrap) as producer:
        producer.send_and_wait(orders, b"v")

    def interrupted(_):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    with reading(bootstrap, orders, value_deserializer=interrupted) as consumer, pytest.raises(KeyboardInterrupt):
        next(consumer)
