"""Who becomes leader of a partition: the four strategies and the first choice, as pure functions.

Always in the order of the assignment, never of the ISR: the order in which a broker happens to list its in-sync
replicas decides nothing.

    strategy             candidates, in order     must be                            ISR afterwards
    ──────────────────── ──────────────────────── ────────────────────────────────── ─────────────────────────────
    first                assigned                 live                               the live assigned
    offline              assigned                 live and in ISR                    its live members
      … unclean          assigned                 live                               the leader alone
    incomplete           the ISR, by log end      live, all of them                  the leader alone
    reassign             target replicas          live and in ISR                    unchanged
    preferred            first assigned only      live and in ISR                    unchanged
    controlled shutdown  assigned                 live, in ISR, not shutting down    without those shutting down

Live is whose log is complete, too (docs/decisions/0031): a replica that lacks records is elected only by `incomplete`,
when the whole ISR is there and every member lacks some, and uncleanly.

Every function returns None when nobody is eligible. Epochs are not here: `partition_state_machine` adds one with each
write.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple


class ElectionStrategy(IntEnum):
    """Why a partition that had a leader gets another one."""

    OFFLINE = 0
    REASSIGN = 1
    PREFERRED = 2
    CONTROLLED_SHUTDOWN = 3
    UNCLEAN = 4
    """As OFFLINE, and somebody asked for it although records may be lost."""


class Elected(NamedTuple):
    """An election's outcome."""

    leader: int
    isr: tuple[int, ...]
    is_unclean: bool = False
    """The leader was not in the ISR: acknowledged records may be lost."""


def elect_first(assigned: Sequence[int], live: Collection[int]) -> Elected | None:
    """Elects the first leader of a new partition.

    All live replicas are in sync, because there is no record yet.
    """
    isr = tuple(broker_id for broker_id in assigned if broker_id in live)
    return Elected(isr[0], isr) if isr else None


def elect_offline(
    assigned: Sequence[int], isr: Sequence[int], live: Collection[int], *, is_unclean_enabled: bool
) -> Elected | None:
    """Elects a leader for a partition that lost its own."""
    for broker_id in assigned:
        if broker_id in live and broker_id in isr:
            return Elected(broker_id, tuple(member for member in isr if member in live))
    if is_unclean_enabled:
        for broker_id in assigned:
            if broker_id in live:
                return Elected(broker_id, (broker_id,), is_unclean=True)
    return None


def elect_incomplete(isr: Sequence[int], end_offsets: Mapping[int, int], *, is_unclean: bool) -> Elected:
    """Elects the ISR member whose log ends last where every live log is incomplete.

    It is in the ISR alone.
    """
    leader = max(isr, key=lambda member: end_offsets.get(member, -1))
    return Elected(leader, (leader,), is_unclean=is_unclean)


def elect_reassigned(target: Sequence[int], isr: Sequence[int], live: Collection[int]) -> Elected | None:
    """Elects a leader among the replicas that a reassignment moves to."""
    for broker_id in target:
        if broker_id in live and broker_id in isr:
            return Elected(broker_id, tuple(isr))
    return None


def elect_preferred(assigned: Sequence[int], isr: Sequence[int], live: Collection[int]) -> Elected | None:
    """Elects the preferred replica, or nobody."""
    return elect_reassigned(assigned[:1], isr, live)


def elect_for_controlled_shutdown(
    assigned: Sequence[int], isr: Sequence[int], live: Collection[int], shutting_down: Collection[int]
) -> Elected | None:
    """Elects a leader that stays, while `shutting_down` (which still live) leave."""
    staying = tuple(member for member in isr if member not in shutting_down)
    for broker_id in assigned:
        if broker_id in live and broker_id in staying:
            return Elected(broker_id, staying)
    return None
