"""Takes groups with members over from one protocol to the other, member by member (KIP-848).

    a member joins by ConsumerGroupHeartbeat ─▶ upgraded: the consumer group that would be ─▶ it joins there ─▶ upgrade
    the last such member leaves, or is fenced ─▶ can_downgrade ─▶ downgrade: a classic group that prepares a rebalance

`group.consumer.migration.policy` says which way. What a group becomes is decided in `migration`; here it is done: what
waits is answered, sessions end and begin, records of the one protocol are written and those of the other deleted, in
one batch where they have room in one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kavka.broker.group.consumer import migration
from kavka.broker.group.consumer.record_ids import RecordKind
from kavka.broker.group.consumer.records import former_keys
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.consumer.deadlines import Deadlines
    from kavka.broker.group.consumer.member import ConsumerMember
    from kavka.broker.group.consumer.topics import Topics
    from kavka.broker.group.group_config import GroupConfig
    from kavka.broker.group.group_store import GroupStore, OnStored
    from kavka.broker.group.rebalance import Rebalances
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)


class Migrations:
    """The groups that change their protocol.

    Args:
        store: writes groups.
        rebalances: has the members of classic groups.
        deadlines: has those of consumer groups.
        clock: wall clock, for the times of states.
        config: what holds for every group now.
        topics: the cluster's, at the moment when it is called.
    """

    __slots__ = ("_clock", "_config", "_deadlines", "_rebalances", "_store", "_topics")

    def __init__(
        self,
        *,
        store: GroupStore,
        rebalances: Rebalances,
        deadlines: Deadlines,
        clock: Clock,
        config: Callable[[], GroupConfig],
        topics: Callable[[], Topics],
    ) -> None:
        self._store = store
        self._rebalances = rebalances
        self._deadlines = deadlines
        self._clock = clock
        self._config = config
        self._topics = topics

    # ---- to the consumer protocol -----------------------------------------------------------------------------------

    def upgraded(self, group: GroupMetadata) -> ConsumerGroupMetadata:
        """Makes the consumer group that a classic group with members would be.

        Raises:
            GroupIdNotFound: it may not be one, and why.
        """
        config = self._config().consumer
        if not config.migration.has_upgrade:
            raise migration.refused(group, f"group.consumer.migration.policy is {config.migration.value}")
        if not group.is_consumer_group:
            raise migration.refused(group, f"its members are of type {group.protocol_type!r}")
        if len(group.members) > config.size_max:
            raise migration.refused(group, f"it has {len(group.members)} members: {config.size_max} are allowed")
        return migration.upgraded(group, self._topics())

    def upgrade(self, group: GroupMetadata, consumer: ConsumerGroupMetadata) -> None:
        """Makes a group one of the consumer protocol, whose members are `consumer`'s; that has to be written yet."""
        if group.generation_id > 0:
            consumer.note(RecordKind.CLASSIC)
        if not group.is_empty:
            self._rebalances.hand_over(group)
        group.become_consumer(consumer)
        for member in consumer.members.values():
            if member.classic is not None:
                self._deadlines.heard(group, member, member.classic.session_timeout_ms)
        _log.info("%s is of the consumer protocol, with %d members", group, len(consumer.members))

    # ---- to the classic protocol ------------------------------------------------------------------------------------

    def can_downgrade(
        self, consumer: ConsumerGroupMetadata, leaving: list[ConsumerMember], *, joining_count: int = 0
    ) -> bool:
        """Tells whether a group becomes classic when members leave, and so many classic ones join."""
        config = self._config()
        if not config.consumer.migration.has_downgrade:
            return False
        return migration.can_be_classic(consumer, leaving, joining_count=joining_count, size_max=config.group_size_max)

    def downgrade(self, group: GroupMetadata, leaving: Iterable[ConsumerMember], on_stored: OnStored) -> None:
        """Makes a group one of the classic protocol, without these members; the others are to join again."""
        consumer = group.consumer
        assert consumer is not None, f"{group} is a classic group"
        for member in leaving:
            consumer.remove(member)
        for member in consumer.members.values():
            self._deadlines.stop(member)
        members = migration.downgraded(consumer, self._topics().name_of)
        self.become_classic(group)
        if not members:
            on_stored(ErrorCode.NONE)  # there is nothing to say of it before the first one has joined
            return
        group.take_over(members, consumer.epoch, self._clock.now_ms())
        _log.info("%s is of the classic protocol, with %d members", group, len(group.members))
        self._rebalances.resume(group)
        self._store.append_group(group, {}, on_stored)

    def become_classic(self, group: GroupMetadata) -> None:
        """Makes a group one of the classic protocol, without members; what it was is deleted with its next record."""
        consumer = group.consumer
        assert consumer is not None, f"{group} is a classic group"
        keys = former_keys(group.group_id, consumer)
        consumer.unwritten.clear()
        group.become_classic(keys)
