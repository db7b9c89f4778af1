"""Histories of a compacted topic, drawn from a seeded generator."""

from __future__ import annotations

import random

from kavka.broker.log.log import Log
from kavka.protocol.records.compression import Compression
from kavka.timer.moments import WallMs
from tests.support.log.building import NOW_MS
from tests.support.log.cleaning import put, put_marker

KEYS = 6


def produce(log: Log, rng: random.Random, steps: int) -> None:
    """A history of a topic; no transaction stays open."""
    sequences: dict[int, int] = {}
    open_producers: set[int] = set()
    for _ in range(steps):
        producer_id = rng.choice([-1, -1, 1, 2, 3])
        batch = [
            (b"k%d" % rng.randrange(KEYS), rng.choice([None, b"%d" % rng.randrange(1000)]))
            for _ in range(rng.randint(1, 4))
        ]
        compression = rng.choice(list(Compression))
        is_transactional = producer_id >= 2
        sequence = sequences.get(producer_id, 0)
        put(
            log,
            *batch,
            producer=(producer_id, 0, sequence) if producer_id >= 0 else (-1, -1, -1),
            is_transactional=is_transactional,
            compression=compression,
        )
        sequences[producer_id] = sequence + len(batch)
        if is_transactional:
            open_producers.add(producer_id)
        if open_producers and rng.random() < 0.5:
            producer_id = rng.choice(sorted(open_producers))
            open_producers.discard(producer_id)
            put_marker(log, producer_id, 0, commit=rng.random() < 0.5)
        if rng.random() < 0.1:
            log.roll(now_ms=WallMs(NOW_MS))
    for producer_id in sorted(open_producers):
        put_marker(log, producer_id, 0, commit=rng.random() < 0.5)
    log.roll(now_ms=WallMs(NOW_MS))
