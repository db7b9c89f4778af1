"""A group's committed offsets, read and written through its coordinator: what consumers and administrators share.

`wire.group_offsets` has the requests and reads the responses; here are the retries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorLink
from kavka.common.types import TopicPartition
from kavka.protocol.errors import EncodeError, RequestTimedOut, StaleMemberEpoch
from kavka.wire.group_offsets import (
    EPOCHS_VERSION,
    ONE_GROUP_VERSION_MAX,
    GroupMetadata,
    OffsetAndMetadata,
    as_committed,
    check_committed,
    check_fetched,
    check_member_fetched,
    commit_request,
    delete_request,
    deleted_in,
    fetch_request,
    member_fetch_request,
)

__all__ = ["OffsetAndMetadata", "as_committed", "commit", "commit_in_epoch", "delete", "fetch", "fetch_in_epoch"]

LinkNow = Callable[[], CoordinatorLink]

MemberNow = Callable[[], GroupMetadata]
"""Tells who a member of the consumer protocol is now, in which epoch; raises where it is none any more."""


async def commit(
    cluster: Cluster,
    link: LinkNow,
    member: GroupMetadata,
    offsets: Mapping[TopicPartition, OffsetAndMetadata],
    *,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets.

    Args:
        cluster: For pauses and deadlines.
        link: The way to the coordinator, asked for at each try.
        member: Who commits; without a generation: nobody in particular.
        offsets: What.
        timeout_ms: Deadline with retries; None: the cluster's.

    Raises:
        KafkaError: it is refused: by IllegalGeneration, UnknownMemberId and RebalanceInProgress the group says that it
            went on, or is about to; FencedInstanceId, OffsetMetadataTooLarge, ….
        DeadlineExceeded: no coordinator took them in time.
    """
    request = commit_request(member, offsets)

    async def attempt() -> None:
        asked = link()
        check_committed(asked.core, member.group_id, await asked.ask(request))

    if offsets:
        await cluster.retry(attempt, what=f"commit offsets of group {member.group_id!r}", timeout_ms=timeout_ms)


async def fetch(
    cluster: Cluster,
    link: LinkNow,
    group_id: str,
    partitions: Iterable[TopicPartition] | None,
    *,
    is_stable_only: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns a group's committed offsets.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        group_id: Whose.
        partitions: Which; None: all that have an offset.
        is_stable_only: Wait until no transaction has offsets of these partitions open (KIP-447).
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        Only partitions that have one.

    Raises:
        KafkaError: it is refused.
        DeadlineExceeded: no coordinator said in time.
    """
    request = fetch_request(group_id, partitions, require_stable=is_stable_only)

    async def attempt() -> dict[TopicPartition, OffsetAndMetadata]:
        asked = link()
        try:
            response = await asked.ask(request, version_max=ONE_GROUP_VERSION_MAX)
        except EncodeError:
            request.require_stable = False  # brokers of before 2.5 do not know of it; Kafka's client goes on, too
            raise RequestTimedOut("asked again in an older form") from None
        return check_fetched(asked.core, group_id, response)

    if request.topics is not None and not request.topics:
        return {}
    return await cluster.retry(attempt, what=f"read the offsets of group {group_id!r}", timeout_ms=timeout_ms)


async def commit_in_epoch(
    cluster: Cluster,
    link: LinkNow,
    member: MemberNow,
    offsets: Mapping[TopicPartition, OffsetAndMetadata],
    *,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets as a member of the consumer protocol; one that is in its next epoch by then, says so again.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        member: Who commits, asked for at each try.
        offsets: What.
        timeout_ms: Deadline with retries; None: the cluster's.

    Raises:
        KafkaError: it is refused, or `member` refuses.
        DeadlineExceeded: no coordinator took them in time.
    """

    async def attempt() -> None:
        asked = link()
        await asked.broker_id()  # which may take its time, in which the epoch moves
        who = member()
        response = await asked.ask(commit_request(who, offsets), version=EPOCHS_VERSION)
        with _epochs_move():
            check_committed(asked.core, who.group_id, response)

    if offsets:
        await cluster.retry(attempt, what=f"commit offsets of group {member().group_id!r}", timeout_ms=timeout_ms)


async def fetch_in_epoch(
    cluster: Cluster,
    link: LinkNow,
    member: MemberNow,
    partitions: Collection[TopicPartition],
    *,
    is_stable_only: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns the committed offsets of partitions that a member of the consumer protocol was assigned.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        member: Who asks, asked for at each try.
        partitions: Which.
        is_stable_only: As `fetch`.
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        Only partitions that have one.

    Raises:
        KafkaError: it is refused, or `member` refuses.
        DeadlineExceeded: no coordinator said in time.
    """

    async def attempt() -> dict[TopicPartition, OffsetAndMetadata]:
        asked = link()
        await asked.broker_id()
        who = member()
        request = member_fetch_request(who, partitions, require_stable=is_stable_only)
        response = await asked.ask(request, version=EPOCHS_VERSION)
        with _epochs_move():
            return check_member_fetched(asked.core, who.group_id, response)

    if not partitions:
        return {}
    what = f"read the offsets of group {member().group_id!r}"
    return await cluster.retry(attempt, what=what, timeout_ms=timeout_ms)


@contextmanager
def _epochs_move() -> Iterator[None]:
    """Makes STALE_MEMBER_EPOCH a reason to ask again: a heartbeat is about to tell the member its next epoch."""
    try:
        yield
    except StaleMemberEpoch as error:
        raise RequestTimedOut(f"asked again in the next epoch: {error}") from error


async def delete(
    cluster: Cluster, link: LinkNow, group_id: str, partitions: Iterable[TopicPartition]
) -> dict[TopicPartition, int]:
    """Deletes committed offsets.

    Returns:
        Partition → error code: GROUP_SUBSCRIBED_TO_TOPIC where a member reads the topic, 0 where it is done.

    Raises:
        KafkaError: all of it is refused: GroupIdNotFound, ….
    """
    request = delete_request(group_id, partitions)

    async def attempt() -> dict[TopicPartition, int]:
        asked = link()
        response = await asked.ask(request)
        asked.core.check(response.error_code, f"group {group_id!r}")
        return deleted_in(response)

    return await cluster.retry(attempt, what=f"delete offsets of group {group_id!r}")
