"""What a member of a share group made of the records that it acquired, and how a request says it (KIP-932). No I/O.

    7 ACCEPT  8 ACCEPT  9 RELEASE          20 … 39 ACCEPT          45 GAP
    └── 7–9: 1, 1, 2 ──────────┘           └── 20–39: 1 ┘          └── 45–45: 0

A batch of offsets has one type for all of them, or one for each. Runs of a type that are long stand alone, so that the
thousand records of a poll, all accepted, are one number; short ones share a batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

LONG_RUN: Final = 10
"""From so many offsets of one type on a run is cheaper alone; Kafka's client has the same bound."""


class AcknowledgeType(IntEnum):
    """What became of an acquired record."""

    GAP = 0
    """There is no record of that offset, since the log was compacted; only this client says so, nobody who uses it."""
    ACCEPT = 1
    """It was handled, and comes no more."""
    RELEASE = 2
    """It was not handled, and shall be delivered again, to any member."""
    REJECT = 3
    """It cannot be handled, and comes no more."""
    RENEW = 4
    """It is being handled still: its acquisition lock begins anew (KIP-1222)."""


class TopicIdPartition(NamedTuple):
    """One partition as share groups name it."""

    topic_id: bytes
    partition: int


Acknowledgements = Mapping[int, AcknowledgeType]
"""Offset → what became of its record."""


class AcknowledgedBatch(NamedTuple):
    """Offsets in a row, and their types: one for all, or one each."""

    first_offset: int
    last_offset: int
    types: list[int]


def batches_of(acknowledgements: Acknowledgements) -> list[AcknowledgedBatch]:
    """Returns the batches by which a request says acknowledgements, in the order of their offsets."""
    batches: list[AcknowledgedBatch] = []
    short: list[_Run] = []
    for run in _runs(acknowledgements):
        if short and (run.first > short[-1].last + 1 or run.length >= LONG_RUN):
            batches.append(_joined(short))
            short = []
        if run.length >= LONG_RUN:
            batches.append(_joined([run]))
        else:
            short.append(run)
    if short:
        batches.append(_joined(short))
    return batches


class _Run(NamedTuple):
    """Offsets in a row of one type."""

    first: int
    last: int
    type: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def _runs(acknowledgements: Acknowledgements) -> Iterator[_Run]:
    run: _Run | None = None
    for offset in sorted(acknowledgements):
        kind = int(acknowledgements[offset])
        if run is not None and (offset, kind) == (run.last + 1, run.type):
            run = _Run(run.first, offset, kind)
            continue
        if run is not None:
            yield run
        run = _Run(offset, offset, kind)
    if run is not None:
        yield run


def _joined(runs: Sequence[_Run]) -> AcknowledgedBatch:
    """Returns the batch of runs that follow each other."""
    types = [runs[0].type] if len(runs) == 1 else [run.type for run in runs for _ in range(run.length)]
    return AcknowledgedBatch(runs[0].first, runs[-1].last, types)
