"""A group's committed offsets, read and written through its coordinator: what consumers and administrators share.

`wire.group_offsets` has the requests and reads the responses; here are the retries, and whether topics are named by id:
where the coordinator takes that and all ids are known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from kavka.client.cluster import Cluster
from kavka.client.coordinators import CoordinatorLink
from kavka.client.position_ids import PositionIds
from kavka.client.versions import BY_ID
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import EncodeError, RequestTimedOut, StaleMemberEpoch, UnknownTopicId
from kavka.wire.group_offsets import (
    EPOCHS_VERSION,
    ONE_GROUP_VERSION_MAX,
    GroupMetadata,
    IdOf,
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
    names_of,
    no_id,
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
    ids: PositionIds | None = None,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets.

    Args:
        cluster: For pauses and deadlines.
        link: The way to the coordinator, asked for at each try.
        member: Who commits; without a generation: nobody in particular.
        offsets: What.
        ids: Of which topics, by id; None: topics are named.
        timeout_ms: Deadline with retries; None: the cluster's.

    Raises:
        UnknownTopicId: another topic has the name now of one that offsets are of.
        KafkaError: it is refused: by IllegalGeneration, UnknownMemberId and RebalanceInProgress the group says that it
            went on, or is about to; FencedInstanceId, OffsetMetadataTooLarge, ….
        DeadlineExceeded: no coordinator took them in time.
    """

    async def attempt() -> None:
        await _commit_once(link(), lambda: member, offsets, ids, by_name=None)

    if offsets:
        what = f"commit offsets of group {member.group_id!r}"
        await cluster.retry(attempt, what=what, timeout_ms=timeout_ms, unless=UnknownTopicId)


async def _commit_once(
    asked: CoordinatorLink,
    member: MemberNow,
    offsets: Mapping[TopicPartition, OffsetAndMetadata],
    ids: PositionIds | None,
    *,
    by_name: int | None,
) -> None:
    """Commits offsets in one request; `by_name` is the only version that names topics, None: any that does."""
    held = {} if ids is None else {tp: ids.of_position(tp) for tp in offsets}
    version = await _version_by_id(asked, ApiKey.OFFSET_COMMIT, held)
    id_of = no_id if version is None else held.__getitem__
    who = member()
    request = commit_request(who, offsets, id_of=id_of)
    response = await asked.ask(request, version=by_name if version is None else version)
    try:
        with _epochs_move():
            check_committed(asked.core, who.group_id, response, names=names_of(offsets, id_of))
    except UnknownTopicId as error:
        if ids is not None:
            await ids.look_again(offsets)
            if ids.are_made_anew(offsets):
                raise
        raise RequestTimedOut(f"asked again, since topics may be new: {error}") from error


async def _version_by_id(asked: CoordinatorLink, api_key: int, ids: Mapping[TopicPartition, bytes]) -> int | None:
    """Returns the version to ask in by topic id; None: topics are named, since an id or the version is missing."""
    if not ids or ZERO_TOPIC_ID in ids.values() or not await asked.offers_by_id(api_key):
        return None
    return BY_ID[api_key]


async def fetch(
    cluster: Cluster,
    link: LinkNow,
    group_id: str,
    partitions: Iterable[TopicPartition] | None,
    *,
    ids: PositionIds | None = None,
    is_stable_only: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns a group's committed offsets.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        group_id: Whose.
        partitions: Which; None: all that have an offset.
        ids: Of which topics, by id; None: topics are named.
        is_stable_only: Wait until no transaction has offsets of these partitions open (KIP-447).
        timeout_ms: Deadline with retries; None: the cluster's.

    Returns:
        Only partitions that have one.

    Raises:
        KafkaError: it is refused.
        DeadlineExceeded: no coordinator said in time.
    """
    wanted = None if partitions is None else list(partitions)
    request = fetch_request(group_id, wanted, require_stable=is_stable_only)

    async def attempt() -> dict[TopicPartition, OffsetAndMetadata]:
        asked = link()
        now = {} if ids is None else {tp: ids.of_topic(tp) for tp in wanted or ()}
        version = await _version_by_id(asked, ApiKey.OFFSET_FETCH, now)
        if version is not None:
            nobody = GroupMetadata(group_id)
            return await _fetch_once(asked, nobody, now, ids, is_stable_only=is_stable_only, version=version)
        try:
            response = await asked.ask(request, version_max=ONE_GROUP_VERSION_MAX)
        except EncodeError:
            request.require_stable = False  # brokers of before 2.5 do not know of it; Kafka's client goes on, too
            raise RequestTimedOut("asked again in an older form") from None
        return check_fetched(asked.core, group_id, response)

    if wanted is not None and not wanted:
        return {}
    return await cluster.retry(attempt, what=f"read the offsets of group {group_id!r}", timeout_ms=timeout_ms)


async def _fetch_once(
    asked: CoordinatorLink,
    who: GroupMetadata,
    held: Mapping[TopicPartition, bytes],
    ids: PositionIds | None,
    *,
    is_stable_only: bool,
    version: int,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Reads the committed offsets of partitions in one request, by topic id or not."""
    id_of: IdOf = held.__getitem__ if version == BY_ID[ApiKey.OFFSET_FETCH] else no_id
    request = member_fetch_request(who, held, require_stable=is_stable_only, id_of=id_of)
    response = await asked.ask(request, version=version)
    try:
        with _epochs_move():
            return check_member_fetched(asked.core, who.group_id, response, names=names_of(held, id_of))
    except UnknownTopicId as error:
        if ids is not None:
            await ids.look_again(held)
        raise RequestTimedOut(f"asked again, since topics may be new: {error}") from error


async def commit_in_epoch(
    cluster: Cluster,
    link: LinkNow,
    member: MemberNow,
    offsets: Mapping[TopicPartition, OffsetAndMetadata],
    *,
    ids: PositionIds,
    timeout_ms: int | None = None,
) -> None:
    """Commits offsets as a member of the consumer protocol; one that is in its next epoch by then, says so again.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        member: Who commits, asked for at each try.
        offsets: What.
        ids: Of which topics, by id.
        timeout_ms: Deadline with retries; None: the cluster's.

    Raises:
        UnknownTopicId: as `commit`.
        KafkaError: it is refused, or `member` refuses.
        DeadlineExceeded: no coordinator took them in time.
    """

    async def attempt() -> None:
        asked = link()
        await asked.broker_id()  # which may take its time, in which the epoch moves
        await _commit_once(asked, member, offsets, ids, by_name=EPOCHS_VERSION)

    if offsets:
        what = f"commit offsets of group {member().group_id!r}"
        await cluster.retry(attempt, what=what, timeout_ms=timeout_ms, unless=UnknownTopicId)


async def fetch_in_epoch(
    cluster: Cluster,
    link: LinkNow,
    member: MemberNow,
    partitions: Collection[TopicPartition],
    *,
    ids: PositionIds,
    is_stable_only: bool = False,
    timeout_ms: int | None = None,
) -> dict[TopicPartition, OffsetAndMetadata]:
    """Returns the committed offsets of partitions that a member of the consumer protocol was assigned.

    Args:
        cluster: For pauses and deadlines.
        link: As `commit`.
        member: Who asks, asked for at each try.
        partitions: Which.
        ids: Of which topics, by id.
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
        now = {tp: ids.of_topic(tp) for tp in partitions}
        await asked.broker_id()
        version = await _version_by_id(asked, ApiKey.OFFSET_FETCH, now) or EPOCHS_VERSION
        return await _fetch_once(asked, member(), now, ids, is_stable_only=is_stable_only, version=version)

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
