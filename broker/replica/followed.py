"""The partitions that one fetcher follows, by what is to be done with each next. Sans I/O.

    follow ─▶ due, by stage ◀──────── advance: its time has come ───────── delayed, in a heap by time
                  │      └──────────── an error: wait_until ──────────────────▶
                  │ FETCHING
                  ▼
              changed: what the next fetch must name, or no longer ─▶ take_changed

Nothing here looks at every partition: a round costs what moved since the last one, however many are followed. What a
session's request names is the partitions that came, went, or whose log moved; of a throttle only those are looked at
that are throttled and behind; the greatest lag is that of the partitions that have one.

A partition that is followed again is another object. The former one changes nothing here any more, whoever holds it.
Not here: what the stages mean (`follower_fetch`).
"""

from __future__ import annotations

import enum
import heapq
from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from kavka.common.types import ZERO_TOPIC_ID
from kavka.timer.backoff import Backoff
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.replica.fetch_session import Key
    from kavka.broker.replica.partition import Partition

NOT_DELAYED: Final = MonotonicMs(-1)
FIRST_BACKOFF_MS: Final = 10
"""After a first error; doubled with each that follows, up to the backoff that is configured. The usual first error is
that this broker has heard of a leader before the leader has."""


class Stage(enum.IntEnum):
    """The kind of a partition's next request."""

    TRUNCATING = enum.auto()
    LOCATING = enum.auto()
    FETCHING = enum.auto()
    STOPPED = enum.auto()


class Followed:
    """One partition and where it stands; another object each time that it is followed again.

    Attributes:
        failures: rounds in a row that brought it nothing but an error.
        whole_from: the leader's log end when a log that is not complete began to follow: it is whole where its own is.
    """

    __slots__ = (
        "_lag",
        "_others",
        "_resume_ms",
        "_stage",
        "failures",
        "key",
        "leader_epoch",
        "partition",
        "whole_from",
    )

    def __init__(self, partition: Partition, stage: Stage, others: FollowedPartitions) -> None:
        self._others = others
        self.partition = partition
        self.key: Key = partition.topic_partition
        self.leader_epoch = partition.leader_epoch
        self._stage = stage
        self._resume_ms = NOT_DELAYED
        self._lag: int | None = None
        self.failures = 0
        self.whole_from: int | None = None

    @property
    def stage(self) -> Stage:
        """Returns the partition's stage: the kind of its next request."""
        return self._stage

    @stage.setter
    def stage(self, stage: Stage) -> None:
        if stage is not self._stage:
            self._others.move(self, stage, self._resume_ms)

    @property
    def resume_ms(self) -> MonotonicMs:
        """Returns the end of the partition's delay; `NOT_DELAYED` while it need not wait."""
        return self._resume_ms

    def wait_until(self, resume_ms: MonotonicMs) -> None:
        """Delays the partition until a time."""
        self._others.move(self, self._stage, resume_ms)

    def delay(self, now_ms: MonotonicMs, backoff_ms_max: int) -> None:
        """Delays the partition for a time, for longer the next time."""
        self.wait_until(now_ms + Backoff(FIRST_BACKOFF_MS, backoff_ms_max).pause_ms(self.failures))
        self.failures += 1

    @property
    def lag(self) -> int | None:
        """Returns the records behind the leader's high watermark at the last response; None before the first."""
        return self._lag

    @lag.setter
    def lag(self, lag: int | None) -> None:
        if lag != self._lag:
            self._lag = lag
            self._others.review_lag(self)

    def placed(self, stage: Stage, resume_ms: MonotonicMs) -> None:
        """Sets the stage and delay it was placed with; for `FollowedPartitions` only."""
        self._stage = stage
        self._resume_ms = resume_ms


