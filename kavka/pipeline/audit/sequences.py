"""Producers' sequence numbers in a part of a log: do they follow one another?

An idempotent producer numbers its records for each partition: a batch begins where the one before it ended, from 0 on
in a new producer epoch, and behind 2³¹ − 1 comes 0. A broker refuses anything else, so in a log a number that was left
out means that records are gone which the broker had taken, and one that comes again means records that are there twice.

Case A, another epoch: higher ones begin at 0; lower ones do not come again.
Case B, nobody remembers: a producer that wrote nothing for `producer.id.expiration.ms` is forgotten (KIP-360, KIP-854)
and may go on with any number. So what comes a day later is not held against what came before.
Case C, compaction: it removes whole batches, so numbers are left out; only that none comes twice stays true.

Transaction markers have no sequence and are not looked at. What lies before the first batch that is seen is unknown:
`spans` has first and last of each producer, and `seams` joins segments by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from kavka.pipeline.audit.batches import FAULTS_MAX, Columns, Fault
from kavka.protocol.records.header import CONTROL_FLAG

SEQUENCES: Final = 1 << 31
FORGOTTEN_MS: Final = 86_400_000
"""Kafka's default of producer.id.expiration.ms."""
SEQUENCE_GAP: Final = "sequence gap"
SEQUENCE_REPEATED: Final = "sequence repeated"
PRODUCER_EPOCH_FALLS: Final = "producer epoch falls"


class ProducerSpan(NamedTuple):
    """First and last of one producer in a part of a log.

    Attributes:
        next_sequence: what follows its last batch.
    """

    producer_id: int
    first_epoch: int
    first_sequence: int
    first_offset: int
    first_timestamp: int
    last_epoch: int
    next_sequence: int
    last_offset: int
    last_timestamp: int


class Producers:
    """Follows all producers of one partition.

    Args:
        cleaned_to: below this offset compaction has been (Case C).
    """

    def __init__(self, *, cleaned_to: int = 0) -> None:
        self._cleaned_to = cleaned_to
        self._spans: dict[int, ProducerSpan] = {}

    def spans(self) -> Iterable[ProducerSpan]:
        """Returns the span of each producer."""
        return self._spans.values()

    def feed(self, batches: Columns) -> Iterator[Fault]:
        """Takes the next batches; yields what does not follow, at most `FAULTS_MAX`."""
        numbered = batches[
            (batches["producer_id"] >= 0)
            & (batches["base_sequence"] >= 0)
            & (batches["attributes"] & CONTROL_FLAG == 0)
        ]
        if not len(numbered):
            return
        numbered = numbered[np.argsort(numbered["producer_id"], kind="stable")]
        ids, starts = np.unique(numbered["producer_id"], return_index=True)
        yield from self._inside(numbered)
        ends = np.append(starts[1:], len(numbered)) - 1
        for producer_id, first, last in zip(ids.tolist(), numbered[starts], numbered[ends], strict=True):
            span = _span(first, last)
            known = self._spans.get(producer_id)
            if known is not None:
                fault = seam_fault(known, span, position=int(first["position"]), cleaned_to=self._cleaned_to)
                if fault is not None:
                    yield fault
                span = ProducerSpan(*known[:5], *span[5:])
            self._spans[producer_id] = span

    def _inside(self, numbered: Columns) -> Iterator[Fault]:
        """Neighbours of one producer among the batches at hand."""
        before, after = numbered[:-1], numbered[1:]
        follows = after["base_sequence"] == _next_sequences(before)
        same = (after["producer_epoch"] == before["producer_epoch"]) & follows
        bumped = (after["producer_epoch"] > before["producer_epoch"]) & (after["base_sequence"] == 0)
        suspects = np.nonzero((before["producer_id"] == after["producer_id"]) & ~same & ~bumped)[0]
        for at in suspects[:FAULTS_MAX].tolist():
            one, other = numbered[at], numbered[at + 1]
            known, span = _span(one, one), _span(other, other)
            fault = seam_fault(known, span, position=int(other["position"]), cleaned_to=self._cleaned_to)
            if fault is not None:
                yield fault


def seam_fault(before: ProducerSpan, after: ProducerSpan, *, position: int, cleaned_to: int = 0) -> Fault | None:
    """Returns the fault between two consecutive batch spans of one producer; None where there is none."""
    who = f"producer {after.producer_id}"
    if after.first_epoch < before.last_epoch:
        detail = f"{who}: epoch {after.first_epoch} behind {before.last_epoch}"
        return Fault(PRODUCER_EPOCH_FALLS, position, after.first_offset, detail)
    is_same_epoch = after.first_epoch == before.last_epoch
    due = before.next_sequence if is_same_epoch else 0
    found = after.first_sequence
    ahead = (found - due) % SEQUENCES
    if ahead == 0 or after.first_timestamp - before.last_timestamp >= FORGOTTEN_MS:  # Case B
        return None
    if is_same_epoch and ahead >= SEQUENCES // 2:
        return Fault(SEQUENCE_REPEATED, position, after.first_offset, f"{who}: sequence {found}, {due} is due")
    if after.first_offset < cleaned_to:  # Case C
        return None
    return Fault(SEQUENCE_GAP, position, after.first_offset, f"{who}: sequence {found}, {due} is due")


def _next_sequences(batches: Any) -> Any:
    """By the offsets rather than the count: compaction leaves those as they were."""
    return (batches["base_sequence"] + (batches["next_offset"] - batches["base_offset"])) % SEQUENCES


def _span(first: Any, last: Any) -> ProducerSpan:
    return ProducerSpan(
        int(first["producer_id"]),
        int(first["producer_epoch"]),
        int(first["base_sequence"]),
        int(first["base_offset"]),
        int(first["max_timestamp"]),
        int(last["producer_epoch"]),
        int(_next_sequences(last)),
        int(last["base_offset"]),
        int(last["max_timestamp"]),
    )
