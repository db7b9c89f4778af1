"""What is wrong, by what was collected: pure functions, each judging one thing, in words for whoever runs the brokers.

Levels: *wrong* is what no sound log has, and what makes the audit exit with 1; a *warning* may have a good reason, or
mends itself. What a kind means, and what to do about it, is in `KINDS`, and stands in the report once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from kavka.pipeline.audit.survey import Difference, EpochSpan, KnownReplica, LogFault, ReplicaKey, Survey

ALIKE_MAX: Final = 25
"""Findings of one kind in one replica that are listed one by one; the rest is one finding with a number."""


class Level(IntEnum):
    """How bad."""

    WARNING = 1
    WRONG = 2


class Kind(NamedTuple):
    """What a kind of finding means."""

    level: Level
    why: str
    fix: str


_COPY: Final = (
    "If another broker's copy is sound: stop this broker, move the partition's directory away, start it again; "
    "it copies the partition anew."
)
KINDS: Final[dict[str, Kind]] = {
    "crc": Kind(
        Level.WRONG,
        "The bytes of a batch are not those that were written: a disk, memory or a hand changed them.",
        _COPY,
    ),
    "broken batch": Kind(
        Level.WRONG, "Where a batch should begin there is none, so what is in between cannot be read.", _COPY
    ),
    "cut short": Kind(
        Level.WRONG, "A segment that was complete ends in the middle of a batch: the file has lost its end.", _COPY
    ),
    "torn tail": Kind(
        Level.WARNING,
        "The newest segment ends in the middle of a batch. After a crash that is normal, and the next start cuts it "
        "off; a broker that stopped in order leaves no such tail.",
        "If the broker stopped in order, suspect the disk, and compare with the other replicas.",
    ),
    "zeros at the end": Kind(
        Level.WARNING,
        "A preallocated segment has them until it is rolled; after a power failure a file system may leave them.",
        "Nothing, if preallocate=true; otherwise the next start cuts them off.",
    ),
    "offset gap": Kind(Level.WRONG, "Offsets are left out where compaction has not been: records are gone.", _COPY),
    "offset overlap": Kind(Level.WRONG, "A batch has offsets that an earlier one has, too.", _COPY),
    "begins before its name": Kind(Level.WRONG, "A segment's first offset is its file's name, or later.", _COPY),
    "epoch falls": Kind(
        Level.WRONG, "A later batch has an older leader epoch: two leaders wrote, or the log was not truncated.", _COPY
    ),
    "epoch checkpoint": Kind(
        Level.WRONG,
        "leader-epoch-checkpoint and the log disagree about which leader wrote an offset, and after a fail-over "
        "followers truncate by the checkpoint.",
        "Stop the broker, remove the file, start it again: it is made anew from the log.",
    ),
    "no epoch checkpoint": Kind(
        Level.WARNING, "Without it a follower does not know where to truncate after a fail-over.", "Restart the broker."
    ),
    "sequence gap": Kind(
        Level.WRONG,
        "An idempotent producer's numbers are left out: records that the broker had taken are gone.",
        "Compare with the other replicas; ask the producer's owner what was sent then.",
    ),
    "sequence repeated": Kind(
        Level.WRONG, "An idempotent producer's batch is there twice.", "Consumers have read it twice; tell them."
    ),
    "producer epoch falls": Kind(
        Level.WRONG,
        "A producer wrote that had been fenced: what it wrote should have been refused.",
        "Look at what that producer wrote around there.",
    ),
    "differs": Kind(
        Level.WRONG,
        "Replicas of a partition have other bytes at the same offset. Who leads decides what consumers get.",
        _COPY,
    ),
    "lacks": Kind(
        Level.WRONG, "A replica lacks what others have between its first and last offset, or has what they lack.", _COPY
    ),
    "differs above the high watermark": Kind(
        Level.WARNING,
        "Not all replicas had it, so nobody was told that it is safe. After a fail-over that is normal.",
        "Nothing: the follower truncates it when it follows again.",
    ),
    "behind": Kind(
        Level.WARNING,
        "A replica ends earlier than others, or does not know how far they are: it was down, or out of the ISR.",
        "Start its broker, and look again when it has caught up.",
    ),
    "unreadable": Kind(Level.WRONG, "What cannot be read cannot be judged.", "See the error, mend it, look again."),
}
"""Kind → its level by default, what it means, what to do."""


class Finding(NamedTuple):
    """One thing that a person should know.

    Attributes:
        broker: the label, or several, of whom it is about.
        segment: base offset of the file; None: it is about no file.
        position: bytes from the file's beginning; None: about no bytes.
        offset: the first offset that it is about; None: about none.
    """

    level: Level
    kind: str
    topic: str
    partition: int
    broker: str
    segment: int | None
    position: int | None
    offset: int | None
    what: str


def judge(survey: Survey) -> list[Finding]:
    """Lists all findings of a survey, the worst first."""
    found: list[Finding] = []
    for fault in survey.faults:
        found.append(_of_fault(fault, survey.known.get(ReplicaKey(fault.topic, fault.partition, fault.broker))))
    found += _of_epochs(survey)
    found += _of_differences(survey)
    found += _of_ends(survey)
    found.sort(key=lambda one: (-one.level, one.topic, one.partition, one.offset or 0, one.broker, one.kind))
    return list(_shortened(found))


def _shortened(found: Iterable[Finding]) -> Iterator[Finding]:
    alike: defaultdict[tuple[str, str, int, str], list[Finding]] = defaultdict(list)
    for one in found:
        key = one.kind, one.topic, one.partition, one.broker
        alike[key].append(one)
        if len(alike[key]) <= ALIKE_MAX:
            yield one
    for group in alike.values():
        if len(group) > ALIKE_MAX:
            last = group[-1]
            what = f"and {len(group) - ALIKE_MAX} more like that, up to offset {last.offset}"
            yield last._replace(what=what, segment=None, position=None)


def _of_fault(fault: LogFault, known: KnownReplica | None) -> Finding:
    level = KINDS[fault.kind].level
    if fault.kind == "torn tail" and known is not None and known.is_stopped:
        level = Level.WRONG
    return Finding(
        level,
        fault.kind,
        fault.topic,
        fault.partition,
        fault.broker,
        None if fault.segment < 0 else fault.segment,
        None if fault.position < 0 else fault.position,
        None if fault.offset < 0 else fault.offset,
        fault.detail,
    )


# ---------------------------------------------------------------- leader epochs


def _of_epochs(survey: Survey) -> Iterator[Finding]:
    spans: defaultdict[ReplicaKey, list[EpochSpan]] = defaultdict(list)
    for span in survey.epochs:
        spans[ReplicaKey(span.topic, span.partition, span.broker)].append(span)
    for key, found in spans.items():
        known = survey.known.get(key)
        if known is None or not known.where:
            continue
        if known.epochs is None:
            what = known.epochs_error or "there is no leader-epoch-checkpoint"
            yield _about(key, "no epoch checkpoint", what)
            continue
        yield from _against_checkpoint(known, known.epochs, found)


def _against_checkpoint(
    known: KnownReplica, epochs: Sequence[tuple[int, int]], spans: Iterable[EpochSpan]
) -> Iterator[Finding]:
    """Whether the checkpoint gives each batch the epoch that it has."""
    for span in spans:
        for offset in dict.fromkeys((span.first_offset, span.last_offset)):
            by_checkpoint = max((epoch for epoch, start in epochs if start <= offset), default=None)
            if by_checkpoint != span.epoch:
                says = "nothing of it" if by_checkpoint is None else f"epoch {by_checkpoint}"
                what = f"offset {offset} was written in epoch {span.epoch}, the checkpoint says {says}"
                yield _about(known.key, "epoch checkpoint", what, offset=offset)
                break


# ---------------------------------------------------------------- replicas


class _Pattern(NamedTuple):
    """Who differs from whom, at one offset."""

    kind: str
    brokers: tuple[str, ...]
    others: tuple[str, ...]


def _of_differences(survey: Survey) -> Iterator[Finding]:
    """Neighbours with the same pattern are one finding."""
    brokers: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for sums in survey.replicas:
        if sums.batches:
            brokers[sums.topic, sums.partition].append(sums.broker)
    run: list[Difference] = []
    pattern: _Pattern | None = None
    for one in survey.differences:
        here = _pattern(one, brokers[one.topic, one.partition])
        follows = run and (run[-1].topic, run[-1].partition) == (one.topic, one.partition)
        if not follows or here != pattern or one.offset > run[-1].next_offset:
            if run and pattern is not None:
                yield _of_run(survey, run, pattern)
            run = []
        run.append(one)
        pattern = here
    if run and pattern is not None:
        yield _of_run(survey, run, pattern)


def _pattern(one: Difference, brokers: Sequence[str]) -> _Pattern:
    having = {found.broker for found in one.found}
    lacking = [] if one.is_record else sorted(set(brokers) - having)
    groups: defaultdict[int, list[str]] = defaultdict(list)
    for found in one.found:
        groups[found.fingerprint].append(found.broker)
    if len(groups) == 1 and lacking:
        return _Pattern("lacks", tuple(lacking), tuple(sorted(having)))
    unsound = sorted(found.broker for found in one.found if not found.is_sound)
    largest = max(groups.values(), key=len)
    if unsound and len(unsound) < len(one.found):
        odd = unsound
    elif sum(len(group) == len(largest) for group in groups.values()) == 1:
        odd = sorted(having - set(largest))
    else:
        odd = sorted(having)  # nobody has a majority
    return _Pattern("differs", tuple(odd), tuple(sorted(having - set(odd))))


def _of_run(survey: Survey, run: Sequence[Difference], pattern: _Pattern) -> Finding:
    first, last = run[0], run[-1]
    span = f"offsets {first.offset} to {last.next_offset - 1}"
    things = "record" if first.is_record else "batch"
    count = f"{len(run)} {things if len(run) == 1 else things + ('s' if first.is_record else 'es')}"
    who, others = _brokers(pattern.brokers), _brokers(pattern.others)
    has = "has" if len(pattern.others) == 1 else "have"
    if pattern.kind == "lacks":
        what = f"{who} {'lacks' if len(pattern.brokers) == 1 else 'lack'} {count} that {others} {has}, {span}"
    elif pattern.others:
        what = f"{who} {'differs' if len(pattern.brokers) == 1 else 'differ'} from {others} in {count}, {span}"
    else:
        what = f"{who} differ from one another in {count}, {span}"
    kind = pattern.kind
    if _is_above(survey, first, (*pattern.brokers, *pattern.others)):
        kind = "differs above the high watermark"
    level = KINDS[kind].level
    where = " ".join(pattern.brokers)
    return Finding(level, kind, first.topic, first.partition, where, None, None, first.offset, what)


def _is_above(survey: Survey, first: Difference, brokers: Iterable[str]) -> bool:
    """Whether one of the brokers knows for itself that this was not committed yet."""
    for broker in brokers:
        known = survey.known.get(ReplicaKey(first.topic, first.partition, broker))
        if known is not None and known.high_watermark is not None and first.offset >= known.high_watermark:
            return True
    return False


def _brokers(labels: Sequence[str]) -> str:
    if len(labels) < 2:
        return f"broker {''.join(labels)}"
    return f"brokers {', '.join(labels[:-1])} and {labels[-1]}"


def _of_ends(survey: Survey) -> Iterator[Finding]:
    """Replicas that end before what another one knows to be committed; over the wire the scan has reported them."""
    ends = {sums.key: sums.end or 0 for sums in survey.replicas}
    committed: defaultdict[tuple[str, int], int] = defaultdict(int)
    for key, known in survey.known.items():
        reached = min(known.high_watermark or 0, ends.get(key, 0))
        committed[key.topic, key.partition] = max(committed[key.topic, key.partition], reached)
    for key, known in survey.known.items():
        end, due = ends.get(key, 0), committed[key.topic, key.partition]
        if known.where and end < due:
            yield _about(
                key, "behind", f"ends at {end}, and up to {due} another replica knows to be committed", offset=end
            )


def _about(key: ReplicaKey, kind: str, what: str, *, offset: int | None = None) -> Finding:
    return Finding(KINDS[kind].level, kind, key.topic, key.partition, key.broker, None, None, offset, what)
