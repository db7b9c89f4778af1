"""Other people's transactional clients: commits, aborts, fencing, and the death of a coordinator."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from confluent_kafka.admin import AdminClient, NewTopic

from kavka.broker.replica.internal_log import partition_for
from tests.support.clients.transacting import (
    END,
    READERS,
    TRANSACTORS,
    ConfluentTransactor,
    Fenced,
    Transactor,
    confluent_values,
)
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
def transactor(broker: str, topic: str) -> Iterator[Callable[[str], Transactor]]:
    """Makes producers that are closed at the end."""
    made: list[Transactor] = []

    def make(kind: str) -> Transactor:
        made.append(TRANSACTORS[kind](broker, topic))  # the topic's name is a transactional id that nobody else has
        return made[-1]

    yield make
    for producer in made:
        producer.close()


@pytest.mark.parametrize("kind", TRANSACTORS)
def test_what_was_committed_is_read_and_what_was_aborted_is_not(
    broker: str, topic: str, kind: str, transactor: Callable[[str], Transactor]
) -> None:
    producer = transactor(kind)
    for number, is_commit in enumerate((True, False, True, False, False, True)):
        producer.begin()
        for part in range(2):
            producer.send(topic, b"%d.%d" % (number, part))
        if is_commit:
            producer.commit()
        else:
            producer.abort()
    producer.begin()
    producer.send(topic, END)
    producer.commit()
    committed = [b"%d.%d" % (number, part) for number in (0, 2, 5) for part in range(2)]
    everything = [b"%d.%d" % (number, part) for number in range(6) for part in range(2)]
    for read in READERS.values():
        assert read(broker, topic, "read_committed") == committed
        assert read(broker, topic, "read_uncommitted") == everything


@pytest.mark.parametrize("kind", TRANSACTORS)
def test_bug_78_a_zombie_is_fenced(broker: str, topic: str, kind: str, transactor: Callable[[str], Transactor]) -> None:
    zombie = transactor(kind)
    zombie.begin()
    zombie.send(topic, b"of the zombie")
    successor = transactor(kind)
    with pytest.raises(Fenced):
        zombie.commit()
    successor.begin()
    successor.send(topic, b"of the successor")
    successor.send(topic, END)
    successor.commit()
    assert confluent_values(broker, topic, "read_committed") == [b"of the successor"]


CONFIG = {
    "offsets.topic.replication.factor": "1",  # librdkafka looks for a group coordinator, whatever it is used for
    "zookeeper.session.timeout.ms": "3000",
    "transaction.state.log.replication.factor": "2",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.num.partitions": "6",
}


def test_the_next_coordinator_finishes_what_a_killed_one_had_decided(new_kavka: Callable[..., KavkaProcess]) -> None:
    """The markers cannot be written: their leader stands still. The coordinator dies; another one writes them."""
    cluster = new_kavka(brokers=3, config=CONFIG)
    admin = AdminClient({"bootstrap.servers": cluster.bootstrap})
    admin.create_topics([NewTopic("t", num_partitions=1, replica_assignment=[[2]])])["t"].result(30)
    ConfluentTransactor(cluster.bootstrap, "makes the topic").close()
    partitions = admin.list_topics("__transaction_state", timeout=30).topics["__transaction_state"].partitions
    mine, coordinator = next(
        (name, partitions[index].leader)
        for name in (f"id-{number}" for number in range(1_000))
        if 2 not in partitions[index := partition_for(name, len(partitions))].replicas
    )
    producer = ConfluentTransactor(cluster.bootstrap, mine)
    producer.begin()
    for number in range(10):
        producer.send("t", b"%d" % number)
    os.kill(cluster.broker_pids[2], signal.SIGSTOP)
    try:
        producer.commit()
        os.kill(cluster.broker_pids[coordinator], signal.SIGKILL)
    finally:
        os.kill(cluster.broker_pids[2], signal.SIGCONT)
    follower = ConfluentTransactor(cluster.bootstrap, "another")
    follower.begin()
    follower.send("t", END)
    follower.commit()
    assert confluent_values(cluster.bootstrap, "t", "read_committed") == [b"%d" % number for number in range(10)]
    producer.begin()
    producer.send("t", b"the next one")
    producer.commit()
    follower.close()
    producer.close()
