"""What a group consumed, transformed and produced: each record once, as far as its committed offset says, and no other.

source           0=7   1=8   2=9  ┊ 3=10          ┊ the group's committed offset
right            7/1   9/1   8/2  ┊               order and tries are the copiers'
wrong            7/1   7/2   9/1  ┊ 10/1          7 twice, 8 not at all, 10 too early

Both topics are read by the final read_committed reader; where it did not get to the end, nothing is judged (`unseen`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.history import Copied, Isolation, Value, text_of


def check_copies(seen: Seen) -> list[Violation]:
    """Finds records that were copied twice, not at all, or before their offset was committed."""
    return [breach for copied in seen.copies for breach in _differences(seen, copied)]


def _differences(seen: Seen, copied: Copied) -> Iterator[Violation]:
    finals = [seen.partition(tp).finals.get(Isolation.READ_COMMITTED) for tp in (copied.source, copied.target)]
    source, target = finals
    if source is None or target is None or any(final and final.reached < final.end_offset for final in finals):
        return
    copies = Counter(_origin(value) for _, value in target.records)
    for offset, value in source.records:
        count, wanted = copies[text_of(value)], int(offset < copied.committed)
        if count != wanted:
            where = f"{copied.source}@{offset}={text_of(value)} stands in {copied.target} {count} times"
            group = f"{copied.group} has committed {copied.committed}"
            yield violation("copied-once", f"{where}; {group}")


def _origin(value: Value) -> str:
    """The value of the record that a copy was made of, as text."""
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else str(value)
    return text.partition("/")[0]
