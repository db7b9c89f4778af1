"""What leaders told clients of their epochs: ends of logs that never go back, and former epochs that are refused.

    ListOffsets (latest) ─▶ EndTold        of two answers, the second asked for after the first had come: in the same
                                           epoch, or a later one, the log ends there or behind (KIP-207)
    Fetch of a former epoch ─▶ EpochProbed  refused, or a client reads another history (KIP-320)

A former leader that was cut off may answer with what it knew: its epoch says so. Of each epoch the greatest answer
counts.
"""

from __future__ import annotations

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.history import EndTold


def check_ends(seen: Seen) -> list[Violation]:
    """Finds ends of logs that went back, as leaders told them from epoch to epoch."""
    told: dict[TopicPartition, dict[int, EndTold]] = {}
    found = []
    for end in seen.ends:
        greatest = told.setdefault(end.tp, {})
        earlier = [before for epoch, before in greatest.items() if epoch <= end.leader_epoch]
        known = [before for before in earlier if before.completed_ms < end.invoked_ms]
        before = max(known, key=lambda before: before.offset, default=end)
        if before.offset > end.offset:
            what = f"{end.tp} ended at {before.offset} in epoch {before.leader_epoch} ({before.completed_ms} ms), and"
            now = f"at {end.offset} in epoch {end.leader_epoch} ({end.invoked_ms} ms)"
            found.append(violation("end-went-back", f"{what} {now}"))
        if end.leader_epoch not in greatest or greatest[end.leader_epoch].offset < end.offset:
            greatest[end.leader_epoch] = end
    return found


def check_former_epochs(seen: Seen) -> list[Violation]:
    """Finds fetches of a former leader epoch that were served."""
    return [
        violation(
            "former-epoch-served",
            f"{probe.client} fetched {probe.tp} in epoch {probe.named} at {probe.time_ms} ms, "
            f"and was served by who had answered in epoch {probe.known}",
        )
        for probe in seen.probes
        if not probe.is_refused and probe.named < probe.known
    ]
