"""Checkpoints: small text files of offsets by partition, and of a partition's leader epochs.

A version, a count, and that many lines::

    0                    0
    2                    1
    orders 0 1500        0 0
    orders 1 1498        └ leader epoch, start offset   (leader-epoch-checkpoint)
    └ topic, partition, offset   (recovery-point-, log-start-, replication-, cleaner-offset-checkpoint)

A partition is its topic and its number: any tuple of the two will do, and a plain one comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final, TypeVar

from kavka.protocol.disk.errors import CorruptCheckpoint
from kavka.protocol.disk.property_files import text_of
from kavka.protocol.epochs import LeaderEpoch

CHECKPOINT_VERSION: Final = 0

PartitionT = TypeVar("PartitionT", bound=tuple[str, int])


def encode_offsets(offsets: Mapping[PartitionT, int]) -> bytes:
    """Encodes a checkpoint of partitions' offsets, sorted by partition. Equal content is equal bytes."""
    return encode_offsets_head(len(offsets)) + encode_offset_lines(sorted(offsets.items()))


def encode_offsets_head(count: int) -> bytes:
    """Encodes the first lines of an offset checkpoint: version and number of partitions."""
    return f"{CHECKPOINT_VERSION}\n{count}\n".encode()


def encode_offset_lines(items: Iterable[tuple[tuple[str, int], int]]) -> bytes:
    """Encodes lines of an offset checkpoint, in the order given."""
    return "".join([f"{topic} {partition} {offset}\n" for (topic, partition), offset in items]).encode()


def decode_offsets(data: bytes) -> dict[tuple[str, int], int]:
    """Decodes an offset checkpoint: (topic, partition) → offset.

    Raises:
        CorruptCheckpoint: another version, a missing or extra line, a field that is no number.
    """
    offsets: dict[tuple[str, int], int] = {}
    for fields in _decode(data, fields_per_line=3):
        offset = _number(fields[2])
        if offset < 0:
            raise CorruptCheckpoint(f"negative offset {offset}")
        offsets[fields[0], _number(fields[1])] = offset
    return offsets


def encode_epochs(entries: Iterable[tuple[LeaderEpoch, int]]) -> bytes:
    """Encodes a checkpoint of (leader epoch, start offset) pairs, in the order given."""
    lines = [f"{epoch} {start_offset}" for epoch, start_offset in entries]
    return _encode(lines, len(lines))


def decode_epochs(data: bytes) -> list[tuple[LeaderEpoch, int]]:
    """Decodes a leader epoch checkpoint: (leader epoch, start offset) pairs, both columns growing.

    Raises:
        CorruptCheckpoint: see `decode_offsets`; or the columns do not grow together.
    """
    entries = [(LeaderEpoch(_number(fields[0])), _number(fields[1])) for fields in _decode(data, fields_per_line=2)]
    for (epoch, start), (next_epoch, next_start) in pairwise(entries):
        if next_epoch <= epoch or next_start < start:
            raise CorruptCheckpoint(f"epoch {next_epoch} from {next_start} after epoch {epoch} from {start}")
    if entries and min(entries[0]) < 0:
        raise CorruptCheckpoint(f"negative entry {entries[0]}")
    return entries


def _encode(lines: Iterable[str], count: int) -> bytes:
    return "".join(f"{line}\n" for line in (str(CHECKPOINT_VERSION), str(count), *lines)).encode()


def _decode(data: bytes, *, fields_per_line: int) -> list[list[str]]:
    lines = text_of(data).splitlines()
    if len(lines) < 2:
        raise CorruptCheckpoint(f"{len(lines)} lines, at least 2 expected")
    if _number(lines[0]) != CHECKPOINT_VERSION:
        raise CorruptCheckpoint(f"version {lines[0]!r}, only {CHECKPOINT_VERSION} is known")
    rows = [line.split() for line in lines[2:] if line.strip()]
    if len(rows) != _number(lines[1]):
        raise CorruptCheckpoint(f"{len(rows)} entries, {lines[1]} promised")
    for row in rows:
        if len(row) != fields_per_line:
            raise CorruptCheckpoint(f"{len(row)} fields in {' '.join(row)!r}, {fields_per_line} expected")
    return rows


def _number(text: str) -> int:
    # int() alone also takes "1_0", "+1" and other alphabets' digits, which Kafka would refuse.
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(text) > 20:
        raise CorruptCheckpoint(f"{text!r} is not a number")
    return int(text)
