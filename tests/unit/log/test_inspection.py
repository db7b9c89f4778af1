"""What `kavka log verify` finds in files that are right, torn, and wrong in each of the ways it knows."""

from __future__ import annotations

import struct

import pytest

from kavka.cli.partition_files import SegmentFile, verify_partition
from kavka.protocol.disk.indexes import offset_index_entries, time_index_entries
from tests.support.log.building import NOW_MS, append
from tests.support.log.transacting import end, write


@pytest.fixture
def written(bench):
    """Twelve batches over several segments, with an index entry for nearly each."""
    log = bench.open(config={"segment.bytes": 250, "index.interval.bytes": 1})
    for number in range(12):
        append(log, b"a%d" % number, b"b", timestamp=NOW_MS + number, epoch=number // 6)
    bench.crash()
    return bench


def segments(bench):
    return sorted(bench.directory.glob("*.log"))


def errors(report):
    return [finding.text for finding in report.findings if finding.is_error]


def overwrite(path, position, data):
    with path.open("r+b") as file:
        file.seek(position)
        file.write(data)


def test_a_log_as_the_broker_writes_it_is_good(written):
    report = verify_partition(written.directory)
    assert report.is_good, report.findings
    assert (report.batches, report.records) == (12, 24)
    assert (report.log_start_offset, report.log_end_offset) == (0, 24)
    assert report.segments == len(segments(written)) > 2
    assert report.size_bytes == sum(path.stat().st_size for path in segments(written))


def test_half_a_batch_at_the_very_end_is_a_note_and_elsewhere_an_error(written):
    last = segments(written)[-1]
    last.write_bytes(last.read_bytes() + segments(written)[0].read_bytes()[:70])
    report = verify_partition(written.directory)
    assert report.is_good
    assert [finding.text for finding in report.findings] == ["70 bytes behind the last whole batch"]
    first = segments(written)[0]
    first.write_bytes(first.read_bytes()[:-1])
    assert any("behind the last whole batch" in text for text in errors(verify_partition(written.directory)))


def test_a_flipped_byte_is_found_by_its_checksum_and_place(written):
    first = segments(written)[0]
    with SegmentFile(first) as file:
        second_batch = [position for position, _, _ in file.batches()][1]
    overwrite(first, second_batch + 70, b"\xff")
    (finding,) = [finding for finding in verify_partition(written.directory).findings if finding.is_error]
    assert "checksum" in finding.text
    assert (finding.path, finding.position) == (str(first), second_batch)


def test_an_index_that_points_beside_a_batch(written):
    index = segments(written)[0].with_suffix(".index")
    offset, position = offset_index_entries(index.read_bytes(), base_offset=0)[0]
    overwrite(index, 0, struct.pack(">ii", offset, position + 1))
    assert errors(verify_partition(written.directory)) == [f"no batch at {position + 1} ends with offset {offset}"]


def test_a_time_index_that_hides_a_younger_record(written):
    index = segments(written)[0].with_suffix(".timeindex")
    _, last_offset = time_index_entries(index.read_bytes(), base_offset=0)[-1]
    relative = struct.pack(">i", last_offset)  # the first segment begins at offset 0
    index.write_bytes(struct.pack(">q", NOW_MS) + relative)
    (text,) = errors(verify_partition(written.directory))
    assert text.startswith(f"a record before offset {last_offset} has time")
    assert text.endswith(f"after {NOW_MS}")


def test_indexes_whose_entries_contradict_each_other_or_are_missing(written):
    index = segments(written)[0].with_suffix(".index")
    index.write_bytes(struct.pack(">iiii", 5, 100, 3, 200))
    assert errors(verify_partition(written.directory)) == ["entries do not grow"]
    index.unlink()
    report = verify_partition(written.directory)
    assert report.is_good
    assert [finding.text for finding in report.findings] == ["missing; a broker makes it anew"]


def test_segments_that_overlap(written):
    first, second = segments(written)[:2]
    second.rename(second.with_name(f"{int(second.stem) - 1:020d}.log"))
    found = errors(verify_partition(written.directory))
    assert any("the segment before ends at" in text for text in found)
    assert first.exists()


def test_offsets_and_epochs_that_go_back(written):
    first = segments(written)[0]
    with SegmentFile(first) as file:
        positions = [position for position, _, _ in file.batches()]
    # Base offset and leader epoch are outside the checksum, so nothing but their order betrays them.
    overwrite(first, positions[1], struct.pack(">q", 0))
    overwrite(first, positions[0] + 12, struct.pack(">i", 5))
    found = errors(verify_partition(written.directory))
    assert any("offset 0 where 2 or more is due" in text for text in found)
    assert any("leader epoch 0 behind 5" in text for text in found)


def test_a_directory_without_segments_is_empty(tmp_path):
    report = verify_partition(tmp_path)
    assert (report.segments, report.is_good, report.findings) == (0, True, [])


def test_an_aborted_transaction_that_its_marker_does_not_know(bench):
    log = bench.open()
    write(log, 7, 0)
    end(log, 7, commit=False)
    bench.crash()
    assert verify_partition(bench.directory).is_good
    overwrite(bench.path(0, ".txnindex"), 2, struct.pack(">q", 8))
    assert errors(verify_partition(bench.directory)) == ["no marker at offset 1 aborts a transaction of producer 8"]
    overwrite(bench.path(0, ".txnindex"), 0, b"\x01")
    [text] = errors(verify_partition(bench.directory))
    assert "version" in text