class FollowedPartitions:
    """See the module.

    Args:
        is_throttled: whether a partition's copying is, by its configuration.

    Invariant: a partition is in exactly one of `_due[its stage]` and `_delayed`, or STOPPED and in neither.
    """

    __slots__ = (
        "_by_key",
        "_changed",
        "_delayed",
        "_delays",
        "_due",
        "_is_throttled",
        "_lagging",
        "_throttled",
        "_without_id",
    )

    def __init__(self, is_throttled: Callable[[Partition], bool]) -> None:
        self._is_throttled = is_throttled
        self._by_key: dict[Key, Followed] = {}
        self._due: dict[Stage, dict[Key, Followed]] = {
            stage: {} for stage in (Stage.TRUNCATING, Stage.LOCATING, Stage.FETCHING)
        }
        self._delayed: list[tuple[MonotonicMs, int, Followed]] = []
        """A heap; an entry counts while its partition is current, not stopped, and waits for just that time."""
        self._delays = 0
        self._changed: dict[Key, None] = {}
        """What may have to be named in the next fetch, or forgotten, in the order in which it came."""
        self._throttled: dict[Key, Followed] = {}
        """Due for fetching, throttled, and not known to have everything."""
        self._lagging: dict[Key, Followed] = {}
        self._without_id: dict[Key, Followed] = {}
        """Those whose log knew no topic id when it was looked at last."""

    def __len__(self) -> int:
        return len(self._by_key)

    def __iter__(self) -> Iterator[Followed]:
        return iter(self._by_key.values())

    def __getitem__(self, key: Key) -> Followed:
        return self._by_key[key]

    def get(self, key: Key) -> Followed | None:
        """Returns the partition, None when it is not followed."""
        return self._by_key.get(key)

    # ---- what becomes of a partition --------------------------------------------------------------------------------

    def follow(self, partition: Partition, stage: Stage) -> None:
        """Adds a partition, in place of what was followed under its name."""
        self.unfollow(partition.topic_partition)
        followed = Followed(partition, stage, self)
        self._by_key[followed.key] = followed
        if partition.log.topic_id == ZERO_TOPIC_ID:
            self._without_id[followed.key] = followed
        self._enter(followed)

    def unfollow(self, key: Key) -> None:
        """Forgets a partition; that it is not followed is fine."""
        followed = self._by_key.pop(key, None)
        if followed is not None:
            self._leave(followed)
            self._lagging.pop(key, None)
            self._without_id.pop(key, None)

    def move(self, followed: Followed, stage: Stage, resume_ms: MonotonicMs) -> None:
        """Puts a partition into a stage, to be looked at from a time on; for `Followed` only."""
        if self._by_key.get(followed.key) is not followed:
            followed.placed(stage, resume_ms)
            return
        self._leave(followed)
        followed.placed(stage, resume_ms)
        self._enter(followed)

    def _leave(self, followed: Followed) -> None:
        due = self._due.get(followed.stage)
        if due is not None and due.pop(followed.key, None) is not None and followed.stage is Stage.FETCHING:
            self._throttled.pop(followed.key, None)
            self._changed[followed.key] = None

    def _enter(self, followed: Followed) -> None:
        stage = followed.stage
        if stage is Stage.STOPPED:
            return
        if followed.resume_ms != NOT_DELAYED:
            self._delays += 1
            heapq.heappush(self._delayed, (followed.resume_ms, self._delays, followed))
            return
        self._due[stage][followed.key] = followed
        if stage is Stage.FETCHING:
            self._changed[followed.key] = None
            self._review_throttle(followed)

    def moved(self, key: Key) -> None:
        """Notes that a log moved, by a response or by itself: the next fetch shows it to the leader."""
        if key in self._due[Stage.FETCHING]:
            self._changed[key] = None

    def served(self, followed: Followed) -> None:
        """Moves a partition behind all others: records of it came."""
        due = self._due[Stage.FETCHING]
        if due.pop(followed.key, None) is not None:
            due[followed.key] = followed

    @property
    def lacks_topic_ids(self) -> bool:
        """Tells whether a partition has no topic id; a log that has one keeps it."""
        without_id = self._without_id
        while without_id:
            key = next(iter(without_id))
            if without_id[key].partition.log.topic_id == ZERO_TOPIC_ID:
                return True
            del without_id[key]
        return False

    # ---- time -------------------------------------------------------------------------------------------------------

    def advance(self, now_ms: MonotonicMs) -> None:
        """Makes the partitions due whose delay is over."""
        delayed = self._delayed
        while delayed and (delayed[0][0] <= now_ms or not self._waits(delayed[0])):
            entry = heapq.heappop(delayed)
            if self._waits(entry):
                entry[2].wait_until(NOT_DELAYED)

    def _waits(self, entry: tuple[MonotonicMs, int, Followed]) -> bool:
        resume_ms, _, followed = entry
        is_current = self._by_key.get(followed.key) is followed
        return is_current and followed.resume_ms == resume_ms and followed.stage is not Stage.STOPPED

    @property
    def resume_ms(self) -> MonotonicMs | None:
        """Returns the end of the next delay, as of the last `advance`; None when nothing is delayed."""
        return self._delayed[0][0] if self._delayed else None

    @property
    def has_due(self) -> bool:
        """Tells whether any partition is due, as of the last `advance`."""
        return any(self._due.values())

    @property
    def only_fetches(self) -> bool:
        """Tells whether partitions are due for fetching alone, and none is held back."""
        due = self._due
        return bool(
            due[Stage.FETCHING]
            and not due[Stage.TRUNCATING]
            and not due[Stage.LOCATING]
            and not self._delayed
            and not self._throttled
        )

    def due(self, stage: Stage) -> Collection[Followed]:
        """Returns the partitions due in a stage, as of the last `advance`; FETCHING: least recently served first."""
        return self._due[stage].values()

    def is_due(self, followed: Followed, stage: Stage) -> bool:
        """Tells whether a partition is due in a stage."""
        return self._due[stage].get(followed.key) is followed

    def first_due(self, stage: Stage, count: int) -> list[Followed]:
        """Lists some partitions due in a stage: the first `count`, for a caller that moves them on."""
        return list(islice(self._due[stage].values(), count))

    # ---- what the next fetch names ----------------------------------------------------------------------------------

    @property
    def has_changed(self) -> bool:
        """Tells whether a fetch has a partition to name or to forget."""
        return bool(self._changed)

    def to_be_named(self, *, is_all_named: bool) -> list[Followed]:
        """Returns the partitions that the next fetch names: all that are due, or those that changed."""
        due = self._due[Stage.FETCHING]
        return list(due.values()) if is_all_named else [due[key] for key in self._changed if key in due]

    def change_all(self) -> None:
        """Marks every partition as changed: the next fetches begin a session, and name everything."""
        self._changed = dict.fromkeys(self._due[Stage.FETCHING])

    def take_changed(self, count: int) -> list[tuple[Key, Followed | None]]:
        """Takes the next `count` changed partitions; each with None where it is not to be fetched."""
        due = self._due[Stage.FETCHING]
        keys = list(islice(self._changed, count))
        for key in keys:
            del self._changed[key]
        return [(key, due.get(key)) for key in keys]

    # ---- lags and throttles -----------------------------------------------------------------------------------------

    @property
    def lag_max(self) -> int:
        """Returns the greatest lag of a followed partition, as of the leaders' last responses."""
        return max((followed.lag or 0 for followed in self._lagging.values()), default=0)

    def review_lag(self, followed: Followed) -> None:
        """Notes that a partition's lag changed; for `Followed` only."""
        if self._by_key.get(followed.key) is followed:
            if followed.lag:
                self._lagging[followed.key] = followed
            else:
                self._lagging.pop(followed.key, None)
            self._review_throttle(followed)

    def review_throttle(self, key: Key) -> None:
        """Reviews whether a partition is throttled: its configuration has changed."""
        followed = self._due[Stage.FETCHING].get(key)
        if followed is not None:
            self._review_throttle(followed)

    def _review_throttle(self, followed: Followed) -> None:
        is_due = followed.key in self._due[Stage.FETCHING]
        if is_due and followed.lag != 0 and self._is_throttled(followed.partition):
            self._throttled[followed.key] = followed
        else:
            self._throttled.pop(followed.key, None)

    def throttled(self) -> list[Followed]:
        """Lists the partitions that a throttle would hold back; none that is in sync."""
        return [followed for followed in self._throttled.values() if self._is_throttled(followed.partition)]
