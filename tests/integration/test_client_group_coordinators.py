"""Other people's groups outlive what happens to their coordinator: it is killed, and it stands still."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import pytest

from tests.support.clients.group_clients import CLIENTS, SESSION_MS
from tests.support.clients.reading_groups import reading_groups
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(480)]


def test_coordinators_that_move(new_kavka: Callable[..., KavkaProcess], topic: str) -> None:
    cluster = new_kavka(brokers=3, config={"zookeeper.session.timeout.ms": "3000"})
    with reading_groups(CLIENTS, cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()
        rows = [groups.join(), groups.join()]
        groups.wait_shared(*rows)
        for pid in cluster.broker_pids[:2]:
            os.kill(pid, signal.SIGKILL)  # kavka start starts it again
            counts = {member: len(member.read) for row in rows for member in row}
            time.sleep(SESSION_MS / 1000)  # whoever forgot a member would be rid of it now
            groups.wait_shared(*rows)
            for group in groups:
                group.wait(
                    lambda group=group, counts=counts: all(len(m.read) > counts[m] for m in group.members),  # type: ignore[misc]
                    "both go on",
                )
        groups.wait_all_read()


def test_a_broker_that_was_stopped_expires_nobody_whose_heartbeats_it_has_not_read(
    new_kavka: Callable[..., KavkaProcess], topic: str
) -> None:
    """Bug 56: all sessions are over by the clock when it runs again, and the heartbeats lie in the sockets."""
    broker = new_kavka(config={"zookeeper.session.timeout.ms": "30000"})
    with reading_groups(CLIENTS, broker.bootstrap, topic, replicas=1) as groups:
        groups.wait_shared(groups.join(), groups.join())
        rebalances = {member: member.assignments for group in groups for member in group.members}
        [pid] = broker.broker_pids
        os.kill(pid, signal.SIGSTOP)
        time.sleep(SESSION_MS / 1000 + 1)  # the fault itself
        os.kill(pid, signal.SIGCONT)
        groups.write()
        for group in groups:
            group.wait(lambda group=group: all(member.read for member in group.members), "both read on")  # type: ignore[misc]
        groups.wait_all_read()
        for group in groups:
            if group.client != "confluent":
                # librdkafka counts its own session, without a word from the broker, and joins again.
                now = {member: member.assignments for member in group.members}
                assert now == {member: rebalances[member] for member in group.members}, group.client
