"""What a cluster's controllers decided, as it stood in ZooKeeper: elections, states of partitions, assignments.

    ControlOnlooker ─┬─ every change: TermBegun, StateWritten, ReplicasAssigned ─┬─▶ Decisions ─▶ checks/control.py
                     └─ look by look: Outstayed ─────────────────────────────────┘                judges

Unlike samples of brokers (`observations`) no write between two looks is missed here: each is noted as it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kavka.common.types import TopicPartition


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBegun:
    """A broker began a term as the controller."""

    time_ms: int
    broker: int
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StateWritten:
    """A partition's state was written.

    Attributes:
        time_ms: when.
        tp: whose state.
        leader_epoch: in it.
        isr: in it.
        controller_epoch: whose write it says it is.
        latest_epoch: the epoch of the controller in office; −1 where nobody can read it.
        is_by_leader: its leader wrote it, as in the 2.0 profile.
        absent: who joins the ISR, and is dead or shutting down for the controller that wrote it.
        former: who joins the ISR by the epoch of a life that is over for the controller that wrote it.
        is_unclean: its leader was elected by this write, was not in sync before, and should count as recovering.
        is_recovering: its leader counts as recovering (KIP-704).
    """

    time_ms: int
    tp: TopicPartition
    leader_epoch: int
    isr: tuple[int, ...]
    controller_epoch: int
    latest_epoch: int
    is_by_leader: bool = False
    absent: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
    is_unclean: bool = False
    is_recovering: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicasAssigned:
    """A partition got other replicas; those that are added are among them."""

    time_ms: int
    tp: TopicPartition
    replicas: tuple[int, ...]
    adding: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outstayed:
    """A broker has led for some time what it knew another to lead."""

    time_ms: int
    tp: TopicPartition
    broker: int
    leader_epoch: int
    later_epoch: int
    """In which the other leads."""


Decision: TypeAlias = TermBegun | StateWritten | ReplicasAssigned | Outstayed


class Decisions:
    """All decisions of one simulation, in their order."""

    __slots__ = ("_decisions",)

    def __init__(self, decisions: tuple[Decision, ...] = ()) -> None:
        self._decisions: list[Decision] = list(decisions)

    def add(self, decision: Decision) -> None:
        """Appends a decision."""
        self._decisions.append(decision)

    def __iter__(self) -> Iterator[Decision]:
        return iter(self._decisions)

    def __len__(self) -> int:
        return len(self._decisions)
