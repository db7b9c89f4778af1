"""What of a run is told: its trace, what clients got meanwhile as one line a stretch, and a warning that repeats once.

    trace      ✂ cut ──────────── elected ── elected ────── joined ───────────
    clients      │ nothing for 6 s │ 41 records acknowledged │ …     a stretch ends where something happens
    warnings     "again in 100 ms", "again in 200 ms", …  ─▶  the first one, how many followed, and until when

A mark for each acknowledgement would hide what happened between them. Not here: what is traced (`trace`), and the page
(`timeline_html`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from kavka.simulation.history import History, Polled, Sent, Transacted
from kavka.simulation.trace import US_PER_S, Entry

ACKS: Final = "acks"
CLIENTS: Final = "clients"
BEGIN: Final = "the workloads begin"
END: Final = "the workloads have ended"
BOUNDARIES: Final = frozenset({"fault", "phase", "election", "controller", "life"})
"""Kinds of entries at which a stretch ends."""

REPEATING: Final = frozenset({"warning", "error"})
"""Kinds that are told once where they say the same again."""

STRETCH_US_MIN: Final = US_PER_S
STRETCH_US_MAX: Final = 10 * US_PER_S
LIKE_US_MAX: Final = 10 * US_PER_S
"""From one warning to the next that says the same."""
US_PER_MS: Final = 1_000
_NUMBERS: Final = re.compile(r"\d+")


def told(entries: Sequence[Entry], history: History) -> tuple[Entry, ...]:
    """Returns the timeline of a run, by time."""
    shown = [*without_repeats(entries), *client_stretches(entries, history)]
    return tuple(sorted(shown, key=lambda entry: entry.time_us))


# ---- warnings -------------------------------------------------------------------------------------------------------


def without_repeats(entries: Iterable[Entry]) -> list[Entry]:
    """Leaves out warnings that a lane has had just before, but for their numbers."""
    kept: list[Entry] = []
    last: dict[tuple[str, str], tuple[int, int, int]] = {}
    """(lane, words without numbers) → where the first one stands, how many followed, when the last one came."""
    for entry in entries:
        key = entry.lane, _NUMBERS.sub("#", entry.words)
        at, count, time_us = last.get(key, (-1, 0, 0))
        if entry.kind in REPEATING and at >= 0 and entry.time_us - time_us <= LIKE_US_MAX:
            last[key] = at, count + 1, entry.time_us
            continue
        if entry.kind in REPEATING:
            last[key] = len(kept), 0, entry.time_us
            _close(kept, at, count, time_us)
        kept.append(entry)
    for at, count, time_us in last.values():
        _close(kept, at, count, time_us)
    return kept


def _close(kept: list[Entry], at: int, count: int, time_us: int) -> None:
    if count:
        words = f"{kept[at].words} (and {count:,} more like it until {time_us / US_PER_S:.1f} s)"
        kept[at] = replace(kept[at], words=words)


# ---- clients --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Stretch:
    """What clients got between two moments."""

    begin_us: int
    end_us: int
    counts: Counter[str] = field(default_factory=Counter)
    slowest_ms: int = 0

    def add(self, happening: Sent | Transacted | Polled) -> None:
        """Counts one record's end, one transaction's, or one poll."""
        if isinstance(happening, Polled):
            self.counts["records read"] += len(happening.records)
            return
        what = "transactions" if isinstance(happening, Transacted) else "records"
        self.counts[f"{what} {_ENDS.get(happening.outcome.value, happening.outcome.value)}"] += 1
        if happening.outcome.value in _GOOD:
            self.slowest_ms = max(self.slowest_ms, happening.completed_ms - happening.invoked_ms)

    def words(self) -> str:
        """Returns what people are told."""
        seconds = (self.end_us - self.begin_us) / US_PER_S
        if not any(name.endswith(_GOOD_ENDS) for name in self.counts):
            return ", ".join((f"nothing acknowledged for {seconds:.1f} s", *self._counted()))
        return f"{', '.join(self._counted())}, in {seconds:.1f} s; the slowest took {self.slowest_ms:,} ms"

    def _counted(self) -> Iterator[str]:
        for name, count in sorted(self.counts.items()):
            if count:
                yield f"{count:,} {name.replace('s ', ' ', 1) if count == 1 else name}"


_GOOD: Final = frozenset({"acked", "committed"})
_ENDS: Final = {"acked": "acknowledged", "unknown": "of unknown end", "failed": "refused"}
_GOOD_ENDS: Final = ("acknowledged", "committed")


def client_stretches(entries: Iterable[Entry], history: History) -> list[Entry]:
    """Returns one entry for each stretch of what clients got; none where clients sent nothing in the whole run."""
    ends = [happening for happening in history if isinstance(happening, Sent | Transacted | Polled)]
    if not any(isinstance(happening, Sent | Transacted) for happening in ends):
        return []
    stretches = [_Stretch(begin, end) for begin, end in _boundaries(entries)]
    begins = [stretch.begin_us for stretch in stretches]
    for happening in ends:
        time_ms = happening.time_ms if isinstance(happening, Polled) else happening.completed_ms
        at = bisect_right(begins, time_ms * US_PER_MS) - 1
        if at >= 0 and time_ms * US_PER_MS <= stretches[at].end_us:
            stretches[at].add(happening)
    return [Entry(stretch.begin_us, CLIENTS, ACKS, stretch.words()) for stretch in stretches]


def _boundaries(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """Cuts the time of the workloads where something happens, into pieces that are neither short nor long."""
    cuts: list[int] = []
    is_at_work = False
    for entry in entries:
        if entry.words == BEGIN:
            is_at_work = True
            cuts.append(entry.time_us)
        elif is_at_work and entry.kind in BOUNDARIES:
            while entry.time_us - cuts[-1] > STRETCH_US_MAX + STRETCH_US_MIN:
                cuts.append(cuts[-1] + STRETCH_US_MAX)
            if entry.time_us - cuts[-1] >= STRETCH_US_MIN or entry.words == END:
                cuts.append(entry.time_us)
        if entry.words == END:
            break
    return list(pairwise(cuts))
