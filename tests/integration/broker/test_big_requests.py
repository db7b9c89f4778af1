"""One large request beside everybody else: others are served while it runs; it gets an answer, or a refusal in words.

A broker once took 25 s for a request of a million partitions, during which nobody else was answered. What is counted
here are others' requests that are answered while a big one is in progress, not milliseconds: before, that was none.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kavka.client import acls
from kavka.client.admin import Admin, NewTopic
from kavka.client.cluster import Cluster
from kavka.common.acls import (
    CLUSTER_NAME,
    AclBinding,
    AclEntry,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.protocol.codec import decode_message, response_class
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import encode_request_frame
from kavka.protocol.messages import (
    ApiVersionsRequest,
    DeleteRecordsRequest,
    FetchRequest,
    FindCoordinatorRequest,
    FindCoordinatorResponse,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
)
from tests.support.processes.cluster import KavkaProcess, wait_until
from tests.support.wire.raw import RawConnection

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

TOPIC = "big"
PARTITIONS = 3
ITEMS = 60_000
"""Below what a cluster of 200,000 partitions asks for; it took seconds."""

TOO_MANY = 600_000
ANSWERED_MIN = 8
"""Others' requests that are answered while a big one is in progress: none or one where it holds the loop.

There are some hundred turns of the loop, but the one who asks may wait for a core, too.
"""

UNKNOWN, REFUSED = int(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION), int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
INVALID_REQUEST = int(ErrorCode.INVALID_REQUEST)


class Case(NamedTuple):
    """A request that lists partitions, and where its answer has them."""

    name: str
    version: int
    make: Callable[[int], Any]
    asks_for_topics: bool = False

    def __str__(self) -> str:
        return self.name


def _list_offsets(count: int) -> Any:
    asked = [ListOffsetsRequest.ListOffsetsPartition(partition_index=i, timestamp=-1) for i in range(count)]
    return ListOffsetsRequest(topics=[ListOffsetsRequest.ListOffsetsTopic(name=TOPIC, partitions=asked)])


def _metadata(count: int) -> Any:
    names = [TOPIC, *(f"t{number}" for number in range(count - 1))]
    topics = [MetadataRequest.MetadataRequestTopic(name=name) for name in names]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=False)


def _offset_commit(count: int) -> Any:
    asked = [OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=i) for i in range(count)]
    topics = [OffsetCommitRequest.OffsetCommitRequestTopic(name=TOPIC, partitions=asked)]
    return OffsetCommitRequest(group_id="g", topics=topics)


def _offset_fetch(count: int) -> Any:
    topics = [OffsetFetchRequest.OffsetFetchRequestTopic(name=TOPIC, partition_indexes=list(range(count)))]
    return OffsetFetchRequest(group_id="g", topics=topics)


def _delete_records(count: int) -> Any:
    asked = [DeleteRecordsRequest.DeleteRecordsPartition(partition_index=i, offset=0) for i in range(count)]
    return DeleteRecordsRequest(
        topics=[DeleteRecordsRequest.DeleteRecordsTopic(name=TOPIC, partitions=asked)], timeout_ms=5_000
    )


CASES = [
    Case("ListOffsets", 1, _list_offsets),
    Case("Metadata", 4, _metadata, asks_for_topics=True),
    Case("OffsetCommit", 2, _offset_commit),
    Case("OffsetFetch", 1, _offset_fetch),
    Case("DeleteRecords", 0, _delete_records),
]


def frame_of(request: Any, version: int, correlation_id: int = 5) -> bytes:
    return b"".join(encode_request_frame(request, version=version, correlation_id=correlation_id, client_id="big"))


def codes_of(case: Case, body: bytes) -> list[tuple[Any, int]]:
    """What was answered: item by item, its name or number, and its error code; of one topic, which comes once."""
    response: Any = decode_message(response_class(case.make(0).API_KEY), case.version, body)
    if case.asks_for_topics:
        return [(topic.name, topic.error_code) for topic in response.topics]
    [topic] = response.topics
    assert topic.name == TOPIC
    return [(each.partition_index, each.error_code) for each in topic.partitions]


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KavkaProcess]:
    with _started(KavkaProcess(tmp_path_factory.mktemp("big") / "data")) as process:
        asyncio.run(_prepare(process.bootstrap))
        wait_until(lambda: has_coordinator(process.bootstrap), "a coordinator")
        yield process


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KavkaProcess]:
    """A broker with an authorizer, and for clients no rights at all."""
    config = {
        "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
        "allow.everyone.if.no.acl.found": "true",
    }
    with _started(KavkaProcess(tmp_path_factory.mktemp("locked") / "data", config=config)) as process:
        asyncio.run(_prepare(process.bootstrap, is_locked=True))
        yield process


@contextlib.contextmanager
def _started(process: KavkaProcess) -> Iterator[KavkaProcess]:
    process.start()
    yield process
    assert "Traceback" not in broker_log(process)
    assert process.stop() == 0, process.log()


def broker_log(process: KavkaProcess) -> str:
    return Path(process.data_dir, "broker-0.log").read_text(encoding="utf-8")


def has_coordinator(bootstrap: str) -> bool:
    """Whether somebody coordinates the group; the first question creates its topic."""
    with RawConnection(bootstrap) as connection:
        body = connection.ask(FindCoordinatorRequest(key="g"), version=0)
        return decode_message(FindCoordinatorResponse, 0, body).error_code == 0


async def _prepare(bootstrap: str, *, is_locked: bool = False) -> None:
    async with Admin(bootstrap) as admin, Cluster(bootstrap) as cluster:
        await admin.create_topics([NewTopic(name=TOPIC, num_partitions=PARTITIONS)])
        if is_locked:
            brokers = AclBinding(
                ResourcePattern(ResourceType.CLUSTER, CLUSTER_NAME),
                AclEntry("User:ANONYMOUS", "*", AclOperation.CLUSTER_ACTION, PermissionType.ALLOW),
            )
            nobody = AclBinding(
                ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
                AclEntry("User:nobody", "*", AclOperation.ALL, PermissionType.ALLOW),
            )
            await acls.create_acls(cluster, [brokers, nobody])


def answered_meanwhile(bootstrap: str, big: RawConnection, frame: bytes) -> int:
    """Sends a big request, and others until it is answered: how many of those were."""
    with RawConnection(bootstrap) as other:
        assert other.answers()
        big.send(frame)
        count = 0
        while not big.has_data():
            assert other.answers()
            count += 1
        return count


@pytest.mark.parametrize("case", CASES, ids=str)
def test_others_are_served_while_a_big_request_runs(process: KavkaProcess, case: Case) -> None:
    with RawConnection(process.bootstrap) as big:
        count = answered_meanwhile(process.bootstrap, big, frame_of(case.make(ITEMS), case.version))
        answer = codes_of(case, big.frame()[4:])
    assert count >= ANSWERED_MIN
    known = 1 if case.asks_for_topics else PARTITIONS
    asked = [TOPIC, *(f"t{number}" for number in range(ITEMS - 1))] if case.asks_for_topics else list(range(ITEMS))
    assert [name for name, _ in answer] == asked
    assert [code for _, code in answer[:known]] == [0] * known
    assert {code for _, code in answer[known:]} == {0 if case.name == "OffsetFetch" else UNKNOWN}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_others_are_served_while_a_big_request_is_refused(locked: KavkaProcess, case: Case) -> None:
    """No right is needed to ask; what is refused item by item costs others as little as what is allowed."""
    with RawConnection(locked.bootstrap) as big:
        count = answered_meanwhile(locked.bootstrap, big, frame_of(case.make(ITEMS), case.version))
        answer = codes_of(case, big.frame()[4:])
    assert count >= ANSWERED_MIN
    assert {code for _, code in answer} == {REFUSED}
    assert len({name for name, _ in answer}) == len(answer) == ITEMS


def test_answers_keep_the_order_of_their_requests(process: KavkaProcess) -> None:
    small = frame_of(ApiVersionsRequest(), 0, correlation_id=6)
    with RawConnection(process.bootstrap) as connection:
        connection.send(frame_of(_list_offsets(20_000), 1) + small)
        assert [connection.frame()[:4] for _ in range(2)] == [struct.pack(">i", 5), struct.pack(">i", 6)]


def test_several_big_requests_at_once_leave_the_loop_to_others(process: KavkaProcess) -> None:
    with contextlib.ExitStack() as stack:
        bigs = [stack.enter_context(RawConnection(process.bootstrap)) for _ in range(6)]
        for case, big in zip(CASES, bigs, strict=False):
            big.send(frame_of(case.make(ITEMS), case.version))
        count = answered_meanwhile(process.bootstrap, bigs[-1], frame_of(_list_offsets(ITEMS), 1))
        assert count >= ANSWERED_MIN
        for case, big in zip(CASES, bigs, strict=False):
            assert len(codes_of(case, big.frame()[4:])) == ITEMS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_more_than_any_client_sends_is_refused_in_words(process: KavkaProcess, case: Case) -> None:
    with RawConnection(process.bootstrap) as big:
        count = answered_meanwhile(process.bootstrap, big, frame_of(case.make(TOO_MANY), case.version))
        assert big.is_closed_by_peer()
    assert count >= 0
    limit = "NAME_ITEMS_MAX" if case.asks_for_topics else "PARTITION_ITEMS_MAX"
    said = [line for line in broker_log(process).splitlines() if "closing the connection" in line and limit in line]
    assert said


def test_a_refusal_is_an_error_code_where_there_is_a_place_for_it(process: KavkaProcess) -> None:
    with RawConnection(process.bootstrap) as big:
        version = 7
        topics = [
            FetchRequest.FetchTopic(
                topic=TOPIC, partitions=[FetchRequest.FetchPartition(partition=i) for i in range(TOO_MANY)]
            )
        ]
        request = FetchRequest(topics=topics)
        response: Any = decode_message(response_class(request.API_KEY), version, big.ask(request, version=version))
        assert response.error_code == INVALID_REQUEST
        assert big.answers()


def test_a_client_that_goes_takes_its_request_with_it(process: KavkaProcess) -> None:
    for _ in range(3):
        with RawConnection(process.bootstrap) as big:
            big.send(frame_of(_list_offsets(TOO_MANY // 2), 1))
    with RawConnection(process.bootstrap) as other:
        assert other.answers()
