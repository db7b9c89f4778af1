"""Leaders change their ISR: what the controller lets through, what it answers otherwise, and who hears of it."""

from __future__ import annotations

import dataclasses

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import ErrorCode, KafkaError, NotController, RequestTimedOut, StaleBrokerEpoch
from kavka.zk import paths
from kavka.zk.isr_change import IsrChange
from kavka.zk.paths import IsrChangeZNode, PartitionStateZNode
from tests.support.controller.harness import PROFILES, Cluster, cluster

T0 = TopicPartition("t", 0)
TIMEOUT_MS = 1_000


async def ask(
    c: Cluster, isr, *, broker_id=1, broker_epoch=None, leader_epoch=None, partition_epoch=None, tp=T0, **by_id
):
    leadership = c.context.leadership.get(tp)
    change = IsrChange(
        partition=tp,
        leader_epoch=leadership.leader_epoch if leader_epoch is None else leader_epoch,
        isr=tuple(isr),
        partition_epoch=leadership.partition_epoch if partition_epoch is None else partition_epoch,
    )
    change = dataclasses.replace(change, **by_id)
    epoch = c.context.brokers[broker_id].epoch if broker_epoch is None else broker_epoch
    (result,) = await c.active.requests.alter_isr(broker_id, epoch, [change], timeout_ms=TIMEOUT_MS)
    await c.settle()
    return result


async def outcome(call):
    try:
        return await call
    except KafkaError as error:
        return error


async def test_a_leader_shrinks_and_expands_its_isr():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        c.forget()
        result = await ask(c, [1, 2])
        assert (result.error_code, result.leader, result.leader_epoch) == (0, 1, 0)
        assert (result.isr, result.partition_epoch) == ((1, 2), 1)
        written = await c.state("t")
        assert (written.leader, written.leader_epoch, written.isr, written.controller_epoch) == (1, 0, (1, 2), 1)
        for broker in c.brokers.values():
            assert broker.metadata()[T0].isr == [1, 2]
            assert broker.leaderships() == {}, "the leader epoch stays, so nobody has to act"
        result = await ask(c, [1, 2, 3])
        assert (result.error_code, result.isr, result.partition_epoch) == (0, (1, 2, 3), 2)
        assert c.brokers[2].metadata()[T0].zk_version == 2


async def test_a_leader_names_its_topic_by_id():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        topic_id, by_id = c.context.topic_ids["t"], TopicPartition("", 0)
        result = await ask(c, [1], partition=by_id, topic_id=topic_id)
        assert (result.error_code, result.partition, result.isr) == (0, T0, (1,))
        for partition in (by_id, T0):  # who leads the topic that had the name before must not change this one's ISR
            result = await ask(c, [1, 2], partition=partition, topic_id=b"\7" * 16)
            assert result.error_code == ErrorCode.UNKNOWN_TOPIC_ID
        assert (await c.state("t")).isr == (1,)


async def test_a_member_of_a_former_life_does_not_join():
    """KIP-903: what it had copied may be gone with the life in which it had."""
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await ask(c, [1])
        now = c.context.brokers[2].epoch
        refused = await ask(c, [1, 2], broker_epochs=((1, -1), (2, now - 1)))
        assert refused.error_code == ErrorCode.INELIGIBLE_REPLICA
        assert (await c.state("t")).isr == (1,)
        assert (await ask(c, [1, 2], broker_epochs=((1, -1), (2, now)))).isr == (1, 2)


async def test_asking_twice_for_the_same_is_harmless():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        first = await ask(c, [1], partition_epoch=0)
        assert await ask(c, [1], partition_epoch=0) == first
        assert (await c.admin.exists(paths.partition_state("t", 0))).version == 1


