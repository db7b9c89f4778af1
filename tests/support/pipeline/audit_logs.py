"""Logs for the audit's tests, made by the protocol's own writer."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression

TIMESTAMP_MS = 1_700_000_000_000


class Made(NamedTuple):
    """What a batch was made of."""

    base_offset: int
    next_offset: int
    epoch: int
    data: bytes


def batch(
    base_offset: int,
    *,
    count: int = 3,
    epoch: int = 0,
    value: bytes = b"value",
    codec: Compression = Compression.NONE,
    producer: tuple[int, int, int] = (-1, -1, -1),
    at: int = 0,
) -> bytes:
    """One batch; `producer`: id, epoch, first sequence."""
    producer_id, producer_epoch, sequence = producer
    builder = BatchBuilder(
        compression=codec,
        base_offset=base_offset,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        base_sequence=sequence,
        partition_leader_epoch=LeaderEpoch(epoch),
    )
    for number in range(count):
        builder.append(timestamp=TIMESTAMP_MS + at + number, key=b"k%d" % number, value=value)
    return bytes(builder.build())


def random_log(seed: int, *, batches: int = 40, base_offset: int = 0) -> list[Made]:
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


def joined(made: Iterable[Made]) -> bytes:
    """The bytes of a segment."""
    return b"".join(one.data for one in made)
