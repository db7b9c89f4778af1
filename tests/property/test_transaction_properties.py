"""Transactions of one log and a list: whatever happens to both, read_committed consumers see the same.

What happens: records within and outside of transactions, markers, a high watermark that lags, rolls, truncations,
clean restarts and crashes. What is compared after every step: the last stable offset, and what consumers with large
and with tiny fetches get from every offset.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.support.log.building import LogBench, append
from tests.support.log.transacting import committed, end, write

PRODUCERS = st.integers(1, 3)


class TransactionMachine(RuleBasedStateMachine):
    """The model: one entry an offset, ("plain", value), ("data", value, producer) or ("marker", producer, commit?)."""

    @initialize(segment_bytes=st.sampled_from([250, 600, 1 << 20]))
    def begin(self, segment_bytes):
        self.path = Path(tempfile.mkdtemp(prefix="txn-property"))
        self.bench = LogBench(self.path / "data")
        self.log = self.bench.open(config={"segment.bytes": segment_bytes})
        self.entries = []
        self.epochs = dict.fromkeys(range(1, 4), 0)
        """The epoch that each producer writes under: a new one after every look at a log that may have lost some."""
        self.high = self.restored_at = 0

    def teardown(self):
        if hasattr(self, "bench"):
            self.bench.close()
            shutil.rmtree(self.path)

    @rule(count=st.integers(1, 3))
    def plain(self, count):
        values = [b"p%d" % (len(self.entries) + n) for n in range(count)]
        append(self.log, *values)
        self.entries += [("plain", value) for value in values]

    @rule(pid=PRODUCERS, count=st.integers(1, 3))
    def transactional(self, pid, count):
        values = [b"%d/%d" % (pid, len(self.entries) + n) for n in range(count)]
        entry = self.log.producer_state.get(pid)
        is_new = entry is None or entry.epoch < self.epochs[pid]
        sequence = 0 if is_new else entry.last_sequence + 1
        write(self.log, pid, sequence, *values, epoch=self.epochs[pid])
        self.entries += [("data", value, pid) for value in values]

    @rule(pid=PRODUCERS, commit=st.booleans(), bump=st.booleans())
    def marker(self, pid, commit, bump):
        self.epochs[pid] += bump
        end(self.log, pid, commit=commit, epoch=self.epochs[pid])
        self.entries.append(("marker", pid, commit))

    @rule(part=st.floats(0, 1))
    def replicate(self, part):
        wanted = self.high + int(part * (len(self.entries) - self.high) + 0.5)
        ends = [header.next_offset for segment in self.log.segments for _, header in segment.batches()]
        self.high = max([self.high, *(end for end in ends if end <= wanted)])  # replicas copy whole batches
        self.log.maybe_increment_high_watermark(self.high)

    @rule()
    def roll(self):
        self.log.roll()

    @rule(back=st.integers(1, 6))
    def truncate(self, back):
        wanted = max(len(self.entries) - back, 0)
        starts = [header.base_offset for segment in self.log.segments for _, header in segment.batches()]
        offset = max([0, *(start for start in starts if start <= wanted)])
        self.log.truncate_to(offset)
        del self.entries[offset:]
        self.high = min(self.high, offset)
        self.restored_at = offset
        for pid in self.epochs:
            entry = self.log.producer_state.get(pid)
            self.epochs[pid] = max(self.epochs[pid], 0 if entry is None else entry.epoch) + 1

    @rule(clean=st.booleans(), recovery=st.floats(0, 1))
    def restart(self, clean, recovery):
        if clean:
            self.log.close()
        self.bench.crash()
        self.log = self.bench.open(clean=clean, recovery_point=int(recovery * len(self.entries)))
        self.restored_at = self.log.log_end_offset
        assert self.restored_at == len(self.entries)
        self.log.maybe_increment_high_watermark(self.high)

    # ---- the model's answers ----

    def _fates(self):
        """offset → True, False or None: committed, aborted, undecided; and offset → where that was decided."""
        fates, decided, open_since = {}, {}, {}
        for at, entry in enumerate(self.entries):
            if entry[0] == "data":
                open_since.setdefault(entry[2], []).append(at)
            elif entry[0] == "marker":
                for offset in open_since.pop(entry[1], []):
                    fates[offset], decided[offset] = entry[2], at
        return fates, decided

    @invariant()
    def the_last_stable_offset_is_the_models(self):
        if not hasattr(self, "log"):
            return
        # What a snapshot says to have ended counts as replicated, as in Kafka: it does not say where the marker is.
        strict, lenient = self._stable_before(self.high), self._stable_before(max(self.high, self.restored_at))
        assert strict <= self.log.last_stable_offset <= lenient

    def _stable_before(self, replicated):
        _, decided = self._fates()
        data = [at for at, entry in enumerate(self.entries) if entry[0] == "data"]
        return min([self.high, *(at for at in data if decided.get(at, replicated) >= replicated)])

    @invariant()
    def consumers_see_what_was_committed(self):
        if not hasattr(self, "log"):
            return
        fates, _ = self._fates()
        stable = self.log.last_stable_offset
        visible = [
            (at, entry[1])
            for at, entry in enumerate(self.entries[:stable])
            if entry[0] == "plain" or (entry[0] == "data" and fates.get(at))
        ]
        for start in {0, stable // 2, max(stable - 1, 0)}:
            expected = [value for at, value in visible if at >= start]
            for max_bytes in (1, 300, 1 << 20):
                assert committed(self.log, start, max_bytes=max_bytes) == expected


TestTransactions = TransactionMachine.TestCase
TestTransactions.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
