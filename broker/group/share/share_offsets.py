"""What administrators do with the offsets of share groups (KIP-932): look at them, set them, delete them.

    describe   summaries of the persister, and how far the partitions' ends are from there
    alter      of a group without members: a new epoch, INITIALIZING ─▶ the log ─▶ the persister begins ─▶ the log
    delete     of a group without members: DELETING ─▶ the log ─▶ the persister forgets ─▶ the log

What was begun and not ended is in the log: the next coordinator, or the next try, goes on. Kafka's
`GroupCoordinatorService`. Not here: how it is asked (`broker.handlers`), what members do (`heartbeats`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from kavka.broker.group.share.initialization import each
from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
from kavka.broker.group.share.share_partitions import Place
from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition
from kavka.common.types import ZERO_TOPIC_ID, TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import (
    ErrorCode,
    GroupIdNotFound,
    KafkaError,
    NonEmptyGroup,
    NotCoordinator,
    UnknownTopicOrPartition,
    error_for_code,
)

if TYPE_CHECKING:
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.consumer.writes import GroupWrites
    from kavka.broker.group.group_metadata import GroupMetadata
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.share.persister import Persister, ShareState

NOTHING_LED: Final = LeaderEpoch(0)
"""The leader epoch where no leader has asked yet."""

PersisterCall = Callable[[Place], Awaitable[object]]

UNKNOWN: Final = -1
"""A lag that cannot be told: the group has not begun there, or its leader has not said how far it is."""


class LatestOffsets(Protocol):
    """Finds where partitions end for consumers, wherever their leaders are."""

    async def latest(self, partitions: Sequence[TopicPartition]) -> Mapping[TopicPartition, int | KafkaError]:
        """Returns the offset behind the last record of each, or why it is not known; in bounded time."""


class StartOffset(NamedTuple):
    """Where a group begins in a partition, as it is described.

    Attributes:
        start_offset: −1: it has not begun there.
        lag: records that it has not done with; −1: not known.
    """

    partition: int
    start_offset: int = UNINITIALIZED_START_OFFSET
    leader_epoch: LeaderEpoch = NOTHING_LED
    lag: int = UNKNOWN
    error: KafkaError | None = None


class Outcome(NamedTuple):
    """What became of a topic, or of one of its partitions."""

    topic: str
    topic_id: bytes = ZERO_TOPIC_ID
    partition: int = -1
    error: KafkaError | None = None


class ShareOffsets:
    """The acts of administrators.

    Args:
        store: has the groups.
        writes: writes them.
        persister: keeps what they have done.
        latest: finds the ends of partitions.
    """

    __slots__ = ("_latest", "_persister", "_store", "_writes")

    def __init__(self, *, store: GroupStore, writes: GroupWrites, persister: Persister, latest: LatestOffsets) -> None:
        self._store = store
        self._writes = writes
        self._persister = persister
        self._latest = latest

    # ---- looking --------------------------------------------------------------------------------------------------

    async def describe(
        self, group_id: str, asked: Mapping[str, Sequence[int]] | None, topics: Topics
    ) -> dict[str, tuple[bytes, list[StartOffset]]]:
        """Describes where a group begins, by topic with its id; everywhere that it has begun where nothing is named.

        Raises:
            GroupIdNotFound: it is no share group.
            KafkaError: it is not coordinated here, or the persister cannot be asked.
        """
        self._store.check(group_id)
        share = self._share(group_id)
        if asked is None:
            known = share.partitions
            asked = {name: sorted(known.indexes(topic_id)) for topic_id, name in known.names.items()}
        found: dict[str, tuple[bytes, list[StartOffset]]] = {}
        places: dict[SharePartition, TopicPartition] = {}
        for name, indexes in asked.items():
            info = topics.find(name)
            if info is None:
                found[name] = (ZERO_TOPIC_ID, [StartOffset(index) for index in indexes])
                continue
            found[name] = (info.topic_id, [])
            for index in indexes:
                places[SharePartition(group_id, info.topic_id, index)] = TopicPartition(name, index)
        if places:
            states = await self._persister.summarize(list(places))
            ends = await self._latest.latest([places[place] for place, state in states.items() if _has_lag(state)])
            for place, partition in places.items():
                found[partition.topic][1].append(_described(place.partition, states[place], ends.get(partition)))
        return found

    # ---- changing -------------------------------------------------------------------------------------------------

    async def alter(self, group_id: str, asked: Mapping[str, Mapping[int, int]], topics: Topics) -> list[Outcome]:
        """Has a group without members begin at these offsets; creates it where there is none.

        Raises:
            NonEmptyGroup: it has members.
            GroupIdNotFound: the name is that of another group.
            KafkaError: it is not coordinated here, or cannot be written.
        """
        self._store.check(group_id)
        outcomes, offsets = _find(asked, topics)
        if not offsets:
            return outcomes
        group, share = self._found(group_id)
        share.begin_epoch()
        names = {outcome.topic_id: outcome.topic for outcome in outcomes}
        for topic_id, name in names.items():
            share.begin(topic_id, name, [index for begun_id, index in offsets if begun_id == topic_id])
        state_epoch, places = share.epoch, list(offsets)
        errors = await self._ask(
            group,
            share,
            places,
            lambda place: self._persister.initialize(
                SharePartition(group_id, *place), state_epoch=state_epoch, start_offset=offsets[place]
            ),
        )
        failed = {place: error for place, error in zip(places, errors, strict=True) if error is not None}
        share.begun(place for place in places if place not in failed)
        await self._write(group)
        return [
            outcome._replace(error=outcome.error or failed.get((outcome.topic_id, outcome.partition)))
            for outcome in outcomes
        ]

    async def delete(self, group_id: str, names: Iterable[str], topics: Topics) -> list[Outcome]:
        """Deletes what a group without members has done with topics.

        Raises:
            NonEmptyGroup: it has members.
            GroupIdNotFound: it is no share group.
            KafkaError: it is not coordinated here, or cannot be written.
        """
        self._store.check(group_id)
        share = self._share(group_id)
        if share.members:
            raise NonEmptyGroup(f"group {group_id!r} has {len(share.members)} members")
        outcomes = []
        for name in dict.fromkeys(names):
            info = topics.find(name)
            if info is None:
                error = UnknownTopicOrPartition(f"there is no topic {name!r}")
                outcomes.append(Outcome(name, error=error))
            elif info.topic_id not in share.partitions.names:
                error = UnknownTopicOrPartition("There is no offset information to delete.")
                outcomes.append(Outcome(name, error=error))
            else:
                outcomes.append(Outcome(name, info.topic_id))
        failed = await self._delete(group_id, [outcome.topic_id for outcome in outcomes if not outcome.error], topics)
        return [outcome._replace(error=outcome.error or failed.get(outcome.topic_id)) for outcome in outcomes]

    async def delete_all(self, group_id: str, topics: Topics) -> ErrorCode:
        """Deletes what a share group without members has done, before the group is deleted.

        A group that is none, has members or is coordinated elsewhere is left to whoever deletes groups.
        """
        group = self._store.get(group_id)
        if group is None or group.share is None or not group.is_empty:
            return ErrorCode.NONE
        try:
            failed = await self._delete(group_id, list(group.share.partitions.names), topics)
        except KafkaError as error:
            return ErrorCode(error.code)
        return next((ErrorCode(error.code) for error in failed.values()), ErrorCode.NONE)

    async def _delete(self, group_id: str, topic_ids: Sequence[bytes], topics: Topics) -> dict[bytes, KafkaError]:
        """Has the persister forget topics; returns those that it could not, which stay DELETING."""
        group = self._store.get(group_id)
        if group is None or group.share is None or not topic_ids:
            return {}
        share = group.share
        places: list[Place] = []
        for topic_id in topic_ids:
            info = topics.find(share.partitions.names[topic_id])
            # Of one that was to be forgotten already the partitions are not known, but that there are no more.
            of_before = range(info.partition_count) if info is not None and info.topic_id == topic_id else ()
            known = share.partitions.indexes(topic_id) or of_before
            places += [(topic_id, index) for index in known]
            share.delete(topic_id)
        errors = await self._ask(
            group, share, places, lambda place: self._persister.delete(SharePartition(group_id, *place))
        )
        failed = {place[0]: error for place, error in zip(places, errors, strict=True) if error is not None}
        for topic_id in topic_ids:
            if topic_id not in failed and topic_id in share.partitions.deleting:
                share.forget(topic_id)
        await self._write(group)
        return failed

    async def _ask(
        self, group: GroupMetadata, share: ShareGroupMetadata, places: list[Place], call: PersisterCall
    ) -> list[KafkaError | None]:
        """Asks the persister for partitions, once the log says what it is asked."""
        share.partitions.held.update(places)
        try:
            await self._write(group)
            errors = await each(places, call)
        finally:
            share.partitions.held.difference_update(places)
        if self._store.get(group.group_id) is not group:
            raise NotCoordinator(f"group {group.group_id!r} is coordinated elsewhere now")
        return errors

    async def _write(self, group: GroupMetadata) -> None:
        written: asyncio.Future[ErrorCode] = asyncio.get_running_loop().create_future()
        self._writes.write(group, lambda error: None if written.done() else written.set_result(error))
        error = await written
        if error is not ErrorCode.NONE:
            raise error_for_code(error, f"{group} could not be written")

    # ---- groups ---------------------------------------------------------------------------------------------------

    def _share(self, group_id: str) -> ShareGroupMetadata:
        group = self._store.get(group_id)
        if group is None or group.share is None:
            raise GroupIdNotFound(f"there is no share group {group_id!r}")
        return group.share

    def _found(self, group_id: str) -> tuple[GroupMetadata, ShareGroupMetadata]:
        """Finds a group without members, or makes one."""
        group = self._store.get(group_id)
        if group is None:
            group = self._store.create(group_id)
            group.become_share(ShareGroupMetadata())
        if group.share is None:
            raise GroupIdNotFound(f"group {group_id!r} is no share group")
        if group.share.members:
            raise NonEmptyGroup(f"group {group_id!r} has {len(group.share.members)} members")
        return group, group.share


def _find(asked: Mapping[str, Mapping[int, int]], topics: Topics) -> tuple[list[Outcome], dict[Place, int]]:
    """Finds the partitions that offsets are asked for; those that are not there have their outcome already."""
    outcomes: list[Outcome] = []
    offsets: dict[Place, int] = {}
    for name, of_partitions in asked.items():
        info = topics.find(name)
        for index, offset in of_partitions.items():
            if info is None or not 0 <= index < info.partition_count:
                error = UnknownTopicOrPartition(f"there is no partition {name}-{index}")
                topic_id = ZERO_TOPIC_ID if info is None else info.topic_id
                outcomes.append(Outcome(name, topic_id, index, error))
            else:
                outcomes.append(Outcome(name, info.topic_id, index))
                offsets[info.topic_id, index] = offset
    return outcomes, offsets


def _has_lag(state: ShareState | KafkaError) -> bool:
    return (
        not isinstance(state, KafkaError)
        and state.start_offset != UNINITIALIZED_START_OFFSET
        and state.delivery_complete_count != UNKNOWN
    )


def _described(index: int, state: ShareState | KafkaError, end: int | KafkaError | None) -> StartOffset:
    if isinstance(state, KafkaError):
        return StartOffset(index, error=state)
    if isinstance(end, KafkaError):
        return StartOffset(index, error=end)
    lag = UNKNOWN if end is None else max(end - state.start_offset - state.delivery_complete_count, 0)
    return StartOffset(index, state.start_offset, state.leader_epoch, lag)
