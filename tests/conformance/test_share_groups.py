"""Share groups (KIP-932) as the Java client's KafkaShareConsumer and Admin have them.

What the program prints is what it prints with a broker of Apache Kafka 4.4 in KRaft mode.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.kafka.pairs import ours

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(300)]

PROBE = Path(__file__).with_name("ShareProbe.java")
LOCK_MS = 10_000
ONE_BROKER = {
    "inter.broker.protocol.version": "3.9",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.num.partitions": "1",
    "share.coordinator.state.topic.min.isr": "1",
    "group.share.min.record.lock.duration.ms": "1000",
    "group.share.record.lock.duration.ms": str(LOCK_MS),
    "group.share.heartbeat.interval.ms": "500",
    "group.share.min.heartbeat.interval.ms": "500",
}
SAID_BY_KAFKA = """\
lock Optional[10000]
acknowledged [{shared-0=ok}]
got [r0/1, r1/1, r1/2, r1/3, r1/4, r1/5, r2/1, r3/1]
given up true
again [slow/2]
renewed long/1 {shared-0=ok}
closing releases true
Stable members 1 assigned [shared-0]
alter in use GroupNotEmptyException
delete in use GroupNotEmptyException
committed {shared-0=ok} {shared-0=ok}
shared 100 once true both true
Empty members 0
listed [sharers]
altered done
start offset 2
offsets deleted done
deleted done
gone GroupIdNotFoundException
""".splitlines()


def test_the_java_clients_share_consumer_and_admin(newest_client, tmp_path):
    with ours(tmp_path, ONE_BROKER) as broker:
        printed = newest_client.run(str(PROBE), broker.bootstrap, "shared", str(LOCK_MS), seconds_max=240)
    assert printed.splitlines() == SAID_BY_KAFKA
