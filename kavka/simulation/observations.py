"""What brokers looked like from within: samples of their replicas at virtual times.

    cluster ── after an event ── add(Sampled) ─▶ Observations ─▶ checks/brokers.py      judges

A sample is what one broker believes of one partition at one moment: one that is cut off believes what was true once,
and the checks allow for it. Not here: what clients saw (`history`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.simulation.history import line_of


class SequenceSample(NamedTuple):
    """What a partition's leader knows of one producer."""

    producer_id: int
    producer_epoch: int
    last_sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """One broker's replica of one partition at one moment."""

    # Invariant: log_start_offset <= last_stable_offset <= high_watermark <= log_end_offset <= accepted_end_offset
    time_ms: int
    broker: int
    life: int
    """Which start of that broker: what is only in memory may begin anew with each."""
    tp: TopicPartition
    """A topic that is made anew is another one: see `history`."""
    is_leader: bool
    leader_epoch: int
    controller_epoch: int
    log_start_offset: int
    last_stable_offset: int
    high_watermark: int
    log_end_offset: int
    accepted_end_offset: int
    """Beyond the log end while a disk thread writes an append."""
    epoch_start_offset: int = 0
    """Where the leader's epoch begins: below it clients are not told its high watermark (KIP-207)."""
    isr: tuple[int, ...] = ()
    replicas: tuple[int, ...] = ()
    """All of them, those that a reassignment adds and removes included."""
    producers: tuple[SequenceSample, ...] = ()


class Observations:
    """All samples of one simulation, by time."""

    __slots__ = ("_samples",)

    def __init__(self, samples: tuple[Sampled, ...] = ()) -> None:
        self._samples: list[Sampled] = list(samples)

    def add(self, sample: Sampled) -> None:
        """Appends a sample that is no older than the last."""
        assert not self._samples or sample.time_ms >= self._samples[-1].time_ms, "samples are added as time goes by"
        self._samples.append(sample)

    def __iter__(self) -> Iterator[Sampled]:
        return iter(self._samples)

    def __len__(self) -> int:
        return len(self._samples)

    def lines(self) -> Iterator[str]:
        """Yields a line of text for each sample: the same for the same samples, in every process."""
        return map(line_of, self._samples)
