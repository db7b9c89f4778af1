"""What a simulation is held to: pure functions from what clients and brokers saw to violations.

    History ──▶ seen.Seen ──┬─▶ acknowledged      records: lost, doubled, moved, reordered, garbled
                            ├─▶ transactions      what readers saw of transactions
                            ├─▶ serializability ─▶ cycles       transactions against each other
                            ├─▶ consumers         positions, owners, committed offsets
                            ├─▶ stored_offsets    committed offsets, later
                            ├─▶ epochs            ends of logs, and epochs that are over
                            ├─▶ shares            what share groups settled, lost, got too often
                            ├─▶ copies            what a group consumed, transformed and produced
                            └─▶ compaction        keys
    Observations ───────────┼─▶ brokers           epochs, high watermarks, leaders, sequences
    Decisions ──────────────┴─▶ control           terms of controllers, who writes what, reassignments
    (looks at live brokers) ──▶ insync            what the ISR promises; the runner asks it, while it runs

`invariants.INVARIANTS` names them all. A check takes time in proportion to the history, sorting aside. Not here: what
holds inside of brokers and ZooKeeper, and what happens within a bound after the last fault.
"""

from __future__ import annotations

from kavka.simulation.checks.acknowledged import (
    check_acknowledged,
    check_duplicates,
    check_offsets,
    check_order,
    check_sequences_accepted,
    check_values,
)
from kavka.simulation.checks.brokers import (
    check_high_watermarks,
    check_leaders,
    check_monotonic,
    check_replicas,
    check_sequences,
)
from kavka.simulation.checks.compaction import check_compaction
from kavka.simulation.checks.consumers import check_commits, check_owners, check_positions, check_processing
from kavka.simulation.checks.control import (
    check_controllers,
    check_epochs,
    check_reassignments,
    check_recoveries,
    check_stays,
    check_writes,
)
from kavka.simulation.checks.copies import check_copies
from kavka.simulation.checks.epochs import check_ends, check_former_epochs
from kavka.simulation.checks.invariants import INVARIANTS, Invariant, Violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.checks.serializability import check_serializability
from kavka.simulation.checks.shares import check_drained, check_settled, check_share_deliveries
from kavka.simulation.checks.stored_offsets import check_stored_offsets
from kavka.simulation.checks.transactions import check_atomicity, check_hanging, check_isolation
from kavka.simulation.decisions import Decisions
from kavka.simulation.history import History
from kavka.simulation.observations import Observations

HISTORY_CHECKS = (
    check_offsets,
    check_acknowledged,
    check_duplicates,
    check_order,
    check_sequences_accepted,
    check_values,
    check_atomicity,
    check_isolation,
    check_hanging,
    check_serializability,
    check_positions,
    check_owners,
    check_commits,
    check_processing,
    check_stored_offsets,
    check_copies,
    check_compaction,
    check_ends,
    check_former_epochs,
    check_settled,
    check_share_deliveries,
    check_drained,
)
BROKER_CHECKS = (check_high_watermarks, check_monotonic, check_leaders, check_replicas, check_sequences)
CONTROL_CHECKS = (check_controllers, check_writes, check_recoveries, check_reassignments, check_epochs, check_stays)


def check_all(
    history: History,
    observations: Observations | None = None,
    *,
    decisions: Decisions | None = None,
    compacted: frozenset[str] = frozenset(),
) -> list[Violation]:
    """Runs every check and returns the violations, in the checks' order.

    Args:
        history: what clients did and saw.
        observations: what brokers looked like; None: nothing is known of them.
        decisions: what controllers wrote; None: likewise.
        compacted: topics from which records may be cleaned away.

    Raises:
        ValueError: a value was sent twice in one partition.
    """
    seen = Seen(history, compacted=compacted)
    found = [breach for check in HISTORY_CHECKS for breach in check(seen)]
    if observations is not None:
        found += [breach for broker_check in BROKER_CHECKS for breach in broker_check(observations)]
    if decisions is not None:
        found += [breach for control_check in CONTROL_CHECKS for breach in control_check(decisions)]
    return found


__all__ = ["INVARIANTS", "Invariant", "Violation", "check_all"]
