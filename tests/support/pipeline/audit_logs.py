"""Logs for the audit's tests, made by the protocol's own writer."""

from __future__ import annotations

import random
from typing import NamedTuple

from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression

TIMESTAMP_MS = 1_700_000_000_000


class Made(NamedTuple):
    """What a batch was made of."""

    base_offset: int
    next_offset: int
    epoch: int
    data: bytes


def batch(base_offset, *, count=3, epoch=0, value=b"value", codec=Compression.NONE, producer=(-1, -1, -1), at=0):
    """One batch; `producer`: id, epoch, first sequence."""
    producer_id, producer_epoch, sequence = producer
    builder = BatchBuilder(
        compression=codec,
        base_offset=base_offset,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=sequence,
        partition_leader_epoch=epoch,
    )
    for number in range(count):
        builder.append(timestamp=TIMESTAMP_MS + at + number, key=b"k%d" % number, value=value)
    return bytes(builder.build())


def random_log(seed, *, batches=40, base_offset=0):
    """Sound batches one behind the other: sizes, codecs and epochs by chance."""
    chance = random.Random(seed)
    offset, epoch, made = base_offset, 0, []
    for _ in range(batches):
        count = chance.choice((1, 2, 7, 400))
        epoch += chance.random() < 0.1
        value = chance.randbytes(chance.choice((0, 5, 90)))
        codec = chance.choice(list(Compression))
        made.append(
            Made(offset, offset + count, epoch, batch(offset, count=count, epoch=epoch, value=value, codec=codec))
        )
        offset += count
    return made


def joined(made):
    """The bytes of a segment."""
    return b"".join(one.data for one in made)
