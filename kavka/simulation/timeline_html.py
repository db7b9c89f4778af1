"""The timeline of a simulation as one HTML page that needs nothing else: a lane for each host, time from top to bottom.

    overview   a strip of the whole run: faults as bars as long as they last, all else as ticks; a click goes to its row
    time │ broker-1   broker-2   broker-3 │ controller │ zookeeper │ clients
    ─────┼────────────────────────────────┼────────────┼───────────┼────────
     4.1 │ ✂ cut …                        │            │           │
     9.3 │                                │ t-0: 1 → 2 │           │

Rows are the entries of the trace; those of one moment stand together, and stretches without any are short. A click on a
kind hides it. Text comes from brokers' logs, so all of it is escaped. Not here: what is worth an entry (`trace`,
`told`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final

from kavka.simulation.timeline_overview import OUTSIDE, ZOOKEEPER, overview
from kavka.simulation.told import CLIENTS
from kavka.simulation.trace import CONTROLLER, US_PER_S, Entry

if TYPE_CHECKING:
    from kavka.simulation.outcome import Outcome

KINDS: Final = {
    "phase": "#6b7280",
    "fault": "#b45309",
    "life": "#7c3aed",
    "controller": "#1d4ed8",
    "election": "#0369a1",
    "isr": "#047857",
    "truncation": "#be185d",
    "acks": "#65a30d",
    "warning": "#a16207",
    "error": "#b91c1c",
    "violation": "#dc2626",
}
"""Kind → its colour."""

_STYLE: Final = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
h1 { font-size: 1.3rem; } code, pre, td.time { font-family: ui-monospace, monospace; font-size: 12px; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th { position: sticky; top: 0; background: #fff; text-align: left; border-bottom: 2px solid #111; padding: .3rem; }
td { border-top: 1px solid #e5e7eb; border-left: 1px solid #e5e7eb; padding: .15rem .3rem; vertical-align: top; }
td.time { width: 6rem; color: #555; border-left: 0; } th.time { width: 6rem; }
.entry { border-left: 4px solid var(--c); padding-left: .35rem; margin: .1rem 0; overflow-wrap: anywhere; }
.entry b { color: var(--c); font-weight: 600; } .gap td { height: .5rem; background: #f9fafb; border-left: 0; }
.violations { border: 2px solid #dc2626; padding: .5rem 1rem; } label { margin-right: 1rem; white-space: nowrap; }
label b { color: var(--c); } svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; }
svg text { fill: currentColor; } svg .lane { stroke: #d1d5db; } svg .mark { stroke: var(--c); stroke-width: 2; }
svg .bar { fill: var(--c); fill-opacity: .35; stroke: var(--c); stroke-width: .5; }
tr:target td { background: #fef9c3; }
tr.across td { background: #f3f4f6; }
@media (prefers-color-scheme: dark) {
  body, th { background: #111; color: #eee; } td { border-color: #333; } tr.across td, .gap td { background: #1c1c1c; }
  tr:target td { background: #422006; }
  td.time { color: #aaa; } th { border-color: #eee; } .entry b, label b { filter: brightness(1.6); }
}
"""
GAP_US: Final = US_PER_S


def timeline_page(outcome: Outcome) -> str:
    """Returns the page of one run."""
    lanes = _lanes(outcome)
    title = f"seed {outcome.seed}: {outcome.invariant or 'all invariants hold'}"
    kinds = [kind for kind in KINDS if any(entry.kind == kind for entry in outcome.timeline)]
    hiding = "".join(f"body:has(#k-{kind}:not(:checked)) .{kind} {{ display: none; }}\n" for kind in kinds)
    colours = "".join(f".{kind} {{ --c: {colour}; }}\n" for kind, colour in KINDS.items())
    boxes = "".join(
        f'<label class="{kind}-box" style="--c: {KINDS[kind]}"><input type="checkbox" id="k-{kind}" checked> '
        f"<b>{kind}</b></label>"
        for kind in kinds
    )
    head = "".join(f"<th>{escape(lane)}</th>" for lane in lanes)
    rows = "\n".join(_rows(outcome.timeline, lanes))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{_STYLE}{colours}{hiding}</style></head>\n<body><h1>{escape(title)}</h1>\n"
        f"{_summary(outcome)}\n{overview(outcome, lanes)}\n<p>{boxes}</p>\n"
        f'<table><thead><tr><th class="time">s</th>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>\n'
        "</body></html>\n"
    )


def _summary(outcome: Outcome) -> str:
    violations = "".join(f"<li>{escape(str(found))}</li>" for found in outcome.violations)
    shown = f'<ul class="violations">{violations}</ul>' if violations else ""
    faults = "".join(f"<li>{fault.at_ms / 1_000:.3f} s: {escape(fault.words())}</li>" for fault in outcome.faults)
    figures = ", ".join(f"{escape(name)} {count:,}" for name, count in outcome.figures.items())
    return (
        f"{shown}<p>scenario {escape(outcome.scenario.name)}, {outcome.scenario.brokers} brokers, digest "
        f"<code>{escape(outcome.digest)}</code></p>\n<details><summary>{len(outcome.faults)} faults, times since the "
        f"workloads began</summary><ol>{faults}</ol></details>\n<details><summary>figures</summary>"
        f"<p>{figures}</p></details>"
    )


def _lanes(outcome: Outcome) -> list[str]:
    brokers = [f"broker-{number}" for number in range(1, outcome.scenario.brokers + 1)]
    return [*brokers, CONTROLLER, ZOOKEEPER, CLIENTS]


def _rows(entries: Iterable[Entry], lanes: list[str]) -> Iterator[str]:
    last_us = 0
    for time_us, group in groupby(entries, key=lambda entry: entry.time_us):
        if time_us - last_us > GAP_US:
            yield f'<tr class="gap"><td colspan="{len(lanes) + 1}"></td></tr>'
        last_us = time_us
        here, anchor = list(group), f' id="t{time_us}"'
        time = f'<td class="time">{time_us / US_PER_S:.4f}</td>'
        for entry in here:
            if entry.lane == OUTSIDE:
                cell = f'<td colspan="{len(lanes)}">{_cell(entry)}</td>'
                yield f'<tr class="across {entry.kind}"{anchor}>{time}{cell}</tr>'
                anchor = ""
        by_lane: dict[str, list[str]] = {}
        for entry in here:
            if entry.lane != OUTSIDE:
                lane = entry.lane if entry.lane in lanes else CLIENTS
                by_lane.setdefault(lane, []).append(_cell(entry, named=lane == CLIENTS))
        if by_lane:
            cells = "".join(f"<td>{''.join(by_lane.get(lane, ()))}</td>" for lane in lanes)
            yield f"<tr{anchor}>{time}{cells}</tr>"


def _cell(entry: Entry, *, named: bool = False) -> str:
    name = f"{escape(entry.lane)}: " if named and entry.lane != CLIENTS else ""
    return f'<div class="entry {entry.kind}"><b>{entry.kind}</b> {name}{escape(entry.words)}</div>'
