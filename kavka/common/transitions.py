"""Legal state changes as data: one table per machine, one check that every change passes through.

Not a state machine: it holds no state and runs no side effect. A machine (controller, group, transaction) declares its
table beside its enum, asks `check` before it assigns a state, and generates its page of documentation from the same
table:

    target               legal previous states
    ┌──────────────────┬──────────────────────────┐
    │ Online           │ New, Online, Offline     │      check(Offline → Online)   returns
    │ NonExistent      │ Offline                  │      check(New → NonExistent)  raises IllegalTransition
    └──────────────────┴──────────────────────────┘

Every state has a row, an empty one too, so that silence is a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Generic, TypeVar

StateT = TypeVar("StateT", bound=Enum)


class IllegalTransition(Exception):
    """A state change that the table does not have.

    Raised by the pure machine. At a batch's boundary the one partition, replica, group or transaction is refused and
    counted and the legal rest proceeds; a simulation lets it through and fails.
    """


class TransitionTable(Generic[StateT]):
    """The legal previous states of every state of one machine.

    Args:
        name: what changes its state, for messages and the generated page: "partition", "replica", …
        legal_from: target → the states from which it may be entered. Every member of the enum is a key.
    """

    __slots__ = ("_legal_from", "name", "states")

    def __init__(self, name: str, legal_from: Mapping[StateT, frozenset[StateT]]) -> None:
        assert legal_from, "a machine has states"
        self.name = name
        self.states: tuple[StateT, ...] = tuple(type(next(iter(legal_from))))
        missing = [state.name for state in self.states if state not in legal_from]
        assert not missing, f"{name}: no row for {missing}"
        self._legal_from = {target: frozenset(legal_from[target]) for target in self.states}

    def legal_from(self, target: StateT) -> frozenset[StateT]:
        """Returns the states from which `target` may be entered."""
        return self._legal_from[target]

    def is_legal(self, current: StateT, target: StateT) -> bool:
        """Tells whether the table has the transition."""
        return current in self._legal_from[target]

    def check(self, current: StateT, target: StateT, *, subject: object = "") -> None:
        """Checks that a state change is legal.

        Args:
            current: the state that is left.
            target: the state that is entered.
            subject: whose state it is, for the message.

        Raises:
            IllegalTransition: the table does not have this change.
        """
        if current not in self._legal_from[target]:
            legal = ", ".join(state.name for state in self._in_order(target)) or "nowhere"
            change = f"{current.name} → {target.name}"
            raise IllegalTransition(
                f"{self.name} {subject}: {change} is illegal, {target.name} is entered from {legal}"
            )

    def _in_order(self, target: StateT) -> Iterator[StateT]:
        return (state for state in self.states if state in self._legal_from[target])


def to_markdown(table: TransitionTable[StateT]) -> str:
    """Renders a machine as a page's section, with its table and Mermaid diagram."""
    lines = [f"## {table.name.capitalize()}", "", "| state | entered from |", "|---|---|"]
    lines += [
        f"| {target.name} | {', '.join(state.name for state in table.states if table.is_legal(state, target)) or '–'} |"
        for target in table.states
    ]
    lines += ["", "```mermaid", "stateDiagram-v2"]
    lines += [
        f"    {source.name} --> {target.name}"
        for source in table.states
        for target in table.states
        if table.is_legal(source, target)
    ]
    lines += ["```", ""]
    return "\n".join(lines)
