"""One group of Java, librdkafka, franz-go and our own members, while its brokers are restarted one by one (KIP-848)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from kavka.sync import Admin
from tests.support.clients.group_clients import NEW_CONFLUENT, NEW_KAVKA
from tests.support.clients.reading_groups import PARTITIONS, ReadingGroup, Row, reading_groups
from tests.support.processes.command_line import detached, kavka

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(600)]

MEMBER = Path(__file__).with_name("GroupMember.java")
SETTINGS = {
    "group.consumer.heartbeat.interval.ms": 500,
    "group.consumer.min.heartbeat.interval.ms": 500,
    "group.consumer.session.timeout.ms": 10_000,
    "group.consumer.min.session.timeout.ms": 10_000,
}
CLIENTS = ("java", NEW_CONFLUENT, "franz-go", NEW_KAVKA)


@pytest.fixture(scope="module")
def programs(go, newest_client):
    """Members that are not in Python."""
    return {
        "java": ["java", "-Xmx256m", "-cp", f"{newest_client.jars}/*", str(MEMBER)],
        "franz-go": [str(go.build("groupmember"))],
    }


def wait_reading(group: ReadingGroup, members: Row, when: str) -> None:
    """Waits until each member has read more than it has by now."""
    before = [len(member.read) for member in members]

    def are_reading() -> bool:
        return all(len(member.read) > count for member, count in zip(members, before, strict=True))

    group.wait(are_reading, f"everybody reads {when}")


def test_nothing_is_lost_while_brokers_are_restarted_in_turn(tmp_path, programs):
    options = itertools.chain.from_iterable(("--config", f"{name}={value}") for name, value in SETTINGS.items())
    with detached(tmp_path / "data", "-n", 3, *options) as state:
        env = {"KAVKA_DATA_DIR": state["data_dir"]}
        with reading_groups([NEW_KAVKA], state["bootstrap"], "four", replicas=3, programs=programs) as [group]:
            group.write()
            members = [group.join(by=client) for client in CLIENTS]
            group.wait_shared(*members)
            for broker_id in range(3):
                kavka("broker", "stop", broker_id, env=env)
                wait_reading(group, members, f"without broker {broker_id}")
                kavka("broker", "start", broker_id, env=env)
                wait_reading(group, members, f"after broker {broker_id} has come back")
            kavka("broker", "kill", 0, env=env)
            members.pop(0).kill()
            group.wait_shared(*members)
            kavka("broker", "start", 0, env=env)
            written = group.written()
            group.wait_read(written)
            for member in members:
                member.leave()
        with Admin(state["bootstrap"]) as admin:
            lags = admin.group_lags("g-four-0")
        assert len(lags) == PARTITIONS
        assert sum(one.lag or 0 for one in lags) == 0, "what was read last was committed, by whoever left last"
        assert len(written) > 100
