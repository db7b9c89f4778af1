"""Other people's consumers share topics, through joins, leaves and kills: each client alone, and clients together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.clients.group_clients import CLIENTS
from tests.support.clients.reading_groups import PARTITIONS, reading_groups
from tests.support.processes.cluster import KavkaProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(480)]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KavkaProcess]:
    """Three brokers that nobody harms."""
    process = KavkaProcess(tmp_path_factory.mktemp("groups") / "data", brokers=3)
    process.start()
    yield process
    assert process.stop() == 0, process.log()


def test_joins_leaves_and_kills(cluster: KavkaProcess, topic: str) -> None:
    with reading_groups(CLIENTS, cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()
        first = groups.join()
        groups.wait_shared(first)
        second = groups.join()
        groups.wait_shared(first, second)
        third = groups.join()
        groups.wait_shared(first, second, third)
        for member in first:
            member.leave()
        groups.wait_shared(second, third)
        for member in third:
            member.kill()
        groups.wait_shared(second)
        fourth = groups.join()
        groups.wait_shared(second, fourth)
        groups.wait_all_read()
        for member in (*second, *fourth):
            member.leave()
        read_before = [{place for member in group.members for place in member.read} for group in groups]
        again = groups.join()
        groups.wait_shared(again)
        groups.write()
        for group, member, before in zip(groups, again, read_before, strict=True):
            group.wait(lambda member=member: bool(member.read), "the group goes on")  # type: ignore[misc]
            group.written()
            assert not before & set(member.read), f"{group.client} goes on where the group had committed"


def test_members_of_other_make_share_with_ours(cluster: KavkaProcess, topic: str) -> None:
    """Each leads once: whoever has been there longest when a round begins."""
    assignors = ("range", "roundrobin")
    with reading_groups(["kavka"] * len(assignors), cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()

        def joined(by: str) -> list:
            return [group.join(assignor=name, by=by) for group, name in zip(groups, assignors, strict=True)]

        ours = joined("kavka")
        groups.wait_shared(ours)
        others = [joined(client) for client in ("aiokafka", "confluent")]
        groups.wait_shared(ours, *others)
        for member in ours:
            member.leave()
        groups.wait_shared(*others)
        again = joined("kavka")
        groups.wait_shared(again, *others)
        groups.wait_all_read()


def test_cooperative_members_of_other_make_keep_what_stays_theirs(cluster: KavkaProcess, topic: str) -> None:
    pair = ["kavka", "confluent"]
    with reading_groups(pair, cluster.bootstrap, topic, replicas=3) as groups:
        groups.write()
        firsts = groups.join(assignor="cooperative-sticky")
        groups.wait_shared(firsts)
        seconds = [
            group.join(assignor="cooperative-sticky", by=by) for group, by in zip(groups, reversed(pair), strict=True)
        ]
        groups.wait_shared(firsts, seconds)
        for one in firsts:
            assert one.assigned is not None
            assert sorted(one.revoked) == [p for p in range(PARTITIONS) if p not in one.assigned], (
                "what stays is not revoked"
            )
            assert len(one.revoked) == PARTITIONS // 2
        for two in seconds:
            two.kill()
        groups.wait_shared(firsts)
        assert [len(one.revoked) for one in firsts] == [PARTITIONS // 2] * len(firsts)
        groups.wait_all_read()
