"""`partition.metadata`: which topic a log is of, by id, and what becomes of a file that does not say so."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from tests.support.log.building import append
from tests.support.log.managed import Node

TOPIC_ID = bytes(range(16))


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a")
    yield made
    made.manager.close()


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 43, b"version: 1\ntopic_id: AAECAwQFBgcICQoLDA0ODw", b"version: 0\ntopic"]
)
def test_a_file_without_a_topic_id_costs_no_log_and_is_written_anew(node, data, caplog):
    """Apache Kafka takes the whole data directory offline."""
    node.start()
    append(node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID, is_new=True))
    node.manager.shutdown()
    path = node.paths[0] / "t-0" / "partition.metadata"
    path.write_bytes(data)
    node.start()
    told = [record.getMessage() for record in caplog.records if "partition.metadata" in record.getMessage()]
    assert len(told) == 1, told
    assert "The log is taken for that of the topic of its name" in told[0]
    log = node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID)
    assert (log.log_end_offset, log.topic_id) == (1, TOPIC_ID)
    assert path.read_bytes() == b"version: 0\ntopic_id: AAECAwQFBgcICQoLDA0ODw"


def test_where_topics_have_no_ids_their_files_go(node):
    """Another controller's ids come later, and no log is another topic's then (KIP-516)."""
    node.start()
    append(node.manager.get_or_create(TopicPartition("t", 0), topic_id=TOPIC_ID, is_new=True))
    node.manager.shutdown()
    path = node.paths[0] / "t-0" / "partition.metadata"
    node.has_topic_ids = False
    node.start()
    assert (node.manager.get(TopicPartition("t", 0)).topic_id, path.exists()) == (bytes(16), False)
    node.manager.shutdown()
    node.has_topic_ids = True
    node.start()
    log = node.manager.get_or_create(TopicPartition("t", 0), topic_id=bytes(range(1, 17)))
    assert (log.log_end_offset, path.exists()) == (1, True)
