"""What an inspection says of files: nothing of good ones, and each damage at its place."""

from __future__ import annotations

from kavka.protocol.disk.inspection import Inspection, SegmentFiles
from kavka.protocol.records.batch import BatchBuilder


def segment(**differs):
    builder = BatchBuilder()
    builder.append(timestamp=1_000, key=None, value=b"v")
    files = SegmentFiles("p/00000000000000000000.log", 0, builder.build(), b"", b"", b"")
    return files._replace(**differs)


def findings(files, *, is_last):
    inspection = Inspection()
    inspection.add(files, is_last=is_last)
    return inspection.report()


def test_good_files_are_counted_and_nothing_is_said_of_them():
    report = findings(segment(), is_last=True)
    assert report.is_good
    assert (report.findings, report.segments, report.batches, report.records, report.log_end_offset) == ([], 1, 1, 1, 1)


def test_a_time_index_with_half_an_entry_is_an_error():
    report = findings(segment(time_index=bytes(5)), is_last=True)
    assert not report.is_good
    [finding] = report.findings
    assert finding.path.endswith(".timeindex")


def test_missing_indexes_are_told_of_older_segments_only():
    files = segment(offset_index=None, time_index=None)
    assert findings(files, is_last=True).findings == []
    older = findings(files, is_last=False)
    assert older.is_good
    assert [finding.path.rpartition(".")[2] for finding in older.findings] == ["index", "timeindex"]