@pytest.mark.parametrize(
    ("differs", "code"),
    [
        ({"leader_epoch": 0}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"leader_epoch": 2}, ErrorCode.NOT_CONTROLLER),
        ({"partition_epoch": 9}, ErrorCode.NOT_CONTROLLER),
        ({"partition_epoch": 0}, ErrorCode.INVALID_UPDATE_VERSION),
        ({"broker_id": 3}, ErrorCode.INVALID_REQUEST),
        ({"isr": (3,)}, ErrorCode.INVALID_REQUEST),
        ({"isr": ()}, ErrorCode.INVALID_REQUEST),
        ({"isr": (2, 3, 4)}, ErrorCode.INVALID_REQUEST),
        ({"isr": (2, 3, 1)}, ErrorCode.INELIGIBLE_REPLICA),
        ({"tp": TopicPartition("nosuch", 0), "leader_epoch": 0, "partition_epoch": 0}, 3),
    ],
)
async def test_what_is_refused(differs, code):
    async with cluster(2, 3, 4) as c:
        await c.add_broker(1)
        await c.create_assigned("t", {0: [1, 2, 3]})
        await c.remove_broker(1)  # 2 leads, in leader epoch 1
        before = await c.admin.exists(paths.partition_state("t", 0))
        assert before.version > 0
        c.forget()
        result = await ask(c, **({"broker_id": 2, "isr": (2,)} | differs))
        assert result.error_code == code
        assert await c.admin.exists(paths.partition_state("t", 0)) == before
        assert all(not broker.requests for broker in c.brokers.values())


async def test_bug_26_a_former_life_of_a_broker_changes_nothing():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        for epoch in (c.context.brokers[1].epoch - 1, -1):
            with pytest.raises(StaleBrokerEpoch):
                await ask(c, [1], broker_epoch=epoch)
        change = IsrChange(partition=T0, leader_epoch=0, isr=(7,), partition_epoch=0)
        with pytest.raises(StaleBrokerEpoch):
            await c.active.requests.alter_isr(7, 1, [change], timeout_ms=TIMEOUT_MS)
        assert (await c.state("t")).isr == (1, 2)


async def test_bug_17_a_replica_without_its_disk_does_not_join():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await ask(c, [1])
        c.context.offline_dirs[2] = {T0}
        assert (await ask(c, [1, 2])).error_code == ErrorCode.INELIGIBLE_REPLICA


async def test_each_partition_has_its_own_answer():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2], 1: [2, 1]})
        epoch = c.context.brokers[1].epoch
        changes = [
            IsrChange(partition=TopicPartition("t", number), leader_epoch=0, isr=(1,), partition_epoch=0)
            for number in (0, 1, 2)
        ]
        results = await c.active.requests.alter_isr(1, epoch, changes, timeout_ms=TIMEOUT_MS)
        codes = [ErrorCode.NONE, ErrorCode.INVALID_REQUEST, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION]
        assert [result.error_code for result in results] == codes
        assert [result.partition for result in results] == [change.partition for change in changes]


async def test_a_hand_that_wrote_the_state_is_noticed():
    async with cluster(1, 2, 3) as c:
        await c.create_assigned("t", {0: [1, 2, 3]})
        await c.admin.set(paths.partition_state("t", 0), PartitionStateZNode(1, 0, (1, 3), 1).encode())
        c.forget()
        assert (await ask(c, [1])).error_code == ErrorCode.INVALID_UPDATE_VERSION
        assert c.context.leadership[T0].isr == (1, 3)
        assert c.brokers[3].metadata()[T0].isr == [1, 3]
        assert (await ask(c, [1])).error_code == ErrorCode.NONE


async def test_bug_25_a_controller_that_was_deposed_writes_no_isr():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        old = c.nodes[1]
        epoch = c.context.brokers[1].epoch
        old.zk.pause()  # hears nothing
        await c.admin.delete(paths.CONTROLLER)
        await c.wait_until(lambda: c.nodes[2].controller.is_active)
        change = IsrChange(partition=T0, leader_epoch=0, isr=(1,), partition_epoch=0)
        asked = c.group.create_task(
            outcome(old.controller.requests.alter_isr(1, epoch, [change], timeout_ms=TIMEOUT_MS))
        )
        await c.wait_until(lambda: old.controller._queue.state)
        old.zk.unpause()
        assert isinstance(await asked, NotController)
        assert (await c.state("t")).isr == (1, 2)


