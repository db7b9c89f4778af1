"""The group APIs in every version, through the wire's form both ways, over a real coordinator."""

from __future__ import annotations

import pytest

from kavka.broker.handlers import (
    delete_groups,
    describe_groups,
    heartbeat,
    join_group,
    leave_group,
    list_groups,
    offset_commit,
    offset_delete,
    offset_fetch,
    sync_group,
    txn_offset_commit,
)
from kavka.broker.replica.txn_verification import TransactionVerification
from kavka.common.steps import at_once
from kavka.protocol import messages
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES
from kavka.protocol.errors import ErrorCode, InvalidGroupId, KafkaError
from kavka.timer.clock import SystemClock
from kavka.zk import paths
from tests.support.broker.fakes import RecordingChannel, context, tell, topic_id
from tests.support.broker.parts import handling
from tests.support.group.handlers import Broker

LATEST = {**PROFILES["3.9"], **BEYOND_3_9}
UNKNOWN_ID = int(ErrorCode.UNKNOWN_TOPIC_ID)


def versions(handler):
    return range(LATEST[handler.API][1] + 1)


def of(*handlers):
    """Each handler in each version."""
    return [(handler, version) for handler in handlers for version in versions(handler)]


@pytest.fixture
def broker(groups):
    return Broker(groups)


@pytest.mark.parametrize("version", versions(join_group))
async def test_join(broker, version):
    joined = broker.join(version)
    if version >= 4:
        assert joined.error_code == 79, "an id first"
        joined = broker.join(version, joined.member_id)
    assert (joined.error_code, joined.generation_id, joined.protocol_name) == (0, 1, "range")
    assert joined.leader == joined.member_id
    assert [(member.member_id, member.metadata) for member in joined.members] == [(joined.member_id, b"meta")]
    assert joined.member_id.startswith("cl-")
    [member] = broker.groups.group().members.values()
    assert member.client_host == "/10.0.0.9"
    assert member.rebalance_timeout_ms == (10_000 if version == 0 else 60_000)
    refused = broker.join(version, "stranger")
    assert (refused.error_code, refused.member_id, refused.protocol_name) == (
        25,
        "stranger",
        None if version >= 7 else "",
    )


async def test_the_reasons_of_clients_are_logged(broker, caplog):
    """KIP-800. What they say is quoted: it must not look like a line of the broker's own."""
    caplog.set_level("INFO")
    member = broker.join(8).member_id
    broker.join(8, member, reason="a poll\nwas late")
    assert f"member {member} joins, saying 'a poll\\nwas late'" in caplog.text
    identity = messages.LeaveGroupRequest.MemberIdentity(member, None, reason="the consumer is being closed")
    request = messages.LeaveGroupRequest(group_id="g", members=[identity])
    assert broker.get(leave_group, 5, request).members[0].error_code == 0
    assert f"member {member} leaves, saying 'the consumer is being closed'" in caplog.text


@pytest.mark.parametrize("version", versions(sync_group))
async def test_sync(broker, version):
    joined = broker.join(3)
    request = messages.SyncGroupRequest(
        group_id="g",
        generation_id=1,
        member_id=joined.member_id,
        protocol_type="consumer" if version >= 5 else None,
        protocol_name="range" if version >= 5 else None,
        assignments=[messages.SyncGroupRequest.SyncGroupRequestAssignment(joined.member_id, b"share")],
    )
    synced = broker.get(sync_group, version, request)
    assert (synced.error_code, synced.assignment) == (0, b"share")
    assert synced.protocol_name == ("range" if version >= 5 else None)


async def test_a_sync_of_version_5_names_its_protocol(broker):
    with pytest.raises(Exception, match="names the protocol"):
        broker.ask(sync_group, 5, messages.SyncGroupRequest(group_id="g", generation_id=1, member_id="m"))


@pytest.mark.parametrize("version", versions(heartbeat))
async def test_heartbeat(broker, version):
    [member], _ = broker.groups.stable()
    for member_id, error in ((member, 0), ("x", 25)):
        request = messages.HeartbeatRequest(group_id="g", generation_id=1, member_id=member_id)
        assert broker.get(heartbeat, version, request).error_code == error


@pytest.mark.parametrize("version", versions(leave_group))
async def test_leave(broker, version):
    [member], _ = broker.groups.stable()
    for error in (0, 25):
        request = messages.LeaveGroupRequest(group_id="g", member_id="" if version >= 3 else member)
        if version >= 3:
            request.members = [messages.LeaveGroupRequest.MemberIdentity(member, None)]
        left = broker.get(leave_group, version, request)
        assert (left.error_code, [m.error_code for m in left.members]) == (
            (0, [error]) if version >= 3 else (error, [])
        )


