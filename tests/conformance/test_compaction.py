"""The same dirty logs cleaned by Apache Kafka 3.9.1's own cleaner and by ours: the same batches and records are left.

Histories of idempotent and transactional producers, of all codecs, with tombstones and aborted transactions, in several
rounds, so that delete horizons are set by one round and met by another. What may differ: the base timestamp, which
Kafka takes from the first record that is left.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from kavka.broker.log.cleaning.candidates import first_dirty_offset
from kavka.protocol.disk.indexes import decode_txn_index
from kavka.protocol.records.batch import iter_headers, iter_records
from tests.support.kafka.dump_log import check
from tests.support.log.building import NOW_MS, TP, LogBench
from tests.support.log.cleaning import COMPACTED, clean, put
from tests.support.log.histories import produce

pytestmark = [pytest.mark.conformance]

PROBE = Path(__file__).with_name("CompactionProbe.java")
PROBE_SECONDS_MAX = 60
ROUNDS_MS = (0, 700, 1400)
"""When the rounds are; tombstones stay for 1,000 ms."""


def clean_by_kafka(tools, directory, first_dirty, now_ms):
    """One round; returns up to where the log is clean."""
    command = ["java", "-Xmx256m", "-cp", f"{tools.jars}/*", str(PROBE), str(directory), TP.topic]
    command += [str(first_dirty), str(now_ms), *(f"{name}={value}" for name, value in COMPACTED.items())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_SECONDS_MAX)
    assert done.returncode == 0, done.stdout + done.stderr
    for path in directory.glob("*.deleted"):
        path.unlink()
    return int(done.stdout.split("clean to ")[1].split(",")[0])


def left(directory):
    """Everything about a log that a reader, a producer or the next round could tell."""
    batches = []
    for path in sorted(directory.glob("*.log")):
        data = path.read_bytes()
        for pos, header in iter_headers(data):
            records = iter_records(data[pos : pos + header.size_in_bytes], include_control=True)
            batches.append(
                (
                    (header.base_offset, header.last_offset, header.record_count, header.attributes & ~7),
                    (header.producer_id, header.producer_epoch, header.base_sequence, header.partition_leader_epoch),
                    (header.max_timestamp, header.delete_horizon_ms, header.record_count and header.compression),
                    [(r.offset, r.timestamp, r.key, r.value, r.headers) for r in records],
                )
            )
    aborted = [txn for path in sorted(directory.glob("*.txnindex")) for txn in decode_txn_index(path.read_bytes())]
    return batches, aborted


@pytest.mark.parametrize("seed", [5, 6])
def test_kafkas_cleaner_and_ours_leave_the_same(tools, tmp_path, seed):
    bench = LogBench(tmp_path / "ours")
    log = bench.open(config=COMPACTED)
    produce(log, random.Random(seed), 60)
    put(log, (b"z", b"last"))
    log.roll(now_ms=NOW_MS)
    log.close()
    theirs = tmp_path / "theirs" / str(TP)
    bench.crash()
    shutil.copytree(bench.directory, theirs)
    checkpoint = None
    for number, elapsed_ms in enumerate(ROUNDS_MS):
        log = bench.open(clean=True)
        log.update_high_watermark(log.log_end_offset)
        put_more = [(b"k%d" % (seed + number), None), (b"z", b"%d" % number)]
        reached, _ = clean(log, checkpoint, now_ms=NOW_MS + elapsed_ms)
        by_kafka = clean_by_kafka(tools, theirs, first_dirty_offset(log, checkpoint), NOW_MS + elapsed_ms)
        log.close()
        bench.crash()
        assert reached == by_kafka
        assert left(bench.directory) == left(theirs), number
        # More of the same to both, by way of ours.
        for directory in (bench.directory, theirs):
            other = LogBench(tmp_path / f"more-{number}-{directory.parent.name}")
            shutil.rmtree(other.directory)
            other.directory = directory
            log = other.open(config=COMPACTED, clean=True)
            log.update_high_watermark(log.log_end_offset)
            put(log, *put_more)
            log.roll(now_ms=NOW_MS)
            log.close()
            other.close()
        checkpoint = reached
    check(tools, bench.directory)
    bench.close()
