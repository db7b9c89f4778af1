"""Appends in flight, by chance: whatever happens while threads write, what is acknowledged can be read, and no more."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kavka.broker.log.log_writes import LongAppend
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import KafkaStorageError, NotLeaderOrFollower
from kavka.timer.moments import WallMs
from tests.support.log.building import NOW_MS, LogBench, batch, read_all
from tests.support.log.held_writes import hold_writes


class LogWritesMachine(RuleBasedStateMachine):
    """The model: the records that can be read; what is in flight; who waits for it, in the order in which they came."""

    @initialize(segment_bytes=st.sampled_from([900, 2000, 1 << 20]))
    def begin(self, segment_bytes):
        self.path = Path(tempfile.mkdtemp(prefix="log-writes"))
        self.bench = LogBench(self.path / "data")
        self.disk = hold_writes(self.bench)
        self.log = self.bench.open(config={"segment.bytes": segment_bytes, "index.interval.bytes": 50})
        self.readable = []
        self.in_flight = None
        self.waiting = []
        self.acknowledged = []
        self.count = 0
        self.epoch = 0
        self.is_failed = False

    def teardown(self):
        if hasattr(self, "bench"):
            self.bench.close()
            shutil.rmtree(self.path)

    # ---- what happens ---------------------------------------------------------------------------------------------

    def _append(self, records, *, may_take_long):
        return self.log.append_as_leader(
            records, LeaderEpoch(self.epoch), WallMs(NOW_MS), True, may_take_long=may_take_long
        )

    def _values(self, count, size):
        self.count += 1
        return [b"%d.%d" % (self.count, n) + b"." * size for n in range(count)]

    def _accept(self, values):
        first = len(self.readable)
        self.in_flight = [(first + n, value) for n, value in enumerate(values)]

    def _written(self):
        if self.in_flight is not None:
            self.readable += self.in_flight
            self.in_flight = None

    @precondition(lambda self: not self.is_failed)
    @rule(count=st.integers(1, 3), size=st.sampled_from([0, 40, 200]))
    def ask_for_an_append(self, count, size):
        values = self._values(count, size)
        try:
            self._append(batch(*values), may_take_long=False)
        except LongAppend as long:
            is_own = self.in_flight is None
            if is_own:
                self._accept(values)
            self.waiting.append((long, values, is_own))
        else:
            raise AssertionError("every append that may wait does")

    @precondition(lambda self: not self.is_failed)
    @rule(size=st.sampled_from([0, 40, 200]))
    def append_without_waiting(self, size):
        values = self._values(1, size)
        self._written()
        info = self._append(batch(*values), may_take_long=True)
        assert info.first_offset == len(self.readable)
        self.readable.append((info.first_offset, values[0]))
        self.acknowledged.append(self.readable[-1])

    @precondition(lambda self: self.waiting and self.waiting[0][0].append.is_over)
    @rule()
    def go_on(self):
        """Whoever waits longest appends again what it was told to."""
        long, values, is_own = self.waiting.pop(0)
        try:
            info = self._append(long.records, may_take_long=False)
        except LongAppend as next_one:
            assert not is_own, "what is written is not written again"
            is_begun = self.in_flight is None
            if is_begun:
                self._accept(values)
            self.waiting.insert(0, (next_one, values, is_begun))
        except KafkaStorageError:
            assert self.is_failed
        except NotLeaderOrFollower:
            assert is_own, "only what was written can have been truncated"
        else:
            assert is_own
            self.acknowledged += [(info.first_offset + n, value) for n, value in enumerate(values)]
            assert info.last_offset == info.first_offset + len(values) - 1

    @precondition(lambda self: self.in_flight is not None)
    @rule()
    def write_in_the_thread(self):
        self.disk.release()
        self._written()

    @precondition(lambda self: self.in_flight is not None)
    @rule(is_partial=st.booleans())
    def fail_in_the_thread(self, is_partial):
        self.disk.failing.add("pwritev")
        self.disk.partial = is_partial
        self.disk.release()
        self.disk.failing.clear()
        self.in_flight = None
        self.is_failed = True

    @precondition(lambda self: not self.is_failed)
    @rule(part=st.floats(0, 1))
    def truncate(self, part):
        self._written()
        self.log.truncate_to(int(len(self.readable) * part))
        self.readable = self.readable[: len(read_all(self.log))]
        self.log.truncate_to(len(self.readable))  # the batch that held the offset went whole: no gap is to be left
        self.acknowledged = [record for record in self.acknowledged if record in self.readable]

    @precondition(lambda self: not self.is_failed)
    @rule()
    def roll(self):
        self._written()
        self.log.roll(now_ms=NOW_MS)

    @precondition(lambda self: not self.is_failed)
    @rule()
    def become_leader_again(self):
        self.log.settle()
        self._written()
        self.epoch += 1
        self.log.leader_epoch_cache.assign(self.epoch, self.log.log_end_offset)

    @precondition(lambda self: not self.is_failed)
    @rule(part=st.floats(0, 1))
    def raise_high_watermark(self, part):
        self.log.maybe_increment_high_watermark(int(self.log.accepted_end_offset * part) + 1)

    @precondition(lambda self: not self.is_failed)
    @rule()
    def flush(self):
        self.log.flush()
        assert self.log.recovery_point <= self.log.log_end_offset

    @rule(clean=st.booleans())
    def restart(self, clean):
        """A broker stops in order, is killed, or comes back after its disk has failed."""
        recovery_point = self.log.recovery_point
        if clean and not self.is_failed:
            self.log.close()
            self._written()
        self.bench.crash()
        self.in_flight = None
        for long, _, is_own in self.waiting:
            assert long.append.is_over or not is_own
        self.waiting.clear()
        self.bench.log_dir = type(self.bench.log_dir)(self.bench.log_dir.path, self.disk)
        self.log = self.bench.open(clean=clean and not self.is_failed, recovery_point=recovery_point)
        self.is_failed = False

    # ---- what holds -----------------------------------------------------------------------------------------------

    @invariant()
    def ends_are_in_order(self):
        if hasattr(self, "log"):
            log, accepted = self.log, len(self.readable) + len(self.in_flight or ())
            assert log.high_watermark <= log.log_end_offset <= log.accepted_end_offset
            assert (log.log_end_offset, log.accepted_end_offset) == (len(self.readable), accepted)
            assert len(self.disk.held) == (self.in_flight is not None)

    @invariant()
    def what_is_written_can_be_read_and_nothing_else(self):
        if hasattr(self, "log") and not self.is_failed:
            assert read_all(self.log, max_bytes=300) == self.readable

    @invariant()
    def what_is_acknowledged_can_be_read(self):
        if hasattr(self, "log"):
            assert all(self.readable[offset] == (offset, value) for offset, value in self.acknowledged)


TestLogWrites = LogWritesMachine.TestCase
TestLogWrites.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