def committing(version, *, topic="known", partition=0, offset=7):
    """An OffsetCommit from outside."""
    part = messages.OffsetCommitRequest.OffsetCommitRequestPartition(partition, offset, committed_metadata="note")
    return messages.OffsetCommitRequest(
        group_id="g",
        retention_time_ms=5_000 if 2 <= version <= 4 else -1,
        topics=[messages.OffsetCommitRequest.OffsetCommitRequestTopic(topic, topic_id(topic), [part])],
    )


def errors_of(answer):
    return [part.error_code for topic in answer.topics for part in topic.partitions]


@pytest.mark.parametrize("version", range(1, LATEST[offset_commit.API][1] + 1))
async def test_offsets_are_committed_and_fetched(broker, version):
    assert errors_of(broker.get(offset_commit, version, committing(version))) == [0]
    unknown = UNKNOWN_ID if version >= 10 else 3
    assert errors_of(broker.get(offset_commit, version, committing(version, topic="unknown"))) == [unknown]
    assert errors_of(broker.get(offset_commit, version, committing(version, partition=9))) == [3]
    [found] = at_once(broker.groups.coordinator.offsets.fetch("g", None))
    assert (found.committed.expire_ms is not None) == (2 <= version <= 4)
    fetch = messages.OffsetFetchRequest
    for fetch_version in range(1, LATEST[offset_fetch.API][1] + 1):
        if fetch_version >= 8:
            asked = fetch.OffsetFetchRequestTopics("known", topic_id("known"), [0, 1])
            request = fetch(groups=[fetch.OffsetFetchRequestGroup("g", topics=[asked])])
            [answer] = broker.get(offset_fetch, fetch_version, request).groups
        else:
            request = fetch(group_id="g", topics=[fetch.OffsetFetchRequestTopic("known", [0, 1])])
            answer = broker.get(offset_fetch, fetch_version, request)
        [topic] = answer.topics
        assert answer.error_code == 0
        if fetch_version >= 10:
            assert (topic.name, topic.topic_id) == ("", topic_id("known"))
        assert [(part.committed_offset, part.metadata, part.error_code) for part in topic.partitions] == [
            (7, "note", 0),
            (-1, "", 0),
        ]


@pytest.mark.parametrize("version", range(2, 11))
async def test_all_offsets(broker, version):
    broker.get(offset_commit, 3, committing(3))
    fetch = messages.OffsetFetchRequest
    if version >= 8:
        request = fetch(groups=[fetch.OffsetFetchRequestGroup(name, topics=None) for name in ("g", "none")])
        answer, none = broker.get(offset_fetch, version, request).groups
        assert none.topics == []
    else:
        answer = broker.get(offset_fetch, version, fetch(group_id="g", topics=None))
    if version >= 10:
        assert [topic.topic_id for topic in answer.topics] == [topic_id("known")]
    else:
        assert [topic.name for topic in answer.topics] == ["known"]


async def test_offsets_of_a_topic_that_has_no_id_any_more_are_left_out_of_all_by_id(broker):
    broker.get(offset_commit, 3, committing(3))
    broker.groups.commit(1, topic="gone")
    fetch = messages.OffsetFetchRequest
    request = fetch(groups=[fetch.OffsetFetchRequestGroup("g", topics=None)])
    [answer] = broker.get(offset_fetch, 9, request).groups
    assert {topic.name for topic in answer.topics} == {"known", "gone"}
    [answer] = broker.get(offset_fetch, 10, request).groups
    assert [topic.topic_id for topic in answer.topics] == [topic_id("known")]


async def test_each_id_that_no_topic_has_is_answered(broker):
    tell(broker.services.metadata_cache, {"other": 1})
    names = ("nowhere", "known", "neither", "other")
    part = messages.OffsetCommitRequest.OffsetCommitRequestPartition(0, 7, committed_metadata="")
    topic = messages.OffsetCommitRequest.OffsetCommitRequestTopic
    commit = messages.OffsetCommitRequest(group_id="g", topics=[topic("", topic_id(name), [part]) for name in names])
    committed = broker.get(offset_commit, 10, commit)
    assert {each.topic_id: each.partitions[0].error_code for each in committed.topics} == {
        topic_id(name): code for name, code in zip(names, (UNKNOWN_ID, 0, UNKNOWN_ID, 0), strict=True)
    }
    fetch = messages.OffsetFetchRequest
    topics = [fetch.OffsetFetchRequestTopics("", topic_id(name), [0]) for name in names]
    request = fetch(groups=[fetch.OffsetFetchRequestGroup("g", topics=topics)])
    [answer] = broker.get(offset_fetch, 10, request).groups
    found = {each.topic_id: [(p.committed_offset, p.error_code) for p in each.partitions] for each in answer.topics}
    assert found == {topic_id(name): [(-1, UNKNOWN_ID) if name.startswith("n") else (7, 0)] for name in names}


