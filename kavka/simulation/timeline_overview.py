"""A strip of a whole run, as SVG: what lasts as bars, what happens as ticks, a line for each host.

    broker-1    ──▮▮▮▮▮▮▮▮──│────────────│─     bars: faults, as long as they last
    controller  ────────────││─────────────     ticks: entries of the timeline; each is a link to its row
    clients     ▮▮▮▮▮▮▮    ▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮▮     bars: stretches in which something was acknowledged
                0 s      10 s      20 s

Not here: the rows (`timeline_html`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kavka.simulation.told import ACKS, BEGIN, CLIENTS, END
from kavka.simulation.trace import CONTROLLER, US_PER_S, Entry

if TYPE_CHECKING:
    from kavka.simulation.faults import Fault
    from kavka.simulation.outcome import Outcome

ZOOKEEPER: Final = "zookeeper"
OUTSIDE: Final = "outside"
NAMES_WIDTH: Final = 90
WIDTH: Final = 1_200
LANE_HEIGHT: Final = 22
STEPS_S: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
STEPS_MAX: Final = 15
US_PER_MS: Final = 1_000


class _Scale:
    """Where moments and lanes stand."""

    def __init__(self, entries: Sequence[Entry], lanes: Sequence[str]) -> None:
        self.end_us = max((entry.time_us for entry in entries), default=0) or 1
        self.lanes = lanes
        self._times_us = sorted({entry.time_us for entry in entries})

    def row(self, time_us: int) -> int:
        """Returns the moment of the row in which something stands, or of the next one."""
        at = bisect_left(self._times_us, time_us)
        return self._times_us[min(at, len(self._times_us) - 1)]

    def x(self, time_us: int) -> float:
        """Returns where a moment stands."""
        return round(NAMES_WIDTH + min(time_us, self.end_us) * (WIDTH - NAMES_WIDTH - 20) / self.end_us, 1)

    def y(self, lane: str) -> int:
        """Returns the middle of a lane; hosts without one are clients."""
        return (self.lanes.index(lane if lane in self.lanes else CLIENTS)) * LANE_HEIGHT + LANE_HEIGHT // 2


def overview(outcome: Outcome, lanes: Sequence[str]) -> str:
    """Returns the strip of one run."""
    scale = _Scale(outcome.timeline, lanes)
    height = (len(lanes) + 1) * LANE_HEIGHT
    parts = [*_axis(scale), *_faults(outcome, scale), *_entries(outcome.timeline, scale)]
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="overview of the run">\n'
        f"{chr(10).join(parts)}\n</svg>"
    )


def _axis(scale: _Scale) -> Iterator[str]:
    bottom = len(scale.lanes) * LANE_HEIGHT
    for lane in scale.lanes:
        y = scale.y(lane)
        yield f'<text x="0" y="{y + 4}">{escape(lane)}</text>'
        yield f'<line class="lane" x1="{NAMES_WIDTH}" x2="{WIDTH - 20}" y1="{y}" y2="{y}"/>'
    step_us = next((s for s in STEPS_S if scale.end_us / US_PER_S / s <= STEPS_MAX), STEPS_S[-1]) * US_PER_S
    for time_us in range(0, scale.end_us, step_us):
        x = scale.x(time_us)
        yield f'<line class="lane" x1="{x}" x2="{x}" y1="0" y2="{bottom}" stroke-dasharray="2 4"/>'
        yield f'<text x="{x}" y="{bottom + 14}">{time_us // US_PER_S} s</text>'


def _faults(outcome: Outcome, scale: _Scale) -> Iterator[str]:
    begin_us = next((entry.time_us for entry in outcome.timeline if entry.words == BEGIN), 0)
    for fault in outcome.faults:
        if fault.lasts_ms:
            at_us = begin_us + fault.at_ms * US_PER_MS
            for lane in _lanes_of(fault):
                yield _bar("fault", at_us, at_us + fault.lasts_ms * US_PER_MS, lane, fault.words(), scale)


def _lanes_of(fault: Fault) -> dict[str, None]:
    return dict.fromkeys(fault.targets or (ZOOKEEPER,))


def _entries(entries: Sequence[Entry], scale: _Scale) -> Iterator[str]:
    ends_us = {entry.time_us for entry in entries if entry.words == END}
    stretches = [entry for entry in entries if entry.kind == ACKS]
    ends = [*(later.time_us for _, later in pairwise(stretches)), *ends_us][: len(stretches)]
    for entry, end_us in zip(stretches, ends, strict=False):
        if not entry.words.startswith("nothing"):
            yield _bar(ACKS, entry.time_us, end_us, CLIENTS, entry.words, scale)
    for entry in entries:
        if entry.kind != ACKS and entry.lane != OUTSIDE:
            yield _tick(entry, scale)


def _bar(kind: str, from_us: int, to_us: int, lane: str, words: str, scale: _Scale) -> str:
    x, y = scale.x(from_us), scale.y(CONTROLLER if lane == CONTROLLER else lane) - LANE_HEIGHT // 2 + 3
    width = max(1.0, round(scale.x(to_us) - x, 1))
    place = f'x="{x}" y="{y}" width="{width}" height="{LANE_HEIGHT - 6}"'
    return (
        f'<a href="#t{scale.row(from_us)}"><rect class="bar {kind}" {place}><title>{escape(words)}</title></rect></a>'
    )


def _tick(entry: Entry, scale: _Scale) -> str:
    x, y = scale.x(entry.time_us), scale.y(entry.lane)
    return (
        f'<a href="#t{entry.time_us}"><line class="mark {entry.kind}" x1="{x}" x2="{x}" y1="{y - 7}" y2="{y + 7}">'
        f"<title>{entry.time_us / US_PER_S:.3f} s {escape(entry.words)}</title></line></a>"
    )
