"""What controllers decided, held to what makes one of several controllers the one in office.

    two-controllers   an epoch is one term's: who comes next, whoever it is, has a higher one
    unfenced-write    a state that is written names the controller in office; leaders of the 2.0 profile write under the
                      epoch that they have heard of, and are let alone
    dead-joins-isr    to the controller that writes it, whoever joins an ISR lives and is not shutting down
    former-joins-isr  whoever joins an ISR has fetched in the life in which it joins, if it says in which (KIP-903)
    recovery          a leader that was not in sync is recovering, and alone in the ISR until it is not (KIP-704)
    reassigned-early  a replica that a reassignment adds has been in the ISR before the reassignment is over
    epoch-storm       a leader epoch is raised when something has happened, not again and again by itself
    outstayed         a broker that knows of a later leader leads no more

One pass over the decisions. Not here: what brokers believe (`brokers`).
"""

from __future__ import annotations

from typing import Final

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.decisions import Decisions, Outstayed, ReplicasAssigned, StateWritten, TermBegun

STORM_MS: Final = 1_000
EPOCHS_MAX: Final = 30
"""So many elections of a partition in `STORM_MS` no faults explain; a controller that goes in a circle has hundreds."""


def check_controllers(decisions: Decisions) -> list[Violation]:
    """Finds controller epochs that two terms had."""
    terms: dict[int, TermBegun] = {}
    found = []
    for decision in decisions:
        if isinstance(decision, TermBegun):
            first = terms.setdefault(decision.epoch, decision)
            if first is not decision:
                what = (
                    f"controller epoch {decision.epoch} is broker {decision.broker}'s at {decision.time_ms} ms, "
                    f"and was broker {first.broker}'s at {first.time_ms} ms"
                )
                found.append(violation("two-controllers", what))
    return found


def check_writes(decisions: Decisions) -> list[Violation]:
    """Finds states by replaced controllers, and with members known to be absent."""
    found = []
    for decision in decisions:
        if not isinstance(decision, StateWritten) or decision.is_by_leader:
            continue
        if decision.controller_epoch < decision.latest_epoch:
            what = f"written by controller epoch {decision.controller_epoch}, in office is {decision.latest_epoch}"
            found.append(_at("unfenced-write", decision, what))
        if decision.absent:
            what = f"broker {', '.join(map(str, decision.absent))} joins {list(decision.isr)}, and is not there"
            found.append(_at("dead-joins-isr", decision, what))
        if decision.former:
            what = f"broker {', '.join(map(str, decision.former))} joins {list(decision.isr)} by a life that is over"
            found.append(_at("former-joins-isr", decision, what))
    return found


def check_recoveries(decisions: Decisions) -> list[Violation]:
    """Finds leaders that are not marked as recovering, and such that others have joined."""
    found = []
    for decision in decisions:
        if not isinstance(decision, StateWritten):
            continue
        if decision.is_recovering and len(decision.isr) > 1:
            found.append(_at("recovery", decision, f"the ISR is {list(decision.isr)} while the leader recovers"))
        elif decision.is_unclean and not decision.is_recovering:
            found.append(_at("recovery", decision, "the leader was not in sync, and counts as recovered"))
    return found


def check_reassignments(decisions: Decisions) -> list[Violation]:
    """Finds replicas that were added for good before they were in sync."""
    in_sync: dict[TopicPartition, tuple[int, ...]] = {}
    waiting: dict[TopicPartition, set[int]] = {}
    """partition → who is being added, and has not been in its ISR since"""
    found = []
    for decision in decisions:
        if isinstance(decision, StateWritten):
            in_sync[decision.tp] = decision.isr
            waiting.get(decision.tp, set()).difference_update(decision.isr)
        elif isinstance(decision, ReplicasAssigned):
            before = waiting.get(decision.tp, set())
            early = sorted(before.intersection(decision.replicas).difference(decision.adding))
            if early:
                what = f"replicas {list(decision.replicas)} without {early} having been in the ISR"
                found.append(_at("reassigned-early", decision, what))
            added = before.union(decision.adding).intersection(decision.adding)
            waiting[decision.tp] = {b for b in added if b in before or b not in in_sync.get(decision.tp, ())}
    return found


def check_epochs(decisions: Decisions) -> list[Violation]:
    """Finds leader epochs that are raised all the time, once for a partition."""
    began: dict[TopicPartition, StateWritten] = {}
    found: dict[TopicPartition, Violation] = {}
    for decision in decisions:
        if isinstance(decision, StateWritten):
            first = began.setdefault(decision.tp, decision)
            raised = decision.leader_epoch - first.leader_epoch
            if raised < 0 or decision.time_ms - first.time_ms > STORM_MS:
                began[decision.tp] = decision
            elif raised > EPOCHS_MAX and decision.tp not in found:
                what = f"{raised} leader epochs within {decision.time_ms - first.time_ms} ms"
                found[decision.tp] = _at("epoch-storm", decision, what)
    return [*found.values()]


def check_stays(decisions: Decisions) -> list[Violation]:
    """Finds brokers that went on leading, once for each partition and leader epoch."""
    found: dict[tuple[int, TopicPartition, int], Violation] = {}
    for decision in decisions:
        if isinstance(decision, Outstayed):
            key = decision.broker, decision.tp, decision.leader_epoch
            what = (
                f"broker {decision.broker} leads in epoch {decision.leader_epoch}, "
                f"and knows that another does in {decision.later_epoch}"
            )
            found.setdefault(key, _at("outstayed", decision, what))
    return [*found.values()]


def _at(name: str, decision: StateWritten | ReplicasAssigned | Outstayed, what: str) -> Violation:
    return violation(name, f"{decision.tp}, at {decision.time_ms} ms: {what}")
