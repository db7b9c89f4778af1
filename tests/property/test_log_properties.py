"""A log and a list: whatever is done to both, they say the same; also after a crash, wherever the tail was torn."""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from kavka.protocol.errors import OffsetOutOfRange
from kavka.protocol.records.compression import Compression
from tests.support.log.building import NOW_MS, LogBench, append, batch, read_all

SIZES = st.sampled_from([0, 1, 30, 200])


class LogMachine(RuleBasedStateMachine):
    """The model: records as (offset, value, timestamp, epoch), and the four offsets."""

    @initialize(
        segment_bytes=st.sampled_from([700, 1500, 1 << 20]),
        interval=st.sampled_from([0, 100, 4096]),
        retention_ms=st.sampled_from([-1, 5]),
    )
    def begin(self, segment_bytes, interval, retention_ms):
        self.path = Path(tempfile.mkdtemp(prefix="log-property"))
        self.bench = LogBench(self.path / "data")
        self.log = self.bench.open(
            config={"segment.bytes": segment_bytes, "index.interval.bytes": interval, "retention.ms": retention_ms}
        )
        self.records = []
        self.epoch = 0
        self.start = self.high = self.end = 0
        self.time = NOW_MS

    def teardown(self):
        if hasattr(self, "bench"):
            self.bench.close()
            shutil.rmtree(self.path)

    @rule(sizes=st.lists(SIZES, min_size=1, max_size=3), codec=st.sampled_from([Compression.NONE, Compression.GZIP]))
    def append_as_leader(self, sizes, codec):
        values = [b"%d" % (self.end + n) + b"." * size for n, size in enumerate(sizes)]
        times = [self.time + (7 * len(self.records) + 3 * n) % 5 for n in range(len(values))]
        info = append(self.log, *values, timestamp=times, epoch=self.epoch, compression=codec)
        assert info.first_offset == self.end
        self._take(self.end, values, times)

    @rule(gap=st.integers(0, 5), count=st.integers(1, 3))
    def append_as_follower(self, gap, count):
        values = [b"f%d" % n for n in range(count)]
        base = self.end + gap
        sent = batch(*values, timestamp=self.time, base_offset=base, epoch=self.epoch)
        self.log.append_as_follower(sent, now_ms=NOW_MS)
        self._take(base, values, [self.time] * count)

    def _take(self, base, values, times):
        for offset, (value, time) in enumerate(zip(values, times, strict=True), base):
            self.records.append((offset, value, time, self.epoch, base))
        self.end = base + len(values)

    @rule(by=st.integers(1, 3))
    def elect(self, by):
        self.epoch += by
        self.log.leader_epoch_cache.assign(self.epoch, self.end)

    @rule(part=st.floats(0, 1))
    def raise_high_watermark(self, part):
        offset = self.high + int((self.end - self.high) * part)
        self.log.maybe_increment_high_watermark(offset)
        self.high = max(self.high, offset)

    @rule(part=st.floats(0, 1), drop=st.booleans())
    def delete_records(self, part, drop):
        offset = self.start + int((self.high - self.start) * part)
        self.log.maybe_increment_log_start_offset(offset)
        if drop:
            self.log.delete_segments_before_start()
        self.start = max(self.start, offset)

    @rule(part=st.floats(0, 1))
    def truncate(self, part):
        offset = self.start + int((self.end - self.start) * part)
        self.log.truncate_to(offset)
        # The batch that holds the offset goes whole.
        cut = min((base for o, *_, base in self.records if o >= offset), default=offset)
        self.records = [record for record in self.records if record[0] < min(cut, offset)]
        self.end = offset
        self.high = min(self.high, offset)

    @rule()
    def roll(self):
        self.log.roll(now_ms=NOW_MS)

    @rule()
    def flush(self):
        self.log.flush()

    @rule(age=st.integers(0, 20))
    def retain(self, age):
        before = self.start
        self.time += 3
        self.log.delete_old_segments(self.time + age)
        self.start = self.log.log_start_offset
        assert before <= self.start <= self.high

    @rule(clean=st.booleans(), torn=st.integers(0, 80), seed=st.integers(0, 9))
    def restart(self, clean, torn, seed):
        recovery_point = self.log.recovery_point
        if clean:
            self.log.close()
        self.bench.crash()
        self._lose_a_cache(random.Random(seed))
        if not clean and torn:
            last = (self.bench.names(".log") or [f"{0:020d}.log"])[-1]  # the first append makes the first file
            with (self.bench.directory / last).open("ab") as file:
                file.write(batch(b"never acknowledged" * 9, base_offset=self.end)[:torn])
        self.log = self.bench.open(clean=clean, recovery_point=recovery_point, log_start_offset=self.start)
        self.log.maybe_increment_high_watermark(self.high)
        found_end = self.log.log_end_offset
        # A truncation into the middle of a batch leaves a gap at the end that no file remembers.
        last_end = self.records[-1][0] + 1 if self.records else self.start
        assert max(last_end, self.start) <= found_end <= self.end
        self.end = found_end
        self.high = self.log.high_watermark

    def _lose_a_cache(self, rng):
        victims = [name for name in self.bench.names() if not name.endswith((".log", "-checkpoint"))]
        if victims and rng.random() < 0.5:
            (self.bench.directory / rng.choice(victims)).unlink()

    @invariant()
    def offsets_agree(self):
        if not hasattr(self, "log"):
            return
        log = self.log
        assert (log.log_start_offset, log.high_watermark, log.log_end_offset) == (self.start, self.high, self.end)
        assert log.log_start_offset <= log.last_stable_offset <= log.high_watermark <= log.log_end_offset

    @invariant()
    def records_agree(self):
        if not hasattr(self, "log"):
            return
        expected = [(offset, value) for offset, value, *_ in self.records if offset >= self.start]
        assert read_all(self.log, max_bytes=400) == expected
        assert read_all(self.log, max_offset=self.high) == [
            record for record in expected if record[0] < self._visible_end()
        ]

    def _visible_end(self):
        """Only whole batches below the high watermark are given."""
        return min((base for o, *_, base in self.records if o >= self.high), default=self.high)

    @invariant()
    def searches_agree(self):
        if not hasattr(self, "log"):
            return
        visible = [record for record in self.records if record[0] >= self.start]
        for asked in (self.time, self.time + 4):
            expected = next(((t, o) for o, _, t, *_ in visible if t >= asked), None)
            found = self.log.offset_for_timestamp(asked, self.end)
            assert (found and found[:2]) == expected

    @invariant()
    def epochs_agree(self):
        if not hasattr(self, "log"):
            return
        for offset, _, _, epoch, _ in self.records:
            if offset >= self.start:
                assert self.log.leader_epoch_cache.epoch_for_offset(offset) == epoch

    @invariant()
    def outside_is_out_of_range(self):
        if not hasattr(self, "log"):
            return
        for offset in (self.start - 1, self.end + 1):
            try:
                self.log.read(offset, max_bytes=1, max_offset=self.end)
            except OffsetOutOfRange:
                continue
            raise AssertionError(f"offset {offset} was read")


TestLog = LogMachine.TestCase
TestLog.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
