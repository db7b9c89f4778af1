"""Committed offsets that were acknowledged, held against what the group's coordinator has of them later.

    asked for ├────────┤ acknowledged                    10
                            ├──────┤ acknowledged        20      10 is over: 20 was asked for behind its end
                                      ├ ─ ─ ─ ─ ─ ─ ─    30      nobody knows: it may be stored, at any time
                                              ▲ stored: 20 or 30; a member that begins here begins at 20 or beyond

A commit that took long was sent again by its client, and an earlier try of it may arrive behind later commits: it
counts as one of which nobody knows. Not here: commits beyond what was read (`consumers`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, TypeAlias

from kavka.common.types import TopicPartition
from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.history import Assigned, Committed, Polled

LATE_MS: Final = 2_500
"""What took longer met a timeout, a retry or a pause."""
NEVER_MS: Final = 1 << 62

GroupPartition: TypeAlias = tuple[str, TopicPartition]
Commits: TypeAlias = "dict[GroupPartition, list[Committed]]"


def check_stored_offsets(seen: Seen) -> list[Violation]:
    """Finds acknowledged offsets that coordinators, or members that begin, do not have."""
    commits: defaultdict[GroupPartition, list[Committed]] = defaultdict(list)
    for event in seen.consumers:
        if isinstance(event, Committed):
            commits[event.group, event.tp].append(event)
    found = []
    for stored in seen.stored:
        possible = _possible(commits[stored.group, stored.tp], stored.time_ms)
        if possible and stored.offset not in possible:
            what = f"{stored.group} has {stored.offset} in {stored.tp} at {stored.time_ms} ms"
            found.append(violation("lost-commit", f"{what}; it committed {_listed(possible)}"))
    return found + _begun_below(seen, commits)


def _begun_below(seen: Seen, commits: Commits) -> list[Violation]:
    """Members that were given a partition and began to read below what was committed when they got it."""
    assigned: dict[tuple[str, str], frozenset[TopicPartition]] = {}
    begins: dict[tuple[str, TopicPartition], int] = {}
    found = []
    for event in seen.consumers:
        if isinstance(event, Assigned) and event.group is not None:
            before = assigned.get((event.client, event.group), frozenset())
            assigned[event.client, event.group] = frozenset(event.partitions)
            for tp in event.partitions:
                if tp not in before:
                    begins[event.client, tp] = event.time_ms
        elif isinstance(event, Polled) and event.group is not None and event.records:
            time_ms = begins.pop((event.client, event.tp), None)
            if time_ms is None:
                continue
            least = min(_possible(commits.get((event.group, event.tp), []), time_ms), default=0)
            if event.records[0][0] < least:
                what = f"{event.client} got {event.tp} at {time_ms} ms, and began to read at {event.records[0][0]}"
                found.append(violation("lost-commit", f"{what}; {event.group} had committed {least}"))
    return found


def _possible(commits: list[Committed], time_ms: int) -> list[int]:
    """Returns the offsets that may be stored at a time, ascending; none: anything may, for nothing is known."""
    if any(commit.invoked_ms < 0 for commit in commits):
        return []
    certain = [commit for commit in commits if commit.is_acked and commit.time_ms <= time_ms]
    latest_ms = max((commit.invoked_ms for commit in certain), default=-1)
    if latest_ms < 0:
        return []
    return sorted(
        {commit.offset for commit in commits if commit.invoked_ms <= time_ms and _over_ms(commit) >= latest_ms}
    )


def _over_ms(commit: Committed) -> int:
    """Returns the time behind which a commit changes nothing any more."""
    is_certain = commit.is_acked and commit.time_ms - commit.invoked_ms <= LATE_MS
    return commit.time_ms if is_certain else NEVER_MS


def _listed(offsets: list[int]) -> str:
    return " or ".join(map(str, offsets[:5]))
