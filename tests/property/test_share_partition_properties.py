"""What is in flight of a share-partition agrees with a dictionary of offsets, whatever members, locks and writes do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.share.partition.acknowledgements import Acknowledgement
from kavka.broker.share.partition.in_flight_records import (
    AcquireMode,
    Fetched,
    InFlightRecords,
    ShareLimits,
    WantedRecords,
)
from kavka.broker.share.partition.states import ACKNOWLEDGED, ACQUIRED, ARCHIVED, AVAILABLE, DELIVERED
from kavka.broker.share.persister import StateBatch
from kavka.protocol.errors import InvalidRecordState, InvalidRequest
from kavka.wire.acknowledgements import AcknowledgeType

LOCK_MS = 100
MEMBERS = ("a", "b", "c")
LIMITS = ShareLimits(delivery_count=4, record_locks=12)
LOG = tuple((first, first + size - 1) for first, size in ((0, 3), (3, 1), (4, 5), (12, 2), (14, 8), (30, 4), (34, 1)))

steps = st.one_of(
    st.tuples(
        st.just("fetch"),
        st.sampled_from(MEMBERS),
        st.integers(1, 8),
        st.integers(1, 4),
        st.sampled_from([AcquireMode.BATCH_OPTIMIZED, AcquireMode.RECORD_LIMIT]),
        st.integers(1, 3),
        st.booleans(),
    ),
    st.tuples(
        st.just("acknowledge"),
        st.sampled_from(MEMBERS),
        st.integers(0, 36),
        st.integers(1, 6),
        st.sampled_from(list(AcknowledgeType)),
    ),
    st.tuples(st.just("release"), st.sampled_from(MEMBERS)),
    st.tuples(st.just("time"), st.integers(1, LOCK_MS)),
    st.tuples(st.just("write ends"), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("log start"), st.integers(0, 36)),
)


@dataclass(frozen=True)
class Record:
    """One offset in flight."""

    state: int
    count: int
    member: str = ""
    lock_end_ms: int = 0
    becomes: tuple[int, int] | None = None


class Offsets:
    """What must be in flight: the obvious way, slowly."""

    def __init__(self):
        self.start = self.end = 0
        self.at = {}
        self.now_ms = 0

    def settle(self):
        while self.end > self.start and self.at[self.end - 1] == Record(AVAILABLE, 0):
            self.end -= 1
            del self.at[self.end]
        while self.start in self.at and self.at[self.start].state in DELIVERED:
            del self.at[self.start]
            self.start += 1

    def reach(self, offset):
        for new in range(self.end, offset + 1):
            self.at[new] = Record(AVAILABLE, 0)
        self.end = max(self.end, offset + 1)

    def archive(self, first, last):
        for offset in range(first, last + 1):
            if offset in self.at and self.at[offset].state == AVAILABLE:
                self.at[offset] = Record(ARCHIVED, self.at[offset].count)

    def lower_start(self, offset):
        for gone in [known for known in self.at if known < offset]:
            del self.at[gone]
        self.start = max(self.start, offset)
        self.end = max(self.end, self.start)


class Run:
    """A script played to both."""

    def __init__(self):
        self.core = InFlightRecords(0, limits=lambda: LIMITS)
        self.model = Offsets()
        self.writes = []

    def fetch(self, member, max_records, batch_size, mode, batches, is_aborted):
        core, model = self.core, self.model
        fetch_offset = core.next_fetch_offset()
        if fetch_offset is None:
            assert model.end - model.start >= LIMITS.record_locks
            assert all(record.state != AVAILABLE for record in model.at.values())
            return
        read = [span for span in LOG if span[1] >= fetch_offset][:batches]
        aborted = read[:1] if is_aborted else []
        room = LIMITS.record_locks - (model.end - model.start)
        wanted = WantedRecords(member, max_records, batch_size, mode, model.now_ms + LOCK_MS)
        acquired = core.acquire(wanted, Fetched(fetch_offset, read, aborted))
        if not read:
            assert acquired == []
            return
        model.reach(core.end_offset - 1)
        model.archive(fetch_offset, read[0][0] - 1)
        for span in aborted:
            model.archive(*span)
        taken = [offset for first, last, _ in acquired for offset in range(first, last + 1)]
        assert taken == sorted(set(taken))
        available = [offset for offset, record in sorted(model.at.items()) if record.state == AVAILABLE]
        within = [offset for offset in available if read[0][0] <= offset <= read[-1][1]]
        assert within[: len(taken)] == taken
        assert bool(taken) == bool(within)
        if mode == AcquireMode.RECORD_LIMIT:
            assert len(taken) <= max_records
        else:
            ends = {last for _, last in LOG}
            cut = taken[-1] if taken else None
            counts = [model.at[offset].count for offset in taken]
            assert len(taken) <= max_records or (cut in ends or max(counts) >= 2) or cut + 1 not in within
        if room > 0 and mode == AcquireMode.RECORD_LIMIT:
            assert model.end - max(model.start, read[0][0]) <= LIMITS.record_locks
        for first, last, count in acquired:
            for offset in range(first, last + 1):
                assert count == model.at[offset].count + 1 <= LIMITS.delivery_count
                model.at[offset] = Record(ACQUIRED, count, member, wanted.lock_end_ms)
        if any(model.at[offset].count == LIMITS.delivery_count for offset in taken):
            assert len(taken) == 1, "what is delivered for the last time is delivered alone"

    def acknowledge(self, member, first, count, kind):
        core, model = self.core, self.model
        last = first + count - 1
        known = [model.at[offset] for offset in range(max(first, model.start), last + 1) if offset in model.at]
        lock_end_ms = model.now_ms + LOCK_MS
        try:
            change = core.acknowledge(member, [Acknowledgement(first, last, kind)], lock_end_ms=lock_end_ms)
        except InvalidRequest:
            assert last >= model.end > model.start
            return
        except InvalidRecordState:
            is_held = all(record.state == ACQUIRED and record.member == member for record in known)
            assert not is_held or any(record.becomes for record in known) or model.end == model.start
            return
        assert last < model.end
        becomes = {0: ARCHIVED, 1: ACKNOWLEDGED, 2: AVAILABLE, 3: ARCHIVED}.get(kind)
        for offset in range(max(first, model.start), last + 1):
            record = model.at[offset]
            assert record.state == ACQUIRED
            assert record.member == member
            assert record.becomes is None
            if becomes is None:
                model.at[offset] = replace(record, lock_end_ms=lock_end_ms)
                continue
            state = ARCHIVED if becomes == AVAILABLE and record.count >= LIMITS.delivery_count else becomes
            model.at[offset] = replace(record, becomes=(change.write_id, state))
        self.note(change)

    def release(self, member):
        change = self.core.release(member)
        for offset, record in self.model.at.items():
            if record.state == ACQUIRED and record.member == member and record.becomes is None:
                state = AVAILABLE if record.count < LIMITS.delivery_count else ARCHIVED
                self.model.at[offset] = replace(record, becomes=(change.write_id, state))
        self.note(change)

    def time(self, ms):
        model = self.model
        model.now_ms += ms
        due = self.core.lock_end_ms()
        change = self.core.end_locks(model.now_ms)
        ended = {}
        for offset, record in model.at.items():
            if record.state == ACQUIRED and record.becomes is None and record.lock_end_ms <= model.now_ms:
                ended[offset] = Record(AVAILABLE if record.count < LIMITS.delivery_count else ARCHIVED, record.count)
        assert bool(ended) == (due is not None and due <= model.now_ms) == (change is not None)
        model.at |= ended
        if change is not None:
            model.settle()
            self.check_kept(change, ended)

    def write_ends(self, which, is_kept):
        if not self.writes:
            return
        write_id = self.writes.pop(which % len(self.writes))
        self.core.finish(write_id, is_kept=is_kept)
        for offset, record in self.model.at.items():
            if record.becomes is not None and record.becomes[0] == write_id:
                self.model.at[offset] = (
                    Record(record.becomes[1], record.count) if is_kept else replace(record, becomes=None)
                )

    def log_start(self, offset):
        self.core.log_starts_at(offset)
        self.model.lower_start(offset)

    def note(self, change):
        if change is None:
            return
        self.writes.append(change.write_id)
        changed = {
            offset: Record(record.becomes[1], record.count)
            for offset, record in self.model.at.items()
            if record.becomes is not None and record.becomes[0] == change.write_id
        }
        self.check_kept(change, changed)

    def check_kept(self, change, changed):
        """What is written leads, laid over the state, to where the start offset and the counts will be."""
        after = Offsets()
        after.at, after.start, after.end = self.model.at | changed, self.model.start, self.model.end
        while after.start in after.at and after.at[after.start].state in DELIVERED:
            after.start += 1
        kept = self.core.keep([change])
        assert kept.start_offset == after.start
        complete = [o for o, record in after.at.items() if o >= after.start and record.state in DELIVERED]
        assert kept.delivery_complete_count == len(complete)
        written = {
            offset: (batch.delivery_state, batch.delivery_count)
            for batch in kept.batches
            for offset in range(batch.first_offset, batch.last_offset + 1)
        }
        assert written == {
            offset: (record.state, record.count) for offset, record in changed.items() if offset >= after.start
        }

    def check(self):
        model, core = self.model, self.core
        model.settle()
        found = {
            offset: Record(batch.state, batch.delivery_count, batch.member_id, batch.lock_end_ms, batch.pending)
            for batch in core
            for offset in range(batch.first_offset, batch.last_offset + 1)
        }
        assert found == model.at
        assert (core.start_offset, core.end_offset) == (model.start, model.end)
        runs = [batch[2:] for batch in core]
        assert all(one != other for one, other in pairwise(runs))
        assert core.delivery_complete_count == sum(record.state in DELIVERED for record in model.at.values())

    def restarted(self):
        """What was acquired is available again for the next leader, all else is as it was kept."""
        kept = [
            StateBatch(offset, offset, record.state, record.count)
            for offset, record in self.model.at.items()
            if record.state != ACQUIRED
        ]
        again = InFlightRecords(self.model.start, kept, limits=lambda: LIMITS)
        assert again.start_offset == self.model.start
        for batch in again:
            for offset in range(batch.first_offset, batch.last_offset + 1):
                record = self.model.at[offset]
                if record.state == ACQUIRED:
                    assert (batch.state, batch.delivery_count) == (AVAILABLE, 0)
                else:
                    assert (batch.state, batch.delivery_count) == (record.state, record.count)


@settings(max_examples=400, deadline=None)
@given(script=st.lists(steps, max_size=60))
def test_what_is_in_flight_agrees_with_a_dictionary_of_offsets(script):
    run = Run()
    for step, *arguments in script:
        getattr(run, step.replace(" ", "_"))(*arguments)
        run.check()
    run.restarted()
