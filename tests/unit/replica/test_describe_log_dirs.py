"""DescribeLogDirs: sizes that are the files', only what was asked for, and directories that failed."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from tests.support.replica.described import described
from tests.support.replica.node import batch


def bytes_of_log_files(folder):
    return sum(path.stat().st_size for path in folder.glob("*.log"))


@pytest.mark.parametrize("version", range(5))
def test_every_version_tells_the_bytes_of_every_log(node, version):
    node.topics.overrides = {"t": {"segment.bytes": "200"}}
    for index in (0, 1):
        node.lead("t", index)
    node.lead("u")
    for _ in range(5):
        node.produce(batch(b"x" * 50))
    ((path, (error, sizes)),) = described(node.describe_log_dirs(version=version)).items()
    assert (path, error) == (str(node.directory), 0)
    assert sizes == {
        ("t", 0): (bytes_of_log_files(node.directory / "t-0"), 0, False),
        ("t", 1): (0, 0, False),
        ("u", 0): (0, 0, False),
    }
    assert sizes["t", 0][0] > 500


@pytest.mark.parametrize("version", range(5))
def test_version_4_tells_the_room_of_the_file_system(node, version):
    node.lead("t")
    [found] = node.describe_log_dirs(version=version).answer.results
    if version < 4:
        assert (found.total_bytes, found.usable_bytes) == (-1, -1)
    else:
        assert found.total_bytes > found.usable_bytes > 0


def test_only_what_was_asked_for(node):
    for index in (0, 1):
        node.lead("t", index)
    asked = node.describe_log_dirs({"t": [1, 9], "nope": [0]})
    assert list(described(asked).values()) == [(0, {("t", 1): (0, 0, False)})]
    assert list(described(node.describe_log_dirs({})).values()) == [(0, {})]


def test_a_lost_directory_says_so_and_tells_no_sizes(leader):
    leader.manager.partitions.find("t", 0).log.log_dir.fail(OSError(5, "injected"), "testing")
    assert list(described(leader.describe_log_dirs()).values()) == [(ErrorCode.KAFKA_STORAGE_ERROR, {})]