async def test_whoever_is_not_the_controller_says_so():
    async with cluster(1, 2) as c:
        with pytest.raises(NotController):
            await c.nodes[2].controller.requests.alter_isr(1, 1, [], timeout_ms=TIMEOUT_MS)


async def test_an_answer_that_takes_too_long(monkeypatch):
    monkeypatch.setattr("kavka.controller.controller_requests.DECISION_MS_MIN", 0)
    async with cluster(1) as c:
        c.active._queue.pause()
        with pytest.raises(RequestTimedOut):
            await c.active.requests.alter_isr(1, c.context.brokers[1].epoch, [], timeout_ms=0)
        c.active._queue.resume()


# ---------------------------------------------------------------- notifications


async def shrink(c: Cluster, number: int, isr) -> TopicPartition:
    """As a leader with the 2.0 profile does."""
    state = await c.state("t", number)
    body = PartitionStateZNode(state.leader, state.leader_epoch, isr, state.controller_epoch)
    await c.admin.set(paths.partition_state("t", number), body.encode())
    return TopicPartition("t", number)


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_notified_isr_is_told_to_everybody(profile):
    async with cluster(1, 2, profile=profile) as c:
        await c.create_assigned("t", {0: [1, 2], 1: [1, 2]})
        c.forget()
        changed = await shrink(c, 1, (1,))
        await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((changed,)).encode(), sequential=True)
        await c.settle()
        assert c.context.leadership[changed].isr == (1,)
        assert c.context.leadership[changed].partition_epoch == 1
        for broker in c.brokers.values():
            assert broker.metadata().keys() == {changed}
            assert broker.metadata()[changed].isr == [1]
            assert broker.leaderships() == {}
        assert await c.admin.children(paths.ISR_CHANGE_NOTIFICATION) == []


async def test_bug_33_a_burst_of_isr_changes():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {number: [1, 2] for number in range(20)})
        body = IsrChangeZNode((TopicPartition("nosuch", 0),)).encode()
        for name in (body, b"nonsense"):
            await c.admin.create(paths.ISR_CHANGE_PREFIX, name, sequential=True)
        for number in range(20):
            changed = await shrink(c, number, (1,))
            await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((changed,)).encode(), sequential=True)
        await c.settle()
        assert [leadership.isr for leadership in c.context.leadership.values()] == [(1,)] * 20
        assert {tuple(state.isr) for state in c.brokers[2].metadata().values()} == {(1,)}
        assert await c.admin.children(paths.ISR_CHANGE_NOTIFICATION) == []


async def test_the_node_of_notifications_is_made_anew_when_somebody_deletes_it():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        await c.admin.delete(paths.ISR_CHANGE_NOTIFICATION)
        await c.settle()
        await shrink(c, 0, (1,))
        await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((T0,)).encode(), sequential=True)
        await c.settle()
        assert c.context.leadership[T0].isr == (1,), "and it is watched as before"


async def test_a_controller_is_elected_where_somebody_deleted_the_nodes_that_it_reads_first():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        for path in (paths.ISR_CHANGE_NOTIFICATION, paths.LOG_DIR_EVENT_NOTIFICATION, paths.DELETE_TOPICS):
            await c.admin.delete(path)
        await c.admin.delete(paths.CONTROLLER)
        await c.settle()
        assert c.context.leadership[T0].isr == (1, 2)
        assert c.active.is_active


async def test_notifications_of_before_the_election_are_dropped_and_later_ones_heard():
    async with cluster(1, 2) as c:
        await c.create_assigned("t", {0: [1, 2]})
        c.active._queue.pause()
        await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((T0,)).encode(), sequential=True)
        await shrink(c, 0, (1,))
        await c.admin.delete(paths.CONTROLLER)
        c.nodes[1].controller._queue.resume()
        await c.settle()
        assert c.context.leadership[T0].isr == (1,)
        assert await c.admin.children(paths.ISR_CHANGE_NOTIFICATION) == []
        await shrink(c, 0, (1, 2))
        await c.admin.create(paths.ISR_CHANGE_PREFIX, IsrChangeZNode((T0,)).encode(), sequential=True)
        await c.settle()
        assert c.context.leadership[T0].isr == (1, 2)
