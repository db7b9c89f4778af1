"""Producers and transactions against Kafka's own: the same appends have the same fate, and leave the same files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kavka.broker.log.log import COORDINATOR
from kavka.broker.log.open_transactions import NO_UNSTABLE
from kavka.common.steps import at_once
from kavka.protocol.disk.indexes import decode_txn_index
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_snapshot
from kavka.protocol.errors import KafkaError
from kavka.protocol.records.batch import HEAD_SIZE, read_header
from tests.support.log.building import batch
from tests.support.log.transacting import marker

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "golden" / "producer_states.jsonl").read_text().splitlines()
]


class Replay:
    """One vector's operations, on a log of ours."""

    def __init__(self, bench):
        self.bench = bench
        self.log = bench.open()

    def run(self, name, *fields):
        return getattr(self, name)(*fields)

    def _append(self, data, now_ms, **options):
        info = self.log.append_as_leader(data, 0, now_ms, True, **options)
        return f"DUPLICATE {info.first_offset}" if info.is_duplicate else "NONE"

    def data(self, pid, epoch, sequence, count, is_transactional, now_ms):
        records = batch(
            *[b"v"] * count, timestamp=now_ms, producer=(pid, epoch, sequence), is_transactional=is_transactional
        )
        return self._append(records, now_ms)

    def offsets(self, pid, epoch, now_ms):
        records = batch(timestamp=now_ms, producer=(pid, epoch, 0), is_transactional=True)
        return self._append(records, now_ms, origin=COORDINATOR)

    def marker(self, pid, epoch, is_commit, coordinator_epoch, is_replicated, now_ms):
        data = marker(pid, commit=is_commit, epoch=epoch, coordinator_epoch=coordinator_epoch, now_ms=now_ms)
        if not is_replicated:
            return self._append(data, now_ms, origin=COORDINATOR)
        stamped = read_header(data).stamp(self.log.log_end_offset, 0) + data[HEAD_SIZE:]
        self.log.append_as_follower(stamped, now_ms=now_ms)
        return "NONE"

    def replicated(self, high_watermark):
        self.log.maybe_increment_high_watermark(high_watermark)

    def expire(self, now_ms):
        at_once(self.log.producer_state.expire(now_ms, 86_400_000))

    def restart(self, now_ms):
        """Restarts as Kafka, whose log does not know its high watermark while it loads its producers."""
        high_watermark = self.log.high_watermark
        self.log.close()
        self.bench.crash()
        self.log = self.bench.open(clean=True, now_ms=now_ms)
        self.log.maybe_increment_high_watermark(high_watermark)

    @property
    def first_unstable_offset(self):
        offset = self.log.producer_state.transactions.first_unstable_offset(self.log.high_watermark)
        return -1 if offset == NO_UNSTABLE else offset


@pytest.mark.parametrize("number", range(len(VECTORS)))
def test_kafkas_fate_is_ours(bench, number):
    vector = VECTORS[number]
    replay = Replay(bench)
    for step, (name, *fields, unstable) in enumerate(vector["operations"]):
        expected = fields.pop() if name in ("data", "offsets", "marker") else None
        try:
            outcome = replay.run(name, *fields)
        except KafkaError as error:
            outcome = error.code.name
        assert (outcome, replay.first_unstable_offset) == (expected, unstable), f"step {step}: {name} {fields}"
        log = replay.log
        assert log.last_stable_offset == (unstable if 0 <= unstable < log.high_watermark else log.high_watermark)
    snapshot = bytes.fromhex(vector["snapshot"])
    entries = {entry.producer_id: entry for entry in replay.log.producer_state.entries}
    in_kafkas_order = [entries[entry.producer_id] for entry in decode_snapshot(snapshot)]
    assert len(in_kafkas_order) == len(entries)
    assert encode_snapshot(in_kafkas_order) == snapshot
    path = bench.path(0, ".txnindex")
    assert (path.read_bytes() if path.exists() else b"").hex() == vector["txnindex"]
    assert replay.log.segments.active.txn_index.entries == decode_txn_index(bytes.fromhex(vector["txnindex"]))