@pytest.mark.parametrize(("version", "told"), [(8, ErrorCode.ILLEGAL_GENERATION), (9, ErrorCode.GROUP_ID_NOT_FOUND)])
async def test_a_member_of_a_group_that_is_gone_hears_so_from_version_10_on(broker, version, told):
    request = committing(version)
    request.generation_id_or_member_epoch = 3
    assert errors_of(broker.get(offset_commit, version, request)) == [told]


@pytest.mark.parametrize(("handler", "version"), of(offset_fetch))
async def test_an_error_of_the_whole_group_stands_where_the_version_has_a_place(unled, handler, version):
    if version == 0:
        return
    broker, fetch = Broker(unled), messages.OffsetFetchRequest
    if version >= 8:
        request = fetch(
            groups=[
                fetch.OffsetFetchRequestGroup(
                    "g", topics=[fetch.OffsetFetchRequestTopics("known", topic_id("known"), [0])]
                )
            ]
        )
        [answer] = broker.get(handler, version, request).groups
    else:
        request = fetch(group_id="g", topics=[fetch.OffsetFetchRequestTopic("known", [0])])
        answer = broker.get(handler, version, request)
    assert answer.error_code == (16 if version >= 2 else 0)
    if version < 8:
        assert errors_of(answer) == [16]


async def test_version_0_is_in_zookeeper(broker):
    zk = broker.services.zk
    await zk.start(1000)
    fetch = messages.OffsetFetchRequest
    request = fetch(group_id="g", topics=[fetch.OffsetFetchRequestTopic("known", [0])])
    answer = await handling(offset_fetch, broker.services).handle(request, context(0))
    assert [(p.committed_offset, p.error_code) for p in answer.topics[0].partitions] == [(-1, 3)]
    for offset in (7, 8):
        answer = await handling(offset_commit, broker.services).handle(committing(0, offset=offset), context(0))
        assert errors_of(answer) == [0]
        data, _ = await zk.get(paths.consumer_offset("g", "known", 0))
        assert data == str(offset).encode()
    answer = await handling(offset_fetch, broker.services).handle(request, context(0))
    assert [(p.committed_offset, p.error_code) for p in answer.topics[0].partitions] == [(8, 0)]
    for group in ("a/b", "..", ""):
        bad = committing(0)
        bad.group_id = group
        with pytest.raises(InvalidGroupId):
            await handling(offset_commit, broker.services).handle(bad, context(0))
    assert broker.groups.group() is None
    await zk.close()


@pytest.mark.parametrize("version", versions(list_groups))
async def test_list(broker, version):
    broker.groups.stable()
    broker.groups.commit(1, group="empty")
    request = messages.ListGroupsRequest(states_filter=["Stable"] if version >= 4 else [])
    listed = broker.get(list_groups, version, request)
    shown = {(group.group_id, group.protocol_type, group.group_state) for group in listed.groups}
    if version >= 4:
        assert shown == {("g", "consumer", "Stable")}
    else:
        assert shown == {("g", "consumer", ""), ("empty", "", "")}


@pytest.mark.parametrize(
    ("types", "shown"), [(["Classic"], {"g"}), (["consumer"], set()), (["share", "classic"], {"g"})]
)
async def test_groups_are_listed_by_type(broker, types, shown):
    broker.groups.stable()
    listed = broker.get(list_groups, 5, messages.ListGroupsRequest(types_filter=types))
    assert {group.group_id for group in listed.groups} == shown
    assert {group.group_type for group in listed.groups} <= {"classic"}


