"""Share groups: what was settled is settled, nothing is lost, nothing comes more often than the limit says (KIP-932).

    delivered 1 ─ released ─ delivered 2 ─ accepted, confirmed ─┬─ delivered once all is healed:       settled-again
                                                                └─ delivered later, and confirmed:     settled-again
    in the log, neither settled nor delivered to the limit, and the group has nothing left:            share-lost
    delivered a sixth time of five:                                                                     over-delivered
    a member that accepts all there is does not get to the end:                                        share-stuck

While faults last a leader that has been replaced may deliver what is settled elsewhere: at least once is all that is
promised then, but nothing that its members say counts. A word about what lies below the start offset is confirmed and
passed over, as in Kafka: who got a record from the former leader does not hear that another one has settled it.
Not here: committed offsets (`consumers`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.history import Isolation, ShareSettled

UNSEEN_MAX: Final = 2
"""Deliveries of one record that reached nobody: a member died or left with it, or the response was lost."""

GroupRecord: TypeAlias = tuple[str, TopicPartition, int]


def check_settled(seen: Seen) -> list[Violation]:
    """Finds records that are settled and come again."""
    final: dict[GroupRecord, ShareSettled] = {}
    confirmed: defaultdict[tuple[str, GroupRecord], list[int]] = defaultdict(list)
    for settled in seen.settled:
        if settled.is_confirmed:
            record = (settled.group, settled.tp, settled.offset)
            confirmed[settled.client, record].append(settled.invoked_ms)
            if settled.is_final:
                final.setdefault(record, settled)
    drained = {end.group: end for end in seen.drained}
    found = []
    for delivered in seen.delivered:
        end, time_ms = drained.get(delivered.group), delivered.time_ms
        for offset, _ in delivered.records if end is not None else ():
            assert end is not None
            record = (delivered.group, delivered.tp, offset)
            first = final.get(record)
            if first is None or time_ms <= first.time_ms:
                continue
            is_taken = any(invoked_ms >= time_ms for invoked_ms in confirmed[delivered.client, record])
            if time_ms >= end.since_ms or (is_taken and time_ms > first.time_ms + end.late_ms):
                what = f"{delivered.tp}@{offset} was settled by {first.client} at {first.time_ms} ms"
                found.append(violation("settled-again", f"{what}, and came to {delivered.client} at {time_ms} ms"))
    return found


def check_share_deliveries(seen: Seen) -> list[Violation]:
    """Finds records that were delivered more often than the limit of their group says."""
    limits = {drained.group: drained.deliveries_max for drained in seen.drained}
    return [
        violation(
            "over-delivered",
            f"{delivered.tp}@{offset} came to {delivered.client} at {delivered.time_ms} ms, "
            f"the {count}th time of {limits[delivered.group]}",
        )
        for delivered in seen.delivered
        if delivered.group in limits
        for (offset, _), count in zip(delivered.records, delivered.delivery_counts, strict=True)
        if not 1 <= count <= limits[delivered.group]
    ]


def check_drained(seen: Seen) -> list[Violation]:
    """Finds records that a group has passed over, and partitions that it does not finish."""
    counts: Counter[GroupRecord] = Counter()
    for delivered in seen.delivered:
        for (offset, _), count in zip(delivered.records, delivered.delivery_counts, strict=True):
            record = (delivered.group, delivered.tp, offset)
            counts[record] = max(counts[record], count)
    final = {(said.group, said.tp, said.offset) for said in seen.settled if said.is_final}
    found = []
    for drained in seen.drained:
        if drained.lag != 0:
            what = f"{drained.group} has {drained.lag} records left in {drained.tp} at {drained.time_ms} ms"
            found.append(violation("share-stuck", f"{what}, and nobody gets them"))
            continue
        read = seen.partition(drained.tp).finals.get(Isolation.READ_UNCOMMITTED)
        records = [(drained.group, drained.tp, offset) for offset, _ in (read.records if read is not None else ())]
        lost = [
            record for record in records if record not in final and counts[record] < drained.deliveries_max - UNSEEN_MAX
        ]
        if lost:
            what = f"{drained.group} has nothing left in {drained.tp} at {drained.time_ms} ms"
            got = ", ".join(f"{offset} ({counts[group, tp, offset]} times)" for group, tp, offset in lost[:3])
            found.append(violation("share-lost", f"{what}, and nobody settled what it got: {got}"))
    return found
