"""The share-partitions that a group has begun, by topic id: which may be assigned, which wait for the persister.

No I/O: who asks the persister is `initialization` and `share_offsets`, which keep hold (`held`) of what they ask for,
so that nobody else does meanwhile. Changes go through the table in `states`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kavka.broker.group.consumer.assignment import TopicId
from kavka.broker.group.share.states import SHARE_PARTITION_TRANSITIONS, SharePartitionState

Place = tuple[TopicId, int]
"""A partition, by its topic's id."""

_ABSENT: Final = SharePartitionState.ABSENT
_INITIALIZING: Final = SharePartitionState.INITIALIZING
_INITIALIZED: Final = SharePartitionState.INITIALIZED
_DELETING: Final = SharePartitionState.DELETING


class SharePartitions:
    """The share-partitions of a group.

    Invariant: each topic in `names` has a partition that is not ABSENT, or is in `deleting`.

    Attributes:
        names: topic id → name, of all that is not ABSENT.
        deleting: topics whose partitions the persister is to forget, and those of before a restart: all of them.
        held: those that the persister is asked for right now.
        version: rises with every change.
    """

    __slots__ = ("_states", "deleting", "held", "names", "version")

    def __init__(self) -> None:
        self._states: dict[TopicId, dict[int, SharePartitionState]] = {}
        self.names: dict[TopicId, str] = {}
        self.deleting: set[TopicId] = set()
        self.held: set[Place] = set()
        self.version = 0

    def __bool__(self) -> bool:
        return bool(self.names)

    # ---- looking --------------------------------------------------------------------------------------------------

    def state(self, topic_id: TopicId, index: int) -> SharePartitionState:
        """Returns the state of a share-partition."""
        state = self._states.get(topic_id, {}).get(index, _ABSENT)
        return _DELETING if state is _ABSENT and topic_id in self.deleting else state

    def in_state(self, topic_id: TopicId, state: SharePartitionState) -> frozenset[int]:
        """Returns the partitions of a topic in a state that is not ABSENT."""
        return frozenset(index for index, known in self._states.get(topic_id, {}).items() if known is state)

    def indexes(self, topic_id: TopicId) -> frozenset[int]:
        """Returns the partitions of a topic that are known one by one."""
        return frozenset(self._states.get(topic_id, ()))

    def waiting(self) -> Iterator[Place]:
        """Yields the partitions that are to be begun, and that nobody asks the persister for."""
        for topic_id, states in self._states.items():
            for index, state in states.items():
                if state is _INITIALIZING and (topic_id, index) not in self.held:
                    yield topic_id, index

    def is_held(self, topic_id: TopicId) -> bool:
        """Tells whether the persister is asked for a partition of the topic right now."""
        return any(held == topic_id for held, _ in self.held)

    # ---- changing -------------------------------------------------------------------------------------------------

    def begin(self, topic_id: TopicId, name: str, indexes: Iterable[int]) -> bool:
        """Begins partitions, or begins them anew; False where all of them are INITIALIZING already."""
        states = self._states.setdefault(topic_id, {})
        self.names[topic_id] = name
        changed = [index for index in indexes if states.get(index) is not _INITIALIZING]
        for index in changed:
            SHARE_PARTITION_TRANSITIONS.check(self.state(topic_id, index), _INITIALIZING, subject=f"{name}-{index}")
            states[index] = _INITIALIZING
        if topic_id in self.deleting and changed:
            self.deleting.discard(topic_id)
            for index in [index for index, state in states.items() if state is _DELETING]:
                del states[index]
        self.version += bool(changed)
        return bool(changed)

    def begun(self, places: Iterable[Place]) -> bool:
        """Notes that the persister has begun partitions; False where none of them was to be."""
        changed = [place for place in places if self.state(*place) is _INITIALIZING]
        for topic_id, index in changed:
            SHARE_PARTITION_TRANSITIONS.check(_INITIALIZING, _INITIALIZED, subject=f"{self.names[topic_id]}-{index}")
            self._states[topic_id][index] = _INITIALIZED
        self.version += bool(changed)
        return bool(changed)

    def delete(self, topic_id: TopicId) -> None:
        """Notes that the persister is to forget a topic's partitions."""
        for index, state in self._states.get(topic_id, {}).items():
            if state is not _DELETING:
                SHARE_PARTITION_TRANSITIONS.check(state, _DELETING, subject=f"{self.names[topic_id]}-{index}")
                self._states[topic_id][index] = _DELETING
        self.deleting.add(topic_id)
        self.version += 1

    def forget(self, topic_id: TopicId) -> None:
        """Forgets a topic: the persister has, or the topic is deleted."""
        for index, state in self._states.pop(topic_id, {}).items():
            SHARE_PARTITION_TRANSITIONS.check(state, _ABSENT, subject=f"{self.names[topic_id]}-{index}")
        self.names.pop(topic_id, None)
        self.deleting.discard(topic_id)
        self.version += 1

    def load(self, topic_id: TopicId, name: str, indexes: Iterable[int], state: SharePartitionState) -> None:
        """Takes in partitions of a topic as a record has them."""
        self.names[topic_id] = name
        if state is _DELETING:
            self.deleting.add(topic_id)
        else:
            self._states.setdefault(topic_id, {}).update(dict.fromkeys(indexes, state))
