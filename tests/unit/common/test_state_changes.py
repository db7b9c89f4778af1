"""The state-change log: a line is read as it was written, files are bounded and private, and off means off."""

import logging

import pytest

from kavka.common import state_change_file, state_changes
from kavka.common.state_changes import StateChange, parse


@pytest.fixture
def logger():
    logger = logging.getLogger(state_changes.LOGGER)
    before = logger.level, logger.propagate, list(logger.handlers)
    yield logger
    for handler in set(logger.handlers) - set(before[2]):
        logger.removeHandler(handler)
        handler.close()
    logger.setLevel(before[0])
    logger.propagate = before[1]


def test_what_is_written_is_read(logger, tmp_path):
    path = tmp_path / "changes.log"
    state_change_file.write_state_changes(path)
    assert not path.exists()
    assert state_changes.is_written()
    state_changes.controller_says(3, 7, "Partition %s: %s by OFFLINE", "a-b-0", state_changes.leadership(1, 5, (1, 2)))
    state_changes.broker_says(1, "Partition %s: leads", "t-0")
    state_changes.controller_says(3, 7, "Resigned: %s", "50% lost\nof it")
    found = [parse(line) for line in path.read_text().splitlines()]
    assert [change and change._replace(time="") for change in found] == [
        StateChange("", True, 3, 7, "a-b-0", "leader=1 leaderEpoch=5 isr=1,2 by OFFLINE"),
        StateChange("", False, 1, None, "t-0", "leads"),
        StateChange("", True, 3, 7, None, r"Resigned: 50% lost\nof it"),
    ]
    assert path.stat().st_mode & 0o077 == 0


def test_files_are_bounded(logger, tmp_path, monkeypatch):
    monkeypatch.setattr(state_change_file, "FILE_BYTES_MAX", 1_000)
    state_change_file.write_state_changes(tmp_path / "changes.log")
    for number in range(200):
        state_changes.broker_says(1, "Partition t-%d: leads", number)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["changes.log", "changes.log.1", "changes.log.2", "changes.log.3"]
    assert all(file.stat().st_size <= 1_000 and file.stat().st_mode & 0o077 == 0 for file in files)
    assert "t-199: leads" in files[0].read_text()


def test_without_a_file_nothing_is_written(logger, caplog):
    caplog.set_level(logging.INFO)
    state_change_file.write_state_changes(None)
    assert not state_changes.is_written()
    state_changes.broker_says(1, "Partition t-0: leads")
    assert caplog.records == []


def test_a_full_disk_is_a_warning_in_the_brokers_log(logger, caplog, tmp_path):
    path = tmp_path / "changes.log"
    path.symlink_to("/dev/full")
    state_change_file.write_state_changes(path)
    state_changes.broker_says(1, "Partition t-0: leads")
    assert "cannot be written" in caplog.text


@pytest.mark.parametrize("line", ["", "2026-11-28T12:18:35.829+00:00 [Broker id=", "something else", "[Broker id=1] x"])
def test_half_a_line_is_none(line):
    assert parse(line) is None
