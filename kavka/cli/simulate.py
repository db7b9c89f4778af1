"""`kavka simulate`: whole clusters in virtual time, each from a number; a failure says how to run it again.

kavka simulate --seed 42
kavka simulate --seeds 1000 --jobs 2
kavka simulate --seed 42 --scenario cuts.json --html timeline.html
kavka simulate --seeds 10 --scenario one-bit-in-one-replica
"""

from __future__ import annotations

import difflib
import json
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kavka.simulation.outcome import Outcome
    from kavka.simulation.scenario import Scenario
    from kavka.simulation.shrink import Shrunk

SEEDS_DEFAULT = 100
BROKERS_MAX = 9
SECONDS_MAX = 3_600
LIST = "list"
"""In place of a scenario: those that are shipped."""
VIRTUAL_MS = "virtual ms"
"""The name of a run's length among its figures."""


@click.command()
@click.option("--seed", metavar="N", type=click.IntRange(0), help="Run this seed alone.")
@click.option("--seeds", metavar="N", type=click.IntRange(1), help=f"Run so many seeds; default: {SEEDS_DEFAULT}.")
@click.option(
    "--first", metavar="N", type=click.IntRange(0), default=1, show_default=True, help="The first of --seeds."
)
@click.option(
    "--scenario",
    "named",
    metavar="FILE|NAME",
    help="JSON with name, brokers, seconds, workloads, settings, kinds, faults, limits; what is left out is drawn or "
    "default. Or the name of one that is shipped; `list` names them.",
)
@click.option(
    "--html",
    "page",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the timeline as a page: of --seed, or of the first seed that failed.",
)
@click.option("--jobs", metavar="N", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option(
    "--brokers", metavar="N", type=click.IntRange(1, BROKERS_MAX), help="In place of the scenario's; default: 3."
)
@click.option(
    "--seconds", metavar="N", type=click.IntRange(1, SECONDS_MAX), help="Virtual ones, likewise; default: 60."
)
@click.option("--no-shrink", is_flag=True, help="Show all faults of a failure; do not look for fewer that still fail.")
@click.option(
    "--spin-seconds",
    metavar="N",
    type=click.IntRange(1),
    help="CPU seconds after which a host that computes and awaits nothing fails its seed; default: 60.",
)
@click.option("--json", "is_json", is_flag=True, help="Print JSON: a line for each seed.")
def simulate(
    *,
    seed: int | None,
    seeds: int | None,
    first: int,
    named: str | None,
    page: Path | None,
    jobs: int,
    brokers: int | None,
    seconds: int | None,
    no_shrink: bool,
    spin_seconds: int | None,
    is_json: bool,
) -> int:
    """Run whole clusters in virtual time, under faults, each from a seed.

    Brokers, controller, ZooKeeper and clients are the real ones; time, network, disks and chance are simulated. A seed
    is the same run on every machine.

    Exits with 1 when a seed failed. The first one is shown: the invariant that did not hold, the shortest schedule of
    faults that still fails, and a timeline.
    """
    if seed is not None and seeds is not None:
        raise click.UsageError("--seed runs one seed, --seeds many: give one of them")
    if named == LIST:
        return _list_shipped()
    scenario = _scenario(named, brokers, seconds)
    numbers = [seed] if seed is not None else range(first, first + (seeds or SEEDS_DEFAULT))
    cpu_s = _cpu_s()
    failed, shown, figures = _run_all(numbers, scenario, jobs, spin_seconds, is_json=is_json)
    cpu_s = _cpu_s() - cpu_s
    outcome = failed[0] if failed else shown
    shrunk = None
    if failed and not no_shrink and not failed[0].has_spun:
        outcome, shrunk = _shrunk(failed[0])
    if page is not None and (failed or seed is not None):
        from kavka.simulation.timeline_html import timeline_page

        page.write_text(timeline_page(outcome), encoding="utf-8")
    if not is_json:
        _tell(numbers, failed, outcome, shrunk)
        if len(numbers) > 1:
            _tell_figures(figures, cpu_s)
    elif shrunk is not None:
        click.echo(json.dumps({"shrunk": outcome.to_json(), "runs": shrunk.runs, "is_minimal": shrunk.is_minimal}))
    return ExitCode.FAILED if failed else ExitCode.OK


def _list_shipped() -> int:
    from kavka.simulation.shipped_scenarios import shipped_names, shipped_scenario

    for name in shipped_names():
        click.echo(f"{name}\n    {shipped_scenario(name).about}")
    return ExitCode.OK


def _scenario(named: str | None, brokers: int | None, seconds: int | None) -> Scenario:
    from kavka.simulation.scenario import Scenario

    scenario = Scenario() if named is None else _read(named)
    if brokers is not None:
        scenario = replace(scenario, brokers=brokers)
    return scenario if seconds is None else replace(scenario, seconds=seconds)


def _read(named: str) -> Scenario:
    """Reads a scenario's file; where there is none, the shipped one of that name."""
    from kavka.simulation.scenario import Scenario, ScenarioError
    from kavka.simulation.shipped_scenarios import shipped_names, shipped_scenario
    from kavka.simulation.workloads import check_names

    path = Path(named)
    try:
        if not path.is_file():
            return shipped_scenario(named)
        scenario = Scenario.from_json(path.read_text(encoding="utf-8"))
        check_names(scenario.workloads)
        return scenario
    except KeyError:
        near = difflib.get_close_matches(named, shipped_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else "`--scenario list` names those that are shipped"
        raise CliError(
            f"there is no scenario {named!r}: neither a file nor a shipped one; {hint}", ExitCode.USAGE
        ) from None
    except (ScenarioError, UnicodeDecodeError, OSError) as error:
        raise CliError(f"{path}: {error}", ExitCode.USAGE) from None


def _cpu_s() -> float:
    """Returns the CPU seconds of this process, and of those of its own that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _run_all(
    numbers: Sequence[int], scenario: Scenario, jobs: int, spin_s: int | None, *, is_json: bool
) -> tuple[list[Outcome], Outcome, Counter[str]]:
    """Runs all seeds; returns the outcomes that failed, the last one, and the sums of all their figures."""
    from kavka.simulation.batch import run_seeds
    from kavka.simulation.scenario import ScenarioError
    from kavka.simulation.spin import SPIN_S

    failed: list[Outcome] = []
    figures: Counter[str] = Counter()
    outcome: Outcome | None = None
    try:
        with progress_bar("seeds", len(numbers)) as advance:
            for outcome in run_seeds(numbers, scenario, jobs=jobs, spin_s=spin_s or SPIN_S):
                advance(1)
                figures.update(outcome.figures)
                figures.update(f"faults: {fault.kind}" for fault in outcome.faults)
                if is_json:
                    click.echo(json.dumps(outcome.to_json()))
                if outcome.has_failed:
                    failed.append(outcome)
    except ScenarioError as error:
        raise CliError(str(error), ExitCode.USAGE) from None
    assert outcome is not None
    return failed, outcome, figures


def _shrunk(outcome: Outcome) -> tuple[Outcome, Shrunk]:
    """Finds the shortest schedule that fails in the same way; returns what comes of it."""
    from kavka.simulation.faults import Schedule
    from kavka.simulation.runner import run
    from kavka.simulation.shrink import RUNS_MAX, shrink

    last = outcome
    with progress_bar("shrinking", RUNS_MAX) as advance:

        def fails(faults: Schedule) -> bool:
            nonlocal last
            advance(1)
            found = run(outcome.seed, outcome.scenario, faults=faults)
            if found.invariant == outcome.invariant:
                last = found
            return found.invariant == outcome.invariant

        shrunk = shrink(outcome.faults, fails)
    return last, shrunk


def _tell(numbers: Sequence[int], failed: Sequence[Outcome], outcome: Outcome, shrunk: Shrunk | None) -> None:
    """Prints what came of it, for people."""
    from kavka.simulation.faults import schedule_text
    from kavka.simulation.trace import timeline

    if not failed:
        if len(numbers) == 1:
            for name, count in outcome.figures.items():
                click.echo(f"{name}: {count:,}")
            click.echo(
                f"seed {outcome.seed}: all invariants hold; {len(outcome.faults)} faults; digest {outcome.digest}"
            )
        else:
            click.echo(f"{len(numbers):,} seeds: all invariants hold")
        return
    click.echo(timeline(outcome.timeline))
    click.echo("")
    for found in outcome.violations:
        click.echo(str(found))
    if shrunk is not None:
        least = "the least that still fail" if shrunk.is_minimal else f"the least found in {shrunk.runs} runs"
        click.echo(f"\n{len(outcome.faults)} of {len(failed[0].faults)} faults, {least}:")
    else:
        click.echo(f"\n{len(outcome.faults)} faults:")
    for fault in outcome.faults:
        click.echo(f"  {fault.at_ms / 1_000:8.3f} s  {fault.words()}")
    click.echo(f"\nas JSON, for the `faults` of a scenario:\n{schedule_text(outcome.faults)}")
    click.echo(f"\nseed {outcome.seed}: {outcome.invariant} does not hold; digest {failed[0].digest}")
    if len(numbers) > 1:
        others = ", ".join(str(other.seed) for other in failed[1:11])
        click.echo(f"{len(failed):,} of {len(numbers):,} seeds failed{f'; further ones: {others}' if others else ''}")


def _tell_figures(figures: Counter[str], cpu_s: float) -> None:
    """Prints what many seeds did together, and how fast."""
    simulated_s = figures.pop(VIRTUAL_MS) / 1_000
    for name, count in sorted(figures.items()):
        if count:
            click.echo(f"{name}: {count:,}")
    rate = simulated_s / max(cpu_s, 0.001)
    click.echo(
        f"{simulated_s:,.0f} simulated seconds in {cpu_s:,.1f} CPU seconds: {rate:,.0f} times as fast as real time"
    )
