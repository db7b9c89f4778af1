"""What the ISR promises, held against what its members have: judged while it happens, look by look.

    live replicas, all of one moment (`Standing`) ─▶ InSync.look() ─▶ violations, each once for a replica

    isr-lacks-committed   who may be elected, the leader's ISR, has all that anybody ever knew as committed: else an
                          election loses it; that it comes in the same seed, too, is not waited for
    commits-below-min     while the ISR is smaller than min.insync.replicas, nothing is committed
    laggard-in-isr        who lacks what its leader had for longer than replica.lag.time.max.ms allows, leaves

A machine that lost what was not flushed, or a part of a log to its device, may stand in an ISR for the moments until
its leader sees it. So a replica is not held to anything in a new life of its broker, nor while its log is damaged,
before it has been seen with everything once, or outside of the ISR.

Only the leader of the latest epoch that anybody knows is asked for its ISR: a former one does not know it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation

LAG_FACTOR: Final = 1.65
"""A leader looks twice in `replica.lag.time.max.ms`: who lags is gone after 1.5 of them, by a clock that may drift …"""
GRACE_MS: Final = 1_500
"""… and this, for how seldom it is looked."""


class Standing(NamedTuple):
    """One replica of a broker that lives, as it is at one moment."""

    broker: int
    life: int
    tp: TopicPartition
    """A topic that is made anew is another one: see `history`."""
    high_watermark: int
    log_end_offset: int
    leader_epoch: int
    is_leader: bool = False
    is_sound: bool = True
    """Whether no part of its log is known to be missing."""
    is_awake: bool = True
    """Whether its broker's process runs and its disk is there."""
    isr: tuple[int, ...] = ()
    partition_epoch: int = 0
    is_under_min_isr: bool = False
    is_pending: bool = False
    """Whether a change of the ISR is not decided yet."""


Replica: TypeAlias = tuple[int, TopicPartition]
Term: TypeAlias = tuple[int, int, int, TopicPartition]
"""A broker, which of its lives, the leader epoch, and the partition."""


class _Mark(NamedTuple):
    """Where a leader's log ended, and when."""

    time_ms: int
    end_offset: int


class InSync:
    """See the module.

    Args:
        lag_ms: `replica.lag.time.max.ms`.
    """

    def __init__(self, lag_ms: int) -> None:
        self._lag_ms_max = int(lag_ms * LAG_FACTOR) + GRACE_MS
        self._committed: defaultdict[TopicPartition, int] = defaultdict(int)
        self._epochs: defaultdict[TopicPartition, int] = defaultdict(lambda: -1)
        self._lives: dict[Replica, int] = {}
        self._excused: dict[Replica, None] = {}
        self._small: dict[TopicPartition, tuple[Term, int, int]] = {}
        """leader, partition epoch and high watermark, while the ISR is too small"""
        self._marks: defaultdict[Term, dict[int, _Mark]] = defaultdict(dict)
        """a leader → its followers in sync, and what each has not got yet"""
        self._told: set[tuple[str, Replica]] = set()

    def look(self, time_ms: int, standings: Iterable[Standing]) -> list[Violation]:
        """Judges what all live replicas are like at one moment."""
        by_partition: dict[TopicPartition, list[Standing]] = {}
        for standing in standings:
            by_partition.setdefault(standing.tp, []).append(standing)
        found = []
        for tp, replicas in by_partition.items():
            found += [breach for breach in self._judge(time_ms, tp, replicas) if breach is not None]
        return found

    def _judge(self, time_ms: int, tp: TopicPartition, replicas: list[Standing]) -> Iterator[Violation | None]:
        leader = self._learn(tp, replicas)
        if leader is None:
            return
        yield self._commits_below_min(time_ms, leader)
        committed, marks = self._committed[tp], self._marks[_term(leader)]
        for follower in [follower for follower in marks if follower not in leader.isr]:
            del marks[follower]  # also one that is dead: it may be back, and in sync, before it is seen outside
        for replica in replicas:
            if replica.broker not in leader.isr:
                self._excused.pop((replica.broker, tp), None)
                continue
            yield self._lacks_committed(time_ms, replica, leader, committed)
            if replica is not leader:
                yield self._laggard(time_ms, replica, leader)

    def _learn(self, tp: TopicPartition, replicas: list[Standing]) -> Standing | None:
        """Takes in what is known of a partition, and returns the leader of its latest epoch."""
        committed, latest = self._committed[tp], self._epochs[tp]
        leader = None
        for replica in replicas:
            key = replica.broker, tp
            if self._lives.get(key) != replica.life:
                self._lives[key] = replica.life
                self._excused[key] = None
            if not replica.is_sound:
                self._excused[key] = None
            committed = max(committed, replica.high_watermark)
            if replica.leader_epoch >= latest:
                latest = replica.leader_epoch
        self._committed[tp], self._epochs[tp] = committed, latest
        for replica in replicas:
            if replica.is_leader and replica.leader_epoch == latest:
                leader = replica
        return leader

    def _lacks_committed(self, time_ms: int, replica: Standing, leader: Standing, committed: int) -> Violation | None:
        key = replica.broker, replica.tp
        if replica.log_end_offset >= committed:
            self._excused.pop(key, None)
        elif key not in self._excused:
            what = f"ends at {replica.log_end_offset}, and {committed} are committed; the ISR is {list(leader.isr)}"
            return self._breach("isr-lacks-committed", time_ms, replica, what)
        return None

    def _commits_below_min(self, time_ms: int, leader: Standing) -> Violation | None:
        if not leader.is_under_min_isr:
            self._small.pop(leader.tp, None)
            return None
        before = self._small.get(leader.tp)
        now = self._small[leader.tp] = (_term(leader), leader.partition_epoch, leader.high_watermark)
        if before is None or before[:2] != now[:2] or before[2] >= now[2]:
            return None
        what = f"commits {now[2]} after {before[2]} with the ISR {list(leader.isr)}"
        return self._breach("commits-below-min", time_ms, leader, what)

    def _laggard(self, time_ms: int, replica: Standing, leader: Standing) -> Violation | None:
        marks = self._marks[_term(leader)]
        mark = marks.get(replica.broker)
        is_judged = leader.is_awake and not leader.is_pending
        if mark is None or not is_judged or replica.log_end_offset >= mark.end_offset:
            marks[replica.broker] = _Mark(time_ms, leader.log_end_offset)
            return None
        if time_ms - mark.time_ms <= self._lag_ms_max:
            return None
        lag_ms = time_ms - mark.time_ms
        what = f"ends at {replica.log_end_offset}, its leader ended at {mark.end_offset} {lag_ms} ms before"
        return self._breach("laggard-in-isr", time_ms, replica, what)

    def _breach(self, name: str, time_ms: int, replica: Standing, what: str) -> Violation | None:
        key = name, (replica.broker, replica.tp)
        if key in self._told:
            return None
        self._told.add(key)
        return violation(name, f"broker {replica.broker}, {replica.tp}, at {time_ms} ms: {what}")


def _term(leader: Standing) -> Term:
    return leader.broker, leader.life, leader.leader_epoch, leader.tp
