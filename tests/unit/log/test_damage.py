"""A log with whole batches behind what is none: cut where it stops being whole, and what was cut is kept and named."""

from __future__ import annotations

import pytest

from broker.log.damage import DAMAGED_SUFFIX, first_whole_batch
from protocol.records.batch import BatchBuilder

from .building import LogBench


def batch(value=b"v" * 50):
    builder = BatchBuilder()
    builder.append(timestamp=1, key=None, value=value)
    return builder.build()


@pytest.mark.parametrize("gap", [0, 1, 61, 500])
def test_a_whole_batch_is_found_behind_noise(gap):
    noise = b"\x02" * gap
    assert first_whole_batch(memoryview(noise + batch() + b"\x02" * 100), 0) == gap


def test_no_batch_is_found_in_noise():
    assert first_whole_batch(memoryview(b"\x02" * 10_000), 0) is None
    assert first_whole_batch(memoryview(batch()), 1) is None


@pytest.fixture
def killed(tmp_path):
    """A log of three batches in each of four segments, whose broker was killed."""
    bench = LogBench(tmp_path / "data")
    log = bench.open(config={"segment.bytes": 400})
    for _ in range(12):
        log.append_as_leader(batch(), 0, 1)
    bench.crash()
    yield bench
    bench.close()


def damage(bench, base, at):
    path = bench.path(base, ".log")
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    return bytes(data)


def test_what_is_cut_in_front_of_whole_batches_is_kept_and_named(killed, caplog):
    bases = sorted(int(path.stem) for path in killed.directory.glob("*.log"))
    size = len(batch())
    held = damage(killed, bases[1], size + 16)
    rest = killed.path(bases[2], ".log").read_bytes()
    log = killed.open()
    assert log.log_end_offset == bases[1] + 1
    assert log.damage.next_offset == bases[1] + 1
    kept = {path.name: path.read_bytes() for path in killed.directory.glob(f"*{DAMAGED_SUFFIX}")}
    assert kept[f"{bases[1]:020d}.log.{size}{DAMAGED_SUFFIX}"] == held[size:]
    assert kept[f"{bases[2]:020d}.log{DAMAGED_SUFFIX}"] == rest
    assert log.damage.bytes_cut == sum(map(len, kept.values()))
    assert f"{log} has lost records: cut at offset {bases[1] + 1}" in caplog.text
    log.close()
    caplog.clear()
    assert killed.open(clean=True).damage is not None, "as long as the files lie there"
    assert f"{log} may lack records" in caplog.text


def test_a_log_is_whole_again_when_what_was_kept_is_removed(killed):
    damage(killed, 0, 16)
    killed.open().close()
    for path in killed.directory.glob(f"*{DAMAGED_SUFFIX}"):
        path.unlink()
    assert killed.open(clean=True).damage is None


def test_a_torn_tail_is_no_damage(killed, caplog):
    last = max(killed.directory.glob("*.log"))
    last.write_bytes(last.read_bytes()[:-10])
    log = killed.open()
    assert log.damage is None
    assert not list(killed.directory.glob(f"*{DAMAGED_SUFFIX}"))
    assert "bytes behind it are no whole batch and are dropped" in caplog.text
