"""What transactions may never do, checked against what their producers were told and what readers saw: pure rules.

    aborted read   a read_committed reader was served a record of a transaction that was aborted
    torn           of one transaction some records are there, and others are not
    lost           a record of a transaction that was committed is not there
    duplicate      a record stands twice, though its producer is idempotent
    unlike         two read_committed readers have not seen the same in a partition

A transaction whose end its producer does not know may be there or not, but whole.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kavka import TopicPartition

View = Mapping[TopicPartition, Sequence[bytes]]
"""Partition → values in the order in which a reader got them."""


class Outcome(Enum):
    """What a producer was told."""

    COMMITTED = "committed"
    ABORTED = "aborted"
    UNKNOWN = "unknown"


@dataclass
class SentTransaction:
    """One transaction; its values are unique among all."""

    values: dict[bytes, TopicPartition] = field(default_factory=dict)
    outcome: Outcome = Outcome.UNKNOWN


def transaction_complaints(transactions: Sequence[SentTransaction], views: Sequence[View]) -> list[str]:
    """Everything that is wrong, as sentences; empty when nothing is. All views are of the end of the same run."""
    found: list[str] = []
    for view in views:
        found += _duplicates(view)
        for number, transaction in enumerate(transactions):
            found += _of(number, transaction, view)
    for one, other in itertools.pairwise(views):
        found += _unlike(one, other)
    return found


def _duplicates(view: View) -> Iterator[str]:
    for partition, values in view.items():
        for value, count in Counter(values).items():
            if count > 1:
                yield f"duplicate: {partition} has {value!r} {count} times"


def _of(number: int, transaction: SentTransaction, view: View) -> Iterator[str]:
    there = [value for value, partition in transaction.values.items() if value in view.get(partition, ())]
    missing = len(transaction.values) - len(there)
    if there and transaction.outcome is Outcome.ABORTED:
        yield f"aborted read: transaction {number} was aborted, {there[0]!r} was read"
    elif there and missing:
        yield f"torn: transaction {number}: {len(there)} records were read, {missing} were not"
    elif missing and transaction.outcome is Outcome.COMMITTED:
        yield f"lost: transaction {number} was committed, none of its {missing} records were read"


def _unlike(one: View, other: View) -> Iterator[str]:
    for partition in sorted(one.keys() | other.keys()):
        if list(one.get(partition, ())) != list(other.get(partition, ())):
            yield f"unlike: two readers have not seen the same in {partition}"
