"""What producers were told, held against what readers found: nothing lost, doubled, moved, reordered or garbled.

    a record that is certain, and that a final reader does not have

        0 ───────── log start ───────────── position ─────────────── end offset ─────
          retention          lost-write              unseen                       lost-write
                                                     (held back)                  (a log that is too short)

A transaction that is seen in part is `torn-transaction` (transactions.py), not lost. Without a final read of its
partition a record is lost if it stands below the highest offset that anybody read, and nobody read it. A record that
nobody ever saw and whose offset its producer does not know is not missed where retention has begun.
"""

from __future__ import annotations

from collections.abc import Iterator

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Certainty, PartitionView, Seen, SeenWrite
from kavka.simulation.history import Isolation, LogRead, SendOutcome, text_of

_LEVELS = (Isolation.READ_UNCOMMITTED, Isolation.READ_COMMITTED)


def check_offsets(seen: Seen) -> list[Violation]:
    """Finds offsets at which readers found different records, at one time or at two."""
    return [
        violation(
            "inconsistent-offsets",
            f"{tp}@{offset} was read as {', '.join(map(text_of, [view.values[offset], *others]))}",
        )
        for tp, view in sorted(seen.partitions.items())
        for offset, others in sorted(view.conflicts.items())
    ]


def check_acknowledged(seen: Seen) -> list[Violation]:
    """Finds records that were acknowledged, or read, and that are not in the log."""
    found: list[Violation] = []
    for write in seen.writes.values():
        if write.tp.topic in seen.compacted or write.transaction in seen.torn:
            continue
        if write.certainty is Certainty.CERTAIN:
            found += _lost(seen.partition(write.tp), write)
        elif write.certainty is not Certainty.NEVER:
            found += _vanished(seen.partition(write.tp), write)
    return found


def _lost(view: PartitionView, write: SeenWrite) -> Iterator[Violation]:
    places = view.offsets.get(write.value)
    offset = write.offset if places is None else places[0]
    if (offset or 0) < view.log_start_offset:
        return  # gone with time, or nobody can tell
    for level in _LEVELS:
        final = view.finals.get(level)
        if final is not None and write.value not in view.final_values[level]:
            is_held_back = offset is not None and _is_held_back(view, final, offset)
            name = "unseen" if is_held_back else "lost-write"
            yield violation(
                name, f"{_described(write)}; the final {level.value} reader {_reached(view, final, offset)}"
            )
            return
    if not view.finals and places is None and offset is not None and view.visible and offset < view.visible[-1]:
        yield violation("lost-write", f"{_described(write)}; readers got to {view.visible[-1]} and none of them has it")


def _is_held_back(view: PartitionView, final: LogRead, offset: int) -> bool:
    """Tells whether the record may well be there, above what the reader was given."""
    if offset < final.reached:
        return False
    uncommitted = view.finals.get(Isolation.READ_UNCOMMITTED)
    is_below_end = offset < final.end_offset
    is_in_log = final.isolation is Isolation.READ_COMMITTED and uncommitted is not None
    return is_below_end or is_in_log


def _reached(view: PartitionView, final: LogRead, offset: int | None) -> str:
    text = f"got to {final.reached}"
    if final.reached != final.end_offset:
        text += f" of {final.end_offset}"
    if offset in view.values:
        text += f", and {offset} was read as {text_of(view.values[offset])}"
    return text


def _vanished(view: PartitionView, write: SeenWrite) -> Iterator[Violation]:
    """A record that nobody was promised, but that a consumer has read."""
    places = view.offsets.get(write.value)
    if not places or places[0] < view.log_start_offset:
        return
    final = view.finals.get(Isolation.READ_UNCOMMITTED)
    if final is None or write.value in view.final_values[final.isolation]:
        return
    later = [level for level, read in view.finals.items() if read.time_ms >= final.time_ms]
    came_late = any(write.value in view.final_values[level] for level in later)
    if final.reached <= places[0] and (places[0] < final.end_offset or came_late):
        return  # it was not this reader's to see
    yield violation(
        "vanished-record", f"{_described(write)}; it was read at {places[0]} and is not in the log at the end"
    )


def check_duplicates(seen: Seen) -> list[Violation]:
    """Finds records that stand twice in the log, or not where they were acknowledged."""
    found = []
    for write in seen.writes.values():
        view = seen.partition(write.tp)
        places = [offset for offset in view.offsets.get(write.value, []) if offset not in view.conflicts]
        if len(places) > 1 and write.is_idempotent:
            found.append(violation("duplicate", f"{_described(write)}; it was read at {_listed(places)}"))
        elif places and write.offset is not None and write.offset not in view.offsets[write.value]:
            found.append(violation("misplaced-record", f"{_described(write)}; it was read at {_listed(places)}"))
    return found


def check_order(seen: Seen) -> list[Violation]:
    """Finds records of one idempotent producer that overtook each other in a partition."""
    groups: dict[tuple[TopicPartition, tuple[str, str]], list[SeenWrite]] = {}
    for write in seen.writes.values():
        if write.is_idempotent and write.certainty is not Certainty.NEVER:
            groups.setdefault((write.tp, write.producer), []).append(write)
    found = []
    for (tp, _), writes in groups.items():
        writes.sort(key=lambda write: write.number)
        last: tuple[int, SeenWrite] | None = None
        for write in writes:
            offset = seen.partition(tp).offset_of(write)
            if offset is None:
                continue
            if last is not None and offset < last[0]:
                is_inside = write.transaction is not None and write.transaction == last[1].transaction
                name = "nonmonotonic-send" if is_inside else "reordered"
                sends = f"{write.client} sent {text_of(last[1].value)} to {tp} before {text_of(write.value)}"
                found.append(violation(name, f"{sends}; they stand at {last[0]} and {offset}"))
            last = offset, write
    return found


def check_sequences_accepted(seen: Seen) -> list[Violation]:
    """Finds records refused as out of order behind nothing but acknowledged ones of their client."""
    failed: set[tuple[str, TopicPartition]] = set()
    found = []
    for sent in sorted(seen.sent, key=lambda sent: (sent.client, sent.tp, sent.number)):
        stream = sent.client, sent.tp
        if sent.outcome is SendOutcome.OUT_OF_ORDER and stream not in failed:
            what = f"{sent.client} sent {text_of(sent.value)} to {sent.tp}, behind nothing but acknowledged records"
            found.append(violation("retry-refused", what))
        if sent.outcome is not SendOutcome.ACKED:
            failed.add(stream)
    return found


def check_values(seen: Seen) -> list[Violation]:
    """Finds readings of what nobody sent, and of what was certainly not written."""
    found = []
    for tp, view in sorted(seen.partitions.items()):
        for value, places in view.offsets.items():
            write = seen.writer(tp, value)
            if write is None:
                found.append(
                    violation("garbled-read", f"{tp}@{places[0]} was read as {text_of(value)}; nobody sent it")
                )
            elif write.certainty is Certainty.NEVER:
                found.append(violation("failed-write", f"{_described(write)}; it was read at {_listed(places)}"))
    return found


def _described(write: SeenWrite) -> str:
    place = "" if write.offset is None else f", acknowledged at {write.offset}"
    transaction = "" if write.transaction is None else f" in transaction {write.transaction}"
    return f"{write.client} sent {text_of(write.value)} to {write.tp}{transaction} ({write.certainty.value}{place})"


def _listed(offsets: list[int]) -> str:
    return " and ".join(map(str, sorted(offsets)))