@pytest.mark.parametrize("version", versions(describe_groups))
async def test_describe(broker, version):
    [member], _ = broker.groups.stable(instances=["i"])
    request = messages.DescribeGroupsRequest(groups=["g", "none"], include_authorized_operations=version >= 3)
    there, none = broker.get(describe_groups, version, request).groups
    assert (there.error_code, there.group_state, there.protocol_type, there.protocol_data) == (
        0,
        "Stable",
        "consumer",
        "range",
    )
    [shown] = there.members
    assert (shown.member_id, shown.client_host) == (member, "/10.0.0.9")
    assert shown.group_instance_id == ("i" if version >= 4 else None)
    assert (none.error_code, none.group_state, none.members) == (69 if version >= 6 else 0, "Dead", [])
    assert (none.error_message is not None) == (version >= 6)
    assert there.error_message is None
    operations = 0b1101_0100_1000 if version >= 6 else 0b101001000
    assert there.authorized_operations == (operations if version >= 3 else -(2**31))


@pytest.mark.parametrize("version", versions(delete_groups))
async def test_delete(broker, version):
    broker.groups.stable()
    broker.groups.commit(1, group="empty")
    request = messages.DeleteGroupsRequest(groups_names=["g", "empty", "none"])
    results = broker.get(delete_groups, version, request).results
    assert {result.group_id: result.error_code for result in results} == {"g": 68, "empty": 0, "none": 69}


async def test_offset_delete(broker):
    broker.groups.commit(1, topic="known")
    delete = messages.OffsetDeleteRequest
    topics = [
        delete.OffsetDeleteRequestTopic(name, [delete.OffsetDeleteRequestPartition(0)]) for name in ("known", "unknown")
    ]
    answer = broker.get(offset_delete, 0, delete(group_id="g", topics=topics))
    assert answer.error_code == 0
    assert {topic.name: topic.partitions[0].error_code for topic in answer.topics} == {"known": 0, "unknown": 3}
    assert broker.groups.group() is None


@pytest.mark.parametrize("version", versions(txn_offset_commit))
async def test_txn_offset_commit(broker, version):
    commit = messages.TxnOffsetCommitRequest
    part = commit.TxnOffsetCommitRequestPartition(0, 7, committed_metadata=None)
    request = commit(
        transactional_id="t",
        group_id="g",
        producer_id=5,
        producer_epoch=0,
        topics=[commit.TxnOffsetCommitRequestTopic(name, topic_id(name), [part]) for name in ("known", "unknown")],
    )
    answer = broker.get(txn_offset_commit, version, request)
    assert errors_of(answer) == [0, UNKNOWN_ID if version >= 6 else 3]
    if version >= 6:
        assert [topic.topic_id for topic in answer.topics] == [topic_id("known"), topic_id("unknown")]
    broker.groups.append_marker(5, is_commit=True)
    [found] = at_once(broker.groups.coordinator.offsets.fetch("g", None))
    assert found.committed.offset == 7


class Verifier:
    """A transaction coordinator that takes its time."""

    def __init__(self, code):
        self.code = code
        self.asked = []
        self.added = []
        self.meanwhile = lambda: None

    async def verify(self, transactional_id, producer_id, producer_epoch, partitions):
        self.asked.append((transactional_id, producer_id, producer_epoch, [str(one) for one in partitions]))
        self.meanwhile()
        return dict.fromkeys(partitions, self.code)

    async def add(self, transactional_id, producer_id, producer_epoch, partitions):
        self.added.append((transactional_id, producer_id, producer_epoch, [str(one) for one in partitions]))
        self.meanwhile()
        return dict.fromkeys(partitions, self.code)


async def commit_in_transaction(broker, verifier, *, member_id="", generation_id=-1, offset=7, version=3):
    broker.services.verification = TransactionVerification(verifier.verify, verifier.add, clock=SystemClock())
    commit = messages.TxnOffsetCommitRequest
    request = commit(
        transactional_id="t",
        group_id="g",
        producer_id=5,
        producer_epoch=0,
        generation_id=generation_id,
        member_id=member_id,
        topics=[
            commit.TxnOffsetCommitRequestTopic(
                "known",
                topic_id("known"),
                [commit.TxnOffsetCommitRequestPartition(0, offset, committed_metadata=None)],
            )
        ],
    )
    channel = RecordingChannel()
    await handling(txn_offset_commit, broker.services).handle(request, context(version, channel))
    [error] = errors_of(broker.answer(channel, version))
    return ErrorCode(error)


async def test_the_first_positions_of_a_transaction_are_verified_once(broker):
    verifier = Verifier(ErrorCode.NONE)
    assert await commit_in_transaction(broker, verifier) is ErrorCode.NONE
    assert await commit_in_transaction(broker, verifier, offset=8) is ErrorCode.NONE
    assert verifier.asked == [("t", 5, 0, ["__consumer_offsets-0"])], "an open transaction is not asked about again"
    broker.groups.append_marker(5, is_commit=True)
    assert [found.committed.offset for found in at_once(broker.groups.coordinator.offsets.fetch("g", None))] == [8]


