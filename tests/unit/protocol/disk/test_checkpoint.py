"""Checkpoints and property files: Kafka's bytes, and what is made of broken ones."""

from __future__ import annotations

import base64

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.disk.checkpoint import decode_epochs, decode_offsets, encode_epochs, encode_offsets
from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.property_files import (
    decode_partition_metadata,
    decode_properties,
    encode_meta_properties,
    encode_partition_metadata,
)

OFFSETS = {TopicPartition("orders", 1): 1498, TopicPartition("orders", 0): 1500, TopicPartition("a-b", 10): 0}
OFFSETS_TEXT = b"0\n3\na-b 10 0\norders 0 1500\norders 1 1498\n"


def test_offsets_have_kafkas_bytes():
    assert encode_offsets(OFFSETS) == OFFSETS_TEXT
    assert decode_offsets(OFFSETS_TEXT) == OFFSETS


def test_no_offsets_are_two_lines():
    assert encode_offsets({}) == b"0\n0\n"
    assert decode_offsets(b"0\n0\n") == {}


def test_the_epochs_of_a_fresh_partition_are_three_lines():
    assert encode_epochs([(0, 0)]) == b"0\n1\n0 0\n"
    assert decode_epochs(b"0\n1\n0 0\n") == [(0, 0)]


def test_partition_metadata_has_kafkas_bytes():
    topic_id = bytes(range(240, 256))
    text = base64.urlsafe_b64encode(topic_id)[:22]
    assert encode_partition_metadata(topic_id) == b"version: 0\ntopic_id: " + text
    assert decode_partition_metadata(b"version: 0\ntopic_id: " + text) == topic_id


def test_meta_properties_are_read_with_their_comments():
    data = encode_meta_properties(broker_id=3, cluster_id="abc=")
    assert decode_properties(data) == {"version": "0", "broker.id": "3", "cluster.id": "abc="}
    assert decode_properties(b"#\n#Sat Nov 21 04:00:00 UTC 2026\r\nbroker.id=3\n\n") == {"broker.id": "3"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"0\n",
        b"1\n0\n",
        b"0\n2\norders 0 1\n",
        b"0\n1\norders 0 1\norders 1 1\n",
        b"0\n1\norders 0\n",
        b"0\n1\norders zero 1\n",
        b"0\n1\norders 0 -1\n",
        b"0\n1\norders 0 1_0\n",
        b"0\n1\norders 0 " + b"9" * 5000 + b"\n",
        b"\xff\xfe",
        bytes(40),
    ],
)
def test_bug_61_broken_offsets_are_told_apart(data):
    with pytest.raises(CorruptCheckpoint):
        decode_offsets(data)


@pytest.mark.parametrize("data", [b"0\n2\n1 0\n0 5\n", b"0\n2\n0 5\n1 4\n", b"0\n2\n1 0\n1 5\n", b"0\n1\n-1 0\n", b"x"])
def test_bug_61_epochs_that_do_not_grow_are_broken(data):
    with pytest.raises(CorruptCheckpoint):
        decode_epochs(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"version: 0\n",
        b"version: 0\ntopic_id: !!",
        b"version: 0\ntopic_id: AAAA",
        b"nonsense",
        b"topic_id: AAECAwQFBgcICQoLDA0ODw",
        b"version: 1\ntopic_id: AAECAwQFBgcICQoLDA0ODw",
    ],
)
def test_bug_61_broken_partition_metadata_is_told_apart(data):
    with pytest.raises(CorruptCheckpoint):
        decode_partition_metadata(data)
