"""Closed segments are read again: a changed bit is found wherever it is, and nothing else is."""

from __future__ import annotations

import random

import pytest

from kavka.broker.log.scrubber import Scrubber
from kavka.broker.metrics import ScrubMetrics
from kavka.common.types import TopicPartition
from tests.support.log.building import append
from tests.support.log.managed import Node

RATE = "kavka.scrub.bytes.per.second"


@pytest.fixture
def node(tmp_path):
    made = Node(tmp_path / "a")
    yield made
    made.kill()


def scrubber_of(node, **broker):
    node.broker = {RATE: 10**12, **broker}
    manager = node.start()
    log = node.create(**{"segment.bytes": "1000"})
    for _ in range(80):
        append(log)
    metrics = ScrubMetrics()
    made = Scrubber(manager.data_dirs, clock=node.clock, filesystem=node.disk, metrics=metrics, rng=random.Random(1))
    return made, log, metrics


def flip(segment, at, bit=0):
    with open(segment.path, "r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 1 << bit]))


def cut(segment, size):
    with open(segment.path, "r+b") as file:
        file.truncate(size)


async def test_whole_logs_are_found_whole(node):
    scrubber, log, metrics = scrubber_of(node)
    for segment in log.segments:
        if segment.is_sealed:
            scrubber.verify_soon(log, segment.base_offset)
    await scrubber.run_requests()
    assert metrics.segments == len(log.segments) - 1 > 1
    assert metrics.bytes_read == sum(segment.size for segment in log.segments if segment.is_sealed)
    assert log.is_complete


async def test_a_bit_of_every_byte_of_a_batch_is_found(node):
    """Also of the fields that no checksum covers: offset, length, leader epoch, magic byte."""
    scrubber, log, _ = scrubber_of(node)
    segment = log.segments[1]
    size = segment.header_at(0).size_in_bytes
    missed = []
    for at in range(size):
        bit = at % 8
        flip(segment, size + at, bit)
        node.clock.advance(60_001)
        scrubber.verify_soon(log, segment.base_offset)
        await scrubber.run_requests()
        if log.is_complete:
            missed.append((at, bit))
        else:
            assert log.damage.place.position <= size
            log.mended()
        flip(segment, size + at, bit)
    assert not missed


async def test_a_segment_that_went_meanwhile_is_no_damage(node):
    scrubber, log, metrics = scrubber_of(node)
    doomed = log.segments[1]
    flip(doomed, 30)
    scrubber.verify_soon(log, doomed.base_offset)
    log.truncate_to(doomed.base_offset)
    await scrubber.run_requests()
    assert log.is_complete
    assert metrics.damaged_segments == 0


@pytest.mark.parametrize("batches", [0, 1, 1.5], ids=["nothing-left", "a-batch-left", "half-a-batch-left"])
async def test_a_file_that_was_cut_short_is_damaged(node, batches):
    scrubber, log, metrics = scrubber_of(node)
    segment = log.segments[1]
    size = int(segment.header_at(0).size_in_bytes * batches)
    cut(segment, size)
    scrubber.verify_soon(log, segment.base_offset)
    await scrubber.run_requests()
    assert f"the file ends at byte {size}" in log.damage.reason
    assert metrics.damaged_segments == 1


async def test_what_was_just_checked_is_not_checked_again_for_every_refusal(node):
    scrubber, log, metrics = scrubber_of(node)
    for _ in range(10):
        scrubber.verify_soon(log, 0)
        await scrubber.run_requests()
    assert metrics.segments == 1


async def test_listeners_hear_of_damage_and_of_its_end(node):
    scrubber, log, _ = scrubber_of(node)
    told = []
    node.manager.add_damage_listener(lambda: told.append(dict(node.manager.incomplete())))
    flip(log.segments[1], 30)
    scrubber.verify_soon(log, log.segments[1].base_offset)
    await scrubber.run_requests()
    log.mended()
    assert told == [{TopicPartition("t", 0): log.log_end_offset}, {}]
