"""An internal topic as its coordinator reads it: whole, when this broker comes to lead a partition.

    LeaderAndIsr ─▶ Leaderships ─▶ elected   ─▶ keeper.begin_load ─▶ run: slices of the log ─▶ keeper.load …
                                                                  build, end_load, resume ◀─ at its end ─┘
                                   resigned  ─▶ keeper.unload: at once for clients, what it kept goes in steps

Groups live in partitions of `__consumer_offsets`, transactions in partitions of `__transaction_state`; whoever leads a
partition coordinates what hashes to it. What a partition holds in memory is its keeper's; here is only when it begins
and ends. Loads run one after the other, in slices, with a look for a changed leadership after every pause; what resigns
in the middle of its load is dropped there. What the log gets while the keeper builds is read, too, before anything is
served. A leader that is elected again keeps what it has: its log was not truncated.

A log that cannot be read whole is not served: a committed offset, or the decision of a transaction, may be in the part
that cannot, and what is older would pass for it (docs/decisions/0025). Its keeper answers COORDINATOR_NOT_AVAILABLE,
the broker's log says which file and where, until another replica leads or `kavka.coordinator.load.damaged` is set. A
batch that is whole but holds what nobody can read is left out, as Kafka does: any producer can write such a one.

Not here: how the keeper appends (`internal_appends`), what records mean (broker.group, broker.transaction), and who
creates the topic (`requests.internal_topics`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from kavka.broker.log.cold_read import ColdRead
from kavka.common.lane import ITEMS_IN_A_ROW_MAX, Lane, in_passes
from kavka.common.steps import Steps, in_slices
from kavka.common.supervised import Supervisor
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import KafkaError
from kavka.protocol.records.errors import CorruptRecords
from kavka.protocol.records.header import LENGTH_END, read_header, validate_batch

if TYPE_CHECKING:
    from kavka.broker.replica.leaderships import Leaderships
    from kavka.broker.replica.partition import Partition
    from kavka.broker.replica.partitions import Partitions
    from kavka.common.filesystem import FileSystem
    from kavka.protocol.records.crc32c import Buffer
    from kavka.protocol.records.header import BatchHeader
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

LOAD_BYTES: Final = 5 * 1024 * 1024
"""`offsets.load.buffer.size`: how much of a log is read at a time."""
LOAD_ROUNDS_MAX: Final = 8
"""How often a slice is loaded into memory before it is read come what may."""
UNLOADED_A_PASS: Final = 50
"""Groups that end in one pass of the loop where more are unloaded than at once: some milliseconds, if members wait."""


class LogKeeper(Protocol):
    """The keeper of an internal topic's partitions in memory. Called on the loop, never concurrently."""

    def begin_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Begins to load a partition that this broker leads now.

        What hashes to it answers COORDINATOR_LOAD_IN_PROGRESS from now on.
        """

    def load(self, index: int, header: BatchHeader, buf: Buffer, pos: int) -> Steps[None]:
        """Loads the next batch of the log, at `pos` of `buf`; control batches, too.

        Raises:
            CorruptRecords: its records mean nothing; the rest is loaded all the same, as Kafka does.
        """

    def build(self, index: int) -> Steps[None]:
        """Builds what will be served of what was read; if the log has grown by then, it is read on, and built again."""

    def end_load(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Serves a partition that was read and built, with all that hashes to it."""

    def resume(self, index: int) -> Steps[None]:
        """Resumes the former coordinator's work, once the partition is served; ends early with the leadership."""

    def refuse_load(self, index: int, reason: str) -> None:
        """Refuses a partition whose log cannot be read whole.

        What hashes to it answers COORDINATOR_NOT_AVAILABLE from now on.
        """

    def elected_again(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Takes the new epoch of a partition that this broker still leads.

        Nothing was lost and nothing is loaded again.
        """

    def unload(self, index: int) -> Steps[None]:
        """Unloads a partition that this broker leads no more, one group or id a step.

        All that waits ends with NOT_COORDINATOR.
        Nothing is served from the first step on. The next term's load may begin, and end, before the last; none fails.
        """


class _Resigned(Exception):
    """This broker leads the partition no more, or does so again: another load has its turn."""


class _Damaged(Exception):
    """The log cannot be read whole; where, the message says."""


class InternalLog:
    """One internal topic.

    Args:
        topic: its name.
        partitions: what the broker holds.
        leaderships: tell which of its partitions are led here; this object listens.
        keeper: whose topic it is.
        filesystem: runs in a thread what would wait for a disk.
        clock: how long a load takes.
        load_bytes: what is read at a time.
        loads_damaged: `kavka.coordinator.load.damaged`: whether a damaged log is served with what can be read of it.
        lane: the slices of the loop's time in which logs are loaded.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = (
        "_clock",
        "_epochs",
        "_filesystem",
        "_keeper",
        "_lane",
        "_load_bytes",
        "_loaded",
        "_loads_damaged",
        "_partitions",
        "_supervisor",
        "_terms",
        "_to_load",
        "_wake",
        "topic",
    )

    def __init__(
        self,
        topic: str,
        partitions: Partitions,
        leaderships: Leaderships,
        keeper: LogKeeper,
        *,
        filesystem: FileSystem,
        clock: Clock,
        lane: Lane,
        load_bytes: int = LOAD_BYTES,
        loads_damaged: Callable[[], bool] = lambda: False,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._lane = lane
        self._loads_damaged = loads_damaged
        self.topic = topic
        self._partitions = partitions
        self._supervisor = supervisor or Supervisor()
        self._keeper = keeper
        self._filesystem = filesystem
        self._clock = clock
        self._load_bytes = load_bytes
        self._epochs: dict[int, LeaderEpoch] = {}
        """Partition → leader epoch, of what this broker leads."""
        self._loaded: set[int] = set()
        self._terms: dict[int, int] = {}
        """Partition → how often this broker came to lead it: a load that another term began belongs to nobody."""
        self._to_load: deque[tuple[int, int]] = deque()
        self._wake = asyncio.Event()
        leaderships.set_listener(topic, self)

    def leader_epoch(self, index: int) -> LeaderEpoch | None:
        """Returns this broker's leader epoch of a partition, None when it does not lead."""
        return self._epochs.get(index)

    def is_loaded(self, index: int) -> bool:
        """Tells whether the partition is led here and its log was read."""
        return index in self._loaded

    # ---- leadership -----------------------------------------------------------------------------------------------

    def elected(self, index: int, leader_epoch: LeaderEpoch) -> None:
        """Loads a partition that this broker leads from now on. One that it leads already gets its new epoch."""
        known = self._epochs.get(index)
        if known == leader_epoch:
            return
        self._epochs[index] = leader_epoch
        if known is not None:
            if index in self._loaded:
                self._keeper.elected_again(index, leader_epoch)
            return
        term = self._terms[index] = self._terms.get(index, 0) + 1
        self._keeper.begin_load(index, leader_epoch)
        self._to_load.append((index, term))
        self._wake.set()

    def resigned(self, index: int) -> None:
        """Unloads a partition that this broker does not lead any more."""
        if self._epochs.pop(index, None) is not None:
            self._loaded.discard(index)
            unloading = self._keeper.unload(index)
            for done, _ in enumerate(unloading, 1):
                if done == ITEMS_IN_A_ROW_MAX:
                    in_passes(unloading, a_pass=UNLOADED_A_PASS)
                    break

    # ---- loading --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Loads the partitions that this broker comes to lead, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._to_load:
                index, term = self._to_load.popleft()
                partition = self._partitions.find(self.topic, index)
                if partition is not None and self._is_still(index, term):
                    is_over = False
                    with self._supervisor.item(f"loading of {self.topic}", partition):
                        await self._load(index, term, partition)
                        is_over = True
                    if not is_over and self._is_still(index, term):
                        self._keeper.refuse_load(index, f"{partition} could not be loaded, the broker's log says why")
                    elif index in self._loaded and self._is_still(index, term):
                        with self._supervisor.item(f"resumption of {self.topic}", partition):
                            await self._resume(index, term)

    async def _load(self, index: int, term: int, partition: Partition) -> None:
        """Reads one partition to its end, unless it is resigned on the way; then whoever comes next loads it again."""
        began_ms = self._clock.monotonic_ms()
        try:
            await self._read_whole(index, term, partition)
        except _Resigned:
            return
        except _Damaged as damage:
            _log.error(
                "%s is not coordinated here: %s. Have a broker lead it whose replica is whole, or, to go on without "
                "what cannot be read, set kavka.coordinator.load.damaged=true and start this broker again",
                partition,
                damage,
            )
            self._keeper.refuse_load(index, f"the log of {partition} is damaged, the broker's log says where")
            return
        self._loaded.add(index)
        self._keeper.end_load(index, self._epochs[index])
        _log.info("%s was loaded in %d ms", partition, self._clock.monotonic_ms() - began_ms)

    async def _read_whole(self, index: int, term: int, partition: Partition) -> None:
        """Reads until what is built is all that there is: markers are written here while this goes on.

        Raises:
            _Resigned, _Damaged: it came to no good end.
        """
        log = partition.log
        if log.damage is not None and not self._loads_damaged():
            raise _Damaged(str(log.damage))
        offset = log.log_start_offset
        while True:
            read_to = await self._read_on(index, term, partition, offset)
            await self._do(self._keeper.build(index), index, term)
            if read_to <= offset or read_to >= log.log_end_offset:
                return
            offset = read_to

    async def _read_on(self, index: int, term: int, partition: Partition, offset: int) -> int:
        """Reads from an offset to the end, or as far as there is anything; returns where that is."""
        log = partition.log
        while offset < log.log_end_offset:
            try:
                slice_, next_offset = await self._read(partition, offset)
                self._check_still(index, term)
                await self._take(index, term, partition, slice_)
            except (KafkaError, CorruptRecords) as error:
                damage = f"{_place(partition, offset)}: {error}"
                _log.error("%s cannot be read whole: %s", partition, damage)
                if not self._loads_damaged():
                    self._check_still(index, term)
                    raise _Damaged(damage) from error
                next_offset = _behind_segment(partition, offset)
            if next_offset <= offset:
                break
            offset = next_offset
        return offset

    async def _resume(self, index: int, term: int) -> None:
        with contextlib.suppress(_Resigned):
            await self._do(self._keeper.resume(index), index, term)

    async def _do(self, steps: Steps[None], index: int, term: int) -> None:
        """Does steps in slices, for as long as this broker leads.

        Raises:
            _Resigned: it does not any more.
        """
        async with self._lane.enter() as pace:
            self._check_still(index, term)
            await in_slices(steps, pace, partial(self._check_still, index, term))

    def _is_still(self, index: int, term: int) -> bool:
        return index in self._epochs and self._terms[index] == term

    def _check_still(self, index: int, term: int) -> None:
        if not self._is_still(index, term):
            raise _Resigned

    async def _read(self, partition: Partition, offset: int) -> tuple[Buffer, int]:
        log = partition.log
        for _ in range(LOAD_ROUNDS_MAX):
            try:
                return log.read_batches(offset, self._load_bytes, log.log_end_offset, True, may_wait=False)
            except ColdRead as cold:
                # The read that follows meets the error, too, and knows which directory has failed.
                with contextlib.suppress(OSError):
                    await self._filesystem.run(cold.load)
                if cold.loaded is not None:
                    cold.loaded()
        return log.read_batches(offset, self._load_bytes, log.log_end_offset, True, may_wait=True)

    async def _take(self, index: int, term: int, partition: Partition, slice_: Buffer) -> None:
        """Hands a slice to the keeper, batch by batch.

        Raises:
            CorruptRecords: a batch is not whole.
            _Resigned: this broker does not lead any more.
        """
        pos = 0
        expected = -1
        check = partial(self._check_still, index, term)
        async with self._lane.enter() as pace:
            check()
            while pos < len(slice_):
                header = read_header(slice_, pos)
                validate_batch(slice_, pos, header, from_client=False)
                end_offset = partition.log.log_end_offset
                if not expected <= header.base_offset <= header.last_offset < end_offset:  # in no checksum
                    raise CorruptRecords(f"a batch of offsets {header.base_offset} to {header.last_offset}")
                expected = header.last_offset + 1
                try:
                    await in_slices(self._keeper.load(index, header, slice_, pos), pace, check)
                except CorruptRecords as error:
                    _log.error("%s: the batch at offset %d is left out: %s", partition, header.base_offset, error)
                pos += header.batch_length + LENGTH_END
                if pace.is_due():
                    await pace.breathe()
                    check()


def _place(partition: Partition, offset: int) -> str:
    segments = partition.log.segments
    return f"{segments[segments.floor_index(offset)].path}, offset {offset} or behind"


def _behind_segment(partition: Partition, offset: int) -> int:
    """Finds where to go on behind a damage.

    The batches between it and the next segment cannot be distinguished from it.
    """
    bases = [segment.base_offset for segment in partition.log.segments if segment.base_offset > offset]
    return min(bases, default=partition.log.log_end_offset)


def partition_for(key: str, partition_count: int) -> int:
    """Returns the partition of a group or transactional id: Java's `String.hashCode`, without its sign.

    Kafka: `Utils.abs(key.hashCode) % partitionCount`; the hash runs over UTF-16 units.
    """
    hashed = 0
    for unit in memoryview(key.encode("utf-16-le", "surrogatepass")).cast("H"):
        hashed = (31 * hashed + unit) & 0xFFFF_FFFF
    if hashed & 0x8000_0000:
        hashed = (1 << 32) - hashed
    return (hashed & 0x7FFF_FFFF) % partition_count
