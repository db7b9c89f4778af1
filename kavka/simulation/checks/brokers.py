"""What brokers looked like from within, held to what never goes back and to what there is one of.

    high watermark     by partition: a leader's is compared with those of its own and of earlier epochs, from where its
                       epoch begins; a leader that was cut off may tell an old one, not a higher epoch a lower one
    log start, epochs  by replica and life of its broker; likewise a follower's own high watermark, unless its log was
                       cut
    sequences          by leader's term; producers are not forgotten while it lasts. Not in the offsets topic: a group's
                       coordinator writes sequence 0 each time for who commits offsets in transactions

Sequences count modulo 2³¹, as Kafka's do. One pass over the samples; per partition the epochs that it has had.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.observations import Observations, Sampled, SequenceSample

SEQUENCES: Final = 1 << 31
OFFSETS_TOPIC: Final = "__consumer_offsets"

Replica: TypeAlias = tuple[int, int, TopicPartition]
"""A broker, which of its lives, and the partition."""


def check_high_watermarks(observations: Observations) -> list[Violation]:
    """Finds high watermarks that clients could see going back."""
    told: dict[TopicPartition, dict[int, int]] = {}
    """partition → leader epoch → the highest that clients were told in it"""
    found = []
    for sample in observations:
        if not sample.is_leader or sample.high_watermark < sample.epoch_start_offset:
            continue
        epochs = told.setdefault(sample.tp, {})
        before = max(
            ((mark, epoch) for epoch, mark in epochs.items() if epoch <= sample.leader_epoch), default=(-1, -1)
        )
        if sample.high_watermark < before[0]:
            what = f"high watermark {sample.high_watermark} in epoch {sample.leader_epoch}, {before[0]} in {before[1]}"
            found.append(_at("high-watermark-regressed", sample, what))
        epochs[sample.leader_epoch] = sample.high_watermark
    return found


def check_monotonic(observations: Observations) -> list[Violation]:
    """Finds log start offsets, replicas' high watermarks, leader epochs and controller epochs that went back."""
    replicas: dict[Replica, tuple[int, int, int]] = {}
    controllers: dict[tuple[int, int], int] = {}
    found = []
    for sample in observations:
        replica = sample.broker, sample.life, sample.tp
        start, epoch, high_watermark = replicas.get(replica, (-1, -1, -1))
        if sample.log_start_offset < start:
            found.append(
                _at("log-start-regressed", sample, f"log start offset {sample.log_start_offset} after {start}")
            )
        if sample.leader_epoch < epoch:
            found.append(_at("leader-epoch-regressed", sample, f"leader epoch {sample.leader_epoch} after {epoch}"))
        if sample.high_watermark < high_watermark <= sample.log_end_offset and not sample.is_leader:
            what = f"high watermark {sample.high_watermark} after {high_watermark}"
            found.append(_at("replica-forgets-committed", sample, what))
        replicas[replica] = sample.log_start_offset, sample.leader_epoch, sample.high_watermark
        controller_epoch = controllers.get(replica[:2], -1)
        if sample.controller_epoch < controller_epoch:
            what = f"controller epoch {sample.controller_epoch} after {controller_epoch}"
            found.append(_at("controller-epoch-regressed", sample, what))
        controllers[replica[:2]] = sample.controller_epoch
    return found


def check_leaders(observations: Observations) -> list[Violation]:
    """Finds leader epochs that two brokers led."""
    leaders: dict[tuple[TopicPartition, int], set[int]] = {}
    found = []
    for sample in observations:
        if sample.is_leader:
            known = leaders.setdefault((sample.tp, sample.leader_epoch), set())
            if known and sample.broker not in known:
                what = f"leads epoch {sample.leader_epoch}, which broker {min(known)} has led"
                found.append(_at("two-leaders", sample, what))
            known.add(sample.broker)
    return found


def check_replicas(observations: Observations) -> list[Violation]:
    """Finds replicas whose ISR or offsets cannot be, each kind once for a replica.

    Brokers are told of the replicas without those that leave before they are told of such an ISR, as in Kafka; that the
    ISR follows is `agreement`'s to see.
    """
    reported: set[tuple[str, Replica]] = set()
    replicas: dict[TopicPartition, set[int]] = {}
    found = []
    for sample in observations:
        replicas.setdefault(sample.tp, set()).update(sample.replicas)
        for name, what in _impossible(sample, replicas[sample.tp]):
            key = name, (sample.broker, sample.life, sample.tp)
            if key not in reported:
                reported.add(key)
                found.append(_at(name, sample, what))
    return found


def _impossible(sample: Sampled, replicas: set[int]) -> list[tuple[str, str]]:
    impossible = []
    if sample.replicas and not set(sample.isr) <= replicas:
        impossible.append(("isr-outside-replicas", f"ISR {sample.isr}, replicas {sample.replicas}"))
    offsets = (
        sample.log_start_offset,
        sample.last_stable_offset,
        sample.high_watermark,
        sample.log_end_offset,
        sample.accepted_end_offset,
    )
    if list(offsets) != sorted(offsets):
        names = "log start, last stable offset, high watermark, log end, accepted end"
        impossible.append(("offset-order", f"{names} are {offsets}"))
    return impossible


def check_sequences(observations: Observations) -> list[Violation]:
    """Finds producers whose epoch or sequence went back while one leader led."""
    last: dict[tuple[Replica, int, int], SequenceSample] = {}
    found = []
    for sample in observations:
        if not sample.is_leader or sample.tp.topic == OFFSETS_TOPIC:
            continue
        for producer in sample.producers:
            key = (sample.broker, sample.life, sample.tp), sample.leader_epoch, producer.producer_id
            before = last.get(key)
            if before is not None and _is_regression(before, producer):
                found.append(_at("sequence-regressed", sample, f"{_told(producer)} after {_told(before)}"))
            last[key] = producer
    return found


def _is_regression(before: SequenceSample, now: SequenceSample) -> bool:
    if now.producer_epoch != before.producer_epoch:
        return now.producer_epoch < before.producer_epoch
    return (now.last_sequence - before.last_sequence) % SEQUENCES >= SEQUENCES // 2


def _told(producer: SequenceSample) -> str:
    return f"producer {producer.producer_id} epoch {producer.producer_epoch} sequence {producer.last_sequence}"


def _at(name: str, sample: Sampled, what: str) -> Violation:
    return violation(name, f"broker {sample.broker}, {sample.tp}, at {sample.time_ms} ms: {what}")