@pytest.mark.parametrize(("version", "told"), [(3, "INVALID_TXN_STATE"), (4, "TRANSACTION_ABORTABLE")])
async def test_from_version_4_on_a_producer_hears_that_it_may_abort(broker, version, told):
    verifier = Verifier(ErrorCode.TRANSACTION_ABORTABLE)
    with pytest.raises(KafkaError) as refused:
        await commit_in_transaction(broker, verifier, version=version)
    assert refused.value.code.name == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (ErrorCode.INVALID_TXN_STATE, ErrorCode.INVALID_TXN_STATE),
        (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH),
        (ErrorCode.CONCURRENT_TRANSACTIONS, ErrorCode.COORDINATOR_NOT_AVAILABLE),
    ],
)
async def test_positions_of_a_transaction_that_nobody_knows_are_refused(broker, said, told):
    with pytest.raises(KafkaError) as refused:
        await commit_in_transaction(broker, Verifier(said))
    assert refused.value.code is told
    assert at_once(broker.groups.coordinator.offsets.fetch("g", None)) == []


@pytest.mark.parametrize(("version", "told"), [(5, ErrorCode.ILLEGAL_GENERATION), (6, ErrorCode.GROUP_ID_NOT_FOUND)])
async def test_a_transaction_of_a_member_of_a_group_that_is_gone(broker, version, told):
    verifier = Verifier(ErrorCode.NONE)
    assert await commit_in_transaction(broker, verifier, member_id="m", generation_id=1, version=version) is told


@pytest.mark.parametrize("version", [5, 6])
async def test_an_id_that_gets_a_name_while_the_coordinator_is_asked_is_unknown_all_the_same(broker, version):
    """Nobody was asked whether that topic may be read."""
    verifier = Verifier(ErrorCode.NONE)
    verifier.meanwhile = lambda: tell(broker.services.metadata_cache, {"late": 1})
    commit = messages.TxnOffsetCommitRequest
    part = commit.TxnOffsetCommitRequestPartition(0, 7, committed_metadata=None)
    topics = [commit.TxnOffsetCommitRequestTopic(name, topic_id(name), [part]) for name in ("known", "late")]
    broker.services.verification = TransactionVerification(verifier.verify, verifier.add, clock=SystemClock())
    request = commit(transactional_id="t", group_id="g", producer_id=5, producer_epoch=0, topics=topics)
    channel = RecordingChannel()
    await handling(txn_offset_commit, broker.services).handle(request, context(version, channel))
    assert errors_of(broker.answer(channel, version)) == [0, UNKNOWN_ID if version == 6 else 0]


async def test_bug_84_who_left_while_the_coordinator_was_asked_commits_nothing(broker):
    [member], _ = broker.groups.stable()
    verifier = Verifier(ErrorCode.NONE)
    verifier.meanwhile = lambda: broker.groups.leave(member)
    error = await commit_in_transaction(broker, verifier, member_id=member, generation_id=1)
    assert error in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.ILLEGAL_GENERATION)
    broker.groups.append_marker(5, is_commit=True)
    assert at_once(broker.groups.coordinator.offsets.fetch("g", None)) == []


async def test_a_marker_that_comes_while_the_coordinator_is_asked_wins(broker):
    verifier = Verifier(ErrorCode.NONE)
    verifier.meanwhile = lambda: broker.groups.append_marker(5, is_commit=False)
    assert await commit_in_transaction(broker, verifier) is ErrorCode.INVALID_TXN_STATE
    broker.groups.append_marker(5, is_commit=True)
    assert at_once(broker.groups.coordinator.offsets.fetch("g", None)) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [(ErrorCode.PRODUCER_FENCED, "INVALID_PRODUCER_EPOCH"), (ErrorCode.NETWORK_EXCEPTION, "COORDINATOR_NOT_AVAILABLE")],
)
async def test_from_version_5_on_the_group_joins_the_transaction_by_its_commit(broker, said, told):
    verifier = Verifier(ErrorCode.NONE)
    assert await commit_in_transaction(broker, verifier, version=5) is ErrorCode.NONE
    assert (verifier.asked, [added[:3] for added in verifier.added]) == ([], [("t", 5, 0)])
    assert verifier.added[0][3][0].startswith("__consumer_offsets-")
    broker.groups.append_marker(5, is_commit=False)
    with pytest.raises(KafkaError) as refused:
        await commit_in_transaction(broker, Verifier(said), version=5)
    assert refused.value.code.name == told
