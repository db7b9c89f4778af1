"""Other people's consumers share topics: through joins, leaves, kills, a stopped broker, and coordinators that move."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import confluent_kafka
import pytest
from confluent_kafka.admin import AdminClient, NewTopic

from tests.support.clients.group_clients import CLIENTS, SESSION_MS, GroupMember, members
from tests.support.processes.cluster import KavkaProcess, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

PARTITIONS = 4
SECONDS_MAX = 60
CONFIG = {"zookeeper.session.timeout.ms": "3000"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KavkaProcess]:
    """Three brokers for the tests that only restart them in order."""
    process = KavkaProcess(tmp_path_factory.mktemp("groups") / "data", brokers=3, config=CONFIG)
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def create(bootstrap: str, topic: str, replicas: int) -> None:
    admin = AdminClient({"bootstrap.servers": bootstrap})
    admin.create_topics([NewTopic(topic, PARTITIONS, replicas)])[topic].result(30)


class Writer:
    """Writes numbers into all partitions until it is stopped."""

    def __init__(self, bootstrap: str, topic: str) -> None:
        self._producer = confluent_kafka.Producer(
            {"bootstrap.servers": bootstrap, "acks": "all", "linger.ms": 5, "reconnect.backoff.max.ms": 500}
        )
        self._topic = topic
        self._stop = threading.Event()
        self.written: set[str] = set()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        number = 0
        while not self._stop.is_set():
            value = str(number)
            self._producer.produce(self._topic, value, partition=number % PARTITIONS, on_delivery=self._delivered)
            number += 1
            self._producer.poll(0)
            time.sleep(0.005)
        assert self._producer.flush(SECONDS_MAX) == 0

    def _delivered(self, error: object, message: confluent_kafka.Message) -> None:
        if error is None:
            self.written.add(message.value().decode())

    def stop(self) -> set[str]:
        self._stop.set()
        self._thread.join()
        return self.written


def shares(*group: GroupMember) -> list[int]:
    """What they have together; a partition that two have is in it twice."""
    return sorted(partition for member in group for partition in member.assigned or ())


def wait_shared(*group: GroupMember) -> None:
    """Everybody has a share, and together they have each partition once."""
    wait_until(
        lambda: all(member.assigned for member in group) and shares(*group) == list(range(PARTITIONS)),
        f"shares of {len(group)} members: {[member.assigned for member in group]}",
        SECONDS_MAX,
    )


def wait_read(values: set[str], *group: GroupMember) -> None:
    def everything() -> bool:
        return values <= {value for member in group for value in list(member.read.values())}

    wait_until(everything, "every record is read", SECONDS_MAX)


@pytest.mark.parametrize("client", CLIENTS)
def test_joins_leaves_and_kills(cluster: KavkaProcess, topic: str, client: str) -> None:
    create(cluster.bootstrap, topic, 3)
    writer = Writer(cluster.bootstrap, topic)
    with members(client, cluster.bootstrap, f"g-{topic}", topic) as start:
        first = start()
        wait_shared(first)
        second = start()
        wait_shared(first, second)
        third = start()
        wait_shared(first, second, third)
        first.leave()
        wait_shared(second, third)
        third.kill()
        wait_shared(second)
        fourth = start()
        wait_shared(second, fourth)
        written = writer.stop()
        wait_read(written, first, second, third, fourth)
        second.leave()
        fourth.leave()
        read_before = {place for member in (first, second, third, fourth) for place in member.read}
        again = start()
        wait_shared(again)
        late = Writer(cluster.bootstrap, topic)
        wait_until(lambda: bool(again.read), "the group goes on", SECONDS_MAX)
        late.stop()
        assert not read_before & set(again.read), "it goes on where the group had committed"


@pytest.mark.parametrize("client", CLIENTS)
def test_coordinators_that_move(new_kavka: Callable[..., KavkaProcess], topic: str, client: str) -> None:
    cluster = new_kavka(brokers=3, config=CONFIG)
    create(cluster.bootstrap, topic, 3)
    writer = Writer(cluster.bootstrap, topic)
    with members(client, cluster.bootstrap, "g", topic) as start:
        group = [start(), start()]
        wait_shared(*group)
        for pid in cluster.broker_pids[:2]:
            os.kill(pid, signal.SIGKILL)  # kavka start starts it again
            counts = [len(member.read) for member in group]
            time.sleep(SESSION_MS / 1000)
            wait_shared(*group)
            wait_until(
                lambda counts=counts: all(len(m.read) > n for m, n in zip(group, counts, strict=True)),  # type: ignore[misc]
                "both go on",
                SECONDS_MAX,
            )
        wait_read(writer.stop(), *group)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_broker_that_was_stopped_expires_nobody_whose_heartbeats_it_has_not_read(
    new_kavka: Callable[..., KavkaProcess], topic: str, client: str
) -> None:
    """Bug 56: all sessions are over by the clock when it runs again, and the heartbeats lie in the sockets."""
    broker = new_kavka(config={"zookeeper.session.timeout.ms": "30000"})
    create(broker.bootstrap, topic, 1)
    with members(client, broker.bootstrap, "g", topic) as start:
        group = [start(), start()]
        wait_shared(*group)
        rebalances = [member.assignments for member in group]
        [pid] = broker.broker_pids
        os.kill(pid, signal.SIGSTOP)
        time.sleep(SESSION_MS / 1000 + 1)
        os.kill(pid, signal.SIGCONT)
        writer = Writer(broker.bootstrap, topic)
        wait_until(lambda: all(member.read for member in group), "both read on", SECONDS_MAX)
        wait_read(writer.stop(), *group)
        if client != "confluent":
            # librdkafka counts its own session, without a word from the broker, and joins again.
            assert [member.assignments for member in group] == rebalances


@pytest.mark.parametrize("assignor", ["range", "roundrobin"])
def test_members_of_other_make_share_with_ours(cluster: KavkaProcess, topic: str, assignor: str) -> None:
    """Each leads once: whoever has been there longest when a round begins."""
    create(cluster.bootstrap, topic, 3)
    writer = Writer(cluster.bootstrap, topic)
    with members("kavka", cluster.bootstrap, f"g-{topic}", topic) as start:
        ours = start(assignor=assignor)
        wait_shared(ours)
        others = [start(assignor=assignor, by=client) for client in ("aiokafka", "confluent")]
        wait_shared(ours, *others)
        ours.leave()
        wait_shared(*others)
        again = start(assignor=assignor)
        wait_shared(again, *others)
        wait_read(writer.stop(), ours, again, *others)


@pytest.mark.parametrize("first", ["kavka", "confluent"])
def test_cooperative_members_of_other_make_keep_what_stays_theirs(
    cluster: KavkaProcess, topic: str, first: str
) -> None:
    create(cluster.bootstrap, topic, 3)
    writer = Writer(cluster.bootstrap, topic)
    second = {"kavka": "confluent", "confluent": "kavka"}[first]
    with members(first, cluster.bootstrap, f"g-{topic}", topic) as start:
        one = start(assignor="cooperative-sticky")
        wait_shared(one)
        two = start(assignor="cooperative-sticky", by=second)
        wait_shared(one, two)
        assert one.assigned is not None
        assert sorted(one.revoked) == [p for p in range(PARTITIONS) if p not in one.assigned], (
            "what stays is not revoked"
        )
        assert len(one.revoked) == PARTITIONS // 2
        two.kill()
        wait_shared(one)
        assert len(one.revoked) == PARTITIONS // 2
        wait_read(writer.stop(), one, two)
